"""LedgerMemory: statements first, current ones above all, and a past that can be asked."""

import pytest

from memory.backend import MemoryBackend, Setup
from memory.embedded.ledger import SUPERSEDED, LedgerMemory
from memory.messages import Forget, Message
from memory.position import Position
from tests.contract_memory import LATER, NOON_US, deliver, find, ids, message

VOCABULARY = (("seat heating", "heated seat"), ("ambient light",))
DAY = 24 * 60
"""Minutes."""


def ledger(history: list[Message], **options: str) -> LedgerMemory:
    memory = LedgerMemory(Setup(namespace="n", vocabulary=VOCABULARY, options=options))
    for one in history:
        deliver(memory, [one])
    return memory


def values(memory: LedgerMemory, person: str, *, valid_at: int, known_at: int) -> list[str]:
    """The values of what held, both times in minutes after noon."""
    facts = memory.facts(
        person, valid_at_us=NOON_US + valid_at * 60_000_000, known_at=Position(NOON_US + known_at * 60_000_000, 0)
    )
    return [fact.value for fact in facts]


TWICE = [
    message(1, "Set the seat heating to 3.", minutes=0),
    message(2, "Set the seat heating to 1.", speaker="Bo", minutes=DAY),
    message(3, "Set the seat heating to 2.", minutes=2 * DAY),
]


def test_a_statement_comes_before_a_message_that_only_has_its_words() -> None:
    memory = ledger(
        [
            message(1, "Set the ambient light to blue.", minutes=0),
            message(2, "The paper on ambient light blue whales", minutes=DAY),
        ]
    )
    assert ids(find(memory, "ambient light blue")) == ["m000001", "m000002"]


def test_a_statement_replaced_by_its_own_person_ranks_lower_and_says_since_when() -> None:
    hits = find(ledger(TWICE), "seat heating")
    assert {hit.message_ids[0]: hit.text for hit in hits} == {
        "m000001": "[2025-03-04 12:00] Ann: Set the seat heating to 3.\nsuperseded on 2025-03-06",
        "m000002": "[2025-03-05 12:00] Bo: Set the seat heating to 1.",
        "m000003": "[2025-03-06 12:00] Ann: Set the seat heating to 2.",
    }
    assert ids(hits) == ["m000003", "m000002", "m000001"]
    assert hits[2].score == pytest.approx(hits[0].score * SUPERSEDED)


def test_without_marks_hits_are_word_for_word_and_the_memory_says_so() -> None:
    memory = ledger(TWICE, mark="no")
    assert memory.capabilities.verbatim
    assert not ledger([]).capabilities.verbatim
    assert all("superseded" not in hit.text for hit in find(memory, "seat heating"))


def test_what_was_true_on_one_day_as_known_on_another() -> None:
    memory = ledger(TWICE)
    assert values(memory, "Ann", valid_at=DAY, known_at=10 * DAY) == ["3"]
    assert values(memory, "Ann", valid_at=2 * DAY, known_at=10 * DAY) == ["2"]
    assert values(memory, "Ann", valid_at=2 * DAY, known_at=2 * DAY) == ["3"]
    assert values(memory, "BO ", valid_at=2 * DAY, known_at=10 * DAY) == ["1"]
    assert values(memory, "Cy", valid_at=2 * DAY, known_at=10 * DAY) == []


def test_a_late_correction_is_valid_from_what_it_is_about() -> None:
    late = Message(
        id="late",
        position=Position(NOON_US + 5 * DAY * 60_000_000, 9),
        speaker="Ann",
        role="user",
        text="Set the seat heating to 1.",
        occurred_at_us=NOON_US + 30 * 60_000_000,
    )
    memory = ledger([*TWICE, late])
    assert values(memory, "Ann", valid_at=DAY, known_at=4 * DAY) == ["3"]
    assert values(memory, "Ann", valid_at=DAY, known_at=6 * DAY) == ["1"]
    assert values(memory, "Ann", valid_at=3 * DAY, known_at=6 * DAY) == ["2"]


def test_what_is_forgotten_leaves_the_ledger_and_what_it_replaced_is_current_again() -> None:
    memory = ledger(TWICE)
    memory.forget(Forget(message_ids=("m000003",), person="", text=""), LATER)
    assert find(memory, "seat heating") == find(ledger(TWICE[:2]), "seat heating")
    assert values(memory, "Ann", valid_at=9 * DAY, known_at=9 * DAY) == ["3"]


def test_any_person_can_be_asked_about() -> None:
    odd = [message(1, "Set the seat heating to 3.", speaker="\ud800 Ä'", id_="\ud800")]
    memory = ledger(odd)
    (fact,) = memory.facts("\ud800 ä'", valid_at_us=NOON_US * 2, known_at=LATER)
    assert fact.message_id == "\ud800"


def test_asking_about_the_past_changes_nothing() -> None:
    memory: MemoryBackend = ledger(TWICE)
    before = find(memory, "seat heating")
    assert isinstance(memory, LedgerMemory)
    values(memory, "Ann", valid_at=0, known_at=0)
    assert find(memory, "seat heating") == before
