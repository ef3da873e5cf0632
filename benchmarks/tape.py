"""A tape of the statements that a run gives to SQLite, and a bare loop that plays it.

The rule: what the engine is measured against is the very work that it has done. Every connection that is opened while
a tape runs notes its statements with their parameters and the ends of its transactions; the loop gives the same ones to
fresh connections, in the same order, and fetches every row.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from unittest import mock

from scoring.runlog import UNFINISHED

_connect = sqlite3.connect

Kind = Literal["open", "execute", "executemany", "script", "commit", "rollback", "close"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that a connection was asked."""

    connection: int
    """Which one, from 0, in the order of opening."""
    kind: Kind
    sql: str = ""
    """The statement; for `open` the database's name."""
    parameters: Any = ()


@dataclass(slots=True, kw_only=True)
class Tape:
    """Steps in the order in which they were taken."""

    steps: list[Step] = field(default_factory=list)

    def of_memories(self) -> "Tape":
        """The steps of temporary databases alone, in which embedded memories live."""
        return self._where_private(True)

    def of_logs(self) -> "Tape":
        """The other steps: those of databases that have a name, in which run logs are kept."""
        return self._where_private(False)

    def n_statements(self) -> int:
        """How many statements there are, those with many rows counted once for each row."""
        return sum(len(s.parameters) if s.kind == "executemany" else s.kind == "execute" for s in self.steps)

    def _where_private(self, wanted: bool) -> "Tape":
        private = {step.connection for step in self.steps if step.kind == "open" and not step.sql}
        return Tape(steps=[step for step in self.steps if (step.connection in private) is wanted])


class TapedConnection(sqlite3.Connection):
    """A connection that notes what it has done; what fails is not noted, only that it was taken back."""

    note: Callable[[Kind, str, Any], None]

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """As the base class, noted."""
        cursor = super().execute(sql, parameters)
        self.note("execute", sql, parameters)
        return cursor

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """As the base class, noted with all the rows."""
        rows = list(parameters)
        cursor = super().executemany(sql, rows)
        self.note("executemany", sql, rows)
        return cursor

    def executescript(self, sql_script: str, /) -> sqlite3.Cursor:
        """As the base class, noted."""
        cursor = super().executescript(sql_script)
        self.note("script", sql_script, ())
        return cursor

    def commit(self) -> None:
        """As the base class, noted."""
        self.note("commit", "", ())
        super().commit()

    def __exit__(self, *exc: Any) -> Literal[False]:
        """As the base class, the end of the transaction noted."""
        self.note("commit" if exc[0] is None else "rollback", "", ())
        return super().__exit__(*exc)

    def close(self) -> None:
        """As the base class, noted."""
        self.note("close", "", ())
        super().close()


@contextmanager
def taping() -> Iterator[Tape]:
    """A tape of every connection that is opened inside."""
    tape = Tape()
    n_open = 0

    def connect(database: str | Path, *args: Any, **options: Any) -> sqlite3.Connection:
        nonlocal n_open
        number, n_open = n_open, n_open + 1
        connection = _connect(database, *args, factory=TapedConnection, **options)

        def note(kind: Kind, sql: str, parameters: Any) -> None:
            tape.steps.append(Step(connection=number, kind=kind, sql=sql, parameters=parameters))

        assert isinstance(connection, TapedConnection)
        connection.note = note
        note("open", str(database), ())
        return connection

    with mock.patch.object(sqlite3, "connect", connect):
        yield tape


def play(tape: Tape, folder: Path) -> None:
    """Do all that is on the tape again; files are made in `folder`, under their own names."""
    connections: dict[int, sqlite3.Connection] = {}
    for step in tape.steps:
        match step.kind:
            case "open":
                # A log gets its name when it is whole; renaming is no statement, so the loop uses that name at once.
                name = str(folder / Path(step.sql).name.removesuffix(UNFINISHED)) if step.sql else ""
                connections[step.connection] = _connect(name, check_same_thread=False)
            case "execute":
                connections[step.connection].execute(step.sql, step.parameters).fetchall()
            case "executemany":
                connections[step.connection].executemany(step.sql, step.parameters)
            case "script":
                connections[step.connection].executescript(step.sql)
            case "commit":
                connections[step.connection].commit()
            case "rollback":
                connections[step.connection].rollback()
            case "close":
                connections.pop(step.connection).close()
    _close(list(connections.values()))


def _close(connections: Sequence[sqlite3.Connection]) -> None:
    for connection in connections:
        connection.close()
