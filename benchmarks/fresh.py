"""A function run in a process of its own, with the most memory that the process ever held.

The rule: peak memory is that of one job and of nothing before it, so a fresh interpreter does the job and nothing else.
"""

import multiprocessing
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh(Generic[T]):
    """What a fresh process came back with."""

    result: T
    peak_mb: float
    """The most memory that it held at once, the interpreter included, in units of 10**6 bytes."""


def run_fresh(job: Callable[..., T], *args: Any) -> Fresh[T]:
    """Run `job(*args)` in a new interpreter; the job must be a module's own function.

    Call it while this process is still small: Linux counts what the parent held when it started the child.
    """
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        result, peak_mb = pool.submit(_watched, job, args).result()
    return Fresh(result=result, peak_mb=peak_mb)


def _watched(job: Callable[..., T], args: tuple[Any, ...]) -> tuple[T, float]:
    result = job(*args)
    return result, peak_mb()


def peak_mb() -> float:
    """The most memory that this process has held so far, in units of 10**6 bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
