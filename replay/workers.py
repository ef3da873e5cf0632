"""Work spread over processes, with the results taken in one place.

The rule: nothing outlives the parent, and nothing waits for what nobody reads. Each worker has a pipe of its own; when
the parent stops for whatever reason its workers are ended, and a worker whose parent is gone ends itself.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from replay.errors import ReplayError

JobT = TypeVar("JobT")
ItemT = TypeVar("ItemT")

Work = Callable[[JobT, Callable[[ItemT], None]], None]
"""Does one job and hands over each item as it is ready; a plain function of a module, so that it can be sent."""


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


class _Crew:
    """The workers of one call."""

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
            connection.send(self._waiting.pop())
        else:
            process = self._workers.pop(connection)
            connection.send(None)
            connection.close()
            process.join()

    def _hear(self, connection: Connection) -> Iterator[Any]:
        try:
            kind, content = connection.recv()
        except (EOFError, OSError) as exc:
            code = self._workers[connection].exitcode
            message = f"a process of the replay died (exit {code}); what it had finished is kept, run again to go on"
            raise ReplayError(message) from exc
        match kind:
            case "item":
                yield content
            case "done":
                self._next_job(connection)
            case _:
                raise ReplayError(f"a process of the replay stopped: {content}")


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
