from typing import Any

import pytest

from scoring.aggregate import retrieval, summarize, summarize_timing, usage_dict
from scoring.page import WIDTH, make_table, table_text
from scoring.records import Timing
from scoring.render import failure_lines, render_comparison, render_run
from scoring.repeats import memory_score
from scoring.usage import ModelTiming, PhaseUsage, Usage, priced, unpriced

BUILD = PhaseUsage(requests=2, prompt_tokens=12_000, completion_tokens=300, cached_tokens=1_000)
ASK = PhaseUsage(requests=7, prompt_tokens=1_500_000, completion_tokens=40, unreported=1)


def metric(**more: Any) -> dict[str, Any]:
    return {
        **summarize([], model="demo", memory="none"),
        "retrieval": retrieval([]),
        "timing": summarize_timing([]),
        **more,
    }


def with_usage(cost_usd: float | None = None) -> dict[str, Any]:
    usage = Usage(build=BUILD, ask=ASK)
    cost_of = None if cost_usd is None else lambda phase: cost_usd
    return metric(usage=usage_dict(priced(usage, cost_of)))


def test_a_run_with_a_model_shows_each_phase_and_marks_what_is_only_a_lower_bound() -> None:
    shown = render_run(with_usage(0.25), title="t")
    rows = {line.rsplit(maxsplit=5)[0].strip(): line.split()[-5:] for line in shown.splitlines() if "memory" in line}
    assert rows["building the memory"] == ["2", "12.0k", "1000", "300", "0.2500"]
    (ask,) = [line.split() for line in shown.splitlines() if line.startswith("asking")]
    assert ask == ["asking", "7", ">=1.50M", ">=0", ">=40", ">=0.2500"]
    (both,) = [line.split() for line in shown.splitlines() if line.startswith("both")]
    assert both == ["both", "9", ">=1.51M", ">=1000", ">=340", ">=0.5000"]


def test_a_run_without_a_model_shows_nothing_of_models() -> None:
    assert "requests" not in render_run(metric(), title="t")
    assert "build" not in render_comparison([("a", metric()), ("b", metric())], title="t")


def test_several_runs_stand_next_to_what_they_cost_and_unknown_is_a_dash() -> None:
    rows = [
        ("gold", with_usage() | {"memory_score": 1.0}),
        ("own", with_usage(0.5) | {"memory_score": 0.625}),
        ("none", metric(memory_score=None)),
    ]
    shown = render_comparison(rows, title="t")
    assert all(len(line) <= 80 for line in shown.splitlines())
    table = [line.split() for line in shown[shown.rindex("cost") :].splitlines()]
    assert ["gold", "-", "1.00", "0", "2", "7", ">=1.51M", ">=1000", ">=340", "-"] in table
    assert ["own", "-", "0.62", "0", "2", "7", ">=1.51M", ">=1000", ">=340", ">=1.0000"] in table
    assert ["none", "-", "-", "0", "-", "-", "-", "-", "-", "-"] in table


def test_a_table_without_a_gold_run_has_no_memory_score() -> None:
    assert "score" not in render_comparison([("a", metric(memory_score=None)), ("b", metric())], title="t")


def test_repeats_take_three_lines() -> None:
    repeats = {
        "n_repeats": 2,
        "mean": 0.5,
        "deviation": 0.25,
        "right_rates": [0.25, 0.75],
        "pass_all": {"1": 0.5, "2": 0.25},
        "pass_any": {"1": 0.5, "2": 0.75},
    }
    assert render_run(metric(repeats=repeats), title="t").splitlines()[-3:] == [
        "repeats: 2; exact match 50.0%, standard deviation 25.0% (25.0%, 75.0%)",
        "pass^k for k = 1: 50.0%, 2: 25.0%",
        "pass@k for k = 1: 50.0%, 2: 75.0%",
    ]


def test_money_is_worked_out_from_tokens_and_can_be_left_out_again() -> None:
    usage = Usage(build=BUILD, ask=ASK)
    paid = priced(usage, lambda phase: phase.prompt_tokens / 1000)
    assert (paid.build.cost_usd, paid.ask.cost_usd) == (12.0, 1500.0)
    assert unpriced(paid) == usage


