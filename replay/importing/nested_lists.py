"""Lists of messages that stand in lists: `messages = "export.sessions.turns"` finds those of every session.

The rule: where the way to the messages comes to a list, and no number says which element is meant, each element is a
row of its own, which has the element's fields and, where it has none of that name, those of what is around it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from replay.importing.fields import MISSING, unpacked
from replay.importing.problems import Where

ONE_OF_SEVERAL = "lists of which the map's messages names one element by its number: the others are left out"

_BRACKETS = re.compile(r"\[(\d*)\]")
_Row = tuple[Where, Any]


def is_long(path: str) -> bool:
    """Whether the path has more than one part, so that it may lead through lists."""
    return len(_parts(path)) > 1


def spread(rows: Iterable[_Row], path: str, notes: Counter[str]) -> Iterator[_Row]:
    """The rows, and in place of one in which `path` leads through lists a row for each of their elements.

    Such a row has what `path` leads to under the whole of it as a name; nothing under it, where its element has not.
    An empty list, or one of something else than objects, makes no rows, as does one that a number leads past: it is
    counted in `notes`.
    """
    parts = _parts(path)
    for where, row in rows:
        if not isinstance(row, dict) or path in row:
            yield where, row
            continue
        place = f"line {where}" if isinstance(where, int) else where
        found = list(_each(row, parts, {}, place, path, notes))
        if len(found) == 1 and found[0][0] == place:
            yield where, row
        else:
            yield from found


def _parts(path: str) -> list[str]:
    return [part for part in _BRACKETS.sub(lambda match: f".{match[1]}", path).split(".") if part]


def _each(
    row: Mapping[str, Any], parts: Sequence[str], around: Mapping[str, Any], place: str, path: str, notes: Counter[str]
) -> Iterator[tuple[str, Any]]:
    """The rows that one object makes; with the fields `around` it."""
    value: Any = row
    for number, part in enumerate(parts):
        value = unpacked(value) if isinstance(value, str) else value
        if isinstance(value, list) and not part.isdecimal():
            fields = {**around, **_without(row, parts[:number])}
            if not value:
                notes["lists without messages"] += 1
            for count, item in enumerate(value, start=1):
                yield from _of_element(item, parts[number:], fields, f"{place}, element {count}", path, notes)
            return
        if isinstance(value, list):
            if len(value) > 1:
                notes[ONE_OF_SEVERAL] += 1
            value = value[int(part)] if int(part) < len(value) else MISSING
        else:
            value = value.get(part, MISSING) if isinstance(value, dict) else MISSING
    fields = {**around, **_without(row, parts)}
    yield place, fields if value is MISSING else {**fields, path: value}


def _of_element(
    item: Any, parts: Sequence[str], around: Mapping[str, Any], place: str, path: str, notes: Counter[str]
) -> Iterator[tuple[str, Any]]:
    if isinstance(item, dict):
        yield from _each(item, parts, around, place, path, notes)
    else:
        yield place, item


def _without(row: Mapping[str, Any], parts: Sequence[str]) -> dict[str, Any]:
    """The object without what stands at `parts`."""
    found = dict(row)
    inner = row.get(parts[0])
    if len(parts) > 1 and isinstance(inner, dict):
        found[parts[0]] = _without(inner, parts[1:])
    else:
        found.pop(parts[0], None)
    return found
