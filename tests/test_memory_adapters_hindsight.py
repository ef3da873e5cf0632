"""Hindsight: its real client against an imitation, and against a real server where the environment names one."""

import os
from typing import Any

import pytest

pytest.importorskip("hindsight_client", reason="Hindsight's client is not installed: pip install 'pastlane[hindsight]'")

from memory.adapters.hindsight import HindsightMemory
from memory.adapters.rows_served import HINDSIGHT
from memory.backend import Setup
from memory.errors import BackendFailure, BadOption
from memory.guard import Guard
from memory.messages import Batch, Forget
from memory.position import just_after
from tests.contract_memory import LATER, find, ids
from tests.contract_served import HISTORY, NAMESPACE, ServedContract, first_written
from tests.imitation_hindsight import HindsightImitation
from tests.imitation_served import Answer

REAL_URL = os.environ.get("PASTLANE_HINDSIGHT_URL", "")


class TestHindsight(ServedContract):
    imitation = HindsightImitation
    adapter = HINDSIGHT
    key_env = "HINDSIGHT_API_KEY"
    says_namespace = False
    needs_key = False
    needs_score = False

    def found(self, text: object, score: object) -> Any:
        fact = {"id": "f", "text": text, "document_id": "m000001", "scores": score and {"final": score}}
        return {"results": [{name: value for name, value in fact.items() if value is not None}]}

    def test_a_message_becomes_a_document_with_its_instant_in_the_scenarios_zone(
        self, system: HindsightImitation
    ) -> None:
        self.fed(system, HISTORY[:1])
        written = first_written(system)
        assert written.path == f"/v1/default/banks/{NAMESPACE}/memories"
        assert written.value["async"] is True
        (item,) = written.value["items"]
        assert {name: value for name, value in item.items() if value not in (None, True)} == {
            "content": "Ann: the seat heating is on",
            "timestamp": "2025-03-04T13:01:00+01:00",
            "document_id": "m000001",
            "metadata": {"message_id": "m000001", "role": "user", "speaker": "Ann"},
        }

    def test_equal_buckets_of_a_bank_are_one_operation_and_others_are_not(self, system: HindsightImitation) -> None:
        self.fed(system, HISTORY[:2])
        self.memory(system).ingest(Batch(messages=(HISTORY[0],), now=just_after(HISTORY[0].position)))
        other = self.memory(system, "another-bank")
        other.ingest(Batch(messages=(HISTORY[0],), now=just_after(HISTORY[0].position)))
        first, second, again, elsewhere = (
            asked.value["operation_id"] for asked in system.asked if system.is_write(asked)
        )
        assert first == again
        assert len({first, second, elsewhere}) == 3

    def test_the_next_bucket_is_sent_when_the_one_before_is_retained(self, system: HindsightImitation) -> None:
        system.n_polls = 3
        memory = self.memory(system)
        for one in HISTORY[:2]:
            memory.ingest(Batch(messages=(one,), now=just_after(one.position)))
        kinds = ["write" if system.is_write(asked) else "poll" for asked in system.asked]
        assert kinds == ["write", "poll", "poll", "poll", "write"]

    def test_a_bucket_that_does_not_end_stops_the_next_one(self, system: HindsightImitation) -> None:
        system.n_polls = 10**6
        memory = self.memory(system, retain_timeout_s="0.3")
        memory.ingest(Batch(messages=(HISTORY[0],), now=just_after(HISTORY[0].position)))
        with pytest.raises(TimeoutError, match="still retaining"):
            memory.ingest(Batch(messages=(HISTORY[1],), now=just_after(HISTORY[1].position)))

    def test_settling_also_waits_for_what_follows_a_retained_bucket(self, system: HindsightImitation) -> None:
        system.n_more_polls = 3
        self.fed(system, HISTORY[:1])
        assert system.n_more_polls == 0
        system.n_more_polls = 10**6
        memory = self.memory(system, "another")
        memory.ingest(Batch(messages=(HISTORY[0],), now=just_after(HISTORY[0].position)))
        with pytest.raises(TimeoutError, match="still at work"):
            memory.settle(0.2)

    @pytest.mark.parametrize("ends_as", ["failed", "cancelled", "not_found"])
    def test_an_operation_that_is_not_completed_is_a_failure(self, system: HindsightImitation, ends_as: str) -> None:
        system.ends_as = ends_as
        with pytest.raises(BackendFailure, match=f"settle: .*{ends_as}: the model was away"):
            self.fed(system)

    def test_facts_that_were_lost_on_the_way_are_a_failure(self, system: HindsightImitation) -> None:
        system.n_lost = 2
        with pytest.raises(BackendFailure, match="could not extract facts from 2 of the parts"):
            self.fed(system)

    def test_an_operation_of_its_own_that_failed_is_a_failure(self, system: HindsightImitation) -> None:
        system.n_failed = 1
        with pytest.raises(BackendFailure, match="1 of Hindsight's operations failed"):
            self.fed(system)

    def test_a_search_tells_the_simulated_instant_and_what_it_may_cost(self, system: HindsightImitation) -> None:
        find(self.fed(system, budget="low", max_tokens="900"), "window")
        value = next(filter(system.is_search, system.asked)).value
        assert value["query_timestamp"] == "2026-03-04T13:00:00+01:00"
        assert (value["query"], value["budget"], value["max_tokens"]) == ("window", "low", 900)
        assert value["include"]["entities"] is None
        assert value["include"]["source_facts"]["max_tokens"] == -1

    def test_hits_carry_the_simulated_instant(self, system: HindsightImitation) -> None:
        (hit,) = find(self.fed(system), "window")
        assert (hit.text, hit.at_us) == ("Ann: the window is open", HISTORY[1].position.at_us)

    def test_an_observation_names_the_messages_of_its_facts_and_no_instant(self, system: HindsightImitation) -> None:
        system.observes = True
        observation, *facts = find(self.fed(system), "warm seat")
        assert observation.message_ids == ("m000003", "m000001")
        assert observation.at_us is None
        assert ids(facts) == ["m000003", "m000001"]

    def test_a_fact_without_a_document_cannot_be_verified(self, system: HindsightImitation) -> None:
        guard = self.guarded(system)
        fact = {"id": "f", "text": "It is warm", "type": "observation"}
        system.misbehave(system.is_search, Answer(value={"results": [fact]}))
        record = guard.search("seat", limit=5, now=just_after(HISTORY[-1].position))
        assert ([hit.score for hit in record.hits], record.unverifiable) == ([1.0], 1)

    def test_a_fact_of_another_banks_document_is_a_violation(self, system: HindsightImitation) -> None:
        fact = {"id": "f", "text": "It is warm", "document_id": "m000099"}
        assert self.violations(system, {"results": [fact]}) == ["unknown_id"]

    def test_a_list_that_never_ends_is_a_failure(self, system: HindsightImitation) -> None:
        memory = self.fed(system)
        items = [{"id": f"f{n}", "text": "Ann: x"} for n in range(100)]
        endless = Answer(value={"items": items, "total": 300, "limit": 100, "offset": 0})
        system.misbehave(lambda a: a.path.endswith("/memories/list"), endless, times=99)
        with pytest.raises(BackendFailure, match=r"forget: .*the same facts again"):
            memory.forget(Forget(message_ids=(), person="Ann", text=""), LATER)

    def test_options_take_what_they_list(self, system: HindsightImitation) -> None:
        with pytest.raises(BadOption, match="mid, low, high"):
            self.memory(system, budget="huge")


@pytest.mark.skipif(not REAL_URL, reason="PASTLANE_HINDSIGHT_URL names no running server")
def test_a_real_server_keeps_what_the_imitation_does() -> None:
    memory = HindsightMemory(Setup(namespace="pastlane-test", zone="Europe/Berlin", options={"url": REAL_URL}))
    guard = Guard(memory, "Europe/Berlin", namespace="pastlane-test")
    guard.reset()
    assert guard.leftovers() == []
    for one in HISTORY:
        guard.ingest(Batch(messages=(one,), now=just_after(one.position)))
    guard.settle(60)
    record = guard.search("warm the seat", limit=5, now=LATER)
    assert record.hits
    assert (record.violations, record.unverifiable) == ((), 0)
    assert {name for hit in record.hits for name in hit.message_ids} <= {"m000001", "m000002", "m000003"}
    guard.forget(Forget(message_ids=("m000003",), person="", text=""), LATER)
    left = guard.search("warm the seat", limit=5, now=LATER).hits
    assert all("m000003" not in hit.message_ids for hit in left)
    assert guard.leftovers() != []
    guard.reset()
    assert guard.leftovers() == []
    guard.close()
