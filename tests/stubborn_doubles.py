"""A memory and agents with a life longer than they should have, for tests that go on with a run."""

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.messages import Batch, Hit, Message, Question
from memory.position import Position
from replay.agents.agent import Decision, Toolbox

STORES: dict[str, list[Message]] = {}
"""What `Persistent` keeps, by namespace; it outlives every run of the process."""


class Persistent(MemoryBackend):
    """A store that is found again by its namespace, and names no sources."""

    capabilities = Capabilities(source_ids=False, verbatim=False, survives_restart=True)

    def __init__(self, setup: Setup) -> None:
        self._kept = STORES.setdefault(setup.namespace, [])

    def ingest(self, batch: Batch) -> None:
        self._kept.extend(batch.messages)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return [Hit(text=m.text, score=1.0) for m in reversed(self._kept)][:limit]


class FailsOnce:
    """Raises at the first question of the process, and searches ever after."""

    failed = False

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        tools.search_memory("anything", 20)
        if not FailsOnce.failed:
            FailsOnce.failed = True
            raise OSError("not now")
        return ()


class Counts:
    """Searches as often as it was asked before: what an agent must not remember."""

    def __init__(self) -> None:
        self._n = 0

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        self._n += 1
        for _ in range(self._n):
            tools.search_memory("anything")
        return ()


class FailsInSearch(Persistent):
    """Takes everything and cannot be searched, but for the look before its first message."""

    capabilities = Capabilities()

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        if self._kept:
            raise ConnectionError("gone")
        return []


class Leaky(MemoryBackend):
    """Shows a message that nobody said, always."""

    def ingest(self, batch: Batch) -> None:
        pass

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return [Hit(text="from tomorrow", score=1.0, message_ids=("m999999",))]
