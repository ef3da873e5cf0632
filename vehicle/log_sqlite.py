"""The append-only log in a SQLite file: many named logs in one database, and triggers that keep them append-only.

The database belongs to whoever opened it, with its pragmas and its errors: `sqlite3.Error` passes through. Inside an
open transaction the events become part of it, and whoever began it commits; otherwise each append is committed.
"""

from collections.abc import Iterable, Iterator

import sqlite_utils

from vehicle.errors import StreamExists
from vehicle.events import Event, event_from_json, event_to_json
from vehicle.log import EventLog, LogEntry, check_instant

_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS vehicle_events (
        stream TEXT NOT NULL,
        number INTEGER NOT NULL,
        at_us INTEGER NOT NULL,
        event TEXT NOT NULL,
        PRIMARY KEY (stream, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS vehicle_forks (
        stream TEXT NOT NULL PRIMARY KEY,
        parent TEXT NOT NULL,
        at INTEGER NOT NULL
    ) WITHOUT ROWID""",
    *(
        f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        "BEGIN SELECT RAISE(ABORT, 'the vehicle log is append-only'); END"
        for table in ("vehicle_events", "vehicle_forks")
        for verb in ("UPDATE", "DELETE")
    ),
    # a REPLACE deletes without asking the trigger above: whatever is not the next number is refused here
    """CREATE TRIGGER IF NOT EXISTS vehicle_events_in_order BEFORE INSERT ON vehicle_events
        WHEN NEW.number <> 1 + coalesce(
            (SELECT max(number) FROM vehicle_events WHERE stream = NEW.stream),
            (SELECT at FROM vehicle_forks WHERE stream = NEW.stream),
            0
        )
        BEGIN SELECT RAISE(ABORT, 'the vehicle log is append-only: not the next number'); END""",
    """CREATE TRIGGER IF NOT EXISTS vehicle_forks_once BEFORE INSERT ON vehicle_forks
        WHEN EXISTS (SELECT 1 FROM vehicle_forks WHERE stream = NEW.stream)
            OR EXISTS (SELECT 1 FROM vehicle_events WHERE stream = NEW.stream)
        BEGIN SELECT RAISE(ABORT, 'the vehicle log is append-only: the stream exists'); END""",
)
_LENGTH = """SELECT coalesce(
    (SELECT max(number) FROM vehicle_events WHERE stream = :stream),
    (SELECT at FROM vehicle_forks WHERE stream = :stream),
    0
)"""


def prepare_log(database: sqlite_utils.Database) -> None:
    """Guarantee that the database has the tables of the logs, so that it can be read before the first event."""
    SqliteEventLog(database, "").prepare()


class SqliteEventLog(EventLog):
    """The log named `stream`; it comes into being with its first event and is found again by its name."""

    def __init__(self, database: sqlite_utils.Database, stream: str) -> None:
        """Open the log; nothing is written before the first `append` or `fork`."""
        self._database = database
        self._connection = database.conn
        self._ready = False
        self.stream = stream
        """Its name, unique in the database."""

    def append(self, events: Iterable[Event], at_us: int) -> int:
        """Add the events at the end, all or none of them; returns the position behind the last one."""
        check_instant(at_us)
        bodies = [event_to_json(event) for event in events]
        if bodies:
            self.prepare()
            rows = [(self.stream, number, at_us, body) for number, body in enumerate(bodies, start=len(self) + 1)]
            self._write("INSERT INTO vehicle_events VALUES (?, ?, ?, ?)", rows)
        return len(self)

    def __len__(self) -> int:
        """The number of events, those before a fork included."""
        if not self._exists():
            return 0
        return int(self._connection.execute(_LENGTH, {"stream": self.stream}).fetchone()[0])

    def _entries(self, after: int, to: int) -> Iterator[LogEntry]:
        if to <= after or not self._exists():
            return
        for stream, low, high in self._parts(after, to):
            rows = self._connection.execute(
                "SELECT number, at_us, event FROM vehicle_events "
                "WHERE stream = ? AND number > ? AND number <= ? ORDER BY number",
                (stream, low, high),
            )
            for number, at_us, body in rows:
                yield LogEntry(number=number, at_us=at_us, event=event_from_json(body))

    def _parts(self, after: int, to: int) -> list[tuple[str, int, int]]:
        """The stretches of the log and of those that it was forked from, oldest first."""
        parts: list[tuple[str, int, int]] = []
        stream = self.stream
        while True:
            origin = self._connection.execute(
                "SELECT parent, at FROM vehicle_forks WHERE stream = ?", (stream,)
            ).fetchone()
            begin = int(origin[1]) if origin else 0
            if to > begin:
                parts.insert(0, (stream, max(after, begin), to))
                to = begin
            if not origin or after >= begin:
                return parts
            stream = str(origin[0])

    def _branch(self, at: int, name: str) -> "SqliteEventLog":
        self.prepare()
        if not name:
            known = "SELECT count(*) FROM vehicle_forks WHERE parent = ? AND at = ?"
            count = self._connection.execute(known, (self.stream, at)).fetchone()[0]
            name = f"{self.stream}@{at}.{count + 1}"
        taken = self._connection.execute(
            "SELECT 1 FROM vehicle_forks WHERE stream = :name UNION ALL "
            "SELECT 1 FROM vehicle_events WHERE stream = :name LIMIT 1",
            {"name": name},
        ).fetchone()
        if taken or name == self.stream:
            raise StreamExists(f"the database has a vehicle log {name!a} already")
        self._write("INSERT INTO vehicle_forks VALUES (?, ?, ?)", [(name, self.stream, at)])
        return SqliteEventLog(self._database, name)

    def _write(self, statement: str, rows: list[tuple[str, int, int, str]] | list[tuple[str, str, int]]) -> None:
        """All rows or none, in the caller's transaction where there is one: a savepoint does for both."""
        self._connection.execute("SAVEPOINT vehicle_log")
        try:
            self._connection.executemany(statement, rows)
        except BaseException:
            self._connection.execute("ROLLBACK TO vehicle_log")
            self._connection.execute("RELEASE vehicle_log")
            raise
        self._connection.execute("RELEASE vehicle_log")

    def prepare(self) -> None:
        """Create what is missing. Not by `executescript`, which would commit the caller's transaction."""
        if not self._exists():
            for statement in _SCHEMA:
                self._connection.execute(statement)

    def _exists(self) -> bool:
        if self._ready:
            return True
        found = "SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'vehicle_forks_once'"
        exists = self._connection.execute(found).fetchone() is not None
        self._ready = exists and not self._connection.in_transaction  # what is not committed may yet be undone
        return exists
