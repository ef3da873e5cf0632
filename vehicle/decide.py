"""What a command does to the car: a pure function from a state and a command to events.

The rules are the rows of the catalogue, carried out in one order: names of the arguments; what must be checked before
anything wakes; what the command wakes (this stands even when it is then rejected); the other arguments; what stands
in the way; the changes. The three rules that no row can say follow below.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import assert_never

from vehicle.arguments import Problem, check_argument
from vehicle.catalogue import COMMANDS, RADIO_PRESETS
from vehicle.commands import Command, format_value, plain_value
from vehicle.events import CommandRejected, Event, FieldChanged
from vehicle.schema import Arg, CommandRow, Const, Parameter, Put, Refuse, Source, SpecialRule, Value
from vehicle.settings import FIELDS, POSITION_GROUPS, STATION_FREQUENCY, STATION_NAME, favorite_path
from vehicle.state import State

_SONG = "music.current_song.name"
_IS_FAVORITE = "music.current_song.is_favorited"
_NO_PLACE = ("",)


def decide(state: State, command: Command) -> tuple[Event, ...]:
    """The events of carrying out the command in this state.

    A `FieldChanged` stands only where the value really differs, so that a command which changes nothing gives no
    events. A refused command ends in `CommandRejected`, after what it had already woken. Nothing is ever raised,
    whatever name and arguments a model made up.
    """
    return decide_each(state, (command,))[0]


def decide_each(state: State, commands: Iterable[Command]) -> list[tuple[Event, ...]]:
    """The events of each command, carried out one after another; the same as `decide` on the state so far."""
    draft = _Draft(state)
    return [_decide(draft, command) for command in commands]


class _Draft:
    """The state while commands are being carried out, and the events of the present one."""

    __slots__ = ("_changes", "events")

    def __init__(self, state: State) -> None:
        self._changes = state.changes()
        self.events: list[Event] = []

    def get(self, path: str) -> Value | None:
        found = self._changes.get(path)
        return FIELDS.get(path) if found is None else found

    def put(self, path: str, value: Value | None) -> None:
        found = self._changes.get(path)
        if (FIELDS.get(path) if found is None else found) != value:
            if value is None:
                del self._changes[path]
            else:
                self._changes[path] = value
            self.events.append(FieldChanged(path=path, value=value))

    def favorites(self) -> list[str]:
        songs: list[str] = []
        while (song := self.get(favorite_path(len(songs)))) is not None:
            songs.append(str(song))
        return songs


def _decide(draft: _Draft, command: Command) -> tuple[Event, ...]:
    draft.events = []
    row = COMMANDS.get(command.name) if isinstance(command.name, str) else None
    problem = _carry_out(draft, row, command.args) if row else Problem(reason=_unknown(command.name))
    if problem:
        plain = plain_value(dict(command.args) if isinstance(command.args, Mapping) else {"": command.args})
        name = command.name if isinstance(command.name, str) else format_value(command.name, 80)
        draft.events.append(CommandRejected(command=name, args=plain, reason=problem.reason, early=bool(draft.events)))
    return tuple(draft.events)


def _carry_out(draft: _Draft, row: CommandRow, given: Mapping[str, object]) -> Problem | None:
    """Put the command's events into the draft; the reason if it is refused."""
    if not (_is_mapping(given) and row.needed <= given.keys() <= row.names):
        return _wrong_names(row, given)
    values: dict[str, Value] = {}
    before, after = row.checks
    if before and (problem := _check(before, given, values)):
        return problem
    for wake in row.wakes:
        if wake.above_zero is None or _is_above_zero(given[wake.above_zero]):
            draft.put(wake.path, wake.value)
    if problem := _check(after, given, values):
        return problem
    position = row.position
    places = POSITION_GROUPS[position.group or ""].members[str(values[position.name])] if position else _NO_PLACE
    for effect in row.acts:
        if isinstance(effect, Put):
            if effect.when is None or _source(effect.when, values):
                value = _source(effect.source, values)
                for path in _paths(effect.path, places):
                    draft.put(path, value)
        elif isinstance(effect, Refuse):
            if values[effect.argument] and any(draft.get(path) for path in _paths(effect.path, places)):
                return Problem(reason=effect.because)
        elif problem := _special(effect.rule, draft, values, given):
            return problem
    return None


def _is_mapping(given: object) -> bool:
    return type(given) is dict or isinstance(given, Mapping)  # the second is slow and hardly ever needed


def _wrong_names(row: CommandRow, given: object) -> Problem:
    """The reason for arguments that the row does not have, or does not have all of."""
    allowed = ", ".join(p.name if p.required else f"{p.name} (optional)" for p in row.parameters) or "no arguments"
    if not isinstance(given, Mapping):
        return Problem(reason=f"arguments were {format_value(given, 60)}, allowed: {allowed}")
    if missing := [p.name for p in row.parameters if p.required and p.name not in given]:
        return Problem(reason=f"missing {', '.join(missing)}, allowed: {allowed}")
    unexpected = [format_value(name, 40) for name in given if name not in row.names]
    return Problem(reason=f"unexpected {', '.join(unexpected[:5])}, allowed: {allowed}")


def _check(parameters: tuple[Parameter, ...], given: Mapping[str, object], values: dict[str, Value]) -> Problem | None:
    """Keep what these arguments stand for, or give the reason of the first that is refused."""
    for parameter in parameters:
        checked = check_argument(parameter, given.get(parameter.name))
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


@cache  # as many entries as the table has paths and position words
def _paths(path: str, places: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(path.replace("*", place) for place in places) if "*" in path else (path,)


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
    draft.put(STATION_NAME, name)
    draft.put(STATION_FREQUENCY, frequency)
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
        draft.put(favorite_path(index), name)
    for index in range(len(new), len(old)):
        draft.put(favorite_path(index), None)
    draft.put(_IS_FAVORITE, favorite)
    return None


def _unknown(name: object) -> str:
    """The reason for a name that is no command: the commands of its module, or the modules."""
    parts = name.split("_") if isinstance(name, str) else []
    near = [row.name for row in COMMANDS.values() if len(parts) > 1 and row.module == parts[1]]
    known = near or sorted({row.module for row in COMMANDS.values()})
    what = "commands" if near else "modules"
    return f"no command {format_value(name, 80)}; {what} are {', '.join(known)}"
