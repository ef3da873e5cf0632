"""The timeline: everything that became known, in one total order.

Equal instants keep the order of the source; what the source had out of order is sorted stably and counted.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from memory.messages import Forget, Message
from memory.position import Position, is_visible
from replay.columns import Names, Said
from replay.labels import Labels
from replay.records import ForgetAsked, LoggedCommand, Other, Record, Records, opaque_id
from replay.sessions import sessions_of_names
from vehicle.commands import Command

__all__ = [
    "CommandDraft", "Draft", "ForgetAsked", "ForgetDraft", "LoggedCommand", "MessageDraft", "Numbered", "OpaqueIds",
    "Record", "Timeline", "TimelineBuilder", "build_timeline",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDraft:
    """A message before it has its place."""

    at_us: int
    speaker: str
    role: str
    text: str
    occurred_at_us: int | None = None
    label: str = ""
    """The source's own name for it; stays in the loader."""
    session: str = ""
    """The source's own name for the session that it belongs to, empty where it names none; stays in the loader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandDraft:
    """A carried-out command before it has its place."""

    at_us: int
    person: str
    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetDraft:
    """A request to forget before it has its place; `labels` are the source's own names of the messages."""

    at_us: int
    person: str
    labels: tuple[str, ...]
    text: str


Draft = MessageDraft | CommandDraft | ForgetDraft


class Timeline:
    """Records in position order; immutable."""

    def __init__(self, records: Iterable[Record]) -> None:
        """Take `records`, which must be in strictly ascending position order."""
        self.records: Records = records if isinstance(records, Records) else Records.of(records)
        self._others: list[int] = list(self.records.others())

    @property
    def n_messages(self) -> int:
        """How many messages there are."""
        return len(self.records) - len(self._others)

    def messages(self) -> Iterator[Message]:
        """The messages, in order."""
        return (record for record in self.records if isinstance(record, Message))

    def message(self, message_id: str) -> Message | None:
        """The message with that id; None where there is none."""
        index = self.records.find(message_id)
        return None if index is None else self.records.message(index)

    def forgets(self) -> Iterator[ForgetAsked]:
        """The requests to forget, in order."""
        return (record for record in self.records.others().values() if isinstance(record, ForgetAsked))

    def message_times_us(self) -> Sequence[int]:
        """The instant of each message, ascending."""
        return self.records.times_us()

    def n_visible(self, cutoff: Position, lag_us: int = 0) -> int:
        """How many messages are visible at `cutoff` under an index lag."""
        n_records = self.records.n_before(lambda position: is_visible(position, cutoff, lag_us))
        return n_records - bisect_left(self._others, n_records)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A timeline just built, with what the loader may want to know of it."""

    timeline: Timeline
    ids: "OpaqueIds"
    """From the source's label of a message to its opaque id."""
    n_moved: int
    """How many records the source had after a later one."""
    sessions: tuple[Sequence[int], ...] = ()
    """The running numbers of the messages of each session that the source names."""


class OpaqueIds:
    """From the source's label of a message to its opaque id."""

    __slots__ = ("_indexes", "_rows")

    def __init__(self, rows: Labels, indexes: Sequence[int] | None) -> None:
        """By the labels' rows, and the index of each row where they are not the same."""
        self._rows = rows
        self._indexes = indexes

    def __contains__(self, label: str) -> bool:
        """Whether a message has that label."""
        return label in self._rows

    def __getitem__(self, label: str) -> str:
        """The id of the message with that label.

        Raises:
            KeyError: there is none.
        """
        row = self._rows.get(label)
        if row is None:
            raise KeyError(label)
        return opaque_id(1 + (row if self._indexes is None else self._indexes[row]))


class TimelineBuilder:
    """Takes drafts one by one, in the order of the source, and keeps them in columns until they have their place."""

    def __init__(self) -> None:
        """No drafts."""
        self._said = Said()
        self._at_us = array("q")
        self._others: dict[int, CommandDraft | ForgetDraft] = {}
        self._labels = Labels()
        self._sessions = Names()
        self._latest_us = -(2**63)
        self._n_moved = 0

    def add(self, draft: Draft) -> int:
        """Take the next draft, and return its row; of two messages with one label the second has it from then on."""
        row = len(self._at_us)
        self._at_us.append(draft.at_us)
        if draft.at_us < self._latest_us:
            self._n_moved += 1
        else:
            self._latest_us = draft.at_us
        match draft:
            case MessageDraft():
                self._said.append(draft.speaker, draft.role, draft.text, draft.occurred_at_us)
                self._sessions.append(draft.session)
                if draft.label:
                    self._labels.put(draft.label, row)
            case CommandDraft() | ForgetDraft():
                self._said.append("", "", "", None)
                self._sessions.append("")
                self._others[row] = draft
            case _:
                assert_never(draft)
        return row

    def replace(self, row: int, request: ForgetDraft) -> None:
        """Put another request to forget, of the same instant, in the place of the one in that row."""
        self._others[row] = request

    def __contains__(self, label: str) -> bool:
        """Whether a message so far has that label."""
        return label in self._labels

    def build(self) -> Numbered:
        """All drafts, sorted stably by instant and numbered from 1; the builder is used up.

        Raises:
            KeyError: a request to forget names a label that no message has.
        """
        n_rows = len(self._at_us)
        rows: Sequence[int] | None = None
        indexes: array[int] | None = None
        at_us = self._at_us
        if self._n_moved:
            rows = array("I", sorted(range(n_rows), key=at_us.__getitem__))
            indexes = array("I", bytes(rows.itemsize * n_rows))
            for index, row in enumerate(rows):
                indexes[row] = index
            at_us = array("q", map(at_us.__getitem__, rows))
        ids = OpaqueIds(self._labels, indexes)
        places = sorted((row if indexes is None else indexes[row], draft) for row, draft in self._others.items())
        others = {index: _placed(draft, index + 1, ids) for index, draft in places}
        records = Records(self._said, at_us, others, rows=rows)
        return Numbered(timeline=Timeline(records), ids=ids, n_moved=self._n_moved, sessions=self._named_sessions(rows))

    def _named_sessions(self, rows: Sequence[int] | None) -> tuple[Sequence[int], ...]:
        if self._sessions.are_all_empty:
            return ()
        in_order = range(len(self._at_us)) if rows is None else rows
        return sessions_of_names((seq, self._sessions[row]) for seq, row in enumerate(in_order, start=1))


def build_timeline(drafts: Iterable[Draft]) -> Numbered:
    """Drafts in the order of the source, sorted stably by instant and numbered from 1.

    Raises:
        KeyError: a request to forget names a label that no message has.
    """
    builder = TimelineBuilder()
    for draft in drafts:
        builder.add(draft)
    return builder.build()


def _placed(draft: CommandDraft | ForgetDraft, seq: int, ids: OpaqueIds) -> Other:
    position = Position(draft.at_us, seq)
    match draft:
        case CommandDraft():
            return LoggedCommand(position=position, person=draft.person, command=draft.command)
        case ForgetDraft():
            request = Forget(
                message_ids=tuple(ids[label] for label in draft.labels), person=draft.person, text=draft.text
            )
            return ForgetAsked(position=position, request=request)
        case _:
            assert_never(draft)
