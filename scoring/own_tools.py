"""Queries whose calls are not the car's: a product's own tools, compared by name and arguments alone.

No car tells what such calls do, so there is no state and no exact match of it; `scoring.call_metrics` says which of
them were called as they should be. They stand in no other rate.
"""

from collections.abc import Sequence
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.records import MAIN
from scoring.shares import share


def own_tools_section(scored: Sequence[ScoredTurn]) -> dict[str, Any] | None:
    """The section `own_tools` of `metric.json`, at the point `main`; None where no query names such calls.

    `queries`, of which `answered` have no Failure; over these `precision`, `recall` and `f1` of the calls, and
    `exact_rate`, the share in which all calls are equal and there are no others. `exact_rate_all` counts Failures as
    wrong. A mean over no answers is None.
    """
    asked = [item for item in scored if item.turn.point == MAIN and compares_own_tools(item)]
    if not asked:
        return None
    calls = [item.score.calls for item in asked if item.turn.failure is None]
    n_exact = sum(not (one.fp or one.fn) for one in calls)
    return {
        "queries": len(asked),
        "answered": len(calls),
        "precision": share(sum(one.precision for one in calls), len(calls)),
        "recall": share(sum(one.recall for one in calls), len(calls)),
        "f1": share(sum(one.f1 for one in calls), len(calls)),
        "exact_rate": share(n_exact, len(calls)),
        "exact_rate_all": n_exact / len(asked),
    }


def compares_own_tools(scored: ScoredTurn) -> bool:
    """Whether the query of a Turn names calls of which the car's state tells nothing."""
    return bool(scored.turn.gold.commands) and not scored.turn.gold.expects_commands
