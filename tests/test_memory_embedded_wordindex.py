"""The index of words next to SQLite's own ranking, and what it remembers from search to search."""

import random
import sqlite3
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.embedded import heard, postings
from memory.embedded.occasions import Candidate
from memory.embedded.stemming import TOKENIZER
from memory.embedded.store import MessageStore
from memory.embedded.widening import Widening, said_pairs, said_terms
from memory.embedded.wordindex import RELATED, WordIndex
from memory.embedded.words import index_text
from memory.messages import Forget, Message
from memory.position import Position

WIDENING = Widening([["seat heating", "heater"], ["volume", "loud"], ["座椅", "seat"]])
WORDS = (
    *("Seat", "seats", "heating", "heater", "heat", "volume", "loud", "loudly", "music", "Café", "cafe"),
    *("座椅", "座", "椅", "the", "told", "7", "window-seat", "नमस्ते", "¯"),
)
QUERIES = (
    *("seat heating", "the heater is loud", "座椅", "cafe music", "the told"),
    *("Bob seats", "nothing of it", "", "7 7", "¯", "seat ¯"),
)


class Stopped(Exception):
    """What ends a transaction before its time."""


class Pair:
    """One index, and the rows that it should hold."""

    def __init__(self) -> None:
        self.store = MessageStore("UTC")
        self.index = WordIndex(self.store, WIDENING)
        self.rows: dict[int, Message] = {}

    def add(self, messages: Sequence[Message]) -> None:
        with self.store.transaction():
            first = self.store.append(messages)
            self.index.add(enumerate(messages, first))
        self.rows |= dict(enumerate(messages, first))

    def forget(self, *rows: int) -> None:
        ids = tuple(self.rows.pop(row).id for row in rows)
        with self.store.transaction():
            meant = self.store.meant_by(Forget(message_ids=ids, person="", text=""))
            self.index.remove(meant)
            self.store.entomb(meant)

    def plainly(self, query: str) -> list[Candidate]:
        """What a new table of FTS5 that holds the same rows says."""
        terms = said_terms(query)
        connection = sqlite3.connect(":memory:")
        connection.execute(f'CREATE VIRTUAL TABLE words USING fts5(speaker, text, tokenize = "{TOKENIZER}")')
        given = [(row, index_text(m.speaker), index_text(m.text)) for row, m in self.rows.items()]
        connection.executemany("INSERT INTO words (rowid, speaker, text) VALUES (?, ?, ?)", given)
        related = said_pairs(query, terms) + list(WIDENING.related(query, terms))
        scores: dict[int, float] = {}
        for weight, column, words in ((1.0, "", terms), (RELATED, "text : ", related)):
            matching = column + "(" + " OR ".join(f'"{word}"' for word in words) + ")"
            statement = "SELECT rowid, -bm25(words) FROM words WHERE words MATCH ?"
            for row, score in connection.execute(statement, [matching]) if words else ():
                scores[row] = scores.get(row, 0.0) + weight * score
        found = [Candidate(row, self.rows[row].position.at_us, score) for row, score in scores.items()]
        return sorted(found, key=lambda one: (one.score, one.row), reverse=True)

    def check(self, queries: Iterable[str] = QUERIES) -> None:
        for query in queries:
            assert list(self.index.find(query)) == self.plainly(query)


def some(first: int, n: int, seed: int) -> list[Message]:
    rng = random.Random(seed)
    return [
        Message(
            id=f"m{number}",
            position=Position(number * 1_000_000, number),
            speaker=rng.choice(("Ada", "Bob Seat", "")),
            role="user",
            text=" ".join(rng.choices(WORDS, k=rng.randrange(12))),
        )
        for number in range(first, first + n)
    ]


def test_hits_order_and_scores_are_those_of_sqlite_at_every_moment() -> None:
    pair = Pair()
    pair.check()
    for moment in range(6):
        pair.add(some(moment * 20, 20, moment))
        pair.check()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.text(max_size=12), max_size=3), max_size=3))
