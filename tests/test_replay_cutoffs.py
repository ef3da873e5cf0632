from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.position import Position, cutoff_at
from replay.cutoffs import Policy, next_clock_us, settle_cutoffs
from replay.errors import InputError
from replay.evidence import clock_time, evidence_moment
from replay.scenario import Scenario
from tests.scenes import query_at, said, scenario_of, timeline_of, us

MORNING = ("2025-04-15 08:50", "2025-04-15 09:00", "2025-04-15 09:10")
EVENING = ("2025-04-20 20:00", "2025-04-20 20:05")


def scene(text: str, facts: tuple[str, ...], zone: str = "UTC", cutoff: Position | None = None) -> Scenario:
    timeline = timeline_of(*(said(at) for at in (*MORNING, *EVENING)))
    return scenario_of(timeline, [query_at(0, cutoff, text, facts=facts)], zone)


def cutoff_of(policy: Policy, scenario: Scenario) -> tuple[Position, str]:
    (query,) = settle_cutoffs(scenario, policy).queries
    return query.cutoff, query.policy


@pytest.mark.parametrize(
    ("text", "hours", "minutes"),
    [
        ("At 10:00 AM, she", 10, 0),
        ("at 12:05 AM", 0, 5),
        ("At 12:00 PM", 12, 0),
        ("At 9:30PM", 21, 30),
        ("At 13:00 PM", 13, 0),
    ],
)
def test_a_clock_time_is_read_in_twelve_hours(text: str, hours: int, minutes: int) -> None:
    assert clock_time(text) == timedelta(hours=hours, minutes=minutes)


@pytest.mark.parametrize("text", ["", "at noon", "At 24:00 PM", "At 13:00 AM", "At 9:75 AM", "that 10:00 AM train"])
def test_what_is_no_clock_time_is_none(text: str) -> None:
    assert clock_time(text) is None


@pytest.mark.parametrize(
    "fact",
    ["", "At 9:00 AM, Ada", "[April 15, 2025] Ada", "[April 31, 2025] At 9:00 AM", "[Floreal 3, 2025] At 9:00 AM"],
)
def test_a_fact_without_a_possible_day_and_time_names_no_moment(fact: str) -> None:
    assert evidence_moment(fact) is None


def test_a_fact_names_its_day_and_first_clock_time() -> None:
    fact = "[April 15, 2025] At 9:00 AM, Ada said so. At 9:05 AM, she took it back."
    assert evidence_moment(fact) == datetime(2025, 4, 15, 9, 0)  # noqa: DTZ001


def named(text: str, *ids: str) -> Scenario:
    timeline = timeline_of(*(said(at) for at in (*MORNING, *EVENING)))
    return scenario_of(timeline, [query_at(0, None, text, evidence_ids=ids)])


def test_messages_that_the_source_names_are_evidence_to_every_policy_that_goes_by_it() -> None:
    scenario = named("At 8:00 AM, she asked", "m000001", "m000002")  # said at 8:50 and 9:00
    assert cutoff_of("evidence", scenario) == (cutoff_at(us("2025-04-16 08:00")), "evidence")
    assert cutoff_of("before-evidence", scenario) == (Position(us("2025-04-15 08:50"), 1), "before-evidence")
    assert cutoff_of("auto", scenario) == (cutoff_at(us("2025-04-20 20:05") + 1), "end")


def test_without_a_clock_time_a_query_stands_right_behind_the_last_message_that_is_its_evidence() -> None:
    assert cutoff_of("evidence", named("What does she like?", "m000002"))[0] == Position(us("2025-04-15 09:00"), 3)


def test_a_clock_time_that_the_evidence_carries_itself_is_that_of_the_next_day() -> None:
    at_nine = named("At 9:00 AM, she asked", "m000002")
    assert cutoff_of("evidence", at_nine)[0] == cutoff_at(us("2025-04-16 09:00"))


@pytest.mark.parametrize(
    ("policy", "instead"),
    [("evidence", "auto asks such a query at its own cutoff"), ("before-evidence", "sweep:before-evidence leaves")],
)
def test_a_policy_that_has_nothing_to_go_by_says_what_works_instead(policy: Policy, instead: str) -> None:
    with pytest.raises(InputError, match=f"names no messages as evidence, and no gold fact of it.*; {instead}"):
        cutoff_of(policy, named("At 8:00 AM, she asked"))


