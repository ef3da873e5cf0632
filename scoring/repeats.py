"""What several runs of one configuration say together: how steady a result is, and how much of it was luck.

`pass^k` is the chance that k repeats of a query are all right (Yao et al., arXiv 2406.12045), `pass@k` that at least
one of k is (Chen et al., arXiv 2107.03374). Both are estimated without bias from n repeats of which c were right:
C(c, k) / C(n, k), and 1 - C(n - c, k) / C(n, k). A Failure is no repeat: it is left out of n.
"""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Verdicts = Mapping[str, bool | None]
"""One repeat: whether each query's answer at the point `main` was right, by query id; None for a Failure, and where
nothing says what is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRepeats:
    """One query over all repeats."""

    n_valid: int
    """Repeats with an answer."""
    n_right: int
    mean: float
    """Share of the answers that were right; 0 where there are none."""
    deviation: float
    """Sample standard deviation of right (1) and wrong (0); 0 for fewer than two answers."""
    pass_all: Mapping[int, float]
    """pass^k by k, for k from 1 to `n_valid`."""
    pass_any: Mapping[int, float]
    """pass@k by k, for k from 1 to `n_valid`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """All queries over all repeats."""

    n_repeats: int
    right_rates: tuple[float, ...]
    """Of each repeat, failures left out; 0 for a repeat without an answer."""
    mean: float
    """Of the rates of those repeats that have answers."""
    deviation: float
    """Sample standard deviation of these rates; 0 for fewer than two."""
    pass_all: Mapping[int, float]
    """The mean of pass^k over the queries with at least k answers, by k from 1 to `n_repeats`; k without any is left
    out."""
    pass_any: Mapping[int, float]
    """The same of pass@k."""
    queries: Mapping[str, QueryRepeats]
    """By query id, in the order in which they are first met."""


def summarize_repeats(repeats: Sequence[Verdicts]) -> Repeats:
    """The repeats taken together; none gives zeros and nothing by k. A query may be missing from some repeats."""
    outcomes: dict[str, list[bool]] = {}
    rates: list[float] = []
    answered: list[float] = []
    for repeat in repeats:
        valid = [exact for exact in repeat.values() if exact is not None]
        rates.append(sum(valid) / len(valid) if valid else 0.0)
        if valid:
            answered.append(rates[-1])
        for query_id, exact in repeat.items():
            kept = outcomes.setdefault(query_id, [])
            if exact is not None:
                kept.append(exact)
    queries = {query_id: _of_query(kept) for query_id, kept in outcomes.items()}
    ks = range(1, len(repeats) + 1)
    return Repeats(
        n_repeats=len(repeats),
        right_rates=tuple(rates),
        mean=statistics.fmean(answered) if answered else 0.0,
        deviation=_deviation(answered),
        pass_all=_means([query.pass_all for query in queries.values()], ks),
        pass_any=_means([query.pass_any for query in queries.values()], ks),
        queries=queries,
    )


def pass_all_of(n: int, c: int, k: int) -> float:
    """pass^k: the estimated chance that k repeats are all right, from n of which c were.

    Raises:
        ValueError: not 0 <= c <= n, or not 1 <= k <= n.
    """
    _check(n, c, k)
    return math.comb(c, k) / math.comb(n, k)


def pass_any_of(n: int, c: int, k: int) -> float:
    """pass@k: the estimated chance that at least one of k repeats is right, from n of which c were.

    Raises:
        ValueError: not 0 <= c <= n, or not 1 <= k <= n.
    """
    _check(n, c, k)
    return 1 - math.comb(n - c, k) / math.comb(n, k)


def memory_score(right_rate: float, gold_rate: float) -> float | None:
    """MemoryScore: the rate of a memory over that with the gold memory, same model (arXiv 2603.23840).

    The rate is the exact match, or the share of right answers where queries want words. None where nothing is right
    even with gold. It may exceed 1.
    """
    return right_rate / gold_rate if gold_rate > 0 else None


def _check(n: int, c: int, k: int) -> None:
    if not 0 <= c <= n or not 1 <= k <= n:
        raise ValueError(f"{c} of {n} right, {k} drawn: 0 <= right <= all and 1 <= drawn <= all are needed")


def _of_query(outcomes: Sequence[bool]) -> QueryRepeats:
    n, c = len(outcomes), sum(outcomes)
    return QueryRepeats(
        n_valid=n,
        n_right=c,
        mean=c / n if n else 0.0,
        deviation=_deviation([float(exact) for exact in outcomes]),
        pass_all={k: pass_all_of(n, c, k) for k in range(1, n + 1)},
        pass_any={k: pass_any_of(n, c, k) for k in range(1, n + 1)},
    )


def _deviation(values: Sequence[float]) -> float:
    return statistics.stdev(values) if len(values) > 1 else 0.0


def _means(by_k: Sequence[Mapping[int, float]], ks: Sequence[int]) -> dict[int, float]:
    means: dict[int, float] = {}
    for k in ks:
        known = [values[k] for values in by_k if k in values]
        if known:
            means[k] = statistics.fmean(known)
    return means
