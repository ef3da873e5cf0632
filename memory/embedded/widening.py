"""From a query's words to those that would have meant the same: what a question and its answer need not share.

The rule: a query is widened by plain tables alone, the car's vocabulary and the needs that its settings meet, and
never by what was stored, so that the same query is widened alike at any time.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from memory.embedded.needs import NEEDS
from memory.embedded.words import is_spaceless, query_terms, runs, stem

_CLOCK = re.compile(r"\b\d{1,2}:\d\d(?:\s?[AP]M)?\b", re.IGNORECASE)

_SMALL = frozenset(
    re.findall(
        r"\w+",
        """
    a about actually after again all already also always am an and any are as ask asked asking asks at back be
    because been before being but by can car could couldn did didn do does doesn doing don done down drive driver
    drives driving drove else even ever every for from gave get gets getting give go goes going gone got had has
    hasn have haven having he her here hers him his how i if in into is isn it its itself just let like ll look m
    made make may me mention mentioned mentions might more most much must my myself need needed needs no not now of
    off ok okay on once one only or our ours out over passenger please put re really remember replied ride riding s
    said same say saying says see set she should so some something still such sure t take tell telling tells than
    thank thanks that the their them then there these they thing things this those to told too up us use used usual
    usually ve very want wanted wants was wasn we well were what when where which while who why will with won would
    wouldn yes you your yours
    """,
    )
)
"""Words of telling, asking and riding along, which say nothing of what is meant."""

MOST_GROUPS_OF_A_WORD = 12
"""A word of more settings than this (`level`) tells none of them apart and does not widen."""


def is_small(word: str) -> bool:
    """Whether a folded word says nothing of what is meant: `the`, `told`, `again`."""
    return word in _SMALL


def said_terms(query: str) -> list[str]:
    """The terms of a query (see `query_terms`) that carry meaning: no small words, no clock times.

    A query of nothing else keeps all its terms, so that whatever was said can be looked for.
    """
    terms = [term for term in query_terms(_CLOCK.sub(" ", query)) if term not in _SMALL]
    return terms or query_terms(query)


def said_pairs(query: str, terms: Sequence[str]) -> list[str]:
    """Neighbours in the query that are both among `terms`, written with a blank between them: `seat heating`."""
    kept = set(terms)
    pairs = (f"{one} {other}" for one, other in pairwise(runs(query)) if one in kept and other in kept)
    return list(dict.fromkeys(pairs))


class Widening:
    """Knows which words belong together: those of one setting of the car, and those of one need."""

    def __init__(self, vocabulary: Iterable[Sequence[str]]) -> None:
        """`vocabulary` holds groups of words that mean one setting; without any, nothing is ever widened."""
        settings = [_terms(group) for group in vocabulary]
        needs = [_terms(group) for group in NEEDS.values()] if settings else []
        self._groups = needs + settings
        self._words = list(dict.fromkeys(term for group in self._groups for term in group))
        self._always = range(len(needs))
        self._by_stem: dict[str, list[int]] = {}
        self._spaceless: dict[str, list[int]] = {}
        for number, group in enumerate(self._groups):
            for term in group:
                index = self._spaceless if is_spaceless(term) else self._by_stem
                numbers = index.setdefault(term.replace(" ", "") if is_spaceless(term) else stem(term), [])
                if number not in numbers:
                    numbers.append(number)

    @property
    def words(self) -> Sequence[str]:
        """All words that a query may be widened by, without repetition."""
        return self._words

    def related(self, query: str, terms: Sequence[str]) -> list[str]:
        """The words that the query did not say but might have meant, needs before settings, without repetition."""
        meant: set[int] = set()
        for term in terms:
            meant.update(self._telling(self._by_stem.get(stem(term), [])))
        for run in filter(is_spaceless, runs(query)):
            for piece, numbers in self._spaceless.items():
                if piece in run:
                    meant.update(self._telling(numbers))
        said = {stem(term) for term in terms}
        words = (term for number in sorted(meant) for term in self._groups[number])
        return [term for term in dict.fromkeys(words) if stem(term) not in said]

    def _telling(self, numbers: list[int]) -> list[int]:
        settings = [number for number in numbers if number not in self._always]
        return numbers if len(settings) <= MOST_GROUPS_OF_A_WORD else [n for n in numbers if n in self._always]


def _terms(group: Iterable[str]) -> list[str]:
    """The words of a group as an index holds them: `heated seat` gives two, `座椅` gives `座 椅`."""
    found = (" ".join(run) if is_spaceless(run) else run for word in group for run in runs(word))
    return list(dict.fromkeys(term for term in found if term not in _SMALL and not term.isdigit()))
