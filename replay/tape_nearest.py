"""Which taped request comes nearest to one that is not on the tape, and where the two part."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from replay.chat_wire import canonical

SHOWN_CHARS = 60

WireRequest = tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]
"""Messages and tools as JSON values."""


def describe_nearest(asked: WireRequest, taped: Sequence[WireRequest]) -> str:
    """Where `asked` and the nearest of `taped` part, in one line.

    Nearest is what shares the most messages from the beginning on, then the most characters of the first message that
    differs, then tools; on ties the first on the tape.
    """
    if not taped:
        return "it is empty"
    nearest = max(taped, key=lambda other: _closeness(asked, other))
    number = _shared(asked[0], nearest[0])
    pair = list(zip_longest(asked[0], nearest[0]))[number : number + 1]
    if not pair:
        return f"the nearest has the same messages and other tools: {_tools(nearest)} there, {_tools(asked)} asked"
    mine, theirs = pair[0]
    if mine is None:
        return f"the nearest goes on after message {number}, with {_shown(theirs, 0)}"
    if theirs is None:
        return f"the nearest ends after message {number}, and it was asked with {_shown(mine, 0)}"
    at = _shared(_text(mine), _text(theirs))
    return (
        f"the nearest parts from it at message {number + 1} ({mine.get('role')}), character {at + 1}: "
        f"{_shown(theirs, at)} there, {_shown(mine, at)} asked"
    )


def _closeness(asked: WireRequest, other: WireRequest) -> tuple[int, int, int]:
    number = _shared(asked[0], other[0])
    if number < min(len(asked[0]), len(other[0])):
        return number, _shared(_text(asked[0][number]), _text(other[0][number])), 0
    # Nothing differs but the length, or the tools.
    return number, -abs(len(asked[0]) - len(other[0])), _shared(asked[1], other[1])


def _shared(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How long the common beginning is."""
    for number, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return number
    return min(len(one), len(other))


def _text(message: Mapping[str, Any]) -> str:
    """What a difference is shown in: the words, and behind them what else there is, such as calls."""
    rest = {key: value for key, value in message.items() if key != "content"}
    return f"{message.get('content')} {canonical(rest).decode()}"


def _shown(message: Mapping[str, Any], at: int) -> str:
    text = _text(message)
    return repr(text[max(0, at - 10) : at + SHOWN_CHARS])


def _tools(request: WireRequest) -> str:
    names = [tool.get("function", {}).get("name", "?") for tool in request[1]]
    return ", ".join(names) or "none"
