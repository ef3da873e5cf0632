"""Events of the vehicle log as text and as plain data; text is one line, without control characters."""

import json
from typing import Any, assert_never

from scoring.codec import to_json
from scoring.plain_text import one_line
from vehicle.commands import Command, format_call
from vehicle.events import CommandRejected, Event, FieldChanged, event_to_json
from vehicle.schema import Value


def event_text(event: Event) -> str:
    """What happened: `radio.volume = 30`, or `refused call(...): reason`."""
    match event:
        case FieldChanged():
            return one_line(f"{event.path} = {value_text(event.value)}")
        case CommandRejected():
            early = " (after it had changed something)" if event.early else ""
            call = format_call(Command(name=event.command, args=event.args))
            return one_line(f"refused {call}: {event.reason}{early}")
        case _:
            assert_never(event)


def event_dict(event: Event) -> dict[str, Any]:
    """The event as plain data: `kind`, and what belongs to it."""
    record: dict[str, Any] = json.loads(event_to_json(event))  # orjson takes no lone surrogate
    return record


def value_text(value: Value | None) -> str:
    """A field's value as JSON writes it; `-` where there is no such field."""
    return "-" if value is None else one_line(to_json(value).decode())
