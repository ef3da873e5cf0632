"""How much of an endpoint's time is made use of: scenarios side by side against a model that takes 200 ms an answer.

If nothing but the model took time, `jobs` scenarios at once would need `requests * delay / jobs`. The share of that
ideal in the real time of a whole run (log, tape and published files included) is what is printed; wanted: 85%.

`python -m benchmarks.models [--jobs 8] [--scenarios 16] [--delay-ms 200] [--memories none,fulltext] [--repetitions 3]`
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.ratios import spread_of
from replay.executors import Where
from replay.model_options import ModelOptions
from replay.models import ModelRequest, new_meter
from replay.prepare import Prepared, Request, prepare
from replay.run import run

WANTED = 0.85


@contextmanager
def endpoint(delay_ms: float) -> Iterator[str]:
    """The address of a canned endpoint in a process of its own, which ends with the block."""
    command = [sys.executable, "-m", "benchmarks.canned", "--delay-ms", str(delay_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def copies(prepared: Prepared, n: int) -> Prepared:
    """The one scenario of a request `n` times, under other names."""
    (timed,) = prepared.scenarios
    many = tuple(replace(timed, scenario=replace(timed.scenario, id=f"copy-{k}")) for k in range(1, n + 1))
    scenarios = {one.scenario.id: len(one.queries) for one in many}
    return replace(prepared, planned=many, config=replace(prepared.config, scenarios=scenarios))


def share_of_ideal(
    prepared: Prepared, *, jobs: int, delay_s: float, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, int]:
    """What a whole run with `jobs` at once reaches by a clock of seconds, and how many requests it made."""
    assert prepared.model is not None
    meter = new_meter(prepared.model)
    with tempfile.TemporaryDirectory() as folder:
        began = clock()
        outcome = run(prepared, Path(folder) / "run", where=Where(n_jobs=jobs), meter=meter)
        took_s = clock() - began
    assert not outcome.metric["failures"]
    return meter.n_requests * delay_s / jobs / took_s, meter.n_requests


def report(
    memories: list[str],
    *,
    n_scenarios: int,
    n_queries: int,
    jobs: int,
    delay_ms: float,
    repetitions: int,
    clock: Callable[[], float] = time.perf_counter,
) -> list[str]:
    """One line for each memory."""
    lines: list[str] = []
    with endpoint(delay_ms) as url:
        model = ModelRequest(options=ModelOptions(model="canned", base_url=url, max_retries=0))
        for memory in memories:
            request = Request(source="demo", memory=memory, agent="openai", limit=n_queries, model=model)
            many = copies(prepare(request), n_scenarios)
            shares = [share_of_ideal(many, jobs=jobs, delay_s=delay_ms / 1000, clock=clock) for _ in range(repetitions)]
            share = spread_of([share for share, _ in shares])
            lines.append(
                f"{memory}: share of the ideal throughput {share}   wanted: {WANTED} ({shares[0][1]} requests)"
            )
    return lines


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--scenarios", type=int, default=16)
    parser.add_argument("--queries", type=int, default=6)
    parser.add_argument("--delay-ms", type=float, default=200.0)
    parser.add_argument("--memories", default="none,fulltext,summary")
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args()
    print(
        f"{options.scenarios} scenarios, {options.jobs} at once, a model that takes {options.delay_ms:g} ms an answer"
    )
    for line in report(
        options.memories.split(","),
        n_scenarios=options.scenarios,
        n_queries=options.queries,
        jobs=options.jobs,
        delay_ms=options.delay_ms,
        repetitions=options.repetitions,
    ):
        print(line)


if __name__ == "__main__":
    main()
