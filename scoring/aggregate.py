"""Means over Turns, overall and sliced; the names are those that VehicleMemBench publishes (arXiv 2603.23840).

A Failure is no zero: the means leave it out, `exact_match_rate_all` counts it as wrong, and both are given.
"""

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from scoring.records import MAIN, Timing, Turn, Verdict
from scoring.shares import share
from scoring.turn_score import TurnScore, score_turn
from scoring.usage import CostOf, Usage, priced, total, total_usage

Measure = Literal["exact match", "answers right", "right"]
"""What being right is: the car as it should be, the right words, or either, as each query wants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredTurn:
    """A Turn and its scores."""

    turn: Turn
    score: TurnScore
    verdict: Verdict | None = None
    """What a judge said of its words, where one was asked and is listened to."""

    @property
    def right(self) -> bool | None:
        """Whether the query was answered right: an exact match where it expects commands, else the words that are.

        None for a Failure, and where nothing says what is right.
        """
        if self.turn.failure is not None:
            return None
        if self.turn.gold.expects_commands:
            return self.score.exact_match
        return None if self.score.answer is None else self.score.answer.right


def score_turns(turns: Iterable[Turn]) -> list[ScoredTurn]:
    """Each Turn with its scores, in the same order."""
    return [ScoredTurn(turn=turn, score=score_turn(turn)) for turn in turns]


_OF_COMMANDS: Mapping[str, Callable[[TurnScore], float]] = {
    "exact_match_rate": lambda s: float(s.exact_match),
    "change_accuracy": lambda s: s.state.change_accuracy,
    "state_f1_positive": lambda s: s.state.f1_positive,
    "state_f1_negative": lambda s: s.state.f1_negative,
    "state_acc_positive": lambda s: s.state.acc_positive,
    "state_precision_positive": lambda s: s.state.precision_positive,
    "state_f1_change": lambda s: s.state.f1_change,
    "state_acc_negative": lambda s: s.state.acc_negative,
    "state_precision_change": lambda s: s.state.precision_change,
    "tool_f1": lambda s: s.calls.f1,
    "tool_precision": lambda s: s.calls.precision,
    "tool_recall": lambda s: s.calls.recall,
}
"""Over the queries that expect commands."""
_OF_ALL: Mapping[str, Callable[[TurnScore], float]] = {
    "avg_pred_calls": lambda s: float(s.n_calls),
    "avg_searches": lambda s: float(s.n_searches),
    "mem_token": lambda s: float(s.mem_tokens),
}
"""Over all that were answered."""
MEANS_OF_COMMANDS = tuple(_OF_COMMANDS)
"""The means over the answered queries that expect commands."""
MEANS_OF_ALL = tuple(_OF_ALL)
"""The means over all answered queries."""


def mean_scores(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Count, failures and the means over the Turns without a Failure. Of none, rates of our own are None, all others 0.

    Those of state and calls are over the queries that expect commands: `with_commands` in number, of which
    `answered_with_commands` have no Failure. Of these, `answered_with_changes` have a reference that changes the car;
    in the others it already is as wanted, or the car rejects what is asked for, and doing nothing is right.
    `right_rate` is over the `rated` queries that say what is right, in commands or in words, of which `answered_rated`
    have no Failure: the exact match where all of them expect commands.
    """
    valid = [item for item in scored if item.turn.failure is None]
    driven = [item.score for item in valid if item.turn.gold.expects_commands]
    changing = [score for score in driven if score.state.is_change_wanted]
    n_driven = sum(item.turn.gold.expects_commands for item in scored)
    verdicts = [item.right for item in valid if item.turn.gold.is_rated]
    means: dict[str, Any] = {
        "count": len(scored),
        "failures": len(scored) - len(valid),
        "with_commands": n_driven,
        "answered_with_commands": len(driven),
        "answered_with_changes": len(changing),
        "rated": sum(item.turn.gold.is_rated for item in scored),
        "answered_rated": len(verdicts),
    }
    for name, value_of in _OF_COMMANDS.items():
        means[name] = sum(map(value_of, driven)) / len(driven) if driven else 0.0
    for name, value_of in _OF_ALL.items():
        means[name] = sum(value_of(item.score) for item in valid) / len(valid) if valid else 0.0
    right = sum(score.exact_match for score in changing)
    means["exact_match_rate_with_changes"] = share(right, len(changing))
    exact = sum(score.exact_match for score in driven)
    means["exact_match_rate_all"] = share(exact, n_driven)
    means["right_rate"] = share(verdicts.count(True), len(verdicts))
    means["right_rate_all"] = share(verdicts.count(True), means["rated"])
    return means


