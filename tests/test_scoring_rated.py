"""Which queries a rate is over: those that expect commands, and among them those in which the car should change."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.aggregate import ScoredTurn, mean_scores
from scoring.comparison import compare_turns
from scoring.records import Branch
from scoring.render import render_comparison
from scoring.render_metric import render_metric
from scoring.render_rated import is_often_unchanged, queries_cell, rated_lines
from scoring.render_statistics import render_compared
from scoring.sections import metric_of_turns
from tests.answers import VOLUME, answer, answers
from vehicle.fold import carry_out
from vehicle.state import FACTORY

NOTHING = Branch(commands=(), accepted=(), events=())
DONE = Branch(commands=(VOLUME,), accepted=(True,), events=carry_out(FACTORY, [VOLUME]).events)


def still(query_id: str, *, acted: bool, **changes: Any) -> ScoredTurn:
    """A query whose reference changes nothing: right where nothing was done, wrong where something was."""
    return answer(query_id, False, reference=NOTHING, predicted=DONE if acted else NOTHING, **changes)


def unrated(query_id: str) -> ScoredTurn:
    """A query of whose calls the car has none."""
    gold = replace(answer(query_id, False).turn.gold, expects_commands=False)
    return answer(query_id, False, gold=gold)


def metric(scored: list[ScoredTurn]) -> dict[str, Any]:
    return metric_of_turns(scored, [], model="", memory="")


def row(n_answered: int, n_changing: int) -> dict[str, Any]:
    return {"answered_with_commands": n_answered, "answered_with_changes": n_changing}


def test_the_exact_match_where_something_should_change_leaves_out_where_doing_nothing_is_right() -> None:
    scored = [still("1/0", acted=False), still("1/1", acted=True), *answers({"1/2": True, "1/3": False, "1/4": False})]
    found = mean_scores(scored)
    assert found["exact_match_rate"] == 2 / 5
    assert (found["answered_with_changes"], found["exact_match_rate_with_changes"]) == (3, 1 / 3)


def test_failures_and_what_expects_no_commands_have_no_part_in_it() -> None:
    found = mean_scores([*answers({"1/0": None, "1/1": True}), unrated("1/2"), still("1/3", acted=False)])
    assert (found["answered_with_changes"], found["exact_match_rate_with_changes"]) == (1, 1.0)


@pytest.mark.parametrize("scored", [[], [still("1/0", acted=False)], [unrated("1/0")]])
def test_where_nothing_should_change_the_rate_is_zero_and_over_nothing(scored: list[ScoredTurn]) -> None:
    found = mean_scores(scored)
    assert (found["answered_with_changes"], found["exact_match_rate_with_changes"]) == (0, None)


@pytest.mark.parametrize(
    ("n_answered", "n_changing", "is_told"),
    [(0, 0, False), (10, 10, False), (20, 19, False), (20, 18, True), (1, 0, True)],
)
def test_a_tenth_of_the_queries_without_a_change_is_worth_a_line(
    n_answered: int, n_changing: int, is_told: bool
) -> None:
    assert is_often_unchanged(row(n_answered, n_changing)) == is_told


def test_a_metric_from_before_these_were_counted_has_no_line() -> None:
    assert not is_often_unchanged({"answered_with_commands": 3})


def test_a_run_tells_in_how_many_queries_doing_nothing_is_right_and_the_rate_over_the_others() -> None:
    scored = [still("1/0", acted=False), still("1/1", acted=False), *answers({"1/2": True, "1/3": False})]
    line = (
        "the reference changes nothing in 2 of 4 queries: doing nothing is right there; over the other 2 exact is 50.0%"
    )
    assert line in " ".join(render_metric(metric(scored), title="t").split())
    told = rated_lines([("", metric(scored[:1]))])
    assert told == ["the reference changes nothing in 1 of 1 query: doing nothing is right there"]
    assert "changes nothing" not in render_metric(metric(scored[2:]), title="t")


def test_runs_over_the_same_queries_share_a_line_and_others_have_their_own() -> None:
    idle = metric([still("1/0", acted=False), *answers({"1/1": False, "1/2": False})])
    busy = metric([still("1/0", acted=True), *answers({"1/1": True, "1/2": False})])
    broken = metric([still("1/0", acted=True), *answers({"1/1": True, "1/2": None})])
    rows = [("none", idle), ("mine", busy), ("shaky", broken)]
    same = "the reference changes nothing in 1 of 3 queries: doing nothing is right there; over the other 2 exact is"
    apart = "the reference changes nothing in 1 of 2 queries: doing nothing is right there; over the other 1 exact is"
    assert rated_lines(rows) == [f"{same} none 0.0%, mine 50.0%", f"{apart} shaky 100.0%"]
    shown = render_comparison(rows, title="t")
    assert f"{same} none 0.0%, mine 50.0%" in " ".join(shown.split())
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_queries_that_stand_in_no_rate_are_not_among_those_that_a_row_counts() -> None:
    scored = [*answers({"1/0": True, "1/1": None}), unrated("1/2")]
    shown = metric(scored)
    lines = [line.split() for line in render_metric(shown, title="t").splitlines()]
    assert [cells[:4] for cells in lines if cells[:1] == ["all"]] == [["all", "1", "of", "3"]]
    told = "rates are over the 2 of 3 queries that expect commands of the car; 1 stands in none"
    assert rated_lines([("none", shown), ("mine", shown)]) == [told]
    assert [sum(one["count"] for one in shown["diagnosis"]["causes"].values())] == [2]


def test_where_all_queries_or_none_expect_commands_no_line_says_so() -> None:
    assert rated_lines([("", metric(answers({"1/0": True, "1/1": None})))]) == []
    assert rated_lines([("", metric([unrated("1/0")]))]) == []
    assert rated_lines([("", metric([]))]) == []


@pytest.mark.parametrize(
    ("rated", "answered", "failures", "cell", "cell_with_failures_apart"),
    [
        (5, 5, 0, "5", "5"),
        (5, 3, 2, "3 of 5", "5"),
        (4, 4, 0, "4 of 5", "4 of 5"),
        (4, 3, 1, "3 of 5", "4 of 5"),
        (0, 0, 1, "4 of 5", "5"),
        (1, 0, 1, "4 of 5", "5"),
    ],
)
def test_a_row_counts_what_its_rates_are_over_and_without_rates_its_answers(
    rated: int, answered: int, failures: int, cell: str, cell_with_failures_apart: str
) -> None:
    found = {"count": 5, "rated": rated, "answered_rated": answered, "failures": failures}
    assert queries_cell(found) == cell
    assert queries_cell(found, failures_apart=True) == cell_with_failures_apart


def test_compared_runs_have_a_row_of_what_should_change_where_that_is_not_all() -> None:
    a = [still("1/0", acted=False), *answers({"1/1": False, "1/2": False})]
    b = [still("1/0", acted=True), *answers({"1/1": True, "1/2": False})]
    rows = [line.split()[:7] for line in render_compared(compare_turns(a, b)).splitlines()]
    assert ["exact", "match", "3", "33.3%", "33.3%", "+0.0%", "-"] in rows
    assert ["exact,", "to", "be", "changed", "2", "0.0%", "50.0%"] in rows
    assert "to be changed" not in render_compared(compare_turns(a[1:], b[1:]))
