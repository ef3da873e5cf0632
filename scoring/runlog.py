"""The run on disk: one SQLite file, append-only, from which everything else of a run is derived.

A Turn is committed before the next one starts. A query whose Turn was a Failure may be tried again: its latest
attempt counts, the earlier ones stay. Real durations stand in a column of their own, outside the digest. Each Turn has
a checksum, for SQLite does not notice when a disk changes a letter. Views and a table `readme` come with a new file
(`scoring.runlog_views`); a file of an earlier version has neither these nor checksums, and is as good.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

import orjson
import sqlite_utils

from memory.nesting import is_nested_deeper
from scoring import runlog_views
from scoring.codec import timing_from_json, to_json, turn_from_json, turn_to_json
from scoring.errors import RunLogError
from scoring.records import Branch, Timing, Turn
from vehicle.errors import VehicleError
from vehicle.events import event_to_json
from vehicle.log_sqlite import SqliteEventLog, prepare_log

FORMAT = "pastlane run log 1"
KEPT = "what was answered is kept, and the same command goes on"
"""What an error ends with where a run cannot write."""
UNFINISHED = ".new"
"""What the name of a log ends with until it holds its configuration."""

_SCHEMA = """
CREATE TABLE run (format TEXT NOT NULL, config TEXT NOT NULL);
CREATE TABLE turns (
    number INTEGER PRIMARY KEY,
    scenario TEXT NOT NULL,
    query INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    record TEXT NOT NULL,
    timing TEXT NOT NULL,
    UNIQUE (scenario, query, attempt)
);
CREATE TABLE checksums (number INTEGER PRIMARY KEY, sum TEXT NOT NULL);
CREATE TABLE starts (number INTEGER PRIMARY KEY);
CREATE TRIGGER run_no_update BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'the run log is append-only'); END;
CREATE TRIGGER run_no_delete BEFORE DELETE ON run BEGIN SELECT RAISE(ABORT, 'the run log is append-only'); END;
CREATE TRIGGER turns_no_update BEFORE UPDATE ON turns BEGIN SELECT RAISE(ABORT, 'the run log is append-only'); END;
CREATE TRIGGER turns_once BEFORE INSERT ON turns
    WHEN EXISTS (
        SELECT 1 FROM turns WHERE number = NEW.number
        OR (scenario = NEW.scenario AND query = NEW.query AND attempt = NEW.attempt)
    )
    BEGIN SELECT RAISE(ABORT, 'the run log is append-only: there is such a turn'); END;
