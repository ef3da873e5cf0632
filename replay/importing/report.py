"""What an import found, as records and as text."""

import shlex
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineSummary:
    """One timeline that was written."""

    path: str
    n_messages: int
    n_commands: int
    n_queries: int
    n_moved: int
    """Records after a later one; the timeline's loader sorts them."""
    n_late: int
    """Messages about an instant before they were known (`occurred_at` before `at`)."""
    first: str | None
    latest: str | None
    """The earliest and the latest instant, ISO 8601; None without records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """One import that is over."""

    log: str
    time_format: str
    zone: str
    n_rows: int
    n_bad: int
    n_naive: int
    bad: tuple[str, ...]
    """The first messages about bad rows."""
    notes: dict[str, int]
    """What was left out for a reason, or deserves a look, with how often."""
    out: str
    """Where the timelines are."""
    carries_vehicle: bool
    """Whether queries were drawn from the log's commands: the car is then to be as it was left."""
    timelines: tuple[TimelineSummary, ...]

    @property
    def next_command(self) -> str:
        """The command that replays the timelines."""
        return f"pastlane run {shlex.quote(f'timeline:{self.out}')}{' --vehicle carry' * self.carries_vehicle}"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    def render(self) -> str:
        """The report as lines of text."""
        lines = [f"{self.log}: {self.n_rows} rows, times read as {self.time_format or 'nothing'}"]
        if self.n_naive:
            lines.append(f"  {self.n_naive} times without an offset, read in {self.zone} or their row's zone")
        if self.n_bad:
            lines.append(f"  {self.n_bad} bad rows left out, such as:")
            lines.extend(f"    {line}" for line in self.bad[:5])
        lines.extend(f"  {count} {note}" for note, count in sorted(self.notes.items()))
        for timeline in self.timelines:
            lines.append(
                f"{timeline.path}: {timeline.n_messages} messages, {timeline.n_commands} commands, "
                f"{timeline.n_queries} queries, from {timeline.first} to {timeline.latest}"
            )
            if timeline.n_moved:
                lines.append(f"  {timeline.n_moved} records after a later one; a replay sorts them")
            if timeline.n_late:
                lines.append(f"  {timeline.n_late} messages known later than what they are about")
        if any(timeline.n_queries for timeline in self.timelines):
            lines.append(f"replay it: {self.next_command}")
        else:
            lines.append("no queries yet: --probe-commands, --probe-every or --queries bring some")
        return "\n".join(lines) + "\n"
