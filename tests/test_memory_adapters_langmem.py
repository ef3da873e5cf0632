"""LangMem itself, over its in-memory store, with a model and an embedder on this machine."""

import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langmem", reason="the extra langmem is not installed")
pytest.importorskip("langchain_openai", reason="the extra langmem is not installed")

from memory.adapters import calling
from memory.adapters.at_work import at_work
from memory.adapters.langmem import LangMemMemory
from memory.backend import Setup
from memory.errors import BackendFailure, BadOption, MemoryPackageError, MissingSecret
from memory.guard import Guard
from memory.messages import Batch, Forget, Message
from memory.position import just_after
from replay.check_memory import check_memory_factory
from replay.cli import invoke
from tests.contract_memory import HOSTILE_TEXTS, LATER, deliver, find, message, messages
from tests.imitation_openai import Imitation, Scripted, completion, default_answer, imitated, outward_attempts
from tests.quick_certificates import read_once

KEY = "sk-marked-40d2-1be7c3"


@pytest.fixture
def endpoint() -> Iterator[Imitation]:
    with imitated() as imitation:
        yield imitation


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "FIRST_PAUSE_S", 0.001)
    read_once(monkeypatch)


def made(endpoint: Imitation, zone: str = "UTC", namespace: str = "n1", **options: str) -> LangMemMemory:
    return LangMemMemory(Setup(namespace=namespace, zone=zone, options=endpoint.options | options))


def together(memory: LangMemMemory, batch: list[Message]) -> None:
    memory.ingest(Batch(messages=tuple(batch), now=just_after(batch[-1].position)))


def texts(memory: LangMemMemory, query: str) -> list[str]:
    return [hit.text for hit in find(memory, query)]


# What is stored, and how it is found


def test_a_hit_names_the_messages_of_the_batch_that_it_was_written_from(endpoint: Imitation) -> None:
    memory = made(endpoint)
    together(memory, messages("the seat heating on three", "radio to 94.5"))
    together(memory, [message(3, "wiper fast")])
    assert find(memory, "wiper fast")[0].message_ids == ("m000003",)
    best = find(memory, "seat heating")[0]
    assert best.text == "[2025-03-04 12:01] Ann: the seat heating on three"
    assert (best.message_ids, best.at_us, best.namespace) == (("m000001", "m000002"), None, "n1")


def test_a_memory_that_is_rewritten_names_the_messages_of_both_batches(endpoint: Imitation) -> None:
    memory = made(endpoint)
    together(memory, [message(1, "the seat heating on three")])
    (key,) = memory._sources
    with at_work(LATER):
        shown_id = memory._manager._stable_id(memory._store.get(("n1",), key))
    patch = {
        "json_doc_id": shown_id,
        "planned_edits": "the level",
        "patches": [{"op": "replace", "path": "/content", "value": "seat heating on two"}],
    }
    endpoint.answer = lambda _: completion(None, [("PatchDoc", patch)])
    together(memory, [message(2, "no, on two")])
    (hit,) = find(memory, "seat heating")
    assert (hit.text, hit.message_ids) == ("seat heating on two", ("m000001", "m000002"))


def test_what_was_said_goes_out_in_order_with_its_local_time(endpoint: Imitation) -> None:
    together(made(endpoint, "Europe/Berlin"), messages("first", "second"))
    assert "[2025-03-04 13:01] Ann: first\n[2025-03-04 13:02] Ann: second" in endpoint.prompts[0]


def test_a_model_that_has_nothing_to_write_down_leaves_nothing(endpoint: Imitation) -> None:
    memory = made(endpoint)
    endpoint.answer = lambda _: completion("Nothing new.")
    together(memory, messages("hm"))
    assert (memory.leftovers(), find(memory, "hm")) == ([], [])


def test_an_empty_batch_asks_nobody(endpoint: Imitation) -> None:
    deliver(made(endpoint), [])
    assert endpoint.asked == []


def test_at_most_limit_hits_and_none_for_a_limit_of_none_or_a_blank_query(endpoint: Imitation) -> None:
    memory = made(endpoint)
    together(memory, messages(*(f"seat {n}" for n in range(8))))
    assert [len(find(memory, "seat", limit)) for limit in (0, 1, 5, 20)] == [0, 1, 5, 8]
    assert find(memory, " \n") == []


