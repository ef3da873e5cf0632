"""The events of the vehicle log: a field changed, a command was rejected; there are no others.

Events are facts. They carry no time of their own: the log keeps the instant beside them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, assert_never

from vehicle.errors import UnknownEvent
from vehicle.schema import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChanged:
    """A field took a value that it did not have."""

    path: str
    value: Value | None
    """The new value; None: the field no longer exists (a favourite that was taken off the list)."""
    kind: ClassVar[Literal["field_changed"]] = "field_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRejected:
    """The car refused a command."""

    command: str
    """The name that was called."""
    args: Mapping[str, Any] = field(default_factory=dict)
    """The arguments as they were given, as far as JSON carries them."""
    reason: str
    """What was found and what is allowed."""
    early: bool = False
    """Whether it had changed something before it was refused; those changes stand, right before this event."""
    kind: ClassVar[Literal["command_rejected"]] = "command_rejected"


Event = FieldChanged | CommandRejected


def event_to_json(event: Event) -> str:
    """One line of ASCII JSON, tagged by `kind`; `event_from_json` reads it back equal."""
    match event:
        case FieldChanged():
            record: dict[str, Any] = {"kind": event.kind, "path": event.path, "value": event.value}
        case CommandRejected():
            record = {
                "kind": event.kind, "command": event.command, "args": dict(event.args), "reason": event.reason,
                "early": event.early,
            }  # fmt: skip
        case _:
            assert_never(event)
    return json.dumps(record, separators=(",", ":"))


def event_from_json(text: str) -> Event:
    """The event that the line holds.

    Raises:
        UnknownEvent: it is no JSON object, its kind is unknown, or its parts are not those of its kind.
    """
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise UnknownEvent(f"not JSON: {text[:80]!a}") from exc
    match record:
        case {"kind": "field_changed", "path": str(path), "value": bool() | int() | str() | None as value, **rest}:
            event: Event = FieldChanged(path=path, value=value)
        case {
            "kind": "command_rejected", "command": str(name), "args": dict(args), "reason": str(reason),
            "early": bool(early), **rest,
        }:  # fmt: skip
            event = CommandRejected(command=name, args=args, reason=reason, early=early)
        case _:
            raise UnknownEvent(
                f"expected field_changed (path, value) or command_rejected (command, args, reason, early), "
                f"found {text[:80]!a}"
            )
    if rest:
        raise UnknownEvent(f"{event.kind} has no {', '.join(map(ascii, rest))}")
    if isinstance(event, FieldChanged) and isinstance(event.value, int) and event.value.bit_length() > 63:
        raise UnknownEvent(f"{event.kind} with an integer of {event.value.bit_length()} bits; no setting holds it")
    return event
