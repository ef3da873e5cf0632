import sqlite3
from pathlib import Path

import pytest

from replay.errors import RunFolderError
from replay.prepare import Prepared, Request, prepare
from replay.run import run
from replay.run_folder import LOG_FILE, open_run


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    return prepare(Request(memory="none", agent="noop", limit=2))


def test_only_one_process_can_have_a_run_open(prepared: Prepared, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with (
        open_run(folder, prepared.config),
        pytest.raises(RunFolderError, match="another process"),
        open_run(folder, prepared.config),
    ):
        pass
    with open_run(folder, prepared.config):
        pass


def test_a_log_that_was_begun_and_killed_is_begun_again(prepared: Prepared, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "run.db.new").write_bytes(b"SQLite format 3\0, but no more of it")
    (folder / ".lock").touch()
    assert run(prepared, folder).metric["completed_tasks"] == 2


@pytest.mark.parametrize(
    "content",
    [b"", b"just text, and long enough to be a page of something" * 100, b"SQLite format 3\0" + b"\xff" * 4096],
)
def test_a_damaged_log_is_one_clear_error(prepared: Prepared, tmp_path: Path, content: bytes) -> None:
    (tmp_path / LOG_FILE).write_bytes(content)
    with pytest.raises(RunFolderError, match=LOG_FILE), open_run(tmp_path, prepared.config):
        pass


def test_a_log_whose_pages_were_overwritten_is_one_clear_error(prepared: Prepared, tmp_path: Path) -> None:
    run(prepared, tmp_path / "run")
    path = tmp_path / "run" / LOG_FILE
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with pytest.raises(RunFolderError):
        run(prepared, tmp_path / "run")
