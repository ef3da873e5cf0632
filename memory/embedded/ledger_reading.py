"""What a message says of the car's settings: reads one message, remembers nothing.

The rule: reading is a pure function of a message and the vocabulary. It would rather miss a statement than make one
up: a message must name or mean a part of the car and say that something is done to it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memory.embedded.ledger_words import CONDITION, LESS, MORE, STATES, SWITCHES, UNITS, VALUES, WITHDRAWS
from memory.embedded.needs import NEEDS
from memory.embedded.widening import is_small
from memory.embedded.words import fold, runs, stem
from memory.messages import Message

Change = Literal["states", "more", "less", "withdraws"]
"""`states`: gives a value or asks for one. `more`, `less`: moves it. `withdraws`: takes an earlier statement back."""

LEAST_STRENGTH = 3
"""How strongly a message must speak of a setting to be a statement."""

_stem = lru_cache(maxsize=65_536)(stem)
_LONGEST_WORD = 40  # of letters; no name of a setting is longer, and the cache shall not hold what a hostile text holds
_LONGEST_CONDITION = 16  # of words
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What one message says about settings of the car."""

    person: str
    """Who says so: the speaker."""
    settings: tuple[int, ...]
    """The vocabulary's groups that it names, by the longest name that is said; empty where it only means one."""
    change: Change
    value: str
    """What the setting shall be, in words; empty where none is said."""
    condition: str
    """When it holds, in words; empty: always."""
    strength: int
    """How strongly it speaks of a setting, from `LEAST_STRENGTH` to 9."""


class Reader:
    """Reads messages with one vocabulary."""

    def __init__(self, vocabulary: Sequence[Iterable[str]]) -> None:
        """`vocabulary` holds groups of words that mean one setting; without any, no message is a statement."""
        self._names: dict[tuple[str, ...], list[int]] = {}
        for number, group in enumerate(vocabulary):
            for name in group:
                stems = tuple(_stems(name))
                if stems:
                    self._names.setdefault(stems, []).append(number)
        self._firsts = {name[0] for name in self._names}
        self._longest = max(map(len, self._names), default=0)
        self._car = {stem for name in self._names for stem in name if not is_small(stem) and not stem.isdigit()}
        if self._car:
            self._car |= {s for words in NEEDS.values() for word in words for s in _stems(word) if not is_small(s)}

    def read(self, message: Message) -> Statement | None:
        """The statement that a message makes, or None where it makes none."""
        if not self._car:
            return None
        text = fold(message.text)
        words = runs(message.text)
        said = [_stem(word) for word in words if len(word) <= _LONGEST_WORD]
        parts = len(self._car.intersection(said))
        settings = self._named(said)
        n_changes = sum(word in STATES or word in MORE or word in LESS for word in set(words))
        withdraws = WITHDRAWS.search(text) is not None
        value = _value(words)
        strength = 2 * bool(settings) + min(parts, 3) + min(n_changes + withdraws, 3) + bool(value)
        if not parts or strength < LEAST_STRENGTH:
            return None
        condition = CONDITION.search(message.text)
        return Statement(
            person=message.speaker,
            settings=settings,
            change=_change(words, value, withdraws),
            value=value,
            condition=" ".join(runs(condition[0])[:_LONGEST_CONDITION]) if condition else "",
            strength=strength,
        )

    def _named(self, said: Sequence[str]) -> tuple[int, ...]:
        """The groups of the longest names in `said`, in the vocabulary's order; none where nothing is named."""
        starts = [at for at, word in enumerate(said) if word in self._firsts]
        for length in range(self._longest, 0, -1) if starts else ():
            found = {number for start in starts for number in self._names.get(tuple(said[start : start + length]), ())}
            if found:
                return tuple(sorted(found))
        return ()


def _stems(name: str) -> list[str]:
    return [stem(run) for run in runs(name)]


def _change(words: Sequence[str], value: str, withdraws: bool) -> Change:
    if withdraws:
        return "withdraws"
    if not value:
        for word in words:
            if word in MORE:
                return "more"
            if word in LESS:
                return "less"
    return "states"


def _value(words: Sequence[str]) -> str:
    """A number with `to`, `at` or a unit beside it, else the last value word, else any number, else nothing."""
    numbers = [at for at, word in enumerate(words) if _NUMBER.fullmatch(word)]
    for at in reversed(numbers):
        beside = {*words[max(at - 1, 0) : at], *words[at + 1 : at + 2]}
        if beside & UNITS or words[max(at - 1, 0)] in ("to", "at"):
            return words[at]
    named = [word for word in words if word in VALUES]
    if named:
        return named[-1]
    if any(word in SWITCHES for word in words) and "on" in words:
        return "on"
    return words[numbers[-1]] if numbers else ""
