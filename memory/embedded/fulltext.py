"""The memory that finds words: BM25 over the messages delivered so far.

The rule: statistics are part of an answer. How rare a word is and how long a message is on average are counted over
the whole index, so an index that holds anything else (another scenario's rows, rows of the future) leaks through its
scores even when it shows none of them. Hence one private database for each instance, fed as messages become known.
"""

from collections.abc import Iterable

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.store import MessageStore, StoredMessage
from memory.embedded.words import index_text, query_terms
from memory.messages import Batch, Forget, Hit
from memory.position import Position

_INDEX = """
CREATE VIRTUAL TABLE words USING fts5(
    speaker, text,
    content = '',
    tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
)
"""
# Without content of its own: the messages are stored once, and an entry is removed by giving its words again.
# Marks (M*) belong to words, or those of many Indian scripts would fall apart at every vowel sign.

_ADD = "INSERT INTO words (rowid, speaker, text) VALUES (?, ?, ?)"
_REMOVE = "INSERT INTO words (words, rowid, speaker, text) VALUES ('delete', ?, ?, ?)"
_FIND = "SELECT rowid, bm25(words) AS score FROM words WHERE words MATCH ? ORDER BY score, rowid DESC LIMIT ?"
_MOST_ROWS = 2**63 - 1


class FulltextMemory(MemoryBackend):
    """Finds messages that share words with the query, the speaker's name included; English words by their stem.

    A bag of words: one shared word is enough, more and rarer ones count more. Case, accents and full-width forms do not
    matter. Scripts without spaces are found by any piece, down to one character. Only messages delivered to this
    instance are in its index, and so in its statistics.
    """

    capabilities = Capabilities(forgets=True)

    def __init__(self, setup: Setup) -> None:
        """An empty memory that stamps in `setup.zone`."""
        self._store = MessageStore(setup.zone)
        self._store.db.execute(_INDEX)

    def ingest(self, batch: Batch) -> None:
        """Store and index the messages in one transaction, all or none."""
        with self._store.transaction():
            first = self._store.append(batch.messages)
            self._store.connection.executemany(
                _ADD,
                [(row, index_text(m.speaker), index_text(m.text)) for row, m in enumerate(batch.messages, first)],
            )

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The messages that match best, with their BM25 (k1 = 1.2, b = 0.75) as a positive score; ties: newer first.

        As SQLite has it, a word of more than half of the messages weighs next to nothing, but never less. A query
        without letters or digits finds nothing; of a very long one, the first `MAX_TERMS` different terms count.
        """
        terms = query_terms(query)
        if limit <= 0 or not terms:
            return []
        matching = " OR ".join(f'"{term}"' for term in terms)  # terms are letters, marks, digits and spaces only
        found = self._store.connection.execute(_FIND, (matching, min(limit, _MOST_ROWS))).fetchall()
        scores: dict[int, float] = {row: -score for row, score in found}
        return [self._store.hit(message, scores[message.row]) for message in self._store.rows(list(scores))]

    def forget(self, request: Forget, now: Position) -> None:
        """Take what the request means (`memory.embedded.forgetting.meant_by`) out of store, index and statistics."""
        with self._store.transaction():
            meant = self._store.meant_by(request)
            self._remove_words(meant)
            self._store.entomb(meant)

    def close(self) -> None:
        """Remove the database."""
        self._store.close()

    def _remove_words(self, messages: Iterable[StoredMessage]) -> None:
        self._store.connection.executemany(
            _REMOVE, [(m.row, index_text(m.speaker), index_text(m.text)) for m in messages]
        )
