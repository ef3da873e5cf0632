"""The messages of a recorded reply, in whichever of the usual forms the answer of a model was logged.

The rule: a reply has a form that is known or is a bad field; what is left out of one that is known has a count. Known
are plain text, a message, `choices`, items of `output`, `candidates`, parts of a content, the pieces of a stream, and
all of these once more below `response`, `body` and the like, or as JSON in text.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from replay.importing.fields import unpacked
from replay.importing.problems import BadField, shown
from replay.importing.streams import events_of_text, is_stream, whole_of

ROLE, TEXT, CALLS = "role", "content", "tool_calls"
"""The names of a reply's fields, as `reply_messages` gives them."""

_ENVELOPES = ("response", "body", "result", "data", "message", "completion", "generated_text", "output_text", "answer")
"""Names of what holds a reply or is one, in the order in which they are looked for."""
_NOTHING: tuple[Any, ...] = (None, "", [])
_DEEPEST = 8
SIGNS = frozenset(("choices", "output", "candidates", "role", "type", "message", "delta"))
"""One of them at least has a reply that is JSON in text; what else is JSON was said."""
_PART_TYPES = frozenset(("text", "output_text", "tool_use", "thinking", "redacted_thinking", "reasoning", "refusal"))
_LEFT_OUT = "reasoning", "output", "result"
"""How the types of items end that nobody said and that call nothing of the car's."""


def reply_messages(value: Any, notes: Counter[str]) -> list[dict[str, Any]]:
    """The messages of a reply, in order, each with `ROLE`, `TEXT` and, where it calls anything, `CALLS`.

    Empty where there is no reply (null, an empty text or list, a recorded error); `notes` says so.

    Raises:
        BadField: it has no form that is known.
    """
    found = _messages(value, notes, 0)
    if not found:
        notes["rows without a reply"] += 1
    return found


def is_reply(value: Any) -> bool:
    """Whether it has the form of a recorded reply that is more than plain text."""
    if isinstance(value, str):
        return _unpacked(value) is not None
    if not isinstance(value, dict | list) or not value:
        return False
    try:
        return bool(_messages(value, Counter(), 0))
    except BadField:
        return False


def plain_item(item: dict[str, Any]) -> dict[str, Any] | None:
    """An item of a request or reply that has no role, as a message: calls are the assistant's, results a tool's.

    None where it is no such item.
    """
    kind = item.get("type")
    if not isinstance(kind, str):
        return None
    if kind == "function_call":
        return {ROLE: "assistant", TEXT: None, CALLS: [item]}
    if kind.endswith((*_LEFT_OUT, "_call")):
        return {ROLE: "tool", TEXT: ""}
    return None


def _messages(value: Any, notes: Counter[str], depth: int) -> list[dict[str, Any]]:
    if depth > _DEEPEST:
        raise BadField("", "a reply nested too deep")
    match value:
        case None | "" | []:
            return []
        case str():
            packed = _unpacked(value)
            return [_said(value)] if packed is None else _messages(packed, notes, depth + 1)
        case dict():
            return _of_object(value, notes, depth)
        case list():
            return _of_list(value, notes, depth)
        case _:
            raise BadField("", f"{shown(value)}; a reply is wanted")


def _said(text: Any) -> dict[str, Any]:
    return {ROLE: "assistant", TEXT: text}


def _unpacked(text: str) -> Any:
    """What the text holds, where it is a stream of events or the JSON of a reply; None where it is plain text."""
    events = events_of_text(text)
    if events:
        return events
    found = unpacked(text)
    is_whole = isinstance(found, dict) and not SIGNS.isdisjoint(found)
    is_list = isinstance(found, list) and all(isinstance(item, dict) and not SIGNS.isdisjoint(item) for item in found)
    return found if (is_whole or is_list) and is_reply(found) else None


def _of_object(value: dict[str, Any], notes: Counter[str], depth: int) -> list[dict[str, Any]]:
    if type(value.get("role")) is str and "content" in value:
        return _one(value, notes)
    item = plain_item(value)
    if item is not None:
        return [item]
    if isinstance(value.get("choices"), list):
        return _first_of(value["choices"], notes, depth)
    if isinstance(value.get("candidates"), list):
        return _first_of(value["candidates"], notes, depth)
    if "output" in value:
        return _messages(value["output"], notes, depth + 1)
    if is_stream([value]):
        return _messages(whole_of([value], notes), notes, depth + 1)
    if isinstance(value.get("content"), dict) and "parts" in value["content"]:
        return _messages(value["content"], notes, depth + 1)
    if value.keys() & {"content", "tool_calls", "function_call", "parts"} or (
        "role" in value and "message" not in value
    ):
        return _one(value, notes)
    for name in _ENVELOPES:
        if name in value:
            return _messages(value[name], notes, depth + 1)
    if isinstance(value.get("text"), str):
        return _messages(value["text"] or None, notes, depth + 1)
    if value.get("error"):
        notes["replies that are errors left out"] += 1
        return []
    there = ", ".join(map(repr, list(value)[:12])) or "nothing"
    raise BadField("", f"an object of no form that is known for a reply; in it there is: {there}")


def _of_list(value: list[Any], notes: Counter[str], depth: int) -> list[dict[str, Any]]:
    objects = [item for item in value if isinstance(item, dict)]
    if len(objects) < len(value):
        odd = next(item for item in value if not isinstance(item, dict))
        raise BadField("", f"a list with {shown(odd)} in it; messages, choices, parts or pieces of a stream are wanted")
    if is_stream(objects):
        return _messages(whole_of(objects, notes), notes, depth + 1)
    if all("role" not in item and item.get("type") in tuple(_PART_TYPES) for item in objects):
        return _one({TEXT: objects}, notes)
    if any(item.keys() & {"role", "type"} for item in objects):
        return [message for item in objects for message in _messages(item, notes, depth + 1)]
    return _first_of(value, notes, depth)


def _first_of(choices: list[Any], notes: Counter[str], depth: int) -> list[dict[str, Any]]:
    """The first of several replies to choose from, which is the one that products show."""
    if len(choices) > 1:
        notes["further choices of a reply left out"] += len(choices) - 1
    if not choices:
        return []
    first = choices[0]
    if isinstance(first, dict) and "message" in first and "delta" not in first:
        first = first["message"]
    return _messages(first, notes, depth + 1)


def _one(message: Mapping[str, Any], notes: Counter[str]) -> list[dict[str, Any]]:
    content = next((message[name] for name in ("content", "parts") if message.get(name) not in _NOTHING), None)
    calls = message.get("tool_calls") or message.get("function_call") or None
    if content is None:
        texts = (message.get(name) for name in (*_ENVELOPES, "text", "refusal"))
        content = next((text for text in texts if isinstance(text, str) and text), None)
    if content is None and calls is None:
        notes["empty replies left out"] += 1
        return []
    found = {**message, ROLE: message.get("role") or "assistant", TEXT: content, CALLS: calls}
    return [found]
