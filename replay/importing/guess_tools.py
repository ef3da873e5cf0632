"""The tools that a log calls and the car does not have: what a person needs to write `[tools]`, as comments."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from replay.importing.forget_words import FORGET, likely_parts, seems_to_forget
from replay.importing.nearest import nearest_commands
from replay.importing.toml_text import key_of, quoted
from replay.importing.tool_calls import RecordedCall
from vehicle.catalogue import COMMANDS

MEANT = "`text` in words, `messages` by ids"
N_TOOLS = 20
"""So many tools are written out, the most frequent ones."""
_N_VALUES = 4
_LONGEST_VALUE = 20


@dataclass(slots=True)
class SeenTools:
    """The calls that were seen of tools that neither the car has nor the map names."""

    calls: Counter[str] = field(default_factory=Counter)
    args: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    """By tool and argument, the values that it had."""
    labels: set[str] = field(default_factory=set)
    """The ids of the messages that were seen."""

    def add(self, calls: Iterable[RecordedCall]) -> None:
        """Count these."""
        for call in calls:
            if not call.is_known and not call.is_forget:
                name = call.command.name
                self.calls[name] += 1
                seen = self.args.setdefault(name, {})
                for argument, value in call.command.args.items():
                    seen.setdefault(argument, []).append(value)

    def forget_lines(self) -> list[str]:
        """Blocks of a map, for the tools whose names say that they forget; empty where there are none."""
        lines: list[str] = []
        for name, count in self.calls.most_common():
            if seems_to_forget(name):
                args = self.args[name]
                parts = likely_parts(args, frozenset(self.labels))
                lines += ["", f"[tools.{key_of(name)}]  # {_times(count)}: by its name, a request to forget"]
                lines.append(f"name = {quoted(FORGET)}")
                if parts:
                    given = ", ".join(f"{key_of(theirs)} = {quoted(ours)}" for theirs, ours in parts.items())
                    lines.append(f"args = {{ {given} }}  # what is meant: {MEANT}")
                else:
                    lines.append(f"# args = {{ ... }}  # what is meant: {MEANT}; without, what the person said last")
                lines += [f"# {line}" for line in _argument_lines(args)]
        return lines

    def lines(self) -> list[str]:
        """Blocks of a map, without the comments' signs, for the other tools; empty where none was called."""
        others = Counter({name: count for name, count in self.calls.items() if not seems_to_forget(name)})
        if not others:
            return []
        lines = [
            "tools that the car does not have; a block makes one a command of the car, the others' calls are kept;",
            "`pastlane schema commands` prints its commands and their arguments. Values of theirs become the car's by",
            'values = { seat = { front_left = "driver" } }; set = { seat = "driver" } says what they leave out',
        ]
        for name, count in others.most_common(N_TOOLS):
            near = nearest_commands(name, COMMANDS, limit=3)
            lines += ["", f"[tools.{key_of(name)}]  # {_times(count)}"]
            lines.append(f'name = "?"  # {"such as " + ", ".join(near) if near else "no command is called alike"}')
            args = self.args[name]
            if args:
                lines.append("args = { " + ", ".join(f'{key_of(argument)} = "?"' for argument in args) + " }")
            lines += [f"# {line}" for line in _argument_lines(args)]
        if len(others) > N_TOOLS:
            lines.append(f"and {len(others) - N_TOOLS} more")
        return lines


def _argument_lines(args: Mapping[str, Sequence[Any]]) -> list[str]:
    """Each argument with how often it was given and some of its values."""
    return [f"  {key_of(argument)}: {_times(len(values))}{_samples(values)}" for argument, values in args.items()]


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _samples(values: Iterable[Any]) -> str:
    """Some of the values, where they are plain and short."""
    plain = [value for value in values if isinstance(value, str | int | float)]
    shown = [text for text in dict.fromkeys(map(_json, plain)) if len(text) <= _LONGEST_VALUE]
    return f", such as {', '.join(shown[:_N_VALUES])}" if shown else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
