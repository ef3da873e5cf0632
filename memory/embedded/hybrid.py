"""The memory that asks two others: words and meanings, joined by their ranks.

The rule: ranks are comparable where scores are not. A BM25 and a cosine have no common scale, a first place and a
second place do.
"""

from dataclasses import replace

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.ledger import LedgerMemory
from memory.embedded.occasions import Candidate, spread
from memory.embedded.options import check_names
from memory.embedded.semantic import SemanticMemory
from memory.messages import Batch, Forget, Hit
from memory.position import Position

RANK_CONSTANT = 30
"""How flat ranks count: a first place gives 1 / 31. Cormack, Clarke and Buettcher (SIGIR 2009) take 60 for long lists
of many systems; with two, a first place should outweigh two places far down."""

DEPTH = 100
"""How many hits of each memory are joined, and so the greatest limit but twice this."""


class HybridMemory(MemoryBackend):
    """Joins the hits of `ledger` and `semantic` by reciprocal rank fusion, and spreads them over occasions anew.

    Needs the extra `semantic`. Options: `cache`, as `semantic` has it.
    """

    capabilities = Capabilities(forgets=True)

    def __init__(self, setup: Setup) -> None:
        """Two empty memories.

        Raises:
            BadOption: an option is unknown.
            MissingExtra: the packages of the extra are not installed.
        """
        check_names(setup.options, ("cache",))
        self._memories: tuple[MemoryBackend, ...] = (
            LedgerMemory(replace(setup, options={"mark": "no"})),
            SemanticMemory(setup),
        )

    def ingest(self, batch: Batch) -> None:
        """Give the messages to both."""
        for memory in self._memories:
            memory.ingest(batch)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The hits of both, best first, each message once; ties: newer first.

        A hit's score is the sum of 1 / (`RANK_CONSTANT` + rank) over the memories that found it, after its occasion
        has taken its share.
        """
        if limit <= 0:
            return []
        scores: dict[str, float] = {}
        found: dict[str, Hit] = {}
        for memory in self._memories:
            for rank, hit in enumerate(memory.search(query, limit=DEPTH, now=now), 1):
                (message_id,) = hit.message_ids
                scores[message_id] = scores.get(message_id, 0.0) + 1 / (RANK_CONSTANT + rank)
                found[message_id] = hit
        joined = sorted(found.values(), key=lambda hit: (-scores[hit.message_ids[0]], -(hit.at_us or 0)))
        ranked = [Candidate(-place, hit.at_us or 0, scores[hit.message_ids[0]]) for place, hit in enumerate(joined)]
        return [replace(joined[-row], score=score) for row, score in spread(ranked)[:limit]]

    def forget(self, request: Forget, now: Position) -> None:
        """Both forget the same."""
        for memory in self._memories:
            memory.forget(request, now)

    def close(self) -> None:
        """Close both."""
        for memory in self._memories:
            memory.close()
