"""The event log of a kept run, or of one that goes on: every event of both branches, in the order in which it was kept.

The log is only read, and a run may write it meanwhile. A Turn is committed with its events, so that what is seen is
whole. Following looks again from time to time and ends once every query has been asked.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from memory.near_names import did_you_mean, unknown_name
from replay.car_state import check_branch
from replay.errors import InputError, RunFolderError
from replay.event_words import event_dict, event_text
from replay.kept_run import only_part, open_kept
from replay.query_names import no_such_query_in
from scoring.plain_text import one_line
from scoring.records import Turn
from scoring.runlog import BRANCHES, BranchName
from vehicle.events import Event, FieldChanged
from vehicle.settings import FIELDS, LATER_FIELDS, favorite_path, is_field

EventKind = Literal["field_changed", "command_rejected"]
KINDS: tuple[EventKind, ...] = get_args(EventKind)
MODULES = tuple(dict.fromkeys(field.partition(".")[0] for field in FIELDS))
_ALL_FIELDS = (*FIELDS, *LATER_FIELDS, favorite_path(0))
POLL_S = 0.5
"""How often a log that is followed is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFilter:
    """Which events are wanted; None and nothing wants all."""

    query: str | None = None
    """By its name, such as `demo/3` or `demo/3@end`."""
    scenario: str | None = None
    branch: BranchName | None = None
    kind: EventKind | None = None
    field: str = ""
    """A field, or all fields below it: `light`, `light.ambient`."""

    def wants_turn(self, turn: Turn) -> bool:
        """Whether events of the Turn may be wanted."""
        return self.query in (None, turn.entry_id) and self.scenario in (None, turn.scenario)

    def wants(self, event: Event) -> bool:
        """Whether the event is wanted, whatever its Turn and branch; with a field, no refusal is."""
        if self.kind not in (None, event.kind):
            return False
        if not self.field:
            return True
        return isinstance(event, FieldChanged) and f"{event.path}.".startswith(f"{self.field}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedEvent:
    """One event, and where it belongs."""

    turn: Turn
    number: int
    """Of the attempt in the log, from 1."""
    attempt: int
    """Which attempt at the query, from 1."""
    branch: BranchName
    position: int
    """In its branch, from 1."""
    event: Event

    def to_dict(self) -> dict[str, Any]:
        """The event as plain data."""
        return {
            "turn": self.number,
            "query": self.turn.entry_id,
            "attempt": self.attempt,
            "branch": self.branch,
            "position": self.position,
            "at": self.turn.cutoff_iso,
            **event_dict(self.event),
        }

    def render(self) -> str:
        """The event in one line, without its end."""
        again = f" attempt {self.attempt}" if self.attempt > 1 else ""
        name = one_line(self.turn.entry_id)
        return f"{self.turn.cutoff_iso} {name}{again} {self.branch} {self.position}: {event_text(self.event)}"


def event_filter(
    query: str | None, scenario: str | None, branch: str | None, kind: str | None, field: str
) -> EventFilter:
    """The filter that a user asks for.

    Raises:
        InputError: there is no such branch, kind, module or field; the known or near ones are named.
    """
    known: dict[str, EventKind] = {name: name for name in KINDS}
    if kind is not None and kind not in known:
        raise InputError(unknown_name("no event is of the kind", kind, KINDS))
    if field and field.partition(".")[0] not in MODULES:
        raise InputError(f"no field begins with {field!r}; modules: {', '.join(MODULES)}")
    if field and not is_field(field) and not any(known.startswith(f"{field}.") for known in _ALL_FIELDS):
        raise InputError(_no_such_field(field))
    return EventFilter(
        query=query,
        scenario=scenario,
        branch=None if branch is None else check_branch(branch),
        kind=None if kind is None else known[kind],
        field=field,
    )


def _no_such_field(field: str) -> str:
    """That the car has no such field, those that are near, and what is below the part that it has."""
    parts = field.split(".")
    below = [
        ".".join(parts[:n])
        for n in range(1, len(parts))
        if any(known.startswith(f"{'.'.join(parts[:n])}.") for known in _ALL_FIELDS)
    ][-1]
    children = dict.fromkeys(
        known.removeprefix(f"{below}.").partition(".")[0] for known in _ALL_FIELDS if known.startswith(f"{below}.")
    )
    asked = did_you_mean(field, _ALL_FIELDS) or ";"
    return f"no field begins with {field!r}{asked} {below} has: {', '.join(children)}"


def read_events(
    folder: Path,
    wanted: EventFilter | None = None,
    *,
    follow: bool = False,
    poll_s: float = POLL_S,
    wait: Callable[[float], None] = time.sleep,
) -> Iterator[LoggedEvent]:
    """The wanted events of the run in `folder`; with `follow`, those to come as well, until every query was asked.

    Attempts in the order in which they were kept, the reference before the predicted branch, by position.

    Raises:
        RunFolderError: there is no run, it cannot be read, or it has no query or scenario of the name wanted.
    """
    wanted = EventFilter() if wanted is None else wanted
    folder = only_part(folder)
    asked: dict[tuple[str, int], str] = {}
    with open_kept(folder, alone=False) as (log, config):
        n_entries = sum(config.scenarios.values())
        if wanted.scenario is not None and wanted.scenario not in config.scenarios:
            known = ", ".join(list(config.scenarios)[:8])
            raise InputError(f"no scenario {wanted.scenario!r} in {folder}; there are: {known}")
        last = 0
        while True:
            for number, attempt, turn in log.attempts(after=last):
                last = number
                asked[turn.scenario, turn.index] = turn.entry_id
                if wanted.wants_turn(turn):
                    yield from _events_of(turn, number, attempt, wanted)
            if not follow or len(asked) >= n_entries:
                break
            wait(poll_s)
    if wanted.query is not None and wanted.query not in asked.values():
        raise RunFolderError(no_such_query_in(folder, wanted.query, list(asked.values())))


def _events_of(turn: Turn, number: int, attempt: int, wanted: EventFilter) -> Iterator[LoggedEvent]:
    for branch in BRANCHES:
        if wanted.branch in (None, branch):
            events = turn.reference.events if branch == "reference" else turn.predicted.events
            for position, event in enumerate(events, start=1):
                if wanted.wants(event):
                    yield LoggedEvent(
                        turn=turn, number=number, attempt=attempt + 1, branch=branch, position=position, event=event
                    )
