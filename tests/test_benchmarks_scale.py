"""The benchmarks of feeding once, of growth and of memory: their pieces on tiny sizes; none is timed."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import feeding, generate, growth, importing, memory, report, statistics
from benchmarks.engine import Work, made_up
from benchmarks.growth import Point
from benchmarks.synthetic import Size, make_scenario, write_scenario
from memory.embedded.fulltext import FulltextMemory
from memory.messages import Hit
from memory.position import Position
from replay.prepare import Request, prepare
from scoring.statistics import interval_of_mean

TINY = Size(messages=60, queries=3, session=15)


@pytest.fixture(scope="module")
def noted() -> feeding.Noted:
    work: Work = made_up(2, TINY)
    return feeding.note(replace(work, memory=FulltextMemory))


# ---- feeding once


def test_one_pass_feeds_each_message_once_and_a_memory_for_every_query_all_before_its_cutoff(
    noted: feeding.Noted,
) -> None:
    # 3 queries, the first one skipped: at 2/4, 3/4 and 4/4 of 60 messages, in each of 2 scenarios
    assert sum(told.n_fed() for told in noted.told) == 2 * 60
    assert feeding.n_fed_anew(noted) == 2 * (30 + 45 + 60)


def test_both_plain_ways_find_what_the_one_pass_finds(noted: feeding.Noted) -> None:
    feeding.check_equal(noted)
    assert any(turn.searches for turn in noted.turns)


def test_a_memory_that_finds_something_else_when_filled_anew_stops_the_benchmark(noted: feeding.Noted) -> None:
    class Forgetful(FulltextMemory):
        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return super().search(query, limit=1, now=now)

    with pytest.raises(AssertionError, match="filled anew"):
        feeding.check_equal(replace(noted, work=replace(noted.work, memory=Forgetful)))


def test_the_feeding_benchmark_says_how_many_messages_were_fed(capsys: pytest.CaptureFixture[str]) -> None:
    feeding.main(["--n", "1", "--messages", "45", "--queries", "2", "--repetitions", "1"])
    # 2 queries, the first one skipped: at 2/3 and 3/3 of 45 messages
    assert "messages fed: 75 / 45 = 1.67" in capsys.readouterr().out


# ---- growth


def test_what_one_costs_is_set_against_one_at_the_smallest_size_by_repetition() -> None:
    small, large = Point(n=10, cpu_s=[1.0, 2.0], peak_mb=1.0), Point(n=100, cpu_s=[20.0, 10.0], peak_mb=1.0)
    spread = large.cost_over(small)
    assert (spread.low, spread.high) == (0.5, 2.0)
    assert large.more_than(small) == pytest.approx((19 / 90 + 8 / 90) / 2)


def test_what_each_further_query_costs_is_set_against_the_first_step() -> None:
    points = [Point(n=n, cpu_s=[cpu_s], peak_mb=1.0) for n, cpu_s in ((1, 1.0), (2, 2.0), (4, 8.0))]
    assert growth.further(points) == [
        "from 1 to 2: each further query 1.00",
        "from 2 to 4: each further query 3.00",
    ]
    assert growth.further(points[:1]) == []


def test_the_growth_benchmark_climbs_every_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    growth.main(["--messages", "", "--queries", "1,2", "--scenarios", "", "--memory", "recent"])
    said = capsys.readouterr().out
    assert "1 queries: each 1.00" in said
    assert "from 1 to 2: each further query 1.00" in said


def test_a_ladder_s_size_has_as_many_messages_queries_and_scenarios(tmp_path: Path) -> None:
    for name, (n_scenarios, size) in {"m": growth.of_messages(30), "s": growth.of_scenarios(2)}.items():
        growth.write(tmp_path / name, n_scenarios, replace(size, messages=30))
        prepared = prepare(Request(source=f"timeline:{tmp_path / name}"))
        assert [len(timed.queries) for timed in prepared.scenarios] == [10] * n_scenarios
        assert [timed.scenario.timeline.n_messages for timed in prepared.scenarios] == [30] * n_scenarios


def test_a_scenario_that_was_written_is_the_one_that_was_made(tmp_path: Path) -> None:
    file = tmp_path / "made.jsonl"
    write_scenario(file, "7", TINY)
    (loaded,) = prepare(Request(source=f"timeline:{file}")).scenarios
    made = make_scenario("7", TINY)
    assert loaded.scenario.timeline.records == made.scenario.timeline.records
    assert [(q.cutoff, q.query.text, q.query.gold.commands) for q in loaded.queries] == [
        (q.cutoff, q.query.text, q.query.gold.commands) for q in made.queries
    ]


# ---- memory


def test_every_step_of_a_long_timeline_has_its_peak() -> None:
    written, loaded, ran = memory.report(60, 20, ["none"])
    assert written.startswith("written: ")
    assert "MB for 60 messages" in loaded
    assert ran.startswith("pastlane run with none: ")


def test_a_run_that_fails_is_no_peak(tmp_path: Path) -> None:
    with pytest.raises(memory.subprocess.CalledProcessError):
        memory.run_mb(f"timeline:{tmp_path / 'nothing.jsonl'}", "none", tmp_path / "out")


def test_the_generator_s_cost_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    generate.main(["--messages", "50", "--queries", "2"])
    assert "above the imported program" in capsys.readouterr().out


def test_the_bare_loop_and_the_import_take_every_line_of_a_log(tmp_path: Path) -> None:
    log, out, bare = (tmp_path / name for name in ("log.jsonl", "out.jsonl", "bare.jsonl"))
    n_lines = importing.write_log(log, 4_000)
    importing.bare_loop(log, bare)
    importing.import_it(log, out)
    assert len(bare.read_bytes().splitlines()) == n_lines
    assert len(out.read_bytes().splitlines()) == n_lines + 1  # the scenario first


# ---- figures


def test_the_plain_interval_of_many_draws_lies_near_ours() -> None:
    values = statistics.made_up(20, 3)
    plain, ours = statistics.plain_interval(values, 2_000, seed=1), interval_of_mean(values)
    assert ours is not None
    assert plain.low == pytest.approx(ours.low, abs=0.03)
    assert plain.high == pytest.approx(ours.high, abs=0.03)


def test_the_statistics_benchmark_says_what_it_compares(capsys: pytest.CaptureFixture[str]) -> None:
    statistics.main(["--clusters", "3", "--resamples", "20", "--repetitions", "2"])
    assert "every value drawn / sums by cluster" in capsys.readouterr().out


def test_a_report_without_a_browser_is_written_all_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("plotly", reason="plotly is not installed")
    monkeypatch.setattr(report, "CHROMIUM", None)
    report.main(["--scenarios", "2", "--queries", "1", "--repetitions", "1"])
    said = capsys.readouterr().out
    assert "report: 2 queries" in said
    assert "there is no browser here" in said
