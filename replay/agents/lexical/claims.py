"""What the records say of one setting: values, whose they are, and whether they were meant to last or rejected.

Rule protected: a value counts for the person who wanted it, not for the hand that set it; a value that someone calls
too much is no preference of theirs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from replay.agents.lexical.facts import Record
from replay.agents.lexical.lexicon import SWITCH, Setting
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.speech import is_direct, strength
from replay.agents.lexical.narrative import Part
from replay.agents.lexical.people import CAR, mentions
from replay.agents.lexical.text import numbers, plain, sentences

ClaimValue = int | str | bool

Mood = Literal["wanted", "rejected", "told"]
"""`wanted`: set or asked for; `rejected`: called wrong; `told`: only mentioned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One value of a setting that a record speaks of."""

    record: Record
    value: ClaimValue
    mood: Mood
    owners: Mapping[str, float]
    """How much the value is each person's wish, 1 the most."""
    usual: bool
    """Told as a habit, a preference or a standard."""
    passing: bool
    """Told as bound to an occasion: an illness, a guest, a special task."""
    last: bool
    """The last value that its record does not reject."""
    order: int
    """Place within the record."""
    back: bool
    """Told as gone back to."""
    sentence: str
    """The plain sentence it stands in."""


_SET = pattern(
    "set|sets|setting|chang*|adjust*|turn*|lower*|rais*|switch*|increas*|reduc*|mov(e|ed|ing)|put|keep|kept|make|made|dial*|bump*|"
    "crank*|drop*|prefer*|like|likes|love|loves|want*|need*|choos*|chose|go with|stick|limit*|let's|give|open*|close*|recline*|"
    "zoom*|us(e|ing)|enough|perfect|better|best|ideal|restor*|select*|sav(e|ed)|max*|extend*|tilt*|upped|went|pick*|tweak*|"
    "go back|went back|back to|return*|try|mut(e|ed|ing)|sweet spot|comfortable|works?|mode"
)
_TOO = (
    r"(?:is|was|were|are|feels?|felt|feeling|seems?|seemed|'s|isn't|wasn't|looks?|might be|would be|gets?|started|can be|sounds?)\W+"
    r"(?:\w+\W+){0,3}?(?:too|not|useless|distract\w*|burn\w*|pain\w*|hurt\w*|wrong|uncomfortable|blinding|harsh|freezing|"
    r"buffering|overkill|like a|hard to|clinical|annoying|cramped|aggressive|boring|confus\w*)"
)
_REJECT_AFTER = re.compile(
    rf"^\W*(?:\w+\W+){{0,2}}?(?:{_TOO}|hurts?\b|isn't|wasn't|is not|was not|isnt|clutter\w*|interrupts?|confuses?|bothers?)"
)
_REJECT_BEFORE = re.compile(
    r"(?:\bnot|instead of|rather than|than|no longer|who set (?:it|this) (?:to|at)|never|don't (?:want|need|like)|hate|hated|"
    r"can't stand|sick of|away from|usually|used to be|was)\W+(?:(?:the|at|it|this|that|to|level|on|in|a|an|my|be|at a|looking at)\W+){0,3}$"
)
_NEVER = re.compile(r"(?:never|don't|doesn't|didn't|not|no longer)\W+(?:\w+\W+){0,5}$")
_USUAL = pattern(
    "usual*|always|normal*|prefer*|standard|profile|default|favou?rite|from now on|perfect|sweet spot|whenever|every time|i like|"
    "likes|best|ideal|by default|all the time|baseline|regular*|go to|stick to|stick with|works best|everyday|typical*|generally"
)
_PASSING = pattern(
    "for now|temporar*|just this once|for a (few|couple|while|bit)|injur*|strain*|sprain*|fever|flu|sick|pulled|borrow*|for the moment|"
    "lost my|dropped my|contact lens|headache|celebrat*|fireworks?|practice|practi[cs]e|just for (today|this|now|tonight)|this time|"
    "test|maximum brightness|max it out|until|recover*|heal*|sprained|photo shoot|someone else|guest|healing|hurt|experiment|meeting next|today|running low|to save|save data|low on"
)
_HOURS = re.compile(r"^\W*(?:minutes?|mins?|hours?|weeks?|days?|miles?|km|kilomet\w+|dollars?|people|years?|times|am|pm|o'clock|months?|"
                    r"blocks?|cents?|pages?|lanes?|exits?|stops?|songs?|items?|things|of (?:us|them|those|these)|more|or)\b")
