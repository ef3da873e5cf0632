"""The memory that keeps books: who wants which setting of the car, since when, and what replaced it.

The rule: no model, no guess. Entries are read from messages by plain tables (`memory.embedded.ledger_reading`), are
only ever added, and point to the one message that they come from; everything else is a fold over them.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import orjson

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.ledger_fold import Entry, Fact, fold_facts
from memory.embedded.ledger_reading import Change, Reader
from memory.embedded.occasions import Candidate, spread
from memory.embedded.options import check_names, read_choice
from memory.embedded.store import MessageStore
from memory.embedded.widening import Widening
from memory.embedded.wordindex import WordIndex
from memory.embedded.words import fold
from memory.messages import Batch, Forget, Hit, Message
from memory.position import Position

_SCHEMA = """
CREATE TABLE statement (
    row INTEGER PRIMARY KEY,
    person TEXT NOT NULL,
    change INTEGER NOT NULL,
    value TEXT NOT NULL,
    condition TEXT NOT NULL,
    strength INTEGER NOT NULL,
    valid_from_us INTEGER NOT NULL
);
CREATE INDEX statement_of ON statement (person);
CREATE TABLE named (
    row INTEGER NOT NULL,
    setting INTEGER NOT NULL,
    person TEXT NOT NULL,
    condition TEXT NOT NULL,
    valid_from_us INTEGER NOT NULL,
    PRIMARY KEY (row, setting)
) WITHOUT ROWID;
CREATE INDEX named_again ON named (setting, person, condition, valid_from_us, row);
"""
# Everything written here is folded text or a number, so that nothing a person says can be unfit for the database.

_STATE = "INSERT INTO statement VALUES (?, ?, ?, ?, ?, ?, ?)"
_NAME = "INSERT INTO named VALUES (?, ?, ?, ?, ?)"
_STRENGTHS = "SELECT row, strength FROM statement WHERE row IN (SELECT value FROM json_each(?))"
_REPLACED = """
SELECT one.row, (
    SELECT again.valid_from_us FROM named AS again
    WHERE again.setting = one.setting AND again.person = one.person
        AND again.condition = one.condition AND (again.valid_from_us, again.row) > (one.valid_from_us, one.row)
    ORDER BY again.valid_from_us LIMIT 1
)
FROM named AS one WHERE one.row IN (SELECT value FROM json_each(?))
"""
_ENTRIES = """
SELECT row, id, at_us, seq, change, value, condition, valid_from_us,
    (SELECT json_group_array(setting) FROM named WHERE named.row = statement.row)
FROM statement JOIN message USING (row) WHERE person = ?
"""

_CHANGES: tuple[Change, ...] = get_args(Change)

STRENGTH_WEIGHT = 0.2
"""What each point of a statement's strength adds to its score, relative to a message that states nothing."""

SUPERSEDED = 0.9
"""What is left of the score of a statement that its own person has replaced since."""


