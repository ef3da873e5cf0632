"""Cutoff policies: when each query is asked.

| policy | cutoff |
| --- | --- |
| `explicit` | the one that the query carries |
| `evidence` | the first instant after the last evidence session whose clock time is the one that the query names |
| `end` | one microsecond after the last message: the published protocol |
| `before-evidence` | the start of the earliest evidence session: a control, whoever is right here guessed or peeked |
| `auto` | `explicit` where the query carries one, else `evidence`, else `end`; the default |

A gold fact names a day and a clock time, "[April 15, 2025] At 9:00 AM, ..."; its session is the run of messages, with
gaps of at most 30 minutes, that contains that instant, or else touches that clock hour.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from memory.position import Position, cutoff_at
from replay.buckets import SESSION_GAP_US, instant, to_us
from replay.errors import InputError
from replay.scenario import Query, Scenario, TimedQuery, TimedScenario
from replay.times import find_zone

Policy = Literal["auto", "explicit", "evidence", "end", "before-evidence"]
POLICIES: tuple[Policy, ...] = get_args(Policy)

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
"""In English, whatever the machine's locale."""
_MONTHS: Mapping[str, int] = {name.lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
_DAY = re.compile(r"\[(?P<month>[A-Za-z]+) (?P<day>\d{1,2}), (?P<year>\d{4})\]")
_CLOCK = re.compile(r"\b[Aa]t (?P<hour>\d{1,2}):(?P<minute>\d{2}) ?(?P<half>[AP])M")


class NoCutoff(ValueError):
    """A policy cannot be applied to a query; says why."""


@dataclass(frozen=True, slots=True)
class Session:
    """A run of messages with gaps of at most 30 minutes; both ends are instants of messages."""

    start_us: int
    end_us: int


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
    """The first clock time of a text, "At 10:00 AM", since midnight; None where it names none or an impossible one."""
    found = _CLOCK.search(text)
    if found is None or not 1 <= int(found["hour"]) <= 12 or int(found["minute"]) > 59:
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
        return datetime(int(day["year"]), _MONTHS[day["month"].lower()], int(day["day"])) + clock  # noqa: DTZ001
    except ValueError:
        return None


class EvidenceFinder:
    """Finds the session of a gold fact in one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        """Cut the scenario's messages into sessions."""
        self._zone = find_zone(scenario.zone)
        self._sessions = find_sessions(scenario.timeline.message_times_us())
        self._starts = [session.start_us for session in self._sessions]
        self._ends = [session.end_us for session in self._sessions]

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
        first_us, next_us = to_us(hour), to_us(hour) + 3_600_000_000
        touching = bisect_left(self._starts, next_us) - 1
        if touching >= 0 and self._ends[touching] >= first_us:
            return self._sessions[touching]
        return None

    def sessions_of(self, query: Query) -> list[Session]:
        """The sessions of the query's gold facts; a fact whose instant no session holds stands for itself.

        Raises:
            NoCutoff: no gold fact names a day and a clock time.
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
        if not found:
            raise NoCutoff("no gold fact names a day and a clock time")
        return found


def next_clock_us(after_us: int, clock: timedelta, zone: ZoneInfo) -> int:
    """The first instant strictly after `after_us` whose local clock shows `clock`."""
    local = instant(after_us).astimezone(zone)
    for days in range(3):
        day = local.date() + timedelta(days=days)
        moment = datetime(day.year, day.month, day.day, tzinfo=zone) + clock
        if to_us(moment) > after_us:
            return to_us(moment)
    raise AssertionError("a clock time comes every day")


def _explicit(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    if query.cutoff is None:
        raise NoCutoff("it carries no cutoff of its own")
    return query.cutoff


def _evidence(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    latest_us = max(session.end_us for session in finder.sessions_of(query))
    clock = clock_time(query.text)
    if clock is None:
        raise NoCutoff('it names no clock time, such as "At 10:00 AM"')
    return cutoff_at(next_clock_us(latest_us, clock, find_zone(scenario.zone)))


def _end(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    times_us = scenario.timeline.message_times_us()
    return cutoff_at(times_us[-1] + 1 if times_us else 0)


def _before_evidence(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    return cutoff_at(min(session.start_us for session in finder.sessions_of(query)))


_Rule = Callable[[Query, Scenario, EvidenceFinder], Position]
_RULES: Mapping[str, _Rule] = {
    "explicit": _explicit,
    "evidence": _evidence,
    "end": _end,
    "before-evidence": _before_evidence,
}
_AUTO = ("explicit", "evidence", "end")


def settle_cutoffs(scenario: Scenario, policy: Policy) -> TimedScenario:
    """The scenario with a cutoff for each query; each says which policy set it.

    Raises:
        InputError: the policy cannot be applied to a query.
    """
    finder = EvidenceFinder(scenario)
    timed = tuple(_timed(query, scenario, finder, policy) for query in scenario.queries)
    return TimedScenario(scenario=scenario, queries=timed)


def _timed(query: Query, scenario: Scenario, finder: EvidenceFinder, policy: Policy) -> TimedQuery:
    reason = ""
    for name in _AUTO if policy == "auto" else (policy,):
        try:
            return TimedQuery(query=query, cutoff=_RULES[name](query, scenario, finder), policy=name)
        except NoCutoff as exc:
            reason = str(exc)
    where = f"{query.origin.source_file}: query {query.origin.event_index}"
    raise InputError(f"{where}: no cutoff by the policy {policy!r}: {reason}")
