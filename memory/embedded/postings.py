"""Where the terms of a query stand in an index, read as seldom as can be.

The rule: what was read before holds until its words are heard again, or anything is taken out. The same few words are
asked for at every moment of a replay, and most of them were not said in between.
"""

import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import orjson

from memory.embedded.bm25 import NOWHERE, Rows, rows_of
from memory.embedded.heard import Heard
from memory.embedded.stemming import Stemmer, Stems, stem_of

MOST_KEPT = 200_000
"""How many rows are remembered, over all terms, so that memory has a bound however long the timeline."""

# What an index of FTS5 called `words` holds, place by place and stem by stem; nothing is stored for them.
_TABLES = (
    "CREATE VIRTUAL TABLE place USING fts5vocab(words, instance)",
    "CREATE VIRTUAL TABLE stem USING fts5vocab(words, row)",
)
_STEMS = "SELECT CAST(term AS BLOB) FROM stem"
_ROWS = "SELECT (SELECT json_group_array(doc) FROM place WHERE term = value) FROM json_each(?)"
_ROWS_OF_TEXT = "SELECT (SELECT json_group_array(doc) FROM place WHERE term = value AND col = 'text') FROM json_each(?)"
_PLACES = """
SELECT (SELECT json_group_array((doc << 32) + ((col = 'text') << 31) + offset) FROM place WHERE term = value)
FROM json_each(?)
"""
_OCCURS = "SELECT EXISTS (SELECT 1 FROM words WHERE words MATCH value) FROM json_each(?)"
_IN_TEXT = 1 << 31
_CUT = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of a query, or several that must stand side by side."""

    text: str
    """Letters, marks, digits and spaces only."""
    stems: Stems


class Postings:
    """Reads the rows of terms from a table `words` of FTS5 with the columns `speaker` and `text`."""

    def __init__(self, connection: sqlite3.Connection, stemmer: Stemmer) -> None:
        """Use the database of `connection`, in which `words` exists and is empty."""
        self._connection = connection
        self._heard = Heard(stemmer)
        self._kept: dict[tuple[Stems, bool], Rows] = {}
        self._n_kept = 0
        self._lost = False
        for table in _TABLES:
            connection.execute(table)

    def added(self, texts: Iterable[str]) -> None:
        """Take note of texts that the index was given, of either column."""
        self._heard.hear(texts)

    def removed(self) -> None:
        """Take note that something was taken out of the index: nothing that was read holds any more."""
        self._lost = True
        self._heard.restart()

    def refresh(self) -> None:
        """See what has become of the index; must be called before `rows` whenever it may have changed."""
        if self._lost:
            self._forget_all()
            self._heard.restart(stem_of(stem) for (stem,) in self._connection.execute(_STEMS))
            self._lost = False
        fresh = self._heard.since()
        if not self._heard.listens:
            self._forget_all()
        elif fresh:
            for key in [key for key in self._kept if fresh.issuperset(key[0])]:
                self._n_kept -= len(self._kept.pop(key).each)

    def rows(self, terms: Sequence[Term], *, in_text: bool) -> list[Rows]:
        """Where each term stands; with `in_text` the speaker's name does not count."""
        listens, ever = self._heard.listens, self._heard.ever
        found: dict[Stems, Rows] = {}
        unread: dict[Stems, Term] = {}
        for term in terms:
            rows = self._kept.get((term.stems, in_text))
            if rows is not None:
                found[term.stems] = rows
            elif term.stems and (not listens or ever.issuperset(term.stems)):
                unread[term.stems] = term
        if unread:
            words = [stems[0] for stems in unread if len(stems) == 1]
            phrases = [term for stems, term in unread.items() if len(stems) > 1]
            listed = self._listed(_ROWS_OF_TEXT if in_text else _ROWS, words)
            read: dict[Stems, Rows] = {(word,): rows_of(places) for word, places in listed}
            read |= self._rows_of_phrases(phrases, in_text=in_text)
            found |= read
            if listens:
                self._keep(read, in_text=in_text)
        return [found.get(term.stems, NOWHERE) for term in terms]

    def _rows_of_phrases(self, phrases: Sequence[Term], *, in_text: bool) -> dict[Stems, Rows]:
        if not phrases:
            return {}
        matching = [f'text : "{phrase.text}"' if in_text else f'"{phrase.text}"' for phrase in phrases]
        occurs = self._connection.execute(_OCCURS, [orjson.dumps(matching).decode()])
        found = {phrase.stems: NOWHERE for phrase in phrases}
        wanted = [phrase.stems for phrase, (does,) in zip(phrases, occurs, strict=True) if does]
        places = dict(self._listed(_PLACES, list(dict.fromkeys(chain.from_iterable(wanted)))))
        known = {stem: set(places[stem]) for stem in dict.fromkeys(chain.from_iterable(s[1:] for s in wanted))}
        for stems in wanted:
            starts = places[stems[0]]
            for distance, stem in enumerate(stems[1:], 1):
                here = known[stem]
                starts = [start for start in starts if start + distance in here]
            found[stems] = rows_of([start >> 32 for start in starts if start & _IN_TEXT or not in_text])
        return found

    def _listed(self, statement: str, words: Sequence[str]) -> list[tuple[str, list[int]]]:
        if not words:
            return []
        if "" in words:  # fts5vocab calls an empty stem NULL, and has to read everything to find it
            statement = statement.replace("term = value", "term IS nullif(value, '')")
        # JSON carries no stem that the index has cut within a character: it is given as its bytes.
        cut = [word for word in words if not word.isascii() and _CUT.search(word)]
        whole = [word for word in words if word not in cut] if cut else words
        found = self._connection.execute(statement, [orjson.dumps(whole).decode()]).fetchall()
        of_bytes = statement.replace("json_each(?)", "(SELECT CAST(? AS TEXT) AS value)")
        for word in cut:
            found += self._connection.execute(of_bytes, [word.encode("utf-8", "surrogateescape")])
        return [(word, orjson.loads(listed)) for word, (listed,) in zip([*whole, *cut], found, strict=True)]

    def _keep(self, read: dict[Stems, Rows], *, in_text: bool) -> None:
        self._n_kept += sum(len(rows.each) for rows in read.values())
        if self._n_kept > MOST_KEPT:
            self._forget_all()
        else:
            self._kept.update(((stems, in_text), rows) for stems, rows in read.items())

    def _forget_all(self) -> None:
        self._kept = {}
        self._n_kept = 0
