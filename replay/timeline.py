"""The timeline: everything that became known, in one total order.

Equal instants keep the order of the source; what the source had out of order is sorted stably and counted.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from memory.messages import Forget, Message
from memory.position import Position, is_visible
from vehicle.commands import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedCommand:
    """A command that was really carried out in the car."""

    position: Position
    person: str
    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetAsked:
    """Someone asked that something be forgotten."""

    position: Position
    request: Forget


Record = Message | LoggedCommand | ForgetAsked


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
        self.records: tuple[Record, ...] = tuple(records)
        self._positions: list[Position] = [r.position for r in self.records if isinstance(r, Message)]

    @property
    def n_messages(self) -> int:
        """How many messages there are."""
        return len(self._positions)

    def messages(self) -> Iterator[Message]:
        """The messages, in order."""
        return (record for record in self.records if isinstance(record, Message))

    def message_times_us(self) -> list[int]:
        """The instant of each message, ascending."""
        return [position.at_us for position in self._positions]

    def n_visible(self, cutoff: Position, lag_us: int = 0) -> int:
        """How many messages are visible at `cutoff` under an index lag."""
        return bisect_left(self._positions, True, key=lambda position: not is_visible(position, cutoff, lag_us))


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A timeline just built, with what the loader may want to know of it."""

    timeline: Timeline
    ids: dict[str, str]
    """From the source's label of a message to its opaque id."""
    n_moved: int
    """How many records the source had after a later one."""


def build_timeline(drafts: Iterable[Draft]) -> Numbered:
    """Drafts in the order of the source, sorted stably by instant and numbered from 1.

    Raises:
        KeyError: a request to forget names a label that no message has.
    """
    in_source = list(drafts)
    n_moved = 0
    latest = None
    for draft in in_source:
        if latest is not None and draft.at_us < latest:
            n_moved += 1
        else:
            latest = draft.at_us
    ordered = sorted(in_source, key=lambda draft: draft.at_us) if n_moved else in_source
    ids = {
        draft.label: _opaque_id(seq)
        for seq, draft in enumerate(ordered, start=1)
        if isinstance(draft, MessageDraft) and draft.label
    }
    records = (_placed(draft, seq, ids) for seq, draft in enumerate(ordered, start=1))
    return Numbered(timeline=Timeline(records), ids=ids, n_moved=n_moved)


def _opaque_id(seq: int) -> str:
    return f"m{seq:06d}"


def _placed(draft: Draft, seq: int, ids: dict[str, str]) -> Record:
    position = Position(draft.at_us, seq)
    match draft:
        case MessageDraft():
            return Message(
                id=_opaque_id(seq),
                position=position,
                speaker=draft.speaker,
                role=draft.role,
                text=draft.text,
                occurred_at_us=draft.occurred_at_us,
            )
        case CommandDraft():
            return LoggedCommand(position=position, person=draft.person, command=draft.command)
        case ForgetDraft():
            request = Forget(
                message_ids=tuple(ids[label] for label in draft.labels), person=draft.person, text=draft.text
            )
            return ForgetAsked(position=position, request=request)
        case _:
            assert_never(draft)
