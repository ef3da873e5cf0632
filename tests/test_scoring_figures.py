from dataclasses import replace

from scoring.aggregate import ScoredTurn, mean_scores
from scoring.comparison import compare_turns
from scoring.figures import right_by_query
from scoring.records import ToolCall
from scoring.render import render_comparison
from scoring.render_metric import render_metric
from scoring.render_side_by_side import render_side_by_side
from scoring.repeats import summarize_repeats
from scoring.results import result_entry
from scoring.sections import metric_of_turns
from tests.answers import answer, answers

LISTING = ToolCall(kind="listing", name="list_module_tools", args={}, ok=True, answer="")


def spoken(query_id: str, n_calls: int, exact: bool | None = False) -> ScoredTurn:
    """An answer to a query that expects no commands."""
    gold = replace(answer(query_id, False).turn.gold, expects_commands=False, commands=(), answer="Rex")
    return answer(query_id, exact, gold=gold, tool_calls=(LISTING,) * n_calls)


def silent(query_id: str, n_calls: int = 0) -> ScoredTurn:
    """An answer to a query that does not say what is right."""
    gold = replace(answer(query_id, False).turn.gold, expects_commands=False, commands=())
    return answer(query_id, False, gold=gold, tool_calls=(LISTING,) * n_calls)


def test_only_answers_at_main_tell_whether_a_query_was_right() -> None:
    scored = [
        *answers({"1/0": False, "1/1": True}, point="after-1"),
        *answers({"1/0": True, "1/1": None}),
        spoken("1/2", 1),
        silent("1/3"),
        *answers({"1/0": False}, point="end"),
    ]
    assert right_by_query(scored) == {"1/0": True, "1/1": None, "1/2": False, "1/3": None}


def test_what_an_answer_took_is_compared_over_every_answered_query_as_the_metric_has_it() -> None:
    a = [answer("1/0", True, tool_calls=(LISTING,)), spoken("1/1", 4), spoken("1/2", 9, exact=None)]
    b = [answer("1/0", True, tool_calls=(LISTING,) * 3), spoken("1/1", 4), spoken("1/2", 9)]
    calls = compare_turns(a, b)["figures"]["avg_pred_calls"]
    # (1 + 4) / 2 and (3 + 4) / 2; the third was not answered in A
    assert (calls["queries"], calls["a"], calls["b"], calls["difference"]) == (2, 2.5, 3.5, 1.0)
    assert metric_of_turns(a, [], model="", memory="")["avg_pred_calls"] == 2.5


def test_runs_whose_queries_expect_no_commands_are_compared_by_what_they_took() -> None:
    figures = compare_turns([spoken("1/0", 1)], [spoken("1/0", 2)])["figures"]
    assert [figures[name]["queries"] for name in ("mem_token", "avg_pred_calls", "avg_searches")] == [1, 1, 1]
    assert figures["exact_match_rate"]["queries"] == 0


def test_how_many_of_the_queries_with_commands_were_answered_is_told() -> None:
    row = mean_scores([*answers({"1/0": True, "1/1": None}), spoken("1/2", 0)])
    assert (row["count"], row["with_commands"], row["answered_with_commands"]) == (3, 2, 1)


def test_after_a_failure_an_entry_tells_no_match() -> None:
    entries = [result_entry(item)["exact_match"] for item in (*answers({"1/0": True, "1/1": False, "1/2": None}),)]
    assert entries == [True, False, None]


def test_a_rate_that_nobody_can_know_is_a_dash_in_every_table() -> None:
    lost = [answer("1/0", None, kind="shift"), silent("1/1", 1), answer("1/0", None, kind="shift", point="end")]
    metric = metric_of_turns(lost, [], model="", memory="")
    repeats = summarize_repeats([right_by_query(lost)])
    metric["repeats"] = {"n_repeats": 1, "right_rates": [0.0], "mean": 0.0, "deviation": 0.0, "pass_all": {}}
    assert (repeats.pass_all, repeats.right_rates) == ({}, (0.0,))
    shown = render_metric(metric, title="t")
    assert ["shift", "0", "of", "1", *["-"] * 6] in [line.split() for line in shown.splitlines()]
    assert ["all", "1", "of", "2", *["-"] * 4, "1.0", "0"] in [line.split() for line in shown.splitlines()]
    assert ["main", "2", *["-"] * 5, "1"] in [line.split() for line in shown.splitlines()]
    assert "repeats: 1\n" in shown
    beside = render_comparison([("x", metric)], title="t") + render_side_by_side([("x", metric)])
    rows = [line.split() for line in beside.splitlines() if line.startswith("x ")]
    assert rows[0][:6] == ["x", *["-"] * 5]
    assert rows[1:3] == [["x", "-", "-"], ["x", "-", "-"]]
