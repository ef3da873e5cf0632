"""What the records say of one setting: values, whose they are, and whether they were meant to last.

Rule protected: a value counts for the person who wanted it, not for the hand that set it; a value that someone calls
too much is no preference of theirs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from replay.agents.lexical.claim_words import (
    ASKS,
    BACK,
    DONE,
    HABIT,
    KIN,
    LAYS_DOWN,
    NAMED_BEFORE,
    OBLIGES,
    OTHERS_LIKING,
    OWN_WISH,
    PASSING,
    REGRETS,
    THEIR_LIKING,
    USUAL,
    WHERE,
    WRONG,
)
from replay.agents.lexical.clauses import clauses
from replay.agents.lexical.corrections import Found, corrected
from replay.agents.lexical.facts import Record
from replay.agents.lexical.kinship import relation
from replay.agents.lexical.lexicon import BY_KEY, SETTINGS
from replay.agents.lexical.named import DATE
from replay.agents.lexical.narrative import Part
from replay.agents.lexical.patterns import occurs, pattern
from replay.agents.lexical.people import CAR, PRONOUNS, mentions
from replay.agents.lexical.sayings import Mood, Saying, SettingValue, sayings, steps, switched
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.speech import (
    is_named,
    meaning,
    named_devices,
    quiet,
    speaks_of_the_car,
    spoken_of,
    strength,
)
from replay.agents.lexical.text import plain, sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One value of a setting that a record speaks of."""

    record: Record
    value: SettingValue
    mood: Mood
    owners: Mapping[str, float]
    """How much the value is each person's wish, 1 the most."""
    usual: bool
    """Told as a habit, a preference or a standard."""
    passing: bool
    """Told as bound to an occasion: an illness, a guest, a special task."""
    last: bool
    """The last value that its record does not reject; in a chat that its speaker does not."""
    regretted: bool
    """Told to have done harm, and nothing else was set."""
    back: bool
    """Told as gone back to, after something went wrong."""
    order: int
    """Place within the record."""
    part: int
    """Number of the part of the record that it stands in."""
    sentence: str
    """The plain sentence it stands in."""
    clause: str
    """What of the sentence goes with this value."""


_TOGETHER = re.compile(r"(?:They|Both|The two|Together)\b")
_DESCRIBES = re.compile(r"\b(?:is|are|was|were)\W+$")
_NUMBERED_NAME = re.compile(rf"(?<=[a-z] )(?P<word>(?!{DATE}|Level|Speed|Volume|Position)[A-Z][a-z]+) \d{{1,3}}\b")
_ADDRESS = re.compile(
    r"\b\d+ (?=(?:[A-Z][\w']+ ){1,3}(?:Avenue|Bank|Boulevard|Close|Court|Crescent|Drive|Gardens|Grove|Hill|Lane|"
    r"Mews|Parade|Park|Place|Quay|Road|Row|Square|Street|Terrace|Walk|Way|Wharf|Yard)\b)"
)
"""The number of a house."""
_LEVEL = pattern("level|speed|to|at|degrees|percent")
_CLAIMS_AT_MOST = 100
"""Values of one setting that are weighed: each is held against all others."""
_VALUES_OF_RECORD = 24
"""Values that are read of one record."""
_VALUES_AT_MOST = 12
"""Values that are read of one sentence; what has more is a list of something else."""
_SHORT_LINE = 25
_BOUND = 0.9
"""How much a rule is the wish of who is told to keep it."""
_CLEAREST = 10.0
"""No strength is greater."""
_NAMED = 3.0
_LIKE = 2.0
"""From here on a line that names no part of the car is about a setting: it is much like what is said of it."""


def claims_of(setting: Setting, records: Sequence[Record]) -> tuple[Claim, ...]:
    """The claims of all records on one setting, record by record, in the order told.

    A step ("lowered it by 40") is taken from the value that held before it, as far as one is told of; such claims
    come last.
    """
    told = (claim for record in records for claim in _of_record(setting, record))
    claims = list(islice(told, _CLAIMS_AT_MOST))
    if setting.kind == "integer":
        for record in records:
            claims.extend(_stepped(setting, record, [claim for claim in claims if claim.record is not record]))
    return tuple(claims)


