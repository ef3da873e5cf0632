import pytest

from memory.position import cutoff_at, just_after
from replay.cutoffs import settle_cutoffs
from replay.errors import InputError
from replay.points import Points, read_points
from replay.scenario import Scenario
from replay.times import format_duration
from scoring.records import Superseded
from tests.scenes import query_at, said, scenario_of, timeline_of, us

DAY_US = 86_400_000_000
FACTS = (
    "[April 15, 2025] At 9:00 AM, Ada set the seat to two.",
    "[April 20, 2025] At 8:00 PM, Ada set the seat to three.",
    "[April 15, 2025] At 9:05 AM, Ada said so again.",
)


def scene(facts: tuple[str, ...] = FACTS, text: str = "At 10:00 AM, Ada got in.") -> Scenario:
    days = ("2025-04-15 08:50", "2025-04-15 09:10", "2025-04-20 20:00", "2025-04-20 20:05", "2025-05-02 12:00")
    return scenario_of(timeline_of(*map(said, days)), [query_at(0, None, text, facts=facts)])


def asked(scenario: Scenario, cutoff: str, delays: str = "") -> dict[str, int]:
    policy, points = read_points(cutoff, delays)
    assert policy == "auto"
    return {entry.point: entry.cutoff.at_us for entry in settle_cutoffs(scenario, "auto", points).queries}


def test_a_run_that_is_no_sweep_asks_once() -> None:
    assert asked(scene(), "auto") == {"main": us("2025-04-21 10:00")}
    assert read_points("evidence", "0") == ("evidence", Points())


def test_each_piece_of_evidence_is_followed_by_the_question_at_its_clock_time() -> None:
    assert asked(scene(), "sweep:after-each") == {
        "before-evidence": us("2025-04-15 08:50"),
        "after-1": us("2025-04-15 10:00"),
        "main": us("2025-04-21 10:00"),
    }


def test_a_clock_time_behind_the_next_piece_gives_way_to_it() -> None:
    points = asked(
        scene(text="At 8:30 AM, Ada got in.", facts=(FACTS[0], "[April 16, 2025] At 8:00 AM, again.")),
        "sweep:after-each",
    )
    assert points["after-1"] == us("2025-04-16 08:00")


def test_delays_ask_again_later_and_the_end_is_behind_the_last_message() -> None:
    main_us = us("2025-04-21 10:00")
    assert asked(scene(), "sweep:end", "7d,0,12h") == {
        "main": main_us,
        "main+12h": main_us + DAY_US // 2,
        "main+7d": main_us + 7 * DAY_US,
        "end": us("2025-05-02 12:00") + 1,
    }


def test_evidence_that_the_source_names_counts_message_by_message() -> None:
    timeline = timeline_of(said(100), said(200), said(200), said(300))
    query = query_at(0, cutoff_at(1000), "What now?", evidence_ids=("m000002", "m000003"))
    entries = settle_cutoffs(scenario_of(timeline, [query]), "auto", Points(after_each=True, before_evidence=True))
    positions = [record.position for record in timeline.records]
    assert [(entry.point, entry.cutoff) for entry in entries.queries] == [
        ("before-evidence", positions[1]),
        ("after-1", just_after(positions[1])),
        ("main", cutoff_at(1000)),
    ]


def test_a_query_without_evidence_has_only_the_points_that_need_none() -> None:
    timeline = timeline_of(said(100))
    entries = settle_cutoffs(
        scenario_of(timeline, [query_at(0, cutoff_at(50), "What now?")]),
        "auto",
        Points(after_each=True, before_evidence=True, end=True),
    )
    assert [entry.point for entry in entries.queries] == ["main", "end"]


def test_entries_are_numbered_and_named_apart() -> None:
    entries = settle_cutoffs(scene(), "auto", Points(after_each=True, before_evidence=True)).queries
    assert [entry.index for entry in entries] == [0, 1, 2]
    assert [entry.id for entry in entries] == ["0@before-evidence", "0@after-1", "0"]


@pytest.mark.parametrize("cutoff", ["sweep:", "sweep:never", "sweep:after-each,main"])
def test_a_sweep_that_is_none_lists_the_known_ones(cutoff: str) -> None:
    with pytest.raises(InputError, match="after-each, before-evidence, end"):
        read_points(cutoff, "")


def test_a_delay_that_is_no_length_of_time_is_refused() -> None:
    with pytest.raises(InputError, match="'soon'"):
        read_points("auto", "1d,soon")


@pytest.mark.parametrize(
    ("length_us", "text"),
    [(0, "0"), (DAY_US, "1d"), (90_000_000, "1m30s"), (1_500_000, "1s500ms"), (36 * 3_600_000_000, "1d12h")],
)
def test_a_length_of_time_is_written_as_it_is_read(length_us: int, text: str) -> None:
    assert format_duration(length_us) == text


def test_what_was_said_in_a_session_before_its_evidence_is_no_evidence() -> None:
    days = ("2025-04-15 08:50", "2025-04-15 09:00", "2025-04-15 09:10")
    query = query_at(0, "2025-04-16 10:00", evidence_ids=("m000002",))
    _, points = read_points("sweep:after-each", "")
    entries = settle_cutoffs(scenario_of(timeline_of(*map(said, days)), [query]), "auto", points).queries
    assert [(entry.point, entry.evidence_sessions) for entry in entries] == [
        ("before-evidence", ()),
        ("main", (("m000001", "m000002", "m000003"),)),
    ]


def test_a_later_point_is_left_out_once_the_source_says_that_the_answer_changed() -> None:
    timeline = timeline_of(said(100), said(DAY_US), said(2 * DAY_US))
    first = query_at(0, cutoff_at(200), "What now?", evidence_ids=("m000001",))
    second = query_at(
        1,
        cutoff_at(3 * DAY_US),
        "And now?",
        evidence_ids=("m000002",),
        superseded=(Superseded(message_ids=("m000001",)),),
    )
    entries = settle_cutoffs(
        scenario_of(timeline, [first, second]), "auto", Points(delays_us=(1_000_000, DAY_US, 9 * DAY_US), end=True)
    ).queries
    assert [entry.point for entry in entries if entry.query.index == 0] == ["main", "main+1s"]
    assert [entry.point for entry in entries if entry.query.index == 1] == [
        "main",
        "main+1s",
        "main+1d",
        "main+9d",
        "end",
    ]


def test_a_query_that_names_what_it_replaced_among_its_own_evidence_holds_at_the_end() -> None:
    both = query_at(
        0,
        cutoff_at(3 * DAY_US),
        evidence_ids=("m000001", "m000002"),
        superseded=(Superseded(message_ids=("m000001",)),),
    )
    scenario = scenario_of(timeline_of(said(100), said(DAY_US)), [both])
    entries = settle_cutoffs(scenario, "auto", Points(end=True)).queries
    assert [entry.point for entry in entries] == ["main", "end"]
