"""The most memory that a long timeline takes: to write, to load, and to replay as a whole run of the command line.

Each step is a process of its own, which does that step and nothing else, so that a peak is that of one step. The
program alone, imported and idle, stands beside them.

`python -m benchmarks.memory [--messages 1000000] [--words 20] [--memories recent,fulltext] [--source timeline:FILE]`
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.fresh import peak_mb, run_fresh
from benchmarks.synthetic import WORDS_A_PHRASE, Size, write_scenario
from replay.dataset import parse_selection
from replay.findings import Findings
from replay.loaders.formats import load_source

WANTED_MB = 400
MINUTES_APART = 2 * 60
"""From the start of a session of 30 minutes to that of the next."""
QUERIES = 3

_RUN = """
import sys
from benchmarks.fresh import peak_mb
from replay.cli import main
sys.argv[0] = "pastlane"
try:
    main()
finally:
    print(peak_mb(), file=sys.stderr)
"""


def write_timeline(file: Path, n_messages: int, n_words: int) -> int:
    """Write a made-up timeline of messages of about so many words, with some queries; how many bytes it has."""
    phrases = max(1, n_words // WORDS_A_PHRASE)
    write_scenario(
        file, "long", Size(messages=n_messages, queries=QUERIES, gap_minutes=MINUTES_APART, phrases_a_message=phrases)
    )
    return file.stat().st_size


def load(source: str) -> int:
    """Load a source; how many messages it holds."""
    scenarios = load_source(source, parse_selection(None), Findings(strict=True)).scenarios
    return sum(scenario.timeline.n_messages for scenario in scenarios)


def run_mb(source: str, memory: str, out: Path) -> float:
    """The most memory that `pastlane run` of a source takes, in units of 10**6 bytes.

    Raises:
        subprocess.CalledProcessError: the run failed.
    """
    command = [sys.executable, "-c", _RUN, "run", source, "--memory", memory, "--out", str(out), "--quiet"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stderr.splitlines()[-1])


def nothing() -> float:
    """What the process holds by having been started."""
    return peak_mb()


def report(n_messages: int, n_words: int, memories: Sequence[str], source: str | None = None) -> list[str]:
    """One line for each step, measured one after another; a source of one's own is not written."""
    lines: list[str] = []
    with TemporaryDirectory() as folder:
        file = Path(folder) / "long.jsonl"
        if source is None:
            source = f"timeline:{file}"
            written = run_fresh(write_timeline, file, n_messages, n_words)
            lines.append(f"written: {written.result / 1e6:.0f} MB in the file, {written.peak_mb:.0f} MB of memory")
        loaded = run_fresh(load, source)
        alone = run_fresh(nothing)
        lines.append(
            f"loaded: {loaded.peak_mb:.0f} MB for {loaded.result} messages, {alone.peak_mb:.0f} MB without any"
        )
        for memory in memories:
            peak = run_mb(source, memory, Path(folder) / memory)
            lines.append(f"pastlane run with {memory}: {peak:.0f} MB   wanted: under {WANTED_MB}")
    return lines


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--words", type=int, default=20, help="of a message, about")
    parser.add_argument("--memories", default="recent,fulltext")
    parser.add_argument("--source", default=None)
    options = parser.parse_args(argv)
    what = options.source or f"{options.messages} made-up messages of about {options.words} words"
    print(f"memory: {what}; each step in a process of its own")
    for line in report(options.messages, options.words, options.memories.split(","), options.source):
        print(f"    {line}")


if __name__ == "__main__":
    main()
