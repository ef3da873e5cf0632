"""The table of all checks, by group, in the order in which they are made."""

import inspect
from collections.abc import Callable, Mapping

from replay.memory_checks import answers, feeding, forgetting, future, isolation, lifetime, processes, texts
from replay.memory_checks.bench import Bench

Check = Callable[[Bench], str]
"""Returns a note, or the empty text, where the promise is kept; raises `CheckEnded`, or whatever the memory raised."""

GROUPS: Mapping[str, tuple[Check, ...]] = {
    "what it answers": (*answers.CHECKS, *processes.CHECKS),
    "the cutoff": future.CHECKS,
    "isolation": isolation.CHECKS,
    "feeding": feeding.CHECKS,
    "texts": texts.CHECKS,
    "forgetting": forgetting.CHECKS,
    "lifetime": lifetime.CHECKS,
}
"""A new check is a function in one of these modules and its name in the module's `CHECKS`."""


def n_checks() -> int:
    """How many results a full report has: one for each check, and one for whether the memory can be made."""
    return 1 + sum(map(len, GROUPS.values()))


def name_of(check: Check) -> str:
    """The check's name, for scripts."""
    return check.__name__


def promise_of(check: Check) -> str:
    """What the check holds the memory to, in one line: the first of its docstring."""
    return (inspect.getdoc(check) or name_of(check)).splitlines()[0]
