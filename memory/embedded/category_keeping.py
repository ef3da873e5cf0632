"""What is remembered of each person by category, and how something new changes it.

The rule: one detail of one person is looked at alone. What is new is passed over where it is known already, takes the
place of what it contradicts, and is appended where several may hold; nothing else in the store moves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from memory.embedded.category_schema import Detail
from memory.embedded.words import fold

Action = Literal["insert", "pass", "update", "append"]
"""`insert`: nothing of this detail was known. The other three are CarMem's maintenance functions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """One preference as it was read from what somebody said."""

    person: str
    detail: Detail
    attribute: str
    """What is wanted, by its name in the schema where it has one."""
    is_wanted: bool = True
    """False where it is what the person wants to avoid, or no longer wants."""
    message_ids: tuple[str, ...]
    """The messages that reveal it."""
    text: str
    """The words that reveal it."""
    at_us: int
    """When they were said."""

    @property
    def wish(self) -> str:
        """The attribute, with `not` in front where it is not wanted."""
        return self.attribute if self.is_wanted else f"not {self.attribute}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A stored preference."""

    number: int
    """Which reading put it there, from 0: the identity of the entry."""
    now: Preference
    said: tuple[Preference, ...]
    """Everything that said the same, oldest first, `now` included."""

    @property
    def message_ids(self) -> tuple[str, ...]:
        """The messages of all that said it, each once."""
        return tuple(dict.fromkeys(one for said in self.said for one in said.message_ids))

    @property
    def line(self) -> str:
        """`Person, detail: attribute ("words")`."""
        whose = f"{self.now.person}, " if self.now.person else ""
        return f'{whose}{self.now.detail.name}: {self.now.wish} ("{self.now.text}")'


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What becomes of a preference that was read."""

    action: Action
    target: int | None = None
    """The number of the entry that it repeats or replaces; None for `insert` and `append`."""


class Keeper(Protocol):
    """Decides what becomes of what was read."""

    def decide(self, existing: Sequence[Entry], new: Preference) -> Decision:
        """The decision, given the entries of the same person and detail, oldest first; `insert` where there are none.

        Raises:
            ChatFailure: a model that should decide did not.
        """
        ...


class RuleKeeper:
    """Decides by comparing names: the same again is passed over, the contrary or the only place updates."""

    def decide(self, existing: Sequence[Entry], new: Preference) -> Decision:
        """See `Keeper`."""
        if not existing:
            return Decision(action="insert")
        same = next((entry for entry in existing if _same(entry.now.attribute, new.attribute)), None)
        if same is not None:
            action: Action = "pass" if same.now.is_wanted == new.is_wanted else "update"
            return Decision(action=action, target=same.number)
        if new.detail.holds == "one":
            return Decision(action="update", target=existing[-1].number)
        return Decision(action="append")


class Entries:
    """The entries of all people, oldest first; a value that is never changed: `with_one` gives another."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        """Hold `entries`."""
        self.entries = tuple(entries)

    def of(self, person: str, detail: Detail) -> list[Entry]:
        """The entries of one person and detail."""
        return [e for e in self.entries if e.now.person == person and e.now.detail.name == detail.name]

    def with_one(self, number: int, new: Preference, decision: Decision) -> "Entries":
        """The entries after a decision about the preference that was read as the `number`-th.

        A target that is not there any more makes it a new entry.
        """
        fresh = Entry(number=number, now=new, said=(new,))
        kept: list[Entry] = []
        is_placed = False
        for entry in self.entries:
            if entry.number != decision.target:
                kept.append(entry)
            elif decision.action == "pass":
                kept.append(Entry(number=entry.number, now=entry.now, said=(*entry.said, new)))
                is_placed = True
        return Entries(kept if is_placed else [*kept, fresh])


def _same(one: str, other: str) -> bool:
    """Whether two names mean the same: the words of one are among those of the other, as in `ChargeCo Plus`."""
    words, others = set(fold(one).split()), set(fold(other).split())
    return words <= others or others <= words
