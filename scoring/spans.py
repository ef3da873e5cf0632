"""Spans of simulated time and of messages, for curves: from a lower bound on, below an upper one."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.instants import DAY_US, HOUR_US


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A bin of a curve."""

    name: str
    low: int
    """The least value inside."""
    high: int | None
    """The least value above; None: there is none."""

    def holds(self, value: int) -> bool:
        """Whether `value` is inside."""
        return self.low <= value and (self.high is None or value < self.high)


AGES: Sequence[Span] = (
    Span(name="0-1h", low=0, high=HOUR_US),
    Span(name="1h-1d", low=HOUR_US, high=DAY_US),
    Span(name="1-7d", low=DAY_US, high=7 * DAY_US),
    Span(name="7-30d", low=7 * DAY_US, high=30 * DAY_US),
    Span(name="30-90d", low=30 * DAY_US, high=90 * DAY_US),
    Span(name=">=90d", low=90 * DAY_US, high=None),
)
"""Of simulated time, in microseconds; a day has 24 hours."""
INTERFERENCE: Sequence[Span] = (
    Span(name="0", low=0, high=1),
    Span(name="1-9", low=1, high=10),
    Span(name="10-99", low=10, high=100),
    Span(name="100-999", low=100, high=1000),
    Span(name=">=1000", low=1000, high=None),
)
"""Of messages in between."""
