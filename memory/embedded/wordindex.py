"""The index of words that memories share: BM25 over SQLite's FTS5, over what one memory put into it.

The rule: statistics are part of an answer. How rare a word is and how long a message is on average are counted over
the whole index, so an index that holds anything else (another scenario's rows, rows of the future) leaks through its
scores even when it shows none of them. Hence one private database for each memory, fed as messages become known.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import orjson

from memory.embedded.bm25 import Bm25
from memory.embedded.occasions import Candidate
from memory.embedded.postings import Postings, Term
from memory.embedded.stemming import TOKENIZER, Stemmer
from memory.embedded.store import MessageStore, StoredMessage
from memory.embedded.widening import Widening, said_pairs, said_terms
from memory.embedded.words import index_text
from memory.messages import Message

_INDEX = f"CREATE VIRTUAL TABLE words USING fts5(speaker, text, content = '', tokenize = \"{TOKENIZER}\")"
# Without content of its own: the messages are stored once, and an entry is removed by giving its words again.

_ADD = "INSERT INTO words (rowid, speaker, text) VALUES (?, ?, ?)"
_REMOVE = "INSERT INTO words (words, rowid, speaker, text) VALUES ('delete', ?, ?, ?)"

_LENGTHS = "SELECT id, sz FROM words_docsize WHERE id >= ?"
_INSTANTS = "SELECT row, at_us FROM message WHERE row IN (SELECT value FROM json_each(?))"

MOST_HITS = 250
"""How many messages a search weighs against each other, and so the greatest limit that makes a difference."""

RELATED = 0.5
"""What a word related to the query's counts, next to one of its own."""

_MOST_PLANS = 256
_INSTANTS_AT_ONCE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What is looked up for a query: the same at any time, so that asking again later is told at once what to do."""

    said: Sequence[Term]
    related: Sequence[Term]


class WordIndex:
    """Finds rows of a store by their words; holds only rows that were added."""

    def __init__(self, store: MessageStore, widening: Widening) -> None:
        """An empty index in the database of `store`; queries are widened by `widening`."""
        self._connection = store.connection
        self._widening = widening
        self._stemmer = Stemmer()
        self._stems = self._stemmer.stems(widening.words)
        self._plans: dict[str, _Plan] = {}
        self._lengths = array("I", [0])  # of each row, at its place; there is no row 0
        self._n_messages = self._n_words = 0
        store.db.execute(_INDEX)
        self._postings = Postings(self._connection, self._stemmer)

    def add(self, rows: Iterable[tuple[int, Message]]) -> None:
        """Index messages under their rows; must be called inside the store's transaction."""
        given = [(row, index_text(m.speaker), index_text(m.text)) for row, m in rows]
        self._connection.executemany(_ADD, given)
        self._postings.added(chain.from_iterable([(speaker, text) for _, speaker, text in given]))

    def remove(self, messages: Iterable[StoredMessage]) -> None:
        """Take messages, all of which were added, out again; must be called inside the store's transaction."""
        self._connection.executemany(_REMOVE, [(m.row, index_text(m.speaker), index_text(m.text)) for m in messages])
        self._postings.removed()
        self._lengths = array("I", [0])
        self._n_messages = self._n_words = 0

    def find(self, query: str) -> Iterator[Candidate]:
        """The `MOST_HITS` messages that match best, best first, of equal ones the newer first.

        The score is BM25 (k1 = 1.2, b = 0.75) of the query's words plus `RELATED` times BM25 of related ones. As SQLite
        has it, a word of more than half of the messages weighs next to nothing, but never less. Small words (`the`,
        `told`, `at 9:00 AM`) count only in a query of nothing else. A query without letters or digits finds nothing; of
        a very long one, the first `MAX_TERMS` different terms count.
        """
        plan = self._plan(query)
        self._count()
        self._postings.refresh()
        # FTS5's own bm25() looks for every term in every row that holds any; a query is widened to a hundred terms, of
        # which a row mostly holds one. Adding up term by term takes a fifth of that.
        bm25 = Bm25(self._lengths, self._n_messages, self._n_words)
        scores = bm25.scores(self._postings.rows(plan.said, in_text=False))
        for row, score in bm25.scores(self._postings.rows(plan.related, in_text=True)).items():
            scores[row] = scores.get(row, 0.0) + RELATED * score
        return self._with_instants(_best(scores))

    def close(self) -> None:
        """Close what it keeps beside the store's database."""
        self._stemmer.close()

    def _plan(self, query: str) -> _Plan:
        plan = self._plans.get(query)
        if plan is None:
            said = said_terms(query)
            pairs = said_pairs(query, said)
            stems = self._stems | self._stemmer.stems([*said, *pairs])
            plan = _Plan(
                said=[Term(text=text, stems=stems[text]) for text in said],
                related=[Term(text=text, stems=stems[text]) for text in (*pairs, *self._widening.related(query, said))],
            )
            if len(self._plans) == _MOST_PLANS:
                self._plans.clear()
            self._plans[query] = plan
        return plan

    def _count(self) -> None:
        """Learn how long the messages are that were added since; the index itself has counted their words."""
        lengths = self._lengths
        for row, sizes in self._connection.execute(_LENGTHS, [len(lengths)]):
            lengths.extend(repeat(0, row - len(lengths)))
            n_words = _sum_of(sizes)
            lengths.append(n_words)
            self._n_messages += 1
            self._n_words += n_words

    def _with_instants(self, ranked: Sequence[tuple[float, int]]) -> Iterator[Candidate]:
        """The candidates, their instants looked up as they are asked for: few searches want them all."""
        for first in range(0, len(ranked), _INSTANTS_AT_ONCE):
            some = ranked[first : first + _INSTANTS_AT_ONCE]
            instants = dict(self._connection.execute(_INSTANTS, [orjson.dumps([row for _, row in some]).decode()]))
            for score, row in some:
                yield Candidate(row, instants[row], score)


def _best(scores: Mapping[int, float]) -> list[tuple[float, int]]:
    """The `MOST_HITS` greatest scores with their rows, greatest first, of equal ones the greater row."""
    least = 0.0
    if len(scores) > MOST_HITS:
        least = sorted(scores.values(), reverse=True)[MOST_HITS - 1]
    return sorted(((score, row) for row, score in scores.items() if score >= least), reverse=True)[:MOST_HITS]


def _sum_of(sizes: bytes) -> int:
    """The sum of numbers as FTS5 writes them: seven bits a byte, the highest first, the last byte below 128."""
    total = number = 0
    for byte in sizes:
        number = number << 7 | byte & 127
        if byte < 128:
            total += number
            number = 0
    return total
