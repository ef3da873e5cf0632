from dataclasses import replace
from typing import Any

import pytest

from memory.position import Position
from scoring.aggregate import ScoredTurn, score_turns
from scoring.costs import costs_section, percentile
from scoring.records import Failure, Timing
from scoring.render_costs import cost_cells, render_costs, size
from scoring.usage import PhaseUsage, Usage
from tests.diagnosis_cases import Case

TIMINGS = {
    ("1", 0): Timing(ingest_ms=30.0, settle_ms=1.0, searches_ms=(1.0, 4.0), n_delivered=300, stored_bytes=3000),
    ("1", 1): Timing(ingest_ms=10.0, settle_ms=2.0, searches_ms=(2.0,), n_delivered=100, stored_bytes=1000),
    ("2", 0): Timing(ingest_ms=20.0, searches_ms=(3.0,), n_delivered=100, stored_bytes=500),
}
"""In scenario 1 the second query of the source is asked first."""


def asked(scenario: str, index: int, at_us: int, **changes: Any) -> ScoredTurn:
    whole = Case(name="", cause="").turn()
    changes |= {"scenario": scenario, "index": index, "cutoff": Position(at_us, 0)}
    (scored,) = score_turns([replace(whole, **changes)])
    return scored


def run(**changes: Any) -> list[ScoredTurn]:
    return [asked("1", 0, 20, **changes), asked("1", 1, 10), asked("2", 0, 10)]


def test_a_scenario_has_the_sums_of_its_queries_and_what_it_kept_at_the_latest_cutoff() -> None:
    first = costs_section(run(), TIMINGS)["by_scenario"]["1"]
    assert (first["messages"], first["ingest_ms"], first["settle_ms"]) == (300, 40.0, 3.0)
    assert (first["searches"], first["stored_bytes"]) == (3, 3000)
    assert first["per_1000_messages"]["ingest_ms"] == 1000 * 40 / 300
    assert first["per_1000_messages"]["settle_ms"] == 10.0
    assert first["per_1000_messages"]["stored_bytes"] == 10_000.0


def test_a_run_has_the_sums_of_its_scenarios_and_the_percentiles_of_all_searches() -> None:
    section = costs_section(run(), TIMINGS)
    assert (section["messages"], section["ingest_ms"], section["settle_ms"]) == (400, 60.0, 3.0)
    assert section["stored_bytes"] == 3500
    assert section["per_1000_messages"]["ingest_ms"] == 150.0
    assert section["search_ms"] == {"p50": 2.0, "p95": 4.0, "p99": 4.0}
    assert section["build"] is section["ask"] is None


def test_a_size_that_one_scenario_does_not_tell_is_not_known_of_the_run() -> None:
    silent = TIMINGS | {("2", 0): replace(TIMINGS["2", 0], stored_bytes=None)}
    section = costs_section(run(), silent)
    assert section["stored_bytes"] is None
    assert section["by_scenario"]["1"]["stored_bytes"] == 3000
    late = TIMINGS | {("1", 0): replace(TIMINGS["1", 0], stored_bytes=None)}
    assert costs_section(run(), late)["by_scenario"]["1"]["stored_bytes"] == 1000


def test_usage_is_summed_over_all_entries_failed_ones_too_and_money_only_with_prices() -> None:
    usage = Usage(build=PhaseUsage(requests=4, prompt_tokens=800), ask=PhaseUsage(requests=1, completion_tokens=7))
    failed = run(usage=usage, failure=Failure(stage="model", message="x"))
    section = costs_section([*failed, asked("2", 1, 30, usage=usage)], TIMINGS)
    assert (section["build"]["requests"], section["ask"]["completion_tokens"]) == (8, 14)
    assert section["per_1000_messages"]["build_requests"] == 20.0
    assert section["per_1000_messages"]["build_prompt_tokens"] == 4000.0
    assert section["per_1000_messages"]["build_cost_usd"] is None
    paid = costs_section(failed, TIMINGS, lambda phase: phase.prompt_tokens / 100)
    assert (paid["build"]["cost_usd"], paid["per_1000_messages"]["build_cost_usd"]) == (8.0, 20.0)


def test_nothing_run_and_nothing_timed_have_no_rates() -> None:
    for section in (costs_section([], {}), costs_section(run(), {})):
        assert (section["messages"], section["ingest_ms"], section["searches"]) == (0, 0.0, 0)
        assert section["stored_bytes"] is None
        assert set(section["per_1000_messages"].values()) == {None}
        assert set(section["search_ms"].values()) == {None}
        assert "all" in render_costs(section, by_scenario=True)


@pytest.mark.parametrize(
    ("n", "percent", "expected"),
    [(1, 50, 1), (2, 50, 1), (3, 50, 2), (20, 95, 19), (21, 95, 20), (100, 99, 99), (101, 99, 100), (5, 100, 5)],
)
def test_a_percentile_is_the_least_value_that_so_many_do_not_exceed(n: int, percent: int, expected: float) -> None:
    assert percentile([float(value) for value in range(1, n + 1)], percent) == expected


def test_a_percentile_of_nothing_is_none_and_has_bounds() -> None:
    assert percentile([], 50) is None
    for outside in (0, 101):
        with pytest.raises(ValueError, match="at most 100"):
            percentile([1.0], outside)


@pytest.mark.parametrize(
    ("n_bytes", "shown"),
    [
        (None, "-"),
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.0 KiB"),
        (1024 * 999.9, "999.9 KiB"),
        (1024 * 1000, "1.0 MiB"),
        (3 * 1024**3, "3.0 GiB"),
    ],
)
def test_a_size_is_short(n_bytes: float | None, shown: str) -> None:
    assert size(n_bytes) == shown


def test_the_table_shows_the_run_and_its_dearest_scenarios_first_within_eighty_columns() -> None:
    usage = Usage(build=PhaseUsage(requests=4, prompt_tokens=800, unreported=1), ask=PhaseUsage())
    section = costs_section(run(usage=usage), TIMINGS, lambda phase: 0.001)
    text = render_costs(section, by_scenario=True)
    assert max(map(len, text.splitlines())) <= 80
    rows = [line.split() for line in text.splitlines()]
    assert [row[0] for row in rows if row and row[0] in ("1", "2", "all")] == ["1", "2", "all"]
    assert ["all", "400", "150.0", "7.5", "2.0", "4.0", "4.0", "3.4", "KiB", "8.5", "KiB"] in rows
    assert "models for a thousand messages: 10.0 requests, >=2000 tokens read, >=0 written" in text
    assert "  at >=0.0025 USD" in text
    assert "1  " not in render_costs(section).split("all")[1].split("models")[0]
    assert len(cost_cells(section)) == 8


@pytest.mark.parametrize(
    ("ms", "shown"),
    [(0.0, "0.0"), (9_999.0, "9999.0"), (10_000.0, "10.0 s"), (599_900.0, "599.9 s"), (600_000.0, "10.0 min"),
     (7_200_000.0, "2.0 h"), (None, "-")],
)  # fmt: skip
def test_long_times_stand_in_a_unit_of_their_own(ms: float | None, shown: str) -> None:
    row = {
        "messages": 10,
        "per_1000_messages": {"ingest_ms": ms, "settle_ms": 0.0, "stored_bytes": None},
        "search_ms": {"p50": None, "p95": None, "p99": None},
        "stored_bytes": None,
    }
    assert cost_cells(row)[1] == shown
