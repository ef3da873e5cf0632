"""What every adapter of a served system must keep: subclass `ServedContract`, name it `Test...`."""

import json
import math
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest

from memory.adapters.adapter import Adapter
from memory.backend import MemoryBackend, Setup
from memory.errors import BackendFailure, BadOption, MissingSecret
from memory.guard import Guard
from memory.messages import Batch, Forget, Message
from memory.position import Position, just_after
from memory.registry import import_callable
from replay.run import Request, prepare, run
from tests.contract_memory import HOSTILE_TEXTS, LATER, NOON_US, message, messages
from tests.imitation_serving import HTML, KEY, Imitation, Says, serving

NAMESPACE = "pastlane-0123456789abcdef"
ZONE = "Europe/Berlin"
"""One hour ahead of UTC at NOON_US."""
NOON = "2025-03-04T13:00:00+01:00"
KEY_ENV = "SERVED_TEST_KEY"
QUICK_S = "0.5"
"""A time-out for tests that wait for one."""
TOO_LATE_S = 1.2


def batch(*told: Message) -> Batch:
    """What is delivered right after its last message."""
    return Batch(messages=told, now=just_after(told[-1].position))


class ServedContract:
    """The tests; a subclass says which system, and what its answers look like."""

    row: ClassVar[Adapter]
    add: ClassVar[str]
    """`METHOD /path` of what stores messages, as a pattern; likewise the others."""
    search: ClassVar[str]
    status: ClassVar[str]
    n_requests_a_message: ClassVar[int] = 1

    def imitation(self, **behaviour: Any) -> Imitation:
        raise NotImplementedError

    def found(self, text: object, score: object) -> dict[str, Any]:
        """An answer to a search with one hit; without a text where it is None."""
        raise NotImplementedError

    def texts_told(self, imitation: Imitation) -> list[str]:
        """What the imitation was told and keeps, in order."""
        raise NotImplementedError

    def leave(self, imitation: Imitation, text: str) -> None:
        """Put a text there that an earlier run might have left."""
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def surroundings(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """A key, and no way to anything but this machine."""
        monkeypatch.setenv(KEY_ENV, KEY)
        strangers: list[object] = []
        connect = socket.socket.connect

        def only_here(self: socket.socket, address: Any) -> None:
            if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1"):
                strangers.append(address)
                raise ConnectionRefusedError("tests stay on this machine")
            connect(self, address)

        monkeypatch.setattr(socket.socket, "connect", only_here)
        yield
        assert strangers == []

    def make(self, url: str, **options: str) -> MemoryBackend:
        """The adapter at `url`; its pauses are kept in `pauses` and not taken."""
        given = {"url": url, "key_env": KEY_ENV, "timeout_s": "5", **options}
        memory: MemoryBackend = import_callable(self.row.target)(Setup(namespace=NAMESPACE, zone=ZONE, options=given))
        self.pauses: list[float] = []
        memory._caller._sleep = self.pauses.append  # type: ignore[attr-defined]
        return memory

    @contextmanager
    def at_work(self, imitation: Imitation, **options: str) -> Iterator[MemoryBackend]:
        """A memory of this imitation."""
        with serving(imitation) as url:
            memory = self.make(url, **options)
            yield memory
            memory.close()

    def test_the_row_names_the_class_and_its_options(self) -> None:
        assert import_callable(self.row.target).capabilities == self.row.capabilities  # type: ignore[attr-defined]
        assert {"url", "key_env", "timeout_s"} <= set(self.row.options)

    def test_every_option_is_documented(self) -> None:
        documentation = import_callable(self.row.target).__doc__ or ""
        assert [option for option in self.row.options if f"`{option}`" not in documentation] == []

    def test_what_was_told_is_found_once_it_is_settled(self) -> None:
        with self.at_work(self.imitation()) as memory:
            assert memory.leftovers() == []
            memory.ingest(batch(*messages("the seat is warm", "the roof is open", "it rains")))
            memory.settle(5)
            hits = memory.search("is the roof open", limit=2, now=LATER)
        assert "the roof is open" in hits[0].text
        assert len(hits) == 2
        assert hits[0].score > hits[1].score
        if self.row.capabilities.source_ids:
            assert [hit.message_ids for hit in hits] == [("m000002",), ("m000001",)]

    def test_messages_arrive_in_order_and_blank_ones_do_not(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("one", " ", "two")))
            memory.ingest(batch(message(9, "three")))
        assert [text.removeprefix("Ann: ") for text in self.texts_told(imitation)] == ["one", "two", "three"]

    def test_settling_waits_as_the_system_reports(self) -> None:
        imitation = self.imitation(n_polls=3)
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            assert memory.search("seat", limit=1, now=LATER) == []
            memory.settle(5)
            assert len(memory.search("seat", limit=1, now=LATER)) == 1
            n_looks = len(imitation.at(self.status))
            memory.settle(5)
        assert n_looks >= 4

    def test_settling_that_takes_too_long_is_a_time_out(self) -> None:
        with self.at_work(self.imitation(n_polls=10_000)) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            with pytest.raises(TimeoutError, match=r"after 0\.1 s"):
                memory.settle(0.1)

    def test_what_the_system_could_not_process_is_a_failure(self) -> None:
        ends = "FAILED" if self.row.extra == "mem0" else "failed"
        with self.at_work(self.imitation(ends=ends)) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            with pytest.raises(BackendFailure, match=r"settle: .*(?i:failed)"):
                memory.settle(5)

    def test_too_many_requests_are_waited_for_as_asked(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(self.add, Says(status=429, headers={"Retry-After": "7"}))
            memory.ingest(batch(*messages("the seat is warm")))
        assert self.pauses == [7.0]
        assert len(self.texts_told(imitation)) == 1

    @pytest.mark.parametrize("stage", ["add", "search"])
    def test_a_server_that_stays_broken_is_asked_five_times(self, stage: str) -> None:
        imitation = self.imitation()
        pattern = self.add if stage == "add" else self.search
        with self.at_work(imitation) as memory:
            imitation.misbehave(pattern, *[Says(status=503, value={"detail": "busy"})] * 9)
            told = batch(*messages("the seat is warm"))
            with pytest.raises(BackendFailure, match="5 attempts"):
                _ = memory.ingest(told) if stage == "add" else memory.search("seat", limit=1, now=LATER)
        assert len(imitation.at(pattern)) == 5
        assert self.pauses == [0.25, 0.5, 1.0, 2.0]

    def test_a_refused_key_is_a_failure_at_once_that_does_not_show_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(KEY_ENV, "wrong-" + KEY)
        imitation = self.imitation()
        with serving(imitation) as url, pytest.raises(BackendFailure, match="start: ") as caught:
            self.make(url).leftovers()
        assert len(imitation.asked) == 1
        assert KEY not in str(caught.value)

    def test_a_missing_key_is_told_by_the_name_of_its_variable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(KEY_ENV)
        with pytest.raises(MissingSecret, match=KEY_ENV):
            self.make("http://127.0.0.1:9")

    @pytest.mark.parametrize("options", [{"colour": "red"}, {"url": "somewhere"}, {"timeout_s": "0"}])
    def test_options_are_checked(self, options: dict[str, str]) -> None:
        with pytest.raises(BadOption):
            self.make(**{"url": "http://127.0.0.1:9", **options})

    def test_nobody_at_the_address_is_a_failure(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("memory.adapters.calling.FIRST_PAUSE_S", 0.001)
        monkeypatch.setattr("memory.adapters.calling.LONGEST_PAUSE_S", 0.001)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(BackendFailure, match=r"start: .*5 attempts"):
            self.make(url).leftovers()

    def test_another_server_at_the_address_is_a_failure(self) -> None:
        class Elsewhere(Imitation):
            def is_allowed(self, asked: Any) -> bool:
                return True

            def answer(self, asked: Any) -> Says:
                return HTML

        with serving(Elsewhere()) as url, pytest.raises(BackendFailure, match="start: "):
            self.make(url).leftovers()

    def test_an_add_that_is_never_answered_is_stored_at_most_once(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            imitation.misbehave(self.add, Says(delay_s=TOO_LATE_S, carries_out=True))
            with suppress(BackendFailure):
                memory.ingest(batch(*messages("the seat is warm")))
                memory.settle(5)
                assert len(memory.search("seat", limit=1, now=LATER)) == 1
        assert len(imitation.at(self.add)) == 1
        assert len(self.texts_told(imitation)) == 1

    def test_a_search_that_hangs_is_tried_again(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(5)
            imitation.misbehave(self.search, Says(delay_s=TOO_LATE_S))
            assert len(memory.search("seat", limit=1, now=LATER)) == 1

    @pytest.mark.parametrize("wrong", ["html", "null", "list", "empty", "no text", "blank text", "NaN", "no score"])
    def test_an_answer_of_another_shape_is_a_failure(self, wrong: str) -> None:
        says = {
            "html": HTML,
            "null": Says(value=None),
            "list": Says(value=[]),
            "empty": Says(value={}),
            "no text": Says(value=self.found(None, 0.5)),
            "blank text": Says(value=self.found("", 0.5)),
            "NaN": Says(text=json.dumps(self.found("the seat is warm", math.nan))),
            "no score": Says(value=self.found("the seat is warm", None)),
        }[wrong]
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(self.search, says)
            with pytest.raises(BackendFailure, match="search: ") as caught:
                memory.search("seat", limit=1, now=LATER)
        assert len(imitation.at(self.search)) == 1
        assert "Traceback" not in str(caught.value)
        assert len(str(caught.value)) < 300

    @pytest.mark.parametrize("says", [HTML, Says(value=None), Says(value=[]), Says(value={})])
    def test_an_add_that_is_answered_strangely_is_a_failure_and_not_sent_again(self, says: Says) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(self.add, says)
            with pytest.raises(BackendFailure, match="ingest: "):
                memory.ingest(batch(*messages("the seat is warm")))
        assert len(imitation.at(self.add)) == 1

    def test_the_raw_answer_is_kept_without_the_key(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(
                self.search, Says(value={**self.found("the seat is warm", 0.5), "echo": f"Token {KEY}"})
            )
            hits = memory.search("seat", limit=1, now=LATER)
            assert [hit.text for hit in hits] == ["the seat is warm"]
            assert json.loads(memory.raw_answer)["echo"] == "Token [key]"
            memory.search("", limit=1, now=LATER)
            assert memory.raw_answer == ""

    def test_leftovers_are_told_and_a_reset_removes_them(self) -> None:
        imitation = self.imitation()
        self.leave(imitation, "from an earlier run")
        with self.at_work(imitation) as memory:
            assert len(memory.leftovers()) == 1
            memory.reset()
            assert memory.leftovers() == []
            memory.reset()

    def test_any_text_is_data(self) -> None:
        imitation = self.imitation()
        texts = [text for text in HOSTILE_TEXTS if len(text) < 1000] + ["a&b=c#d?e%20f+g", "https://example.org/x"]
        with self.at_work(imitation) as memory:
            told = [message(number, text) for number, text in enumerate(texts, 1)]
            memory.ingest(batch(*told))
            memory.settle(5)
            for text in texts:
                memory.search(text, limit=3, now=LATER)
            n_asked = len(imitation.asked)
            for text in ("", " \n", "?!"):
                assert memory.search(text, limit=3, now=LATER) == []
            assert memory.search("seat", limit=0, now=LATER) == []
        assert len(imitation.asked) == n_asked
        assert len(self.texts_told(imitation)) == sum(bool(text.strip()) for text in texts)

    def test_what_is_asked_to_be_forgotten_is_gone(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm", "the seat is red", "the roof is open")))
            memory.settle(5)
            memory.forget(Forget(message_ids=("m000002", "m000999"), person="", text=""), LATER)
            seats = [hit.text for hit in memory.search("seat", limit=5, now=LATER)]
            memory.forget(Forget(message_ids=(), person="Ann", text="forget the roof, please"), LATER)
            roofs = memory.search("roof", limit=5, now=LATER)
        if self.row.capabilities.forgets:
            assert [text.removeprefix("Ann: ") for text in seats] == ["the seat is warm"]
            assert roofs == []
        else:
            assert len(seats) == 2

    def test_the_guard_finds_nothing_wrong_with_what_was_delivered(self) -> None:
        with self.at_work(self.imitation()) as memory:
            guard = Guard(memory, ZONE, namespace=NAMESPACE)
            told = messages("the seat is warm", "the roof is open")
            assert guard.search("seat", limit=3, now=Position(NOON_US, 0)).hits == ()
            guard.ingest(batch(*told))
            guard.settle(5)
            record = guard.search("seat", limit=3, now=LATER)
        assert len(record.hits) == 1
        assert record.violations == ()
        assert record.unverifiable == (0 if self.row.capabilities.source_ids else 1)

    def test_the_demo_runs_through(self, tmp_path: Path) -> None:
        imitation = self.imitation()
        with serving(imitation) as url:
            request = Request(
                memory=self.row.target,
                limit=1,
                memory_options={"url": url, "key_env": KEY_ENV},
            )
            outcome = run(prepare(request), tmp_path / "run")
        assert outcome.metric["failures"] == 0
        assert outcome.metric["leakage"]["violations"] == 0
        assert self.texts_told(imitation)
