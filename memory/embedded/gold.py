"""The memory that is told the answer: the most that any memory could be worth to an agent."""

from collections.abc import Sequence

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.messages import Batch, Hit
from memory.options import check_names
from memory.position import Position


class GoldMemory(MemoryBackend):
    """Puts the query's own gold facts into the prompt; the runner hands them over, so that none is read from here."""

    capabilities = Capabilities(source_ids=False, verbatim=False, context_only=True)

    def __init__(self, setup: Setup) -> None:
        """Nothing else of `setup` matters than that it has no options.

        Raises:
            BadOption: there are options; this memory has none.
        """
        check_names(setup.options, ())
        self._facts: tuple[str, ...] = ()

    def hand_over(self, facts: Sequence[str]) -> None:
        """Take the facts of the query that comes next, in place of the last one's; none is allowed."""
        self._facts = tuple(facts)

    def ingest(self, batch: Batch) -> None:
        """Drop the messages."""

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Always the empty list: everything is in `context`."""
        return []

    def context(self, now: Position) -> str:
        """The facts handed over last, one a line; empty before the first."""
        return "\n".join(self._facts)
