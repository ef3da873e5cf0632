"""The memory that remembers nothing: what an agent achieves on its own."""

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.messages import Batch, Hit
from memory.options import check_names
from memory.position import Position


class NoMemory(MemoryBackend):
    """Takes every message and finds none."""

    capabilities = Capabilities(verbatim=False, forgets=True)
    """Not verbatim, since it gives nothing back to look for; it forgets, since it never kept anything."""

    def __init__(self, setup: Setup) -> None:
        """Nothing else of `setup` matters than that it has no options.

        Raises:
            BadOption: there are options; this memory has none.
        """
        check_names(setup.options, ())

    def ingest(self, batch: Batch) -> None:
        """Drop the messages."""

    def stored_bytes(self) -> int:
        """Nothing."""
        return 0

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Always the empty list."""
        return []
