"""What is known of a run while it goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from replay.live_figures import LiveFigures, is_exact
from replay.prepare import Request, prepare
from replay.run import run
from replay.run_folder import open_run, scored_turns
from scoring.records import Turn
from scoring.usage import PhaseUsage, Usage
from tests.kept_cases import broken, in_words, keep_run, right, wrong


class Watch:
    """A clock that is set by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def of(scenario: str, turn: Turn) -> Turn:
    return replace(turn, scenario=scenario)


def test_nothing_can_be_told_before_the_first_query() -> None:
    seen = LiveFigures({"1": 2}).snapshot()
    assert (seen.n_done, seen.n_total, seen.rate, seen.interval, seen.per_second, seen.left_s) == (
        0,
        2,
        None,
        None,
        None,
        None,
    )
    assert (seen.usage, seen.cost_usd) == (None, None)


def test_an_empty_run_is_done() -> None:
    seen = LiveFigures({}).snapshot()
    assert (seen.n_done, seen.n_total, seen.n_scenarios) == (0, 0, 0)


def test_queries_and_scenarios_are_counted_as_they_come() -> None:
    figures = LiveFigures({"1": 2, "2": 1})
    figures.add(right(0))
    assert (figures.snapshot().n_done, figures.snapshot().n_scenarios_done) == (1, 0)
    figures.add(wrong(1))
    figures.add(of("2", right(0)))
    seen = figures.snapshot()
    assert (seen.n_done, seen.n_total, seen.n_scenarios_done, seen.n_scenarios) == (3, 3, 2, 2)


def test_a_repeated_run_asks_everything_so_many_times() -> None:
    figures = LiveFigures({"1": 1}, n_repeats=2)
    figures.add(right(0))
    assert (figures.snapshot().n_total, figures.snapshot().n_scenarios_done) == (2, 0)
    figures.add(right(0))
    assert figures.snapshot().n_scenarios_done == 1


def test_the_rate_leaves_failures_and_other_points_out() -> None:
    figures = LiveFigures({"1": 5})
    for turn in (right(0), wrong(1), broken(2), wrong(3, point="end"), right(4)):
        figures.add(turn)
    seen = figures.snapshot()
    assert seen.measure == "exact match"
    assert seen.rate == pytest.approx(2 / 3)
    assert (seen.n_failures, seen.n_leaks) == (1, 5)


def test_where_no_query_wants_commands_the_answers_count() -> None:
    figures = LiveFigures({"1": 2})
    figures.add(in_words(0, "blue", "It is blue."))
    figures.add(in_words(1, "blue", "red"))
    seen = figures.snapshot()
    assert (seen.measure, seen.rate) == ("answers right", 0.5)


def test_commands_and_words_count_together() -> None:
    figures = LiveFigures({"1": 3})
    for turn in (right(0), wrong(1), in_words(2, "blue", "It is blue.")):
        figures.add(turn)
    seen = figures.snapshot()
    assert (seen.measure, seen.rate) == ("right", pytest.approx(2 / 3))


def test_the_interval_is_over_scenarios_and_needs_three() -> None:
    clock = Watch()
    figures = LiveFigures({"1": 1, "2": 1, "3": 1}, clock=clock)
    for now_s, turn in ((0, right(0)), (5, of("2", wrong(0)))):
        clock.now_s = now_s
        figures.add(turn)
        assert figures.snapshot().interval is None
    clock.now_s = 10
    figures.add(of("3", right(0)))
    interval = figures.snapshot().interval
    assert interval is not None
    assert (interval.low, interval.high) == (0.0, 1.0)


def test_an_interval_is_not_worked_out_with_every_query() -> None:
    clock = Watch()
    figures = LiveFigures({"1": 1, "2": 1, "3": 1}, clock=clock)
    figures.add(right(0))
    clock.now_s = 1
    figures.add(of("2", right(0)))
    assert figures.snapshot().interval is None
    clock.now_s = 2
    figures.add(of("3", right(0)))
    assert figures.snapshot().interval is not None


def test_rate_and_remaining_time_follow_from_what_this_process_answered() -> None:
    clock = Watch()
    figures = LiveFigures({"1": 10}, clock=clock)
    clock.now_s = 4
    figures.add(right(0))
    figures.add(right(1))
    seen = figures.snapshot()
    assert (seen.per_second, seen.left_s) == (0.5, 16.0)


def test_cost_is_that_of_all_tokens_and_unknown_without_prices() -> None:
    usage = Usage(build=PhaseUsage(requests=1, prompt_tokens=100), ask=PhaseUsage(requests=1, completion_tokens=10))
    for cost_of, cost in ((None, None), (lambda used: (used.prompt_tokens + used.completion_tokens) / 1000, 0.22)):
        figures = LiveFigures({"1": 2}, cost_of=cost_of)
        figures.add(right(0, usage=usage))
        figures.add(right(1, usage=usage))
        seen = figures.snapshot()
        assert seen.usage is not None
        assert (seen.usage.prompt_tokens, seen.usage.completion_tokens, seen.usage.requests) == (200, 20, 4)
        assert seen.cost_usd == cost


def test_what_an_earlier_process_answered_counts_but_not_for_the_pace(tmp_path: Path) -> None:
    folder = keep_run(tmp_path / "run", [right(0), broken(1)], {"1": 4})
    clock = Watch()
    figures = LiveFigures({"1": 4}, clock=clock)
    figures.add_kept(folder)
    seen = figures.snapshot()
    assert (seen.n_done, seen.rate, seen.n_failures, seen.per_second) == (1, 1.0, 0, None)
    clock.now_s = 1
    figures.add(wrong(1))
    seen = figures.snapshot()
    assert (seen.n_done, seen.rate, seen.per_second, seen.left_s) == (2, 0.5, 1.0, 2.0)


def test_repeats_that_are_done_are_counted_and_not_read(tmp_path: Path) -> None:
    keep_run(tmp_path / "run" / "repeat-1", [right(0)])
    keep_run(tmp_path / "run" / "repeat-2", [], {"1": 1})
    figures = LiveFigures({"1": 1}, n_repeats=2)
    figures.add_kept(tmp_path / "run")
    assert (figures.snapshot().n_done, figures.snapshot().rate) == (1, None)


@pytest.mark.parametrize("content", [None, b"no log at all"])
def test_a_folder_without_a_readable_run_has_nothing_to_count(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "run.db").write_bytes(content)
    figures = LiveFigures({"1": 1})
    figures.add_kept(tmp_path if content is not None else tmp_path / "nowhere")
    assert figures.snapshot().n_done == 0


def test_the_last_figures_are_those_of_the_run(tmp_path: Path) -> None:
    prepared = prepare(Request(memory="recent"))
    figures = LiveFigures(prepared.config.scenarios)
    outcome = run(prepared, tmp_path / "run", on_turn=figures.add)
    seen = figures.snapshot()
    assert (seen.n_done, seen.n_total) == (prepared.n_queries, prepared.n_queries)
    assert seen.rate == outcome.metric["exact_match_rate"]
    with open_run(tmp_path / "run", prepared.config) as log:
        for item in scored_turns(log, prepared.config):
            assert is_exact(item.turn) == item.score.exact_match
