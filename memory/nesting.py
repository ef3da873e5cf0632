"""How deep a value from outside is nested; whoever writes it as JSON again has to ask first.

The rule: orjson, in every edition so far, writes beyond the end of its buffer where closing brackets come by the
hundred (from some 200 levels on; from 255 on it refuses). What a file, a server or a model made of brackets is refused
before that, or written by `json`.
"""

from typing import Any

DEEPEST = 60
"""Levels; what people and programs write has fewer than ten."""

_ALIKE = bytes.maketrans(b"{}", b"[]")
_OTHER = bytes(code for code in range(256) if code not in b"[]{}")


def is_nested_deeper(value: object, most: int = DEEPEST) -> bool:
    """Whether lists and objects stand in one another more than `most` deep; `[]` is one level deep, text none."""
    layer: list[Any] = [value]
    for _ in range(most + 1):
        layer = [one for one in layer if isinstance(one, list | tuple | dict)]
        if not layer:
            return False
        layer = [inner for outer in layer for inner in (outer.values() if isinstance(outer, dict) else outer)]
    return True


def may_be_nested_deeper(content: bytes, most: int = DEEPEST) -> bool:
    """False where the JSON text is not nested more than `most` deep; True where it may be. Fast.

    Brackets that stand in its texts count, too.
    """
    signs = content.translate(_ALIKE, _OTHER)
    for _ in range(most):
        if not signs:
            return False
        signs = signs.replace(b"[]", b"")  # the innermost level
    return bool(signs)
