"""Instants as outside systems write them: ISO 8601 with an offset, to the microsecond, both ways without a loss."""

from datetime import UTC, datetime, tzinfo

from memory.instants import instant, to_us


def iso(at_us: int, zone: tzinfo = UTC) -> str:
    """The instant `at_us` (microseconds since the epoch) as text, such as `2025-03-04T08:15:00+00:00`."""
    return instant(at_us, zone).isoformat()


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
    return to_us(when if when.tzinfo is not None else when.replace(tzinfo=UTC))
