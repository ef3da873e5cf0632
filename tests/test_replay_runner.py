from asyncio import CancelledError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.doubles import (
    Call,
    CrashingMemory,
    DawdlingMemory,
    HonestMemory,
    KeepsAnEarlierRun,
    Leftovers,
    RecordingMemory,
    SlowMemory,
)
from memory.backend import MemoryBackend, Setup
from memory.errors import GuardBroken
from memory.messages import Batch, Hit, Question
from memory.position import Position, cutoff_at, is_visible
from replay.agents.agent import Decision, Toolbox
from replay.agents.noop import NoopAgent
from replay.agents.oracle import OracleAgent
from replay.buckets import WINDOWS, Window
from replay.runner import ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from replay.timeline import CommandDraft, ForgetDraft, MessageDraft
from scoring.codec import turn_to_json
from scoring.records import Turn
from tests.replays import AsksOnce, replayed
from tests.scenes import query_at, said, scenario_of, timed, timeline_of, us
from vehicle.commands import Command

RADIO_ON = Command(name="carcontrol_radio_switch", args={"switch": True})


def moment(text: str) -> Position:
    return cutoff_at(us(text))


class Retries(HonestMemory):
    """Sends one request again for each batch and two for each search; `breaks` at the third batch."""

    breaks = False
    n_batches = 0

    def ingest(self, batch: Batch) -> None:
        self.n_retries += 1
        self.n_batches += 1
        if self.breaks and self.n_batches == 3:
            raise OSError("out of order")
        super().ingest(batch)

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        self.n_retries += 2
        return super().search(query, limit=limit, now=now)


@pytest.mark.parametrize(("breaks", "last"), [(False, 3), (True, 1)])
def test_what_a_memory_sent_again_is_counted_with_the_query_that_it_was_for(breaks: bool, last: int) -> None:
    scene = scenario_of(
        timeline_of(*(said(f"2025-03-01 08:{minute}", "a") for minute in (10, 20, 30))),
        [query_at(n, f"2025-03-01 08:{minute}", "q") for n, minute in enumerate((25, 40, 50))],
    )
    memory = type("Sends", (Retries,), {"breaks": breaks})
    counts: list[int] = []
    settings = ReplaySettings(bucket="message")
    replay = ScenarioReplay(timed(scene), settings, memory, AsksOnce, namespace="test")
    replay.run(lambda turn, timing: counts.append(timing.memory_retries))
    assert counts == [6, last, 0 if breaks else 2]  # the first search is that of the empty memory


def recorded(scene: TimedScenario, window: Window) -> list[Call]:
    calls: list[Call] = []
    replayed(scene, lambda setup: RecordingMemory(setup, calls), bucket=window)
    return calls


def test_the_backend_hears_every_call_in_order_and_with_its_simulated_instant() -> None:
    scene = scenario_of(
        timeline_of(
            said("2025-03-01 08:10", "a"),
            said("2025-03-01 08:55", "b"),
            said("2025-03-01 23:30", "c"),
            said("2025-03-02 00:00", "d"),
        ),
        [query_at(0, "2025-03-01 08:30", "early"), query_at(1, "2025-03-02 00:00", "late")],
    )
    assert recorded(timed(scene), "hour") == [
        Call(name="search", now=Position(us("2025-03-01 08:10"), 1), detail=("a", 1)),
        Call(name="ingest", now=moment("2025-03-01 08:30"), message_ids=("m000001",)),
        Call(name="settle", detail=60.0),
        Call(name="context", now=moment("2025-03-01 08:30")),
        Call(name="search", now=moment("2025-03-01 08:30"), detail=("early", 20)),
        Call(name="ingest", now=moment("2025-03-01 09:00"), message_ids=("m000002",)),
        Call(name="ingest", now=moment("2025-03-02 00:00"), message_ids=("m000003",)),
        Call(name="tick", now=moment("2025-03-02 00:00")),
        Call(name="settle", detail=60.0),
        Call(name="context", now=moment("2025-03-02 00:00")),
        Call(name="search", now=moment("2025-03-02 00:00"), detail=("late", 20)),
        Call(name="close"),
    ]


