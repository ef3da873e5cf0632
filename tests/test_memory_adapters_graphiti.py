"""Graphiti itself, over an embedded Kuzu, with a model and an embedder on this machine."""

import json
import sys
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

import pytest

pytest.importorskip("httpx", reason="the extra graphiti is not installed")
pytest.importorskip("kuzu", reason="the extra graphiti is not installed")
pytest.importorskip("graphiti_core", reason="the extra graphiti is not installed")

import graphiti_core.nodes

from memory.adapters.graphiti import GraphitiMemory
from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Batch, Forget
from tests.contract_in_process import InProcessContract, MadeOf
from tests.contract_memory import LATER, NOON_US, deliver, find, message, messages
from tests.imitation_openai import Imitation, Scripted, completion, default_answer

Made: TypeAlias = MadeOf[GraphitiMemory]


def texts(memory: GraphitiMemory, query: str) -> list[str]:
    return [hit.text for hit in find(memory, query)]


class TestGraphiti(InProcessContract[GraphitiMemory]):
    kind = GraphitiMemory
    name = "graphiti"
    leftover = "Ann: seat on three"
    unset = ("GRAPHITI_TELEMETRY_ENABLED",)

    # What is stored, and how it is found

    def test_a_fact_names_its_message_the_time_from_which_it_holds_and_its_namespace(self, made: Made) -> None:
        memory = made("Europe/Berlin")
        deliver(memory, messages("the seat heating on three", "radio to 94.5"))
        best = find(memory, "seat heating")[0]
        assert best.text == "[2025-03-04 13:01] Ann has the seat heating on three"
        assert (best.message_ids, best.at_us, best.namespace) == (("m000001",), NOON_US + 60_000_000, "n1")

    def test_a_fact_that_was_said_twice_names_both_messages(self, endpoint: Imitation, made: Made) -> None:
        memory = made()
        deliver(memory, [message(1, "the seat heating")])
        deliver(memory, [message(2, "the seat heating")])
        (hit,) = find(memory, "seat heating")
        assert hit.message_ids == ("m000001", "m000002")

    def test_a_fact_that_no_longer_holds_says_until_when(self, endpoint: Imitation, made: Made) -> None:
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

    def test_the_guard_lets_facts_pass_that_were_stored_at_the_very_cutoff(self, made: Made) -> None:
        guard = Guard(made(), namespace="n1")
        one = message(1, "seat on three")
        guard.ingest(Batch(messages=(one,), now=LATER))
        record = guard.search("seat", limit=5, now=LATER)
        assert ([hit.message_ids for hit in record.hits], record.violations) == ([("m000001",)], ())

    def test_the_answer_is_kept_as_it_came_without_vectors(self, made: Made) -> None:
        memory = made()
        deliver(memory, messages("Sitzheizung 座椅"))
        find(memory, "Sitzheizung")
        kept = json.loads(memory.raw_answer)
        assert kept["edges"][0]["fact"] == "Ann has Sitzheizung 座椅"
        assert "fact_embedding" not in kept["edges"][0]
        assert len(kept["scores"]) == 1

    def test_what_the_model_writes_is_stored_as_utf8_can_carry_it(self, endpoint: Imitation, made: Made) -> None:
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

    def test_each_message_is_an_episode_with_its_instant_as_reference_time(
        self, endpoint: Imitation, made: Made
    ) -> None:
        deliver(made(), messages("seat on three", "radio on"))
        asked = [prompt for prompt in endpoint.prompts if "<REFERENCE_TIME>" in prompt]
        times = [prompt.rpartition("<REFERENCE_TIME>\n")[2][:25] for prompt in asked]
        assert times == ["2025-03-04 12:01:00+00:00", "2025-03-04 12:02:00+00:00"]

    def test_no_request_and_no_record_carries_the_date_of_today(self, endpoint: Imitation, made: Made) -> None:
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
        self, made: Made, monkeypatch: pytest.MonkeyPatch, module: str, name: str
    ) -> None:
        monkeypatch.delitem(vars(sys.modules[f"graphiti_core.{module}"]), name)
        with pytest.raises(
            BackendFailure, match=rf"start: graphiti_core\.{module} has no '{name}': .* cannot be replaced"
        ):
            made()

    def test_outside_of_a_replay_its_clock_and_its_ids_are_the_machines(self, made: Made) -> None:
        made()
        assert graphiti_core.nodes.utc_now().year == int(time.strftime("%Y"))
        assert graphiti_core.nodes.uuid4() != graphiti_core.nodes.uuid4()

    def test_equal_runs_send_equal_requests_in_equal_order(self, endpoint: Imitation, made: Made) -> None:
        sent = []
        for namespace in ("n1", "n2"):
            endpoint.asked.clear()
            memory = made(namespace=namespace)
            deliver(memory, messages("seat on three", "radio on", "seat off"))
            find(memory, "seat")
            sent.append([asked.body for asked in endpoint.asked])
        assert sent[0] == sent[1]

    # Namespaces, leftovers, forgetting

    def test_a_hit_from_another_namespace_is_a_violation(self, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
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

    def test_forgetting_a_message_removes_the_facts_that_only_it_supports(
        self, endpoint: Imitation, made: Made
    ) -> None:
        memory = made()
        deliver(memory, messages("the seat heating on three", "radio to 94.5"))
        memory.forget(Forget(message_ids=("m000001",), person="", text="Forget that."), LATER)
        assert texts(memory, "seat heating radio") == ["[2025-03-04 12:02] Ann has radio to 94.5"]
        assert memory.leftovers() == ["Ann: radio to 94.5"]
        endpoint.asked.clear()
        deliver(memory, [message(3, "and now the wiper")])
        assert not any("seat heating" in prompt for prompt in endpoint.prompts)

    def test_closing_twice_does_no_harm(self, made: Made) -> None:
        memory = made()
        memory.close()
        memory.close()

    # Trouble with the endpoints

    @pytest.mark.parametrize(
        ("kind", "answer", "reason"),
        [
            ("chat", Scripted(body=json.dumps(completion("Sure! Here you are."))), "the answer is no JSON"),
            ("chat", Scripted(body=json.dumps(completion('{"entities": 3}'))), "ingest: ValidationError"),
            (
                "embeddings",
                Scripted(body='{"data": [{"index": 0, "embedding": [0.5]}]}'),
                "no answer for each text, of 2",
            ),
        ],
    )
    def test_answers_that_it_cannot_use_are_failures_with_a_short_reason(
        self, endpoint: Imitation, made: Made, kind: str, answer: Scripted, reason: str
    ) -> None:
        self.fails_shortly(endpoint, made, kind, answer, reason)

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
        self, made: Made, monkeypatch: pytest.MonkeyPatch, fact: str, scores: list[Any], reason: str
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
