"""A reply that was logged piece by piece as it came: the pieces put together to what they are the pieces of.

The rule: pieces are joined in the order in which they were logged; arguments that are cut off stay as they are, so that
whoever reads them finds that they are no JSON.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import orjson

_EVENTS = ("response.", "message_", "content_block_", "ping")
"""How the types of events begin that streams of items and of parts are made of."""
_DATA = "data:"


def events_of_text(text: str) -> list[dict[str, Any]]:
    """The events of a stream as it comes over the wire, `data: {...}` a line; empty where the text is none."""
    if not text.lstrip().startswith((_DATA, "event:")):
        return []
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        data = line.removeprefix(_DATA).strip()
        if not line.startswith(_DATA) or data == "[DONE]":
            continue
        try:
            event = orjson.loads(data)
        except orjson.JSONDecodeError:
            return []
        if isinstance(event, dict):
            found.append(event)
    return found


def is_stream(pieces: Sequence[dict[str, Any]]) -> bool:
    """Whether these are pieces of one reply."""
    return any(map(_is_piece, pieces))


def _is_piece(piece: dict[str, Any]) -> bool:
    kind = piece.get("type")
    if isinstance(kind, str) and kind.startswith(_EVENTS):
        return True
    if "delta" in piece or (piece.get("done") in (True, False) and isinstance(piece.get("message"), dict)):
        return True
    choices = piece.get("choices")
    return isinstance(choices, list) and any(isinstance(choice, dict) and "delta" in choice for choice in choices)


def whole_of(pieces: Sequence[dict[str, Any]], notes: Counter[str]) -> Any:
    """The reply that the pieces make: a message, or a list of items; null where they hold nothing."""
    items: list[Any] = []
    parts = _Parts()
    for piece in pieces:
        kind = piece.get("type")
        if kind in ("response.completed", "response.incomplete"):
            return piece.get("response")
        if kind == "response.output_item.done":
            items.append(piece.get("item"))
        elif kind == "response.output_text.delta":
            parts.text(piece.get("delta"))
        elif kind == "content_block_start":
            parts.block(piece.get("index"), piece.get("content_block"))
        else:
            for index, delta in _deltas(piece, notes):
                parts.delta(index, delta)
    return items or parts.message()


def _deltas(piece: dict[str, Any], notes: Counter[str]) -> list[tuple[Any, dict[str, Any]]]:
    """What the piece adds, with the number of the part that it belongs to."""
    choices = piece.get("choices")
    if not isinstance(choices, list):
        delta = piece.get("delta") if "delta" in piece else piece.get("message")
        return [(piece.get("index"), delta)] if isinstance(delta, dict) else []
    found: list[tuple[Any, dict[str, Any]]] = []
    for choice in choices:
        delta = choice.get("delta", choice.get("message")) if isinstance(choice, dict) else None
        if not isinstance(delta, dict):
            continue
        if choice.get("index") in (0, None):
            found.append((None, delta))
        else:
            notes["pieces of further choices left out"] += 1
    return found


class _Parts:
    """What was put together so far."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._calls: dict[str, dict[str, str]] = {}

    def text(self, more: Any) -> None:
        if isinstance(more, str):
            self._texts.append(more)

    def block(self, index: Any, block: Any) -> None:
        """A part begins: text, or a call whose arguments follow."""
        if isinstance(block, dict):
            self.text(block.get("text"))
            if block.get("type") == "tool_use":
                given = block.get("input")
                self._call(f"part {index}", block.get("name"), json.dumps(given) if given else "")

    def delta(self, index: Any, delta: dict[str, Any]) -> None:
        self.text(delta.get("content"))
        self.text(delta.get("text"))
        more = delta.get("partial_json")
        if isinstance(more, str):
            self._call(f"part {index}", None, more)
        calls = delta.get("tool_calls")
        for number, call in enumerate(calls if isinstance(calls, list) else []):
            function = call.get("function") if isinstance(call, dict) else None
            if isinstance(function, dict):
                given = function.get("arguments")
                whole = json.dumps(given) if isinstance(given, dict) else given
                self._call(f"call {call.get('index', number)}", function.get("name"), whole)

    def message(self) -> dict[str, Any] | None:
        if not self._texts and not self._calls:
            return None
        calls = [{"function": dict(call)} for call in self._calls.values()]
        return {"role": "assistant", "content": "".join(self._texts), **({"tool_calls": calls} if calls else {})}

    def _call(self, key: str, name: Any, more: Any) -> None:
        call = self._calls.setdefault(key, {"name": "", "arguments": ""})
        if isinstance(name, str):
            call["name"] += name
        if isinstance(more, str):
            call["arguments"] += more
