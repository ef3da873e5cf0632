"""Who is meant by a name or a pronoun in a narrated text.

Rule protected: a name stands for a person only where it is unambiguous among those who share the car; relations such
as `her niece` are people of their own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

CAR = "the car"
"""Stands for the car as someone who is spoken to or acts."""

PRONOUNS = frozenset({"he", "she", "they", "his", "her", "him", "their"})
"""Words that mean someone named before."""

RELATIONS = (
    "nephew|niece|mother|mom|father|dad|son|daughter|kids?|child|children|baby|toddler|wife|husband|sister|brother|"
    "grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|friend|colleague|client|boss|dog|cat|guest|parents"
)
"""Relatives and guests who are named by what they are; `|` between them."""
_CAR_WORDS = r"the (?:car|vehicle|system|assistant|voice assistant|onboard assistant)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place in a text where someone is named or meant."""

    who: str
    """A person's full name, a relation (`niece`), `CAR`, or the pronoun itself (`he`, `she`, `they`)."""
    start: int
    end: int
    possessive: bool
    """Named as the owner of something: `Maria's seat`, `his seat`."""


@lru_cache(maxsize=64)
def aliases(people: tuple[str, ...]) -> dict[str, str]:
    """What each person may be called, in lower case, to their full name; parts of names that two share are left out."""
    found: dict[str, str | None] = {}
    for person in people:
        parts = person.split()
        for alias in {person.lower(), parts[0].lower() if parts else "", parts[-1].lower() if parts else ""} - {""}:
            found[alias] = person if found.get(alias, person) == person else None
    return {alias: person for alias, person in found.items() if person}


@lru_cache(maxsize=64)
def _pattern(people: tuple[str, ...]) -> re.Pattern[str]:
    names = sorted(aliases(people), key=len, reverse=True)
    listed = "|".join(re.escape(name) for name in names) or "(?!)"
    return re.compile(
        rf"\b(?:(?P<name>{listed})|(?P<relation>{RELATIONS})|(?P<car>{_CAR_WORDS})|(?P<pronoun>he|she|they|his|her|him|their))"
        r"(?P<own>'s|')?(?!\w)",
        re.IGNORECASE,
    )


def mentions(text: str, people: Sequence[str]) -> tuple[Mention, ...]:
    """Everyone named or meant in the text, in order."""
    known = aliases(tuple(people))
    found = []
    for m in _pattern(tuple(people)).finditer(text):
        if m["name"]:
            who = known[m["name"].lower()]
        elif m["relation"]:
            who = m["relation"].lower()
        elif m["car"]:
            who = CAR
        else:
            who = m["pronoun"].lower()
        possessive = bool(m["own"]) or who in ("his", "their")
        found.append(Mention(who=who, start=m.start(), end=m.end(), possessive=possessive))
    return tuple(found)
