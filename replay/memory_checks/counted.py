"""A memory whose calls are counted and timed: what a check costs, and whether a call was late."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar

from memory.backend import MemoryBackend
from memory.wrapped import WrappedMemory

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallCost:
    """What one kind of call took, in real time; no promise, and not the same twice."""

    call: str
    """The method, or `start` for making the memory."""
    n_calls: int
    median_ms: float
    slowest_ms: float
    slowest_in: str
    """The check that made the slowest of them."""


class Tally:
    """How many calls were made, what they took, and how many took too long; may be used from several threads."""

    def __init__(self, late_s: float) -> None:
        """None so far; a call of `late_s` seconds of real time or more is late, whatever came of it."""
        self._lock = Lock()
        self._late_s = late_s
        self._spent_ms: dict[str, list[float]] = {}
        self._slowest: dict[str, tuple[float, str]] = {}
        self.check = ""
        """The check that is at work."""
        self.n_calls = 0
        self.n_late = 0
        self.n_retries = 0
        """How many requests memories made again, as far as they tell."""
        self.n_looked_for = 0
        """How often a message was looked for by its own words."""
        self.n_found = 0
        """How often it was found."""

    def made(self, call: str, made: Callable[[], T]) -> T:
        """What `made` returns or raises; it is counted as a `call`."""
        began = time.perf_counter()
        try:
            return made()
        finally:
            waited_s = time.perf_counter() - began
            with self._lock:
                self.n_calls += 1
                self.n_late += waited_s >= self._late_s
                self._spent_ms.setdefault(call, []).append(1000 * waited_s)
                self._slowest[call] = max(self._slowest.get(call, (0.0, "")), (1000 * waited_s, self.check))

    def add_retries(self, n_retries: int) -> None:
        """Count so many requests that were made again."""
        with self._lock:
            self.n_retries += n_retries

    def looked(self, is_found: bool) -> None:
        """Count that a message was looked for."""
        with self._lock:
            self.n_looked_for += 1
            self.n_found += is_found

    def costs(self) -> tuple[CallCost, ...]:
        """What each kind of call took, in the order in which they were first made; empty where none was."""
        with self._lock:
            return tuple(
                CallCost(
                    call=call,
                    n_calls=len(spent_ms),
                    median_ms=statistics.median(spent_ms),
                    slowest_ms=self._slowest[call][0],
                    slowest_in=self._slowest[call][1],
                )
                for call, spent_ms in self._spent_ms.items()
            )


class CountedMemory(WrappedMemory):
    """Another memory, each of whose calls is counted, its making included; closing it is not."""

    def __init__(self, make: Callable[[], MemoryBackend], tally: Tally) -> None:
        """Make the memory."""
        self._tally = tally
        super().__init__(tally.made("start", make))
        self._n_told = 0
        self._tell_retries()

    def passed_on(self, call: str, ask: Callable[[], T]) -> T:
        """What the memory's method `call` returns or raises; it is counted, unless it closes the memory."""
        if call == "close":
            return ask()
        try:
            return self._tally.made(call, ask)
        finally:
            self._tell_retries()

    def _tell_retries(self) -> None:
        n_retries = self._memory.n_retries
        self._tally.add_retries(n_retries - self._n_told)
        self._n_told = n_retries
