"""What docs/views.md shows is what happens."""

import re
from pathlib import Path

import pytest

from replay.car_state import car_state
from replay.exporting import FORMS
from replay.prepare import Request, prepare
from replay.run import run
from scoring.query_rows import COLUMNS
from scoring.runlog_views import README

DOC = (Path(__file__).resolve().parents[1] / "docs" / "views.md").read_text(encoding="utf-8")


def test_the_car_that_is_shown_is_the_one_of_the_demo(tmp_path: Path) -> None:
    run(prepare(Request()), tmp_path / "run")
    (shown,) = re.findall(r"\$ pastlane state .*\n((?:[^`\n].*\n)+)", DOC)
    assert car_state(tmp_path / "run", "demo/5").render() == shown


def test_every_form_has_a_row_and_every_name_exists() -> None:
    assert re.findall(r"^\| `(\w+)` \|", DOC, flags=re.MULTILINE) == ["csv", "jsonl", "parquet", "markdown", "junit"]
    assert set(FORMS) == {"csv", "jsonl", "parquet", "markdown", "junit"}
    assert "question_messages_recall_at_5" in COLUMNS


@pytest.mark.parametrize("view", ["queries", "differences", "events", "calls", "searches", "hits", "withheld"])
def test_every_view_that_is_named_is_there(view: str) -> None:
    assert f"`{view}`" in DOC
    assert ("view", view) in {(part, name) for part, name, _ in README}
