from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from memory.backend import BackendFactory
from memory.instants import DAY_US, HOUR_US
from memory.messages import Question
from memory.position import Position
from memory.registry import find_backend
from replay.agents.agent import Decision, Toolbox
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from scoring.aggregate import score_turns
from scoring.life import forgetting, guess_rate, life_entry, life_section, retention, stale_by_point, update_lag
from scoring.number_text import percent
from scoring.records import Failure, ForgetCheck, Superseded, Turn, UpdateWatch
from scoring.render_life import render_life, simulated
from scoring.spans import AGES, INTERFERENCE
from tests.diagnosis_cases import Case, heat, hits, volume
from tests.test_replay_life import OLD, NewestFirst, Obeys, Overdoes, Stale, TenBehind, changed, forgotten, replayed

HEATING = "carcontrol_seat_set_heating_level"
BROKEN = Failure(stage="search", message="gone")


def turn(*, is_right: bool = True, point: str = "main", **changes: Any) -> Turn:
    did = (volume(30),) if is_right else (volume(20),)
    whole = Case(name="", cause="", did=did, question=hits("m1", "m7")).turn()
    return replace(whole, **{"point": point, **changes})


def watch(lag_us: int, n_messages: int, *, caught_up: bool = True) -> UpdateWatch:
    return UpdateWatch(caught_up=caught_up, lag_us=lag_us, n_messages=n_messages)


def check(since_us: int, *, by_id: int, by_content: int = 0, left: int = 4) -> ForgetCheck:
    return ForgetCheck(
        since_us=since_us,
        n_forgotten=2,
        hits_by_id=by_id,
        hits_by_content=by_content,
        n_bystanders=4,
        n_bystanders_left=left,
    )


# ---- update lag -----------------------------------------------------------------------------------------------------


def test_the_lag_is_that_of_the_changes_that_were_taken_and_the_others_are_told_apart() -> None:
    watches = [watch(0, 0), watch(100, 1), watch(800, 8), watch(5000, 50, caught_up=False)]
    assert update_lag(watches) == {
        "watched": 4,
        "untold": 0,
        "caught_up": 3,
        "caught_up_rate": 0.75,
        "lag_us_mean": 300.0,
        "lag_us_median": 100,
        "messages_mean": 3.0,
        "messages_median": 1,
        "censored": 1,
        "at_least_lag_us_mean": 5000.0,
        "at_least_lag_us_median": 5000,
        "at_least_messages_mean": 50.0,
        "at_least_messages_median": 50,
    }


def test_without_watches_nothing_is_known_of_the_lag() -> None:
    lag = update_lag([])
    assert (lag["watched"], lag["caught_up"], lag["censored"]) == (0, 0, 0)
    assert lag["caught_up_rate"] is lag["lag_us_mean"] is lag["at_least_messages_median"] is None


def test_an_even_number_of_watches_has_its_median_in_the_middle() -> None:
    assert update_lag([watch(0, 0), watch(10, 3)])["lag_us_median"] == 5.0
    assert update_lag([watch(0, 0), watch(10, 3)])["messages_median"] == 1.5


def test_queries_that_expect_no_commands_are_neither_right_nor_wrong() -> None:
    said_only = replace(turn().gold, expects_commands=False)
    points = ("main", "before-evidence")
    items = score_turns([turn(point=point, is_right=False, evidence_age_us=0) for point in points])
    mixed = score_turns([turn(point=point, gold=said_only, evidence_age_us=0) for point in points])
    assert guess_rate([*items, *mixed]) == {"queries": 1, "right": 0, "guess_rate": 0.0}
    first = retention([*items, *mixed])["by_age"][0]
    assert (first["entries"], first["with_commands"], first["exact_match_rate"]) == (2, 1, 0.0)
    assert retention(mixed)["by_age"][0]["exact_match_rate"] is None


# ---- retention ------------------------------------------------------------------------------------------------------


