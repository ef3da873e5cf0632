from hypothesis import given
from hypothesis import strategies as st

from memory.position import Position, cutoff_at, is_visible, just_after

positions = st.builds(Position, st.integers(-(10**15), 10**15), st.integers(0, 50))


def test_what_stands_one_before_a_cutoff_is_visible_and_what_stands_at_it_or_after_is_not() -> None:
    cutoff = Position(100, 5)
    assert is_visible(Position(100, 4), cutoff)
    assert not is_visible(Position(100, 5), cutoff)
    assert not is_visible(Position(100, 6), cutoff)


def test_a_message_with_the_very_timestamp_of_an_instant_cutoff_is_not_visible() -> None:
    assert is_visible(Position(99, 7), cutoff_at(100))
    assert not is_visible(Position(100, 1), cutoff_at(100))


@given(positions)
def test_a_position_is_visible_just_after_itself_and_nothing_fits_between(position: Position) -> None:
    after = just_after(position)
    assert is_visible(position, after)
    assert not is_visible(after, after)
    assert after == (position.at_us, position.seq + 1)


@given(st.lists(positions, unique=True), positions)
def test_visible_and_hidden_part_a_sorted_timeline_at_one_place(found: list[Position], cutoff: Position) -> None:
    seen = [is_visible(position, cutoff) for position in sorted(found)]
    assert seen == sorted(seen, reverse=True)
