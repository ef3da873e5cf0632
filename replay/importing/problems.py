"""Rows that cannot be used: each one is told with file, line and field; so many may be left out, and are counted.

The rule: nothing is dropped in silence. A row is bad and stops the import, or is bad and counted, or is left out for
a reason that has a count of its own.
"""

import math
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, time

from replay.errors import InputError
from scoring.plain_text import counted

N_EXAMPLES = 20
"""So many messages are kept of those that were allowed."""

TOO_DEEP = "nested too deep"
NO_UTF8 = "bytes that are no UTF-8"
NO_TEXT = f"half a character, or {NO_UTF8}"
SAVE_AS_UTF8 = "save the file as UTF-8"

_SINGULAR = {
    **{f"{noun}s": noun for noun in ("choice", "command", "conversation", "id", "line", "list", "message", "part")},
    **{f"{noun}s": noun for noun in ("person", "piece", "request", "result", "row")},
    "queries": "query",
    "replies": "reply",
}
Where = int | str
"""The number of a line, or a place in words."""


class BadField(Exception):
    """What is wrong with one field of a row; says what was found and what was wanted."""

    def __init__(self, field: str, message: str) -> None:
        """`field` is named as the map names it, and may be empty where the whole row is meant."""
        super().__init__(field, message)
        self.field = field
        self.message = message


@dataclass(slots=True)
class _Count:
    n_bad: int = 0


def noted(count: int, what: str) -> str:
    """A note with how often: `2 rows ...`, `1 row ...`. Its first word or its second is a noun in the plural."""
    words = what.split(" ", 2)
    if count == 1:
        words[:2] = [_SINGULAR.get(word, word) for word in words[:2]]
    return f"{count} {' '.join(words)}"


class Problems:
    """Counts what is wrong with one file, or with several that share what is allowed."""

    def __init__(self, file: str, allowed: float = math.inf) -> None:
        """Let `allowed` bad rows pass before one of them ends the import; without it none does."""
        self._file = file
        self._allowed = allowed
        self._count = _Count()
        self.examples: list[str] = []
        """The first of their messages."""
        self.notes: Counter[str] = Counter()
        """What else was met, in words, with how often."""

    @property
    def n_bad(self) -> int:
        """How many rows were bad so far, in all files that share the count."""
        return self._count.n_bad

    def beside(self, file: str) -> "Problems":
        """The problems of a further file, counted together with these: one number of bad rows is allowed for both."""
        found = Problems(file, self._allowed)
        found._count, found.examples, found.notes = self._count, self.examples, self.notes
        return found

    def bad(self, where: Where, field: str, message: str) -> None:
        """Count a row that cannot be used.

        Raises:
            InputError: there are more of them than are allowed.
        """
        self._count.n_bad += 1
        line = self.line(where, field, message)
        if self.n_bad > self._allowed:
            more = f" ({counted(self.n_bad - 1, 'bad row')} before it)" if self.n_bad > 1 else ""
            raise InputError(f"{line}{more}")
        if len(self.examples) < N_EXAMPLES:
            self.examples.append(line)

    def line(self, where: Where, field: str, message: str) -> str:
        """A message with its file, line and field."""
        place = f"line {where}" if isinstance(where, int) else where
        return ": ".join(part for part in (self._file, place, field, message) if part)

    def stop(self, where: Where, field: str, message: str) -> InputError:
        """The error for what no further row could make good, such as a header without the wanted column."""
        return InputError(self.line(where, field, message))


def kind_of(value: object) -> str:
    """What a value is, in words: `a number`, `null`, `a list`, `text`."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case datetime():
            return "a time"
        case date():
            return "a day"
        case time():
            return "a time of day"
        case _:
            return type(value).__name__


def shown(value: object) -> str:
    """The value in few words, for messages: `a number (17)`."""
    if value is None:
        return "null"
    try:
        text = str(value) if isinstance(value, date | time) else repr(value)
    except RecursionError:
        text = "nested too deep to be shown"
    return f"{kind_of(value)} ({text if len(text) <= 60 else text[:57] + '...'})"
