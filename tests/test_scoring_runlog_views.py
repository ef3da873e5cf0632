"""The run file as other programs see it."""

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from memory.provenance import Violation, ViolationKind
from replay.prepare import Request, prepare
from replay.run import run
from replay.run_folder import open_run, scored_turns
from scoring.aggregate import leakage
from scoring.errors import RunLogError
from scoring.records import Branch, FactProbe, Timing
from scoring.runlog import RunLog
from scoring.runlog_views import README
from tests.kept_cases import ON, RIGHT, broken, in_words, keep_run, right, wrong
from vehicle.events import FieldChanged
from vehicle.state import FACTORY


def rows(folder: Path, statement: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(folder / "run.db")
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    turns = [right(0), wrong(1), broken(2), in_words(3, "blue", "It is blue."), replace(wrong(0, point="end"), index=4)]
    return keep_run(tmp_path_factory.mktemp("run") / "run", turns)


def test_each_query_is_a_row_with_what_became_of_the_car(kept: Path) -> None:
    found = rows(
        kept, "SELECT query, point, exact_match, failed_in, answer, searches, attempts FROM queries ORDER BY turn"
    )
    assert found == [
        ("1/0", "main", 1, None, None, 1, 1),
        ("1/1", "main", 0, None, None, 1, 1),
        ("1/2", "main", None, "search", None, 1, 1),
        ("1/3", "main", None, None, "It is blue.", 0, 1),
        ("1/0@end", "end", 0, None, None, 1, 1),
    ]


def test_differences_name_the_field_and_both_values(kept: Path) -> None:
    found = rows(kept, "SELECT field, before, reference, predicted FROM differences WHERE query = '1/1'")
    assert found == [("radio.volume", FACTORY.value("radio.volume"), 30, 20)]
    assert rows(kept, "SELECT * FROM differences WHERE query = '1/0'") == []


def test_events_are_those_of_both_branches_by_position(kept: Path) -> None:
    found = rows(
        kept,
        "SELECT branch, position, kind, field, value, reason FROM events WHERE query = '1/1' AND branch = 'predicted'",
    )
    assert found == [
        ("predicted", 1, "field_changed", "radio.is_on", "true", None),
        ("predicted", 2, "field_changed", "radio.volume", 20, None),
        ("predicted", 3, "command_rejected", None, None, "found 101, allowed are 0 to 100"),
    ]


def test_searches_hits_and_what_was_withheld_are_rows(kept: Path) -> None:
    assert rows(kept, "SELECT by, text, hits, shown, withheld FROM searches WHERE query = '1/0'") == [
        ("agent", 'say "x"', 1, 0, 1)
    ]
    assert rows(kept, "SELECT rank, shown, text FROM hits WHERE query = '1/0'") == [(1, "false", "[x] Ada: 座椅")]
    assert rows(kept, "SELECT by, call, kind FROM withheld WHERE query = '1/0'") == [("agent", 1, "unknown_id")]
    assert rows(kept, "SELECT kind, name, ok FROM calls WHERE query = '1/0'") == [("search", "search_memory", "true")]


def test_whatever_leakage_counts_is_a_row_of_withheld(tmp_path: Path) -> None:
    def seen(kind: ViolationKind) -> Violation:
        return Violation(kind=kind, detail="", hit=Hit(text="x", score=1.0))

    def found(kind: ViolationKind) -> SearchRecord:
        return SearchRecord(query="q", limit=20, now=Position(1, 0), hits=(), violations=(seen(kind),))

    turn = right(
        0,
        leftovers=(seen("not_empty"),),
        other_violations=(seen("stamped_ahead"),),
        probe=found("foreign_text"),
        fact_probes=(FactProbe(fact=0, search=found("foreign_namespace")),),
    )
    folder = keep_run(tmp_path / "run", [turn])
    assert rows(folder, "SELECT by, kind FROM withheld ORDER BY by, kind") == [
        ("agent", "unknown_id"),
        ("other look", "not_empty"),
        ("other look", "stamped_ahead"),
        ("replay", "foreign_namespace"),
        ("replay", "foreign_text"),
    ]
    counts = leakage([turn])
    assert (counts["violations"], counts["elsewhere"]) == (5, 2)
    assert (
        counts["hits"]
        == counts["violations"] - counts["elsewhere"] + rows(folder, "SELECT sum(hits) FROM searches")[0][0]
    )


def test_the_latest_attempt_counts_and_every_attempt_has_its_events(tmp_path: Path) -> None:
    folder = keep_run(tmp_path / "run", [broken(0), right(0)])
    assert rows(folder, "SELECT exact_match, attempts FROM queries") == [(1, 2)]
    assert rows(folder, "SELECT DISTINCT attempt FROM events") == [(1,), (2,)]


def test_a_field_that_went_back_or_differs_in_case_alone_is_no_difference(tmp_path: Path) -> None:
    factory = FACTORY.value("light.ambient.color")
    away = FieldChanged(path="light.ambient.color", value="red")
    back = FieldChanged(path="light.ambient.color", value=str(factory).upper())
    there_and_back = Branch(commands=RIGHT.commands, accepted=(True,), events=(*RIGHT.events, away, back))
    folder = keep_run(tmp_path / "run", [right(0, predicted=there_and_back)])
    assert rows(folder, "SELECT exact_match FROM queries") == [(1,)]


def test_a_field_counts_from_the_car_at_the_cutoff(tmp_path: Path) -> None:
    quiet = Branch(commands=(), accepted=(), events=())
    only_on = Branch(commands=RIGHT.commands, accepted=(True,), events=(ON,))
    base = {"radio.volume": 30}
    folder = keep_run(tmp_path / "run", [right(0, base=base, predicted=only_on), right(1, base=base, predicted=quiet)])
    assert rows(folder, "SELECT exact_match FROM queries ORDER BY query") == [(1,), (0,)]
    assert rows(folder, "SELECT before, reference, predicted FROM differences") == [("false", "true", "false")]


def test_the_rate_of_the_view_is_the_rate_of_the_scores(tmp_path: Path) -> None:
    prepared = prepare(Request(memory="recent", vehicle="carry"))
    run(prepared, tmp_path / "run")
    with open_run(tmp_path / "run", prepared.config) as log:
        scores = {item.turn.entry_id: int(item.score.exact_match) for item in scored_turns(log, prepared.config)}
    found = dict(rows(tmp_path / "run", "SELECT query, exact_match FROM queries"))
    assert found == scores
    assert 0 < sum(found.values()) < len(found)


def test_every_table_and_view_can_be_read_before_the_first_query(tmp_path: Path) -> None:
    folder = keep_run(tmp_path / "run", [])
    for (name,) in rows(folder, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"):
        assert isinstance(rows(folder, f"SELECT * FROM {name}"), list)


def test_the_readme_explains_every_table_and_view_and_the_columns_that_there_are(kept: Path) -> None:
    there = set(rows(kept, "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')"))
    told = {(part, name) for part, name, _ in README if part in ("table", "view")}
    assert told == there
    assert rows(kept, "SELECT part, name, meaning FROM readme") == list(README)
    for part, name, _ in README:
        if part == "column":
            view, _, column = name.partition(".")
            rows(kept, f"SELECT {column} FROM {view} LIMIT 1")


def test_a_log_of_an_earlier_version_has_no_views_and_opens(tmp_path: Path) -> None:
    folder = keep_run(tmp_path / "run", [right(0)])
    connection = sqlite3.connect(folder / "run.db")
    views = connection.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall()
    for (name,) in views:
        connection.execute(f"DROP VIEW {name}")
    connection.executescript("DROP TABLE readme; DROP TABLE factory;")
    connection.close()
    log = RunLog.open(folder / "run.db")
    log.append(wrong(1), Timing())
    assert [one.index for one in log.turns()] == [0, 1]
    log.close()


def test_a_log_is_read_while_another_connection_writes_it_and_is_never_written(tmp_path: Path) -> None:
    folder = keep_run(tmp_path / "run", [right(0)])
    writer, reader = RunLog.open(folder / "run.db"), RunLog.read(folder / "run.db")
    writer.append(wrong(1), Timing())
    assert [(number, attempt, one.index) for number, attempt, one in reader.attempts()] == [(1, 0, 0), (2, 0, 1)]
    assert [number for number, _, _ in reader.attempts(after=1)] == [2]
    with pytest.raises(RunLogError, match="readonly"):
        reader.append(wrong(2), Timing())
    reader.close()
    writer.close()


def test_a_log_in_a_folder_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    folder = keep_run(tmp_path / "run", [right(0)])
    folder.chmod(0o555)
    try:
        log = RunLog.read(folder / "run.db")
        assert [one.index for one in log.turns()] == [0]
        log.close()
    finally:
        folder.chmod(0o755)