def test_waiting_for_models_is_summed_up() -> None:
    timings = [Timing(model=ModelTiming(build_ms=500, ask_ms=1500, retries=2)), Timing(), Timing()]
    found = summarize_timing(timings)
    assert (found["model_build_s"], found["model_ask_s"], found["model_retries"]) == (0.5, 1.5, 2)


def test_requests_that_a_memory_made_again_are_summed_up_and_told_where_there_are_any() -> None:
    timing = summarize_timing([Timing(memory_retries=1), Timing(), Timing(memory_retries=2)])
    assert timing["memory_retries"] == 3
    assert "the memory sent 3 requests again that had failed\n" in render_run(metric(timing=timing), title="t") + "\n"
    assert "again" not in render_run(metric(timing=summarize_timing([Timing()])), title="t")


def test_there_is_no_memory_score_where_gold_matches_nothing() -> None:
    assert memory_score(0.0, 0.0) is None


def test_what_a_memory_had_to_leave_out_is_a_line_below_the_table_and_nothing_where_nothing_was() -> None:
    shown = render_run(metric(completed_tasks=12, left_out={"queries": 3, "messages": 60, "most": 40}), title="t")
    assert "not the whole history: left out of the memory's text for 3 of 12 queries, at most 40 messages" in " ".join(
        shown.split()
    )
    assert metric()["left_out"] == {"queries": 0, "messages": 0, "most": 0}
    assert "left out" not in render_run(metric(), title="t")


def test_hits_that_name_no_source_are_not_taken_for_checked() -> None:
    leakage = {"searches": 2, "hits": 40, "violations": 0, "unverifiable": 40}
    shown = render_run(metric(leakage=leakage), title="t")
    assert "leakage: 0 of 40 hits in 2 searches; 40 name no source: audit those\n" in shown
    assert "audit" not in render_run(metric(leakage=leakage | {"unverifiable": 0}), title="t")


def test_types_that_do_not_fit_side_by_side_stand_below_each_other_and_no_cell_is_cut() -> None:
    def of(*kinds: str) -> dict[str, Any]:
        row = {"count": 1, "failures": 0, "rated": 1, "answered_rated": 1, "right_rate": 1.0, "right_rate_all": 1.0}
        return metric() | {"rated": 4, "with_commands": 4, "by_reasoning_type": dict.fromkeys(kinds, row)}

    kinds = ("single-session-user", "single-session-assistant", "temporal-reasoning", "multi-session")
    names = [f"memory{n}" for n in range(9)]
    shown = render_comparison([(name, of(*kinds)) for name in names], title="t")
    lines = [line.split() for line in shown.splitlines()]
    assert all(len(line) <= 80 for line in shown.splitlines())
    heads, rows = ([line for line in lines if first in line[:1]] for first in ("exact", "temporal-reasoning"))
    assert [name for line in heads[-len(rows) :] for name in line[2:]] == names
    assert [cell for line in rows for cell in line[1:]] == ["100%"] * 9
    few = render_comparison([(name, of(*kinds[:2])) for name in names], title="t")
    assert ["memory8", "100%", "100%"] in [line.split() for line in few.splitlines()]


def test_several_runs_without_anything_right_or_wrong_have_no_table_by_type() -> None:
    unrated = {"count": 1, "failures": 0, "answered_rated": 0}
    shown = render_comparison([("a", metric() | {"by_reasoning_type": {"Gas Station": unrated}})] * 2, title="t")
    assert "Gas" not in shown


def test_what_at_10_and_what_the_causes_are_of_stands_under_the_table_where_a_memory_is_searched() -> None:
    found = {"evidence_any_at_10": 1.0, "evidence_all_at_10": 1.0}
    for n, is_told in ((0, False), (2, True)):
        searched = metric() | {"retrieval": {"queries": n, **found}}
        assert ("@10: sessions" in render_comparison([("a", searched)], title="t")) == is_told


