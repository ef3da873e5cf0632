"""The index of words that memories share: BM25 by SQLite's FTS5, over what one memory put into it.

The rule: statistics are part of an answer. How rare a word is and how long a message is on average are counted over
the whole index, so an index that holds anything else (another scenario's rows, rows of the future) leaks through its
scores even when it shows none of them. Hence one private database for each memory, fed as messages become known.
"""

from collections.abc import Iterable

from memory.embedded.occasions import Candidate
from memory.embedded.store import MessageStore, StoredMessage
from memory.embedded.widening import Widening, said_pairs, said_terms
from memory.embedded.words import index_text
from memory.messages import Message

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
_FIND = """
SELECT found.row, at_us, score
FROM ({matches} ORDER BY score DESC, row DESC LIMIT {most}) AS found JOIN message ON message.row = found.row
"""
_MATCH = "SELECT rowid AS row, {weight} * bm25(words) AS score FROM words WHERE words MATCH ?"

MOST_HITS = 250
"""How many messages a search weighs against each other, and so the greatest limit that makes a difference."""

RELATED = 0.5
"""What a word related to the query's counts, next to one of its own."""

_SAID = _MATCH.format(weight=-1)
_EITHER = f"{_SAID} UNION ALL {_MATCH.format(weight=-RELATED)}"
_FIND_SAID = _FIND.format(matches=_SAID, most=MOST_HITS)
_FIND_EITHER = _FIND.format(matches=f"SELECT row, sum(score) AS score FROM ({_EITHER}) GROUP BY row", most=MOST_HITS)


class WordIndex:
    """Finds rows of a store by their words; holds only rows that were added."""

    def __init__(self, store: MessageStore, widening: Widening) -> None:
        """An empty index in the database of `store`; queries are widened by `widening`."""
        self._connection = store.connection
        self._widening = widening
        store.db.execute(_INDEX)

    def add(self, rows: Iterable[tuple[int, Message]]) -> None:
        """Index messages under their rows; must be called inside the store's transaction."""
        self._connection.executemany(_ADD, [(row, index_text(m.speaker), index_text(m.text)) for row, m in rows])

    def remove(self, messages: Iterable[StoredMessage]) -> None:
        """Take messages, all of which were added, out again; must be called inside the store's transaction."""
        self._connection.executemany(_REMOVE, [(m.row, index_text(m.speaker), index_text(m.text)) for m in messages])

    def find(self, query: str) -> list[Candidate]:
        """The `MOST_HITS` messages that match best, of equal ones the newer; in no promised order.

        The score is BM25 (k1 = 1.2, b = 0.75) of the query's words plus `RELATED` times BM25 of related ones. As SQLite
        has it, a word of more than half of the messages weighs next to nothing, but never less. Small words (`the`,
        `told`, `at 9:00 AM`) count only in a query of nothing else. A query without letters or digits finds nothing; of
        a very long one, the first `MAX_TERMS` different terms count.
        """
        terms = said_terms(query)
        if not terms:
            return []
        matching = [_any_of(terms)]
        related = said_pairs(query, terms) + self._widening.related(query, terms)
        if related:
            matching.append(f"text : ({_any_of(related)})")
        found = self._connection.execute(_FIND_EITHER if related else _FIND_SAID, matching)
        return [Candidate(*row) for row in found]


def _any_of(terms: Iterable[str]) -> str:
    """The terms as alternatives in FTS5's syntax; quoting is safe, they are letters, marks, digits and spaces only."""
    return " OR ".join(f'"{term}"' for term in terms)
