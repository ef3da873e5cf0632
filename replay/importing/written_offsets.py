"""Offsets and names of zones as they stand in a time, brought to the form that the readers of dates take.

The rule: whatever a text says of its zone is honoured or refused, never dropped.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from replay.importing.problems import shown
from replay.times import UnreadableTime

_MAIL_CLOCK = re.compile(r"(?<![\d:.])\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?![\d:.])", re.ASCII)
_COMMENT = re.compile(r"\([^()]*\)\s*$")
_YEAR = re.compile(r"(?<![\d:+-])\d{4}\s*$", re.ASCII)
_MAIL_OFFSET = re.compile(
    r"(?:UTC|GMT|UT)?\s?([+-])(?:(\d{2})(\d{2})|(\d{1,2})(?::(\d{2}))?)", re.ASCII | re.IGNORECASE
)
_DIRECTIVE = re.compile("%.", re.DOTALL)
_IN_PATTERN = re.compile(
    r"(?:(?<=%[A-Za-z])|(?<![A-Za-z%]))(?:(?:UTC|GMT)?[+-]\d{2}:?\d{2}$|UTC|GMT|Z)(?![A-Za-z])",
    re.ASCII | re.IGNORECASE,
)
"""A name or an offset that is written out; directives end with a letter, too."""
_ZONE = re.compile("(?:UTC|GMT)?%Z", re.IGNORECASE)
_UTC_NAME = re.compile(r"\b(?:UTC|GMT)(?:(?=[+-]\d)|\b)", re.ASCII | re.IGNORECASE)


def parse_mail_date(text: str) -> datetime:
    """The instant of an RFC 2822 date, naive where it says nothing of its zone.

    `+05:30`, `+5:30` and `UTC+01:00` are offsets, too; `-0000` says that the instant is UTC and the local zone unknown.

    Raises:
        UnreadableTime: behind the time of day stands something else than an offset or a zone that mail defines.
        ValueError: it is no date.
    """
    clock = _MAIL_CLOCK.search(text)
    if clock is None:
        raise ValueError("no time of day")
    said = _COMMENT.sub("", text[clock.end() :])
    year = _YEAR.search(said)
    zone = (said if year is None else said[: year.start()]).strip()
    offset = _MAIL_OFFSET.fullmatch(zone)
    plain = zone if offset is None else _plain(offset)
    if plain is None or (offset is None and zone and not zone.isalpha()):
        raise UnreadableTime(f"{shown(text)}: {zone!r} is no offset")
    try:
        moment = parsedate_to_datetime(f"{text[: clock.end()]} {plain} {'' if year is None else year[0]}".rstrip())
    except (IndexError, TypeError, OverflowError) as exc:
        raise ValueError(str(exc)) from exc
    if plain == "-0000":
        return moment.replace(tzinfo=UTC)
    if zone and moment.tzinfo is None:
        raise UnreadableTime(f"{shown(text)}: the zone {zone!r} means nothing certain; an offset is wanted")
    return moment


def _plain(offset: re.Match[str]) -> str | None:
    """The offset as RFC 2822 writes it; None where no clock is so far off."""
    hours, minutes = int(offset[2] or offset[4]), int(offset[3] or offset[5] or 0)
    return f"{offset[1]}{hours:02}{minutes:02}" if hours < 24 and minutes < 60 else None


def pattern_reader(pattern: str) -> Callable[[str], datetime]:
    """A reader by a pattern, in which `%Z`, and UTC, GMT, Z or an offset written out, mean whatever a text has there.

    That may be an offset, `Z`, `UTC`, `GMT`, or one of these two with an offset behind; another name does not fit, for
    it would mean what the machine makes of it. In a pattern with `%z` that says it all. The reader raises a ValueError
    on what does not fit.
    """
    directives = _DIRECTIVE.findall(pattern)
    if "%z" in directives:
        return lambda text: datetime.strptime(text, pattern)  # noqa: DTZ007 - aware
    plain = _IN_PATTERN.sub("%z", pattern, count=1) if "%Z" not in directives else _ZONE.sub("%z", pattern)
    if plain == pattern:
        return lambda text: datetime.strptime(text, pattern)  # noqa: DTZ007 - its zone comes from row or map
    return lambda text: datetime.strptime(_UTC_NAME.sub(_sign, text), plain)  # noqa: DTZ007 - aware


def _sign(match: re.Match[str]) -> str:
    """What `%z` takes in the place of the name; nothing before an offset, which says it all."""
    return "" if match.string[match.end() :][:1] in ("+", "-") else "Z"
