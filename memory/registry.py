"""From a name to a memory: built in, an installed package's entry point, or `package.module:Class`.

A new embedded memory is one file in `memory/embedded` and one line in `BUILT_IN`.
"""

import importlib
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any

from memory.backend import BackendFactory
from memory.embedded.full import FullMemory
from memory.embedded.fulltext import FulltextMemory
from memory.embedded.gold import GoldMemory
from memory.embedded.hybrid import HybridMemory
from memory.embedded.keyvalue import KeyValueMemory
from memory.embedded.ledger import LedgerMemory
from memory.embedded.none import NoMemory
from memory.embedded.recent import RecentMemory
from memory.embedded.semantic import SemanticMemory
from memory.embedded.summary import SummaryMemory
from memory.errors import UnknownBackend

GROUP = "pastlane.memory"
"""The entry point group of installed packages."""

BUILT_IN: Mapping[str, BackendFactory] = {
    "none": NoMemory,
    "gold": GoldMemory,
    "recent": RecentMemory,
    "fulltext": FulltextMemory,
    "ledger": LedgerMemory,
    "semantic": SemanticMemory,
    "hybrid": HybridMemory,
    "full": FullMemory,
    "summary": SummaryMemory,
    "keyvalue": KeyValueMemory,
}


def backend_names() -> list[str]:
    """Every name that `find_backend` knows, built-in ones first, then the installed packages' in order of name."""
    return [*BUILT_IN, *sorted({point.name for point in entry_points(group=GROUP)} - BUILT_IN.keys())]


def find_backend(name: str) -> BackendFactory:
    """The factory of the memory called `name`.

    Raises:
        UnknownBackend: nothing is called so, or `module:Class` cannot be imported; the known names are listed.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    if ":" in name:
        return import_callable(name)
    for point in entry_points(group=GROUP, name=name):
        return import_callable(point.value)
    raise UnknownBackend(f"no memory is called {name!r}; known: {', '.join(backend_names())}, or package.module:Class")


def import_callable(name: str) -> Callable[..., Any]:
    """The class or function that `package.module:Class` names.

    Raises:
        UnknownBackend: it cannot be imported or is nothing that can be called.
    """
    module_name, _, attribute = name.partition(":")
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as exc:  # importing runs code that is not ours
        raise UnknownBackend(f"cannot import {module_name!r} for {name!r}: {type(exc).__name__}: {exc}") from exc
    try:
        return _callable(getattr(module, attribute), name)
    except AttributeError as exc:
        raise UnknownBackend(f"{module_name!r} has no {attribute!r}") from exc


def _callable(found: object, name: str) -> Callable[..., Any]:
    if not callable(found):
        raise UnknownBackend(f"{name!r} is {type(found).__name__}, not a class or function")
    return found
