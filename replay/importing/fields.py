"""Taking a field out of a row: names with dots lead into objects, lists and JSON in text; text may come in parts."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from replay.importing.problems import BadField, kind_of, shown

Getter = Callable[[Any], Any]
"""The field of a row; `MISSING` where the row has none."""


_UNSEEN = "".join(map(chr, (
    *range(0x21), *range(0x7F, 0xA1), 0xAD, 0x61C, 0x1680, 0x180E, *range(0x2000, 0x2010), *range(0x2028, 0x2030),
    *range(0x205F, 0x2070), 0x3000, 0xFEFF,
)))  # fmt: skip
_BRACKETS = re.compile(r"\[(\d*)\]")


class _Missing:
    """The type of `MISSING`."""


MISSING = _Missing()
"""What a row without the field holds there; null is something else."""


def getter(path: str) -> Getter:
    """The way from a row to the field that `path` names; a key that itself has dots goes before.

    `choices[0].message` is `choices.0.message`, and so is `choices[].message`.
    """
    if "." not in path and "[" not in path:
        return lambda row: row.get(path, MISSING)
    parts = _BRACKETS.sub(lambda match: f".{match[1] or 0}", path).strip(".").split(".")

    def walk(row: Any) -> Any:
        found = row.get(path, MISSING)
        if found is not MISSING:
            return found
        for part in parts:
            if isinstance(row, str):
                row = unpacked(row)
            if isinstance(row, dict):
                row = row.get(part, MISSING)
            elif isinstance(row, list) and part.isdecimal() and int(part) < len(row):
                row = row[int(part)]
            else:
                return MISSING
        return row

    return walk


def optional(path: str) -> Getter | None:
    """As `getter`; None for the empty path, which is no field's."""
    return getter(path) if path else None


def unpacked(text: str) -> Any:
    """The object or list that the text is the JSON of; None where it is none."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def side_by_side(value: Any) -> list[dict[str, Any]] | None:
    """The objects that an object of equally long lists stands for, the way some tables keep lists of objects.

    None where it is no such object: it has fewer than two lists, something else than lists, or others of other lengths.
    """
    if not isinstance(value, dict) or len(value) < 2:
        return None
    lists = list(value.values())
    if not all(isinstance(one, list) and len(one) == len(lists[0]) for one in lists) or not lists[0]:
        return None
    return [dict(zip(value, each, strict=True)) for each in zip(*lists, strict=True)]


def missing(row: Any, field: str, path: str) -> BadField:
    """The complaint of a row that has no field of the name; says what it has."""
    there = ", ".join(sorted(map(str, row))[:12]) if isinstance(row, dict) else kind_of(row)
    return BadField(field, f"no {path!r} here; there are: {there or 'none'}")


def text_of(value: Any, field: str) -> tuple[str, int]:
    """The text of a content, and how many of its parts are none (pictures, sounds) and were left out.

    Raises:
        BadField: it is null, a number, or a list of something else.
    """
    if type(value) is str:
        return value, 0
    if not isinstance(value, list):
        raise BadField(field, f"{shown(value)}; text is wanted")
    texts: list[str] = []
    n_others = 0
    for part in value:
        content = part if isinstance(part, str) else part.get("text") if isinstance(part, dict) else None
        if isinstance(content, str):
            texts.append(content)
        elif isinstance(part, dict):
            n_others += 1
        else:
            raise BadField(field, f"a list with {shown(part)} in it; parts with a text are wanted")
    return joined(texts), n_others


def joined(parts: Sequence[str]) -> str:
    """The parts of a text as one: a line each, but for parts that already end or begin with a blank."""
    text = ""
    for part in parts:
        is_apart = not text or not part or text[-1].isspace() or part[0].isspace()
        text += part if is_apart else f"\n{part}"
    return text


def bare_name(name: str) -> str:
    """The name without blanks and signs that nobody sees around it: with them it would be another person's."""
    return name.strip(_UNSEEN)


def name_of(value: Any, field: str) -> str:
    """A name or label as text; whole numbers are taken for their digits.

    Raises:
        BadField: it is something else.
    """
    if type(value) is str:
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise BadField(field, f"{shown(value)}; a name is wanted")
