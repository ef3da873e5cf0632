"""What an argument may be: each value is accepted as the car will store it, or refused with a reason.

A reason says what was found and what is allowed. Any value whatever may come in, since models send them; none raises.
Where this is stricter than the published car: a boolean parameter takes booleans only and an integer parameter no
booleans (there, the text "false" switches a device on); integers end at 64 bits and text has no lone surrogates, so
that every state can be stored.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import assert_never

from vehicle.commands import format_value, is_unicode
from vehicle.schema import Parameter, Value
from vehicle.settings import POSITION_GROUPS

LARGEST_INTEGER = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Why something is refused."""

    reason: str


def plain_values(parameter: Parameter) -> tuple[type[Value], Container[object]]:
    """The type and the values of which each is accepted for this argument and stored as it is; there may be others."""
    match parameter.kind:
        case "boolean":
            return bool, (False, True)
        case "integer":
            low, high = _limits(parameter)
            return int, range(low, high + 1)
        case "string":
            words = POSITION_GROUPS[parameter.group].members if parameter.group else parameter.values
            return str, frozenset(words) - parameter.aliases.keys() - {""}
        case _:
            assert_never(parameter.kind)


def check_argument(parameter: Parameter, value: object) -> Value | Problem:
    """The value to store for this argument, aliases resolved, or what is wrong with it.

    For a position, the value is the word as given (the blank one's meaning where it is blank). `None` is null, and
    stands for an optional argument that was left out.
    """
    match parameter.kind:
        case "boolean":
            return value if isinstance(value, bool) else _problem(parameter, value, "true or false")
        case "integer":
            return _check_integer(parameter, value)
        case "string":
            return _check_position(parameter, value) if parameter.group else _check_text(parameter, value)
        case _:
            assert_never(parameter.kind)


def _check_integer(parameter: Parameter, value: object) -> int | Problem:
    low, high = _limits(parameter)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        limits = f"{low} or more" if parameter.maximum is None else f"{low} to {high}"
        return _problem(parameter, value, f"a whole number, {limits}")
    return int(value)


def _limits(parameter: Parameter) -> tuple[int, int]:
    low = -LARGEST_INTEGER if parameter.minimum is None else parameter.minimum
    return low, LARGEST_INTEGER if parameter.maximum is None else parameter.maximum


def _check_position(parameter: Parameter, value: object) -> str | Problem:
    group = POSITION_GROUPS[parameter.group or ""]
    if (value is None or value == "") and group.blank_means is not None:
        return group.blank_means
    if isinstance(value, str) and value in group.members:
        return str(value)
    return _problem(parameter, value, "one of " + ", ".join(group.members))


def _check_text(parameter: Parameter, value: object) -> str | Problem:
    if (value is None or value == "") and parameter.blank_allowed:
        return parameter.fallback
    if not isinstance(value, str):
        return _problem(parameter, value, _allowed_text(parameter))
    text = value.strip() if parameter.trims else str(value)
    if not parameter.values:
        fine = is_unicode(text) and (text or parameter.blank_allowed)
        return text if fine else _problem(parameter, value, _allowed_text(parameter))
    text = parameter.aliases.get(text, text)
    return text if text in parameter.values else _problem(parameter, value, _allowed_text(parameter))


def _allowed_text(parameter: Parameter) -> str:
    if parameter.values:
        return "one of " + ", ".join((*parameter.values, *parameter.aliases))
    return "any text" if parameter.blank_allowed else "text that is not blank"


def _problem(parameter: Parameter, value: object, allowed: str) -> Problem:
    return Problem(reason=f"{parameter.name} was {format_value(value, 60)}, allowed: {allowed}")
