"""How long a report of 500 queries takes to write and to open, next to one of a tenth of them.

Opening is from the browser's start of loading to the last chart, by the browser's own clock, offline, from disk. It
needs Chromium, on the path or named by the variable CHROMIUM, and playwright; without them only writing is measured.

`python -m benchmarks.report [--scenarios 50] [--queries 10] [--repetitions 5]`
"""

import argparse
import os
import shutil
import statistics
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.ratios import alternate, print_ratio, spread_of
from benchmarks.synthetic import Size, write_scenario
from replay.html_report import write_report
from replay.prepare import Request, prepare
from replay.run import run

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None  # type: ignore[assignment]

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
WANTED_MS = 2_000
LARGE, SMALL = "the whole run", "a tenth of it"


def run_made_up(folder: Path, n_scenarios: int, n_queries: int) -> Path:
    """A run of so many small scenarios; its folder."""
    source = folder / f"{n_scenarios}"
    source.mkdir()
    for number in range(1, n_scenarios + 1):
        size = Size(messages=10 * n_queries, queries=n_queries)
        write_scenario(source / f"{number:03}.jsonl", str(number), size)
    return run(prepare(Request(source=f"timeline:{source}")), folder / f"run{n_scenarios}").folder


def open_ms(files: Sequence[Path], repetitions: int) -> list[list[float]] | None:
    """How long each file takes to open, in milliseconds, one for each repetition; None without a browser."""
    if sync_playwright is None or CHROMIUM is None:
        return None
    taken: list[list[float]] = [[] for _ in files]
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for _ in range(repetitions):
            for file, those in zip(files, taken, strict=True):
                those.append(_open_once(browser, file))
        browser.close()
    return taken


def _open_once(browser: Any, file: Path) -> float:
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(f"file://{file}")
    page.wait_for_selector("html[data-ready]")
    ready_ms = float(page.evaluate("document.documentElement.dataset.ready"))
    context.close()
    return ready_ms


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", type=int, default=50)
    parser.add_argument("--queries", type=int, default=10, help="of each")
    parser.add_argument("--repetitions", type=int, default=5)
    options = parser.parse_args(argv)
    with TemporaryDirectory() as place:
        folder = Path(place)
        large = run_made_up(folder, options.scenarios, options.queries)
        small = run_made_up(folder, max(1, options.scenarios // 10), options.queries)
        large_file, small_file = folder / "large.html", folder / "small.html"
        ways = {LARGE: lambda: write_report([large], large_file), SMALL: lambda: write_report([small], small_file)}
        laps = alternate(ways, repetitions=options.repetitions)
        n_bytes = large_file.stat().st_size
        print(f"report: {options.scenarios * options.queries} queries, {n_bytes / 1e6:.1f} MB")
        print_ratio("  written", laps, LARGE, SMALL)
        taken = open_ms([large_file, small_file], options.repetitions)
    if taken is None:
        print("  opened: there is no browser here, or no playwright")
        return
    ratios = spread_of([one / other for one, other in zip(*taken, strict=True)])
    print(f"  opened: {LARGE} / {SMALL} {ratios}")
    print(f"    {LARGE} in {statistics.median(taken[0]):.0f} ms   wanted: under {WANTED_MS}")


if __name__ == "__main__":
    main()
