"""Evidence: which sessions of a history state what a query is about.

A gold fact names a day and a clock time, "[April 15, 2025] At 9:00 AM, ..."; its session is the one that contains that
instant, or else touches that clock hour. What a session is stands in `replay.sessions`.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from memory.instants import HOUR_US, to_us
from memory.position import Position, cutoff_at, is_visible, just_after
from replay.records import opaque_id
from replay.scenario import Query, Scenario
from replay.sessions import Session, compacted, find_sessions
from replay.times import FIRST_YEAR, LAST_YEAR, find_zone

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
"""In English, whatever the machine's locale."""
_MONTHS: Mapping[str, int] = {name.lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
_DAY = re.compile(r"\[(?P<month>[A-Za-z]+) (?P<day>\d{1,2}), (?P<year>\d{4})\]")
_CLOCK = re.compile(r"\b[Aa]t (?P<hour>\d{1,2}):(?P<minute>\d{2}) ?(?P<half>[AP])M")


DOUBTFUL = 0.5
"""Messages that state a fact with less confidence than this are not built upon."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of evidence: nothing of it is visible at `begin`, all of it at `end`, and both are cutoffs."""

    begin: Position
    end: Position


def clock_time(text: str) -> timedelta | None:
    """The first clock time of a text, "At 10:00 AM", since midnight; None where it names none or an impossible one.

    "13:00 PM", as people also write it, is 13:00.
    """
    found = _CLOCK.search(text)
    if found is None or int(found["hour"]) > (23 if found["half"] == "P" else 12) or int(found["minute"]) > 59:
        return None
    hour = int(found["hour"]) % 12 + (12 if found["half"] == "P" else 0)
    return timedelta(hours=hour, minutes=int(found["minute"]))


def evidence_moment(fact: str) -> datetime | None:
    """The naive local day and clock time that a gold fact names; None where it does not name both."""
    day = _DAY.match(fact.strip())
    if day is None or day["month"].lower() not in _MONTHS:
        return None
    clock = clock_time(fact)
    if clock is None:
        return None
    try:
        date = datetime(int(day["year"]), _MONTHS[day["month"].lower()], int(day["day"]))  # noqa: DTZ001
    except ValueError:
        return None
    return date + clock if FIRST_YEAR <= date.year <= LAST_YEAR else None


class EvidenceFinder:
    """Finds the evidence of the queries of one scenario.

    Of the messages only those of evidence sessions are held, so that a long history costs little.
    """

    def __init__(self, scenario: Scenario) -> None:
        """Cut the scenario's messages into sessions."""
        self._zone = find_zone(scenario.zone)
        self._records = scenario.timeline.records
        self._indexes = self._records.of_messages()
        self._sessions = sessions_of(scenario)
        self._firsts = [session.places[0] for session in self._sessions]
        self._starts = [session.start_us for session in self._sessions]
        self._ends_so_far = list(accumulate((session.end_us for session in self._sessions), max))
        self._heard: dict[int, list[tuple[str, Position]]] = {}
        self._replaced_at = self._replacements(scenario)

    def _replacements(self, scenario: Scenario) -> dict[str, Position]:
        """Each message that the source says was replaced, and where the first of what replaced it stands."""
        found: dict[str, Position] = {}
        for query in scenario.queries:
            old_ids = [message_id for old in query.gold.superseded for message_id in old.message_ids]
            old = {message_id: self._position(message_id) for message_id in old_ids}
            new = [] if not old else self._positions(i for i in query.gold.evidence_ids if i not in old)
            for message_id, position in old.items():
                after = [at for at in new if position is not None and position < at]
                if after:
                    found[message_id] = min([*after, *([found[message_id]] if message_id in found else [])])
        return found

    def _position(self, message_id: str) -> Position | None:
        """Where a message stands; None where there is none with that id."""
        index = self._records.find(message_id)
        return None if index is None else self._records.position(index)

    def _positions(self, message_ids: Iterable[str]) -> list[Position]:
        """Where those of the messages stand that are there."""
        return [at for message_id in message_ids if (at := self._position(message_id)) is not None]

    def session_of(self, fact: str) -> Session | None:
        """The session that contains the fact's instant, or else touches its clock hour, or none.

        Of several it is the one that began last.
        """
        index = self._index_of_fact(fact)
        return None if index is None else self._sessions[index]

    def _index_of_fact(self, fact: str) -> int | None:
        moment = evidence_moment(fact)
        if moment is None:
            return None
        at_us = to_us(moment.replace(tzinfo=self._zone))
        within = self._latest(bisect_right(self._starts, at_us), at_us)
        if within is not None:
            return within
        hour_us = to_us(moment.replace(minute=0, tzinfo=self._zone))
        return self._latest(bisect_left(self._starts, hour_us + HOUR_US), hour_us)

    def _latest(self, n_begun: int, us: int) -> int | None:
        """The last of the first `n_begun` sessions that is not over before `us`; None where all are."""
        for index in range(n_begun - 1, -1, -1):
            if self._ends_so_far[index] < us:
                return None
            if self._sessions[index].end_us >= us:
                return index
        return None

    def dated_sessions(self, query: Query) -> list[Session]:
        """The sessions of the query's gold facts.

        A fact whose instant no session holds stands for itself; one without an instant is left out.
        """
        found: list[Session] = []
        for fact in query.gold.facts:
            session = self.session_of(fact)
            moment = evidence_moment(fact)
            if session is None and moment is not None:
                at_us = to_us(moment.replace(tzinfo=self._zone))
                session = Session(at_us, at_us)
            if session is not None:
                found.append(session)
        return found

    def evidence_ids(self, query: Query, cutoff: Position) -> tuple[tuple[str, ...], ...]:
        """The visible messages of each evidence session, in time order; sessions with none of them are left out.

        The sessions are those of the evidence that the source names by message, or else those of the gold facts.
        """
        groups = (
            tuple(message_id for message_id, position in self._said(session) if is_visible(position, cutoff))
            for session in self._touched(query)
        )
        return tuple(group for group in groups if group)

    def _said(self, session: int) -> list[tuple[str, Position]]:
        """The messages of a session, in time order."""
        if session not in self._heard:
            messages = (self._records.message(self._indexes[place]) for place in self._sessions[session].places)
            self._heard[session] = [(message.id, message.position) for message in messages]
        return self._heard[session]

    def _touched(self, query: Query) -> list[int]:
        """Which sessions hold the query's evidence, in time order."""
        named = query.gold.evidence_ids
        indexes = (
            (self._index_of_message(message_id) for message_id in named)
            if named
            else (self._index_of_fact(fact) for fact in query.gold.facts)
        )
        return sorted({index for index in indexes if index is not None})

    def _index_of_message(self, message_id: str) -> int | None:
        """Which session a message belongs to; None where there is no such message."""
        index = self._records.find(message_id)
        if index is None:
            return None
        place = bisect_left(self._indexes, index)
        begun = range(bisect_right(self._firsts, place) - 1, -1, -1)
        return next((session for session in begun if place in self._sessions[session].places), None)

    def last_evidence(self, query: Query, cutoff: Position) -> Position | None:
        """Where the last message of the evidence that is visible at `cutoff` stands; None where there is none.

        The messages are those that the source or an alignment names, or else those of the evidence sessions.
        """
        gold = query.gold
        aligned = [evidence for evidence in gold.fact_evidence if evidence.confidence >= DOUBTFUL]
        named = {*gold.evidence_ids, *(i for evidence in aligned for i in evidence.message_ids)}
        if named:
            seen = self._positions(named)
        else:
            seen = [position for session in self._touched(query) for _, position in self._said(session)]
        return max((position for position in seen if is_visible(position, cutoff)), default=None)

    def is_known(self, message_id: str, cutoff: Position) -> bool:
        """Whether the message is visible at `cutoff`."""
        position = self._position(message_id)
        return position is not None and is_visible(position, cutoff)

    def still_holds(self, query: Query, cutoff: Position) -> bool:
        """Whether, as far as the source says, the query's evidence is not replaced by what is visible at `cutoff`."""
        old = {message_id for one in query.gold.superseded for message_id in one.message_ids}  # not its evidence now
        current = (message_id for message_id in query.gold.evidence_ids if message_id not in old)
        replaced = (self._replaced_at[message_id] for message_id in current if message_id in self._replaced_at)
        return not any(is_visible(position, cutoff) for position in replaced)

    def pieces(self, query: Query) -> list[Piece]:
        """The pieces of a query's evidence in time order, none inside another; none where no evidence is known.

        A piece is a message, where the source names them, or else the session of a gold fact.
        """
        named = set(query.gold.evidence_ids)
        if named:
            return [Piece(position, just_after(position)) for position in sorted(self._positions(named))]
        pieces: list[Piece] = []
        for session in sorted(self.dated_sessions(query), key=lambda session: (session.start_us, session.end_us)):
            piece = Piece(cutoff_at(session.start_us), cutoff_at(session.end_us + 1))
            if not pieces or pieces[-1].end <= piece.begin:
                pieces.append(piece)
            elif pieces[-1].end < piece.end:
                pieces[-1] = Piece(pieces[-1].begin, piece.end)
        return pieces


def sessions_of(scenario: Scenario) -> list[Session]:
    """The sessions of a scenario's messages, by their first messages: those that the source names, and the others."""
    return find_sessions(scenario.timeline.message_times_us(), _named_places(scenario))


def _named_places(scenario: Scenario) -> list[Sequence[int]]:
    """The sessions that the source names, with places among the messages for running numbers.

    What a session had is left out where the timeline has it no longer.
    """
    records = scenario.timeline.records
    indexes = records.of_messages() if scenario.sessions else ()
    found = ((records.find(opaque_id(number)) for number in session) for session in scenario.sessions)
    return [compacted([bisect_left(indexes, index) for index in session if index is not None]) for session in found]