def measure_of(means: Mapping[str, Any]) -> Measure:
    """What `right_rate` of `mean_scores` is the rate of; the exact match, too, where nothing says what is right."""
    if means["with_commands"] == means["rated"]:
        return "exact match"
    return "right" if means["with_commands"] else "answers right"


def leakage(turns: Iterable[Turn]) -> dict[str, int]:
    """How many searches and hits there were, how many hits broke the cutoff, and how many others name no source.

    Searches and hits are those that the log keeps: the agent's, and the replay's own for its scores. `elsewhere` is how
    many of the violations came from other looks, of which only the outcome is kept and which are in no other count: at
    the empty memory, at updates, and after requests to forget.
    """
    counts = {"searches": 0, "hits": 0, "violations": 0, "elsewhere": 0, "unverifiable": 0}
    for turn in turns:
        searches = turn.all_searches
        counts["searches"] += len(searches)
        counts["violations"] += len(turn.violations)
        counts["elsewhere"] += len(turn.leftovers) + len(turn.other_violations)
        counts["hits"] += sum(len(search.hits) + len(search.violations) for search in searches)
        counts["unverifiable"] += sum(search.unverifiable for search in searches)
    return counts


def retrieval(scored: Sequence[ScoredTurn]) -> dict[str, float | None]:
    """Share of the queries with evidence for which the first ten hits of the bare question hold any, or all, of it."""
    scores = [item.score.retrieval for item in scored if item.score.retrieval is not None]
    n_scores = len(scores)
    return {
        "queries": n_scores,
        "evidence_any_at_10": share(sum(score.any_found for score in scores), n_scores),
        "evidence_all_at_10": share(sum(score.all_found for score in scores), n_scores),
    }


def left_out(turns: Iterable[Turn]) -> dict[str, int]:
    """For how many queries the memory's text had to leave messages out, how many in all, and the most for one query."""
    counts = [turn.left_out for turn in turns if turn.left_out]
    return {"queries": len(counts), "messages": sum(counts), "most": max(counts, default=0)}


def malformed_calls(turns: Iterable[Turn]) -> dict[str, Any]:
    """How many calls had arguments that are no JSON object and so ran nothing, of how many queries, and the first."""
    found = [(turn.query_id, call) for turn in turns for call in turn.tool_calls if call.kind == "malformed"]
    first = [f"{query_id}: {call.name}" for query_id, call in found[:1]]
    return {"calls": len(found), "queries": len({query_id for query_id, _ in found}), "first": "".join(first)}


def failed_probes(turns: Iterable[Turn]) -> dict[str, Any]:
    """How many of the replay's own searches failed, so that what they would have told is untold, and the first."""
    failed = [(turn.entry_id, failure) for turn in turns for failure in turn.failed_probes]
    first = [f"{entry_id}: {failure.stage}: {failure.message}" for entry_id, failure in failed[:1]]
    return {"count": len(failed), "first": "".join(first)}


def usage_dict(usage: Usage) -> dict[str, Any]:
    """What models took, by phase and in all."""
    both = total_usage([usage.build, usage.ask])
    return {"build": asdict(usage.build), "ask": asdict(usage.ask), "total": asdict(both)}


