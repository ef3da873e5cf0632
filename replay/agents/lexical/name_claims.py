"""What the records say of free names of one kind: which, whose they are, and whether they still hold.

Rule protected: a name is weighed as any other value is (`choose`); one that is told to be closed, left or mistaken is
not wanted, and one that stands inside a longer one means the same thing.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from replay.agents.lexical.claims import Claim, claimed
from replay.agents.lexical.clauses import clauses
from replay.agents.lexical.corrections import Found, corrected
from replay.agents.lexical.devices import DEVICES
from replay.agents.lexical.facts import Record
from replay.agents.lexical.name_kinds import KINDS, PLACE, STATION, NameKind
from replay.agents.lexical.named import Name, names_in
from replay.agents.lexical.patterns import body, pattern
from replay.agents.lexical.sayings import Mood
from replay.agents.lexical.speech import named_devices
from replay.agents.lexical.text import plain, sentences
from replay.agents.lexical.vocabulary import COLORS, OTHER_STATION, TONGUES

_AT_MOST = 12
"""Names that are read of one record."""
_BEFORE = re.compile(
    r"(?:instead of|rather than|\bnot|no longer|n't|never|\bleft|leaving|closed|shut|out of|tired of|finished|"
    r"(?:done|through|finished) with|gave up(?: on)?|quit|sick of|scrap|hates?|detests?|used to be|can't stand|but)\W+"
    r"(?:(?:at|in|on|to|by|the|a|an|my|our|be|is|go|going|do|doing|call|called|watch|hear|it's)\W+){0,3}$"
)
"""Before a name: it is not the one that holds."""
_BEHIND = re.compile(
    r"^\W*(?:any (?:more|longer)|is (?:closed|gone|over|history|wrong|nothing but|no more|the wrong)|"
    r"(?:has|have) (?:closed|shut|moved)|was (?:wrong|last|a mistake|my mistake)|used to|isn't|"
    r"is not|doesn't|at all|either)\b"
)
"""The same behind it."""
_AT = re.compile(
    r"\b(?:at|to|into|in|near|visit(?:s|ed|ing)?|from|inside|by|outside|called|named|is|it's|meant|mean|reach|towards|"
    r"find|via|behind|opposite|prefers?|chose|picked|like|likes|love|loves|recommend(?:s|ed)?|of|for|go for)\W+"
    r"(?:(?:the|a|an|my|our|his|her|their|old|new)\W+)*$"
)
"""Before the name of a place."""
_OF_THE_CAR = pattern(
    "|".join((*COLORS.values(), *TONGUES.values(), "north up", "heading up", "north", "auto", "default"))
)
"""What is written in capitals and is a value of the car's own."""
_AT_PLACE = re.compile(r"\b(?:at|into|visit|near)\W+(?:(?:the|a|an|my|our)\W+)*$")
_FREQUENCY = re.compile(r"\d[\d.]*\.\d+")
_BY = re.compile(r"\bby (?:the )?$")
"""Before who made it."""
_AIRED = pattern(f"radio|fm|am|{OTHER_STATION}")
_OTHER_STATION = pattern(OTHER_STATION)


def name_claims(
    kind: NameKind, records: Sequence[Record], people: Collection[str], *, asked: bool
) -> tuple[Claim, ...]:
    """The claims of all records on names of one kind, record by record, in the order told.

    What is only described ("the fire station") counts for nothing beside a name: in its record, and in all of a chat.

    `asked`: a name of the kind is asked for, so that told facts are taken to tell of such.
    """
    told = asked or any(pattern(kind.cues).search(record.words) for record in records if not record.spoken)
    claims = [
        claim for record in records
        for claim in claimed(corrected(islice(_found(kind, record, people, told), _AT_MOST), record), record)
    ]  # fmt: skip
    written = {claim.record for claim in claims if is_written(str(claim.value))}
    claims = [
        claim for claim in claims
        if is_written(str(claim.value)) or not (claim.record in written or (written and claim.record.spoken))
    ]  # fmt: skip
    whole = {str(claim.value) for claim in claims}
    return tuple(replace(claim, value=_fuller(str(claim.value), whole)) for claim in claims)


def is_written(name: str) -> bool:
    """Whether a name stands in capitals or digits, rather than being described."""
    return name != name.lower() or name[:1].isdigit()


def _fuller(name: str, names: Collection[str]) -> str:
    """The one longer name of `names` that holds this one as whole words, where there is just one; else the name."""
    longer = [other for other in names if other != name and re.search(rf"\b{re.escape(name)}\b", other)]
    return longer[0] if len(longer) == 1 else name


def _found(kind: NameKind, record: Record, people: Collection[str], told: bool) -> Iterator[Found]:
    cues = pattern(kind.cues)
    whole = not record.spoken and (told or bool(cues.search(record.words)))
    for at, part in enumerate(record.parts):
        about = whole or bool(cues.search(plain(part.text)))
        for sentence in sentences(part.text):
            names = [
                name
                for name in names_in(sentence, kind.heads, people, places=kind is PLACE)
                if _fits(kind, name, sentence, about)
            ]
            words = [plain(sentence[: name.start]) for name in names]
            said = plain(sentence)
            for name, before, clause in zip(names, words, clauses(said, [len(w) for w in words]), strict=True):
                yield Found(
                    value=name.text, mood=_mood(before, plain(sentence[name.end :]), told=part.kind == "told"),
                    part=part, at=at, words=said, said=sentence, clause=clause, start=len(before),
                )  # fmt: skip


def _fits(kind: NameKind, name: Name, sentence: str, about: bool) -> bool:
    """Whether a name in a sentence may be one of the kind; `about`: the record speaks of such things."""
    if is_of_the_car(kind, name):
        return False
    if not name.proper:
        return True
    own, before = plain(name.text), plain(sentence[: name.start])
    typed = bool(pattern(kind.heads.lower()).search(own))
    on_air = _FREQUENCY.fullmatch(own)
    if kind is PLACE:
        return not (on_air or _AIRED.search(own)) and (about or typed or bool(_AT.search(before)))
    if on_air:
        return kind is STATION
    if _BY.search(before) or _is_called(before, kind) or (_AT_PLACE.search(before) and not typed):
        return False
    return about or typed


def _is_called(before: str, kind: NameKind) -> bool:
    """Whether a noun of another kind stands right before a name: "the video Red Kite" is no song."""
    return any(
        other not in (kind, PLACE) and re.search(rf"\b(?:{body(other.heads.lower())})\W*$", before) for other in KINDS
    )


def is_of_the_car(kind: NameKind, name: Name) -> bool:
    """Whether what looks like a name is a part of the car, or a value of one: "HUD", "North Up", "the rear window"."""
    own = plain(name.text)
    if _OTHER_STATION.search(own) and kind is STATION:
        return True
    if not name.proper:
        return bool(named_devices(own) - {kind.setting.device})
    return bool(_OF_THE_CAR.fullmatch(own)) or any(
        pattern(device.names).fullmatch(own) for key, device in DEVICES.items() if key != kind.setting.device
    )


def _mood(before: str, behind: str, *, told: bool) -> Mood:
    if _BEFORE.search(before) or _BEHIND.search(behind):
        return "rejected"
    return "wanted" if told else "told"
