"""The instants of a log: ISO 8601, seconds or milliseconds since the epoch, RFC 2822, or a pattern of the user's.

The rule: a column has one format, and what does not fit it is an error. Text without an offset is read in the zone of
its row or of the log; where neither row nor map names a zone, both kinds in one log are an error. A time that is shown
twice is the first of both, or the second, where the log would else go back in time and the second does not.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Literal, get_args

from memory.instants import EPOCH, instant
from replay.errors import InputError
from replay.importing.problems import BadField, shown
from replay.importing.written_offsets import parse_mail_date, pattern_reader
from replay.times import FIRST_YEAR, LAST_YEAR, UnreadableTime, find_zone, never_shown, parse_moment, times_shown

TimeFormat = Literal["iso", "epoch_s", "epoch_ms", "epoch_us", "epoch_ns", "rfc2822"]
TIME_FORMATS: tuple[TimeFormat, ...] = get_args(TimeFormat)
FIRST_EPOCH_YEAR = 1980
"""An epoch count below is taken for one in another unit."""

_OFFSET = re.compile(r"([+-])(\d{2}):?(\d{2})", re.ASCII)
_ZONE_BEHIND = re.compile(r"(?:(?<=[Zz])|(?<=[+-]\d\d:\d\d)|(?<=[+-]\d{4}))\[[\w/+-]{1,60}\]$")
"""A zone's name behind an offset (RFC 9557): the offset says the instant."""
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_HALF = re.compile(r"\d\s*[AaPp]\.?[Mm]\b")
_TIME_OF_DAY = re.compile(r"\d[:.h]\d\d")
_SAMPLE = datetime(2031, 8, 27, 21, 43, 5, tzinfo=UTC)
"""What a pattern is tried on: all its parts differ from those that `strptime` fills in."""
_LONGEST_ZONE = 100
_PAST_GUESSING_S = 1e10
"""Seconds since the epoch in the year 2286; a count beyond is taken for one in smaller units."""
_HOURS = ("%H", "%I", "%c", "%X", "%T", "%R")
_PER_SECOND = {"epoch_s": 1, "epoch_ms": 1_000, "epoch_us": 1_000_000, "epoch_ns": 1_000_000_000}

_Parse = Callable[[object], datetime]


