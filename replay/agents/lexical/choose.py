"""Which of the claims on a setting holds now.

Rule protected: first whose wishes count, then the circumstances, then the words that question and record share, then
what is usual and what is newest; every point given is named, so that a choice explains itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from replay.agents.lexical.choice_words import CHANGED, ELSE, FORMER, GOES_ON, OVER, RECENT, USUAL
from replay.agents.lexical.claims import Claim, asked_state
from replay.agents.lexical.conditions import conditions, opposed
from replay.agents.lexical.facts import Record, around
from replay.agents.lexical.nicknames import own_names
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.senses import calls_for
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.speech import without
from replay.agents.lexical.superseded import TWO_CASES, superseded
from replay.agents.lexical.text import content_stems, numbers, plain
from replay.agents.lexical.text import lacking as missing

_OCCASIONS = frozenset(
    {
        "rain", "call", "child", "elder", "dog", "cargo", "party", "romance", "fog", "sick", "injury", "exercise",
        "smell", "dust",
    }
)  # fmt: skip
"""Circumstances without which a value that was told with them does not hold."""
_CAR_STEMS = content_stems(
    "light lights screen display brightness bright volume temperature map seat mirror color level mode window panel "
    "steering wheel heating navigation music video ac air voice quality radio speed fan height angle position massage "
    "ventilation zoom mirrors headrest backrest hud dashboard"
)
"""Words that only say which setting is meant."""
_PART_OF_SEAT = "(seat|backrest|headrest|cushion|leg|foot|heating|ventilation|massage)*"
_SEATS = {
    "driver": f"driver('s)? {_PART_OF_SEAT}|when (i'm|i am|i) (driv|the driver|at the wheel)*",
    "passenger": f"passenger('s)? {_PART_OF_SEAT}|when (i'm|i am) (the |a )?passenger|as (a |the )?passenger",
}
"""How it is told for which seat a value is."""
_SAME_HOUR = 0.3
"""What it counts that both are at nearly the same time of the day: what people do recurs daily."""
_HOUR = 45
"""Minutes that are nearly the same time."""
_SUPERSEDED = -4.0
"""What it counts that a value was given up for another: as much as whose wish it is."""
_AWAY = "(?! (?:is|was|stays|stayed) (?:with|at|away|gone|out|off|not|no|in|staying|visiting))"
_HERE = 0.15
"""How much the wish of somebody else in the car counts, before that of one who is not there."""
_FOR_SOMEONE = 0.75
"""How much a value that someone sets because of another is the other's wish."""
_BY_CLOCK = 0.4
"""What the time of day counts where one side only has it from the clock; the words of both are circumstances."""


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
    usual_told: bool
    """Some rival is told to be usual; where none is, the newest is taken for it."""
    valued: frozenset[Record]
    """The records of `claims`."""
    changes: Sequence[Claim]
    """Those of `rivals` that were meant to last and are told as a change of mind."""
    superseded: Mapping[int, Claim]
    """Those of `claims` whose value was given up, by their `id`, each with what took its place."""


def choose(setting: Setting, claims: Sequence[Claim], scene: Scene, records: Sequence[Record]) -> tuple[Choice, ...]:
    """The claims that are not rejected, the best fitting first; of equals the newer first, then the later told."""
    rivals = [claim for claim in claims if claim.mood != "rejected"]
    valued = list(dict.fromkeys(claim.record for claim in rivals))
    case = _Case(
        setting=setting, scene=scene, records=records, claims=claims, rivals=rivals,
        common_conditions=_shared([record.conditions for record in valued]),
        common_stems=_shared([record.stems for record in valued]),
        usual_asked=bool(USUAL.search(scene.request)), usual_told=any(rival.usual for rival in rivals),
        valued=frozenset(claim.record for claim in claims),
        changes=[rival for rival in rivals if not rival.passing and is_change(rival)],
        superseded={id(claims[i]): new for i, new in superseded(claims).items()},
    )  # fmt: skip
    scored = [_judge(claim, case) for claim in rivals]
    return tuple(sorted(scored, key=lambda c: (c.score, c.claim.record.when, c.claim.order), reverse=True))


