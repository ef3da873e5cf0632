"""JSON Lines in and out: `apply` carries commands out, `score` compares two lists of them.

Any harness's transcripts can be scored so; a line that cannot be read, or in two ways, is an error that names it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any, TypeVar

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from memory.doubled_keys import doubled_key
from replay.errors import InputError
from replay.strict import Strict
from scoring.call_metrics import score_calls
from scoring.state_metrics import score_states
from scoring.turn_score import published_state
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY


class _Line(Strict):
    id: int | str


class _Call(Strict):
    name: str
    args: dict[str, Any] = Field(default_factory=dict)

    def command(self) -> Command:
        return Command(name=self.name, args=self.args)


class _ApplyLine(_Line):
    calls: list[_Call]


class _ScoreLine(_Line):
    setup: list[_Call] = Field(default_factory=list)
    reference: list[_Call]
    predicted: list[_Call]


_LineT = TypeVar("_LineT", bound=_Line)
_APPLY = TypeAdapter(_ApplyLine)
_SCORE = TypeAdapter(_ScoreLine)


def apply_lines(lines: Iterable[bytes], name: str) -> Iterator[dict[str, Any]]:
    """For each `{"id", "calls"}` a `{"id", "accepted", "changed"}`, from the factory state each time.

    Raises:
        InputError: a line cannot be read; `name` is what the input is called.
    """
    for line in _read(_APPLY, lines, name):
        done = carry_out(FACTORY, _commands(line.calls))
        yield {"id": line.id, "accepted": list(done.accepted), "changed": done.state.changes()}


def score_lines(lines: Iterable[bytes], name: str) -> Iterator[dict[str, Any]]:
    """For each `{"id", "setup", "reference", "predicted"}` the published metrics; `setup` may be left out.

    `accepted` tells which commands the car took: a reference that it rejects is no measure.

    Raises:
        InputError: a line cannot be read; `name` is what the input is called.
    """
    for line in _read(_SCORE, lines, name):
        base = carry_out(FACTORY, _commands(line.setup)).state
        reference, predicted = _commands(line.reference), _commands(line.predicted)
        right, done = carry_out(base, reference), carry_out(base, predicted)
        state = score_states(base, right.state, done.state)
        yield {
            "id": line.id,
            "exact_match": state.exact_match,
            "state_score": published_state(state),
            "tool_score": asdict(score_calls(reference, predicted)),
            "accepted": {"reference": list(right.accepted), "predicted": list(done.accepted)},
        }


def _commands(calls: list[_Call]) -> tuple[Command, ...]:
    return tuple(call.command() for call in calls)


def _read(adapter: TypeAdapter[_LineT], lines: Iterable[bytes], name: str) -> Iterator[_LineT]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            content = orjson.loads(line)
            doubled = doubled_key(line)
            read = adapter.validate_python(content)
        except orjson.JSONDecodeError as exc:
            raise InputError(f"{name}: line {number}: no JSON: {exc}") from exc
        except RecursionError as exc:
            raise InputError(f"{name}: line {number}: nested too deeply") from exc
        except ValidationError as exc:
            raise InputError(f"{name}: line {number}: {_first_of(exc)}") from exc
        if doubled is not None:
            raise InputError(f"{name}: line {number}: the key {doubled[:60]!r} stands twice in one object")
        yield read


def _first_of(exc: ValidationError) -> str:
    """Where the first thing is wrong, and what would be right there."""
    first = exc.errors()[0]
    if not first["loc"]:
        return "a JSON object is needed"
    if first["loc"][:1] == ("id",) and first["type"] != "missing":
        return "id: it should be a whole number or a text"  # pydantic tells of the number alone
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
