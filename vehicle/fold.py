"""The state is folded from events and from nothing else: `evolve` knows no rule, it only does what an event says.

`carry_out` is the `decide` and `fold` of a list of commands.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from vehicle.commands import Command
from vehicle.decide import decide_all
from vehicle.errors import UnknownEvent
from vehicle.events import CommandRejected, Event, FieldChanged
from vehicle.schema import Value
from vehicle.state import FACTORY, State


def evolve(state: State, event: Event) -> State:
    """The state after the event; a rejection changes nothing.

    Raises:
        UnknownEvent: it is not an event of the vehicle log.
        UnknownField: it names no setting of the car.
    """
    return fold((event,), state)


def fold(events: Iterable[Event], start: State = FACTORY) -> State:
    """The state after the events, in order; `start` itself when there are none.

    Raises:
        UnknownEvent: one is not an event of the vehicle log.
        UnknownField: one names no setting of the car.
    """
    changes: list[tuple[str, Value | None]] = []
    for event in events:
        if isinstance(event, FieldChanged):
            changes.append((event.path, event.value))
        elif not isinstance(event, CommandRejected):
            raise UnknownEvent(_not_an_event(event))
    return start.with_values(changes) if changes else start


def _not_an_event(found: object) -> str:
    return f"expected FieldChanged or CommandRejected, found {type(found).__name__}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedOut:
    """What became of a list of commands."""

    accepted: tuple[bool, ...]
    """One a command, in order."""
    events: tuple[Event, ...]
    """The events of all of them, in order."""
    state: State
    """The state afterwards."""


def carry_out(state: State, commands: Iterable[Command]) -> CarriedOut:
    """Carry out the commands one after another; a rejected one is passed over and the rest goes on."""
    events: list[Event] = []
    accepted = decide_all(state, commands, events)
    return CarriedOut(accepted=tuple(accepted), events=tuple(events), state=fold(events, state))
