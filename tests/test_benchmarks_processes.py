"""Benchmarks of many processes and machines: equal work on both sides, and arithmetic that is right; none is timed."""

from dataclasses import asdict

import pytest

from benchmarks import on_paper, processes
from benchmarks.on_paper import Costs, estimate
from benchmarks.synthetic import Size
from replay.executors import InThreads

COSTS = Costs(
    survey_ms=0.02,
    load_ms=0.03,
    feed_ms=0.07,
    query_ms=50,
    append_ms=1,
    score_ms=3,
    sent_bytes=10_000,
    log_bytes=20_000,
    kept_bytes=50_000,
    source_bytes=200,
)


def test_a_large_run_on_paper_is_worked_out_from_what_one_of_each_takes() -> None:
    # 900,000 messages: 18 s to survey, 90 s to load and feed; 3,600 Turns: 180 s to ask, 3.6 to commit, 10.8 to score
    found = estimate(COSTS, scenarios=360, messages=900_000, queries=10, cores=3)
    assert found.client_hours == pytest.approx((18 + 3.6 + 10.8) / 3600)
    assert found.worker_hours == pytest.approx(270 / 3600)
    assert found.hours == pytest.approx((18 + 90 + 10.8) / 3600)
    assert (found.sent_gb, found.log_gb, found.scoring_gb) == pytest.approx((0.036, 0.072, 0.18))
    assert found.read_gb == pytest.approx(0.36)


def test_with_many_cores_the_client_that_commits_is_what_a_run_waits_for() -> None:
    found = estimate(COSTS, scenarios=360, messages=900_000, queries=10, cores=1_000)
    assert found.hours == pytest.approx((18 + 3.6 + 10.8) / 3600)


def test_every_cost_is_found_on_a_tiny_timeline() -> None:
    costs = on_paper.measure(messages=150, queries=6, memory="recent")
    assert all(value > 0 for name, value in asdict(costs).items() if name != "kept_bytes")
    assert len(on_paper.lines(costs, estimate(costs, scenarios=1, messages=150, queries=6, cores=1))) == 6


def test_both_sides_of_the_processes_are_whole_runs_with_one_digest() -> None:
    prepared = processes.made_up(2, Size(messages=60, queries=2, session=15), memory="recent")
    ((one, also_one),) = processes.side_by_side(prepared, n_jobs=1, repetitions=1)
    assert one.digest == also_one.digest == processes.lap(prepared, InThreads(), 2).digest
