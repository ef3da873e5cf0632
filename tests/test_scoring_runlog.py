import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from memory.provenance import Violation
from scoring.codec import timing_from_json, turn_from_json, turn_to_json
from scoring.errors import RunLogError
from scoring.records import Branch, Failure, ForgetCheck, Gold, Origin, Timing, ToolCall, Turn
from scoring.runlog import RunLog, digest_of
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY

COMMAND = Command(name="carcontrol_radio_set_volume", args={"volume": 30})


def turn(index: int = 0, scenario: str = "1", **changes: Any) -> Turn:
    done = carry_out(FACTORY, (COMMAND,))
    branch = Branch(commands=(COMMAND,), accepted=done.accepted, events=done.events)
    hit = Hit(text="[x] Ada: 座椅", score=1.25, message_ids=("m000001",), at_us=7)
    search = SearchRecord(
        query='say "x"',
        limit=20,
        now=Position(9, 0),
        hits=(hit,),
        violations=(Violation(kind="unknown_id", detail="m9 was not delivered", hit=hit),),
    )
    call = ToolCall(kind="search", name="search_memory", args={"query": "x"}, ok=True, answer="1 hit", search=search)
    whole = Turn(
        scenario=scenario,
        index=index,
        origin=Origin(source_file="qa_1.json", event_index=index),
        query="What?",
        cutoff=Position(9, 0),
        cutoff_iso="1970-01-01T00:00:00.000009+00:00",
        cutoff_policy="explicit",
        visible_messages=1,
        hidden_messages=2,
        gold=Gold(commands=(COMMAND,), reasoning_type="state_shift", facts=("[March 1, 2025] At 8:00 AM, so.",)),
        base={},
        reference=branch,
        predicted=branch,
        tool_calls=(call,),
        decisions=({"step": "value", "choice": "30", "reason": "it says so"},),
    )
    return replace(whole, **changes)


@pytest.fixture
def log(tmp_path: Path) -> RunLog:
    return RunLog.create(tmp_path / "run.db", {"memory": "fulltext"})


def test_a_turn_comes_back_as_it_was_with_its_vehicle_events(log: RunLog) -> None:
    log.append(turn(), Timing(searches_ms=(1.5,), agent_ms=2.0))
    assert list(log.turns()) == [turn()]
    assert log.timings() == {("1", 0): Timing(searches_ms=(1.5,), agent_ms=2.0)}


def test_what_other_systems_answered_is_in_the_file_and_not_among_the_durations(log: RunLog, tmp_path: Path) -> None:
    log.append(turn(), Timing(agent_ms=2.0, raw_answers=('{"memories": 1}',)))
    assert log.timings() == {("1", 0): Timing(agent_ms=2.0)}
    with closing(sqlite3.connect(tmp_path / "run.db")) as connection:
        ((kept,),) = connection.execute("SELECT timing FROM turns")
    assert timing_from_json(kept).raw_answers == ('{"memories": 1}',)


def test_turns_come_by_scenario_and_index_whenever_they_were_answered(log: RunLog) -> None:
    for scenario, index in (("2", 0), ("10", 10), ("10", 9), ("1", 1)):
        log.append(turn(index, scenario), Timing())
    log.append(turn(0, "1", failure=Failure(stage="search", message="gone")), Timing())
    log.append(turn(0, "1"), Timing())
    found = [(each.scenario, each.index) for each in log.turns()]
    assert found == [("1", 0), ("1", 1), ("10", 9), ("10", 10), ("2", 0)]


def test_a_log_is_found_again_with_its_configuration(log: RunLog, tmp_path: Path) -> None:
    log.append(turn(), Timing())
    log.close()
    again = RunLog.open(tmp_path / "run.db")
    assert again.config == {"memory": "fulltext"}
    assert list(again.turns()) == [turn()]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE turns SET failed = 1",
        "DELETE FROM turns",
        "INSERT OR REPLACE INTO turns SELECT * FROM turns",
        "INSERT OR REPLACE INTO turns SELECT 99, scenario, query, attempt, 1, record, timing FROM turns",
        "UPDATE run SET config = '{}'",
        "DELETE FROM run",
        "UPDATE vehicle_events SET event = '{}'",
        "DELETE FROM vehicle_events",
    ],
)
def test_nothing_that_was_written_can_be_changed(log: RunLog, tmp_path: Path, statement: str) -> None:
    log.append(turn(), Timing())
    connection = sqlite3.connect(tmp_path / "run.db")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)


def test_a_failure_may_be_tried_again_and_the_latest_attempt_counts(log: RunLog) -> None:
    log.append(turn(0, failure=Failure(stage="search", message="gone")), Timing())
    log.append(turn(1), Timing())
    assert log.answered() == {"1": {1}}
    log.append(turn(0), Timing())
    assert log.answered() == {"1": {0, 1}}
    assert [t.failure for t in log.turns()] == [None, None]


def test_the_digest_depends_on_what_happened_and_not_on_when_or_in_which_order(tmp_path: Path) -> None:
    logs = [RunLog.create(tmp_path / f"{n}.db", {}) for n in range(3)]
    for number, (first, second) in enumerate([((0, "1"), (0, "2")), ((0, "2"), (0, "1")), ((0, "1"), (1, "1"))]):
        logs[number].append(turn(*first), Timing(agent_ms=number))
        logs[number].append(turn(*second), Timing(agent_ms=number))
    digests = [digest_of(log.turns()) for log in logs]
    assert digests[0] == digests[1] != digests[2]


def test_a_killed_writer_leaves_whole_turns_only(log: RunLog, tmp_path: Path) -> None:
    log.append(turn(0), Timing())
    broken = turn(1, predicted=Branch(commands=(), accepted=(), events=("no event",)))  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        log.append(broken, Timing())
    assert [t.index for t in RunLog.open(tmp_path / "run.db").turns()] == [0]


def test_what_no_json_can_hold_is_written_in_a_readable_way(log: RunLog) -> None:
    wild = Command(name="x\ud800", args={"n": 10**400, "f": float("nan"), "deep": [[1]], "half": "\udc00"})
    log.append(turn(predicted=Branch(commands=(wild,), accepted=(False,), events=())), Timing())
    (back,) = log.turns()
    assert back.predicted.commands[0].name == "x?"
    assert turn_to_json(turn_from_json(turn_to_json(back))) == turn_to_json(back)


def test_a_file_that_is_no_run_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("not a database, just some text that goes on for a while" * 20)
    sqlite3.connect(tmp_path / "b.db").execute("CREATE TABLE run (format TEXT, config TEXT)").connection.close()
    for name in ("a.db", "b.db"):
        with pytest.raises(RunLogError, match=name):
            RunLog.open(tmp_path / name)


def test_what_there_is_nothing_to_tell_of_stands_in_no_record_and_the_rest_is_read_back() -> None:
    check = ForgetCheck(
        request=0, since_us=1, n_forgotten=1, hits_by_id=0, hits_by_content=0, n_bystanders=2, n_bystanders_left=2
    )
    plain = turn(forgetting=(check,))
    assert b"evidence_words" not in turn_to_json(plain)
    assert b"n_bystanders_lost" not in turn_to_json(plain)
    lost = tuple(replace(check, n_bystanders_lost=number) for number in (0, 1, None))
    whole = turn(forgetting=lost, evidence_words={"m1": "hello"})
    assert turn_from_json(turn_to_json(whole)).forgetting == lost
    assert turn_from_json(turn_to_json(whole)).evidence_words == {"m1": "hello"}
    assert turn_from_json(turn_to_json(turn(evidence_words={}))).evidence_words == {}
