"""How fast JSON Lines are imported, next to a bare loop that reads, parses the time and writes; and in what memory.

The bare loop loads each line with orjson, makes a datetime of its time and dumps the object again. Both read the same
file and write to the same disk, in turns. The memory is that of a fresh process that does nothing but the import.

`python -m benchmarks.importing [--mb 1000]`
"""

import argparse
import random
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson

from benchmarks.fresh import peak_mb, run_fresh
from benchmarks.ratios import alternate, cpu_ratio, real_ratio
from replay.importing.importer import ImportRequest, import_log
from replay.importing.mapping import parse_map

WORDS = ("warmer", "side", "of", "the", "car", "tonight", "road", "over", "hill", "icy", "long", "boat", "and")
MAP = {
    "columns": {"time": "created_at", "speaker": "speaker", "role": "role", "text": "content", "conversation": "chat"}
}
REPETITIONS = 5
SPEED_MB = 60
"""The size of the file whose import is timed."""
WANTED_SPEED = 0.25
WANTED_MB = 300


def write_log(path: Path, n_bytes: int) -> int:
    """Write a log of about so many bytes; how many lines it has."""
    rng = random.Random(7)
    at = datetime(2025, 1, 1, tzinfo=UTC)
    n_lines = n_written = 0
    with path.open("wb", buffering=1 << 20) as file:
        while n_written < n_bytes:
            at += timedelta(seconds=rng.randrange(1, 90), milliseconds=rng.randrange(1000))
            row = {
                "id": n_lines,
                "chat": f"c{n_lines // 12}",
                "created_at": at.isoformat(),
                "speaker": rng.choice(("Ada", "Ben", "Chiara")),
                "role": "user" if n_lines % 2 else "assistant",
                "content": " ".join(rng.choices(WORDS, k=rng.randrange(6, 30))),
                "client": {"version": "1.4.2", "locale": "pt"},
            }
            n_written += file.write(orjson.dumps(row) + b"\n")
            n_lines += 1
    return n_lines


def bare_loop(log: Path, out: Path) -> None:
    with log.open("rb") as lines, out.open("wb") as file:
        for line in lines:
            row = orjson.loads(line)
            row["created_at"] = datetime.fromisoformat(row["created_at"])
            file.write(orjson.dumps(row) + b"\n")


def import_it(log: Path, out: Path, probes: bool = False) -> float:
    """Import the log; the most memory that the process held, in units of 10**6 bytes."""
    import_log(ImportRequest(log=log, map=parse_map(MAP, "map"), out=out, probe_commands=probes))
    return peak_mb()


def nothing() -> float:
    return peak_mb()


def main() -> int:
    """Print both figures; 1 where one is worse than wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=1000, help="size of the file whose import is watched")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        log, out, bare = (folder / name for name in ("log.jsonl", "out.jsonl", "bare.jsonl"))
        write_log(log, options.mb * 1_000_000)
        base_mb = run_fresh(nothing).peak_mb
        whole_mb = run_fresh(import_it, log, out).peak_mb
        print(f"{options.mb} MB of JSON Lines: {whole_mb:.0f} MB at most, {base_mb:.0f} MB of it the program")
        n_lines = write_log(log, SPEED_MB * 1_000_000)
        laps = alternate(
            {"bare": lambda: bare_loop(log, bare), "import": lambda: import_it(log, out)}, repetitions=REPETITIONS
        )
        speed = cpu_ratio(laps, "bare", "import")
        real = real_ratio(laps, "bare", "import")
        per_line_us = min(lap.cpu_s for lap in laps["import"]) / n_lines * 1e6
        print(f"speed of the bare loop: {speed} by processor time, {real} by the clock; {per_line_us:.1f} us a line")
    return 0 if whole_mb <= WANTED_MB and speed.median >= WANTED_SPEED else 1


if __name__ == "__main__":
    raise SystemExit(main())
