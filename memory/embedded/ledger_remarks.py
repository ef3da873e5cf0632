"""Remarks that name nothing and mean what their speaker said just before: withdrawals and corrections.

The rule: every word counts. A remark is read only where all its words belong to taking back or correcting; one that
speaks of anything else (`never mind the rain`) is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from memory.embedded.ledger_numbers import in_digits
from memory.embedded.ledger_words import (
    CORRECTING,
    LESS,
    MORE,
    OPENERS,
    SMALL_NUMBERS,
    SWITCHES,
    TAKES_BACK,
    TAKING_BACK,
    TAKING_BACK_CUES,
    UNITS,
    VALUES,
)
from memory.embedded.words import runs

MOST_WORDS = 12
"""A longer message is no remark."""

_MOST_CHARACTERS = 120
_KNOWN = CORRECTING | OPENERS | UNITS | MORE | LESS
_KEYS = OPENERS | TAKING_BACK_CUES


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What is to become of the speaker's last statement."""

    change: Literal["withdraws", "corrects"]
    value: str
    """The new value of a correction; empty for a withdrawal."""


def read_remark(words: Sequence[str], text: str) -> Remark | None:
    """The remark that a message makes, or None; `words` are those of `text`, as `runs` gives them.

    `Scrap that, please` withdraws. `No, make it 2`, `actually 2`, `too strong, down to 2` correct: they need a word
    that objects (`OPENERS`) and exactly one value. A name in front or behind that is set off by a comma does not
    matter. Questions are no remarks.
    """
    if not 0 < len(words) <= MOST_WORDS or _KEYS.isdisjoint(words) or len(text) > _MOST_CHARACTERS:
        return None
    if text.rstrip().endswith(("?", "\uff1f")):
        return None
    said = _unaddressed(text)
    left, n_withdrawals = TAKES_BACK.subn(" ", " ".join(said))
    if n_withdrawals and TAKING_BACK.issuperset(left.split()):
        return Remark(change="withdraws", value="")
    value = _new_value(said)
    return Remark(change="corrects", value=value) if value else None


def _unaddressed(text: str) -> list[str]:
    """The words without a name that is spoken to."""
    pieces = text.split(",")
    for end in (0, -1):
        name = runs(pieces[end])
        if len(pieces) > 1 and len(name) == 1 and pieces[end].strip()[:1].isupper() and name[0] not in _KNOWN:
            del pieces[end]
    return [word for piece in pieces for word in runs(piece)]


def _new_value(words: Sequence[str]) -> str:
    """The one value of a correction; empty where it has none or several, or says anything else."""
    if OPENERS.isdisjoint(words):
        return ""
    values, switches = [], not SWITCHES.isdisjoint(words)
    words = in_digits(words)
    for before, word in zip(["", *words], words, strict=False):
        number = SMALL_NUMBERS.get(word, word) if before in ("it", "to", "level") else word
        if number.isdecimal() or word in VALUES or (word == "on" and switches):
            values.append(number)
        elif before != "too" and word not in _KNOWN:
            return ""
    return values[0] if len(values) == 1 else ""
