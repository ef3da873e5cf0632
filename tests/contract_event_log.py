"""What every event log must keep, whatever it stores its events in: subclass `EventLogContract`, name it `Test...`."""

from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from vehicle.errors import LogInstantError, LogPositionError, UnknownEvent
from vehicle.events import CommandRejected, Event, FieldChanged
from vehicle.fold import fold
from vehicle.log import EventLog, LogEntry
from vehicle.state import FACTORY, State


def level(value: int) -> FieldChanged:
    return FieldChanged(path="HUD.height_level", value=value)


REJECTED = CommandRejected(command="f", args={"a": "\ud800", "b": [None]}, reason="no")
BATCHES = st.lists(
    st.tuples(
        st.lists(
            st.builds(level, st.integers(1, 10))
            | st.just(REJECTED)
            | st.builds(FieldChanged, path=st.just("music.favorite_list[0]"), value=st.none() | st.just("家")),
            max_size=6,
        ),
        st.booleans(),
    ),
    max_size=5,
)
"""Batches of events, some marked."""


class EventLogContract:
    """The tests; `make` gives an empty log."""

    def make(self) -> EventLog:
        raise NotImplementedError

    @pytest.fixture
    def log(self) -> EventLog:
        return self.make()

    def test_a_new_log_is_empty(self, log: EventLog) -> None:
        assert len(log) == 0
        assert list(log.read()) == []
        assert log.state_at() == log.state_at(0) == FACTORY

    def test_events_are_numbered_by_the_log_and_keep_their_instants(self, log: EventLog) -> None:
        assert log.append([level(6), REJECTED], 1_000) == 2
        assert log.append([level(7)], -5) == 3
        assert list(log.read()) == [
            LogEntry(number=1, at_us=1_000, event=level(6)),
            LogEntry(number=2, at_us=1_000, event=REJECTED),
            LogEntry(number=3, at_us=-5, event=level(7)),
        ]

    def test_appending_nothing_changes_nothing(self, log: EventLog) -> None:
        assert log.append([], 7) == 0
        log.append([level(6)], 7)
        assert log.append(iter(()), 7) == 1

    def test_events_are_appended_all_or_none(self, log: EventLog) -> None:
        def broken() -> Iterator[Event]:
            yield level(6)
            raise UnknownEvent("the source broke")

        with pytest.raises(UnknownEvent):
            log.append(broken(), 1)
        assert len(log) == 0

    def test_a_part_is_read_from_behind_one_position_up_to_another(self, log: EventLog) -> None:
        log.append([level(value) for value in (6, 7, 8, 9)], 0)
        assert [entry.number for entry in log.read(after=1, to=3)] == [2, 3]
        assert [entry.number for entry in log.read(after=3)] == [4]
        assert [entry.number for entry in log.read(to=1)] == [1]
        assert list(log.read(after=4)) == list(log.read(to=0)) == list(log.read(after=3, to=2)) == []

    def test_the_state_at_a_position_has_what_stands_before_it(self, log: EventLog) -> None:
        log.append([level(6), level(7), level(5)], 0)
        heights = [log.state_at(position).value("HUD.height_level") for position in range(4)]
        assert heights == [5, 6, 7, 5]
        assert log.state_at() == FACTORY

    def test_the_state_can_start_from_another_than_the_factorys(self, log: EventLog) -> None:
        log.append([level(6)], 0)
        start = State({"trunk.is_on": True})
        assert log.state_at(0, start) == start
        assert log.state_at(1, start) == State({"trunk.is_on": True, "HUD.height_level": 6})

    def test_a_position_that_is_not_there_is_an_error(self, log: EventLog) -> None:
        log.append([level(6)], 0)
        for position in (-1, 2):
            with pytest.raises(LogPositionError, match=f"no position {position}: the log has 0 to 1"):
                log.read(to=position)
            with pytest.raises(LogPositionError):
                log.read(after=position)
            with pytest.raises(LogPositionError):
                log.fork(position)
            with pytest.raises(LogPositionError):
                log.state_at(position)

    def test_an_instant_is_any_integer_of_up_to_64_bits(self, log: EventLog) -> None:
        log.append([level(6)], 2**63 - 1)
        log.append([level(6)], -(2**63))
        assert [entry.at_us for entry in log.read()] == [2**63 - 1, -(2**63)]
        for instant in (2**63, 10**5000, True, 1.5, None):
            with pytest.raises(LogInstantError):
                log.append([level(6)], instant)  # type: ignore[arg-type]
        assert len(log) == 2

    def test_a_fork_begins_with_the_events_before_it_and_goes_its_own_way(self, log: EventLog) -> None:
        log.append([level(6), level(7)], 0)
        left, right = log.fork(1), log.fork()
        left.append([level(8)], 1)
        right.append([level(9)], 1)
        log.append([level(10)], 2)
        assert [entry.event for entry in left.read()] == [level(6), level(8)]
        assert [entry.event for entry in right.read()] == [level(6), level(7), level(9)]
        assert [entry.event for entry in log.read()] == [level(6), level(7), level(10)]
        assert [entry.number for entry in left.read()] == [1, 2]
        assert (len(left), len(right), len(log)) == (2, 3, 3)

    def test_a_fork_at_the_beginning_or_of_an_empty_log_is_empty(self, log: EventLog) -> None:
        assert len(log.fork()) == 0
        log.append([level(6)], 0)
        fork = log.fork(0)
        assert len(fork) == 0
        fork.append([level(7)], 0)
        assert fork.state_at(1) == State({"HUD.height_level": 7})

    def test_a_fork_can_be_forked_within_what_it_shares_and_behind_it(self, log: EventLog) -> None:
        log.append([level(6), level(7)], 0)
        fork = log.fork(2)
        fork.append([level(8), level(9)], 0)
        early, late = fork.fork(1), fork.fork(3)
        early.append([level(1)], 0)
        late.append([level(2)], 0)
        assert [entry.event for entry in early.read()] == [level(6), level(1)]
        assert [entry.event for entry in late.read()] == [level(6), level(7), level(8), level(2)]
        assert [entry.event for entry in late.read(after=1, to=3)] == [level(7), level(8)]

    def test_forks_of_forks_may_go_deep(self, log: EventLog) -> None:
        for number in range(200):
            log.append([level(1 + number % 10)], number)
            log = log.fork()
        assert [entry.at_us for entry in log.read()] == list(range(200))


def check_states(log: EventLog, batches: list[tuple[list[Event], bool]]) -> None:
    """Append each batch, fork behind those marked, and compare every state with the events before it."""
    for batch, forks in batches:
        log.append(batch, 0)
        if forks:
            log = log.fork()
    events = [event for batch, _ in batches for event in batch]
    assert len(log) == len(events)
    for position in range(len(events) + 1):
        assert log.state_at(position) == fold(events[:position])
