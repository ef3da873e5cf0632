from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from replay.errors import RunFolderError
from replay.kept_run import load_kept, open_kept, parts_of, read_config
from replay.points import Points
from replay.prepare import Prepared, Request, prepare
from replay.repeating import run_repeats
from replay.run import run
from replay.run_folder import open_run

HOUR_US = 3_600_000_000


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    return prepare(Request(memory="none", agent="noop", limit=2))


def test_a_run_is_read_with_nothing_but_its_folder(prepared: Prepared, tmp_path: Path) -> None:
    outcome = run(prepared, tmp_path / "run")
    kept = load_kept(tmp_path / "run")
    assert kept.config == prepared.config
    assert [item.turn.query_id for item in kept.scored] == ["demo/0", "demo/1"]
    assert (len(kept.timings), kept.n_missing, [part.folder for part in kept.parts]) == (2, 0, [outcome.folder])


def test_every_configuration_comes_back_as_it_was(prepared: Prepared) -> None:
    points = Points(after_each=True, before_evidence=True, end=True, delays_us=(HOUR_US, 36 * HOUR_US))
    for config in (
        prepared.config,
        replace(prepared.config, points=points, index_lag_us=5, model={"model": "m"}, memory_options={"a": "b"}),
        replace(prepared.config, points=Points(before_evidence=True)),
    ):
        assert read_config(config.to_dict(), Path("run")) == config


def test_a_configuration_of_an_older_version_has_defaults_and_of_a_newer_one_too_much(prepared: Prepared) -> None:
    kept: dict[str, Any] = prepared.config.to_dict()
    for name in ("points", "index_lag_us", "watch_updates", "tool_schema", "own_code", "memory_options", "code_digest"):
        del kept[name]
    assert read_config({**kept, "new": 1}, Path("run")) == replace(prepared.config, own_code="")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("cutoff", "tomorrow", "cutoff"),
        ("scenarios", 3, "scenarios"),
        ("points", {"swept": ["now"], "delays": []}, "no sweep is called 'now'"),
        ("points", 3, "points"),
        ("model", {}, "model: it has no name"),
    ],
)
def test_a_configuration_that_this_version_does_not_know_is_refused(
    prepared: Prepared, name: str, value: object, said: str
) -> None:
    with pytest.raises(RunFolderError, match=said):
        read_config({**prepared.config.to_dict(), name: value}, Path("run"))


def test_repeats_are_one_run_in_the_order_of_their_numbers(prepared: Prepared, tmp_path: Path) -> None:
    run_repeats(prepared, tmp_path / "run", 2)
    kept = load_kept(tmp_path / "run")
    assert [part.folder.name for part in kept.parts] == ["repeat-1", "repeat-2"]
    assert (len(kept.scored), kept.n_missing) == (4, 0)


def test_a_folder_without_a_run_is_refused_and_runs_below_are_named(prepared: Prepared, tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match="no such folder"):
        parts_of(tmp_path / "nowhere")
    with pytest.raises(RunFolderError, match=r"there is no run\.db$"):
        parts_of(tmp_path)
    run(prepared, tmp_path / "one")
    with pytest.raises(RunFolderError, match=r"there are runs in .*one$"):
        parts_of(tmp_path)
    assert not (tmp_path / ".lock").exists()


def test_a_run_that_is_being_written_is_refused(prepared: Prepared, tmp_path: Path) -> None:
    with (
        open_run(tmp_path / "run", prepared.config),
        pytest.raises(RunFolderError, match="another process"),
        open_kept(tmp_path / "run"),
    ):
        pass


def test_a_damaged_log_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "run.db").write_bytes(b"no database, but long enough to be taken for one" * 50)
    with pytest.raises(RunFolderError, match=r"run\.db"):
        load_kept(tmp_path)
