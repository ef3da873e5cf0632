"""Words of a text: one spelling, sentences, stems and numbers. Nothing here knows the car.

Rule protected: every later step reads the same plain form, so that a curly quote or `camelCase` never decides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_SPELLING = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "ʼ": "'",
        "`": " ",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": " - ",
        "…": "...",
        " ": " ",
        "°": " degrees ",
        "％": "%",
    }
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PATH = re.compile(r"\b[a-z]\w*(?:[._][A-Za-z]\w*)+\b")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\b[MD]r\.)(?<!\bM[rs]s\.)[\"')]*\s+|\n+|; ")
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_SMALL = _WORD.findall(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ROUND = _WORD.findall("twenty thirty forty fifty sixty seventy eighty ninety")
_TENS = {word: 10 * n for n, word in enumerate(_ROUND, 2)}
_UNITS = {word: n for n, word in enumerate(_SMALL)}
_WRITTEN = re.compile(
    r"\b(?:(?P<tens>" + "|".join(_TENS) + r")(?:[- ](?P<unit>" + "|".join(_SMALL[1:10]) + r"))?"
    r"|(?P<small>" + "|".join(_SMALL) + r")|(?P<hundred>(?:a|one) hundred|hundred))\b"
    r"(?!-| (?:hundred|thousand|million)\b)"
)
_DIGITS = re.compile(
    r"(?<![\w.:$#/])-?\d{1,4}(?!\d|:\d|\.\d|\w*(?:st|nd|rd|th)\b|[kdhp]\b|/\d| (?:hundred|thousand)\b)"
)
_ISO_DAY = re.compile(r"\b(?:19|20)\d\d[- ](?:0[1-9]|1[0-2])[- ](?:0[1-9]|[12]\d|3[01])(?!\d)")
"""A day as records are stamped, whose hyphens the plain text has lost."""
_MANY = re.compile(r"(?:\d|\b(?:" + "|".join((*_SMALL, *_ROUND, "several", "few", "couple")) + r")) $")
"""A hundred behind it is one of many."""
_MONTH = re.compile(r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december) $")
"""A number behind it is a day."""
_LACKS = re.compile(
    r"\b(?:no|without|not|never(?! open| set| put| turn| use| go)|"
    r"(?<!n't )(?<!not )(?<!never )forgot(?:ten)?|"
    r"lost|lacks?|took off|taken off)\W+(?:(?:the|my|a|an|any|his|"
    r"her|their|our)"
    r"\W+)?(\w+)"
    r"|\b(?:left|leaves|leaving) (?:the|my|his|her|their|our) (\w+) (?:at|behind|in the (?:house|hall|kitchen|"
    r"garage))\b"
    r"|\b(\w+) (?:is|was|were|are|stayed|stays) (?:missing|at home|gone|over|past|finished)\b"
    r"|\b(\w+) (?:isn't|is not|aren't|are not|wasn't|weren't|won't be) (?:with (?:us|me)|here|along|coming|aboard)\b"
    r"|\b(\w{3,})less\b(?<!unless)(?<!nevertheless)"
)
_ENDINGS = _WORD.findall("iness ness ingly edly ing ies ied ed ers er est es ly s y e")
_STOP = frozenset(
    _WORD.findall(
        "a an the and or but if of to in on at by for from with as is are was were be been being am it its it's i "
        "i'm i'll i've me my mine you your yours you're he his him she her hers they them their we us our let let's "
        "this that these those there here what who which when where how why do does did done don't not no yes so "
        "too very just like get got go going have has had can can't could will would should may might must than "
        "then into out up down over again now today before back last time set told said asked car ask tell say "
        "drive driving drove driver passenger want wants need needs wanted needed make made please some one thing "
        "all any about more less bit little really put keep still much same only even also change changed adjust "
        "adjusted setting settings usual usually prefer prefers preferred preference turn turned level mode good "
        "right well okay that's while because got looked took know see think "
        "two three four five six seven eight nine ten"
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number in a text."""

    value: int
    start: int
    end: int
    """Where it stands in the text."""


def spell(text: str) -> str:
    """The text in one spelling: straight quotes, plain dashes, paths such as `seat.driver.x_y` as words."""
    text = text.translate(_SPELLING)
    return _PATH.sub(lambda m: re.sub(r"[._]", " ", _CAMEL.sub(" ", m[0])), text)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The spelled text in lower case with hyphens and underscores as blanks, for phrase patterns."""
    return re.sub(r"(?<=\w)[-_](?=\w)", " ", _CAMEL.sub(" ", text)).lower().replace("pitch black", "pitch dark")


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text in order, blank ones left out."""
    return tuple(part.strip() for part in _SENTENCE.split(text) if part and part.strip())


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A crude stem that joins plain inflections: `heated`, `heating`, `heats`; never shorter than three letters."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word


@lru_cache(maxsize=4096)
def content_stems(text: str) -> frozenset[str]:
    """Stems of the words of `text` that carry meaning; function words and words of any request are left out."""
    return frozenset(
        stem(bare)
        for word in _WORD.findall(plain(text))
        if not {word, bare := word.split("'")[0]} & _STOP and not word.isdigit()
    )


@lru_cache(maxsize=4096)  # each value of a crowded record is held against the others by the same texts
def lacking(text: str) -> frozenset[str]:
    """Stems of what a plain text says is missing: "without gloves", "left the wedge at home"."""
    return content_stems(" ".join(next(filter(None, m.groups())) for m in _LACKS.finditer(text)))


def numbers(text: str) -> Iterator[Number]:
    """The whole numbers in a plain text in order, in digits or words up to a hundred; no clock times and days."""
    days = {place for m in _ISO_DAY.finditer(text) for place in range(*m.span())}
    found = [
        Number(value=int(m[0]), start=m.start(), end=m.end())
        for m in _DIGITS.finditer(text)
        if m.start() not in days and not _MONTH.search(text, max(0, m.start() - 12), m.start())
    ]
    for m in _WRITTEN.finditer(text):
        if m["hundred"]:
            if _MANY.search(text, max(0, m.start() - 12), m.start()):
                continue
            value = 100
        elif m["tens"]:
            value = _TENS[m["tens"]] + _UNITS.get(m["unit"] or "zero", 0)
        else:
            value = _UNITS[m["small"]]
        found.append(Number(value=value, start=m.start(), end=m.end()))
    yield from sorted(found, key=lambda n: n.start)
