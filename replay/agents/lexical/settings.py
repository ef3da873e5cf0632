"""Which setting a question is about, told from its own words and from what the memory gave.

Rule protected: the question's own words weigh more than a record's; a setting that no record gives a value for is
chosen only where the question itself gives one. Among lines of a chat, all that speaks for a setting is counted as log
odds, so that things of different kinds may be added, see `_ask` and `_place`.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from replay.agents.lexical.choose import Choice, choose
from replay.agents.lexical.claims import Claim, claims_of, loose_claims
from replay.agents.lexical.facts import Record, untimed
from replay.agents.lexical.lexicon import SETTINGS
from replay.agents.lexical.likeness import points
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.speech import LIKENESS, LIKENESS_TOLD, is_named, meaning, strength

_BEYOND_DOUBT = 5.0
_NOT_NAMED = 0.6
"""What a record counts for a setting that it does not name."""
_LOOKED_AT = 20
_MEANT = 2.0
"""From here on a question means a setting: it names its part of the car, or is much like what is said of it."""
_MAY_MEAN = 1.0
"""From here on a question may mean a setting: it is somewhat like what is said of it. Below, it does not."""
_FOUND_FIRST = 6
"""Records in which a bare value is looked for that says of nothing what it is."""
_SOME = 0.05
"""How much of the question such a record must share."""
_ANYTHING = r"\w+"
_NAMES = 0.55
"""Log odds of a point of clearness with which the question names a setting. This and those below were fitted together
to retold talk (docs/lexical.md): the share of the right setting among all that may be meant was made greatest."""
_NAMED = 1.5
"""Of what is asked for naming the part of the car, or its cue."""
_LIKE = 0.36
"""Of a point of being like the setting, of the whole question."""
_LIKE_ASKED = 0.47
"""The same of what is asked for."""
_TOLD = 0.29
"""Of a point of clearness with which the records speak of the setting."""
_HEARD = 2.35
"""Of the one whose wishes count speaking in the first record that was found."""
_FADES = 0.2
"""How much less each place further down in the memory's answer counts."""
_SHARED = 7.3
"""Of the record of the best value saying all that the question says."""
_LIKE_RECORD = 0.38
"""Of a point of that record being like the setting."""
_LIKE_LINE = 0.28
"""The same of the sentence that gives a value, the likest of the best few."""
_BEST_FEW = 5
_VALUED = -1.9
"""Of a value being there at all: a sentence and a record that are nowhere like the setting speak against it."""
_SWITCHED = -1.7
"""Of the value being on or off, which is said of much ("open doors", "a light day")."""
_CLEARLY = 2.0
"""From here on records speak of a setting so clearly that it may be meant beside a free name, or instead of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A setting that may be meant."""

    setting: Setting
    asked: float
    """How clearly the question speaks of it."""
    known: float
    """How clearly the records do, one with another, as far as they count, and what their places say for it."""
    claims: tuple[Claim, ...]
    choices: tuple[Choice, ...]
    """The claims that may hold, the best fitting first; empty where no record gives a value."""

    @property
    def score(self) -> float:
        """How likely it is meant."""
        return self.asked + self.known

    @property
    def is_clearly_told(self) -> bool:
        """Whether records speak of it so clearly that it may be meant where the question asks for something else."""
        return self.known >= _CLEARLY


class _Scarce:
    """What the words of a question are worth: the fewer records share one, the more it tells.

    Sums are exact (`fsum`), since the order of a set of words differs from process to process.
    """

    def __init__(self, scene: Scene, records: Sequence[Record]) -> None:
        seen = Counter(stem for record in records for stem in record.stems)
        self._worth = {stem: math.log(1 + len(records) / max(1, seen[stem])) for stem in scene.stems}
        self._whole = math.fsum(self._worth.values()) or 1.0

    def share(self, stems: frozenset[str]) -> float:
        """How much of the question's words these stems hold: 0 nothing, 1 all."""
        return math.fsum(n for stem, n in self._worth.items() if stem in stems) / self._whole


def candidates(scene: Scene, records: Sequence[Record]) -> tuple[Candidate, ...]:
    """Every setting that question or records speak of, the likeliest first; ties in the table's order.

    Among lines of a chat, both parts of the score are log odds.
    """
    chat = any(record.spoken for record in records)
    likeness = LIKENESS if chat else LIKENESS_TOLD
    words = untimed(scene.words)
    asked = {setting.key: _asked(setting, scene.request, words, likeness) for setting in SETTINGS}
    found = []
    scarce = _Scarce(scene, records)
    for setting in _worth_a_look(asked, records):
        told = [_told(setting, record) for record in records]
        claims = claims_of(setting, records)
        if chat and not any(scene.owner in claim.owners for claim in claims):
            claims += _loose(setting, asked[setting.key], scene, records, scarce)
        choices = choose(setting, claims, scene, records)
        known = _known(records, told, {claim.record for claim in claims})
        if not (claims or chat):
            known *= 0.5
        ask = asked[setting.key]
        if chat:
            ask = _ask(setting, scene.request, words)
            known = _TOLD * known + (_place(setting, choices, scene, scarce) if choices else 0.0)
        found.append(Candidate(setting=setting, asked=ask, known=known, claims=claims, choices=choices))
    return tuple(sorted(found, key=lambda c: (not (chat or c.choices or c.known), -c.score)))


