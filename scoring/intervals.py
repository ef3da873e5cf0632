"""The section `intervals` of `metric.json`: how far the headline rates may be from those of other scenarios."""

from collections.abc import Sequence
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.figures import RATES, FigureOf, by_query, by_reasoning_type
from scoring.records import MAIN
from scoring.statistics import LEVEL, RESAMPLES, interval_of_mean

LEAST_SCENARIOS = 3
"""For an interval that stands beside a rate unasked: two that happen to agree would show one without width."""

FEW_SCENARIOS = 10
"""With fewer, intervals drawn from whole scenarios are too narrow."""


def intervals_section(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Each rate of the point `main` with `low` and `high`, overall and by reasoning type.

    None stands for an interval that cannot be told: of fewer than two scenarios that have the figure.
    """
    main = [item for item in scored if item.turn.point == MAIN]
    types = by_reasoning_type(by_query(main, MAIN))
    return {
        "level": LEVEL,
        "resamples": RESAMPLES,
        "scenarios": len({item.turn.scenario for item in main}),
        **_rates(main),
        "by_reasoning_type": {
            kind: _rates([item for repeats in queries.values() for item in repeats]) for kind, queries in types.items()
        },
    }


def _rates(scored: Sequence[ScoredTurn]) -> dict[str, dict[str, float] | None]:
    return {name: _interval(scored, value_of) for name, value_of in RATES.items()}


def _interval(scored: Sequence[ScoredTurn], value_of: FigureOf) -> dict[str, float] | None:
    values = [(item.turn.scenario, value) for item in scored if (value := value_of(item)) is not None]
    found = interval_of_mean(values)
    return None if found is None else found.to_dict()
