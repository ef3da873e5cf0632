"""How much sooner a run is over with two processes than with one: real time, whole runs side by side.

Each repetition runs the same scenarios once in one process and once in two, into run folders that are thrown away,
with the agent thinking and all files written; the digests must be equal. It is a ratio of real time, since waiting is
what it is about, so neighbours on the machine spoil it: the share of the cores that the runs got is printed beside it.

`python -m benchmarks.processes [--n 40] [--messages 2700] [--queries 40] [--jobs 2] [--repetitions 3]`
"""

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.ratios import spread_of
from benchmarks.synthetic import Size, make_scenarios
from replay.executors import Executor, InProcesses, InThreads, Where
from replay.prepare import Prepared, Request, prepare
from replay.run import run

WANTED = 1.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Lap:
    """One whole run."""

    real_s: float
    cpu_s: float
    """Of this process and of those that it started."""
    digest: str


def made_up(n: int, size: Size, memory: str = "fulltext") -> Prepared:
    """A default run of `n` made-up scenarios."""
    scenarios = tuple(make_scenarios(n, size))
    prepared = prepare(Request(source="demo", memory=memory))
    counts = {one.id: one.n_queries for one in scenarios}
    return replace(prepared, planned=scenarios, config=replace(prepared.config, scenarios=counts))


def lap(prepared: Prepared, executor: Executor, n_jobs: int) -> Lap:
    """Run it once, into a folder that is removed."""
    with tempfile.TemporaryDirectory() as folder:
        real_s, cpu_s = time.perf_counter(), _cpu_s()
        metric = run(prepared, Path(folder) / "run", where=Where(executor=executor, n_jobs=n_jobs)).metric
        return Lap(real_s=time.perf_counter() - real_s, cpu_s=_cpu_s() - cpu_s, digest=metric["digest"])


def side_by_side(prepared: Prepared, *, n_jobs: int, repetitions: int) -> list[tuple[Lap, Lap]]:
    """In each repetition one process and `n_jobs`, another one first each time.

    Raises:
        AssertionError: a digest differs.
    """
    pairs: list[tuple[Lap, Lap]] = []
    for repetition in range(repetitions):
        order = (1, n_jobs) if repetition % 2 == 0 else (n_jobs, 1)
        laps = {jobs: lap(prepared, InProcesses(), jobs) for jobs in order}
        assert laps[1].digest == laps[n_jobs].digest
        pairs.append((laps[1], laps[n_jobs]))
    return pairs


def _cpu_s() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, kinds))


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=40, help="scenarios")
    parser.add_argument("--messages", type=int, default=2_700, help="of each")
    parser.add_argument("--queries", type=int, default=40, help="of each")
    parser.add_argument("--memory", default="fulltext")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args(argv)
    prepared = made_up(options.n, Size(messages=options.messages, queries=options.queries), options.memory)
    print(f"processes: {options.n} scenarios of {options.messages} messages and {options.queries} queries")
    pairs = side_by_side(prepared, n_jobs=options.jobs, repetitions=options.repetitions)
    ratio = spread_of([one.real_s / more.real_s for one, more in pairs])
    work = spread_of([more.cpu_s / one.cpu_s for one, more in pairs])
    threads = lap(prepared, InThreads(), options.jobs)
    assert threads.digest == pairs[0][0].digest
    cores = os.cpu_count() or 1
    for name, laps in (("1 process", [one for one, _ in pairs]), (f"{options.jobs} processes", [m for _, m in pairs])):
        shares = spread_of([each.cpu_s / each.real_s for each in laps])
        print(f"    {name}: {spread_of([each.real_s for each in laps])} s, at work on {shares} of {cores} cores")
    print(f"    real time, 1 process / {options.jobs} processes {ratio}   wanted: at least {WANTED}")
    print(f"    processor time, {options.jobs} processes / 1 process {work}", end="")
    print(f": at most {options.jobs / work.median:.2f} times as fast on as many cores of their own")
    print(f"    real time, 1 process / {options.jobs} threads {pairs[0][0].real_s / threads.real_s:.2f}")


if __name__ == "__main__":
    main()
