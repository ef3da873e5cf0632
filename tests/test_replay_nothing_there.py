from pathlib import Path
from typing import Any

import pytest

from replay.cli import invoke
from tests.test_replay_cli import query as bare
from tests.test_replay_loaders import HEAD, message, timeline_file


def query(cutoff: str, **more: Any) -> dict[str, object]:
    return {**bare(cutoff), **more}


SAID = (
    message("2025-07-01T00:00", "the radio at 20", id="a"),
    message("2025-07-01T00:30", "no, the radio at 30", id="b"),
)


def told(folder: Path, capsys: pytest.CaptureFixture[str], queries: list[Any], *options: str) -> str:
    source = timeline_file(folder, HEAD, *SAID, *queries)
    run = ["run", f"timeline:{source}", "--agent", "noop", "--quiet", "--out", str(folder / "out"), *options]
    assert invoke(run) == 0
    return capsys.readouterr().err


def test_gold_says_for_how_many_queries_it_has_nothing_to_hand_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = [query("2025-07-01T01:00"), query("2025-07-01T02:00", facts=["at 30"]), query("2025-07-01T03:00")]
    assert told(tmp_path, capsys, queries, "--memory", "none,gold") == (
        "pastlane: memory gold: neither facts nor evidence in 2 of 3 queries (first t/0); "
        "it has nothing to hand out there, and is no upper bound\n"
    )


@pytest.mark.parametrize(("memory", "named"), [("gold", {"evidence": ["a"]}), ("gold", {"facts": ["b"]}), ("none", {})])
def test_facts_or_evidence_are_something_and_other_memories_need_none(
    memory: str, named: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, capsys, [query("2025-07-01T01:00", **named)], "--memory", memory) == ""


def test_updates_that_nobody_names_are_said_not_to_be_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = [query("2025-07-01T01:00"), query("2025-07-01T02:00", evidence=["a"], superseded=[{"evidence": ["a"]}])]
    unwatched = "pastlane: --watch-updates: nothing to watch: no query says which messages its evidence superseded\n"
    assert told(tmp_path, capsys, queries, "--memory", "none", "--watch-updates") == unwatched


def test_an_update_that_is_watched_needs_no_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watched = query("2025-07-01T01:00", evidence=["b"], superseded=[{"evidence": ["a"]}])
    assert told(tmp_path, capsys, [watched], "--memory", "none", "--watch-updates") == ""
