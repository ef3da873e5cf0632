"""The memory that asks two others: words and meanings, joined by their ranks.

The rule: ranks are comparable where scores are not. A BM25 and a cosine have no common scale, a first place and a
second place do.
"""

from dataclasses import replace

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.ledger import LedgerMemory
from memory.embedded.occasions import Candidate, spread_ranked
from memory.embedded.semantic import SemanticMemory
from memory.messages import Batch, Forget, Hit
from memory.options import check_names, read_choice
from memory.position import Position

RANK_CONSTANT = 30
"""How flat ranks count: a first place gives 1 / 31. Cormack, Clarke and Buettcher (SIGIR 2009) take 60 for long lists
of many systems; with two, a first place should outweigh two places far down."""

DEPTH = 100
"""How many hits of each memory are joined, and so the greatest limit but twice this."""


class HybridMemory(MemoryBackend):
    """Joins the hits of `fulltext` and `semantic` by reciprocal rank fusion, and spreads them over occasions anew.

    Needs the extra `semantic`. Options: `lexical`, `fulltext` or `ledger` (default `fulltext`): who finds the words;
    `ledger` is asked without its marks, and its order, current before superseded, is one of the two that are joined.
    `cache`, as `semantic` has it.
    """

    capabilities = Capabilities(forgets=True)

    def __init__(self, setup: Setup) -> None:
        """Two empty memories.

        Raises:
            BadOption: an option is unknown or has a value that is not allowed.
            MissingExtra: the packages of the extra are not installed.
        """
        check_names(setup.options, ("cache", "lexical"))
        cache = {name: value for name, value in setup.options.items() if name == "cache"}
        self._lexical: MemoryBackend
        if read_choice(setup.options, "lexical", ("fulltext", "ledger")) == "ledger":
            self._lexical = LedgerMemory(replace(setup, options={"mark": "no"}))
        else:
            self._lexical = FulltextMemory(replace(setup, options={}))
        self._semantic = SemanticMemory(replace(setup, options=cache))

    def ingest(self, batch: Batch) -> None:
        """Give the messages to both, or to none.

        Embedding, which is what may fail, comes first. Where the other then fails, the meanings are dropped again.
        """
        self._semantic.ingest(batch)
        try:
            self._lexical.ingest(batch)
        except BaseException:
            given = Forget(message_ids=tuple(message.id for message in batch.messages), person="", text="")
            if given.message_ids:
                self._semantic.forget(given, batch.now)
            raise

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The hits of both, best first, each message once; ties: newer first.

        A hit's score is the sum of 1 / (`RANK_CONSTANT` + rank) over the memories that found it, after its occasion
        has taken its share.
        """
        if limit <= 0:
            return []
        scores: dict[str, float] = {}
        found: dict[str, Hit] = {}
        for memory in (self._lexical, self._semantic):
            for rank, hit in enumerate(memory.search(query, limit=DEPTH, now=now), 1):
                (message_id,) = hit.message_ids
                scores[message_id] = scores.get(message_id, 0.0) + 1 / (RANK_CONSTANT + rank)
                found[message_id] = hit
        joined = sorted(found.values(), key=lambda hit: (-scores[hit.message_ids[0]], -(hit.at_us or 0)))
        ranked = [Candidate(-place, hit.at_us or 0, scores[hit.message_ids[0]]) for place, hit in enumerate(joined)]
        return [replace(joined[-row], score=score) for row, score in spread_ranked(ranked, limit=limit)]

    def forget(self, request: Forget, now: Position) -> None:
        """Both forget the same."""
        self._lexical.forget(request, now)
        self._semantic.forget(request, now)

    def stored_bytes(self) -> int:
        """The size of its database and of the vectors."""
        return (self._lexical.stored_bytes() or 0) + self._semantic.stored_bytes()

    def close(self) -> None:
        """Close both."""
        self._lexical.close()
        self._semantic.close()
