"""A scenario: one shared car, its people, its timeline and its queries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.position import Position
from replay.timeline import Timeline
from scoring.records import MAIN, Gold, Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One query: what is asked, what would be right, and when, if the source says so."""

    index: int
    """Its place among the scenario's queries, from 0."""
    text: str
    gold: Gold
    origin: Origin
    cutoff: Position | None = None
    """The query's own cutoff, where the source has one."""
    cutoff_policy: str = "explicit"
    """Which rule set that cutoff; another than `explicit` where the source was converted from one that had none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What a loader makes of one car's history."""

    id: str
    zone: str
    """IANA name of the time zone in which naive timestamps and midnights are read."""
    people: tuple[str, ...]
    """Who shares the car, where the source declares it; otherwise empty, and it is who has spoken so far."""
    timeline: Timeline
    queries: tuple[Query, ...]
    """What is asked of an agent."""
    maintenance: tuple[Query, ...] = ()
    """What a store of preferences is to be judged by as it is at their cutoffs; a replay asks none of them."""
    sessions: tuple[Sequence[int], ...] = ()
    """The running numbers of the messages of each session that the source names, by their first messages."""

    def first_queries(self, limit: int | None) -> "Scenario":
        """The same scenario with the first `limit` queries; all of them for None."""
        return self if limit is None else replace(self, queries=self.queries[:limit])


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedQuery:
    """A query whose cutoff is settled."""

    query: Query
    cutoff: Position
    policy: str
    """Which rule set the cutoff."""
    reason: str = ""
    """Why no earlier rule of the default could be applied; empty where the first one was."""
    evidence_sessions: tuple[tuple[str, ...], ...] = ()
    """The visible messages of each session that states the evidence."""
    last_evidence: Position | None = None
    """Where the last visible message of the evidence stands; None where none is visible or known."""
    point: str = MAIN
    """Which of the moments at which the query is asked (`replay.points`)."""
    place: int | None = None
    """Its place among all entries of the scenario, from 0; None where every query is asked once."""

    @property
    def index(self) -> int:
        """What tells the entry from all others of its scenario."""
        return self.query.index if self.place is None else self.place

    @property
    def visible_ids(self) -> frozenset[str]:
        """The visible messages of all sessions that state the evidence."""
        return frozenset(message_id for session in self.evidence_sessions for message_id in session)

    @property
    def id(self) -> str:
        """`<event_index>`, with the point behind it where that is not `main`: `4@after-1`."""
        number = str(self.query.origin.event_index)
        return number if self.point == MAIN else f"{number}@{self.point}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedScenario:
    """A scenario ready to be replayed."""

    scenario: Scenario
    queries: tuple[TimedQuery, ...]
    """In the order of the source."""

    @property
    def id(self) -> str:
        """The scenario's."""
        return self.scenario.id

    @property
    def n_messages(self) -> int:
        """How many messages its timeline has."""
        return self.scenario.timeline.n_messages

    @property
    def n_queries(self) -> int:
        """How many entries there are to ask."""
        return len(self.queries)

    @property
    def query_ids(self) -> tuple[str, ...]:
        """The ids of its entries, in the order of the source."""
        return tuple(timed.id for timed in self.queries)

    def in_time_order(self) -> tuple[TimedQuery, ...]:
        """The queries by cutoff; those of one cutoff in the order of the source."""
        return tuple(sorted(self.queries, key=lambda timed: (timed.cutoff, timed.index)))
