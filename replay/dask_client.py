"""The client of a dask cluster: scenarios out as tasks, Turns in, each taken once.

The rules: a scenario's Turns are taken when its task is over, all or none, and never twice; no more scenarios are out
than the cluster is at work on and will begin next; whatever ends the replay, its tasks are called back. dask starts a
task of a dead worker again on another one; a task that every worker died of is given up, and the others go on.
"""

import logging
import pickle
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import replace
from queue import Empty, SimpleQueue
from secrets import token_hex

import distributed
from distributed import Future
from distributed.scheduler import KilledWorker

from replay.at_source import AtSource
from replay.dask_task import Code, Done, Dropped, Missing, Refused, Task, code_here, replay_task
from replay.errors import InputError, ReplayError
from replay.jobs import Item, Job

CONNECT_S = 10.0
WORKERS_S = 60.0
"""How long a cluster may be without any worker."""
POLL_S = 5.0
CLOSE_S = 5.0
AHEAD = 2
"""Scenarios out for each thread of the cluster: one being replayed, one that is there when it is over."""
MOST_GIVEN_UP = 3
"""With more scenarios that workers die of, it is not the scenarios, and the replay ends."""


class Client(distributed.Client):  # type: ignore[misc]  # dask has no types
    """A client that is closed where it was connected, and nowhere else."""

    def __del__(self) -> None:
        """Nothing: one that never came to be waits long to be closed, in vain, and then says so."""


def check_cluster(scheduler: str, memory: str, agent: str) -> None:
    """Nothing, where the scheduler answers, has a worker, and each of its workers runs the code of this process.

    Raises:
        InputError: one of these is not so.
    """
    wanted = code_here(memory, agent)
    with _connected(scheduler) as client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError as exc:
            raise InputError(f"the dask scheduler at {scheduler} has no worker") from exc
        for address, found in client.run(code_here, memory, agent, on_error="return").items():
            _check_code(address, found, wanted)


def _check_code(address: str, found: object, wanted: Code) -> None:
    if not isinstance(found, Code):
        raise InputError(f"the dask worker {address} cannot replay: {type(found).__name__}: {found}")
    differences = found.differences(wanted)
    if differences:
        raise InputError(f"the dask worker {address} runs other code than this process: {'; '.join(differences)}")


def replay_on_dask(
    jobs: Sequence[Job], take: Callable[[Item], None], *, scheduler: str, most_at_once: int | None = None
) -> None:
    """Replay every job on the cluster; `take` gets each Turn once, in this thread, a whole scenario at a time.

    The first jobs are begun first. `most_at_once` is how many scenarios may be out; None for as many as keep every
    thread of the cluster busy.

    Raises:
        InputError: the scheduler cannot be reached.
        ReplayError: it was lost, a worker runs other code, or scenarios could not be replayed; what was over is taken.
    """
    if not jobs:
        return
    with _connected(scheduler) as client:
        _Replay(client, jobs, take, scheduler, most_at_once).run()


class _Replay:
    """One call of `replay_on_dask`."""

    def __init__(
        self, client: Client, jobs: Sequence[Job], take: Callable[[Item], None], scheduler: str, most: int | None
    ) -> None:
        self._client = client
        self._scheduler = scheduler
        self._waiting = list(reversed(jobs))
        self._out: dict[str, tuple[Job, Future]] = {}
        self._take = take
        self._most = most
        self._heard: SimpleQueue[Future] = SimpleQueue()
        self._prefix = f"pastlane-{token_hex(6)}"  # no task of another start, or of another client, has this name
        self._n_submitted = 0
        self._sends = False
        self._given_up: list[str] = []

    def run(self) -> None:
        try:
            self._fill()
            while self._out:
                self._hear(self._next())
                self._fill()
        finally:
            self._call_back()
        if self._given_up:
            raise ReplayError(self._what_was_given_up())

    def _fill(self) -> None:
        if not self._waiting:
            return
        room = self._most or max(1, AHEAD * self._n_threads())
        while self._waiting and len(self._out) < room:
            self._submit(self._waiting.pop())

    def _submit(self, job: Job) -> None:
        work: Job | bytes = job
        if self._sends and isinstance(job.timed, AtSource):
            work = pickle.dumps(replace(job, timed=job.timed.load()))
        elif not isinstance(job.timed, AtSource):
            work = pickle.dumps(job)
        names = (job.memory, job.agent)
        task = Task(work=work, memory_and_agent=names, code=code_here(*names))
        self._n_submitted += 1
        key = f"{self._prefix}-{self._n_submitted}-{job.timed.id}"
        future = self._client.submit(replay_task, task, key=key, pure=False)
        self._out[key] = (job, future)
        future.add_done_callback(self._heard.put)

    def _next(self) -> Future:
        """The next future that is over, whatever became of it.

        Raises:
            ReplayError: there has been no worker for too long, or no scheduler.
        """
        alone_s = 0.0
        while True:
            try:
                return self._heard.get(timeout=POLL_S)
            except Empty:
                alone_s = 0.0 if self._n_threads() else alone_s + POLL_S
            if alone_s >= WORKERS_S:
                raise ReplayError(f"the dask scheduler at {self._scheduler} has no worker any more; run again to go on")

    def _n_threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError, CancelledError) as exc:
            raise self._lost() from exc

    def _hear(self, future: Future) -> None:
        if future.key not in self._out:
            return
        job, _ = self._out.pop(future.key)
        try:
            result: object = future.result()
        except KilledWorker:
            self._given_up.append(job.timed.id)
            if len(self._given_up) > MOST_GIVEN_UP:
                raise ReplayError(self._what_was_given_up()) from None
            return
        except (CancelledError, OSError, TimeoutError) as exc:
            raise self._lost() from exc
        except Exception as exc:
            raise ReplayError(f"scenario {job.timed.id}: a worker stopped: {type(exc).__name__}: {exc}") from exc
        finally:
            future.release()
        self._accept(job, result)

    def _accept(self, job: Job, result: object) -> None:
        match result:
            case Done():
                for item in result.items:
                    self._take(item)
            case Missing():
                self._sends = True  # and every further one is sent at once
                self._submit(job)
            case Refused():
                raise ReplayError(f"a dask worker runs other code than this process: {result.reason}")
            case Dropped():
                raise self._lost()
            case _:
                raise ReplayError(f"scenario {job.timed.id}: no result of ours: {type(result).__name__}")

    def _lost(self) -> ReplayError:
        return ReplayError(
            f"the dask scheduler at {self._scheduler} was lost; what was finished is kept, run again to go on"
        )

    def _what_was_given_up(self) -> str:
        names = ", ".join(self._given_up)
        return f"workers died each time they replayed {names}; the other scenarios are kept, run again to try once more"

    def _call_back(self) -> None:
        futures = [future for _, future in self._out.values()]
        if futures and self._client.status == "running":
            self._client.cancel(futures, force=True)


@contextmanager
def _connected(scheduler: str) -> Iterator[Client]:
    """A client of that scheduler, closed at the end.

    Raises:
        InputError: it cannot be reached.
    """
    with _quiet():
        try:
            client = Client(scheduler, timeout=CONNECT_S, set_as_default=False, name="pastlane")
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as exc:
            raise InputError(f"no dask scheduler can be used at {scheduler}: {exc or type(exc).__name__}") from exc
        try:
            yield client
        finally:
            client.close(timeout=CLOSE_S)


@contextmanager
def _quiet() -> Iterator[None]:
    """What goes wrong is told in one line, ours; so dask's own log is silent meanwhile."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sending large graph")
            yield
    finally:
        log.setLevel(before)
