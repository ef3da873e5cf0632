"""Where scenarios are replayed: processes or threads of this machine, or the workers of a dask cluster.

The rule: where a scenario is replayed changes no Turn, so an executor is no part of a run's configuration, and a run
that one began is gone on with by another.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from memory.near_names import unknown_name
from replay.errors import InputError

ExecutorName = Literal["process", "thread", "dask"]
EXECUTORS: tuple[ExecutorName, ...] = get_args(ExecutorName)


@dataclass(frozen=True, slots=True)
class InProcesses:
    """Each scenario in one of several processes; in this one where there is to be but one, or a model is asked."""


@dataclass(frozen=True, slots=True)
class InThreads:
    """Each scenario in one of several threads of this process."""


@dataclass(frozen=True, slots=True)
class OnDask:
    """Each scenario on a worker of the cluster of that scheduler."""

    scheduler: str
    """Such as `tcp://10.0.0.5:8786`; `tls://` where dask is configured for it."""


Executor = InProcesses | InThreads | OnDask


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """Where the scenarios of a run are replayed, and how many at once."""

    executor: Executor = InProcesses()
    n_jobs: int | None = None
    """None stands for one at a time on this machine, and for as many as a cluster's workers take."""


HERE = Where()
"""One scenario after the other, in this process."""


def read_executor(name: str, scheduler: str | None) -> Executor:
    """The executor that a user names.

    Raises:
        InputError: there is none of that name (the known ones are listed), or a scheduler is missing or of no use.
    """
    if name == "dask":
        if not scheduler or "://" not in scheduler:
            found = "none is given" if not scheduler else f"{scheduler!r} is none"
            raise InputError(f"the executor dask needs the address of its scheduler, such as tcp://HOST:8786; {found}")
        return OnDask(scheduler)
    if scheduler is not None:
        raise InputError("a scheduler is that of --executor dask")
    match name:
        case "process":
            return InProcesses()
        case "thread":
            return InThreads()
        case _:
            raise InputError(unknown_name("no executor is called", name, EXECUTORS))
