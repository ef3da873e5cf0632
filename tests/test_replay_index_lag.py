"""Index lag: what a memory is told comes so much later, in simulated time; nothing else does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.doubles import Call, HonestMemory, RecordingMemory, leaking
from memory.backend import MemoryBackend, Setup
from memory.errors import GuardBroken
from memory.guard import Guard
from memory.messages import Batch, Hit, Message
from memory.position import Position, cutoff_at, due, is_visible
from replay.audit import audit_scenario
from replay.buckets import WINDOWS, Window
from replay.cutoffs import settle_cutoffs
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from replay.timeline import CommandDraft, ForgetDraft, MessageDraft
from scoring.records import Superseded, Turn
from tests import replays
from tests.replays import AsksOnce
from tests.scenes import query_at, said, scenario_of, timed, timeline_of, us
from vehicle.commands import Command

MINUTE_US = 60_000_000
QUARTER_US = 15 * MINUTE_US


def replayed(scene: TimedScenario, lag_us: int, **changes: object) -> list[Turn]:
    return replays.replayed(scene, index_lag_us=lag_us, **changes)  # type: ignore[arg-type]


def found(turn: Turn) -> set[str]:
    return {message_id for hit in turn.searches[0].hits for message_id in hit.message_ids}


def test_visible_means_that_instant_and_lag_together_are_before_the_cutoff() -> None:
    position = Position(100, 7)
    assert due(position, 50) == Position(150, 7)
    assert is_visible(position, cutoff_at(151), 50)
    assert not is_visible(position, cutoff_at(150), 50)
    assert is_visible(position, Position(150, 8), 50)


def test_a_message_younger_than_the_lag_is_not_found_and_counts_as_hidden() -> None:
    timeline = timeline_of(said("2025-03-01 08:00", "word"), said("2025-03-01 08:25", "word"))
    scene = timed(scenario_of(timeline, [query_at(0, "2025-03-01 08:30", "word")]))
    (fresh,) = replayed(scene, 0)
    (lagging,) = replayed(scene, 10 * MINUTE_US)
    (late,) = replayed(scene, 30 * MINUTE_US)
    assert [found(turn) for turn in (fresh, lagging, late)] == [{"m000001", "m000002"}, {"m000001"}, set()]
    assert [(t.visible_messages, t.hidden_messages) for t in (fresh, lagging, late)] == [(2, 0), (1, 1), (0, 2)]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 8).map(lambda n: n * QUARTER_US), max_size=14),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 16)), min_size=1, max_size=4),
    st.sampled_from(WINDOWS),
    st.sampled_from([1, QUARTER_US, 4 * QUARTER_US, 30 * QUARTER_US]),
)
def test_at_each_cutoff_the_memory_holds_exactly_what_the_lag_lets_it(
    instants: list[int], cutoffs: list[tuple[int, int]], window: Window, lag_us: int
) -> None:
    timeline = timeline_of(*(said(at_us, "word") for at_us in instants))
    queries = [query_at(i, Position(n * QUARTER_US, seq), "word") for i, (n, seq) in enumerate(cutoffs)]
    for turn in replayed(timed(scenario_of(timeline, queries)), lag_us, bucket=window, depth=100):
        visible = {m.id for m in timeline.messages() if is_visible(m.position, turn.cutoff, lag_us)}
        assert found(turn) == visible
        assert turn.visible_messages == len(visible)


def test_requests_to_forget_keep_their_place_behind_the_messages_and_the_car_does_not_wait() -> None:
    calls: list[Call] = []
    light = Command(name="carcontrol_radio_switch", args={"switch": True})
    timeline = timeline_of(
        MessageDraft(at_us=us("2025-03-01 08:00"), speaker="Ada", role="user", text="word", label="a"),
        ForgetDraft(at_us=us("2025-03-01 08:01"), person="Ada", labels=("a",), text="forget it"),
        CommandDraft(at_us=us("2025-03-01 08:02"), person="Ada", command=light),
    )
    queries = [query_at(0, "2025-03-01 08:05", "word"), query_at(1, "2025-03-01 08:20", "word")]
    early, late = replayed(
        timed(scenario_of(timeline, queries)),
        10 * MINUTE_US,
        memory=lambda setup: RecordingMemory(setup, calls),
        carry_vehicle=True,
        bucket="message",
    )
    told = [(call.name, call.now.at_us) for call in calls if call.name in ("ingest", "forget") and call.now]
    assert told == [("ingest", us("2025-03-01 08:10")), ("forget", us("2025-03-01 08:11"))]
    assert early.base == late.base != {}


def test_what_a_run_remembers_lags_as_well() -> None:
    timeline = timeline_of(said("2025-03-01 08:00", "word"))
    queries = [query_at(n, f"2025-03-01 09:{minute:02}", "word") for n, minute in enumerate((0, 5, 20))]
    turns = replayed(timed(scenario_of(timeline, queries)), 10 * MINUTE_US, remember=True)
    assert [turn.visible_messages for turn in turns] == [1, 1, 5]
    assert [len(found(turn)) for turn in turns] == [1, 1, 3]


def test_the_guard_holds_the_lag_against_the_replay_and_the_backend() -> None:
    class Stamped(MemoryBackend):
        def ingest(self, batch: Batch) -> None:
            return

        def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
            return [Hit(text="so", score=1.0, at_us=at_us) for at_us in (100, 149, 150)]

    message = Message(id="m1", position=Position(100, 1), speaker="Ada", role="user", text="so")
    guard = Guard(Stamped(Setup(namespace="n")), lag_us=50)
    with pytest.raises(GuardBroken):
        guard.ingest(Batch(messages=(message,), now=cutoff_at(150)))
    guard = Guard(Stamped(Setup(namespace="n")), lag_us=50)
    guard.ingest(Batch(messages=(message,), now=cutoff_at(151)))
    record = guard.search("so", limit=5, now=cutoff_at(200))
    assert [hit.at_us for hit in record.hits] == [100, 149]
    assert [violation.kind for violation in record.violations] == ["stamped_ahead"]


def test_the_audit_takes_what_the_lag_hides_for_the_future() -> None:
    texts = ("the seat heating is fine at two", "bread, milk and a newspaper, please", "the seat is too warm by now")
    drafts = [said(n * QUARTER_US, text) for n, text in enumerate(texts, start=1)]
    scene = timed(scenario_of(timeline_of(*drafts), [query_at(0, cutoff_at(4 * QUARTER_US), "seat heating")]))
    options = ReplaySettings(index_lag_us=2 * QUARTER_US)
    (honest,) = audit_scenario(scene, options, lambda scenario: HonestMemory, AsksOnce, seed=1)
    assert (honest.problems, honest.canary) == ((), "found")
    (peeking,) = audit_scenario(
        scene,
        options,
        lambda scenario: leaking("future_without_id", scenario.timeline.messages()),
        AsksOnce,
        seed=1,
    )
    assert peeking.has("future_text")


def test_neither_interference_nor_an_updates_messages_tell_what_the_lag_hides() -> None:
    old, new = "seat heating on level one please", "seat heating on level three please"
    drafts = [said((n + 1) * MINUTE_US, text) for n, text in enumerate((old, new, *("milk and bread",) * 30))]
    gold = {"evidence_ids": ("m000002",), "superseded": (Superseded(message_ids=("m000001",)),)}
    query = query_at(0, cutoff_at(20 * MINUTE_US), "seat heating level", **gold)
    scene = settle_cutoffs(scenario_of(timeline_of(*drafts), [query]), "auto")
    options = ReplaySettings(index_lag_us=5 * MINUTE_US, watch_updates=True)
    (turn,) = replayed(scene, 5 * MINUTE_US, watch_updates=True)
    assert turn.interference == 12
    (audit,) = audit_scenario(scene, options, lambda scenario: HonestMemory, AsksOnce, seed=1)
    assert audit.problems == ()
