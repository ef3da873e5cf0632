"""Hits spread over occasions: ten lines of one talk tell less than ten talks.

The rule: what is said within half an hour of a better hit mostly says the same again, so each such neighbour halves a
hit's score (`decay`). It depends on better hits alone: asking for fewer hits gives the beginning of the same list.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from typing import NamedTuple

OCCASION_US = 30 * 60 * 1_000_000
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
    ranked = sorted(candidates, key=lambda candidate: (-candidate.score, -candidate.row))
    if decay == 1:
        return [(candidate.row, candidate.score) for candidate in ranked]
    better: list[int] = []  # instants of the candidates before, ascending
    found: list[tuple[int, float]] = []
    for candidate in ranked:
        first = bisect_left(better, candidate.at_us - OCCASION_US)
        neighbours = bisect_right(better, candidate.at_us + OCCASION_US, lo=first) - first
        found.append((candidate.row, candidate.score * decay**neighbours))
        insort(better, candidate.at_us)
    found.sort(key=lambda pair: (-pair[1], -pair[0]))
    return found
