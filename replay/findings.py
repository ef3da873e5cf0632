"""Findings: what is wrong with a data set. One reading of the source serves both `run` and `lint`.

A strict collector turns the first error into an `InputError`; a lenient one keeps all of them and reading goes on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from replay.errors import InputError
from scoring.plain_text import cut, one_line

Level = Literal["error", "warning", "note"]
"""`error` would spoil a score; `warning` deserves a look; `note` tells how something was read."""

MOST_CHARS = 600
"""Of a message."""
MOST_IN_A_NAME = 120
"""Of what a finding calls its place; files may name their parts as they like."""

Kind = Literal[
    "ambiguous_timestamp",
    "broken_reference",
    "doubtful_evidence",
    "duplicate_line",
    "empty_message",
    "empty_session",
    "evidence_ahead",
    "history_without_queries",
    "missing_history",
    "mixed_zones",
    "naive_timestamp",
    "no_clock_time",
    "no_evidence",
    "no_reference",
    "unaligned_evidence",
    "unchanging_reference",
    "unknown_reasoning_type",
    "unmatched_evidence",
    "unreadable_evidence",
    "unreadable_file",
    "unreadable_line",
    "unreadable_query",
    "unreadable_timestamp",
    "unsorted_line",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found."""

    kind: Kind
    level: Level
    file: str
    item: str
    """`line 12` of a text, `19/4` for a query, or empty where the whole file is meant."""
    message: str

    @property
    def line(self) -> str:
        """The finding as one line of text."""
        where = f"{self.file}: {self.item}" if self.item else self.file
        return one_line(f"{where}: {self.message}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Findings that say the same of several places."""

    first: Finding
    last: Finding
    count: int

    @property
    def line(self) -> str:
        """The first as one line of text, with how many there are more and where the last of them is."""
        if self.count == 1:
            return self.first.line
        where = f"{self.last.file}: {self.last.item}" if self.last.item else self.last.file
        return one_line(f"{self.first.line} (and {self.count - 1} more like it, the last in {where})")


def grouped(findings: Iterable[Finding]) -> list[Alike]:
    """The findings, those of one level, kind and message in one; in the order in which the first of each was made."""
    groups: dict[tuple[str, str, str], Alike] = {}
    for finding in findings:
        key = (finding.level, finding.kind, finding.message)
        before = groups.get(key)
        first, count = (finding, 1) if before is None else (before.first, before.count + 1)
        groups[key] = Alike(first=first, last=finding, count=count)
    return list(groups.values())


@dataclass(slots=True, kw_only=True)
class Findings:
    """Collects findings; when `strict`, an unreadable item is an error at once."""

    strict: bool
    found: list[Finding] = field(default_factory=list)

    def __iter__(self) -> Iterator[Finding]:
        """The findings, in the order in which they were made."""
        return iter(self.found)

    def has_error(self, file: str) -> bool:
        """Whether something of this file could not be read, or would spoil a score."""
        return any(finding.file == file and finding.level == "error" for finding in self.found)

    def unreadable(self, kind: Kind, file: str, item: str, message: str) -> None:
        """Record something that cannot be read; a lenient reader then leaves it out.

        Raises:
            InputError: the collector is strict.
        """
        finding = _finding(kind, "error", file, item, message)
        if self.strict:
            raise InputError(finding.line)
        self.found.append(finding)

    def add(self, kind: Kind, level: Level, file: str, item: str, message: str) -> None:
        """Record something that can be read all the same."""
        self.found.append(_finding(kind, level, file, item, message))


def _finding(kind: Kind, level: Level, file: str, item: str, message: str) -> Finding:
    """The finding; names and messages that a file made long are cut."""
    item, message = cut(item, MOST_IN_A_NAME), cut(message, MOST_CHARS)
    return Finding(kind=kind, level=level, file=file, item=item, message=message)
