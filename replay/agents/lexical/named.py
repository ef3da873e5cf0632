"""What free names look like in a text: "Harbor Clinic on 5th Street", "98.5", "the local news station".

Rule protected: a name ends with its sentence, and people who share the car are none; a bare noun ("the station", "my
usual playlist") only points at a name.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from replay.agents.lexical.patterns import body

DATE = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
)
"""Capitalized words that are days and months."""
_JOINS = (
    r"(?:of|and|the|in|to|for|a|an|on|at|with|from|near|de|la|le|les|du|des|der|die|das|von|van|el|los|y|di|da|del|et)"
)
"""Small words within a name."""
_WORD = rf"(?!{DATE}s?\b|[AP]M\b|I\b|Driver\b|Passenger\b)[A-Z][\w&-]*(?:'[A-Za-z]\w*|')?"
_FULL = rf"{_WORD}(?:\.(?= [A-Z]))?"
_PROPER = re.compile(
    rf"(?<![\w:])(?<!\w')(?:\d+\w* )?{_FULL}"
    rf"(?:(?: {_JOINS}){{0,2}} (?:{_FULL}|\d+(?:st|nd|rd|th)\b)| {_WORD}| \d+(?:\.\d+)?(?!\w|:))*"
)
"""Words in capitals, with small ones and numbers between them and a number of a house before them."""
_FREQUENCY = re.compile(r"(?<![\w.])\d{2,3}\.\d{1,2}(?: ?(?:FM|MHz|megahertz)\b)?")
_OWNER = (
    r"(?:the|a|an|my|our|his|her|their|your|that|this|those|these|some|one|"
    r"(?!(?:it|that|let|what|here|there|who|he|she|where|how)'s)\w+'s)"
)
"""What a described thing begins with."""
_NEAR = (
    r"(?: (?:in|on|at|by|near|off|behind|of) (?:(?:the|my|our|his|her|their) )?"
    rf"(?:(?:\d+\w* )?{_WORD}(?: {_WORD})*|(?:[a-z]+ )?(?:suburbs?|city(?: center)?|hills?|harbou?r|river|lake|"
    r"outskirts|downtown|uptown|town|village|valley|mall|airport|(?:north|south|east|west)(?: (?:side|end))?|"
    r"old town)\b)|"
    r" (?:in )?(?:downtown|uptown)\b)"
)
"""Where something is, told behind its name."""
_NEAR_BEHIND = re.compile(_NEAR)
_POINTS = frozenset(
    re.findall(
        r"[\w']+",
        "same usual other right favorite favourite first last next only best proper own regular former previous "
        "great good funny nice little lovely very whole second morning evening current latest",
    )
)
"""Adjectives by which one thing is told from others of its kind, and that are no part of its name."""
_NO_START = frozenset(
    re.findall(
        r"[\w']+",
        "the a an my our his her their your its it's it i i'm i'll i've i'd we we're we'll he she they you that "
        "this those these there here and but or so if then when whenever while because since until after before "
        "as at to in on of for from with by near no not yes never always please let let's take bring drive get go "
        "navigate guide lead head play put start show tune switch turn set give find watch listen hear sing see "
        "make keep use call call's remember what where who which how why right left today tomorrow tonight once "
        "again only just even also maybe now okay ok well sorry oh hey hi wait actually time next off out up down "
        "back over straight resume stream queue have had is like was are were do does did can could will would "
        "should may might must every each all both one two three nobody everybody everyone some any goodness come "
        "open stop mum mom mummy mommy dad daddy papa mama grandma grandpa granny auntie uncle sir madam dear "
        "darling honey car",
    )
)
"""Words that begin a sentence in capitals, and no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A name and where it stands in its text."""

    text: str
    start: int
    end: int
    proper: bool
    """Written in capitals or digits, as opposed to described ("the local news station")."""
    placed: bool = False
    """Told with where it is."""


def names_in(text: str, heads: str, people: Collection[str], *, places: bool = False) -> tuple[Name, ...]:
    """The names in a sentence in order, of things called by a noun of the pattern `heads`; none overlaps another.

    `people` are names, whole and in parts, that are no such names; `places` have with them where they are.
    """
    found = (*_described(text, heads, places), *_numbers(text), *_proper(text, people, heads, places))
    kept: list[Name] = []
    for name in sorted(found, key=lambda name: (name.start, -name.end)):
        if not kept or name.start >= kept[-1].end:
            kept.append(name)
        elif name.end > kept[-1].end:
            kept[-1] = name
    return tuple(kept)


def _numbers(text: str) -> Iterator[Name]:
    for m in _FREQUENCY.finditer(text):
        yield Name(text=m[0].split()[0], start=m.start(), end=m.end(), proper=True)


def _proper(text: str, people: Collection[str], heads: str, places: bool) -> Iterator[Name]:
    for m in _PROPER.finditer(text):
        words = [(w[0], m.start() + w.start(), m.start() + w.end()) for w in re.finditer(r"\S+", m[0])]
        first = not text[: m.start()].strip(" '\"")
        while words and (
            _is_person(words[0][0], people) or not _is_capital(words[0][0]) or (first and _begins_nothing(words))
        ):
            first = first and not words[0][0][0].isupper()
            words.pop(0)
        while words and (_is_person(words[-1][0], people) or not _is_capital(words[-1][0])):
            words.pop()
        if not any(word[0].isupper() for word, _, _ in words):
            continue
        start, end = words[0][1], words[-1][2]
        bare = re.sub(r"(?:'s|')$|[.,]$", "", text[start:end])
        if len(words) == 1 and (bare.lower() in _NO_START or re.fullmatch(body(heads), bare, re.IGNORECASE)):
            continue
        near = _NEAR_BEHIND.match(text, end) if places else None
        if near:
            end, bare = near.end(), text[start : near.end()]
        if len(bare) > 1:
            yield Name(text=bare, start=start, end=end, proper=True, placed=bool(near))


def _is_capital(word: str) -> bool:
    """Whether a word may begin or end a name: "Harbor", "14"; not "I'm"."""
    return (word[0].isupper() and not word.startswith("I'")) or word[0].isdigit()


def _begins_nothing(words: list[tuple[str, int, int]]) -> bool:
    """Whether the first word has its capital from the sentence alone, as far as can be seen."""
    word = words[0][0].lower().rstrip(".")
    return word in _NO_START or len(words) == 1 or not words[1][0][0].isupper()


def _is_person(word: str, people: Collection[str]) -> bool:
    return re.sub(r"'s?$|\.$", "", word) in people


def _described(text: str, heads: str, places: bool) -> Iterator[Name]:
    at = 0
    while m := _described_by(heads).search(text, at):
        at = m.start() + 1
        start, words = m.start("name"), m["name"].split()
        while len(words) > 1 and (words[0].lower() in _POINTS or re.fullmatch(_OWNER, words[0], re.IGNORECASE)):
            start += len(words[0]) + 1
            words.pop(0)
        near = _NEAR_BEHIND.match(text, m.end("name")) if places else None
        if (len(words) < 2 and not near) or any(w.lower() in _NO_START or "'" in w[1:-2] for w in words[:-1]):
            continue
        at = near.end() if near else m.end("name")
        found = text[start:at]
        yield Name(text=found, start=start, end=at, proper=found != found.lower(), placed=bool(near))


@lru_cache(maxsize=16)
def _described_by(heads: str) -> re.Pattern[str]:
    """Up to four words and one of `heads` behind an article or an owner."""
    nouns = body(heads)
    return re.compile(
        rf"\b{_OWNER} (?P<name>(?:[\w'-]+ ){{0,4}}?(?:{nouns})(?: (?:{nouns}))*(?: \d+)?)\b(?!-)", re.IGNORECASE
    )
