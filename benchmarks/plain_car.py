"""The plain way to score: whole cars as nested dictionaries, changed in place, flattened and compared leaf by leaf.

This is what the scoring is measured against. Settings stand in envelopes of value, description and type, as in the
published state, and the leaves are as many: 215 values and 126 labels. The table of commands and the check of single
arguments are those of `vehicle`; how commands are carried out, states kept and scores counted is not.
"""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.state_metrics import StateScore
from vehicle.arguments import Problem, check_argument
from vehicle.catalogue import COMMANDS, RADIO_PRESETS
from vehicle.commands import Command
from vehicle.schema import Arg, Const, Parameter, Put, Refuse, Source, Special, Value, Wake
from vehicle.settings import FIELDS, LABEL_LEAVES, POSITION_GROUPS, STATION_FREQUENCY, STATION_NAME

Tree = dict[str, Any]

_N_ENVELOPES = LABEL_LEAVES // 2
_FAVORITES = "music.favorite_list"


def plain_score(setup: Iterable[Command], reference: Iterable[Command], predicted: Iterable[Command]) -> StateScore:
    """The published measure of `predicted` against `reference`, both carried out after `setup`, each on a whole car."""
    base = carry_out(new_car(), setup)
    should = changes(base, carry_out(copy.deepcopy(base), reference))
    did = changes(base, carry_out(copy.deepcopy(base), predicted))
    n_right = n_extra = n_missed = n_same = 0
    for path in should.new.keys() | did.new.keys():
        if path in should.new and path in did.new:
            n_right += 1
            n_same += should.new[path] == did.new[path]
        elif path in did.new:
            n_extra += 1
        else:
            n_missed += 1
    left = [path for path in should.before if path not in should.new]
    n_still = sum(path not in did.new for path in left)
    recall, precision = _rates(n_right, len(should.new), len(did.new))
    change_recall, change_precision = _rates(n_same, len(should.new), len(did.new))
    still_recall, still_precision = n_still / len(left), n_still / (n_still + n_missed)
    return StateScore(
        TP=n_right,
        FP=n_extra,
        negative_TP=n_still,
        negative_FP=n_missed,
        correctly_changed=n_same,
        change_accuracy=change_recall,
        f1_positive=_mean(recall, precision),
        f1_negative=_mean(still_recall, still_precision),
        acc_positive=recall,
        precision_positive=precision,
        f1_change=_mean(change_recall, change_precision),
        acc_negative=still_recall,
        precision_change=change_precision,
        exact_match=n_same == n_right and not n_extra and not n_missed,
    )


def _rates(n_right: int, n_should: int, n_did: int) -> tuple[float, float]:
    if n_should == 0 and n_did == 0:
        return 1.0, 1.0
    return n_right / n_should if n_should else 0.0, n_right / n_did if n_did else 0.0


def _mean(a: float, b: float) -> float:
    return 0.0 if a + b == 0 else 2 * a * b / (a + b)


# ---- states -------------------------------------------------------------------------------------------------------


def new_car() -> Tree:
    """A car as it left the factory, built leaf by leaf."""
    car: Tree = {}
    for number, (path, factory) in enumerate(FIELDS.items()):
        *branches, leaf = path.split(".")
        node = car
        for name in branches:
            node = node.setdefault(name, {})
        if number < _N_ENVELOPES:
            node[leaf] = {"value": factory, "description": f"{leaf} of the {branches[0]}", "type": str(type(factory))}
        else:
            node[leaf] = factory
    car["music"]["favorite_list"] = []
    return car


def flatten(tree: Any, path: str = "") -> dict[str, Value]:
    """Every leaf of the tree by its dotted path, labels included."""
    flat: dict[str, Value] = {}
    if isinstance(tree, dict):
        for name, branch in tree.items():
            flat.update(flatten(branch, f"{path}.{name}" if path else name))
    elif isinstance(tree, list):
        for index, branch in enumerate(tree):
            flat.update(flatten(branch, f"{path}[{index}]"))
    else:
        flat[path] = tree
    return flat


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How one car differs from another."""

    before: Mapping[str, Value]
    """All leaves of the first car."""
    new: Mapping[str, Value | None]
    """The leaves that differ, with the second car's values in lower case; None for those that it lacks."""


