"""Cutoff policies: when each query is asked.

| policy | cutoff |
| --- | --- |
| `explicit` | the one that the query carries |
| `evidence` | the first instant after the last evidence session whose clock time is the one that the query names; \
where the source names messages as evidence, after the last of these, and right behind it without a clock time |
| `end` | one microsecond after the last message: the published protocol |
| `before-evidence` | the start of the earliest evidence session, or just before the first of the messages that the \
source names: a control, whoever is right here guessed or peeked |
| `auto` | `explicit` where the query carries one, else `evidence` where its facts are dated, else `end`; the default |

What an evidence session is stands in `replay.evidence`. Dated facts go before messages that the source names.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from memory.instants import instant, to_us
from memory.position import Position, cutoff_at
from replay.errors import InputError
from replay.evidence import EvidenceFinder, Piece, clock_time
from replay.points import Points, delayed
from replay.scenario import Query, Scenario, TimedQuery, TimedScenario
from replay.times import find_zone

Policy = Literal["auto", "explicit", "evidence", "end", "before-evidence"]
POLICIES: tuple[Policy, ...] = get_args(Policy)


class NoCutoff(ValueError):
    """A policy cannot be applied to a query; says why."""


def next_clock_us(after_us: int, clock: timedelta, zone: ZoneInfo) -> int:
    """The first instant strictly after `after_us` whose local clock shows `clock`.

    A time that the clock skips when it is put forward is waited for until the next day; one that it shows twice counts
    both times.
    """
    local = instant(after_us, zone)
    for days in range(4):
        day = local.date() + timedelta(days=days)
        for fold in (0, 1):
            moment = (datetime(day.year, day.month, day.day, tzinfo=zone) + clock).replace(fold=fold)
            at_us = to_us(moment)
            if at_us > after_us and instant(at_us, zone).replace(tzinfo=None) == moment.replace(tzinfo=None):
                return at_us
    raise AssertionError("a clock time comes every other day at least")


def _explicit(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    if query.cutoff is None:
        raise NoCutoff("it carries no cutoff of its own")
    return query.cutoff


def _dated_evidence(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    sessions = finder.dated_sessions(query)
    if not sessions:
        raise NoCutoff("no gold fact names a day and a clock time")
    latest_us = max(session.end_us for session in sessions)
    clock = clock_time(query.text)
    if clock is None:
        raise NoCutoff('it names no clock time, such as "At 10:00 AM"')
    return cutoff_at(next_clock_us(latest_us, clock, find_zone(scenario.zone)))


def _evidence(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    if finder.dated_sessions(query):
        return _dated_evidence(query, scenario, finder)
    last = _pieces(query, finder)[-1]
    clock = clock_time(query.text)
    if clock is None:
        return last.end
    return max(last.end, cutoff_at(next_clock_us(last.begin.at_us, clock, find_zone(scenario.zone))))


def _end(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    times_us = scenario.timeline.message_times_us()
    return cutoff_at(times_us[-1] + 1 if times_us else 0)


def _before_evidence(query: Query, scenario: Scenario, finder: EvidenceFinder) -> Position:
    sessions = finder.dated_sessions(query)
    if sessions:
        return cutoff_at(min(session.start_us for session in sessions))
    return _pieces(query, finder)[0].begin


def _visible_sessions(query: Query, finder: EvidenceFinder, cutoff: Position) -> tuple[tuple[str, ...], ...]:
    """The visible messages of the evidence sessions; where the source names messages, of sessions with one of these.

    What is said in a session before its evidence is none.
    """
    named = query.gold.evidence_ids
    sessions = finder.evidence_ids(query, cutoff)
    return tuple(ids for ids in sessions if not named or not set(named).isdisjoint(ids))


def _pieces(query: Query, finder: EvidenceFinder) -> list[Piece]:
    pieces = finder.pieces(query)
    if not pieces:
        raise NoCutoff("it names no messages as evidence, and no gold fact of it names a day and a clock time")
    return pieces


_Rule = Callable[[Query, Scenario, EvidenceFinder], Position]
_RULES: Mapping[str, _Rule] = {
    "explicit": _explicit,
    "evidence": _evidence,
    "end": _end,
    "before-evidence": _before_evidence,
}
_AUTO: Mapping[str, _Rule] = {"explicit": _explicit, "evidence": _dated_evidence, "end": _end}
"""In this order. Where messages are named and nothing says when to ask, that is at the end: of most published sources
the questions are asked there."""

_WHAT_WORKS: Mapping[str, str] = {
    "explicit": "; auto asks such a query where its dated facts say, or else at the end",
    "evidence": "; auto asks such a query at its own cutoff, or else at the end",
    "before-evidence": "; sweep:before-evidence leaves such a query out at that point",
}
"""What else can be asked for where a query has none of what a policy goes by."""


def settle_cutoffs(scenario: Scenario, policy: Policy, points: Points | None = None) -> TimedScenario:
    """The scenario with a cutoff for each query and point; each says which policy set it.

    Points that a query cannot have are left out: those of evidence where none is known, and later ones at which,
    as the source says, something else is right by then.

    Raises:
        InputError: the policy cannot be applied to a query.
    """
    finder = EvidenceFinder(scenario)
    mains = [_timed(query, scenario, finder, policy) for query in scenario.queries]
    if points is None or points.only_main:
        return TimedScenario(scenario=scenario, queries=tuple(mains))
    entries = [entry for main in mains for entry in _swept(main, scenario, finder, points)]
    placed = tuple(replace(entry, place=place) for place, entry in enumerate(entries))
    return TimedScenario(scenario=scenario, queries=placed)


def _timed(query: Query, scenario: Scenario, finder: EvidenceFinder, policy: Policy) -> TimedQuery:
    reason = ""
    for name, rule in (_AUTO if policy == "auto" else {policy: _RULES[policy]}).items():
        try:
            cutoff = rule(query, scenario, finder)
            sessions = _visible_sessions(query, finder, cutoff)
            last = finder.last_evidence(query, cutoff)
            return TimedQuery(
                query=query,
                cutoff=cutoff,
                policy=query.cutoff_policy if name == "explicit" else name,
                reason=reason,
                evidence_sessions=sessions,
                last_evidence=last,
            )
        except NoCutoff as exc:
            reason = str(exc)
    where = f"{query.origin.source_file}: query {query.origin.event_index}"
    raise InputError(f"{where}: no cutoff by the policy {policy!r}: {reason}{_WHAT_WORKS.get(policy, '')}")


def _swept(main: TimedQuery, scenario: Scenario, finder: EvidenceFinder, points: Points) -> Iterator[TimedQuery]:
    """The entries of one query, by name: before, after each, main, its delays, end."""

    def at(point: str, cutoff: Position) -> TimedQuery:
        sessions = _visible_sessions(main.query, finder, cutoff)
        last = finder.last_evidence(main.query, cutoff)
        return replace(main, point=point, cutoff=cutoff, evidence_sessions=sessions, last_evidence=last)

    pieces = finder.pieces(main.query)
    clock = clock_time(main.query.text)
    zone = find_zone(scenario.zone)
    if points.before_evidence and pieces and pieces[0].begin < main.cutoff:
        yield at("before-evidence", pieces[0].begin)
    if points.after_each:
        for number, (piece, following) in enumerate(pairwise(pieces), start=1):
            cutoff = piece.end if clock is None else cutoff_at(next_clock_us(piece.end.at_us - 1, clock, zone))
            cutoff = min(max(cutoff, piece.end), following.begin)
            if cutoff < main.cutoff:
                yield at(f"after-{number}", cutoff)
    yield main
    later = [(delayed(us), Position(main.cutoff.at_us + us, main.cutoff.seq)) for us in points.delays_us]
    if points.end:
        later.append(("end", _end(main.query, scenario, finder)))
    for point, cutoff in later:
        if finder.still_holds(main.query, cutoff):
            yield at(point, cutoff)
