"""Instants: microseconds since the Unix epoch, and the aware datetimes that are the same, both ways without a loss."""

from datetime import UTC, datetime, timedelta, tzinfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def instant(at_us: int, zone: tzinfo = UTC) -> datetime:
    """The instant `at_us` in `zone`.

    Raises:
        OverflowError: no calendar has it, there or in UTC.
    """
    return (EPOCH + at_us * _MICROSECOND).astimezone(zone)


def to_us(when: datetime) -> int:
    """An aware datetime as microseconds since the epoch."""
    return (when - EPOCH) // _MICROSECOND
