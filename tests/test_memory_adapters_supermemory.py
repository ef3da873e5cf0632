"""Supermemory: its real client against an imitation."""

from typing import Any

import pytest

pytest.importorskip("supermemory", reason="Supermemory's client is not installed: pip install 'pastlane[supermemory]'")

from memory.adapters.rows_served import SUPERMEMORY
from memory.errors import BackendFailure
from memory.messages import Forget
from tests.contract_memory import LATER, find, message
from tests.contract_served import HISTORY, NAMESPACE, ServedContract, batch, first_written
from tests.imitation_served import Answer
from tests.imitation_supermemory import STAMP, SupermemoryServer

ABSENT = Answer(status=404, value={"error": "Namespace not found"})


class TestSupermemory(ServedContract):
    adapter = SUPERMEMORY
    imitation = SupermemoryServer
    key_env = "SUPERMEMORY_API_KEY"

    def found(self, text: object, score: object) -> Any:
        hit = {
            "id": "chunk-1",
            "memory": text,
            "similarity": score,
            "metadata": {"message_id": "m000001", "namespace": NAMESPACE, "said_at": "2025-03-04T13:01:00+01:00"},
            "isLatest": True,
            "isInference": False,
            "system": {"createdAt": STAMP, "updatedAt": STAMP},
        }
        return {"results": [{name: value for name, value in hit.items() if value is not None}], "searchTime": 1}

    def test_a_document_carries_the_simulated_time_and_its_source(self, system: SupermemoryServer) -> None:
        self.fed(system, HISTORY[:1])
        asked = first_written(system)
        assert asked.path == f"/ns/{NAMESPACE}/document"
        assert asked.value == {
            "content": "Ann: the seat heating is on",
            "id": f"{NAMESPACE}-m000001",
            "date": "2025-03-04T13:01:00+01:00",
            "dreaming": "instant",
            "metadata": {
                "message_id": "m000001",
                "namespace": NAMESPACE,
                "speaker": "Ann",
                "said_at": "2025-03-04T13:01:00+01:00",
            },
        }

    def test_a_search_asks_for_sources_at_our_depth(self, system: SupermemoryServer) -> None:
        find(self.memory(system, search_mode="memories"), "warm?", 7)
        (asked,) = system.picked(system.is_search)
        assert asked.value == {
            "query": "warm?",
            "limit": 7,
            "searchMode": "memories",
            "threshold": 0.0,
            "include": {"documents": True},
        }

    def test_hits_carry_the_simulated_instant_and_not_the_system_s(self, system: SupermemoryServer) -> None:
        (hit,) = find(self.fed(system), "window")
        assert hit.at_us == HISTORY[1].position.at_us

    def test_a_document_that_is_not_to_be_seen_or_learned_from_yet_is_waited_for(
        self, system: SupermemoryServer
    ) -> None:
        memory = self.memory(system)
        memory.ingest(batch(HISTORY[0]))
        system.misbehave(system.is_poll, Answer(status=404, value={"error": "Document not found"}))
        system.n_dreams = 2
        memory.settle(5)
        assert system.n_asked(system.is_poll) == 4

    def test_a_link_without_a_speaker_is_not_sent_as_a_bare_address(self, system: SupermemoryServer) -> None:
        self.fed(system, [message(1, "https://example.org/x", speaker="")])
        assert system.stored() == ["user: https://example.org/x"]

    def test_a_hit_of_another_namespace_is_a_violation(self, system: SupermemoryServer) -> None:
        strange = self.found("the seat is hers", 0.9)
        strange["results"][0]["metadata"]["namespace"] = "somebody's"
        assert self.violations(system, strange) == ["foreign_namespace"]

    def test_a_hit_without_metadata_is_one_without_source(self, system: SupermemoryServer) -> None:
        found = self.found("the seat is warm", 0.9)
        found["results"][0]["metadata"] = None
        memory = self.fed(system)
        system.misbehave(system.is_search, Answer(value=found))
        (hit,) = find(memory, "seat")
        assert (hit.message_ids, hit.namespace) == ((), "")

    def test_what_cannot_be_deleted_is_a_failure(self, system: SupermemoryServer) -> None:
        memory = self.fed(system)
        locked = Answer(value={"count": 0, "errors": [{"id": "x", "error": "locked"}]})
        system.misbehave(lambda asked: asked.method == "DELETE", locked)
        with pytest.raises(BackendFailure, match="forget: a document was not deleted"):
            memory.forget(Forget(message_ids=("m000001",), person="", text=""), LATER)

    def test_a_namespace_that_never_was_holds_nothing(self, system: SupermemoryServer) -> None:
        for which in (system.is_list, system.is_search):
            system.misbehave(which, ABSENT)
        memory = self.memory(system)
        assert memory.leftovers() == []
        assert find(memory, "seat") == []

    def test_a_namespace_that_was_fed_and_is_gone_is_a_failure(self, system: SupermemoryServer) -> None:
        memory = self.fed(system)
        system.misbehave(system.is_search, ABSENT)
        with pytest.raises(BackendFailure, match="search: "):
            find(memory, "seat")

    def test_nothing_found_by_another_server_is_a_failure(self, system: SupermemoryServer) -> None:
        system.misbehave(system.is_list, Answer(status=404, body=b"<html>nothing here</html>"))
        with pytest.raises(BackendFailure, match="start: "):
            self.memory(system).leftovers()
