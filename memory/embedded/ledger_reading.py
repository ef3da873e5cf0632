"""What a message says of the car's settings: reads one message, remembers nothing.

The rule: reading is a pure function of a message and the vocabulary. It would rather miss a statement than make one
up: a message must name or mean a part of the car and say that something is done to it, or be nothing but a remark on
what its speaker said before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from memory.embedded.ledger_numbers import in_digits
from memory.embedded.ledger_remarks import read_remark
from memory.embedded.ledger_words import (
    CONDITION,
    ENDS,
    LESS,
    MORE,
    STATES,
    SWITCHES,
    UNITS,
    VALUES,
    WITHDRAWS,
)
from memory.embedded.needs import NEEDS
from memory.embedded.widening import is_small
from memory.embedded.words import runs, singular, stem
from memory.messages import Message

Change = Literal["states", "more", "less", "withdraws", "corrects"]
"""`states`: gives a value or asks for one. `more`, `less`: moves it. `withdraws`: takes an earlier statement back, that
of the settings named or, where none is, the speaker's last. `corrects`: gives the speaker's last one another value."""

LEAST_STRENGTH = 3
"""How strongly a message must speak of a setting to be a statement."""

_stem = lru_cache(maxsize=65_536)(stem)
_CHANGING = STATES | MORE | LESS
_REACH = 8  # words before and after a name that are about it
_REACH_OF_ONE_WORD = 4
_LONGEST_WORD = 40  # of letters; no name of a setting is longer, and the cache shall not hold what a hostile text holds
_LONGEST_CONDITION = 16  # of words


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What one message says about settings of the car."""

    person: str
    """Who says so: the speaker."""
    settings: tuple[int, ...]
    """The vocabulary's groups that it decides; empty where it only speaks of the car or only means a setting."""
    change: Change
    value: str
    """What the settings shall be, in words; empty where none is said."""
    condition: str
    """When it holds, in words; empty: always."""
    strength: int
    """How strongly it speaks of a setting, from `LEAST_STRENGTH` to 9; 0 where it only means what was said before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Name:
    """Where a message names settings: its words from `start` up to `end`."""

    start: int
    end: int
    settings: tuple[int, ...]


class Reader:
    """Reads messages with one vocabulary."""

    def __init__(self, vocabulary: Sequence[Iterable[str]]) -> None:
        """`vocabulary` holds groups of words that mean one setting; without any, no message is a statement."""
        self._names: dict[tuple[str, ...], list[int]] = {}
        for number, group in enumerate(vocabulary):
            for words in dict.fromkeys(tuple(map(singular, runs(name))) for name in group):
                if words:
                    self._names.setdefault(words, []).append(number)
        self._firsts = {name[0] for name in self._names}
        self._longest = max(map(len, self._names), default=0)
        names = {word for name in self._names for word in name}
        needs = {run for words in NEEDS.values() for word in words for run in runs(word)} if names else set()
        self._car = {stem(word) for word in names | needs if not is_small(word) and not word.isdigit()}

    def read(self, message: Message) -> Statement | None:
        """The statement that a message makes, or None where it makes none."""
        if not self._car:
            return None
        words = [word for word in runs(message.text) if len(word) <= _LONGEST_WORD]
        n_parts = len(self._car.intersection(map(_stem, words)))
        remark = read_remark(words, message.text)
        if not n_parts and remark is None:
            return None
        name = self._name([singular(word) for word in words]) if n_parts else None
        joined = " ".join(words)
        ends, takes_back = ENDS.search(joined) is not None, WITHDRAWS.search(joined) is not None
        n_changes = len(_CHANGING.intersection(words)) + (ends or takes_back)
        strength = 2 * (name is not None) + min(n_parts, 3) + min(n_changes, 3) + bool(_value(words))
        if remark is not None:
            return Statement(
                person=message.speaker,
                settings=name.settings if name and remark.change == "corrects" else (),
                change=remark.change,
                value=remark.value,
                condition="",
                strength=strength if strength >= LEAST_STRENGTH else 0,
            )
        if strength < LEAST_STRENGTH:
            return None
        near = _near(words, name) if name and not message.text.rstrip().endswith(("?", "\uff1f")) else []
        value = _value(near)
        withdraws = name is not None and (ends or (takes_back and not value))
        change = _change(near, value, withdraws)
        decides = not _CHANGING.isdisjoint(near) and (bool(value) or change != "states")
        condition = CONDITION.search(message.text)
        return Statement(
            person=message.speaker,
            settings=name.settings if name and (decides or withdraws) else (),
            change=change,
            value=value,
            condition=" ".join(runs(condition[0])[:_LONGEST_CONDITION]) if condition else "",
            strength=strength,
        )

    def _name(self, said: Sequence[str]) -> _Name | None:
        """The longest name in `said`, of equal ones the first; None where nothing is named."""
        starts = [at for at, word in enumerate(said) if word in self._firsts]
        for length in range(self._longest, 0, -1) if starts else ():
            for start in starts:
                end = start + length
                settings = self._names.get(tuple(said[start:end])) if end <= len(said) else None
                if settings:
                    return _Name(start=start, end=end, settings=tuple(settings))
        return None


def _near(words: Sequence[str], name: _Name) -> Sequence[str]:
    """The words about a name: those of a name of one word, which may mean something else, are fewer."""
    reach = _REACH if name.end - name.start > 1 else _REACH_OF_ONE_WORD
    return [*words[max(name.start - reach, 0) : name.start], *words[name.end : name.end + reach]]


def _change(words: Sequence[str], value: str, withdraws: bool) -> Change:
    if withdraws:
        return "withdraws"
    if not value:
        for before, word in pairwise(["", *words]):
            if before == "too":
                continue  # `too dim` asks for the opposite, or tells why
            if word in MORE:
                return "more"
            if word in LESS:
                return "less"
    return "states"


def _value(words: Sequence[str]) -> str:
    """A number with `to`, `at` or a unit beside it, else the last value word, else any number, else nothing."""
    words = in_digits(words)
    numbers = [at for at, word in enumerate(words) if word.isdecimal()]
    for at in reversed(numbers):
        before, after = words[max(at - 1, 0) : at], words[at + 1 : at + 2]
        if not UNITS.isdisjoint([*before, *after]) or not {"to", "at"}.isdisjoint(before):
            return words[at]
    named = [word for word in words if word in VALUES]
    if named:
        return named[-1]
    if "on" in words and not SWITCHES.isdisjoint(words):
        return "on"
    return words[numbers[-1]] if numbers else ""
