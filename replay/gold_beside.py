"""The run with the gold memory that stands beside another one: what its MemoryScore is measured against.

The rule: same data, same agent, same model, same everything but the memory; else there is no MemoryScore. Nor is there
one where the source gave `gold` nothing to hand out: it was no better than `none`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from replay.agents.registry import agent_names
from replay.config import RunConfig, differences
from replay.model_use import needs_model, prompts_of
from scoring.repeats import memory_score

GOLD = "gold"


def gold_config(config: RunConfig) -> RunConfig | None:
    """The configuration with the gold memory instead; None where it cannot be told, since the agent is not ours."""
    if config.agent not in agent_names():
        return None
    return replace(
        config,
        memory=GOLD,
        memory_options={},
        model=config.model if needs_model(GOLD, config.agent) else None,
        prompts=prompts_of(GOLD, config.agent),
        code_digest="",
    )


def rate_of(config: RunConfig, metric: Mapping[str, Any]) -> float | None:
    """The rate of right answers of a complete run; None where there is none, and for `gold` with empty hands."""
    if config.memory == GOLD and metric.get("mem_token") == 0:
        return None
    rate: float | None = metric.get("right_rate", metric["exact_match_rate"])  # an earlier version had the latter alone
    return rate


def memory_scores(
    runs: Sequence[tuple[RunConfig, float | None]], folder_of: Callable[[RunConfig], Path]
) -> list[float | None]:
    """The MemoryScore of each run, given with its rate of right answers; None where no gold run is at hand.

    A run without a rate is not complete: it has no MemoryScore and is none that another could be measured against.

    One among `runs` comes first, then a complete one in the folder where such a run would be.
    """
    return [_score(config, rate, runs, folder_of) for config, rate in runs]


def gold_folders(
    runs: Sequence[tuple[RunConfig, float | None]], folder_of: Callable[[RunConfig], Path]
) -> list[Path | None]:
    """Where the gold run of another command is that each run was measured against; None where it was not by one."""
    scores = memory_scores(runs, folder_of)
    here = {config.digest() for config, _ in runs}
    wanted = [gold_config(config) for config, _ in runs]
    return [
        None if score is None or gold is None or gold.digest() in here else folder_of(gold)
        for score, gold in zip(scores, wanted, strict=True)
    ]


def _score(
    config: RunConfig,
    rate: float | None,
    runs: Sequence[tuple[RunConfig, float | None]],
    folder_of: Callable[[RunConfig], Path],
) -> float | None:
    wanted = gold_config(config)
    if wanted is None or rate is None:
        return None
    for other, gold_rate in runs:
        if other.digest() == wanted.digest():
            return None if gold_rate is None else memory_score(rate, gold_rate)
    gold_rate_there = _rate_in(folder_of(wanted), wanted)
    return None if gold_rate_there is None else memory_score(rate, gold_rate_there)


def _rate_in(folder: Path, config: RunConfig) -> float | None:
    try:
        there = orjson.loads((folder / "config.json").read_bytes())
        metric = orjson.loads((folder / "metric.json").read_bytes())
        if differences(config.to_dict(), there) or metric["valid_tasks"] != sum(config.scenarios.values()):
            return None
        rate = rate_of(config, metric)
        return None if rate is None else float(rate)
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError):
        return None
