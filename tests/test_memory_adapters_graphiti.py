"""Graphiti itself, over an embedded Kuzu, with a model and an embedder on this machine."""

import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("httpx", reason="the extra graphiti is not installed")
pytest.importorskip("kuzu", reason="the extra graphiti is not installed")
pytest.importorskip("graphiti_core", reason="the extra graphiti is not installed")

import graphiti_core.nodes

from memory.adapters import calling
from memory.adapters.graphiti import GraphitiMemory
from memory.errors import BackendFailure, BadOption, MemoryPackageError, MissingSecret
from memory.guard import Guard
from memory.messages import Batch, Forget
from replay.check_memory import check_memory_factory
from replay.cli import invoke
from tests.contract_memory import HOSTILE_TEXTS, LATER, NOON_US, deliver, find, message, messages
from tests.embedded_systems import MadeOf
from tests.imitation_openai import Imitation, Scripted, completion, default_answer, imitated, outward_attempts
from tests.quick_certificates import read_once

KEY = "sk-marked-5a07-c3318d"


@pytest.fixture
def endpoint() -> Iterator[Imitation]:
    with imitated() as imitation:
        yield imitation


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling, "FIRST_PAUSE_S", 0.001)
    read_once(monkeypatch)


Made: TypeAlias = MadeOf[GraphitiMemory]


@pytest.fixture
def made(endpoint: Imitation) -> Iterator[Made]:
    factory = MadeOf(GraphitiMemory, endpoint)
    yield factory
    factory.close()


def schemas(endpoint: Imitation) -> list[str]:
    """What the model was asked for, in order."""
    formats = [asked.body["response_format"] for asked in endpoint.asked if "response_format" in asked.body]
    return [one["json_schema"]["name"] for one in formats]


def texts(memory: GraphitiMemory, query: str) -> list[str]:
    return [hit.text for hit in find(memory, query)]


# What is stored, and how it is found


def test_a_fact_names_its_message_the_time_from_which_it_holds_and_its_namespace(made: Made) -> None:
    memory = made("Europe/Berlin")
    deliver(memory, messages("the seat heating on three", "radio to 94.5"))
    best = find(memory, "seat heating")[0]
    assert best.text == "[2025-03-04 13:01] Ann has the seat heating on three"
    assert (best.message_ids, best.at_us, best.namespace) == (("m000001",), NOON_US + 60_000_000, "n1")


def test_a_fact_that_was_said_twice_names_both_messages(endpoint: Imitation, made: Made) -> None:
    memory = made()
    deliver(memory, [message(1, "the seat heating")])
    deliver(memory, [message(2, "the seat heating")])
    (hit,) = find(memory, "seat heating")
    assert hit.message_ids == ("m000001", "m000002")


def test_a_fact_that_no_longer_holds_says_until_when(endpoint: Imitation, made: Made) -> None:
    def contradicted(body: Mapping[str, Any]) -> dict[str, Any]:
        wanted = body.get("response_format", {}).get("json_schema", {}).get("name")
        if wanted == "EdgeDuplicate":
            return completion(json.dumps({"duplicate_facts": [], "contradicted_facts": [0]}))
        return default_answer(body)

    memory = made()
    deliver(memory, [message(1, "seat on three")])
    endpoint.answer = contradicted
    deliver(memory, [message(2, "seat on one")])
    assert sorted(texts(memory, "seat")) == [
        "[2025-03-04 12:01] Ann has seat on three (until 2025-03-04 12:02)",
        "[2025-03-04 12:02] Ann has seat on one",
    ]


def test_the_guard_lets_facts_pass_that_were_stored_at_the_very_cutoff(made: Made) -> None:
    guard = Guard(made(), namespace="n1")
    one = message(1, "seat on three")
    guard.ingest(Batch(messages=(one,), now=LATER))
    record = guard.search("seat", limit=5, now=LATER)
    assert ([hit.message_ids for hit in record.hits], record.violations) == ([("m000001",)], ())