def changes(before: Tree, after: Tree) -> Changes:
    """Both cars flattened and compared leaf by leaf, text without regard to case."""
    old, new = flatten(before), flatten(after)
    differing: dict[str, Value | None] = {}
    for path in {**old, **new}:
        value = _lower(new.get(path))
        if value != _lower(old.get(path)):
            differing[path] = value
    return Changes(before=old, new=differing)


def _lower(value: Value | None) -> Value | None:
    return value.lower() if isinstance(value, str) else value


def _get(car: Tree, path: str) -> Any:
    node: Any = car
    for name in path.split("."):
        node = node[name]
    return node["value"] if isinstance(node, dict) else node


def _put(car: Tree, path: str, value: Any) -> None:
    *branches, leaf = path.split(".")
    node = car
    for name in branches:
        node = node.setdefault(name, {})
    if isinstance(node.get(leaf), dict):
        node[leaf]["value"] = value
    else:
        node[leaf] = value


# ---- commands -----------------------------------------------------------------------------------------------------


def carry_out(car: Tree, commands: Iterable[Command]) -> Tree:
    """The car itself, after the commands; what it refuses is passed over."""
    for command in commands:
        _carry_out(car, command)
    return car


def _carry_out(car: Tree, command: Command) -> None:
    row = COMMANDS.get(command.name)
    if row is None or any(name not in row.names for name in command.args):
        return
    if any(p.required and p.name not in command.args for p in row.parameters):
        return
    values: dict[str, Value] = {}
    if not _accept([p for p in row.parameters if p.before_waking], command, values):
        return
    for effect in row.effects:
        if isinstance(effect, Wake) and _wakes(effect, command):
            _put(car, effect.path, effect.value)
    if not _accept([p for p in row.parameters if not p.before_waking], command, values):
        return
    places: tuple[str, ...] = ("",)
    for parameter in row.parameters:
        if parameter.group is not None:
            places = POSITION_GROUPS[parameter.group].members[str(values[parameter.name])]
    for effect in row.effects:
        match effect:
            case Put():
                if effect.when is None or _source(effect.when, values):
                    for place in places:
                        _put(car, effect.path.replace("*", place), _source(effect.source, values))
            case Refuse():
                if values[effect.argument] and any(_get(car, effect.path.replace("*", place)) for place in places):
                    return
            case Special():
                _special(car, effect, values, command)
            case Wake():
                pass


def _accept(parameters: list[Parameter], command: Command, values: dict[str, Value]) -> bool:
    for parameter in parameters:
        checked = check_argument(parameter, command.args.get(parameter.name))
        if isinstance(checked, Problem):
            return False
        values[parameter.name] = checked
    return True


def _wakes(wake: Wake, command: Command) -> bool:
    if wake.above_zero is None:
        return True
    given = command.args[wake.above_zero]
    return isinstance(given, (int, float)) and not isinstance(given, bool) and given > 0


def _source(source: Source, values: Mapping[str, Value]) -> Value:
    if isinstance(source, Arg):
        return values[source.name]
    if isinstance(source, Const):
        return source.value
    return (values[source.argument] == source.value) != source.negated


def _special(car: Tree, special: Special, values: Mapping[str, Value], command: Command) -> None:
    favorites: list[str] = _get(car, _FAVORITES)
    match special.rule:
        case "play_station":
            name, frequency = str(values["name"]), str(values["frequency"])
            presets = [preset for preset in RADIO_PRESETS if preset[0] == name or preset[1] == frequency]
            if presets:
                name, frequency = presets[0]
            if name or frequency:
                _put(car, STATION_NAME, name)
                _put(car, STATION_FREQUENCY, frequency)
        case "play_song":
            _put(car, "music.current_song.is_favorited", command.args["song_name"] in favorites)
        case "set_favorite":
            song = _get(car, "music.current_song.name")
            if song:
                if values["favorite"] and song not in favorites:
                    favorites.append(song)
                elif not values["favorite"] and song in favorites:
                    favorites.remove(song)
                _put(car, "music.current_song.is_favorited", values["favorite"])
