"""The guard around every backend: it delivers in order, enforces equal depth, and lets no hit from the future through.

The guard never hides a leak: what it withholds is recorded as a `Violation`, and the run exits 3.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from memory.backend import MemoryBackend
from memory.errors import BackendFailure, GuardBroken
from memory.messages import Batch, Forget, Hit, Message, render_message
from memory.position import Position, is_visible

T = TypeVar("T")

ViolationKind = Literal["not_empty", "unknown_id", "foreign_text", "stamped_ahead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One hit that could not have come from what was delivered; it was withheld from the agent."""

    kind: ViolationKind
    """`not_empty`: it was there before anything was delivered. `unknown_id`: it names a message that was not delivered.
    `foreign_text`: a verbatim backend's text is not that of the messages it names. `stamped_ahead`: its own timestamp
    is not before the cutoff."""
    detail: str
    hit: Hit


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

    def __init__(self, backend: MemoryBackend) -> None:
        """Wrap `backend`, which has been given nothing yet.

        `ingest_ms`, `settle_ms` and `searches_ms` add up real time; they decide nothing.
        """
        self._backend = backend
        self._delivered: dict[str, Message] = {}
        self._last = Position(-(2**63), 0)
        self._now = self._last
        self.ingest_ms = 0.0
        self.settle_ms = 0.0
        self.searches_ms: list[float] = []

    @property
    def n_delivered(self) -> int:
        """How many messages the backend has been given."""
        return len(self._delivered)

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
            if not is_visible(message.position, batch.now):
                raise GuardBroken(f"{message.id} at {message.position} delivered at {batch.now}, before it was known")
            if message.id in self._delivered:
                raise GuardBroken(f"{message.id} delivered twice")
            self._last = message.position
            self._delivered[message.id] = message
        began = time.perf_counter()
        self._ask("ingest", lambda: self._backend.ingest(batch))
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
        if not isinstance(found, (list, tuple)):
            raise BackendFailure("search", f"returned {type(found).__name__}, not a list of hits")
        kept: list[Hit] = []
        violations: list[Violation] = []
        for rank, hit in enumerate(found):
            checked = _checked_hit(hit, rank)
            violation = self._violation(checked, now)
            if violation is not None:
                violations.append(violation)
            elif rank < limit:
                kept.append(checked)
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
        return text

    def tick(self, now: Position) -> None:
        """Tell the backend that a day ended."""
        self._move_to(now)
        self._ask("tick", lambda: self._backend.tick(now))

    def forget(self, request: Forget, now: Position) -> None:
        """Pass on a request to forget."""
        self._move_to(now)
        self._ask("forget", lambda: self._backend.forget(request, now))

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
        except Exception as exc:
            raise BackendFailure(stage, f"{type(exc).__name__}: {exc}") from exc

    def _violation(self, hit: Hit, now: Position) -> Violation | None:
        if not self._delivered:
            detail = f"found before anything was delivered: {hit.text[:80]!r}"
            return Violation(kind="not_empty", detail=detail, hit=hit)
        sources: list[Message] = []
        for message_id in hit.message_ids:
            message = self._delivered.get(message_id)
            if message is None:
                return Violation(kind="unknown_id", detail=f"{message_id} was not delivered", hit=hit)
            sources.append(message)
        if hit.at_us is not None and not is_visible(Position(hit.at_us, 0), now):
            return Violation(kind="stamped_ahead", detail=f"stamped {hit.at_us - now.at_us} µs after now", hit=hit)
        if sources and self._backend.capabilities.verbatim:
            for line in hit.text.splitlines():
                if not any(_is_line_of(line, message) for message in sources):
                    names = ", ".join(hit.message_ids)
                    return Violation(kind="foreign_text", detail=f"not the words of {names}: {line[:80]!r}", hit=hit)
        return None


def _is_line_of(line: str, message: Message) -> bool:
    """Whether `line` is a piece of the message's text, or one of its lines with a stamp or the speaker in front."""
    if line in message.text:
        return True
    unstamped = line.partition("] ")[2] if line.startswith("[") else line
    lines = render_message(message).splitlines()
    return unstamped in message.text or unstamped in lines


def _checked_hit(hit: object, rank: int) -> Hit:
    where = f"hit {rank + 1}"
    if not isinstance(hit, Hit):
        raise BackendFailure("search", f"{where} is {type(hit).__name__}, not a Hit")
    if not isinstance(hit.text, str) or not hit.text:
        raise BackendFailure("search", f"{where} has no text")
    if isinstance(hit.score, bool) or not isinstance(hit.score, (int, float)) or not math.isfinite(hit.score):
        raise BackendFailure("search", f"{where} has the score {hit.score!r}, not a finite number")
    if isinstance(hit.message_ids, str) or not all(isinstance(i, str) for i in hit.message_ids):
        raise BackendFailure("search", f"{where} has message ids {hit.message_ids!r}, not a tuple of text")
    if type(hit.score) is float and type(hit.message_ids) is tuple:
        return hit
    return replace(hit, score=float(hit.score), message_ids=tuple(hit.message_ids))