@pytest.mark.parametrize(
    ("window", "due"),
    [
        ("message", ["2025-03-01 08:10", "2025-03-01 08:20", "2025-03-01 08:55"]),
        ("hour", ["2025-03-01 09:00"]),
        ("day", ["2025-03-02 00:00"]),
    ],
)
def test_a_bucket_is_delivered_at_its_windows_end_and_not_before(window: Window, due: list[str]) -> None:
    scene = scenario_of(
        timeline_of(said("2025-03-01 08:10"), said("2025-03-01 08:20"), said("2025-03-01 08:55")),
        [query_at(0, "2025-03-05 12:00")],
    )
    instants = [call.now.at_us for call in recorded(timed(scene), window) if call.name == "ingest" and call.now]
    assert instants == [us(text) for text in due]


def test_a_session_bucket_holds_gaps_of_up_to_30_minutes_and_no_longer_ones() -> None:
    last = us("2025-03-01 08:59")
    drafts = (said("2025-03-01 08:00"), said("2025-03-01 08:29"), said(last), said(last + 30 * 60_000_000 + 1))
    scene = scenario_of(timeline_of(*drafts), [query_at(0, "2025-03-05 12:00")])
    batches = [call.message_ids for call in recorded(timed(scene), "session") if call.name == "ingest"]
    assert batches == [("m000001", "m000002", "m000003"), ("m000004",)]


def test_messages_at_the_cutoffs_instant_are_hidden_and_come_later() -> None:
    scene = scenario_of(
        timeline_of(said(99, "before"), said(100, "at"), said(100, "at too"), said(101, "after")),
        [query_at(0, cutoff_at(100), "q"), query_at(1, Position(100, 3), "q"), query_at(2, cutoff_at(102), "q")],
    )
    turns = replayed(timed(scene))
    assert [(turn.visible_messages, turn.hidden_messages) for turn in turns] == [(1, 3), (2, 2), (4, 0)]


def test_a_query_before_the_first_message_and_one_over_an_empty_timeline_find_nothing() -> None:
    before = scenario_of(timeline_of(said(100, "what now")), [query_at(0, cutoff_at(50))])
    empty = scenario_of(timeline_of(), [query_at(0, cutoff_at(50))])
    for scene in (before, empty):
        (turn,) = replayed(timed(scene))
        assert (turn.visible_messages, turn.searches[0].hits, turn.failure) == (0, (), None)


def test_queries_are_asked_in_time_order_and_those_of_one_cutoff_in_the_order_of_the_source() -> None:
    scene = scenario_of(
        timeline_of(said(1)), [query_at(0, cutoff_at(9)), query_at(1, cutoff_at(5)), query_at(2, cutoff_at(9))]
    )
    assert [turn.index for turn in replayed(timed(scene))] == [1, 0, 2]


def test_what_lies_behind_the_last_query_is_never_delivered() -> None:
    scene = scenario_of(timeline_of(said(1), said(50), said(90)), [query_at(0, cutoff_at(60))])
    for window in WINDOWS:
        delivered = [i for call in recorded(timed(scene), window) for i in call.message_ids]
        assert delivered == ["m000001", "m000002"]


def test_a_request_to_forget_reaches_the_memory_after_all_that_was_said_before_it() -> None:
    drafts = (
        MessageDraft(at_us=10, speaker="Ada", role="user", text="secret", label="k"),
        ForgetDraft(at_us=10, person="Ada", labels=("k",), text="forget it"),
        said(11, "and then"),
    )
    scene = scenario_of(timeline_of(*drafts), [query_at(0, cutoff_at(50), "secret")])
    calls = [(call.name, call.message_ids) for call in recorded(timed(scene), "hour")]
    names = [call for call in calls if call[0] in ("ingest", "forget")][:3]
    assert names == [("ingest", ("m000001",)), ("forget", ("m000001",)), ("ingest", ("m000003",))]


def test_the_car_starts_each_query_from_the_factory_or_as_the_timeline_left_it() -> None:
    louder = Command(name="carcontrol_radio_set_volume", args={"volume": 80})
    drafts = (said(1), CommandDraft(at_us=5, person="Ada", command=louder), said(20))
    queries = [query_at(0, cutoff_at(5)), query_at(1, cutoff_at(6))]
    scene = timed(scenario_of(timeline_of(*drafts), queries))
    assert [turn.base for turn in replayed(scene)] == [{}, {}]
    carried = [turn.base for turn in replayed(scene, carry_vehicle=True)]
    assert carried == [{}, {"radio.is_on": True, "radio.volume": 80}]


