"""The memory that looks at nothing but the clock: the last messages, whatever was asked."""

from memory.backend import Capabilities, Setup
from memory.embedded.stored import StoredMemory
from memory.messages import Hit
from memory.options import check_names
from memory.position import Position


class RecentMemory(StoredMemory):
    """Finds the newest messages, newest first."""

    capabilities = Capabilities(forgets=True)

    def __init__(self, setup: Setup) -> None:
        """An empty memory that stamps in `setup.zone`.

        Raises:
            BadOption: there are options; this memory has none.
        """
        check_names(setup.options, ())
        super().__init__(setup.zone)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The last `limit` messages with the scores 1, 1/2, 1/3 and so on; the query does not matter, even empty."""
        if limit <= 0:
            return []
        return [self._store.hit(message, 1 / rank) for rank, message in enumerate(self._store.newest(limit), 1)]
