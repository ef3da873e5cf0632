"""What every adapter of a system inside this process keeps; a test module subclasses `InProcessContract`.

The systems themselves run, with a model and an embedder on this machine.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest

from memory.adapters import calling
from memory.backend import MemoryBackend, Setup
from memory.errors import BackendFailure, BadOption, MemoryPackageError, MissingSecret
from memory.messages import Batch, Forget, Message
from memory.position import just_after
from replay.check_memory import check_memory_factory
from replay.cli import invoke
from tests.contract_memory import HOSTILE_TEXTS, LATER, deliver, find, message, messages
from tests.imitation_openai import Imitation, Scripted, completion, imitated, outward_attempts
from tests.quick_certificates import read_once

M = TypeVar("M", bound=MemoryBackend)
KEY = "sk-marked-31c9-77ab0e"


class MadeOf(Generic[M]):
    """Makes memories of one kind; `close` closes all of them."""

    def __init__(self, kind: Callable[[Setup], M], endpoint: Imitation) -> None:
        self._kind = kind
        self._endpoint = endpoint
        self._made: list[M] = []

    def __call__(self, zone: str = "UTC", namespace: str = "n1", **options: str) -> M:
        self._made.append(self._kind(Setup(namespace=namespace, zone=zone, options=self._endpoint.options | options)))
        return self._made[-1]

    def close(self) -> None:
        for memory in self._made:
            memory.close()


def together(memory: MemoryBackend, batch: Sequence[Message]) -> None:
    """Give it all of them at once, right after the last was said."""
    memory.ingest(Batch(messages=tuple(batch), now=just_after(batch[-1].position)))


class InProcessContract(Generic[M]):
    """The tests; what is annotated here without a value is the subclass's to say."""

    kind: type[M]
    name: str
    """What `--memory` takes."""
    leftover: str
    """How it shows what Ann said at 12:01, that the seat is on three."""
    odd_completion = "another shape"
    """What its failure says where the model's answer is no completion."""
    variants: tuple[Mapping[str, str], ...] = ({},)
    """Options with each of which it keeps the contract of all memories; the last are those of the quickest."""
    environment: tuple[tuple[str, str], ...] = ()
    """What is set while it is looked whether anything leaves the machine."""
    unset: tuple[str, ...] = ()
    """What the adapter sets itself, and is taken away before."""

    @pytest.fixture
    def endpoint(self) -> Iterator[Imitation]:
        with imitated() as imitation:
            yield imitation

    @pytest.fixture(autouse=True)
    def _quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(calling, "FIRST_PAUSE_S", 0.001)
        read_once(monkeypatch)

    @pytest.fixture
    def made(self, endpoint: Imitation) -> Iterator[MadeOf[M]]:
        factory = MadeOf(self.kind, endpoint)
        yield factory
        factory.close()

    @property
    def quickest(self) -> Mapping[str, str]:
        return self.variants[-1]

    def test_at_most_limit_hits_and_none_for_a_limit_of_none_or_a_blank_query(self, made: MadeOf[M]) -> None:
        memory = made(**self.quickest)
        deliver(memory, messages(*(f"seat {n}" for n in range(8))))
        assert [len(find(memory, "seat", limit)) for limit in (0, 1, 5, 20)] == [0, 1, 5, 8]
        assert find(memory, " \n") == []

    def test_any_query_is_data(self, made: MadeOf[M]) -> None:
        memory = made(**self.quickest)
        deliver(memory, messages("the seat heating on three"))
        for query in HOSTILE_TEXTS:
            if len(query) < 1000:
                assert isinstance(find(memory, query), list)

    def test_it_keeps_the_contract_of_all_memories(self, endpoint: Imitation) -> None:
        for variant in self.variants:
            options = {**endpoint.options, **variant}
            report = check_memory_factory(self.kind, options=options, timeout_s=60, quick=True)
            assert report.exit_code == 0, report.render()
            assert {result.verdict for result in report.results} == {"passed", "skipped"}, report.render()

    def test_two_runs_over_the_demo_are_equal_to_the_last_digit(
        self, endpoint: Imitation, tmp_path: Path, capsys: Any
    ) -> None:
        digests = []
        for number in range(2):
            options = [part for k, v in endpoint.options.items() for part in ("--memory-option", f"{k}={v}")]
            arguments = ["run", "--memory", self.name, *options, "--limit", "1", "--json"]
            assert invoke([*arguments, "--out", str(tmp_path / str(number))]) == 0
            digests.append(json.loads(capsys.readouterr().out)["digest"])
        assert digests[0] == digests[1]

    def test_leftovers_are_named_and_reset_removes_them(self, made: MadeOf[M]) -> None:
        memory = made()
        assert memory.leftovers() == []
        deliver(memory, messages("seat on three"))
        assert memory.leftovers() == [self.leftover]
        memory.reset()
        assert (memory.leftovers(), find(memory, "seat")) == ([], [])

    def test_forgetting_by_words_means_what_that_person_said_with_all_of_them(self, made: MadeOf[M]) -> None:
        memory = made(**self.quickest)
        for one in (message(1, "seat on three"), message(2, "seat off", speaker="Ben"), message(3, "radio on")):
            deliver(memory, [one])
        memory.forget(Forget(message_ids=(), person="Ann", text="Please forget what I said about the seat."), LATER)
        assert sorted(text[-8:] for text in memory.leftovers()) == ["radio on", "seat off"]

    def test_too_many_requests_are_waited_out(self, endpoint: Imitation, made: MadeOf[M]) -> None:
        memory = made()
        endpoint.script["chat"].append(Scripted(status=429, body="{}", headers={"Retry-After": "0.05"}))
        deliver(memory, messages("seat on three"))
        assert (len(find(memory, "seat")), memory.n_retries) == (1, 1)

    def test_an_endpoint_that_stays_broken_is_a_failure_after_five_attempts(
        self, endpoint: Imitation, made: MadeOf[M]
    ) -> None:
        memory = made()
        endpoint.always["chat"] = Scripted(status=500, body='{"error": {"message": "broken"}}')
        with pytest.raises(BackendFailure, match=r"ingest: the model: .*\(5 attempts\)"):
            deliver(memory, messages("seat on three"))
        assert len(endpoint.prompts) == 5

    @pytest.mark.parametrize("kind", ["chat", "embeddings"])
    def test_a_refused_key_is_tried_once_and_not_shown(
        self,
        endpoint: Imitation,
        made: MadeOf[M],
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        kind: str,
    ) -> None:
        monkeypatch.setenv("MARKED_KEY", KEY)
        memory = made(key_env="MARKED_KEY")
        endpoint.always[kind] = Scripted(status=401, body=f'{{"error": {{"message": "wrong key {KEY}"}}}}')
        with caplog.at_level(logging.CRITICAL), pytest.raises(BackendFailure, match="401") as caught:
            deliver(memory, messages("seat on three"))
        assert KEY not in str(caught.value)
        assert endpoint.asked[-1].headers["authorization"] == f"Bearer {KEY}"
        assert sum(asked.path.endswith("completions") == (kind == "chat") for asked in endpoint.asked) == 1

    @pytest.mark.parametrize(
        ("kind", "answer"),
        [
            ("chat", Scripted(kind="text/html", body="<html>Welcome</html>")),
            ("chat", Scripted(body="null")),
            ("embeddings", Scripted(kind="text/html", body="<html>Welcome</html>")),
            ("embeddings", Scripted(body="null")),
        ],
    )
    def test_answers_of_another_shape_are_failures_with_a_short_reason(
        self, endpoint: Imitation, made: MadeOf[M], kind: str, answer: Scripted
    ) -> None:
        reason = self.odd_completion if kind == "chat" else "another shape"
        self.fails_shortly(endpoint, made, kind, answer, reason)

    def test_an_empty_answer_of_the_model_is_a_failure(self, endpoint: Imitation, made: MadeOf[M]) -> None:
        answer = Scripted(body=json.dumps(completion(None)))
        self.fails_shortly(endpoint, made, "chat", answer, "the answer is empty")

    def fails_shortly(self, endpoint: Imitation, made: MadeOf[M], kind: str, answer: Scripted, reason: str) -> None:
        """What is stored while the endpoint answers so is a failure that says why, and does not quote all of it."""
        memory = made()
        endpoint.always[kind] = answer
        with pytest.raises(BackendFailure, match=reason) as caught:
            deliver(memory, messages("seat on three"))
        assert len(str(caught.value)) < 300

    @pytest.mark.parametrize(
        ("change", "error", "reason"),
        [
            ({"colour": "red"}, BadOption, "no option is called 'colour'"),
            ({"model": ""}, BadOption, "'model' names no model"),
            ({"base_url": "nowhere"}, BadOption, "looks like http"),
            ({"base_url": "ftp://example.org"}, BadOption, "looks like http"),
            ({"key_env": "NOT_SET_AT_ALL"}, MissingSecret, "NOT_SET_AT_ALL"),
        ],
    )
    def test_options_are_refused_by_name(
        self, made: MadeOf[M], change: dict[str, str], error: type[MemoryPackageError], reason: str
    ) -> None:
        with pytest.raises(error, match=reason):
            made(**change)

    def test_a_time_out_stores_nothing_twice(self, endpoint: Imitation, made: MadeOf[M]) -> None:
        memory = made(timeout_s="0.3")
        endpoint.script["chat"].append(Scripted(delay_s=0.8, body=json.dumps(completion("{}"))))
        deliver(memory, messages("seat on three"))
        assert (len(memory.leftovers()), len(find(memory, "seat"))) == (1, 1)

    def test_an_embedder_that_breaks_during_a_search_is_a_failure_and_no_empty_list(
        self, endpoint: Imitation, made: MadeOf[M]
    ) -> None:
        memory = made(**self.quickest)
        deliver(memory, messages("seat on three"))
        endpoint.always["embeddings"] = Scripted(status=403, body="{}")
        with pytest.raises(BackendFailure, match="search: the embedder: PermissionDenied"):
            find(memory, "seat")

    def test_nothing_leaves_the_machine(self, endpoint: Imitation, monkeypatch: pytest.MonkeyPatch) -> None:
        for variable, value in self.environment:
            monkeypatch.setenv(variable, value)
        program = f"""
from {self.kind.__module__} import {self.kind.__name__}
from memory.backend import Setup
from tests.contract_memory import deliver, find, messages
memory = {self.kind.__name__}(Setup(namespace="n1", options={endpoint.options!r}))
deliver(memory, messages("the seat heating on three"))
assert find(memory, "seat")
memory.close()
"""
        assert outward_attempts(program, without=self.unset) == []
        assert endpoint.prompts
