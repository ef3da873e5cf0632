"""One scenario as a unit of work, and how it is done, in whatever process.

Nothing here asks a model but through what it is handed, so that a process which asks none need not load how.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from memory.backend import BackendFactory
from memory.bounded import bounded
from memory.registry import BUILT_IN, find_backend
from replay.agents.registry import find_agent
from replay.agents.tool_calling import MAX_TURNS
from replay.at_source import AtSource
from replay.errors import FeedAnew
from replay.fed_memory import fed
from replay.feeding import Feeding
from replay.meter import MeteredChat
from replay.runner import ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from scoring.records import Timing, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One scenario to replay: plain data, so that it can go to another process."""

    timed: TimedScenario | AtSource
    settings: ReplaySettings
    memory: str
    agent: str
    namespace: str
    answered: frozenset[int] = frozenset()
    """Queries that have their answer already: the timeline is fed past them, and they are not asked again."""
    words: Mapping[int, str] = field(default_factory=dict)
    """What was answered to those, for a run that remembers."""
    max_turns: int = MAX_TURNS
    """Rounds of the agent that is a model."""
    voice: str = ""
    """Under what name the model's answers to this scenario are on tape."""
    feeding: str = ""
    """The file in which the memory's feeding is put down, on this machine; empty for a memory that ends with a run."""


Item = tuple[Turn, Timing]


def memory_of(name: str, settings: ReplaySettings) -> BackendFactory:
    """The memory of that name; the calls to one that is not built in are cut off."""
    factory = find_backend(name)
    return factory if name in BUILT_IN else bounded(factory, settings.call_timeout_s)


def replay_job(job: Job, take: Callable[[Item], None]) -> None:
    """Replay one job without a model; `take` gets each Turn as soon as it is over.

    Raises:
        NotAtSource: the job's scenario stays at its source, and cannot be loaded from there.
    """
    replay_asking(job, lambda: None, take)


def replay_asking(job: Job, new_chat: Callable[[], MeteredChat | None], take: Callable[[Item], None]) -> None:
    """Replay one job with a model, where `new_chat` gives one; `take` gets each Turn as soon as it is over.

    Where the memory cannot go on with what it was told before, the job is replayed from the first message on, with
    another chat.

    Raises:
        NotAtSource: as `replay_job`.
    """
    timed = job.timed.load() if isinstance(job.timed, AtSource) else job.timed
    if not job.feeding:
        _replay(job, timed, new_chat(), None, take)
        return
    with closing(Feeding(Path(job.feeding), job.namespace)) as feeding:
        try:
            _replay(job, timed, new_chat(), feeding, take)
        except FeedAnew:
            feeding.begin_anew(job.namespace)
            _replay(job, timed, new_chat(), feeding, take)


def _replay(
    job: Job, timed: TimedScenario, chat: MeteredChat | None, feeding: Feeding | None, take: Callable[[Item], None]
) -> None:
    memory = memory_of(job.memory, job.settings)
    ScenarioReplay(
        timed,
        job.settings,
        memory if feeding is None else fed(memory, feeding),
        find_agent(job.agent, chat, max_turns=job.max_turns),
        namespace=job.namespace if feeding is None else feeding.namespace,
        answered=job.answered,
        words=job.words,
        chat=chat,
        asks_again=chat is not None,
        feeding=feeding,
    ).run(lambda turn, timing: take((turn, timing)))
