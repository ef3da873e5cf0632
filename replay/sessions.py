"""Sessions: which messages of a history belong together.

They are those that the source names. Messages of which it names no session are cut where nothing is said for more than
30 minutes. To which session a message belongs depends on nothing that is said later.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from replay.buckets import SESSION_GAP_US


@dataclass(frozen=True, slots=True)
class Session:
    """Messages that belong together; both ends are instants of messages."""

    start_us: int
    end_us: int
    places: Sequence[int] = ()
    """Which of the history's messages these are, from 0, ascending."""


def find_sessions(times_us: Sequence[int], named: Iterable[Sequence[int]] = ()) -> list[Session]:
    """The sessions of messages at ascending instants, by their first messages; none for none.

    `named` has the places of the messages of each session that the source names, ascending; the other messages are cut
    at gaps, as if those named were not there. Named sessions may overlap; one without messages is left out.
    """
    wholes = [places for places in named if places]
    rest: Sequence[int] = range(len(times_us))
    if wholes:
        is_taken = bytearray(len(times_us))
        for place in chain.from_iterable(wholes):
            is_taken[place] = True
        rest = [place for place in rest if not is_taken[place]]
    runs = (*wholes, *_runs(rest, times_us))
    sessions = [Session(times_us[places[0]], times_us[places[-1]], places) for places in runs]
    return sorted(sessions, key=lambda session: session.places[0])


def _runs(places: Sequence[int], times_us: Sequence[int]) -> Iterator[Sequence[int]]:
    """`places` cut wherever more than 30 minutes lie between two of them."""
    start = 0
    for i in range(1, len(places) + 1):
        if i == len(places) or times_us[places[i]] - times_us[places[i - 1]] > SESSION_GAP_US:
            yield places[start:i]
            start = i


def sessions_of_names(named: Iterable[tuple[int, str]]) -> tuple[Sequence[int], ...]:
    """The numbers of each session's messages, from ascending numbers with the name of the session, empty for none.

    Sessions stand in the order in which they begin; numbers without a gap are a range, which costs nothing to keep.
    """
    found: dict[str, list[int]] = {}
    for number, name in named:
        if name:
            found.setdefault(name, []).append(number)
    return tuple(compacted(numbers) for numbers in found.values())


def compacted(numbers: Sequence[int]) -> Sequence[int]:
    """The same ascending numbers, each there once, as a range where none between them is missing, else as a tuple."""
    is_whole = len(numbers) > 0 and numbers[-1] - numbers[0] + 1 == len(numbers)
    return range(numbers[0], numbers[-1] + 1) if is_whole else tuple(numbers)


class NamedSessions:
    """Tells which of the messages that hits name were said in one session, where the source names sessions."""

    def __init__(self, sessions: Sequence[Sequence[int]]) -> None:
        """Take the running numbers of each session's messages, ascending."""
        self._index_of = array("q", [-1]) * (1 + max((numbers[-1] for numbers in sessions), default=0))
        for index, numbers in enumerate(sessions):
            for number in numbers:
                self._index_of[number] = index

    def groups(self, message_ids: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The messages by session, in the order in which sessions begin and in position order, each once.

        Those of no session that the source names are left out; no messages give no groups.
        """
        found: dict[int, dict[int, str]] = {}
        for message_id in message_ids:
            number = int(message_id[1:]) if message_id[1:].isdecimal() else 0
            index = self._index_of[number] if number < len(self._index_of) else -1
            if index >= 0:
                found.setdefault(index, {})[number] = message_id
        return tuple(tuple(ids for _, ids in sorted(found[index].items())) for index in sorted(found))
