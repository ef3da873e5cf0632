from typing import Any

import pytest

from memory.adapters.rows_served_b import MEMOS
from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Forget
from tests.contract_memory import LATER, messages
from tests.contract_served_memory import NAMESPACE, QUICK_S, TOO_LATE_S, ZONE, ServedContract, batch
from tests.imitation_memos import MemosService, envelope
from tests.imitation_serving import Imitation, Says


class TestMemos(ServedContract):
    row = MEMOS
    add = "POST /add/message"
    search = "POST /search/memory"
    status = "POST /get/status"

    def imitation(self, **behaviour: Any) -> MemosService:
        return MemosService(**behaviour)

    def found(self, text: object, score: object) -> dict[str, Any]:
        memory = {"id": "memory-1", "memory_value": text, "relativity": score}
        shown = {name: value for name, value in memory.items() if value is not None}
        return {"code": 0, "message": "ok", "data": {"memory_detail_list": [shown], "preference_detail_list": []}}

    def texts_told(self, imitation: Imitation) -> list[str]:
        assert isinstance(imitation, MemosService)
        return [one["content"] for told in imitation.conversations.values() for one in told]

    def leave(self, imitation: Imitation, text: str) -> None:
        assert isinstance(imitation, MemosService)
        imitation.put(NAMESPACE, "old", text)

    def test_an_add_carries_the_simulated_time_and_names_its_source(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
        (asked,) = imitation.at(self.add)
        assert asked.body == {
            "user_id": NAMESPACE,
            "conversation_id": "m000001",
            "messages": [
                {"role": "user", "content": "Ann: the seat is warm", "chat_time": "2025-03-04T13:01:00+01:00"}
            ],
            "async_mode": True,
        }

    def test_a_search_asks_at_our_depth_and_at_most_for_what_is_given(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.search("warm?", limit=40, now=LATER)
        (asked,) = imitation.at(self.search)
        assert asked.body == {
            "user_id": NAMESPACE,
            "query": "warm?",
            "memory_limit_number": 25,
            "include_preference": True,
            "preference_limit_number": 25,
            "relativity": 0.0,
        }

    def test_facts_and_preferences_are_ranked_together(self) -> None:
        with self.at_work(self.imitation()) as memory:
            memory.ingest(batch(*messages("the seat", "I prefer the warm seat", "the warm roof")))
            memory.settle(5)
            hits = memory.search("warm seat prefer", limit=2, now=LATER)
        assert [hit.message_ids for hit in hits] == [("m000002",), ("m000001",)]

    def test_preferences_can_be_left_out(self) -> None:
        with self.at_work(self.imitation(), preferences="no") as memory:
            memory.ingest(batch(*messages("I prefer the warm seat")))
            memory.settle(5)
            assert memory.search("seat", limit=2, now=LATER) == []

    def test_a_bucket_in_one_conversation_names_all_its_messages(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, unit="bucket") as memory:
            memory.ingest(batch(*messages("the seat is warm", "and red")))
            memory.settle(5)
            (hit,) = memory.search("red", limit=1, now=LATER)
        assert len(imitation.at(self.add)) == 1
        assert hit.message_ids == ("m000001", "m000002")

    def test_an_unanswered_add_that_was_not_carried_out_is_sent_again(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            imitation.misbehave(self.add, Says(delay_s=TOO_LATE_S))
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(5)
        assert len(imitation.at(self.add)) == 2
        assert len(self.texts_told(imitation)) == 1

    def test_an_unanswered_add_that_was_carried_out_is_a_failure_for_its_task_is_unknown(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            imitation.misbehave(self.add, Says(delay_s=TOO_LATE_S, carries_out=True))
            with pytest.raises(BackendFailure, match="no task is known"):
                memory.ingest(batch(*messages("the seat is warm")))
        assert len(imitation.at(self.add)) == 1

    @pytest.mark.parametrize(("code", "n_asked"), [(50004, 2), (40301, 1), (40000, 1)])
    def test_a_code_is_taken_as_the_status_that_it_stands_for(self, code: int, n_asked: int) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(self.search, envelope(None, code, "in words"))
            if n_asked == 1:
                with pytest.raises(BackendFailure, match=f"code {code}: in words"):
                    memory.search("seat", limit=1, now=LATER)
            else:
                assert memory.search("seat", limit=1, now=LATER) == []
        assert len(imitation.at(self.search)) == n_asked

    @pytest.mark.parametrize("task", [{"success": False}, {"success": True, "status": "failed"}, {"success": True}])
    def test_an_add_that_cannot_be_waited_for_is_a_failure(self, task: dict[str, Any]) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(self.add, envelope(task))
            with pytest.raises(BackendFailure, match="ingest: the messages were"):
                memory.ingest(batch(*messages("the seat is warm")))

    def test_a_hit_of_a_conversation_that_is_not_ours_is_a_violation(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            guard = Guard(memory, ZONE, namespace=NAMESPACE)
            guard.ingest(batch(*messages("the seat is warm")))
            found = self.found("the seat is hers", 0.9)
            found["data"]["memory_detail_list"][0]["conversation_id"] = "somebody's"
            imitation.misbehave(self.search, Says(value=found))
            record = guard.search("seat", limit=1, now=LATER)
        assert record.hits == ()
        assert [violation.kind for violation in record.violations] == ["unknown_id"]

    @pytest.mark.parametrize("answer", [envelope(None), envelope(None, 40001, "no such data")])
    def test_a_user_who_was_never_heard_of_left_nothing(self, answer: Says) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave("POST /get/memory", answer)
            assert memory.leftovers() == []

    def test_forgetting_reads_every_page(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages(*(f"thing {number}" for number in range(60)))))
            memory.settle(5)
            memory.forget(Forget(message_ids=("m000060",), person="", text=""), LATER)
        assert [one["memory_value"] for one in imitation.memories][-1] == "Ann: thing 58"
