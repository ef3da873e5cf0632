"""How far a command is, on stderr: a bar on a terminal, elsewhere a line now and then, and none of a short one."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

FIRST_S = 10.0
"""Elsewhere nothing is said before so many seconds, ..."""
BETWEEN_S = 30.0
"""... and no two lines come closer together than this."""
TICK_S = 1.0
"""How often a step with a name is looked at while it goes on."""


class Progress(Protocol):
    """What is told of the work as it goes on."""

    def expect(self, total: int) -> None:
        """So many steps it will be in all."""

    def advance(self) -> None:
        """One more step is done."""

    def begin(self, what: str) -> None:
        """A step is begun that has a name; from then on it is told while it goes on, however long it takes."""


@contextmanager
def progress(label: str, *, quiet: bool, say: Callable[[str], None], total: int | None = None) -> Iterator[Progress]:
    """Show how far the work is while it goes on; `say` writes a line to stderr. With `quiet` nothing is shown."""
    console = Console(stderr=True)
    if quiet:
        yield _Silent()
    elif console.is_terminal:
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
        with RichProgress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
            yield _Bar(bar, bar.add_task(label, total=total))
    else:
        with Lines(label, say, total) as lines:
            yield lines


class Lines:
    """Says how far the work is, a line now and then."""

    def __init__(self, label: str, say: Callable[[str], None], total: int | None = None) -> None:
        """Nothing done yet; the work begins now."""
        self._label = label
        self._say = say
        self._total = total
        self._n_done = 0
        self._step = ""
        self._due_s = time.perf_counter() + FIRST_S
        self._lock = Lock()
        self._is_over = Event()
        self._ticker: Thread | None = None

    def __enter__(self) -> Self:
        """The lines; nothing is said yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Say no more."""
        self._is_over.set()
        if self._ticker is not None:
            self._ticker.join()

    def expect(self, total: int) -> None:
        """So many steps it will be in all."""
        self._total = total

    def advance(self) -> None:
        """One more step is done; said where a line is due."""
        self._n_done += 1
        self.tell()

    def begin(self, what: str) -> None:
        """A step is begun that has a name; said where a line is due, by a thread of its own while it goes on."""
        self._step = what
        if self._ticker is None:
            self._ticker = Thread(target=self._tick, name="pastlane-progress", daemon=True)
            self._ticker.start()

    def tell(self) -> None:
        """Say how far the work is, where a line is due."""
        with self._lock:
            now_s = time.perf_counter()
            if now_s < self._due_s:
                return
            self._due_s = now_s + BETWEEN_S
            of = "" if self._total is None else f" of {self._total}"
            step = f", now {self._step}" if self._step else ""
            self._say(f"{self._label}: {self._n_done}{of} done{step}")

    def _tick(self) -> None:
        while not self._is_over.wait(TICK_S):
            self.tell()


class _Silent:
    def expect(self, total: int) -> None:
        pass

    def advance(self) -> None:
        pass

    def begin(self, what: str) -> None:
        pass


class _Bar:
    def __init__(self, bar: RichProgress, task: TaskID) -> None:
        self._bar = bar
        self._task = task
        self._label = bar.tasks[task].description

    def expect(self, total: int) -> None:
        self._bar.update(self._task, total=total)

    def advance(self) -> None:
        self._bar.advance(self._task)

    def begin(self, what: str) -> None:
        self._bar.update(self._task, description=f"{self._label}, {what}")
