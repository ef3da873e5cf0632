"""The leaks of a run in one line: whoever rewords by design breaks the rule at every hit, and reads it once."""

from collections import Counter

from memory.provenance import ViolationKind
from scoring.plain_text import counted
from scoring.records import Turn


class LeakTally:
    """Counts the hits that were withheld, by kind."""

    def __init__(self, memory: str) -> None:
        """Nothing withheld of `memory` yet."""
        self._memory = memory
        self._kinds: Counter[ViolationKind] = Counter()
        self._n_queries = 0
        self._first = ""

    def add(self, turn: Turn) -> None:
        """Count what was withheld in a Turn."""
        if not turn.violations:
            return
        self._kinds.update(violation.kind for violation in turn.violations)
        self._n_queries += 1
        self._first = self._first or f"{turn.entry_id}: {turn.violations[0].detail}"

    @property
    def line(self) -> str:
        """How many hits were withheld, of which kinds, and the first that was heard of; empty where none was.

        What is said of the first holds what its memory may declare, where that would make it none.
        """
        if not self._kinds:
            return ""
        hits = counted(self._kinds.total(), "hit was", "hits were")
        queries = counted(self._n_queries, "query", "queries")
        kinds = ", ".join(f"{kind} {n}" for kind, n in self._kinds.most_common())
        return f"leaks of {self._memory}: {hits} withheld in {queries} ({kinds}); first at {self._first}"
