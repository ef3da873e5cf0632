"""Which fields of a log say when: one with the day and the time of day, or one for each."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from replay.importing.date_patterns import Told, told_by
from replay.importing.fields import MISSING, getter
from replay.importing.guess_fields import Column, items_of
from replay.importing.moments import guess_time_format, parser_of
from replay.importing.nearest import words_of
from replay.importing.problems import BadField
from replay.importing.row_times import day_and_hour, is_midnight
from replay.times import UnreadableTime

NEARLY_ALL = 0.9
_HOUR = re.compile(
    r"\d{1,2}[:.h]\d{2}([:.]\d{2}([.,]\d{1,9})?)?(\s?[ap]\.?m\.?|\s?uhr|\s?h)?(Z|\s?[+-]\d{2}:?\d{2})?",
    re.ASCII | re.IGNORECASE,
)
_DAY_WORDS = frozenset(("date", "day", "datum", "tag", "fecha", "data", "dia", "jour"))
_HOUR_WORDS = frozenset(("time", "hour", "clock", "uhrzeit", "zeit", "hora", "heure", "ora"))
_LATER = ("update", "edit", "modif", "occur", "happen", "birth", "due", "end", "until")
"""Of a name with one of these the column says something else than when a row was known."""


def times_in(rows: Iterator[Any], columns: Mapping[str, str]) -> Iterator[Any]:
    """What the rows have for times, under the columns of a proposal."""
    get, lists = getter(columns["time"]), columns.get("messages")
    day = getter(columns["date"]) if "date" in columns else None
    for row in rows:
        for item in (*items_of(row, lists), row) if lists else (row,):
            value = get(item) if isinstance(item, dict) else MISSING
            if value not in (MISSING, None, ""):
                both = value if day is None else day_and_hour(day(item), value)
                if both is not None:
                    yield both


def named_format(values: Sequence[Any]) -> str | None:
    """The format that has a name and that the first value is in; None where there is none."""
    try:
        return guess_time_format(values[0], "")
    except BadField:
        return None


def is_time(values: Sequence[Any]) -> bool:
    """Whether nearly all of the values are instants in a format that has a name."""
    name = named_format(values)
    if name is None:
        return False
    parse = parser_of(name)
    n_read = 0
    for value in values:
        try:
            parse(value)
        except (UnreadableTime, ValueError, OverflowError, TypeError):
            continue
        n_read += 1
    return n_read >= NEARLY_ALL * len(values)


def can_be_told(values: Sequence[Any]) -> bool:
    """Whether nearly all of the values are instants, in whatever form."""
    return bool(values) and (is_time(values) or told_by(values).n_read >= NEARLY_ALL * len(values))


def told_of(columns: Mapping[str, str], rows: Sequence[Any], *places: Mapping[str, Column]) -> Told | None:
    """What the times tell of their form; None where it has a name, or there are none.

    `rows` hold both a day and a time of day, where these stand apart.
    """
    path = columns.get("time", "")
    values = next((place[path].values for place in places if path in place), [])
    if "date" in columns:
        values = list(times_in(iter(rows), {name: columns[name] for name in ("date", "time")}))
    if not values or is_time(values):
        return None
    told = told_by(values)
    return told if told.patterns or named_format(values) is None else None


def propose_day_and_hour(
    rows: Sequence[Any], columns: Mapping[str, Column], given: Mapping[str, str]
) -> dict[str, str]:
    """The columns `date` and `time` of a log that has them apart; empty where it has not. Ties: the first.

    What is `given` of the two is so.
    """
    full = [column for column in columns.values() if column.share >= NEARLY_ALL and (column.texts or _is_typed(column))]
    hours = [column for column in full if given.get("time", column.path) == column.path and _are_hours(column)]
    best: tuple[int, dict[str, str]] = (-1 << 10, {})
    for hour in hours:
        for day in full:
            if given.get("date", day.path) != day.path or day in hours:
                continue
            found = {"date": day.path, "time": hour.path}
            score = _names_it(day, _DAY_WORDS) + _names_it(hour, _HOUR_WORDS)
            if score > best[0] and can_be_told(list(times_in(iter(rows), found))):
                best = score, found
    return best[1]


def _are_hours(column: Column) -> bool:
    n_hours = sum(_HOUR.fullmatch(text.strip()) is not None for text in column.texts)
    n_hours += sum(isinstance(value, time) for value in column.values)
    return n_hours >= NEARLY_ALL * len(column.values)


def _is_typed(column: Column) -> bool:
    return any(isinstance(value, date | time) for value in column.values)


def _names_it(column: Column, words: frozenset[str]) -> int:
    is_later = any(word in column.path.casefold() for word in _LATER)
    return bool(words.intersection(words_of(column.path))) - 2 * is_later


def stands_at_midnight(column: Column) -> bool:
    """Whether all the instants of a column are midnights: days, as tables keep them."""
    typed = [value for value in column.values if isinstance(value, datetime)]
    return (
        bool(column.texts or typed)
        and all(map(is_midnight, column.texts))
        and all(value.time() == time() for value in typed)
    )
