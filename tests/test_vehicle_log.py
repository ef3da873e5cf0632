"""The log in memory keeps the contract."""

from hypothesis import given, settings

from tests.contract_event_log import BATCHES, EventLogContract, check_states, level
from vehicle.events import Event
from vehicle.log import EventLog, MemoryEventLog


class TestMemoryEventLog(EventLogContract):
    def make(self) -> EventLog:
        return MemoryEventLog()


def test_a_fork_shares_its_first_part_and_copies_nothing() -> None:
    log = MemoryEventLog()
    log.append([level(6)] * 1000, 0)
    fork = log.fork(900)
    assert next(fork.read()) is next(log.read())


@given(BATCHES)
@settings(deadline=None, max_examples=50)
def test_the_state_at_any_position_comes_from_the_events_alone(batches: list[tuple[list[Event], bool]]) -> None:
    check_states(MemoryEventLog(), batches)