def test_at_most_limit_hits_and_none_for_a_limit_of_none_or_a_blank_query(made: Made) -> None:
    memory = made()
    deliver(memory, messages(*(f"seat {n}" for n in range(8))))
    assert [len(find(memory, "seat", limit)) for limit in (0, 1, 5, 20)] == [0, 1, 5, 8]
    assert find(memory, " \n") == []


def test_any_query_is_data(made: Made) -> None:
    memory = made()
    deliver(memory, messages("the seat heating on three"))
    for query in HOSTILE_TEXTS:
        if len(query) < 1000:
            assert isinstance(find(memory, query), list)


def test_the_answer_is_kept_as_it_came_without_vectors(made: Made) -> None:
    memory = made()
    deliver(memory, messages("Sitzheizung 座椅"))
    find(memory, "Sitzheizung")
    kept = json.loads(memory.raw_answer)
    assert kept["edges"][0]["fact"] == "Ann has Sitzheizung 座椅"
    assert "fact_embedding" not in kept["edges"][0]
    assert len(kept["scores"]) == 1


def test_it_keeps_the_contract_of_all_memories(endpoint: Imitation) -> None:
    report = check_memory_factory(GraphitiMemory, options=endpoint.options, timeout_s=60, quick=True)
    assert report.exit_code == 0, report.render()
    assert {result.verdict for result in report.results} == {"passed", "skipped"}, report.render()


def test_what_the_model_writes_is_stored_as_utf8_can_carry_it(endpoint: Imitation, made: Made) -> None:
    def halved(body: Mapping[str, Any]) -> dict[str, Any]:
        answer = default_answer(body)
        said = answer["choices"][0]["message"]
        said["content"] = said["content"].replace("has seat", "has \\ud83d seat")
        return answer

    memory = made(namespace="Ann Lee")
    endpoint.answer = halved
    deliver(memory, messages("seat on three"))
    (hit,) = find(memory, "seat")
    assert (hit.text, hit.namespace) == ("[2025-03-04 12:01] Ann has ? seat on three", "Ann Lee")
    memory.raw_answer.encode()


# No clock and no chance


def test_each_message_is_an_episode_with_its_instant_as_reference_time(endpoint: Imitation, made: Made) -> None:
    deliver(made(), messages("seat on three", "radio on"))
    asked = [prompt for prompt in endpoint.prompts if "<REFERENCE_TIME>" in prompt]
    times = [prompt.rpartition("<REFERENCE_TIME>\n")[2][:25] for prompt in asked]
    assert times == ["2025-03-04 12:01:00+00:00", "2025-03-04 12:02:00+00:00"]


