"""Whatever happens to the disk: one clear line, nothing half-written, and no other result than the run's own."""

import importlib
import os
import random
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from replay.cli import invoke
from replay.errors import RunFolderError
from replay.prepare import Prepared, Request, prepare
from replay.run import run
from replay.run_folder import LOG_FILE, open_run
from scoring.records import Turn
from tests.kills import Published, published, write_source

N_BEFORE_THE_KILL = 11


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_source(tmp_path_factory.mktemp("damage") / "source")


@pytest.fixture(scope="module")
def prepared(source: str) -> Prepared:
    return prepare(Request(source=source, memory="recent", agent="quote"))


@pytest.fixture(scope="module")
def folders(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`whole`, a complete run, and `killed`, its folder as a killed process would have left it halfway."""
    folder = tmp_path_factory.mktemp("runs")
    seen: list[Turn] = []

    def copy(turn: Turn) -> None:
        seen.append(turn)
        if len(seen) == N_BEFORE_THE_KILL:
            shutil.copytree(folder / "whole", folder / "killed")

    run(prepared, folder / "whole", on_turn=copy)
    assert (folder / "killed" / "run.db-wal").stat().st_size > 0
    return folder


@pytest.fixture(scope="module")
def expected(folders: Path) -> Published:
    return published(folders / "whole")


@contextmanager
def full_after(n_bytes: int) -> Iterator[None]:
    """No file can grow beyond so many bytes: to a program that writes, the disk is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("n_bytes", "code"), [(0, 2), (4096, 2), (40_000, 2), (100_000, 1), (200_000, 1), (300_000, 1)]
)
def test_a_full_disk_is_one_line_and_the_run_goes_on_when_there_is_space(
    source: str, expected: Published, tmp_path: Path, capsys: pytest.CaptureFixture[str], n_bytes: int, code: int
) -> None:
    out = tmp_path / "run"
    command = ["run", source, "--memory", "recent", "--agent", "quote", "--quiet", "--out", str(out)]
    with full_after(n_bytes):
        assert invoke(command) == code
        told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pastlane: ")
    assert "run.db" in told.err
    assert "cannot be written" in told.err
    assert told.err.count("\n") == 1
    assert {path.name for path in out.iterdir()} <= {".lock", "run.db", "run.db-wal", "run.db-shm"}
    assert invoke(command) == 0
    assert published(out) == expected


def test_published_files_that_cannot_be_written_are_what_they_were(
    folders: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    shutil.copytree(folders / "whole", out)
    before = {path.name: path.read_bytes() for path in out.glob("*.json")}
    with full_after(34_000):  # enough to open the log
        assert invoke(["rescore", str(out)]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "the same command goes on" in told
    assert {path.name: path.read_bytes() for path in out.glob("*.json*")} == before


@pytest.mark.parametrize("seed", range(40))
def test_a_torn_log_goes_on_to_the_same_result_or_is_refused_and_left_as_it_is(
    prepared: Prepared, folders: Path, expected: Published, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    out = tmp_path / "run"
    shutil.copytree(folders / ("killed" if seed % 3 else "whole"), out)
    torn = chance.choice([path for path in out.iterdir() if path.name in ("run.db", "run.db-wal")])
    content = bytearray(torn.read_bytes())
    at = chance.randrange(len(content))
    match chance.choice(("cut", "flip", "zeros")):
        case "cut":
            del content[at:]
        case "flip":
            content[at] ^= 1 << chance.randrange(8)
        case "zeros":
            content[at : at + 512] = bytes(len(content[at : at + 512]))
    torn.write_bytes(content)
    before = (out / LOG_FILE).read_bytes()
    refused = ""
    try:
        run(prepared, out)
    except RunFolderError as exc:
        refused = str(exc)
    if refused:
        assert str(out) in refused
        assert "\n" not in refused
        assert (out / LOG_FILE).read_bytes() == before
    else:
        assert published(out) == expected


def test_a_letter_that_the_disk_changed_is_noticed_before_anything_is_asked(
    prepared: Prepared, folders: Path, tmp_path: Path
) -> None:
    shutil.copytree(folders / "killed", tmp_path / "run")
    path = tmp_path / "run" / LOG_FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    place = content.find(b"the radio on day 1 at 9")
    assert place > 0
    path.write_bytes(content[:place] + b"T" + content[place + 1 :])
    asked: list[Turn] = []
    with pytest.raises(RunFolderError, match=r"run\.db is damaged \(turn \d+ is not what was written\)"):
        run(prepared, tmp_path / "run", on_turn=asked.append)
    assert asked == []


def test_two_processes_on_one_folder_are_one_line(
    source: str, prepared: Prepared, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    command = ["run", source, "--memory", "recent", "--agent", "quote", "--quiet", "--out", str(out)]
    with open_run(out, prepared.config):
        assert invoke(command) == 2
        assert capsys.readouterr().err == f"pastlane: {out}: another process is at work there\n"
    assert invoke(command) == 0


@pytest.fixture
def read_only(folders: Path) -> Iterator[Path]:
    """A complete run that this process may read and not change, also where it is root."""
    folder = Path(tempfile.mkdtemp(prefix="pastlane-read-only-"))
    shutil.copytree(folders / "whole", folder / "run")
    (folder / "run" / ".lock").unlink()
    for path in (folder / "run").iterdir():
        path.chmod(0o444)
    folder.chmod(0o755)
    (folder / "run").chmod(0o555)
    user = os.geteuid()
    importlib.import_module("importlib.readers")  # later the interpreter's own folder may be out of reach
    if user == 0:
        os.seteuid(65534)
    try:
        if not os.access(__file__, os.R_OK, effective_ids=True):
            pytest.skip("another user may not read this checkout")
        yield folder / "run"
    finally:
        if user == 0:
            os.seteuid(0)
        (folder / "run").chmod(0o755)
        shutil.rmtree(folder)


def test_a_folder_that_may_only_be_read_is_read(read_only: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PermissionError):
        (read_only / "x").touch()
    before = sorted(path.name for path in read_only.iterdir())
    assert invoke(["compare", str(read_only), str(read_only)]) == 0
    assert invoke(["export", str(read_only), "--to", "csv"]) == 0
    assert invoke(["state", str(read_only), "--query", "s0/0"]) == 0
    assert invoke(["log", str(read_only)]) == 0
    assert capsys.readouterr().err == ""
    with tempfile.TemporaryDirectory() as elsewhere:
        assert invoke(["report", str(read_only), "--out", f"{elsewhere}/report.html"]) == 0
    capsys.readouterr()  # a note, that the source itself may not be read
    assert invoke(["rescore", str(read_only)]) == 0
    assert "no file was written: Permission denied" in capsys.readouterr().out
    assert sorted(path.name for path in read_only.iterdir()) == before


def test_a_run_into_a_folder_that_may_only_be_read_is_one_line(
    read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out in (read_only, read_only / "below"):
        assert invoke(["run", "demo", "--limit", "1", "--out", str(out), "--quiet"]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert str(out) in told
