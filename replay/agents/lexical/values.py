"""What the question makes of the remembered value: itself, more, less, twice as much, or the middle of two.

Rule protected: a step is one unit where the question says "a bit"; the result stays within what the car allows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from replay.agents.lexical.choose import Choice
from replay.agents.lexical.inflection import comparatives, verbs
from replay.agents.lexical.patterns import body, pattern
from replay.agents.lexical.sayings import SettingValue
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.text import Number, numbers

_UP = (
    comparatives(
        "high bright warm hot loud strong fast wide long hard big firm tall large toasty cozy quick steep full"
    )
    + "|more|up|above|beyond|further|farther|plus|extra|turn* it up|on top|upwards|"
    + verbs(
        "raise|increase|crank|bump|boost|add|lift|hike|pump|strengthen|brighten|widen|exceed|surpass",
        "plain",
        "third",
        "ing",
    )
)
_DOWN = (
    comparatives(
        "dim cool cold quiet soft weak slow gentle dark small close short near faint mild narrow chilly calm light"
    )
    + "|lower*|less|down|below|under|shy|short of|minus|fewer|take off|knock* off|shave*|downwards|beneath|"
    "back (it |that |this )?off|(dial|scale|pull|wind)(s|ed)? (it |that |this )?(\\w+ )?back|"
    + verbs("reduce|decrease|drop|tone|cut|subtract|deduct|weaken|soften|lessen|trim|ease", "plain", "third", "ing")
)
UNIT = re.compile(
    r"\W*(?:(?:small|tiny|little|single|mere|more|extra|further) )?"
    r"(?:degrees?|levels?|units?|points?|percent|%|notch(?:es)?|steps?|centimet(?:er|re)s?|cm|clicks?|ticks?|stages?|marks?|bars?|pips?|celsius)\b"
)
"""What a number may count that is a value or a step."""
_BIT = pattern(
    "a (little |tiny |small |single |mere )?(bit|touch|little|notch|tad|level|step|degree|point|hair|shade|smidge*|"
    "whisker|trifle|fraction|nudge|smidgen|hint)|slightly|a bit|"
    "a (slight|tiny|small|wee) (bit|touch|step|nudge|amount)|marginally|"
    "one (small |tiny |little |single )?(level|notch|step|degree)|somewhat|a little bit|just a touch"
)
_BY = re.compile(r"\bby\W+(?:about\W+|around\W+|another\W+)?$")
_SIGN = re.compile(r"\b(plus|minus)\W+$")
_ADDS = re.compile(r"\b(?:add|adding|subtract|deduct|knock off|take off|shave off)\W+(?:about\W+|another\W+)?$")
_TAKES = re.compile(r"\b(?:take|taking|knock|shave|cut|trim|chop|lop)\W+(?:about\W+|another\W+)?$")
_OFF = re.compile(r"\W*(?:degrees?\W+|percent\W+|levels?\W+|points?\W+)?off\b")
"""Around a number: so much less, as in "take 5 off"."""
_UP_OR_DOWN = re.compile(r"\b(?:up|down|back)\W+$")
"""Before a number: so much more or less, as in "nudge it up one"."""
_FROM_THERE = re.compile(r"\W*(?:\w+\W+)?from (?:there|that|it|what|where|my|the|his|her|their|our|your|last)\b")
_COUPLE = re.compile(r"\ba couple(?: of)?\b")
_TO = re.compile(r"\b(?:to|at)\W+(?:level\W+)?$")
_MERELY_MORE = re.compile(r"\W*(?:\w+\W+)?(?:more|further|extra)\b")
_MIDDLE = pattern(
    "average|halfway|midpoint|middle ground|meet( \\w+){0,2} in the middle|(exactly|right|"
    "somewhere) in the middle|split the "
    "difference|in between|"
    "compromise between|mid ?way|meet( \\w+){0,2} half ?way|down the middle|the mean (of|between)|between (mine|my|"
    "yours|ours|his|hers?|\\w+'s)"
)
_HALF = pattern(
    "half (of |as (\\w+ )?(as )?)?(that|what|it|the (usual|last|old|previous|former|value|level|setting)|(my|his|"
    "her|their|your|our) \\w+|much as|(loud|bright|warm|strong|high|hard|fast|far|wide) as)|halve"
)
_HALF_OF_THE_TALK = pattern(f"({verbs('lose|miss|hear|catch|get|swallow|drown|forget|understand|follow')}) half")
"""What reaches somebody's ears or mind is no value."""
_NUMBERS_AT_MOST = 24
"""Numbers that are looked at in a request."""
_REACH = 45
"""Characters around a number within which a word says whether it is more or less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """How a remembered value is to be changed: multiplied, then added to."""

    add: int = 0
    factor: float = 1.0


def shift_of(setting: Setting, request: str) -> Shift:
    """The change that a plain request asks for relative to what is remembered; no change where it asks for none."""
    request = _COUPLE.sub("two", request)
    for number in islice(numbers(request), _NUMBERS_AT_MOST):
        if sign := _SIGN.search(request[max(0, number.start - _REACH) : number.start]):
            return Shift(add=number.value if sign[1] == "plus" else -number.value)
    for words, factor in (("twice|double*|two times", 2.0), ("three times|triple*|treble", 3.0), ("four times", 4.0)):
        if pattern(words).search(request):
            return Shift(factor=factor)
    if _HALF.search(_HALF_OF_THE_TALK.sub(" ", request)):
        return Shift(factor=0.5)
    up, down = _UP, _DOWN
    if setting.more:
        # its own words go before: a map that is closer is larger, other things that are closer are not
        up, down = (rf"{own}|(?!(?:{body(other)})\b)(?:{usual})" for own, other, usual in (
            (setting.more, setting.less, _UP), (setting.less, setting.more, _DOWN)
        ))  # fmt: skip
    for number in islice(numbers(request), _NUMBERS_AT_MOST):
        if step := _step(request, number, up, down):
            return Shift(add=step)
    if m := _BIT.search(request):
        behind, before = request[m.end() : m.end() + _REACH], request[max(0, m.start() - _REACH) : m.start()]
        return Shift(add=_way(up, down, behind, before))
    return Shift()


def shifted(setting: Setting, value: SettingValue, shift: Shift) -> SettingValue:
    """The value after the change, rounded down and kept within the setting's limits; words and booleans stay."""
    if isinstance(value, bool) or not isinstance(value, int) or shift == Shift():
        return value
    return max(setting.minimum, min(setting.maximum, int(value * shift.factor) + shift.add))


