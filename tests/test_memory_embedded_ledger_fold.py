"""What held when, as known when, and what was replaced since."""

import pytest

from memory.embedded.ledger_fold import Books, Entry, Fact, Replacement, fold_entries
from memory.embedded.ledger_reading import Change
from memory.embedded.occasions import OCCASION_US
from memory.position import Position

LATE = Position(1_000, 0)


def entry(
    row: int,
    *,
    settings: tuple[int, ...] = (7,),
    value: str = "",
    change: Change = "states",
    condition: str = "",
    valid: int | None = None,
) -> Entry:
    """Said at the instant `row` * 10, and valid from then unless `valid` is given."""
    return Entry(
        row=row,
        message_id=f"m{row}",
        settings=settings,
        change=change,
        value=value,
        condition=condition,
        valid_from_us=row * 10 if valid is None else valid,
        known=Position(row * 10, row),
    )


def values(*entries: Entry, valid_at: int = 999, known_at: Position = LATE) -> list[str]:
    return [fact.value for fact in fold_entries(entries, valid_at_us=valid_at, known_at=known_at).facts()]


def books(*entries: Entry) -> Books:
    return fold_entries(entries, valid_at_us=999, known_at=LATE)


def replaced(*entries: Entry) -> dict[int, tuple[int, list[int]]]:
    """Rows that decide nothing any more: since when, and the rows that decide in their place."""
    found = ((one.row, books(*entries).replacement(one.row)) for one in entries)
    return {row: (gone.since_us, [by.row for by in gone.by]) for row, gone in found if gone is not None}


def test_a_fact_names_its_one_message_and_since_when_it_holds() -> None:
    assert fold_entries([entry(1, value="3")], valid_at_us=10, known_at=LATE).facts() == (
        Fact(setting=7, condition="", change="states", value="3", since_us=10, message_id="m1"),
    )


def test_nothing_was_said_and_nothing_holds() -> None:
    assert values() == []


def test_a_later_statement_replaces_an_earlier_one_on_the_same_setting_and_condition_only() -> None:
    said = [entry(1, value="a"), entry(2, value="b", condition="at night"), entry(3, value="c", settings=(8,))]
    assert values(*said) == ["a", "b", "c"]
    assert values(*said, entry(4, value="d")) == ["b", "c", "d"]


def test_the_order_in_which_entries_are_given_does_not_matter() -> None:
    assert values(entry(2, value="b"), entry(1, value="a")) == ["b"]


def test_what_holds_from_an_instant_holds_at_that_instant() -> None:
    said = [entry(1, value="a"), entry(2, value="b")]
    assert [values(*said, valid_at=at) for at in (9, 10, 19, 20)] == [[], ["a"], ["a"], ["b"]]


def test_what_was_not_known_yet_is_left_out() -> None:
    said = [entry(1, value="a"), entry(2, value="b")]
    assert [values(*said, known_at=Position(20, seq)) for seq in (0, 1, 2, 3)] == [["a"], ["a"], ["a"], ["b"]]


def test_a_late_correction_of_the_past_counts_from_the_past_and_only_once_it_is_known() -> None:
    said = [entry(1, value="a"), entry(5, value="b", valid=12)]
    assert values(*said, valid_at=15) == ["b"]
    assert values(*said, valid_at=15, known_at=Position(40, 0)) == ["a"]
    assert values(*said, valid_at=11) == ["a"]


def test_of_two_statements_valid_from_the_same_instant_the_later_known_one_wins() -> None:
    assert values(entry(1, value="a", valid=5), entry(2, value="b", valid=5)) == ["b"]


def test_a_withdrawal_with_a_setting_removes_it_under_its_condition_or_under_any() -> None:
    said = [entry(1, value="a"), entry(2, value="b", condition="at night")]
    assert values(*said, entry(3, change="withdraws", condition="at night")) == ["a"]
    assert values(*said, entry(3, change="withdraws")) == []