class Moments:
    """Reads the instants of one log; without a format the first of them decides."""

    def __init__(
        self,
        format_: str | None,
        zone: tzinfo,
        *,
        has_row_zones: bool = False,
        may_go_back: Callable[[], timedelta] | None = None,
        is_newest_first: bool = False,
    ) -> None:
        """Read in `format_`, one of `TIME_FORMATS` or a pattern as `datetime.strptime` takes it.

        `may_go_back` tells how far rows go back that no clock explains, once it matters; without it, what is shown
        twice is the first of both. `is_newest_first` says that rows are read from the latest to the earliest.

        Raises:
            InputError: it is neither, or a pattern without a time of day.
        """
        if format_ is not None:
            check_time_format(format_)
        self.format = format_
        """The format in use; None before the first instant of a log whose map names none."""
        self.n_naive = 0
        """How many instants had no offset of their own."""
        self.n_twice = 0
        """How many of these the clocks of their zone show twice."""
        self.n_second = 0
        """How many of those are read as the second of both."""
        self.is_twice = False
        """Whether the clocks show the last `time` twice."""
        self._zone = zone
        self._has_row_zones = has_row_zones
        self._aware: bool | None = None
        self._parse: _Parse | None = None if format_ is None else parser_of(format_)
        self._zones: dict[str, tzinfo] = {}
        self._offsets: dict[timedelta | None, timezone] = {}
        self._last: tuple[object, datetime] = (None, EPOCH)
        self._may_go_back = may_go_back
        self._slack: timedelta | None = None
        self._is_newest_first = is_newest_first
        self._extreme: datetime | None = None
        """The latest time so far, or the earliest, where rows stand newest first."""
        self._is_second = False

    def read(self, value: object, field: str, zone: object = None) -> datetime:
        """The instant as an aware datetime, with the offset that it was given in or had in its zone.

        The offset is a fixed one, so that two instants are as far apart as they are in UTC, whatever the clocks did.
        One of odd seconds, which no timeline can hold, becomes that of UTC.

        `zone` is what the row has for a zone, None where it has none.

        Raises:
            BadField: it is no instant of this format, naive among aware ones, or one that no clock of its zone shows.
        """
        last = self._last[0]
        if zone is None and value == last and type(value) is type(last) and value is not None:
            self.n_naive += not self._aware
            self.n_twice += self.is_twice
            self.n_second += self._is_second
            return self._last[1]
        if self._parse is None:
            self.format = guess_time_format(value, field)
            self._parse = parser_of(self.format)
        try:
            moment = self._parse(value)
        except (UnreadableTime, ValueError, OverflowError, TypeError) as exc:
            raise BadField(field, self._complaint(value, exc)) from exc
        _check_year(moment, value, field)
        aware = moment.tzinfo is not None
        if not self._has_row_zones and aware is not self._aware:
            self._settle(aware, value, field)
        own = self._zone if aware or zone is None else self._row_zone(zone)
        is_twice = is_second = False
        if not aware:
            self.n_naive += 1
            is_twice = self._is_shown_twice(moment, own, value, field)
        if moment.tzinfo is not UTC:
            naive, moment = moment, self._fixed(moment, own)
            if is_twice:
                second = self._fixed(naive.replace(fold=1), own)
                is_second = self._is_the_second(moment, second, field)
                moment = second if is_second else moment
                self.n_twice += 1
                self.n_second += is_second
            _check_year(moment, value, field)
        if field == "time":
            self.is_twice, self._is_second = is_twice, is_second
            if self._extreme is None or (moment < self._extreme) is self._is_newest_first:
                self._extreme = moment
            self._last = (value if zone is None else None, moment)
        return moment

    def _is_the_second(self, first: datetime, second: datetime, field: str) -> bool:
        """Whether a time that is shown twice is the second of both."""
        extreme = self._extreme
        if self._may_go_back is None:
            return False
        if extreme is None:
            return self._is_newest_first
        if field != "time":  # what a row is about goes with the row
            return self._is_second and second <= extreme
        if self._is_newest_first:
            return second <= extreme
        if first >= extreme:
            return False
        if self._slack is None:
            self._slack = self._may_go_back()
        return first < extreme - self._slack <= second

    def _fixed(self, moment: datetime, zone: tzinfo) -> datetime:
        """The instant with a fixed offset, of `zone` where it has none; of an hour shown twice as its fold says."""
        own = moment.tzinfo
        if own is None:
            offset = zone.utcoffset(moment)
        else:
            offset = own.utcoffset(None) if type(own) is timezone else moment.utcoffset()
        fixed = self._offsets.get(offset)
        if fixed is None:
            if offset is None or offset.microseconds or offset.seconds % 60:
                return (moment if own is not None else moment.replace(tzinfo=zone)).astimezone(UTC)
            fixed = self._offsets[offset] = timezone(offset)
        # `replace` takes four times as long
        return moment if type(own) is timezone else datetime.combine(moment, moment.time(), fixed)

    def _is_shown_twice(self, moment: datetime, zone: tzinfo, value: object, field: str) -> bool:
        n_shown = times_shown(moment, zone)
        if not n_shown:
            raise BadField(field, never_shown(shown(value), zone))
        return n_shown == 2

    def _settle(self, aware: bool, value: object, field: str) -> None:
        if self._aware is not None:
            kinds = ("has an offset", "has none") if aware else ("has no offset", "has one")
            raise BadField(field, f"{shown(value)} {kinds[0]}, but the log's first time {kinds[1]}")
        self._aware = aware

    def _row_zone(self, zone: object) -> tzinfo:
        known = self._zones.get(zone) if isinstance(zone, str) else None
        if known is None:
            if not isinstance(zone, str):
                raise BadField("zone", f"{shown(zone)}; the name of a zone is wanted")
            known = self._zones[zone] = read_zone(zone)
        return known

    def _complaint(self, value: object, exc: Exception) -> str:
        if isinstance(exc, UnreadableTime):
            return str(exc)
        return f"{shown(value)} is no time in the format {self.format}"


def _check_year(moment: datetime, value: object, field: str) -> None:
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise BadField(field, f"{shown(value)} is outside the years {FIRST_YEAR} to {LAST_YEAR}")


def read_zone(name: str) -> tzinfo:
    """The zone of an IANA name, or of an offset such as `+01:00`.

    Raises:
        BadField: it is neither.
    """
    if len(name) > _LONGEST_ZONE:
        raise BadField("zone", f"{shown(name)}; the name of a zone is wanted")
    offset = _OFFSET.fullmatch(name)
    if offset is not None and int(offset[3]) < 60 and int(offset[2]) < 24:
        minutes = int(offset[2]) * 60 + int(offset[3])
        return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes))
    try:
        return find_zone(name)
    except InputError as exc:
        raise BadField("zone", str(exc)) from exc


