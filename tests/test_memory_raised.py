"""An exception inside a memory is told with the line of its author's file, and only there."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.backend import Setup
from memory.bounded import BoundedMemory
from memory.embedded.fulltext import FulltextMemory
from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Batch
from memory.position import cutoff_at
from memory.raised import raised_as
from memory.registry import find_backend

SETUP = Setup(namespace="n")
NOW = cutoff_at(1)
MINE = """\
import json
from contextlib import ContextDecorator
from deep_store import fail
from memory.backend import MemoryBackend

class Quiet(ContextDecorator):
    def __enter__(self): return self
    def __exit__(self, *_): return False

class Mine(MemoryBackend):

    def __init__(self, setup): pass
    def ingest(self, batch):
        self.keep()
    def keep(self):
        fail()
    def search(self, query, *, limit, now):
        return json.loads("{")
    @Quiet()
    def context(self, now):
        raise KeyError("gone")
    tick = abs
"""


@pytest.fixture(params=["in the caller's thread", "in its own thread"])
def guard(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guard]:
    """A guard over a memory in `my_memory.py`, which works with another file of its author's."""
    (tmp_path / "my_memory.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "deep_store.py").write_text(
        "def fail():\n    raise AttributeError('no such thing')\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    made = find_backend("my_memory:Mine")
    yield Guard(made(SETUP) if request.param.startswith("in the caller") else BoundedMemory(made, SETUP, 5.0))
    for name in ("my_memory", "deep_store"):
        sys.modules.pop(name)


def test_the_last_line_of_the_memorys_own_file_is_named_not_that_of_what_it_calls(guard: Guard) -> None:
    with pytest.raises(BackendFailure, match=r"^ingest: AttributeError: no such thing \(my_memory\.py:16\)$"):
        guard.ingest(Batch(messages=(), now=NOW))


def test_a_library_that_it_calls_is_not_its_own_file(guard: Guard) -> None:
    with pytest.raises(BackendFailure, match=r"^search: JSONDecodeError: .* \(my_memory\.py:18\)$"):
        guard.search("x", limit=1, now=NOW)


def test_a_library_that_calls_it_is_not_its_own_file_either(guard: Guard) -> None:
    with pytest.raises(BackendFailure, match=r"^context: KeyError: 'gone' \(my_memory\.py:21\)$"):
        guard.context(NOW)


def test_a_call_that_does_not_get_into_the_memory_has_no_line(guard: Guard) -> None:
    with pytest.raises(BackendFailure, match=r"^tick: TypeError: bad operand type for abs\(\): 'Position'$"):
        guard.tick(NOW)


def test_a_memory_of_our_own_says_it_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = FulltextMemory(SETUP)
    monkeypatch.delattr(memory, "_setup", raising=False)
    with pytest.raises(BackendFailure) as caught:
        Guard(memory).search(None, limit=1, now=NOW)  # type: ignore[arg-type]
    assert caught.value.stage == "search"
    assert ".py" not in caught.value.message


def test_an_exception_that_was_never_raised_has_no_line() -> None:
    assert raised_as(ValueError("odd")) == "ValueError: odd"
