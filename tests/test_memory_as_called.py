"""What is no memory, or cannot be called as one, is told when it is made, in the contract's words."""

from functools import partial
from typing import Any

import pytest

from fixtures.doubles import HonestMemory
from memory.as_called import made_of
from memory.backend import Capabilities, MemoryBackend, Setup
from memory.errors import BackendFailure
from memory.messages import Batch, Hit
from memory.position import Position
from memory.registry import BUILT_IN

SETUP = Setup(namespace="n")
REMEDY = "; subclass memory.backend.MemoryBackend, which has defaults for all but ingest and search"


def why(factory: Any) -> str:
    with pytest.raises(BackendFailure) as refused:
        made_of(factory, SETUP)
    return str(refused.value)


def test_a_memory_is_handed_on_as_it_was_made() -> None:
    memory = HonestMemory(SETUP)
    assert made_of(lambda setup: memory, SETUP) is memory


@pytest.mark.parametrize("name", ["none", "gold", "recent", "fulltext", "ledger", "full", "category"])
def test_built_in_memories_can_be_called(name: str) -> None:
    made_of(BUILT_IN[name], SETUP).close()


def test_a_class_of_its_own_that_lacks_what_the_base_brings_is_told_of_the_base() -> None:
    class Plain:
        def __init__(self, setup: Setup) -> None:
            return

        def ingest(self, batch: Batch) -> None:
            return

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return []

    assert why(Plain) == f"start: Plain has no settle, context, tick, forget, close, capabilities{REMEDY}"


def test_a_class_of_its_own_that_has_all_needs_no_base() -> None:
    class Whole:
        capabilities = Capabilities()

        def __init__(self, setup: Setup) -> None:
            return

        def anything(self, *given: object, **named: object) -> None:
            return

        ingest = search = settle = context = tick = forget = close = anything

    made_of(Whole, SETUP)  # type: ignore[arg-type]


def test_what_the_base_only_names_is_missing() -> None:
    class Half(MemoryBackend):
        def ingest(self, batch: Batch) -> None:
            return

    assert why(Half) == "start: Half has no search"
    assert why(lambda setup: None).startswith("start: NoneType has no ingest, search, settle, ")


def test_a_search_with_other_arguments_is_told_how_it_is_called() -> None:
    class Positional(HonestMemory):
        def search(self, query: str, limit: int = 5) -> list[Hit]:  # type: ignore[override]
            return []

    assert why(Positional) == (
        "start: Positional is asked by search(query, *, limit, now), and search takes (query, limit=5)"
    )


@pytest.mark.parametrize("method", ["ingest", "settle", "context", "tick", "forget", "close"])
def test_every_method_must_take_what_it_is_given(method: str) -> None:
    def takes(self: object, one: int, two: int, three: int) -> None:
        return

    assert f"and {method} takes (one, two, three)" in why(type("Odd", (HonestMemory,), {method: takes}))


def test_a_class_that_takes_no_setup_is_told_that_it_gets_one() -> None:
    class Bare(HonestMemory):
        def __init__(self) -> None:
            return

    assert why(Bare) == "start: Bare is made as Bare(setup), and takes ()"
    assert why(partial(HonestMemory, SETUP)).startswith("start: partial is made as partial(setup), and takes ")


def test_what_a_memory_raises_when_it_is_made_is_its_own() -> None:
    def raises(setup: Setup) -> MemoryBackend:
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        made_of(raises, SETUP)
