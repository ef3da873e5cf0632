"""The scene of a question: when it is, who sits where, who asks, and under which circumstances.

Rule protected: the driver is who drives; where nobody tells a seat, none is made up.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replay.agents.lexical.conditions import by_clock, conditions
from replay.agents.lexical.facts import days_in, minute_of, months_in
from replay.agents.lexical.narrative import Part, read
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.people import CAR, aliases, mentions
from replay.agents.lexical.shown import shown
from replay.agents.lexical.speech import named_devices, quiet, speaks_of_the_car
from replay.agents.lexical.surnames import by_first_name
from replay.agents.lexical.text import content_stems, lacking, plain, spell
from replay.agents.lexical.wishes import ASKS, wishes_of

_DRIVES = pattern(
    "drove|driving|drives|behind the wheel|at the wheel|driver's seat|the driver|borrowed|approached|arrived|parked"
)
_TAKES_ALONG = pattern("drove|driving|picked up")
_RIDES = pattern("passenger('s)? seat|as (a|the) passenger|front passenger|riding shotgun")
_BACK = pattern("(in|into) the (back|rear)( seat)?|back ?seat|rear seat")
_BACK_SIDE = re.compile(
    r"\b(?:rear|back) (?P<a>left|right) seat|\b(?P<b>left|right) (?:rear|back) seat|\b(?:back|"
    r"rear)(?: seat)?,? (?:on|to) the "
    r"(?P<c>left|right)"
)
_NOT_SITTING = pattern(
    "(put|puts|had|has|carried|loaded|stowed|placed|packed|threw|tossed|strapped|lifted|left)( \\w+){1,6} (in|"
    "into|on) the (back|"
    "rear)( seat)?|"
    "^(a|an|the|his|her|their) ( ?\\w+){0,6} (in|on|from) the back( seat)?"
)
"""Something is in the back, and nobody is said to be."""
_TOGETHER = re.compile(
    r"\b[A-Z]\w+ and (?:(?:his|her|their) \w+ )?[A-Z]\w+ (?:drove|drive|were driving|rode|got in|were)\b"
)
"""Of two who drive somewhere together it is not told who is at the wheel."""
_BESIDE = re.compile(r"\b(?:beside|next to|at the side of) (?:him|her|[A-Z]\w+)\b")
_SITS = pattern("sat|sits|sitting|was|rode|rides|got in|climbed in|slept")
_CLAUSE = re.compile(r"\b(?:while|as|with)\b|(?<![A-Z]\w)\band\b|,")
_BOTH = re.compile(r"(?<=[A-Z])(\w+) and (?=[A-Z][\w-]+ (?:drove|were|got|left|set|entered|sat)\b)")
"""Joins two who do the same."""
_REFUSES = re.compile(
    r"\b(?:not|no|neither|nor|never|without|instead of|rather than) "
    r"(?:(?:the|a|an|that|this|any|my|"
    r"more) )*(?P<what>\w+(?: \w+)?)"
)
_ENDED = re.compile(
    r"\b(?:farewell,?|goodbye,?|through with|fed up with|tired of|had it with|no more|enough(?: of)?|done with|"
    r"finished with|rid of|free of|handed|sold|gave back|"
    r"(?:as|like|was)(?: \w+){0,4} before|(?:roll|turn|com|came|driv|drove|pull|gett?|got)\w* off) "
    r"(?:(?:the|a|an|that|this|any|my|our|his|her|their|all) )*(?P<what>\w+(?: \w+)?)"
    r"|\b(?P<off>\w+) (?:came|comes|went|goes) (?:off|out|away)\b"
    r"|\b(?P<it>\w+(?: \w+)?) (?:is|are|was|were|has|have|had) (?:\w+ly )?(?:over|gone|finished|ended|passed|"
    r"done|out|off|"
    r"history|signed|healed|fixed|repaired|behind (?:me|us)|no more|through|cured|settled|paid|back in (?:the|"
    r"its|their) \w+)\b"
)
"""What someone is through with, or left behind."""
_EVENT = re.compile(
    r"\b(?<!not )(?:like|as(?= (?:when|on|in|at|during|that|after)\b)|just as|same as|same \w+ as|exactly as|"
    r"the one|the way it was|how it was|what was it|as it was|what (?:we|you|"
    r"i) (?:had|did|used|set)|as (?:we|you|i) (?:had|did)|the \w+ (?:we|you|i|it) (?:had|was|used|set|"
    r"were))\W+(?:\w+\W+){0,3}?"
    r"(?:on|at|in|during|when|that|after|from|for|last|the (?:day|night|time|evening|trip|drive|ride|way))\b"
    r"(?P<event>[^.!?;,]*)"
)
"""An occasion that a request recalls."""
_FROM_THEN = re.compile(
    r"\b(?:the|that|those|my|our|his|her|your)(?: \w+){1,3} (?:from|of|on|during|after|at) (?:the|that|our|my|"
    r"his|her|\w+'s) "
    r"(?P<event>(?:\w+ )?(?:day|night|evening|trip|drive|ride|tour|party|wedding|weekend|morning|afternoon|"
    r"holiday|vacation|visit|"
    r"birthday|outing|picnic|concert|festival|journey|time|way)\b[^.!?;,]*)"
)
"""Something from an occasion."""
_WITH = pattern(
    "with (both |all )?(the |my |our )?(windows?|sunroof|roof|top|doors?|radio|music|heating|fan|ac) (rolled |"
    "wound |wide )?"
    "(down|open|up|closed|shut|on|off|running|playing)"
)
"""A state of the car that is told as a circumstance, where something else of it is named."""
_CLOCK = frozenset({"am", "pm"})
_NOBODY: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a question tells about the moment in the car."""

    text: str
    parts: tuple[Part, ...]
    asker: str
    """Who speaks last, or asks the car; empty where nobody is named."""
    places: Mapping[str, str]
    """Seat of each person, as far as told: `driver`, `passenger`, `rear`, `rear_left`, `rear_right`."""
    wishes: Mapping[str, float]
    """How much each person's wishes count, 1 the most; empty where nobody is named."""
    request: str
    """Plain text of what is said and asked for, without the telling around it."""
    words: str
    """Plain text of all of it, without phrases that only say where someone sits."""
    conditions: frozenset[str]
    """The circumstances that the words name."""
    minute: int | None
    """Minute of the day by the clock; None where it is not told."""
    hour: str
    """`night` or `day` by the clock, where the words tell neither."""
    days: frozenset[str]
    """Days that the request points at, as `MM-DD`."""
    months: frozenset[str]
    """Months that the request points at, as `MM`."""
    stems: frozenset[str]
    """Stems of the words that carry meaning, without names and clock times, and without what is refused."""
    asked_stems: frozenset[str]
    """Those of the request alone."""
    refused: frozenset[str]
    """Stems of what the request says not to do again: "not a boxing match"."""

    lacking: frozenset[str]
    """Stems of what is said to be missing."""
    refusals: str
    """What the request says not to do again, in its words."""
    kin: Mapping[str, str]
    """Which relation is which person, as far as it is told."""
    people: frozenset[str]
    """Names of those who share the car, and each part of them."""
    event_stems: frozenset[str]
    """Stems of an occasion that the request recalls: "like on the way to the lake"."""
    event_conditions: frozenset[str]
    """Its circumstances."""

    @property
    def owner(self) -> str:
        """Whose wishes count most; ties go to the asker, then to the first named; empty where nobody is."""
        return max(self.wishes, key=lambda who: (self.wishes[who], who == self.asker), default="")

    def wish_of(self, who: str) -> float:
        """How much someone's wishes count, under their name or as a relation of another."""
        also = [self.wishes.get(self.kin.get(who, ""), 0.0)]
        also += [n for person, n in self.wishes.items() if who and who == person.split()[0]]
        also += [self.wishes.get(kin, 0.0) for kin, person in self.kin.items() if person == who]
        return max(self.wishes.get(who, 0.0), *also)

    @property
    def whom(self) -> str:
        """For whose seat it is asked: the one who speaks, though the value may be another's."""
        speakers = [part.who for part in self.parts if part.kind == "said" and part.who in self.places]
        if self.owner in (*speakers, self.asker) or not speakers:
            return self.owner
        return max(speakers, key=lambda who: self.wishes.get(who, 0.0))

    @property
    def seat(self) -> str:
        """The seat of the one for whom it is asked; empty where it is not told."""
        return self.places.get(self.whom, self.places.get(self.kin.get(self.whom, ""), ""))

    @property
    def said(self) -> str:
        """Plain text of what is said, seats included."""
        return " ".join(plain(part.text) for part in self.parts if part.kind == "said")


