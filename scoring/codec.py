"""Turns as JSON and back. Real durations and vehicle events are kept elsewhere, so that the JSON can be compared.

Reading is strict: a record that does not fit is an error that names the field.
"""

from dataclasses import asdict, fields, replace
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from memory.nesting import DEEPEST, is_nested_deeper, may_be_nested_deeper
from scoring.errors import RunLogError
from scoring.plain_text import counted
from scoring.records import Branch, ForgetCheck, Timing, Turn
from vehicle.commands import Command, plain_value

_TURN: TypeAdapter[Turn] = TypeAdapter(Turn)
_TIMING: TypeAdapter[Timing] = TypeAdapter(Timing)


def turn_to_json(turn: Turn) -> bytes:
    """The Turn without the events of its branches; equal Turns give equal bytes."""
    gold = replace(turn.gold, commands=_plain_commands(turn.gold.commands))
    bare = replace(turn, gold=gold, reference=_bare(turn.reference), predicted=_bare(turn.predicted))
    plain = {field.name: getattr(bare, field.name) for field in fields(bare)}
    plain["forgetting"] = [_check(check) for check in turn.forgetting]
    for name in ("frames", "evidence_words"):
        if plain[name] is None:
            del plain[name]  # where there is nothing to tell the record, and the digest, is that of an earlier version
    return to_json(plain)


def turn_from_json(text: bytes | str) -> Turn:
    """The Turn that `turn_to_json` wrote, its branches without events.

    Raises:
        RunLogError: it is no Turn.
    """
    try:
        plain = orjson.loads(text)
        content = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        if may_be_nested_deeper(content) and is_nested_deeper(plain):
            raise RunLogError("a record of the run log cannot be read: it is nested too deep")
        turn = _TURN.validate_python(plain)
    except (ValidationError, orjson.JSONDecodeError) as exc:
        raise RunLogError(f"a record of the run log cannot be read: {str(exc).splitlines()[0]}") from exc
    for name, branch in (("reference", turn.reference), ("predicted", turn.predicted)):
        if len(branch.commands) != len(branch.accepted):
            n_commands, n_accepted = len(branch.commands), len(branch.accepted)
            told = counted(n_accepted, "was", "were")
            message = f"{counted(n_commands, 'command')} in {name}, and whether {told} accepted"
            raise RunLogError(f"a record of the run log cannot be read: {message}")
    return turn


def timing_from_json(text: bytes | str) -> Timing:
    """The Timing that `to_json` wrote.

    Raises:
        RunLogError: it is no Timing.
    """
    try:
        return _TIMING.validate_python(orjson.loads(text))
    except (ValidationError, orjson.JSONDecodeError) as exc:
        raise RunLogError(f"a timing of the run log cannot be read: {str(exc).splitlines()[0]}") from exc


def to_json(value: object, *, indent: bool = False) -> bytes:
    """Any record as JSON; what no file could hold is told in its place.

    Lone surrogates become question marks; integers beyond 64 bits, and what is nested deeper than `DEEPEST`, become a
    few words on what stood there.
    """
    option = orjson.OPT_INDENT_2 if indent else 0
    try:
        return orjson.dumps(value, default=_plain, option=option)
    except (TypeError, orjson.JSONEncodeError):
        return orjson.dumps(_writable(value), default=_plain, option=option)


def _check(check: ForgetCheck) -> dict[str, Any]:
    plain = asdict(check)
    if check.n_bystanders_lost == 0:
        del plain["n_bystanders_lost"]  # where nothing went the record is that of an earlier version
    return plain


def _bare(branch: Branch) -> Branch:
    return replace(branch, commands=_plain_commands(branch.commands), events=())


def _plain_commands(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    return tuple(Command(name=command.name, args=plain_value(dict(command.args))) for command in commands)


def _plain(value: object) -> Any:
    if isinstance(value, tuple):  # named tuples, such as Position
        return list(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def _writable(value: object, left: int = DEEPEST) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case list() | tuple() | dict() if not left:
            return f"<{type(value).__name__}, nested too deep>"
        case list() | tuple():
            return [_writable(item, left - 1) for item in value]
        case dict():
            return {_writable(key): _writable(item, left - 1) for key, item in value.items()}
        case int() if value.bit_length() > 63:
            return f"<integer of {value.bit_length()} bits>"
        case bool() | int() | float() | None:
            return value
        case _ if hasattr(value, "__dataclass_fields__"):
            return {name: _writable(getattr(value, name), left - 1) for name in value.__dataclass_fields__}
        case _:
            return value
