"""Mem0, the open-source library itself, with a model and an embedder on this machine."""

import json
import logging
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("mem0", reason="the extra mem0 is not installed")
pytest.importorskip("qdrant_client", reason="the extra mem0 is not installed")

from memory.adapters import calling
from memory.adapters.mem0 import Mem0Memory
from memory.adapters.mem0_clock import ClockReader, simulated
from memory.backend import Setup
from memory.errors import BackendFailure, BadOption, MemoryPackageError, MissingSecret
from memory.guard import Guard
from memory.instants import iso
from memory.messages import Batch, Forget, Message
from memory.position import just_after
from replay.check_memory import check_memory_factory
from replay.cli import invoke
from tests.contract_memory import HOSTILE_TEXTS, LATER, NOON_US, deliver, find, ids, message, messages
from tests.embedded_systems import MadeOf
from tests.imitation_openai import DIMS, Imitation, Scripted, completion, imitated, outward_attempts
from tests.quick_certificates import read_once

KEY = "sk-marked-31c9-77ab0e"
DAY_MIN = 24 * 60


@pytest.fixture
def endpoint() -> Iterator[Imitation]:
    with imitated() as imitation:
        yield imitation


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "FIRST_PAUSE_S", 0.001)
    read_once(monkeypatch)
    monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)


Made: TypeAlias = MadeOf[Mem0Memory]


@pytest.fixture
def made(endpoint: Imitation) -> Iterator[Made]:
    factory = MadeOf(Mem0Memory, endpoint)
    yield factory
    factory.close()


def together(memory: Mem0Memory, batch: list[Message]) -> None:
    memory.ingest(Batch(messages=tuple(batch), now=just_after(batch[-1].position)))


# What is stored, and how it is found


def test_without_a_model_each_message_is_a_hit_word_for_word_with_its_id_and_instant(made: Made) -> None:
    memory = made("Europe/Berlin", infer="false")
    deliver(memory, messages("the seat heating on three", "radio to 94.5"))
    best = find(memory, "seat heating")[0]
    assert best.text == "[2025-03-04 13:01] Ann: the seat heating on three"
    assert (best.message_ids, best.at_us, best.namespace) == (("m000001",), NOON_US + 60_000_000, "n1")


def test_without_a_model_no_chat_is_asked_and_none_need_be_named(endpoint: Imitation, made: Made) -> None:
    options = {name: value for name, value in endpoint.options.items() if name != "model"}
    memory = Mem0Memory(Setup(namespace="n1", options=options | {"infer": "false"}))
    deliver(memory, messages("the seat heating on three"))
    memory.close()
    assert endpoint.prompts == []


