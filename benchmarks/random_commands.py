"""Command lists as a model might send them: mostly right, sometimes out of bounds, misspelt or incomplete; seeded."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from vehicle.catalogue import COMMANDS
from vehicle.commands import Command
from vehicle.schema import Parameter
from vehicle.settings import POSITION_GROUPS

_ROWS = tuple(COMMANDS.values())
_TEXTS = ("Slow River", "Blue Hour", "News FM", "103.2MHz", "Long Road")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What should have been done and what was done, both on top of what had been done before."""

    setup: tuple[Command, ...]
    reference: tuple[Command, ...]
    predicted: tuple[Command, ...]


def random_pairs(n: int, *, longest: int, seed: int = 0) -> list[Pair]:
    """`n` pairs with references of 1 to `longest` commands; one in four has a setup of as many."""
    rng = random.Random(seed)
    pairs: list[Pair] = []
    for _ in range(n):
        setup = random_commands(rng, rng.randint(1, longest)) if rng.random() < 0.25 else ()
        reference = random_commands(rng, rng.randint(1, longest))
        pairs.append(Pair(setup=setup, reference=reference, predicted=_imitated(rng, reference)))
    return pairs


def random_commands(rng: random.Random, n: int) -> tuple[Command, ...]:
    """`n` commands of the catalogue, about one in twelve of them not as the car wants it."""
    return tuple(_random_command(rng) for _ in range(n))


def _random_command(rng: random.Random) -> Command:
    row = rng.choice(_ROWS)
    args = {p.name: _random_value(rng, p) for p in row.parameters if p.required or rng.random() < 0.5}
    fault = rng.randrange(36)
    if fault == 0:
        return Command(name=row.name + "_now", args=args)
    if fault == 1 and args:
        del args[rng.choice(list(args))]
    elif fault == 2 and args:
        args[rng.choice(list(args))] = rng.choice((-1, 1000, "sideways", None))
    return Command(name=row.name, args=args)


def _random_value(rng: random.Random, parameter: Parameter) -> Any:
    if parameter.kind == "boolean":
        return rng.random() < 0.7
    if parameter.kind == "integer":
        low, high = parameter.minimum or 0, parameter.maximum
        return rng.randint(low, low + 1000 if high is None else high)
    if parameter.group is not None:
        return rng.choice(list(POSITION_GROUPS[parameter.group].members))
    return rng.choice(parameter.values or _TEXTS)


def _imitated(rng: random.Random, reference: Sequence[Command]) -> tuple[Command, ...]:
    """The reference with some commands left out, some replaced and some added."""
    predicted: list[Command] = []
    for command in reference:
        luck = rng.random()
        if luck < 0.7:
            predicted.append(command)
        elif luck < 0.85:
            predicted.append(_random_command(rng))
    if rng.random() < 0.3:
        predicted.append(_random_command(rng))
    return tuple(predicted)
