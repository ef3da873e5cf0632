"""How good a ranking is: pure functions on the ranks at which something relevant stands.

Definitions: nDCG after Järvelin and Kekäläinen (ACM TOIS 20, 2002) with the discount 1 / log2(rank + 1), and with the
variant that LongMemEval publishes (arXiv 2410.10813).

A rank counts from 1, a ranking has no ties (its order is what was given back), and `k` is at least 1 and may be larger
than the ranking. Where nothing is relevant there is nothing to find, and everything is 0; whoever averages leaves such
rankings out.
"""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate

CUTOFFS = (1, 3, 5, 10, 20)
"""The k of every table."""
DEEP_CUTOFFS = (30, 50)
"""The k that are there only where some ranking is so long."""


def session_depth(sessions: Iterable[str], k: int) -> int:
    """How long the beginning of a ranking of sessions is that holds `k` different ones; the whole where it has fewer.

    LongMemEval compares sessions so: with their repetitions, over a beginning of this length.
    """
    depth = 0
    seen: set[str] = set()
    for session in sessions:
        depth += 1
        seen.add(session)
        if len(seen) >= k:
            break
    return depth


def found_ranks(ranking: Sequence[str], relevant: Collection[str], *, again: bool = False) -> list[int]:
    """The ranks at which relevant ids stand, ascending; with `again` also where one comes again."""
    wanted = set(relevant)
    ranks: list[int] = []
    for rank, item in enumerate(ranking, start=1):
        if item in wanted:
            ranks.append(rank)
            if not again:
                wanted.discard(item)
    return ranks


def ndcg(ranks: Sequence[int], n_relevant: int, k: int) -> float:
    """The discounted gain of the first `k` of a ranking, over that of one that begins with all that is relevant.

    `ranks` are those of `found_ranks`. The ideal ranking has every relevant id, also those that were not found.
    """
    best = min(k, n_relevant)
    return sum(_STANDARD.of(rank) for rank in ranks if rank <= k) / _STANDARD.total(best) if best else 0.0


def ndcg_longmemeval(ranks: Sequence[int], k: int) -> float:
    """LongMemEval's nDCG: the first and second rank are not discounted, the rank i > 2 is by log2(i).

    `ranks` are those of `found_ranks` with `again`. The ideal is the same ranking, sorted: what is not in it is not
    missed.
    """
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
