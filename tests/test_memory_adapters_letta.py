"""Letta: its real client against an imitation of its archives."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("letta_client", reason="the client of Letta is not installed: pip install 'pastlane[letta]'")

from memory.adapters.rows_served import LETTA
from memory.errors import BackendFailure
from memory.messages import Forget
from tests.contract_memory import LATER, find, ids, message, messages
from tests.contract_served import GAVE_UP, HISTORY, NAMESPACE, ServedContract, first_written
from tests.imitation_letta import LettaImitation
from tests.imitation_served import Answer, Asked


class TestLetta(ServedContract):
    imitation = LettaImitation
    adapter = LETTA
    key_env = "LETTA_API_KEY"
    needs_key = False

    def found(self, text: object, score: object) -> Any:
        one = {"passage": {"id": "p", "text": text}, "score": score, "metadata": {}}
        return [{name: value for name, value in one.items() if value is not None}]

    def test_a_message_becomes_a_passage_with_its_instant_in_utc(self, system: LettaImitation) -> None:
        self.fed(system, HISTORY[:1])
        (archive,) = system.archives.values()
        assert archive["name"] == NAMESPACE
        assert "embedding" not in archive
        written = first_written(system)
        assert written.path == f"/v1/archives/{archive['id']}/passages"
        assert written.value == {
            "text": "Ann: the seat heating is on",
            "created_at": "2025-03-04T12:01:00+00:00",
            "metadata": {"message_id": "m000001", "role": "user", "speaker": "Ann"},
        }

    def test_hits_carry_the_simulated_instant(self, system: LettaImitation) -> None:
        (hit,) = find(self.fed(system), "window")
        assert (hit.text, hit.at_us) == ("Ann: the window is open", HISTORY[1].position.at_us)
        system.misbehave(system.is_search, passages(created_at="2025-03-04T12:02:00"))
        (hit,) = find(self.fed(system), "window")
        assert hit.at_us == HISTORY[1].position.at_us

    def test_where_no_passage_has_a_score_the_rank_makes_one(self, system: LettaImitation) -> None:
        system.gives_scores = False
        hits = find(self.fed(system), "warm the seat")
        assert [(hit.message_ids, hit.score) for hit in hits] == [
            (("m000003",), 1.0),
            (("m000001",), 0.5),
            (("m000002",), 1 / 3),
        ]

    def test_the_archive_is_made_with_the_embedding_that_was_asked_for(self, system: LettaImitation) -> None:
        self.fed(system, embedding="openai/text-embedding-3-small")
        assert next(iter(system.archives.values()))["embedding"] == "openai/text-embedding-3-small"

    def test_before_a_passage_is_sent_again_those_of_its_instant_are_looked_through(
        self, system: LettaImitation
    ) -> None:
        together = [message(1, "the seat is warm", minutes=5), message(2, "the seat is warm", minutes=5)]
        system.misbehave(is_write_of("m000002"), GAVE_UP, carried_out=True)
        memory = self.fed(system, together)
        assert [one["metadata"]["message_id"] for one in system.passages.values()] == ["m000001", "m000002"]
        looked = next(a for a in system.asked if a.path == "/v1/passages/search" and "query" not in a.value)
        at = "2025-03-04T12:05:00Z"
        assert (looked.value["start_date"], looked.value["end_date"]) in ((at, at), (at[:-1] + "+00:00",) * 2)
        assert ids(find(memory, "seat")) == ["m000001", "m000002"]

    def test_another_message_of_the_same_instant_is_not_taken_for_it(self, system: LettaImitation) -> None:
        together = [message(1, "the seat is warm", minutes=5), message(2, "the seat is warm", minutes=5)]
        system.misbehave(is_write_of("m000002"), GAVE_UP)
        self.fed(system, together)
        assert [one["metadata"]["message_id"] for one in system.passages.values()] == ["m000001", "m000002"]

    def test_an_archive_that_was_made_and_never_answered_is_not_made_again(self, system: LettaImitation) -> None:
        system.misbehave(is_creation, GAVE_UP, carried_out=True)
        self.fed(system)
        assert [archive["name"] for archive in system.archives.values()] == [NAMESPACE]

    def test_a_passage_of_another_archive_is_a_violation(self, system: LettaImitation) -> None:
        elsewhere, without_source = passages(archive_id="archive-99"), passages(metadata={})
        assert self.violations(system, elsewhere.value) == ["foreign_namespace"]
        assert self.violations(system, without_source.value) == ["unknown_id"]

    def test_no_more_than_a_hundred_are_asked_for(self, system: LettaImitation) -> None:
        memory = self.fed(system, messages("the seat is warm"))
        find(memory, "seat", 500)
        assert next(filter(system.is_search, system.asked)).value["limit"] == 100

    def test_more_passages_of_one_instant_than_letta_shows_are_a_failure(self, system: LettaImitation) -> None:
        memory = self.fed(system, [message(n, "the seat is warm", minutes=5) for n in range(1, 102)])
        with pytest.raises(BackendFailure, match="forget: Letta shows no more than 100 passages"):
            memory.forget(Forget(message_ids=(), person="Ann", text=""), LATER)


def is_write_of(message_id: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.path.endswith("/passages") and asked.value["metadata"]["message_id"] == message_id


def is_creation(asked: Asked) -> bool:
    return asked.method == "POST" and asked.path == "/v1/archives/"


def passages(**changes: object) -> Answer:
    """A found list with the second message's passage, changed."""
    passage = {
        "id": "passage-9",
        "text": "Ann: the window is open",
        "metadata": {"message_id": "m000002"},
        "created_at": "2025-03-04T12:02:00Z",
    }
    return Answer(value=[{"passage": {**passage, **changes}, "score": 1.0, "metadata": {}}])
