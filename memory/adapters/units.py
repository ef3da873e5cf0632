"""What of a bucket goes into one call: each message alone, or all of them together.

A message alone keeps its own instant and can be named as the one source of what is made of it; together, a system that
extracts facts sees who answers whom.
"""

from collections.abc import Mapping

from memory.messages import Batch, Message, render_message, writable
from memory.options import read_choice

UNIT = "unit"
"""The option: `message` (the default) or `bucket`."""


def read_unit(options: Mapping[str, str]) -> str:
    """The option `unit`.

    Raises:
        BadOption: it is neither `message` nor `bucket`.
    """
    return read_choice(options, UNIT, ("message", "bucket"))


def units(batch: Batch, unit: str) -> list[tuple[Message, ...]]:
    """The messages of `batch`, call by call, in order; blank ones say nothing and are left out."""
    told = tuple(message for message in batch.messages if message.text.strip())
    if unit == "bucket":
        return [told] if told else []
    return [(message,) for message in told]


def content_of(message: Message) -> str:
    """A message as text that goes over the wire: `Speaker: text`."""
    return writable(render_message(message))
