"""What a system inside this process takes for now and for chance, while it works for a replay.

The rule: neither the machine's clock nor a random number reaches a prompt or a record. Systems read both through names
in their own modules, which an adapter replaces by functions that ask here: for the simulated now, and for ids that
follow from it and from their order, so that equal runs have equal ones. Where no replay is under way in this thread,
nobody is answered, and the replaced names do what they always did. A name that is not where it was is a Failure at
the start: another version of the system may read another clock.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import ModuleType
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from memory.errors import BackendFailure
from memory.position import Position


@dataclass(slots=True, kw_only=True)
class Work:
    """One call to a system."""

    now: Position
    """The simulated now."""
    about: str = ""
    """What tells calls of one instant apart."""
    n_ids: int = 0
    """How many ids were given so far."""

    def next_id(self) -> UUID:
        """An id that no other call is given, unless it is an equal one of another run."""
        self.n_ids += 1
        return uuid5(NAMESPACE_URL, f"pastlane:{self.now.at_us}:{self.now.seq}:{self.about}:{self.n_ids}")


_WORK: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def at_work(now: Position, about: str = "") -> Iterator[None]:
    """Let what a system does meanwhile happen at `now`; tasks and threads with a copied context included."""
    token = _WORK.set(Work(now=now, about=about))
    try:
        yield
    finally:
        _WORK.reset(token)


def current_work() -> Work | None:
    """The call that is under way in this thread; None outside of a replay."""
    return _WORK.get()


def known_name(module: ModuleType, name: str) -> Any:
    """What a system's module calls `name`, which is going to be replaced.

    Raises:
        BackendFailure: it has no such name.
    """
    try:
        return vars(module)[name]
    except KeyError as exc:
        reason = "what this version takes for now or for chance cannot be replaced"
        raise BackendFailure("start", f"{module.__name__} has no {name!r}: {reason}") from exc
