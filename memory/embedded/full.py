"""The memory that forgets nothing and chooses nothing: the whole history stands in the prompt.

The rule: what had to be cut is said where it was cut, so that no score passes for one with the whole history.
"""

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.embedded.store import MessageStore
from memory.messages import Batch, Forget, Hit
from memory.options import check_names, read_number
from memory.position import Position

DEFAULT_CHARS = 400_000
"""About 100,000 tokens of English."""


class FullMemory(MemoryBackend):
    """Puts every message into the prompt, oldest first, one a line; nothing is searched.

    Option `max_chars`: how long that text may be. The newest messages are kept whole, and a line above them says how
    many older ones were left out.
    """

    capabilities = Capabilities(source_ids=False, forgets=True, context_only=True)

    def __init__(self, setup: Setup) -> None:
        """An empty history that stamps in `setup.zone`.

        Raises:
            BadOption: an option is unknown or out of bounds.
        """
        check_names(setup.options, ("max_chars",))
        self._max_chars = int(read_number(setup.options, "max_chars", DEFAULT_CHARS, above=0, at_most=1e9))
        self._store = MessageStore(setup.zone)
        self._n_forgotten = 0
        self._n_messages = 0
        self.n_left_out = 0
        """How many messages the last context had to leave out; read by whoever asked for it."""

    def ingest(self, batch: Batch) -> None:
        """Keep the messages, all or none."""
        with self._store.transaction():
            self._store.append(batch.messages)
        self._n_messages += len(batch.messages)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Always the empty list: everything is in `context`."""
        return []

    def context(self, now: Position) -> str:
        """The history up to now; empty before the first message."""
        lines: list[str] = []
        size = -1  # the first line has no line end before it
        for message in self._store.newest(self._n_messages):
            line = self._store.hit(message, 1.0).text
            size += len(line) + 1
            if size > self._max_chars:
                break
            lines.append(line)
        n_known = self._n_messages - self._n_forgotten
        self.n_left_out = n_known - len(lines)
        if self.n_left_out:
            told = f"the {self.n_left_out} oldest of {n_known} messages were left out"
            lines.append(f"[{told} to keep to {self._max_chars} characters]")
        return "\n".join(reversed(lines))

    def forget(self, request: Forget, now: Position) -> None:
        """Drop what the request means (`memory.embedded.forgetting.meant_by`)."""
        meant = self._store.meant_by(request)
        with self._store.transaction():
            self._store.entomb(meant)
        self._n_forgotten += len(meant)

    def stored_bytes(self) -> int:
        """The size of its database."""
        return self._store.n_bytes()

    def close(self) -> None:
        """Remove the database."""
        self._store.close()