def loose_claims(setting: Setting, records: Sequence[Record], owner: str, *, beyond_doubt: bool) -> tuple[Claim, ...]:
    """Someone's claims from lines of a chat that name no part of the car, for a setting that a question names.

    They must speak of its aspect; where it is named beyond doubt, of some level or value.
    """
    loose = [record for record in records if record.spoken and not named_devices(record.words)]
    return tuple(
        claim for record in loose for claim in _of_record(setting, record, loose=True)
        if owner in claim.owners
        and (pattern(setting.aspect).search(claim.sentence) or (beyond_doubt and _LEVEL.search(claim.sentence)))
    )  # fmt: skip


def asked_state(setting: Setting, request: str) -> bool | None:
    """Whether a request in plain words asks to switch the setting on or off; None where it says neither or both."""
    if strength(setting, request) < 2.0:
        return None
    own = [sentence for sentence in sentences(request) if strength(setting, sentence)] or [request]
    states = {
        bool(saying.value) for sentence in own for saying in switched(setting, sentence)
        if not _DESCRIBES.search(sentence[: saying.start])
    }  # fmt: skip
    return states.pop() if len(states) == 1 else None


def _of_record(setting: Setting, record: Record, *, loose: bool = False) -> list[Claim]:
    if record.spoken and setting.key not in record.about and not loose:
        return []
    found = corrected(islice(_find(setting, record, loose=loose), _VALUES_OF_RECORD), record)
    if any(not isinstance(item.value, bool) and item.mood == "wanted" for item in found):
        found = [item for item in found if item.value is not True]
    return claimed(found, record)


def claimed(found: Sequence[Found], record: Record) -> list[Claim]:
    """What a record says of values of one setting that were found in it, one claim for each, in their order."""
    last = _last(found, record)
    habits = {
        item.value for item in found
        if USUAL.search(item.clause) or (item.part.kind == "told" and not record.spoken and HABIT.search(item.clause))
    }  # fmt: skip
    around = [plain(item.part.text) if record.spoken else record.words for item in found]
    passing = {text: bool(PASSING.search(text)) for text in set(around)}
    wrong = bool(WRONG.search(record.words))
    return [
        Claim(
            record=record, value=item.value, mood=item.mood, owners=_owners(item.part, item.at, record, item.said),
            usual=item.value in habits or (not habits and i in last and bool(USUAL.search(around[i]))),
            passing=item.value not in habits and (bool(habits) or passing[around[i]]),
            last=i in last, regretted=i in last and _is_regretted(item, record),
            back=wrong and item.mood == "wanted" and bool(BACK.search(item.words)),
            order=i, part=item.at, sentence=item.words, clause=item.clause,
        )
        for i, item in enumerate(found)
    ]  # fmt: skip


def _last(found: Sequence[Found], record: Record) -> frozenset[int]:
    """The numbers of what gives the value with which a record ends; in a chat, the last value of each speaker."""
    if record.spoken:
        last = {item.part.who: item.value for item in found if item.mood != "rejected"}
        return frozenset(
            i for i, item in enumerate(found) if item.mood != "rejected" and last[item.part.who] == item.value
        )
    wanted = [i for i, item in enumerate(found) if item.mood == "wanted"]
    told = [i for i, item in enumerate(found) if item.mood == "told"]
    return frozenset((wanted or told)[-1:])


def _is_regretted(found: Found, record: Record) -> bool:
    """Whether what follows a value in its record tells of harm, or of someone who is sorry for it."""
    behind = record.parts[found.at + 1 :]
    return found.mood == "wanted" and not record.spoken and any(
        (REGRETS if part.kind == "said" else DONE).search(plain(part.text)) for part in behind
    )  # fmt: skip