def test_the_curve_takes_each_entry_by_the_age_of_its_evidence() -> None:
    sessions = (("m1",), ("m2",))
    items = score_turns(
        [
            turn(evidence_age_us=0, interference=0, evidence_sessions=sessions[:1]),
            turn(evidence_age_us=HOUR_US - 1, interference=4, is_right=False, evidence_sessions=sessions),
            turn(evidence_age_us=HOUR_US, interference=9, point="main+1h", evidence_sessions=sessions[1:]),
            turn(evidence_age_us=400 * DAY_US, interference=2000, point="end", is_right=False),
        ]
    )
    curve = {row["span"]: row for row in retention(items)["by_age"]}
    assert list(curve) == ["0-1h", "1h-1d", "1-7d", "7-30d", "30-90d", ">=90d"]
    assert curve["0-1h"] == {
        "span": "0-1h",
        "entries": 2,
        "rated": 2,
        "right_rate": 0.5,
        "with_commands": 2,
        "exact_match_rate": 0.5,
        "searched": 2,
        "evidence_any_at_10": 1.0,
        "evidence_all_at_10": 0.5,
        "interference_mean": 2.0,
    }
    assert (curve["1h-1d"]["entries"], curve["1h-1d"]["evidence_any_at_10"]) == (1, 0.0)
    assert (curve[">=90d"]["searched"], curve[">=90d"]["evidence_any_at_10"]) == (0, None)
    assert (curve["1-7d"]["entries"], curve["1-7d"]["exact_match_rate"]) == (0, None)
    by_interference = {row["span"]: row["entries"] for row in retention(items)["by_interference"]}
    assert by_interference == {"0": 1, "1-9": 2, "10-99": 0, "100-999": 0, ">=1000": 1}


def test_points_before_all_the_evidence_and_entries_without_an_age_are_in_no_span() -> None:
    items = score_turns(
        [
            turn(evidence_age_us=1, interference=0, point="after-1"),
            turn(evidence_age_us=1, interference=0, point="before-evidence"),
            turn(),
        ]
    )
    curve = retention(items)
    assert curve["unaged"] == 1
    assert sum(row["entries"] for row in [*curve["by_age"], *curve["by_interference"]]) == 0


@pytest.mark.parametrize("spans", [AGES, INTERFERENCE])
def test_spans_meet_without_a_gap_and_hold_their_lower_bound(spans: Any) -> None:
    assert spans[0].low == 0
    for span, following in pairwise(spans):
        assert span.high == following.low
        assert following.holds(following.low)
        assert span.holds(following.low - 1)
        assert not span.holds(following.low)
    assert spans[-1].high is None
    assert not any(span.holds(-1) for span in spans)


# ---- staleness by point ---------------------------------------------------------------------------------------------


def test_stale_rates_are_of_main_and_of_the_points_behind_it() -> None:
    def at(point: str, level: int) -> Turn:
        whole = turn(point=point)
        old = (Superseded(message_ids=("m1",), commands=(volume(10),)),)
        stale = Case(name="", cause="", did=(volume(level),), question=hits("m1")).turn()
        return replace(whole, gold=replace(whole.gold, superseded=old), predicted=stale.predicted)

    stale = stale_by_point([at("before-evidence", 10), at("after-1", 10), at("main", 30), at("main+1d", 10)])
    assert (stale["answers"], stale["stale_answer_rate"]) == (1, 0.0)
    assert list(stale["points"]) == ["main+1d"]
    assert stale["points"]["main+1d"]["stale_answer_rate"] == 1.0


# ---- forgetting -----------------------------------------------------------------------------------------------------


def test_what_is_left_is_a_share_of_what_was_to_be_forgotten_and_falls_with_time() -> None:
    turns = [
        turn(cutoff=Position(1, 0), forgetting=(check(0, by_id=2, by_content=1),)),
        turn(cutoff=Position(2, 0), forgetting=(check(2 * DAY_US, by_id=0, left=3), check(1, by_id=1, left=0))),
    ]
    section = forgetting(turns)
    assert {name: section[name] for name in section if name != "by_time"} == {
        "checks": 3,
        "forgotten": 6,
        "residual_by_id": 0.5,
        "residual_by_content": 1 / 6,
        "bystanders": 12,
        "collateral_at_request": 0.0,
        "collateral_loss": 5 / 12,
    }
    curve = {row["since"]: row for row in section["by_time"]}
    assert (curve["0-1h"]["checks"], curve["0-1h"]["residual_by_id"]) == (2, 0.75)
    assert (curve["1-7d"]["residual_by_id"], curve["1-7d"]["collateral_loss"]) == (0.0, 0.25)
    assert (curve["1h-1d"]["checks"], curve["1h-1d"]["residual_by_id"]) == (0, None)


