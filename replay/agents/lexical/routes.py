"""By what kind of road a destination is to be reached.

Rule protected: a kind of road that the request names goes first; one that the memory tells is taken only where the
request speaks of the way, or where it was told together with the destination.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from replay.agents.lexical.choose import choose
from replay.agents.lexical.claims import Claim, claimed
from replay.agents.lexical.clauses import clauses
from replay.agents.lexical.corrections import Found, corrected
from replay.agents.lexical.facts import Record
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.text import plain, sentences

_ROUTES = {
    "fastest": "(fastest|quickest)( (route|way|road|one))?|as (fast|quickly) as possible",
    "shortest": "shortest( (route|way|road|one))?",
    "no_highway": (
        "(no|not on|avoid*|without|off|skip*|hate*|stay off|never take)( the| any)? (highway|freeway|motorway|"
        "expressway|interstate|turnpike)*|back roads|country roads"
    ),
    "no_toll": "(no|avoid*|without|skip*|hate*|never pays?|refuse* to pay|around)( a| any| the)? toll*",
}
"""The kinds of road, and how each is said."""
_WAY = pattern("route|way|roads?|highway|motorway|freeway|tolls?")
_AT_MOST = 12
_SETTING = replace(BY_KEY["navigation.destination"], key="navigation.route", kind="word", values=_ROUTES)


def route_for(place: str, scene: Scene, records: Sequence[Record]) -> str:
    """The kind of road to a place that the request names, or that someone told; empty where nobody does."""
    for kind, words in _ROUTES.items():
        if pattern(words).search(scene.request):
            return kind
    told = records if _WAY.search(scene.request) else [record for record in records if place in record.text]
    claims = [claim for record in told for claim in _claims(record)]
    choices = choose(_SETTING, claims, scene, records)
    return str(choices[0].claim.value) if choices else ""


def _claims(record: Record) -> list[Claim]:
    return claimed(corrected(islice(_found(record), _AT_MOST), record), record)


def _found(record: Record) -> Iterator[Found]:
    for at, part in enumerate(record.parts):
        for sentence in sentences(part.text):
            words = plain(sentence)
            found = sorted((m.start(), kind) for kind, told in _ROUTES.items() for m in pattern(told).finditer(words))
            for (start, kind), clause in zip(found, clauses(words, [start for start, _ in found]), strict=True):
                yield Found(
                    value=kind, mood="told", part=part, at=at, words=words, said=sentence, clause=clause, start=start
                )
