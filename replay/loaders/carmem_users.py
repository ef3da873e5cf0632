"""What CarMem says of a user beyond the timeline: the stated preferences and the maintenance utterances.

Plain data for its tasks; nothing of it reaches a memory but the texts of turns, questions and utterances.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["equal", "negate", "different"]
KINDS: tuple[Kind, Kind, Kind] = ("equal", "negate", "different")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a conversation."""

    role: str
    speaker: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """A maintenance utterance: said on a later day, it repeats, takes back or changes the preference."""

    kind: Kind
    text: str
    attribute: str
    """What it is about: for `different` the new value, otherwise the stored one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarMemItem:
    """One conversation with the preference that it reveals and what is asked about it."""

    place: int
    """Its place in the user's list, from 0."""
    main: str
    sub: str
    detail: str
    attribute: str
    turns: tuple[Turn, ...]
    question: str
    """The retrieval utterance."""
    utterances: tuple[Utterance, ...]
    """In the order of `KINDS`; empty where they cannot be read."""

    @property
    def is_named(self) -> bool:
        """Whether anybody says the attribute in so many words."""
        wanted = self.attribute.casefold()
        return any(wanted in turn.text.casefold() for turn in self.turns)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarMemUser:
    """One line of the file."""

    number: int
    """From 1, in the order of the file."""
    file: str
    items: tuple[CarMemItem, ...]

    def n_in_sub(self, sub: str) -> int:
        """How many stated preferences are of a subcategory."""
        return sum(item.sub == sub for item in self.items)
