from typing import Any

import pytest

pytest.importorskip("supermemory", reason="Supermemory's client is not installed: pip install 'pastlane[supermemory]'")

from memory.adapters.rows_served_b import SUPERMEMORY
from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Forget
from tests.contract_memory import LATER, NOON_US, message, messages
from tests.contract_served_memory import NAMESPACE, QUICK_S, TOO_LATE_S, ZONE, ServedContract, batch
from tests.imitation_serving import Imitation, Says
from tests.imitation_supermemory import STAMP, SupermemoryServer


class TestSupermemory(ServedContract):
    row = SUPERMEMORY
    add = "POST /ns/[^/]+/document$"
    search = "POST /ns/[^/]+/search$"
    status = "GET /ns/[^/]+/document/"

    def imitation(self, **behaviour: Any) -> SupermemoryServer:
        return SupermemoryServer(**behaviour)

    def found(self, text: object, score: object) -> dict[str, Any]:
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

    def texts_told(self, imitation: Imitation) -> list[str]:
        assert isinstance(imitation, SupermemoryServer)
        return [text for there in imitation.documents.values() for one in there.values() for text in one["content"]]

    def leave(self, imitation: Imitation, text: str) -> None:
        assert isinstance(imitation, SupermemoryServer)
        imitation.put(NAMESPACE, "old", text)

    def test_a_document_carries_the_simulated_time_and_its_source(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
        (asked,) = imitation.at(self.add)
        assert asked.path == f"/ns/{NAMESPACE}/document"
        assert asked.body == {
            "content": "Ann: the seat is warm",
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

    def test_a_search_asks_for_sources_at_our_depth(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, search_mode="memories") as memory:
            memory.search("warm?", limit=7, now=LATER)
        (asked,) = imitation.at(self.search)
        assert asked.body == {
            "query": "warm?",
            "limit": 7,
            "searchMode": "memories",
            "threshold": 0.0,
            "include": {"documents": True},
        }

    def test_hits_carry_the_simulated_instant_and_not_the_system_s(self) -> None:
        with self.at_work(self.imitation()) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(5)
            (hit,) = memory.search("seat", limit=1, now=LATER)
        assert hit.at_us == NOON_US + 60_000_000
        assert hit.namespace == NAMESPACE

    @pytest.mark.parametrize("carries_out", [True, False])
    def test_an_unanswered_add_is_looked_for_and_stored_once(self, carries_out: bool) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            imitation.misbehave(self.add, Says(delay_s=TOO_LATE_S, carries_out=carries_out))
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(5)
        assert len(imitation.at(self.add)) == (1 if carries_out else 2)
        assert self.texts_told(imitation) == ["Ann: the seat is warm"]

    def test_a_document_that_is_not_to_be_seen_yet_is_waited_for(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            imitation.misbehave(self.status, Says(status=404, value={"error": "Document not found"}))
            memory.settle(5)
        assert len(imitation.at(self.status)) == 3

    def test_a_link_without_a_speaker_is_not_sent_as_a_bare_address(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(message(1, "https://example.org/x", speaker="")))
        assert self.texts_told(imitation) == ["user: https://example.org/x"]

    def test_a_hit_of_another_namespace_is_a_violation(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            guard = Guard(memory, ZONE, namespace=NAMESPACE)
            guard.ingest(batch(*messages("the seat is warm")))
            found = self.found("the seat is hers", 0.9)
            found["results"][0]["metadata"]["namespace"] = "somebody's"
            imitation.misbehave(self.search, Says(value=found))
            record = guard.search("seat", limit=1, now=LATER)
        assert record.hits == ()
        assert [violation.kind for violation in record.violations] == ["foreign_namespace"]

    def test_a_hit_without_metadata_is_one_without_source(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            found = self.found("the seat is warm", 0.9)
            found["results"][0]["metadata"] = None
            imitation.misbehave(self.search, Says(value=found))
            (hit,) = memory.search("seat", limit=1, now=LATER)
        assert (hit.message_ids, hit.namespace) == ((), "")

    def test_what_cannot_be_deleted_is_a_failure(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            imitation.misbehave("DELETE ", Says(value={"count": 0, "errors": [{"id": "x", "error": "locked"}]}))
            with pytest.raises(BackendFailure, match="forget: a document was not deleted"):
                memory.forget(Forget(message_ids=("m000001",), person="", text=""), LATER)

    def test_forgetting_by_words_reads_every_page(self) -> None:
        imitation = self.imitation()
        for number in range(150):
            imitation.put(NAMESPACE, f"d{number}", f"thing {number}", {"message_id": f"m{number}", "speaker": "Ann"})
        with self.at_work(imitation) as memory:
            memory.forget(Forget(message_ids=(), person="Ann", text="thing 149"), LATER)
        assert len(imitation.documents[NAMESPACE]) == 149

    def test_a_namespace_that_never_was_holds_nothing(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            absent = Says(status=404, value={"error": "Namespace not found"})
            imitation.misbehave(f"{self.search}|list", absent, absent)
            assert memory.leftovers() == []
            assert memory.search("seat", limit=1, now=LATER) == []
            memory.ingest(batch(*messages("the seat is warm")))
            imitation.misbehave(self.search, absent)
            with pytest.raises(BackendFailure, match="search: "):
                memory.search("seat", limit=1, now=LATER)

    def test_nothing_found_by_another_server_is_a_failure(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave("list", Says(status=404, text="<html>nothing here</html>"))
            with pytest.raises(BackendFailure, match="start: "):
                memory.leftovers()
