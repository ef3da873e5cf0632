"""The commands `state`, `log` and `export`."""

import csv
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest

from replay.cli import invoke
from replay.cli_views import COMMANDS
from scoring.records import Timing
from scoring.runlog import RunLog
from tests.kept_cases import begin_run, broken, keep_run, right, wrong


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(keep_run(tmp_path_factory.mktemp("run") / "run", [right(0), wrong(1), broken(2)]))


def test_state_shows_the_car_events_and_differences(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["state", run, "--query", "1/1"]) == 0
    out = capsys.readouterr().out
    assert "radio.volume: 20, there 30" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert invoke(["state", run, "--query", "1/1", "--at", "1", "--branch", "reference", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["position"], found["not_factory"]) == (1, {"radio.is_on": True})


def test_log_prints_text_or_json_lines_with_filters(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["log", run]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4 + 5 + 2
    assert invoke(["log", run, "--query", "1/1", "--branch", "predicted", "--field", "radio.volume", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["value"] == 20
    assert invoke(["log", run, "--scenario", "1", "--kind", "command_rejected"]) == 0
    assert "refused" in capsys.readouterr().out


def test_log_follows_a_run_that_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begin_run(tmp_path / "run", {"1": 2}).close()

    def go_on() -> None:
        log = RunLog.open(tmp_path / "run" / "run.db")
        for turn in (right(0), right(1)):
            log.append(turn, Timing())
        log.close()

    writer = threading.Timer(0.3, go_on)
    writer.start()
    assert invoke(["log", str(tmp_path / "run"), "--follow"]) == 0
    writer.join()
    assert len(capsys.readouterr().out.splitlines()) == 8


def test_export_writes_to_stdout_or_to_a_file(run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["export", run, "--to", "csv"]) == 0
    assert len(list(csv.DictReader(io.StringIO(capsys.readouterr().out)))) == 3
    out = tmp_path / "junit.xml"
    assert invoke(["export", run, "--to", "junit", "--out", str(out)]) == 0
    assert capsys.readouterr() == ("", f"pastlane: {out} is written, {out.stat().st_size} bytes\n")
    assert ElementTree.fromstring(out.read_bytes()).get("failures") == "1"


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (["state", "{run}"], "query", 2),
        (["state", "{run}", "--query", "9/9"], "there are: 1/0, 1/1, 1/2", 2),
        (["state", "{run}", "--query", "1/1", "--at", "4"], "has 0 to 3", 2),
        (["state", "{run}", "--query", "1/1", "--at", "-1"], "has 0 to 3", 2),
        (["state", "{run}", "--query", "1/1", "--at", "first"], "--at", 2),
        (["state", "{run}", "--query", "1/1", "--branch", "up"], "known: reference, predicted", 2),
        (["state", "{tmp}/nowhere", "--query", "1/1"], "there is no such folder", 2),
        (["state", "{tmp}", "--query", "1/1"], "there is no run.db", 2),
        (["state", "{cut}", "--query", "1/1"], "run.db", 2),
        (["log", "{run}", "--query", "9/9"], "there are: 1/0, 1/1, 1/2", 2),
        (["log", "{run}", "--scenario", "9"], "there are: 1", 2),
        (["log", "{run}", "--kind", "bang"], "known: field_changed", 2),
        (["log", "{run}", "--field", "wings"], "modules:", 2),
        (["log", "{cut}"], "run.db", 2),
        (["log", "{tmp}", "--follow"], "there is no run.db", 2),
        (["export", "{run}"], "--to", 2),
        (["export", "{run}", "--to", "xls"], "known: csv", 2),
        (["export", "{run}", "--to", "parquet"], "--out", 2),
        (["export", "{run}", "--to", "jsonl", "--for-spreadsheets"], "spreadsheets read csv", 2),
        (["export", "{tmp}", "--to", "csv"], "there is no run.db", 2),
        (["export", "{cut}", "--to", "junit"], "run.db", 2),
        (["export", "{run}", "--to", "csv", "--out", "/proc/nowhere/x"], "cannot be written", 2),
        (["report", "{run}", "--out", "/proc/nowhere/x"], "cannot be written", 2),
        (["export", "{run}", "--to", "csv", "--out", "{tmp}"], "cannot be written: it is a folder", 2),
    ],
)
def test_bad_usage_is_one_line_on_stderr(
    arguments: list[str], said: str, code: int, run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "run.db").write_bytes((Path(run) / "run.db").read_bytes()[:6000])
    filled = [argument.format(run=run, tmp=tmp_path, cut=tmp_path / "cut") for argument in arguments]
    assert invoke(filled) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err
    assert shown.err.count("\n") == 1


def test_a_reader_that_went_away_ends_the_log_quietly(tmp_path: Path) -> None:
    run = keep_run(tmp_path / "run", [right(n) for n in range(500)])
    code = "import sys, replay.cli as c\nsys.exit(c.invoke(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "log", str(run), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b'{"turn":1,')
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")
def test_a_full_disk_is_told(run: str) -> None:
    assert invoke(["export", run, "--to", "jsonl", "--out", "/dev/full"]) == 1


def test_every_view_command_shows_help_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for name, _, example in COMMANDS:
        assert invoke([name, "--help"]) == 0
        out = capsys.readouterr().out
        assert example.split(" --")[0] in " ".join(out.split())
        assert all(len(line) <= 80 for line in out.splitlines())
