"""When people talk: in sessions, between seven in the morning and ten at night of their zone.

The rule: every instant is later than the one before it, whatever the zone did to its clocks that day.
"""

import random
from collections.abc import Iterator
from datetime import datetime, time, timedelta

from memory.instants import to_us
from replay.generating.request import GenerateRequest

SESSION = 9
"""About how many messages one session has."""
_OPENS = time(7)
_OPEN_S = 15 * 3600.0
_STEP_S = (20.0, 90.0)
_LATE = 0.3
"""The part of its span within which a session starts."""
_FILLED = 0.6
"""The part of its span that a session takes at most."""


def moments(request: GenerateRequest, rng: random.Random) -> Iterator[int]:
    """The instants of all messages, ascending, in microseconds: as many on each day as on any other, within one."""
    zone, days = request.tz, request.n_days
    last_us: int | None = None
    for day in range(days):
        n = (day + 1) * request.messages // days - day * request.messages // days
        if n:
            opens = datetime.combine(request.start + timedelta(days=day), _OPENS, tzinfo=zone)
            opens_us = to_us(opens)
            for offset_us in _one_day(n, rng):
                at_us = opens_us + offset_us
                last_us = at_us if last_us is None else max(at_us, last_us + 1)
                yield last_us


def _one_day(n: int, rng: random.Random) -> Iterator[int]:
    """Microseconds since the day's opening, ascending; whole seconds unless people talk faster than that."""
    n_sessions = max(1, round(n / SESSION))
    span_s = _OPEN_S / n_sessions
    for session in range(n_sessions):
        n_here = (session + 1) * n // n_sessions - session * n // n_sessions
        at_s = (session + _LATE * rng.random()) * span_s
        longest_s = _FILLED * span_s / max(1, n_here)
        for _ in range(n_here):
            yield int(at_s) * 1_000_000 if longest_s >= 2 else int(at_s * 1_000_000)
            at_s += min(rng.uniform(*_STEP_S), longest_s)
