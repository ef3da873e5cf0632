"""Which of the claims on a setting holds now.

Rule protected: first whose wishes count, then the circumstances, then the words that question and record share, then
what is usual and what is newest; every point given is named, so that a choice explains itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from replay.agents.lexical.claims import Claim, asked_state
from replay.agents.lexical.conditions import opposed
from replay.agents.lexical.facts import Record
from replay.agents.lexical.lexicon import Setting
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.senses import calls_for
from replay.agents.lexical.text import content_stems

_USUAL = pattern(
    "usual*|always|normal*|standard|profile|default|my (\\w+ )?(preference|setting|spot)|prefer*|regular|back to|"
    "restore|reset|original|favou?rite|like it|old days|used to|as i like|saved|go back"
)
_RECENT = pattern(
    "current*|last time|latest|new|recent*|now|still|again|decided|found|"
    "last(?! (month|week|year|spring|summer|autumn|fall|winter|january))|updated|these days"
)
_OVER = pattern(
    "recover*|healed|settled(?! on)|ended|is over|done with|finished|finally done|renew*|resolved|gone|"
    "back to normal|no longer|better now|fixed|repair*|just us"
)
_OCCASIONS = frozenset(
    {
        "rain", "call", "child", "elder", "dog", "cargo", "party", "romance", "fog", "sick", "injury", "exercise",
        "smell", "dust",
    }
)  # fmt: skip
"""Circumstances without which a value that was told with them does not hold."""
_CAR_STEMS = content_stems(
    "light lights screen display brightness bright volume temperature map seat mirror color level mode window panel "
    "steering wheel heating navigation music video ac air"
)
"""Words that only say which setting is meant."""
_CHANGED = pattern(
    "changed my mind|from now on|actually|better|correct*|updated|anymore|any more|these days|new favou?rite"
)
_BY_CLOCK = (0.0, 0.6, 0.3)
"""What the time of day counts where none, one or both sides have it from the clock alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A claim and why it was preferred."""

    claim: Claim
    score: float
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """What all claims on one setting are judged by."""

    setting: Setting
    scene: Scene
    records: Sequence[Record]
    claims: Sequence[Claim]
    rivals: Sequence[Claim]
    """The claims that are not rejected."""
    common_conditions: frozenset[str]
    common_stems: frozenset[str]
    """What all rival records share, and so tells nothing apart."""
    usual_asked: bool


def choose(setting: Setting, claims: Sequence[Claim], scene: Scene, records: Sequence[Record]) -> tuple[Choice, ...]:
    """The claims that are not rejected, the best fitting first; of equals the newer first, then the later told."""
    rivals = [claim for claim in claims if claim.mood != "rejected"]
    one_a_record = list({claim.record.rank: claim.record for claim in rivals}.values())
    case = _Case(
        setting=setting, scene=scene, records=records, claims=claims, rivals=rivals,
        common_conditions=_shared([record.conditions for record in one_a_record]),
        common_stems=_shared([record.stems for record in one_a_record]),
        usual_asked=bool(_USUAL.search(scene.request)),
    )  # fmt: skip
    scored = [_judge(claim, case) for claim in rivals]
    return tuple(sorted(scored, key=lambda c: (c.score, c.claim.record.when, c.claim.order), reverse=True))


def _judge(claim: Claim, case: _Case) -> Choice:
    points = [(n, why) for part in (_who, _circumstances, _lasting, _against) for n, why in part(claim, case) if n]
    return Choice(
        claim=claim, score=sum(n for n, _ in points), why="; ".join(f"{why} ({n:+.1f})" for n, why in points)
    )


def _who(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """Whose wish it is, and whether it was one."""
    wish = max((case.scene.wishes.get(who, 0.0) * n for who, n in claim.owners.items()), default=0.0)
    yield 4.0 * wish, "the wish of who it is for"
    yield 1.0 * claim.last, "where its record ends"
    yield 0.5 * (claim.mood == "wanted"), "set or asked for"


def _circumstances(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """What scene and record have in common."""
    scene, record = case.scene, claim.record
    same = (scene.conditions & record.conditions) - case.common_conditions
    yield 1.0 * min(len(same), 3), "the same circumstances: " + ", ".join(sorted(same))
    yield -1.2 * opposed(scene.conditions, record.conditions), "opposite circumstances"
    unmet = (record.conditions & _OCCASIONS) - scene.conditions
    yield -0.6 * min(len(unmet), 2), "told of an occasion that is not now: " + ", ".join(sorted(unmet))
    now, then = ({"night", "day"} & (x.conditions | {x.hour}) for x in (scene, record))
    weight = _BY_CLOCK[bool(scene.hour) + bool(record.hour)]
    yield weight * ((now == then) - (not now & then)), "the time of day"
    words = (scene.stems & record.stems) - case.common_stems - _CAR_STEMS
    yield 0.6 * min(len(words), 5), "shared words: " + ", ".join(sorted(words))
    values = frozenset(rival.value for rival in case.rivals)
    yield 1.0 * calls_for(case.setting, claim.value, values, scene.words), "what the complaint calls for"
    yield 3.0 * (record.day[5:] in scene.days), "the day that is named"
    yield 2.0 * (record.day[5:7] in scene.months), "the month that is named"


def _lasting(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """Whether it is usual, bound to an occasion, or the newest."""
    scene, record = case.scene, claim.record
    if case.usual_asked:
        yield 1.8 * claim.usual - 1.8 * claim.passing, "the usual is asked for"
    elif _OVER.search(scene.request):
        yield -1.2 * claim.passing, "the occasion is over"
    if claim.passing and any(
        other.when > record.when and _OVER.search(other.words) and any(part.who in claim.owners for part in other.parts)
        for other in case.records
    ):
        yield -2.0, "the occasion was over later"
    yield 0.8 * claim.back, "gone back to"
    times = {rival.record.when for rival in case.rivals}
    if len(times) > 1 and record.when == max(times):
        yield 0.1 if case.usual_asked else 1.0 if _RECENT.search(scene.request) else 0.5, "newest"
        yield 0.8 * bool(_CHANGED.search(record.words)), "told as a change of mind"


def _against(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """What speaks against it."""
    if not case.usual_asked and any(
        other.mood == "rejected" and other.value == claim.value and set(other.owners) & set(claim.owners)
        and (other.record.when, other.order) >= (claim.record.when, claim.order)
        for other in case.claims
    ):  # fmt: skip
        yield -3.0, "rejected by the same person"
    if isinstance(claim.value, bool) and asked_state(case.setting, case.scene.request) not in (None, claim.value):
        yield -3.0, "the opposite is asked for"


def _shared(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """What all of two or more sets share; nothing for fewer."""
    return frozenset.intersection(*sets) if len(sets) > 1 else frozenset()
