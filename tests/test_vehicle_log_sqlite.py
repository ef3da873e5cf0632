"""The log in SQLite keeps the contract, in a file that refuses to forget."""

import sqlite3
from pathlib import Path

import pytest
import sqlite_utils
from hypothesis import given, settings

from tests.contract_event_log import BATCHES, REJECTED, EventLogContract, check_states, level
from vehicle.errors import StreamExists, UnknownEvent
from vehicle.events import Event
from vehicle.log import EventLog
from vehicle.log_sqlite import SqliteEventLog
from vehicle.state import State


class TestSqliteEventLog(EventLogContract):
    def make(self) -> EventLog:
        return SqliteEventLog(sqlite_utils.Database(memory=True), "car")


class TestSqliteEventLogAmongOthers(EventLogContract):
    def make(self) -> EventLog:
        database = sqlite_utils.Database(memory=True)
        SqliteEventLog(database, "another").append([level(1), level(2)], 3)
        return SqliteEventLog(database, "car")


@pytest.fixture
def database() -> sqlite_utils.Database:
    return sqlite_utils.Database(memory=True)


def test_a_log_is_found_again_by_its_name(tmp_path: Path) -> None:
    first = sqlite_utils.Database(tmp_path / "run.db")
    log = SqliteEventLog(first, "car")
    log.append([level(6), REJECTED], 1)
    log.fork(1, "car/predicted").append([level(7)], 2)
    first.close()
    again = sqlite_utils.Database(tmp_path / "run.db")
    assert [entry.event for entry in SqliteEventLog(again, "car").read()] == [level(6), REJECTED]
    assert SqliteEventLog(again, "car/predicted").state_at() == State({"HUD.height_level": 7})
    assert len(SqliteEventLog(again, "other")) == 0
    again.close()


def test_two_views_of_one_log_see_each_others_events(database: sqlite_utils.Database) -> None:
    one, two = SqliteEventLog(database, "car"), SqliteEventLog(database, "car")
    one.append([level(6)], 0)
    assert two.append([level(7)], 0) == 2
    assert len(one) == 2


def test_reading_writes_nothing(database: sqlite_utils.Database) -> None:
    log = SqliteEventLog(database, "car")
    assert (len(log), list(log.read())) == (0, [])
    log.append([], 0)
    assert database.table_names() == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE vehicle_events SET at_us = 9",
        "UPDATE vehicle_events SET event = '{}' WHERE number = 1",
        "DELETE FROM vehicle_events",
        "DELETE FROM vehicle_events WHERE stream = 'car' AND number = 2",
        "INSERT OR REPLACE INTO vehicle_events VALUES ('car', 1, 9, '{}')",
        "REPLACE INTO vehicle_events VALUES ('car', 2, 9, '{}')",
        "INSERT OR IGNORE INTO vehicle_events VALUES ('car', 1, 9, '{}')",
        "INSERT INTO vehicle_events VALUES ('car', 4, 9, '{}')",
        "INSERT INTO vehicle_events VALUES ('new', 2, 9, '{}')",
        "INSERT INTO vehicle_events VALUES ('fork', 1, 9, '{}')",
        "UPDATE vehicle_forks SET at = 2",
        "DELETE FROM vehicle_forks",
        "REPLACE INTO vehicle_forks VALUES ('fork', 'car', 2)",
        "INSERT INTO vehicle_forks VALUES ('car', 'fork', 1)",
    ],
)
def test_the_database_itself_refuses_to_change_what_is_there(database: sqlite_utils.Database, statement: str) -> None:
    log = SqliteEventLog(database, "car")
    log.append([level(6), level(7)], 0)
    fork = log.fork(1, "fork")
    with pytest.raises(sqlite3.IntegrityError, match="the vehicle log is append-only"):
        database.conn.execute(statement)
    assert [entry.event for entry in log.read()] == [level(6), level(7)]
    assert [entry.event for entry in fork.read()] == [level(6)]


def test_inside_a_transaction_the_events_are_part_of_it(database: sqlite_utils.Database) -> None:
    connection = database.conn
    connection.execute("CREATE TABLE turns (number INTEGER)")
    log = SqliteEventLog(database, "car")
    connection.execute("INSERT INTO turns VALUES (1)")
    log.append([level(6)], 0)
    assert (len(log), connection.in_transaction) == (1, True)
    connection.rollback()
    assert len(log) == 0
    with connection:
        connection.execute("INSERT INTO turns VALUES (1)")
        log.append([level(7)], 0)
        log.fork(1, "fork")
    assert not connection.in_transaction
    assert [entry.event for entry in log.read()] == [level(7)]
    assert connection.execute("SELECT count(*) FROM turns").fetchone() == (1,)


def test_outside_a_transaction_each_append_is_committed(tmp_path: Path) -> None:
    writer, reader = sqlite_utils.Database(tmp_path / "run.db"), sqlite_utils.Database(tmp_path / "run.db")
    SqliteEventLog(writer, "car").append([level(6)], 0)
    assert not writer.conn.in_transaction
    assert len(SqliteEventLog(reader, "car")) == 1
    writer.close()
    reader.close()


def test_a_fork_gets_a_name_of_its_own(database: sqlite_utils.Database) -> None:
    log = SqliteEventLog(database, "car")
    log.append([level(6), level(7)], 0)
    names = [fork.stream for fork in (log.fork(1), log.fork(1), log.fork()) if isinstance(fork, SqliteEventLog)]
    assert names == ["car@1.1", "car@1.2", "car@2.1"]


@pytest.mark.parametrize("name", ["car", "other", "fork"])
def test_a_fork_cannot_take_the_name_of_a_log_that_is_there(database: sqlite_utils.Database, name: str) -> None:
    log = SqliteEventLog(database, "car")
    SqliteEventLog(database, "other").append([level(1)], 0)
    log.fork(0, "fork")
    with pytest.raises(StreamExists, match=f"a vehicle log '{name}' already"):
        log.fork(0, name)


def test_a_damaged_record_is_an_error_when_it_is_read(database: sqlite_utils.Database) -> None:
    log = SqliteEventLog(database, "car")
    log.append([level(6)], 0)
    database.conn.execute("INSERT INTO vehicle_events VALUES ('car', 2, 0, '{\"kind\":\"door_slammed\"}')")
    assert next(log.read()).event == level(6)
    with pytest.raises(UnknownEvent, match="door_slammed"):
        log.state_at()


@given(BATCHES)
@settings(deadline=None, max_examples=50)
def test_the_state_at_any_position_comes_from_the_events_alone(batches: list[tuple[list[Event], bool]]) -> None:
    check_states(SqliteEventLog(sqlite_utils.Database(memory=True), "car"), batches)


def test_an_append_that_breaks_halfway_leaves_nothing_in_the_callers_transaction(
    database: sqlite_utils.Database,
) -> None:
    connection = database.conn
    log = SqliteEventLog(database, "car")
    log.append([level(6)], 0)
    connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON vehicle_events WHEN NEW.number = 3 BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    connection.execute("BEGIN")
    with pytest.raises(sqlite3.IntegrityError, match="full"):
        log.append([level(7), level(8)], 0)
    assert connection.in_transaction
    connection.commit()
    assert [entry.event for entry in log.read()] == [level(6)]
