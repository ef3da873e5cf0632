from dataclasses import replace
from pathlib import Path

import pytest

from replay.execute import longest_first, replay_all
from replay.executors import Executor, InProcesses, InThreads, Where
from replay.jobs import Job
from replay.prepare import Prepared, Request, prepare
from replay.run import run
from scoring.records import Timing, Turn


@pytest.fixture(scope="module")
def three() -> Prepared:
    """The demo's first queries, three times under other names."""
    prepared = prepare(Request(source="demo", limit=4))
    (timed,) = prepared.scenarios
    many = tuple(replace(timed, scenario=replace(timed.scenario, id=f"copy-{k}")) for k in range(3))
    scenarios = {one.id: one.n_queries for one in many}
    return replace(prepared, planned=many, config=replace(prepared.config, scenarios=scenarios))


@pytest.fixture(scope="module")
def digest(three: Prepared, tmp_path_factory: pytest.TempPathFactory) -> str:
    whole: str = run(three, tmp_path_factory.mktemp("one") / "run").metric["digest"]
    return whole


@pytest.mark.parametrize(
    ("executor", "n_jobs"), [(InProcesses(), 2), (InThreads(), 1), (InThreads(), 2), (InThreads(), 4)]
)
def test_where_scenarios_are_replayed_changes_no_digest(
    three: Prepared, digest: str, executor: Executor, n_jobs: int, tmp_path: Path
) -> None:
    where = Where(executor=executor, n_jobs=n_jobs)
    assert run(three, tmp_path / "run", where=where).metric["digest"] == digest


def jobs_of(prepared: Prepared, *query_counts: int) -> list[Job]:
    timed = prepared.scenarios[0]
    return [
        Job(
            timed=replace(timed, queries=timed.queries[:n]),
            settings=prepared.settings,
            memory="none",
            agent="noop",
            namespace=f"job-{number}",
        )
        for number, n in enumerate(query_counts)
    ]


def test_what_takes_longest_is_begun_first_and_equals_keep_their_order(three: Prepared) -> None:
    ordered = longest_first(jobs_of(three, 1, 4, 1, 2))
    assert [job.namespace for job in ordered] == ["job-1", "job-3", "job-0", "job-2"]


def test_no_jobs_are_done_at_once() -> None:
    replay_all([], lambda turn, timing: None, where=Where(executor=InThreads(), n_jobs=4))


def test_threads_end_at_their_next_turn_when_the_taker_cannot_go_on(three: Prepared) -> None:
    taken: list[Turn] = []

    def refuse(turn: Turn, timing: Timing) -> None:
        taken.append(turn)
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        replay_all(jobs_of(three, 4, 4), refuse, where=Where(executor=InThreads(), n_jobs=2))
    assert len(taken) == 1