@pytest.mark.parametrize(
    ("query", "cutoff"),
    [
        ("At 10:00 AM, Ada", "2025-04-15 10:00"),
        ("At 9:11 AM, Ada", "2025-04-15 09:11"),
        ("At 9:10 AM, Ada", "2025-04-16 09:10"),
        ("At 8:00 AM, Ada", "2025-04-16 08:00"),
    ],
)
def test_evidence_is_the_first_such_clock_time_strictly_after_the_sessions_last_message(
    query: str, cutoff: str
) -> None:
    scenario = scene(query, ("[April 15, 2025] At 9:00 AM, Ada said so.",))
    assert cutoff_of("evidence", scenario) == (cutoff_at(us(cutoff)), "evidence")


def test_the_latest_session_counts_in_whatever_order_the_facts_stand() -> None:
    facts = ("[April 20, 2025] At 8:00 PM, Ben.", "[April 15, 2025] At 9:00 AM, Ada.")
    assert cutoff_of("evidence", scene("At 9:00 PM", facts))[0] == cutoff_at(us("2025-04-20 21:00"))
    assert cutoff_of("before-evidence", scene("At 9:00 PM", facts))[0] == cutoff_at(us("2025-04-15 08:50"))


def test_a_fact_whose_hour_a_session_touches_belongs_to_it() -> None:
    scenario = scene("At 9:00 PM", ("[April 20, 2025] At 8:30 PM, Ben.",))
    assert cutoff_of("evidence", scenario)[0] == cutoff_at(us("2025-04-20 21:00"))


def test_a_fact_that_no_session_holds_stands_for_itself() -> None:
    scenario = scene("At 7:00 AM", ("[April 17, 2025] At 6:00 AM, Ben.",))
    assert cutoff_of("evidence", scenario)[0] == cutoff_at(us("2025-04-17 07:00"))


def test_clock_times_are_those_of_the_scenarios_zone() -> None:
    scenario = scene("At 8:00 PM", ("[April 15, 2025] At 6:00 PM, Ada.",), zone="Asia/Tokyo")
    assert cutoff_of("evidence", scenario)[0] == cutoff_at(us("2025-04-15 11:00"))


def test_the_end_is_one_microsecond_after_the_last_message() -> None:
    assert cutoff_of("end", scene("?", ()))[0] == cutoff_at(us("2025-04-20 20:05") + 1)


def test_by_default_the_querys_own_cutoff_comes_first_then_evidence_then_the_end() -> None:
    fact = ("[April 15, 2025] At 9:00 AM, Ada.",)
    own = cutoff_at(us("2025-04-16 12:00"))
    assert cutoff_of("auto", scene("At 10:00 AM", fact, cutoff=own)) == (own, "explicit")
    assert cutoff_of("auto", scene("At 10:00 AM", fact))[1] == "evidence"
    assert cutoff_of("auto", scene("Whenever", fact))[1] == "end"
    assert cutoff_of("auto", scene("At 10:00 AM", ()))[1] == "end"


@pytest.mark.parametrize(
    ("policy", "text", "facts", "said"),
    [
        ("explicit", "At 10:00 AM", (), "carries no cutoff"),
        ("evidence", "At 10:00 AM", (), "no gold fact"),
        ("evidence", "Whenever", ("[April 15, 2025] At 9:00 AM, Ada.",), "no clock time"),
        ("before-evidence", "At 10:00 AM", ("Once upon a time",), "no gold fact"),
    ],
)
def test_a_policy_that_cannot_be_applied_names_the_query(
    policy: Policy, text: str, facts: tuple[str, ...], said: str
) -> None:
    with pytest.raises(InputError, match=rf"scene.jsonl: query 0: .*{said}"):
        settle_cutoffs(scene(text, facts), policy)


def test_a_clock_time_that_is_skipped_comes_the_next_day_and_one_shown_twice_counts_twice() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")
    half_past_one = timedelta(hours=1, minutes=30)
    before_spring = us("2025-03-29 23:00")  # on the 30th the clock goes from 00:59 to 02:00
    assert next_clock_us(before_spring, half_past_one, lisbon) == us("2025-03-31 00:30")
    first = us("2025-10-26 00:30")  # 01:30 summer time; an hour later it is 01:30 again
    assert next_clock_us(first - 1, half_past_one, lisbon) == first
    assert next_clock_us(first, half_past_one, lisbon) == us("2025-10-26 01:30")
    assert next_clock_us(us("2025-10-26 01:30"), half_past_one, lisbon) == us("2025-10-27 01:30")
