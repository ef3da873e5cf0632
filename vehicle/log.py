"""The append-only log: what happened to the car, and the only thing that is kept of it.

A log numbers its events itself, 1 for the first, without gaps. The position N is the place behind event N, 0 the one
before all events. Every store keeps these promises, and `tests/contract_event_log.py` says so.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from vehicle.errors import LogInstantError, LogPositionError
from vehicle.events import Event
from vehicle.fold import fold
from vehicle.state import FACTORY, State


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """An event as the log holds it."""

    number: int
    """Its place in the log, 1 for the first."""
    at_us: int
    """The instant that was given for it; the log never looks at it."""
    event: Event


class EventLog(ABC):
    """What every store of events promises. There is no way to change or to remove what was appended."""

    @abstractmethod
    def append(self, events: Iterable[Event], at_us: int) -> int:
        """Add the events at the end, all or none of them; returns the position behind the last one.

        Each gets the next number and the instant `at_us`. Without events nothing changes.

        Raises:
            LogInstantError: `at_us` is no integer of up to 64 bits.
        """

    @abstractmethod
    def __len__(self) -> int:
        """The number of events, those before a fork included; it is also the last position."""

    @abstractmethod
    def _entries(self, after: int, to: int) -> Iterator[LogEntry]:
        """The entries with `after < number <= to`, both of which are positions of this log."""

    @abstractmethod
    def _branch(self, at: int, name: str) -> "EventLog":
        """A fork at `at`, which is a position of this log."""

    def read(self, *, after: int = 0, to: int | None = None) -> Iterator[LogEntry]:
        """The entries behind the position `after`, up to the position `to` (None: to the end), in order.

        Nothing when `to` is not behind `after`.

        Raises:
            LogPositionError: the log has no such position.
        """
        end = len(self) if to is None else self._position(to)
        return self._entries(self._position(after), end)

    def fork(self, at: int | None = None, name: str = "") -> "EventLog":
        """An independent log that begins with this one's first `at` events (None: with all of them).

        Neither sees what the other gets afterwards. The first part is shared, not copied. Stores that name their
        logs give the fork `name`, or one that tells where it comes from.

        Raises:
            LogPositionError: the log has no such position.
            StreamExists: the store has a log of that name.
        """
        return self._branch(len(self) if at is None else self._position(at), name)

    def state_at(self, position: int | None = None, start: State = FACTORY) -> State:
        """The state at the position (None: at the end), folded from the events alone on top of `start`.

        Raises:
            LogPositionError: the log has no such position.
        """
        return fold((entry.event for entry in self.read(to=position)), start)

    def _position(self, position: int) -> int:
        if not 0 <= position <= len(self):
            raise LogPositionError(f"no position {position}: the log has 0 to {len(self)}")
        return position


class MemoryEventLog(EventLog):
    """A log that lives as long as the process."""

    def __init__(self) -> None:
        """An empty log."""
        self._parent: MemoryEventLog | None = None
        self._shared = 0
        self._own: list[LogEntry] = []

    def append(self, events: Iterable[Event], at_us: int) -> int:
        """Add the events at the end, all or none of them; returns the position behind the last one."""
        check_instant(at_us)
        self._own += [
            LogEntry(number=number, at_us=at_us, event=event)
            for number, event in enumerate(list(events), start=len(self) + 1)
        ]
        return len(self)

    def __len__(self) -> int:
        """The number of events, those before a fork included."""
        return self._shared + len(self._own)

    def _entries(self, after: int, to: int) -> Iterator[LogEntry]:
        parts: list[Iterator[LogEntry]] = []
        log: MemoryEventLog | None = self
        while log is not None and after < to:
            parts.append(islice(log._own, max(after - log._shared, 0), max(to - log._shared, 0)))
            to = min(to, log._shared)
            log = log._parent
        return chain.from_iterable(reversed(parts))

    def _branch(self, at: int, name: str) -> "MemoryEventLog":
        origin = self
        while origin._parent is not None and at <= origin._shared:
            origin = origin._parent
        branch = MemoryEventLog()
        branch._parent, branch._shared = origin, at
        return branch


def check_instant(at_us: int) -> None:
    """Guarantee that every store can keep the instant.

    Raises:
        LogInstantError: it is no integer of up to 64 bits.
    """
    if isinstance(at_us, bool) or not isinstance(at_us, int) or not -(2**63) <= at_us < 2**63:
        shown = f"of {at_us.bit_length()} bits" if isinstance(at_us, int) else f"of type {type(at_us).__name__}"
        raise LogInstantError(f"an instant is an integer of up to 64 bits, found one {shown}")
