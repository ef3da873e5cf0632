import json
from pathlib import Path
from typing import Any

import pytest

from replay.cli import invoke
from replay.reporting.kept import load_runs
from replay.reporting.trust import Checked, trust_of
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


@pytest.mark.parametrize(
    ("right", "is_bound"),
    [({"answer": ""}, True), ({"commands": []}, True), ({"answer": "30"}, False), ({"commands": None}, False)],
)
def test_where_nobody_knows_or_nothing_is_to_be_done_gold_misses_nothing(
    right: dict[str, Any], is_bound: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {key: value for key, value in query("2025-07-01T01:00").items() if key != "commands"} | right
    assert ("no upper bound" in told(tmp_path, capsys, [asked], "--memory", "gold")) != is_bound


def test_updates_that_nobody_names_are_said_not_to_be_watched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = [query("2025-07-01T01:00"), query("2025-07-01T02:00", evidence=["a"], superseded=[{"evidence": ["a"]}])]
    unwatched = "pastlane: --watch-updates: nothing to watch: no query says which messages its evidence superseded\n"
    assert told(tmp_path, capsys, queries, "--memory", "none", "--watch-updates") == unwatched


def test_an_update_that_is_watched_needs_no_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    watched = query("2025-07-01T01:00", evidence=["b"], superseded=[{"evidence": ["a"]}])
    assert told(tmp_path, capsys, [watched], "--memory", "none", "--watch-updates") == ""


def test_queries_asked_before_their_own_evidence_are_told_and_the_report_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = [{"name": "carcontrol_radio_set_volume", "args": {"volume": 30}}]
    asked = {"evidence": ["b"], "commands": wanted, "text": "At 9:00 AM, the radio, please."}
    queries = [query(f"2025-07-01T{clock}", **asked) for clock in ("00:30", "01:00")]
    assert told(tmp_path, capsys, queries, "--memory", "none") == (
        "pastlane: 1 of 2 queries is asked before messages that the source names as evidence (first t/0); "
        "no memory can hold these by then\n"
    )
    metric = json.loads((tmp_path / "out" / "metric.json").read_text())
    assert metric["diagnosis"]["causes"]["not_said"]["count"] == 1
    (run_read,) = load_runs([tmp_path / "out"])
    found = {one.title: one.text for one in trust_of(run_read, Checked())}
    assert found["Asked before its evidence"].startswith("Of 1 query (t/0) the source names")


def test_what_is_asked_before_its_evidence_on_purpose_needs_no_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = [query("2025-07-01T01:00", evidence=["b"])]
    assert told(tmp_path, capsys, queries, "--memory", "none", "--cutoff", "before-evidence") == ""


def in_words(cutoff: str, answer: str) -> dict[str, object]:
    return {key: value for key, value in query(cutoff).items() if key != "commands"} | {"answer": answer}


def test_an_agent_that_says_nothing_where_only_words_are_rated_is_told_once_for_all_memories(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = [in_words("2025-07-01T01:00", "30"), in_words("2025-07-01T02:00", "20"), in_words("2025-07-01T03:00", "")]
    assert told(tmp_path, capsys, queries, "--memory", "none,fulltext") == (
        "pastlane: agent noop: it said nothing in 3 queries, where an answer in words is what is rated; "
        "--agent quote gives one\n"
    )


@pytest.mark.parametrize(
    ("queries", "options"),
    [
        ([in_words("2025-07-01T01:00", "30")], ["--agent", "quote"]),
        ([in_words("2025-07-01T01:00", "")], []),
        ([in_words("2025-07-01T01:00", "30"), query("2025-07-01T02:00")], []),
        ([query("2025-07-01T01:00")], []),
    ],
)
def test_words_silence_that_may_be_right_and_commands_beside_the_words_need_no_line(
    queries: list[Any], options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(tmp_path, capsys, queries, "--memory", "none", *options) == ""


def test_a_source_without_queries_is_told_where_they_come_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = timeline_file(tmp_path, HEAD, *SAID)
    assert invoke(["run", f"timeline:{source}", "--out", str(tmp_path / "out")]) == 2
    said = "holds no queries; pastlane import draws some from a log's commands (--probe-commands), or adds your own "
    assert f"{said}(--queries)\n" in capsys.readouterr().err
