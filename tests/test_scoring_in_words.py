"""Where queries want words, being right is the right words: in every figure that has the exact match elsewhere."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.aggregate import ScoredTurn, mean_scores, measure_of
from scoring.comparison import compare_turns
from scoring.figures import right_by_query
from scoring.intervals import intervals_section
from scoring.leak_delta import leak_delta_section
from scoring.life import guess_rate, retention
from scoring.records import Gold
from scoring.render import render_comparison
from scoring.render_metric import render_metric
from scoring.render_rated import rated_lines
from scoring.render_side_by_side import render_side_by_side
from scoring.render_statistics import render_compared
from scoring.repeats import summarize_repeats
from scoring.results import result_entry
from scoring.sections import metric_of_turns
from tests.answers import answer


def spoken(query_id: str, said: str | None, right: str | None = "red", kind: str = "fact", **more: Any) -> ScoredTurn:
    """A query that wants words (or says nothing of what is right) and got these; None is a Failure."""
    gold = Gold(commands=(), expects_commands=False, reasoning_type=kind, answer=right)
    decisions = ({"step": "answer", "choice": said or "", "reason": ""},)
    exact = None if said is None else False
    return answer(query_id, exact, gold=gold, decisions=decisions, **more)


def at(point: str, scored: list[ScoredTurn]) -> list[ScoredTurn]:
    """The same answers at another point."""
    return [replace(item, turn=replace(item.turn, point=point)) for item in scored]


def metric(scored: list[ScoredTurn]) -> dict[str, Any]:
    return metric_of_turns(scored, [], model="", memory="")


# red, or the boat that is red, is right of `red`
A = [spoken("1/0", "blue"), spoken("1/1", "red"), spoken("2/0", "blue"), spoken("2/1", "blue", kind="other")]
B = [spoken("1/0", "red"), spoken("1/1", "blue"), spoken("2/0", "boat red"), spoken("2/1", "red", kind="other")]


def test_rates_of_words_are_over_the_queries_that_say_what_is_right_and_failures_count_among_all() -> None:
    row = mean_scores([*A, spoken("3/0", None), spoken("3/1", "red", right=None)])
    assert (row["rated"], row["answered_rated"], row["with_commands"]) == (5, 4, 0)
    assert (row["right_rate"], row["right_rate_all"], row["exact_match_rate"]) == (1 / 4, 1 / 5, 0.0)
    assert measure_of(row) == "answers right"


def test_commands_and_words_together_are_one_rate_and_a_line_says_of_what() -> None:
    scored = [answer("1/0", True), answer("1/1", True), answer("1/2", False), spoken("1/3", "blue")]
    found = metric(scored)
    assert (found["right_rate"], found["exact_match_rate"]) == (1 / 2, 2 / 3)
    assert measure_of(found) == "right"
    assert rated_lines([("", found)]) == [
        "right: an exact match for 3 of 4 queries (66.7%), the right words for the others"
    ]
    assert rated_lines([("a", found), ("b", found)]) == [
        "right: an exact match for 3 of 4 queries (a 66.7%, b 66.7%), the right words for the others"
    ]
    assert rated_lines([("", metric(A))]) == rated_lines([("", metric(scored[:3]))]) == []


def test_a_query_that_wants_commands_is_judged_by_them_whatever_it_says() -> None:
    gold = Gold(commands=answer("1/0", True).turn.gold.commands, reasoning_type="shift", answer="red")
    both = answer("1/0", True, gold=gold)
    assert both.right is True
    assert answer("1/0", False, gold=gold).right is False
    assert (mean_scores([both])["rated"], measure_of(mean_scores([both]))) == (1, "exact match")


@pytest.mark.parametrize("scored", [[], [spoken("1/0", "red", right=None)]])
def test_where_nothing_says_what_is_right_there_is_no_rate(scored: list[ScoredTurn]) -> None:
    row = mean_scores(scored)
    assert (row["rated"], row["right_rate"], row["right_rate_all"]) == (0, None, None)
    assert measure_of(row) == "exact match"


def test_two_runs_of_words_by_hand() -> None:
    compared = compare_turns(A, B)
    assert (compared["measure"], compared["queries"]["compared"]) == ("answers right", 4)
    # 1 of 4 and 3 of 4; scenario 1 alone differs by 0, scenario 2 alone by 1
    wanted = {"queries": 4, "a": 0.25, "b": 0.75, "difference": 0.5, "low": 0.0, "high": 1.0}
    assert compared["figures"]["accuracy_valid"] == compared["figures"]["right_rate"] == wanted
    # the F1 of `boat red` is 2 * 1 / 3: (1 + 0 + 2/3 + 1) / 4
    f1 = compared["figures"]["answer_f1"]
    assert (f1["a"], f1["b"]) == (0.25, pytest.approx(2 / 3))
    assert compared["flipped"] == {"gained": ["1/0", "2/0", "2/1"], "lost": ["1/1"]}
    # 2 * (1 + 4) / 2^4
    assert compared["mcnemar"] == {"gained": 3, "lost": 1, "p": 0.625}
    assert compared["by_reasoning_type"]["other"]["gained"] == 1
    rows = [line.split() for line in render_compared(compared).splitlines()]
    assert ["answers", "right", "4", "25.0%", "75.0%", "+50.0%", "+0.0", "to", "+100.0"] in rows
    assert next(row[:4] for row in rows if row[:2] == ["right", "%"]) == ["right", "%", "by", "type"]
    assert ["fact", "3", "33.3", "66.7", "+33.3", "+0.0", "to", "+100.0", "2:1"] in rows
    assert "exact McNemar test: 3 won, 1 lost, p = 0.6250" in render_compared(compared)
    assert "exact match" not in render_compared(compared)


def test_commands_and_words_are_tested_together_and_told_apart_above() -> None:
    a = [answer("1/0", False), spoken("1/1", "blue")]
    b = [answer("1/0", True), spoken("1/1", "red")]
    compared = compare_turns(a, b)
    assert compared["mcnemar"] == {"gained": 2, "lost": 0, "p": 0.5}
    shown = [line.split()[:3] for line in render_compared(compared).splitlines()]
    for row in (["right", "2", "0.0%"], ["exact", "match", "1"], ["answers", "right", "1"]):
        assert row in shown


def test_a_failure_is_wrong_among_all_and_nothing_comparable_is_said_to_be_untested() -> None:
    compared = compare_turns([spoken("1/0", None)], [spoken("1/0", "red")])
    assert (compared["queries"]["compared"], compared["mcnemar"]["p"]) == (0, None)
    assert compared["figures"]["accuracy_all"]["b"] == 1.0
    assert "nothing to test: no query that says what is right has an answer in both\n" in render_compared(compared)
    unknown = compare_turns([spoken("1/0", "red", right=None)], [spoken("1/0", "red", right=None)])
    assert "McNemar" not in render_compared(unknown)


def test_intervals_of_words_are_those_of_the_rate() -> None:
    section = intervals_section(B)
    # scenario 1 has 1 of 2, scenario 2 has 2 of 2
    assert section["right_rate"] == section["accuracy_valid"] == {"low": 0.5, "high": 1.0}
    assert section["exact_match_rate"] is None
    assert section["by_reasoning_type"]["other"]["right_rate"] is None  # of one scenario


def test_the_leak_delta_of_words_pairs_what_was_right() -> None:
    end = [spoken("1/0", "red", point="end"), spoken("1/1", "blue", point="end"), spoken("2/0", None, point="end")]
    delta = leak_delta_section([*A, *end])
    # of the two that were answered at both, one was right in time and one at the end
    assert (delta["queries"], delta["left_out"]) == (2, 2)
    assert (delta["at_evidence"], delta["at_end"], delta["difference"]) == (0.5, 0.5, 0.0)
    assert delta["by_reasoning_type"]["other"]["queries"] == 0


def test_retention_and_guesses_count_the_right_words() -> None:
    aged = [
        spoken("1/0", "red", evidence_age_us=0),
        spoken("1/1", "blue", evidence_age_us=1),
        spoken("1/2", "x", right=None, evidence_age_us=1),
    ]
    first = retention(aged)["by_age"][0]
    assert (first["entries"], first["rated"], first["right_rate"]) == (3, 2, 0.5)
    assert (first["with_commands"], first["exact_match_rate"]) == (0, None)
    assert guess_rate(at("before-evidence", aged)) == {"queries": 2, "right": 1, "guess_rate": 0.5}


def test_repeats_of_words_count_what_was_right() -> None:
    repeats = summarize_repeats([right_by_query(A), right_by_query(B)])
    assert repeats.right_rates == (0.25, 0.75)
    # each query is right in one of two repeats
    assert (repeats.pass_all, repeats.pass_any) == ({1: 0.5, 2: 0.0}, {1: 0.5, 2: 1.0})


def test_an_entry_holds_what_was_right_what_was_said_and_whether_it_was_right() -> None:
    entry = result_entry(spoken("1/0", "boat red"))
    assert (entry["right"], entry["right_answer"], entry["answer"]) == (True, "red", "boat red")
    assert (entry["exact_match"], entry["answer_score"]["exact"], entry["answer_score"]["f1"]) == (None, False, 2 / 3)
    failed = result_entry(spoken("1/0", None))
    assert (failed["right"], failed["right_answer"], failed["answer"], failed["answer_score"]) == (
        None,
        "red",
        None,
        None,
    )
    driven = result_entry(answer("1/0", True))
    assert (driven["right"], driven["exact_match"], driven["right_answer"]) == (True, True, None)


def test_tables_have_the_right_words_where_they_have_the_exact_match_of_commands() -> None:
    swept = at("end", B)
    one, other = metric([*A, *swept]), metric([*B, *swept])
    shown = [line.split() for line in render_metric(one, title="t").splitlines()]
    assert ["all", "4", "25.0%", "-", "-", "-", "0.0", "0"] in shown
    assert ["main", "4", "25.0%", "-", "-", "-", "-", "0"] in shown
    assert ["end", "4", "75.0%", "-", "-", "-", "-", "0"] in shown
    rows = [("a", {**one, "memory_score": 0.5}), ("b", other)]
    beside = render_comparison(rows, title="t")
    assert "exact" not in beside
    # right words, MemoryScore, F1: (0 + 1 + 0 + 0) / 4
    assert ["a", "25.0%", "0.50", "25.0%"] in [line.split()[:4] for line in beside.splitlines()]
    assert ["a", "33.3%", "0.0%"] in [line.split() for line in beside.splitlines()]
    points = [line.split() for line in render_side_by_side(rows).splitlines()]
    assert ["a", "25.0%", "75.0%"] in [row[:3] for row in points]
    assert ["b", "75.0%", "75.0%"] in [row[:3] for row in points]


def test_there_is_no_table_of_causes_where_none_are_told() -> None:
    shown = render_metric({**metric(A), "carmem": None}, title="t", detailed=True)
    assert "evidence  right" not in shown


def test_a_rate_of_words_that_leaves_failures_out_has_a_star() -> None:
    found = metric([spoken("1/0", "red"), spoken("1/1", None)])
    shown = " ".join(render_comparison([("a", found), ("b", metric(A))], title="t").split())
    assert "* of what was answered; with failures as wrong, answers right is: a 50.0%" in shown
    assert "counted as wrong, right is 50.0%" in render_metric(found, title="t")
