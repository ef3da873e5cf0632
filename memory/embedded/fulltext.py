"""The memory that finds words: BM25 over the messages delivered so far, and nothing that was learned beforehand."""

import math
from collections.abc import Sequence

from memory.backend import Capabilities, Setup
from memory.embedded.occasions import DECAY, spread, spread_ranked
from memory.embedded.store import StoredMessage
from memory.embedded.stored import StoredMemory
from memory.embedded.widening import Widening
from memory.embedded.wordindex import WordIndex
from memory.instants import DAY_US
from memory.messages import Hit, Message
from memory.options import check_names, read_choice, read_number
from memory.position import Position

_OLDEST = 1e-12  # what age leaves at least: a score stays above zero
_CENTURY = 36_525


class FulltextMemory(StoredMemory):
    """Finds messages that share words with the query, the speaker's name included; English words by their stem.

    A bag of words: one shared word is enough, more and rarer ones count more, and neighbours in the query that are
    neighbours in the message, too. Case, accents and full-width forms do not matter. Scripts without spaces are found
    by any piece, down to one character. Words that mean the same setting of the car or meet the same need count half,
    given a vocabulary (`memory.embedded.widening`). Hits are spread over occasions (`memory.embedded.occasions`). Only
    messages delivered to this instance are in its index, and so in its statistics (`memory.embedded.wordindex`).

    Options: `half_life_days`, a number above zero: a message that old counts half as much as one of now (default: age
    does not matter); `widen`, `yes` or `no` (default `yes`); `decay`, above 0 and at most 1, what a better hit of the
    same occasion leaves of a score (default 0.5; with 1 hits are not spread).
    """

    capabilities = Capabilities(forgets=True)

    def __init__(self, setup: Setup) -> None:
        """An empty memory that stamps in `setup.zone` and widens by `setup.vocabulary`.

        Raises:
            BadOption: an option is unknown or out of bounds.
        """
        check_names(setup.options, ("half_life_days", "widen", "decay"))
        self._half_life_days = read_number(setup.options, "half_life_days", math.inf, above=0, at_most=_CENTURY)
        self._decay = read_number(setup.options, "decay", DECAY, above=0, at_most=1)
        widens = read_choice(setup.options, "widen", ("yes", "no")) == "yes"
        super().__init__(setup.zone)
        self._index = WordIndex(self._store, Widening(setup.vocabulary if widens else ()))

    def add(self, first: int, messages: Sequence[Message]) -> None:
        """Index them."""
        self._index.add(enumerate(messages, first))

    def remove(self, messages: Sequence[StoredMessage]) -> None:
        """Take them out of the index, and so of its statistics."""
        self._index.remove(messages)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The messages that match best, at most `MOST_HITS`; ties: newer first.

        The score is that of `WordIndex.find`, above zero, after age and occasion have taken their share.
        """
        if limit <= 0:
            return []
        found = self._index.find(query)
        if math.isinf(self._half_life_days):
            best = dict(spread_ranked(found, decay=self._decay, limit=limit))
        else:
            aged = [one._replace(score=one.score * self._freshness(now.at_us - one.at_us)) for one in found]
            best = dict(spread(aged, decay=self._decay)[:limit])
        return [self._store.hit(message, best[message.row]) for message in self._store.rows(list(best))]

    def close(self) -> None:
        """Remove the database."""
        self._index.close()
        super().close()

    def _freshness(self, age_us: int) -> float:
        """What age leaves of a score: 1 for what was said now, never quite nothing."""
        return max(math.exp2(-age_us / (self._half_life_days * DAY_US)), _OLDEST)
