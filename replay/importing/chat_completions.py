"""Rows that hold what was sent to a model, and its reply: `{"messages": [{"role", "content"}, ...], "choices": ...}`.

The rule: each message enters once, at the row in which it was first, however often a product sends it again
(`replay.importing.resent`); so does each reply, which the next request often holds as well.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from replay.importing.fields import MISSING, missing, optional, side_by_side
from replay.importing.mapping import USUAL_ROLES, ImportMap
from replay.importing.message_keys import message_keys
from replay.importing.problems import BadField, Problems, Where, shown
from replay.importing.replies import CALLS, ROLE, TEXT, is_reply, plain_item, reply_messages
from replay.importing.resent import History, Keys, keys_of

MOST_OPEN = 50_000
"""So many conversations are remembered; the one that was quiet for longest is forgotten."""
MOST_KEYS = 2_000_000
"""So many messages of all conversations are remembered, at 8 bytes each."""
_OBJECTS = re.compile(r"\s*\[\s*(?:\{|\]\s*$)")
"""How the JSON of a list of objects begins."""
_USUAL_REPLIES = ("choices", "response", "output", "completion", "reply", "answer")


class Said(NamedTuple):
    """One message that is new."""

    place: Where
    message: Any
    is_reply: bool
    """Whether it is a part of the reply; it then has the names of `replay.importing.replies`."""
    outer: dict[str, Any] | None = None
    """The row that holds it, where that may say more of it."""


class _Request(NamedTuple):
    """What became of a row's list."""

    history: History | None
    """What is known of its conversation, where it has one."""
    repeats: bool
    """Whether it is the one before over again."""
    end: Keys
    """Its messages, where one of them stands at its very end and no result of a call does."""


