"""JSON with one meaning or none: a key that stands twice in one object has two values.

The rule: parsers take the last of them in silence, and which was meant is not ours to choose; so whoever reads what
others wrote asks first.
"""

import json
from typing import Any


def doubled_key(text: str | bytes) -> str | None:
    """The first key that stands twice in one object of `text`, inner objects before outer ones; None without any.

    Keys are compared as they are read, whether their characters stand there plainly or as escapes.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply to be looked through.
    """
    try:
        json.loads(text, object_pairs_hook=_check, parse_int=str, parse_float=str)
    except _Doubled as exc:
        return exc.key
    return None


class _Doubled(Exception):
    """Ends the reading at the first key that comes again."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _check(pairs: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise _Doubled(key)
        seen.add(key)
