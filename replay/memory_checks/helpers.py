"""Processes that a memory under check started and did not end: they end with the check.

The rule: what was started below this process since a given moment is asked to end, and killed where it does not. Who
has let go of its parent (a daemon that forks twice) is below nobody and stays.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_STEP_S = 0.05
_N_STEPS = 20
"""A process that was asked to end has a second: multiprocessing has one that cleans up when all others have ended."""
_TABLE = ("ps", "-A", "-o", "pid=,ppid=,pgid=,stat=")


class _Process(NamedTuple):
    pid: int
    parent: int
    group: int
    state: str


@contextmanager
def helpers_ended() -> Iterator[None]:
    """End, behind the block, what was started in it below this process and still runs, however the block ends.

    What ran before, such as a server that a script started and then became this process, stays, with all below it.
    """
    before = _below(os.getpid())
    try:
        yield
    finally:
        _end(lambda: _below(os.getpid(), but=before))


def end_with_helpers(process: subprocess.Popen[bytes]) -> None:
    """End the process, which leads a group of its own, with all of the group and all below it; it may have ended."""
    leader = process.pid
    below = _below(leader) if process.poll() is None else set[int]()  # some may be of other groups
    _end(lambda: {one.pid for one in _table() if one.group == leader or one.pid in below})


def _end(pids: Callable[[], set[int]]) -> None:
    _send(pids(), signal.SIGTERM)
    for _ in range(_N_STEPS):
        left = pids()
        if not left:
            return
        time.sleep(_STEP_S)
    _send(pids(), signal.SIGKILL)


def _send(pids: set[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _below(leader: int, but: Collection[int] = ()) -> set[int]:
    """The processes that `leader` started, and those that they started; without those of `but` and all below them."""
    children: dict[int, list[int]] = {}
    for one in _table():
        children.setdefault(one.parent, []).append(one.pid)
    found: set[int] = set()
    waiting = [leader]
    while waiting:
        new = [pid for pid in children.get(waiting.pop(), ()) if pid not in found and pid not in but]
        found.update(new)
        waiting.extend(new)
    return found


def _table() -> list[_Process]:
    """All processes but those that have ended and are still listed."""
    rows = _rows_of_proc() if (_PROC / "self" / "stat").exists() else _rows_of_ps()
    return [one for one in rows if not one.state.startswith(("Z", "X"))]


def _rows_of_proc() -> Iterator[_Process]:
    for folder in _PROC.iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it has ended since
                # The name stands in parentheses, and may hold blanks and parentheses of its own.
                state, parent, group = (folder / "stat").read_bytes().rpartition(b")")[2].split()[:3]
                yield _Process(int(folder.name), int(parent), int(group), state.decode())


def _rows_of_ps() -> Iterator[_Process]:
    with suppress(OSError), subprocess.Popen(_TABLE, stdout=subprocess.PIPE, text=True) as table:
        said, _ = table.communicate()
        for row in said.splitlines():
            pid, parent, group, state = row.split(None, 3)
            if int(pid) != table.pid:
                yield _Process(int(pid), int(parent), int(group), state)
