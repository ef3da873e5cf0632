"""What can be set in the car, and the kinds of words by which people mean it; a row of the table.

Limits, arguments and places are those of `vehicle.catalogue`; here stand only words. All of them are patterns, see
`patterns.pattern`, and are matched on plain text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from vehicle.catalogue import COMMANDS

Kind = Literal["integer", "word", "boolean", "name"]
"""What a setting takes: a whole number, one of some words, on or off, or a free name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing that can be set, with the command that sets it."""

    key: str
    command: str
    """The command's name without its prefix."""
    device: str
    """Key of its `Device`."""
    argument: str
    """The parameter that takes the value."""
    kind: Kind
    minimum: int
    maximum: int
    """Smallest and largest whole number that it takes; 0 and 100 where it takes none."""
    place: str
    """The parameter that takes a seat, a window, a side; empty where there is none."""
    aspect: str = ""
    """Words that tell this setting from others of its device; empty where the device says it all."""
    cues: str = ""
    """Words that mean this setting without naming its device."""
    switch: str = ""
    """The command that switches the same thing on and off, where values are numbers or words."""
    more: str = ""
    """Words for a greater value, beside those of any setting."""
    less: str = ""
    """Words for a smaller one."""
    main: bool = False
    """The setting of its device that people mean by a mere number: music at 30, the air at 21."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Patterns for each word that the setting takes; `on` and `off` for what is switched."""


def command_name(command: str) -> str:
    """The car's full name of a command of the table."""
    return f"carcontrol_{command}"


def row(
    key: str,
    command: str,
    device: str,
    *,
    aspect: str = "",
    cues: str = "",
    switch: str = "",
    more: str = "",
    less: str = "",
    main: bool = False,
    values: Mapping[str, str] | None = None,
) -> Setting:
    """A row of the table; what the catalogue knows is taken from there."""
    known = COMMANDS[command_name(command)]
    parameter = next(p for p in known.parameters if p is not known.position)
    kind: Kind = "word" if parameter.values else "name"
    if parameter.kind != "string":
        kind = parameter.kind
    return Setting(
        key=key, command=command, device=device, argument=parameter.name, kind=kind,
        minimum=parameter.minimum or 0, maximum=100 if parameter.maximum is None else parameter.maximum,
        place=known.position.name if known.position else "",
        aspect=aspect, cues=cues, switch=switch, more=more, less=less, main=main,
        values=values or {},
    )  # fmt: skip
