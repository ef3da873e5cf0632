"""What calls took and how often they were made again, as the report tells it."""

from collections.abc import Iterator

import pytest

import replay.memory_checks.counted as counted
from fixtures.doubles import HonestMemory
from memory.backend import MemoryBackend, Setup
from memory.bounded import bounded
from memory.position import cutoff_at
from replay.memory_checks.counted import CallCost, CountedMemory, Tally


class Clock:
    """Real time as a test has it: each look takes the next step."""

    def __init__(self, *steps_s: float) -> None:
        self.steps_s: Iterator[float] = iter(steps_s)
        self.now_s = 0.0

    def perf_counter(self) -> float:
        self.now_s += next(self.steps_s)
        return self.now_s


def test_each_kind_of_call_has_its_median_and_its_slowest_with_the_check_that_made_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counted, "time", Clock(0, 1.0, 0, 3.0, 0, 2.0, 0, 8.0))
    tally = Tally(late_s=3.0)
    for check, call in (("one", "search"), ("two", "search"), ("three", "search"), ("three", "ingest")):
        tally.check = check
        tally.made(call, lambda: None)
    search = CallCost(call="search", n_calls=3, median_ms=2000.0, slowest_ms=3000.0, slowest_in="two")
    ingest = CallCost(call="ingest", n_calls=1, median_ms=8000.0, slowest_ms=8000.0, slowest_in="three")
    assert tally.costs() == (search, ingest)
    assert (tally.n_calls, tally.n_late) == (4, 2)


def test_nothing_called_is_nothing_told() -> None:
    assert Tally(late_s=1.0).costs() == ()


def test_a_call_that_raises_took_its_time_as_well() -> None:
    tally = Tally(late_s=100.0)
    with pytest.raises(OSError, match="gone"):
        tally.made("search", lambda: (_ for _ in ()).throw(OSError("gone")))
    assert [cost.n_calls for cost in tally.costs()] == [1]


class Repeats(HonestMemory):
    """Says after each search that two more requests were made again."""

    n_retries = 1

    def context(self, now: object) -> str:
        self.n_retries += 2
        return ""


def test_what_each_memory_sent_again_is_added_up_once() -> None:
    tally = Tally(late_s=100.0)
    make = bounded(Repeats, 10.0)
    for namespace in ("a", "b"):
        memory: MemoryBackend = CountedMemory(lambda namespace=namespace: make(Setup(namespace=namespace)), tally)
        memory.context(cutoff_at(1))
        memory.context(cutoff_at(2))
        memory.close()
    assert tally.n_retries == 2 * (1 + 2 + 2)


def test_a_memory_that_tells_no_number_sent_nothing_again() -> None:
    class Vague(HonestMemory):
        n_retries = "some"  # type: ignore[assignment]

    tally = Tally(late_s=100.0)
    CountedMemory(lambda: bounded(Vague, 10.0)(Setup(namespace="n")), tally).close()
    assert tally.n_retries == 0
