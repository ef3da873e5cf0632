"""What `pastlane backends` prints: every memory by name, what it can do, and what it still needs here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from memory.adapters.table import ADAPTERS
from memory.backend import BackendFactory, Capabilities
from memory.embedded.embedder import NEEDED_PACKAGES
from memory.near_names import unknown_name
from memory.registry import BUILT_IN, GROUP, missing_packages
from replay.errors import InputError
from replay.model_use import may_use_model, needs_model
from scoring.render_backends import render_backends


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendRow:
    """One memory as the table shows it."""

    name: str
    capabilities: Capabilities | None
    """None for a package's own memory: only importing it would tell."""
    tried: str
    """How our own tests try it: `run` (itself), `imitated` (its client against an imitation), `read`; or `own`."""
    needs: str
    """What is missing here before it can be used; empty when nothing is."""
    note: str = ""
    options: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data; capabilities by name, null where they are not known."""
        known = self.capabilities
        able = None if known is None else {name: getattr(known, name) for name in Capabilities.__dataclass_fields__}
        return {
            "name": self.name,
            "capabilities": able,
            "tried": self.tried,
            "ready": not self.needs,
            "needs": self.needs,
            "note": self.note,
            "options": list(self.options),
        }


def list_backends() -> list[BackendRow]:
    """Built-in memories, adapters, then installed packages' own, each in the order in which they are known."""
    built_in = [_built_in(name, factory) for name, factory in BUILT_IN.items()]
    adapters = [
        BackendRow(
            name=name,
            capabilities=adapter.capabilities,
            tried=adapter.tried,
            needs=_extra(adapter.extra) if missing_packages(adapter.packages) else "",
            note=adapter.note,
            options=adapter.options,
        )
        for name, adapter in ADAPTERS.items()
    ]
    taken = {*BUILT_IN, *ADAPTERS}
    outside = sorted({point.name for point in entry_points(group=GROUP)} - taken)
    return [
        *built_in,
        *adapters,
        *(
            BackendRow(name=name, capabilities=None, tried="own", needs="", note="an installed package's")
            for name in outside
        ),
    ]


def show_backends(rows: Iterable[BackendRow]) -> str:
    """The table for people, with what is missing below it."""
    return render_backends([row.to_dict() for row in rows])


def one_backend(name: str) -> BackendRow:
    """The memory of that name.

    Raises:
        InputError: there is none; the known ones are listed.
    """
    rows = {row.name: row for row in list_backends()}
    if name not in rows:
        raise InputError(unknown_name("no memory is called", name, rows))
    return rows[name]


def _built_in(name: str, factory: BackendFactory) -> BackendRow:
    needs, note = "", ""
    if name in _EXTRAS and missing_packages(NEEDED_PACKAGES):
        needs = _extra(_EXTRAS[name])
    if needs_model(name, ""):
        note = "written by a model: give --model and --base-url"
    elif may_use_model(name, ""):
        note = "with a model its method as published; without one it goes by cue words in English"
    capabilities = getattr(factory, "capabilities", Capabilities())
    return BackendRow(name=name, capabilities=capabilities, tried="run", needs=needs, note=note)


def _extra(extra: str) -> str:
    return f"pip install '.[{extra}]' in the checkout" if extra else "cannot be installed from a package index"


_EXTRAS: Mapping[str, str] = {"semantic": "semantic", "hybrid": "semantic"}
"""The built-in memories that need more than the plain installation."""
