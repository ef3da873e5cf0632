"""How a map speaks of requests to forget, and which tools are such by their name.

A tool that the map calls `forget` is no command of the car: a call of it becomes a `forget` record of the timeline.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

FORGET = "forget"
"""What the map calls a tool whose calls are requests to forget."""
PARTS = ("messages", "person", "text")
"""What such a call may say, named as in the record: ids of messages, who asked, and the request in words."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_VERBS = frozenset({"clear", "delete", "drop", "erase", "purge", "remove", "unlearn", "wipe"})
_STORES = frozenset({"memory", "memories"})
_IN_WORDS = (
    *("text", "query", "topic", "subject", "content", "memory", "fact", "what", "about", "description", "statement"),
    *("preference", "key", "value", "name"),
)
"""Words of an argument that says what is meant, the likeliest first."""
_ID = frozenset({"id", "ids", "uuid", "uuids"})


def seems_to_forget(name: str) -> bool:
    """Whether a tool's name says that it forgets: `forget` in it, or a word of deleting beside one of memory."""
    words = _words(name)
    return FORGET in words or not (_VERBS.isdisjoint(words) or _STORES.isdisjoint(words))


def likely_parts(args: Mapping[str, Sequence[Any]], ids: frozenset[str]) -> dict[str, str]:
    """Which argument is `messages`, and which `text`, by the names and values that calls had; empty where none is.

    `ids` are those of the log's messages: only an argument that held one of them names messages.
    """
    found: dict[str, str] = {}
    for name, values in args.items():
        if not ids.isdisjoint(str(one) for value in values for one in (value if isinstance(value, list) else [value])):
            found[name] = "messages"
            break
    likely = [
        (_IN_WORDS.index(word), name)
        for name, values in args.items()
        if name not in found and _ID.isdisjoint(_words(name)) and all(isinstance(value, str) for value in values)
        for word in _words(name)
        if word in _IN_WORDS
    ]
    if likely:
        found[min(likely)[1]] = "text"
    return found


def _words(name: str) -> list[str]:
    """The words of a name, in small letters: `deleteMemory`, `delete_memory` and `memory.delete` have two each."""
    return [word.lower() for word in _WORD.findall(name)]
