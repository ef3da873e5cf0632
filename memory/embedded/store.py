"""Delivered messages on disk: an append-only table in a private temporary database.

The rule: one instance, one database. Nothing in it belongs to another scenario, so nothing that is counted over it
does either; and no text is held in Python, however long the timeline.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import assert_never
from zoneinfo import ZoneInfo

import orjson
import sqlite_utils

from memory.embedded.forgetting import Nothing, SaidBy, TheseMessages, is_said_by, meant_by
from memory.messages import Forget, Hit, Message, dated_line, local_stamp
from memory.position import Position

_SCHEMA = """
CREATE TABLE message (
    row INTEGER PRIMARY KEY,
    id NOT NULL,
    at_us INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    speaker,
    text
)
"""
# No column type where text goes: what is not valid Unicode is kept as bytes.

_APPEND = "INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)"
_ENTOMB = "UPDATE message SET speaker = NULL, text = NULL WHERE row = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMessage:
    """A message that was not forgotten, and its row: 1 for the first one delivered, and so on."""

    row: int
    id: str
    position: Position
    speaker: str
    text: str


class MessageStore:
    """The messages delivered so far, oldest first; forgotten ones leave id and position behind, never their text."""

    def __init__(self, zone: str) -> None:
        """An empty store whose stamps are in the IANA time zone `zone`.

        Raises:
            zoneinfo.ZoneInfoNotFoundError: there is no such zone.
        """
        self._zone = ZoneInfo(zone)
        # An empty name is SQLite's temporary database: private to this connection, in memory while small. It may be
        # built in one thread and used in another; the protocol promises that there is one at a time.
        self.connection = sqlite3.connect("", check_same_thread=False)
        self.db = sqlite_utils.Database(self.connection, execute_plugins=False)
        self.db.execute("PRAGMA journal_mode = MEMORY")
        self.db.execute(_SCHEMA)
        self.connection.commit()
        self._n_rows = 0

    def n_bytes(self) -> int:
        """The size of the database, with all that a memory keeps beside the messages in it."""
        pages, page_size = (
            self.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")
        )
        return int(pages * page_size)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is kept, or, when something raises, nothing of it."""
        n_rows = self._n_rows
        try:
            with self.connection:
                yield
        except BaseException:
            self._n_rows = n_rows
            raise

    def append(self, messages: Sequence[Message]) -> int:
        """Store messages in the order given; returns the row of the first, the others follow it without a gap.

        Must be called inside `transaction`.
        """
        first = self._n_rows + 1
        self._n_rows += len(messages)
        self.connection.executemany(
            _APPEND,
            [
                (row, _to_sql(m.id), m.position.at_us, m.position.seq, _to_sql(m.speaker), _to_sql(m.text))
                for row, m in enumerate(messages, first)
            ],
        )
        return first

    def rows(self, rows: Sequence[int]) -> list[StoredMessage]:
        """The messages of these rows in the order given; forgotten and unknown ones are left out."""
        found = self._select("row IN (SELECT value FROM json_each(?))", orjson.dumps(list(rows)).decode())
        by_row = {message.row: message for message in found}
        return [by_row[row] for row in rows if row in by_row]

    def newest(self, limit: int) -> list[StoredMessage]:
        """Up to `limit` messages, newest first."""
        return list(self._select("TRUE ORDER BY row DESC LIMIT ?", min(limit, self._n_rows)))

    def meant_by(self, request: Forget) -> list[StoredMessage]:
        """The messages that a request to forget means, oldest first; see `memory.embedded.forgetting`.

        Reads the whole table: requests are rare, and an index on ids would slow down every message.
        """
        meant = meant_by(request)
        match meant:
            case TheseMessages(ids=ids):
                return [message for wanted in sorted(ids) for message in self._select("id = ?", _to_sql(wanted))]
            case SaidBy():
                return [m for m in self._select("TRUE ORDER BY row") if is_said_by(meant, m.speaker, m.text)]
            case Nothing():
                return []
            case _:
                assert_never(meant)

    def entomb(self, messages: Iterable[StoredMessage]) -> None:
        """Replace speaker and text of these messages by nothing; must be called inside `transaction`."""
        self.connection.executemany(_ENTOMB, [(message.row,) for message in messages])

    def hit(self, message: StoredMessage, score: float) -> Hit:
        """The message as a search result, `[YYYY-MM-DD HH:MM] Speaker: text` in the store's zone."""
        said = Message(id=message.id, position=message.position, speaker=message.speaker, role="", text=message.text)
        return Hit(
            text=dated_line(said, self._zone),
            score=score,
            message_ids=(message.id,),
            at_us=message.position.at_us,
        )

    def stamp(self, at_us: int) -> str:
        """An instant as local time, `YYYY-MM-DD HH:MM`, in the store's zone."""
        return local_stamp(at_us, self._zone)

    def text(self, value: str | bytes) -> str:
        """A text column's value as it was given to `append`."""
        return _from_sql(value)

    def close(self) -> None:
        """Close the database, which removes it; closing twice does no harm."""
        self.connection.close()

    def _select(self, condition: str, *parameters: object) -> Iterator[StoredMessage]:
        statement = f"SELECT row, id, at_us, seq, speaker, text FROM message WHERE text IS NOT NULL AND {condition}"
        for row, id_, at_us, seq, speaker, text in self.connection.execute(statement, parameters):
            yield StoredMessage(
                row=row,
                id=_from_sql(id_),
                position=Position(at_us, seq),
                speaker=_from_sql(speaker),
                text=_from_sql(text),
            )


def _to_sql(text: str) -> str | bytes:
    """`text` as SQLite can hold it: halves of surrogate pairs are not valid Unicode, such text is kept as bytes."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def _from_sql(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")