class LedgerMemory(MemoryBackend):
    """Finds messages as `fulltext` does and puts those first that say something of a setting, current ones above all.

    A statement that its person has replaced since, setting and condition being the same, ranks lower and says so on a
    second line, `superseded on YYYY-MM-DD`; with the option `mark` = `no` (default `yes`) it is given back word for
    word, and the memory is verbatim. Without a vocabulary no message is a statement, and everything is as `fulltext`
    has it. What is forgotten leaves the ledger, too, and what it had replaced is current again.
    """

    capabilities = Capabilities(verbatim=False, forgets=True)

    def __init__(self, setup: Setup) -> None:
        """An empty ledger over the settings of `setup.vocabulary`, one a group.

        Raises:
            BadOption: an option is unknown or has a value that is not allowed.
        """
        check_names(setup.options, ("mark",))
        self._marks = read_choice(setup.options, "mark", ("yes", "no")) == "yes"
        self.capabilities = Capabilities(verbatim=not self._marks, forgets=True)
        self._store = MessageStore(setup.zone)
        self._index = WordIndex(self._store, Widening(setup.vocabulary))
        self._reader = Reader(setup.vocabulary)
        self._store.connection.executescript(_SCHEMA)

    def ingest(self, batch: Batch) -> None:
        """Store, index and read the messages in one transaction, all or none."""
        with self._store.transaction():
            first = self._store.append(batch.messages)
            self._index.add(enumerate(batch.messages, first))
            for row, message in enumerate(batch.messages, first):
                self._enter(row, message)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The messages that match best, at most `MOST_HITS`; ties: newer first.

        The score is that of `WordIndex.find`, times 1 + `STRENGTH_WEIGHT` for each point of strength, times
        `SUPERSEDED` where a statement was replaced, and after its occasion has taken its share.
        """
        if limit <= 0:
            return []
        found = self._index.find(query)
        rows = [one.row for one in found]
        strengths: dict[int, int] = dict(self._select(_STRENGTHS, rows))
        replaced = self._replaced(rows)
        weighed = []
        for row, at_us, score in found:
            current = SUPERSEDED if row in replaced else 1
            weighed.append(Candidate(row, at_us, score * current * (1 + STRENGTH_WEIGHT * strengths.get(row, 0))))
        best = dict(spread(weighed)[:limit])
        hits = []
        for message in self._store.rows(list(best)):
            hit = self._store.hit(message, best[message.row])
            if self._marks and message.row in replaced:
                day = self._store.stamp(replaced[message.row])[:10]
                hit = replace(hit, text=f"{hit.text}\nsuperseded on {day}")
            hits.append(hit)
        return hits

    def facts(self, person: str, *, valid_at_us: int, known_at: Position) -> tuple[Fact, ...]:
        """What held for `person` at an instant, as it was known at a position; see `fold_facts`.

        Nothing that was delivered is beyond it: `known_at` may lie in the past, and answers as it would have then.
        """
        found = self._store.connection.execute(_ENTRIES, (_person(person),))
        entries = [
            Entry(
                row=row,
                message_id=self._store.text(id_),
                settings=tuple(sorted(orjson.loads(settings))),
                change=_CHANGES[change],
                value=value,
                condition=condition,
                valid_from_us=valid_from_us,
                known=Position(at_us, seq),
            )
            for row, id_, at_us, seq, change, value, condition, valid_from_us, settings in found
        ]
        return fold_facts(entries, valid_at_us=valid_at_us, known_at=known_at)

    def forget(self, request: Forget, now: Position) -> None:
        """Take what the request means (`memory.embedded.forgetting.meant_by`) out of store, index and ledger."""
        with self._store.transaction():
            meant = self._store.meant_by(request)
            self._index.remove(meant)
            rows = [(message.row,) for message in meant]
            self._store.connection.executemany("DELETE FROM statement WHERE row = ?", rows)
            self._store.connection.executemany("DELETE FROM named WHERE row = ?", rows)
            self._store.entomb(meant)

    def close(self) -> None:
        """Remove the database."""
        self._store.close()

    def _enter(self, row: int, message: Message) -> None:
        said = self._reader.read(message)
        if said is None:
            return
        person, change = _person(said.person), _CHANGES.index(said.change)
        valid_us = message.position.at_us if message.occurred_at_us is None else message.occurred_at_us
        execute = self._store.connection.execute
        execute(_STATE, (row, person, change, said.value, said.condition, said.strength, valid_us))
        for setting in said.settings:
            execute(_NAME, (row, setting, person, said.condition, valid_us))

    def _replaced(self, rows: list[int]) -> dict[int, int]:
        """Of these rows, those whose every setting was stated anew, and the instant from which the last one was."""
        since: dict[int, int] = {}
        current: set[int] = set()
        for row, again_us in self._select(_REPLACED, rows):
            if again_us is None:
                current.add(row)
            else:
                since[row] = max(since.get(row, again_us), again_us)
        return {row: at_us for row, at_us in since.items() if row not in current}

    def _select(self, statement: str, rows: list[int]) -> Iterable[tuple[int, int]]:
        return self._store.connection.execute(statement, (orjson.dumps(rows).decode(),))


def _person(speaker: str) -> str:
    return " ".join(fold(speaker).split())