def read_scene(
    question: str, people: Sequence[str], called: Mapping[str, str] = _NOBODY, kin: Mapping[str, str] = _NOBODY
) -> Scene:
    """The scene of a question in words; a question that tells nothing gives an empty one.

    `called` says which pronoun means whom, `kin` which relation is which person.
    """
    text = by_first_name(spell(question), people)
    parts = _utterance(text, people) or read(text, people, called)
    places = _places(parts, people)
    asker = next((part.who for part in reversed(parts) if part.who and part.who != CAR), "")
    request = " ".join(plain(part.text) for part in parts if part.kind == "said" or ASKS.search(plain(part.text)))
    told = plain(text)
    if named_devices(quiet(_WITH.sub(" ", request))):
        request, told = _WITH.sub(" ", request), _WITH.sub(" ", told)
    names = content_stems(" ".join(people))
    words = quiet(told)
    ended = " ".join(m["what"] or m["it"] or m["off"] for m in _ENDED.finditer(words))
    refused = content_stems(f"{' '.join(m['what'] for m in _REFUSES.finditer(request))} {ended}") - names
    missing = lacking(words)
    found = conditions(_REFUSES.sub(" ", words))
    event = " ; ".join(m["event"] for form in (_EVENT, _FROM_THEN) for m in form.finditer(request))
    if len({who for who in places if who in people}) > 1:
        found |= {"company"}
    return Scene(
        text=text, parts=parts, asker=asker, places=places, wishes=wishes_of(parts, people, places, asker, called),
        request=quiet(request), words=words, conditions=found, minute=minute_of(text),
        hour=by_clock(minute_of(text), found), days=days_in(request), months=months_in(request),
        stems=content_stems(text) - names - _CLOCK - refused - missing, lacking=missing - refused,
        asked_stems=content_stems(request) - names - refused,
        refused=refused, refusals=" ; ".join(m["what"] for m in _REFUSES.finditer(request)), kin=kin,
        people=frozenset(name for who in people for name in (who, *who.split())),
        event_stems=content_stems(event) - names - refused, event_conditions=conditions(event),
    )  # fmt: skip


