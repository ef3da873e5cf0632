"""The cutoff: every leaking double is caught by the check that stands for its leak, in the audit's own words."""

import pytest

from fixtures.doubles import LEAKS, HonestMemory, SlowMemory, leaking
from memory.backend import Capabilities
from memory.messages import Hit, Message
from memory.position import Position, is_visible
from replay.memory_checks.future import (
    CHECKS,
    another_future_changes_nothing,
    nothing_later_is_shown,
    timed_scenario,
    what_stands_just_before_is_found,
)
from replay.memory_checks.suite import Check
from tests.memory_checking import Ended, checked

CAUGHT_BY = {
    "returns_what_is_ahead": "not empty",
    "peeks_at_statistics": "differs",
    "future_under_past_id": "foreign text",
    "future_without_id": "future text",
    "rewords_the_future": "differs",
    "future_in_context": "future text",
    "knows_how_much_is_ahead": "differs",
    "stamped_ahead": "stamped ahead",
}
"""What tells each kind of leak from the others; of a hit that the guard withholds, in the guard's words."""


@pytest.mark.parametrize("check", CHECKS)
def test_an_honest_memory_keeps_every_cutoff(check: Check) -> None:
    assert checked(check, HonestMemory) == Ended("passed", "")


@pytest.mark.parametrize("kind", LEAKS)
def test_every_kind_of_leak_is_caught_for_its_own_reason(kind: str) -> None:
    reason = CAUGHT_BY[kind]
    check = another_future_changes_nothing if reason == "differs" else nothing_later_is_shown
    ended = checked(check, HonestMemory, memory_for=lambda s: leaking(kind, s.timeline.messages()))
    assert ended.how == "Leaked"
    assert f"{reason}: " in ended.detail


def test_both_questions_stand_between_messages() -> None:
    timed = timed_scenario()
    positions = [message.position for message in timed.scenario.timeline.messages()]
    assert [sum(is_visible(p, query.cutoff) for p in positions) for query in timed.queries] == [4, 6]
    assert len(positions) == 8


def test_a_memory_that_finds_no_planted_words_is_blind_unless_it_never_said_it_would() -> None:
    class Blind(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

    class Silent(Blind):
        capabilities = Capabilities(verbatim=False)

    ended = checked(what_stands_just_before_is_found, Blind)
    assert ended.how == "NotMet"
    assert ended.detail.startswith("blind: ")
    assert checked(what_stands_just_before_is_found, Silent).how == "NotJudged"


class Rolls(HonestMemory):
    """Scores that no two instances share."""

    made = 0

    def score(self, query: str, message: Message) -> float:
        type(self).made += 1
        return super().score(query, message) + type(self).made


class RollsAndRewords(Rolls):
    capabilities = Capabilities(verbatim=False)


def test_where_two_equal_pasts_differ_another_future_cannot_be_compared() -> None:
    assert checked(another_future_changes_nothing, Rolls).how == "NotMet"
    ended = checked(another_future_changes_nothing, RollsAndRewords)
    assert ended.how == "NotJudged"
    assert ended.detail.startswith("not deterministic: ")


@pytest.mark.parametrize("check", [nothing_later_is_shown, another_future_changes_nothing])
def test_where_nothing_is_ever_shown_nothing_is_proved(check: Check) -> None:
    class Silent(HonestMemory):
        capabilities = Capabilities(verbatim=False)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

    assert checked(check, Silent) == Ended("NotJudged", "nothing was shown, of the past or of the future")


@pytest.mark.parametrize("check", [nothing_later_is_shown, another_future_changes_nothing])
def test_where_there_is_no_answer_nothing_is_proved(check: Check) -> None:
    assert checked(check, SlowMemory) == Ended("NotMet", "settle: TimeoutError: still indexing after 10 s")


def test_what_an_answer_that_failed_does_not_show_is_not_told_beside_the_failure() -> None:
    class Fails(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            raise OSError("index corrupted")

    ended = checked(what_stands_just_before_is_found, Fails)
    assert ended == Ended("NotMet", "search: OSError: index corrupted")


def test_a_quick_check_asks_one_question() -> None:
    namespaces: set[str] = set()

    class Notes(HonestMemory):
        def __init__(self, setup: object) -> None:
            super().__init__(setup)  # type: ignore[arg-type]
            namespaces.add(setup.namespace)  # type: ignore[attr-defined]

    checked(nothing_later_is_shown, Notes, quick=True)
    assert len(namespaces - {"trial"}) == 4  # once, again, with another future, with the planted words
