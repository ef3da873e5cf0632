"""The published call measure, worked out by hand and compared with the recorded one."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from scoring.call_metrics import CallScore, score_calls
from vehicle.commands import Command


def call(name: str, **args: Any) -> Command:
    return Command(name=name, args=args)


def test_the_same_calls_in_another_order_are_perfect() -> None:
    a, b = call("f", x=1, y="s"), call("g")
    assert score_calls([a, b], [b, call("f", y="s", x=1)]) == CallScore(
        tp=2, fp=0, fn=0, precision=1.0, recall=1.0, f1=1.0
    )


def test_what_is_left_on_either_side_is_wrong() -> None:
    score = score_calls([call("f", x=1), call("g")], [call("f", x=1), call("f", x=2), call("h")])
    assert (score.tp, score.fp, score.fn) == (1, 2, 1)
    assert (score.precision, score.recall) == (pytest.approx(1 / 3), 0.5)
    assert score.f1 == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("reference", "predicted"),
    [
        ({"x": 1}, {"x": 2}),
        ({"x": 1}, {"x": 1, "y": None}),
        ({"x": "a"}, {"x": "A"}),
        ({"x": "主驾"}, {"x": "driver"}),
        ({"x": True}, {"x": 1}),
        ({"x": 0}, {"x": False}),
        ({"x": [1]}, {"x": [True]}),
        ({"x": {"y": 1}}, {"x": {"y": 2}}),
        ({"x": float("nan")}, {"x": float("nan")}),
    ],
)
def test_any_difference_between_the_arguments_is_another_call(
    reference: dict[str, Any], predicted: dict[str, Any]
) -> None:
    assert score_calls([Command(name="f", args=reference)], [Command(name="f", args=predicted)]).tp == 0


def test_numbers_are_equal_whichever_way_they_are_written() -> None:
    assert score_calls([call("f", x=20, y=[1, {"z": 2}])], [call("f", x=20.0, y=[1.0, {"z": 2}])]).tp == 1


def test_a_reference_call_can_be_met_once() -> None:
    twice = [call("f"), call("f")]
    assert score_calls([call("f")], twice) == CallScore(
        tp=1, fp=1, fn=0, precision=0.5, recall=1.0, f1=pytest.approx(2 / 3)
    )
    repeated = score_calls(twice, twice)
    assert (repeated.tp, repeated.fp, repeated.fn) == (1, 1, 1)


def test_without_calls_every_figure_is_zero() -> None:
    nothing = CallScore(tp=0, fp=0, fn=0, precision=0.0, recall=0.0, f1=0.0)
    assert score_calls([], []) == nothing
    assert score_calls([call("f")], []).fn == 1
    assert score_calls([], [call("f")]).fp == 1
    assert score_calls([], [call("f")]).f1 == 0.0


def test_every_recorded_score_is_met(shared: Path) -> None:
    path = shared / "vehicle" / "score_vectors.jsonl"
    if not path.exists():
        pytest.skip(f"the recorded vectors are not at {path}")
    different = []
    for line in path.read_text(encoding="utf-8").splitlines():
        recorded = json.loads(line)
        reference, predicted = (
            [Command(name=made["name"], args=made["args"]) for made in recorded[part]]
            for part in ("reference", "predicted")
        )
        found = asdict(score_calls(reference, predicted))
        if found != pytest.approx(recorded["tool_score"], rel=0, abs=1e-9):
            different.append(recorded["id"])
    assert different == []
