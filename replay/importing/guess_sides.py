"""Which rows are the assistant's, told by what they do where no word for it is known: only one side calls tools.

The rule: a column tells the sides apart where all rows with calls have one value of it, and the rows with another are
mostly followed by one of those. What a value is called does not matter, so it may be in any language. Without calls, a
column of roles has usual words for one side and a single other value for the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from replay.importing.fields import MISSING, getter
from replay.importing.guess_fields import Column
from replay.importing.mapping import USUAL_ROLES
from replay.importing.nearest import words_of

_NEARLY_ALL = 0.9
_FEWEST = 2
"""So many rows have to have calls, and so many none."""
_OFTEN = 0.5
_ROLE_WORDS = frozenset(("role", "rolle", "rol", "papel", "ruolo", "rôle", "side", "party", "seite"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """A column that tells the sides apart."""

    path: str
    assistant: str
    others: tuple[str, ...]
    """What else stands in it, in the order of the rows, but for roles that are left out."""

    @property
    def roles(self) -> dict[str, Literal["user", "assistant"]]:
        """What a map has to say of the values; nothing of those that every map knows."""
        return {
            **{value: "user" for value in self.others if _usual(value) != "user"},
            **({self.assistant: "assistant"} if _usual(self.assistant) != "assistant" else {}),
        }


def sides_in(rows: Sequence[Any], columns: Sequence[Column], calls: str) -> list[Sides]:
    """The columns that tell the sides apart, in the order given; none where `calls`, the path of calls, is empty."""
    found: list[Sides] = []
    if not calls:
        return found
    get_calls = getter(calls)
    calling = [isinstance(row, dict) and get_calls(row) not in (MISSING, None, "", [], {}, "[]", "{}") for row in rows]
    for column in columns:
        if column.share < _NEARLY_ALL or len(column.texts) < len(column.values):
            continue
        get = getter(column.path)
        values = [get(row) if isinstance(row, dict) else None for row in rows]
        sides = _sides(column.path, values, calling)
        if sides is not None:
            found.append(sides)
    return found


def sides_by_words(columns: Sequence[Column]) -> Sides | None:
    """The first column that is called after roles and has, beside usual ones of one side, a single unknown value.

    That value is then the other side's; None where there is no such column.
    """
    for column in columns:
        is_named = not _ROLE_WORDS.isdisjoint(words_of(column.path.rpartition(".")[2]))
        if not is_named or column.share < _NEARLY_ALL or len(column.texts) < len(column.values):
            continue
        meanings = {value: _usual(value) for value in column.texts}
        unknown = [value for value, meaning in meanings.items() if meaning is None]
        known = {
            side: [value for value, meaning in meanings.items() if meaning == side] for side in ("user", "assistant")
        }
        if len(unknown) != 1:
            continue
        if known["assistant"] and not known["user"]:
            return Sides(path=column.path, assistant=known["assistant"][0], others=(unknown[0],))
        if known["user"] and not known["assistant"]:
            return Sides(path=column.path, assistant=unknown[0], others=tuple(known["user"]))
    return None


def _sides(path: str, values: Sequence[Any], calling: Sequence[bool]) -> Sides | None:
    callers = [value for value, calls in zip(values, calling, strict=True) if calls]
    caller = callers[0] if len(callers) >= _FEWEST else None
    if not isinstance(caller, str) or not caller or any(value != caller for value in callers):
        return None
    others = [
        value for value in values if value and isinstance(value, str) and value != caller and _usual(value) != "skip"
    ]
    n_answered = sum(value in others and behind == caller for value, behind in pairwise(values))
    if len(others) < _FEWEST or n_answered < _OFTEN * len(others):
        return None
    return Sides(path=path, assistant=caller, others=tuple(dict.fromkeys(others)))


def _usual(role: str) -> str | None:
    return USUAL_ROLES.get(role.strip().casefold())


def meanings_of(sides: Sides | None) -> Mapping[str, str]:
    """What the values of a column of roles mean, in small letters: the usual ones and those of `sides`."""
    if sides is None:
        return USUAL_ROLES
    people: dict[str, str] = dict.fromkeys((value.strip().casefold() for value in sides.others), "user")
    return {**USUAL_ROLES, **people, sides.assistant.strip().casefold(): "assistant"}


def role_among(sides: Sequence[Sides], columns: Mapping[str, Column]) -> Sides | None:
    """The first of `sides` that is a column of roles: two values, and no name that one of speakers has; or None."""
    return next((one for one in sides if len(one.others) == 1 and not columns[one.path].hint("speaker")), None)
