"""What a worker of a dask cluster does: one scenario, whole, told from nothing but its task.

The rule: a task may run any number of times, anywhere, and its result is the same. It writes nothing that outlives it
but what the memory under test keeps, and that goes into a namespace of its own each time.

Scheduler and workers import this module, so it has to be installed wherever they are.
"""

import pickle
import sys
from dataclasses import dataclass, replace
from functools import lru_cache
from secrets import token_hex

from distributed import Worker, get_worker

from memory.adapters.table import ADAPTERS
from memory.errors import MemoryPackageError
from memory.registry import BUILT_IN as BUILT_IN_MEMORIES
from memory.registry import find_backend, is_url
from replay.agents.registry import BUILT_IN as BUILT_IN_AGENTS
from replay.agents.registry import find_agent
from replay.errors import NoLongerWanted, NotAtSource, ReplayError
from replay.jobs import Item, Job, replay_job
from replay.outside_code import read_outside_code
from replay.settings import namespace_of
from replay.version import own_code_digest, pastlane_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """What answers depend on: equal on the client and on every worker, or nothing is replayed."""

    python: str
    version: str
    own_code: str
    memory: str
    """The digest of an outside memory and of all that it imports, or why there is none; empty for one of ours."""
    agent: str

    def differences(self, wanted: "Code") -> list[str]:
        """What is not as `wanted`, in words."""
        names = {"python": "Python", "version": "version", "own_code": "code", "memory": "memory", "agent": "agent"}
        return [
            f"{name}: {getattr(self, key)} there, {getattr(wanted, key)} here"
            for key, name in names.items()
            if getattr(self, key) != getattr(wanted, key)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One job, and the code that it is meant for."""

    work: Job | bytes
    """A job whose scenario is loaded by the worker, or one with its scenario, pickled: the scheduler passes that on."""
    memory_and_agent: tuple[str, str]
    code: Code


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Every Turn of a job."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """The scenario is not to be had on that worker: it has to be sent."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The worker runs other code."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Nobody wants the Turns any more."""


Result = Done | Missing | Refused | Dropped


def replay_task(task: Task) -> Result:
    """What became of the task; called by dask on a worker."""
    worker = get_worker()
    differences = code_here(*task.memory_and_agent).differences(task.code)
    if differences:
        return Refused(reason=f"{worker.address}: {'; '.join(differences)}")
    key = str(worker.get_current_task())
    items: list[Item] = []

    def take(item: Item) -> None:
        if not _is_wanted(worker, key):
            raise NoLongerWanted(key)
        items.append(item)

    job: Job = pickle.loads(task.work) if isinstance(task.work, bytes) else task.work
    try:
        replay_job(replace(job, namespace=namespace_of(job.namespace, token_hex(8))), take)
    except NotAtSource as exc:
        return Missing(reason=f"{worker.address}: {exc}")
    except NoLongerWanted:
        return Dropped()
    return Done(items=tuple(items))


@lru_cache(maxsize=8)
def code_here(memory: str, agent: str) -> Code:
    """The code of this process."""
    ours = memory in BUILT_IN_MEMORIES or memory in ADAPTERS or is_url(memory)
    return Code(
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
        version=pastlane_version(),
        own_code=own_code_digest(),
        memory="" if ours else _read(memory, is_agent=False),
        agent="" if agent in BUILT_IN_AGENTS else _read(agent, is_agent=True),
    )


def _read(name: str, *, is_agent: bool) -> str:
    """The digest of outside code and of all that it imports, or why there is none."""
    try:
        maker = find_agent(name, None) if is_agent else find_backend(name)
    except (MemoryPackageError, ReplayError) as exc:
        return str(exc)
    return read_outside_code([(name, maker)]).digest


def _is_wanted(worker: Worker, key: str) -> bool:
    """Whether the task was neither cancelled nor forgotten since it was begun."""
    state = worker.state.tasks.get(key)
    return state is not None and state.state not in ("cancelled", "resumed")
