"""Whether a text tells what a command sets: the setting by one of its names and the value, in one passage.

Conservative: what words cannot tell for sure is not told. That is a switch (`don't need it, turn it off` has many
forms), a text that names two values of the kind, and one that names another seat, side or end than the command does; a
text that names none may tell it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memory.embedded.words import runs
from scoring.statement import states
from scoring.wording import THINGS, read, without_times
from vehicle.catalogue import COMMANDS, POSITION_GROUPS
from vehicle.commands import Command
from vehicle.schema import CommandRow

_DIFFERENCE = re.compile(
    r"\bby (?:another )?\w*\d|\d\S* (?:\w+ )?(?:more|less|fewer|higher|lower|louder|quieter|softer|warmer|cooler|colder"
    r"|hotter|brighter|darker|dimmer|faster|slower|stronger|weaker)\b",
    re.IGNORECASE,
)
"""A number that says by how much, and not which value."""


def tells(text: str, command: Command, *, asked: bool = False) -> bool:
    """Whether a passage of `text` tells what `command` sets; never for a command that the car does not know.

    Every argument but the place must be told: a number or a word that the car chooses from beside a name of the
    setting, free text word for word wherever it stands. A command without such arguments is never told. In what is
    `asked` a number counts only where something is set to it; nowhere does a difference count: `5 more than usual`.
    """
    row = COMMANDS.get(command.name)
    if row is None or not text:
        return False
    free, chosen = list[str](), list[str]()
    for parameter in row.parameters:
        value = command.args.get(parameter.name)
        if parameter.group is not None or value is None or value == "":
            continue
        if isinstance(value, bool) or not isinstance(value, int | str):
            return False
        if isinstance(value, int):
            chosen.append(str(value))
        elif parameter.values:
            chosen.append(parameter.aliases.get(value, value).replace("_", " "))
        else:
            free.append(value)
    if not free and not chosen:
        return False
    place = _place(row, command)
    return all(_stands_in(value, text) for value in free) and all(
        _is_only_value(value, text, asked=asked) and any(states(text, f"{place}{name} {value}") for name in _names(row))
        for value in chosen
    )


def _is_only_value(value: str, text: str, *, asked: bool) -> bool:
    """Whether a text names this value and no other of its kind: `blue is too cold, make it orange` names two."""
    held, wanted = read(without_times(text)), read(value)
    if value.isdecimal():
        only = {float(value)}
        is_set = not asked or {number.value for number in held.assigned} == only
        return (
            is_set
            and not _DIFFERENCE.search(text)
            and {number.value for number in held.numbers if number.unit != THINGS} == only
        )
    kinds = wanted.values
    return bool(kinds) and not wanted.numbers and all(held.values.get(kind) == named for kind, named in kinds.items())


def _place(row: CommandRow, command: Command) -> str:
    """The place in words, to stand before a name, such as `rear left side `; empty where it is all or there is none."""
    if row.position is None or row.position.group is None:
        return ""
    group = POSITION_GROUPS[row.position.group]
    named = command.args.get(row.position.name) or group.blank_means
    members = group.members.get(named) if isinstance(named, str) else None
    everywhere = {place for places in group.members.values() for place in places}
    if members is None or set(members) == everywhere:
        return ""
    plain = next((word for word in group.words if group.members[word] == members), "")
    return f"{plain.replace('_', ' ')} side " if plain else ""


def _names(row: CommandRow) -> Iterator[str]:
    return (name for setting in row.settings for name in setting.words)


@lru_cache(maxsize=4_096)
def _stands_in(value: str, text: str) -> bool:
    wanted, said = runs(value), runs(text)
    n = len(wanted)
    return n > 0 and any(said[at : at + n] == wanted for at in range(len(said) - n + 1))