def test_a_request_counts_once_at_each_cutoff_however_many_queries_stand_there() -> None:
    twice = [turn(index=n, forgetting=(check(0, by_id=2),)) for n in range(2)]
    assert forgetting(twice)["checks"] == 1
    elsewhere = replace(twice[1], scenario="2")
    assert forgetting([twice[0], elsewhere])["checks"] == 2


def test_queries_of_one_cutoff_that_check_different_requests_count_them_all() -> None:
    numbered = [
        replace(check(since, by_id=by_id), request=n) for n, (since, by_id) in enumerate(((9, 2), (6, 0), (3, 0)))
    ]
    turns = [turn(index=0, forgetting=tuple(numbered[:2])), turn(index=1, forgetting=tuple(numbered[1:]))]
    section = forgetting(turns)
    assert (section["checks"], section["residual_by_id"]) == (3, 2 / 6)
    # a log of an earlier version tells the requests apart by their instants
    unnumbered = [replace(one, forgetting=tuple(replace(c, request=None) for c in one.forgetting)) for one in turns]
    assert forgetting(unnumbered) == section


def test_two_requests_of_one_instant_are_two_in_a_log_without_numbers_too() -> None:
    both = (check(5, by_id=2), check(5, by_id=0))
    assert forgetting([turn(forgetting=both), turn(index=1, forgetting=both)])["residual_by_id"] == 0.5


def test_each_repeat_counts_and_a_failure_in_one_takes_nothing_from_another() -> None:
    by_id = (0, 2, 2)
    repeats = [turn(index=n, forgetting=(replace(check(0, by_id=k), request=0),)) for k in by_id for n in range(2)]
    section = forgetting(repeats)
    assert (section["checks"], section["residual_by_id"]) == (3, 4 / 6)
    broken = [replace(repeats[0], failure=BROKEN), *repeats[1:]]
    assert forgetting(broken) == section


def test_what_names_no_messages_tells_nothing_by_id_and_nothing_of_updates_in_whatever_log() -> None:
    named = turn(forgetting=(check(0, by_id=1, by_content=1),), update=watch(5, 1, caught_up=False))
    unnamed = replace(named, index=1, names_sources=False, cutoff=Position(9, 0))
    alone = life_section(score_turns([unnamed]))
    assert (alone["forgetting"]["residual_by_id"], alone["forgetting"]["residual_by_content"]) == (None, 0.5)
    assert (alone["update"]["watched"], alone["update"]["untold"], alone["update"]["caught_up_rate"]) == (1, 1, None)
    assert alone["update"]["at_least_lag_us_mean"] is None
    assert render_life(alone).startswith("updates of which nothing can be told: 1\n")
    both = life_section(score_turns([named, unnamed]))
    assert (both["forgetting"]["residual_by_id"], both["forgetting"]["residual_by_content"]) == (0.5, 0.5)
    assert (both["update"]["untold"], both["update"]["censored"], both["update"]["caught_up_rate"]) == (1, 1, 0.0)
    text = render_life(both)
    assert "updates: 0 of 1 taken before the query\n" in text
    assert "updates of which nothing can be told: 1\n" in text


def test_without_bystanders_there_is_no_loss_to_tell_and_without_requests_nothing() -> None:
    untold = replace(check(0, by_id=0), hits_by_id=None, hits_by_content=None, n_bystanders_lost=None)
    lost = replace(check(1, by_id=1, by_content=1, left=1), n_bystanders_lost=1)
    both = forgetting([turn(forgetting=(untold, lost))])
    assert (both["residual_by_id"], both["residual_by_content"]) == (0.5, 0.5)
    assert (both["collateral_at_request"], both["collateral_loss"]) == (1 / 4, 3 / 8)
    none = forgetting([turn(forgetting=(untold,))])
    assert (none["residual_by_id"], none["residual_by_content"], none["collateral_at_request"]) == (None, None, None)
    alone = replace(check(0, by_id=0), n_bystanders=0, n_bystanders_left=0)
    assert forgetting([turn(forgetting=(alone,))])["collateral_loss"] is None
    assert forgetting([])["residual_by_id"] is None


