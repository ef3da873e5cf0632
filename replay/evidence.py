"""Evidence: which sessions of a history state what a query is about.

A gold fact names a day and a clock time, "[April 15, 2025] At 9:00 AM, ..."; its session is the run of messages, with
gaps of at most 30 minutes, that contains that instant, or else touches that clock hour.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.messages import Message
from memory.position import Position, cutoff_at, is_visible, just_after
from replay.buckets import HOUR_US, SESSION_GAP_US, to_us
from replay.scenario import Query, Scenario
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
class Session:
    """A run of messages with gaps of at most 30 minutes; both ends are instants of messages."""

    start_us: int
    end_us: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of evidence: nothing of it is visible at `begin`, all of it at `end`, and both are cutoffs."""

    begin: Position
    end: Position


def find_sessions(times_us: Sequence[int]) -> list[Session]:
    """The sessions of ascending instants, in order; none for none."""
    sessions: list[Session] = []
    start = 0
    for i in range(1, len(times_us) + 1):
        if i == len(times_us) or times_us[i] - times_us[i - 1] > SESSION_GAP_US:
            sessions.append(Session(times_us[start], times_us[i - 1]))
            start = i
    return sessions


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
    """Finds the session of a gold fact in one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        """Cut the scenario's messages into sessions."""
        self._zone = find_zone(scenario.zone)
        self._messages = list(scenario.timeline.messages())
        self._positions = {message.id: message.position for message in self._messages}
        self._replaced_at = self._replacements(scenario)
        self._times = scenario.timeline.message_times_us()
        self._sessions = find_sessions(self._times)
        self._starts = [session.start_us for session in self._sessions]
        self._ends = [session.end_us for session in self._sessions]

    def _replacements(self, scenario: Scenario) -> dict[str, Position]:
        """Each message that the source says was replaced, and where the first of what replaced it stands."""
        found: dict[str, Position] = {}
        for query in scenario.queries:
            old_ids = {message_id for old in query.gold.superseded for message_id in old.message_ids}
            new = [self._positions[i] for i in query.gold.evidence_ids if i not in old_ids and i in self._positions]
            for message_id in old_ids:
                after = [at for at in new if message_id in self._positions and self._positions[message_id] < at]
                if after:
                    found[message_id] = min([*after, *([found[message_id]] if message_id in found else [])])
        return found

    def session_of(self, fact: str) -> Session | None:
        """The session that contains the fact's instant, or else the last that touches its clock hour, or none."""
        moment = evidence_moment(fact)
        if moment is None:
            return None
        at_us = to_us(moment.replace(tzinfo=self._zone))
        latest = bisect_right(self._starts, at_us) - 1
        if latest >= 0 and at_us <= self._ends[latest]:
            return self._sessions[latest]
        hour = moment.replace(minute=0, tzinfo=self._zone)
        first_us, next_us = to_us(hour), to_us(hour) + HOUR_US
        touching = bisect_left(self._starts, next_us) - 1
        if touching >= 0 and self._ends[touching] >= first_us:
            return self._sessions[touching]
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
        named = set(query.gold.evidence_ids)
        if named:
            touched = {self._index_at(message.position.at_us) for message in self._messages if message.id in named}
        else:
            touched = {self._starts.index(s.start_us) for fact in query.gold.facts if (s := self.session_of(fact))}
        groups = (
            tuple(message.id for message in self._messages_of(index) if is_visible(message.position, cutoff))
            for index in sorted(touched)
        )
        return tuple(group for group in groups if group)

    def last_evidence(self, query: Query, cutoff: Position) -> Position | None:
        """Where the last message of the evidence that is visible at `cutoff` stands; None where there is none.

        The messages are those that the source or an alignment names, or else those of the evidence sessions.
        """
        gold = query.gold
        aligned = [evidence for evidence in gold.fact_evidence if evidence.confidence >= DOUBTFUL]
        named = {*gold.evidence_ids, *(i for evidence in aligned for i in evidence.message_ids)}
        if not named:
            named = {message_id for session in self.evidence_ids(query, cutoff) for message_id in session}
        seen = (self._positions[i] for i in named if i in self._positions)
        return max((position for position in seen if is_visible(position, cutoff)), default=None)

    def is_known(self, message_id: str, cutoff: Position) -> bool:
        """Whether the message is visible at `cutoff`."""
        position = self._positions.get(message_id)
        return position is not None and is_visible(position, cutoff)

    def still_holds(self, query: Query, cutoff: Position) -> bool:
        """Whether, as far as the source says, the query's evidence is not replaced by what is visible at `cutoff`."""
        replaced = (
            self._replaced_at[message_id] for message_id in query.gold.evidence_ids if message_id in self._replaced_at
        )
        return not any(is_visible(position, cutoff) for position in replaced)

    def pieces(self, query: Query) -> list[Piece]:
        """The pieces of a query's evidence in time order, none inside another; none where no evidence is known.

        A piece is a message, where the source names them, or else the session of a gold fact.
        """
        named = set(query.gold.evidence_ids)
        if named:
            found = [m.position for m in self._messages if m.id in named]
            return [Piece(position, just_after(position)) for position in found]
        pieces: list[Piece] = []
        for session in sorted(self.dated_sessions(query), key=lambda session: (session.start_us, session.end_us)):
            piece = Piece(cutoff_at(session.start_us), cutoff_at(session.end_us + 1))
            if not pieces or pieces[-1].end <= piece.begin:
                pieces.append(piece)
            elif pieces[-1].end < piece.end:
                pieces[-1] = Piece(pieces[-1].begin, piece.end)
        return pieces

    def _index_at(self, at_us: int) -> int:
        """Which session the message of this instant belongs to."""
        return bisect_right(self._starts, at_us) - 1

    def _messages_of(self, index: int) -> Sequence[Message]:
        session = self._sessions[index]
        return self._messages[bisect_left(self._times, session.start_us) : bisect_right(self._times, session.end_us)]
