"""The memory that keeps books: who wants which setting of the car, since when, and what replaced it.

The rule: no model, no guess. Entries are read from messages by plain tables (`memory.embedded.ledger_reading`), are
only ever added, and point to the one message that they come from; everything else is one fold over them
(`memory.embedded.ledger_fold`).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import orjson

from memory.backend import Capabilities, Setup
from memory.embedded.ledger_fold import Books, Entry, Fact, Replacement, fold_entries
from memory.embedded.ledger_reading import Change, Reader
from memory.embedded.occasions import Candidate, spread
from memory.embedded.store import StoredMessage
from memory.embedded.stored import StoredMemory
from memory.embedded.widening import Widening
from memory.embedded.wordindex import WordIndex
from memory.embedded.words import fold
from memory.messages import Hit, Message
from memory.options import check_names, read_choice
from memory.position import Position, is_visible

_SCHEMA = """
CREATE TABLE statement (
    row INTEGER PRIMARY KEY,
    person TEXT NOT NULL,
    strength INTEGER NOT NULL,
    change INTEGER,
    settings TEXT NOT NULL,
    value TEXT NOT NULL,
    condition TEXT NOT NULL,
    valid_from_us INTEGER NOT NULL
);
CREATE INDEX decision_of ON statement (person, row) WHERE change IS NOT NULL;
"""
# Everything written here is folded text or a number, so that nothing a person says can be unfit for the database.
# A statement without a change speaks of the car and decides nothing.

_STATE = "INSERT INTO statement VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_STATEMENTS = "SELECT row, person, strength FROM statement WHERE row IN (SELECT value FROM json_each(?))"
_DECISIONS = """
SELECT row, id, at_us, seq, change, settings, value, condition, valid_from_us
FROM statement JOIN message USING (row) WHERE person = ? AND row > ? AND change IS NOT NULL ORDER BY row
"""

_CHANGES: tuple[Change, ...] = get_args(Change)

STRENGTH_WEIGHT = 0.2
"""What each point of a statement's strength adds to its score, relative to a message that states nothing."""

SUPERSEDED = 0.9
"""What is left of the score of a statement that its own person has replaced since, next to that of what replaced it."""


