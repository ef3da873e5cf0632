import threading
from collections.abc import Callable

import pytest

from memory.errors import BudgetReached
from replay.workers import work_in_threads


def ignore() -> None:
    """Nothing has to be stopped."""


def squares(n: int, take: Callable[[int], None]) -> None:
    for k in range(n):
        take(k * k)


@pytest.mark.parametrize("n_threads", [1, 2, 9])
def test_every_item_of_every_job_is_taken_once_in_the_callers_thread(n_threads: int) -> None:
    taken: list[int] = []
    threads: set[int] = set()

    def take(item: int) -> None:
        taken.append(item)
        threads.add(threading.get_ident())

    work_in_threads(squares, [3, 0, 2, 1], take, n_threads=n_threads, stop=ignore)
    assert sorted(taken) == [0, 0, 0, 1, 1, 4]
    assert threads == {threading.get_ident()}


def test_no_jobs_are_done_at_once() -> None:
    work_in_threads(squares, [], print, n_threads=4, stop=ignore)


def test_the_first_that_cannot_go_on_stops_the_others_and_what_was_taken_until_then_is_kept() -> None:
    stopped = threading.Event()
    taken: list[str] = []
    begun: list[int] = []
    both_run = threading.Barrier(2, timeout=10)

    def work(job: int, take: Callable[[str], None]) -> None:
        begun.append(job)
        take(f"begun {job}")
        both_run.wait()
        if job == 1:
            raise BudgetReached("spent")
        assert stopped.wait(10)
        take("ended in order")

    with pytest.raises(BudgetReached, match="spent"):
        work_in_threads(work, [1, 2, 3, 4], taken.append, n_threads=2, stop=stopped.set)
    assert sorted(begun) == [1, 2]
    assert sorted(taken) == ["begun 1", "begun 2", "ended in order"]


def test_an_interrupt_does_not_wait_for_work_that_is_under_way() -> None:
    stopped, let_go = threading.Event(), threading.Event()
    ended: list[int] = []

    def work(job: int, take: Callable[[int], None]) -> None:
        take(job)
        let_go.wait(30)
        ended.append(job)

    def refuse(item: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work_in_threads(work, [1, 2, 3], refuse, n_threads=2, stop=stopped.set)
    assert stopped.is_set()
    assert ended == []
    let_go.set()
