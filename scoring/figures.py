"""The figures of a query that stand with an interval or are compared between runs, each with its rule for Failures.

Repeats of a query are taken together first: its value is their mean, so that a query counts once however often it was
asked.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

from scoring.aggregate import ScoredTurn
from scoring.records import MAIN
from scoring.statistics import PairedDifference, bounds_dict, paired_difference

FigureOf = Callable[[ScoredTurn], float | None]
"""A query's value; None where it has none and is left out."""


def exact_match(scored: ScoredTurn) -> float | None:
    """1 for an exact match, 0 for none; None for a Failure, and where no commands are expected."""
    return _driven(lambda s: float(s.score.exact_match))(scored)


def right(scored: ScoredTurn) -> float | None:
    """1 for a right answer, be it commands or words, 0 for a wrong one; None as in `ScoredTurn.right`."""
    return None if scored.right is None else float(scored.right)


def right_by_query(scored: Iterable[ScoredTurn]) -> dict[str, bool | None]:
    """Whether each answer at the point `main` was right, by query id; None as in `ScoredTurn.right`."""
    return {item.turn.query_id: item.right for item in scored if item.turn.point == MAIN}


def _exact_match_all(scored: ScoredTurn) -> float | None:
    if not scored.turn.gold.expects_commands:
        return None
    return float(scored.turn.failure is None and scored.score.exact_match)


def _right_all(scored: ScoredTurn) -> float | None:
    return float(scored.right is True) if scored.turn.gold.is_rated else None


def _accuracy_all(scored: ScoredTurn) -> float | None:
    if scored.turn.gold.answer is None:
        return None
    return float(scored.score.answer is not None and scored.score.answer.right)


def _answer_f1(scored: ScoredTurn) -> float | None:
    answer = scored.score.answer
    return None if answer is None or answer.is_open else answer.f1


def _answered(value_of: Callable[[ScoredTurn], float]) -> FigureOf:
    """Of every query that was answered."""
    return lambda s: None if s.turn.failure is not None else value_of(s)


def _driven(value_of: Callable[[ScoredTurn], float]) -> FigureOf:
    """Of a query that was answered and expects commands."""
    answered = _answered(value_of)
    return lambda s: answered(s) if s.turn.gold.expects_commands else None


RATES: Mapping[str, FigureOf] = {
    "exact_match_rate": exact_match,
    "exact_match_rate_all": _exact_match_all,
    "exact_match_rate_with_changes": lambda s: exact_match(s) if s.score.state.is_change_wanted else None,
    "state_f1_positive": _driven(lambda s: s.score.state.f1_positive),
    "state_f1_change": _driven(lambda s: s.score.state.f1_change),
    "change_accuracy": _driven(lambda s: s.score.state.change_accuracy),
    "tool_f1": _driven(lambda s: s.score.calls.f1),
    "right_rate": right,
    "right_rate_all": _right_all,
    "accuracy_valid": lambda s: None if s.score.answer is None else float(s.score.answer.right),
    "accuracy_all": _accuracy_all,
    "answer_f1": _answer_f1,
    "evidence_any_at_10": lambda s: None if s.score.retrieval is None else float(s.score.retrieval.any_found),
    "evidence_all_at_10": lambda s: None if s.score.retrieval is None else float(s.score.retrieval.all_found),
}
"""Between 0 and 1; their means stand under the same names in `metric.json`, the last two under `retrieval`, and those
of answers in words under `answers.answers`, where `answer_f1` is `f1`."""

OF_A_JUDGE: Mapping[str, FigureOf] = {
    "correct_valid": lambda s: None if s.verdict is None else float(s.verdict == "correct"),
}
"""Of answers on which a judge gave a verdict; the mean stands under the same name under `answers.judge`."""

AMOUNTS: Mapping[str, FigureOf] = {
    "mem_token": _answered(lambda s: float(s.score.mem_tokens)),
    "avg_pred_calls": _answered(lambda s: float(s.score.n_calls)),
    "avg_searches": _answered(lambda s: float(s.score.n_searches)),
}
"""What an answer took, whatever its query expects; their means stand under the same names in `metric.json`."""

ByQuery = Mapping[str, Sequence[ScoredTurn]]
"""The repeats of each query at one point, by query id; one each where nothing was repeated."""


def by_query(scored: Iterable[ScoredTurn], point: str) -> dict[str, list[ScoredTurn]]:
    """The Turns at `point` by query id, in the order in which they are first met."""
    groups: dict[str, list[ScoredTurn]] = {}
    for item in scored:
        if item.turn.point == point:
            groups.setdefault(item.turn.query_id, []).append(item)
    return groups


def mean_figure(repeats: Sequence[ScoredTurn], value_of: FigureOf) -> float | None:
    """The mean over those repeats that have the figure; None where none has."""
    values = [value for item in repeats if (value := value_of(item)) is not None]
    return fmean(values) if values else None


def paired_values(a: ByQuery, b: ByQuery, value_of: FigureOf) -> list[tuple[str, float, float]]:
    """(scenario, value in A, value in B) of each query that has the figure in both, in the order of A."""
    pairs: list[tuple[str, float, float]] = []
    for query_id, repeats in a.items():
        in_a, in_b = mean_figure(repeats, value_of), mean_figure(b.get(query_id, ()), value_of)
        if in_a is not None and in_b is not None:
            pairs.append((repeats[0].turn.scenario, in_a, in_b))
    return pairs


def difference_dict(pairs: Iterable[tuple[str, float, float]]) -> dict[str, float | None]:
    """The difference of paired values as plain data: `queries`, `a`, `b`, `difference`, `low`, `high`.

    The bounds are None for fewer than two scenarios.
    """
    found: PairedDifference = paired_difference(pairs)
    return {
        "queries": found.n_pairs,
        "a": found.mean_a,
        "b": found.mean_b,
        "difference": found.difference,
        **bounds_dict(found.interval),
    }


def by_reasoning_type(queries: ByQuery) -> dict[str, dict[str, Sequence[ScoredTurn]]]:
    """The queries of each reasoning type, the types in alphabetical order."""
    groups: dict[str, dict[str, Sequence[ScoredTurn]]] = {}
    for query_id, repeats in queries.items():
        groups.setdefault(repeats[0].turn.gold.reasoning_type, {})[query_id] = repeats
    return dict(sorted(groups.items()))
