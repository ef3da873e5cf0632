"""What the checks of a memory found: one line a check, and what it means for the exit code."""

import io
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from memory.backend import Capabilities
from replay.check_reasons import Reason, shared_reasons
from replay.exit_codes import ExitCode
from replay.memory_checks.counted import CallCost
from scoring.page import WIDTH
from scoring.plain_text import counted

Verdict = Literal["passed", "failed", "leak", "not applicable", "not judged", "skipped"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

_MARKS: Mapping[Verdict, str] = {
    "passed": "ok",
    "failed": "FAILED",
    "leak": "LEAK",
    "not applicable": "n/a",
    "not judged": "unseen",
    "skipped": "skipped",
}
_INDENT = " " * 10
_ALWAYS_TOLD = ("ingest", "search")
"""The calls whose times are always told; others where one of them took `SLOW_MS` or more."""
SLOW_MS = 100.0
_TOLD_ONCE: frozenset[Verdict] = frozenset({"failed", "leak", "not judged", "skipped"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """What one check found."""

    group: str
    name: str
    """For scripts: the check's function."""
    promise: str
    """What the memory was held to, in one line."""
    verdict: Verdict
    detail: str = ""
    """Why, in one line; may be empty for what passed."""
    seconds: float = 0.0
    """Real time."""
    claim: str = ""
    """Of what was not judged, the capability that the memory declares and that stays untested by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What all checks of one memory found."""

    memory: str
    results: tuple[CheckResult, ...]
    """In the order in which they were made; only one where the memory could not be made."""
    capabilities: Capabilities
    """What the memory says of itself; the defaults where it could not be made."""
    n_calls: int
    """How many calls the memory was sent."""
    seconds: float
    """Real time, all in all."""
    suffix: str = ""
    """What told this run of the suite from others; the same one tells a memory the same."""
    left_behind: tuple[str, ...] = ()
    """Namespaces that a memory which outlives a run keeps, since emptying them failed."""
    costs: tuple[CallCost, ...] = ()
    """What each kind of call took."""
    n_retries: int = 0
    """How many requests a served memory was sent again, since they had failed."""
    n_looked_for: int = 0
    """How often a message was looked for by its own words."""
    n_found: int = 0
    """How often it was found."""
    n_not_made: int = 0
    """How many checks were not begun, or not ended, since someone interrupted."""

    @property
    def exit_code(self) -> ExitCode:
        """130 if it was interrupted, 3 for a leak, 1 for anything else that failed, 0 otherwise.

        A declared capability that stays untested is 1, and so is a memory of which nothing was ever found.
        """
        if self.n_not_made:
            return ExitCode.INTERRUPTED
        counts = self.counts()
        if counts["leak"]:
            return ExitCode.LEAK
        is_met = not (counts["failed"] or self.untested or self.finds_nothing)
        return ExitCode.OK if is_met else ExitCode.NOT_MET

    @property
    def finds_nothing(self) -> bool:
        """Whether messages were looked for and none was ever found, so that nothing could be judged."""
        return self.n_looked_for > 0 and not self.n_found

    @property
    def untested(self) -> tuple[str, ...]:
        """The capabilities that the memory declares and that could not be judged, in the order of the checks."""
        return tuple(dict.fromkeys(result.claim for result in self.results if result.claim))

    def counts(self) -> dict[Verdict, int]:
        """How many checks ended each way; every verdict is a key."""
        return {verdict: sum(result.verdict == verdict for result in self.results) for verdict in VERDICTS}

    def result(self, name: str) -> CheckResult:
        """What the check called `name` found.

        Raises:
            KeyError: it was not made.
        """
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(name)

    def reasons(self) -> tuple[Reason, ...]:
        """What two checks or more did not pass, or were skipped, for."""
        return shared_reasons((r.verdict, r.name, r.detail) for r in self.results if r.verdict in _TOLD_ONCE)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "memory": self.memory,
            "capabilities": asdict(self.capabilities),
            "exit_code": int(self.exit_code),
            "counts": self.counts(),
            "suffix": self.suffix,
            "calls": self.n_calls,
            "looked_for": self.n_looked_for,
            "found": self.n_found,
            "untested": list(self.untested),
            "seconds": round(self.seconds, 3),
            "left_behind": list(self.left_behind),
            "not_made": self.n_not_made,
            "retries": self.n_retries,
            "costs": [
                {**asdict(cost), "median_ms": round(cost.median_ms, 3), "slowest_ms": round(cost.slowest_ms, 3)}
                for cost in self.costs
            ],
            "reasons": [{"detail": reason.detail, "checks": list(reason.names)} for reason in self.reasons()],
            "checks": [{**asdict(result), "seconds": round(result.seconds, 3)} for result in self.results],
        }

    def render(self) -> str:
        """The report for people: groups, one line a check, and below it why where there is something to say.

        A reason that several checks share stands once, below all of them, with their names; where it is one for which
        they were skipped, there alone.
        """
        reasons = self.reasons()
        number_of = {name: reason.number for reason in reasons for name in reason.names}
        out = io.StringIO()
        out.write(f"check-memory {self.memory}\n")
        group = ""
        for result in self.results:
            number = number_of.get(result.name)
            if number and result.verdict == "skipped":
                continue
            if result.group != group:
                group = result.group
                out.write(f"\n{group}\n")
            mark = _MARKS[result.verdict]
            out.write(_hung(f"{result.promise}{f' [{number}]' if number else ''}", f"  {mark:<7} "))
            if number is None:
                out.write(_wrapped(result.detail))
        for reason in reasons:
            out.write(_shared(reason))
        out.write("\n")
        if self.left_behind:
            left = counted(len(self.left_behind), "namespace")
            out.write(f"{left} could not be emptied: {', '.join(self.left_behind[:3])}\n")
        out.write("".join(_cost_lines(self.costs)))
        if self.n_retries:
            again = counted(self.n_retries, "request was", "requests were")
            out.write(f"{again} sent again after a failure, as a run does without a word\n")
        counts = [f"{count} {verdict}" for verdict, count in self.counts().items() if count]
        suffix = f", suffix {self.suffix}" if self.suffix else ""
        out.write(f"{', '.join(counts)}; {counted(self.n_calls, 'call')} in {self.seconds:.1f} s{suffix}\n")
        out.write(f"{self._verdict()}\n")
        return out.getvalue()

    def _verdict(self) -> str:
        n_open = self.counts()["not judged"]
        match self.exit_code:
            case ExitCode.LEAK:
                return "LEAK: it shows what it must not know"
            case ExitCode.OK if n_open:
                promises = counted(n_open, "promise", "promises")
                return f"it keeps what could be judged; {promises} could not be, for want of anything found"
            case ExitCode.OK:
                return "it keeps the contract"
            case ExitCode.INTERRUPTED:
                n_checks = counted(self.n_not_made, "check was", "checks were")
                return f"interrupted: {n_checks} not made; nothing is kept, and the same command begins anew"
            case _ if self.finds_nothing:
                n_times = counted(self.n_looked_for, "look", "looks")
                return f"not met: nothing could be judged, for in {n_times} no message was found again"
            case _ if not self.counts()["failed"]:
                return f"not met: it declares {', '.join(self.untested)}, and nothing could be judged of that"
            case _:
                return "not met: it breaks the contract"


def _cost_lines(costs: Sequence[CallCost]) -> list[str]:
    """A line for each kind of call that is made most, or was slow."""
    return [
        f"{cost.call}: {counted(cost.n_calls, 'call')}, median {_ms(cost.median_ms)}, "
        f"slowest {_ms(cost.slowest_ms)} (in {cost.slowest_in})\n"
        for cost in costs
        if cost.call in _ALWAYS_TOLD or cost.slowest_ms >= SLOW_MS
    ]


def _ms(value: float) -> str:
    return f"{value:.1f} ms" if value < 1000 else f"{value / 1000:.1f} s"


def _shared(reason: Reason) -> str:
    """A reason that several checks have in common, and which these are."""
    same = "the same" if reason.is_word_for_word else "the same but for words and numbers"
    was = "skipped, " if reason.verdict == "skipped" else ""
    lead = f"[{reason.number}] "
    told = _hung(f"{was}{same} in {len(reason.names)} checks: {_plain(reason.detail)}", lead)
    return f"\n{told}" + _hung(", ".join(reason.names), " " * len(lead))


def _hung(text: str, lead: str) -> str:
    """A text behind `lead`, and further lines of it below its own beginning."""
    lines = textwrap.wrap(text, WIDTH - len(lead), break_on_hyphens=False) or [""]
    return "".join(f"{lead if n == 0 else ' ' * len(lead)}{line}\n" for n, line in enumerate(lines))


def _wrapped(detail: str) -> str:
    """A detail on lines of its own, indented; none for the empty one."""
    return _hung(_plain(detail), _INDENT) if detail else ""


def _plain(detail: str) -> str:
    return "".join(char if char.isprintable() else " " for char in detail)
