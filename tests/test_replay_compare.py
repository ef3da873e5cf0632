import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from replay.compare import compare_folders
from replay.convert import convert
from replay.dataset import Selection
from replay.errors import InputError, RunFolderError
from replay.findings import Findings
from replay.prepare import Request, prepare
from replay.repeating import run_repeats
from replay.run import run
from tests.kept_logs import rewritten
from tests.test_replay_loaders import HEAD, message, timeline_file

NOTHING_DONE = Request(memory="none", agent="noop", limit=3)
ALL_RIGHT = replace(NOTHING_DONE, agent="oracle")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    run(prepare(NOTHING_DONE), folder / "noop")
    run(prepare(ALL_RIGHT), folder / "oracle")
    run(prepare(replace(ALL_RIGHT, cutoff="end")), folder / "end")
    run_repeats(prepare(ALL_RIGHT), folder / "repeated", 2)
    return folder


def test_doing_nothing_against_doing_right_flips_every_query(runs: Path) -> None:
    found = compare_folders(runs / "noop", runs / "oracle").to_dict()
    assert found["figures"]["exact_match_rate"] == {
        "queries": 3, "a": 0.0, "b": 1.0, "difference": 1.0, "low": None, "high": None,
    }  # fmt: skip
    assert found["flipped"] == {"gained": ["demo/0", "demo/1", "demo/2"], "lost": []}
    assert found["mcnemar"] == {"gained": 3, "lost": 0, "p": 0.25}
    assert found["notes"] == ["differs: agent: 'noop' in A, 'oracle' in B"]
    assert (found["a"]["folder"], found["a"]["usage"], found["b"]["repeats"]) == (str(runs / "noop"), None, 1)


def test_the_text_fits_into_eighty_columns_but_for_the_folders(runs: Path) -> None:
    shown = compare_folders(runs / "noop", runs / "oracle").render()
    assert all(len(line) <= 80 for line in shown.splitlines() if str(runs) not in line)
    assert shown.startswith("A: memory none, agent noop, cutoff auto\n")
    assert "won by B: demo/0, demo/1, demo/2\nlost by B: none\n" in shown


def test_a_sweep_of_a_memory_with_a_long_name_fits_as_well(tmp_path: Path) -> None:
    sweep = Request(memory="none", agent="noop", limit=1, cutoff="sweep:after-each,end", delays="1d,7d,30d,90d")
    run(prepare(sweep), tmp_path / "a")
    run(prepare(replace(sweep, memory="memory.embedded.fulltext:FulltextMemory")), tmp_path / "b")
    shown = compare_folders(tmp_path / "a", tmp_path / "b").render()
    assert "main+90d\n" in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if str(tmp_path) not in line)


def test_a_run_is_compared_with_itself(runs: Path) -> None:
    found = compare_folders(runs / "oracle", runs / "oracle").to_dict()
    assert (found["mcnemar"]["p"], found["notes"]) == (1.0, [])


def test_repeats_are_compared_as_one_run(runs: Path) -> None:
    comparison = compare_folders(runs / "noop", runs / "repeated")
    assert comparison.to_dict()["mcnemar"] == {"gained": 3, "lost": 0, "p": None}
    assert "cutoff auto, 2 repeats" in comparison.render()


def test_runs_that_did_not_ask_the_same_are_refused_with_every_reason(runs: Path, tmp_path: Path) -> None:
    run(prepare(replace(NOTHING_DONE, limit=2, depth=5)), tmp_path / "run")
    with pytest.raises(InputError, match=r"cannot be compared: queries: 3 .* in B; depth: 20 in A, 5 in B$"):
        compare_folders(runs / "noop", tmp_path / "run")


def test_other_cutoffs_are_refused_and_a_leak_delta_is_offered_where_there_is_one(runs: Path) -> None:
    with pytest.raises(InputError, match=r"cutoff: 'auto' in A, 'end' in B; --leak-delta"):
        compare_folders(runs / "oracle", runs / "end")
    with pytest.raises(InputError, match=r"cutoff: 'auto' in A, 'end' in B$"):
        compare_folders(runs / "noop", runs / "end")


