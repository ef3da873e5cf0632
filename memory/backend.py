"""The protocol that every memory fulfils, and what it may say of itself.

Subclass `MemoryBackend` and write `ingest` and `search`; the rest has defaults that suit an embedded store.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from memory.chat import ChatModel
from memory.messages import Batch, Forget, Hit
from memory.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a backend can do; the audit and the tables go by it."""

    source_ids: bool = True
    """Hits name the messages that they were made from."""
    verbatim: bool = True
    """Every line of a hit's text is a message's own words, so that a planted one can be looked for."""
    forgets: bool = False
    """`forget` removes what it names."""
    survives_restart: bool = False
    """What was ingested is still there when the process starts anew."""
    resumes: bool = False
    """A new instance in a namespace that was fed before goes on as if it had done so itself, and `leftovers` tells that
    something is there: it survives a restart, and keeps nothing that matters in the process."""
    simulated_time: bool = True
    """The system behind is told when each message was said, and keeps that."""
    waits: bool = False
    """`settle` waits for what the system behind reports of its indexing; without it, `ingest` returns when all is."""
    served: bool = False
    """It works in another process, reached by its address."""
    context_only: bool = False
    """No search finds anything: all that it gives is its `context`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a backend is built from: plain data, the same for all backends."""

    namespace: str
    """Unique to a run and scenario; found empty."""
    zone: str = "UTC"
    """IANA name of the scenario's time zone."""
    seed: int = 0
    vocabulary: tuple[tuple[str, ...], ...] = ()
    """Groups of words that mean the same setting of the car, for query expansion."""
    options: Mapping[str, str] = field(default_factory=dict)
    chat: ChatModel | None = None
    """The model that a memory may work with; None where the run has none."""


class MemoryBackend(Protocol):
    """A memory under replay. Every call comes from one thread, in the order of simulated time."""

    capabilities: Capabilities = Capabilities()
    raw_answer: str = ""
    """What the system behind answered to the last search, as it came; kept in the run log, and in no digest."""
    n_retries: int = 0
    """How many requests to the system behind were made again so far, after failures; kept with each Turn's times."""
    n_left_out: int = 0
    """How many messages the last `context` had to leave out to keep to its length; stands in the Turn."""

    def __init__(self, setup: Setup) -> None:
        """Start empty, in the namespace of `setup`."""
        return

    def leftovers(self) -> list[str]:
        """Texts that the namespace holds already, before the first `ingest`; some are enough. Empty when it is."""
        return []

    def reset(self) -> None:
        """Empty the namespace of what an earlier run left there; called before all else, on request only."""
        return

    def ingest(self, batch: Batch) -> None:
        """Take the next messages, in position order; `batch.now` is the simulated instant."""
        ...

    def settle(self, timeout_s: float) -> None:
        """Return once all that was ingested can be found.

        Raises:
            TimeoutError: it cannot be within `timeout_s` seconds of real time.
        """
        return

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """Up to `limit` hits, best first; asking changes nothing. Any text is data, never syntax."""
        ...

    def context(self, now: Position) -> str:
        """Text for the agent's prompt, beside what a search finds; empty for memories that are searched alone."""
        return ""

    def tick(self, now: Position) -> None:
        """Midnight in the scenario's zone: the time to consolidate."""
        return

    def forget(self, request: Forget, now: Position) -> None:
        """Remove what the request names, where the backend can."""
        return

    def stored_bytes(self) -> int | None:
        """How much the memory keeps now, in bytes, whatever it keeps it for; None where that cannot be told."""
        return None

    def close(self) -> None:
        """Release files and connections; called once."""
        return


BackendFactory = Callable[[Setup], MemoryBackend]
