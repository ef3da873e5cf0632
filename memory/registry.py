"""From a name to a memory: built in, an outside system's adapter, a package's entry point, `module:Class` or a URL.

A new embedded memory is one file in `memory/embedded` and one line in `BUILT_IN`; an adapter is one file in
`memory/adapters` and one row of its table.
"""

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import PurePath
from types import ModuleType
from typing import Any

from memory.adapters.adapter import Adapter
from memory.adapters.http import http_memory
from memory.adapters.table import ADAPTERS
from memory.backend import BackendFactory
from memory.embedded.category import CategoryMemory
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
from memory.errors import MissingExtra, UnknownBackend
from memory.near_names import unknown_name
from memory.raised import is_failure, told

GROUP = "pastlane.memory"
"""The entry point group of installed packages."""
MOST_CLASSES = 20
"""So many classes of a module are listed at most, where one is not there."""
_ADDRESS = re.compile(r"(?:[\w.-]+|\[[\da-fA-F:.]+\]):\d+(?:/[\w./~-]*)?")
"""A host and a port: no class is called by a number."""

_OURS = frozenset(("replay", "scoring", "memory", "vehicle", "fixtures"))
"""The packages of this distribution, which are found before a user's modules of these names."""

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
    "category": CategoryMemory,
}


def backend_names() -> list[str]:
    """Every name that `find_backend` knows: built-in ones, adapters, then the installed packages' in order of name."""
    ours = [*BUILT_IN, *ADAPTERS]
    return [*ours, *sorted({point.name for point in entry_points(group=GROUP)} - set(ours))]


def find_backend(name: str) -> BackendFactory:
    """The factory of the memory called `name`.

    Raises:
        UnknownBackend: nothing is called so, or `module:Class` cannot be imported; the known names are listed.
        MissingExtra: it is an adapter, and the packages of its system are not installed.
        BadOption: it is a URL that cannot be used.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    if name in ADAPTERS:
        return _adapter(name, ADAPTERS[name])
    if is_url(name):
        return http_memory(name)
    if _ADDRESS.fullmatch(name):
        raise UnknownBackend(f"no memory is called {name!r}: http:// is missing? (http://{name})")
    if ":" in name:
        return import_callable(name)
    for point in entry_points(group=GROUP, name=name):
        return import_callable(point.value)
    and_more = ", package.module:Class, or http://HOST:PORT"
    raise UnknownBackend(unknown_name("no memory is called", name, backend_names(), and_more, meant=_perhaps(name)))


def _perhaps(name: str) -> str:
    """`my_module:Class` where the name is that of a module which can be found, or of a class in one; else nothing.

    Nothing is imported for that: of a dotted name, the first part is looked for, and the last one goes by its capital.
    """
    name = _module_of_file(name) or name
    *module, last = name.split(".")
    top = module[0] if module else last
    if not name.replace(".", "_").isidentifier() or top in sys.stdlib_module_names:
        return ""
    try:
        found = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return ""
    if found is None:
        return ""
    return f"{'.'.join(module)}:{last}" if module and last[:1].isupper() else f"{name}:Class"


def _module_of_file(name: str) -> str:
    """The module that a Python file such as `bm.py` or `my_package/bm.py` is; nothing where no such file is named."""
    path = PurePath(name)
    parts = path.with_suffix("").parts if path.suffix == ".py" else ()
    return ".".join(parts) if all(part.isidentifier() for part in parts) else ""


def is_url(name: str) -> bool:
    """Whether a memory is named by its address."""
    return name.lower().startswith(("http://", "https://"))


def missing_packages(packages: Iterable[str]) -> list[str]:
    """Those of these packages that are not installed."""
    return [package for package in packages if importlib.util.find_spec(package) is None]


def _adapter(name: str, adapter: Adapter) -> BackendFactory:
    missing = missing_packages(adapter.packages)
    if missing:
        raise MissingExtra(name, adapter.extra, f"{', '.join(missing)} cannot be imported")
    return import_callable(adapter.target)


def import_callable(name: str) -> Callable[..., Any]:
    """The class or function that `package.module:Class` names.

    Raises:
        UnknownBackend: it cannot be imported or is nothing that can be called.
    """
    module_name, _, attribute = name.partition(":")
    module_meant = _module_of_file(module_name)
    if module_meant:
        meant = f"{module_meant}:{attribute}?{_hidden(module_meant)}"
        raise UnknownBackend(f"{module_name!r} is a file, not a module; did you mean {meant}")
    try:
        module = importlib.import_module(module_name)
    except BaseException as exc:  # importing runs code that is not ours
        if not is_failure(exc):
            raise
        raise UnknownBackend(f"cannot import {module_name!r} for {name!r}: {told(exc)}{_hidden(module_name)}") from exc
    try:
        return _callable(getattr(module, attribute), name)
    except AttributeError as exc:
        unknown = unknown_name(f"{module_name!r} has no", attribute, _classes_of(module))
        raise UnknownBackend(f"{unknown}{_hidden(module_name)}") from exc


def _hidden(module_name: str) -> str:
    """That a package of ours hides the user's module, where one does; else nothing."""
    top = module_name.partition(".")[0]
    return f" ({top!r} is a package of Pastlane; a module of yours needs another name)" if top in _OURS else ""


def _classes_of(module: ModuleType) -> list[str]:
    """The public classes that a module defines, in order of name; at most `MOST_CLASSES`."""
    there = vars(module).items()
    own = (name for name, one in there if inspect.isclass(one) and one.__module__ == module.__name__)
    return sorted(name for name in own if not name.startswith("_"))[:MOST_CLASSES]


def _callable(found: object, name: str) -> Callable[..., Any]:
    if not callable(found):
        raise UnknownBackend(f"{name!r} is {type(found).__name__}, not a class or function")
    return found
