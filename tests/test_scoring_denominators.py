from typing import Any

import pytest

from scoring.aggregate import MEANS_OF_COMMANDS, mean_scores
from scoring.denominators import is_over_nothing
from scoring.diagnosis_section import diagnosis_section
from scoring.retrieval_section import retrieval_section


def test_every_mean_of_no_queries_is_over_nothing_and_no_count_is() -> None:
    level = mean_scores([])
    over_nothing = {name for name in level if is_over_nothing([level], name)}
    assert over_nothing == {name for name, value in level.items() if not isinstance(value, int)}
    assert over_nothing > set(MEANS_OF_COMMANDS)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tool_f1", "answered_with_commands"),
        ("exact_match_rate_all", "with_commands"),
        ("exact_match_rate_with_changes", "answered_with_changes"),
        ("right_rate", "answered_rated"),
        ("right_rate_all", "rated"),
        ("evidence_all_at_10", "queries"),
        ("coverage", "lists"),
        ("difference", "queries"),
        ("at_end", "queries"),
    ],
)
def test_a_mean_is_over_what_the_count_beside_it_counts(name: str, count: str) -> None:
    assert is_over_nothing([{name: 0.0, count: 0}], name)
    assert not is_over_nothing([{name: 0.0, count: 1}], name)
    assert not is_over_nothing([{count: 0}, {name: 0.0, count: 1}], name)


def test_a_mean_without_a_count_beside_it_is_taken_as_it_stands() -> None:
    names = ("exact_match_rate", "mem_token", "evidence_any_at_10", "share", "search_ms_median", "mean", "other")
    assert not any(is_over_nothing([{name: 0.0}], name) for name in names)


def test_what_all_answered_queries_have_is_over_those_without_a_failure() -> None:
    assert is_over_nothing([{"mem_token": 0.0, "count": 2, "failures": 2}], "mem_token")
    assert not is_over_nothing([{"mem_token": 0.0, "count": 2, "failures": 1}], "mem_token")
    assert is_over_nothing([{"mem_token": 0.0, "valid_tasks": 0, "failures": 3}], "mem_token")


def test_evidence_and_causes_of_nothing_have_no_value() -> None:
    found = retrieval_section([])
    assert is_over_nothing([found], "evidence_any_at_10")
    assert is_over_nothing([found, found["context"]], "coverage")
    assert is_over_nothing([found, found["question"]], "hits")
    causes = diagnosis_section([])
    right: dict[str, Any] = causes["causes"]["right"]
    assert is_over_nothing([causes, causes["causes"], right], "share")
    assert not is_over_nothing([{**causes, "queries": 1}, causes["causes"], right], "share")


def test_the_time_of_a_search_is_over_the_searches() -> None:
    assert is_over_nothing([{"search_ms_median": 0.0, "costs": {"searches": 0}}], "search_ms_median")
    assert not is_over_nothing([{"search_ms_median": 0.0, "costs": {"searches": 1}}], "search_ms_median")


def test_repeats_without_a_verdict_have_no_mean() -> None:
    assert is_over_nothing([{"mean": 0.0, "deviation": 0.0, "pass_all": {}}], "deviation")
    assert not is_over_nothing([{"mean": 0.0, "deviation": 0.0, "pass_all": {"1": 0.0}}], "mean")
