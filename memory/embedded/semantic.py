"""The memory that finds meanings: the cosine of sentence vectors, computed exactly over the messages delivered so far.

The rule: a score depends on the query and on one message, and on nothing else; there is no index that could have seen
more. The model is fixed, has learned nothing from the timeline, and needs no network.
"""

import heapq
from collections.abc import Sequence
from typing import Any

from memory.backend import Capabilities, Setup
from memory.embedded.embedder import MOST_CHARACTERS, Embedder
from memory.embedded.occasions import Candidate, spread
from memory.embedded.quoting import quoted
from memory.embedded.store import StoredMessage
from memory.embedded.stored import StoredMemory
from memory.embedded.vectors import Vectors
from memory.embedded.wordindex import MOST_HITS
from memory.embedded.words import fold
from memory.messages import Hit, Message, render_message
from memory.options import check_names
from memory.position import Position

NAME = "semantic"


class SemanticMemory(StoredMemory):
    """Finds messages, each embedded with its speaker's name, that mean something near to the query.

    Needs the extra `semantic`. The model reads English; other scripts are embedded, but found poorly. Hits are spread
    over occasions (`memory.embedded.occasions`). A message takes 1.5 KB in memory, and some milliseconds to embed.

    Options: `cache`, the path of a SQLite file that keeps vectors from run to run (default: none).
    """

    capabilities = Capabilities(forgets=True)

    def __init__(self, setup: Setup) -> None:
        """An empty memory that stamps in `setup.zone`.

        Raises:
            BadOption: an option is unknown.
            MissingExtra: the packages of the extra are not installed.
        """
        check_names(setup.options, ("cache",))
        self._embedder = Embedder(NAME, setup.options.get("cache", ""))
        self._vectors = Vectors()
        super().__init__(setup.zone)

    def add(self, first: int, messages: Sequence[Message]) -> None:
        """Embed them."""
        vectors = [self._embedder.embed(render_message(message)) for message in messages]
        for row, (message, vector) in enumerate(zip(messages, vectors, strict=True), first):
            self._vectors.add(row, message.position.at_us, vector)

    def remove(self, messages: Sequence[StoredMessage]) -> None:
        """Drop their vectors."""
        self._vectors.remove(message.row for message in messages)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The messages nearest to the query, at most `MOST_HITS`; ties: newer first.

        The score is the cosine moved into 0 to 1, zero left out, after its occasion has taken its share. Of a query
        that quotes somebody the quoted words count twice: in the whole and on their own, each half of the score. A
        query without letters or digits finds nothing.
        """
        if limit <= 0 or not fold(query).strip():
            return []
        near = self._vectors.near(self._meaning(query))
        best = dict(spread(heapq.nlargest(MOST_HITS, near, key=_rank))[:limit])
        return [self._store.hit(message, best[message.row]) for message in self._store.rows(list(best))]

    def _meaning(self, query: str) -> Any:
        whole, said = query[:MOST_CHARACTERS], quoted(query[:MOST_CHARACTERS])
        vector = self._embedder.embed(whole)
        return (vector + self._embedder.embed(said)) / 2 if said else vector

    def stored_bytes(self) -> int:
        """The size of its database and of the vectors."""
        return super().stored_bytes() + self._vectors.n_bytes()

    def close(self) -> None:
        """Remove the database."""
        self._embedder.close()
        super().close()


def _rank(candidate: Candidate) -> tuple[float, int]:
    return candidate.score, candidate.row
