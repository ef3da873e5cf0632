"""What one input may take: processor time, memory, and the length of what is said about it."""

import faulthandler
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

CPU_S = 5.0
"""Processor time for one input; a hundred times what the slowest takes."""
STUCK_S = 120
"""Real time after which a target that holds on to the interpreter is ended with the whole process."""
MOST_GROWTH = 256 << 20
"""How much one input may raise the process's peak of memory."""
MOST_KEPT = 96 << 20
"""How much all inputs of a target together may leave behind."""
MOST_SAID = 6000
"""Characters of an error's message: one line that a person reads."""
ADDRESS_SPACE = 8 << 30
"""Beyond that an allocation fails, so that a target that grows ends as a finding and not as a dead machine."""


class TooSlow(BaseException):
    """An input took more processor time than it may."""


class TooBig(Exception):
    """An input grew without bound; says what did."""


class Unheard(Exception):
    """Something was raised where nobody could catch it, and went to stderr as a traceback."""


_unheard: list[str] = []


def _hear(told: "sys.UnraisableHookArgs") -> None:
    _unheard.append(f"{told.exc_type.__name__}: {told.exc_value}"[:300])


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow(f"more than {CPU_S:g} s of processor time")


@contextmanager
def watched() -> Iterator[None]:
    """Inside, no input takes longer than `CPU_S` or raises the peak of memory by more than `MOST_GROWTH`.

    Raises:
        TooSlow: it took longer.
        TooBig: it grew.
        Unheard: something was raised that no caller could hear.
    """
    before = peak_bytes()
    _unheard.clear()
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        if _unheard:
            raise Unheard(_unheard[0])
        grown = peak_bytes() - before
        if grown > MOST_GROWTH:
            raise TooBig(f"the peak of memory rose by {grown >> 20} MiB")


def keep_watch(*, limit_memory: bool) -> None:
    """Set up for `watched`; with `limit_memory` this process may not grow beyond `ADDRESS_SPACE`."""
    signal.signal(signal.SIGPROF, _too_slow)
    sys.unraisablehook = _hear
    if limit_memory:
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def end_if_stuck() -> None:
    """From now on, show where it hangs and end the process after `STUCK_S`; to be called again from time to time."""
    faulthandler.dump_traceback_later(STUCK_S, exit=True)


def peak_bytes() -> int:
    """The most memory that this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def held_bytes() -> int:
    """The memory that this process holds now; 0 where the system does not say."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * resource.getpagesize() if status.exists() else 0
