"""Which stems were ever heard, and which since somebody last asked: so that nobody looks for the others.

The rule: it may name too many stems, never too few. So it gives up on very long stretches of text, and a word that was
taken out again may still be named until `restart`.
"""

from collections.abc import Iterable
from itertools import chain

from memory.embedded.stemming import Stemmer
from memory.embedded.words import fold

MOST_CHARACTERS = 1_000_000
"""Of text between two questions, and of different stems altogether; whatever goes beyond makes it give up."""


class Heard:
    """Listens to a growing text, and makes out its words when somebody asks."""

    def __init__(self, stemmer: Stemmer) -> None:
        """Nothing was heard."""
        self._stemmer = stemmer
        self._plain: list[str] = []
        self._folded: list[str] = []
        self._n_waiting = self._n_ever = 0
        self.ever: set[str] = set()
        """All stems up to the last question."""
        self.listens = True
        """False once it gave up: any stem may have been heard then, at any time."""

    def hear(self, texts: Iterable[str]) -> None:
        """Take texts, as `index_text` gives them to the index."""
        if self.listens:
            for text in texts:
                (self._plain if text.isascii() else self._folded).append(text)
                self._n_waiting += len(text)
            if self._n_waiting > MOST_CHARACTERS:
                self._give_up()

    def since(self) -> set[str]:
        """The stems heard since the last question; empty once it gave up."""
        if not self._n_waiting:
            return set()
        # An index folds and splits at least as much as is done here.
        words = {*fold(" ".join(self._plain)).split(), *" ".join(self._folded).split()}
        stems = set(chain.from_iterable(self._stemmer.stems(words).values()))
        # Only now: what could not be read must not pass for words that nobody said.
        self._plain, self._folded = [], []
        self._n_waiting = 0
        new = stems - self.ever
        self.ever |= new
        self._n_ever += sum(map(len, new))
        if self._n_ever <= MOST_CHARACTERS:
            return stems
        self._give_up()
        return set()

    def restart(self, ever: Iterable[str] = ()) -> None:
        """Drop every word heard so far; `ever` are the stems that are left."""
        self._plain, self._folded = [], []
        self.ever = set(ever) if self.listens else set()
        self._n_waiting, self._n_ever = 0, sum(map(len, self.ever))

    def _give_up(self) -> None:
        self.listens = False
        self.restart()