_PLACE = re.compile(r"(?:site|route|highway|exit|gate|room|street|floor|page|chapter|number|version|phase|interstate|i|us|unit|apartment|by|at age|"
                    r"part|section|lane|zone|terminal|season|episode|act|symphony|no)\W*$")
_MOST = pattern("max|maximum|maxed|maximize*|highest|brightest|full (power|blast|brightness|volume)|all the way up|as (bright|high|loud) as possible|fully")
_LEAST = pattern("min|minimum|lowest|dimmest|all the way down|as (dim|low|quiet) as possible")
_BACK = pattern("back to|back at|restor*|revert*|return*")
_OBLIGES = pattern("sure*|okay|ok|of course|got it|no problem|yeah|yes|done|alright|absolutely|fine|sorry")
_WRONG = pattern("can't|cannot|too|hate*|wrong|no|wait|oops|mistake|worse|uncomfortable|actually|miss(ed)?")
_KIN = re.compile(
    r"\bmy (?:\w+ )?(?P<kin>nephew|niece|mother|mom|father|dad|son|daughter|kid|kids|baby|wife|husband|sister|brother|grandmother|grandma|"
    r"grandfather|grandpa|aunt|uncle|cousin|friend|colleague|boss|dog) (?:\w+ )?(?:likes?|loves?|prefers?|wants?|needs?|uses?|enjoys?)\b"
)
_RAISES = "rais*|increas*|up|turn* up|boost*|bump* up|higher|extend*|brighten*|warm*"
_STEP = pattern(_RAISES + "|lower*|reduc*|decreas*|down|drop*|cut|dim*|cool*")
_BY = re.compile(r"\bby\W+(?:about\W+|another\W+)?$")


def claims_of(setting: Setting, records: Sequence[Record]) -> tuple[Claim, ...]:
    """The claims of all records on one setting, record by record, in the order told.

    A step ("lowered it by 40") is taken from the value that held before it, as far as one is told of.
    """
    claims = [claim for record in records for claim in _claims_of_record(setting, record)]
    if setting.kind == "integer":
        for record in records:
            claims.extend(_steps(setting, record, [claim for claim in claims if claim.record is not record]))
    return tuple(claims)


def _steps(setting: Setting, record: Record, others: Sequence[Claim]) -> Iterator[Claim]:
    """What a record makes of an earlier value by a step."""
    known = [claim for claim in others if isinstance(claim.value, int) and not isinstance(claim.value, bool) and claim.mood != "rejected"]
    earlier = [claim for claim in known if claim.record.when <= record.when] or known
    if not earlier:
        return
    base = max(earlier, key=lambda claim: (claim.record.when, claim.order))
    for part in record.parts:
        for sentence in sentences(part.text):
            words = plain(sentence)
            for number in numbers(words):
                way = _STEP.search(words[: number.start])
                if not way or not _BY.search(words[: number.start]) or "to " in words[number.end : number.end + 12]:
                    continue
                step = number.value if pattern(_RAISES).search(way[0]) else -number.value
                value = max(setting.minimum, min(setting.maximum, int(base.value) + step))
                yield Claim(record=record, value=value, mood="wanted", owners=_owners(part, record), usual=False, passing=False,
                            last=True, order=99, sentence=words, back=False)


