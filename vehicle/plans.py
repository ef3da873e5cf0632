"""What each row of the catalogue comes to when it is carried out: everything about it that no argument changes.

The rule: a plan says nothing that its row does not say. It is made once, so that carrying out is only looking up.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from vehicle.arguments import plain_values
from vehicle.catalogue import COMMANDS
from vehicle.schema import CommandRow, Parameter, Put, Refuse, Special, Value, Wake
from vehicle.settings import FIELDS, POSITION_GROUPS

Check = tuple[Parameter, type[Value], Container[object]]
"""An argument to be checked, and the type and values that need no closer look."""
Fields = tuple[tuple[str, Value | None], ...]
"""The paths of fields, each with the value that it left the factory with; None for one that comes later."""
Step = tuple[Put | Refuse | Special, Mapping[str, Fields]]
"""An effect, and its fields by the word that says which part of the car is meant; none for a rule of its own."""

WHOLE = ""
"""The word that stands for the part of the car that a command without a position is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One command."""

    names: frozenset[str]
    """The arguments that it knows."""
    needed: frozenset[str]
    """The arguments that it cannot do without."""
    n_names: int
    early: tuple[Check, ...]
    """What is checked before it wakes anything."""
    wakes: tuple[tuple[Wake, Fields], ...]
    late: tuple[Check, ...]
    """What is checked after."""
    position: str | None
    """The argument that says which part of the car is meant; None where there is none."""
    steps: tuple[Step, ...]
    """What it does once every argument is accepted."""
    allowed: str
    """The arguments in words."""
    required: tuple[str, ...]
    """The needed arguments in the row's order."""


def _plan(row: CommandRow) -> Plan:
    checks = [(parameter, *plain_values(parameter)) for parameter in row.parameters]
    return Plan(
        names=row.names,
        needed=row.needed,
        n_names=len(row.names),
        early=tuple(check for check in checks if check[0].before_waking),
        wakes=tuple((effect, fields_at(effect.path)) for effect in row.effects if isinstance(effect, Wake)),
        late=tuple(check for check in checks if not check[0].before_waking),
        position=None if row.position is None else row.position.name,
        steps=tuple((effect, _fields_of(row, effect)) for effect in row.effects if not isinstance(effect, Wake)),
        allowed=", ".join(p.name if p.required else f"{p.name} (optional)" for p in row.parameters) or "no arguments",
        required=tuple(p.name for p in row.parameters if p.required),
    )


def fields_at(*paths: str) -> Fields:
    """The fields at these paths, each once."""
    return tuple((path, FIELDS.get(path)) for path in dict.fromkeys(paths))


def _fields_of(row: CommandRow, effect: Put | Refuse | Special) -> dict[str, Fields]:
    if isinstance(effect, Special):
        return {}
    words = {WHOLE: ("",)} if row.position is None else POSITION_GROUPS[row.position.group or ""].members
    return {word: fields_at(*(effect.path.replace("*", place) for place in words[word])) for word in words}


PLANS: dict[str, Plan] = {row.name: _plan(row) for row in COMMANDS.values()}
"""By the name of the command; a dict, which answers faster than a view of one."""