class Exchanges:
    """Takes rows apart into their messages and replies."""

    def __init__(self, map_: ImportMap, problems: Problems) -> None:
        """Find both by a settled map; count what is left out or can be read in two ways in `problems`."""
        columns = map_.columns
        self._columns = columns
        self._messages = optional(columns.messages)
        self._reply = optional(columns.reply)
        self._calls = optional(columns.tool_calls)
        self._role = optional(columns.role)
        self._roles: dict[str, str] = {**USUAL_ROLES, **map_.roles}
        self._conversation = optional(columns.conversation)
        self._scenario = optional(map_.scenario.column)
        self._notes = problems.notes
        self._key_of_message = message_keys(map_, columns.role, columns.text, columns.tool_calls)
        self._key_of_reply = message_keys(map_, ROLE, TEXT, CALLS)
        outer = {columns.date, columns.time, columns.conversation, columns.zone, map_.scenario.column}
        self._kept = {ROLE, TEXT, CALLS} | ({columns.speaker, columns.id} - outer)
        self._known: OrderedDict[tuple[str, str], History] = OrderedDict()
        self._n_keys = 0
        self._unnamed = History()

    def said(self, where: Where, row: Any) -> Iterator[Said]:
        """Each message that is new, then the reply; the row itself where the map names neither.

        Raises:
            BadField: there is no list, or a reply of no form that is known.
        """
        if self._messages is None and self._reply is None:
            yield Said(where, row, False)
            return
        place = f"line {where}" if isinstance(where, int) else where
        if self._messages is None:
            yield Said(place, row, False)
            request = _Request(None, False, keys_of())
        else:
            found = self._list(row)
            outer = row if isinstance(row, dict) else None
            fresh, request = self._fresh(found, self._history(row))
            for number in fresh:
                yield Said(f"{place}, message {number + 1}", found[number], False, outer)
        try:
            if self._reply is None:
                self._look_for_unnamed(row)
            elif isinstance(row, dict):
                yield from self._replies(f"{place}, reply", row, request)
        finally:
            if request.history is not None:
                self._n_keys += request.history.size
                self._forget()

    def _list(self, row: Any) -> list[Any]:
        if isinstance(row, list):
            found: Any = row
        elif isinstance(row, dict):
            found = self._messages(row) if self._messages is not None else MISSING
        else:
            raise BadField("messages", f"{shown(row)}; an object or a list is wanted")
        if found is MISSING:
            raise missing(row, "messages", self._columns.messages)
        if isinstance(found, str) and found:
            found = _of_text(found, self._columns.role or ROLE, self._columns.text)
        found = side_by_side(found) or found
        if not isinstance(found, list):
            raise BadField("messages", f"{shown(found)}; a list is wanted")
        if not found:
            self._notes["lists without messages"] += 1
        role = self._columns.role
        return [
            item if type(item) is not dict or (role in item and "function_call" not in item) else self._plain(item)
            for item in found
        ]

    def _plain(self, item: dict[str, Any]) -> dict[str, Any]:
        """The message under the map's names, where it has no role and is a call or the result of one."""
        columns = self._columns
        if "function_call" in item and columns.tool_calls and item["function_call"]:
            return {**item, columns.tool_calls: item.get(columns.tool_calls) or item["function_call"]}
        if "type" not in item or columns.role in item or not columns.role or not columns.tool_calls:
            return item
        plain = plain_item(item)
        names = {ROLE: columns.role, TEXT: columns.text, CALLS: columns.tool_calls}
        return item if plain is None else {names[name]: value for name, value in plain.items()}

    def _history(self, row: Any) -> History | None:
        """What is known of the row's conversation; None where it has none, or none was named."""
        if self._conversation is None or not isinstance(row, dict):
            return None
        name = self._conversation(row)
        if name is MISSING or name is None:
            return None
        scenario = "" if self._scenario is None else str(self._scenario(row))
        key = scenario, str(name)
        history = self._known.pop(key, None)
        if history is None:
            history = History()
        self._known[key] = history
        self._n_keys -= history.size
        return history

    def _forget(self) -> None:
        while len(self._known) > MOST_OPEN or (self._n_keys > MOST_KEYS and len(self._known) > 1):
            _, history = self._known.popitem(last=False)
            self._n_keys -= history.size
            self._notes["conversations too many to remember: what they send again would count once more"] += 1

    def _fresh(self, found: list[Any], history: History | None) -> tuple[Sequence[int], _Request]:
        """The places of the messages that are new, in order."""
        keyed = self._key_of_message
        keys: list[int] = []
        places: list[int] = []
        for place, message in enumerate(found):
            key = keyed(message)
            if key is not None:
                keys.append(key)
                places.append(place)
        sent = keys_of(keys)
        if history is None:
            self._look_unnamed(sent)
            return range(len(found)), _Request(None, False, keys_of())
        is_begun = len(history.keys) > 0
        overlap, repeats = history.take(sent)
        n_old = len(sent) - len(overlap.new)
        notes = self._notes
        if n_old:
            notes["messages sent again left out"] += n_old
        if overlap.n_doubted_old:
            notes["messages left out as sent again may have been said twice"] += overlap.n_doubted_old
        if overlap.n_doubted_new:
            notes["messages taken for new may have been sent again, or were put in between"] += overlap.n_doubted_new
        if is_begun and self._reply is not None:
            self._look_for_replies([found[places[number]] for number in overlap.new])
        end = sent if places and places[-1] == len(found) - 1 else keys_of()
        return _fresh_places(overlap.new, places, len(found)), _Request(history, repeats, end)

    def _look_for_unnamed(self, row: Any) -> None:
        """Count a row that has a reply, where the map names none."""
        for name in _USUAL_REPLIES if isinstance(row, dict) else ():
            value = row.get(name)
            if value and name != self._columns.messages and (isinstance(value, str) or is_reply(value)):
                self._notes[f"rows with a reply at {name!r}, which the map does not name"] += 1
                return

    def _look_for_replies(self, new: Sequence[Any]) -> None:
        """Count what the assistant said and no row has for its reply: it is in other words there, or was not logged."""
        for message in new:
            role = self._role(message) if self._role is not None and isinstance(message, dict) else None
            if (
                isinstance(role, str)
                and (self._roles.get(role) or self._roles.get(role.strip().casefold())) == "assistant"
            ):
                self._notes["messages of the assistant that were no row's reply: taken for new"] += 1

    def _look_unnamed(self, sent: Keys) -> None:
        """Count a list that goes on from the rows before, where nothing says that they are of one conversation."""
        overlap, _ = self._unnamed.take(sent)
        if overlap.resends and not overlap.n_doubted_old:
            self._notes["lists that go on from those before, and have no conversation: all their messages count"] += 1

    def _replies(self, place: str, row: dict[str, Any], request: _Request) -> Iterator[Said]:
        value = self._reply(row) if self._reply is not None else MISSING
        try:
            replies = reply_messages(None if value is MISSING else value, self._notes)
        except BadField as exc:
            raise BadField("reply", exc.message) from exc
        calls = self._calls(row) if self._calls is not None else MISSING
        if calls not in (MISSING, None, "", []) and not any(reply.get(CALLS) for reply in replies):
            last = replies[-1] if replies else {ROLE: "assistant", TEXT: None}
            replies = [*replies[:-1], {**last, CALLS: calls}]
        if not replies:
            return
        keys = [key for key in map(self._key_of_reply, replies) if key is not None]
        history, repeats = request.history, request.repeats
        if history is None and self._messages is not None:
            for key in keys:
                self._unnamed.reply(key)
        if history is not None and keys:
            if list(request.end[-len(keys) :]) == keys:
                self._notes["replies that their own request holds left out"] += 1
                return
            if repeats and list(history.replies[-len(keys) :]) == keys:
                self._notes["replies the same as before to the same request left out"] += 1
                return
            if repeats and history.replies:
                self._notes["requests with more than one reply: all are kept"] += 1
            for key in keys:
                history.reply(key)
        for number, reply in enumerate(replies, start=1):
            fields = {name: value for name, value in reply.items() if name in self._kept}
            yield Said(place if len(replies) == 1 else f"{place} {number}", fields, True, row)


def _fresh_places(new: Sequence[int], places: Sequence[int], n_found: int) -> Sequence[int]:
    """Where what is new stands in the list; with it what no side said (`places` has the others), after all that is old.

    What stands before, such as the system's prompt, was sent before.
    """
    n_old = len(places) - len(new)
    if not new or new[0] == n_old:  # all that is old goes before
        return range(places[n_old - 1] + 1 if n_old else 0, n_found)
    fresh = {places[number] for number in new}
    sides = set(places)
    last_old = max(place for place in places if place not in fresh)
    return [place for place in range(n_found) if place in fresh or (place > last_old and place not in sides)]


def _of_text(text: str, role: str, name: str) -> Any:
    """What a cell of text holds: a list of objects as JSON, or one message of a person, such as `[08:00] Hello`."""
    if _OBJECTS.match(text) is None:
        return [{role: "user", name: text}]
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as exc:
        raise BadField("messages", f"no JSON: {exc}: {text[:60]!r}") from exc