def test_stored_word_for_word_it_says_so_and_the_guard_lets_the_hits_pass(made: Made) -> None:
    memory = made("Asia/Tokyo", infer="false")
    guard = Guard(memory, "Asia/Tokyo", namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three", "seat off")), now=LATER))
    record = guard.search("seat", limit=5, now=LATER)
    assert (memory.capabilities.verbatim, made().capabilities.verbatim) == (True, False)
    assert (len(record.hits), record.violations, record.unverifiable) == (2, (), 0)


def test_extracted_memories_name_all_messages_of_their_batch_and_the_instant_of_the_last(made: Made) -> None:
    memory = made()
    together(memory, messages("the seat heating on three", "radio to 94.5"))
    best = find(memory, "radio")[0]
    assert best.message_ids == ("m000001", "m000002")
    assert best.at_us == NOON_US + 2 * 60_000_000


def test_a_batch_over_midnight_is_one_extraction_for_each_day_of_the_zone(endpoint: Imitation, made: Made) -> None:
    memory = made("Europe/Berlin")
    together(memory, [message(1, "late", minutes=10 * 60 + 59), message(2, "early", minutes=11 * 60)])
    observed = [prompt.rpartition("## Observation Date\n")[2][:10] for prompt in endpoint.prompts]
    current = [prompt.rpartition("## Current Date\n")[2][:10] for prompt in endpoint.prompts]
    assert observed == ["2025-03-04", "2025-03-05"]
    assert current == ["2025-03-05", "2025-03-05"]


def test_what_was_said_goes_out_in_order_with_its_local_time(endpoint: Imitation, made: Made) -> None:
    together(made("Europe/Berlin"), messages("first", "second"))
    said = re.findall(r"^user: (.*)$", endpoint.prompts[0].rpartition("## New Messages")[2], re.MULTILINE)
    assert said == ["[2025-03-04 13:01] Ann: first", "[2025-03-04 13:02] Ann: second"]


def test_at_most_limit_hits_and_none_for_a_limit_of_none_or_a_blank_query(made: Made) -> None:
    memory = made(infer="false")
    deliver(memory, messages(*(f"seat {n}" for n in range(8))))
    assert [len(find(memory, "seat", limit)) for limit in (0, 1, 5, 20)] == [0, 1, 5, 8]
    assert find(memory, " \n") == []


@pytest.mark.parametrize("query", [q for q in HOSTILE_TEXTS if len(q) < 1000])
def test_any_query_is_data(made: Made, query: str) -> None:
    memory = made(infer="false")
    deliver(memory, messages("the seat heating on three"))
    assert isinstance(find(memory, query), list)


def test_the_answer_is_kept_as_it_came(made: Made) -> None:
    memory = made(infer="false")
    deliver(memory, messages("Sitzheizung 座椅"))
    find(memory, "Sitzheizung")
    kept = json.loads(memory.raw_answer)["results"][0]
    assert kept["memory"] == "[2025-03-04 12:01] Ann: Sitzheizung 座椅"
    assert kept["created_at"] == iso(NOON_US + 60_000_000)


def test_searching_changes_nothing(made: Made) -> None:
    memory = made()
    deliver(memory, messages("seat on three", "seat off"))
    assert find(memory, "seat") == find(memory, "seat")


@pytest.mark.parametrize("infer", ["true", "false"])
def test_it_keeps_the_contract_of_all_memories(endpoint: Imitation, infer: str) -> None:
    report = check_memory_factory(Mem0Memory, options=endpoint.options | {"infer": infer}, timeout_s=30, quick=True)
    assert report.exit_code == 0, report.render()
    assert {result.verdict for result in report.results} == {"passed", "skipped"}, report.render()


def test_what_the_model_writes_is_stored_as_utf8_can_carry_it(endpoint: Imitation, made: Made) -> None:
    memory = made()
    endpoint.answer = lambda _: completion('{"memory": [{"text": "half \\ud83d of seat \\\\ud83d \\ud83d\\ude00"}]}')
    deliver(memory, messages("seat on three"))
    (hit,) = find(memory, "seat")
    assert hit.text == "half ? of seat \\ud83d 😀"
    memory.raw_answer.encode()


# No clock but the simulated one


def days_of(text: str) -> set[str]:
    return set(re.findall(r"\b20\d\d-\d\d-\d\d\b", text))


def test_no_prompt_carries_the_date_of_today(endpoint: Imitation, made: Made) -> None:
    memory = made()
    for number in range(3):
        together(memory, [message(number + 1, f"seat on {number}", minutes=number * DAY_MIN)])
    new = [prompt.rpartition("## Summary")[2] for prompt in endpoint.prompts]
    assert [max(days_of(text)) for text in new] == ["2025-03-04", "2025-03-05", "2025-03-06"]
    today = (time.strftime("%Y-%m-%d"), time.strftime("%Y-%m-%d", time.gmtime()))
    for asked in endpoint.asked:
        assert not any(day in json.dumps(asked.body) for day in today)


def test_memories_that_work_side_by_side_keep_their_own_dates(endpoint: Imitation, made: Made) -> None:
    endpoint.always["embeddings"] = Scripted(body=endpoint.respond("embeddings", {"input": ["x"]}).body, delay_s=0.01)
    memories = [made(namespace=f"n{number}") for number in range(3)]

    def work(number: int) -> None:
        for hour in range(4):
            together(memories[number], [message(hour + 1, f"car{number}", minutes=number * DAY_MIN + hour * 60)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    new = [prompt.rpartition("## Summary")[2] for prompt in endpoint.prompts]
    told = {(re.findall(r"car(\d)", text)[-1], text.rpartition("## Current Date\n")[2][:10]) for text in new}
    assert len(new) == 12
    assert told == {("0", "2025-03-04"), ("1", "2025-03-05"), ("2", "2025-03-06")}


def test_what_mem0_stamps_is_the_simulated_instant(made: Made) -> None:
    memory = made()
    together(memory, messages("seat on three"))
    stamps = [row[0] for row in memory._sql("SELECT created_at FROM messages UNION ALL SELECT created_at FROM history")]
    assert stamps == [iso(NOON_US + 60_000_000), iso(NOON_US + 60_000_000)]


def test_outside_of_a_replay_its_clock_is_the_machines() -> None:
    with simulated(NOON_US, ClockReader.now().astimezone().tzinfo or pytest.fail("no zone")):
        assert ClockReader.now().year == 2025
    assert ClockReader.now().year == int(time.strftime("%Y"))


@pytest.mark.parametrize("where", ["main", "storage"])
def test_a_mem0_that_keeps_its_clock_elsewhere_does_not_start(
    made: Made, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.delattr(f"mem0.memory.{where}.datetime")
    with pytest.raises(BackendFailure, match=rf"start: mem0\.memory\.{where} has no 'datetime': .* cannot be replaced"):
        made()


def test_two_runs_over_the_demo_are_equal_to_the_last_digit(endpoint: Imitation, tmp_path: Path, capsys: Any) -> None:
    digests = []
    for number in range(2):
        options = [part for k, v in endpoint.options.items() for part in ("--memory-option", f"{k}={v}")]
        arguments = ["run", "--memory", "mem0", *options, "--limit", "1", "--json"]
        assert invoke([*arguments, "--out", str(tmp_path / str(number))]) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1]


# Namespaces, leftovers, forgetting


def test_a_hit_from_another_namespace_is_a_violation(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = made(infer="false")
    guard = Guard(memory, namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
    found = memory._mem0.search("seat", filters={"user_id": "n1"}, top_k=5)
    found["results"][0]["user_id"] = "n2"
    monkeypatch.setattr(memory._mem0, "search", lambda *_, **__: found)
    record = guard.search("seat", limit=5, now=LATER)
    assert ([one.kind for one in record.violations], record.hits) == (["foreign_namespace"], ())


def test_a_namespace_that_mem0_refuses_goes_by_another_name_there_and_by_its_own_here(made: Made) -> None:
    odd = [made(namespace=name, infer="false") for name in ("Ann Lee", "Ann\tLee", "甲")]
    for number, memory in enumerate(odd, 1):
        deliver(memory, [message(number, "seat on three")])
    assert [[(hit.namespace, hit.message_ids) for hit in find(memory, "seat")] for memory in odd] == [
        [("Ann Lee", ("m000001",))],
        [("Ann\tLee", ("m000002",))],
        [("甲", ("m000003",))],
    ]


def test_namespaces_do_not_see_one_another(made: Made) -> None:
    first, second = made(namespace="n1", infer="false"), made(namespace="n2", infer="false")
    deliver(first, messages("seat on three"))
    assert (find(second, "seat"), second.leftovers()) == ([], [])


def test_leftovers_are_named_and_reset_removes_them(made: Made) -> None:
    memory = made()
    assert memory.leftovers() == []
    deliver(memory, messages("seat on three"))
    assert memory.leftovers() == ["[2025-03-04 12:01] Ann: seat on three"]
    memory.reset()
    assert (memory.leftovers(), find(memory, "seat"), memory._sql("SELECT * FROM messages")) == ([], [], [])


def test_forgetting_a_message_leaves_its_text_nowhere(endpoint: Imitation, made: Made) -> None:
    memory = made()
    for one in messages("the seat heating on three", "radio to 94.5"):
        together(memory, [one])
    memory.forget(Forget(message_ids=("m000001",), person="", text="Forget that."), LATER)
    assert ids(find(memory, "seat heating radio")) == ["m000002"]
    together(memory, [message(3, "and now the wiper")])
    assert "seat heating" not in endpoint.prompts[-1].rpartition("## Summary")[2]
    assert "radio to 94.5" in endpoint.prompts[-1].rpartition("## Summary")[2]
    assert "seat heating" not in str(memory._sql("SELECT * FROM history"))


def test_forgetting_by_words_means_what_that_person_said_with_all_of_them(made: Made) -> None:
    memory = made(infer="false")
    deliver(memory, [message(1, "seat on three"), message(2, "seat off", speaker="Ben"), message(3, "radio on")])
    memory.forget(Forget(message_ids=(), person="Ann", text="Please forget what I said about the seat."), LATER)
    assert sorted(ids(find(memory, "seat radio"))) == ["m000002", "m000003"]


def test_its_files_are_gone_when_it_is_closed(made: Made) -> None:
    memory = made()
    folder = memory._folder
    assert folder is not None
    assert folder.exists()
    memory.close()
    memory.close()
    assert not folder.exists()


# Trouble with the endpoints


def test_too_many_requests_are_waited_out_as_long_as_asked(endpoint: Imitation, made: Made) -> None:
    memory = made()
    endpoint.script["chat"].append(Scripted(status=429, body="{}", headers={"Retry-After": "0.05"}))
    deliver(memory, messages("seat on three"))
    assert (len(endpoint.prompts), len(find(memory, "seat")), memory.n_retries) == (2, 1, 1)


def test_an_endpoint_that_stays_broken_is_a_failure_after_five_attempts(endpoint: Imitation, made: Made) -> None:
    memory = made()
    endpoint.always["chat"] = Scripted(status=500, body='{"error": {"message": "broken"}}')
    with pytest.raises(BackendFailure, match=r"ingest: the model: InternalServerError.*\(5 attempts\)"):
        deliver(memory, messages("seat on three"))
    assert len(endpoint.prompts) == 5


@pytest.mark.parametrize("kind", ["chat", "embeddings"])
def test_a_refused_key_is_tried_once_and_not_shown(
    endpoint: Imitation, made: Made, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    monkeypatch.setenv("MARKED_KEY", KEY)
    memory = made(key_env="MARKED_KEY")
    endpoint.always[kind] = Scripted(status=401, body=f'{{"error": {{"message": "wrong key {KEY}"}}}}')
    with caplog.at_level(logging.CRITICAL), pytest.raises(BackendFailure, match="401") as caught:
        deliver(memory, messages("seat on three"))
    assert KEY not in str(caught.value)
    assert endpoint.asked[-1].headers["authorization"] == f"Bearer {KEY}"
    assert sum(asked.path.endswith("chat/completions") == (kind == "chat") for asked in endpoint.asked) == 1


def test_a_time_out_stores_nothing_twice(endpoint: Imitation, made: Made) -> None:
    memory = made(timeout_s="0.2")
    endpoint.script["chat"].append(Scripted(delay_s=0.6, body=json.dumps(completion('{"memory": []}'))))
    deliver(memory, messages("seat on three"))
    assert (len(endpoint.prompts), len(memory.leftovers())) == (2, 1)


def test_an_embedder_that_fails_while_mem0_goes_on_is_a_failure_all_the_same(endpoint: Imitation, made: Made) -> None:
    memory = made()
    good = Scripted(body=endpoint.respond("embeddings", {"input": ["x"]}).body)
    endpoint.script["embeddings"].append(good)  # for the look at what is there already
    endpoint.always["embeddings"] = Scripted(status=400, body='{"error": {"message": "too long"}}')
    with pytest.raises(BackendFailure, match=r"ingest: the embedder: BadRequestError.*too long"):
        deliver(memory, messages("seat on three"))


@pytest.mark.parametrize(
    ("kind", "answer", "reason"),
    [
        ("chat", Scripted(kind="text/html", body="<html>Welcome</html>"), "another shape"),
        ("chat", Scripted(body="null"), "another shape"),
        ("chat", Scripted(body=json.dumps(completion(None))), "the answer is empty"),
        ("chat", Scripted(body=json.dumps(completion("  "))), "the answer is empty"),
        ("chat", Scripted(body=json.dumps(completion("Nothing to see."))), "no JSON object with a list of memories"),
        ("chat", Scripted(body=json.dumps(completion('{"memory": [{"text": "cut'))), "or was cut off"),
        ("chat", Scripted(body=json.dumps(completion('{"facts": ["seat on three"]}'))), "no JSON object"),
        ("chat", Scripted(body=json.dumps(completion('{"memory": ["seat on three"]}'))), "ingest: AttributeError"),
        ("embeddings", Scripted(kind="text/html", body="<html>Welcome</html>"), "another shape"),
        ("embeddings", Scripted(body="null"), "another shape"),
        ("embeddings", Scripted(body='{"data": []}'), "another shape|No embedding"),
        ("embeddings", Scripted(body='{"data": [{"index": 0, "embedding": [0.5, 1.0]}]}'), "vectors have 2 numbers"),
        ("embeddings", Scripted(body=f'{{"data": [{{"index": 0, "embedding": {[0.5] * (DIMS - 1)}}}]}}'), "255"),
        ("embeddings", Scripted(body='{"data": [{"index": 0, "embedding": [NaN]}]}'), "no list of finite numbers"),
    ],
)
def test_answers_of_another_shape_are_failures_with_a_short_reason(
    endpoint: Imitation, made: Made, kind: str, answer: Scripted, reason: str
) -> None:
    memory = made()
    endpoint.always[kind] = answer
    with pytest.raises(BackendFailure, match=reason) as caught:
        deliver(memory, messages("seat on three"))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("frame", ["{}", "```json\n{}\n```", "Here you are: {}"])
def test_an_extraction_may_be_framed_as_mem0_itself_allows(endpoint: Imitation, made: Made, frame: str) -> None:
    memory = made()
    endpoint.answer = lambda _: completion(frame.replace("{}", '{"memory": [{"text": "seat on three"}]}'))
    deliver(memory, messages("seat on three"))
    assert memory.leftovers() == ["seat on three"]


def test_an_embedder_that_breaks_during_a_search_is_a_failure_and_no_empty_list(
    endpoint: Imitation, made: Made
) -> None:
    memory = made(infer="false")
    deliver(memory, messages("seat on three"))
    endpoint.always["embeddings"] = Scripted(status=403, body="{}")
    with pytest.raises(BackendFailure, match="search: the embedder: PermissionDenied"):
        find(memory, "seat")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"memory": None}, "hit 1 has no text"),
        ({"memory": ""}, "hit 1 has no text"),
        ({"score": None}, "hit 1 has the score None"),
        ({"score": float("nan")}, "hit 1 has the score nan"),
    ],
)
def test_a_hit_without_text_or_finite_score_is_a_failure(
    made: Made, monkeypatch: pytest.MonkeyPatch, change: dict[str, object], reason: str
) -> None:
    memory = made(infer="false")
    guard = Guard(memory, namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
    found = memory._mem0.search("seat", filters={"user_id": "n1"}, top_k=5)
    found["results"][0] |= change
    monkeypatch.setattr(memory._mem0, "search", lambda *_, **__: found)
    with pytest.raises(BackendFailure, match=reason):
        guard.search("seat", limit=5, now=LATER)


@pytest.mark.parametrize("answer", [None, [], {}, {"results": None}, {"results": ["text"]}])
def test_results_of_another_shape_are_a_failure(made: Made, monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
    memory = made(infer="false")
    monkeypatch.setattr(memory._mem0, "search", lambda *_, **__: answer)
    with pytest.raises(BackendFailure, match="search: answered"):
        find(memory, "seat")


def test_nobody_at_the_address_is_a_failure_that_stores_nothing(made: Made) -> None:
    memory = made(base_url="http://127.0.0.1:9/v1")
    with pytest.raises(BackendFailure, match=r"ingest: the embedder: APIConnectionError.*\(5 attempts\)"):
        deliver(memory, messages("seat on three"))
    assert memory.leftovers() == []


# Options


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"colour": "red"}, BadOption, "no option is called 'colour'"),
        ({"infer": "maybe"}, BadOption, "not one of true, false"),
        ({"model": ""}, BadOption, "'model' names no model"),
        ({"embedder": " "}, BadOption, "'embedder' names no model"),
        ({"base_url": "example.org/v1"}, BadOption, "looks like http"),
        ({"embedder_base_url": "http://"}, BadOption, "looks like http"),
        ({"embedder_dims": "2.5"}, BadOption, "not a whole number"),
        ({"embedder_dims": "0"}, BadOption, "above 0"),
        ({"timeout_s": "0"}, BadOption, "above 0"),
        ({"key_env": "NOT_SET_AT_ALL"}, MissingSecret, "NOT_SET_AT_ALL"),
        ({"base_url": "https://api.openai.com/v1/"}, MissingSecret, "OPENAI_API_KEY"),
    ],
)
def test_wrong_options_are_refused_by_name(
    made: Made,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, str],
    error: type[MemoryPackageError],
    reason: str,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(error, match=reason):
        made(**change)


