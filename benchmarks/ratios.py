"""Two or more ways of doing one thing, timed in turn, and their ratios.

The rule: no number stands alone. Every way is run once in each repetition, in an order that moves on by one place, so
that whatever the machine does meanwhile meets all of them; a ratio is taken within one repetition, never across.
Processor time counts first, since it is not disturbed by neighbours; real time stands beside it.
"""

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Lap:
    """One run of one way."""

    cpu_s: float
    """Processor time of this process, user and system, in seconds."""
    real_s: float
    """Time on the clock, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A ratio over several repetitions."""

    median: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        """`1.42 (1.38 to 1.51 in 5)`."""
        return f"{self.median:.2f} ({self.low:.2f} to {self.high:.2f} in {self.n})"


Laps = Mapping[str, Sequence[Lap]]
"""By the name of the way, one Lap for each repetition."""


def alternate(ways: Mapping[str, Callable[[], object]], *, repetitions: int) -> Laps:
    """Time every way `repetitions` times. What the first run of a way makes and keeps is the caller's to have made."""
    names = list(ways)
    laps: dict[str, list[Lap]] = {name: [] for name in names}
    for repetition in range(repetitions):
        first = repetition % len(names)
        for name in names[first:] + names[:first]:
            laps[name].append(time_one(ways[name]))
    return laps


def time_one(way: Callable[[], object]) -> Lap:
    """One run of `way`, started with no garbage lying about."""
    gc.collect()
    cpu_s, real_s = time.process_time(), time.perf_counter()
    way()
    return Lap(cpu_s=time.process_time() - cpu_s, real_s=time.perf_counter() - real_s)


def spread_of(ratios: Sequence[float]) -> Spread:
    """Median, least and greatest of `ratios`.

    Raises:
        statistics.StatisticsError: there are none.
    """
    return Spread(median=statistics.median(ratios), low=min(ratios), high=max(ratios), n=len(ratios))


def cpu_ratio(laps: Laps, above: str, below: str) -> Spread:
    """Processor time of `above` over that of `below`."""
    return spread_of([a.cpu_s / b.cpu_s for a, b in zip(laps[above], laps[below], strict=True)])


def real_ratio(laps: Laps, above: str, below: str) -> Spread:
    """Real time of `above` over that of `below`."""
    return spread_of([a.real_s / b.real_s for a, b in zip(laps[above], laps[below], strict=True)])


def print_ratio(title: str, laps: Laps, above: str, below: str, *, wanted: str = "") -> None:
    """Print one comparison in two lines: what over what, then both ratios and what is wanted."""
    print(f"{title}: {above} / {below}")
    goal = f"   wanted: {wanted}" if wanted else ""
    print(f"    processor {cpu_ratio(laps, above, below)}   clock {real_ratio(laps, above, below)}{goal}")
