"""Replaying many scenarios side by side; the Turns come back to one place, whoever replays.

A scenario is one unit of work. Which process or thread replays it, and in what order they finish, changes no Turn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from memory.backend import BackendFactory
from memory.bounded import bounded
from memory.registry import BUILT_IN, find_backend
from replay.agents.registry import find_agent
from replay.meter import MeteredChat
from replay.models import Models
from replay.runner import Emit, ReplaySettings, ScenarioReplay
from replay.scenario import TimedScenario
from replay.workers import work_in_threads, work_through
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
    words: Mapping[int, str] = field(default_factory=dict)
    """What was answered to those, for a run that remembers."""
    max_turns: int = 10
    """Rounds of the agent that is a model."""
    voice: str = ""
    """Under what name the model's answers to this scenario are on tape."""


def replay_all(jobs: Sequence[Job], emit: Emit, *, n_jobs: int = 1, models: Models | None = None) -> None:
    """Replay every job, `n_jobs` at once; `emit` is called in this thread, once for each Turn, in no order across jobs.

    With a model, which waits more than it works and cannot go to another process, the jobs share this process.

    Raises:
        ReplayError: a process died.
        RunStopped: no request may be made any more; Turns that were over by then are emitted.
    """
    if models is None:
        work_through(_replay, jobs, lambda item: emit(*item), n_processes=n_jobs)
    else:
        replay = partial(_replay_with, models)
        work_in_threads(replay, jobs, lambda item: emit(*item), n_threads=n_jobs, stop=models.stop)


def memory_of(name: str, settings: ReplaySettings) -> BackendFactory:
    """The memory of that name; the calls to one that is not built in are cut off."""
    factory = find_backend(name)
    return factory if name in BUILT_IN else bounded(factory, settings.call_timeout_s)


def _replay(job: Job, take: Callable[[tuple[Turn, Timing]], None]) -> None:
    _run(job, None, take)


def _replay_with(models: Models, job: Job, take: Callable[[tuple[Turn, Timing]], None]) -> None:
    _run(job, models.chat(job.voice), take)


def _run(job: Job, chat: MeteredChat | None, take: Callable[[tuple[Turn, Timing]], None]) -> None:
    ScenarioReplay(
        job.timed,
        job.settings,
        memory_of(job.memory, job.settings),
        find_agent(job.agent, chat, max_turns=job.max_turns),
        namespace=job.namespace,
        answered=job.answered,
        words=job.words,
        chat=chat,
        asks_again=chat is not None,
    ).run(lambda turn, timing: take((turn, timing)))
