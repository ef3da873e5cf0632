"""Relatives and guests who are named by what they are to someone: "my stepson", "her mother-in-law".

Rule protected: each relation is a person of its own under one spelling, however it is hyphenated.
"""

import re
from collections.abc import Mapping

_SHE = (
    "mother|mom|mum|mummy|mommy|daughter|wife|sister|niece|grandmother|grandma|granny|nana|aunt|auntie|girlfriend|"
    "fiancee|granddaughter|grandniece"
)
_HE = (
    "father|dad|daddy|son|husband|brother|nephew|grandfather|grandpa|granddad|grandad|uncle|boyfriend|fiance|grandson|"
    "grandnephew"
)
_EITHER = (
    "kid|child|baby|toddler|cousin|friend|colleague|coworker|co worker|workmate|teammate|classmate|roommate|flatmate|"
    "neighbour|neighbor|client|customer|boss|manager|partner|spouse|sibling|parent|grandparent|grandchild|grandkid|"
    "guest|visitor|dog|puppy|cat"
)
_MANY = "children|grandchildren|parents|in laws|twins"
_FURTHER = "step|half|great|great grand|god|foster|twin|ex|co"
"""What stands before a relation and makes another one of it."""


def _spaced(words: str) -> str:
    return words.replace(" ", "[- ]")


RELATIONS = (
    rf"(?:(?:{_spaced(_FURTHER)})[- ]?)?(?:(?:{_SHE}|{_HE}|{_spaced(_EITHER)})s?|{_spaced(_MANY)})(?:[- ]in[- ]law)?"
)
"""The relations, singular and plural, as `re` syntax of small letters, without groups that capture."""
_IN_LAW = re.compile(r"[- ]in[- ]law$")


def relation(said: str) -> str:
    """The one spelling of a relation: `Step-son` is `stepson`, `mother in law` is `mother-in-law`."""
    said = said.lower()
    bare = _IN_LAW.sub("", said)
    return re.sub("[- ]", "", bare) + ("-in-law" if bare != said else "")


def _all_of(stems: str, pronoun: str) -> dict[str, str]:
    """The relations of a list, as they are and with what can stand before and behind them."""
    return {
        relation(f"{further}{stem}{law}"): pronoun
        for further in ("", *_FURTHER.split("|")) for stem in stems.split("|") for law in ("", "-in-law")
    }  # fmt: skip


KIN_PRONOUNS: Mapping[str, str] = _all_of(_SHE, "she") | _all_of(_HE, "he")
"""By which pronoun a relative is called."""
_WHOLE = re.compile(RELATIONS)


def is_relation(who: str) -> bool:
    """Whether someone is named by what they are to another."""
    return bool(_WHOLE.fullmatch(who))
