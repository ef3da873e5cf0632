"""The car of one query, folded from the log."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from replay.car_state import car_state
from replay.errors import InputError, RunFolderError
from tests.kept_cases import broken, keep_run, right, wrong
from vehicle.settings import FIELDS
from vehicle.state import FACTORY, State

VOLUME = FACTORY.value("radio.volume")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    turns = [right(0), wrong(1), broken(2), replace(wrong(0, point="end", base={"radio.volume": 70}), index=3)]
    return keep_run(tmp_path_factory.mktemp("run") / "run", turns)


def test_the_last_position_is_the_end_of_the_predicted_branch(run: Path) -> None:
    found = car_state(run, "1/1")
    assert (found.branch, found.position, found.n_events) == ("predicted", 3, 3)
    assert found.state == State({"radio.is_on": True, "radio.volume": 20})
    assert found.differences == {"radio.volume": (VOLUME, 30, 20)}


@pytest.mark.parametrize(
    ("at", "changed"), [(0, {}), (1, {"radio.is_on": True}), (2, {"radio.is_on": True, "radio.volume": 30})]
)
def test_a_position_is_behind_so_many_events(run: Path, at: int, changed: dict[str, object]) -> None:
    found = car_state(run, "1/1", at, "reference")
    assert found.state.changes() == changed
    assert len(found.events) == at


def test_the_reference_is_set_against_the_end_of_the_prediction(run: Path) -> None:
    assert car_state(run, "1/1", branch="reference").differences == {"radio.volume": (VOLUME, 30, 20)}
    assert car_state(run, "1/1", 0, "reference").differences == {
        "radio.is_on": (False, False, True),
        "radio.volume": (VOLUME, VOLUME, 20),
    }


def test_a_car_begins_as_it_was_when_asked(run: Path) -> None:
    found = car_state(run, "1/0@end", 1)
    assert found.state.changes() == {"radio.is_on": True, "radio.volume": 70}
    assert found.differences == {"radio.volume": (70, 30, 70)}


def test_a_right_answer_leaves_no_difference_and_says_so(run: Path) -> None:
    found = car_state(run, "1/0")
    assert found.differences == {}
    assert found.render().endswith("different from the end of the reference branch\n    nothing\n")


def test_the_text_tells_events_fields_and_differences_in_80_columns(run: Path) -> None:
    text = car_state(run, "1/1").render()
    assert "    2  radio.volume = 20\n" in text
    assert f"radio.volume = 20 (factory: {VOLUME})" in text
    assert f"radio.volume: 20, there 30 (before: {VOLUME})" in text
    assert "refused carcontrol_radio_set_volume(volume=101): found 101" in " ".join(text.split())
    assert all(len(line) <= 80 for line in text.splitlines())


def test_the_json_has_the_whole_car(run: Path) -> None:
    found = car_state(run, "1/1", 2).to_dict()
    assert list(found["car"]) == list(FIELDS)
    assert found["not_factory"] == {"radio.is_on": True, "radio.volume": 20}
    assert found["events"][1] == {"position": 2, "kind": "field_changed", "path": "radio.volume", "value": 20}
    assert found["differences"] == {"radio.volume": {"before": VOLUME, "reference": 30, "predicted": 20}}


def test_a_failure_is_told(run: Path) -> None:
    assert "a failure in search" in car_state(run, "1/2").render()


def test_the_latest_attempt_counts(tmp_path: Path) -> None:
    assert car_state(keep_run(tmp_path / "run", [broken(0), right(0)]), "1/0").turn.failure is None


def test_a_query_that_there_is_not_names_some_that_there_are(run: Path, tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match=r"no query '9/9' in .*; there are: 1/0, 1/1, 1/2, 1/0@end$"):
        car_state(run, "9/9")
    with pytest.raises(RunFolderError, match="none is answered yet"):
        car_state(keep_run(tmp_path / "run", []), "1/0")


@pytest.mark.parametrize("at", [-1, 4])
def test_a_position_out_of_range_names_the_range(run: Path, at: int) -> None:
    with pytest.raises(InputError, match=rf"no position {at}: the predicted branch of 1/1 has 0 to 3"):
        car_state(run, "1/1", at)


def test_a_branch_that_there_is_not_names_both(run: Path) -> None:
    with pytest.raises(InputError, match="known: reference, predicted"):
        car_state(run, "1/1", branch="other")


def test_repeats_are_named_instead_of_mixed(tmp_path: Path) -> None:
    for n in (1, 2):
        keep_run(tmp_path / "run" / f"repeat-{n}", [right(0)])
    with pytest.raises(RunFolderError, match=r"2 repeats; name one of them: .*repeat-1"):
        car_state(tmp_path / "run", "1/0")
    assert car_state(tmp_path / "run" / "repeat-2", "1/0").differences == {}


def test_a_folder_without_a_run_and_a_truncated_log_are_one_clear_error(run: Path, tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="there is no such folder"):
        car_state(tmp_path / "nowhere", "1/0")
    whole = (run / "run.db").read_bytes()
    for n_bytes in (0, 10, 5000, len(whole) // 2):
        (tmp_path / "run.db").write_bytes(whole[:n_bytes])
        with pytest.raises(RunFolderError):
            car_state(tmp_path, "1/1")


def test_looking_changes_nothing_and_leaves_nothing_behind(run: Path) -> None:
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    car_state(run, "1/1")
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before


def test_a_run_that_is_being_written_can_be_looked_at(tmp_path: Path) -> None:
    folder = keep_run(tmp_path / "run", [wrong(0)])
    (folder / ".lock").touch()
    lock = os.open(folder / ".lock", os.O_RDWR)
    try:
        assert car_state(folder, "1/0").position == 3
    finally:
        os.close(lock)