def _judge(claim: Claim, case: _Case) -> Choice:
    points = [(n, why) for part in (_who, _circumstances, _lasting, _against) for n, why in part(claim, case) if n]
    return Choice(claim=claim, score=sum(n for n, _ in points), why="; ".join(f"{why} ({n:+.1f})" for n, why in points))


def _who(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """Whose wish it is, and whether it was one."""
    wish = max((case.scene.wish_of(who) * n for who, n in claim.owners.items()), default=0.0)
    here = _HERE * any(who in case.scene.places for who in claim.owners)
    yield 4.0 * max(wish, here, _FOR_SOMEONE * _is_for(claim, case.scene)), "the wish of who it is for"
    yield 1.0 * claim.last, "where its record ends"
    yield 0.5 * (claim.mood == "wanted"), "set or asked for"


def _is_for(claim: Claim, scene: Scene) -> bool:
    """Whether the value's owner speaks of the one whose wish counts: "Wei is homesick, the screen makes her smile"."""
    name = scene.owner.split()[0] if scene.owner else ""
    if not name or claim.record.spoken:
        return False
    said = (
        part for part in claim.record.parts[: claim.part + 1]
        if part.kind == "said" and part.who in claim.owners and scene.owner not in (part.who, part.to)
    )  # fmt: skip
    return any(re.search(rf"\b{re.escape(name)}\b(?!,){_AWAY}", part.text) for part in said)


def _circumstances(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """What scene and record have in common."""
    scene, record = case.scene, around(claim.record, claim.part)
    same = (scene.conditions & record.conditions) - case.common_conditions
    yield 1.0 * min(len(same), 3), "the same circumstances: " + ", ".join(sorted(same))
    yield -1.0 * opposed(scene.conditions, record.conditions), "opposite circumstances"
    unmet = (record.conditions & _OCCASIONS) - scene.conditions
    yield -0.6 * min(len(unmet), 2), "told of an occasion that is not now: " + ", ".join(sorted(unmet))
    now, then = ({"night", "day"} & (x.conditions | {x.hour}) for x in (scene, record))
    weight = _BY_CLOCK * bool(scene.hour or record.hour)
    yield weight * ((now == then) - (not now & then)), "the time of day"
    if scene.minute is not None and record.minute is not None:
        apart = abs(scene.minute - record.minute)
        yield _SAME_HOUR * (min(apart, 24 * 60 - apart) <= _HOUR), "at the same time of the day"
    words = (scene.stems & record.stems) - case.common_stems - _CAR_STEMS
    yield 0.6 * min(len(words), 5), "shared words: " + ", ".join(sorted(words))
    yield -1.0 * min(len(record.lacking & scene.stems), 2), "told without what is here"
    yield -1.0 * min(len(scene.lacking & record.stems), 2), "told with what is missing here"
    yield 1.0 * min(len(scene.lacking & record.lacking), 2), "the same is missing"
    yield from _own_clause(claim, case)
    if case.setting.place == "seat" and scene.seat in _SEATS:
        told = {seat for seat, words in _SEATS.items() if pattern(words).search(plain(record.text))}
        yield (
            1.0 * (scene.seat in told - {"driver"}) - 2.0 * bool(told and scene.seat not in told),
            "the seat it was told for",
        )
    event = (scene.event_stems - case.common_stems - _CAR_STEMS) & record.stems
    event |= (scene.event_conditions - case.common_conditions) & record.conditions
    mine = not case.usual_asked or any(scene.wish_of(who) for who in claim.owners)
    yield (
        (4.0 if mine else 2.0) * (bool(event) and not claim.regretted),
        "the occasion that is recalled: " + ", ".join(sorted(event)),
    )
    yield 5.0 * _called_so(claim, case), "called so before"
    values = frozenset(rival.value for rival in case.rivals)
    yield 1.0 * calls_for(case.setting, claim.value, values, scene.words), "what the complaint calls for"
    yield 3.0 * (record.day[5:] in scene.days), "the day that is named"
    yield 2.0 * (record.day[5:7] in scene.months), "the month that is named"


def _called_so(claim: Claim, case: _Case) -> bool:
    """Whether the request uses a name that the claim's words give what it set, as in "I call it Zen"."""
    sole = all(rival.value == claim.value for rival in case.rivals if rival.record is claim.record)
    given = own_names(claim.record.words if sole else claim.sentence)
    names = (own - _CAR_STEMS - case.common_stems for own in given)
    return any(name and name <= case.scene.asked_stems for name in names)


def _own_clause(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """What speaks for this value rather than for others that its own record tells of, clause against clause."""
    together = [rival for rival in case.rivals if rival.record is claim.record]
    voices = {_voice(rival) for rival in together if rival.value == claim.value}
    together = [rival for rival in together if _voice(rival) in voices]
    own, other = (
        " ; ".join(rival.clause for rival in together if (rival.value == claim.value) is same) for same in (True, False)
    )
    if not other:
        return
    points = _fits(own, other, case) - _fits(other, own, case)
    yield 0.5 * max(-3.0, min(3.0, points)), "its own clause fits better or worse than the others of its record"


def _voice(claim: Claim) -> tuple[str, str, int]:
    """Who tells a claim, and how; each quotation is a voice of its own."""
    part = claim.record.parts[claim.part]
    return part.kind, part.who, claim.part if part.kind == "said" else -1


def _fits(clause: str, other: str, case: _Case) -> float:
    """How well the scene fits what a clause says and the other does not."""
    here, there = conditions(clause), conditions(other)
    own, others = content_stems(without(case.setting, clause)), content_stems(other)
    lacking, lacked = missing(clause), missing(other)
    words = own - lacking - (others - lacked) - _CAR_STEMS
    now = case.scene.conditions | {case.scene.hour}
    points = len(words & case.scene.stems) - len((lacking - lacked) & case.scene.stems)
    if ELSE.search(clause) and not (there & now or (others - _CAR_STEMS) & case.scene.stems):
        points += 2
    return points + 1.5 * len((here - there) & now) - 1.5 * opposed(here - there, now)


def _lasting(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """Whether it is usual, bound to an occasion, or the newest."""
    scene, record = case.scene, claim.record
    times = {rival.record.when for rival in case.rivals if rival is claim or set(rival.owners) & set(claim.owners)}
    newest = len(times) > 1 and record.when == max(times)
    changed = newest and not claim.passing and is_change(claim)
    outdated = any(
        rival.record.when > record.when and rival.value != claim.value and set(rival.owners) & set(claim.owners)
        for rival in case.changes
    )  # fmt: skip
    if case.usual_asked:
        yield 2.0 * ((claim.usual or changed) and not outdated) - 2.0 * claim.passing, "the usual is asked for"
    recurs = (scene.conditions & record.conditions) - case.common_conditions
    if (
        claim.passing
        and not recurs
        and any(
            other.when > record.when
            and OVER.search(other.words)
            and any(part.who in claim.owners for part in other.parts)
            for other in case.records
        )
    ):
        yield -2.0, "the occasion was over later"
    ended = not (claim.usual or changed) and _is_ended(claim, case)
    if ended:
        yield -2.0, "what it was for has ended"
    yield 1.5 * (newest and _goes_on(claim, case)), "told to go on"
    yield 1.0 * claim.back, "gone back to"
    if FORMER.search(scene.request):
        yield 2.0 * (record.when == min(times)) * (len(times) > 1), "the former one is asked for"
    elif newest and not ended:
        yield (1.0 if RECENT.search(scene.request) else 0.5) * (not case.usual_asked or not case.usual_told), "newest"
        yield 1.0 * changed, "told as a change of mind"


def _later(claim: Claim, case: _Case) -> list[Record]:
    """The later told records that name an owner of the claim and give the setting no value."""
    names = [re.escape(who.split()[0]) for who in claim.owners if who]
    owner = re.compile(rf"\b(?:{'|'.join(names) or '(?!)'})\b", re.IGNORECASE)
    return [
        record for record in case.records
        if record.when > claim.record.when and record not in case.valued and not record.spoken
        and owner.search(record.text)
    ]  # fmt: skip


def _goes_on(claim: Claim, case: _Case) -> bool:
    """Whether a later fact says that what the claim was for is not over yet."""
    return any(GOES_ON.search(record.words) and not OVER.search(record.words) for record in _later(claim, case))


def _is_ended(claim: Claim, case: _Case) -> bool:
    """Whether an exception is told to be over, by a later fact without a value of its own, or by the question."""
    owners = set(claim.owners)
    before = [
        rival for rival in case.rivals
        if rival.record.when < claim.record.when and rival.value != claim.value and owners & set(rival.owners)
        and not rival.passing
    ]  # fmt: skip
    if not before or claim.record.spoken:
        return False
    if OVER.search(case.scene.words) and not GOES_ON.search(case.scene.words):
        return True
    later = _later(claim, case)
    over = any(OVER.search(record.words) for record in later)
    return bool(later) and (over or not any(GOES_ON.search(record.words) for record in later))


def is_change(claim: Claim) -> bool:
    """Whether a change of mind is told with the claim: in a chat by its sentence, else anywhere in its record."""
    return bool(CHANGED.search(claim.sentence if claim.record.spoken else claim.record.words))


def _against(claim: Claim, case: _Case) -> Iterator[tuple[float, str]]:
    """What speaks against it."""
    new = case.superseded.get(id(claim))
    if new is not None and (new.usual or not case.usual_asked) and not FORMER.search(case.scene.request):
        yield _SUPERSEDED, f"given up later for {new.value}"
    elif not case.usual_asked and any(
        other.mood == "rejected" and other.value == claim.value and set(other.owners) & set(claim.owners)
        and (other.record.when, other.order) >= (claim.record.when, claim.order)
        for other in case.claims
    ):  # fmt: skip
        yield -3.0, "rejected by the same person"
    if not (claim.last or claim.usual or claim.record.spoken) and any(
        rival.record is claim.record and rival.last and rival.value != claim.value and not rival.passing
        and set(rival.owners) & set(claim.owners) and not TWO_CASES.search(rival.sentence)
        for rival in case.rivals
    ):  # fmt: skip
        yield -1.0, "its record ends with another"
    if claim.regretted and any(
        rival.value != claim.value and set(rival.owners) & set(claim.owners) for rival in case.rivals
    ):  # fmt: skip
        yield -3.0, "regretted at once"
    told = " ".join(
        rival.clause for rival in case.rivals
        if rival.record is claim.record and rival.value == claim.value
    )  # fmt: skip
    refused = case.scene.refused & (content_stems(told) - missing(told) - _CAR_STEMS)
    yield -1.5 * min(len(refused), 2), "told in words that are refused: " + ", ".join(sorted(refused))
    if _is_refused(claim, case):
        yield -3.0, "the value is refused"
    if isinstance(claim.value, bool) and asked_state(case.setting, case.scene.request) not in (None, claim.value):
        yield -3.0, "the opposite is asked for"


def _is_refused(claim: Claim, case: _Case) -> bool:
    """Whether the request names the value itself as one not to be set: "not green, not 20"."""
    if isinstance(claim.value, bool) or not case.scene.refusals:
        return False
    if isinstance(claim.value, int):
        return any(number.value == claim.value for number in numbers(case.scene.refusals))
    return bool(pattern(case.setting.values.get(claim.value, "")).search(case.scene.refusals))


def _shared(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """What all of two or more sets share; nothing for fewer."""
    return frozenset.intersection(*sets) if len(sets) > 1 else frozenset()
