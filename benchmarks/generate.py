"""What generating a long timeline costs: memory above the imported program, and messages a second.

It runs in this very process and keeps nothing, so that the peak is that of the generator and of writing. Start it from
a small process: Linux counts what the parent held when it started this one.

`python -m benchmarks.generate [--messages 1000000]`
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fresh import peak_mb
from replay.generating import GenerateRequest, write_timelines


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one timeline took."""

    grown_mb: float
    """Peak memory above that of the imported program, in units of 10**6 bytes."""
    cpu_s: float
    real_s: float
    file_mb: float


def measure(request: GenerateRequest) -> Cost:
    """Write the timelines of `request` into a folder that is removed again."""
    with TemporaryDirectory() as folder:
        before_mb, cpu_s, real_s = peak_mb(), time.process_time(), time.perf_counter()
        files = write_timelines(request, Path(folder) / "out")
        cpu_s, real_s = time.process_time() - cpu_s, time.perf_counter() - real_s
        size_mb = sum(file.stat().st_size for file in files) / 1e6
        return Cost(grown_mb=peak_mb() - before_mb, cpu_s=cpu_s, real_s=real_s, file_mb=size_mb)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=1_000)
    parser.add_argument("--rate", type=float, default=1_000.0)
    options = parser.parse_args(argv)
    request = GenerateRequest(messages=options.messages, queries=options.queries, rate=options.rate)
    cost = measure(request)
    print(f"generate: {options.messages} messages, {options.queries} queries, {cost.file_mb:.0f} MB written")
    print(f"    {cost.grown_mb:.1f} MB above the imported program   wanted: at most 40")
    print(f"    {options.messages / cost.cpu_s:.0f} messages a second of processor time, {cost.real_s:.1f} s in all")


if __name__ == "__main__":
    main()
