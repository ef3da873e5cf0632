from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest

pytest.importorskip("memobase", reason="Memobase's client is not installed: pip install 'pastlane[memobase]'")

from memory.adapters.rows_served_b import MEMOBASE
from memory.errors import BackendFailure, BadOption
from tests.contract_memory import LATER, messages
from tests.contract_served_memory import NAMESPACE, QUICK_S, TOO_LATE_S, ServedContract, batch
from tests.imitation_memobase import MemobaseServer, envelope
from tests.imitation_serving import Imitation, Says

USER = str(uuid5(NAMESPACE_URL, f"pastlane:{NAMESPACE}"))


class TestMemobase(ServedContract):
    row = MEMOBASE
    add = "POST /api/v1/blobs/insert/"
    search = "GET /api/v1/users/event_gist/search/"
    status = "GET /api/v1/users/buffer/capacity/"

    def imitation(self, **behaviour: Any) -> MemobaseServer:
        return MemobaseServer(**behaviour)

    def found(self, text: object, score: object) -> dict[str, Any]:
        gist = {"id": USER, "gist_data": None if text is None else {"content": text}, "similarity": score}
        return {"data": {"gists": [gist]}, "errno": 0, "errmsg": ""}

    def texts_told(self, imitation: Imitation) -> list[str]:
        assert isinstance(imitation, MemobaseServer)
        blobs = [blob for of_user in imitation.blobs.values() for blob in of_user]
        return [message["content"] for blob in blobs for message in blob["blob_data"]["messages"]]

    def leave(self, imitation: Imitation, text: str) -> None:
        assert isinstance(imitation, MemobaseServer)
        imitation.users.add(USER)
        imitation.profile(USER, "past", "run", text)

    def test_a_blob_carries_each_message_s_speaker_and_simulated_time(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.ingest(batch(*messages("the seat is warm", "and red")))
        (asked,) = imitation.at(self.add)
        assert asked.path == f"/api/v1/blobs/insert/{USER}"
        assert asked.body["blob_type"] == "chat"
        assert asked.body["blob_data"] == {
            "messages": [
                {"role": "user", "content": text, "alias": "Ann", "created_at": f"2025-03-04T13:0{minute}:00+01:00"}
                for minute, text in enumerate(("the seat is warm", "and red"), 1)
            ]
        }

    def test_a_search_asks_for_all_days_at_our_depth(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.search("100% warm & red?", limit=7, now=LATER)
        (asked,) = imitation.at(self.search)
        assert asked.path.endswith(USER)
        assert asked.params == {
            "query": "100% warm & red?",
            "topk": "7",
            "similarity_threshold": "-1.0",
            "time_range_in_days": "36500",
        }

    def test_hits_name_no_source_and_carry_no_stamp(self) -> None:
        with self.at_work(self.imitation()) as memory:
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(5)
            (hit,) = memory.search("seat", limit=1, now=LATER)
        assert (hit.message_ids, hit.at_us) == ((), None)

    def test_the_user_is_made_once(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            memory.search("seat", limit=1, now=LATER)
            memory.ingest(batch(*messages("the seat is warm")))
            memory.ingest(batch(*messages("the roof is open")))
        assert len(imitation.at("POST /api/v1/users$")) == 1

    @pytest.mark.parametrize("carries_out", [True, False])
    def test_an_unanswered_insert_is_counted_and_stored_once(self, carries_out: bool) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            memory.ingest(batch(*messages("it rains")))
            memory.settle(5)
            imitation.misbehave(self.add, Says(delay_s=TOO_LATE_S, carries_out=carries_out))
            memory.ingest(batch(*messages("the seat is warm")))
            memory.settle(5)
        assert len(imitation.at(self.add)) == (2 if carries_out else 3)
        assert self.texts_told(imitation) == ["it rains", "the seat is warm"]

    def test_a_buffer_that_forgets_its_rows_cannot_tell_so_it_is_a_failure(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation, timeout_s=QUICK_S) as memory:
            memory.ingest(batch(*messages("it rains")))
            imitation.states.clear()
            imitation.misbehave(self.add, Says(delay_s=TOO_LATE_S))
            with pytest.raises(BackendFailure, match="not sent again"):
                memory.ingest(batch(*messages("the seat is warm")))
        assert len(imitation.at(self.add)) == 2

    def test_an_error_in_the_envelope_is_a_failure_with_its_words(self) -> None:
        imitation = self.imitation()
        with self.at_work(imitation) as memory:
            imitation.misbehave(self.search, envelope(None, 501, "Event embedding is not enabled"))
            with pytest.raises(BackendFailure, match="Event embedding is not enabled"):
                memory.search("seat", limit=1, now=LATER)

    def test_the_profile_goes_into_the_prompt_on_request_only(self) -> None:
        imitation = self.imitation()
        imitation.users.add(USER)
        imitation.profile(USER, "car", "seat", "likes it warm")
        with self.at_work(imitation) as memory:
            assert memory.context(LATER) == ""
        with self.at_work(imitation, profile_tokens="200") as memory:
            assert memory.context(LATER) == "car: seat - likes it warm"
        assert imitation.at("GET /api/v1/users/profile/")[0].params == {"max_token_size": "200"}

    def test_half_a_token_is_no_length(self) -> None:
        with pytest.raises(BadOption, match="profile_tokens"):
            self.make("http://127.0.0.1:9", profile_tokens="0.5")
