"""Instants as outside systems write them: ISO 8601 with an offset, to the microsecond, both ways without a loss."""

from datetime import UTC, datetime, timedelta, tzinfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def moment(at_us: int, zone: tzinfo = UTC) -> datetime:
    """The instant `at_us` (microseconds since the epoch) in `zone`."""
    return (_EPOCH + at_us * _MICROSECOND).astimezone(zone)


def iso(at_us: int, zone: tzinfo = UTC) -> str:
    """The same as text, such as `2025-03-04T08:15:00+00:00`."""
    return moment(at_us, zone).isoformat()


def read_iso(text: object) -> int | None:
    """Microseconds since the epoch; None for what is no instant with an offset."""
    if not isinstance(text, str):
        return None
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if when.tzinfo is None else as_us(when)


def as_us(when: datetime | None) -> int | None:
    """The instant in microseconds since the epoch, one without an offset read as UTC; None where there is none."""
    if when is None:
        return None
    aware = when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return (aware - _EPOCH) // _MICROSECOND