def summarize(
    scored: Sequence[ScoredTurn], *, model: str, memory: str, cost_of: CostOf | None = None
) -> dict[str, Any]:
    """The sections of `metric.json` that are sums and means of Turns; with `cost_of`, tokens are turned into money.

    The rates are those of the point `main`; what was spent, leaked or failed is counted over all points.
    """
    main = [item for item in scored if item.turn.point == MAIN]
    usages = [item.turn.usage for item in scored if item.turn.usage is not None]
    usage = priced(total(usages), cost_of)
    valid = [item for item in main if item.turn.failure is None]
    failed = [item for item in main if item.turn.failure is not None]
    n_answered = sum(item.turn.failure is None for item in scored)
    overall = mean_scores(main)
    overall.pop("count")
    return {
        "model": model,
        "memory_type": memory,
        "completed_tasks": len(main),
        "valid_tasks": len(valid),
        "skipped_tasks": len(failed),
        "total_failed": len(failed),
        **overall,
        "mem_token_total": sum(item.score.mem_tokens for item in valid),
        "avg_output_token": usage.ask.completion_tokens / n_answered if n_answered else 0.0,
        "failed_entries": len(scored) - n_answered,
        "first_failure": _first_failure(item.turn for item in scored),
        "failed_probes": failed_probes(item.turn for item in scored),
        "skipped_queries": [item.turn.query_id for item in failed],
        "usage": usage_dict(usage) if usages else None,
        "leakage": leakage(item.turn for item in scored),
        "left_out": left_out(item.turn for item in main),
        "malformed_calls": malformed_calls(item.turn for item in main),
        "cutoff_policies": dict(sorted(Counter(item.turn.cutoff_policy for item in main).items())),
        "broken_references": [item.turn.query_id for item in main if item.turn.broken_reference],
        "without_broken_reference": mean_scores([item for item in main if not item.turn.broken_reference]),
        "by_reasoning_type": _sliced(main, lambda item: (item.turn.gold.reasoning_type,)),
        "by_vehicle_module": _sliced(main, lambda item: item.score.modules),
        "points": by_point(scored),
    }


def by_point(scored: Sequence[ScoredTurn]) -> dict[str, dict[str, Any]]:
    """The means and the retrieval at each point, in the order in which they are first met; of a sweep only."""
    groups: dict[str, list[ScoredTurn]] = {}
    for item in scored:
        groups.setdefault(item.turn.point, []).append(item)
    if list(groups) == [MAIN]:
        return {}
    return {point: {**mean_scores(items), "retrieval": retrieval(items)} for point, items in groups.items()}


def summarize_timing(timings: Iterable[Timing]) -> dict[str, float | None]:
    """Real durations of a run: the median and mean of one search, and the totals of feeding, agent and models."""
    kept = list(timings)
    searches = [ms for timing in kept for ms in timing.searches_ms]
    probes = total_usage(timing.model.probes for timing in kept)
    return {
        "search_ms_median": statistics.median(searches) if searches else None,
        "search_ms_mean": share(sum(searches), len(searches)),
        "ingest_s": sum(timing.ingest_ms for timing in kept) / 1000,
        "settle_s": sum(timing.settle_ms for timing in kept) / 1000,
        "agent_s": sum(timing.agent_ms for timing in kept) / 1000,
        "model_build_s": sum(timing.model.build_ms for timing in kept) / 1000,
        "model_ask_s": sum(timing.model.ask_ms for timing in kept) / 1000,
        "model_retries": sum(timing.model.retries for timing in kept),
        "memory_retries": sum(timing.memory_retries for timing in kept),
        "probe_requests": probes.requests,
        "probe_tokens": probes.prompt_tokens + probes.completion_tokens,
    }


def _sliced(scored: Sequence[ScoredTurn], keys_of: Callable[[ScoredTurn], Iterable[str]]) -> dict[str, dict[str, Any]]:
    slices: dict[str, list[ScoredTurn]] = {}
    for item in scored:
        for key in keys_of(item):
            slices.setdefault(key, []).append(item)
    return {key: mean_scores(slices[key]) for key in sorted(slices)}


def _first_failure(turns: Iterable[Turn]) -> str:
    """`query: stage: message` of the first Failure; empty where there was none."""
    failures = ((turn.entry_id, turn.failure) for turn in turns if turn.failure is not None)
    return next((f"{entry_id}: {failure.stage}: {failure.message}" for entry_id, failure in failures), "")
