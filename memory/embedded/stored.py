"""What memories have in common that keep the messages themselves.

The rule: a batch is kept whole or not at all, and what is forgotten leaves the store and all that was made of it.
"""

from collections.abc import Sequence

from memory.backend import MemoryBackend
from memory.embedded.store import MessageStore, StoredMessage
from memory.messages import Batch, Forget, Message
from memory.position import Position


class StoredMemory(MemoryBackend):
    """A memory over a `MessageStore`; a subclass says what it makes of the messages beside keeping them."""

    def __init__(self, zone: str) -> None:
        """An empty memory that stamps in the IANA time zone `zone`."""
        self._store = MessageStore(zone)

    def add(self, first: int, messages: Sequence[Message]) -> None:
        """Make something of new messages, whose rows begin with `first`; inside the transaction that keeps them."""
        return

    def remove(self, messages: Sequence[StoredMessage]) -> None:
        """Undo that for messages that are to be forgotten; inside the transaction that takes their texts."""
        return

    def ingest(self, batch: Batch) -> None:
        """Keep the messages and what is made of them, all or none."""
        with self._store.transaction():
            self.add(self._store.append(batch.messages), batch.messages)

    def forget(self, request: Forget, now: Position) -> None:
        """Take out what the request means (`memory.embedded.forgetting.meant_by`), and what was made of it."""
        with self._store.transaction():
            meant = self._store.meant_by(request)
            self.remove(meant)
            self._store.entomb(meant)

    def stored_bytes(self) -> int:
        """The size of its database."""
        return self._store.n_bytes()

    def close(self) -> None:
        """Remove the database."""
        self._store.close()
