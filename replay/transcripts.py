"""JSON Lines in and out: `apply` carries commands out, `score` compares two lists of them.

Any harness's transcripts can be scored so; a line that cannot be read, or in two ways, is an error that names it. What
the car rejects is no error of a line, but where the setup or the reference holds it the score says little, and whoever
asks is told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

import orjson
from pydantic import Field, ValidationError

from memory.doubled_keys import doubled_key
from memory.near_names import unknown_name
from replay.errors import InputError
from replay.strict import Strict
from scoring.call_metrics import score_calls
from scoring.plain_text import counted
from scoring.state_metrics import score_states
from scoring.turn_score import published_state
from vehicle.commands import Command, format_call
from vehicle.events import CommandRejected
from vehicle.fold import CarriedOut, carry_out
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


class Spoilt:
    """The lines that were scored against what the car rejects, counted; `line` tells of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.n_lines = 0
        self._counts = {"setup": 0, "reference": 0}
        self._first = ""

    def add(self, line_id: int | str, given: Mapping[str, tuple[Sequence[Command], CarriedOut]]) -> None:
        """Count one line, given the commands of its setup and its reference and what became of them, by name."""
        self.n_lines += 1
        for part, (commands, done) in given.items():
            if all(done.accepted):
                continue
            self._counts[part] += 1
            if not self._first:
                command = format_call(commands[done.accepted.index(False)])
                reason = next(event.reason for event in done.events if isinstance(event, CommandRejected))
                self._first = f"id {line_id!r}: {part}: {command}: {reason}"

    @property
    def line(self) -> str:
        """How many references and setups hold a command that the car rejects, and the first; empty where none does."""
        parts = [f"{part} of {n}" for part, n in self._counts.items() if n]
        if not parts:
            return ""
        lines = counted(self.n_lines, "line")
        return (
            f"the car rejects a command in the {' and the '.join(parts)} of {lines}: "
            f"exact_match is no measure there, only tool_score tells (first {self._first})"
        )


_LineT = TypeVar("_LineT", bound=_Line)


def apply_lines(lines: Iterable[bytes], name: str) -> Iterator[dict[str, Any]]:
    """For each `{"id", "calls"}` a `{"id", "accepted", "changed"}`, from the factory state each time.

    Raises:
        InputError: a line cannot be read; `name` is what the input is called.
    """
    for line in _read(_ApplyLine, lines, name):
        done = carry_out(FACTORY, _commands(line.calls))
        yield {"id": line.id, "accepted": list(done.accepted), "changed": done.state.changes()}


def score_lines(lines: Iterable[bytes], name: str, spoilt: Spoilt | None = None) -> Iterator[dict[str, Any]]:
    """For each `{"id", "setup", "reference", "predicted"}` the published metrics; `setup` may be left out.

    `accepted` tells which commands the car took. Where it rejects one of the reference, `broken_reference` is true: the
    metrics stand as published, and are no measure. Such lines, and those with a rejected setup, count in `spoilt`.

    Raises:
        InputError: a line cannot be read; `name` is what the input is called.
    """
    for line in _read(_ScoreLine, lines, name):
        setup, reference, predicted = map(_commands, (line.setup, line.reference, line.predicted))
        begun = carry_out(FACTORY, setup)
        base = begun.state
        right, done = carry_out(base, reference), carry_out(base, predicted)
        if spoilt is not None:
            spoilt.add(line.id, {"setup": (setup, begun), "reference": (reference, right)})
        state = score_states(base, right.state, done.state)
        yield {
            "id": line.id,
            "exact_match": state.exact_match,
            "state_score": published_state(state),
            "tool_score": asdict(score_calls(reference, predicted)),
            "broken_reference": not all(right.accepted),
            "accepted": {
                "setup": list(begun.accepted),
                "reference": list(right.accepted),
                "predicted": list(done.accepted),
            },
        }


def _commands(calls: list[_Call]) -> tuple[Command, ...]:
    return tuple(call.command() for call in calls)


def _read(model: type[_LineT], lines: Iterable[bytes], name: str) -> Iterator[_LineT]:
    is_empty = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        is_empty = False
        try:
            content = orjson.loads(line)
            doubled = doubled_key(line)
            read = model.model_validate(content)
        except orjson.JSONDecodeError as exc:
            raise InputError(f"{name}: line {number}: no JSON: {exc}") from exc
        except RecursionError as exc:
            raise InputError(f"{name}: line {number}: nested too deeply") from exc
        except ValidationError as exc:
            raise InputError(f"{name}: line {number}: {_first_of(exc, model.model_fields)}") from exc
        if doubled is not None:
            raise InputError(f"{name}: line {number}: the key {doubled[:60]!r} stands twice in one object")
        yield read
    if is_empty:
        raise InputError(f"{name} holds no lines: one JSON object a line is needed")


def _first_of(exc: ValidationError, keys: Iterable[str]) -> str:
    """Where the first thing is wrong, and what would be right there; `keys` are those of a line.

    A key that is not known comes before one that is missing, which it may be in other letters.
    """
    errors = exc.errors()
    first = next((error for error in errors if error["type"] == "extra_forbidden"), errors[0])
    if not first["loc"]:
        return "a JSON object is needed"
    if first["loc"][:1] == ("id",) and first["type"] != "missing":
        return "id: it should be a whole number or a text"  # pydantic tells of the number alone
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] != "extra_forbidden":
        return f"{where}: {first['msg']}"
    above, _, key = where.rpartition(".")
    known = _Call.model_fields if above else keys
    return unknown_name(f"{above + ': ' if above else ''}no key is called", key[:60], known)