def _claims_of_record(setting: Setting, record: Record) -> list[Claim]:
    found: list[tuple[ClaimValue, Mood, Part, str]] = []
    if record.spoken and setting.key not in record.about:
        return []
    for part in record.parts:
        for sentence in sentences(part.text):
            words = plain(sentence)
            if record.spoken and not _about(setting, record, part, words):
                continue
            found.extend((value, mood, part, words) for value, mood in values_in(setting, part, words))
    if any(not isinstance(value, bool) and mood == "wanted" for value, mood, _, _ in found):
        found = [item for item in found if item[0] is not True]
    if not found:
        return []
    lasting = [i for i, (_, mood, _, _) in enumerate(found) if mood == "wanted"] or [
        i for i, (_, mood, _, _) in enumerate(found) if mood == "told"
    ]
    habits = [bool(_USUAL.search(words)) for _, _, _, words in found]
    habit_told = any(habits)
    usual_record = bool(_USUAL.search(record.words)) and not habit_told
    passing_record = bool(_PASSING.search(record.words)) or habit_told
    claims = []
    for i, (value, mood, part, words) in enumerate(found):
        last = bool(lasting) and i == lasting[-1]
        same_value = any(habit and other[0] == value for habit, other in zip(habits, found, strict=True))
        claims.append(
            Claim(
                record=record, value=value, mood=mood, owners=_owners(part, record),
                usual=same_value or (usual_record and last), passing=passing_record and not same_value, last=last, order=i,
                sentence=words, back=bool(_BACK.search(words)) and mood == "wanted" and bool(_WRONG.search(record.words)),
            )
        )
    return claims


def _about(setting: Setting, record: Record, part: Part, words: str) -> bool:
    """Whether a sentence of a chat may give a value of the setting: it, its line, or a short line's talk speaks of it."""
    if strength(setting, words) > 0:
        return True
    line = plain(part.text)
    return is_direct(setting, line) or (len(line.split()) <= 25 and is_direct(setting, record.words))


def values_in(setting: Setting, part: Part, words: str) -> Iterator[tuple[ClaimValue, Mood]]:
    """The values of the setting in one plain sentence of a part, in order, each with how it is meant."""
    sets = bool(_SET.search(words))
    if setting.kind == "integer":
        found = False
        for value, mood in _integers(setting, part, words, sets):
            found = True
            yield value, mood
        if not found and (sets or strength(setting, words) > 0):
            if _MOST.search(words):
                yield setting.maximum, "wanted"
            elif _LEAST.search(words):
                yield setting.minimum, "wanted"
            elif setting.key.endswith("degree") and pattern("half|halfway").search(words):
                yield 50, "wanted"
            elif setting.switch and setting.values:
                yield from _switched(setting, words)
    elif setting.kind == "word":
        said = list(_words(setting, part, words, sets))
        yield from said
        if not said and setting.switch and setting.device != "ac":
            yield from _switched(setting, words)
    elif setting.kind == "boolean":
        yield from _switched(setting, words)


def _integers(setting: Setting, part: Part, words: str, sets: bool) -> Iterator[tuple[int, Mood]]:
    for number in numbers(words):
        before, after = words[: number.start], words[number.end :]
        if not setting.minimum <= number.value <= setting.maximum:
            continue
        if _HOURS.search(after) or _PLACE.search(before) or (_BY.search(before) and _STEP.search(before)):
            continue
        degrees = re.match(r"\W*(?:degrees?|c\b|celsius)", after)
        if degrees and setting.key not in ("ac.temperature", "seat.backrest", "seat.cushion_angle"):
            continue
        if setting.key == "ac.temperature" and (
            (degrees and not sets) or pattern("outside|heatwave|heat wave|forecast|weather|evening").search(words) and not sets
        ):
            continue
        if number.value == 1 and re.match(r"\W+(?:of|thing|more|day|time|last|sec|second|who|that|another|person)", after):
            continue
        digits = words[number.start : number.end].isdigit()
        if not digits and number.value < 4 and not re.search(r"(?:level|to|at|speed|on|position|is)\W+$", before):
            continue
        if re.search(r"\bfrom\W+(?:level\W+)?$", before) and re.search(r"\bto\b", after):
            mood: Mood = "told"
            yield number.value, mood
            continue
        yield number.value, _mood(before, after, sets or part.kind == "told")