def _utterance(text: str, people: Sequence[str]) -> tuple[Part, ...]:
    """The question as what somebody says to the car, where it is that alone, as in `Ada: My seat to three`; else ().

    It is where a known speaker stands in front, or where nobody is said to do or say anything.
    """
    (one, *more) = shown(text, people, None, "UTC")
    speaker = aliases(tuple(people)).get(one.speaker.lower(), "")
    if not more and not speaker and speaks_of_the_car(plain(one.speaker)):
        return (Part(kind="said", who="", to=CAR, text=text),)  # "Seat heating: 2"
    if more or not (speaker or not (one.speaker or _tells(text, people))):
        return ()
    return (Part(kind="said", who=speaker, to=CAR, text=one.text),)


def _tells(text: str, people: Sequence[str]) -> bool:
    """Whether a text quotes somebody, or tells of somebody who shares the car."""
    return any(part.kind == "said" or part.who for part in read(text, people)) or bool(mentions(text, people))


def _places(parts: Sequence[Part], people: Sequence[str]) -> dict[str, str]:
    """Who sits where, clause by clause; who is driven without a seat being told sits beside the driver."""
    places: dict[str, str] = {}
    driven: list[str] = []
    for part in parts:
        if part.kind == "said" or part.who not in people:
            continue
        last = part.who
        together = _TOGETHER.search(part.text)
        for clause in _CLAUSE.split(_BOTH.sub(r"\1 & ", part.text)):
            words = plain(clause).strip()
            found = mentions(clause, people)
            named = [m.who for m in found if m.who in people and not m.possessive]
            who = named[0] if named else last if words.startswith("who ") else part.who
            last = named[-1] if named else last
            if (_NOT_SITTING.search(words) and not (named and _SITS.search(words))) or (
                found and not named and all(m.possessive for m in found)
            ):
                continue
            if together and _DRIVES.search(words):
                continue
            if (
                not _DRIVES.search(words)
                and (m := _BESIDE.search(clause))
                and (sitting := [x.who for x in found if x.end <= m.start() and x.who in people])
            ):
                places.setdefault(sitting[-1], "passenger")
            elif _RIDES.search(words):
                places.setdefault(who, "passenger")
            elif side := _BACK_SIDE.search(words):
                places.setdefault(who, f"rear_{side['a'] or side['b'] or side['c']}")
            elif _BACK.search(words):
                places.setdefault(who, "rear")
            elif _DRIVES.search(words):
                places.setdefault(who, "driver")
        if places.get(part.who) == "driver" and _TAKES_ALONG.search(plain(part.text)):
            driven += [m.who for m in mentions(part.text, people) if m.who in people and m.who != part.who]
    return dict.fromkeys(driven, "passenger") | places
