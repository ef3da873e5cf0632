"""What asking again later costs: a sweep of five delays against asking once, both in one pass through the history.

The agent is `oracle`, which never searches, so that each further moment costs its Turn and the replay's own search with
the bare question; with a memory that is quick to search the pass itself is what is paid for.

`python -m benchmarks.sweep [--source vehiclemembench:PATH] [--memories none,recent,fulltext] [--repetitions 3]`
"""

import argparse
from functools import partial

from benchmarks.memories import run_once
from benchmarks.ratios import alternate, cpu_ratio, real_ratio
from replay.run import Request, prepare

DELAYS = "0,1d,7d,30d,90d"


def report(source: str, memories: list[str], repetitions: int) -> list[str]:
    """One line for each memory: the sweep over asking once."""
    lines: list[str] = []
    for memory in memories:
        once = prepare(Request(source=source, memory=memory, agent="oracle"))
        swept = prepare(Request(source=source, memory=memory, agent="oracle", delays=DELAYS))
        ways = {"sweep": partial(run_once, swept), "once": partial(run_once, once)}
        laps = alternate(ways, repetitions=repetitions)
        cpu, real = cpu_ratio(laps, "sweep", "once"), real_ratio(laps, "sweep", "once")
        lines.append(f"{memory}: five delays / once: processor time {cpu}, real time {real}")
    return lines


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", default="demo")
    parser.add_argument("--memories", default="none,recent,fulltext")
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args()
    print(f"whole runs of {options.source}, oracle; median (least to greatest in repetitions)")
    for line in report(options.source, options.memories.split(","), options.repetitions):
        print(line)


if __name__ == "__main__":
    main()
