"""The published state measure, worked out by hand and compared with the recorded one."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from scoring.state_metrics import StateScore, score_states
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY, State

EVERYTHING = 215 + 126
"""Fields of the factory state and constant labels."""


def test_doing_nothing_when_nothing_was_to_be_done_is_perfect() -> None:
    assert score_states(FACTORY, FACTORY, FACTORY) == StateScore(
        TP=0, FP=0, negative_TP=EVERYTHING, negative_FP=0, correctly_changed=0, change_accuracy=1.0, f1_positive=1.0,
        f1_negative=1.0, acc_positive=1.0, precision_positive=1.0, f1_change=1.0, acc_negative=1.0,
        precision_change=1.0, exact_match=True,
    )  # fmt: skip


def test_doing_exactly_what_was_to_be_done_is_perfect() -> None:
    right = State({"HUD.is_on": True, "HUD.height_level": 7})
    score = score_states(FACTORY, right, right)
    assert (score.TP, score.FP, score.correctly_changed, score.negative_TP, score.negative_FP) == (2, 0, 2, 339, 0)
    assert (score.change_accuracy, score.f1_positive, score.f1_change, score.f1_negative) == (1.0, 1.0, 1.0, 1.0)
    assert score.exact_match


def test_doing_nothing_when_something_was_to_be_done_scores_zero() -> None:
    score = score_states(FACTORY, State({"HUD.is_on": True}), FACTORY)
    assert (score.TP, score.FP, score.negative_TP, score.negative_FP) == (0, 0, 340, 1)
    assert (score.change_accuracy, score.acc_positive, score.precision_positive, score.f1_positive) == (0, 0, 0, 0)
    assert score.acc_negative == 1.0
    assert score.f1_negative == pytest.approx(2 * 340 / (2 * 340 + 1))
    assert not score.exact_match


def test_doing_something_when_nothing_was_to_be_done_scores_zero() -> None:
    score = score_states(FACTORY, FACTORY, State({"HUD.is_on": True}))
    assert (score.TP, score.FP, score.negative_TP, score.negative_FP) == (0, 1, 340, 0)
    assert (score.change_accuracy, score.precision_change, score.f1_change, score.f1_positive) == (0, 0, 0, 0)
    assert score.acc_negative == pytest.approx(340 / 341)


def test_a_wrong_value_in_the_right_field_is_half_right() -> None:
    reference = State({"navigation.is_on": True, "navigation.volume": 45})
    predicted = State({"navigation.is_on": True, "navigation.volume": 30, "radio.is_on": True})
    score = score_states(FACTORY, reference, predicted)
    assert (score.TP, score.FP, score.correctly_changed) == (2, 1, 1)
    assert (score.acc_positive, score.precision_positive) == (1.0, pytest.approx(2 / 3))
    assert score.f1_positive == pytest.approx(0.8)
    assert (score.change_accuracy, score.precision_change) == (0.5, pytest.approx(1 / 3))
    assert score.f1_change == pytest.approx(0.4)
    assert score.acc_negative == pytest.approx(338 / 339)
    assert score.f1_negative == pytest.approx(2 * 338 / (339 + 338))


def test_only_what_differs_from_the_common_start_counts() -> None:
    base = State({"trunk.is_on": True, "HUD.height_level": 9})
    reference = State({"trunk.is_on": True})
    score = score_states(base, reference, reference)
    assert (score.TP, score.negative_TP) == (1, 340)


def test_text_is_compared_without_regard_to_case() -> None:
    base = State({"music.current_song.name": "Tides"})
    louder = State({"music.current_song.name": "TIDES"})
    assert score_states(base, base, louder).exact_match
    assert score_states(base, base, louder).FP == 0
    score = score_states(FACTORY, base, louder)
    assert (score.correctly_changed, score.exact_match) == (1, True)


def test_a_field_that_came_to_exist_counts_as_changed_but_not_as_one_that_was_left_alone() -> None:
    tuned = State({"radio.is_on": True, "radio.current_station.name": "Pier", "radio.current_station.frequency": ""})
    missed = score_states(FACTORY, tuned, FACTORY)
    assert (missed.TP, missed.negative_TP, missed.negative_FP) == (0, 340, 3)
    assert missed.acc_negative == 1.0
    assert missed.f1_negative == pytest.approx(2 * 340 / (2 * 340 + 3))
    extra = score_states(FACTORY, FACTORY, tuned)
    assert (extra.FP, extra.negative_TP) == (3, 340)
    assert extra.acc_negative == pytest.approx(340 / 341)


def test_a_field_that_existed_at_the_start_can_be_left_alone() -> None:
    tuned = State({"radio.current_station.name": "Pier", "radio.current_station.frequency": ""})
    assert score_states(tuned, tuned, tuned).negative_TP == EVERYTHING + 2


def test_every_recorded_score_is_met(shared: Path) -> None:
    path = shared / "vehicle" / "score_vectors.jsonl"
    if not path.exists():
        pytest.skip(f"the recorded vectors are not at {path}")
    different = []
    for line in path.read_text(encoding="utf-8").splitlines():
        recorded = json.loads(line)
        setup, reference, predicted = (
            [Command(name=call["name"], args=call["args"]) for call in recorded[part]]
            for part in ("setup", "reference", "predicted")
        )
        base = carry_out(FACTORY, setup).state
        found = asdict(score_states(base, carry_out(base, reference).state, carry_out(base, predicted).state))
        same = found.pop("exact_match") is recorded["exact_match"] and found == pytest.approx(
            recorded["state_score"], rel=0, abs=1e-9
        )
        if not same:
            different.append(recorded["id"])
    assert different == []
