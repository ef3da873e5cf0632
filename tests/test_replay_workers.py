import os
import time
from collections.abc import Callable

import pytest

from replay.errors import ReplayError
from replay.workers import work_through


def squares(job: int, take: Callable[[int], None]) -> None:
    for n in range(job):
        take(n * n)


def dies(job: int, take: Callable[[int], None]) -> None:
    take(job)
    os._exit(7)


def raises(job: int, take: Callable[[int], None]) -> None:
    raise ValueError("no such luck")


def never_ends(job: int, take: Callable[[int], None]) -> None:
    take(job)
    while True:
        time.sleep(0.01)


@pytest.mark.parametrize("n_processes", [1, 2, 5])
def test_every_item_of_every_job_is_taken_once(n_processes: int) -> None:
    taken: list[int] = []
    work_through(squares, [3, 0, 2, 1], taken.append, n_processes=n_processes)
    assert sorted(taken) == [0, 0, 0, 1, 1, 4]


def test_a_worker_that_dies_is_an_error_and_what_came_before_is_kept() -> None:
    taken: list[int] = []
    with pytest.raises(ReplayError, match="died"):
        work_through(dies, [1, 2], taken.append, n_processes=2)
    assert taken


def test_what_a_worker_raises_is_told() -> None:
    with pytest.raises(ReplayError, match="ValueError: no such luck"):
        work_through(raises, [1, 2], print, n_processes=2)


def test_workers_end_when_the_taker_raises() -> None:
    def refuse(item: int) -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        work_through(never_ends, [1, 2, 3], refuse, n_processes=2)
