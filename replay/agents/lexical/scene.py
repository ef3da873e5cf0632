"""The scene of a question: when it is, who sits where, who asks, and whose wishes count.

Rule protected: the driver is who drives; a wish belongs to who says `my`, is addressed as `your`, or is named as the
owner; the one who passes the request on to the car counts least.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replay.agents.lexical.conditions import by_clock, conditions
from replay.agents.lexical.facts import days_in, minute_of
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.speech import quiet
from replay.agents.lexical.narrative import Part, read
from replay.agents.lexical.people import CAR, mentions
from replay.agents.lexical.text import content_stems, plain, spell

_DRIVES = pattern("drove|driving|drives|behind the wheel|at the wheel|driver's seat|the driver|borrowed|approached|arrived|parked")
_RIDES = pattern("passenger('s)? seat|as (a|the) passenger|front passenger|riding shotgun")
_BACK = pattern("(in|into) the (back|rear)( seat)?|back ?seat|rear seat")
_FIRST = pattern("i|i'm|i've|i'll|i'd|me|my|mine|myself")
_MINE = pattern("my|mine|i (like|love|prefer|use|used|want|need|usually|always|had|set|found|decided)|i'm used to|how i like")
_YOURS = pattern("your|yours|you (like|love|prefer|use|used|usually|want|need|had|hate|set|choose)|how you like")
_OURS = pattern("we|us|our|let's")
_COMPLAINT = pattern("too|can't|cannot|hurt*|again|barely|cold|hot|freezing|dark|stuffy|blinding|glar*|stiff|smell*|problem|issue|tired")
_NOT_YOURS = pattern("(can't|cannot|hate|wrong|not|unlike|too|uncomfortable|don't like)( \\w+){0,5} (your|yours)|your( \\w+){0,3} (is|are|was) (too|wrong|not)")
_CLOCK = frozenset({"am", "pm"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a question tells about the moment in the car."""

    text: str
    parts: tuple[Part, ...]
    minute: int | None
    """Minute of the day; None where the question does not tell."""
    asker: str
    """Who speaks last, or asks the car; empty where nobody is named."""
    places: Mapping[str, str]
    """Seat of each person, as far as told: `driver`, `passenger`, `rear`."""
    wishes: Mapping[str, float]
    """How much each person's wishes count, 1 the most; empty where nobody is named."""
    request: str
    """Plain text of what is said and asked for, without the telling around it."""
    words: str
    """Plain text of all of it, without phrases that only say where someone sits."""
    conditions: frozenset[str]
    """The circumstances that the words name."""
    hour: str
    """`night` or `day` by the clock, where the words tell neither."""
    days: frozenset[str]
    """Days that the request points at, as `MM-DD`."""
    stems: frozenset[str]
    """Stems of the words that carry meaning, without names and clock times."""

    @property
    def owner(self) -> str:
        """Whose wishes count most; ties go to the asker, then to the first named; empty where nobody is."""
        return max(self.wishes, key=lambda who: (self.wishes[who], who == self.asker), default="")

    @property
    def whom(self) -> str:
        """For whose seat it is asked: the one who speaks of themselves, though the value may be another's."""
        speakers = [part.who for part in self.parts if part.kind == "said" and part.who in self.places]
        if self.owner in speakers or not speakers:
            return self.owner
        return max(speakers, key=lambda who: self.wishes.get(who, 0.0), default=self.owner)

    @property
    def seat(self) -> str:
        """The seat of the one for whom it is asked; empty where it is not told."""
        return self.places.get(self.whom, "")


def read_scene(question: str, people: Sequence[str]) -> Scene:
    """The scene of a question in words; a question that tells nothing gives an empty one."""
    text = spell(question)
    parts = read(text, people)
    places = _places(parts, people)
    asker = next((part.who for part in reversed(parts) if part.who and part.who != CAR), "")
    request = " ".join(
        plain(part.text) for part in parts if part.kind == "said" or _ASKS.search(plain(part.text))
    )
    words = quiet(plain(text))
    found = conditions(words)
    minute = minute_of(text)
    return Scene(
        text=text, parts=parts, minute=minute, asker=asker, places=places, wishes=_wishes(parts, people, places, asker),
        request=quiet(request), words=words, conditions=found, hour=by_clock(minute, found), days=days_in(request),
        stems=content_stems(text) - content_stems(" ".join(people)) - _CLOCK,
    )


