from pathlib import Path

import pytest

from replay.cli import invoke
from tests.test_replay_cli import query
from tests.test_replay_loaders import HEAD, message, timeline_file

REWORDS = """
from memory.backend import Capabilities, MemoryBackend
from memory.messages import Hit
from memory.position import Position

class Rewords(MemoryBackend):
    capabilities = Capabilities({declared})
    def __init__(self, setup):
        self.ids = []
    def ingest(self, batch):
        self.ids += [m.id for m in batch.messages]
    def search(self, query, *, limit, now):
        return [Hit(text="they like it loud", score=1.0, message_ids=(one,)) for one in self.ids][:limit]
"""


def run(name: str, declared: str, n_queries: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    (folder / f"{name}.py").write_text(REWORDS.replace("{declared}", declared), encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    queries = [query(f"2025-07-01T0{n}:00") for n in range(1, n_queries + 1)]
    source = timeline_file(folder, HEAD, message("2025-07-01T00:00", "the radio is best at 30"), *queries)
    options = ["--memory", f"{name}:Rewords", "--agent", "noop", "--out", str(folder / name), "--quiet"]
    return invoke(["run", f"timeline:{source}", *options])


def test_the_leaks_of_a_run_are_one_line_with_kinds_the_first_and_what_a_memory_that_rewords_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("rewords_in_silence", "", 3, tmp_path, monkeypatch) == 3
    (line,) = capsys.readouterr().err.splitlines()
    whose = "pastlane: leaks of rewords_in_silence:Rewords"
    assert line.startswith(f"{whose}: 3 hits were withheld in 3 queries (foreign_text 3); first at t/0: ")
    assert "say Capabilities(verbatim=False)" in line


def test_a_single_leak_is_told_in_the_singular(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("rewords_once", "", 1, tmp_path, monkeypatch) == 3
    assert "leaks of rewords_once:Rewords: 1 hit was withheld in 1 query (foreign_text 1); " in capsys.readouterr().err


def test_a_memory_that_says_that_it_rewords_is_told_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("rewords_openly", "verbatim=False", 2, tmp_path, monkeypatch) == 0
    assert capsys.readouterr().err == ""
