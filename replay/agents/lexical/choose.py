"""Which of the claims on a setting holds now.

Rule protected: first whose wishes count, then the circumstances, then the words that question and record share, then
what is usual and what is newest; every point given is named, so that a choice explains itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from replay.agents.lexical.claims import Claim, asked_state
from replay.agents.lexical.conditions import opposed
from replay.agents.lexical.facts import Record
from replay.agents.lexical.lexicon import Setting
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.senses import calls_for

_USUAL = pattern(
    "usual*|always|normal*|standard|profile|default|my (\\w+ )?(preference|setting|spot)|prefer*|regular|back to|restore|reset|original|favou?rite|like it|old days|used to|as i like|saved|go back"
)
_RECENT = pattern("current*|last time|latest|new|recent*|now|still|again|decided|found|last|updated|these days")
_NOT_PASSING = pattern("recover*|healed|settled|ended|is over|done with|finished|finally done|renew*|resolved|found the|ages ago|gone|back to normal|no longer|better now|fixed|repair*|renewed|just us")

_SPECIAL = frozenset({"rain", "call", "child", "elder", "dog", "cargo", "party", "romance", "fog", "sick", "injury", "exercise", "smell", "dust"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A claim and why it was preferred."""

    claim: Claim
    score: float
    why: str


def choose(setting: Setting, claims: Sequence[Claim], scene: Scene, records: Sequence[Record]) -> Choice | None:
    """The claim that fits the scene best; ties go to the newer, then to the later told. None where there is none."""
    open_claims = [claim for claim in claims if claim.mood != "rejected"]
    scored = [_score(setting, claim, open_claims, claims, scene, records) for claim in open_claims]
    return max(scored, key=lambda c: (c.score, c.claim.record.when, c.claim.order), default=None)


def _score(setting: Setting, claim: Claim, rivals: Sequence[Claim], everything: Sequence[Claim], scene: Scene, records: Sequence[Record]) -> Choice:
    points: list[tuple[float, str]] = []
    record = claim.record
    wish = max((scene.wishes.get(who, 0.0) * n for who, n in claim.owners.items()), default=0.0)
    points.append((4.0 * wish, "the wish of who it is for"))
    told = (scene.conditions & record.conditions) - _shared([rival.record.conditions for rival in _one_a_record(rivals)])
    points.append((1.0 * min(len(told), 3), "the same circumstances: " + ", ".join(sorted(told))))
    points.append((-1.2 * opposed(scene.conditions, record.conditions), "other circumstances"))
    hours = {"night", "day"} & (scene.conditions | {scene.hour}), {"night", "day"} & (record.conditions | {record.hour})
    by_clock = bool(scene.hour) + bool(record.hour)
    points.append(((0.0, 0.6, 0.3)[by_clock] * (hours[0] == hours[1]) - (0.0, 0.6, 0.3)[by_clock] * (not hours[0] & hours[1]), "the time of day"))
    words = (scene.stems & record.stems) - _shared([rival.record.stems for rival in _one_a_record(rivals)])
    points.append((0.6 * min(len(words), 5), "shared words: " + ", ".join(sorted(words))))
    values = frozenset(rival.value for rival in rivals)
    points.append((1.0 * calls_for(setting, claim.value, values, scene.words), "what the complaint calls for"))
    usual_asked = bool(_USUAL.search(scene.request))
    if usual_asked:
        points.append((1.8 * claim.usual - 1.8 * claim.passing, "the usual is asked for"))
    elif _NOT_PASSING.search(scene.request):
        points.append((-1.2 * claim.passing, "the occasion is over"))
    if claim.passing and any(
        other.when > record.when and _NOT_PASSING.search(other.words) and any(part.who in claim.owners for part in other.parts)
        for other in records
    ):
        points.append((-2.0, "the occasion was over later"))
    points.append((0.8 * claim.back, "gone back to"))
    unmet = (record.conditions & _SPECIAL) - scene.conditions
    points.append((-0.6 * min(len(unmet), 2), "told of an occasion that is not now: " + ", ".join(sorted(unmet))))
    points.append((3.0 * (record.day[5:] in scene.days), "the day that is named"))
    points.append((1.0 * claim.last, "where its record ends"))
    points.append((0.5 * (claim.mood == "wanted"), "set or asked for"))
    newest = max(rival.record.when for rival in rivals)
    if record.when == newest and len({r.record.when for r in rivals}) > 1:
        points.append((0.1 if usual_asked else 1.0 if _RECENT.search(scene.request) else 0.6, "newest"))
    if any(
        other.mood == "rejected" and other.value == claim.value and set(other.owners) & set(claim.owners)
        and (other.record.when, other.order) >= (record.when, claim.order)
        for other in everything
    ) and not usual_asked:
        points.append((-3.0, "rejected by the same person"))
    if isinstance(claim.value, bool) and asked_state(setting, scene.request) not in (None, claim.value):
        points.append((-3.0, "the opposite is asked for"))
    why = "; ".join(f"{name} ({value:+.1f})" for value, name in points if value)
    return Choice(claim=claim, score=sum(value for value, _ in points), why=why)


def _one_a_record(claims: Sequence[Claim]) -> list[Claim]:
    return list({claim.record.rank: claim for claim in claims}.values())


def _shared(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """What all of two or more sets share, and so tells nothing apart."""
    return frozenset.intersection(*sets) if len(sets) > 1 else frozenset()
