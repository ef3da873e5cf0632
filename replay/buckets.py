"""Buckets: which messages reach a backend together, and at what instant.

A bucket is delivered at its window's end, never at its start, so that no line is visible before it was said; whether
another message follows does not change what was delivered before.
"""

from datetime import datetime, timedelta
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from memory.instants import HOUR_US, MINUTE_US, instant, to_us

Window = Literal["message", "session", "hour", "day"]
WINDOWS: tuple[Window, ...] = get_args(Window)

SESSION_GAP_US = 30 * MINUTE_US
"""A silence longer than this ends a session."""
_MICROSECOND = timedelta(microseconds=1)


def window_end_us(window: Window, at_us: int, zone: ZoneInfo) -> int:
    """The instant at which the bucket of a message said at `at_us` is due.

    `hour` and `day` end with the hour or day of the zone; `session` when a message could no longer belong to it:
    a microsecond more than 30 minutes after its last message, which `at_us` is taken for; `message` at once.
    """
    match window:
        case "message":
            return at_us
        case "session":
            return at_us + SESSION_GAP_US + 1
        case "hour":
            offset_us = _offset_us(at_us, zone)
            return ((at_us + offset_us) // HOUR_US + 1) * HOUR_US - offset_us
        case "day":
            return next_midnight_us(at_us, zone)


def next_midnight_us(at_us: int, zone: ZoneInfo) -> int:
    """The first midnight of `zone` after `at_us`; where a zone skips midnight, the instant at which the day starts.

    A clock that is put back over midnight brings that midnight twice; one that is put back to it, once.
    """
    midnight = datetime.combine(instant(at_us, zone).date(), datetime.min.time(), tzinfo=zone)
    starts = (to_us((midnight + timedelta(days=n)).replace(fold=fold)) for n in (1, 2) for fold in (0, 1))
    return next(start for start in starts if start > at_us)


def _offset_us(at_us: int, zone: ZoneInfo) -> int:
    offset = instant(at_us, zone).utcoffset()
    return 0 if offset is None else offset // _MICROSECOND