def check_time_format(name: str) -> None:
    """Nothing, where `name` is a format that can be read.

    Raises:
        InputError: it is none, or a pattern that cannot be read, or leaves out the date or the time of day.
    """
    if name in TIME_FORMATS:
        return
    if "%" not in name:
        known = f"{', '.join(TIME_FORMATS)}, or a pattern such as '%d/%m/%Y %H:%M'"
        raise InputError(f"no time format is called {name!r}; known: {known}")
    plain = name.replace("%%", "")
    if not any(hours in plain for hours in _HOURS):
        raise InputError(f"the time format {name!r} has no time of day")
    if "%I" in plain and "%p" not in plain:
        raise InputError(f"the time format {name!r} has hours of twelve (%I) and no %p")
    try:
        read = pattern_reader(name)(_SAMPLE.strftime(name))
    except (ValueError, re.error) as exc:
        raise InputError(f"the time format {name!r} cannot be read: {exc}") from exc
    if (read.year, read.month, read.day, read.hour) != (_SAMPLE.year, _SAMPLE.month, _SAMPLE.day, _SAMPLE.hour):
        raise InputError(f"the time format {name!r} leaves out a part of the date: year, month and day are needed")


def guess_time_format(value: object, field: str) -> TimeFormat:
    """The format that a value is in; epochs are told apart by their size.

    Raises:
        BadField: none fits.
    """
    if isinstance(value, datetime):
        return "iso"
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        for name in ("iso", "rfc2822"):
            try:
                parser_of(name)(value)
            except (UnreadableTime, ValueError, TypeError, IndexError):
                continue
            return name
        try:
            parse_moment(value)
        except UnreadableTime as exc:
            if _TIME_OF_DAY.search(value):
                hint = "; [time] format may name its pattern, [columns] date the column of a day that stands apart"
                raise BadField(field, f"{exc}{hint}, and --guess proposes both") from exc
            apart = "; [columns] date names such a column, and time the one with the time of day"
            raise BadField(field, f"{exc}{apart if any(map(str.isdecimal, value)) else ''}") from exc
    elif isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        for name, per_second in _PER_SECOND.items():
            if abs(_size(value)) / per_second < _PAST_GUESSING_S:
                return name  # type: ignore[return-value]
    raise BadField(field, f"{shown(value)} is no time that can be told; [time] format may name its form")


def parser_of(name: str) -> _Parse:
    """The reader of a format; what it returns may be naive, and it raises a ValueError on what does not fit."""
    if name == "iso":
        return _parse_iso
    if name == "rfc2822":
        return _parse_rfc2822
    if name in _PER_SECOND:
        per_second = _PER_SECOND[name]
        return lambda value: _parse_epoch(value, per_second)
    read = pattern_reader(name)
    return lambda value: read(_text(value))


def _parse_iso(value: object) -> datetime:
    if type(value) is str and len(value) >= 16 and value[10] in "T ":
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            pass
    if isinstance(value, datetime):
        return value
    text = _ZONE_BEHIND.sub("", _text(value).strip())
    if text[-1:] == "z" or text[10:11] == "t":
        text = text.upper()  # RFC 3339 has both cases
    for ending in (" UTC", " GMT"):
        if text.endswith(ending):
            text = text.removesuffix(ending) + "+00:00"
    return parse_moment(text)


def _parse_rfc2822(value: object) -> datetime:
    text = _text(value)
    if _HALF.search(text):
        raise UnreadableTime(f"{shown(value)}: hours of twelve; a pattern with %I and %p is wanted")
    return parse_mail_date(text)


def _parse_epoch(value: object, per_second: int) -> datetime:
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("no number")
    whole = isinstance(value, int)  # and then exact
    at_us = int(value) * 1_000_000 // per_second if whole else round(value * (1_000_000 / per_second))
    moment = instant(at_us)
    if moment.year < FIRST_EPOCH_YEAR:
        raise UnreadableTime(f"{value} would be {moment.date()}: another unit than the declared one?")
    return moment


def _size(value: str | int | float) -> float:
    """The number, roughly; infinity for one that no float holds."""
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return value
