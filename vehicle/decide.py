"""What a command does to the car: a pure function from a state and a command to events.

The rules are the rows of the catalogue, carried out in one order: names of the arguments; what must be checked before
anything wakes; what the command wakes (this stands even when it is then rejected); the other arguments; what stands
in the way; the changes. The three rules that no row can say follow below.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, assert_never

from vehicle.arguments import Problem, check_argument
from vehicle.catalogue import COMMANDS, RADIO_PRESETS
from vehicle.commands import Command, format_value, plain_value
from vehicle.events import CommandRejected, Event, FieldChanged
from vehicle.plans import PLANS, WHOLE, Check, Fields, Plan, fields_at
from vehicle.schema import Arg, Const, Put, Refuse, Source, SpecialRule, Value
from vehicle.settings import FIELDS, STATION_FREQUENCY, STATION_NAME, favorite_path
from vehicle.state import State

_SONG = "music.current_song.name"
_IS_FAVORITE = fields_at("music.current_song.is_favorited")
_STATION_NAME = fields_at(STATION_NAME)
_STATION_FREQUENCY = fields_at(STATION_FREQUENCY)

_MODULES = sorted({row.module for row in COMMANDS.values()})
_NAMES = {module: ", ".join(row.name for row in COMMANDS.values() if row.module == module) for module in _MODULES}


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events of carrying out the command in this state.

    A `FieldChanged` stands only where the value really differs, so that a command which changes nothing gives no
    events. A refused command ends in `CommandRejected`, after what it had already woken. Nothing is ever raised,
    whatever name and arguments a model made up.
    """
    return decide_each(state, (command,))[0]


def decide_each(state: State, commands: Iterable[Command]) -> list[tuple[Event, ...]]:
    """The events of each command, carried out one after another; the same as `decide` on the state so far."""
    events: list[Event] = []
    draft = _Draft(state, events)
    found: list[tuple[Event, ...]] = []
    for command in commands:
        n_before = len(events)
        _decide(draft, command)
        found.append(tuple(events[n_before:]))
    return found


def decide_all(state: State, commands: Iterable[Command], events: list[Event]) -> list[bool]:
    """Whether each command is accepted, carried out one after another; their events are added to `events`."""
    draft = _Draft(state, events)
    return [_decide(draft, command) for command in commands]


class _Draft:
    """The state while commands are being carried out, and the events so far."""

    __slots__ = ("_changes", "events")

    def __init__(self, state: State, events: list[Event]) -> None:
        self._changes = state.changes()
        self.events = events

    def get(self, path: str) -> Value | None:
        return self._changes.get(path, FIELDS.get(path))

    def any_of(self, fields: Fields) -> bool:
        """Whether any of the fields is true."""
        return any(self._changes.get(path, factory) for path, factory in fields)

    def put(self, fields: Fields, value: Value) -> None:
        """Give the fields this value, with an event for each that had another."""
        changes, events = self._changes, self.events
        for path, factory in fields:
            if changes.get(path, factory) != value:
                changes[path] = value
                events.append(_changed(path, value))

    def take_away(self, path: str) -> None:
        """Take away a field that is there and that the factory state lacks."""
        del self._changes[path]
        self.events.append(_changed(path, None))

    def favorites(self) -> list[str]:
        songs: list[str] = []
        while (song := self.get(favorite_path(len(songs)))) is not None:
            songs.append(str(song))
        return songs


@lru_cache(maxsize=4096, typed=True)  # an event is a value, and most are about few of them
def _changed(path: str, value: Value | None) -> FieldChanged:
    return FieldChanged(path=path, value=value)


def _decide(draft: _Draft, command: Command) -> bool:
    """Add the command's events to the draft; whether it is accepted."""
    n_before = len(draft.events)
    plan = PLANS.get(command.name) if isinstance(command.name, str) else None
    problem = _carry_out(draft, plan, command.args) if plan else Problem(reason=_unknown(command.name))
    if problem is None:
        return True
    given = command.args
    if type(given) is not dict:
        given = dict(given) if isinstance(given, Mapping) else {"": given}
    name = command.name if isinstance(command.name, str) else format_value(command.name, 80)
    early = len(draft.events) > n_before
    draft.events.append(CommandRejected(command=name, args=plain_value(given), reason=problem.reason, early=early))
    return False


