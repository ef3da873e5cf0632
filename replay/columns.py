"""What was said, in columns: a long history costs its text, packed, and some bytes a message, not an object each.

The rule: what goes in comes out equal, whatever the text. Rows are added at the end and never change.
"""

import zlib
from array import array
from bisect import bisect_right
from typing import NamedTuple

from memory.messages import Message
from memory.position import Position

_PLAIN_BYTES = 4 << 20
_PACKED_BYTES = 16 << 10
"""So much text makes a block."""
_MOST_IN_A_BYTE = 256
_NEVER = -(2**63)
"""Stands where a row has no second instant; no time that can be read is so early."""


class Texts:
    """Texts one after another in blocks, as UTF-8; halves of surrogate pairs are kept as they are.

    The first block, which is all there is of a short history, is kept plain. Those behind it are packed, so that a long
    one takes about half of what it says.
    """

    __slots__ = ("_at_hand", "_blocks", "_ends", "_first_rows", "_open")

    def __init__(self) -> None:
        """No texts."""
        self._open = bytearray()
        """The block that is being filled."""
        self._blocks: list[bytes] = []
        self._first_rows = array("Q", (0,))
        """The first row of every block, and last of the open one."""
        self._ends = array("I")
        """Where each text ends in its block."""
        self._at_hand = _Block(0, 0, b"")
        """The block that was read last; one object, so that readers in several threads never mix two."""

    def append(self, text: str) -> None:
        """Add `text` as the last one."""
        self._open += _encoded(text)
        self._ends.append(len(self._open))
        if len(self._open) >= (_PACKED_BYTES if self._blocks else _PLAIN_BYTES):
            self._blocks.append(zlib.compress(self._open, 1) if self._blocks else bytes(self._open))
            self._first_rows.append(len(self._ends))
            self._open = bytearray()

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self._ends)

    def __getitem__(self, row: int) -> str:
        """The text of that row, from 0."""
        return self._utf8(row).decode("utf-8", "surrogatepass")

    def is_at(self, row: int, text: str) -> bool:
        """Whether `text` is the text of that row."""
        return self._utf8(row) == _encoded(text)

    def _utf8(self, row: int) -> bytes | bytearray:
        first_open = self._first_rows[-1]
        if row >= first_open:
            start = self._ends[row - 1] if row > first_open else 0
            return self._open[start : self._ends[row]]
        block = self._at_hand
        if not block.first <= row < block.stop:
            block = self._at_hand = self._read(bisect_right(self._first_rows, row) - 1)
        start = self._ends[row - 1] if row > block.first else 0
        return block.utf8[start : self._ends[row]]

    def _read(self, number: int) -> "_Block":
        content = zlib.decompress(self._blocks[number]) if number else self._blocks[number]
        return _Block(self._first_rows[number], self._first_rows[number + 1], content)


class _Block(NamedTuple):
    """Some texts, unpacked: those of the rows from `first` up to `stop`."""

    first: int
    stop: int
    utf8: bytes


class Names:
    """One of few names for each row; a name is kept once, however many rows have it."""

    __slots__ = ("_names", "_numbers", "_of_row")

    def __init__(self) -> None:
        """No rows."""
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._of_row = array("B")
        """Numbers of one byte as long as they fit, then of four."""

    def append(self, name: str) -> None:
        """Add a row that has `name`."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._names)
            self._names.append(name)
            if number == _MOST_IN_A_BYTE:
                self._of_row = array("I", self._of_row)
        self._of_row.append(number)

    def __getitem__(self, row: int) -> str:
        """The name of that row, from 0."""
        return self._names[self._of_row[row]]

    @property
    def are_all_empty(self) -> bool:
        """Whether no row has a name other than the empty one."""
        return not any(self._names)


class Said:
    """What was said, by row; a message's place and id are not kept here."""

    __slots__ = ("_occurred_us", "_roles", "_speakers", "_texts")

    def __init__(self) -> None:
        """No rows."""
        self._texts = Texts()
        self._speakers = Names()
        self._roles = Names()
        self._occurred_us = array("q")
        """As many rows as there are up to the last that has one."""

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._texts)

    def append(self, speaker: str, role: str, text: str, occurred_at_us: int | None) -> None:
        """Add a row."""
        if occurred_at_us is not None:
            missing = len(self._texts) - len(self._occurred_us)
            self._occurred_us.extend([_NEVER] * missing)
            self._occurred_us.append(occurred_at_us)
        self._texts.append(text)
        self._speakers.append(speaker)
        self._roles.append(role)

    def message(self, row: int, message_id: str, position: Position) -> Message:
        """The row as a message with this id, at this position."""
        return Message(
            id=message_id,
            position=position,
            speaker=self._speakers[row],
            role=self._roles[row],
            text=self._texts[row],
            occurred_at_us=self._occurred(row),
        )

    def is_at(self, row: int, message: Message) -> bool:
        """Whether the row is what `message` says, its id and position aside."""
        return (
            self._texts.is_at(row, message.text)
            and self._speakers[row] == message.speaker
            and self._roles[row] == message.role
            and self._occurred(row) == message.occurred_at_us
        )

    def _occurred(self, row: int) -> int | None:
        found = self._occurred_us[row] if row < len(self._occurred_us) else _NEVER
        return None if found == _NEVER else found


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