def _find(setting: Setting, record: Record, *, loose: bool) -> Iterator[Found]:
    for at, part in enumerate(record.parts):
        for sentence in sentences(part.text):
            words = plain(_NUMBERED_NAME.sub(_unnumbered, _ADDRESS.sub("", sentence)))
            if record.spoken and not loose and not _about(setting, record, at, words):
                continue
            told = part.kind == "told" or (part.to == CAR and not record.spoken)
            found = list(islice(sayings(setting, words, told=told), _VALUES_AT_MOST))
            for saying, clause in _own(setting, words, found, clauses(words, [saying.start for saying in found])):
                yield Found(
                    value=saying.value, mood=saying.mood, part=part, at=at, words=words, said=sentence, clause=clause,
                    start=saying.start,
                )  # fmt: skip


def _unnumbered(name: re.Match[str]) -> str:
    """The name without its number, unless it names a part of the car: "the station Jazz 24", not "Fan 3"."""
    word = name["word"]
    word = word.lower()
    level = any(occurs(setting.aspect, word) for setting in SETTINGS if setting.kind == "integer" and setting.aspect)
    return name[0] if level or speaks_of_the_car(word) else name["word"]


def _own(setting: Setting, words: str, found: Sequence[Saying], parts: Sequence[str]) -> Iterator[tuple[Saying, str]]:
    """The sayings with their clauses, without numbers whose clause speaks of another setting instead of this one."""
    clear = [meaning(setting, part) for part in parts]
    named = [named_devices(part) for part in parts]
    here = any(setting.device in devices for devices in named)
    for saying, clause, own, devices in zip(found, parts, clear, named, strict=False):
        if setting.kind != "integer" and _is_another(setting, words, saying.start):
            continue
        if here and devices and setting.device not in devices:
            continue
        if setting.kind == "integer" and own < _CLEAREST / 2:
            clearer = (key for key, n in spoken_of(clause).items() if n >= _NAMED and n > 2 * own)
            if any(BY_KEY[key].kind == "integer" and is_named(BY_KEY[key], clause) for key in clearer):
                continue
        yield saying, clause


def _is_another(setting: Setting, words: str, at: int) -> bool:
    """Whether the word at `at` is part of a phrase that means another setting: the `close` of "auto close on lock"."""
    return any(
        m.start() <= at < m.end() and " " in m[0] for m in _others(setting.key).finditer(words)
    )  # fmt: skip


@lru_cache(maxsize=64)
def _others(key: str) -> re.Pattern[str]:
    """The words of the other settings of the same device, those of its power left out."""
    mine = BY_KEY[key]
    others = (
        other for other in SETTINGS
        if other.device == mine.device and other.key != key and not other.key.endswith(".power")
        and other.values.keys() == {"on", "off"} and other.aspect != mine.aspect
    )  # fmt: skip
    return pattern("|".join(words for other in others for words in (other.cues, other.aspect) if words))


def _about(setting: Setting, record: Record, at: int, words: str) -> bool:
    """Whether a sentence of a chat may give a value: it, its line, or what a short one goes on about names the setting.

    A line that names no part of the car goes on about what its speaker named last, or what the nearest line before it
    names, else the nearest behind; or it is itself much like what is said of the setting.
    """
    if meaning(setting, words) or meaning(setting, plain(record.parts[at].text)) >= _LIKE:
        return True
    if is_named(setting, _topic(record, at, record.parts[at].who)):
        return True
    if len(words.split()) > _SHORT_LINE:
        return is_named(setting, plain(record.parts[at].text))
    return is_named(setting, _topic(record, at))


def _topic(record: Record, at: int, who: str = "") -> str:
    """The nearest line of a talk that names a part of the car: the one at `at`, one before it, else one behind.

    With `who`, the nearest of their own up to `at`.
    """
    for part in (*reversed(record.parts[: at + 1]), *(() if who else record.parts[at + 1 :])):
        line = quiet(plain(part.text))
        if who in ("", part.who) and speaks_of_the_car(line):
            return line
    return ""