def _places(parts: Sequence[Part], people: Sequence[str]) -> dict[str, str]:
    places: dict[str, str] = {}
    for part in parts:
        if part.kind == "said":
            continue
        words = plain(part.text)
        named = [m.who for m in mentions(part.text, people) if m.who in people]
        if part.who not in people:
            continue
        for clause in re.split(r"\b(?:while|as|and|with|,)\b|,", part.text):
            said = plain(clause)
            who = next((m.who for m in mentions(clause, people) if m.who in people), part.who)
            if _RIDES.search(said):
                places.setdefault(who, "passenger")
            elif _BACK.search(said):
                places.setdefault(who, "rear")
            elif _DRIVES.search(said):
                places.setdefault(who, "driver")
        if places.get(part.who) == "driver" and pattern("drove|driving|picked up").search(words):
            for other in named:
                if other != part.who:
                    places.setdefault(other, "passenger")
    return places


def _wishes(parts: Sequence[Part], people: Sequence[str], places: Mapping[str, str], asker: str) -> dict[str, float]:
    """Points for everyone whose wishes may be meant, scaled so that the most is 1."""
    points: dict[str, float] = {}

    def give(who: str, n: float) -> None:
        if who and who != CAR:
            points[who] = points.get(who, 0.0) + n

    others: list[str] = []
    for part in parts:
        found = mentions(part.text, people)
        words = plain(part.text)
        if part.kind == "told":
            others = [m.who for m in found if m.who not in _PRONOUNS and m.who != CAR] + [who for who in others if who]
            if _ASKS.search(words):
                give(part.who, 1.0)
                other = next((who for who in others if who != part.who), "")
                if re.search(r"\bfor (?:her|him|them)\b(?!\s+\w)", words):
                    give(other, 3.0)
                elif pattern("(his|her) (\\w+ )?(usual|standard|prefer*|normal|own|profile|favou?rite|saved)").search(words):
                    give(part.who, 2.0)
            continue
        called = next((m.who for m in found if m.start < 3 and m.who in people and words[m.end : m.end + 1] == ","), "")
        other = called or (part.to if part.to != CAR else "")
        other = other or next((who for who in others if who != part.who and who in people), "")
        if _THEIRS.search(words) and other:
            give(other, 4.5)
        if _MINE.search(words):
            give(part.who, 3.0)
        elif _FIRST.search(words) or _COMPLAINT.search(words):
            give(part.who, 2.0)
        else:
            give(part.who, 1.0)
        if _OURS.search(words):
            give(other, 0.5)
        if _YOURS.search(words) and part.to != CAR and other and not _NOT_YOURS.search(words):
            give(other, 6.0)
        for m in found:
            behind = words[m.end : m.end + 30].strip()
            if m.who in people and m.who != part.who and m.who != called:
                named = m.possessive or _PREFERS.match(behind)
                if re.search(r"\b(?:not|isn't|without|undo|never)\W+(?:\w+\W+)?$", words[: m.start]):
                    continue
                give(m.who, 4.5 if named else 0.5)
            elif m.who in ("his", "her", "their") and not _THEIRS.search(words) and _PREFERENCE.match(behind):
                give(next((who for who in reversed([x.who for x in found if x.end <= m.start]) if who not in _PRONOUNS and who != part.who), other), 4.5)
            elif m.who not in people and m.possessive and m.who != CAR and m.who not in _PRONOUNS:
                give(m.who, 4.5)
        others = [part.who, *others] if part.who else others
        for place in ("passenger", "driver"):
            if pattern(f"{place}'s (\\w+ )?(prefer*|usual|favou?rite|setting*|choice|taste)|{place} (prefers|likes)").search(words):
                give(next((p for p, where in places.items() if where == place), ""), 6.0)
    if not points:
        give(asker, 1.0)
    most = max(points.values(), default=1.0)
    return {who: n / most for who, n in points.items()}


_THEIRS = pattern("(she|he|they) (likes?|prefers?|wants?|needs?|loves?|uses?|used|had|asked|set|always)|(help|helps|suits) (her|him|them)|give (her|him|them)|(her|his|their) (\\w+ )?(favou?rite|usual|prefer*|liking|taste)")
_PRONOUNS = frozenset({"he", "she", "they", "his", "her", "him", "their"})
_ASKS = pattern("asked|asks|requests?|requested|commanded|commands|issued|nodded|wanted|wants|told the car|tells the car|instructed")
_PREFERS = pattern("like*|prefer*|love*|use[sd]?|want*|need*|usual*|mention*|set|had|has|chose|enjoy*|favou?rite")
_PREFERENCE = pattern("(\\w+ )?(favou?rite|usual|prefer*|setting*|call|mode|color|colour|normal|standard|theme|liking|spot|level|choice|taste)")
