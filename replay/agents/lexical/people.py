"""Who is meant by a name or a pronoun in a narrated text.

Rule protected: a name stands for a person only where it is unambiguous among those who share the car; relations such
as `her niece` are people of their own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from replay.agents.lexical.inflection import verbs
from replay.agents.lexical.kinship import RELATIONS, is_relation, relation
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.text import numbers, plain
from replay.agents.lexical.vocabulary import COLORS

CAR = "the car"
"""Stands for the car as someone who is spoken to or acts."""

PRONOUNS = frozenset({"he", "she", "they", "his", "her", "him", "their"})
"""Words that mean someone named before."""

_NOT_A_NAME = PRONOUNS | frozenset(
    re.findall(
        r"\w+",
        "i you we it me us them this that these those there here what who which when where how why the a an and but or "
        "so if then now no yes not my your our its let please all both everyone everybody nobody someone anyone one "
        "today tomorrow yesterday tonight january february march april may june july august september october november "
        "december monday tuesday wednesday thursday friday saturday sunday am pm hud ac tv fm dj papa mama mom dad "
        "nothing something anything everything somebody anybody neither none each every another other others such "
        "most many few some any only even still yet just maybe perhaps because "
        "out up down off on in at over under into onto from with without by for to of about around across near like as "
        "then so well good nice great sorry thanks please hello hi hey okay ok yeah wow ouch "
        "later once after before while during since until english chinese mandarin",
    )
)
"""Words that may stand in capitals where a name stands, and are none."""
COLOR = pattern("|".join(COLORS))
_GIVEN_NAME = r"[A-Z][^\W\d_]+(?:-[^\W\d_]+)*"
_ACTS = (
    verbs(
        "tell|say|ask|drive|set|be|get|have|take|sit|put|want|like|prefer|turn|change|switch|open|close|raise|lower|crank|"
        "play|park|pick|ride|read|make|leave|come|help|adjust|move|dial|recline|watch|call|reply|answer|choose|use|"
        "complain|mention|stand|start|wave|slide|drop|borrow|return|drink|join|enjoy|love|hate|adore|dislike|insist|shout|"
        "whisper|mutter|groan|sigh|swear|suggest|explain",
        "third",
        "past",
    )
    + "|runs"
)
_NAME_ACTS = re.compile(
    rf"(?P<name>{_GIVEN_NAME}(?: {_GIVEN_NAME})?)(?= (?:(?:and|alone|also|then|just|always|often|usually|never) )?"
    rf"(?:{_ACTS})\b)"
)
_DOES = verbs(
    "do|go|run|bring|buy|spend|lay|lie|sing|listen|sleep|eat|write|win|lose|feel|find|keep|let|give|speak|hear|see|"
    "know|need|think|wear|hold|throw|meet|pay|send|wake|fall|grow|begin|break|teach",
    "third",
    "past",
)
_NAME_DOES = re.compile(
    rf"(?P<name>{_GIVEN_NAME}(?: {_GIVEN_NAME})?)(?= (?:{_DOES}|knows?|keeps?|comes?|can't|won't|doesn't|didn't|never|"
    r"[a-z]{2,}ed)\b)"
)
"""Weaker signs of a name, which must stand elsewhere, too."""
_NAME_BEHIND = re.compile(
    r"\b(?:told|tells|asked|asks|drove|drives|driving|reminded|picked up|picks up|dropped off|joined|collected|fetched|"
    r"while|beside|next to|sitting with|alongside|accompanied by)"
    rf" (?P<name>{_GIVEN_NAME}(?: {_GIVEN_NAME})?)"
)
_NAME_OF_KIN = re.compile(rf"\b(?:{RELATIONS}) (?P<name>{_GIVEN_NAME})")
_QUOTED = re.compile(r"(?<!\w)['\"‘“].*?['\"’”](?!\w)")
_OF_THE_CAR = r"[- ](?:safety[- ])?(?:locks?|seats?|proof)\b"
"""What stands behind a child that is part of the car's name for something: a child lock."""
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


