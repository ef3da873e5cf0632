"""The live view, on a terminal and elsewhere."""

import io
import sys
from collections.abc import Callable

import pytest
from rich.console import Console

import replay.live
from replay.live import PlainLines, live_block, live_view, plain_line
from replay.live_figures import LiveFigures, Snapshot
from scoring.statistics import Interval
from scoring.usage import PhaseUsage
from tests.kept_cases import right
from tests.test_replay_live_figures import Watch

FULL = Snapshot(
    n_done=123_456,
    n_total=123_456,
    n_scenarios_done=1_234,
    n_scenarios=1_234,
    measure="answers right",
    rate=1.0,
    interval=Interval(low=1.0, high=1.0),
    n_failures=1_234,
    n_leaks=12,
    per_second=123.4,
    left_s=360_000.0,
    usage=PhaseUsage(requests=1, prompt_tokens=1_000_000, unreported=1),
    cost_usd=1234.5678,
)


class Terminal(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown(seen: Snapshot, **options: object) -> list[str]:
    console = Console(file=io.StringIO(), width=80, force_terminal=False)
    console.print(live_block("replay package.module:AMemoryWithALongName", seen))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue().splitlines()


def test_the_block_has_three_lines_that_fit_80_columns_however_large_the_numbers() -> None:
    lines = shown(FULL)
    assert len(lines) == 3
    assert all(len(line) <= 80 for line in lines)
    assert "123456 of 123456 queries" in lines[0]
    assert lines[1].rstrip() == "answers right 100.0% (100.0% to 100.0%)   failures 1234   leaks 12"
    assert lines[2].rstrip() == "scenarios 1234 of 1234   123.4/s   4 days, 4:00:00 left   cost >=1234.5678 USD"


def test_what_cannot_be_told_is_left_out() -> None:
    lines = shown(LiveFigures({"1": 3}).snapshot())
    assert [line.rstrip() for line in lines[1:]] == ["exact match -   failures 0", "scenarios 0 of 1"]


def test_the_same_figures_in_one_plain_line() -> None:
    assert plain_line("replay none", FULL) == (
        "replay none: 123456 of 123456 queries, 1234 of 1234 scenarios, answers right 100.0% (100.0% to 100.0%), "
        "failures 1234, leaks 12, 123.4/s, 4 days, 4:00:00 left, cost >=1234.5678 USD"
    )


def lines_of(n_queries: int, seconds_each: float) -> list[float]:
    """When lines are said in a run that takes so long for a query."""
    clock, said = Watch(), list[float]()
    lines = PlainLines("x", LiveFigures({"1": n_queries}, clock=clock), lambda _: said.append(clock.now_s))
    for index in range(n_queries):
        clock.now_s += seconds_each
        lines.add(right(index))
    return said


def test_a_short_run_says_nothing() -> None:
    assert lines_of(1000, 0.0099) == []


def test_a_line_comes_with_each_tenth_and_no_more_than_one_in_ten_seconds() -> None:
    assert lines_of(100, 2) == [20.0, 40.0, 60.0, 80.0, 100.0, 120.0, 140.0, 160.0, 180.0, 200.0]
    assert lines_of(100, 0.25) == [10.0, 20.0]


def test_a_slow_run_says_something_every_minute() -> None:
    assert lines_of(100, 30)[:3] == [60.0, 120.0, 180.0]


def test_elsewhere_than_on_a_terminal_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    figures = LiveFigures({"1": 1})
    with live_view("x", figures, quiet=False, say=pytest.fail) as hear:
        hear(right(0))
    assert capsys.readouterr() == ("", "")
    assert figures.snapshot().n_done == 1


def test_quiet_shows_nothing_and_counts_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, figures = Terminal(), LiveFigures({"1": 1})
    monkeypatch.setattr(sys, "stderr", terminal)
    with live_view("x", figures, quiet=True, say=pytest.fail) as hear:
        hear(right(0))
    assert (terminal.getvalue(), figures.snapshot().n_done) == ("", 1)


def on_terminal(monkeypatch: pytest.MonkeyPatch, say: Callable[[str], None], **environment: str) -> str:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm-256color", "COLUMNS": "80", **environment}.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with live_view("x", LiveFigures({"1": 2}), quiet=False, say=say) as hear:
        hear(right(0))
    return terminal.getvalue()


def test_a_terminal_gets_the_block_and_is_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = on_terminal(monkeypatch, pytest.fail)
    assert "exact match 100.0%" in drawn
    assert "\x1b[2K" in drawn.rsplit("left", 1)[1]


def test_without_colour_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[38;" in on_terminal(monkeypatch, pytest.fail)
    assert "\x1b[3" not in on_terminal(monkeypatch, pytest.fail, NO_COLOR="1")


def test_a_dumb_terminal_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(replay.live, "QUIET_S", 0.0)
    assert on_terminal(monkeypatch, said.append, TERM="dumb") == ""
    assert said[0].startswith("x: 1 of 2 queries, 0 of 1 scenario, exact match 100.0%, failures 0")


def test_colour_that_is_forced_makes_no_terminal_of_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    with live_view("x", LiveFigures({"1": 1}), quiet=False, say=pytest.fail) as hear:
        hear(right(0))
    assert capsys.readouterr().err == ""
