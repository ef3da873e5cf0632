"""Which stems were heard: too many may be named, never too few."""

import sqlite3
from collections.abc import Iterable

import pytest

from memory.embedded import heard
from memory.embedded.heard import Heard
from memory.embedded.stemming import Stemmer, Stems


def test_stems_are_named_once_after_they_were_heard() -> None:
    ears = Heard(Stemmer())
    ears.hear(["Heated seats,", "please"])
    assert ears.since() == {"heat", "seat", "pleas"}
    assert ears.since() == set()


def test_a_word_that_is_heard_again_is_named_again() -> None:
    ears = Heard(Stemmer())
    ears.hear(["seat"])
    ears.since()
    ears.hear(["seats", "seat"])
    assert ears.since() == {"seat"}
    assert ears.ever == {"seat"}


def test_nothing_heard_names_nothing() -> None:
    ears = Heard(Stemmer())
    assert ears.since() == set()
    ears.hear(["", " \t?"])
    assert ears.since() == set()


def test_after_a_restart_only_the_stems_given_were_ever_heard() -> None:
    ears = Heard(Stemmer())
    ears.hear(["secret"])
    ears.since()
    ears.hear(["hidden"])
    ears.restart(["seat"])
    assert (ears.since(), ears.ever) == (set(), {"seat"})


def test_it_gives_up_on_a_text_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heard, "MOST_CHARACTERS", 10)
    ears = Heard(Stemmer())
    ears.hear(["0123456789"])
    assert ears.listens
    ears.hear(["x"])
    assert not ears.listens
    ears.hear(["y"])
    assert ears.since() == set()


def test_it_gives_up_on_too_many_different_stems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heard, "MOST_CHARACTERS", 10)
    ears = Heard(Stemmer())
    for text in ("abcdf", "abcdf", "fghij"):  # two stems of five characters each
        ears.hear([text])
        assert ears.since()
    ears.hear(["k"])
    assert (ears.since(), ears.ever, ears.listens) == (set(), set(), False)


def test_what_could_not_be_read_is_not_taken_for_silence() -> None:
    class Broken(Stemmer):
        fails = True

        def stems(self, texts: Iterable[str]) -> dict[str, Stems]:
            if self.fails:
                raise sqlite3.OperationalError("no")
            return super().stems(texts)

    stemmer = Broken()
    ears = Heard(stemmer)
    ears.hear(["seats"])
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError):
            ears.since()
    stemmer.fails = False
    assert ears.since() == {"seat"}
