"""A note of the calls that a memory gets, and a bare loop that makes them again, without anything of the replay."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memory.backend import BackendFactory, MemoryBackend, Setup
from memory.messages import Batch, Forget, Hit
from memory.position import Position

Call = Callable[[MemoryBackend], object]


@dataclass(slots=True, kw_only=True)
class Calls:
    """What one memory was built from and asked to do, in order."""

    setup: Setup
    calls: list[Call] = field(default_factory=list)


class NotedMemory(MemoryBackend):
    """A memory that passes everything on to another one and notes it."""

    def __init__(self, inner: MemoryBackend, notes: Calls) -> None:
        """Stand in front of `inner`."""
        self.capabilities = inner.capabilities
        self._inner = inner
        self._calls = notes.calls

    def ingest(self, batch: Batch) -> None:
        """Note it and pass it on."""
        self._pass_on(lambda memory: memory.ingest(batch))

    def settle(self, timeout_s: float) -> None:
        """Note it and pass it on."""
        self._pass_on(lambda memory: memory.settle(timeout_s))

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Note it and pass it on."""
        self._calls.append(lambda memory: memory.search(query, limit=limit, now=now))
        return self._inner.search(query, limit=limit, now=now)

    def tick(self, now: Position) -> None:
        """Note it and pass it on."""
        self._pass_on(lambda memory: memory.tick(now))

    def forget(self, request: Forget, now: Position) -> None:
        """Note it and pass it on."""
        self._pass_on(lambda memory: memory.forget(request, now))

    def close(self) -> None:
        """Note it and pass it on."""
        self._pass_on(lambda memory: memory.close())

    def _pass_on(self, call: Call) -> None:
        self._calls.append(call)
        call(self._inner)


def noting(factory: BackendFactory, notes: list[Calls]) -> BackendFactory:
    """A factory of the same memories, each of which leaves its Calls at the end of `notes`."""

    def make(setup: Setup) -> MemoryBackend:
        notes.append(Calls(setup=setup))
        return NotedMemory(factory(setup), notes[-1])

    return make


def call_again(factory: BackendFactory, notes: Sequence[Calls]) -> None:
    """Make every noted call again, on fresh memories."""
    for note in notes:
        memory = factory(note.setup)
        for call in note.calls:
            call(memory)
