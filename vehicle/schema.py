"""The row types of the catalogue: what a setting, a command, an argument and an effect can be.

Rows are plain data. `vehicle.decide` gives them their meaning; nothing here runs a rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Value = bool | int | str
"""What a field of the car holds; a field that does not exist has no value (None)."""

Kind = Literal["boolean", "integer", "string"]
"""The type of an argument, in the words of JSON Schema."""

SpecialRule = Literal["play_station", "play_song", "set_favorite"]
"""The rules that no row of effects can say; each is a function of `vehicle.decide`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionGroup:
    """What a position argument may say, and the places it addresses."""

    name: str
    members: Mapping[str, tuple[str, ...]]
    """Each accepted word, aliases included, with the addressed places in the car's order."""
    words: tuple[str, ...]
    """The accepted words without aliases."""
    blank_means: str | None
    """The word that an empty or null position stands for; None: such a position is rejected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One argument of a command and its limits."""

    name: str
    kind: Kind
    description: str
    required: bool = True
    minimum: int | None = None
    """Smallest integer accepted, itself included."""
    maximum: int | None = None
    """Largest integer accepted, itself included."""
    values: tuple[str, ...] = ()
    """The accepted strings, matched exactly; empty: any text."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other accepted strings and the value that each stands for."""
    group: str | None = None
    """Name of the position group, where the argument says which part of the car is meant."""
    trims: bool = False
    """Blanks around the text do not count and are not stored."""
    blank_allowed: bool = False
    """Free text may be empty or null; optional arguments that are left out count as such."""
    fallback: str = ""
    """What an optional text stands for when it is left out, null or empty."""
    before_waking: bool = False
    """Checked before the command wakes its device; all others are checked after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arg:
    """The value of an argument, after aliases and trimming."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Const:
    """A value that does not depend on the arguments."""

    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Is:
    """True when an argument has this value; with `negated`, when it has not."""

    argument: str
    value: Value
    negated: bool = False


Source = Arg | Const | Is


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """Give the field this value once every argument has been accepted.

    `*` in the path stands for each addressed place.
    """

    path: str
    source: Source
    when: Is | None = None
    """Only when this holds; None: always."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wake:
    """Give the field this value before the arguments are checked, so that a rejected command shows, too."""

    path: str
    value: bool = True
    above_zero: str | None = None
    """Only when this argument is a number above zero, however far out of range; None: always."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """Reject the command when the argument is true and the field at any addressed place is true."""

    argument: str
    path: str
    because: str
    """What is in the way and what would clear it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """Leave the rest of the command to a rule of its own."""

    rule: SpecialRule


Effect = Put | Wake | Refuse | Special


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRow:
    """One setting of the car, at one place or at several."""

    path: str
    """`module.field`, with `*` where the places stand."""
    factory: Value
    """The value with which the car leaves the factory; its type is the field's type."""
    description: str
    words: tuple[str, ...]
    """What people call it, lower case, the plainest name first."""
    places: tuple[str, ...] = ()
    """What `*` stands for; empty where the path has none."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The full paths, one a place, in the car's order."""
        return tuple(self.path.replace("*", place) for place in self.places) if self.places else (self.path,)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow:
    """One command of the car: its arguments and what it does, in order."""

    name: str
    module: str
    description: str
    parameters: tuple[Parameter, ...]
    effects: tuple[Effect, ...]
    settings: tuple[FieldRow, ...]
    """The settings that it is there for: what it only switches on by the way is left out."""

    @property
    def names(self) -> frozenset[str]:
        """The arguments that it knows."""
        return frozenset(p.name for p in self.parameters)

    @property
    def needed(self) -> frozenset[str]:
        """The arguments that it cannot do without."""
        return frozenset(p.name for p in self.parameters if p.required)

    @property
    def position(self) -> Parameter | None:
        """The argument that says which part of the car is meant; None where there is none."""
        return next((p for p in self.parameters if p.group is not None), None)

    @property
    def words(self) -> tuple[str, ...]:
        """What people call the settings of this command, without repetition."""
        return tuple(dict.fromkeys(word for setting in self.settings for word in setting.words))

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name; None where there is none."""
        return next((p for p in self.parameters if p.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One part of the car with commands of its own."""

    name: str
    description: str
    words: tuple[str, ...]
    """What people call it, lower case, the plainest name first."""
    commands: tuple[str, ...]
    """Names of its commands, in the table's order."""
