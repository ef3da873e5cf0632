"""One row a query, with whatever is known of it."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.aggregate import score_turns
from scoring.query_rows import COLUMNS, Cells, query_row
from scoring.records import ForgetCheck, Gold, Timing, Turn, UpdateWatch
from scoring.usage import PhaseUsage, Usage
from tests.kept_cases import broken, in_words, right, wrong
from vehicle.commands import Command

KINDS = {"text": str, "integer": int, "number": float, "truth": bool}


def row(turn: Turn, **options: Any) -> Cells:
    (scored,) = score_turns([turn])
    return query_row(scored, options.pop("timing", Timing()), **options)


def everything() -> Turn:
    """A Turn with something to tell in every part."""
    superseded = Gold(commands=(), reasoning_type="x").superseded
    return wrong(
        0,
        evidence_sessions=(("m000001",),),
        evidence_age_us=5,
        interference=2,
        update=UpdateWatch(caught_up=True, lag_us=7, n_messages=3),
        forgetting=tuple(
            ForgetCheck(since_us=1, n_forgotten=n, hits_by_id=1, hits_by_content=0, n_bystanders=4, n_bystanders_left=3)
            for n in (1, 2)
        ),
        usage=Usage(build=PhaseUsage(requests=1, prompt_tokens=10), ask=PhaseUsage(requests=2, completion_tokens=5)),
        gold=replace(right(0).gold, among=1, evidence_ids=("m000001",), superseded=superseded),
    )


@pytest.mark.parametrize("turn", [right(0), wrong(0), broken(0), in_words(0, "blue", "red"), everything()])
def test_every_row_has_every_column_and_each_cell_is_of_its_kind(turn: Turn) -> None:
    found = row(turn)
    assert list(found) == list(COLUMNS)
    for name, cell in found.items():
        kind = KINDS[COLUMNS[name]]
        fits = isinstance(cell, (int, float) if kind is float else kind)
        assert cell is None or (fits and (kind is bool) == isinstance(cell, bool)), (name, cell)


def test_a_wrong_answer_has_its_scores() -> None:
    found = row(wrong(0))
    # both should change, both did, one of them to the wrong value
    assert (found["exact_match"], found["state_TP"], found["state_FP"], found["state_correctly_changed"]) == (
        False,
        2,
        0,
        1,
    )
    assert (found["state_f1_positive"], found["state_f1_change"], found["change_accuracy"]) == (1.0, 0.5, 0.5)
    # one of the two calls is the one that is wanted
    assert (found["tool_precision"], found["tool_recall"], found["tool_tp"]) == (0.5, 1.0, 1)
    assert found["fault"] == "wrong_value"
    assert found["pred_calls"] == "carcontrol_radio_set_volume(volume=30); carcontrol_radio_set_volume(volume=101)"


def test_a_failure_has_no_scores_and_is_no_zero() -> None:
    found = row(broken(0))
    assert (found["failure_stage"], found["failure_message"], found["cause"]) == ("search", "gone", "failure")
    for name in ("exact_match", "state_f1_change", "tool_f1", "mem_token", "calls", "answer_right"):
        assert found[name] is None


def test_an_answer_in_words_has_no_state() -> None:
    found = row(in_words(0, "blue", "It is blue."))
    assert (found["answer_right"], found["answer_contains"], found["answer_exact"]) == (True, True, False)
    assert (found["right_answer"], found["answer"]) == ("blue", "It is blue.")
    assert found["exact_match"] is None
    assert found["cause"] is None


def test_a_question_that_nobody_can_answer_has_no_exact_and_f1() -> None:
    found = row(in_words(0, "", "Nobody knows."))
    assert found["answer_right"] is not None
    assert (found["answer_exact"], found["answer_contains"], found["answer_f1"]) == (None, None, None)


def test_retrieval_life_and_forgetting_have_columns() -> None:
    found = row(everything())
    assert (found["evidence_age_us"], found["interference"], found["among"]) == (5, 2, 1)
    assert (found["update_caught_up"], found["update_lag_us"], found["update_messages"]) == (True, 7, 3)
    assert (found["forget_checks"], found["forget_n_forgotten"], found["forget_hits_by_id"]) == (2, 3, 2)
    assert found["withheld"] == 1


def test_money_comes_from_prices_and_is_unknown_without() -> None:
    assert row(everything())["ask_cost_usd"] is None
    found = row(everything(), cost_of=lambda phase: phase.requests * 0.5)
    assert (found["build_requests"], found["build_cost_usd"], found["ask_cost_usd"]) == (1, 0.5, 1.0)
    assert row(right(0))["ask_requests"] is None


def test_durations_and_the_repeat_stand_beside() -> None:
    found = row(
        right(0), timing=Timing(ingest_ms=1.5, searches_ms=(1.0, 2.0), stored_bytes=9, memory_retries=2), repeat=3
    )
    assert (found["ingest_ms"], found["search_ms"], found["stored_bytes"], found["repeat"]) == (1.5, 3.0, 9, 3)
    assert (found["memory_retries"], found["model_retries"]) == (2, 0)


def test_what_the_car_rejects_of_the_reference_is_flagged() -> None:
    reference = replace(right(0).reference, commands=(Command(name="x", args={}),), accepted=(False,))
    assert row(right(0, reference=reference))["broken_reference"] is True
