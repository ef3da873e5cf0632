from threading import Event

import pytest

import replay.progress
from replay.cli import invoke
from replay.progress import Lines, progress


class Clock:
    """Real time as a test has it."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def perf_counter(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(replay.progress, "time", made)
    return made


def test_lines_come_after_ten_seconds_and_then_every_half_minute(clock: Clock) -> None:
    said: list[str] = []
    lines = Lines("audit x, queries", said.append)
    for now_s in (109.9, 110.0, 139.9, 140.0):
        clock.now_s = now_s
        lines.advance()
        lines.expect(26)
    assert said == ["audit x, queries: 2 of 26 done", "audit x, queries: 4 of 26 done"]


def test_how_many_there_will_be_is_left_out_where_nobody_knows(clock: Clock) -> None:
    said: list[str] = []
    lines = Lines("carmem x", said.append)
    clock.now_s += 11
    lines.advance()
    assert said == ["carmem x: 1 done"]


def test_quiet_says_nothing_however_long_it_takes(clock: Clock) -> None:
    said: list[str] = []
    with progress("x", quiet=True, say=said.append, total=3) as told:
        clock.now_s += 1000
        told.expect(4)
        told.advance()
    assert said == []


def test_an_audit_tells_how_far_it_is_where_stderr_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replay.progress, "FIRST_S", 0.0)
    audit = ["audit", "demo", "--memory", "recent", "--agent", "noop", "--sample", "2"]
    assert invoke(audit) == 0
    assert capsys.readouterr().err == "pastlane: audit recent, queries: 1 of 2 done\n"
    assert invoke([*audit, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_a_step_with_a_name_is_told_while_it_goes_on_and_not_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay.progress, "FIRST_S", 0.0)
    monkeypatch.setattr(replay.progress, "TICK_S", 0.001)
    told = Event()
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        told.set()

    with Lines("check x", say, total=3) as lines:
        lines.begin("starts_empty")
        assert told.wait(10)
    assert said == ["check x: 0 of 3 done, now starts_empty"]


def test_the_step_is_told_with_what_is_done(clock: Clock) -> None:
    said: list[str] = []
    with Lines("check x", said.append, total=3) as lines:
        lines.begin("one")
        lines.begin("two")
        clock.now_s += 11
        lines.advance()
    assert said == ["check x: 1 of 3 done, now two"]
