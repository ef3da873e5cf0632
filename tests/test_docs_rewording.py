"""The page on memories that reword: its class runs as it is printed, and what it shows is what comes out."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from replay.cli import invoke

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "rewording.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder with the page's class in `my_notes.py`, as the current one."""
    (code,) = blocks("python")
    (tmp_path / "my_notes.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("my_notes", None)


def test_the_pages_commands_print_what_it_shows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    below, explained = blocks("text")
    run = ["run", "demo", "--memory", "my_notes:Notes"]
    assert invoke(run) == 0
    printed = capsys.readouterr().out
    assert f"\n{below}" in printed
    assert re.search(r"^lost_in_words .* demo/\d+$", printed, flags=re.MULTILINE)
    assert invoke([*run, "--explain", "demo/12"]) == 0
    assert explained in capsys.readouterr().out


def test_the_pages_memory_keeps_the_contract(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (commands,) = blocks("console")
    assert "pastlane check-memory my_notes:Notes" in commands
    assert invoke(["check-memory", "my_notes:Notes"]) == 0
    capsys.readouterr()