def test_a_withdrawal_without_a_setting_removes_what_was_said_last() -> None:
    said = [entry(1, value="a"), entry(2, value="b", settings=(8, 9))]
    assert values(*said, entry(3, change="withdraws", settings=())) == ["a"]
    assert values(entry(3, change="withdraws", settings=())) == []


def test_a_withdrawal_without_a_setting_brings_back_what_the_last_statement_had_replaced() -> None:
    said = [entry(1, value="a"), entry(2, value="b"), entry(3, change="withdraws", settings=())]
    assert values(*said) == ["a"]
    assert values(*said, valid_at=29) == ["b"]
    assert replaced(*said) == {2: (30, [1])}


def test_a_second_withdrawal_without_a_setting_has_nothing_left_to_take_back() -> None:
    said = [entry(1, value="a"), entry(2, value="b"), entry(3, change="withdraws", settings=())]
    assert values(*said, entry(4, change="withdraws", settings=())) == ["a"]


def test_a_withdrawal_of_a_setting_leaves_no_last_statement() -> None:
    said = [entry(1, value="a", settings=(8,)), entry(2, change="withdraws")]
    assert values(*said, entry(3, change="withdraws", settings=())) == ["a"]


def test_a_correction_takes_over_setting_and_condition_of_the_last_statement() -> None:
    said = [entry(1, value="a", condition="at night"), entry(2, value="b", change="corrects", settings=())]
    (fact,) = books(*said).facts()
    assert (fact.setting, fact.condition, fact.change, fact.value) == (7, "at night", "states", "b")
    assert replaced(*said) == {1: (20, [2])}


def test_a_corrected_statement_is_taken_back_with_its_correction() -> None:
    said = [entry(1, value="a"), entry(2, value="b"), entry(3, value="c", change="corrects", settings=())]
    assert values(*said) == ["c"]
    assert values(*said, entry(4, change="withdraws", settings=())) == ["a"]


def test_a_correction_of_nothing_is_a_statement_of_its_own_setting_if_it_has_one() -> None:
    assert values(entry(1, value="a", change="corrects", settings=())) == []
    assert values(entry(1, value="a", change="corrects")) == ["a"]


@pytest.mark.parametrize(("later_us", "left"), [(-1, []), (0, []), (1, ["a"])])
def test_a_withdrawal_without_a_setting_means_a_statement_of_the_same_occasion(later_us: int, left: list[str]) -> None:
    at_us = 10 + OCCASION_US + later_us
    taken_back = entry(2, change="withdraws", settings=(), valid=at_us)
    assert values(entry(1, value="a"), taken_back, valid_at=at_us) == left


def test_a_statement_is_replaced_once_all_its_settings_are_and_since_the_last_of_them_was() -> None:
    said = [entry(1, settings=(7, 8)), entry(2)]
    assert replaced(*said) == {}
    assert replaced(*said, entry(3, settings=(8,))) == {1: (30, [2, 3])}
    assert replaced(*said, entry(3, settings=(7, 8))) == {1: (30, [3]), 2: (30, [3])}


def test_a_withdrawal_replaces_what_it_removes_under_any_condition_and_is_replaced_itself() -> None:
    said = [entry(1), entry(2, condition="at night"), entry(3, change="withdraws")]
    assert replaced(*said) == {1: (30, [3]), 2: (30, [3])}
    assert replaced(*said, entry(4)) == {1: (30, [4]), 2: (30, [3])}
    assert replaced(*said, entry(4), entry(5, condition="at night")) == {
        1: (30, [4]),
        2: (30, [5]),
        3: (50, [4, 5]),
    }


def test_what_decides_something_or_never_did_was_not_replaced() -> None:
    assert replaced(entry(1), entry(2, settings=())) == {}
    assert books().replacement(1) is None
    assert isinstance(books(entry(1), entry(2)).replacement(1), Replacement)


def test_a_statement_that_names_no_setting_is_no_fact() -> None:
    assert values(entry(1, value="a", settings=())) == []
