from dataclasses import replace
from typing import Any

from rich.cells import cell_len

from scoring.comparison import compare_turns
from scoring.intervals import intervals_section
from scoring.render_statistics import (
    SHOWN_IDS,
    render_compared,
    render_intervals,
    render_right_interval,
    render_took,
)
from tests.answers import answer, answers

RATES_OF_A = {"with_commands": 5, "rated": 5, "right_rate": 0.4, "state_f1_change": 0.4}
A = answers({"1/0": True, "1/1": False, "1/2": True, "2/0": False, "2/1": False})
B = answers({"1/0": False, "1/1": True, "1/2": True, "2/0": True, "2/1": False})


def exact(compared: dict[str, Any]) -> dict[str, Any]:
    found = compared["figures"]["exact_match_rate"]
    assert isinstance(found, dict)
    return found


def test_two_runs_by_hand() -> None:
    compared = compare_turns(A, B)
    # 2 of 5 and 3 of 5; scenario 1 alone differs by 0, scenario 2 alone by 1/2
    assert exact(compared) == {"queries": 5, "a": 0.4, "b": 0.6, "difference": 0.2, "low": 0.0, "high": 0.5}
    assert compared["flipped"] == {"gained": ["1/1", "2/0"], "lost": ["1/0"]}
    # 2 * (1 + 3) / 2^3
    assert compared["mcnemar"] == {"gained": 2, "lost": 1, "p": 1.0}
    assert compared["queries"] == {"compared": 5, "failed_a": 0, "failed_b": 0, "only_a": 0, "only_b": 0}


def test_the_other_way_round_every_sign_turns() -> None:
    there, back = compare_turns(A, B), compare_turns(B, A)
    assert exact(back)["difference"] == -exact(there)["difference"]
    assert back["flipped"] == {"gained": there["flipped"]["lost"], "lost": there["flipped"]["gained"]}
    assert back["mcnemar"]["p"] == there["mcnemar"]["p"]


def test_a_run_compared_with_itself_differs_in_nothing() -> None:
    compared = compare_turns(A, A)
    assert all(figure["difference"] == 0 for figure in compared["figures"].values())
    assert (compared["mcnemar"]["p"], compared["flipped"]) == (1.0, {"gained": [], "lost": []})
    assert (exact(compared)["low"], exact(compared)["high"]) == (0.0, 0.0)


def test_no_queries_are_no_difference() -> None:
    compared = compare_turns([], [])
    assert (exact(compared)["queries"], exact(compared)["low"], compared["mcnemar"]["p"]) == (0, None, None)
    assert (compared["by_reasoning_type"], compared["points"]) == ({}, {})
    assert "nothing to test: no query that says what is right has an answer in both" in render_compared(compared)


def test_a_failure_takes_its_query_out_of_all_but_one_rate() -> None:
    compared = compare_turns(answers({"1/0": None, "1/1": True}), answers({"1/0": True, "1/1": None}))
    assert (exact(compared)["queries"], compared["flipped"]["gained"]) == (0, [])
    assert compared["figures"]["exact_match_rate_all"]["queries"] == 2
    assert compared["figures"]["exact_match_rate_all"]["a"] == 0.5
    assert (compared["queries"]["failed_a"], compared["queries"]["failed_b"]) == (1, 1)


def test_a_query_that_one_run_has_not_come_to_is_counted_and_not_compared() -> None:
    compared = compare_turns(A, B[:3])
    assert compared["queries"] == {"compared": 3, "failed_a": 0, "failed_b": 0, "only_a": 2, "only_b": 0}
    assert "not asked in both: 2 queries only in A" in render_compared(compared)


def test_types_and_points_stand_apart_and_only_main_flips() -> None:
    a = [answer("1/0", True, kind="a"), answer("1/1", False, kind="b"), answer("1/0", False, kind="a", point="end")]
    b = [answer("1/0", True, kind="a"), answer("1/1", True, kind="b"), answer("1/0", True, kind="a", point="end")]
    compared = compare_turns(a, b)
    assert {kind: (row["queries"], row["gained"]) for kind, row in compared["by_reasoning_type"].items()} == {
        "a": (1, 0),
        "b": (1, 1),
    }
    assert {point: row["difference"] for point, row in compared["points"].items()} == {"main": 0.5, "end": 1.0}
    assert compared["flipped"]["gained"] == ["1/1"]


def test_repeats_are_taken_together_and_have_no_test() -> None:
    a = [answer("1/0", True), answer("2/0", True), answer("1/0", False), answer("2/0", True)]
    compared = compare_turns(a, answers({"1/0": True, "2/0": True}))
    assert (exact(compared)["a"], exact(compared)["b"], exact(compared)["queries"]) == (0.75, 1.0, 2)
    assert compared["mcnemar"] == {"gained": 1, "lost": 0, "p": None}
    assert "there are repeats" in render_compared(compared)


