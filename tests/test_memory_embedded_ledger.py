"""LedgerMemory: statements first, current ones above all, and a past that can be asked."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.backend import MemoryBackend, Setup
from memory.embedded.ledger import SUPERSEDED, LedgerMemory
from memory.messages import Forget, Message
from memory.position import Position, just_after
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


WORDY = "Set the seat heating to 3. Seat heating, yes, seat heating."


def test_what_is_current_comes_before_what_it_replaced_however_well_that_matches() -> None:
    memory = ledger(
        [message(1, WORDY, minutes=0), message(2, "Uh, do change the heated seat to 1 for me then.", minutes=DAY)]
    )
    hits = find(memory, "seat heating 3")
    assert ids(hits) == ["m000002", "m000001"]
    assert hits[1].text.endswith("\nsuperseded on 2025-03-05")


def test_what_is_current_comes_first_through_a_chain_of_statements() -> None:
    memory = ledger(
        [
            message(1, WORDY, minutes=0),
            message(2, WORDY, minutes=DAY),
            message(3, "Set the heated seat to 1.", minutes=2 * DAY),
            message(4, "Set the ambient light to blue", minutes=2 * DAY + 1),
        ]
    )
    assert ids(find(memory, "seat heating"))[0] == "m000003"
    assert ids(find(memory, "seat heating", limit=1)) == ["m000003"]


def test_what_is_current_comes_first_even_where_a_better_hit_of_its_occasion_takes_from_it() -> None:
    memory = ledger(
        [
            message(1, WORDY, minutes=0),
            message(2, "Change the seat heating to 1.", minutes=DAY),
            message(3, WORDY, speaker="Bo", minutes=DAY + 1),
            message(4, WORDY, speaker="Cy", minutes=DAY + 2),
        ]
    )
    order = ids(find(memory, "seat heating"))
    assert order.index("m000002") < order.index("m000001")


def test_a_statement_under_another_condition_replaces_nothing() -> None:
    memory = ledger([message(1, WORDY, minutes=0), message(2, "At night, set the seat heating to 1.", minutes=DAY)])
    hits = find(memory, "seat heating")
    assert ids(hits) == ["m000001", "m000002"]
    assert "superseded" not in hits[0].text


def test_what_is_valid_only_later_replaces_nothing_yet() -> None:
    planned = Message(
        id="planned",
        position=Position(NOON_US + DAY * 60_000_000, 2),
        speaker="Ann",
        role="user",
        text="Set the seat heating to 1.",
        occurred_at_us=NOON_US + 9 * DAY * 60_000_000,
    )
    memory = ledger([TWICE[0], planned])
    for minutes, n_superseded in ((2 * DAY, 0), (9 * DAY, 1), (2 * DAY, 0)):
        hits = memory.search("seat heating", limit=9, now=Position(NOON_US + minutes * 60_000_000, 9))
        assert sum("superseded" in hit.text for hit in hits) == n_superseded


def test_a_late_correction_of_the_past_is_the_one_that_is_superseded() -> None:
    late = Message(
        id="late",
        position=Position(NOON_US + 5 * DAY * 60_000_000, 9),
        speaker="Ann",
        role="user",
        text="Set the seat heating to 1.",
        occurred_at_us=NOON_US + 60_000_000,
    )
    memory = ledger(TWICE)
    find(memory, "seat heating")
    deliver(memory, [late])
    said = {hit.message_ids[0]: hit.text.partition("\n")[2] for hit in find(memory, "seat heating")}
    assert said == {
        "m000001": "superseded on 2025-03-04",
        "late": "superseded on 2025-03-06",
        "m000002": "",
        "m000003": "",
    }


@pytest.mark.parametrize("text", ["Never mind.", "Scrap that, please.", "Forget it, back to normal."])
def test_a_plain_withdrawal_takes_back_what_its_speaker_said_last(text: str) -> None:
    memory = ledger([*TWICE, message(4, text, minutes=2 * DAY + 2)])
    assert values(memory, "Ann", valid_at=2 * DAY + 1, known_at=9 * DAY) == ["2"]
    assert values(memory, "Ann", valid_at=2 * DAY + 2, known_at=9 * DAY) == ["3"]
    assert values(memory, "Bo", valid_at=9 * DAY, known_at=9 * DAY) == ["1"]
    said = {hit.message_ids[0]: "superseded" in hit.text for hit in find(memory, "seat heating")}
    assert said == {"m000001": False, "m000002": False, "m000003": True}


@pytest.mark.parametrize(("minutes", "speaker"), [(2 * DAY + 31, "Ann"), (2 * DAY + 2, "Bo")])
def test_a_plain_withdrawal_much_later_or_by_somebody_else_takes_nothing_back(minutes: int, speaker: str) -> None:
    memory = ledger([*TWICE, message(4, "Never mind.", minutes=minutes, speaker=speaker)])
    assert values(memory, "Ann", valid_at=9 * DAY, known_at=9 * DAY) == ["2"]


@pytest.mark.parametrize("text", ["No, make it 1 instead.", "Actually 1.", "Too strong, down to 1."])
def test_a_plain_correction_is_current_and_found_with_what_it_corrects(text: str) -> None:
    memory = ledger([*TWICE, message(4, text, minutes=2 * DAY + 2)])
    assert values(memory, "Ann", valid_at=9 * DAY, known_at=9 * DAY) == ["1"]
    hits = find(memory, "seat heating")
    assert hits[0].text == f"[2025-03-06 12:02] Ann: {text}"
    assert {hit.message_ids[0]: "superseded" in hit.text for hit in hits} == {
        "m000001": True,
        "m000002": False,
        "m000003": True,
        "m000004": False,
    }


def test_a_forgotten_withdrawal_takes_nothing_back() -> None:
    memory = ledger([*TWICE, message(4, "Never mind.", minutes=2 * DAY + 2)])
    find(memory, "seat heating")
    memory.forget(Forget(message_ids=("m000004",), person="", text=""), LATER)
    assert values(memory, "Ann", valid_at=9 * DAY, known_at=9 * DAY) == ["2"]
    assert find(memory, "seat heating") == find(ledger(TWICE), "seat heating")


SAYINGS = [
    "Set the seat heating to 3.",
    "Set the seat heating to 1 at night.",
    "Set the ambient light to blue.",
    "Raise the seat heating",
    "Never mind the seat heating.",
    "Never mind.",
    "No, make it 2.",
    "The seat heating is nice.",
]
said_rows = st.lists(
    st.tuples(st.sampled_from(SAYINGS), st.sampled_from(["Ann", "Bo"]), st.integers(0, 40)), max_size=9
)


@given(rows=said_rows, shifts=st.lists(st.integers(-90, 90), min_size=9, max_size=9))
@settings(max_examples=60, deadline=None)
def test_asking_after_each_message_gives_the_same_as_asking_once_and_current_stands_above_superseded(
    rows: list[tuple[str, str, int]], shifts: list[int]
) -> None:
    minutes, known = 0, []
    for number, ((text, speaker, gap), shift) in enumerate(zip(rows, shifts, strict=False), 1):
        minutes += gap
        said = message(number, text, speaker=speaker, minutes=minutes)
        about_us = said.position.at_us + shift * 60_000_000 if shift > 60 else None
        known.append(replace(said, occurred_at_us=about_us))
    asked = ledger([])
    for one in known:
        deliver(asked, [one])
        asked.search("seat heating light", limit=5, now=just_after(one.position))
    hits = find(asked, "seat heating light")
    assert hits == find(ledger(known), "seat heating light")
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    place = {hit.message_ids[0]: rank for rank, hit in enumerate(hits)}
    for person in ("Ann", "Bo"):
        current = {fact.message_id for fact in asked.facts(person, valid_at_us=LATER.at_us, known_at=LATER)}
        for hit in hits:
            if "superseded" in hit.text:
                assert hit.message_ids[0] not in current
        for fact in current & place.keys():
            assert "superseded" not in hits[place[fact]].text
