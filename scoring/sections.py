"""The content of `metric.json`, put together in one place: an old run scored again gets what a new one has."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.aggregate import ScoredTurn, summarize, summarize_timing
from scoring.answers import answers_section
from scoring.carmem import carmem_section
from scoring.costs import costs_section
from scoring.diagnosis_section import diagnosis_section
from scoring.injection_section import injection_section
from scoring.intervals import intervals_section
from scoring.leak_delta import leak_delta_section
from scoring.life import life_section
from scoring.own_tools import own_tools_section
from scoring.records import Timing
from scoring.retrieval_section import retrieval_section
from scoring.usage import CostOf


def whole_metric(
    scored: Sequence[ScoredTurn],
    timings: Mapping[tuple[str, int], Timing],
    *,
    model: str,
    memory: str,
    cost_of: CostOf | None = None,
) -> dict[str, Any]:
    """Every section but the digest; `timings` by scenario and entry, of one run."""
    metric = metric_of_turns(scored, timings.values(), model=model, memory=memory, cost_of=cost_of)
    metric["timing"]["costs"] = costs_section(scored, timings, cost_of)
    return metric


def metric_of_turns(
    scored: Sequence[ScoredTurn],
    timings: Iterable[Timing],
    *,
    model: str,
    memory: str,
    cost_of: CostOf | None = None,
) -> dict[str, Any]:
    """What can be said of Turns of one run or of several repeats of it: all but what feeding the memory cost."""
    return {
        **summarize(scored, model=model, memory=memory, cost_of=cost_of),
        "retrieval": retrieval_section(scored),
        "intervals": intervals_section(scored),
        "leak_delta": leak_delta_section(scored),
        "diagnosis": diagnosis_section(scored),
        "life": life_section(scored),
        "answers": answers_section(scored),
        "carmem": carmem_section(scored),
        "injection": injection_section(scored),
        "own_tools": own_tools_section(scored),
        "timing": summarize_timing(timings),
    }
