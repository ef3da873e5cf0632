"""Two runs on the same queries: how much better one is, how sure that is, and which answers flipped.

Only queries with an answer in both are compared, so that a run does not win by failing at what is hard; figures whose
name ends in `_all` are the exception and take a Failure for wrong. Whether two runs may be compared at all is for the
caller to say.
"""

from collections.abc import Sequence
from typing import Any

from scoring.aggregate import ScoredTurn, mean_scores, measure_of
from scoring.figures import (
    AMOUNTS,
    OF_A_JUDGE,
    RATES,
    ByQuery,
    by_query,
    by_reasoning_type,
    difference_dict,
    mean_figure,
    paired_values,
    right,
)
from scoring.records import MAIN
from scoring.statistics import LEVEL, RESAMPLES, mcnemar_p


def compare_turns(a: Sequence[ScoredTurn], b: Sequence[ScoredTurn]) -> dict[str, Any]:
    """The comparison as plain data; differences are B minus A, at the point `main` where nothing else is said.

    Repeats of a query are taken together; McNemar's p value is None where there are any, since it wants one answer to
    each query, and where none is compared. A query flipped when its share of right answers (commands or words, as it
    wants) differs: `gained` where B's is higher. `measure` says what being right is here.
    """
    main_a, main_b = by_query(a, MAIN), by_query(b, MAIN)
    flips = _flips(main_a, main_b)
    figures = {
        name: difference_dict(paired_values(main_a, main_b, of))
        for name, of in {**RATES, **OF_A_JUDGE, **AMOUNTS}.items()
    }
    is_repeated = any(len(repeats) > 1 for queries in (main_a, main_b) for repeats in queries.values())
    is_tested = not is_repeated and bool(figures["right_rate"]["queries"])
    gained, lost = len(flips["gained"]), len(flips["lost"])
    return {
        "measure": measure_of(mean_scores([item for item in a if item.turn.point == MAIN])),
        "level": LEVEL,
        "resamples": RESAMPLES,
        "scenarios": len({repeats[0].turn.scenario for repeats in main_a.values()}),
        "queries": {
            "compared": figures["right_rate"]["queries"],
            "failed_a": _n_failed(main_a),
            "failed_b": _n_failed(main_b),
            "only_a": len(main_a.keys() - main_b.keys()),
            "only_b": len(main_b.keys() - main_a.keys()),
        },
        "figures": figures,
        "mcnemar": {"gained": gained, "lost": lost, "p": mcnemar_p(gained, lost) if is_tested else None},
        "flipped": flips,
        "by_reasoning_type": {kind: _right(queries, main_b) for kind, queries in by_reasoning_type(main_a).items()},
        "points": _points(a, b),
    }


def _points(a: Sequence[ScoredTurn], b: Sequence[ScoredTurn]) -> dict[str, dict[str, Any]]:
    """The right answers at each point that both have, in the order of A; of sweeps only."""
    in_b = {item.turn.point for item in b}
    points = [point for point in dict.fromkeys(item.turn.point for item in a) if point in in_b]
    if points == [MAIN]:
        return {}
    return {point: _right(by_query(a, point), by_query(b, point)) for point in points}


def _right(a: ByQuery, b: ByQuery) -> dict[str, Any]:
    flips = _flips(a, b)
    found = difference_dict(paired_values(a, b, right))
    return {**found, "gained": len(flips["gained"]), "lost": len(flips["lost"])}


def _flips(a: ByQuery, b: ByQuery) -> dict[str, list[str]]:
    """The ids of the queries that B does better, and worse, in the order of A."""
    flips: dict[str, list[str]] = {"gained": [], "lost": []}
    for query_id, repeats in a.items():
        in_a, in_b = mean_figure(repeats, right), mean_figure(b.get(query_id, ()), right)
        if in_a is not None and in_b is not None and in_a != in_b:
            flips["gained" if in_b > in_a else "lost"].append(query_id)
    return flips


def _n_failed(queries: ByQuery) -> int:
    """How many queries have no answer at all."""
    return sum(all(item.turn.failure is not None for item in repeats) for repeats in queries.values())
