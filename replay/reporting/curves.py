"""The curves of a run: recall at k, retention, update lag, stale rates, and the rates at each point of a sweep."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.life import update_of
from scoring.records import MAIN

_LEVELS = {"facts": "coverage", "messages": "recall", "sessions": "recall"}
"""What stands for how much was found, by level."""
_VIEWS = {"question": "question", "pooled": "all searches"}
"""The bare question, and all searches of the agent's together."""


def recall_curves(retrieval: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How much of the evidence the first k hits hold, for each view and level that applies."""
    curves: list[dict[str, Any]] = []
    for view, title in _VIEWS.items():
        for level, figure in _LEVELS.items():
            found = retrieval[view].get(level) or {}
            if found.get("lists") and figure in found:
                by_k = {int(k): value for k, value in found[figure].items()}
                curves.append(
                    {
                        "name": f"{level}, {title}",
                        "view": view,
                        "level": level,
                        "lists": found["lists"],
                        "k": sorted(by_k),
                        "value": [by_k[k] for k in sorted(by_k)],
                    }
                )
    return curves


def update_lags(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """The lags in milliseconds of changes that were caught up with, ascending, and of those watched in vain."""
    turns = [item.turn for item in scored if item.turn.point == MAIN and item.turn.failure is None]
    watches = [watch for turn in turns if (watch := update_of(turn)) is not None]
    return {
        "caught_up_ms": sorted(watch.lag_us // 1000 for watch in watches if watch.caught_up),
        "in_vain_ms": sorted(watch.lag_us // 1000 for watch in watches if watch.caught_up is False),
    }


def curves_of(metric: Mapping[str, Any], scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """All curves of one run that are not in its metric as they are drawn."""
    return {"recall": recall_curves(metric["retrieval"]), "update_lags": update_lags(scored)}
