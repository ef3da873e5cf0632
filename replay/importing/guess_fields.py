"""What the first rows of a log have, by the names of its fields, and which of it is a list of messages."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replay.importing.fields import getter, side_by_side, unpacked
from replay.importing.mapping import USUAL_ROLES
from replay.importing.nearest import words_of
from replay.importing.nested_lists import is_long, spread
from replay.importing.tool_calls import ARGUMENTS, NAMES

_DEEPEST = 3
_TALKS = ("sitzung", "gespräch", "conversación", "conversa")
HINTS: Mapping[str, Sequence[str]] = {
    "time": ("time", "timestamp", "ts", "date", "datetime", "created", "sent", "at"),
    "occurred_at": ("occurred", "happened", "event"),
    "zone": ("zone", "tz", "timezone"),
    "conversation": (
        "conversation",
        "thread",
        "session",
        "sid",
        "chat",
        "dialog",
        "dialogue",
        "channel",
        "conv",
        "convo",
        "cid",
        "ticket",
        "case",
        "vorgang",
        *_TALKS,
    ),
    "speaker": (
        *("speaker", "author", "sender", "name", "from", "user", "who", "person", "driver", "passenger"),
        *("customer", "client", "caller", "visitor", "guest", "member", "contact", "participant", "username", "nick"),
        *("nickname", "fahrer", "kunde", "absender", "sprecher", "benutzer", "cliente", "usuario", "autor", "nom"),
        *("wer", "quien", "quién", "quem", "qui"),
    ),
    "role": ("role", "type", "direction", "kind"),
    "text": ("text", "content", "message", "body", "utterance", "msg", "transcript", "nachricht", "texto"),
    "tool_calls": ("tool", "calls", "call", "function", "command", "commands", "actions", "action"),
    "id": ("id", "uuid", "guid", "key"),
    "messages": ("messages", "turns", "dialogue", "input", "contents", "conversations", "conversation", "utterances"),
    "outer_calls": ("calls", "commands", "actions"),
    "asker": (
        *("user", "driver", "customer", "person", "speaker", "author", "sender", "client", "caller", "visitor"),
        *("guest", "member", "contact", "username"),
    ),
    "reply": ("reply", "response", "completion", "output", "answer", "generated", "generation"),
    "prompt": ("prompt", "input", "question", "query", "request", "instruction"),
}
"""Words that names of such columns are made of."""


@dataclass(frozen=True, slots=True)
class Column:
    """What the first rows have under one name."""

    path: str
    values: list[Any]
    """Those that are neither null nor empty."""
    n_rows: int

    def hint(self, field: str) -> int:
        """How many of the words that such a column's name is made of the name has."""
        words = words_of(self.path.rpartition(".")[2])
        return sum(word in words for word in HINTS[field])

    def hint_above(self, field: str) -> bool:
        """Whether the name of an object that holds it has one of those words."""
        return not set(words_of(self.path.rpartition(".")[0])).isdisjoint(HINTS[field])

    @property
    def share(self) -> float:
        """In what part of the rows there is something."""
        return len(self.values) / self.n_rows

    @property
    def texts(self) -> list[str]:
        """Those of the values that are text."""
        return [value for value in self.values if isinstance(value, str)]


def all_columns(rows: Sequence[Any]) -> dict[str, Column]:
    """Each field of the rows, down through objects, by its path."""
    found: dict[str, Column] = {}
    for row in rows:
        for path, value in fields_of(row, "", 1):
            column = found.setdefault(path, Column(path, [], len(rows)))
            if value is not None and value not in ("", []):
                column.values.append(value)
    return found


def fields_of(row: Any, above: str, depth: int) -> Iterator[tuple[str, Any]]:
    """The fields of a row with their paths; instead of an object its own fields, `depth` deep."""
    if not isinstance(row, dict):
        return
    for name, value in row.items():
        path = f"{above}{name}"
        value = _opened(value)
        if isinstance(value, dict) and depth < _DEEPEST and value and not is_messages(value):
            yield from fields_of(value, f"{path}.", depth + 1)
        else:
            yield path, value


def all_paths(row: dict[str, Any], above: str, depth: int) -> Iterator[str]:
    """The path of each field, objects among them."""
    for name, value in row.items():
        yield f"{above}{name}"
        value = _opened(value)
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from all_paths(value, f"{above}{name}.", depth + 1)


def _opened(value: Any) -> Any:
    """The object that text is the JSON of; anything else as it is."""
    found = unpacked(value) if isinstance(value, str) and value[:1] == "{" else None
    return found if isinstance(found, dict) else value


def is_object(row: object) -> bool:
    """Whether it has fields."""
    return isinstance(row, dict)


def is_messages(value: object) -> bool:
    """Whether it is a list of messages: as a list, as lists side by side, or as JSON in text of either.

    The messages have roles, or some field that holds nothing but roles, of both sides.
    """
    found = listed_in(value)
    if not found or not all(map(is_object, found)):
        return False
    if all({"role", "type"} & item.keys() for item in found) and any("role" in item for item in found):
        return True
    return any(_tells_sides([item.get(name) for item in found]) for name in found[0])


def _tells_sides(values: Sequence[object]) -> bool:
    """Whether these are roles, a person's and the assistant's among them."""
    meanings = {USUAL_ROLES.get(value.strip().casefold()) if isinstance(value, str) else None for value in values}
    return None not in meanings and {"user", "assistant"} <= meanings


def is_calls(value: object) -> bool:
    """Whether it is a call with its arguments, or a list of such, or the JSON of either in text."""
    found = unpacked(value) if isinstance(value, str) else value
    return all(map(_is_call, found)) and bool(found) if isinstance(found, list) else _is_call(found)


def _is_call(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    inner = value["function"] if isinstance(value.get("function"), dict) else value
    return any(isinstance(inner.get(key), str) for key in NAMES) and not inner.keys().isdisjoint(ARGUMENTS)


def listed_in(value: object) -> list[Any]:
    """The list, also where it is JSON in text, or lists side by side; empty where there is none."""
    found = unpacked(value) if isinstance(value, str) else value
    found = side_by_side(found) or found
    return found if isinstance(found, list) else []


def lists_below(rows: Sequence[Any], above: str = "", depth: int = 1) -> Iterator[tuple[str, list[Any]]]:
    """Each path at which objects stand in lists, with all of these; through `_DEEPEST` lists, the outer ones first."""
    for path, column in all_columns(rows).items():
        items = [item for value in column.values for item in listed_in(value)]
        if items and all(map(is_object, items)):
            yield f"{above}{path}", items
            if depth < _DEEPEST:
                yield from lists_below(items, f"{above}{path}.", depth + 1)


def rows_of_lists(rows: Sequence[Any], lists: str) -> list[Any]:
    """The rows as they are read where lists of messages stand at `lists`."""
    return [row for _, row in spread(enumerate(rows), lists, Counter())] if is_long(lists) else list(rows)


def items_of(row: Any, lists: str) -> list[Any]:
    """The messages of a row, in whichever of their forms they may be told apart."""
    found = getter(lists)(row) if isinstance(row, dict) else row
    return [item for item in listed_in(found) if isinstance(item, dict)]