def test_an_exact_match_that_leaves_failures_out_has_a_star_and_the_rate_with_them_as_wrong_below() -> None:
    # 8 of the 11 that have an answer are right, and 15 of 26 have none: 8 of 26 are.
    row = {"count": 26, "failures": 15, "with_commands": 26, "answered_with_commands": 11}
    row |= {"rated": 26, "answered_rated": 11, "right_rate": 8 / 11, "right_rate_all": 8 / 26}
    whole = {"count": 26, "failures": 0, "with_commands": 26, "answered_with_commands": 26}
    whole |= {"rated": 26, "answered_rated": 26, "right_rate": 18 / 26, "right_rate_all": 18 / 26}
    broken = metric(**row, by_reasoning_type={"preference_conflict": row})
    steady = metric(**whole, by_reasoning_type={"preference_conflict": whole})
    shown = render_comparison([("mine", broken), ("fulltext", steady)], title="t")
    cells = [line.split()[:2] for line in shown.splitlines()]
    assert cells.count(["mine", "72.7%*"]) == cells.count(["fulltext", "69.2%"]) == 2
    as_wrong = "* of what was answered; with failures as wrong, exact match is: mine"
    joined = " ".join(shown.split())
    assert f"{as_wrong} 30.8%" in joined
    assert f"{as_wrong} preference conflict 30.8%" in joined
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert "*" not in render_comparison([("fulltext", steady)], title="t")


def test_a_memory_that_leaked_is_marked_in_its_row_and_named_with_its_hits_below() -> None:
    leaky = metric(leakage={"searches": 4, "hits": 80, "violations": 3, "unverifiable": 0})
    shown = render_comparison([("leaky", leaky), ("fulltext", metric())], title="t")
    cells = [line.split()[:2] for line in shown.splitlines()]
    assert cells.count(["leaky", "-!"]) == 1
    assert cells.count(["fulltext", "-"]) == 1
    assert "! leaked, so not to be compared; hits withheld: leaky 3" in shown.splitlines()
    assert "!" not in render_comparison([("fulltext", metric())], title="t")


def test_that_every_rate_leaves_failures_out_is_told_once_where_any_query_failed_with_a_star_or_without() -> None:
    none_answered = {"count": 2, "failures": 2, "with_commands": 2, "answered_with_commands": 0}
    told = "Rates and memory tokens leave out the queries that failed."
    rows = [("mine", metric(**none_answered)), ("fulltext", metric())]
    assert render_comparison(rows, title="t").splitlines().count(told) == 1
    assert told not in render_comparison([("fulltext", metric())], title="t")


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (1, "failures: no answer to 1 of 1 query; counted as wrong, exact is 0.0%"),
        (4, "failures: no answer to 1 of 4 queries; counted as wrong, exact is 0.0%"),
    ],
)
def test_failures_are_told_among_the_queries_asked(asked: int, line: str) -> None:
    counts = {"completed_tasks": asked, "with_commands": asked, "rated": asked, "failures": 1, "failed_entries": 1}
    failed = metric(**counts, right_rate_all=0.0, first_failure="s/0: gone")
    assert failure_lines(failed) == [line, "first failure: s/0: gone"]


def test_a_memory_that_was_never_searched_has_a_dash_for_its_searches_in_both_tables() -> None:
    def timed(median: float | None) -> dict[str, Any]:
        return metric(timing=summarize_timing([]) | {"search_ms_median": median})

    shown = render_comparison([("never", timed(None)), ("quick", timed(0.0))], title="t").splitlines()
    by_name = {line.split()[0]: line.split() for line in reversed(shown) if line.startswith(("never", "quick"))}
    assert by_name["never"][-2:] == ["-", "0"]
    assert by_name["quick"][-2:] == ["0.0", "0"]


def test_no_line_below_the_table_is_wider_than_the_page() -> None:
    probes = {"count": 3, "first": "a word and another, " * 20}
    shown = render_run(metric(failed_probes=probes), title="t")
    assert "searches of the replay's own that failed: 3; first: a word" in shown
    assert max(map(len, shown.splitlines())) <= WIDTH


@pytest.mark.parametrize(
    ("n_columns", "shown"), [(2, "a type of reasoning with a name of forty"), (6, "a type of reasoning with …")]
)
def test_a_long_name_is_cut_only_where_the_figures_need_the_room(n_columns: int, shown: str) -> None:
    table = make_table("name", ["queries"] * n_columns)
    table.add_row("a type of reasoning with a name of forty", *["1"] * n_columns)
    text = table_text(table)
    assert f"\n{shown} " in text
    assert text == table_text(table)
    assert max(map(len, text.splitlines())) <= WIDTH
