from dataclasses import replace

import pytest

from memory.delivered import Delivered
from memory.errors import GuardBroken
from memory.guard import Guard
from memory.messages import Batch, Hit, Message
from memory.position import Position, cutoff_at
from replay.records import Records
from tests.test_memory_guard import Answers


def message(seq: int, text: str = "the seat is warm") -> Message:
    return Message(id=f"m{seq:06d}", position=Position(10 * seq, seq), speaker="Ada", role="user", text=text)


ARCHIVE = Records.of([message(1), message(2), message(3)])


@pytest.mark.parametrize("archive", [None, ARCHIVE])
def test_what_was_delivered_is_there_and_nothing_else(archive: Records | None) -> None:
    delivered = Delivered(archive)
    assert not delivered
    delivered.add(message(3))
    assert [f"m00000{n}" in delivered for n in range(5)] == [False, False, False, True, False]
    delivered.add(message(1))
    assert [f"m00000{n}" in delivered for n in range(5)] == [False, True, False, True, False]
    assert (delivered.get("m000001"), delivered.get("m000002"), len(delivered)) == (message(1), None, 2)


def test_a_message_that_the_archive_has_otherwise_is_kept_as_it_was_delivered() -> None:
    delivered = Delivered(ARCHIVE)
    other = message(2, "the seat is cold")
    beside = replace(message(9), id="of another kind")
    delivered.add(other)
    delivered.add(beside)
    assert (delivered.get("m000002"), delivered.get("of another kind"), len(delivered)) == (other, beside, 2)


def test_a_guard_with_an_archive_refuses_what_comes_twice_and_withholds_what_was_not_delivered() -> None:
    hits = [
        Hit(text="the seat is warm", score=1.0, message_ids=("m000001",)),
        Hit(text="the seat is warm", score=0.5, message_ids=("m000002",)),
    ]
    guard = Guard(Answers(hits), archive=ARCHIVE)
    guard.ingest(Batch(messages=(message(1),), now=cutoff_at(15)))
    record = guard.search("seat", limit=5, now=cutoff_at(15))
    assert record.hits == (hits[0],)
    assert [violation.kind for violation in record.violations] == ["unknown_id"]
    with pytest.raises(GuardBroken):
        guard.ingest(Batch(messages=(message(1),), now=cutoff_at(25)))
    assert guard.n_delivered == 1
