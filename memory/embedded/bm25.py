"""BM25 as SQLite's FTS5 computes it, over the rows in which each term stands: the same sums in the same order.

The rule: equal to the bit. Messages that tie in FTS5 tie here, so that no hit changes its place by who did the adding.
The formula and its constants are those of SQLite's documentation of `bm25()`, without weights for columns.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

K1 = 1.2
B = 0.75
LEAST_RARITY = 1e-6
"""What a word of more than half of all messages weighs at least."""


class Rows(NamedTuple):
    """Where one term stands."""

    each: Sequence[int]
    """The rows that hold it, without repetition."""
    often: Mapping[int, int]
    """How often it stands in those that hold it more than once."""


NOWHERE = Rows((), {})


def rows_of(places: Sequence[int]) -> Rows:
    """The rows of a term that are named once for each place where it stands."""
    if len(set(places)) == len(places):
        return Rows(places, {})
    counts = Counter(places)
    return Rows(list(counts), {row: n for row, n in counts.items() if n > 1})


class Bm25:
    """Scores over one set of messages, as it stood when this was made."""

    def __init__(self, lengths: Sequence[int], n_messages: int, n_words: int) -> None:
        """`lengths` holds each row's number of words at the row's place; `n_words` is their sum over `n_messages`."""
        self._lengths = lengths
        self._n_messages = n_messages
        self._average = n_words / n_messages if n_messages else 0.0
        self._shares: dict[int, _Shares] = {}

    def scores(self, terms: Iterable[Rows]) -> dict[int, float]:
        """The scores, above zero, of all rows that hold any of the terms, which are added up in the order given."""
        total: dict[int, float] = {}
        so_far, lengths, once = total.get, self._lengths, self._shares_of(1)
        for each, often in terms:
            rarity = self._rarity(len(each))
            if often:
                for row in each:
                    n = often.get(row)
                    shares = once if n is None else self._shares_of(n)
                    total[row] = so_far(row, 0.0) + rarity * shares[lengths[row]]
            else:
                for row in each:
                    total[row] = so_far(row, 0.0) + rarity * once[lengths[row]]
        return total

    def _shares_of(self, n: int) -> "_Shares":
        shares = self._shares.get(n)
        if shares is None:
            shares = self._shares[n] = _Shares(n, self._average)
        return shares

    def _rarity(self, n_holding: int) -> float:
        rarity = math.log((self._n_messages - n_holding + 0.5) / (n_holding + 0.5))
        return rarity if rarity > 0 else LEAST_RARITY


class _Shares(dict[int, float]):
    """By the length of a message: what a term counts that stands in it `n` times; worked out when first asked for."""

    def __init__(self, n: int, average: float) -> None:
        super().__init__()
        self._n = n
        self._average = average

    def __missing__(self, length: int) -> float:
        share = self._n * (K1 + 1) / (self._n + K1 * (1 - B + B * length / self._average))
        self[length] = share
        return share
