"""A memory whose calls are cut off: whatever code of others does, the replay goes on after a stated time.

The memory lives in a thread of its own from its construction on, so that every call still comes from one thread. A call
that does not return in time is given up, its thread with it, and the memory is not asked again: nobody knows what the
call is still doing.
"""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from memory.as_called import made_of
from memory.backend import BackendFactory, Setup
from memory.errors import BackendFailure, MemoryPackageError
from memory.raised import is_failure, raised_as
from memory.wrapped import WrappedMemory

T = TypeVar("T")
_Task = tuple[Callable[[], object], Future[object]]

CALL_TIMEOUT_S = 120.0
"""How long one call to a memory that is not built in may take, unless the user says otherwise."""
_STAGES = {"leftovers": "start", "stored_bytes": "size"}
"""The stages of a Failure in which methods are called that do not give one its name."""


def bounded(factory: BackendFactory, timeout_s: float) -> BackendFactory:
    """A factory of the same memories, each of whose calls takes at most `timeout_s` seconds of real time."""
    return lambda setup: BoundedMemory(factory, setup, timeout_s)


class BoundedMemory(WrappedMemory):
    """Another memory, in a thread of its own."""

    def __init__(self, factory: BackendFactory, setup: Setup, timeout_s: float) -> None:
        """Make the memory.

        Raises:
            BackendFailure: that took too long, the memory raised, or cannot be called as a memory is.
            MemoryPackageError: the memory's own, as it raised it.
        """
        self._timeout_s = timeout_s
        self._given_up = ""
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        # A daemon: a call that never returns must not keep the process from ending.
        Thread(target=_work, args=(self._tasks,), name="pastlane-memory", daemon=True).start()
        try:
            self._memory = self._call("start", lambda: made_of(factory, setup))
            self.capabilities = self._call("start", lambda: self._memory.capabilities)
        except BaseException as exc:
            self._tasks.put(None)
            if isinstance(exc, MemoryPackageError) or not is_failure(exc):
                raise
            raise BackendFailure("start", raised_as(exc)) from exc

    def passed_on(self, call: str, ask: Callable[[], T]) -> T:
        """What the memory's method `call` returns or raises, in the memory's thread."""
        return self._call(_STAGES.get(call, call), ask)

    def settle(self, timeout_s: float) -> None:
        """As the memory's own; a `timeout_s` above the bound of a call moves the bound."""
        self._call("settle", lambda: self._memory.settle(timeout_s), at_least_s=timeout_s)

    def close(self) -> None:
        """Close the memory and end its thread; nothing where a call was given up."""
        if self._given_up:
            return
        try:
            self._call("close", lambda: self._memory.close())
        finally:
            self._tasks.put(None)

    def _call(self, stage: str, call: Callable[[], T], *, at_least_s: float = 0.0) -> T:
        """What `call` returns or raises, in the memory's thread.

        Raises:
            BackendFailure: it did not return in time, or an earlier one did not.
        """
        if self._given_up:
            raise BackendFailure(stage, f"not asked: {self._given_up}")
        done: Future[object] = Future()
        self._tasks.put((call, done))
        limit_s = max(self._timeout_s, at_least_s)
        try:
            return done.result(timeout=limit_s)  # type: ignore[return-value]
        except TimeoutError as exc:
            if done.done():
                raise  # the memory's own
            self._given_up = f"{stage} did not return within {limit_s:g} s"
            raise BackendFailure(stage, self._given_up.removeprefix(f"{stage} ")) from exc


def _work(tasks: SimpleQueue[_Task | None]) -> None:
    while (task := tasks.get()) is not None:
        call, done = task
        try:
            done.set_result(call())
        except BaseException as exc:  # noqa: BLE001 - raised again in the caller's thread, whatever it is
            done.set_exception(exc)
