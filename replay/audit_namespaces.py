"""Where the replays of an audit left something: a memory that outlives the audit is emptied behind each query.

The rule: only what this audit had made is emptied, and nothing is where a call failed before.
"""

from collections.abc import Callable
from functools import partial

from memory.backend import BackendFactory, MemoryBackend, Setup


def emptied(make: Callable[[], MemoryBackend]) -> bool:
    """Whether the namespace of the memory that `make` makes was emptied; false where the memory raised.

    What was made is closed in any case.
    """
    try:
        memory = make()
        try:
            memory.reset()
        finally:
            memory.close()
    except Exception:  # noqa: BLE001 - whatever a backend raises; told at the end
        return False
    return True


class AuditNamespaces:
    """Makes memories, and remembers those that would outlive the audit."""

    def __init__(self, factory: BackendFactory) -> None:
        """Make nothing yet."""
        self._factory = factory
        self._outliving: list[Setup] = []

    def make(self, setup: Setup) -> MemoryBackend:
        """What the factory makes of `setup`; raises as it does."""
        memory = self._factory(setup)
        if memory.capabilities.served or memory.capabilities.survives_restart:
            self._outliving.append(setup)
        return memory

    def empty(self, *, may_call: bool) -> int:
        """Empty what was made since the last time; returns how many namespaces are left as they were.

        With `may_call` false all are.
        """
        outliving, self._outliving = self._outliving, []
        return sum(not (may_call and emptied(partial(self._factory, setup))) for setup in outliving)