def test_the_oracle_gets_the_reference_and_ends_in_the_references_state() -> None:
    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, cutoff_at(5), commands=(RADIO_ON,))]))
    (turn,) = replayed(scene, agent=OracleAgent)
    assert turn.predicted == turn.reference
    assert turn.reference.accepted == (True,)


@pytest.mark.parametrize("error", [ZeroDivisionError("oops"), CancelledError("oops")])
def test_an_agent_that_raises_is_a_failure_of_that_query_only(error: BaseException) -> None:
    class Moody:
        n = 0

        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            Moody.n += 1
            if Moody.n == 1:
                raise error
            return ()

    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, cutoff_at(5)), query_at(1, cutoff_at(6))]))
    first, second = replayed(scene, agent=Moody)
    assert first.failure is not None
    assert first.failure.stage == "agent"
    said_so = f"{type(error).__name__}: oops (in the agent, not the memory: test_"
    assert first.failure.message.startswith(said_so)
    assert second.failure is None


def test_a_failed_search_is_a_failure_even_if_the_agent_goes_on() -> None:
    class Stubborn:
        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            for _ in range(3):
                try:
                    tools.search_memory("x")
                except Exception:  # noqa: BLE001 - an agent may do that
                    tools.call("carcontrol_radio_switch", {"switch": True})
            return ()

    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, cutoff_at(5))]))
    (turn,) = replayed(scene, lambda setup: CrashingMemory(setup, "search"), agent=Stubborn)
    assert turn.failure is not None
    assert turn.failure.stage == "search"


def test_a_backend_that_crashed_while_being_fed_fails_every_later_query_of_the_scenario() -> None:
    scene = timed(
        scenario_of(
            timeline_of(said(1), said(10), said(20)),
            [query_at(0, cutoff_at(5)), query_at(1, cutoff_at(15)), query_at(2, cutoff_at(25))],
        )
    )
    turns = replayed(scene, lambda setup: CrashingMemory(setup, "ingest"))
    assert [turn.failure.stage if turn.failure else None for turn in turns] == [None, "ingest", "ingest"]
    assert [turn.visible_messages for turn in turns] == [1, 2, 3]


def test_a_memory_that_is_not_ready_in_time_is_a_failure_and_is_not_asked() -> None:
    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, cutoff_at(5))]))
    (turn,) = replayed(scene, SlowMemory)
    assert turn.failure is not None
    assert turn.failure.stage == "settle"
    assert turn.tool_calls == ()


def test_a_memory_that_cannot_start_fails_every_query() -> None:
    def no_start(setup: Setup) -> MemoryBackend:
        raise OSError("no such host")

    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, cutoff_at(5)), query_at(1, cutoff_at(6))]))
    stages = [turn.failure.stage for turn in replayed(scene, no_start) if turn.failure]
    assert stages == ["start", "start"]


def test_a_broken_promise_of_the_replay_itself_is_never_a_score() -> None:
    class Confused:
        def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
            raise GuardBroken("the engine is wrong")

    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, cutoff_at(5))]))
    with pytest.raises(GuardBroken):
        replayed(scene, agent=Confused)


def test_answered_queries_are_passed_without_asking_and_buckets_are_cut_there_all_the_same() -> None:
    scene = timed(
        scenario_of(
            timeline_of(said(1, "x"), said(10, "x"), said(20, "x")),
            [query_at(0, cutoff_at(5), "x"), query_at(1, cutoff_at(15), "x")],
        )
    )
    calls: list[Call] = []
    replay = ScenarioReplay(
        scene,
        ReplaySettings(),
        lambda setup: RecordingMemory(setup, calls),
        NoopAgent,
        namespace="test",
        answered=frozenset({0}),
    )
    turns: list[Turn] = []
    replay.run(lambda turn, timing: turns.append(turn))
    assert [turn.index for turn in turns] == [1]
    batches = [call.message_ids for call in calls if call.name == "ingest"]
    assert batches == [("m000001",), ("m000002",)]


times = st.lists(st.integers(0, 8).map(lambda n: n * 900_000_000), max_size=14)


