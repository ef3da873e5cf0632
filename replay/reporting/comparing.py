"""The runs of a report set against each other, each pair once, B minus A; or why a pair cannot be."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from replay.comparable import obstacles_of_runs, what_differs
from replay.reporting.kept import ReportedRun
from scoring.comparison import compare_turns

MOST_FOR_ALL_PAIRS = 8
"""With more runs, each is only set against the first."""


def compare_runs(runs: Sequence[ReportedRun]) -> list[dict[str, Any]]:
    """Every pair of runs, by their places: what `compare_turns` found, and what else differs.

    A pair that did not ask the same at the same moments has `obstacles` instead. None of fewer than two runs.
    """
    return [_pair(a, b, runs[a], runs[b]) for a, b in _pairs(len(runs))]


def _pairs(n_runs: int) -> Iterable[tuple[int, int]]:
    if n_runs <= MOST_FOR_ALL_PAIRS:
        return combinations(range(n_runs), 2)
    return ((0, other) for other in range(1, n_runs))


def _pair(place_a: int, place_b: int, a: ReportedRun, b: ReportedRun) -> dict[str, Any]:
    configs = a.config.to_dict(), b.config.to_dict()
    reasons = obstacles_of_runs(*configs, a.scored, b.scored)
    pair: dict[str, Any] = {"a": place_a, "b": place_b, "obstacles": reasons, "differs": what_differs(*configs)}
    return pair if reasons else {**pair, "found": compare_turns(a.scored, b.scored)}
