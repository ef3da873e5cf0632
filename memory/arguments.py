"""The arguments of a model's tool call, read: one meaning or none.

The rule: what could be read in two ways is not read at all. A key that stands twice in one object has two values, and
which of them the model meant is not ours to choose.
"""

from typing import Any

import orjson

from memory.chat import RequestedCall
from memory.doubled_keys import doubled_key
from memory.errors import MalformedArguments


def read_arguments(call: RequestedCall) -> dict[str, Any]:
    """The arguments of a call as a mapping.

    Raises:
        MalformedArguments: they are no JSON object: cut off, unquoted, empty, `null`, a list, followed by more, with a
            key twice, with a number beyond all floats, or nested too deeply.
    """
    try:
        arguments = orjson.loads(call.arguments)
    except orjson.JSONDecodeError as exc:
        raise MalformedArguments(f"the arguments are no JSON ({exc}); an object is needed") from exc
    if not isinstance(arguments, dict):
        raise MalformedArguments(f"the arguments are {_kind(arguments)}; a JSON object is needed")
    try:
        doubled = doubled_key(call.arguments)
    except RecursionError as exc:
        raise MalformedArguments("the arguments are nested too deeply; a plain JSON object is needed") from exc
    if doubled is not None:
        raise MalformedArguments(f"the arguments hold the key {doubled[:60]!r} twice; a JSON object is needed")
    return arguments


def is_complete(call: RequestedCall) -> bool:
    """Whether the arguments are a JSON object; where an answer was cut, the last call's may not be."""
    try:
        read_arguments(call)
    except MalformedArguments:
        return False
    return True


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case list():
            return "a list"
        case str():
            return "a text"
        case _:
            return "a single value"