def between(setting: Setting, request: str, choices: Sequence[Choice]) -> int | None:
    """The mean of what the two likeliest people want, rounded down, where a request asks for the middle; else None."""
    if not _MIDDLE.search(request):
        return None
    best: dict[str, int] = {}
    for choice in choices:
        value = choice.claim.value
        if setting.kind == "integer" and isinstance(value, int) and not isinstance(value, bool):
            best.setdefault(max(choice.claim.owners, key=lambda who: choice.claim.owners[who], default=""), value)
    values = list(best.values())
    if len(values) < 2:
        values = list(dict.fromkeys(choice.claim.value for choice in choices if type(choice.claim.value) is int))
    return (values[0] + values[1]) // 2 if len(values) > 1 else None


def _step(request: str, number: Number, up: str, down: str) -> int:
    """The number as a step up or down; 0 where it is none, such as in "set it to 5"."""
    before = request[max(0, number.start - _REACH) : number.start]
    behind = request[number.end : number.end + _REACH]
    if _TAKES.search(before) and _OFF.match(behind):
        return -number.value
    way = _way(up, down, behind, before)
    compared = re.match(rf"\W*(?:{body(up)}|{body(down)})\b", behind)
    step = _BY.search(before) or _ADDS.search(before) or _UP_OR_DOWN.search(before) or _FROM_THERE.match(behind)
    if not way or not (UNIT.match(behind) or step or compared):
        return 0
    if _TO.search(before) and not pattern("than|from").search(before + behind):
        return 0
    return way * number.value


def _way(up: str, down: str, behind: str, before: str) -> int:
    """+1, -1 or 0: the nearest word of more or less, behind first; a mere "more" yields to a verb before it."""
    if _MERELY_MORE.match(behind) and pattern(f"{up}|{down}").search(before):
        behind = ""
    for text, nearest in ((behind, 0), (before, -1)):
        hits = sorted((m.start(), way) for way, words in ((1, up), (-1, down)) for m in pattern(words).finditer(text))
        if hits:
            return hits[nearest][1]
    return 0
