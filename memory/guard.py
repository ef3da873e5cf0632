"""The guard around every backend: it delivers in order, enforces equal depth, and lets no hit from the future through.

The guard never hides a leak: what it withholds is recorded as a `Violation`, and the run exits 3.
"""

import time
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, replace
from typing import TypeVar
from zoneinfo import ZoneInfo

from memory.backend import Capabilities, MemoryBackend
from memory.delivered import Archive
from memory.errors import BackendFailure, GuardBroken
from memory.messages import Batch, Forget, Hit
from memory.own_words import Stretch
from memory.position import Position, is_visible
from memory.provenance import Provenance, Violation, copied, plain_hits
from memory.raised import is_failure, raised_as

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRecord:
    """One search as it happened."""

    query: str
    limit: int
    now: Position
    hits: tuple[Hit, ...]
    """What the agent may see, best first, at most `limit`."""
    violations: tuple[Violation, ...] = ()
    unverifiable: int = 0
    """How many of `hits` name no message, so that their origin cannot be checked."""


class Guard:
    """A backend that cannot be fed out of order and whose hits are checked; wraps exactly one namespace."""

    def __init__(
        self,
        backend: MemoryBackend,
        zone: str = "UTC",
        *,
        namespace: str = "",
        lag_us: int = 0,
        archive: Archive | None = None,
    ) -> None:
        """Wrap `backend`, which has been given nothing yet, for a scenario in `zone`.

        Hits that say another namespace than `namespace` are violations, where it is given; with `lag_us`, messages
        are visible only from so many microseconds after they were said. What `archive` holds is not kept here again.
        `ingest_ms`, `settle_ms`, `searches_ms` add up real time, and `raw_answers` keeps what systems answered to each
        search; they decide nothing.

        Raises:
            BackendFailure: it does not say what it can do.
        """
        self._backend = backend
        self.capabilities: Capabilities = self._ask("start", lambda: backend.capabilities)
        if not isinstance(self.capabilities, Capabilities):
            raise BackendFailure("start", f"its capabilities are {type(self.capabilities).__name__}, not Capabilities")
        if self.capabilities.context_only:  # what no search finds names no messages, whatever else it says
            self.capabilities = replace(self.capabilities, source_ids=False)
        self._lag_us = lag_us
        self._provenance = Provenance(
            ZoneInfo(zone),
            verbatim=self.capabilities.verbatim,
            namespace=namespace,
            lag_us=lag_us,
            advice=_advice(is_served=self.capabilities.served),
            archive=archive,
        )
        self._last = Position(-(2**63), 0)
        self._now = self._last
        self.ingest_ms = 0.0
        self.settle_ms = 0.0
        self.searches_ms: list[float] = []
        self.raw_answers: list[str] = []

    @property
    def n_delivered(self) -> int:
        """How many messages the backend has been given."""
        return len(self._provenance)

    @property
    def speakers(self) -> Set[str]:
        """Who spoke in what the backend has been given; the empty text where nobody was named."""
        return self._provenance.speakers

    def words_in(self, line: str, message_ids: Iterable[str]) -> Stretch | None:
        """As `Provenance.words_in`, of the messages that the backend has been given."""
        return self._provenance.words_in(line, message_ids)

    def reset(self) -> None:
        """Empty the namespace.

        Raises:
            BackendFailure: the backend raised.
        """
        self._ask("reset", getattr(self._backend, "reset", lambda: None))

    def leftovers(self) -> list[str]:
        """What the backend says that its namespace holds already.

        Raises:
            BackendFailure: the backend raised, or said something else than texts.
        """
        found: object = self._ask("start", getattr(self._backend, "leftovers", list))
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise BackendFailure("start", f"its leftovers are {type(found).__name__}, not a list of texts")
        return found

    def ingest(self, batch: Batch) -> None:
        """Deliver a bucket.

        Raises:
            GuardBroken: it is out of order, holds a message that is not visible at its instant, or repeats one.
            BackendFailure: the backend raised.
        """
        self._move_to(batch.now)
        for message in batch.messages:
            if not self._last < message.position:
                raise GuardBroken(f"{message.id} at {message.position} delivered after {self._last}")
            if not is_visible(message.position, batch.now, self._lag_us):
                raise GuardBroken(f"{message.id} at {message.position} delivered at {batch.now}, before it was known")
            if not self._provenance.add(message):
                raise GuardBroken(f"{message.id} delivered twice")
            self._last = message.position
        # The backend gets messages of its own: what it might do to them changes nothing here.
        theirs = Batch(messages=tuple(map(copied, batch.messages)), now=batch.now)
        began = time.perf_counter()
        self._ask("ingest", lambda: self._backend.ingest(theirs))
        self.ingest_ms += 1000 * (time.perf_counter() - began)

    def settle(self, timeout_s: float) -> None:
        """Wait until the backend can find all it was given.

        Raises:
            BackendFailure: it was not ready in time, or it raised.
        """
        began = time.perf_counter()
        self._ask("settle", lambda: self._backend.settle(timeout_s))
        waited_s = time.perf_counter() - began
        self.settle_ms += 1000 * waited_s
        if waited_s > timeout_s:
            raise BackendFailure("settle", f"took {waited_s:.1f} s, allowed {timeout_s:g} s")

    def search(self, query: str, *, limit: int, now: Position) -> SearchRecord:
        """Search at `now`; hits that cannot be explained by what was delivered are withheld and recorded.

        Raises:
            GuardBroken: `now` is before an earlier call.
            BackendFailure: the backend raised, or returned something that is no list of hits.
        """
        self._move_to(now)
        began = time.perf_counter()
        found: object = self._ask("search", lambda: self._backend.search(query, limit=limit, now=now))
        self.searches_ms.append(1000 * (time.perf_counter() - began))
        self.raw_answers.append(self._ask("search", lambda: str(getattr(self._backend, "raw_answer", ""))))
        kept: list[Hit] = []
        violations: list[Violation] = []
        # A hit may be of the memory's own class, whose fields are code that is run when they are read.
        for rank, hit in enumerate(self._ask("search", lambda: plain_hits(found))):
            violation = self._provenance.violation(hit, now)
            if violation is not None:
                violations.append(violation)
            elif rank < limit:
                kept.append(replace(hit, namespace="") if hit.namespace else hit)
        return SearchRecord(
            query=query,
            limit=limit,
            now=now,
            hits=tuple(kept),
            violations=tuple(violations),
            unverifiable=sum(not hit.message_ids for hit in kept),
        )

    def context(self, now: Position) -> str:
        """The backend's text for the prompt.

        Raises:
            BackendFailure: the backend raised, or returned no text.
        """
        self._move_to(now)
        text: object = self._ask("context", lambda: self._backend.context(now))
        if not isinstance(text, str):
            raise BackendFailure("context", f"returned {type(text).__name__}, not text")
        return str.__str__(text)

    def tick(self, now: Position) -> None:
        """Tell the backend that a day ended."""
        self._move_to(now)
        self._ask("tick", lambda: self._backend.tick(now))

    def forget(self, request: Forget, now: Position) -> None:
        """Pass on a request to forget."""
        self._move_to(now)
        own = replace(request)  # the timeline's stays what it is, whatever the backend does to this one
        self._ask("forget", lambda: self._backend.forget(own, now))

    def stored_bytes(self) -> int | None:
        """How much the backend says that it keeps; None where it does not, or says something else than a number.

        Raises:
            BackendFailure: the backend raised.
        """
        return _amount(self._ask("size", getattr(self._backend, "stored_bytes", lambda: None)))

    def n_retries(self) -> int:
        """How many requests the backend says that it made again so far; 0 where it says something else than a number.

        Raises:
            BackendFailure: the backend raised.
        """
        return _amount(self._ask("size", lambda: getattr(self._backend, "n_retries", 0))) or 0

    def n_left_out(self) -> int:
        """How many messages the backend says that its last context left out; 0 where it says something else.

        Raises:
            BackendFailure: the backend raised.
        """
        return _amount(self._ask("context", lambda: getattr(self._backend, "n_left_out", 0))) or 0

    def close(self) -> None:
        """Close the backend."""
        self._ask("close", self._backend.close)

    def _move_to(self, now: Position) -> None:
        if now < self._now:
            raise GuardBroken(f"time went back from {self._now} to {now}")
        self._now = now

    def _ask(self, stage: str, call: Callable[[], T]) -> T:
        try:
            return call()
        except BackendFailure:
            raise
        except BaseException as exc:
            if not is_failure(exc):
                raise
            raise BackendFailure(stage, raised_as(exc)) from exc


def _amount(told: object) -> int | None:
    """What a memory says of itself as a number that a log can hold, 0 or more; None for anything else."""
    if not isinstance(told, int) or isinstance(told, bool):
        return None
    number = int.__int__(told)
    return number if number in range(2**63) else None


def _advice(*, is_served: bool) -> str:
    """What a memory's author may say of it whose words are not its messages' on purpose."""
    how = '"verbatim": false at GET /capabilities' if is_served else "Capabilities(verbatim=False)"
    return f"; if it rewords by design, say {how}; if not, do instances share a store?"