def test_whatever_is_said_is_found_as_sqlite_finds_it(moments: list[list[str]]) -> None:
    pair = Pair()
    said: list[str] = []
    for texts in moments:
        pair.add(
            [
                Message(id=f"m{n}", position=Position(n, n), speaker=text[:3], role="user", text=text)
                for n, text in enumerate(texts, len(said))
            ]
        )
        said += texts
        pair.check([*said, " ".join(said)])


def test_what_was_taken_out_leaves_words_and_statistics_at_once() -> None:
    pair = Pair()
    pair.add(some(0, 40, 1))
    pair.check()
    pair.forget(1, 2, 3, 40)
    pair.check()
    pair.add(some(40, 20, 2))
    pair.check()
    pair.forget(*list(pair.rows))
    pair.check()


def test_an_index_that_stopped_listening_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heard, "MOST_CHARACTERS", 300)
    pair = Pair()
    for moment in range(4):
        pair.add(some(moment * 20, 20, moment))
        pair.check()
    pair.forget(5)
    pair.check()


def test_an_index_that_may_remember_little_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "MOST_KEPT", 20)
    pair = Pair()
    for moment in range(4):
        pair.add(some(moment * 20, 20, moment))
        pair.check()


def test_what_was_rolled_back_was_never_there() -> None:
    pair = Pair()
    pair.add(some(0, 20, 3))
    pair.check()

    def fail(messages: Sequence[Message]) -> None:
        with pair.store.transaction():
            first = pair.store.append(messages)
            pair.index.add(enumerate(messages, first))
            raise Stopped

    with pytest.raises(Stopped):
        fail(some(20, 20, 4))
    pair.check()

    def fail_to_forget() -> None:
        with pair.store.transaction():
            pair.index.remove(pair.store.rows([1, 2]))
            raise Stopped

    with pytest.raises(Stopped):
        fail_to_forget()
    pair.check()


def test_a_message_of_hundreds_of_words_is_measured_right() -> None:
    pair = Pair()
    long = Message(id="m1", position=Position(1, 1), speaker="Ada", role="user", text="seat " * 20_000)
    pair.add([long, *some(2, 20, 5)])
    pair.check()


def test_a_query_is_planned_anew_once_too_many_were_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.embedded.wordindex._MOST_PLANS", 2)
    pair = Pair()
    pair.add(some(0, 20, 6))
    pair.check()
    pair.check()


TWINS = [
    letter
    for letter in map(chr, range(0x80, 0x30000))
    if letter.isalpha() and letter.encode()[-2:-1] == letter.encode()[-1:]
]
"""Letters that end in two equal bytes: SQLite's stemmer takes one of them away before `ing` and `ed`."""
CUT = ("a\u0924ing", "a\u0baeed", "a" + "\u0436" * 20_000, "radio" + TWINS[0] + "ing")


@pytest.mark.parametrize("odd", CUT, ids=["devanagari", "tamil", "longer than a word may be", "behind letters"])
def test_a_word_that_sqlite_cuts_within_a_character_is_found_as_sqlite_finds_it(odd: str) -> None:
    pair = Pair()
    queries = ("seat heating", odd, f"{odd} seat", f"seat {odd} heating", odd[:-1])
    said = Message(
        id="odd", position=Position(0, 0), speaker=odd[:9], role="user", text=f"the seat {odd} heating, {odd}"
    )
    pair.add([said, *some(1, 20, 7)])
    pair.check(queries)
    pair.check(queries)
    pair.add(some(21, 20, 8))
    pair.check(queries)
    pair.forget(1)
    pair.check(queries)


CUT_WORDS = st.builds(
    "{}{}{}{}".format,
    st.text("bst", max_size=3),
    st.sampled_from("aeiou"),  # the stemmer takes an ending off only where a vowel stands before it
    st.sampled_from(TWINS),
    st.sampled_from(["ing", "ed", "s", ""]),
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(CUT_WORDS, min_size=1, max_size=4))
def test_letters_of_equal_bytes_are_found_whatever_stands_behind_them(words: list[str]) -> None:
    pair = Pair()
    pair.add([Message(id="m0", position=Position(0, 0), speaker="", role="user", text=" ".join(words)), *some(1, 5, 9)])
    pair.check([*words, " ".join(words), "seat heating"])
