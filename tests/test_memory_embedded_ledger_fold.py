"""What held when, as known when."""

from memory.embedded.ledger_fold import Entry, Fact, fold_facts
from memory.embedded.ledger_reading import Change
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
    return [fact.value for fact in fold_facts(entries, valid_at_us=valid_at, known_at=known_at)]


def test_a_fact_names_its_one_message_and_since_when_it_holds() -> None:
    assert fold_facts([entry(1, value="3")], valid_at_us=10, known_at=LATE) == (
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


def test_a_statement_that_names_no_setting_is_no_fact() -> None:
    assert values(entry(1, value="a", settings=())) == []
