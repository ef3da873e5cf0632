"""Memobase: its real client against an imitation."""

from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest

pytest.importorskip("memobase", reason="Memobase's client is not installed: pip install 'pastlane[memobase]'")

from memory.adapters.rows_served import MEMOBASE
from memory.errors import BackendFailure, BadOption
from tests.contract_memory import LATER, deliver, find
from tests.contract_served import GAVE_UP, HISTORY, NAMESPACE, ServedContract, batch, first_written
from tests.imitation_memobase import MemobaseServer, envelope

USER = str(uuid5(NAMESPACE_URL, f"pastlane:{NAMESPACE}"))


class TestMemobase(ServedContract):
    adapter = MEMOBASE
    imitation = MemobaseServer
    key_env = "MEMOBASE_API_KEY"
    says_namespace = False
    told_as = "{}"
    tells_leftover_texts = False

    def found(self, text: object, score: object) -> Any:
        gist = {"id": USER, "gist_data": None if text is None else {"content": text}, "similarity": score}
        return {"data": {"gists": [gist]}, "errno": 0, "errmsg": ""}

    def test_a_blob_carries_each_message_s_speaker_and_simulated_time(self, system: MemobaseServer) -> None:
        deliver(self.memory(system), HISTORY[:2])
        asked = first_written(system)
        assert asked.path == f"/api/v1/blobs/insert/{USER}"
        assert asked.value["blob_type"] == "chat"
        assert asked.value["blob_data"] == {
            "messages": [
                {"role": "user", "content": one.text, "alias": "Ann", "created_at": f"2025-03-04T13:0{minute}:00+01:00"}
                for minute, one in enumerate(HISTORY[:2], 1)
            ]
        }

    def test_a_search_asks_for_all_days_at_our_depth(self, system: MemobaseServer) -> None:
        find(self.memory(system), "100% warm & red?", 7)
        (asked,) = system.picked(system.is_search)
        assert asked.path.endswith(USER)
        assert asked.query == {
            "query": "100% warm & red?",
            "topk": "7",
            "similarity_threshold": "-1.0",
            "time_range_in_days": "36500",
        }

    def test_a_query_is_cut_to_whole_characters_where_an_address_would_grow_too_long(
        self, system: MemobaseServer
    ) -> None:
        memory = self.memory(system)
        for query, sent in (("w" * 5000, "w" * 4000), ("x座" * 2000, "x座" * 400), ("a b" * 2000, None)):
            find(memory, query)
            got = system.picked(system.is_search)[-1].query["query"]
            assert got == sent or (sent is None and query.startswith(got) and len(got) > 2000)

    def test_hits_name_no_source_and_carry_no_stamp(self, system: MemobaseServer) -> None:
        (hit,) = find(self.fed(system), "window")
        assert (hit.message_ids, hit.at_us) == ((), None)

    def test_the_user_is_made_once(self, system: MemobaseServer) -> None:
        memory = self.memory(system)
        find(memory, "seat")
        for one in HISTORY:
            deliver(memory, [one])
        assert system.n_asked(lambda asked: asked.path == "/api/v1/users") == 1

    def test_a_buffer_that_forgets_its_rows_cannot_tell_so_it_is_a_failure(self, system: MemobaseServer) -> None:
        memory = self.memory(system)
        memory.ingest(batch(HISTORY[0]))
        system.states.clear()
        system.misbehave(system.is_write, GAVE_UP)
        with pytest.raises(BackendFailure, match="not sent again"):
            memory.ingest(batch(HISTORY[1]))
        assert system.n_asked(system.is_write) == 2

    def test_an_error_in_the_envelope_is_a_failure_with_its_words(self, system: MemobaseServer) -> None:
        system.misbehave(system.is_search, envelope(None, 501, "Event embedding is not enabled"))
        with pytest.raises(BackendFailure, match="Event embedding is not enabled"):
            find(self.memory(system), "seat")

    def test_a_profile_that_was_left_is_told(self, system: MemobaseServer) -> None:
        system.users.add(USER)
        system.profile(USER, "past", "run", "likes it warm")
        assert self.memory(system).leftovers() == ["past: run - likes it warm"]

    def test_the_profile_goes_into_the_prompt_on_request_only(self, system: MemobaseServer) -> None:
        system.users.add(USER)
        system.profile(USER, "car", "seat", "likes it warm")
        assert self.memory(system).context(LATER) == ""
        assert self.memory(system, profile_tokens="200").context(LATER) == "car: seat - likes it warm"
        (asked,) = system.picked(lambda asked: asked.path.startswith("/api/v1/users/profile/"))
        assert asked.query == {"max_token_size": "200"}

    def test_half_a_token_is_no_length(self, system: MemobaseServer) -> None:
        with pytest.raises(BadOption, match="profile_tokens"):
            self.memory(system, profile_tokens="0.5")