def test_the_leak_delta_of_two_runs_is_the_same_in_either_order(runs: Path) -> None:
    there = compare_folders(runs / "oracle", runs / "end", leak_delta=True)
    back = compare_folders(runs / "end", runs / "oracle", leak_delta=True)
    assert there.leak_delta == back.leak_delta
    assert (there.leak_delta["queries"], there.leak_delta["difference"]) == (3, 0.0)
    assert "leak delta" in there.render()
    assert "figures" not in there.to_dict()


def test_runs_that_differ_in_more_give_no_leak_delta(runs: Path) -> None:
    with pytest.raises(InputError, match="give no leak delta: agent: 'noop' in A, 'oracle' in B"):
        compare_folders(runs / "noop", runs / "end", leak_delta=True)


def test_cutoffs_that_another_version_placed_elsewhere_are_refused(runs: Path, tmp_path: Path) -> None:
    moved = rewritten(
        runs / "noop", tmp_path / "run", change=lambda turn: replace(turn, cutoff=turn.cutoff._replace(seq=1))
    )
    with pytest.raises(InputError, match=r"cutoffs: 3 entries were asked at other moments \(first demo/0 at "):
        compare_folders(runs / "noop", moved)


def test_an_unfinished_run_is_compared_on_what_it_has_and_that_is_said(runs: Path, tmp_path: Path) -> None:
    begun = rewritten(runs / "noop", tmp_path / "run", change=lambda turn: None if turn.index else turn)
    found = compare_folders(runs / "oracle", begun).to_dict()
    assert found["queries"] == {"compared": 1, "failed_a": 0, "failed_b": 0, "only_a": 2, "only_b": 0}
    assert found["notes"][0] == "B is not finished: 2 queries still to be asked"


def test_a_folder_without_a_run_is_bad_input(runs: Path, tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="no run"):
        compare_folders(runs / "noop", tmp_path)


def test_a_record_that_cannot_be_read_is_one_clear_error(runs: Path, tmp_path: Path) -> None:
    run(prepare(NOTHING_DONE), tmp_path / "run")
    connection = sqlite3.connect(tmp_path / "run" / "run.db")
    connection.executescript("DROP TRIGGER turns_no_update; UPDATE turns SET record = '{}';")
    connection.close()
    with pytest.raises(RunFolderError, match="a record of the run log cannot be read"):
        compare_folders(runs / "noop", tmp_path / "run")


def test_two_names_of_one_cutoff_and_a_converted_copy_are_no_obstacle_but_are_told(tmp_path: Path) -> None:
    said = message("2025-07-01T08:00", "the radio at 30", id="k")
    asked = {"record": "query", "text": "The radio.", "cutoff": "2025-07-01T09:00", "commands": []}
    source = f"timeline:{timeline_file(tmp_path, HEAD, said, asked)}"
    convert(source, tmp_path / "copy", Selection(), Findings(strict=True))
    here = replace(NOTHING_DONE, source=source)
    run(prepare(here), tmp_path / "auto")
    run(prepare(replace(here, cutoff="explicit", agent="quote")), tmp_path / "explicit")
    run(prepare(replace(here, source=f"timeline:{tmp_path / 'copy'}")), tmp_path / "converted")
    run(prepare(replace(here, cutoff="end")), tmp_path / "end")
    notes = compare_folders(tmp_path / "auto", tmp_path / "explicit").notes
    assert "differs: cutoff: 'auto' in A, 'explicit' in B" in notes
    assert any(
        note.startswith("differs: data: ") for note in compare_folders(tmp_path / "auto", tmp_path / "converted").notes
    )
    with pytest.raises(InputError, match="data: "):  # other answers: nobody knows that the history is the same
        compare_folders(tmp_path / "explicit", tmp_path / "converted")
    with pytest.raises(InputError, match="cutoff: 'auto' in A, 'end' in B"):
        compare_folders(tmp_path / "auto", tmp_path / "end")
