"""Work spread over processes or threads, with the results taken in one place.

The rule: nothing outlives the parent, and nothing waits for what nobody reads. Each process has a pipe of its own; when
the parent stops for whatever reason its workers are ended, and a worker whose parent is gone ends itself. Threads
cannot be ended, so they are told to stop, and the first that cannot go on has the others stop, too.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Any, Literal, TypeVar, assert_never

from replay.errors import ReplayError

JobT = TypeVar("JobT")
ItemT = TypeVar("ItemT")

Work = Callable[[JobT, Callable[[ItemT], None]], None]
"""Does one job and hands over each item as it is ready; for processes a module's plain function, which can be sent."""


def work_through(
    work: Work[JobT, ItemT], jobs: Sequence[JobT], take: Callable[[ItemT], None], *, n_processes: int
) -> None:
    """Do all jobs; `take` gets every item in this process, one at a time, in no order across jobs.

    Where one process is enough, it is this one.

    Raises:
        ReplayError: a worker died or raised; items that were taken before stay taken.
    """
    if n_processes <= 1 or len(jobs) <= 1:
        for job in jobs:
            work(job, take)
        return
    for item in _Crew(work, jobs, n_processes).items():
        take(item)


def work_in_threads(
    work: Work[JobT, ItemT],
    jobs: Sequence[JobT],
    take: Callable[[ItemT], None],
    *,
    n_threads: int,
    stop: Callable[[], None],
) -> None:
    """Do all jobs; `take` gets every item in this thread, one at a time, in no order across jobs.

    `stop` is called when no more is wanted: it must make the work that is under way end soon, whatever it raises then.

    Raises:
        BaseException: the first that a job raised, when all that was under way has ended; items until then were taken.
    """
    if n_threads <= 1 or len(jobs) <= 1:
        for job in jobs:
            work(job, take)
        return
    _Threads(work, jobs, min(n_threads, len(jobs)), stop).run(take)


class _Threads:
    """The threads of one call."""

    def __init__(self, work: Work[Any, Any], jobs: Sequence[Any], n: int, stop: Callable[[], None]) -> None:
        self._work = work
        self._waiting: SimpleQueue[Any] = SimpleQueue()
        for job in jobs:
            self._waiting.put(job)
        self._n = n
        self._stop = stop
        self._is_over = threading.Event()
        self._heard: SimpleQueue[tuple[Literal["item", "error", "ended"], Any]] = SimpleQueue()

    def run(self, take: Callable[[Any], None]) -> None:
        error: BaseException | None = None
        n_running = self._n
        for _ in range(self._n):
            threading.Thread(target=self._serve, daemon=True).start()
        try:
            while n_running:
                kind, content = self._heard.get()
                match kind:
                    case "item":
                        take(content)
                    case "error":
                        error = error or content
                        self._end()
                    case "ended":
                        n_running -= 1
                    case _:
                        assert_never(kind)
        finally:
            if n_running:
                self._end()
        if error is not None:
            raise error

    def _end(self) -> None:
        self._is_over.set()
        self._stop()

    def _serve(self) -> None:
        try:
            while not self._is_over.is_set():
                self._work(self._waiting.get_nowait(), lambda item: self._heard.put(("item", item)))
        except Empty:
            pass
        except BaseException as exc:  # noqa: BLE001 - told to the thread that waits, which raises it
            self._heard.put(("error", exc))
        finally:
            self._heard.put(("ended", None))


class _Crew:
    """The processes of one call."""

    def __init__(self, work: Work[Any, Any], jobs: Sequence[Any], n_processes: int) -> None:
        self._work = work
        self._waiting = list(reversed(jobs))
        self._n = min(n_processes, len(jobs))
        self._workers: dict[Connection, SpawnProcess] = {}

    def items(self) -> Iterator[Any]:
        try:
            self._start()
            while self._workers:
                for connection in wait(list(self._workers)):
                    assert isinstance(connection, Connection)
                    yield from self._hear(connection)
        finally:
            for process in self._workers.values():
                process.kill()
            for process in self._workers.values():
                process.join()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        # An interrupt is the parent's to handle; ignored signals stay ignored in the processes started meanwhile.
        is_main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
        try:
            for _ in range(self._n):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, self._work), daemon=True)
                process.start()
                theirs.close()
                self._workers[ours] = process
                self._next_job(ours)
        finally:
            if is_main:
                signal.signal(signal.SIGINT, before)

    def _next_job(self, connection: Connection) -> None:
        if self._waiting:
            job = self._waiting.pop()
            try:
                connection.send(job)
            except OSError as exc:
                raise self._died(connection) from exc
        else:
            process = self._workers.pop(connection)
            connection.send(None)
            connection.close()
            process.join()

    def _hear(self, connection: Connection) -> Iterator[Any]:
        try:
            kind, content = connection.recv()
        except (EOFError, OSError) as exc:
            raise self._died(connection) from exc
        match kind:
            case "item":
                yield content
            case "done":
                self._next_job(connection)
            case _:
                raise ReplayError(f"a process of the replay stopped: {content}")

    def _died(self, connection: Connection) -> ReplayError:
        code = self._workers[connection].exitcode
        return ReplayError(
            f"a process of the replay died (exit {code}); what it had finished is kept, run again to go on"
        )


def _serve(connection: Connection, work: Work[Any, Any]) -> None:
    """The life of a worker: jobs in, items out, until there are no more or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what a backend prints is no result
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while (job := connection.recv()) is not None:
        try:
            work(job, lambda item: connection.send(("item", item)))
            connection.send(("done", None))
        except Exception as exc:  # noqa: BLE001 - told to the parent, which stops
            connection.send(("error", f"{type(exc).__name__}: {exc}"))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
