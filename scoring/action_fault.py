"""What is wrong with what an agent did to the car: one fault, told from the fields and the commands of both branches.

A field is missing where only the reference changed it, extra where only the prediction did, wrong where both did, to
different values. Behind each stands a command:

- needed: the command of the reference that gave a missing or wrong field its last value, or that would give an extra
  one back the value that it had: to set what was set already is part of the reference, too;
- spoiling: the predicted command that gave an extra or wrong field its last value;
- vain: a predicted command that the car rejected, or that sets what was set at the cutoff already; unless one of its
  name followed (a second try).

Needed commands are paired with spoiling and vain ones of their name. The first that holds is the fault:

1. `malformed_call`: no command was carried out, since those called had arguments that are no JSON object; `no_action`:
   none was called.
2. `wrong_command`: a needed command was never called, and another was in its stead: a spoiling or vain one without a
   partner, or one of a name foreign to the reference that changed a field of the needed one.
3. `wrong_value`: a needed command was called with another value, place or other argument.
4. `missing_change`: a needed command was never called, or was called as it should be and rejected.
5. `extra_change`: all that was needed was called, and something changed that the reference leaves alone, or was
   overwritten by another command.

How a right value was reached (by an alias, another command or in another order) is no fault.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.records import ToolCall, Turn
from scoring.state_metrics import same_value
from vehicle.catalogue import COMMANDS
from vehicle.commands import Command
from vehicle.decide import decide, decide_each
from vehicle.events import CommandRejected, Event, FieldChanged
from vehicle.fold import fold
from vehicle.state import State

ActionFault = Literal["no_action", "malformed_call", "wrong_command", "wrong_value", "missing_change", "extra_change"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Called:
    command: Command
    fields: frozenset[str]
    """What it changed, rejected or not."""
    is_in_vain: bool
    """Whether it was rejected, or changes nothing, neither here nor as the first command."""


def action_fault(turn: Turn) -> ActionFault | None:
    """The one fault of what was done; None where both branches end in the same state, text without regard to case."""
    base = State(turn.base)
    reference, predicted = fold(turn.reference.events, base), fold(turn.predicted.events, base)
    missing, wrong, extra = _differing(base, reference, predicted)
    if not (missing or wrong or extra):
        return None
    if not turn.predicted.commands:
        return "malformed_call" if malformed_commands(turn) else "no_action"
    should, did = _called(base, turn.reference.commands), _called(base, turn.predicted.commands)
    spoiling = _last_writers(did, wrong | extra)
    suspects = [call for place, call in enumerate(did) if place in spoiling or _is_vain(did, place)]
    unmet: list[_Called] = []
    is_other = is_refused = False
    for place in _needed(turn.reference.commands, should, missing | wrong, extra, predicted):
        call = should[place]
        partner = _partner(base, call, suspects)
        if partner is None:
            unmet.append(call)
            continue
        suspects.remove(partner)
        is_same = _is_same(base, call.command, partner.command)
        is_other, is_refused = is_other or not is_same, is_refused or is_same
    uncalled = [call for call in unmet if not any(_is_same(base, call.command, other.command) for other in did)]
    if uncalled and (suspects or _has_stand_in(should, did, uncalled)):
        return "wrong_command"
    if is_other:
        return "wrong_value"
    return "missing_change" if uncalled or is_refused else "extra_change"


def malformed_commands(turn: Turn) -> tuple[ToolCall, ...]:
    """The calls of commands of the car that ran nothing, since their arguments are no JSON object, in order."""
    return tuple(call for call in turn.tool_calls if call.kind == "malformed" and call.name in COMMANDS)


def needed_commands(turn: Turn) -> tuple[Command, ...]:
    """The commands of the reference behind the fields that are not as they should be, in its order.

    Empty where the car is as it should be, and where all that is wrong is nothing that the reference sets.
    """
    base = State(turn.base)
    reference, predicted = fold(turn.reference.events, base), fold(turn.predicted.events, base)
    missing, wrong, extra = _differing(base, reference, predicted)
    commands = turn.reference.commands
    places = _needed(commands, _called(base, commands), missing | wrong, extra, predicted)
    return tuple(commands[place] for place in places)


def _differing(base: State, reference: State, predicted: State) -> tuple[set[str], set[str], set[str]]:
    """The missing, the wrong and the extra fields."""
    missing, wrong, extra = set[str](), set[str](), set[str]()
    for path in reference.changes().keys() | predicted.changes().keys():
        before, should, did = base.get(path), reference.get(path), predicted.get(path)
        if same_value(should, did):
            continue
        if same_value(before, did):
            missing.add(path)
        elif same_value(before, should):
            extra.add(path)
        else:
            wrong.add(path)
    return missing, wrong, extra


def _called(base: State, commands: Sequence[Command]) -> list[_Called]:
    return [
        _Called(
            command=command,
            fields=_changed(events),
            is_in_vain=_is_rejected(events) or not (events or decide(base, command)),
        )
        for command, events in zip(commands, decide_each(base, commands), strict=True)
    ]


def _is_rejected(events: Sequence[Event]) -> bool:
    return any(isinstance(event, CommandRejected) for event in events)


def _needed(
    commands: Sequence[Command],
    should: Sequence[_Called],
    unset: Collection[str],
    extra: Collection[str],
    predicted: State,
) -> list[int]:
    """The places of the needed commands, in order: the last to set a field of `unset`, or to put one of `extra` right.

    What a command would put right is what it changes on the car as the prediction left it.
    """
    needed = _last_writers(should, unset)
    for path in extra:
        setting = [place for place, command in enumerate(commands) if path in _changed(decide(predicted, command))]
        needed.update(setting[-1:])
    return sorted(needed)


def _changed(events: Sequence[Event]) -> frozenset[str]:
    return frozenset(event.path for event in events if isinstance(event, FieldChanged))


def _last_writers(calls: Sequence[_Called], fields: Collection[str]) -> set[int]:
    """The places of the calls that gave `fields` their last values."""
    last = {path: place for place, call in enumerate(calls) for path in call.fields if path in fields}
    return set(last.values())


def _is_vain(did: Sequence[_Called], place: int) -> bool:
    """Whether a call was in vain and none of its name followed."""
    call = did[place]
    return call.is_in_vain and all(other.command.name != call.command.name for other in did[place + 1 :])


def _partner(base: State, call: _Called, suspects: Sequence[_Called]) -> _Called | None:
    """A suspect of the same name, one with other arguments first: it explains more."""
    named = [other for other in suspects if other.command.name == call.command.name]
    return min(named, key=lambda other: _is_same(base, call.command, other.command), default=None)


def _is_same(base: State, a: Command, b: Command) -> bool:
    """Whether two calls are one: of one name, and the car makes the same of both (an alias is no difference)."""
    if a.name != b.name:
        return False
    ours, theirs = decide(base, a), decide(base, b)
    if _is_rejected(ours) or _is_rejected(theirs):
        return dict(a.args) == dict(b.args)
    return ours == theirs


def _has_stand_in(should: Sequence[_Called], did: Sequence[_Called], uncalled: Sequence[_Called]) -> bool:
    wanted = {call.command.name for call in should}
    touched = frozenset[str]().union(*(call.fields for call in uncalled))
    return any(call.command.name not in wanted and call.fields & touched for call in did)
