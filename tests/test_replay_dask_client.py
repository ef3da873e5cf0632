"""What the client makes of a cluster's answers; the cluster is a stand-in that answers at once."""

from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from replay.errors import ReplayError
from replay.jobs import Item, Job
from replay.prepare import Request, prepare

pytest.importorskip("distributed", reason="the extra dask is not installed")

from distributed.scheduler import KilledWorker

from replay import dask_client
from replay.dask_task import Done, Dropped, Missing, Refused, Task

THREADS = 3


@dataclass
class Future:
    """One that is over when it is asked whether it is."""

    cluster: "StandIn"
    key: str
    answer: object

    def add_done_callback(self, heard: Callable[[Any], None]) -> None:
        for _ in range(self.cluster.n_heard):
            heard(self)

    def result(self) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def release(self) -> None:
        self.cluster.n_out -= 1


@dataclass
class StandIn:
    """A client of a cluster that gives these answers in turn, and then whatever the last one is."""

    answers: list[object]
    n_heard: int = 1
    status: str = "running"
    n_out: int = 0
    most_out: int = 0
    tasks: list[Task] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)

    def nthreads(self) -> dict[str, int]:
        return {"tcp://worker": THREADS}

    def submit(self, function: object, task: Task, *, key: str, pure: bool) -> Future:
        self.tasks.append(task)
        self.n_out += 1
        self.most_out = max(self.most_out, self.n_out)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return Future(cluster=self, key=key, answer=answer)

    def cancel(self, futures: list[Future], *, force: bool) -> None:
        self.cancelled.extend(future.key for future in futures)

    def close(self, timeout: float) -> None:
        self.status = "closed"


@pytest.fixture(scope="module")
def jobs() -> list[Job]:
    prepared = prepare(Request(source="demo", limit=1, stays_at_source=True))
    (demo,) = prepared.at_source
    return [
        Job(
            timed=replace(demo, id=f"s{number}"),
            settings=prepared.settings,
            memory="none",
            agent="noop",
            namespace=f"job-{number}",
        )
        for number in range(20)
    ]


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Item]]:
    """Replays jobs on a stand-in."""

    def replay(cluster: StandIn, jobs: list[Job], taken: list[Item], most: int | None = None) -> list[Item]:
        monkeypatch.setattr(dask_client, "Client", lambda *args, **options: cluster)
        dask_client.replay_on_dask(jobs, taken.append, scheduler="tcp://here:1", most_at_once=most)
        return taken

    return replay


ONE: Any = ("turn", "timing")
DONE = Done(items=(ONE,))


@pytest.mark.parametrize(("most", "most_out"), [(None, dask_client.AHEAD * THREADS), (1, 1), (4, 4)])
def test_no_more_scenarios_are_out_than_keep_the_cluster_busy(
    replayed: Callable[..., list[Item]], jobs: list[Job], most: int | None, most_out: int
) -> None:
    cluster = StandIn([DONE])
    assert len(replayed(cluster, jobs, [], most)) == len(cluster.tasks) == len(jobs)
    assert (cluster.most_out, cluster.n_out, cluster.cancelled, cluster.status) == (most_out, 0, [], "closed")


def test_a_task_heard_of_twice_is_taken_once(replayed: Callable[..., list[Item]], jobs: list[Job]) -> None:
    assert len(replayed(StandIn([DONE], n_heard=2), jobs, [])) == len(jobs)


def test_no_jobs_need_no_cluster() -> None:
    dask_client.replay_on_dask([], print, scheduler="tcp://nobody:1")


def test_once_a_worker_does_not_find_a_scenario_that_and_all_further_ones_are_sent(
    replayed: Callable[..., list[Item]], jobs: list[Job]
) -> None:
    demos = [replace(job, timed=replace(job.timed, id="demo")) for job in jobs[:4]]
    cluster = StandIn([DONE, Missing(reason="not here"), DONE])
    assert len(replayed(cluster, demos, [], 1)) == 4
    assert [isinstance(task.work, bytes) for task in cluster.tasks] == [False, False, True, True, True]


def test_a_few_scenarios_that_workers_die_of_are_left_out_and_named(
    replayed: Callable[..., list[Item]], jobs: list[Job]
) -> None:
    dead: list[object] = [killed()] * dask_client.MOST_GIVEN_UP
    taken: list[Item] = []
    with pytest.raises(ReplayError, match="workers died each time they replayed s0, s1, s2; the other scenarios"):
        replayed(StandIn([*dead, DONE]), jobs, taken)
    assert len(taken) == len(jobs) - len(dead)


def test_many_of_them_end_the_replay_and_what_is_out_is_called_back(
    replayed: Callable[..., list[Item]], jobs: list[Job]
) -> None:
    cluster = StandIn([killed()])
    with pytest.raises(ReplayError, match="s0, s1, s2, s3;"):
        replayed(cluster, jobs, [])
    assert len(cluster.tasks) == dask_client.MOST_GIVEN_UP + dask_client.AHEAD * THREADS
    assert len(cluster.cancelled) == dask_client.AHEAD * THREADS - 1


def killed() -> KilledWorker:
    return KilledWorker.__new__(KilledWorker)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Refused(reason="tcp://w: code: a there, b here"), "a dask worker runs other code .* tcp://w: code"),
        (Dropped(), "the dask scheduler at tcp://here:1 was lost; what was finished is kept"),
        (CancelledError("lost"), "the dask scheduler at tcp://here:1 was lost"),
        (ValueError("no such luck"), "scenario s1: a worker stopped: ValueError: no such luck"),
        ({"no": "result"}, "scenario s1: no result of ours: dict"),
    ],
)
def test_anything_else_ends_the_replay_and_what_was_over_is_taken(
    replayed: Callable[..., list[Item]], jobs: list[Job], answer: object, said: str
) -> None:
    taken: list[Item] = []
    cluster = StandIn([DONE, answer])
    with pytest.raises(ReplayError, match=said):
        replayed(cluster, jobs, taken)
    assert len(taken) == 1
    assert cluster.cancelled


def test_a_cluster_left_by_all_its_workers_is_not_waited_for_for_ever(
    replayed: Callable[..., list[Item]], jobs: list[Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_client, "POLL_S", 0.01)
    monkeypatch.setattr(dask_client, "WORKERS_S", 0.03)
    cluster = StandIn([DONE], n_heard=0)
    monkeypatch.setattr(cluster, "nthreads", dict)
    with pytest.raises(ReplayError, match="has no worker any more"):
        replayed(cluster, jobs, [])
    assert len(cluster.cancelled) == 1