def _worth_a_look(asked: Mapping[str, float], records: Sequence[Record]) -> list[Setting]:
    """The settings that question or records speak of most clearly, in the table's order; the rest cannot win."""
    clear = {
        setting.key: asked[setting.key] + max((record.about.get(setting.key, 0.0) for record in records), default=0.0)
        for setting in SETTINGS
    }
    best = set(sorted((key for key, n in clear.items() if n), key=lambda key: -clear[key])[:_LOOKED_AT])
    return [setting for setting in SETTINGS if setting.key in best]


def _asked(setting: Setting, request: str, words: str, likeness: float) -> float:
    """How clearly the question means a setting; its likeness counts half where no part of the car is named."""
    return sum(
        weight * meaning(setting, text, likeness if is_named(setting, text) else likeness / 2)
        for weight, text in ((1.0, request), (0.5, words))
    )


def _ask(setting: Setting, request: str, words: str) -> float:
    """The log odds that the question gives a setting: by what it names, and by what it is like."""
    return (
        _NAMES * strength(setting, words)
        + _NAMED * is_named(setting, request)
        + _LIKE * points(setting.key, words)
        + _LIKE_ASKED * points(setting.key, request)
    )


def _loose(
    setting: Setting, asked: float, scene: Scene, records: Sequence[Record], scarce: _Scarce
) -> tuple[Claim, ...]:
    """The owner's claims from lines that name no part of the car: those that speak of the setting's aspect or level.

    Where the question only may mean the setting, or they say nothing of it, those found first that share words with it.
    """
    claims: tuple[Claim, ...] = ()
    if asked >= _MEANT:
        clear = strength(setting, scene.request) + 0.5 * strength(setting, scene.words)
        claims = loose_claims(setting, records, scene.owner, beyond_doubt=clear >= _BEYOND_DOUBT)
    if claims or asked < _MAY_MEAN or setting.kind == "boolean":
        return claims
    first = [record for record in records if record.rank < _FOUND_FIRST and scarce.share(record.stems) >= _SOME]
    found = loose_claims(replace(setting, aspect=_ANYTHING), first, scene.owner, beyond_doubt=False)
    return tuple(claim for claim in found if not isinstance(claim.value, bool))


def _told(setting: Setting, record: Record) -> float:
    """How clearly a record speaks of a setting, less where it is only like what is said of it."""
    return record.about.get(setting.key, 0.0) * (1.0 if is_named(setting, record.words) else _NOT_NAMED)


def _place(setting: Setting, choices: Sequence[Choice], scene: Scene, scarce: _Scarce) -> float:
    """The log odds that a setting gets from where its values were found in a chat.

    How early a record stands in the memory's answer in which someone speaks whose wishes count; what the record of the
    best value shares with the question, rare words before common ones; how like the setting record and sentence are.
    """
    records = dict.fromkeys(choice.claim.record for choice in choices)
    heard = max(
        scene.wish_of(part.who) / (1.0 + _FADES * record.rank) for record in records for part in record.parts
    )  # fmt: skip
    best = choices[0].claim.record
    line = max(points(setting.key, choice.claim.sentence) for choice in choices[:_BEST_FEW])
    return (
        _HEARD * heard
        + _SHARED * scarce.share(best.stems)
        + _LIKE_RECORD * points(setting.key, best.words)
        + _LIKE_LINE * line
        + _VALUED
        + _SWITCHED * (setting.kind == "boolean")
    )


def _known(records: Sequence[Record], told: Sequence[float], with_value: set[Record]) -> float:
    """How clearly the records speak of a setting: the mean of told facts, the best three of spoken lines."""
    if not records:
        return 0.0
    points = sorted(
        (
            min(n, 8.0) * (1.0 if record in with_value else 0.4) / (1.0 + 0.05 * record.rank * record.spoken)
            for record, n in zip(records, told, strict=True)
        ),
        reverse=True,
    )
    if records[0].spoken:
        points = points[:3]
    return 1.5 * sum(points) / (3 if records[0].spoken else len(points))
