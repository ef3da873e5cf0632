"""Reading instants: aware timestamps as they are, naive ones in the declared zone, never both in one file.

What cannot be read is an error that says so; it never becomes "now".
"""

import re
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memory.instants import instant, to_us
from replay.errors import InputError

FIRST_YEAR, LAST_YEAR = 1900, 9900
"""Years outside are taken for mistakes (and leave room for the arithmetic of days)."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?", re.ASCII)


_DURATION = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+|0", re.ASCII)
_DURATION_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)", re.ASCII)
_UNIT_US = {"ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000, "d": 86_400_000_000}
LONGEST_DURATION_US = 3650 * _UNIT_US["d"]

_ZONE_NAME = re.compile(r"[A-Za-z0-9._+-]{1,32}(?:/[A-Za-z0-9._+-]{1,32}){0,3}")
"""What may be one; `ZoneInfo` looks for any other, however deep, among the modules that can be imported."""
_MACHINE_ZONES = ("localtime", "posixrules", "Factory")


class UnreadableTime(ValueError):
    """A text that is no instant; says why."""


def parse_moment(text: str) -> datetime:
    """An ISO 8601 date and time, naive or aware, exact to the microsecond.

    Raises:
        UnreadableTime: it is something else, impossible (month 13), a date alone, or outside the years allowed.
    """
    if _DATE.fullmatch(text):
        raise UnreadableTime(f"{text!r} is a date alone; a time of day is needed, such as '{text} 08:30'")
    if not _MOMENT.fullmatch(text):
        raise UnreadableTime(f"unreadable timestamp {text[:60]!r}; such as 2025-03-01T08:30 is wanted")
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as exc:
        raise UnreadableTime(f"unreadable timestamp {text!r} ({exc})") from exc
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise UnreadableTime(f"{text!r} is outside the years {FIRST_YEAR} to {LAST_YEAR}")
    return moment


class MixedZones(ValueError):
    """A naive timestamp after aware ones, or the other way round."""


class MomentReader:
    """Reads the timestamps of one file; the first decides whether they carry an offset."""

    def __init__(self, zone: ZoneInfo) -> None:
        """Read naive timestamps in `zone`."""
        self._zone = zone
        self._aware: bool | None = None
        self._last: tuple[str | None, int] = (None, 0)
        self.n_naive = 0

    def read_us(self, text: str) -> int:
        """The instant as microseconds since the epoch, UTC.

        Raises:
            UnreadableTime: it is no instant.
            MixedZones: its kind differs from that of the file's first timestamp.
        """
        if text == self._last[0]:
            self.n_naive += not self._aware
            return self._last[1]
        moment = parse_moment(text)
        aware = moment.tzinfo is not None
        if self._aware is None:
            self._aware = aware
        elif self._aware != aware:
            kinds = ("has an offset", "has none") if aware else ("has no offset", "has one")
            raise MixedZones(f"{text!r} {kinds[0]}, but the file's first timestamp {kinds[1]}")
        self.n_naive += not aware
        at_us = to_us(moment if aware else moment.replace(tzinfo=self._zone))
        self._last = (text, at_us)
        return at_us


def find_zone(name: str) -> ZoneInfo:
    """The time zone of an IANA name.

    Raises:
        InputError: there is none.
    """
    if name in _MACHINE_ZONES:
        raise InputError(f"the time zone {name!r} depends on the machine; an IANA name is needed")
    unknown = f"unknown time zone {name!r}; an IANA name is needed, such as Europe/Lisbon"
    if not _ZONE_NAME.fullmatch(name):
        raise InputError(unknown)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as exc:
        raise InputError(unknown) from exc


def iso(at_us: int, zone: ZoneInfo) -> str:
    """An instant as ISO 8601 with the offset of `zone`."""
    return instant(at_us, zone).isoformat()


def parse_duration_us(text: str) -> int:
    """A length of time such as `90s`, `10m`, `1h30m`, `7d` or `0`, in microseconds.

    Raises:
        InputError: it is something else, or longer than ten years.
    """
    if not _DURATION.fullmatch(text):
        raise InputError(f"{text[:60]!r} is no length of time; such as 90s, 10m, 1h30m or 7d is wanted")
    total_us = sum(float(number) * _UNIT_US[unit] for number, unit in _DURATION_PART.findall(text))
    if total_us > LONGEST_DURATION_US:
        raise InputError(f"{text[:60]!r} is longer than 3650d")
    return round(total_us)


def format_duration(length_us: int) -> str:
    """A length of time as `parse_duration_us` reads it, in its largest whole units: `1d12h`, `90s` as `1m30s`, `0`.

    What is below a millisecond is left out.
    """
    parts: list[str] = []
    for unit in ("d", "h", "m", "s", "ms"):
        count, length_us = divmod(length_us, _UNIT_US[unit])
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0"
