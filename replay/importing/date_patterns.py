"""Dates as people and programs write them, as patterns: `03.02.2025 07:40` is `%d.%m.%Y %H:%M`.

The rule: whether the day or the month comes first is told by the values, or by nobody. A number above 12 tells it, and
so do dots (the day), and an order of the rows that only one reading has; else both patterns are given.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal

from replay.errors import InputError
from replay.evidence import MONTH_NAMES
from replay.importing.moments import check_time_format
from replay.importing.written_offsets import pattern_reader

Order = Literal["dmy", "mdy", "ymd"]
ORDER_WORDS: dict[Order, str] = {"dmy": "day first", "mdy": "month first", "ymd": "year first"}

_DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LITERAL_WORDS = frozenset(("t", "at", "on", "um", "uhr", "de", "às", "à"))
"""Words that may stand in a date and say nothing."""
_TOKEN = re.compile(
    r"(?P<named>\b(?:UTC|GMT)(?:[+-]\d{2}:?\d{2})?(?!\w))"
    r"|(?P<offset>(?<=[\d\s])(?:[+-]\d{2}:?\d{2}|Z)$)"
    r"|(?P<time>(?<!\d)\d{1,2}(?P<colon>[:h])\d{2}(?P<seconds>:\d{2}(?P<fraction>[.,]\d{1,6}(?!\d))?)?(?!\d))"
    r"|(?P<dotted>(?<=\s)\d{1,2}\.\d{2}(?P<dotted_seconds>\.\d{2})?(?=$|\s?[AaPp][Mm]$))"
    r"|(?P<year>(?<!\d)\d{4}(?!\d))"
    r"|(?P<number>(?<!\d)\d{1,2}(?!\d))"
    r"|(?P<word>[^\W\d_]+)"
    r"|(?P<blank>\s+)"
    r"|(?P<sign>.)",
    re.ASCII | re.DOTALL,
)
_SLOT = "\0"
_LONGEST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the values of a column tell of their pattern."""

    patterns: Mapping[Order, str]
    """None, where they are no dates; more than one, where they can be read in more than one way. Likeliest first."""
    n_read: int
    """How many values the patterns read."""
    why: str = ""
    """What decided between the day first and the month first, in words; empty where nothing had to, or did."""


@dataclass(frozen=True, slots=True)
class _Reading:
    pattern: str
    moments: list[datetime]


def told_by(values: Iterable[object]) -> Told:
    """The patterns that read the most of the values, which stand in the order of the log.

    The first text gives the form; values that are not text, or have another form, are not read. Ties of patterns of one
    order: the first.
    """
    texts = [value for value in values if isinstance(value, str)]
    readings: dict[Order, _Reading] = {}
    for order, pattern in _forms(texts[0]) if texts else ():
        reading = _Reading(pattern, list(_read(pattern, texts)))
        if order not in readings or len(reading.moments) > len(readings[order].moments):
            readings[order] = reading
    n_read = max((len(reading.moments) for reading in readings.values()), default=0)
    if not n_read:
        return Told(patterns={}, n_read=0)
    left = {order: reading for order, reading in readings.items() if len(reading.moments) == n_read}
    why = "the other way round some date does not exist" if len(left) < len(readings) else ""
    if len(left) > 1 and "dmy" in left and "%d." in left["dmy"].pattern:
        left, why = {"dmy": left["dmy"]}, "the dates have dots"
    if len(left) > 1:
        in_order = {order: reading for order, reading in left.items() if _is_sorted(reading.moments)}
        left, why = (in_order, "only so do the rows stand in order") if len(in_order) == 1 else (left, "")
    return Told(patterns={order: reading.pattern for order, reading in left.items()}, n_read=n_read, why=why)


def _is_sorted(moments: Sequence[datetime]) -> bool:
    """Whether they stand oldest first or newest first, and are not all one day."""
    if len({moment.date() for moment in moments}) < 2:
        return False
    return all(a <= b for a, b in pairwise(moments)) or all(a >= b for a, b in pairwise(moments))


def _read(pattern: str, texts: Sequence[str]) -> Iterator[datetime]:
    read = pattern_reader(pattern)
    for text in texts:
        try:
            yield read(text.strip())
        except ValueError:
            continue