def _stepped(setting: Setting, record: Record, others: Sequence[Claim]) -> Iterator[Claim]:
    """What a record makes of an earlier value by a step."""
    known = [
        claim for claim in others
        if isinstance(claim.value, int) and not isinstance(claim.value, bool) and claim.mood != "rejected"
    ]  # fmt: skip
    earlier = [claim for claim in known if claim.record.when <= record.when] or known
    if not earlier:
        return
    base = int(max(earlier, key=lambda claim: (claim.record.when, claim.order)).value)
    for at, part in enumerate(record.parts):
        for sentence in sentences(part.text):
            for step in steps(plain(sentence)):
                yield Claim(
                    record=record, value=max(setting.minimum, min(setting.maximum, base + step)), mood="wanted",
                    owners=_owners(part, at, record, sentence), usual=False, passing=False, last=True, regretted=False,
                    back=False, order=len(record.parts), part=at, sentence=plain(sentence), clause=plain(sentence),
                )  # fmt: skip


def _owners(part: Part, at: int, record: Record, said: str) -> dict[str, float]:
    """Whose wish a value in this part is: a speaker's, that of who asked the one who set it, and of who is bound by it.

    Who is told a rule that is nobody's own wish ("never open it further there") keeps it as well.
    """
    owners = _wishing(part, at, record, said)
    if record.spoken:
        return owners
    for other in record.parts[: at + 1]:
        words = plain(other.text)
        bound = other.kind == "said" and other.to not in ("", CAR) and other.who in owners
        if bound and LAYS_DOWN.search(words) and WHERE.search(words) and not OWN_WISH.search(words):
            owners.setdefault(other.to, _BOUND)
    return owners


def _wishing(part: Part, at: int, record: Record, said: str) -> dict[str, float]:
    """Whose wish a value in this part is: a speaker's, or that of who asked the one who set it."""
    if part.kind == "said":
        return _owners_of_saying(part, at, record, said)
    if _TOGETHER.match(part.text) or "agreement" in record.conditions:
        return {who: 1.0 for other in record.parts if (who := other.who) not in ("", CAR)}
    before = record.parts[:at]
    askers = [
        other.who for other in before
        if other.kind == "said" and other.who not in ("", CAR) and ASKS.search(plain(other.text))
    ]  # fmt: skip
    if part.who in ("", CAR):
        asker = askers[-1] if askers else next((p.who for p in reversed(before) if p.who not in ("", CAR)), "")
        return {asker: 1.0} if asker else {}
    if not askers or askers[-1] == part.who:
        return {part.who: 1.0}
    speaks_too = any(other.who == part.who and other.kind == "said" for other in record.parts)
    return {part.who: 1.0, askers[-1]: 0.7} if speaks_too else {askers[-1]: 1.0, part.who: 0.5}


def _told_of(part: Part, said: str) -> str:
    """Who is meant by the pronoun of a sentence that tells what "he" or "she" likes; empty where it tells none."""
    likes = THEIR_LIKING.search(said)
    if not likes or OWN_WISH.search(plain(said)):
        return ""
    before = part.text[: max(0, part.text.find(said)) + likes.start()]
    named = [m["name"] or m["first"] or relation(m["kin"]) for m in NAMED_BEFORE.finditer(before)]
    return next((who for who in reversed(named) if who.lower() not in PRONOUNS), "")


def _owners_of_saying(part: Part, at: int, record: Record, said: str) -> dict[str, float]:
    """The speaker; in a chat, who asked for what the speaker obliges with; a relative whose liking is told."""
    words = plain(part.text)
    if record.spoken and (whose := _told_of(part, said)):
        return {whose: 1.0, part.who: 0.4}
    if kin := KIN.search(words):
        return {relation(kin["kin"]): 1.0, part.who: 0.4}
    if record.spoken and (other := OTHERS_LIKING.search(part.text)) and not OWN_WISH.search(words):
        return {other["name"]: 1.0, part.who: 0.4}
    owners = {part.who: 1.0}
    if record.spoken and OBLIGES.match(words):
        before = [other.who for other in record.parts[:at] if other.who != part.who]
        if before:
            owners = {part.who: 0.6, before[-1]: 1.0}
    owners.update({m.who: 1.0 for m in mentions(part.text, ()) if m.who not in PRONOUNS and m.who != CAR})
    return owners
