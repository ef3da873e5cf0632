"""Which runs may be compared: those that asked the same queries at the same moments of the same history.

Memory, agent and model may differ; that is what a comparison is for. What else differs is told, not refused.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from replay.config import differences
from replay.points import Points, beside_main
from replay.times import format_duration
from scoring.aggregate import ScoredTurn
from scoring.plain_text import counted
from scoring.records import MAIN
from scoring.runlog import digest_of

_DEFAULTS: Mapping[str, Any] = {"points": Points().to_dict(), "index_lag_us": 0, "watch_updates": False}
"""What a configuration means that was written before there was such a thing."""
_SHARED = ("data_digest", "scenarios", "cutoff", "points", "index_lag_us", "depth", "vehicle")
_CUTOFFS = ("cutoff", "points")
_OF_THE_CODE = ("own_code", "version")


def obstacles(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    """Why two runs, given as contents of `config.json`, cannot be compared, one reason each; none where they can.

    The order of scenarios does not matter.
    """
    return [_reason(key, _of(a, key), _of(b, key)) for key in _SHARED if _of(a, key) != _of(b, key)]


def obstacles_of_runs(
    a: Mapping[str, Any], b: Mapping[str, Any], scored_a: Sequence[ScoredTurn], scored_b: Sequence[ScoredTurn]
) -> list[str]:
    """Why two runs cannot be compared, given with their answers: as `obstacles` and `moved_cutoffs` say.

    Two names for one rule are no obstacle: cutoff policies that asked every query at the same moment (`explicit` and
    `auto`, where each query carries its cutoff), and another file where all answers have one digest (a converted copy).
    """
    differing = [key for key in _SHARED if _of(a, key) != _of(b, key)]
    excused: set[str] = set()
    if scored_a and scored_b and {"cutoff", "data_digest"} & {*differing}:
        if digest_of(item.turn for item in scored_a) == digest_of(item.turn for item in scored_b):
            excused = {"cutoff", "data_digest"}
        elif _asked_alike(scored_a, scored_b):
            excused = {"cutoff"}
    left = [_reason(key, _of(a, key), _of(b, key)) for key in differing if key not in excused]
    return left or moved_cutoffs(scored_a, scored_b)


def _asked_alike(a: Sequence[ScoredTurn], b: Sequence[ScoredTurn]) -> bool:
    """Whether both asked the same entries, and each at the same moment."""
    return {item.turn.entry_id for item in a} == {item.turn.entry_id for item in b} and not moved_cutoffs(a, b)


def moved_cutoffs(a: Iterable[ScoredTurn], b: Iterable[ScoredTurn]) -> list[str]:
    """Why runs of equal configurations cannot be compared still: another version asked the same at other moments."""
    cutoffs = {item.turn.entry_id: item.turn for item in a}
    moved = [
        (cutoffs[item.turn.entry_id], item.turn)
        for item in b
        if item.turn.entry_id in cutoffs and cutoffs[item.turn.entry_id].cutoff != item.turn.cutoff
    ]
    if not moved:
        return []
    early, late = moved[0]
    first = f"first {early.entry_id} at {early.cutoff_iso} in A, {late.cutoff_iso} in B"
    return [f"cutoffs: {counted(len(moved), 'entry was', 'entries were')} asked at other moments ({first})"]


def obstacles_to_leak_delta(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    """Why the difference of two runs is no leak delta: all but the cutoffs has to be the same, the code apart."""
    keys = [key for key in sorted(a.keys() | b.keys()) if key not in (*_CUTOFFS, *_OF_THE_CODE, "source")]
    reasons = [_reason(key, _of(a, key), _of(b, key)) for key in keys if _of(a, key) != _of(b, key)]
    policies = [str(config["cutoff"]) for config in (a, b)]
    if policies.count("end") != 1:
        reasons.append(f"one of them must be asked at the end (--cutoff end): {policies[0]} in A, {policies[1]} in B")
    return reasons


def what_differs(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[str]:
    """What else two comparable runs differ in, one line each: `memory: 'recent' in A, 'fulltext' in B`.

    The code of a memory or agent of the user's own is told where both have the same names.
    """
    with_defaults = [{**_DEFAULTS, **config, "scenarios": {}} for config in (a, b)]
    keys = [line.partition(":")[0] for line in differences(*with_defaults)]
    if {"memory", "agent"} & {*keys}:  # other code is what another memory is
        keys = [key for key in keys if key != "code_digest"]
    lines = [_reason(key, _of(a, key), _of(b, key)) for key in keys if key not in _OF_THE_CODE]
    if any(key in _OF_THE_CODE for key in keys):
        lines.append("another version of Pastlane answered")
    return lines


def _of(config: Mapping[str, Any], key: str) -> Any:
    return config.get(key, _DEFAULTS.get(key))


def _reason(key: str, a: Any, b: Any) -> str:
    match key:
        case "data_digest":
            hashes = f"{str(a)[:12]} in A, {str(b)[:12]} in B"
            return f"data: {hashes} (the files differ, or of several files one is called otherwise)"
        case "code_digest" | "prompts":
            return f"{key.replace('_', ' ')}: {_hash(a)} in A, {_hash(b)} in B"
        case "scenarios":
            return f"queries: {_queries(a, b)} in A, {_queries(b, a)} in B"
        case "points":
            return f"points: {_points(a)} in A, {_points(b)} in B"
        case "index_lag_us":
            return f"index lag: {format_duration(a)} in A, {format_duration(b)} in B"
        case _:
            return f"{key.replace('_', ' ')}: {a!r} in A, {b!r} in B"


def _queries(mine: Mapping[str, int], other: Mapping[str, int]) -> str:
    """How many, each point counted, and the first scenario that the other run has not, or has with another number."""
    first = next((f"{name!r} has {count}" for name, count in mine.items() if other.get(name) != count), "")
    return f"{sum(mine.values())} over {counted(len(mine), 'scenario')}" + (f" ({first})" if first else "")


def _hash(value: Any) -> str:
    """The beginning of a hash; an empty one is that of nothing of the user's own, or of no prompts."""
    return str(value)[:12] or "none"


def _points(points: Mapping[str, Any]) -> str:
    return ", ".join([MAIN, *beside_main(points)])
