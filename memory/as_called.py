"""Whether a class is a memory that can be called as one: told when it is made, in the contract's words.

The rule: what is missing, or takes other arguments than a memory is given, is a fault of its own and no Python error in
the middle of a replay.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import TypeVar

from memory.backend import BackendFactory, MemoryBackend, Setup
from memory.errors import BackendFailure

M = TypeVar("M", bound=MemoryBackend)

_CALLS: Mapping[str, str] = {
    "ingest": "ingest(batch)",
    "search": "search(query, *, limit, now)",
    "settle": "settle(timeout_s)",
    "context": "context(now)",
    "tick": "tick(now)",
    "forget": "forget(request, now)",
    "close": "close()",
}
"""The methods that a replay calls of any memory, and how; those without a default come first."""
_ARGUMENTS: Mapping[str, tuple[tuple[None, ...], dict[str, None]]] = {
    "ingest": ((None,), {}),
    "search": ((None,), {"limit": None, "now": None}),
    "settle": ((None,), {}),
    "context": ((None,), {}),
    "tick": ((None,), {}),
    "forget": ((None, None), {}),
    "close": ((), {}),
}
_REMEDY = "; subclass memory.backend.MemoryBackend, which has defaults for all but ingest and search"


def made_of(factory: BackendFactory, setup: Setup) -> MemoryBackend:
    """What the factory makes, where it is a memory with all methods that a replay calls, as it calls them.

    Raises:
        BackendFailure: the factory does not take a setup, or what it makes is no such memory.
        Exception: whatever the factory raised.
    """
    if _refuses(factory, (setup,), {}):
        name = getattr(factory, "__name__", type(factory).__name__)
        raise BackendFailure("start", f"{name} is made as {name}(setup), and takes {_taken(factory)}")
    return _as_called(factory(setup))


def _as_called(memory: M) -> M:
    name = type(memory).__name__
    missing = [method for method in _CALLS if not _has(memory, method)]
    if not hasattr(memory, "capabilities"):
        missing.append("capabilities")
    if missing:
        remedy = "" if MemoryBackend in type(memory).__mro__ else _REMEDY
        raise BackendFailure("start", f"{name} has no {', '.join(missing)}{remedy}")
    for method, call in _CALLS.items():
        found = getattr(memory, method)
        if _refuses(found, *_ARGUMENTS[method]):
            raise BackendFailure("start", f"{name} is asked by {call}, and {method} takes {_taken(found)}")
    return memory


def _has(memory: MemoryBackend, name: str) -> bool:
    """Whether a method is there, and not only named by the protocol."""
    method = getattr(memory, name, None)
    is_named_only = name in ("ingest", "search") and getattr(method, "__func__", None) is getattr(MemoryBackend, name)
    return callable(method) and not is_named_only


def _refuses(function: Callable[..., object], given: tuple[object, ...], named: Mapping[str, object]) -> bool:
    """Whether a call with these arguments cannot begin; false where nobody knows beforehand."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # what is written in C may have none
        return False
    try:
        signature.bind(*given, **named)
    except TypeError:
        return True
    return False


def _taken(function: Callable[..., object]) -> str:
    """`(query, limit=5)`: what a function takes, without its types."""
    signature = inspect.signature(function)
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
