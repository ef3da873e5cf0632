"""Whatever comes out of a memory or an agent is its failure, but for what ends the run itself."""

from asyncio import CancelledError
from collections.abc import Callable

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import Setup
from memory.bounded import BoundedMemory
from memory.errors import BackendFailure, RunStopped
from memory.guard import Guard
from memory.messages import Hit
from memory.position import Position, cutoff_at
from memory.raised import is_failure, raised_as
from replay.errors import FeedAnew
from replay.failing import failure_of_agent

SETUP = Setup(namespace="n")
NOW = cutoff_at(1)


class Panic(BaseException):
    """What native code may raise."""


class Mute(Exception):
    """One whose own code fails to put it into words."""

    def __str__(self) -> str:
        raise ValueError("no words")


def raising(error: BaseException) -> Callable[[Setup], HonestMemory]:
    class Raising(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            raise error

    return Raising


@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(1), CancelledError(), Panic("x"), GeneratorExit()])
def test_what_is_no_exception_to_python_is_a_failure_all_the_same(error: BaseException) -> None:
    assert is_failure(error)
    for memory in (raising(error)(SETUP), BoundedMemory(raising(error), SETUP, 5.0)):
        with pytest.raises(BackendFailure, match=f"^search: {type(error).__name__}: "):
            Guard(memory).search("x", limit=1, now=NOW)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RunStopped("spent"), FeedAnew("told otherwise")])
def test_what_ends_the_run_itself_goes_through(error: BaseException) -> None:
    assert not is_failure(error)
    with pytest.raises(type(error)):
        Guard(raising(error)(SETUP)).search("x", limit=1, now=NOW)


def test_a_memory_that_cannot_even_be_made_for_such_a_reason_is_a_failure() -> None:
    def panics(setup: Setup) -> HonestMemory:
        raise Panic("no room")

    with pytest.raises(BackendFailure, match=r"^start: Panic: no room"):
        BoundedMemory(panics, SETUP, 5.0)


def test_an_exception_that_cannot_tell_its_reason_is_told_by_its_name() -> None:
    assert raised_as(Mute()) == "Mute: it cannot be put into words"
    assert failure_of_agent(Mute()).message == "Mute: it cannot be put into words"
