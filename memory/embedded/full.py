"""The memory that forgets nothing and chooses nothing: the whole history stands in the prompt.

The rule: what had to be cut is said where it was cut, so that no score passes for one with the whole history.
"""

from collections.abc import Sequence

from memory.backend import Capabilities, Setup
from memory.embedded.store import StoredMessage
from memory.embedded.stored import StoredMemory
from memory.messages import Hit, Message
from memory.options import check_names, read_number
from memory.position import Position

DEFAULT_CHARS = 400_000
"""About 100,000 tokens of English."""


class FullMemory(StoredMemory):
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
        super().__init__(setup.zone)
        self._n_forgotten = 0
        self._n_messages = 0
        self.n_left_out = 0
        """How many messages the last context had to leave out; read by whoever asked for it."""

    def add(self, first: int, messages: Sequence[Message]) -> None:
        """Count them."""
        self._n_messages += len(messages)

    def remove(self, messages: Sequence[StoredMessage]) -> None:
        """Count them as forgotten."""
        self._n_forgotten += len(messages)

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