# ---- guesses, the whole section -------------------------------------------------------------------------------------


def test_whoever_is_right_before_any_evidence_guessed() -> None:
    items = score_turns([turn(point="before-evidence"), turn(point="before-evidence", is_right=False), turn()])
    assert guess_rate(items) == {"queries": 2, "right": 1, "guess_rate": 0.5}
    assert guess_rate([]) == {"queries": 0, "right": 0, "guess_rate": None}


def test_a_failure_has_no_part_in_the_life_of_a_memory() -> None:
    failed = turn(
        failure=BROKEN, evidence_age_us=1, interference=1, update=watch(1, 1), forgetting=(check(0, by_id=2),)
    )
    before = turn(failure=BROKEN, point="before-evidence")
    assert life_section(score_turns([failed, before])) == life_section([])


def test_an_entry_of_the_results_holds_what_its_turn_saw() -> None:
    seen = turn(evidence_age_us=7, interference=2, update=watch(5, 1), forgetting=(check(3, by_id=1),))
    assert life_entry(seen) == {
        "evidence_age_us": 7,
        "interference": 2,
        "update": {"caught_up": True, "lag_us": 5, "n_messages": 1},
        "forgetting": [
            {
                "request": None,
                "since_us": 3,
                "n_forgotten": 2,
                "hits_by_id": 1,
                "hits_by_content": 0,
                "n_bystanders": 4,
                "n_bystanders_left": 4,
                "n_bystanders_lost": 0,
            }
        ],
        "stale": {"answer": None, "first_hit": None, "first_hits": None},
    }
    assert life_entry(turn())["update"] is None


def test_the_text_of_a_run_that_knows_nothing_is_empty() -> None:
    assert render_life(life_section([])) == ""


def test_the_text_has_a_line_for_each_rate_and_its_curves_within_eighty_columns() -> None:
    old = (Superseded(message_ids=("m1",), commands=(volume(20),)),)
    known: dict[str, Any] = {
        "evidence_age_us": 3 * DAY_US,
        "interference": 123,
        "evidence_sessions": (("m1",),),
        "update": watch(90_000_000, 1),
        "forgetting": (check(0, by_id=2, left=3),),
    }
    wrong = turn(is_right=False, **known)
    turns = [
        replace(wrong, gold=replace(wrong.gold, superseded=old)),
        turn(index=1, update=watch(DAY_US, 300, caught_up=False)),
        turn(index=2, point="before-evidence", is_right=False),
    ]
    text = render_life(life_section(score_turns(turns)))
    assert max(map(len, text.splitlines())) <= 80
    assert text.startswith("updates: 1 of 2 taken before the query, 0 of 1 still found when it was asked;\n  lag ")
    assert "updates not taken: 1, watched for 1.0 d and 300 messages (median)" in text
    assert "stale: 100.0% of 1 answer, 100.0% of 1 first hit, 50.0% of the first 5 hits" in text
    assert "right before any evidence: 0 of 1 (0.0%)" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["1-7d", "1", "0.0%", "100.0%", "100.0%", "123.0"] in rows
    assert ["100-999", "1", "0.0%", "100.0%", "100.0%", "123.0"] in rows
    assert ["0-1h", "1", "100.0%", "0.0%", "0.0%", "25.0%"] in rows
    assert ["all", "1", "100.0%", "0.0%", "0.0%", "25.0%"] in rows


@pytest.mark.parametrize(
    ("us", "shown"),
    [
        (None, "-"),
        (0, "0 s"),
        (1, "0.000001 s"),
        (999_999, "0.999999 s"),
        (1_000_000, "1.0 s"),
        (90_000_000, "1.5 min"),
        (HOUR_US, "1.0 h"),
        (36 * HOUR_US, "1.5 d"),
    ],
)
def test_simulated_time_is_told_in_the_largest_unit(us: float | None, shown: str) -> None:
    assert simulated(us) == shown
    assert percent(None) == "-"


# ---- known truth, through the replay --------------------------------------------------------------------------------

MINUTE_US = 60_000_000


