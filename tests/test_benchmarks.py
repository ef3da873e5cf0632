"""The benchmarks compare equal work: their pieces run on tiny sizes, and both sides give the same; none is timed."""

import sqlite3
from functools import partial
from pathlib import Path

import pytest

from benchmarks import canned, engine, ingest, memories, models, scoring, soak
from benchmarks.calls import call_again
from benchmarks.fresh import run_fresh
from benchmarks.plain_car import flatten, new_car, plain_score
from benchmarks.random_commands import Pair, random_pairs
from benchmarks.ratios import Lap, alternate, cpu_ratio, real_ratio, spread_of
from benchmarks.synthetic import Size, make_scenario, make_scenarios
from benchmarks.tape import play, taping
from memory.embedded.fulltext import FulltextMemory
from scoring.state_metrics import score_states
from vehicle.commands import Command
from vehicle.settings import FIELDS, LABEL_LEAVES
from vehicle.state import FACTORY

TINY = Size(messages=90, queries=3, session=15)


@pytest.fixture(scope="module")
def recorded() -> engine.Recorded:
    return engine.record(engine.made_up(2, TINY))


# ---- ratios


def test_a_ratio_is_taken_within_each_repetition_and_its_spread_is_median_least_and_greatest() -> None:
    laps = {
        "a": [Lap(cpu_s=2.0, real_s=9.0), Lap(cpu_s=6.0, real_s=9.0), Lap(cpu_s=3.0, real_s=9.0)],
        "b": [Lap(cpu_s=1.0, real_s=3.0), Lap(cpu_s=2.0, real_s=9.0), Lap(cpu_s=3.0, real_s=1.0)],
    }
    cpu, real = cpu_ratio(laps, "a", "b"), real_ratio(laps, "a", "b")
    assert (cpu.median, cpu.low, cpu.high, cpu.n) == (2.0, 1.0, 3.0, 3)
    assert (real.median, real.low, real.high, real.n) == (3.0, 1.0, 9.0, 3)


def test_a_spread_reads_as_median_bounds_and_count() -> None:
    assert str(spread_of([1.5, 1.0, 4.25])) == "1.50 (1.00 to 4.25 in 3)"


def test_the_ways_take_turns_and_another_one_begins_each_repetition() -> None:
    order: list[str] = []
    laps = alternate({name: partial(order.append, name) for name in "abc"}, repetitions=4)
    assert "".join(order) == "abcbcacababc"
    assert [len(laps[name]) for name in "abc"] == [4, 4, 4]


def test_a_fresh_process_gives_the_result_and_a_peak_above_nothing() -> None:
    fresh = run_fresh(len, "four")
    assert fresh.result == 4
    assert fresh.peak_mb > 1


def test_the_peak_of_a_fresh_process_is_its_own_however_much_this_one_holds() -> None:
    held = b"x" * 200_000_000
    assert run_fresh(len, "four").peak_mb < 150
    assert len(held) == 200_000_000


# ---- scoring


def test_a_plain_car_has_as_many_leaves_as_the_published_state() -> None:
    flat = flatten(new_car())
    assert len(flat) == len(FIELDS) + LABEL_LEAVES == 341


@pytest.mark.parametrize("longest", [2, 6, 25])
def test_the_plain_way_gives_the_same_scores_as_ours_on_random_command_lists(longest: int) -> None:
    scoring.check_equal(random_pairs(150, longest=longest, seed=longest))


def test_the_plain_way_scores_two_empty_lists_as_ours_does() -> None:
    assert plain_score((), (), ()) == score_states(FACTORY, FACTORY, FACTORY)


def test_the_plain_way_keeps_favorites_and_stations_as_ours_does() -> None:
    songs = [Command(name="carcontrol_music_play_song", args={"song_name": name}) for name in ("One", "Two")]
    like = Command(name="carcontrol_music_set_favorite", args={"favorite": True})
    unlike = Command(name="carcontrol_music_set_favorite", args={"favorite": False})
    tune = Command(name="carcontrol_radio_play_station", args={"name": "News FM"})
    pair = Pair(setup=(songs[0], like), reference=(songs[1], like, tune), predicted=(unlike, tune))
    ours = scoring.our_score(pair)
    assert scoring.baseline_score(pair) == ours
    assert ours.FP == 2  # the favorite that came off the list, and the mark of the song that is being played


