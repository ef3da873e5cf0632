"""What is true of a person's settings, folded from what was said: nothing is ever overwritten.

The rule: two times for each statement. It is valid from the instant it is about, and known from its position in the
timeline. What held on one day, as known on another, leaves out what came to be known later and what began later; and
what is current and what was replaced since come from this one fold, so that they can never disagree.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from memory.embedded.ledger_reading import Change
from memory.embedded.occasions import OCCASION_US
from memory.position import Position, is_visible

_Key = tuple[int, str]
"""A setting and the condition under which something was said of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One statement of one person, as the ledger keeps it."""

    row: int
    """The row of its message in the store."""
    message_id: str
    settings: tuple[int, ...]
    change: Change
    value: str
    condition: str
    valid_from_us: int
    """The instant that it is about; where the timeline does not tell, when it was said."""
    known: Position
    """When the system could have known it."""

    @property
    def order(self) -> tuple[int, Position]:
        """Where it stands in the fold: what is valid later comes later, of equal ones what was known later."""
        return self.valid_from_us, self.known


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One setting as a person wants it."""

    setting: int
    """Number of the vocabulary's group."""
    condition: str
    """When it holds; empty: always."""
    change: Change
    """Never `withdraws`."""
    value: str
    since_us: int
    message_id: str
    """The one message that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """What became of a statement that no longer decides anything."""

    since_us: int
    """The instant from which the last of its settings was decided otherwise."""
    by: tuple[Entry, ...]
    """What decides its settings now, oldest first; never empty, a withdrawal may be among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Last:
    """The last statement, and what had decided its settings before it."""

    entry: Entry
    before: Mapping[_Key, Entry | None]


class Books:
    """One person's statements, entered one after the other: which one decides each setting under each condition.

    A later statement takes over its settings under its own condition. A withdrawal takes over the settings that it
    names, under its condition or, without one, under any. A withdrawal that names none undoes the person's last
    statement, if that is at most `OCCASION_US` old: what the statement had replaced decides again. A correction takes
    over what that last statement decided, condition included; where there is none, it is a statement like others.
    """

    def __init__(self) -> None:
        """Nothing was said."""
        self._deciding: dict[_Key, Entry] = {}
        self._keys: dict[int, tuple[_Key, ...]] = {}
        self._lost_us: dict[int, int] = {}
        self._last: _Last | None = None
        self.newest: Entry | None = None
        """The entry that came last."""

    def enter(self, entry: Entry) -> None:
        """Take the next entry; they must come in their `order`."""
        self.newest = entry
        last, self._last = self._last, None
        if last is not None and entry.valid_from_us - last.entry.valid_from_us > OCCASION_US:
            last = None
        keys = [(setting, entry.condition) for setting in entry.settings]
        named = {key: self._deciding.get(key) for key in keys}
        match entry.change:
            case "withdraws":
                if named:
                    self._take(entry, [*named, *self._under_any_condition(entry)])
                elif last is not None:
                    self._undo(last, entry)
            case "corrects":
                self._state(_Last(entry=entry, before=named if last is None else last.before))
            case "states" | "more" | "less":
                self._state(_Last(entry=entry, before=named))
            case _:
                assert_never(entry.change)

    def facts(self) -> tuple[Fact, ...]:
        """What holds, oldest first, a statement's settings in their order."""
        held = [(key, entry) for key, entry in self._deciding.items() if entry.change != "withdraws"]
        held.sort(key=lambda pair: (pair[1].order, pair[0]))
        return tuple(_fact(key, entry) for key, entry in held)

    def replacement(self, row: int) -> Replacement | None:
        """What replaced the statement in `row`; None where it decides something still, or never did."""
        by = {entry.row: entry for entry in (self._deciding[key] for key in self._keys.get(row, ()))}
        if not by or row in by:
            return None
        return Replacement(since_us=self._lost_us[row], by=tuple(sorted(by.values(), key=lambda entry: entry.order)))

    def _state(self, last: _Last) -> None:
        if last.before:
            self._take(last.entry, last.before)
            self._last = last

    def _undo(self, last: _Last, entry: Entry) -> None:
        again = {key: earlier for key, earlier in last.before.items() if earlier is not None}
        self._take(entry, last.before.keys() - again.keys())
        self._lost_us[last.entry.row] = entry.valid_from_us
        self._deciding.update(again)

    def _take(self, entry: Entry, keys: Iterable[_Key]) -> None:
        taken = tuple(sorted(set(keys)))
        for key in taken:
            before = self._deciding.get(key)
            if before is not None:
                self._lost_us[before.row] = entry.valid_from_us
            self._deciding[key] = entry
        self._keys[entry.row] = taken

    def _under_any_condition(self, entry: Entry) -> list[_Key]:
        return [] if entry.condition else [key for key in self._deciding if key[0] in entry.settings]


def fold_entries(entries: Iterable[Entry], *, valid_at_us: int, known_at: Position) -> Books:
    """One person's books as they stood for `valid_at_us` and were known at `known_at`; empty from no entries.

    `entries` may come in any order; those that are valid only later or were not known yet are left out.
    """
    seen = [e for e in entries if is_visible(e.known, known_at) and e.valid_from_us <= valid_at_us]
    books = Books()
    for entry in sorted(seen, key=lambda e: e.order):
        books.enter(entry)
    return books


def _fact(key: _Key, entry: Entry) -> Fact:
    setting, condition = key
    return Fact(
        setting=setting,
        condition=condition,
        change="states" if entry.change == "corrects" else entry.change,
        value=entry.value,
        since_us=entry.valid_from_us,
        message_id=entry.message_id,
    )
