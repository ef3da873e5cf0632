"""JSON with one meaning or none: a key that stands twice in one object has two values.

The rule: parsers take the last of them in silence, and which was meant is not ours to choose; so whoever reads what
others wrote asks first.
"""

import json
import re
from typing import Any

_KEY_LIKE = re.compile(rb'"[ \t\r\n]*:')
"""How every key ends, and now and then a quotation."""
_QUOTATION = re.compile(rb'\\"[ \t\r\n]*:')
"""How no key ends, but a quotation in a text, where no backslash stands behind another."""


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


def doubled_key_of(text: bytes, value: object) -> str | None:
    """The same as `doubled_key` of `text`, which a parser made `value` of; takes next to no time where there is none.

    As many keys as stand there are then in `value`; only where they are fewer is the text read a second time.

    Raises:
        RecursionError: it is nested too deeply to be read a second time.
    """
    n_written = len(_KEY_LIKE.findall(text))
    n_outer = len(value) if isinstance(value, dict) else 0
    if n_written != n_outer and rb"\\" not in text:
        n_written -= len(_QUOTATION.findall(text))
    if n_written == n_outer:
        return None  # nor is anything nested in it that has keys
    return None if n_written == _n_keys(value) else doubled_key(text)


def _n_keys(value: object) -> int:
    """How many keys the value has, those of what is nested in it included."""
    n_keys, left = 0, [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            n_keys += len(one)
            left.extend(one.values())
        elif isinstance(one, list):
            left.extend(one)
    return n_keys


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