def test_the_comparison_fits_into_eighty_columns() -> None:
    a = [answer(f"{n % 5}/{n}", False, kind="conditional_constraint") for n in range(200)]
    b = [answer(f"{n % 5}/{n}", n > 3, kind="conditional_constraint") for n in range(200)]
    shown = render_compared(compare_turns(a, b))
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "…" not in shown
    assert f"and {196 - SHOWN_IDS} more" in " ".join(shown.split())
    assert "exact McNemar test: 196 won, 0 lost, p < 0.0001" in shown


def test_nothing_is_shown_as_less_than_nothing() -> None:
    a, b = [answer("1/0", True), answer("2/0", True)], [answer("1/0", True), answer("2/0", True)]
    assert "-0.0" not in render_compared(compare_turns(a, b))


def test_one_scenario_is_said_to_have_no_intervals() -> None:
    assert "there is one" in render_compared(compare_turns(A[:3], B[:3]))
    assert "there is one" not in render_compared(compare_turns(A, B))


def test_a_comparison_over_few_scenarios_says_that_its_intervals_are_too_narrow() -> None:
    few = "over 9 scenarios; with so few, intervals are too narrow, and those without width"
    nine, ten = ([answer(f"{number}/0", True) for number in range(n)] for n in (9, 10))
    assert few in render_compared(compare_turns(nine, nine)).splitlines()
    for untold in ([], nine[:1], ten):
        assert "too narrow" not in render_compared(compare_turns(untold, untold))


def test_intervals_are_one_line_below_the_table_where_there_are_any() -> None:
    shown = render_intervals(intervals_section(A), RATES_OF_A)
    assert all(len(each) <= 80 for each in shown.splitlines())
    line = " ".join(shown.split()) + "\n"
    assert line.startswith("95% intervals over 2 scenarios: exact match 40.0% (0.0% to 66.7%), value F1 40.0%")
    assert render_intervals(intervals_section(A[:3]), RATES_OF_A) == ""


def test_the_plain_table_has_the_interval_of_exact_match_from_three_scenarios_on() -> None:
    answers_of = [answer("1/0", True), answer("2/0", False), answer("3/0", True)]
    line = "95% interval of exact match over 3 scenarios: 0.0% to 100.0%; with so few,\n  intervals are too narrow\n"
    assert render_right_interval(intervals_section(answers_of), "exact match") == line
    nine, ten = ([answer(f"{number}/0", True) for number in range(n)] for n in (9, 10))
    assert "too narrow" in render_right_interval(intervals_section(nine), "exact match")
    assert render_right_interval(intervals_section(ten), "exact match").endswith("10 scenarios: 100.0% to 100.0%\n")
    assert render_right_interval(intervals_section(answers_of[:2]), "exact match") == ""
    assert render_right_interval(intervals_section([]), "exact match") == ""


def test_what_runs_took_is_a_dash_where_no_model_was_asked() -> None:
    timing = {"search_ms_median": 1.5, "ingest_s": 0.1, "settle_s": 0.0, "agent_s": 2.0}
    total = {"requests": 7, "prompt_tokens": 12_000, "completion_tokens": 30, "unreported": 1, "cost_usd": None}
    shown = render_took(
        [("A", {"timing": timing, "usage": None}), ("B", {"timing": timing, "usage": {"total": total}})]
    )
    rows = [line.split() for line in shown.splitlines() if line.startswith(("A ", "B "))]
    assert rows == [
        ["A", "1.5", "0.1", "0.0", "2.0", "-", "-", "-", "-"],
        ["B", "1.5", "0.1", "0.0", "2.0", "7", ">=12.0k", ">=30", "-"],
    ]


def test_a_query_that_expects_no_commands_did_not_fail() -> None:
    said_only = replace(A[0].turn.gold, expects_commands=False)
    a = [*answers({"1/0": True, "1/1": None}), answer("1/2", False, gold=said_only)]
    compared = compare_turns(a, a)
    assert compared["queries"] == {"compared": 1, "failed_a": 1, "failed_b": 1, "only_a": 0, "only_b": 0}


def test_no_figure_is_cut_whatever_the_names_and_differences() -> None:
    kinds = {"conditional_constraint_of_several": (True, False), "所有人都喜欢的座椅加热设置偏好问题": (False, True)}
    a = [answer(f"{s}/{n}", pair[0], kind=kind) for n, (kind, pair) in enumerate(kinds.items()) for s in (1, 2)]
    b = [answer(f"{s}/{n}", pair[1], kind=kind) for n, (kind, pair) in enumerate(kinds.items()) for s in (1, 2)]
    shown = render_compared(compare_turns(a, b))
    assert "-100.0  -100.0 to -100.0" in shown
    assert "+100.0  +100.0 to +100.0" in shown
    assert all(cell_len(line) <= 80 for line in shown.splitlines())
