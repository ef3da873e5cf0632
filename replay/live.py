"""The live view of a run on stderr: a few lines that are drawn anew on a terminal, a line now and then elsewhere.

A terminal that cannot move its cursor (`TERM=dumb`) counts as elsewhere. Colours are left out where `NO_COLOR` is set.
Nothing of it stays on a terminal when the run is over; short runs say nothing elsewhere.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from replay.live_figures import LiveFigures, Snapshot
from scoring.number_text import percent, short
from scoring.plain_text import counted
from scoring.records import Turn

QUIET_S = 10.0
"""Elsewhere, a run says nothing before so many seconds, and no two lines come closer together."""
STEPS = 10
"""A line comes after each of so many parts of the queries, ..."""
LATEST_S = 60.0
"""... or after so many seconds with an answer in them."""
_BAR = 24
_LABEL = 28


@contextmanager
def live_view(
    label: str, figures: LiveFigures, *, quiet: bool, say: Callable[[str], None]
) -> Iterator[Callable[[Turn], None]]:
    """Show `figures` while the run goes on; gives what is to be called with each Turn, which counts it.

    `say` writes a line to stderr. With `quiet` nothing is shown.
    """
    console = Console(stderr=True)
    if quiet:
        yield figures.add
    elif sys.stderr is not None and sys.stderr.isatty() and console.is_interactive:
        with Live(
            console=console,
            transient=True,
            refresh_per_second=4,
            get_renderable=lambda: live_block(label, figures.snapshot()),
        ):
            yield figures.add
    else:
        yield PlainLines(label, figures, say).add


class PlainLines:
    """Says how far a run is, a line now and then."""

    def __init__(self, label: str, figures: LiveFigures, say: Callable[[str], None]) -> None:
        """Say it of `figures`, which were begun just now."""
        self._label = label
        self._figures = figures
        self._say = say
        self._said_s = figures.passed_s()
        self._said_step = 0

    def add(self, turn: Turn) -> None:
        """Count a Turn, and say a line where one is due."""
        self._figures.add(turn)
        now_s = self._figures.passed_s()
        since_s = now_s - self._said_s
        if since_s < QUIET_S:
            return
        seen = self._figures.snapshot()
        step = STEPS * seen.n_done // max(1, seen.n_total)
        if step > self._said_step or since_s >= LATEST_S:
            self._said_s, self._said_step = now_s, step
            self._say(plain_line(self._label, seen))


def plain_line(label: str, seen: Snapshot) -> str:
    """The figures in one line."""
    parts = [
        f"{seen.n_done} of {counted(seen.n_total, 'query', 'queries')}",
        f"{seen.n_scenarios_done} of {counted(seen.n_scenarios, 'scenario')}",
        _rate(seen),
        f"failures {seen.n_failures}",
        *([f"leaks {seen.n_leaks}"] if seen.n_leaks else []),
        *_pace(seen),
        *_cost(seen),
    ]
    return f"{label}: {', '.join(parts)}"


def live_block(label: str, seen: Snapshot) -> RenderableType:
    """The figures as three lines that fit 80 columns."""
    head = Table.grid(padding=(0, 1))
    head.add_column(no_wrap=True, max_width=_LABEL)
    head.add_column(width=_BAR)
    head.add_column(no_wrap=True)
    head.add_row(
        Text(label),
        ProgressBar(total=max(1, seen.n_total), completed=seen.n_done, width=_BAR),
        f"{seen.n_done} of {counted(seen.n_total, 'query', 'queries')}",
    )
    leaks = [f"leaks {seen.n_leaks}"] if seen.n_leaks else []
    scenarios = f"scenarios {seen.n_scenarios_done} of {seen.n_scenarios}"
    lines = ([_rate(seen), f"failures {seen.n_failures}", *leaks], [scenarios, *_pace(seen), *_cost(seen)])
    return Group(head, *(Text("   ".join(parts), no_wrap=True, overflow="ellipsis") for parts in lines))


def _rate(seen: Snapshot) -> str:
    if seen.rate is None:
        return f"{seen.measure} -"
    interval = seen.interval
    between = "" if interval is None else f" ({percent(interval.low)} to {percent(interval.high)})"
    return f"{seen.measure} {percent(seen.rate)}{between}"


def _pace(seen: Snapshot) -> list[str]:
    """How fast it goes and how long it will take."""
    if seen.per_second is None or seen.left_s is None:
        return []
    pace = f"{seen.per_second:.1f}/s" if seen.per_second >= 1 else f"{60 * seen.per_second:.1f}/min"
    return [pace, f"{timedelta(seconds=round(seen.left_s))} left"]


def _cost(seen: Snapshot) -> list[str]:
    """What models took so far: money where prices are known, else tokens; a lower bound where not all was told."""
    if seen.usage is None:
        return []
    bound = ">=" if seen.usage.unreported else ""
    if seen.cost_usd is not None:
        return [f"cost {bound}{seen.cost_usd:.4f} USD"]
    return [f"tokens {bound}{short(seen.usage.prompt_tokens + seen.usage.completion_tokens)}"]
