"""The ids of a log's messages, and names for those that have none but are spoken of.

The rule: what a query can name is a message that stands in the timeline, under one name; the id of a row that could not
be written is nobody's. A later id of the log that is also a name of our own is written with a dash behind.
An edited message has a name for each of its texts: which of them is meant is the newest of those said before, by their
times, wherever the log has them; so a later edit changes no earlier query.
"""

from array import array
from bisect import bisect_left, insort
from typing import NamedTuple

from replay.importing.problems import BadField
from replay.labels import Labels


class SaidAt(NamedTuple):
    """Where a message stands in its timeline; of one instant, what the log has first goes first."""

    at_us: int
    place: int
    """How many messages with ids the log has before it."""


LAST = 1 << 63
"""The place behind all messages of an instant."""
FIRST = SaidAt(-(1 << 63), 0)
"""Before all messages: of an edited one, its first text is meant."""


class _Edit(NamedTuple):
    said_at: SaidAt
    n_dashes: int


class MessageIds:
    """The ids of one import, each in its scenario."""

    def __init__(self, *, has_ids: bool) -> None:
        """None yet; `has_ids` tells whether the map names a column of them."""
        self._has_ids = has_ids
        self._ids = Labels()
        """The log's: 0 is a row without a message, one more than the number of dashes a message."""
        self._made = Labels()
        """What is written and is no id of the log."""
        self._left_out: set[str] = set()
        """Those of the log's that were taken for rows that could not be written."""
        self._edits: dict[str, list[_Edit]] = {}
        """The new texts of those that were edited, in the order of time; the log may not have had the first one."""
        self._places = Labels()
        self._at_us = array("q")
        """When each message with an id was said, by its place."""

    def take(self, scenario: str, label: str, *, is_message: bool) -> str:
        """The name under which a row with this id is to be written.

        Raises:
            BadField: another row has the id.
        """
        key = f"{scenario}\0{label}"
        is_new = self._ids.add(key, int(is_message))
        if not is_new and key not in self._left_out:
            raise BadField(
                "id", f"{label!r} comes a second time; [columns] change may say that its row edits a message"
            )
        written = self._free(scenario, label + "-") if len(self._made) and key in self._made else label
        if not is_new or written != label:
            self._left_out.discard(key)
            self._ids.put(key, is_message * (1 + len(written) - len(label)))
        return written

    def leave_out(self, scenario: str, label: str) -> None:
        """The row with this id could not be written: the id is free, and no query can name it."""
        self._left_out.add(f"{scenario}\0{label}")

    def edit(self, scenario: str, label: str, at_us: int) -> str:
        """The name under which the text that the message with this id has from `at_us` on is to be written."""
        edits = self._edits.setdefault(f"{scenario}\0{label}", [])
        written = self._free(scenario, label + "-" * len(edits))
        insort(edits, _Edit(self.next(at_us), len(written) - len(label)))
        return written

    def leave_out_edit(self, scenario: str, label: str, written: str) -> None:
        """The new text of this name could not be written: the message with this id never had it."""
        key, n_dashes = f"{scenario}\0{label}", len(written) - len(label)
        self._edits[key] = [edit for edit in self._edits[key] if edit.n_dashes != n_dashes]

    def next(self, at_us: int) -> SaidAt:
        """Where a message of this instant would stand now."""
        return SaidAt(at_us, len(self._at_us))

    def said(self, scenario: str, written: str, at_us: int) -> None:
        """The message that is written under this name was said at `at_us`; to be told in the order of the log."""
        self._places.put(f"{scenario}\0{written}", len(self._at_us))
        self._at_us.append(at_us)

    def said_at(self, scenario: str, written: str) -> SaidAt | None:
        """Where the message of this name stands; None where nobody told."""
        place = self._places.get(f"{scenario}\0{written}")
        return None if place is None else SaidAt(self._at_us[place], place)

    def made(self, scenario: str, number: int) -> str:
        """A name for the message of this number in its timeline, which has no id."""
        if not self._has_ids:
            return f"row-{number}"
        return self._free(scenario, f"row-{number}")

    def find(self, scenario: str, label: str, field: str, before: SaidAt | None = None) -> str:
        """The name under which the message with this id was written.

        Of one that was edited, that of its newest text, or, of those said `before` a place, the newest; where none was,
        the first.

        Raises:
            BadField: there is none; says why.
        """
        if not self._has_ids:
            raise BadField(field, f"{label!r}: [columns] id is not named")
        key = f"{scenario}\0{label}"
        number = None if key in self._left_out else self._ids.get(key)
        edits = self._edits.get(key, ())
        if not number and not edits:
            if number is None:
                raise BadField(field, f"{label!r}: the log has no such id, or its row was left out")
            or_time = ", or give its time as cutoff" if field == "before" else ""
            raise BadField(
                field, f"{label!r}: its row has calls and no text, so it is no message; name one that is{or_time}"
            )
        n_said = len(edits) if before is None else bisect_left(edits, _Edit(before, 0))
        if n_said or not number:
            return label + "-" * edits[max(n_said - 1, 0)].n_dashes
        return label + "-" * (number - 1)

    def _free(self, scenario: str, label: str) -> str:
        """The name with as few dashes behind as make it nobody's; taken from now on."""
        while f"{scenario}\0{label}" in self._made or f"{scenario}\0{label}" in self._ids:
            label += "-"
        self._made.put(f"{scenario}\0{label}")
        return label
