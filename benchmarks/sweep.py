"""What asking again later costs: the command with five delays against the command that asks once.

Both are whole commands in processes of their own, from the start of the interpreter to the last file, as a user pays
for them; each is one pass through the history. The agent is `oracle`, which never searches, so that each further moment
costs its Turn and the replay's own search with the bare question.

`python -m benchmarks.sweep [--source vehiclemembench:PATH] [--memories none,recent,fulltext] [--repetitions 3]`
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from functools import partial

from benchmarks.ratios import Lap, cpu_ratio, real_ratio

DELAYS = "0,1d,7d,30d,90d"


def run_command(source: str, memory: str, *options: str) -> Lap:
    """What `pastlane run` took, with the agent `oracle` and one job."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "replay.cli", "run", source, "--memory", memory, "--agent", "oracle"]
        before, began = os.times(), time.perf_counter()
        subprocess.run([*command, "--quiet", "--out", f"{folder}/run", *options], check=True, capture_output=True)
        after, ended = os.times(), time.perf_counter()
    cpu_s = after.children_user + after.children_system - before.children_user - before.children_system
    return Lap(cpu_s=cpu_s, real_s=ended - began)


def report(source: str, memories: list[str], repetitions: int) -> list[str]:
    """One line for each memory: the sweep over asking once."""
    lines: list[str] = []
    for memory in memories:
        ways = {"sweep": partial(run_command, source, memory, "--delays", DELAYS)}
        ways["once"] = partial(run_command, source, memory)
        laps: dict[str, list[Lap]] = {name: [] for name in ways}
        for repetition in range(repetitions):
            for name in sorted(ways, reverse=bool(repetition % 2)):
                laps[name].append(ways[name]())
        cpu, real = cpu_ratio(laps, "sweep", "once"), real_ratio(laps, "sweep", "once")
        lines.append(f"{memory}: five delays / once: processor time {cpu}, real time {real}   wanted: at most 1.5")
    return lines


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", default="demo")
    parser.add_argument("--memories", default="none,recent,fulltext")
    parser.add_argument("--repetitions", type=int, default=3)
    options = parser.parse_args()
    print(f"pastlane run {options.source} --agent oracle; median (least to greatest in repetitions)")
    for line in report(options.source, options.memories.split(","), options.repetitions):
        print(line)


if __name__ == "__main__":
    main()
