"""How much dearer a message, a query or a scenario becomes where there are many of them.

Three ladders: messages of one scenario, queries of one scenario, scenarios of one run. Each size is a whole run, as
`pastlane run` does it, loading and published files included, in a process of its own that does nothing else. What one
message (query, scenario) costs is set against the smallest size, whose figure is 1. Many queries share one pass, so
that a query is also told by what each further one costs, from one size to the next.

`python -m benchmarks.growth [--messages 10000,100000,1000000] [--queries 1,10,100,1000] [--scenarios 1,10,50]
[--memory fulltext] [--repetitions 1]`
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fresh import run_fresh
from benchmarks.memories import run_once
from benchmarks.ratios import Spread, spread_of, time_one
from benchmarks.synthetic import Size, write_scenario
from replay.prepare import Request, prepare

MESSAGES = 2_700
QUERIES = 10
"""Of a scenario, where the ladder is not about them."""
GAP_MINUTES = 120
"""From session to session, so that a million messages are some years and not some centuries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One size of a ladder."""

    n: int
    """How many messages, queries or scenarios."""
    cpu_s: Sequence[float]
    """Processor time of a whole run, one for each repetition."""
    peak_mb: float
    """The greatest of the repetitions, in units of 10**6 bytes, the program included."""

    def cost_over(self, smallest: "Point") -> Spread:
        """What one costs, over what one costs at the smallest size; by repetition."""
        pairs = zip(self.cpu_s, smallest.cpu_s, strict=True)
        return spread_of([(mine / self.n) / (its / smallest.n) for mine, its in pairs])

    def more_than(self, smaller: "Point") -> float:
        """What each one more than at a smaller size costs, in seconds; the median of the repetitions."""
        pairs = zip(self.cpu_s, smaller.cpu_s, strict=True)
        return spread_of([(mine - its) / (self.n - smaller.n) for mine, its in pairs]).median


def write(folder: Path, n_scenarios: int, size: Size) -> None:
    """Write the timelines of a run."""
    folder.mkdir()
    for number in range(1, n_scenarios + 1):
        write_scenario(folder / f"{number:03}.jsonl", str(number), size)


def whole_run(folder: Path, memory: str) -> float:
    """Load and run what is in the folder; the processor time.

    A small run comes first, so that what a program does once does not count for the first size more than for others.
    """
    run_once(prepare(Request(memory=memory, limit=1)))
    return time_one(lambda: run_once(prepare(Request(source=f"timeline:{folder}", memory=memory)))).cpu_s


def climb(
    sizes: Sequence[int], size_of: Callable[[int], tuple[int, Size]], memory: str, repetitions: int
) -> list[Point]:
    """Run every size; `size_of` says how many scenarios of what size it is."""
    points: list[Point] = []
    for n in sizes:
        with TemporaryDirectory() as place:
            folder = Path(place) / "timelines"
            run_fresh(write, folder, *size_of(n))
            runs = [run_fresh(whole_run, folder, memory) for _ in range(repetitions)]
        points.append(Point(n=n, cpu_s=[run.result for run in runs], peak_mb=max(run.peak_mb for run in runs)))
    return points


def of_messages(n: int) -> tuple[int, Size]:
    """One scenario of `n` messages, with a few queries."""
    return 1, Size(messages=n, queries=QUERIES, gap_minutes=GAP_MINUTES)


def of_queries(n: int) -> tuple[int, Size]:
    """One scenario with `n` queries."""
    return 1, Size(messages=MESSAGES, queries=n)


def of_scenarios(n: int) -> tuple[int, Size]:
    """So many scenarios."""
    return n, Size(messages=MESSAGES, queries=QUERIES)


def lines_of(what: str, points: Sequence[Point]) -> list[str]:
    """The ladder in words, a line a size."""
    return [f"{point.n} {what}: each {point.cost_over(points[0])}, {point.peak_mb:.0f} MB" for point in points]


def further(points: Sequence[Point]) -> list[str]:
    """What each further query costs from size to size, over what it costs between the first two."""
    steps = list(pairwise(points))
    if not steps:
        return []
    first = steps[0][1].more_than(steps[0][0])
    return [f"from {a.n} to {b.n}: each further query {b.more_than(a) / first:.2f}" for a, b in steps]


def _sizes(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=_sizes, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--queries", type=_sizes, default=[1, 10, 100, 1_000])
    parser.add_argument("--scenarios", type=_sizes, default=[1, 10, 50])
    parser.add_argument("--memory", default="fulltext")
    parser.add_argument("--repetitions", type=int, default=1)
    options = parser.parse_args(argv)
    print(f"growth: processor time of whole runs with {options.memory}, one over one at the smallest size; peak memory")
    for what, sizes, size_of in (
        ("messages", options.messages, of_messages),
        ("queries", options.queries, of_queries),
        ("scenarios", options.scenarios, of_scenarios),
    ):
        if not sizes:
            continue
        points = climb(sizes, size_of, options.memory, options.repetitions)
        for line in lines_of(what, points) + (further(points) if what == "queries" else []):
            print(f"    {line}", flush=True)


if __name__ == "__main__":
    main()
