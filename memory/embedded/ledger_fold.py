"""What is true of a person's settings, folded from what was said: nothing is ever overwritten.

The rule: two times for each statement. It is valid from the instant it is about, and known from its position in the
timeline. What held on one day, as known on another, leaves out what came to be known later and what began later.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memory.embedded.ledger_reading import Change
from memory.position import Position, is_visible


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One setting as a person wants it."""

    setting: int
    """Number of the vocabulary's group."""
    condition: str
    """When it holds; empty: always."""
    change: Change
    value: str
    since_us: int
    message_id: str
    """The one message that says so."""


def fold_facts(entries: Iterable[Entry], *, valid_at_us: int, known_at: Position) -> tuple[Fact, ...]:
    """The facts that held at `valid_at_us` as they were known at `known_at`, oldest first; none from no entries.

    `entries` are one person's. Of two statements on one setting under one condition the one that is valid later wins,
    of equal ones the later known. A withdrawal removes the facts of
    the settings that it names, under its condition or, without one, under any; without a setting it removes what the
    statement before it brought.
    """
    seen = [e for e in entries if is_visible(e.known, known_at) and e.valid_from_us <= valid_at_us]
    facts: dict[tuple[int, str], Fact] = {}
    before: Entry | None = None
    for entry in sorted(seen, key=lambda e: (e.valid_from_us, e.known)):
        if entry.change == "withdraws":
            _withdraw(facts, entry, before)
        elif entry.settings:
            for setting in entry.settings:
                facts.pop((setting, entry.condition), None)
                facts[setting, entry.condition] = _fact(entry, setting)
            before = entry
    return tuple(facts.values())


def _withdraw(facts: dict[tuple[int, str], Fact], entry: Entry, before: Entry | None) -> None:
    for key, fact in list(facts.items()):
        if entry.settings:
            gone = key[0] in entry.settings and entry.condition in ("", key[1])
        else:
            gone = before is not None and fact.message_id == before.message_id
        if gone:
            del facts[key]


def _fact(entry: Entry, setting: int) -> Fact:
    return Fact(
        setting=setting,
        condition=entry.condition,
        change=entry.change,
        value=entry.value,
        since_us=entry.valid_from_us,
        message_id=entry.message_id,
    )
