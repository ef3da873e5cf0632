"""When a row could have been known: its time, or its day and its time of day, in its zone.

The rule: a day and a time of day that stand in two columns are one text, with a blank between, before they are read;
so one format says how both are written. A message of a list that has no time of its own has its row's, and is never
earlier than one before it in the list.
"""

import re
from datetime import date, datetime, time
from typing import Any

from replay.importing.fields import MISSING, Getter, getter, missing, name_of, optional
from replay.importing.mapping import Columns
from replay.importing.moments import Moments
from replay.importing.problems import BadField, shown

NOTHING = (MISSING, None, "")
"""What an optional field holds that a row does not use; a table of text has no other way to say it."""
_MIDNIGHT = re.compile(r"[T ]0?0:00(:00(\.0+)?)?Z?$")
"""What tables put behind a day that they keep as an instant."""


class RowTimes:
    """Reads the times of rows by the columns of a settled map."""

    def __init__(self, columns: Columns, moments: Moments) -> None:
        """Read in the format of `moments`."""
        self._columns = columns
        self._moments = moments
        self._date = optional(columns.date)
        self._time = getter(columns.time)
        self._zone = optional(columns.zone)
        self._row_time = optional(columns.row_time)
        self._outer: Any = None
        self._latest: datetime | None = None
        """The latest time of a message of `_outer`."""
        self.n_own = 0
        """How many messages of lists had a time of their own."""
        self.n_taken = 0
        """How many had none."""

    def zone(self, row: Any, outer: Any = None) -> str | None:
        """The row's zone; None where the log has no column for it.

        Raises:
            BadField: there is one, and nothing in it.
        """
        if self._zone is None:
            return None
        zone = text_in(self._zone, row, outer)
        if not zone:
            raise missing(row, "zone", self._columns.zone)
        return zone

    def read(self, row: Any, outer: Any, zone: str | None) -> datetime:
        """When the row could have been known; what it does not say, the row that holds it may (`outer`).

        Raises:
            BadField: neither says it, or it cannot be read.
        """
        own = self._time(row)
        given = own
        if outer is not None and own in NOTHING:
            given = self._time(outer)
        if self._row_time is not None and given in NOTHING:
            given = self._row_time(row if outer is None else outer)
        if given is MISSING:
            raise missing(row if outer is None else outer, "time", self._columns.time)
        if self._date is not None:
            day = _either(self._date, row, outer)
            if day is MISSING:
                raise missing(row if outer is None else outer, "date", self._columns.date)
            both = day_and_hour(day, given)
            if both is None:
                raise BadField("time", f"{shown(day)} and {shown(given)}; a day and a time of day are wanted")
            given = both
        at = self._moments.read(given, "time", zone)
        return at if outer is None else self._in_list(at, outer, is_own=own not in NOTHING)

    def _in_list(self, at: datetime, outer: Any, *, is_own: bool) -> datetime:
        """The time of a message of the list in `outer`."""
        if self._outer is not outer:
            self._outer, self._latest = outer, None
        if is_own:
            self.n_own += 1
        else:
            self.n_taken += 1
            at = at if self._latest is None else max(at, self._latest)
        self._latest = at if self._latest is None else max(at, self._latest)
        return at


def is_midnight(day: str) -> bool:
    """Whether the text is a day with a midnight behind it."""
    return _MIDNIGHT.search(day.strip()) is not None


def day_and_hour(day: object, hour: object) -> str | None:
    """The day and the time of day as one text, for a format to read; None where either is neither text nor such."""
    parts = _day_text(day), _hour_text(hour)
    return " ".join(parts) if all(parts) else None


def _day_text(day: object) -> str:
    if isinstance(day, datetime):
        return day.date().isoformat() if day.time() == time() else ""
    if isinstance(day, date):
        return day.isoformat()
    if isinstance(day, int) and not isinstance(day, bool):
        return str(day)
    return _MIDNIGHT.sub("", day.strip()) if isinstance(day, str) else ""


def _hour_text(hour: object) -> str:
    if isinstance(hour, time):
        return hour.isoformat()
    return hour.strip() if isinstance(hour, str) else ""


def _either(field: Getter, row: Any, outer: Any) -> Any:
    given = field(row)
    return field(outer) if given in NOTHING and outer is not None else given


def text_in(field: Getter, row: Any, outer: Any) -> str:
    """The text of a field that the row has, or the row that holds it; empty where neither does.

    Raises:
        BadField: it is no text.
    """
    given = _either(field, row, outer)
    if type(given) is str:
        return given
    return "" if given in NOTHING else name_of(given, "person, conversation, zone or scenario")