@settings(max_examples=60, deadline=None)
@given(
    times, st.lists(st.tuples(st.integers(0, 9), st.integers(0, 16)), min_size=1, max_size=4), st.sampled_from(WINDOWS)
)
def test_p1_at_each_cutoff_the_memory_holds_exactly_what_is_visible(
    instants: list[int], cutoffs: list[tuple[int, int]], window: Window
) -> None:
    timeline = timeline_of(*(said(at_us, "word") for at_us in instants))
    queries = [query_at(i, Position(n * 900_000_000, seq), "word") for i, (n, seq) in enumerate(cutoffs)]
    turns = replayed(timed(scenario_of(timeline, queries)), bucket=window, depth=100)
    assert len(turns) == len(queries)
    for turn in turns:
        visible = {m.id for m in timeline.messages() if is_visible(m.position, turn.cutoff)}
        found = {i for hit in turn.searches[0].hits for i in hit.message_ids}
        assert found == visible
        assert turn.visible_messages == len(visible)


@settings(max_examples=60, deadline=None)
@given(times, times, st.integers(0, 9), st.sampled_from(WINDOWS))
def test_p2_another_future_changes_nothing_in_a_querys_record(
    past: list[int], future: list[int], cutoff: int, window: Window
) -> None:
    at_us = cutoff * 900_000_000
    before = [said(t, f"word {t}") for t in sorted(past) if t < at_us]
    ahead = [said(at_us + t, "word of the future") for t in sorted(future)]
    query = query_at(0, cutoff_at(at_us), "word of the future")
    records = []
    for drafts in (before, [*before, *ahead]):
        (turn,) = replayed(timed(scenario_of(timeline_of(*drafts), [query])), bucket=window)
        record = turn_to_json(turn)
        records.append(record.replace(f'"hidden_messages":{turn.hidden_messages}'.encode(), b""))
    assert records[0] == records[1]


@settings(max_examples=30, deadline=None)
@given(times, st.integers(1, 9), st.sampled_from(WINDOWS))
def test_p4_the_same_inputs_give_the_same_record(instants: list[int], cutoff: int, window: Window) -> None:
    timeline = timeline_of(*(said(at_us, "word") for at_us in instants))
    scene = timed(scenario_of(timeline, [query_at(0, cutoff_at(cutoff * 900_000_000), "word")]))
    first, again = (replayed(scene, bucket=window)[0] for _ in range(2))
    assert turn_to_json(first) == turn_to_json(again)


def test_every_message_is_delivered_once_and_before_its_window_ends_nobody_can_find_it() -> None:
    class Watching(HonestMemory):
        def ingest(self, batch: Batch) -> None:
            assert all(is_visible(message.position, batch.now) for message in batch.messages)
            super().ingest(batch)

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            assert all(is_visible(message.position, now) for message in self.delivered)
            return super().search(query, limit=limit, now=now)

    scene = scenario_of(
        timeline_of(*(said(n, "x") for n in range(30))), [query_at(n, cutoff_at(n), "x") for n in range(31)]
    )
    turns = replayed(timed(scene), Watching, depth=100)
    assert [len(turn.searches[0].hits) for turn in turns] == list(range(31))


def test_a_memory_that_is_not_empty_at_the_start_is_a_violation_of_the_scenarios_first_turn() -> None:
    leftovers = Leftovers()
    scene = timed(scenario_of(timeline_of(said(1, "x")), [query_at(0, cutoff_at(5), "x"), query_at(1, cutoff_at(6))]))
    first_run = replayed(scene, lambda setup: KeepsAnEarlierRun(setup, leftovers))
    second_run = replayed(scene, lambda setup: KeepsAnEarlierRun(setup, leftovers))
    assert [len(turn.violations) for turn in first_run] == [0, 0]
    assert [[violation.kind for violation in turn.violations] for turn in second_run] == [["not_empty"], []]


def test_a_memory_that_is_late_without_saying_so_is_a_failure_too() -> None:
    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, cutoff_at(5))]))
    (turn,) = replayed(scene, DawdlingMemory, settle_timeout_s=0.02)
    assert turn.failure is not None
    assert turn.failure.stage == "settle"
    assert "allowed 0.02 s" in turn.failure.message
