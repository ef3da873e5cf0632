"""A memory around another one, for whoever has to see its calls: what is passed on by hand stands here once."""

from collections.abc import Callable
from typing import TypeVar

from memory.backend import MemoryBackend
from memory.messages import Batch, Forget, Hit
from memory.position import Position

T = TypeVar("T")


class WrappedMemory(MemoryBackend):
    """Another memory, each of whose calls goes through `passed_on`.

    The other may be no subclass of the protocol, and lack what that has defaults for.
    """

    def __init__(self, memory: MemoryBackend) -> None:
        """Stand in front of `memory`."""
        self._memory = memory
        self.capabilities = memory.capabilities

    def passed_on(self, call: str, ask: Callable[[], T]) -> T:
        """What `ask`, the other's method `call`, returns or raises; a subclass does here what it is there for."""
        return ask()

    @property
    def raw_answer(self) -> str:  # type: ignore[override]
        """As the other's own."""
        return str(getattr(self._memory, "raw_answer", ""))

    @property
    def n_retries(self) -> int:  # type: ignore[override]
        """As the other's own; 0 where it was never made, or says something else than a number."""
        return _number(getattr(self._memory, "n_retries", 0))

    @property
    def n_left_out(self) -> int:  # type: ignore[override]
        """As the other's own; 0 where it says nothing of it, or something else than a number."""
        return _number(getattr(self._memory, "n_left_out", 0))

    def leftovers(self) -> list[str]:
        """As the other's own."""
        return self.passed_on("leftovers", lambda: getattr(self._memory, "leftovers", list)())

    def reset(self) -> None:
        """As the other's own."""
        self.passed_on("reset", lambda: getattr(self._memory, "reset", lambda: None)())

    def ingest(self, batch: Batch) -> None:
        """As the other's own."""
        self.passed_on("ingest", lambda: self._memory.ingest(batch))

    def settle(self, timeout_s: float) -> None:
        """As the other's own."""
        self.passed_on("settle", lambda: self._memory.settle(timeout_s))

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """As the other's own."""
        return self.passed_on("search", lambda: self._memory.search(query, limit=limit, now=now))

    def context(self, now: Position) -> str:
        """As the other's own."""
        return self.passed_on("context", lambda: self._memory.context(now))

    def tick(self, now: Position) -> None:
        """As the other's own."""
        self.passed_on("tick", lambda: self._memory.tick(now))

    def forget(self, request: Forget, now: Position) -> None:
        """As the other's own."""
        self.passed_on("forget", lambda: self._memory.forget(request, now))

    def stored_bytes(self) -> int | None:
        """As the other's own."""
        return self.passed_on("stored_bytes", lambda: getattr(self._memory, "stored_bytes", lambda: None)())

    def close(self) -> None:
        """As the other's own."""
        self.passed_on("close", lambda: self._memory.close())


def _number(told: object) -> int:
    return told if type(told) is int else 0
