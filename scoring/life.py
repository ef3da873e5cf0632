"""The life of a memory: how it takes changes, what it still serves of old values, how recall fades, what it forgets.

A Turn with a Failure has no part in any of it. Rates are None where nothing can be told; counts stand beside them.
"""

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.records import BEFORE_EVIDENCE, MAIN, ForgetCheck, Turn, UpdateWatch
from scoring.shares import share
from scoring.spans import AGES, INTERFERENCE, Span
from scoring.staleness import serves_current, stale_rates, staleness

END = "end"


def life_section(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Update lag, stale rate, retention, forgetting and guess rate of a run."""
    valid = [item for item in scored if item.turn.failure is None]
    turns = [item.turn for item in valid]
    watches = [(turn, watch) for turn in turns if turn.point == MAIN and (watch := update_of(turn)) is not None]
    return {
        "update": {**update_lag([watch for _, watch in watches]), **_still_current(watches)},
        "stale": stale_by_point(turns),
        "retention": retention(valid),
        "forgetting": forgetting([item.turn for item in scored]),
        "guess": guess_rate(valid),
    }


def life_entry(turn: Turn) -> dict[str, Any]:
    """What one Turn saw of the memory's life as plain data, for an entry of the results."""
    return {
        "evidence_age_us": turn.evidence_age_us,
        "interference": turn.interference,
        "update": None if turn.update is None else asdict(turn.update),
        "forgetting": [asdict(check) for check in turn.forgetting],
        "stale": asdict(staleness(turn)),
    }


def update_of(turn: Turn) -> UpdateWatch | None:
    """What became of the Turn's change: untold where the memory's hits name no messages, in whatever log."""
    if turn.update is None or turn.names_sources:
        return turn.update
    return UpdateWatch(caught_up=None, lag_us=0, n_messages=0)


def checks_of(turn: Turn) -> tuple[ForgetCheck, ...]:
    """The Turn's checks: what is left by id is untold where the memory's hits name no messages, in whatever log."""
    if turn.names_sources:
        return turn.forgetting
    return tuple(replace(check, hits_by_id=None) for check in turn.forgetting)


def update_lag(watches: Sequence[UpdateWatch]) -> dict[str, Any]:
    """How long changes took, over the watches that saw the memory catch up; those it did not are told apart.

    `at_least_*` of the latter is how long they were watched in vain: a lower bound. Watches of which nothing can be
    told are `untold`, and have no part in the rate.
    """
    caught_up = [watch for watch in watches if watch.caught_up]
    censored = [watch for watch in watches if watch.caught_up is False]
    n_told = len(caught_up) + len(censored)
    return {
        "watched": len(watches),
        "untold": len(watches) - n_told,
        "caught_up": len(caught_up),
        "caught_up_rate": share(len(caught_up), n_told),
        **_lags(caught_up, ""),
        "censored": len(censored),
        **_lags(censored, "at_least_"),
    }


def _still_current(watches: Sequence[tuple[Turn, UpdateWatch]]) -> dict[str, Any]:
    """Of the changes that were caught up with, those whose new value still ranked above the old at the query itself.

    A memory that shows the latest messages catches up at once, and has lost the value again by the time it is needed.
    """
    served = [serves_current(turn) for turn, watch in watches if watch.caught_up]
    told = [is_served for is_served in served if is_served is not None]
    return {"asked_again": len(told), "still_current": sum(told), "still_current_rate": share(sum(told), len(told))}


def stale_by_point(turns: Sequence[Turn]) -> dict[str, Any]:
    """The stale rates at `main`; those of the other points with all the evidence stand under `points`.

    Before all of it was said the old value may have been right, so that points before `main` tell nothing.
    """
    by_point: dict[str, list[Turn]] = {}
    for turn in turns:
        if _is_complete(turn):
            by_point.setdefault(turn.point, []).append(turn)
    later = {point: stale_rates(group) for point, group in by_point.items() if point != MAIN}
    return {**stale_rates(by_point.get(MAIN, [])), "points": later}


def retention(valid: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Right answers and recall by the age of the evidence, and by the messages in between.

    Over the points with all the evidence: `main`, its delays, `end`; right answers over those entries that say what is
    right, `rated` in number, and exact match over those that expect commands, `with_commands` in number. `unaged`
    counts the entries without an age.
    """
    complete = [item for item in valid if _is_complete(item.turn)]
    return {
        "by_age": _curve(complete, AGES, lambda turn: turn.evidence_age_us),
        "by_interference": _curve(complete, INTERFERENCE, lambda turn: turn.interference),
        "unaged": sum(item.turn.evidence_age_us is None for item in complete),
    }


def forgetting(turns: Sequence[Turn]) -> dict[str, Any]:
    """What is left after requests to forget, overall and by the time since; Turns with a Failure tell nothing.

    A request counts once at each cutoff of each repeat. Where an entry comes more than once, the first time is of the
    first repeat, and so on.
    """
    times: Counter[tuple[str, int]] = Counter()
    checks: dict[tuple[object, ...], ForgetCheck] = {}
    for turn in turns:
        repeat = times[turn.scenario, turn.index]
        times[turn.scenario, turn.index] += 1
        if turn.failure is None:
            for request, check in _by_request(checks_of(turn)):
                checks.setdefault((repeat, turn.scenario, turn.cutoff, request), check)
    kept = list(checks.values())
    curve = [
        {"since": span.name, **_residual([check for check in kept if span.holds(check.since_us)])} for span in AGES
    ]
    return {**_residual(kept), "by_time": curve}


def guess_rate(valid: Sequence[ScoredTurn]) -> dict[str, Any]:
    """Right answers just before any evidence; whoever is right there guessed, or peeked."""
    guesses = [item.right for item in valid if item.turn.point == BEFORE_EVIDENCE and item.right is not None]
    return {"queries": len(guesses), "right": sum(guesses), "guess_rate": share(sum(guesses), len(guesses))}


def _by_request(checks: Sequence[ForgetCheck]) -> list[tuple[object, ForgetCheck]]:
    """Each check with what tells its request from others; in a log without numbers, its instant and place there."""
    times: Counter[int] = Counter()
    named: list[tuple[object, ForgetCheck]] = []
    for check in checks:
        named.append(((check.since_us, times[check.since_us]) if check.request is None else check.request, check))
        times[check.since_us] += 1
    return named


def _is_complete(turn: Turn) -> bool:
    """Whether all the evidence is there: at `main`, its delays and `end`."""
    return turn.point in (MAIN, END) or turn.point.startswith(f"{MAIN}+")


def _lags(watches: Sequence[UpdateWatch], prefix: str) -> Mapping[str, float | None]:
    times, messages = [watch.lag_us for watch in watches], [watch.n_messages for watch in watches]
    return {
        f"{prefix}lag_us_mean": statistics.fmean(times) if times else None,
        f"{prefix}lag_us_median": statistics.median(times) if times else None,
        f"{prefix}messages_mean": statistics.fmean(messages) if messages else None,
        f"{prefix}messages_median": statistics.median(messages) if messages else None,
    }


def _curve(
    items: Sequence[ScoredTurn], spans: Sequence[Span], value_of: Callable[[Turn], int | None]
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for span in spans:
        inside = [item for item in items if (value := value_of(item.turn)) is not None and span.holds(value)]
        rated = [item.right for item in inside if item.right is not None]
        driven = [item.score.exact_match for item in inside if item.turn.gold.expects_commands]
        recalls = [item.score.retrieval for item in inside if item.score.retrieval is not None]
        between = [item.turn.interference for item in inside if item.turn.interference is not None]
        rows.append(
            {
                "span": span.name,
                "entries": len(inside),
                "rated": len(rated),
                "right_rate": share(sum(rated), len(rated)),
                "with_commands": len(driven),
                "exact_match_rate": share(sum(driven), len(driven)),
                "searched": len(recalls),
                "evidence_any_at_10": share(sum(recall.any_found for recall in recalls), len(recalls)),
                "evidence_all_at_10": share(sum(recall.all_found for recall in recalls), len(recalls)),
                "interference_mean": statistics.fmean(between) if between else None,
            }
        )
    return rows


def _residual(checks: Sequence[ForgetCheck]) -> dict[str, Any]:
    n_forgotten = sum(check.n_forgotten for check in checks)
    n_bystanders = sum(check.n_bystanders for check in checks)
    n_left = sum(check.n_bystanders_left for check in checks)
    by_id = [(check.n_forgotten, check.hits_by_id) for check in checks if check.hits_by_id is not None]
    by_words = [(check.n_forgotten, check.hits_by_content) for check in checks if check.hits_by_content is not None]
    lost = [(check.n_bystanders, check.n_bystanders_lost) for check in checks if check.n_bystanders_lost is not None]
    return {
        "checks": len(checks),
        "forgotten": n_forgotten,
        "residual_by_id": share(sum(hits for _, hits in by_id), sum(n for n, _ in by_id)),
        "residual_by_content": share(sum(hits for _, hits in by_words), sum(n for n, _ in by_words)),
        "bystanders": n_bystanders,
        "collateral_at_request": share(sum(n_lost for _, n_lost in lost), sum(n for n, _ in lost)),
        "collateral_loss": share(n_bystanders - n_left, n_bystanders),
    }
