"""Which messages of a log are the same message: a number for each, equal where the same side said the same.

The rule: only what was said counts, and, where nothing was, what was called. Blanks around a text, the parts that it
comes in, and whatever else a product notes with a message may differ from request to request.
"""

from collections.abc import Callable, Mapping
from typing import Any

import orjson

from memory.nesting import DEEPEST
from replay.importing.fields import MISSING, getter, joined
from replay.importing.mapping import USUAL_ROLES, ImportMap
from replay.importing.tool_calls import call_of_part
from vehicle.commands import plain_value


def message_keys(map_: ImportMap, role: str, text: str, calls: str) -> Callable[[Any], int | None]:
    """A function from a message to its number; None for a message of a role that is left out.

    `role`, `text` and `calls` are where these stand in a message; the roles mean what the map says. Numbers hold for
    this process alone.
    """
    meanings: Mapping[str, str] = {**USUAL_ROLES, **map_.roles}
    of_text, of_calls = getter(text), getter(calls) if calls else None
    of_role = getter(role) if "." in role else None

    def key(message: Any) -> int | None:
        if type(message) is not dict:
            return hash(repr(plain_value(message, DEEPEST)))
        side: Any = message.get(role, "user") if of_role is None else of_role(message)
        if type(side) is str:
            side = meanings.get(side) or meanings.get(side.strip().casefold(), side)
            if side == "skip":
                return None
        else:
            side = repr(plain_value(side, DEEPEST))
        content = of_text(message)
        said = (content if type(content) is str else _joined(content)).strip()
        if said:
            return hash((side, said))
        called = of_calls(message) if of_calls is not None else None
        if not called and isinstance(content, list):
            called = [call for call in map(call_of_part, content) if call is not None]
        if called:
            return hash((side, _plain_calls(called)))
        return hash((side, None if content in (MISSING, None, "") else repr(plain_value(content, DEEPEST))))

    return key


def _joined(content: Any) -> str:
    parts = content if isinstance(content, list) else ()
    texts = [part if isinstance(part, str) else part.get("text") if isinstance(part, dict) else None for part in parts]
    return joined([text for text in texts if isinstance(text, str)])


def _plain_calls(called: Any) -> str:
    """Calls in one spelling, whatever else is noted with each."""
    calls = called if isinstance(called, list) else [called]
    plain: list[Any] = []
    for call in calls:
        inner = call.get("function", call) if isinstance(call, dict) else call
        if not isinstance(inner, dict):
            plain.append(call)
            continue
        args: Any = next((inner[name] for name in ("arguments", "args", "input", "parameters") if name in inner), None)
        if isinstance(args, str):
            try:
                args = orjson.loads(args)
            except orjson.JSONDecodeError:
                args = args.strip()
        plain.append([inner.get("name"), args or {}])
    try:
        return orjson.dumps(plain_value(plain, DEEPEST), option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # numbers or text that no JSON can hold, told of when they are read
        return repr(plain_value(plain, DEEPEST))
