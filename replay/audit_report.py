"""What the audits of all queries mean together: the verdict, and the report for people and for scripts."""

import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from replay.audit import ProblemKind, QueryAudit
from replay.exit_codes import ExitCode
from scoring.plain_text import counted

LEAKS: frozenset[ProblemKind] = frozenset({"violation", "canary", "future_text", "differs"})
"""The kinds that are leaks; the others are checks not met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """What the audit of a backend found.

    A record that differs with the future proves nothing where equal replays differ, too, in whichever query: then it is
    a check not met, and only what was planted, said or stamped after the cutoff is a leak.
    """

    memory: str
    agent: str
    queries: tuple[QueryAudit, ...]
    """By scenario, then by time."""

    @property
    def exit_code(self) -> ExitCode:
        """3 for a leak, 1 for any other check that was not met or where nothing was ever shown, 0 otherwise."""
        if any(map(self.leaks, self.queries)):
            return ExitCode.LEAK
        is_met = not self.shows_nothing and not any(query.problems for query in self.queries)
        return ExitCode.OK if is_met else ExitCode.NOT_MET

    @property
    def is_steady(self) -> bool:
        """Whether equal replays never differed."""
        return not any(query.has("not_deterministic") for query in self.queries)

    @property
    def shows_nothing(self) -> bool:
        """Whether no replay of any query was shown anything, so that nothing was judged; false without queries."""
        return bool(self.queries) and not any(query.shows for query in self.queries)

    def leaks(self, query: QueryAudit) -> bool:
        """Whether a query leaks, as far as this memory can be judged."""
        return any(map(query.has, LEAKS if self.is_steady else LEAKS - {"differs"}))

    def first(self, leaks: bool) -> QueryAudit | None:
        """The first query that leaks, or the first with any problem."""
        return next((query for query in self.queries if (self.leaks(query) if leaks else query.problems)), None)

    def counts(self) -> dict[ProblemKind, int]:
        """How many queries have each kind of problem; failures first, then by name."""
        counts = Counter(kind for query in self.queries for kind in dict.fromkeys(p.kind for p in query.problems))
        return dict(sorted(counts.items(), key=lambda row: (row[0] != "failure", row[0])))

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        first = self.first(leaks=self.exit_code is ExitCode.LEAK)
        return {
            "memory": self.memory,
            "agent": self.agent,
            "queries": len(self.queries),
            "leaks": sum(map(self.leaks, self.queries)),
            "problems": self.counts(),
            "canaries": self._canaries(),
            "shows_nothing": self.shows_nothing,
            "namespaces_left": self._n_left(),
            "first": None if first is None else first.query_id,
            "audits": [asdict(query) for query in self.queries if query.problems],
        }

    def render(self) -> str:
        """The report for people."""
        out = io.StringIO()
        n_queries = counted(len(self.queries), "query", "queries")
        out.write(f"audit of {self.memory} with {self.agent}: {n_queries}, each replayed four times\n")
        canaries = ", ".join(f"{count} {name}" for name, count in self._canaries().items())
        out.write(f"canaries planted before the cutoff: {canaries or 'none'}\n")
        for kind, count in self.counts().items():
            means = "" if self.is_steady or kind != "differs" else ", which proves nothing while equal replays differ"
            out.write(f"{kind.replace('_', ' ')}: {counted(count, 'query', 'queries')}{means}\n")
        if n_left := self._n_left():
            out.write(f"{counted(n_left, 'namespace')} of the memory could not be emptied\n")
        out.write("".join(f"{line}\n" for line in self._verdict()))
        return out.getvalue()

    def _verdict(self) -> Iterable[str]:
        first = self.first(leaks=self.exit_code is ExitCode.LEAK)
        if first is not None:
            verdict = "LEAK" if self.exit_code is ExitCode.LEAK else "not met"
            yield f"{verdict}: first at {first.query_id}"
            yield from (f"  {problem.kind.replace('_', ' ')}: {problem.detail}" for problem in first.problems)
        elif self.shows_nothing:
            yield "not met: nothing could be judged, for the memory showed nothing"
        else:
            yield "no difference: what comes after a cutoff changes nothing"
            if self.queries and not self._canaries().get("found"):
                yield "(no canary was found, so that nothing shows whether one of the future would have been)"

    def _canaries(self) -> dict[str, int]:
        return dict(sorted(Counter(query.canary for query in self.queries).items()))

    def _n_left(self) -> int:
        return sum(query.n_left for query in self.queries)
