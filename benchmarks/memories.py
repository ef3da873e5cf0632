"""Whole runs of one source with several memories, in turn: what a memory costs beside the cheapest one.

Each run is what `pastlane run` does, published files included; the agent's own time counts.

`python -m benchmarks.memories [--source vehiclemembench:PATH] [--memories recent,ledger] [--repetitions 3]`
"""

import argparse
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.ratios import alternate, cpu_ratio, real_ratio
from replay.prepare import Prepared, Request, prepare
from replay.run import run


def run_once(prepared: Prepared) -> None:
    """A whole run into a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        run(prepared, Path(folder) / "run")


def report(source: str, memories: list[str], repetitions: int) -> list[str]:
    """One line for each memory but the first, against the first."""
    prepared = {memory: prepare(Request(source=source, memory=memory)) for memory in memories}
    laps = alternate({name: partial(run_once, one) for name, one in prepared.items()}, repetitions=repetitions)
    base = memories[0]
    return [
        f"{name} / {base}: processor time {cpu_ratio(laps, name, base)}, real time {real_ratio(laps, name, base)}"
        for name in memories[1:]
    ]


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", default="demo")
    parser.add_argument("--memories", default="recent,fulltext,ledger")
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args()
    print(f"whole runs of {options.source}, lexical agent; median (least to greatest in repetitions)")
    for line in report(options.source, options.memories.split(","), options.repetitions):
        print(line)


if __name__ == "__main__":
    main()