def _forms(text: str) -> Iterator[tuple[Order, str]]:
    """The patterns that such a text may be in, with their orders; none where it is no date with a time of day."""
    text = text.strip()
    if len(text) > _LONGEST:
        return
    parts = list(_TOKEN.finditer(text))
    kinds = [_INNER.get(part.lastgroup, part.lastgroup) for part in parts]
    if kinds.count("time") != 1:
        parts, kinds = (parts, kinds) if kinds.count("dotted") == 1 and "time" not in kinds else ([], [])
    months = [part.group() for part in parts if _month(part.group())]
    halves = any(part.group().casefold() in ("am", "pm") for part in parts)
    skeleton: list[str] = []
    for part, kind in zip(parts, kinds, strict=True):
        piece = _piece(part, str(kind), halves=halves)
        if piece is None:
            return
        skeleton.append(piece)
    slots = [number for number, piece in enumerate(skeleton) if piece == _SLOT]
    year_at = next((number for number, piece in enumerate(skeleton) if piece == "%Y"), None)
    for order, signs in _fillings(len(slots), year_at, slots, has_month=len(months) == 1):
        filled = list(skeleton)
        for place, sign in zip(slots, signs, strict=True):
            filled[place] = sign
        found = "".join(filled)
        for pattern in (found, found.replace("%b", "%B")) if months == ["May"] else (found,):
            try:
                check_time_format(pattern)
            except InputError:
                continue
            yield order, pattern


_INNER: dict[str | None, str] = {
    "colon": "time", "seconds": "time", "fraction": "time", "dotted_seconds": "dotted"
}  # fmt: skip
"""The groups that stand in others, by which a match may be named."""


def _piece(part: re.Match[str], kind: str, *, halves: bool) -> str | None:
    """What stands for a part in a pattern; None for a word that means something unknown."""
    text = part.group()
    hours = "%I" if halves else "%H"
    match kind:
        case "offset":
            return "%z"
        case "named":
            return "%Z"
        case "time":
            fraction = part["fraction"]
            seconds = f":%S{fraction[0] + '%f' if fraction else ''}" if part["seconds"] else ""
            return f"{hours}{part['colon']}%M{seconds}"
        case "dotted":
            return f"{hours}.%M{'.%S' if part['dotted_seconds'] else ''}"
        case "year":
            return "%Y"
        case "number":
            return _SLOT
        case "blank":
            return " "
        case "word":
            return _word(text)
        case _:
            return "%%" if text == "%" else " " if text.isspace() else text


def _word(text: str) -> str | None:
    if text.casefold() in ("am", "pm"):
        return "%p"
    if _month(text):
        return "%B" if len(text) > 3 else "%b"
    names = [name.casefold() for name in _DAY_NAMES]
    if text.casefold() in names:
        return "%A"
    if text.casefold() in [name[:3] for name in names]:
        return "%a"
    return text if text.casefold() in _LITERAL_WORDS else None


def _month(text: str) -> bool:
    """Whether it is the English name of a month, whole or its first three letters."""
    return any(text.casefold() in (name.casefold(), name[:3].casefold()) for name in MONTH_NAMES)


def _fillings(
    n_slots: int, year_at: int | None, slots: Sequence[int], *, has_month: bool
) -> Iterator[tuple[Order, tuple[str, ...]]]:
    """What the numbers of a date may be, the likelier first."""
    year_first = year_at is not None and bool(slots) and year_at < slots[0]
    match n_slots, year_at is not None, has_month:
        case 1, True, True:
            yield "ymd" if year_first else "dmy", ("%d",)
        case 2, False, True:
            yield "dmy", ("%d", "%y")
        case 2, True, False if year_first:
            yield "ymd", ("%m", "%d")
        case 2, True, False if year_at is not None and year_at > slots[1]:
            yield "dmy", ("%d", "%m")
            yield "mdy", ("%m", "%d")
        case 3, False, False:
            yield "dmy", ("%d", "%m", "%y")
            yield "mdy", ("%m", "%d", "%y")
            yield "ymd", ("%y", "%m", "%d")
        case _:
            return
