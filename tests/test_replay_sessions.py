"""Which messages belong together: as the source names them, else by gaps; and what follows for evidence."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from memory.position import Position, cutoff_at
from replay.cutoffs import settle_cutoffs
from replay.evidence import EvidenceFinder, sessions_of
from replay.scenario import Scenario
from replay.sessions import NamedSessions, Session, compacted, find_sessions, sessions_of_names
from replay.timeline import CommandDraft, Draft, Timeline, build_timeline
from tests.scenes import query_at, said, scenario_of, us
from vehicle.commands import Command

MINUTE = 60_000_000


def scene(*spoken: tuple[str, str], **gold: object) -> Scenario:
    """Messages at an instant in a session, empty for none, and a query at the end of March."""
    drafts = [replace(said(at, f"line {number}"), session=session) for number, (at, session) in enumerate(spoken)]
    numbered = build_timeline(drafts)
    query = query_at(0, "2025-03-31 00:00", commands=(), expects_commands=False, **gold)
    return replace(scenario_of(numbered.timeline, [query]), sessions=numbered.sessions)


def evidence_of(scenario: Scenario, cutoff: Position | str = "2025-03-31 00:00") -> tuple[tuple[str, ...], ...]:
    at = cutoff_at(us(cutoff)) if isinstance(cutoff, str) else cutoff
    query = replace(scenario.queries[0], cutoff=at)
    (timed,) = settle_cutoffs(replace(scenario, queries=(query,)), "explicit").queries
    return timed.evidence_sessions


def test_without_names_sessions_are_runs_with_gaps_of_at_most_30_minutes() -> None:
    times = [0, 30 * MINUTE, 60 * MINUTE + 1, 60 * MINUTE + 1]
    assert find_sessions(times) == [
        Session(0, 30 * MINUTE, range(2)),
        Session(60 * MINUTE + 1, 60 * MINUTE + 1, range(2, 4)),
    ]
    assert find_sessions([]) == []


def test_named_sessions_are_neither_cut_at_gaps_nor_joined() -> None:
    times = [0, 0, 0, 600 * MINUTE]
    assert find_sessions(times, [(0, 1), (2, 3)]) == [Session(0, 0, (0, 1)), Session(0, 600 * MINUTE, (2, 3))]


def test_messages_without_a_name_are_cut_among_themselves() -> None:
    times = [0, 10 * MINUTE, 20 * MINUTE, 51 * MINUTE]
    assert find_sessions(times, [(1,), ()]) == [
        Session(0, 20 * MINUTE, [0, 2]),
        Session(10 * MINUTE, 10 * MINUTE, (1,)),
        Session(51 * MINUTE, 51 * MINUTE, [3]),
    ]


def test_sessions_may_overlap_and_stand_by_their_first_messages() -> None:
    assert [session.places for session in find_sessions([0, 1, 2, 3], [(1, 3), (0, 2)])] == [(0, 2), (1, 3)]


@pytest.mark.parametrize(
    ("numbers", "kept"), [([], ()), ([4], range(4, 5)), ([4, 5, 6], range(4, 7)), ([4, 6], (4, 6))]
)
def test_numbers_without_a_gap_are_a_range(numbers: list[int], kept: Sequence[int]) -> None:
    assert compacted(numbers) == kept


def test_sessions_come_in_the_order_in_which_they_begin_and_no_name_is_no_session() -> None:
    named = [(1, "b"), (2, ""), (3, "a"), (4, "b"), (6, "a")]
    assert sessions_of_names(named) == ((1, 4), (3, 6))
    assert sessions_of_names([(1, ""), (2, "")]) == ()


def test_sessions_have_the_numbers_of_a_timeline_sorted_by_time_with_other_records_between() -> None:
    drafts: list[Draft] = [
        replace(said("2025-03-02 08:00"), session="later"),
        replace(said("2025-03-01 08:00"), session="sooner"),
        CommandDraft(at_us=us("2025-03-01 08:01"), person="", command=Command(name="x")),
        replace(said("2025-03-01 08:02"), session="sooner"),
    ]
    numbered = build_timeline(drafts)
    assert numbered.sessions == ((1, 3), range(4, 5))
    scenario = replace(scenario_of(numbered.timeline), sessions=numbered.sessions)
    assert [session.places for session in sessions_of(scenario)] == [range(2), range(2, 3)]


def test_two_sessions_of_one_minute_are_told_apart() -> None:
    noon = "2025-03-01 12:00"
    scenario = scene((noon, "a"), (noon, "a"), (noon, "b"), (noon, "b"), evidence_ids=("m000003",))
    assert evidence_of(scenario) == (("m000003", "m000004"),)
    unnamed = scene((noon, ""), (noon, ""), (noon, ""), (noon, ""), evidence_ids=("m000003",))
    assert evidence_of(unnamed) == (("m000001", "m000002", "m000003", "m000004"),)


def test_a_session_holds_together_over_any_silence_and_is_seen_as_far_as_the_cutoff() -> None:
    scenario = scene(
        ("2025-03-01 08:00", "a"), ("2025-03-01 09:00", "a"), ("2025-03-01 09:00", "b"), evidence_ids=("m000001",)
    )
    nine = us("2025-03-01 09:00")
    assert evidence_of(scenario, cutoff_at(nine - 1)) == (("m000001",),)
    assert evidence_of(scenario, cutoff_at(nine)) == (("m000001",),)
    assert evidence_of(scenario, cutoff_at(nine + 1)) == (("m000001", "m000002"),)


def test_what_is_said_later_changes_no_session_before() -> None:
    spoken = (("2025-03-01 08:00", "a"), ("2025-03-01 08:10", ""), ("2025-03-01 08:20", "b"))
    more = (("2025-03-01 08:25", "a"), ("2025-03-01 08:26", ""), ("2025-03-02 08:00", "b"))
    at = "2025-03-01 08:21"
    for number in ("m000001", "m000002", "m000003"):
        alone, followed = (scene(*lines, evidence_ids=(number,)) for lines in (spoken, (*spoken, *more)))
        assert evidence_of(alone, at) == evidence_of(followed, at) == ((number,),)


def test_a_dated_fact_belongs_to_the_session_that_began_last_of_those_that_hold_its_instant() -> None:
    fact = "[March 1, 2025] At 8:30 AM, Ada said so."
    spoken = (("2025-03-01 08:00", "long"), ("2025-03-01 08:10", "short"), ("2025-03-01 08:20", "short"))
    scenario = scene(*spoken, ("2025-03-01 09:30", "long"), facts=(fact,))
    assert evidence_of(scenario) == (("m000001", "m000004"),)
    both = scene(*spoken, ("2025-03-01 08:40", "short"), ("2025-03-01 09:30", "long"), facts=(fact,))
    assert evidence_of(both) == (("m000002", "m000003", "m000004"),)


def test_a_dated_fact_that_no_session_holds_belongs_to_the_last_that_touches_its_hour() -> None:
    fact = "[March 1, 2025] At 8:30 AM, Ada said so."
    scenario = scene(("2025-03-01 08:00", "a"), ("2025-03-01 08:10", "b"), ("2025-03-01 09:00", "c"), facts=(fact,))
    assert evidence_of(scenario) == (("m000002",),)
    nobody = scene(("2025-03-01 07:59", "a"), ("2025-03-01 09:00", "b"), facts=(fact,))
    assert evidence_of(nobody) == ()


def test_of_a_session_only_what_the_timeline_still_has_counts() -> None:
    scenario = scene(("2025-03-01 08:00", "a"), ("2025-03-01 08:10", "a"), evidence_ids=("m000001", "m000002"))
    cut = replace(scenario, timeline=Timeline(list(scenario.timeline.records)[:1]))
    assert [session.places for session in sessions_of(cut)] == [range(1)]
    assert evidence_of(cut) == (("m000001",),)
    assert not EvidenceFinder(cut).is_known("m000002", cutoff_at(us("2025-03-31 00:00")))


def test_messages_are_grouped_by_the_sessions_that_the_source_names() -> None:
    sessions = NamedSessions((range(1, 3), (4, 7)))
    assert sessions.groups(["m000007", "m000002", "m000004", "m000002"]) == (("m000002",), ("m000004", "m000007"))
    assert sessions.groups(["m000003", "m000008", "m1000000000", "answer_1", ""]) == ()
    assert NamedSessions(()).groups(["m000001"]) == sessions.groups([]) == ()
