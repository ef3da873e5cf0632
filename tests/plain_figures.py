"""The figures of a run worked out a second time, from its records alone, each in the plainest way.

Nothing here is taken from the code that works them out: a rule that is forgotten there (a Failure, a point, a query
that expects no commands) is not forgotten here, too.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from scoring.records import Turn
from scoring.tokens import count_tokens
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.settings import FIELDS, LABEL_LEAVES
from vehicle.state import FACTORY

ValueOf = Callable[[Turn], float | None]
Figures = dict[str, float | None]
COMPLETE = ("main", "end", "main+7d")


def mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def at(turns: Iterable[Turn], *points: str) -> list[Turn]:
    return [turn for turn in turns if turn.point in points]


def car(commands: Sequence[Command]) -> dict[str, object]:
    return dict(carry_out(FACTORY, commands).state.changes())


def _harmonic(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a and b else 0.0


def of_commands(turn: Turn) -> dict[str, float]:
    """What the published measures say of the car and the calls; of an answered query that expects commands."""
    should, did = car(turn.gold.commands), car(turn.predicted.commands)
    both = [path for path in should if path in did]
    same = sum(should[path] == did[path] for path in both)
    if not should and not did:
        recall = precision = change_recall = change_precision = 1.0
    else:
        recall, change_recall = (n / len(should) if should else 0.0 for n in (len(both), same))
        precision, change_precision = (n / len(did) if did else 0.0 for n in (len(both), same))
    n_all = len(FIELDS) + LABEL_LEAVES
    still = n_all - len({*should, *did})
    still_recall, still_precision = still / (n_all - len(should)), still / (still + len(should) - len(both))
    wanted, called = [repr(one) for one in turn.gold.commands], [repr(one) for one in turn.predicted.commands]
    met = len(set(wanted) & set(called))
    tool_precision, tool_recall = met / len(called) if called else 0.0, met / len(wanted) if wanted else 0.0
    return {
        "exact_match_rate": float(should == did),
        "change_accuracy": change_recall,
        "state_f1_positive": _harmonic(recall, precision),
        "state_f1_negative": _harmonic(still_recall, still_precision),
        "state_acc_positive": recall,
        "state_precision_positive": precision,
        "state_f1_change": _harmonic(change_recall, change_precision),
        "state_acc_negative": still_recall,
        "state_precision_change": change_precision,
        "tool_f1": _harmonic(tool_precision, tool_recall),
        "tool_precision": tool_precision,
        "tool_recall": tool_recall,
    }


def driven(name: str) -> ValueOf:
    return lambda turn: of_commands(turn)[name] if turn.failure is None and turn.gold.expects_commands else None


def exact_all(turn: Turn) -> float | None:
    if not turn.gold.expects_commands:
        return None
    return 0.0 if turn.failure is not None else of_commands(turn)["exact_match_rate"]


def right(turn: Turn) -> float | None:
    """Of an answered query that says what is right: the car where commands are wanted, else the words."""
    if turn.failure is not None or not is_rated(turn):
        return None
    return of_commands(turn)["exact_match_rate"] if turn.gold.expects_commands else float(is_right(turn))


def is_rated(turn: Turn) -> bool:
    return turn.gold.expects_commands or turn.gold.answer is not None


def right_all(turn: Turn) -> float | None:
    return (right(turn) or 0.0) if is_rated(turn) else None


def accuracy(turn: Turn) -> float | None:
    return None if turn.failure is not None or turn.gold.answer is None else float(is_right(turn))


def accuracy_all(turn: Turn) -> float | None:
    return None if turn.gold.answer is None else (accuracy(turn) or 0.0)


def mem_tokens(turn: Turn) -> float | None:
    if turn.failure is not None:
        return None
    n = count_tokens(turn.context) if turn.context else 0
    for call in turn.tool_calls:
        if call.search is not None:
            n += sum(count_tokens(hit.text) for hit in call.search.hits[: call.top_k])
    return float(n)


def n_calls(turn: Turn) -> float | None:
    return None if turn.failure is not None else float(len(turn.tool_calls))


def n_searches(turn: Turn) -> float | None:
    return None if turn.failure is not None else float(sum(call.kind == "search" for call in turn.tool_calls))


def bare_hits(turn: Turn) -> list[tuple[str, ...]] | None:
    """The messages that each hit for the bare question names; None where nobody searched for it."""
    made = [turn.probe, *(call.search for call in turn.tool_calls)]
    fit = [one for one in made if one is not None and one.query == turn.query and one.limit >= 10]
    return [hit.message_ids for hit in fit[0].hits] if fit else None


def _sessions_met(turn: Turn) -> list[bool] | None:
    hits = bare_hits(turn)
    if turn.failure is not None or hits is None or not turn.evidence_sessions or not turn.names_sources:
        return None
    if hits and not any(hits):
        return None
    firsts = {ids[0] for ids in hits[:10] if ids}
    return [bool(firsts & set(session)) for session in turn.evidence_sessions]


def any_at_10(turn: Turn) -> float | None:
    met = _sessions_met(turn)
    return None if met is None else float(any(met))


def all_at_10(turn: Turn) -> float | None:
    met = _sessions_met(turn)
    return None if met is None else float(all(met))


def exact_with_changes(turn: Turn) -> float | None:
    return driven("exact_match_rate")(turn) if car(turn.gold.commands) else None


PAIRED: dict[str, ValueOf] = {
    "exact_match_rate": driven("exact_match_rate"),
    "exact_match_rate_all": exact_all,
    "exact_match_rate_with_changes": exact_with_changes,
    "state_f1_positive": driven("state_f1_positive"),
    "state_f1_change": driven("state_f1_change"),
    "change_accuracy": driven("change_accuracy"),
    "tool_f1": driven("tool_f1"),
    "right_rate": right,
    "right_rate_all": right_all,
    "accuracy_valid": accuracy,
    "accuracy_all": accuracy_all,
    "evidence_any_at_10": any_at_10,
    "evidence_all_at_10": all_at_10,
    "mem_token": mem_tokens,
    "avg_pred_calls": n_calls,
    "avg_searches": n_searches,
}
"""What two runs are compared by."""


def rates(turns: Sequence[Turn]) -> Figures:
    """The row of a table; a mean of nothing is 0 where it is a published one."""
    row: Figures = {
        "count": len(turns),
        "failures": sum(turn.failure is not None for turn in turns),
        "with_commands": sum(turn.gold.expects_commands for turn in turns),
        "answered_with_commands": sum(turn.gold.expects_commands and turn.failure is None for turn in turns),
        "rated": sum(map(is_rated, turns)),
        "answered_rated": sum(right(turn) is not None for turn in turns),
        "right_rate": mean(map(right, turns)),
        "right_rate_all": mean(map(right_all, turns)),
        "exact_match_rate_all": mean(map(exact_all, turns)),
        "mem_token": mean(map(mem_tokens, turns)),
        "avg_pred_calls": mean(map(n_calls, turns)),
        "avg_searches": mean(map(n_searches, turns)),
    }
    names = of_commands(turns[0]) if turns else {}
    row |= {name: mean(map(driven(name), turns)) for name in names}
    row |= {
        "answered_with_changes": sum(exact_with_changes(turn) is not None for turn in turns),
        "exact_match_rate_with_changes": mean(map(exact_with_changes, turns)),
    }
    own = {"right_rate", "right_rate_all", "exact_match_rate_all", "exact_match_rate_with_changes"}
    return {name: 0.0 if value is None and name not in own else value for name, value in row.items()}


def found(turns: Sequence[Turn]) -> Figures:
    return {
        "queries": sum(any_at_10(turn) is not None for turn in turns),
        "evidence_any_at_10": mean(map(any_at_10, turns)),
        "evidence_all_at_10": mean(map(all_at_10, turns)),
    }


def paired(a: Sequence[Turn], b: Sequence[Turn], value_of: ValueOf) -> list[tuple[float, float]]:
    """The mean over the repeats of each query that has the figure on both sides."""
    pairs = []
    for query_id in dict.fromkeys(turn.query_id for turn in a):
        in_a, in_b = (mean(value_of(turn) for turn in turns if turn.query_id == query_id) for turns in (a, b))
        if in_a is not None and in_b is not None:
            pairs.append((in_a, in_b))
    return pairs


def said(turn: Turn) -> str:
    return turn.decisions[-1]["choice"] if turn.decisions else ""


def is_right(turn: Turn) -> bool:
    return ("don't know" in said(turn)) if turn.gold.answer == "" else said(turn) == turn.gold.answer


def stale_answer(turn: Turn) -> float | None:
    """Of answered queries with a superseded value that leads elsewhere than the reference."""
    if turn.failure is not None:
        return None
    olds = [car(one.commands) for one in turn.gold.superseded if one.commands]
    olds = [old for old in olds if old != car(turn.gold.commands)]
    return float(bool(turn.predicted.commands) and car(turn.predicted.commands) in olds) if olds else None


def superseded_ids(turn: Turn) -> set[str]:
    return {one for each in turn.gold.superseded for one in each.message_ids}


def current_ids(turn: Turn) -> set[str]:
    return set(turn.gold.evidence_ids) - superseded_ids(turn)


def stale_first(turn: Turn) -> float | None:
    hits = bare_hits(turn)
    old = superseded_ids(turn)
    if turn.failure is not None or hits is None or not old or not turn.names_sources or (hits and not any(hits)):
        return None
    current = current_ids(turn)
    return float(bool(hits) and bool(old & set(hits[0])) and not current & set(hits[0]))


def first_rank(turn: Turn) -> int | None:
    hits = bare_hits(turn) or []
    return next((n for n, ids in enumerate(hits, start=1) if set(ids) & set(turn.gold.evidence_ids)), None)
