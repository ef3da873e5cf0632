"""Reading instants: aware timestamps as they are, naive ones in the declared zone, never both in one file.

What cannot be read is an error that says so; it never becomes "now".
"""

import re
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memory.instants import to_us
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


def times_shown(moment: datetime, zone: tzinfo) -> int:
    """How often the clocks of `zone` show a naive date and time: 1; 0 where they skip it, 2 where they are put back."""
    first, second = zone.utcoffset(moment), zone.utcoffset(moment.replace(fold=1))
    if first == second or first is None or second is None:
        return 1
    return 0 if first < second else 2


def never_shown(text: str, zone: tzinfo) -> str:
    """That a time does not exist in a zone, in words."""
    return f"{text} does not exist in {zone}, whose clocks are put forward over it: another zone, or an offset?"


class MixedZones(ValueError):
    """A naive timestamp after aware ones, or the other way round."""


class MomentReader:
    """Reads the timestamps of one file; the first decides whether they carry an offset."""

    def __init__(self, zone: ZoneInfo) -> None:
        """Read naive timestamps in `zone`."""
        self._zone = zone
        self._aware: bool | None = None
        self._last: tuple[str | None, int] = (None, 0)
        self._last_is_twice = False
        self.n_naive = 0
        self.n_twice = 0
        """How many naive ones the zone's clocks show twice; each is read as the first of both."""
        self.first_twice = ""

    def read_us(self, text: str) -> int:
        """The instant as microseconds since the epoch, UTC.

        Raises:
            UnreadableTime: it is no instant, or no clock of the zone ever shows it.
            MixedZones: its kind differs from that of the file's first timestamp.
        """
        if text == self._last[0]:
            self.n_naive += not self._aware
            self.n_twice += self._last_is_twice
            return self._last[1]
        moment = parse_moment(text)
        aware = moment.tzinfo is not None
        if self._aware is None:
            self._aware = aware
        elif self._aware != aware:
            kinds = ("has an offset", "has none") if aware else ("has no offset", "has one")
            raise MixedZones(f"{text!r} {kinds[0]}, but the file's first timestamp {kinds[1]}")
        self.n_naive += not aware
        n_shown = 1 if aware else times_shown(moment, self._zone)
        if not n_shown:
            raise UnreadableTime(never_shown(repr(text), self._zone))
        self._last_is_twice = n_shown == 2
        if n_shown == 2:
            self.n_twice += 1
            self.first_twice = self.first_twice or text
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


def is_zone(name: str) -> bool:
    """Whether `find_zone` knows the name."""
    try:
        find_zone(name)
    except InputError:
        return False
    return True


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
