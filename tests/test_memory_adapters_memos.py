"""MemOS, over plain HTTP, against an imitation."""

from typing import Any

import pytest

from memory.adapters.rows_served import MEMOS
from memory.errors import BackendFailure, BadOption
from tests.contract_memory import deliver, find, ids, messages
from tests.contract_served import GAVE_UP, HISTORY, KEY, NAMESPACE, ServedContract, batch, first_written
from tests.imitation_memos import MemosService, envelope
from tests.imitation_served import Answer


class TestMemos(ServedContract):
    adapter = MEMOS
    imitation = MemosService
    key_env = "MEMOS_API_KEY"
    says_namespace = False
    finds_what_was_not_answered = False

    def found(self, text: object, score: object) -> Any:
        memory = {"id": "memory-1", "memory_value": text, "relativity": score}
        shown = {name: value for name, value in memory.items() if value is not None}
        return {"code": 0, "message": "ok", "data": {"memory_detail_list": [shown], "preference_detail_list": []}}

    def test_an_add_carries_the_simulated_time_and_names_its_source(self, system: MemosService) -> None:
        self.fed(system, HISTORY[:1])
        said = {"role": "user", "content": "Ann: the seat heating is on", "chat_time": "2025-03-04T13:01:00+01:00"}
        assert first_written(system).value == {
            "user_id": NAMESPACE,
            "conversation_id": "m000001",
            "messages": [said],
            "async_mode": True,
        }

    @pytest.mark.parametrize(("auth", "scheme"), [("token", "Token "), ("bare", "")])
    def test_the_key_is_sent_as_documented_or_alone(self, system: MemosService, auth: str, scheme: str) -> None:
        system.scheme = scheme
        assert ids(find(self.fed(system, auth=auth), "window")) == ["m000002"]
        assert {asked.headers["authorization"] for asked in system.asked} == {f"{scheme}{KEY}"}

    def test_a_key_that_is_sent_the_other_way_is_refused(self, system: MemosService) -> None:
        with pytest.raises(BackendFailure, match="code 40132") as failure:
            self.memory(system, auth="bare").leftovers()
        assert KEY not in str(failure.value)
        with pytest.raises(BadOption, match="token, bare"):
            self.memory(system, auth="bearer")

    def test_a_search_asks_at_our_depth_and_at_most_for_what_is_given(self, system: MemosService) -> None:
        find(self.memory(system), "warm?", 40)
        (asked,) = system.picked(system.is_search)
        assert asked.value == {
            "user_id": NAMESPACE,
            "query": "warm?",
            "memory_limit_number": 25,
            "include_preference": True,
            "preference_limit_number": 25,
            "relativity": 0.0,
        }

    def test_facts_and_preferences_are_ranked_together(self, system: MemosService) -> None:
        memory = self.fed(system, messages("the seat", "I prefer the warm seat", "the warm roof"))
        assert ids(find(memory, "warm seat prefer", 2)) == ["m000002", "m000001"]

    def test_preferences_can_be_left_out(self, system: MemosService) -> None:
        memory = self.fed(system, messages("I prefer the warm seat"), preferences="no")
        assert find(memory, "seat") == []

    def test_a_bucket_in_one_conversation_names_all_its_messages(self, system: MemosService) -> None:
        memory = self.memory(system, unit="bucket")
        deliver(memory, HISTORY[:2])
        assert system.n_asked(system.is_write) == 1
        assert find(memory, "window")[0].message_ids == ("m000001", "m000002")

    def test_what_was_taken_and_never_answered_is_a_failure_for_its_task_is_unknown(self, system: MemosService) -> None:
        system.misbehave(system.is_write, GAVE_UP, carried_out=True)
        with pytest.raises(BackendFailure, match="no task is known"):
            self.fed(system)

    @pytest.mark.parametrize(("code", "n_asked"), [(50004, 2), (40301, 1), (40000, 1)])
    def test_a_code_is_taken_as_the_status_that_it_stands_for(
        self, system: MemosService, code: int, n_asked: int
    ) -> None:
        memory = self.memory(system)
        system.misbehave(system.is_search, envelope(None, code, "in words"))
        if n_asked == 1:
            with pytest.raises(BackendFailure, match=f"code {code}: in words"):
                find(memory, "seat")
        else:
            assert find(memory, "seat") == []
        assert system.n_asked(system.is_search) == n_asked

    @pytest.mark.parametrize("task", [{"success": False}, {"success": True, "status": "failed"}, {"success": True}])
    def test_an_add_that_cannot_be_waited_for_is_a_failure(self, system: MemosService, task: dict[str, Any]) -> None:
        system.misbehave(system.is_write, envelope(task))
        with pytest.raises(BackendFailure, match="ingest: the messages were"):
            self.memory(system).ingest(batch(HISTORY[0]))

    def test_a_hit_of_a_conversation_that_is_not_ours_is_a_violation(self, system: MemosService) -> None:
        strange = self.found("the seat is hers", 0.9)
        strange["data"]["memory_detail_list"][0]["conversation_id"] = "somebody's"
        assert self.violations(system, strange) == ["unknown_id"]

    @pytest.mark.parametrize("answer", [envelope(None), envelope(None, 40001, "no such data")])
    def test_a_user_who_was_never_heard_of_left_nothing(self, system: MemosService, answer: Answer) -> None:
        system.misbehave(lambda asked: asked.path == "/get/memory", answer)
        assert self.memory(system).leftovers() == []