@lru_cache(maxsize=256)
def everyone(people: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Those who share the car, then whoever else a narrated text names as someone who acts or is spoken to.

    Words that cannot be names, such as pronouns and what the text also writes in small letters, are left out.
    """
    told = _QUOTED.sub(" ", text)
    common = frozenset(re.findall(r"\b[a-z]+\b", text))
    acting = (m["name"] for names in (_NAME_ACTS, _NAME_BEHIND, _NAME_OF_KIN) for m in names.finditer(told))
    again = (m["name"] for m in _NAME_DOES.finditer(told) if len(re.findall(rf"\b{m['name'].split()[0]}\b", text)) > 1)
    found = [*people, *(name for name in (*acting, *again) if name.lower() not in common)]
    named = [" ".join(word for word in name.split() if _may_be_name(word, name in people)) for name in found]
    known = {part for person in people for part in (person, *person.split())}
    return tuple(dict.fromkeys(name for name in named if name and (name in people or name not in known)))


def _may_be_name(word: str, known: bool) -> bool:
    """Whether a word in capitals can name a person: no pronoun or the like, and no value unless it is `known`."""
    low = word.lower()
    return low not in _NOT_A_NAME and (known or not (COLOR.fullmatch(low) or any(numbers(plain(word)))))


def relatives(people: Sequence[str], text: str) -> dict[str, str]:
    """Which relation is which person, where a text names both in one breath ("her mother Ana"); nothing unclear."""
    found: dict[str, set[str]] = {}
    for one, other in pairwise(all_mentions(text, people)):
        if other.who in people and is_relation(one.who):
            between = text[one.end : other.start]
            if between in (" ", ", ") and not one.possessive:
                found.setdefault(one.who, set()).add(other.who)
    for m in _KIN_OF.finditer(text):
        if who := aliases(tuple(people)).get(m["name"].lower()):
            for elder in _ELDERS.findall(text):
                found.setdefault(elder, set()).add(who)
    return {kin: who.pop() for kin, who in found.items() if len(who) == 1}


_KIN_OF = re.compile(
    r"\b(?P<name>[A-Z]\w+)'s (?:\w+ )?(?:twins|sons?|daughters?|kids?|children|child|baby|toddler|boys?|girls?|"
    r"dogs?|cats?)\b"
)
_ELDERS = re.compile(r"\b(?:[Tt]heir|[Hh]is|[Hh]er|[Ii]ts) (mother|father|mom|dad|mum|mistress|master|owner)\b")
"""Whose a child or an animal is, where its owner was named: "Ann's twins ... their mother's trick"."""


@lru_cache(maxsize=64)
def aliases(people: tuple[str, ...]) -> dict[str, str]:
    """What each person may be called, in lower case, to their full name; parts of names that two share are left out.

    A single name that is part of one full name only is taken for that person.
    """
    found: dict[str, str | None] = {}
    for person in people:
        parts = person.split()
        if len(parts) == 1 and any(person in other.split() for other in people if other != person):
            continue
        for alias in dict.fromkeys(name.lower() for name in (person, *parts[:1], *parts[-1:]) if name):
            found[alias] = person if found.get(alias, person) == person else None
    return {alias: person for alias, person in found.items() if person}


_OWN = r"(?P<own>'s|')?(?!\w)"
_UNNAMED = re.compile(
    rf"\b(?:(?P<relation>{RELATIONS})(?!{_OF_THE_CAR})|(?P<car>{_CAR_WORDS})|(?P<pronoun>he|she|they|his|her|him|their)){_OWN}",
    re.IGNORECASE,
)
"""Those who are meant without a name."""


@lru_cache(maxsize=64)
def _named(people: tuple[str, ...]) -> re.Pattern[str]:
    known = aliases(people)
    written = {part for person in people for part in (person, *person.split()) if part.lower() in known}
    names = sorted({*known, *written}, key=lambda name: (-len(name), name))
    listed = "|".join(re.escape(name) for name in names) or "(?!)"
    return re.compile(rf"\b(?P<name>{listed}){_OWN}", re.IGNORECASE)


def mentions(text: str, people: Sequence[str]) -> tuple[Mention, ...]:
    """Everyone named or meant in the text, in order; a relation right before its bearer's name is left out."""
    found = all_mentions(text, people)
    return tuple(
        one for one, other in zip(found, (*found[1:], None), strict=False)
        if not (other and is_relation(one.who) and other.who in people and text[one.end : other.start] in (" ", ", "))
    )  # fmt: skip


def all_mentions(text: str, people: Sequence[str]) -> tuple[Mention, ...]:
    """Everyone named or meant in the text, in order."""
    return _found(text, tuple(people))


def _meant(m: re.Match[str]) -> str:
    """Who is meant without a name."""
    if m["relation"]:
        return relation(m["relation"])
    return CAR if m["car"] else m["pronoun"].lower()


@lru_cache(maxsize=4096)
def _found(text: str, people: tuple[str, ...]) -> tuple[Mention, ...]:
    known = aliases(people)
    found: list[Mention] = []
    # without regard to case, `re` also takes letters such as the long s for their likes: those are other words
    named = [(m, known[name]) for m in _named(people).finditer(text) if (name := m["name"].lower()) in known]
    unnamed = [(m, _meant(m)) for m in _UNNAMED.finditer(text) if m[0].isascii()]
    for m, who in sorted((*named, *unnamed), key=lambda pair: pair[0].start()):
        if not found or m.start() >= found[-1].end:
            possessive = bool(m["own"]) or who in ("his", "their")
            found.append(Mention(who=who, start=m.start(), end=m.end(), possessive=possessive))
    return tuple(found)


_HANDLES = re.compile(
    r"\b(?:make|makes|made|making|keep|kept|let|lets|get|help|give|gave|wake|woke|bring|drove|told) $"
)
"""Before `her` it means the one that something is done to."""


def is_object(sentence: str, mention: Mention) -> bool:
    """Whether a pronoun is told of as someone to whom something is done: `him`, or `her` with no noun behind."""
    if mention.who != "her":
        return mention.who == "him"
    return not re.match(r" \w", sentence[mention.end :]) or bool(_HANDLES.search(sentence[: mention.start]))


_WOMANS = re.compile(r"(?:a|elle|ette|line|tine|rine|lyn|lynn|beth|leen|reen|ice)$")
"""How women's names end more often than men's."""


def sounds_like_a_woman(who: str) -> bool:
    """Whether a given name ends as women's names do.

    It only ever decides whom `he` means among unknown people. With `she` whoever was spoken of last counts more, since
    many women are called otherwise.
    """
    return bool(_WOMANS.search(who.split()[0].lower() if who else ""))
