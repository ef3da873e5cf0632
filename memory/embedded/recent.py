"""The memory that looks at nothing but the clock: the last messages, whatever was asked."""

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.store import MessageStore
from memory.messages import Batch, Forget, Hit
from memory.options import check_names
from memory.position import Position


class RecentMemory(MemoryBackend):
    """Finds the newest messages, newest first."""

    capabilities = Capabilities(forgets=True)

    def __init__(self, setup: Setup) -> None:
        """An empty memory that stamps in `setup.zone`.

        Raises:
            BadOption: there are options; this memory has none.
        """
        check_names(setup.options, ())
        self._store = MessageStore(setup.zone)

    def ingest(self, batch: Batch) -> None:
        """Keep the messages, all or none."""
        with self._store.transaction():
            self._store.append(batch.messages)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The last `limit` messages with the scores 1, 1/2, 1/3 and so on; the query does not matter, even empty."""
        if limit <= 0:
            return []
        return [self._store.hit(message, 1 / rank) for rank, message in enumerate(self._store.newest(limit), 1)]

    def forget(self, request: Forget, now: Position) -> None:
        """Drop what the request means (`memory.embedded.forgetting.meant_by`); older messages move up."""
        with self._store.transaction():
            self._store.entomb(self._store.meant_by(request))

    def stored_bytes(self) -> int:
        """The size of its database."""
        return self._store.n_bytes()

    def close(self) -> None:
        """Remove the database."""
        self._store.close()
