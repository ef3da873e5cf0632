"""Stems outside the index are those inside it."""

import pytest

from memory.embedded import stemming
from memory.embedded.stemming import Stemmer


def test_words_of_one_stem_become_the_same() -> None:
    assert Stemmer().stems(["heat", "heated", "seats"]) == {"heat": ("heat",), "heated": ("heat",), "seats": ("seat",)}


def test_a_text_becomes_its_stems_in_order() -> None:
    stems = Stemmer().stems(["座 椅", "Café-bars", "zebra apple"])
    assert list(stems.values()) == [("座", "椅"), ("cafe", "bar"), ("zebra", "appl")]


def test_what_holds_no_letter_or_digit_has_no_stem() -> None:
    assert Stemmer().stems(["", "?!", "\0"]) == {"": (), "?!": (), "\0": ()}


def test_a_mark_that_stands_alone_becomes_an_empty_stem() -> None:
    assert Stemmer().stems(["a \u0304 b"]) == {"a \u0304 b": ("a", "", "b")}


def test_nothing_gives_nothing() -> None:
    assert Stemmer().stems([]) == {}


def test_its_table_is_empty_afterwards() -> None:
    stemmer = Stemmer()
    stemmer.stems(["one two three"])
    assert stemmer._connection.execute("SELECT count(*) FROM placed").fetchone() == (0,)


def test_asking_again_gives_the_same_whether_it_was_remembered_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stemming, "_KEPT", {})
    monkeypatch.setattr(stemming, "_MOST_KEPT", 3)
    monkeypatch.setattr(stemming, "_LONGEST_KEPT", 5)
    stemmer = Stemmer()
    for _ in range(3):
        for words in (["seats", "heating"], ["heats"], ["heats", "a", "b"]):
            assert list(stemmer.stems(words).values()) == [
                (word.removesuffix("s").removesuffix("ing"),) for word in words
            ]
    assert len(stemming._KEPT) <= 3
    assert "heating" not in stemming._KEPT
