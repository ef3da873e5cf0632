"""Recorded tool calls as commands: in the forms that products log, translated by the map's table of tools.

The rule: a call that cannot be read whole is an error, and never a call without arguments. What the table does not name
and the car does not know stays what it was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from replay.importing.forget_words import FORGET, PARTS
from replay.importing.mapping import ToolRule
from replay.importing.problems import BadField, shown
from vehicle.catalogue import COMMANDS
from vehicle.commands import Command, parse_call, plain_value
from vehicle.errors import CommandSyntaxError

NAMES = ("name", "tool", "tool_name")
"""Where a call has its name; the first that is there."""
ARGUMENTS = ("arguments", "args", "input", "parameters", "params", "tool_input")
"""Where it has its arguments; the first that is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedCall:
    """A call of the log."""

    command: Command
    is_known: bool
    """Whether it is one of the car's; only then can the state that it leaves be compared."""
    is_forget: bool = False
    """Whether it is a request to forget, with `PARTS` of `replay.importing.forget_words` for arguments."""
    id: str = ""
    """What its result names it by, or empty."""

    def replaced(self, command: Command) -> "RecordedCall":
        """The same with another command."""
        return self if command is self.command else replace(self, command=command)


class ToolTable:
    """Translates the names and arguments of foreign tools."""

    def __init__(self, rules: Mapping[str, ToolRule]) -> None:
        """Translate by `rules`; the car's own commands stay as they are."""
        self._rules = rules

    def read(self, value: Any, field: str) -> list[RecordedCall]:
        """The calls in the content of a column: none for null; a list, one call, JSON text, or `name(a=1)`.

        Raises:
            BadField: it holds something else, or arguments that cannot be read.
        """
        try:
            return [self._translate(call, label) for call, label in _calls(value, field)]
        except RecursionError as exc:
            raise BadField(field, "nested too deep") from exc

    def _translate(self, call: Command, label: str) -> RecordedCall:
        rule = self._rules.get(call.name)
        if rule is None:
            return RecordedCall(command=call, is_known=call.name in COMMANDS, id=label)
        args: dict[str, Any] = dict(rule.set)
        is_forget = rule.name == FORGET
        for name, value in call.args.items():
            ours = rule.args.get(name, name)
            if is_forget and (ours not in PARTS or value is None):
                continue  # null says nothing, and takes nothing of what the map has set
            if ours:
                args[ours] = rule.values.get(ours, {}).get(_as_key(value), value)
        command = Command(name=rule.name, args=args)
        return RecordedCall(command=command, is_known=not is_forget, is_forget=is_forget, id=label)


def call_of_part(part: Any) -> dict[str, Any] | None:
    """The call that a part of a content is; None where it is none."""
    if not isinstance(part, dict):
        return None
    if part.get("type") == "tool_use":
        return part
    return next((part[name] for name in ("functionCall", "toolUse") if isinstance(part.get(name), dict)), None)


def _as_key(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(plain_value(value)).decode()


def _calls(value: Any, field: str) -> Iterable[tuple[Command, str]]:
    """The calls, each with its id, or an empty one."""
    match value:
        case None | "" | []:
            return []
        case str() if value.lstrip()[:1] in "[{":
            return _calls(_loads(value, field), field)
        case str():
            try:
                return [(parse_call(value), "")]
            except CommandSyntaxError as exc:
                raise BadField(field, str(exc)) from exc
        case dict():
            label = next((value[name] for name in ("call_id", "id") if isinstance(value.get(name), str)), "")
            return [(_call(value, field), label)]
        case list():
            return [call for number, item in enumerate(value) for call in _calls(item, f"{field}.{number}")]
        case _:
            raise BadField(field, f"{shown(value)}; calls are wanted")


def _call(value: Mapping[str, Any], field: str) -> Command:
    inner = value.get("function", value)
    if not isinstance(inner, dict):
        inner = {**value, "name": inner}
    name = next((inner[key] for key in NAMES if key in inner), None)
    if not isinstance(name, str) or not name:
        raise BadField(field, f"a call without a name: {shown(value)}")
    args: Any = next((inner[key] for key in ARGUMENTS if key in inner), {})
    if isinstance(args, str):
        args = _loads(args, f"{field}.arguments") if args.strip() else {}
    if args is None:
        args = {}
    if not isinstance(args, dict):
        raise BadField(f"{field}.arguments", f"{shown(args)}; an object is wanted")
    return Command(name=name, args=plain_value(args))


def _loads(text: str, field: str) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as exc:
        raise BadField(field, f"no JSON: {exc}: {text[:60]!r}") from exc
