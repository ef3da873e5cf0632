"""Surnames that mean something else: of a Mr Green and a Ms Frost nothing is told of a color or of the weather.

Rule protected: what is named after somebody, and what is theirs, keeps its whole name, since it may be asked for.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from replay.agents.lexical.conditions import conditions
from replay.agents.lexical.people import COLOR, aliases


def by_first_name(text: str, people: Sequence[str]) -> str:
    """The text with such people's full names cut to first names, where these are nobody else's."""
    return _misleading(tuple(people)).sub(lambda m: m[0].split()[0], text)


@lru_cache(maxsize=64)
def _misleading(people: tuple[str, ...]) -> re.Pattern[str]:
    known = aliases(people)
    full = (person for person in people if " " in person and known.get(person.split()[0].lower()) == person)
    cut = [re.escape(person) for person in full if _means_more(person.split()[-1].lower())]
    return re.compile(rf"\b(?:{'|'.join(cut) or '(?!)'})\b(?!'s?\b| [A-Z])")


def _means_more(surname: str) -> bool:
    """Whether a surname is a word for a color or for a circumstance."""
    return bool(COLOR.fullmatch(surname) or conditions(surname))
