"""Which setting a question is about, told from its own words and from what the memory gave.

Rule protected: the question's own words weigh more than a record's; a setting that no record gives a value for is
chosen only where the question itself gives one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from replay.agents.lexical.claims import Claim, claims_of
from replay.agents.lexical.facts import Record
from replay.agents.lexical.lexicon import SETTINGS, Setting
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.speech import is_direct, strength

_HEARSAY = 0.45


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A setting that may be meant."""

    setting: Setting
    asked: float
    """How clearly the question speaks of it."""
    known: float
    """How clearly the records do, one with another."""
    trust: float
    """How much the records count: less for what only a chat speaks of, while the question names something else."""
    claims: tuple[Claim, ...]

    @property
    def score(self) -> float:
        """How likely it is meant."""
        return self.asked + self.known * self.trust


def candidates(scene: Scene, records: Sequence[Record]) -> tuple[Candidate, ...]:
    """Every setting that question or records speak of, the likeliest first; ties in the table's order."""
    found = []
    for setting in SETTINGS:
        asked = sum(
            weight * strength(setting, text) * (1.0 if is_direct(setting, text) else 0.5)
            for weight, text in ((1.0, scene.request), (0.5, scene.words))
        )
        told = [record.about.get(setting.key, 0.0) for record in records]
        if not asked and not any(told):
            continue
        claims = claims_of(setting, records)
        ranks = {claim.record.rank for claim in claims}
        known = _known(records, told, ranks)
        if not claims:
            known *= 0.5
        found.append(Candidate(setting=setting, asked=asked, known=known, trust=1.0, claims=claims))
    if any(record.spoken for record in records) and max((c.asked for c in found), default=0.0) >= 2.0:
        found = [replace(c, trust=_HEARSAY) if not c.asked else c for c in found]
    return tuple(sorted(found, key=lambda c: -c.score))


def _known(records: Sequence[Record], told: Sequence[float], with_value: set[int]) -> float:
    """How clearly the records speak of a setting: the mean of told facts, the best three of spoken lines."""
    if not records:
        return 0.0
    points = sorted(
        (min(n, 8.0) * (1.0 if record.rank in with_value else 0.4) / (1.0 + 0.05 * record.rank * record.spoken)
         for record, n in zip(records, told, strict=True)),
        reverse=True,
    )
    if records[0].spoken:
        points = points[:3]
    return 1.5 * sum(points) / (3 if records[0].spoken else len(points))