def test_ties_keep_the_order_in_which_they_were_said(endpoint: Imitation) -> None:
    memory = made(endpoint)
    together(memory, messages(*(f"seat {word}" for word in ("a", "b", "c", "d", "e"))))
    said = [text[-1] for text in texts(memory, "nothing alike")]
    assert said == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize("query", [q for q in HOSTILE_TEXTS if len(q) < 1000])
def test_any_query_is_data(endpoint: Imitation, query: str) -> None:
    memory = made(endpoint)
    deliver(memory, messages("the seat heating on three"))
    assert isinstance(find(memory, query), list)


def test_the_answer_is_kept_as_it_came(endpoint: Imitation) -> None:
    memory = made(endpoint)
    deliver(memory, messages("Sitzheizung 座椅"))
    find(memory, "Sitzheizung")
    assert json.loads(memory.raw_answer)[0]["value"]["content"]["content"] == "[2025-03-04 12:01] Ann: Sitzheizung 座椅"


def test_it_keeps_the_contract_of_all_memories(endpoint: Imitation) -> None:
    report = check_memory_factory(LangMemMemory, options=endpoint.options, timeout_s=30, quick=True)
    assert report.exit_code == 0, report.render()
    assert {result.verdict for result in report.results} == {"passed", "skipped"}, report.render()


def test_what_the_model_writes_is_stored_as_utf8_can_carry_it(endpoint: Imitation) -> None:
    memory = made(endpoint, namespace="Ann. Lee")
    endpoint.answer = lambda _: completion(None, [("Memory", {"content": "half \ud83d of seat 😀"})])
    deliver(memory, messages("seat on three"))
    (hit,) = find(memory, "seat")
    assert (hit.text, hit.namespace) == ("half ? of seat 😀", "Ann. Lee")
    memory.raw_answer.encode()


# No clock and no chance


def test_no_request_carries_the_date_of_today(endpoint: Imitation) -> None:
    memory = made(endpoint)
    for number in range(3):
        together(memory, [message(number + 1, f"seat on {number}", minutes=number * 24 * 60)])
    find(memory, "seat")
    today = (time.strftime("%Y-%m-%d"), time.strftime("%Y-%m-%d", time.gmtime()))
    for asked in endpoint.asked:
        assert not any(day in json.dumps(asked.body) for day in today)


def test_a_langmem_that_makes_its_ids_elsewhere_does_not_start(
    endpoint: Imitation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("langmem.knowledge.extraction.uuid")
    with pytest.raises(BackendFailure, match=r"start: langmem\.knowledge\.extraction has no 'uuid': .* replaced"):
        made(endpoint)


def test_equal_runs_send_equal_prompts_whatever_the_namespace(endpoint: Imitation) -> None:
    for namespace in ("n1", "n2"):
        memory = made(endpoint, namespace=namespace)
        together(memory, messages("seat on three", "radio on"))
        together(memory, [message(3, "seat off")])
    first, second, third, fourth = endpoint.prompts
    assert (first, second) == (third, fourth)
    assert first.count("<session_") == 1
    assert first != second


def test_two_runs_over_the_demo_are_equal_to_the_last_digit(endpoint: Imitation, tmp_path: Path, capsys: Any) -> None:
    digests = []
    for number in range(2):
        options = [part for k, v in endpoint.options.items() for part in ("--memory-option", f"{k}={v}")]
        arguments = ["run", "--memory", "langmem", *options, "--limit", "1", "--json"]
        assert invoke([*arguments, "--out", str(tmp_path / str(number))]) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1]


# Namespaces, leftovers, forgetting


