"""A command is a name and keyword arguments; its text form is read and written here, and never run.

The published syntax is `carcontrol_x(a=true, b="text", c=3)`. Arguments are JSON scalars (Python's spelling of
them is read, too). Whether the car accepts a command is decided elsewhere: `vehicle.decide`.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vehicle.errors import CommandSyntaxError

_BLANKS = re.compile(r"\s*")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?(?![\w.])", re.ASCII)
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_WORDS: Mapping[str, bool | None] = {
    "true": True, "True": True, "false": False, "False": False, "null": None, "None": None,
}  # fmt: skip
_PLAIN_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A vehicle API call. Equal when name and arguments are equal; not hashable, since arguments may be lists."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


_ENCODER = json.JSONEncoder(ensure_ascii=False)


def parse_call(text: str) -> Command:
    r"""The command that the text spells, with every argument's value and type kept.

    Blanks between the parts and a comma after the last argument are allowed; integers stay integers and floats
    floats. Escapes in either kind of quotes are JSON's, and `\'` and `\xNN`.

    Raises:
        CommandSyntaxError: the text is anything else; it says what was found and where.
    """
    name, at = _take_name(text, _skip(text, 0), "the name of a command")
    at = _expect(text, _skip(text, at), "(")
    args: dict[str, Any] = {}
    at = _skip(text, at)
    while not text.startswith(")", at):
        start = at
        key, at = _take_name(text, at, "an argument's name or `)`")
        if key in args:
            raise CommandSyntaxError(text, start + 1, f"argument {key!r} is given twice")
        at = _expect(text, _skip(text, at), "=")
        args[key], at = _take_value(text, _skip(text, at))
        at = _skip(text, at)
        if not text.startswith(")", at):
            at = _skip(text, _expect(text, at, ","))
    at = _skip(text, at + 1)
    if at != len(text):
        raise CommandSyntaxError(text, at + 1, f"expected the end of the call, found {_found(text, at)}")
    return Command(name=name, args=args)


def format_call(command: Command) -> str:
    """The command in the published syntax; `parse_call` reads it back unchanged.

    Values that the syntax has no form for (lists, objects, NaN) are written as JSON as far as it goes, for people to
    read; `parse_call` refuses them.
    """
    args = ", ".join(f"{key}={format_value(value)}" for key, value in command.args.items())
    return f"{command.name}({args})"


def format_value(value: object, width: int | None = None) -> str:
    """The value as an argument is written, cut to `width` characters where one is given. Never raises."""
    plain = plain_value(value)
    text = _ENCODER.encode(plain)
    if not is_unicode(text):
        text = json.dumps(plain)
    return text if width is None or len(text) <= width else text[: max(width - 3, 0)] + "..."


def plain_value(value: object, depth: int = 6) -> Any:
    """The value as JSON can carry it, copied; what JSON cannot carry becomes a short description of it.

    Text, booleans, null, finite floats and integers of up to 64 bits stay themselves; lists and objects are copied
    down to `depth` levels. Never raises, whatever a model sent.
    """
    if value is None or type(value) is str or type(value) is bool:
        return value
    match value:
        case str():
            return value
        case int():
            return int(value) if value.bit_length() < 64 else f"<integer of {value.bit_length()} bits>"
        case float():
            return value if value - value == 0 else f"<{value}>"  # the difference is NaN for NaN and infinities
        case list() | tuple() if depth:
            return [plain_value(item, depth - 1) for item in value]
        case dict() if depth:
            return {
                key if isinstance(key, str) else f"<{type(key).__name__}>": plain_value(item, depth - 1)
                for key, item in value.items()
            }
        case _:
            return f"<{type(value).__name__}>"


def is_unicode(text: str) -> bool:
    """Whether the text is free of lone surrogates, which no file and no database takes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _skip(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


def _found(text: str, at: int) -> str:
    return ascii(text[at : at + 12]) if at < len(text) else "the end of the text"


def _expect(text: str, at: int, sign: str) -> int:
    if not text.startswith(sign, at):
        raise CommandSyntaxError(text, at + 1, f"expected `{sign}`, found {_found(text, at)}")
    return at + 1


def _take_name(text: str, at: int, what: str) -> tuple[str, int]:
    found = _NAME.match(text, at)
    if not found:
        raise CommandSyntaxError(text, at + 1, f"expected {what}, found {_found(text, at)}")
    return found.group(), found.end()


def _take_value(text: str, at: int) -> tuple[bool | int | float | str | None, int]:
    if string := _STRING.match(text, at):
        return _unescape(text, at, string.group()[1:-1]), string.end()
    if number := _NUMBER.match(text, at):
        is_float = number.group(1) or number.group(2)
        try:
            return (float if is_float else int)(number.group()), number.end()
        except ValueError:  # the interpreter refuses to read integers of thousands of digits
            raise CommandSyntaxError(text, at + 1, "the number has too many digits") from None
    if (word := _NAME.match(text, at)) and word.group() in _WORDS:
        return _WORDS[word.group()], word.end()
    raise CommandSyntaxError(
        text, at + 1, f"expected a string, a number, true, false or null, found {_found(text, at)}"
    )


def _unescape(text: str, at: int, body: str) -> str:
    if "\\" not in body:
        return body

    def plain(escape: re.Match[str]) -> str:
        code = escape.group(1)
        if len(code) > 1:
            return chr(int(code[1:], 16))
        if code not in _PLAIN_ESCAPES:
            raise CommandSyntaxError(text, at + 1, f"the string has an unknown escape {escape.group()!a}")
        return _PLAIN_ESCAPES[code]

    # JSON writes a character beyond U+FFFF as two escapes: the detour joins them again
    return _ESCAPE.sub(plain, body).encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
