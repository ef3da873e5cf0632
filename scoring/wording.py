"""What a gold fact, or a passage of a memory's text, says: numbers, values, switches, refusals, occasions, topic words.

The rule: both sides are read alike, and what is denied is not said: `not 3`, `no longer level 3` hold no 3.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from memory.embedded.words import is_spaceless, runs
from scoring.car_words import CIRCUMSTANCES, PLAIN, car_stems, plain_words, stem, values, word_set

_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_TIME = re.compile(
    rf"\[[^\[\]\n\d]*\d[^\[\]\n]*\]|\b\d{{4}}-\d\d(?:-\d\d)?\b|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? \d{{4}})?|\b{_MONTH},? \d{{4}}\b"
    r"|\b(?:[Aa]t |[Bb]y )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\b\.?)?|\b\d{1,2} ?[AaPp]\.?[Mm]\b\.?"
)
_TOKEN = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*|[.!?;:,()\"\n]|[%°]")
_CLAUSE_END = frozenset('.!?;:,()"\n')
_SENTENCE_END = frozenset(".!?;\n")
_UP_TO = re.compile(
    r"\b(?:no|not|never|nor|any) (?:more|less|higher|lower|further|louder|fewer|later)(?: than)?\b", re.I
)
_NO_CONDITION = re.compile(r"\bno matter (?:what|who|how|when)\b|\bnot only\b", re.I)
_NEGATORS = word_set("avoid avoids cannot ditched never no not nobody none nor stopped without")
_DISLIKES = word_set("dislike dislikes disliked hate hates hated refuse refuses refused")
_SCOPE_END = word_set("and but although because instead since so though")
_COMPARED = frozenset({("instead", "of"), ("rather", "than"), ("replaces", "the"), ("replacing", "the")})
_WISHES = word_set(
    "adjust allow ask bother care enjoy have keep leave like listen love need play prefer put run set sit switch "
    "take touch turn use want wish"
)
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBERS: Mapping[str, int] = {
    **{word: number for number, word in enumerate(runs(_SMALL))},
    **{word: 10 * number for number, word in enumerate(runs(_TENS), start=2)},
}
_BEFORE_ONE = word_set(
    "at brightness by exactly gear height is level number on position setting speed stage step to volume"
)
_UNITS: Mapping[str, str] = {
    "%": "percent", "percent": "percent", "°": "degree", "degree": "degree", "degrees": "degree",
    "celsius": "degree", "fahrenheit": "degree", "c": "degree", "f": "degree",
    "km": "kilometer", "kilometer": "kilometer", "kilometers": "kilometer", "kilometres": "kilometer",
    "mile": "mile", "miles": "mile", "h": "hour", "hour": "hour", "hours": "hour",
    "minute": "minute", "minutes": "minute", "day": "day", "days": "day", "week": "week", "weeks": "week",
}  # fmt: skip
_ASSIGNERS = word_set("at level on position speed to volume number brightness height is degree")
_ON = re.compile(
    r"\b(?:turn|switch|put|flip|click)(?:s|ed|ing|ting)? (?:[\w'-]+ ){0,8}?on\b(?! (?:a|his|her|its|my|our|their)\b)"
    r"|\b(?:is|be|stay|stays|kept|keep|keeps|leave|leaves|left|want|wants|wanted|prefer|prefers|like|likes|set|sets)"
    r" (?:[\w'-]+ ){0,8}?on(?=\s*(?:$|[.,;:!?)'\"\n]|when|whenever|if|while|at|in|during|for|and|but|after|before))"
    r"|\b(?:enabl|activat)(?:e|es|ed|ing)\b|[:=] on\b", re.I,
)  # fmt: skip
_OFF = re.compile(
    r"\b(?:turn|switch|shut|put|flip|click|is|be|stay|keep|leave|want|prefer|like|set|kept|left|with|have|has|had)"
    r"(?:s|ed|ing|ting)? (?:[\w'-]+ ){0,8}?off\b(?! (?:a|his|her|its|my|our|their|to|at|work)\b)"
    r"|\b(?:disabl|deactivat)(?:e|es|ed|ing)\b|\b(?:hide|hides|hiding|hidden)\b|[:=] off\b", re.I,
)  # fmt: skip
_SWITCH_WORDS = word_set(
    "on off enable enables enabled enabling activate activates activated activating disable disables disabled "
    "disabling deactivate deactivates deactivated deactivating hide hides hiding hidden"
)
"""Without any of these a text switches nothing."""
_OCCASION = re.compile(r"\b(?:when|whenever|if|unless|until)\b(?P<said>[^.,;:!?\n]*)", re.I)
_PLACED = re.compile(
    r"\b(?P<side>left|right)(?: rear| front|-hand)?(?:-| )"
    r"(?:side|mirror|seat|window|door|turn|indicator|blinker|headlight)"
    r"|\b(?:rear|front|back)(?:-| )(?P<corner>left|right)\b"
    r"|\b(?P<seat>driver|passenger)(?:'s)?(?: side)?(?:'s)?(?:-| )(?:seat|side|window|door|mirror|reading|zone)", re.I,
)  # fmt: skip
_GRAMMAR = word_set(
    """
    a about adjusted after again all alone also always am an and any anymore are as asked asks at be because been
    before being both but by can car changed complained could declared did do does doing done down drive driver
    drives driving drove during each even ever every explained few for from get got had has have he her here hers
    herself him himself his how i if in into is it its itself just keep keeps kept let like liked likes ll love
    loves m me mentioned mine more most much my myself need needed needs no nor not noted now of off ok on once only
    or other our out over own please prefer preference preferred prefers put re really remarked replied rides s said
    saying says set sets setting shall she should sit sits sitting so some stated still such t tell telling than
    thank thanks that the their them themselves then there these they thing this those though through to told too
    turned under unless until up us user usual usually ve very want wanted wants was way we were what when whenever
    where wherever which while who whose why will with would yes you your
    """
)
"""Words of grammar, of wishing and of reporting: they tell no fact from another."""

_AIR, _WARMTH = frozenset({stem("air"), stem("conditioner")}), frozenset({stem("temperature")})
THINGS = "things"
"""The unit of `two cats`: no setting has it."""
Switch = Literal["on", "off", ""]


@dataclass(frozen=True, slots=True, order=True)
class Number:
    """A number and its unit; an empty unit fits any."""

    value: float
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a text says; nothing of it is denied, unless the field says so."""

    said: frozenset[str]
    """All folded words, for looking up names."""
    words: frozenset[str]
    """The stems of words with a meaning of their own; numbers are not among them. Pairs in spaceless scripts."""
    car: frozenset[str]
    """The stems that are words of the car; synonyms as the plainest name of the setting."""
    numbers: frozenset[Number]
    assigned: frozenset[Number]
    """Those that follow `to`, `at`, `level` and the like in the last sentence that has any."""
    values: Mapping[str, frozenset[str]]
    """The values that are words, by their kind."""
    circumstances: Mapping[str, frozenset[str]]
    switch: Switch
    is_refusal: bool
    """Whether it says what is not wished for, or off."""
    occasion: frozenset[str]
    """The stems of what follows `when`, `if`, `unless` or `until`."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    number: float | None
    is_denied: bool
    sentence: int


def without_times(text: str) -> str:
    """`text` without days, dates and clock times, in brackets or not, and with straight quotation marks."""
    return _TIME.sub(" ", text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'}))


def number_forms(value: float) -> frozenset[str]:
    """Words of which every text that holds the number has at least one: its first digits, or its first word."""
    whole = int(value)
    thousands = [f"{whole:,}".partition(",")[0]] if whole >= 1000 else []
    spelled = [word for word, number in _NUMBERS.items() if number == (whole if whole < 20 else whole - whole % 10)]
    return frozenset([str(whole), *thousands, *spelled, *(["hundred"] if whole == 100 else [])])


def value_forms(values: Iterable[str]) -> frozenset[str]:
    """Words of which every text that holds one of the values has at least one."""
    first = {value.split(" ", 1)[0] for value in values}
    return frozenset(first | {word for word, plain in PLAIN.items() if plain[0] in first})


def has_negation(words: Iterable[str]) -> bool:
    """Whether any of these folded words denies or refuses something: `never`, `hates`, `off`, the `t` of `don't`."""
    return not (_NEGATORS | _DISLIKES | {"off", "t"}).isdisjoint(words)


@lru_cache(maxsize=32_768)
def read(text: str) -> Wording:
    """What `text` says, which is without times; the empty text says nothing."""
    plain = _NO_CONDITION.sub(" ", _UP_TO.sub("at most", text))
    tokens = list(_tokens(plain))
    is_unit = [False, *(earlier.number is not None and later.text in _UNITS for earlier, later in pairwise(tokens))]
    named = [token for token, unit in zip(tokens, is_unit, strict=False) if token.number is None and not unit]
    folded = _folded(token.text for token in named)
    held = _folded(token.text for token in named if not token.is_denied)
    numbers, assigned = _numbers(tokens)
    car = car_stems(folded)
    if car >= _AIR and any(number.unit == "degree" for number in numbers):
        car |= _WARMTH  # `the air conditioner at 21 degrees` is about its temperature
    if car >= _WARMTH:
        car -= _AIR
    marks = {token.text for token in tokens}
    switch: Switch = "" if marks.isdisjoint(_SWITCH_WORDS) else _switch(plain)
    return Wording(
        said=frozenset(folded),
        words=frozenset(_stems(folded)),
        car=frozenset(car),
        numbers=numbers,
        assigned=assigned,
        values=_values(held),
        circumstances=_circumstances(plain, folded),
        switch=switch,
        is_refusal=switch == "off" or (not switch and _refuses(tokens)),
        occasion=frozenset(_stems(_folded(match["said"] for match in _OCCASION.finditer(plain)))),
    )


def _tokens(text: str) -> Iterator[_Token]:
    """Words, marks and numbers in order, each with whether it is denied.

    Denied is what follows a negation up to the clause's end, and what was: `instead of 3`, `from 3 to 2`, `too dark`.
    """
    found = _TOKEN.findall(text.casefold())
    is_denied: bool | Literal["was"] = False
    sentence = at = 0
    while at < len(found):
        word = found[at]
        number, used = _number(found, at)
        if word in _CLAUSE_END or word in _SCOPE_END or (word == "to" and is_denied == "was"):
            is_denied = False
        before = found[at - 1] if at else ""
        yield _Token(word, number, bool(is_denied) or before == "too", sentence)
        sentence += word in _SENTENCE_END or word == "then"
        if word in _NEGATORS or word in _DISLIKES or word.endswith("n't") or (before, word) in _COMPARED:
            is_denied = True
        elif word == "from" and "to" in found[at + 1 : at + 6]:
            is_denied = "was"
        at += used


def _number(found: Sequence[str], at: int) -> tuple[float | None, int]:
    """The number that begins at `at`, and how many tokens it takes; `one` counts only where a number is expected."""
    word = found[at]
    if word[0].isdecimal():
        return _digits(word), 1
    small = _NUMBERS.get(word)
    if small is None or (small == 1 and not (at and found[at - 1] in _BEFORE_ONE)):
        is_hundred = word == "hundred" and (at == 0 or found[at - 1] in ("a", "one"))
        return (100.0, 1) if is_hundred else (None, 1)
    unit = _NUMBERS.get(found[at + 1]) if at + 1 < len(found) else None
    if small >= 20 and unit is not None and 0 < unit < 10:
        return float(small + unit), 2
    return float(small), 1


def _digits(word: str) -> float | None:
    """The number that a word of digits is; None where no float is as great."""
    number = float(word.replace(",", "")) if word[0].isdecimal() else math.inf
    return number if math.isfinite(number) else None


def _numbers(tokens: Sequence[_Token]) -> tuple[frozenset[Number], frozenset[Number]]:
    numbers: set[Number] = set()
    by_sentence: dict[int, set[Number]] = {}
    for at, token in enumerate(tokens):
        if token.number is None or token.is_denied:
            continue
        number = Number(token.number, _unit(tokens[at + 1].text) if at + 1 < len(tokens) else "")
        numbers.add(number)
        before = {earlier.text for earlier in tokens[max(0, at - 2) : at]}
        if before & _ASSIGNERS:
            by_sentence.setdefault(token.sentence, set()).add(number)
    return frozenset(numbers), frozenset(by_sentence[max(by_sentence)] if by_sentence else ())


def _folded(texts: Iterable[str]) -> list[str]:
    return plain_words(runs(" ".join(texts)))


def _unit(word: str) -> str:
    """The unit that a word behind a number is, `THINGS` where it seems to be what was counted, or empty."""
    is_counted = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return _UNITS.get(word) or (THINGS if is_counted and word not in _GRAMMAR and not car_stems([word]) else "")


def _values(words: Sequence[str]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    known = values()
    for at, word in enumerate(words):
        for kind, value in known.get(word, ()):
            if tuple(words[at : at + len(value)]) == value:
                found.setdefault(kind, set()).add(" ".join(value))
                break
    return {kind: frozenset(named) for kind, named in found.items()}


def _circumstances(text: str, words: Iterable[str]) -> Mapping[str, frozenset[str]]:
    said = set(words)
    found = {kind: said.intersection(named) for kind, named in CIRCUMSTANCES.items() if kind not in ("side", "seat")}
    found |= {"side": set(), "seat": set()}
    for match in _PLACED.finditer(text):
        found["side"].update(m.casefold() for m in (match["side"], match["corner"]) if m)
        found["seat"].update([match["seat"].casefold()] if match["seat"] else [])
    return {kind: frozenset(named) for kind, named in found.items() if named}


def _switch(text: str) -> Switch:
    """The last state that it switches something to; what is denied is turned round."""
    last, switch = -1, ""
    for pattern, state, other in ((_ON, "on", "off"), (_OFF, "off", "on")):
        for match in pattern.finditer(text):
            if match.end() > last:
                before = re.split(r"[.,;:!?\n]|\bbut\b|\band\b", text[: match.start()])[-1].casefold().split()
                denied = any(word in _NEGATORS or word.endswith("n't") for word in (*before, *match[0].split()[:-1]))
                last, switch = match.end(), other if denied else state
    return "on" if switch == "on" else "off" if switch == "off" else ""


def _refuses(tokens: Sequence[_Token]) -> bool:
    for at, token in enumerate(tokens):
        if token.text in _DISLIKES or token.text in ("avoid", "avoids", "stopped", "without"):
            return True
        is_negator = token.text in _NEGATORS or token.text.endswith("n't")
        follows = {later.text for later in tokens[at + 1 : at + 5] if later.is_denied}
        if is_negator and any(word in _WISHES or word.removesuffix("s") in _WISHES for word in follows):
            return True
    return False


def _stems(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if is_spaceless(word):
            yield from [a + b for a, b in pairwise(word)] or [word]
        elif word not in _GRAMMAR and len(word) > 1 and word not in _NUMBERS and not word[0].isdecimal():
            yield stem(word)
