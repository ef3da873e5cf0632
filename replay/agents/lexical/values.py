"""What the question makes of the remembered value: itself, more, less, twice as much, or a value of its own.

Rule protected: a step is one unit where the question says "a bit"; the result stays within what the car allows.
"""

import re
from dataclasses import dataclass

from replay.agents.lexical.claims import ClaimValue, values_in
from replay.agents.lexical.lexicon import Setting
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.text import numbers, plain, sentences

_UP = (
    "higher|brighter|warmer|hotter|louder|turn* it up|stronger|faster|more|up|raise*|increase*|above|wider|further|farther|longer|harder|bigger|plus|extra|"
    "firmer|crank*|bump*|taller|boost*"
)
_DOWN = (
    "lower*|dimmer|cooler|colder|quieter|softer|weaker|slower|less|down|reduce*|decrease*|below|gentler|drop*|darker|smaller|minus|fewer|"
    "tone*|closer|shorter|cut"
)
_UNIT = r"(?:degrees?|levels?|units?|points?|percent|%|notch(?:es)?|steps?|centimet(?:er|re)s?|cm|clicks?|ticks?)"
_BIT = pattern("a (little |tiny |small )?(bit|touch|little|notch|tad|level|step|degree|point|hair|shade)|slightly|one (level|notch|step|degree)|somewhat|a little bit|just a touch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """How a remembered value is to be changed."""

    add: int = 0
    factor: float = 1.0


def shift_of(setting: Setting, request: str) -> Shift:
    """The change that a request asks for relative to what is remembered; no change where it asks for none."""
    up, down = f"{_UP}|{setting.more}".strip("|"), f"{_DOWN}|{setting.less}".strip("|")
    if pattern("twice|double").search(request):
        return Shift(factor=2.0)
    if pattern("half (of|as|that|the)|halve").search(request):
        return Shift(factor=0.5)
    for number in numbers(request):
        window = request[max(0, number.start - 45) : number.end + 40]
        behind = request[number.end : number.end + 40]
        before = request[max(0, number.start - 45) : number.start]
        unit = re.match(rf"\W*{_UNIT}\b", behind)
        sign = re.search(r"\b(plus|minus)\W+$", before)
        if sign:
            return Shift(add=number.value if sign[1] == "plus" else -number.value)
        by = re.search(r"\bby\W+(?:about\W+|around\W+|another\W+)?$", before)
        direction = _direction(up, down, behind, before)
        if direction and (unit or by or re.match(rf"\W*(?:{up.replace('*', chr(92) + 'w*')})\b|\W*(?:{down.replace('*', chr(92) + 'w*')})\b", behind)):
            if re.search(r"\b(?:to|at)\W+(?:level\W+)?$", before) and not pattern("than|from").search(window):
                continue
            return Shift(add=direction * number.value)
    if m := _BIT.search(request):
        direction = _direction(up, down, request[m.end() : m.end() + 30], request[max(0, m.start() - 45) : m.start()])
        if direction:
            return Shift(add=direction)
    return Shift()


def _direction(up: str, down: str, behind: str, before: str) -> int:
    """+1, -1 or 0: the nearest word of more or less, behind first."""
    if re.match(r"\W*(?:\w+\W+)?(?:more|further|extra)\b", behind):
        behind = ""
        before = before + " more" if not pattern(f"{up}|{down}").search(before) else before
    for text, nearest in ((behind, 0), (before, -1)):
        hits = sorted(
            [(m.start(), 1) for m in pattern(up).finditer(text)] + [(m.start(), -1) for m in pattern(down).finditer(text)]
        )
        if hits:
            return hits[nearest][1]
    return 0


def shifted(setting: Setting, value: ClaimValue, shift: Shift) -> ClaimValue:
    """The value after the change, rounded down and kept within the setting's limits; words and booleans stay."""
    if isinstance(value, bool) or not isinstance(value, int) or shift == Shift():
        return value
    return max(setting.minimum, min(setting.maximum, int(value * shift.factor) + shift.add))


def own_value(setting: Setting, scene: Scene) -> ClaimValue | None:
    """The value that the request itself gives, as in "play it at 1080p"; None where it only points at the past."""
    if setting.kind == "boolean" or pattern("than|usual|last time|like before|again|not").search(scene.request):
        return None
    said = [part for part in scene.parts if part.kind == "said"]
    for part in reversed(said):
        for sentence in sentences(part.text):
            words = plain(sentence)
            for value, mood in values_in(setting, part, words):
                if mood == "rejected" or value in _DOUBTFUL or isinstance(value, bool):
                    continue
                names = str(value) if isinstance(value, int) else setting.values.get(value, value.replace("_", " "))
                if pattern(f"(to|at|in|into|as|use|want|make it)( the| a| level)? ({names})").search(words):
                    return value
    return None


_DOUBTFUL = frozenset({"inside", "outside", "map", "scene", "auto", "off", "simple", "face", "feet", "window"})