def test_unequal_scores_stop_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "baseline_score", lambda pair: None)
    with pytest.raises(AssertionError, match="plainly"):
        scoring.check_equal(random_pairs(1, longest=1))


def test_the_scoring_benchmark_says_what_it_compares(capsys: pytest.CaptureFixture[str]) -> None:
    scoring.main(["--pairs", "5", "--repetitions", "2"])
    assert "nested dictionaries / events and overlays" in capsys.readouterr().out


# ---- engine


def test_a_made_up_scenario_is_the_same_for_the_same_seed_and_another_one_for_another() -> None:
    assert make_scenario("1", TINY, seed=1).queries == make_scenario("1", TINY, seed=1).queries
    first, again, other = (make_scenario("1", TINY, seed=seed).scenario.timeline.records for seed in (1, 1, 2))
    assert first == again != other


def test_made_up_scenarios_have_the_messages_and_queries_asked_for_the_last_query_at_the_end() -> None:
    for timed in make_scenarios(2, TINY):
        timeline = timed.scenario.timeline
        assert (timeline.n_messages, len(timed.queries)) == (90, 3)
        # 3 queries, the first one skipped: at 2/4, 3/4 and 4/4 of 90 messages, rounded down
        assert [timeline.n_visible(query.cutoff) for query in timed.queries] == [45, 67, 90]


def test_the_stand_in_makes_the_calls_of_the_agent(recorded: engine.Recorded) -> None:
    assert len(recorded.turns) == 6
    assert any(turn.searches for turn in recorded.turns)
    assert engine.replay_unlogged(recorded.work) == list(recorded.turns)


def test_the_tape_holds_every_message_once_for_each_table(recorded: engine.Recorded) -> None:
    many = [step for step in recorded.tape.of_memories().steps if step.kind == "executemany"]
    added = [step for step in many if step.sql.startswith(("INSERT INTO message", "INSERT INTO words"))]
    assert sum(len(step.parameters) for step in added) == 2 * 2 * 90


def test_the_tape_of_memories_leaves_the_run_log_out(recorded: engine.Recorded) -> None:
    assert any("INSERT INTO turns" in step.sql for step in recorded.tape.steps)
    assert not any("INSERT INTO turns" in step.sql for step in recorded.tape.of_memories().steps)


def test_every_step_is_of_a_memory_or_of_a_log(recorded: engine.Recorded) -> None:
    logs = recorded.tape.of_logs().steps
    assert any("INSERT INTO turns" in step.sql for step in logs)
    assert not any("INSERT INTO words" in step.sql for step in logs)
    assert len(logs) + len(recorded.tape.of_memories().steps) == len(recorded.tape.steps)


def test_a_tape_played_again_leaves_the_same_rows(tmp_path: Path) -> None:
    original, copy = tmp_path / "original", tmp_path / "copy"
    original.mkdir()
    copy.mkdir()
    with taping() as tape:
        connection = sqlite3.connect(original / "x.db")
        connection.executescript("CREATE TABLE t (a);")
        with connection:
            connection.executemany("INSERT INTO t VALUES (?)", ((i,) for i in range(3)))
        connection.execute("INSERT INTO t VALUES (?)", (7,))
        connection.close()
    play(tape, copy)
    found = sqlite3.connect(copy / "x.db").execute("SELECT a FROM t ORDER BY a").fetchall()
    assert found == [(0,), (1,), (2,)]  # the last row was never committed, on either side
    assert tape.n_statements() == 4


def test_a_transaction_that_fails_is_taken_back_in_the_loop_too(tmp_path: Path) -> None:
    with taping() as tape:
        connection = sqlite3.connect("")
        connection.execute("CREATE TABLE t (a)")
        connection.execute("CREATE UNIQUE INDEX one ON t (a)")
        with pytest.raises(sqlite3.IntegrityError), connection:
            connection.executemany("INSERT INTO t VALUES (?)", [(1,), (1,)])
        connection.close()
    assert [step.kind for step in tape.steps] == ["open", "execute", "execute", "rollback", "close"]
    play(tape, tmp_path)


