"""Hits spread over occasions: ten lines of one talk tell less than ten talks.

The rule: what is said within half an hour of a better hit mostly says the same again, so each such neighbour halves a
hit's score (`decay`). It depends on better hits alone: asking for fewer hits gives the beginning of the same list.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from heapq import heappush, heappushpop
from typing import NamedTuple

from memory.instants import MINUTE_US

OCCASION_US = 30 * MINUTE_US
"""How far apart, in microseconds, two messages of one occasion may be."""

DECAY = 0.5
"""What a better hit of the same occasion leaves of a score."""


class Candidate(NamedTuple):
    """A message that may become a hit."""

    row: int
    """Its row in the store; of two candidates the newer one has the greater row."""
    at_us: int
    score: float
    """Above zero."""


def spread(candidates: Iterable[Candidate], *, decay: float = DECAY) -> list[tuple[int, float]]:
    """The rows with their new scores, best first; of equal scores the newer message comes first.

    A score is multiplied by `decay`, above 0 and at most 1, once for each better candidate within `OCCASION_US`, that
    span included. With 1 nothing but the order changes; no candidates give the empty list.
    """
    return spread_ranked(sorted(candidates, key=lambda candidate: (-candidate.score, -candidate.row)), decay=decay)


def spread_ranked(
    ranked: Iterable[Candidate], *, decay: float = DECAY, limit: int | None = None
) -> list[tuple[int, float]]:
    """What `spread` gives, or its first `limit` rows (at least 1), for candidates in order.

    They must come best first, of equal scores the newer first. With a limit, those that cannot be among the first any
    more are not asked for.
    """
    better: list[int] = []  # instants of the candidates before, ascending
    found: list[tuple[float, int]] = []
    best: list[float] = []  # the `limit` best new scores so far, a heap
    for row, at_us, score in ranked:
        if len(best) == limit and score < best[0]:
            break  # no new score is above the old one
        first = bisect_left(better, at_us - OCCASION_US)
        last = bisect_right(better, at_us + OCCASION_US, lo=first)
        insort(better, at_us, lo=first, hi=last)
        score *= decay ** (last - first)
        found.append((score, row))
        if limit is not None:
            if len(best) < limit:
                heappush(best, score)
            else:
                heappushpop(best, score)
    found.sort(reverse=True)
    return [(row, score) for score, row in found[:limit]]