def _mood(before: str, after: str, sets: bool) -> Mood:
    if _REJECT_AFTER.search(after):
        return "rejected"
    if m := _REJECT_BEFORE.search(before):
        return "told" if m[0].startswith(("usually", "used to be", "was")) else "rejected"
    return "wanted" if sets else "told"


def _words(setting: Setting, part: Part, words: str, sets: bool) -> Iterator[tuple[str, Mood]]:
    if setting.key == "ac.direction":
        yield from _direction(setting, words, sets)
        return
    hits = sorted(
        (m.start(), m.end(), value) for value, names in setting.values.items() for m in pattern(names).finditer(words)
    )
    about = strength(setting, words) > 0
    for start, end, value in hits:
        if value in ("inside", "outside", "map", "scene", "auto", "off", "simple") and not (sets and about) and part.kind == "said":
            continue
        if value in ("inside", "outside") and pattern("(get*|it's|is|was|hot*|cold*|dark|weather|dashboard|bright|nice) (\\w+ )?(in|out)side").search(words) and not pattern("circulat*").search(words):
            continue
        yield value, _mood(words[:start], words[end:], sets or part.kind == "told")


def _direction(setting: Setting, words: str, sets: bool) -> Iterator[tuple[str, Mood]]:
    parts = [(m.start(), name) for name, names in setting.values.items() for m in pattern(names).finditer(words)]
    if not parts:
        return
    if pattern("eyes|drying|hitting|rolled|roll").search(words) and not pattern("set|direction|mode").search(words):
        return
    wanted = {name for start, name in parts if not _NEVER.search(words[:start])}
    refused = {name for _, name in parts} - wanted
    for mood, names in (("rejected", refused), ("wanted" if sets else "told", wanted)):
        if names:
            yield "_".join(name for name in ("face", "feet", "window") if name in names), mood  # type: ignore[misc]


def _switched(setting: Setting, words: str) -> Iterator[tuple[bool, Mood]]:
    hits = sorted(
        [(m.start(), True) for m in pattern(setting.values.get("on", SWITCH["on"])).finditer(words)]
        + [(m.start(), False) for m in pattern(setting.values.get("off", SWITCH["off"])).finditer(words)]
    )
    for start, value in hits:
        refused = bool(re.search(r"(?:don't|do not|never|no)\W+(?:\w+\W+){0,2}$", words[:start])) and value
        yield (False if refused else value), "wanted"


def _owners(part: Part, record: Record) -> dict[str, float]:
    """Whose wish a value in this part is."""
    if record.spoken or part.kind == "said":
        owners = {part.who: 1.0}
        if record.spoken and _OBLIGES.match(plain(part.text)):
            before = [other.who for other in record.parts[: record.parts.index(part)] if other.who != part.who]
            if before:
                owners = {part.who: 0.6, before[-1]: 1.0}
        kin = _KIN.search(plain(part.text))
        if kin:
            return {kin["kin"]: 1.0, part.who: 0.4}
        for mention in mentions(part.text, ()):
            if mention.who not in ("he", "she", "they", "his", "her", "him", "their", CAR):
                owners[mention.who] = 1.0
        return owners
    asked = [
        other for other in record.parts[: record.parts.index(part)]
        if other.kind == "said" and other.who and other.who != CAR
        and pattern("i|i'm|my|me|need|needs|want|prefer|please|set|could|can you|let's|too").search(plain(other.text))
    ]
    actor = "" if part.who == CAR else part.who
    if asked and asked[-1].who != actor:
        asker = asked[-1].who
        if actor and any(other.who == actor for other in record.parts if other.kind == "said"):
            return {actor: 1.0, asker: 0.7}
        return {asker: 1.0, actor: 0.5} if actor else {asker: 1.0}
    return {actor: 1.0} if actor else {}


def asked_state(setting: Setting, request: str) -> bool | None:
    """Whether a request in plain words asks to switch the setting on or off; None where it says neither."""
    if strength(setting, request) < 2.0:
        return None
    states = [value for value, mood in _switched(setting, request)]
    return states[-1] if states and len(set(states)) == 1 else None
