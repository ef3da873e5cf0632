"""`pastlane report` on the command line; what the page shows is tested in a browser elsewhere."""

import json
from pathlib import Path

import pytest

from replay.cli import invoke
from tests.test_replay_loaders import HEAD, message, timeline_file

pytest.importorskip("plotly", reason="the extra report is not installed")


def test_a_report_is_one_file_about_all_runs_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for memory in ("recent", "fulltext"):
        assert invoke(["run", "demo", "--limit", "2", "--memory", memory, "--out", str(tmp_path / memory), "-q"]) == 0
    capsys.readouterr()
    out = tmp_path / "report.html"
    assert invoke(["report", str(tmp_path / "recent"), str(tmp_path / "fulltext"), "--out", str(out)]) == 0
    assert "2 runs" in capsys.readouterr().out
    assert out.read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fulltext", "recent", "report.html"]


def test_runs_of_which_nothing_can_be_said_have_a_report_and_rates_of_nothing_are_none(tmp_path: Path) -> None:
    asked = {"record": "query", "cutoff": "2025-07-01T01:00", "text": "as I like it", "commands": None}
    source = f"timeline:{timeline_file(tmp_path, HEAD, message('2025-07-01T00:00'), asked)}"
    runs = [str(tmp_path / memory) for memory in ("none", "gold")]
    for run in runs:
        assert invoke(["run", source, "--memory", Path(run).name, "--agent", "noop", "--out", run, "-q"]) == 0
    metric = json.loads((Path(runs[0]) / "metric.json").read_bytes())
    assert (metric["right_rate"], metric["right_rate_all"], metric["exact_match_rate_all"]) == (None, None, None)
    assert (metric["retrieval"]["evidence_any_at_10"], metric["exact_match_rate"]) == (None, 0)
    assert invoke(["report", *runs, "--out", str(tmp_path / "r.html")]) == 0
    assert invoke(["compare", *runs]) == 0


@pytest.mark.parametrize("runs", [["nowhere"], ["."]])
def test_a_folder_that_is_no_run_is_told(runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["report", *(str(tmp_path / run) for run in runs), "--out", str(tmp_path / "r.html")]) in (1, 2)
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert not (tmp_path / "r.html").exists()
