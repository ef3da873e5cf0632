"""Replaying many scenarios, in this process or in several; the Turns come back to one place in either case.

A scenario is one unit of work. Which process replays it, and in what order they finish, changes no Turn.
"""

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.queues import Queue
from queue import Empty

from memory.registry import find_backend
from replay.agents.registry import find_agent
from replay.errors import ReplayError
from replay.runner import Emit, ReplaySettings, ScenarioReplay
from replay.scenario import TimedScenario
from scoring.records import Timing, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One scenario to replay: plain data, so that it can go to another process."""

    timed: TimedScenario
    settings: ReplaySettings
    memory: str
    agent: str
    namespace: str
    answered: frozenset[int] = frozenset()
    """Queries that have their answer already: the timeline is fed past them, and they are not asked again."""


def replay_job(job: Job, emit: Emit) -> None:
    """Replay one job in this process."""
    replay = ScenarioReplay(
        job.timed,
        job.settings,
        find_backend(job.memory),
        find_agent(job.agent),
        namespace=job.namespace,
        answered=job.answered,
    )
    replay.run(emit)


def replay_all(jobs: Sequence[Job], emit: Emit, *, n_processes: int = 1) -> None:
    """Replay every job; `emit` is called in this process, once for each Turn, in no order across scenarios.

    Raises:
        ReplayError: a process died.
    """
    if n_processes <= 1 or len(jobs) <= 1:
        for job in jobs:
            replay_job(job, emit)
        return
    context = multiprocessing.get_context("spawn")
    queue: Queue[tuple[Turn, Timing]] = context.Queue()
    try:
        with ProcessPoolExecutor(
            min(n_processes, len(jobs)), mp_context=context, initializer=_Worker.start, initargs=(queue,)
        ) as pool:
            _collect([pool.submit(_Worker.replay, job) for job in jobs], queue, emit)
    except BrokenProcessPool as exc:
        raise ReplayError("a process of the replay died; what it had finished is kept, run again to go on") from exc


def _collect(futures: "Sequence[Future[int]]", queue: "Queue[tuple[Turn, Timing]]", emit: Emit) -> None:
    """Take Turns until every future is done and as many came as were sent; a worker sends them ahead of its count."""
    n_taken = 0
    while not all(future.done() for future in futures) or n_taken < sum(future.result() for future in futures):
        try:
            turn, timing = queue.get(timeout=0.05)
        except Empty:
            _raise_first(futures)
            continue
        emit(turn, timing)
        n_taken += 1


def _raise_first(futures: "Sequence[Future[int]]") -> None:
    for future in futures:
        error = future.exception() if future.done() else None
        if error is not None:
            for other in futures:
                other.cancel()
            raise error


class _Worker:
    """What a worker process keeps: the queue to the process that writes."""

    send: Callable[[tuple[Turn, Timing]], None]

    @classmethod
    def start(cls, queue: "Queue[tuple[Turn, Timing]]") -> None:
        cls.send = queue.put

    @classmethod
    def replay(cls, job: Job) -> int:
        n_sent = 0

        def emit(turn: Turn, timing: Timing) -> None:
            nonlocal n_sent
            cls.send((turn, timing))
            n_sent += 1

        replay_job(job, emit)
        return n_sent
