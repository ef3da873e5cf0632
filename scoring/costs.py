"""What a memory costs: real time to feed and to search it, what it keeps, and what models took for it.

Taken from the run's timings, which no two runs have in common; no part of a digest or a comparison. Feeding is what
the run itself spent: a run that was stopped and gone on with fed its memory again, and that counts.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.records import Timing, Turn
from scoring.usage import CostOf, PhaseUsage, Usage, priced, total

QUANTILES: Mapping[str, int] = {"p50": 50, "p95": 95, "p99": 99}
"""Percentiles of the search latency, by their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spent:
    """What one scenario, or the whole run, took."""

    n_messages: int
    ingest_ms: float
    settle_ms: float
    searches_ms: tuple[float, ...]
    stored_bytes: int | None
    usage: Usage | None


def costs_section(
    scored: Sequence[ScoredTurn], timings: Mapping[tuple[str, int], Timing], cost_of: CostOf | None = None
) -> dict[str, Any]:
    """The costs of a run, in all and by scenario in the order of `scored`; all points and failed entries count.

    `timings` are by scenario and index; a Turn without one counts as having taken no time. `cost_of` turns tokens into
    money.
    """
    groups: dict[str, list[Turn]] = {}
    for item in scored:
        groups.setdefault(item.turn.scenario, []).append(item.turn)
    spent = {scenario: _spent(turns, timings) for scenario, turns in groups.items()}
    return {
        **_row(_total(list(spent.values())), cost_of),
        "by_scenario": {scenario: _row(one, cost_of) for scenario, one in spent.items()},
    }


def percentile(ascending: Sequence[float], percent: int) -> float | None:
    """The least value that at least `percent` of 100 values do not exceed; None of none.

    The nearest rank, definition 1 of Hyndman and Fan, The American Statistician 50 (1996).

    Raises:
        ValueError: `percent` is not above 0 and at most 100.
    """
    if not 0 < percent <= 100:
        raise ValueError(f"a percentile is above 0 and at most 100, not {percent}")
    if not ascending:
        return None
    return ascending[math.ceil(percent * len(ascending) / 100) - 1]


def _spent(turns: Sequence[Turn], timings: Mapping[tuple[str, int], Timing]) -> _Spent:
    in_time = sorted(turns, key=lambda turn: (turn.cutoff, turn.index))
    kept = [timings.get((turn.scenario, turn.index), Timing()) for turn in in_time]
    sizes = [timing.stored_bytes for timing in kept if timing.stored_bytes is not None]
    usages = [turn.usage for turn in in_time if turn.usage is not None]
    return _Spent(
        n_messages=max((timing.n_delivered for timing in kept), default=0),
        ingest_ms=math.fsum(timing.ingest_ms for timing in kept),
        settle_ms=math.fsum(timing.settle_ms for timing in kept),
        searches_ms=tuple(ms for timing in kept for ms in timing.searches_ms),
        stored_bytes=sizes[-1] if sizes else None,
        usage=total(usages) if usages else None,
    )


def _total(parts: Sequence[_Spent]) -> _Spent:
    sizes = [part.stored_bytes for part in parts if part.stored_bytes is not None]
    usages = [part.usage for part in parts if part.usage is not None]
    return _Spent(
        n_messages=sum(part.n_messages for part in parts),
        ingest_ms=math.fsum(part.ingest_ms for part in parts),
        settle_ms=math.fsum(part.settle_ms for part in parts),
        searches_ms=tuple(ms for part in parts for ms in part.searches_ms),
        stored_bytes=sum(sizes) if len(sizes) == len(parts) and sizes else None,
        usage=total(usages) if usages else None,
    )


def _row(spent: _Spent, cost_of: CostOf | None) -> dict[str, Any]:
    ascending = sorted(spent.searches_ms)
    usage = None if spent.usage is None else priced(spent.usage, cost_of)
    return {
        "messages": spent.n_messages,
        "ingest_ms": spent.ingest_ms,
        "settle_ms": spent.settle_ms,
        "searches": len(ascending),
        "search_ms": {name: percentile(ascending, percent) for name, percent in QUANTILES.items()},
        "stored_bytes": spent.stored_bytes,
        "build": None if usage is None else asdict(usage.build),
        "ask": None if usage is None else asdict(usage.ask),
        "per_1000_messages": _per_1000(spent, None if usage is None else usage.build),
    }


def _per_1000(spent: _Spent, build: PhaseUsage | None) -> dict[str, float | None]:
    """What feeding a thousand messages takes; None where nothing was fed or nobody counted."""

    def rate(amount: float | None) -> float | None:
        return 1000 * amount / spent.n_messages if spent.n_messages and amount is not None else None

    return {
        "ingest_ms": rate(spent.ingest_ms),
        "settle_ms": rate(spent.settle_ms),
        "stored_bytes": rate(spent.stored_bytes),
        "build_requests": rate(None if build is None else build.requests),
        "build_prompt_tokens": rate(None if build is None else build.prompt_tokens),
        "build_completion_tokens": rate(None if build is None else build.completion_tokens),
        "build_cost_usd": rate(None if build is None else build.cost_usd),
    }
