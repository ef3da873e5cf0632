"""The bootstrap interval of a mean over clusters, next to the plain way of drawing and adding up every value.

2,000 resamples of 500 values in 50 clusters, as a table of 50 scenarios has for every figure. Each time other draws are
made, so that nothing is kept from before. The plain bounds lie near ours, not on them, for they are other draws.

`python -m benchmarks.statistics [--clusters 50] [--values 10] [--resamples 2000] [--repetitions 9]`
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import count

from benchmarks.ratios import alternate, print_ratio
from scoring.statistics import Interval, interval_of_mean, percentile_bounds

OURS = "sums by cluster"
PLAIN = "every value drawn"

Values = Sequence[tuple[str, float]]


def made_up(n_clusters: int, n_values: int) -> Values:
    """So many values in each of so many clusters."""
    return [(str(number % n_clusters), (number * 37 % 11) / 11) for number in range(n_clusters * n_values)]


def plain_interval(values: Values, n_resamples: int, seed: int) -> Interval:
    """The interval by drawing clusters and laying all their values side by side."""
    rng = random.Random(seed)
    clusters: dict[str, list[float]] = {}
    for cluster, value in values:
        clusters.setdefault(cluster, []).append(value)
    names = list(clusters)
    means: list[float] = []
    for _ in range(n_resamples):
        drawn = [value for name in rng.choices(names, k=len(names)) for value in clusters[name]]
        means.append(sum(drawn) / len(drawn))
    return percentile_bounds(means)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clusters", type=int, default=50)
    parser.add_argument("--values", type=int, default=10, help="of each")
    parser.add_argument("--resamples", type=int, default=2_000)
    parser.add_argument("--repetitions", type=int, default=9)
    options = parser.parse_args(argv)
    values = made_up(options.clusters, options.values)
    seeds: Iterator[int] = count(1)
    laps = alternate(
        {
            PLAIN: lambda: plain_interval(values, options.resamples, next(seeds)),
            OURS: lambda: interval_of_mean(values, n_resamples=options.resamples, seed=next(seeds)),
        },
        repetitions=options.repetitions,
    )
    print(f"statistics: {options.resamples} resamples of {len(values)} values in {options.clusters} clusters")
    print_ratio("  an interval", laps, PLAIN, OURS, wanted="at least 1")


if __name__ == "__main__":
    main()
