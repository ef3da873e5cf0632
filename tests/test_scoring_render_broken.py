from typing import Any

from scoring.render_broken import broken_lines


def metric(broken: list[str], rate: float, answered: int = 2) -> dict[str, Any]:
    """What the line is made of; `rate` is that without the broken references."""
    without = {"exact_match_rate": rate, "answered_with_commands": answered}
    return {"broken_references": broken, "without_broken_reference": without, "exact_match_rate": 0.9}


def test_a_single_run_tells_how_many_which_and_the_rate_without_them() -> None:
    assert broken_lines([("", metric(["a/1", "a/2"], 0.25))]) == [
        "broken references: 2 (a/1, a/2); without them exact is 25.0%"
    ]


def test_several_runs_with_the_same_ones_stand_in_one_line_by_name() -> None:
    rows = [("none", metric(["a/1"], 0.0)), ("fulltext", metric(["a/1"], 0.5)), ("gold", metric([], 1.0))]
    assert broken_lines(rows) == ["broken references: 1 (a/1); without them exact is none 0.0%, fulltext 50.0%"]


def test_a_query_of_several_repeats_counts_once_and_only_the_first_three_are_named() -> None:
    (line,) = broken_lines([("", metric(["a/1", "a/2", "a/1", "a/3", "a/4"], 0.0))])
    assert line == "broken references: 4 (a/1, a/2, a/3, ...); without them exact is 0.0%"


def test_where_no_other_query_was_answered_there_is_no_rate() -> None:
    assert broken_lines([("", metric(["a/1"], 0.0, answered=0))]) == [
        "broken references: 1 (a/1); without them exact is -"
    ]


def test_without_any_there_is_no_line() -> None:
    assert broken_lines([("", metric([], 0.5))]) == broken_lines([]) == []
