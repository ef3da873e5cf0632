"""BM25 by adding up terms: equal to SQLite's own, to the bit."""

import math
import sqlite3

from memory.embedded.bm25 import NOWHERE, Bm25, Rows, rows_of

TEXTS = ("heat the seat", "seat seat seat and nothing else at all", "music", "heat music", "the the the the", "")


def test_scores_are_those_of_sqlite_to_the_bit() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    connection.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(TEXTS, 1))
    theirs = connection.execute("SELECT rowid, -bm25(words) FROM words WHERE words MATCH 'heat OR seat OR the'")
    lengths = [0, *(len(text.split()) for text in TEXTS)]
    terms = ("heat", "seat", "the")
    rows = [[row for row, text in enumerate(TEXTS, 1) for word in text.split() if word == term] for term in terms]
    assert Bm25(lengths, len(TEXTS), sum(lengths)).scores(map(rows_of, rows)) == dict(theirs)


def test_one_term_in_one_message_of_average_length_counts_its_rarity() -> None:
    # one of three messages of 4 words: log(2.5 / 1.5) times 1 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 4 / 4)) = 1
    scores = Bm25([0, 4, 4, 4], 3, 12).scores([Rows([2], {})])
    assert scores.keys() == {2}
    assert math.isclose(scores[2], math.log(2.5 / 1.5))


def test_a_term_of_more_than_half_of_the_messages_weighs_next_to_nothing() -> None:
    scores = Bm25([0, 4, 4], 2, 8).scores([Rows([1, 2], {})])
    assert all(math.isclose(score, 1e-6) for score in scores.values())


def test_rows_are_named_once_and_counted() -> None:
    assert rows_of([3, 5, 5, 5, 9]) == Rows([3, 5, 9], {5: 3})
    assert rows_of([]) == Rows([], {})


def test_terms_that_stand_nowhere_score_nothing() -> None:
    assert Bm25([0], 0, 0).scores([NOWHERE]) == {}
    assert Bm25([0, 2], 1, 2).scores([]) == {}