def test_no_request_and_no_record_carries_the_date_of_today(endpoint: Imitation, made: Made) -> None:
    memory = made()
    for number in range(3):
        deliver(memory, [message(number + 1, f"seat on {number}", minutes=number * 24 * 60)])
    find(memory, "seat")
    today = (time.strftime("%Y-%m-%d"), time.strftime("%Y-%m-%d", time.gmtime()))
    for text in (memory.raw_answer, *(json.dumps(asked.body) for asked in endpoint.asked)):
        assert not any(day in text for day in today)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("utils.datetime_utils", "utc_now"),
        ("nodes", "utc_now"),
        ("utils.maintenance.edge_operations", "utc_now"),
        ("nodes", "uuid4"),
        ("graphiti", "uuid4"),
    ],
)
def test_a_graphiti_that_keeps_its_clock_or_makes_its_ids_elsewhere_does_not_start(
    made: Made, monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    monkeypatch.delitem(vars(sys.modules[f"graphiti_core.{module}"]), name)
    with pytest.raises(BackendFailure, match=rf"start: graphiti_core\.{module} has no '{name}': .* cannot be replaced"):
        made()


def test_outside_of_a_replay_its_clock_and_its_ids_are_the_machines(made: Made) -> None:
    made()
    assert graphiti_core.nodes.utc_now().year == int(time.strftime("%Y"))
    assert graphiti_core.nodes.uuid4() != graphiti_core.nodes.uuid4()


def test_equal_runs_send_equal_requests_in_equal_order(endpoint: Imitation, made: Made) -> None:
    sent = []
    for namespace in ("n1", "n2"):
        endpoint.asked.clear()
        memory = made(namespace=namespace)
        deliver(memory, messages("seat on three", "radio on", "seat off"))
        find(memory, "seat")
        sent.append([asked.body for asked in endpoint.asked])
    assert sent[0] == sent[1]


def test_two_runs_over_the_demo_are_equal_to_the_last_digit(endpoint: Imitation, tmp_path: Path, capsys: Any) -> None:
    digests = []
    for number in range(2):
        options = [part for k, v in endpoint.options.items() for part in ("--memory-option", f"{k}={v}")]
        arguments = ["run", "--memory", "graphiti", *options, "--limit", "1", "--json"]
        assert invoke([*arguments, "--out", str(tmp_path / str(number))]) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert digests[0] == digests[1]


# Namespaces, leftovers, forgetting


def test_a_hit_from_another_namespace_is_a_violation(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    memory, other = made(), made(namespace="n2")
    guard = Guard(memory, namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
    deliver(other, messages("seat on three"))
    theirs = other._wait(other._graphiti.search("seat", group_ids=["n2"]))

    async def search(*_: object, **__: object) -> Any:
        return type("Found", (), {"edges": theirs, "edge_reranker_scores": [1.0]})

    monkeypatch.setattr(memory._graphiti, "search_", search)
    record = guard.search("seat", limit=5, now=LATER)
    assert ([one.kind for one in record.violations], record.hits) == (["foreign_namespace"], ())


def test_leftovers_are_named_and_reset_removes_them(made: Made) -> None:
    memory = made()
    assert memory.leftovers() == []
    deliver(memory, messages("seat on three"))
    assert memory.leftovers() == ["Ann: seat on three"]
    memory.reset()
    assert (memory.leftovers(), find(memory, "seat")) == ([], [])


def test_forgetting_a_message_removes_the_facts_that_only_it_supports(endpoint: Imitation, made: Made) -> None:
    memory = made()
    deliver(memory, messages("the seat heating on three", "radio to 94.5"))
    memory.forget(Forget(message_ids=("m000001",), person="", text="Forget that."), LATER)
    assert texts(memory, "seat heating radio") == ["[2025-03-04 12:02] Ann has radio to 94.5"]
    assert memory.leftovers() == ["Ann: radio to 94.5"]
    endpoint.asked.clear()
    deliver(memory, [message(3, "and now the wiper")])
    assert not any("seat heating" in prompt for prompt in endpoint.prompts)


def test_forgetting_by_words_means_what_that_person_said_with_all_of_them(made: Made) -> None:
    memory = made()
    deliver(memory, [message(1, "seat on three"), message(2, "seat off", speaker="Ben"), message(3, "radio on")])
    memory.forget(Forget(message_ids=(), person="Ann", text="Please forget what I said about the seat."), LATER)
    assert sorted(memory.leftovers()) == ["Ann: radio on", "Ben: seat off"]


def test_closing_twice_does_no_harm(made: Made) -> None:
    memory = made()
    memory.close()
    memory.close()


# Trouble with the endpoints


def test_too_many_requests_are_waited_out(endpoint: Imitation, made: Made) -> None:
    memory = made()
    endpoint.script["chat"].append(Scripted(status=429, body="{}", headers={"Retry-After": "0.05"}))
    deliver(memory, messages("seat on three"))
    assert schemas(endpoint)[:3] == ["ExtractedEntities", "ExtractedEntities", "ExtractedEdges"]
    assert (len(find(memory, "seat")), memory.n_retries) == (1, 1)


def test_an_endpoint_that_stays_broken_is_a_failure_after_five_attempts(endpoint: Imitation, made: Made) -> None:
    memory = made()
    endpoint.always["chat"] = Scripted(status=500, body='{"error": {"message": "broken"}}')
    with pytest.raises(BackendFailure, match=r"ingest: the model: InternalServerError.*\(5 attempts\)"):
        deliver(memory, messages("seat on three"))
    assert len(endpoint.prompts) == 5


@pytest.mark.parametrize("kind", ["chat", "embeddings"])
def test_a_refused_key_is_tried_once_and_not_shown(
    endpoint: Imitation, made: Made, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("MARKED_KEY", KEY)
    memory = made(key_env="MARKED_KEY")
    endpoint.always[kind] = Scripted(status=401, body=f'{{"error": {{"message": "wrong key {KEY}"}}}}')
    with pytest.raises(BackendFailure, match="401") as caught:
        deliver(memory, messages("seat on three"))
    assert KEY not in str(caught.value)
    assert endpoint.asked[-1].headers["authorization"] == f"Bearer {KEY}"


def test_a_time_out_stores_nothing_twice(endpoint: Imitation, made: Made) -> None:
    memory = made(timeout_s="0.3")
    endpoint.script["chat"].append(Scripted(delay_s=0.8, body=json.dumps(completion("{}"))))
    deliver(memory, messages("seat on three"))
    assert memory.leftovers() == ["Ann: seat on three"]
    assert len(find(memory, "seat")) == 1


@pytest.mark.parametrize(
    ("kind", "answer", "reason"),
    [
        ("chat", Scripted(kind="text/html", body="<html>Welcome</html>"), "another shape"),
        ("chat", Scripted(body="null"), "another shape"),
        ("chat", Scripted(body=json.dumps(completion(None))), "the answer is empty"),
        ("chat", Scripted(body=json.dumps(completion("Sure! Here you are."))), "the answer is no JSON"),
        ("chat", Scripted(body=json.dumps(completion('{"entities": 3}'))), "ingest: ValidationError"),
        ("embeddings", Scripted(kind="text/html", body="<html>Welcome</html>"), "another shape"),
        ("embeddings", Scripted(body='{"data": [{"index": 0, "embedding": [0.5]}]}'), "no answer for each text, of 2"),
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


def test_an_embedder_that_breaks_during_a_search_is_a_failure_and_no_empty_list(
    endpoint: Imitation, made: Made
) -> None:
    memory = made()
    deliver(memory, messages("seat on three"))
    endpoint.always["embeddings"] = Scripted(status=403, body="{}")
    with pytest.raises(BackendFailure, match="search: the embedder: PermissionDenied"):
        find(memory, "seat")


@pytest.mark.parametrize(
    ("fact", "scores", "reason"),
    [
        ("", [1.0], "hit 1 has no text"),
        ("x", [None], "hit 1 has the score None"),
        ("x", [float("nan")], "hit 1 has the score nan"),
        ("x", [], "of facts and of scores: 1 and 0"),
    ],
)
def test_a_hit_without_text_or_finite_score_is_a_failure(
    made: Made, monkeypatch: pytest.MonkeyPatch, fact: str, scores: list[Any], reason: str
) -> None:
    memory = made()
    guard = Guard(memory, namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
    (edge,) = memory._wait(memory._graphiti.search("seat", group_ids=["n1"]))
    edge.fact = fact

    async def search(*_: object, **__: object) -> Any:
        return type("Found", (), {"edges": [edge], "edge_reranker_scores": scores})

    monkeypatch.setattr(memory._graphiti, "search_", search)
    with pytest.raises(BackendFailure, match=reason):
        guard.search("seat", limit=5, now=LATER)


# Options


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"infer": "true"}, BadOption, "no option is called 'infer'"),
        ({"model": ""}, BadOption, "'model' names no model"),
        ({"base_url": "nowhere"}, BadOption, "looks like http"),
        ({"key_env": "NOT_SET_AT_ALL"}, MissingSecret, "NOT_SET_AT_ALL"),
    ],
)
def test_wrong_options_are_refused_by_name(
    made: Made, change: dict[str, str], error: type[MemoryPackageError], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        made(**change)


def test_nothing_leaves_the_machine(endpoint: Imitation) -> None:
    program = f"""
from memory.adapters.graphiti import GraphitiMemory
from memory.backend import Setup
from tests.contract_memory import deliver, find, messages
memory = GraphitiMemory(Setup(namespace="n1", options={endpoint.options!r}))
deliver(memory, messages("the seat heating on three"))
assert find(memory, "seat")
memory.close()
"""
    assert outward_attempts(program, without=("GRAPHITI_TELEMETRY_ENABLED",)) == []
    assert endpoint.prompts
