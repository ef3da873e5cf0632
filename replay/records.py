"""Records: what a timeline consists of, in one total order, and how a long timeline keeps them.

The rule: a record is a value. A million messages are kept in columns, and each is made anew when it is asked for.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import eq
from typing import Any, overload

from memory.messages import Forget, Message
from memory.position import Position
from replay.columns import Said
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


Other = LoggedCommand | ForgetAsked
"""A record that is no message."""
Record = Message | Other

FEW = 10_000
"""Up to so many records are made once and kept, since a short timeline is walked through more than once."""

_LONGEST_ID = 20
"""In characters; a longer one is none that was made of a running number."""


class Records(Sequence[Record]):
    """Records in position order, immutable; messages are kept in columns and made when they are asked for.

    Two of one place are equal, and need not be the same object.
    """

    __slots__ = ("_at_us", "_ids", "_made", "_others", "_places", "_rows", "_said", "_seqs")

    def __init__(
        self,
        said: Said,
        at_us: Sequence[int],
        others: Mapping[int, Other],
        *,
        rows: Sequence[int] | None = None,
        seqs: Sequence[int] | None = None,
        ids: Mapping[int, str] | None = None,
    ) -> None:
        """Records in position order, which keep what they are given.

        `others` are those that are no messages, by index, ascending. `rows` has the row in `said` of each index, where
        that is not the index itself; the rows of others mean nothing. `seqs` has the running numbers, where they are
        not the index plus one, and `ids` the ids that are not made of them.
        """
        self._said: Said | None = said
        self._at_us = at_us
        self._others = others
        self._rows = rows
        self._seqs = seqs
        self._ids = ids or {}
        self._places: dict[str, int] | None = None
        """By id, where ids cannot be read as indexes; made when it is first asked for."""
        self._made: tuple[Record, ...] | None = None
        """All records, of a short timeline that was walked through before; they are then kept in no other form."""

    @classmethod
    def of(cls, records: Iterable[Record]) -> "Records":
        """The same records, which must be in strictly ascending position order."""
        said, at_us, seqs = Said(), array("q"), array("q")
        others: dict[int, Other] = {}
        ids: dict[int, str] = {}
        for index, record in enumerate(records):
            at_us.append(record.position.at_us)
            seqs.append(record.position.seq)
            if isinstance(record, Message):
                said.append(record.speaker, record.role, record.text, record.occurred_at_us)
                if record.id != opaque_id(record.position.seq):
                    ids[index] = record.id
            else:
                said.append("", "", "", None)
                others[index] = record
        is_numbered = all(seq == number for number, seq in enumerate(seqs, start=1))
        return cls(said, at_us, others, seqs=None if is_numbered else seqs, ids=ids)

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process needs; not what can be made again."""
        if self._made is not None:
            return Records.of, (self._made,)
        return _restored, (self._said, self._at_us, self._others, self._rows, self._seqs, self._ids)

    def __eq__(self, other: object) -> bool:
        """Whether both have equal records."""
        return isinstance(other, Records) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]  # as of any sequence that is compared by its items

    def __len__(self) -> int:
        """How many records there are."""
        return len(self._at_us)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        """One record, or those of a slice."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"record {index} of {len(self)}")
        if self._made is not None:
            return self._made[index]
        other = self._others.get(index)
        return self.message(index) if other is None else other

    def __iter__(self) -> Iterator[Record]:
        """All records; those of a long timeline are made anew, each when it is its turn."""
        if self._made is None and len(self) <= FEW:
            self._made = tuple(self._walk())
            self._said = None
        return self._walk() if self._made is None else iter(self._made)

    def _walk(self) -> Iterator[Record]:
        others = self._others
        for index in range(len(self)):
            yield others[index] if index in others else self.message(index)

    def position(self, index: int) -> Position:
        """Where the record of that index stands, the record left unmade."""
        return Position(self._at_us[index], index + 1 if self._seqs is None else self._seqs[index])

    def message(self, index: int) -> Message:
        """The message of that index, which must be one."""
        if self._said is None:
            made = self[index]
            assert isinstance(made, Message)
            return made
        position = self.position(index)
        message_id = self._ids[index] if index in self._ids else opaque_id(position.seq)
        return self._said.message(index if self._rows is None else self._rows[index], message_id, position)

    def find(self, message_id: str) -> int | None:
        """The index of the message with that id; None where there is none."""
        if self._seqs is not None or self._ids:
            if self._places is None:
                indexes = (index for index in range(len(self)) if index not in self._others)
                self._places = {self.message(index).id: index for index in indexes}
            return self._places.get(message_id)
        digits = message_id[1:]
        if len(message_id) > _LONGEST_ID or not digits.isdecimal():
            return None
        index = int(digits) - 1
        is_there = 0 <= index < len(self) and index not in self._others and message_id == opaque_id(index + 1)
        return index if is_there else None

    def is_at(self, index: int, message: Message) -> bool:
        """Whether the message of that index, which must be one, is equal to `message`, their ids aside."""
        if self._said is None:
            mine = self.message(index)
            return replace(mine, id=message.id) == message
        row = index if self._rows is None else self._rows[index]
        return self.position(index) == message.position and self._said.is_at(row, message)

    def n_before(self, is_before: Callable[[Position], bool]) -> int:
        """How many records there are up to the first one for whose position `is_before` is false."""
        return bisect_left(range(len(self)), True, key=lambda index: not is_before(self.position(index)))

    def others(self) -> Mapping[int, Other]:
        """The records that are no messages, by index, ascending."""
        return self._others

    def of_messages(self) -> Sequence[int]:
        """The index of each message, ascending."""
        if not self._others:
            return range(len(self))
        return array("I", (index for index in range(len(self)) if index not in self._others))

    def times_us(self) -> Sequence[int]:
        """The instant of each message, ascending; the caller's own copy."""
        return array("q", map(self._at_us.__getitem__, self.of_messages()))


def _restored(
    said: Said,
    at_us: Sequence[int],
    others: Mapping[int, Other],
    rows: Sequence[int] | None,
    seqs: Sequence[int] | None,
    ids: Mapping[int, str],
) -> Records:
    return Records(said, at_us, others, rows=rows, seqs=seqs, ids=ids)


def opaque_id(seq: int) -> str:
    """The id of the message with that running number; says nothing but its place."""
    return f"m{seq:06d}"