CREATE TRIGGER turns_no_delete BEFORE DELETE ON turns BEGIN SELECT RAISE(ABORT, 'the run log is append-only'); END;
"""
# turns_once: a REPLACE would delete without asking the trigger against it.
_PAGE = 100
"""How many attempts are read at once, so that a reader neither holds them all nor the file."""
_COLUMNS = "t.scenario, t.query, t.attempt, t.failed FROM turns t"
_WITH_SUMS = f"SELECT t.number, t.record, s.sum, {_COLUMNS} LEFT JOIN checksums s ON s.number = t.number"
_WITHOUT_SUMS = f"SELECT t.number, t.record, NULL, {_COLUMNS}"
_PROBE_FAILED = '"failed_probes":[{'
"""Stands in the record of a Turn with a failed probe, and in no text of one, whose quotes have a backslash."""
_LATEST = "SELECT max(number) FROM turns GROUP BY scenario, query"

BranchName = Literal["reference", "predicted"]
BRANCHES: tuple[BranchName, ...] = get_args(BranchName)


class RunLog:
    """The log of one run; one process writes it."""

    def __init__(self, connection: sqlite3.Connection, config: Mapping[str, Any], path: Path) -> None:
        """Use `create`, `open` or `read` instead."""
        self._connection = connection
        self._path = path
        self._has_sums = bool(connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checksums'").fetchone())
        self._rows = _WITH_SUMS if self._has_sums else _WITHOUT_SUMS
        self._page = f"{self._rows} WHERE t.number > ? ORDER BY t.number LIMIT {_PAGE}"
        self._database = sqlite_utils.Database(connection, execute_plugins=False)
        self.config: dict[str, Any] = dict(config)
        """The configuration that the log was created with."""

    @classmethod
    def create(cls, path: Path, config: Mapping[str, Any]) -> "RunLog":
        """A new, empty log at `path`, which must not exist.

        Raises:
            RunLogError: it cannot be written.
        """
        if path.exists():
            raise RunLogError(f"{path} exists already")
        fresh = path.with_name(path.name + UNFINISHED)
        try:
            fresh.unlink(missing_ok=True)
            with closing(sqlite3.connect(fresh)) as connection, connection:
                connection.executescript(f"BEGIN; {_SCHEMA} {runlog_views.SCHEMA}")
                prepare_log(sqlite_utils.Database(connection, execute_plugins=False))
                runlog_views.describe(connection)
                connection.execute("INSERT INTO run VALUES (?, ?)", (FORMAT, to_json(dict(config)).decode()))
            fresh.replace(path)  # whole or not at all: a log that was begun and killed is begun again
            return cls(_connect(path), config, path)
        except (sqlite3.Error, OSError) as exc:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise RunLogError(f"{path}: cannot be written: {exc}") from exc

    @classmethod
    def open(cls, path: Path) -> "RunLog":
        """The log at `path`.

        Raises:
            RunLogError: it cannot be read, or is no run log.
        """
        return cls(*_checked(path, _connect), path)

    @classmethod
    def read(cls, path: Path) -> "RunLog":
        """The log at `path`, only to be read: nothing is written or locked, and a run may go on writing it.

        Raises:
            RunLogError: as `open`.
        """
        return cls(*_checked(path, _connect_to_read), path)

    def check(self) -> None:
        """Nothing, where the file is sound: before more is written to it. Nothing is repaired.

        Raises:
            RunLogError: it is damaged.
        """
        faults = [str(row[0]) for row in self._read("PRAGMA quick_check(1)")]
        if faults != ["ok"]:
            raise self._damaged(*faults)
        if self._has_sums:
            after = 0
            while rows := self._read(self._page, after):
                for after, record, total, *place in rows:
                    if total != _checksum(place, record, self._bodies(place)):
                        raise self._damaged(f"turn {after} is not what was written")

    def count_start(self) -> int:
        """Note that the run is begun or gone on with; returns how often that was, this time included.

        Raises:
            RunLogError: it cannot be written.
        """
        try:
            with self._connection:
                number = self._connection.execute("INSERT INTO starts DEFAULT VALUES").lastrowid
        except sqlite3.Error as exc:
            raise self._unwritable(exc) from exc
        return int(number or 0)

    def append(self, turn: Turn, timing: Timing) -> None:
        """Add a Turn with its vehicle events, in one transaction.

        Raises:
            RunLogError: it cannot be written; nothing of the Turn was.
        """
        key = (turn.scenario, turn.index)
        record = turn_to_json(turn).decode()
        bodies = [event_to_json(event) for event in (*turn.reference.events, *turn.predicted.events)]
        try:
            with self._connection:
                attempt = self._connection.execute(
                    "SELECT count(*) FROM turns WHERE scenario = ? AND query = ?", key
                ).fetchone()[0]
                place = (*key, attempt, int(turn.failure is not None))
                number = self._connection.execute(
                    "INSERT INTO turns (scenario, query, attempt, failed, record, timing) VALUES (?, ?, ?, ?, ?, ?)",
                    (*place, record, to_json(timing).decode()),
                ).lastrowid
                if self._has_sums:
                    total = _checksum(place, record, bodies)
                    self._connection.execute("INSERT INTO checksums VALUES (?, ?)", (number, total))
                self.branch_log(turn, "reference", attempt).append(turn.reference.events, turn.cutoff.at_us)
                self.branch_log(turn, "predicted", attempt).append(turn.predicted.events, turn.cutoff.at_us)
        except sqlite3.Error as exc:
            raise self._unwritable(exc) from exc

    def branch_log(self, turn: Turn, branch: BranchName, attempt: int) -> SqliteEventLog:
        """The vehicle log of one branch of one attempt at a query."""
        return SqliteEventLog(self._database, f"{turn.scenario}/{turn.index}/{attempt}/{branch}")

    def turns(self) -> Iterator[Turn]:
        """The latest attempt at each query, by scenario and index; read one at a time.

        Raises:
            RunLogError: a record cannot be read.
        """
        for number in self._read(f"{_LATEST} ORDER BY scenario, query"):
            for row in self._read(f"{self._rows} WHERE t.number = ?", *number):
                yield self._whole(*row)

    def timings(self) -> dict[tuple[str, int], Timing]:
        """The real durations of the latest attempt at each query, by scenario and index.

        What other systems answered word for word is left out.
        """
        timings: dict[tuple[str, int], Timing] = {}
        for number in self._read(_LATEST):
            for scenario, query, timing in self._read(
                "SELECT scenario, query, timing FROM turns WHERE number = ?", *number
            ):
                timings[scenario, query] = replace(timing_from_json(timing), raw_answers=())
        return timings

    def answered(self) -> dict[str, set[int]]:
        """The indices of the queries with a whole answer, by scenario.

        Those that failed are left out, and those at which a search of the replay's own failed: both are asked again.
        """
        answered: dict[str, set[int]] = {}
        for scenario, query in self._read(
            "SELECT scenario, query FROM turns WHERE failed = 0 AND NOT instr(record, ?)", _PROBE_FAILED
        ):
            answered.setdefault(scenario, set()).add(query)
        return answered

    def attempts(self, after: int = 0) -> Iterator[tuple[int, int, Turn]]:
        """Every attempt at every query in the order of the file, those with a number above `after`, events included.

        Each with its number in the file, from 1, and how many attempts at the query were before it.

        Raises:
            RunLogError: a record cannot be read.
        """
        while rows := self._read(self._page, after):
            for row in rows:
                after, attempt = row[0], row[5]
                yield after, attempt, self._whole(*row)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _whole(self, number: int, record: str, total: str | None, *place: Any) -> Turn:
        turn, attempt = turn_from_json(record), place[2]
        if (turn.scenario, turn.index) != tuple(place[:2]):
            raise self._damaged(f"turn {number} says that it is another query's")
        whole = replace(
            turn,
            reference=self._with_events(turn, "reference", attempt),
            predicted=self._with_events(turn, "predicted", attempt),
        )
        if self._has_sums:
            bodies = [event_to_json(event) for event in (*whole.reference.events, *whole.predicted.events)]
            if total != _checksum(place, record, bodies):
                raise self._damaged(f"turn {number} is not what was written")
        return whole

    def _bodies(self, place: Sequence[Any]) -> list[str]:
        """The events of both branches as they are written."""
        scenario, query, attempt = place[:3]
        events = "SELECT event FROM vehicle_events WHERE stream = ? ORDER BY number"
        return [
            str(row[0]) for branch in BRANCHES for row in self._read(events, f"{scenario}/{query}/{attempt}/{branch}")
        ]

    def _damaged(self, *faults: str) -> RunLogError:
        why = " ".join("; ".join(faults).split())
        return RunLogError(f"{self._path} is damaged ({why:.120}); it is left as it is")

    def _unwritable(self, exc: sqlite3.Error) -> RunLogError:
        return RunLogError(f"{self._path} cannot be written: {exc}; {KEPT}")

    def _with_events(self, turn: Turn, branch: BranchName, attempt: int) -> Branch:
        bare = turn.reference if branch == "reference" else turn.predicted
        try:
            entries = self.branch_log(turn, branch, attempt).read()
            return replace(bare, events=tuple(entry.event for entry in entries))
        except (sqlite3.Error, ValueError, TypeError, VehicleError) as exc:
            raise RunLogError(f"the run log cannot be read: {exc}") from exc

    def _read(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as exc:
            raise RunLogError(f"the run log cannot be read: {exc}") from exc


def _checksum(place: Sequence[Any], record: str, bodies: Iterable[str]) -> str:
    """Of one attempt: where it stands (scenario, query, attempt, failed), and its record and events as written."""
    sha = hashlib.sha256()
    for text in ("/".join(map(str, place)), record, *bodies):
        sha.update(text.encode("utf-8", "surrogatepass") + b"\n")
    return sha.hexdigest()[:32]


def digest_of(turns: Iterable[Turn]) -> str:
    """SHA-256 over Turns by scenario and index, whatever their order; events included, real durations apart."""
    sha = hashlib.sha256()
    for turn in sorted(turns, key=lambda turn: (turn.scenario, turn.index)):
        sha.update(turn_to_json(turn))
        sha.update(to_json([turn.reference.events, turn.predicted.events]))
    return sha.hexdigest()


def _connect(path: Path) -> sqlite3.Connection:
    """WAL with synchronous=NORMAL: what is committed survives a killed process."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    return connection


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Where SQLite can make no shared memory beside the file, and no writer left any, the file alone is read."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True)
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        if not path.is_file() or path.with_name(path.name + "-wal").exists():
            raise
        connection = sqlite3.connect(f"{address}&immutable=1", uri=True)
    return connection


def _checked(path: Path, connect: Callable[[Path], sqlite3.Connection]) -> tuple[sqlite3.Connection, dict[str, Any]]:
    """The connection, and the configuration that the file holds.

    Raises:
        RunLogError: it cannot be read, or is no run log.
    """
    try:
        connection = connect(path)
        found = connection.execute("SELECT format, config FROM run").fetchone()
        connection.execute("SELECT scenario, query, attempt, failed, record, timing FROM turns LIMIT 1")
        config = orjson.loads(found[1]) if found is not None and found[0] == FORMAT else None
    except (sqlite3.Error, orjson.JSONDecodeError, UnicodeDecodeError, TypeError) as exc:
        if isinstance(exc, sqlite3.OperationalError) and not str(exc).startswith("no such"):
            raise RunLogError(f"{path} cannot be opened: {exc}") from exc
        raise RunLogError(f"{path}: no run log: {exc}") from exc
    if is_nested_deeper(config):
        raise RunLogError(f"{path}: no run log: its configuration is nested too deep")
    if not isinstance(config, dict):
        raise RunLogError(f"{path}: not a {FORMAT}: {None if found is None else found[0]!r}")
    return connection, config
