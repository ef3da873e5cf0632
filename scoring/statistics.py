"""How sure a figure is: intervals by resampling whole scenarios, and an exact test of paired answers.

The queries of one scenario share its people, its history and its memory, so that they are no independent draws: what is
drawn again is the scenario with all its queries. Everything here is reproducible to the last digit: the draws come from
`random.Random(seed).random()`, the one method whose sequence Python promises not to change.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from statistics import NormalDist

LEVEL = 0.95
RESAMPLES = 2_000
SEED = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Between which values a figure lies, by what the scenarios at hand tell."""

    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """The interval as plain data."""
        return {"low": self.low, "high": self.high}


def bounds_dict(interval: Interval | None) -> dict[str, float | None]:
    """`low` and `high` as plain data; both None where there is no interval."""
    return {"low": None, "high": None} if interval is None else {"low": interval.low, "high": interval.high}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """How two runs differ on the queries that both have a value for."""

    n_pairs: int
    mean_a: float
    mean_b: float
    difference: float
    """B minus A, in the mean; all three are 0 without a pair."""
    interval: Interval | None
    """Of the difference; None for fewer than two clusters."""


def interval_of_mean(
    values: Iterable[tuple[str, float]], *, n_resamples: int = RESAMPLES, level: float = LEVEL, seed: int = SEED
) -> Interval | None:
    """The percentile bootstrap interval of the mean of `values`, given as (cluster, value).

    Each resample draws as many clusters as there are, with replacement, and takes the mean over all their values, so
    that a large cluster weighs more (the cluster bootstrap; Field and Welsh, J. R. Stat. Soc. B 69, 2007). The bounds
    are those of `percentile_bounds`. Clusters count in the order in which they are first met. None for fewer than two
    clusters: one says nothing of how much another would differ. Where all values are equal, both bounds are that value.
    """
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    distinct: set[float] = set()
    for cluster, value in values:
        sums[cluster] = sums.get(cluster, 0.0) + value
        counts[cluster] = counts.get(cluster, 0) + 1
        distinct.add(value)
    if len(sums) < 2:
        return None
    if len(distinct) == 1:
        (only,) = distinct
        return Interval(low=only, high=only)
    sum_of, count_of = list(sums.values()).__getitem__, list(counts.values()).__getitem__
    draws = _draws(len(sums), n_resamples, seed)
    means = [math.fsum(map(sum_of, draw)) / sum(map(count_of, draw)) for draw in draws]
    return percentile_bounds(means, level)


def percentile_bounds(values: Iterable[float], level: float = LEVEL) -> Interval:
    """The k-th smallest and the k-th largest value, k = floor((B + 1) * (1 - level) / 2) of B values, and at least 1.

    As in Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 12.

    Raises:
        ValueError: there are no values, or the level is not between 0 and 1.
    """
    ordered = sorted(values)
    if not ordered or not 0 < level < 1:
        raise ValueError(f"{len(ordered)} values, level {level:g}: at least one and a level between 0 and 1 are needed")
    # 1 - 0.95 is a hair above 0.05 in binary: rounding first keeps whole numbers whole.
    k = max(1, math.floor(round((len(ordered) + 1) * (1 - level) / 2, 9)))
    return Interval(low=ordered[k - 1], high=ordered[-k])


def wilson_interval(n_hits: int, n: int, *, level: float = LEVEL) -> Interval | None:
    """Between which values the chance lies of which `n` independent cases showed `n_hits`; None for no case.

    The score interval (Wilson, J. Am. Stat. Assoc. 22, 1927), always within 0 and 1. Unlike the bootstrap it keeps its
    width where all cases are alike: none of ten leaves up to 0.28.

    Raises:
        ValueError: the hits are not between 0 and `n`, or the level is not between 0 and 1.
    """
    if not 0 <= n_hits <= n or not 0 < level < 1:
        raise ValueError(f"{n_hits} of {n}, level {level:g}: no share of the cases, or no level between 0 and 1")
    if n == 0:
        return None
    z2 = NormalDist().inv_cdf((1 + level) / 2) ** 2
    middle = (n_hits + z2 / 2) / (n + z2)
    reach = math.sqrt(z2 * (n_hits * (n - n_hits) / n + z2 / 4)) / (n + z2)
    low = 0.0 if n_hits == 0 else middle - reach
    high = 1.0 if n_hits == n else middle + reach
    return Interval(low=low, high=high)


def paired_difference(pairs: Iterable[tuple[str, float, float]]) -> PairedDifference:
    """The mean of B minus A over pairs of (cluster, value of A, value of B), with its interval by cluster."""
    kept = list(pairs)
    n_pairs = len(kept)
    changes = [(cluster, b - a) for cluster, a, b in kept]
    return PairedDifference(
        n_pairs=n_pairs,
        mean_a=math.fsum(a for _, a, _ in kept) / n_pairs if kept else 0.0,
        mean_b=math.fsum(b for _, _, b in kept) / n_pairs if kept else 0.0,
        difference=math.fsum(change for _, change in changes) / n_pairs if kept else 0.0,
        interval=interval_of_mean(changes),
    )


def mcnemar_p(gained: int, lost: int) -> float:
    """The exact two-sided p value of McNemar's test, given the pairs that changed in each direction.

    Twice the chance of at most min(gained, lost) heads in gained + lost throws of a fair coin, at most 1; 1 where no
    pair changed (McNemar, Psychometrika 12, 1947, in its exact binomial form). Pairs count as independent.

    Raises:
        ValueError: a count is negative.
    """
    if gained < 0 or lost < 0:
        raise ValueError(f"{gained} gained, {lost} lost: no count is negative")
    n = gained + lost
    term = tail = 1
    for i in range(min(gained, lost)):
        term = term * (n - i) // (i + 1)
        tail += term
    return min(1.0, float(Fraction(2 * tail, 2**n)))


@lru_cache(maxsize=16)
def _draws(n_clusters: int, n_resamples: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """Which clusters each resample is made of; the same ones serve every figure over as many clusters."""
    draw = Random(seed).random
    return tuple(tuple(int(draw() * n_clusters) for _ in range(n_clusters)) for _ in range(n_resamples))
