from typing import Any

import pytest

from scoring.aggregate import score_turns
from scoring.answer_score import said, score_answer
from scoring.answers import Judgement, answers_section
from scoring.codec import turn_from_json, turn_to_json
from scoring.records import Failure, Gold, Turn
from scoring.render_answers import render_answers
from tests.test_scoring_runlog import turn


def answered(index: int, words: str | None, answer: str | None, kind: str = "single-hop", **changes: Any) -> Turn:
    decisions = () if words is None else ({"step": "answer", "choice": words, "reason": ""},)
    gold = Gold(commands=(), expects_commands=False, reasoning_type=kind, answer=answer)
    return turn(index, gold=gold, decisions=decisions, **changes)


BROKEN = Failure(stage="search", message="gone")


def section(*turns: Turn, judgement: Judgement | None = None) -> dict[str, Any]:
    return answers_section(score_turns(turns), judgement)


def test_what_was_said_is_the_last_decision_where_that_is_an_answer() -> None:
    assert said(answered(0, "red", "red")) == "red"
    assert said(answered(0, None, "red")) == ""
    assert said(turn()) == ""  # its last step is a value


def test_a_query_without_a_right_answer_and_a_failure_have_no_score() -> None:
    assert score_answer(answered(0, "red", None)) is None
    assert score_answer(answered(0, "red", "red", failure=BROKEN)) is None


def test_an_answer_that_holds_the_reference_is_right_and_nothing_said_is_wrong() -> None:
    score = score_answer(answered(0, "It was red.", "red"))
    assert score is not None
    assert (score.right, score.exact, score.contains, score.f1) == (True, False, True, 2 * 1 / 4)
    silent = score_answer(answered(0, None, "red"))
    assert silent is not None
    assert (silent.right, silent.f1, silent.locomo) == (False, 0.0, 0.0)


def test_failures_count_as_wrong_among_all_and_not_among_the_valid() -> None:
    found = section(answered(0, "red", "red"), answered(1, "red", "red", failure=BROKEN), answered(2, None, "red"))
    figures = found["answers"]
    assert (figures["queries"], figures["valid"], figures["unanswered"]) == (3, 2, 1)
    assert (figures["accuracy_all"], figures["accuracy_valid"]) == (1 / 3, 1 / 2)
    assert (figures["exact"], figures["f1"]) == (1 / 2, 1 / 2)


def test_questions_that_nobody_can_answer_are_counted_apart() -> None:
    found = section(
        answered(0, "You never mentioned that.", "", "multi-session"),
        answered(1, "Pixel", "", "multi-session"),
        answered(2, "Pixel", "", "multi-session", failure=BROKEN),
        answered(3, "I do not know.", "Pixel", "multi-session"),
    )
    assert found["abstention"] == {"queries": 3, "right_all": 1 / 3, "right_valid": 1 / 2, "needless": 1.0}
    assert found["answers"]["accuracy_all"] == 1 / 4
    assert found["answers"]["exact"] == 0.0  # over the one that can be answered
    assert found["locomo"] is None


def test_locomo_has_its_figures_by_category_and_adversarial_questions_apart() -> None:
    found = section(
        answered(0, "red boat", "red boat, lamp", "multi-hop"),
        answered(1, "yes", "yes; so", "open-domain"),
        answered(2, "Not mentioned.", "", "adversarial"),
        answered(3, "yes", "", "adversarial"),
        answered(4, "x", "x", "single-hop", failure=BROKEN),
    )["locomo"]
    assert found == {
        "f1": (1 / 2 + 1) / 2,
        "by_category": {
            "multi-hop": {"queries": 1, "valid": 1, "score": 1 / 2},
            "open-domain": {"queries": 1, "valid": 1, "score": 1.0},
            "single-hop": {"queries": 1, "valid": 0, "score": None},
        },
        "adversarial": {"queries": 2, "valid": 2, "score": 1 / 2},
    }


def test_other_points_than_main_do_not_count() -> None:
    assert section(answered(0, "red", "red"), answered(1, "red", "red", point="end"))["queries"] == 1


def test_the_judge_is_named_and_counted_over_all_and_over_its_verdicts() -> None:
    turns = (answered(0, "a", "a"), answered(1, "b", "a"), answered(2, "c", "a"), answered(3, "d", "a", failure=BROKEN))
    verdicts: dict[str, Any] = {"1/0": "correct", "1/1": "hallucination", "1/2": None}
    found = section(*turns, judgement=Judgement(judge="m", prompt_digest="abc", verdicts=verdicts))["judge"]
    assert (found["judge"], found["prompt_digest"], found["queries"], found["valid"]) == ("m", "abc", 4, 2)
    assert (found["correct_all"], found["correct_valid"]) == (1 / 4, 1 / 2)
    assert (found["hallucination_all"], found["omission_valid"]) == (1 / 4, 0.0)


def test_without_questions_and_points_there_is_nothing_and_nothing_to_show() -> None:
    found = section(turn())
    assert found == {
        "queries": 0,
        "points": None,
        "answers": None,
        "by_type": {},
        "evidence": {},
        "abstention": None,
        "locomo": None,
        "judge": None,
    }
    assert render_answers(found) == ""


def test_a_right_answer_survives_the_run_log() -> None:
    kept = answered(0, "red", "")
    assert turn_from_json(turn_to_json(kept)).gold == kept.gold


def test_the_table_shows_what_the_section_has() -> None:
    verdicts = Judgement(judge="m", prompt_digest="abc", verdicts={"1/0": "correct"})
    shown = render_answers(
        section(answered(0, "red", "red"), answered(1, "Not mentioned.", "", "adversarial"), judgement=verdicts)
    )
    rows = [line.split() for line in shown.splitlines()]
    assert ["single-hop", "1", "0", "100.0%", "100.0%", "100.0%", "100.0%"] in rows
    assert ["adversarial", "1", "0", "100.0%", "100.0%", "-", "-"] in rows
    assert "LoCoMo F1: 100.0% (single-hop 100.0%)" in shown
    assert "LoCoMo adversarial, apart: 100.0% of 1" in shown
    assert "judge m, prompt abc: correct 50.0% (100.0% of the valid)" in shown
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("words", ["", "   "])
def test_blank_words_are_no_answer(words: str) -> None:
    score = score_answer(answered(0, words, "red"))
    assert score is not None
    assert not score.right
