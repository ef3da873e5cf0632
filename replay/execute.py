"""Replaying many scenarios, in this process or in several; the Turns come back to one place in either case.

A scenario is one unit of work. Which process replays it, and in what order they finish, changes no Turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.registry import find_backend
from replay.agents.registry import find_agent
from replay.runner import Emit, ReplaySettings, ScenarioReplay
from replay.scenario import TimedScenario
from replay.workers import work_through
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


def replay_all(jobs: Sequence[Job], emit: Emit, *, n_processes: int = 1) -> None:
    """Replay every job; `emit` is called in this process, once for each Turn, in no order across scenarios.

    Raises:
        ReplayError: a process died.
    """
    work_through(_replay, jobs, lambda item: emit(*item), n_processes=n_processes)


def _replay(job: Job, take: Callable[[tuple[Turn, Timing]], None]) -> None:
    ScenarioReplay(
        job.timed,
        job.settings,
        find_backend(job.memory),
        find_agent(job.agent),
        namespace=job.namespace,
        answered=job.answered,
    ).run(lambda turn, timing: take((turn, timing)))
