"""Rows that hold a list of messages, as chat completions are logged: `{"messages": [{"role", "content"}, ...]}`.

The rule: a product that sends the whole conversation again with every request has said each message once. Of two lists
of one conversation, the later of which begins with the earlier, only what is new counts.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import orjson

from replay.importing.fields import MISSING, Getter, getter, missing
from replay.importing.problems import BadField, Problems, Where, shown

MOST_OPEN = 100_000
"""So many conversations are remembered; the one that was quiet for longest is forgotten."""


class MessageLists:
    """Takes rows apart into their messages."""

    def __init__(self, messages: str, conversation: str, problems: Problems) -> None:
        """Find the list at `messages`, and what tells conversations apart at `conversation`, where that is named."""
        self._path = messages
        self._messages: Getter = getter(messages)
        self._conversation: Getter | None = getter(conversation) if conversation else None
        self._notes = problems.notes
        self._known: OrderedDict[str, tuple[int, bytes]] = OrderedDict()

    def messages(self, where: Where, row: Any) -> Iterator[tuple[str, Any]]:
        """Each message that is new, with its place.

        Raises:
            BadField: there is no list.
        """
        if isinstance(row, list):
            found: Any = row
        elif isinstance(row, dict):
            found = self._messages(row)
        else:
            raise BadField("messages", f"{shown(row)}; an object or a list is wanted")
        if found is MISSING:
            raise missing(row, "messages", self._path)
        if not isinstance(found, list):
            raise BadField("messages", f"{shown(found)}; a list is wanted")
        if not found:
            self._notes["lists without messages"] += 1
        place = f"line {where}" if isinstance(where, int) else where
        start = self._n_known(row, found)
        for number in range(start, len(found)):
            yield f"{place}, message {number + 1}", found[number]

    def _n_known(self, row: Any, found: list[Any]) -> int:
        """How many of the messages the list before had already."""
        name = MISSING if self._conversation is None or not isinstance(row, dict) else self._conversation(row)
        if name is MISSING or name is None:
            return 0
        key = str(name)
        n_before, before = self._known.pop(key, (0, b""))
        n_known = n_before if n_before <= len(found) and n_before and _digest(found[:n_before]) == before else 0
        if n_known:
            self._notes["messages sent again left out"] += n_known
        self._known[key] = len(found), _digest(found)
        if len(self._known) > MOST_OPEN:
            self._known.popitem(last=False)
        return n_known


def _digest(messages: list[Any]) -> bytes:
    """Of who said what, whatever else a product notes with each message."""
    said = [(item.get("role"), item.get("content")) if isinstance(item, dict) else item for item in messages]
    try:
        content = orjson.dumps(said)
    except TypeError:  # text that no JSON can hold, told of when it is written
        content = repr(said).encode("ascii", "backslashreplace")
    return hashlib.blake2b(content, digest_size=16).digest()
