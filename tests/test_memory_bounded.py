import threading
from collections.abc import Iterator

import pytest

from fixtures.doubles import HonestMemory
from memory.backend import Capabilities, MemoryBackend, Setup
from memory.bounded import BoundedMemory, bounded
from memory.errors import BackendFailure, BadOption, RunStopped
from memory.guard import Guard
from memory.messages import Batch, Hit, Message
from memory.position import Position, cutoff_at

SETUP = Setup(namespace="test")
MESSAGE = Message(id="m000001", position=Position(1, 1), speaker="Ada", role="user", text="two sugars")


class Stuck(HonestMemory):
    """Hangs in every search until it is let go."""

    let_go = threading.Event()

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        self.let_go.wait(30)
        return []


@pytest.fixture
def stuck() -> Iterator[BoundedMemory]:
    Stuck.let_go.clear()
    yield BoundedMemory(Stuck, SETUP, 0.05)
    Stuck.let_go.set()


def test_a_bounded_memory_answers_as_the_memory_itself() -> None:
    memory = bounded(HonestMemory, 5.0)(SETUP)
    guard = Guard(memory)
    guard.ingest(Batch(messages=(MESSAGE,), now=cutoff_at(2)))
    guard.settle(1.0)
    hits = guard.search("sugars", limit=3, now=cutoff_at(2)).hits
    assert [hit.message_ids for hit in hits] == [("m000001",)]
    assert guard.capabilities == HonestMemory.capabilities
    guard.close()


def test_a_call_that_never_returns_is_given_up_and_the_memory_is_not_asked_again(stuck: BoundedMemory) -> None:
    guard = Guard(stuck)
    guard.ingest(Batch(messages=(MESSAGE,), now=cutoff_at(2)))
    with pytest.raises(BackendFailure, match=r"^search: did not return within 0\.05 s$"):
        guard.search("sugars", limit=3, now=cutoff_at(2))
    with pytest.raises(BackendFailure, match=r"^search: not asked: search did not return within 0\.05 s$"):
        guard.search("sugars", limit=3, now=cutoff_at(3))
    guard.close()


def test_every_call_comes_from_one_thread_and_not_the_callers() -> None:
    seen: set[int] = set()

    class Watching(HonestMemory):
        def __init__(self, setup: Setup) -> None:
            seen.add(threading.get_ident())
            super().__init__(setup)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            seen.add(threading.get_ident())
            return []

        def close(self) -> None:
            seen.add(threading.get_ident())

    memory = BoundedMemory(Watching, SETUP, 5.0)
    memory.search("x", limit=1, now=cutoff_at(1))
    memory.close()
    assert len(seen) == 1
    assert threading.get_ident() not in seen


@pytest.mark.parametrize("error", [ValueError("odd"), SystemExit(3), RunStopped("over"), TimeoutError("mine")])
def test_what_the_memory_raises_comes_through(error: BaseException) -> None:
    class Raising(HonestMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            raise error

    memory = BoundedMemory(Raising, SETUP, 5.0)
    with pytest.raises(type(error)) as caught:
        memory.search("x", limit=1, now=cutoff_at(1))
    assert caught.value is error
    memory.close()


def test_making_one_is_bounded_as_well() -> None:
    held = threading.Event()

    def slow(setup: Setup) -> MemoryBackend:
        held.wait(30)
        return HonestMemory(setup)

    with pytest.raises(BackendFailure, match="start: did not return"):
        BoundedMemory(slow, SETUP, 0.05)
    held.set()


def test_a_class_that_only_looks_like_a_memory_needs_none_of_the_newer_methods() -> None:
    class Plain:
        capabilities = Capabilities()

        def __init__(self, setup: Setup) -> None:
            return

        def ingest(self, batch: Batch) -> None:
            return

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

        def nothing(self, *given: object) -> None:
            return

        settle = context = tick = forget = close = nothing

    for memory in (Plain(SETUP), BoundedMemory(Plain, SETUP, 5.0)):  # type: ignore[arg-type]
        guard = Guard(memory)  # type: ignore[arg-type]
        guard.reset()
        assert guard.leftovers() == []
        assert guard.search("x", limit=1, now=cutoff_at(1)).hits == ()


def test_a_class_without_a_method_that_none_may_lack_is_told_so_at_the_start() -> None:
    class Missing(MemoryBackend):
        def ingest(self, batch: Batch) -> None:
            return

    class Bare:
        def __init__(self, setup: Setup) -> None:
            self.search = "none"

        def ingest(self, batch: Batch) -> None:
            return

    for kind in (Missing, Bare):
        with pytest.raises(BackendFailure, match=f"^start: {kind.__name__} has no search"):
            BoundedMemory(kind, SETUP, 5.0)  # type: ignore[arg-type]
    with pytest.raises(BackendFailure, match=r"^start: NoneType has no ingest, search, settle, "):
        BoundedMemory(lambda setup: None, SETUP, 5.0)  # type: ignore[arg-type, return-value]


def test_methods_that_an_instance_gives_itself_count() -> None:
    class Borrows:
        capabilities = Capabilities()

        def __init__(self, setup: Setup) -> None:
            other = HonestMemory(setup)
            self.ingest, self.search, self.close = other.ingest, other.search, other.close
            self.settle, self.context, self.tick, self.forget = other.settle, other.context, other.tick, other.forget

    BoundedMemory(Borrows, SETUP, 5.0).close()  # type: ignore[arg-type]


def test_what_is_raised_while_it_is_made_names_the_line_and_our_own_errors_stay_what_they_are() -> None:
    def wrong(setup: Setup) -> MemoryBackend:
        raise ValueError("odd")

    def refusing(setup: Setup) -> MemoryBackend:
        raise BadOption("no such option")

    line = wrong.__code__.co_firstlineno + 1
    with pytest.raises(BackendFailure, match=rf"^start: ValueError: odd \(test_memory_bounded\.py:{line}\)$"):
        BoundedMemory(wrong, SETUP, 5.0)
    with pytest.raises(BadOption, match=r"^no such option$"):
        BoundedMemory(refusing, SETUP, 5.0)
