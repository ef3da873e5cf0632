"""Which setting a question is about, told from its own words and from what the memory gave.

Rule protected: the question's own words weigh more than a record's; a setting that no record gives a value for is
chosen only where the question itself gives one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replay.agents.lexical.choose import Choice, choose
from replay.agents.lexical.claims import Claim, claims_of, loose_claims
from replay.agents.lexical.facts import Record
from replay.agents.lexical.lexicon import SETTINGS, Setting
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.speech import is_direct, is_named, spoken_of

_BEYOND_DOUBT = 5.0
_HEARSAY = 0.45
_DIGRESSION = 0.2
"""What a chat counts for a setting that the question leaves out, where it names another vaguely, or beyond doubt."""
_FIT = 1.0
"""What a point of fitness counts, see `choose`."""
_HINTED = 0.6
"""What a record counts for a setting that it does not name."""
_LOOKED_AT = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A setting that may be meant."""

    setting: Setting
    asked: float
    """How clearly the question speaks of it."""
    known: float
    """How clearly the records do, one with another, as far as they count."""
    claims: tuple[Claim, ...]
    choices: tuple[Choice, ...]
    """The claims that may hold, the best fitting first; empty where no record gives a value."""

    @property
    def score(self) -> float:
        """How likely it is meant."""
        return self.asked + self.known


def candidates(scene: Scene, records: Sequence[Record]) -> tuple[Candidate, ...]:
    """Every setting that question or records speak of, the likeliest first; ties in the table's order.

    What only a chat speaks of counts less where the question names something else, and more where it fits the scene.
    """
    chat = any(record.spoken for record in records)
    asked = {setting.key: _asked(setting, scene) for setting in SETTINGS}
    most = max(asked.values(), default=0.0)
    found = []
    for setting in _worth_a_look(asked, records):
        told = [
            record.about.get(setting.key, 0.0) * (1.0 if is_named(setting, record.words) else _HINTED)
            for record in records
        ]
        claims = claims_of(setting, records)
        if chat and asked[setting.key] >= 2.0 and not any(scene.owner in claim.owners for claim in claims):
            sure = asked[setting.key] >= _BEYOND_DOUBT
            claims += loose_claims(setting, records, scene.owner, beyond_doubt=sure)
        choices = choose(setting, claims, scene, records)
        known = _known(records, told, {claim.record.rank for claim in claims})
        if not claims:
            known *= 0.5
        if chat:
            known += _FIT * choices[0].score if choices else 0.0
            if most >= _BEYOND_DOUBT and asked[setting.key] < most / 2:
                known *= _DIGRESSION
            elif most >= 2.0 and asked[setting.key] < 1.0:
                known *= _HEARSAY
        found.append(Candidate(setting=setting, asked=asked[setting.key], known=known, claims=claims, choices=choices))
    return tuple(sorted(found, key=lambda c: (not (chat or c.choices or c.known), -c.score)))


def _worth_a_look(asked: Mapping[str, float], records: Sequence[Record]) -> list[Setting]:
    """The settings that question or records speak of most clearly, in the table's order; the rest cannot win."""
    clear = {
        setting.key: asked[setting.key] + max((record.about.get(setting.key, 0.0) for record in records), default=0.0)
        for setting in SETTINGS
    }
    best = set(sorted((key for key, n in clear.items() if n), key=lambda key: -clear[key])[:_LOOKED_AT])
    return [setting for setting in SETTINGS if setting.key in best]


def _asked(setting: Setting, scene: Scene) -> float:
    """How clearly the question speaks of a setting: half where it only hints at it, and for the telling around."""
    return sum(
        weight * clear * (1.0 if is_direct(setting, text) else 0.5)
        for weight, text in ((1.0, scene.request), (0.5, scene.words))
        if (clear := spoken_of(text).get(setting.key, 0.0))
    )


def _known(records: Sequence[Record], told: Sequence[float], with_value: set[int]) -> float:
    """How clearly the records speak of a setting: the mean of told facts, the best three of spoken lines."""
    if not records:
        return 0.0
    points = sorted(
        (
            min(n, 8.0) * (1.0 if record.rank in with_value else 0.4) / (1.0 + 0.05 * record.rank * record.spoken)
            for record, n in zip(records, told, strict=True)
        ),
        reverse=True,
    )
    if records[0].spoken:
        points = points[:3]
    return 1.5 * sum(points) / (3 if records[0].spoken else len(points))
