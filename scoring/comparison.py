"""Two runs on the same queries: how much better one is, how sure that is, and which answers flipped.

Only queries with an answer in both are compared, so that a run does not win by failing at what is hard;
`exact_match_rate_all` is the exception and takes a Failure for wrong. Whether two runs may be compared at all is for
the caller to say.
"""

from collections.abc import Sequence
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.figures import (
    AMOUNTS,
    RATES,
    ByQuery,
    by_query,
    by_reasoning_type,
    difference_dict,
    exact_match,
    mean_figure,
    paired_values,
)
from scoring.records import MAIN
from scoring.statistics import LEVEL, RESAMPLES, mcnemar_p


def compare_turns(a: Sequence[ScoredTurn], b: Sequence[ScoredTurn]) -> dict[str, Any]:
    """The comparison as plain data; differences are B minus A, at the point `main` where nothing else is said.

    Repeats of a query are taken together; McNemar's p value is None where there are any, since it wants one answer to
    each query. A query flipped when its share of exact matches differs: `gained` where B's is higher.
    """
    main_a, main_b = by_query(a, MAIN), by_query(b, MAIN)
    flips = _flips(main_a, main_b)
    figures = {
        name: difference_dict(paired_values(main_a, main_b, of)) for name, of in (*RATES.items(), *AMOUNTS.items())
    }
    is_repeated = any(len(repeats) > 1 for queries in (main_a, main_b) for repeats in queries.values())
    gained, lost = len(flips["gained"]), len(flips["lost"])
    return {
        "level": LEVEL,
        "resamples": RESAMPLES,
        "scenarios": len({repeats[0].turn.scenario for repeats in main_a.values()}),
        "queries": {
            "compared": figures["exact_match_rate"]["queries"],
            "failed_a": _n_failed(main_a),
            "failed_b": _n_failed(main_b),
            "only_a": len(main_a.keys() - main_b.keys()),
            "only_b": len(main_b.keys() - main_a.keys()),
        },
        "figures": figures,
        "mcnemar": {"gained": gained, "lost": lost, "p": None if is_repeated else mcnemar_p(gained, lost)},
        "flipped": flips,
        "by_reasoning_type": {kind: _exact(queries, main_b) for kind, queries in by_reasoning_type(main_a).items()},
        "points": _points(a, b),
    }


def _points(a: Sequence[ScoredTurn], b: Sequence[ScoredTurn]) -> dict[str, dict[str, Any]]:
    """The exact match at each point that both have, in the order of A; of sweeps only."""
    in_b = {item.turn.point for item in b}
    points = [point for point in dict.fromkeys(item.turn.point for item in a) if point in in_b]
    if points == [MAIN]:
        return {}
    return {point: _exact(by_query(a, point), by_query(b, point)) for point in points}


def _exact(a: ByQuery, b: ByQuery) -> dict[str, Any]:
    flips = _flips(a, b)
    found = difference_dict(paired_values(a, b, exact_match))
    return {**found, "gained": len(flips["gained"]), "lost": len(flips["lost"])}


def _flips(a: ByQuery, b: ByQuery) -> dict[str, list[str]]:
    """The ids of the queries that B does better, and worse, in the order of A."""
    flips: dict[str, list[str]] = {"gained": [], "lost": []}
    for query_id, repeats in a.items():
        in_a, in_b = mean_figure(repeats, exact_match), mean_figure(b.get(query_id, ()), exact_match)
        if in_a is not None and in_b is not None and in_a != in_b:
            flips["gained" if in_b > in_a else "lost"].append(query_id)
    return flips


def _n_failed(queries: ByQuery) -> int:
    """How many queries have no answer at all."""
    return sum(all(item.turn.failure is not None for item in repeats) for repeats in queries.values())
