"""Replaying many scenarios side by side; the Turns come back to one place, whoever replays.

A scenario is one unit of work. Where it is replayed, and in what order scenarios finish, changes no Turn. Those that
take longest are begun first, so that in the end nobody waits for one that was begun last.
"""

import importlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol, assert_never

from replay.errors import InputError, NoLongerWanted
from replay.executors import HERE, Executor, InProcesses, InThreads, OnDask, Where
from replay.jobs import Item, Job, replay_asking, replay_job
from replay.models import Models
from replay.runner import Emit
from replay.workers import work_in_threads, work_through

MESSAGES_A_QUERY = 300
"""About as many messages are fed in the time that one query takes; only the order of work depends on it."""


def replay_all(
    jobs: Sequence[Job],
    emit: Emit,
    *,
    where: Where = HERE,
    models: Models | None = None,
) -> None:
    """Replay every job; `emit` is called in this thread, once for each Turn, in no order across jobs.

    With a model, which waits more than it works and cannot go to another process, they share this process, unless
    `where` is a cluster.

    Raises:
        ReplayError: a process died, or scenarios could not be replayed; the others' Turns are emitted.
        InputError: the cluster cannot be reached, or there is a model to ask on it.
        RunStopped: no request may be made any more; Turns that were over by then are emitted.
    """
    n_local, executor = where.n_jobs or 1, where.executor
    ordered = longest_first(jobs) if n_local > 1 or isinstance(executor, OnDask) else jobs

    def take(item: Item) -> None:
        emit(*item)

    match executor:
        case OnDask():
            _refuse_model(models is not None)
            # What is put down on another machine is of no use on this one.
            ordered = [replace(job, feeding="") for job in ordered]
            _dask_client().replay_on_dask(ordered, take, scheduler=executor.scheduler, most_at_once=where.n_jobs)
        case _ if models is not None:
            work_in_threads(partial(_replay_with, models), ordered, take, n_threads=n_local, stop=models.stop)
        case InThreads():
            stopped = threading.Event()
            work_in_threads(partial(_replay_until, stopped), ordered, take, n_threads=n_local, stop=stopped.set)
        case InProcesses():
            work_through(replay_job, ordered, take, n_processes=n_local)
        case _:
            assert_never(executor)


def check_executor(executor: Executor, *, has_model: bool, memory: str = "none", agent: str = "noop") -> None:
    """Nothing, where the executor can be used; nothing is written, and nothing is replayed.

    Of a cluster: it answers, and each worker that it has by then runs this version of Pastlane, and the same code of
    `memory` and `agent`.

    Raises:
        InputError: it cannot; says why.
    """
    if not isinstance(executor, OnDask):
        return
    _refuse_model(has_model)
    _dask_client().check_cluster(executor.scheduler, memory, agent)


def longest_first(jobs: Sequence[Job]) -> list[Job]:
    """The jobs by how much there is to do, most first; equal ones keep their order."""
    return sorted(jobs, key=lambda job: -(job.timed.n_messages + MESSAGES_A_QUERY * job.timed.n_queries))


def _replay_until(stopped: threading.Event, job: Job, take: Callable[[Item], None]) -> None:
    def take_while_wanted(item: Item) -> None:
        if stopped.is_set():
            raise NoLongerWanted("nobody takes the Turns any more")
        take(item)

    replay_asking(job, lambda: None, take_while_wanted)


def _replay_with(models: Models, job: Job, take: Callable[[Item], None]) -> None:
    replay_asking(job, lambda: models.chat(job.voice), take)


def _refuse_model(has_model: bool) -> None:
    if has_model:
        raise InputError(
            "a model's budget, limits and tape are kept by one process: no --executor dask where a model is asked"
        )


class _DaskClient(Protocol):
    """What of `replay.dask_client` is used here; that cannot be imported where dask is not installed."""

    def check_cluster(self, scheduler: str, memory: str, agent: str) -> None: ...

    def replay_on_dask(
        self, jobs: Sequence[Job], take: Callable[[Item], None], *, scheduler: str, most_at_once: int | None
    ) -> None: ...


def _dask_client() -> _DaskClient:
    """The module that speaks with dask, which is an extra and slow to import.

    Raises:
        InputError: the extra is not installed.
    """
    try:
        return importlib.import_module("replay.dask_client")
    except ModuleNotFoundError as exc:
        raise InputError(f"--executor dask needs the extra ({exc}): pip install '.[dask]' in the checkout") from exc