def _carry_out(draft: _Draft, plan: Plan, given: Mapping[str, Any]) -> Problem | None:
    """Put the command's events into the draft; the reason if it is refused."""
    is_mapping = type(given) is dict or isinstance(given, Mapping)  # the second is slow and hardly ever needed
    if not (
        is_mapping and plan.names.issuperset(given) and (len(given) == plan.n_names or plan.needed <= given.keys())
    ):
        return _wrong_names(plan, given)
    values: dict[str, Value] = {}
    if plan.early and (problem := _check(plan.early, given, values)):
        return problem
    for wake, fields in plan.wakes:
        if wake.above_zero is None or _is_above_zero(given[wake.above_zero]):
            draft.put(fields, wake.value)
    if problem := _check(plan.late, given, values):
        return problem
    part = str(values[plan.position]) if plan.position else WHOLE
    for effect, of_part in plan.steps:
        if isinstance(effect, Put):
            if effect.when is None or _source(effect.when, values):
                source = effect.source
                value = values[source.name] if isinstance(source, Arg) else _source(source, values)
                draft.put(of_part[part], value)
        elif isinstance(effect, Refuse):
            if values[effect.argument] and draft.any_of(of_part[part]):
                return Problem(reason=effect.because)
        elif problem := _special(effect.rule, draft, values, given):
            return problem
    return None


def _wrong_names(plan: Plan, given: object) -> Problem:
    """The reason for arguments that the command does not know, or not all that it needs."""
    allowed = plan.allowed
    if not isinstance(given, Mapping):
        return Problem(reason=f"arguments were {format_value(given, 60)}, allowed: {allowed}")
    if missing := [name for name in plan.required if name not in given]:
        return Problem(reason=f"missing {', '.join(missing)}, allowed: {allowed}")
    unexpected = [format_value(name, 40) for name in given if name not in plan.names]
    return Problem(reason=f"unexpected {', '.join(unexpected[:5])}, allowed: {allowed}")


def _check(checks: tuple[Check, ...], given: Mapping[str, Any], values: dict[str, Value]) -> Problem | None:
    """Keep what these arguments stand for, or give the reason of the first that is refused."""
    for parameter, plain_type, plain in checks:
        value = given.get(parameter.name)
        if type(value) is plain_type and value in plain:
            values[parameter.name] = value
            continue
        checked = check_argument(parameter, value)
        if isinstance(checked, Problem):
            return checked
        values[parameter.name] = checked
    return None


def _source(source: Source, values: Mapping[str, Value]) -> Value:
    if isinstance(source, Arg):
        return values[source.name]
    if isinstance(source, Const):
        return source.value
    return (values[source.argument] == source.value) is not source.negated


def _is_above_zero(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _special(
    rule: SpecialRule, draft: _Draft, values: Mapping[str, Value], given: Mapping[str, object]
) -> Problem | None:
    match rule:
        case "play_station":
            return _play_station(draft, str(values["name"]), str(values["frequency"]))
        case "play_song":
            # the favourites are asked for the name as it was given, blanks around it included
            draft.put(_IS_FAVORITE, given["song_name"] in draft.favorites())
            return None
        case "set_favorite":
            return _set_favorite(draft, favorite=bool(values["favorite"]))
        case _:
            assert_never(rule)


def _play_station(draft: _Draft, name: str, frequency: str) -> Problem | None:
    """Tune to the first preset that has the name or the frequency, else to what was given."""
    for preset in RADIO_PRESETS:
        if name == preset[0] or frequency == preset[1]:
            name, frequency = preset
            break
    if not name and not frequency:
        return Problem(reason="neither name nor frequency was given, one of them is needed")
    draft.put(_STATION_NAME, name)
    draft.put(_STATION_FREQUENCY, frequency)
    return None


def _set_favorite(draft: _Draft, *, favorite: bool) -> Problem | None:
    """Add the current song to the end of the favourites, or take it off and close the gap."""
    song = str(draft.get(_SONG))
    if not song:
        return Problem(reason="no song is being played, play one first")
    old = draft.favorites()
    new = [name for name in old if name != song]
    if favorite:
        new = old if song in old else [*old, song]
    for index, name in enumerate(new):
        draft.put(fields_at(favorite_path(index)), name)
    for index in range(len(new), len(old)):
        draft.take_away(favorite_path(index))
    draft.put(_IS_FAVORITE, favorite)
    return None


def _unknown(name: object) -> str:
    """The reason for a name that is no command: the commands of its module, or the modules."""
    parts = name.split("_") if isinstance(name, str) else []
    near = _NAMES.get(parts[1]) if len(parts) > 1 else None
    known = f"commands are {near}" if near else f"modules are {', '.join(_MODULES)}"
    return f"no command {format_value(name, 80)}; {known}"
