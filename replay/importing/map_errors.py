"""What is wrong with a map, said so that it can be put right: the keys that are known, and the nearest one."""

import re
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from memory.near_names import did_you_mean
from replay.importing.forget_words import FORGET, PARTS
from replay.importing.nearest import nearest_commands
from vehicle.arguments import Problem, check_argument
from vehicle.catalogue import COMMANDS
from vehicle.schema import CommandRow

_LINE = re.compile(r"\(at line (\d+)")
_BARE = re.compile(r"\s*[\w.\"-]+\s*=\s*([^\W\d][^\"'#\[\]{}=,]*?)\s*(?:#.*)?$")
_TOML_WORDS = ("true", "false", "inf", "nan")


def said_of(model: type[BaseModel], exc: ValidationError) -> str:
    """The first complaint about a map or a query in one line: where and what; of an unknown key the known ones."""
    errors = exc.errors()
    first = errors[0]
    place = first["loc"]
    if place[:1] == ("tools",) and isinstance(exc.errors()[0]["input"], dict):  # a table, and no name of a command
        first = next((error for error in errors if "ToolRule" in error["loc"]), first)
        place = first["loc"]
    where = ".".join(str(part) for part in place if part not in ("ToolRule", "str"))
    if first["type"] != "extra_forbidden":
        return f"{where}: {first['msg']}"
    above, _, key = where.rpartition(".")
    known = list(_model_at(model, place[:-1]).model_fields)
    meant = did_you_mean(key, known, near=0.5) or ";"  # keys are whole words, and shortened as one likes
    return f"{above + ': ' if above else ''}no key {key!r}{meant} known: {', '.join(known)}"


def _model_at(model: type[BaseModel], place: tuple[int | str, ...]) -> type[BaseModel]:
    """The model whose keys stand at the place; indexes of lists, keys of tables and kinds of unions lead no further."""
    found = model
    for part in place:
        field = found.model_fields.get(part) if isinstance(part, str) else None
        found = found if field is None else _model_in(field.annotation) or found
    return found


def _model_in(kind: Any) -> type[BaseModel] | None:
    """The first model that a type is or is made of."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    return next(filter(None, map(_model_in, get_args(kind))), None)


def hint_for_toml(text: str, message: str) -> str:
    """What to do about a line that TOML does not take; empty where nothing is known.

    `message` is the parser's, and names the line. Text without quotes is the usual mistake.
    """
    named = _LINE.search(message)
    lines = text.splitlines()
    if named is None or int(named[1]) > len(lines):
        return ""
    bare = _BARE.match(lines[int(named[1]) - 1])
    if bare is None or bare[1] in _TOML_WORDS:
        return ""
    return f'; text stands in quotes: "{bare[1]}"'


def check_rule(
    name: str, args: Mapping[str, str], values: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]
) -> str | None:
    """What is wrong with the rule for a tool; None where nothing is.

    `name` is the car's command or `forget`, `args` lead to its arguments, `values` and `given` are by its arguments,
    and hold what the car would take.
    """
    if name == FORGET:
        return _check_forget(args, values, given)
    row = COMMANDS.get(name)
    if row is None:
        near = nearest_commands(name, COMMANDS)
        return f"the car has no command {name!r}" + (f"; nearest: {', '.join(near)}" if near else "")
    wanted = [("args", ours) for ours in args.values() if ours]
    wanted += [("values", ours) for ours in values] + [("set", ours) for ours in given]
    for part, ours in wanted:
        if ours not in row.names:
            return f"{part}: {name} has no argument {ours!r}; it has: {_arguments(row)}"
    for part, mapped in (("set", {ours: [value] for ours, value in given.items()}), ("values", _by_ours(values))):
        for ours, all_values in mapped.items():
            for value in all_values:
                parameter = row.parameter(ours)
                checked = None if parameter is None else check_argument(parameter, value)
                if isinstance(checked, Problem):
                    return f"{part}: {checked.reason}"
    return None


def _check_forget(
    args: Mapping[str, str], values: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]
) -> str | None:
    """What is wrong with the rule for a tool whose calls are requests to forget; None where nothing is."""
    if values:
        return f"values: {FORGET} takes what its arguments say as it is"
    for part, ours in (*(("args", ours) for ours in args.values() if ours), *(("set", ours) for ours in given)):
        if ours not in PARTS:
            return f"{part}: {FORGET} has no argument {ours!r}; it has: {', '.join(PARTS)}"
    for ours, value in given.items():
        if ours == "messages" or not isinstance(value, str):
            return f"set: {ours}: only person and text can be set, each to a text"
    return None


def refusal_of(name: str, args: Mapping[str, Any]) -> str | None:
    """Why the car, whatever its state, refuses this command; None where it does not for its arguments."""
    row = COMMANDS.get(name)
    if row is None:
        return None
    for word, names in (("lacks", sorted(row.needed - args.keys())), ("has no", sorted(args.keys() - row.names))):
        if names:
            return f"{word} {', '.join(map(repr, names))}; its arguments: {_arguments(row)}"
    for parameter in row.parameters:
        if parameter.name in args:
            checked = check_argument(parameter, args[parameter.name])
            if isinstance(checked, Problem):
                return checked.reason
    return None


def _arguments(row: CommandRow) -> str:
    return ", ".join(parameter.name for parameter in row.parameters) or "none"


def _by_ours(values: Mapping[str, Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {ours: list(theirs.values()) for ours, theirs in values.items()}
