import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replay.errors import RunFolderError
from replay.exporting import export
from replay.prepare import Request, prepare
from replay.repeating import check_repeats_folder, run_repeats
from replay.reporting.kept import load_runs
from replay.rescore import rescore

WARM = {"name": "carcontrol_seat_set_heating_level", "args": {"seat": "driver", "level": 2}}


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two repeats of one query, asked before its evidence, when nobody can know, and after it."""
    folder = tmp_path_factory.mktemp("swept")
    said = {"record": "message", "speaker": "Ann", "role": "user"}
    records: list[dict[str, Any]] = [
        {"record": "scenario", "id": "s", "zone": "UTC"},
        {**said, "at": "2025-03-01T08:00:00", "text": "Seat heating on level two, please, always.", "id": "old"},
        {**said, "at": "2025-03-01T09:00:00", "text": "The weather is fine."},
        {
            "record": "query",
            "cutoff": "2025-03-03T08:00:00",
            "text": "Switch on Ann's seat heating.",
            "evidence": ["old"],
            "commands": [WARM],
        },
    ]
    source = folder / "t.jsonl"
    source.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    request = Request(source=f"timeline:{source}", cutoff="sweep:after-each")
    run_repeats(prepare(request), folder / "run", 2)
    return folder / "run"


def told(folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / "repeats.json").read_bytes())
    return content


def test_repeats_of_a_sweep_are_right_as_often_as_at_main(swept: Path) -> None:
    metrics = [json.loads((swept / f"repeat-{n}" / "metric.json").read_bytes()) for n in (1, 2)]
    assert [one["points"]["before-evidence"]["exact_match_rate"] for one in metrics] == [0.0, 0.0]
    assert [one["exact_match_rate"] for one in metrics] == [1.0, 1.0]
    content = told(swept)
    assert (content["right_rates"], content["mean"], content["deviation"]) == ([1.0, 1.0], 1.0, 0.0)
    assert content["pass_all"] == content["pass_any"] == {"1": 1.0, "2": 1.0}
    assert {name: (one["n_valid"], one["n_right"]) for name, one in content["queries"].items()} == {"s/0": (2, 2)}


def test_what_is_put_beside_the_repeats_is_in_nobodys_way(swept: Path) -> None:
    beside = [swept / "rows.csv", swept / "repeat-1.csv"]
    for path in beside:
        path.write_bytes(export(swept, "csv"))
    prepared = prepare(Request(source=f"timeline:{swept.parent / 't.jsonl'}", cutoff="sweep:after-each"))
    check_repeats_folder(swept, prepared.config)
    assert run_repeats(prepared, swept, 2).n_kept == 4
    for path in beside:
        path.unlink()


def test_a_folder_without_repeats_is_nobodys_to_write_to(swept: Path, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_bytes(b"")
    (tmp_path / "repeat-1").mkdir()
    with pytest.raises(RunFolderError, match="no repeated run"):
        run_repeats(prepare(Request(source=f"timeline:{swept.parent / 't.jsonl'}")), tmp_path, 2)


@pytest.mark.parametrize(
    "again", [lambda folder: rescore(folder) and told(folder), lambda folder: load_runs([folder])[0].metric["repeats"]]
)
def test_scored_again_and_reported_they_say_the_same(swept: Path, again: Callable[[Path], dict[str, Any]]) -> None:
    found = again(swept)
    assert (found["mean"], found["pass_all"], found["pass_any"]) == (1.0, {"1": 1.0, "2": 1.0}, {"1": 1.0, "2": 1.0})


def test_an_export_counts_queries_and_entries_apart(swept: Path) -> None:
    lines = export(swept, "markdown").decode().splitlines()
    assert lines[1:3] == ["- 1 query in 4 entries, 0 failures", "- exact match 100.0% (2 of 2)"]
