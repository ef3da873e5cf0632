"""`pastlane report` on the command line; what the page shows is tested in a browser elsewhere."""

from pathlib import Path

import pytest

from replay.cli import invoke

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


@pytest.mark.parametrize("runs", [["nowhere"], ["."]])
def test_a_folder_that_is_no_run_is_told(runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["report", *(str(tmp_path / run) for run in runs), "--out", str(tmp_path / "r.html")]) in (1, 2)
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert not (tmp_path / "r.html").exists()
