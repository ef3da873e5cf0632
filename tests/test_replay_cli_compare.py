"""Comparing, rescoring and thresholds from the command line."""

import json
from pathlib import Path

import pytest

from replay.cli import invoke

RUN = ["run", "demo", "--memory", "none", "--limit", "2", "--quiet"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    assert invoke([*RUN, "--agent", "noop", "--out", str(folder / "noop")]) == 0
    assert invoke([*RUN, "--agent", "oracle", "--out", str(folder / "oracle")]) == 0
    assert invoke([*RUN, "--agent", "oracle", "--cutoff", "end", "--out", str(folder / "end")]) == 0
    return folder


def test_compare_prints_text_or_json(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [str(runs / "noop"), str(runs / "oracle")]
    assert invoke(["compare", *folders]) == 0
    assert "won by B: demo/0, demo/1" in capsys.readouterr().out
    assert invoke(["compare", *folders, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mcnemar"] == {"gained": 2, "lost": 0, "p": 0.5}


def test_the_log_stands_for_the_folder_that_it_is_in(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(runs / "oracle" / "run.db")
    assert invoke(["compare", str(runs / "noop"), log]) == 0
    assert "won by B: demo/0, demo/1" in capsys.readouterr().out
    assert invoke(["log", log]) == 0
    assert invoke(["report", log, "--out", str(tmp_path / "r.html")]) == 0
    assert capsys.readouterr().out.endswith(", 1 run\n")
    assert invoke(["compare", log, str(runs / "oracle" / "metric.json")]) == 2
    assert "metric.json holds no run" in capsys.readouterr().err


def test_runs_that_cannot_be_compared_are_bad_input(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [str(runs / "oracle"), str(runs / "end")]
    assert invoke(["compare", *folders]) == 2
    assert "cannot be compared: cutoff: 'auto' in A, 'end' in B" in capsys.readouterr().err
    assert invoke(["compare", *folders, "--leak-delta"]) == 0


def test_rescore_prints_the_table_again(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["rescore", str(runs / "oracle")]) == 0
    assert "demo: memory none, agent oracle, cutoff auto" in capsys.readouterr().out
    assert invoke(["rescore", str(runs / "oracle"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exact_match_rate"] == 1.0
    assert invoke(["rescore", str(runs)]) == 2


def test_a_missed_threshold_ends_with_one_and_says_value_and_threshold(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = [*RUN, "--agent", "noop", "--out", str(runs / "noop")]
    assert invoke([*again, "--fail-under", "exact_match_rate=0", "--fail-under", "failures=0"]) == 0
    capsys.readouterr()
    assert invoke([*again, "--fail-under", "exact_match_rate=0.5"]) == 1
    seen = capsys.readouterr()
    assert seen.err == "pastlane: not met: none: exact_match_rate is 0; at least 0.5 is wanted\n"
    assert "run folder:" in seen.out
    assert invoke([*again, "--fail-over", "mem_token=0", "--fail-over", "with_commands=1"]) == 1
    assert capsys.readouterr().err == "pastlane: not met: none: with_commands is 2; at most 1 is wanted\n"


def test_a_drop_against_a_kept_run_ends_with_one(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = [*RUN, "--agent", "noop", "--out", str(runs / "noop"), "--fail-drop"]
    assert invoke([*again, str(runs / "oracle"), "exact_match_rate=1"]) == 0
    assert invoke([*again, str(runs / "oracle"), "exact_match_rate=0.9"]) == 1
    assert "fell by 1, from 1 in" in capsys.readouterr().err
    assert invoke([*again, str(runs / "end"), "exact_match_rate=1"]) == 2


def test_a_metric_that_there_is_not_is_told_before_anything_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert invoke([*RUN, "--out", str(out), "--fail-under", "retrieval.evidence_any=1"]) == 2
    assert "similar: retrieval.evidence_any_at_10" in capsys.readouterr().err
    assert not out.exists()
    assert invoke([*RUN, "--out", str(out), "--fail-under", "exact_match_rate"]) == 2