def test_a_hit_from_another_namespace_is_a_violation(endpoint: Imitation, monkeypatch: pytest.MonkeyPatch) -> None:
    memory, other = made(endpoint), made(endpoint, namespace="n2")
    guard = Guard(memory, namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
    deliver(other, messages("seat on three"))
    theirs = other._store.search(("n2",), query="seat")
    monkeypatch.setattr(type(memory._store), "search", lambda *_, **__: theirs)
    record = guard.search("seat", limit=5, now=LATER)
    assert ([one.kind for one in record.violations], record.hits) == (["foreign_namespace"], ())


def test_leftovers_are_named_and_reset_removes_them(endpoint: Imitation) -> None:
    memory = made(endpoint)
    assert memory.leftovers() == []
    deliver(memory, messages("seat on three"))
    assert memory.leftovers() == ["[2025-03-04 12:01] Ann: seat on three"]
    memory.reset()
    assert (memory.leftovers(), find(memory, "seat")) == ([], [])


def test_forgetting_a_message_removes_what_was_made_from_it(endpoint: Imitation) -> None:
    memory = made(endpoint)
    for one in messages("the seat heating on three", "radio to 94.5"):
        together(memory, [one])
    memory.forget(Forget(message_ids=("m000001",), person="", text="Forget that."), LATER)
    assert texts(memory, "seat heating radio") == ["[2025-03-04 12:02] Ann: radio to 94.5"]
    together(memory, [message(3, "and now the wiper")])
    assert "seat heating" not in endpoint.prompts[-1]


def test_forgetting_by_words_means_what_that_person_said_with_all_of_them(endpoint: Imitation) -> None:
    memory = made(endpoint)
    for one in (message(1, "seat on three"), message(2, "seat off", speaker="Ben"), message(3, "radio on")):
        together(memory, [one])
    memory.forget(Forget(message_ids=(), person="Ann", text="Please forget what I said about the seat."), LATER)
    assert sorted(text[-8:] for text in texts(memory, "seat radio")) == ["radio on", "seat off"]


# Trouble with the endpoints


def test_too_many_requests_are_waited_out(endpoint: Imitation) -> None:
    memory = made(endpoint)
    endpoint.script["chat"].append(Scripted(status=429, body="{}", headers={"Retry-After": "0.05"}))
    deliver(memory, messages("seat on three"))
    assert (len(endpoint.prompts), len(find(memory, "seat")), memory.n_retries) == (2, 1, 1)


def test_an_endpoint_that_stays_broken_is_a_failure_after_five_attempts(endpoint: Imitation) -> None:
    memory = made(endpoint)
    endpoint.always["chat"] = Scripted(status=500, body='{"error": {"message": "broken"}}')
    with pytest.raises(BackendFailure, match=r"ingest: the model: .*broken \(5 attempts\)"):
        deliver(memory, messages("seat on three"))
    assert len(endpoint.prompts) == 5


@pytest.mark.parametrize("kind", ["chat", "embeddings"])
def test_a_refused_key_is_tried_once_and_not_shown(
    endpoint: Imitation, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("MARKED_KEY", KEY)
    memory = made(endpoint, key_env="MARKED_KEY")
    endpoint.always[kind] = Scripted(status=401, body=f'{{"error": {{"message": "wrong key {KEY}"}}}}')
    with pytest.raises(BackendFailure, match="401") as caught:
        deliver(memory, messages("seat on three"))
    assert KEY not in str(caught.value)
    assert endpoint.asked[-1].headers["authorization"] == f"Bearer {KEY}"
    assert sum(asked.path.endswith("completions") == (kind == "chat") for asked in endpoint.asked) == 1


def test_a_time_out_stores_nothing_twice(endpoint: Imitation) -> None:
    memory = made(endpoint, timeout_s="0.2")
    endpoint.script["chat"].append(Scripted(delay_s=0.6, body=json.dumps(completion("late"))))
    deliver(memory, messages("seat on three"))
    assert (len(endpoint.prompts), len(memory.leftovers())) == (2, 1)


def test_a_write_that_langmem_loses_in_silence_is_a_failure(endpoint: Imitation) -> None:
    memory = made(endpoint)
    deliver(memory, messages("radio on"))

    def answer_once(body: Mapping[str, Any]) -> dict[str, Any]:
        endpoint.always["embeddings"] = Scripted(status=400, body='{"error": {"message": "too long"}}')
        return default_answer(body)

    endpoint.answer = answer_once
    with pytest.raises(BackendFailure, match=r"ingest: the embedder: BadRequestError.*too long"):
        deliver(memory, [message(2, "seat on three")])


@pytest.mark.parametrize(
    ("kind", "answer", "reason"),
    [
        ("chat", Scripted(kind="text/html", body="<html>Welcome</html>"), "ingest: the model: "),
        ("chat", Scripted(body="null"), "ingest: the model: "),
        ("chat", Scripted(body='{"choices": null}'), "ingest: the model: "),
        ("chat", Scripted(body=json.dumps(completion(None))), "the answer is empty"),
        ("embeddings", Scripted(kind="text/html", body="<html>Welcome</html>"), "another shape"),
        ("embeddings", Scripted(body="null"), "another shape"),
        ("embeddings", Scripted(body='{"data": [{"index": 0, "embedding": [0.5, 1.0]}]}'), "vectors have 2 numbers"),
        ("embeddings", Scripted(body='{"data": [{"index": 0, "embedding": [NaN]}]}'), "no list of finite numbers"),
    ],
)
def test_answers_of_another_shape_are_failures_with_a_short_reason(
    endpoint: Imitation, kind: str, answer: Scripted, reason: str
) -> None:
    memory = made(endpoint)
    endpoint.always[kind] = answer
    with pytest.raises(BackendFailure, match=reason) as caught:
        deliver(memory, messages("seat on three"))
    assert len(str(caught.value)) < 300


def test_an_embedder_that_breaks_during_a_search_is_a_failure_and_no_empty_list(endpoint: Imitation) -> None:
    memory = made(endpoint)
    deliver(memory, messages("seat on three"))
    endpoint.always["embeddings"] = Scripted(status=403, body="{}")
    with pytest.raises(BackendFailure, match="search: the embedder: PermissionDenied"):
        find(memory, "seat")


@pytest.mark.parametrize(
    ("value", "score", "reason"),
    [
        ({"kind": "Memory", "content": {"content": ""}}, 0.5, "memory 1 has no text"),
        ({"kind": "Memory", "content": None}, 0.5, "memory 1 has no text"),
        ({}, 0.5, "memory 1 has no text"),
        ({"kind": "Memory", "content": {"content": "x"}}, None, "hit 1 has the score None"),
        ({"kind": "Memory", "content": {"content": "x"}}, float("nan"), "hit 1 has the score nan"),
    ],
)
def test_a_hit_without_text_or_finite_score_is_a_failure(
    endpoint: Imitation, monkeypatch: pytest.MonkeyPatch, value: object, score: object, reason: str
) -> None:
    memory = made(endpoint)
    guard = Guard(memory, namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
    (item,) = memory._store.search(("n1",), query="seat")
    item.value, item.score = value, score
    monkeypatch.setattr(type(memory._store), "search", lambda *_, **__: [item])
    with pytest.raises(BackendFailure, match=reason):
        guard.search("seat", limit=5, now=LATER)


def test_nobody_at_the_address_is_a_failure(endpoint: Imitation) -> None:
    memory = made(endpoint, base_url="http://127.0.0.1:9/v1", embedder_base_url=endpoint.url)
    with pytest.raises(BackendFailure, match=r"ingest: the model: .*Connection error.*\(5 attempts\)"):
        deliver(memory, messages("seat on three"))


# Options


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"infer": "true"}, BadOption, "no option is called 'infer'"),
        ({"query_limit": "3"}, BadOption, "above 3"),
        ({"model": ""}, BadOption, "'model' names no model"),
        ({"base_url": "ftp://example.org"}, BadOption, "looks like http"),
        ({"key_env": "NOT_SET_AT_ALL"}, MissingSecret, "NOT_SET_AT_ALL"),
    ],
)
def test_wrong_options_are_refused_by_name(
    endpoint: Imitation, change: dict[str, str], error: type[MemoryPackageError], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        made(endpoint, **change)


def test_nothing_leaves_the_machine_even_where_tracing_is_on(
    endpoint: Imitation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
        monkeypatch.setenv(name, "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", KEY)
    program = f"""
from memory.adapters.at_work import at_work
from memory.adapters.langmem import LangMemMemory
from memory.backend import Setup
from tests.contract_memory import deliver, find, messages
memory = LangMemMemory(Setup(namespace="n1", options={endpoint.options!r}))
deliver(memory, messages("the seat heating on three"))
assert find(memory, "seat")
memory.close()
"""
    assert outward_attempts(program) == []
    assert endpoint.prompts
