"""The car at one moment of one query of a kept run: folded from the log, with what led there and what is wrong with it.

A branch begins with the car as it was when the query was asked, position 0; the position N is behind its event N.
"""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replay.closed_sets import one_of
from replay.errors import InputError, RunFolderError
from replay.event_words import event_dict, event_text, value_text
from replay.kept_run import only_part, open_kept
from replay.query_names import no_such_query_in
from scoring.page import WIDTH
from scoring.records import Turn
from scoring.runlog import BRANCHES, BranchName
from scoring.state_metrics import same_value
from vehicle.errors import VehicleError
from vehicle.events import Event
from vehicle.fold import fold
from vehicle.schema import Value
from vehicle.state import FACTORY, State, diff

Values = tuple[Value | None, Value | None, Value | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CarState:
    """The car of one branch at one position."""

    turn: Turn
    branch: BranchName
    position: int
    events: tuple[Event, ...]
    """Those that led there, in order."""
    n_events: int
    """All of the branch; the last position."""
    state: State
    differences: Mapping[str, Values]
    """The fields that differ from the other branch's at its end: before, reference, predicted; by name, sorted."""

    def to_dict(self) -> dict[str, Any]:
        """The whole car as plain data."""
        names = ("before", "reference", "predicted")
        return {
            "query": self.turn.entry_id,
            "asked_at": self.turn.cutoff_iso,
            "branch": self.branch,
            "position": self.position,
            "last_position": self.n_events,
            "events": [{"position": n, **event_dict(event)} for n, event in enumerate(self.events, start=1)],
            "car": dict(self.state.items()),
            "not_factory": dict(sorted(self.state.changes().items())),
            "differences": {field: dict(zip(names, values, strict=True)) for field, values in self.differences.items()},
            "failure": None if self.turn.failure is None else self.turn.failure.message,
        }

    def render(self) -> str:
        """The car for people, in 80 columns; of its fields those that are not as they left the factory."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        turn = self.turn
        yield f"query {turn.entry_id}, asked at {turn.cutoff_iso}"
        yield f"the {self.branch} branch at position {self.position} of {self.n_events} (0: as it was when asked)"
        if turn.failure is not None:
            yield _fit(f"a failure in {turn.failure.stage}: there is no answer, what was done until then counts")
        yield "what led there"
        for number, event in enumerate(self.events, start=1):
            yield _fit(f"{number:>5}  {event_text(event)}", indent=7)
        if not self.events:
            yield "    nothing"
        changed = self.state.changes()
        yield f"the car: {len(changed)} of {self.state.n_fields} fields are not as they left the factory"
        for field in sorted(changed):
            yield _fit(f"    {field} = {value_text(changed[field])} (factory: {value_text(FACTORY.get(field))})")
        yield f"different from the end of the {_other(self.branch)} branch"
        for field, (before, reference, predicted) in self.differences.items():
            here, there = (predicted, reference) if self.branch == "predicted" else (reference, predicted)
            yield _fit(f"    {field}: {value_text(here)}, there {value_text(there)} (before: {value_text(before)})")
        if not self.differences:
            yield "    nothing"


def car_state(folder: Path, query: str, at: int | None = None, branch: str = "predicted") -> CarState:
    """The car after the latest attempt at `query`, at the position `at` of a branch (None: the last).

    Raises:
        RunFolderError: there is no run, it cannot be read, or it has no such query; some that it has are listed.
        InputError: there is no such branch, or the branch has no such position.
    """
    chosen = check_branch(branch)
    folder = only_part(folder)
    known: list[str] = []
    with open_kept(folder, alone=False) as (log, _):
        for turn in log.turns():
            if turn.entry_id == query:
                return _car_of(turn, chosen, at)
            known.append(turn.entry_id)
    raise RunFolderError(no_such_query_in(folder, query, known))


def check_branch(name: str) -> BranchName:
    """The branch of that name.

    Raises:
        InputError: there is none; both are named.
    """
    return one_of(BRANCHES, name, "no branch is called")


def _car_of(turn: Turn, branch: BranchName, at: int | None) -> CarState:
    mine, other = turn.predicted.events, turn.reference.events
    if branch == "reference":
        mine, other = other, mine
    position = len(mine) if at is None else at
    if not 0 <= position <= len(mine):
        raise InputError(f"no position {position}: the {branch} branch of {turn.entry_id} has 0 to {len(mine)}")
    try:
        base = State(turn.base)
        state, end = fold(mine[:position], base), fold(other, base)
    except VehicleError as exc:
        raise InputError(f"query {turn.entry_id}: its events cannot be folded: {exc}") from exc
    found: dict[str, Values] = {}
    for field, (here, there) in sorted(diff(state, end).items()):
        if not same_value(here, there):
            reference, predicted = (there, here) if branch == "predicted" else (here, there)
            found[field] = (base.get(field), reference, predicted)
    return CarState(
        turn=turn,
        branch=branch,
        position=position,
        events=mine[:position],
        n_events=len(mine),
        state=state,
        differences=found,
    )


def _other(branch: BranchName) -> BranchName:
    return "reference" if branch == "predicted" else "predicted"


def _fit(line: str, indent: int = 8) -> str:
    if len(line) <= WIDTH:
        return line
    return textwrap.fill(line, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