@pytest.mark.parametrize(
    ("memory", "lag_us", "n_messages", "first_hit"),
    [
        (NewestFirst, 0, 0, 0.0),
        (find_backend("fulltext"), 0, 0, 0.0),
        (TenBehind, 10 * MINUTE_US, 10, 0.0),
    ],
)
def test_lag_and_staleness_of_memories_whose_truth_is_known(
    memory: BackendFactory, lag_us: int, n_messages: int, first_hit: float
) -> None:
    life = life_section(score_turns(replayed(changed(20), memory)))
    assert life["update"]["caught_up_rate"] == 1.0
    assert (life["update"]["lag_us_mean"], life["update"]["messages_mean"]) == (lag_us, n_messages)
    assert life["stale"]["stale_first_hit_rate"] == first_hit


@pytest.mark.parametrize(("memory", "is_held"), [("recent", 0), ("fulltext", 1)])
def test_a_change_that_was_taken_at_once_may_be_lost_by_the_time_it_is_asked_for(memory: str, is_held: int) -> None:
    update = life_section(score_turns(replayed(changed(30), find_backend(memory))))["update"]
    assert (update["caught_up_rate"], update["lag_us_mean"]) == (1.0, 0)
    assert (update["asked_again"], update["still_current"], update["still_current_rate"]) == (1, is_held, is_held)
    assert f", {is_held} of 1 still found when it was asked" in render_life(
        life_section(score_turns(replayed(changed(30), find_backend(memory))))
    ).replace("\n  ", " ")


def test_a_memory_that_never_takes_a_change_is_censored_and_serves_the_old_value() -> None:
    life = life_section(score_turns(replayed(changed(20), Stale)))
    assert (life["update"]["caught_up"], life["update"]["censored"]) == (0, 1)
    assert life["update"]["at_least_lag_us_mean"] == 20 * MINUTE_US
    assert life["update"]["at_least_messages_mean"] == 20
    assert (life["stale"]["searches"], life["stale"]["stale_first_hit_rate"]) == (1, 1.0)


class TwoBehind(NewestFirst):
    behind = 2


class HeatsAsTheFirstHitSays:
    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        (hit, *_) = tools.search_memory(question.text, 1)
        tools.call(HEATING, {"seat": "driver", "level": 1 if OLD in hit.text else 3})
        return ()


@pytest.mark.parametrize(
    ("memory", "n_after", "stale", "n_messages"),
    [(NewestFirst, 0, False, 0), (Stale, 9, True, 9), (TwoBehind, 1, True, 1), (TwoBehind, 2, False, 2)],
)
def test_an_agent_that_trusts_a_stale_memory_gives_stale_answers_for_as_long_as_it_lags(
    memory: BackendFactory, n_after: int, stale: bool, n_messages: int
) -> None:
    scene = changed(n_after)
    (entry,) = scene.queries
    old = Superseded(message_ids=("m000001",), commands=(heat("driver", 1),))
    gold = replace(entry.query.gold, commands=(heat("driver", 3),), superseded=(old,))
    scene = replace(scene, queries=(replace(entry, query=replace(entry.query, gold=gold)),))
    turns: list[Turn] = []
    ScenarioReplay(scene, ReplaySettings(watch_updates=True), memory, HeatsAsTheFirstHitSays, namespace="test").run(
        lambda turn, timing: turns.append(turn)
    )
    life = life_section(score_turns(turns))
    assert (life["stale"]["answers"], life["stale"]["stale_answer_rate"]) == (1, float(stale))
    assert life["stale"]["stale_first_hit_rate"] == float(stale)
    assert (life["update"]["caught_up"], life["update"]["censored"]) == (int(not stale), int(stale))
    assert life["update"]["at_least_messages_mean" if stale else "messages_mean"] == n_messages


@pytest.mark.parametrize(
    ("memory", "residual", "loss"),
    [
        (NewestFirst, 1.0, 0.0),
        (Obeys, 0.0, 0.0),
        (Overdoes, 0.0, 0.5),
        (find_backend("fulltext"), 0.0, 0.0),
    ],
)
def test_residual_and_loss_of_memories_whose_truth_is_known(
    memory: BackendFactory, residual: float, loss: float
) -> None:
    section = life_section(score_turns(replayed(forgotten(), memory)))["forgetting"]
    assert section["checks"] == 2
    assert (section["residual_by_id"], section["residual_by_content"]) == (residual, residual)
    assert section["collateral_loss"] == loss
