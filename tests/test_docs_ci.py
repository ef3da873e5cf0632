"""The scripts of docs/ci.md do what the page says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from replay.metric_names import USUAL

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
KEEP, JOB = re.findall(r"```sh\n(.*?)```", PAGE, flags=re.DOTALL)
INSTALL = "python -m pip install --quiet ./pastlane  # a checkout of it\n"


def sh(folder: Path, script: str) -> tuple[int, str]:
    """The exit code of the script in `folder`, where `pastlane` is this tree's, and what it wrote to stderr."""
    (folder / "bin").mkdir(exist_ok=True)
    command = folder / "bin" / "pastlane"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m replay.cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        ["sh", "-c", script], cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    assert sh(folder, KEEP) == (0, "")
    return folder


def job(changed: str = "", into: str = "") -> str:
    assert JOB.count(INSTALL) == 1
    assert JOB.count(changed) >= 1
    return JOB.replace(INSTALL, "").replace(changed, into, 1)


def test_the_kept_run_is_two_files(repository: Path) -> None:
    kept = list((repository / "runs" / "kept").iterdir())
    assert {path.name for path in kept} == {"config.json", "metric.json"}
    (size,) = re.findall(r"(\d+) kB for the demo", PAGE)
    assert 0.5 < sum(path.stat().st_size for path in kept) / 1000 / int(size) < 1.5


def test_an_equal_memory_passes_again_and_again_and_leaves_a_file_for_the_server(repository: Path) -> None:
    for _ in range(2):
        (repository / "junit.xml").unlink(missing_ok=True)
        code, told = sh(repository, job())
        assert (code, "not met" in told) == (0, False)
        assert b"<testsuite" in (repository / "junit.xml").read_bytes()


def test_a_worse_memory_fails_with_1_and_leaves_its_numbers(repository: Path) -> None:
    (repository / "junit.xml").unlink(missing_ok=True)
    code, told = sh(repository, job("--memory fulltext", "--memory none"))
    assert code == 1
    assert "not met: none: exact_match_rate_all is " in told
    assert "not met: none: exact_match_rate_all fell by " in told
    assert (repository / "junit.xml").exists()


@pytest.mark.parametrize(
    ("changed", "into", "said"),
    [
        ("exact_match_rate_all=0.6", "exact_mach_rate=0.6", "did you mean exact_match_rate?"),
        ("exact_match_rate_all=0.6", "exact_match_rate_all=60", "is a rate, between 0 and 1, and never 60"),
        ("runs/kept", "runs/keep", "runs/keep: there is no such folder"),
        ("--memory fulltext", "--depth 3", "depth: 20 in A, 3 in B"),
    ],
)
def test_what_cannot_be_held_to_ends_with_2_and_one_line_before_anything_is_run(
    changed: str, into: str, said: str, repository: Path
) -> None:
    (repository / "junit.xml").unlink(missing_ok=True)
    code, told = sh(repository, job(changed, into))
    assert code == 2
    assert said in told
    assert told.count("\n") == 1
    assert not (repository / "junit.xml").exists()
    assert not (repository / "runs" / "now").exists()


def test_the_page_names_what_most_want_to_hold_a_run_to() -> None:
    assert all(f"`{name}`" in PAGE for name in USUAL)
