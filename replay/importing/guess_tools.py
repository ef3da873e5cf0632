"""The tools that a log calls and the car does not have: what a person needs to write `[tools]`, as comments."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from replay.importing.nearest import nearest_commands
from replay.importing.tool_calls import RecordedCall
from vehicle.catalogue import COMMANDS

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

    def add(self, calls: Iterable[RecordedCall]) -> None:
        """Count these."""
        for call in calls:
            if not call.is_known:
                name = call.command.name
                self.calls[name] += 1
                seen = self.args.setdefault(name, {})
                for argument, value in call.command.args.items():
                    seen.setdefault(argument, []).append(value)

    def lines(self) -> list[str]:
        """Blocks of a map, without the comments' signs; empty where no such tool was called."""
        if not self.calls:
            return []
        lines = ["tools that the car does not have; a block makes one a command of the car, the others' calls are kept"]
        for name, count in self.calls.most_common(N_TOOLS):
            near = nearest_commands(name, COMMANDS, limit=3)
            lines += ["", f"[tools.{key_of(name)}]  # {_times(count)}"]
            lines.append(f'name = "?"  # {"such as " + ", ".join(near) if near else "no command is called alike"}')
            args = self.args[name]
            if args:
                lines.append("args = { " + ", ".join(f'{key_of(argument)} = "?"' for argument in args) + " }")
            lines += [
                f"#   {key_of(argument)}: {_times(len(values))}{_samples(values)}" for argument, values in args.items()
            ]
        if len(self.calls) > N_TOOLS:
            lines.append(f"and {len(self.calls) - N_TOOLS} more")
        return lines


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _samples(values: Iterable[Any]) -> str:
    """Some of the values, where they are plain and short."""
    plain = [value for value in values if isinstance(value, str | int | float)]
    shown = [text for text in dict.fromkeys(map(_json, plain)) if len(text) <= _LONGEST_VALUE]
    return f", such as {', '.join(shown[:_N_VALUES])}" if shown else ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def key_of(name: str) -> str:
    """The name as a key of TOML."""
    is_bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if is_bare else _json(name)
