"""A memory behind the record of what it was told: whatever an earlier start has told it passes without reaching it.

While the memory is ahead of the replay nothing is asked of it: what would be found now is not what was found then. So
whoever wants to see something there has the memory fed anew, except for the look before the first message, which found
nothing, or there would be no record.
"""

from dataclasses import replace
from functools import partial

from memory.backend import BackendFactory, Setup
from memory.chat import ChatModel, ChatReply, ChatRequest, Phase
from memory.messages import Batch, Forget, Hit
from memory.position import Position
from memory.wrapped import WrappedMemory
from replay.feeding import Feeding, change_key


def fed(factory: BackendFactory, feeding: Feeding) -> BackendFactory:
    """A factory of the same memories, in the namespace of `feeding`, whose changes are put down there."""
    return lambda setup: FedMemory(factory, setup, feeding)


class FedMemory(WrappedMemory):
    """Another memory, told nothing twice."""

    def __init__(self, factory: BackendFactory, setup: Setup, feeding: Feeding) -> None:
        """Make the memory and look whether it can be gone on with.

        Raises:
            FeedAnew: it was to be, and cannot.
        """
        self._feeding = feeding
        self._is_told = False
        chat = None if setup.chat is None else _Noticed(setup.chat, feeding)
        self._memory = factory(replace(setup, chat=chat))
        try:
            self.capabilities = self._memory.capabilities
            feeding.meet(self._memory)
        except BaseException:
            self._memory.close()
            raise

    def leftovers(self) -> list[str]:
        """As the memory's own; none where an earlier start of this run left them."""
        return [] if self._feeding.goes_on else self._memory.leftovers()

    def reset(self) -> None:
        """As the memory's own; nothing where it is gone on with what this run has told it."""
        if not self._feeding.goes_on:
            self._memory.reset()

    def ingest(self, batch: Batch) -> None:
        """As the memory's own, once over all starts."""
        self._feeding.change(change_key("ingest", batch.now, batch.messages), partial(self._memory.ingest, batch))
        self._is_told = True

    def settle(self, timeout_s: float) -> None:
        """As the memory's own; there is nothing to wait for while it is ahead."""
        if not self._feeding.is_ahead:
            self._memory.settle(timeout_s)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """As the memory's own.

        Raises:
            FeedAnew: it has been told more than may be known at `now`.
        """
        if self._is_told:
            self._feeding.must_stand_here()
        elif self._feeding.is_ahead:
            return []
        hits = self._memory.search(query, limit=limit, now=now)
        if hits and not self._is_told:
            self._feeding.give_up("its namespace was not empty at the start")
        return hits

    def context(self, now: Position) -> str:
        """As the memory's own.

        Raises:
            FeedAnew: it has been told more than may be known at `now`.
        """
        self._feeding.must_stand_here()
        return self._memory.context(now)

    def tick(self, now: Position) -> None:
        """As the memory's own, once over all starts."""
        self._feeding.change(change_key("tick", now), partial(self._memory.tick, now))

    def forget(self, request: Forget, now: Position) -> None:
        """As the memory's own, once over all starts."""
        self._feeding.change(change_key("forget", now, request), partial(self._memory.forget, request, now))


class _Noticed:
    """The model of a run as the memory has it: once it is asked, the memory is fed anew by every later start.

    What the memory asks belongs to the Turn that follows, and is on tape: feeding it again costs nothing there.
    """

    def __init__(self, chat: ChatModel, feeding: Feeding) -> None:
        self._chat = chat
        self._feeding = feeding

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        self._feeding.give_up("it works with the model of the run")
        return self._chat.complete(request, phase)
