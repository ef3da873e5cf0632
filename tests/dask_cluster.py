"""A dask scheduler and its workers, each a process of its own on loopback."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from distributed import Client

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 60


class Cluster:
    """A scheduler, to which workers can be added."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self._environment = {**os.environ, **settings, "DASK_TEMPORARY_DIRECTORY": str(folder)}
        self._processes: list[subprocess.Popen[bytes]] = []
        self._nannies: list[subprocess.Popen[bytes]] = []
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show", root=ROOT)
        until(lambda: self._file.exists() and self._file.read_text().strip().endswith("}"))
        self.address: str = json.loads(self._file.read_text())["address"]
        self.client = Client(self.address, set_as_default=False)

    def add_workers(self, n: int, *, nanny: bool = False, root: Path = ROOT) -> None:
        """Start `n` workers of one thread, and wait for them; with a nanny, one that dies is replaced."""
        wanted = len(self.client.nthreads()) + n
        for _ in range(n):
            self._start("dask_worker", "--nthreads", "1", "--nanny" if nanny else "--no-nanny", root=root)
            self._nannies.extend(self._processes[-1:] if nanny else ())
        self.client.wait_for_workers(wanted, timeout=PATIENCE_S)

    def is_idle(self) -> bool:
        """Whether neither the scheduler nor a worker knows of any task."""
        known = self.client.run_on_scheduler(n_tasks_of_scheduler)
        return not known and not any(self.client.run(n_tasks_of_worker).values())

    def stop(self) -> None:
        self.client.close()
        for process in self._nannies:  # which take their workers with them
            process.terminate()
            process.wait(PATIENCE_S)
        for process in self._processes:
            process.kill()
            process.wait()

    def _start(self, module: str, *arguments: str, root: Path) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(self._file)]
        with (self.folder / f"{len(self._processes)}.log").open("wb") as log:
            self._processes.append(
                subprocess.Popen(
                    [*command, *arguments, "--no-dashboard"], cwd=root, env=self._environment, stdout=log, stderr=log
                )
            )


def n_tasks_of_scheduler(dask_scheduler: Any) -> int:
    return len(dask_scheduler.tasks)


def n_tasks_of_worker(dask_worker: Any) -> int:
    return len(dask_worker.state.tasks)


@contextmanager
def cluster(folder: Path, **settings: str) -> Iterator[Cluster]:
    """A scheduler without workers, with these settings in its environment; ended with all its workers."""
    one = Cluster(folder, **settings)
    try:
        yield one
    finally:
        one.stop()


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds.

    Raises:
        AssertionError: it took more than a minute.
    """
    for _ in range(PATIENCE_S * 20):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")
