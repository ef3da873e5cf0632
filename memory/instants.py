"""Instants: microseconds since the Unix epoch, and the aware datetimes that are the same, both ways without a loss.

And spans of time: their units, and in words, for people.
"""

from datetime import UTC, datetime, timedelta, tzinfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US
HOUR_US = 60 * MINUTE_US
DAY_US = 24 * HOUR_US
"""A day of 24 hours, whatever the clocks of a zone do."""
_MICROSECOND = timedelta(microseconds=1)
_UNITS = (("days", DAY_US), ("h", HOUR_US), ("min", MINUTE_US), ("s", SECOND_US), ("µs", 1))


def instant(at_us: int, zone: tzinfo = UTC) -> datetime:
    """The instant `at_us` in `zone`.

    Raises:
        OverflowError: no calendar has it, there or in UTC.
    """
    return (EPOCH + at_us * _MICROSECOND).astimezone(zone)


def to_us(when: datetime) -> int:
    """An aware datetime as microseconds since the epoch."""
    return (when - EPOCH) // _MICROSECOND


def iso(at_us: int, zone: tzinfo = UTC) -> str:
    """The instant `at_us` as ISO 8601 with the offset of `zone`, such as `2025-03-04T08:15:00+00:00`."""
    return instant(at_us, zone).isoformat()


def span_text(span_us: int) -> str:
    """A span in its two largest units, cut off below: `546 days 2 h`, `3 min`, `5 µs`; `0 µs` for none.

    Below a second it is told to the microsecond. `span_us` is not negative.
    """
    parts: list[str] = []
    for unit, size_us in _UNITS:
        count, span_us = divmod(span_us, size_us)
        if count:
            parts.append(f"1 {unit.removesuffix('s')}" if count == 1 and unit == "days" else f"{count} {unit}")
        elif parts:
            break
        if len(parts) == 2:
            break
    return " ".join(parts) or "0 µs"