class LedgerMemory(StoredMemory):
    """Finds messages as `fulltext` does, puts those first that say something of a setting, and current facts above all.

    A statement that its person has replaced or withdrawn since, setting and condition being the same, ranks below what
    holds in its place, which is found wherever the old one is, and says so on a second line, `superseded on
    YYYY-MM-DD`; with the option `mark` = `no` (default `yes`) it is given back word for word, and the memory is
    verbatim. Without a vocabulary no message is a statement, and everything is as `fulltext` has it. What is forgotten
    leaves the ledger, too, and what it had replaced is current again.
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
        super().__init__(setup.zone)
        self._index = WordIndex(self._store, Widening(setup.vocabulary))
        self._reader = Reader(setup.vocabulary)
        self._store.connection.executescript(_SCHEMA)
        self._folded: dict[str, tuple[int, Books]] = {}
        """Each person's books as far as they were folded, and the last row in them."""

    def add(self, first: int, messages: Sequence[Message]) -> None:
        """Index and read them."""
        self._index.add(enumerate(messages, first))
        for row, message in enumerate(messages, first):
            self._enter(row, message)

    def remove(self, messages: Sequence[StoredMessage]) -> None:
        """Take them out of index and ledger."""
        self._index.remove(messages)
        rows = [(message.row,) for message in messages]
        self._store.connection.executemany("DELETE FROM statement WHERE row = ?", rows)
        self._folded.clear()

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The messages that match best, at most `MOST_HITS` and the facts that replaced some; ties: newer first.

        The score is that of `WordIndex.find`, times 1 + `STRENGTH_WEIGHT` for each point of strength. What replaced a
        statement scores at least as much, the statement itself `SUPERSEDED` of that; then occasions take their share,
        and a superseded statement that would stand above anything that replaced it gets `SUPERSEDED` of its score.
        """
        if limit <= 0:
            return []
        found = {one.row: one for one in self._index.find(query)}
        replaced: dict[int, Replacement] = {}
        statements = self._store.connection.execute(_STATEMENTS, (orjson.dumps(list(found)).decode(),)).fetchall()
        books = {person: self._books(person, now) for person in {person for _, person, _ in statements}}
        for row, person, strength in statements:
            found[row] = found[row]._replace(score=found[row].score * (1 + STRENGTH_WEIGHT * strength))
            replacement = books[person].replacement(row)
            if replacement is not None:
                replaced[row] = replacement
        _lift(found, replaced)
        best = dict(_capped(spread(found.values()), replaced)[:limit])
        return [self._hit(message, best[message.row], replaced) for message in self._store.rows(list(best))]

    def facts(self, person: str, *, valid_at_us: int, known_at: Position) -> tuple[Fact, ...]:
        """What held for `person` at an instant, as it was known at a position; see `Books`.

        Nothing that was delivered is beyond it: `known_at` may lie in the past, and answers as it would have then.
        """
        entries = self._decisions(_person(person), after=0)
        return fold_entries(entries, valid_at_us=valid_at_us, known_at=known_at).facts()

    def close(self) -> None:
        """Remove the database."""
        self._index.close()
        super().close()

    def _enter(self, row: int, message: Message) -> None:
        said = self._reader.read(message)
        if said is None:
            return
        decides = said.settings or said.change in ("withdraws", "corrects")
        change = _CHANGES.index(said.change) if decides else None
        valid_us = message.position.at_us if message.occurred_at_us is None else message.occurred_at_us
        settings = orjson.dumps(said.settings).decode()
        entry = (row, _person(said.person), said.strength, change, settings, said.value, said.condition, valid_us)
        self._store.connection.execute(_STATE, entry)

    def _hit(self, message: StoredMessage, score: float, replaced: Mapping[int, Replacement]) -> Hit:
        hit = self._store.hit(message, score)
        if not self._marks or message.row not in replaced:
            return hit
        day = self._store.stamp(replaced[message.row].since_us)[:10]
        return replace(hit, text=f"{hit.text}\nsuperseded on {day}")

    def _books(self, person: str, now: Position) -> Books:
        """A person's books at `now`, over all that was delivered: continued where that gives the same as starting anew.

        It does not where something is valid from before what was entered last, or only after `now`.
        """
        row, books = self._folded.get(person, (0, Books()))
        new = self._decisions(person, after=row)
        entered = [books.newest, *new] if books.newest else new
        if not (_is_ascending(entered) and _is_past(entered, now)):
            new = self._decisions(person, after=0)
            books = fold_entries(new, valid_at_us=now.at_us, known_at=now)
            if not _is_past(new, now):
                return books
        else:
            for entry in new:
                books.enter(entry)
        if new:
            self._folded[person] = (new[-1].row, books)
        return books

    def _decisions(self, person: str, *, after: int) -> list[Entry]:
        """What a person decided in the rows behind `after`, in the order in which it came to be known."""
        found = self._store.connection.execute(_DECISIONS, (person, after))
        return [
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
            for row, id_, at_us, seq, change, settings, value, condition, valid_from_us in found
        ]


def _person(speaker: str) -> str:
    return " ".join(fold(speaker).split())


def _is_ascending(entries: Sequence[Entry]) -> bool:
    return all(one.order < other.order for one, other in pairwise(entries))


def _is_past(entries: Sequence[Entry], now: Position) -> bool:
    return all(is_visible(entry.known, now) and entry.valid_from_us <= now.at_us for entry in entries)


def _lift(found: dict[int, Candidate], replaced: Mapping[int, Replacement]) -> None:
    """Bring what replaced a statement in, at the statement's score or its own, and take from the statement's."""
    for row, replacement in replaced.items():
        for entry in replacement.by:
            if entry.change != "withdraws":
                own = found.get(entry.row, Candidate(entry.row, entry.known.at_us, 0.0))
                found[entry.row] = own._replace(score=max(own.score, found[row].score))
    for row in replaced:
        found[row] = found[row]._replace(score=found[row].score * SUPERSEDED)


def _capped(ranked: Iterable[tuple[int, float]], replaced: Mapping[int, Replacement]) -> list[tuple[int, float]]:
    """The ranking with every superseded statement below all that replaced it; what did is not superseded itself."""
    scores = dict(ranked)
    for row, replacement in replaced.items():
        least = min((scores[entry.row] for entry in replacement.by if entry.row in scores), default=math.inf)
        if scores[row] >= least:
            scores[row] = least * SUPERSEDED
    return sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0]))
