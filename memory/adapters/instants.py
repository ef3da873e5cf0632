"""Instants as outside systems write them, read without a loss; `memory.instants.iso` writes them."""

from datetime import UTC, datetime

from memory.instants import to_us


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
