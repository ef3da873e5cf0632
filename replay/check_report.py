"""What the checks of a memory found: one line a check, and what it means for the exit code."""

import io
import textwrap
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from memory.backend import Capabilities
from replay.exit_codes import ExitCode
from scoring.plain_text import counted

Verdict = Literal["passed", "failed", "leak", "not applicable", "skipped"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

WIDTH = 80
_MARKS: Mapping[Verdict, str] = {
    "passed": "ok",
    "failed": "FAILED",
    "leak": "LEAK",
    "not applicable": "n/a",
    "skipped": "skipped",
}
_INDENT = " " * 10


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

    @property
    def exit_code(self) -> ExitCode:
        """3 for a leak, 1 for anything else that failed, 0 otherwise."""
        counts = self.counts()
        if counts["leak"]:
            return ExitCode.LEAK
        return ExitCode.NOT_MET if counts["failed"] else ExitCode.OK

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

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "memory": self.memory,
            "capabilities": asdict(self.capabilities),
            "exit_code": int(self.exit_code),
            "counts": self.counts(),
            "suffix": self.suffix,
            "calls": self.n_calls,
            "seconds": round(self.seconds, 3),
            "left_behind": list(self.left_behind),
            "checks": [{**asdict(result), "seconds": round(result.seconds, 3)} for result in self.results],
        }

    def render(self) -> str:
        """The report for people: groups, one line a check, and below it why where there is something to say."""
        out = io.StringIO()
        out.write(f"check-memory {self.memory}\n")
        group = ""
        for result in self.results:
            if result.group != group:
                group = result.group
                out.write(f"\n{group}\n")
            out.write(f"  {_MARKS[result.verdict]:<7} {result.promise}\n")
            out.write(_wrapped(result.detail))
        out.write("\n")
        if self.left_behind:
            left = counted(len(self.left_behind), "namespace")
            out.write(f"{left} could not be emptied: {', '.join(self.left_behind[:3])}\n")
        counts = [f"{count} {verdict}" for verdict, count in self.counts().items() if count]
        suffix = f", suffix {self.suffix}" if self.suffix else ""
        out.write(f"{', '.join(counts)}; {counted(self.n_calls, 'call')} in {self.seconds:.1f} s{suffix}\n")
        out.write(f"{self._verdict()}\n")
        return out.getvalue()

    def _verdict(self) -> str:
        match self.exit_code:
            case ExitCode.LEAK:
                return "LEAK: it shows what it must not know"
            case ExitCode.OK:
                return "it keeps the contract"
            case _:
                return "not met: it breaks the contract"


def _wrapped(detail: str) -> str:
    """A detail on lines of its own, indented, whatever characters it holds."""
    plain = "".join(char if char.isprintable() else " " for char in detail)
    lines = textwrap.wrap(plain, WIDTH - len(_INDENT), break_on_hyphens=False)
    return "".join(f"{_INDENT}{one}\n" for one in lines)
