"""Dates as people write them, turned into ISO 8601 for `replay.times`: English months, whatever the machine's locale.

Nothing is judged here but the form; whether the day exists is found where the ISO text is read.
"""

import re
from collections.abc import Mapping

from replay.evidence import MONTH_NAMES
from replay.times import UnreadableTime

_MONTHS: Mapping[str, int] = {
    short.lower(): number for number, name in enumerate(MONTH_NAMES, start=1) for short in (name, name[:3], name[:4])
}
_SPOKEN = re.compile(r"(\d{1,2}):(\d{2})\s*([ap])\.?m\.?,? on (\d{1,2}) ([a-z]+),? (\d{4})", re.ASCII | re.IGNORECASE)
_MONTH_FIRST = re.compile(r"([a-z]+)\.? (\d{1,2}), (\d{4}),? (\d{1,2}):(\d{2}):(\d{2})", re.ASCII | re.IGNORECASE)
_SLASHED = re.compile(r"(\d{4})/(\d{1,2})/(\d{1,2})(?: \([A-Za-z]{2,9}\))? (\d{1,2}):(\d{2})(?::(\d{2}))?", re.ASCII)


def iso_of_spoken(text: str) -> str:
    """`1:56 pm on 8 May, 2023` as `2023-05-08 13:56`; 12 am is midnight.

    Raises:
        UnreadableTime: it has another form, names no month, or an hour outside 1 to 12.
    """
    found = _SPOKEN.fullmatch(text.strip())
    if found is None:
        raise UnreadableTime(f"unreadable date {text[:60]!r}; such as '1:56 pm on 8 May, 2023' is wanted")
    hour, minute, half, day, month, year = found.groups()
    if not 1 <= int(hour) <= 12:
        raise UnreadableTime(f"unreadable date {text[:60]!r}: the hour is not between 1 and 12")
    at = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    return f"{year}-{_month(month, text):02}-{int(day):02} {at:02}:{minute}"


def iso_of_month_first(text: str) -> str:
    """`Dec 15, 2025, 08:41:23` as `2025-12-15 08:41:23`.

    Raises:
        UnreadableTime: it has another form or names no month.
    """
    found = _MONTH_FIRST.fullmatch(text.strip())
    if found is None:
        raise UnreadableTime(f"unreadable date {text[:60]!r}; such as 'Dec 15, 2025, 08:41:23' is wanted")
    month, day, year, hour, minute, second = found.groups()
    return f"{year}-{_month(month, text):02}-{int(day):02} {int(hour):02}:{minute}:{second}"


def iso_of_slashed(text: str) -> str:
    """`2023/05/30 (Tue) 23:40` as `2023-05-30 23:40`; the weekday is not looked at.

    Raises:
        UnreadableTime: it has another form.
    """
    found = _SLASHED.fullmatch(text.strip())
    if found is None:
        raise UnreadableTime(f"unreadable date {text[:60]!r}; such as '2023/05/30 (Tue) 23:40' is wanted")
    year, month, day, hour, minute, second = found.groups()
    seconds = "" if second is None else f":{second}"
    return f"{year}-{int(month):02}-{int(day):02} {int(hour):02}:{minute}{seconds}"


def _month(name: str, text: str) -> int:
    """The number of a month by its English name, or by its first three or four letters."""
    number = _MONTHS.get(name.lower())
    if number is None:
        raise UnreadableTime(f"unreadable date {text[:60]!r}: {name!r} is no English month")
    return number
