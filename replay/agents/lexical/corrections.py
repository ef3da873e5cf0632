"""Which of the values that a record gives a setting hold: what is protested against, or replaced at once, does not.

Rule protected: the last value that someone settles on holds, unless two cases are told, each with a value of its own;
in a chat only who gives the next value protests with it, since others answer many things with "no".
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from replay.agents.lexical.claim_words import FLINCHES, HABIT, HARM, OUCH, USUAL
from replay.agents.lexical.facts import Record
from replay.agents.lexical.narrative import Part
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.sayings import Mood, SettingValue
from replay.agents.lexical.text import plain
from replay.agents.lexical.vocabulary import ACTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A value with the part and the sentence that it stands in."""

    value: SettingValue
    mood: Mood
    part: Part
    at: int
    """Number of the part in its record."""
    words: str
    said: str
    """The sentence, not yet made plain."""
    clause: str
    start: int
    """Where the value stands in the words."""


_TWO_CASES = pattern(
    "when|whenever|if|while|unless|during|otherwise|except|else|but (in|on|at|for)|always|usual*|normal*|every|each|"
    "instead of|only|(in|at|on) (the|my|our|his|her|their|long|short|rainy|sunny) \\w+|at (night|work|home|dawn|dusk)|"
    "by day|on \\w+days?|until|prefers?|likes|respectively"
)
"""Between two values: each holds in a case of its own."""
_SETTLES = pattern(f"{ACTED}|settled|agreed|ran|rests?|ended up|now|correct(ed)?|fitted|fits")
"""Between two values: the second was put in place of the first."""


def corrected(found: Iterable[Found], record: Record) -> list[Found]:
    """The values in their order, those rejected that someone protests against, or at once replaces, before the next."""
    items = list(found) if record.spoken else _replaced(list(found))
    for i, (one, next_one) in enumerate(pairwise(items)):
        moods = (one.part.kind, one.mood, next_one.part.kind, next_one.mood)
        same_voice = one.part.who == next_one.part.who
        if moods == ("told", "wanted", "said", "told") and same_voice and not record.spoken:
            items[i + 1] = next_one = replace(next_one, mood="wanted")
        between = record.parts[one.at + 1 : next_one.at + 1]
        protest = same_voice and bool(HARM.search(one.clause))
        protest = protest or any(
            (OUCH if part.kind == "said" else FLINCHES).search(plain(part.text))
            for part in between
            if part.who == next_one.part.who or not record.spoken
        )
        if (
            protest
            and next_one.mood != "rejected"
            and one.mood == "wanted"
            and one.value != next_one.value
            and not USUAL.search(one.words)
        ):
            items[i] = replace(one, mood="rejected")
            if next_one.mood == "told":
                items[i + 1] = replace(next_one, mood="wanted")
    return items


def _replaced(items: list[Found]) -> list[Found]:
    """The values told, those rejected that the same voice at once gives up for another.

    "Set it to 7, found it too hot and lowered it to 4" means 4 however the 7 is spoken of; two cases, each with a
    value of its own, are left as they are.
    """
    for i, (one, other) in enumerate(pairwise(items)):
        if isinstance(one.value, bool) or isinstance(other.value, bool) or one.value == other.value:
            continue
        if not (one.part.kind == other.part.kind == "told" and one.part.who == other.part.who):
            continue
        if one.mood == "rejected" or other.mood != "wanted" or other.at > one.at + 1:
            continue
        if one.words == other.words:
            between = one.words[one.start : other.start]
        else:
            between = f"{one.words[one.start :]} {other.words[: other.start]}"
        habit = USUAL.search(one.words) or HABIT.search(one.words)
        if _SETTLES.search(between) and not _TWO_CASES.search(between) and not habit:
            items[i] = replace(one, mood="rejected")
    return items
