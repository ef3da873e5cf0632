"""Instants in words, in one time zone, as questions and facts name them."""

from zoneinfo import ZoneInfo

from memory.instants import instant
from replay.evidence import MONTH_NAMES


def clock(at_us: int, zone: ZoneInfo) -> str:
    """The time of day, rounded down: `At 8:05 AM`."""
    local = instant(at_us, zone)
    half = "PM" if local.hour >= 12 else "AM"
    return f"At {local.hour % 12 or 12}:{local.minute:02} {half}"


def dated(at_us: int, zone: ZoneInfo) -> str:
    """The day and the time of day: `[March 3, 2025] At 8:05 AM`."""
    local = instant(at_us, zone)
    return f"[{MONTH_NAMES[local.month - 1]} {local.day}, {local.year}] {clock(at_us, zone)}"
