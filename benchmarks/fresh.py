"""A function run in a process of its own, with the most memory that the process ever held.

The rule: peak memory is that of one job and of nothing before it, so a fresh interpreter does the job and nothing else.
"""

import multiprocessing
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_STATUS = Path("/proc/self/status")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh(Generic[T]):
    """What a fresh process came back with."""

    result: T
    peak_mb: float
    """The most memory that it held at once, the interpreter included, in units of 10**6 bytes."""


def run_fresh(job: Callable[..., T], *args: Any) -> Fresh[T]:
    """Run `job(*args)` in a new interpreter; the job must be a module's own function."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        result, peak_mb = pool.submit(_watched, job, args).result()
    return Fresh(result=result, peak_mb=peak_mb)


def _watched(job: Callable[..., T], args: tuple[Any, ...]) -> tuple[T, float]:
    result = job(*args)
    return result, peak_mb()


def peak_mb() -> float:
    """The most memory that this process has held so far, in units of 10**6 bytes.

    Not what `getrusage` says where Linux tells it otherwise: that counts what the parent held when it started this one.
    """
    if _STATUS.exists():
        told = next((line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:")), "")
        if told:
            return int(told.split()[1]) * 1024 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
