"""The one time rule: a message is visible at a cutoff if, and only if, its position is before the cutoff.

Every part of Pastlane that asks "may this be seen?" asks `is_visible`; nothing else compares positions with cutoffs.
Where a memory is given an index lag, a message counts from `due` on: as if it stood that much later.
"""

from typing import NamedTuple


class Position(NamedTuple):
    """A place in the total order of a timeline: the instant, then the running number.

    Compared as a tuple, so that records of one instant keep the order in which the source gave them.
    """

    at_us: int
    """Microseconds since the Unix epoch, UTC."""
    seq: int
    """The running number in the timeline, 1 for its first record; 0 is before every record of that instant."""


def cutoff_at(at_us: int) -> Position:
    """The cutoff of an instant: what carries the very timestamp `at_us` is not visible."""
    return Position(at_us, 0)


def just_after(position: Position) -> Position:
    """The first place behind `position`: it is visible there, and nothing later is."""
    return Position(position.at_us, position.seq + 1)


def due(position: Position, lag_us: int) -> Position:
    """From where on a message at `position` can be found under an index lag of `lag_us`, which is not negative."""
    return Position(position.at_us + lag_us, position.seq)


def is_visible(position: Position, cutoff: Position, lag_us: int = 0) -> bool:
    """Whether what stands at `position` was known at `cutoff`: strictly before it, the lag included."""
    return (due(position, lag_us) if lag_us else position) < cutoff
