"""How good a ranking is: pure functions on ids, best first, with binary relevance.

Definitions: recall, precision, hit rate and reciprocal rank as in Manning, Raghavan and Schütze, Introduction to
Information Retrieval, chapter 8; nDCG after Järvelin and Kekäläinen (ACM TOIS 20, 2002) with the discount
1 / log2(rank + 1). `ndcg_longmemeval` is the variant that LongMemEval publishes (arXiv 2410.10813).

For all of them: a rank counts from 1, a ranking has no ties (its order is what was given back), `k` is at least 1 and
may be larger than the ranking, and an id that comes again is not relevant again. Where nothing is relevant there is
nothing to find, and everything is 0; whoever averages leaves such rankings out.
"""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate

CUTOFFS = (1, 3, 5, 10, 20)
"""The k of every table."""
DEEP_CUTOFFS = (30, 50)
"""The k that are there only where some ranking is so long."""


def gains(ranking: Sequence[str], relevant: Collection[str]) -> list[bool]:
    """For each rank whether a relevant id stands there for the first time."""
    wanted = set(relevant)
    found: list[bool] = []
    for item in ranking:
        found.append(item in wanted)
        wanted.discard(item)
    return found


def recall_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """The share of the relevant ids that are among the first `k`."""
    wanted = set(relevant)
    return len(wanted.intersection(ranking[:k])) / len(wanted) if wanted else 0.0


def precision_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """The number of relevant ids among the first `k`, over `k`: ranks that are not there count as not relevant."""
    return len(set(relevant).intersection(ranking[:k])) / k


def hit_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> bool:
    """Whether any relevant id is among the first `k`; its mean is the hit rate."""
    return not set(relevant).isdisjoint(ranking[:k])


def all_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> bool:
    """Whether all relevant ids are among the first `k`."""
    return bool(relevant) and set(relevant).issubset(ranking[:k])


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str]) -> float:
    """1 over the rank of the first relevant id; 0 where there is none."""
    wanted = set(relevant)
    return next((1.0 / rank for rank, item in enumerate(ranking, start=1) if item in wanted), 0.0)


def ndcg_at(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """The discounted gain of the first `k`, over that of a ranking that begins with all relevant ids.

    The ideal ranking has every relevant id, also those that are not in `ranking`.
    """
    wanted = set(relevant)
    return ndcg_of_ranks(found_ranks(ranking, wanted), len(wanted), k)


def ndcg_longmemeval(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """LongMemEval's nDCG: the first and second rank are not discounted, the rank i > 2 is by log2(i).

    An id that comes again counts again, and the ideal is the same ranking, sorted: what is not in it is not missed.
    """
    return ndcg_longmemeval_of_ranks(found_ranks(ranking, set(relevant), again=True), k)


def session_depth(sessions: Iterable[str], k: int) -> int:
    """How long the beginning of a ranking of sessions is that holds `k` different ones; the whole where it has fewer.

    LongMemEval compares sessions so: with their repetitions, over a beginning of this length.
    """
    beginning: list[str] = []
    seen: set[str] = set()
    for session in sessions:
        beginning.append(session)
        seen.add(session)
        if len(seen) >= k:
            break
    return len(beginning)


def found_ranks(ranking: Sequence[str], relevant: Collection[str], *, again: bool = False) -> list[int]:
    """The ranks at which relevant ids stand, ascending; with `again` also where one comes again."""
    if again:
        return [rank for rank, item in enumerate(ranking, start=1) if item in relevant]
    return [rank for rank, gain in enumerate(gains(ranking, relevant), start=1) if gain]


def ndcg_of_ranks(ranks: Sequence[int], n_relevant: int, k: int) -> float:
    """`ndcg_at` from the ranks of `found_ranks`."""
    best = min(k, n_relevant)
    return sum(_STANDARD.of(rank) for rank in ranks if rank <= k) / _STANDARD.total(best) if best else 0.0


def ndcg_longmemeval_of_ranks(ranks: Sequence[int], k: int) -> float:
    """`ndcg_longmemeval` from the ranks of `found_ranks` with `again`."""
    best = min(k, len(ranks))
    return sum(_LONGMEMEVAL.of(rank) for rank in ranks if rank <= k) / _LONGMEMEVAL.total(best) if best else 0.0


class _Discounts:
    """The discounts by rank and their sums, worked out once as far as they were needed."""

    def __init__(self, discount: Callable[[int], float]) -> None:
        self._discount = discount
        self._each: list[float] = []
        self._sums: list[float] = []

    def of(self, rank: int) -> float:
        self._reach(rank)
        return self._each[rank - 1]

    def total(self, n: int) -> float:
        self._reach(n)
        return self._sums[n - 1]

    def _reach(self, n: int) -> None:
        if len(self._each) < n:
            self._each = [self._discount(rank) for rank in range(1, 2 * n + 1)]
            self._sums = list(accumulate(self._each))


_STANDARD = _Discounts(lambda rank: 1.0 / math.log2(rank + 1))
_LONGMEMEVAL = _Discounts(lambda rank: 1.0 / math.log2(max(rank, 2)))
