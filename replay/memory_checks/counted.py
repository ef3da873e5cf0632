"""A memory whose calls are counted and timed: what a check costs, and whether a call was late."""

import time
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from memory.backend import Capabilities, MemoryBackend
from memory.messages import Batch, Forget, Hit
from memory.position import Position

T = TypeVar("T")


class Tally:
    """How many calls were made, and how many took too long; may be used from several threads."""

    def __init__(self, late_s: float) -> None:
        """None so far; a call of `late_s` seconds of real time or more is late, whatever came of it."""
        self._lock = Lock()
        self._late_s = late_s
        self.n_calls = 0
        self.n_late = 0

    def made(self, call: Callable[[], T]) -> T:
        """What `call` returns or raises; it is counted."""
        began = time.perf_counter()
        try:
            return call()
        finally:
            waited_s = time.perf_counter() - began
            with self._lock:
                self.n_calls += 1
                self.n_late += waited_s >= self._late_s


class CountedMemory(MemoryBackend):
    """Another memory, each of whose calls is counted, its making included; closing it is not."""

    def __init__(self, make: Callable[[], MemoryBackend], tally: Tally) -> None:
        """Make the memory."""
        self._tally = tally
        self._memory = tally.made(make)
        self.capabilities: Capabilities = self._memory.capabilities

    @property
    def raw_answer(self) -> str:  # type: ignore[override]
        """As the memory's own."""
        return self._memory.raw_answer

    def leftovers(self) -> list[str]:
        """As the memory's own."""
        return self._tally.made(self._memory.leftovers)

    def reset(self) -> None:
        """As the memory's own."""
        self._tally.made(self._memory.reset)

    def ingest(self, batch: Batch) -> None:
        """As the memory's own."""
        self._tally.made(lambda: self._memory.ingest(batch))

    def settle(self, timeout_s: float) -> None:
        """As the memory's own."""
        self._tally.made(lambda: self._memory.settle(timeout_s))

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """As the memory's own."""
        return self._tally.made(lambda: self._memory.search(query, limit=limit, now=now))

    def context(self, now: Position) -> str:
        """As the memory's own."""
        return self._tally.made(lambda: self._memory.context(now))

    def tick(self, now: Position) -> None:
        """As the memory's own."""
        self._tally.made(lambda: self._memory.tick(now))

    def forget(self, request: Forget, now: Position) -> None:
        """As the memory's own."""
        self._tally.made(lambda: self._memory.forget(request, now))

    def stored_bytes(self) -> int | None:
        """As the memory's own."""
        return self._tally.made(self._memory.stored_bytes)

    def close(self) -> None:
        """As the memory's own."""
        self._memory.close()
