"""What an import found, as records and as text."""

import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from replay.importing.forget_words import FORGET, seems_to_forget
from replay.importing.problems import noted
from replay.importing.toml_text import key_of
from scoring.plain_text import counted

N_SHOWN = 8
"""So many names of tools are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Whether drawn queries begin with the name of who asks, and why."""

    names_speaker: bool
    why: str
    warning: str = ""
    """What is wrong with it; empty where nothing is."""

    @staticmethod
    def of(wanted: bool | None, n_people: int) -> "Asking":
        """By what the map wants, None for nothing, and how many named people speak (2 stands for more)."""
        several = n_people > 1
        people = "two or more named people speak" if several else "fewer than two named people speak"
        if wanted is None:
            return Asking(names_speaker=several, why=people)
        lost = "whose wish a query means cannot be known" if several and not wanted else ""
        return Asking(names_speaker=wanted, why="the map's [probes] name_speaker says so", warning=lost)

    @property
    def line(self) -> str:
        """All of it, in one line."""
        what = "queries begin with who asks" if self.names_speaker else "queries do not say who asks"
        lost = f"; WARNING: two or more people speak, and {self.warning}" if self.warning else ""
        return f"{what}: {self.why}{lost}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineSummary:
    """One timeline that was written."""

    path: str
    n_messages: int
    n_commands: int
    n_forgets: int
    n_queries: int
    n_moved: int
    """Records after a later one; the timeline's loader sorts them."""
    n_late: int
    """Messages about an instant before they were known (`occurred_at` before `at`)."""
    is_newest_first: bool
    """Whether the log has its rows newest first: then a command stands before the question that it followed."""
    first: str | None
    latest: str | None
    """The earliest and the latest instant, ISO 8601; None without records."""

    def lines(self, *, are_drawn: bool) -> Iterator[str]:
        """What it holds, and what is odd about its order; `are_drawn` says that queries come from its commands."""
        records = [counted(self.n_messages, "message"), counted(self.n_commands, "command")]
        records += [counted(self.n_forgets, "request to forget", "requests to forget")] * bool(self.n_forgets)
        records += [counted(self.n_queries, "query", "queries")]
        yield f"{self.path}: {', '.join(records)}, from {self.first} to {self.latest}"
        if self.is_newest_first:
            drawn = ", but queries are drawn in its order: sort the log" if are_drawn else ""
            yield f"  rows stand newest first; a replay sorts them{drawn}"
        elif self.n_moved:
            yield f"  {counted(self.n_moved, 'record')} after a later one; a replay sorts them"
        if self.n_late:
            yield f"  messages known later than what they are about: {self.n_late}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """One import that is over."""

    log: str
    time_format: str
    zone: str
    n_rows: int
    n_bad: int
    n_naive: int
    n_twice: int
    """How many times without an offset their zone's clocks show twice; each is read as the first of both."""
    is_turned_round: bool
    """Whether the log stands newest first, all of it, and was read from its end."""
    n_ties: int
    """How many rows of such a log have the instant of the row before, and were turned round with the others."""
    bad: tuple[str, ...]
    """The first messages about bad rows."""
    notes: dict[str, int]
    """What was left out for a reason, or deserves a look, with how often."""
    out: str
    """Where the timelines are."""
    unscored: str
    """The id of the first query where no query has anything to be compared with; else empty."""
    asking: Asking | None
    """How queries were drawn from the log's commands; None where none were to be."""
    foreign_tools: dict[str, int]
    """The calls of tools that the car does not have, by their names, the most frequent first."""
    refused: dict[str, str]
    """By command, why the car refuses the first of its calls that it refuses for its arguments."""
    has_calls: bool
    """Whether the map says where tool calls or replies stand."""
    timelines: tuple[TimelineSummary, ...]

    @property
    def carries_vehicle(self) -> bool:
        """Whether the car is to be as the log's commands left it."""
        return self.asking is not None

    @property
    def next_command(self) -> str:
        """The command that replays the timelines; where nothing is scored, one that shows what is found."""
        looked_at = f" --agent quote --explain {shlex.quote(self.unscored)}" if self.unscored else ""
        return (
            f"pastlane run {shlex.quote(f'timeline:{self.out}')}{' --vehicle carry' * self.carries_vehicle}{looked_at}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {**asdict(self), "carries_vehicle": self.carries_vehicle}

    def render(self) -> str:
        """The report as lines of text."""
        lines = [f"{self.log}: {counted(self.n_rows, 'row')}, times read as {self.time_format or 'nothing'}"]
        if self.n_naive:
            lines.append(
                f"  {counted(self.n_naive, 'time')} without an offset, read in {self.zone} or their row's zone"
            )
        if self.n_twice:
            stand = counted(self.n_twice, "of these stands", "of these stand")
            lines.append(f"  {stand} in an hour that the clocks show twice, read as the first of both")
        if self.is_turned_round:
            ties = f"; {self.n_ties} of the instant of the row before, turned round like the others" * bool(self.n_ties)
            lines.append(f"  rows stand newest first: read from the last to the first{ties}")
        if self.n_bad:
            lines.append(f"  {counted(self.n_bad, 'bad row')} left out, such as:")
            lines.extend(f"    {line}" for line in self.bad[:5])
        lines.extend(f"  {noted(count, note)}" for note, count in sorted(self.notes.items()))
        lines.extend(f"    such as {name}: {why}" for name, why in list(self.refused.items())[:5])
        if self.foreign_tools:
            lines.append(f"  {self._foreign_line()}")
        forgetting = {name: count for name, count in self.foreign_tools.items() if seems_to_forget(name)}
        if forgetting:
            requests = counted(sum(forgetting.values()), "request")
            name, shown = next(iter(forgetting)), ", ".join(list(forgetting)[:N_SHOWN])
            lines.append(
                f"  {requests} to forget left out, by the names of the tools ({shown}): "
                f'the map makes such of them by {key_of(name)} = "{FORGET}" in [tools]'
            )
        n_queries = sum(timeline.n_queries for timeline in self.timelines)
        if self.asking is not None and n_queries:
            lines.append(f"  {self.asking.line}")
        for timeline in self.timelines:
            lines += timeline.lines(are_drawn=self.asking is not None)
        lines.append(f"replay it: {self.next_command}" if n_queries else f"no queries: {self._why_none()}")
        return "\n".join(lines) + "\n"

    def _foreign_line(self) -> str:
        n_calls = sum(self.foreign_tools.values())
        shown = [f"{name} {count}" for name, count in list(self.foreign_tools.items())[:N_SHOWN]]
        more = ", ..." if len(self.foreign_tools) > N_SHOWN else ""
        return (
            f"{counted(n_calls, 'call')} of tools that the car does not have ({', '.join(shown)}{more}): only the "
            "car's commands, and what [tools] makes such, are scored"
        )

    def _why_none(self) -> str:
        if self.asking is None:
            return "--probe-commands, --probe-every or --queries bring some"
        if not any(timeline.n_commands for timeline in self.timelines):
            if any(timeline.n_forgets for timeline in self.timelines):
                return "--probe-commands was given, but all calls are requests to forget"
            where = "" if self.has_calls else ", and [columns] tool_calls names no column for them"
            return f"--probe-commands was given, but no row has a tool call{where}"
        if any(timeline.is_newest_first for timeline in self.timelines):
            return "--probe-commands was given, but rows stand newest first: sort them by time, oldest first"
        return "--probe-commands was given, but no command follows a message of a person in its conversation"