def test_the_bare_loops_run_what_was_recorded(recorded: engine.Recorded) -> None:
    engine.play_again(recorded.tape)
    engine.play_again(recorded.tape.of_memories())
    engine.call_and_play_again(recorded.work.memory, recorded.calls, recorded.tape)
    call_again(FulltextMemory, recorded.calls)


def test_a_logged_run_writes_and_publishes_into_a_folder_of_its_own(recorded: engine.Recorded) -> None:
    engine.replay_logged(recorded.work, publish=True)


def test_the_engine_benchmark_says_what_it_compares(capsys: pytest.CaptureFixture[str]) -> None:
    engine.main(["--n", "1", "--messages", "60", "--repetitions", "1"])
    said = capsys.readouterr().out
    assert "run with its log / memory's methods and log's statements" in said
    assert "peak memory" in said


def test_a_source_is_replayed_as_it_is_read() -> None:
    work = engine.from_source("demo", None)
    assert sum(len(timed.queries) for timed in work.scenarios) > 0


# ---- ingest


def test_a_tenth_ends_with_the_batch_that_completes_it() -> None:
    tenths = ingest.Tenths(100)
    tenths.count(9)
    assert len(tenths.ends_s) == 0
    tenths.count(1)
    assert len(tenths.ends_s) == 1
    tenths.count(25)
    assert len(tenths.ends_s) == 3
    tenths.count(65)
    assert len(tenths.ends_s) == 10


def test_the_bare_index_has_the_memory_s_own_tokenizer_and_finds_stems() -> None:
    connection, insert = ingest.bare_index()
    connection.execute(insert, (1, "Ada", "warmer seats"))
    assert connection.execute("SELECT rowid FROM words WHERE words MATCH 'seat'").fetchall() == [(1,)]


def test_both_sides_of_the_ingest_benchmark_take_every_message() -> None:
    assert ingest.replay_engine(600).n_messages == 600
    assert ingest.fill_bare(600).n_messages == 600


def test_memories_are_compared_by_whole_runs() -> None:
    (line,) = memories.report("demo", ["none", "recent"], repetitions=1)
    assert line.startswith("recent / none: processor time ")


# ---- models


def test_a_canned_endpoint_calls_what_is_offered_and_then_is_done() -> None:
    tools = [{"function": {"name": name}} for name, _ in canned.STEPS]
    said: list[dict[str, object]] = [{"role": "user", "content": "Hello"}]
    called: list[str] = []
    for _ in range(4):
        message = canned.answer({"messages": said, "tools": tools})["choices"][0]["message"]
        called += [call["function"]["name"] for call in message.get("tool_calls", ())]
        said.append(message)
    assert called == [name for name, _ in canned.STEPS]
    assert message["content"] == "Done."
    assert canned.answer({"messages": said[:1]})["choices"][0]["message"]["content"] == "Done."


def test_the_share_of_the_ideal_is_that_of_whole_runs() -> None:
    # 8 requests of 1 ms, two at once, take 4 ms; the whole of the first run takes 16 ms here, of the second 5 ms.
    clock = iter((0.0, 0.016, 1.0, 1.005))
    (line,) = models.report(
        ["none"], n_scenarios=2, n_queries=1, jobs=2, delay_ms=1, repetitions=2, clock=lambda: next(clock)
    )
    shares = "none: share of the ideal throughput 0.53 (0.25 to 0.80 in 2)"
    assert line == f"{shares}   wanted: 0.85 (8 requests)"


@pytest.mark.parametrize("seed", [0, 1])
def test_a_soak_loses_nothing_through_a_proxy_that_makes_trouble(seed: int) -> None:
    tally = soak.Tally()
    soak.soak(tally, soak.Size(scenarios=1, messages=60, queries=4), seed, kills=False)
    assert tally.is_good, tally.odd
    assert (tally.n_queries, tally.n_lost, tally.n_double) == (4, 0, 0)
    assert sum(tally.rounds.values()) == 1