def test_a_key_goes_to_the_endpoint_that_it_was_named_for_only(
    endpoint: Imitation, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MARKED_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-the-machines-own")
    elsewhere = endpoint.url.replace("127.0.0.1", "localhost")
    deliver(made(key_env="MARKED_KEY", embedder_base_url=elsewhere), messages("seat on three"))
    sent = {asked.path.rpartition("/")[2]: asked.headers["authorization"] for asked in endpoint.asked}
    assert sent == {"completions": f"Bearer {KEY}", "embeddings": "Bearer none"}


def test_a_variable_that_would_send_the_prompts_elsewhere_is_refused(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", KEY)
    with pytest.raises(BackendFailure, match="unset it") as caught:
        made()
    assert KEY not in str(caught.value)
    made(infer="false")


def test_nothing_leaves_the_machine(endpoint: Imitation) -> None:
    program = f"""
from memory.adapters.mem0 import Mem0Memory
from memory.backend import Setup
from tests.contract_memory import deliver, find, messages
memory = Mem0Memory(Setup(namespace="n1", options={endpoint.options!r}))
deliver(memory, messages("the seat heating on three"))
assert find(memory, "seat")
memory.close()
"""
    assert outward_attempts(program, without=("MEM0_TELEMETRY", "MEM0_DIR")) == []
    assert endpoint.prompts
