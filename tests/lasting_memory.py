"""A memory that outlives its instances, as one behind an address would, and agents that break off a run."""

from typing import ClassVar

from memory.backend import Capabilities, MemoryBackend, Setup
from memory.messages import Batch, Forget, Hit, Message, Question
from memory.position import Position
from replay.agents.agent import Decision, Toolbox

STORES: dict[str, list[Message]] = {}
"""What was told, by namespace; a message that is told twice is there twice."""
TICKS: dict[str, int] = {}


class Lasting(MemoryBackend):
    """Finds messages that share a word with the query, newest first; says that it can be gone on with."""

    capabilities = Capabilities(forgets=True, survives_restart=True, resumes=True)

    def __init__(self, setup: Setup) -> None:
        self._namespace = setup.namespace

    @property
    def _held(self) -> list[Message]:
        return STORES.setdefault(self._namespace, [])

    def leftovers(self) -> list[str]:
        return [message.text for message in self._held]

    def ingest(self, batch: Batch) -> None:
        self._held.extend(batch.messages)

    def tick(self, now: Position) -> None:
        TICKS[self._namespace] = TICKS.get(self._namespace, 0) + 1

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        words = set(query.split())
        found = [message for message in reversed(self._held) if words & set(message.text.split())]
        return [Hit(text=m.text, score=1 / n, message_ids=(m.id,)) for n, m in enumerate(found[:limit], 1)]

    def forget(self, request: Forget, now: Position) -> None:
        self._held[:] = [message for message in self._held if message.id not in request.message_ids]


class Silent(Lasting):
    """Does not tell what was left, so that nobody can know whether it is there."""

    def leftovers(self) -> list[str]:
        return []


class Ending(Lasting):
    """Survives, and does not say that it can be gone on with."""

    capabilities = Capabilities(forgets=True, survives_restart=True)


class BreaksOff(Lasting):
    """Ends the run in the middle of taking a batch, once: the batch was taken."""

    ends = ""
    """In the batch that holds this text; emptied when it has ended one."""

    def ingest(self, batch: Batch) -> None:
        super().ingest(batch)
        if BreaksOff.ends and any(BreaksOff.ends in message.text for message in batch.messages):
            BreaksOff.ends = ""
            raise KeyboardInterrupt


class Ends:
    """An agent that searches, and ends the run at the questions with these words, once each."""

    at: ClassVar[set[str]] = set()

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        tools.search_memory(question.text)
        if question.text in Ends.at:
            Ends.at.discard(question.text)
            raise KeyboardInterrupt
        return ()


class FailsAt(Ends):
    """An agent that fails at the questions with these words, once each."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        tools.search_memory(question.text)
        if question.text in Ends.at:
            Ends.at.discard(question.text)
            raise OSError("not now")
        return ()
