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
from replay.agents.lexical.people import CAR, mentions
from replay.agents.lexical.speech import quiet
from replay.agents.lexical.text import content_stems, plain, spell
from replay.agents.lexical.wishes import ASKS, wishes_of

_DRIVES = pattern(
    "drove|driving|drives|behind the wheel|at the wheel|driver's seat|the driver|borrowed|approached|arrived|parked"
)
_TAKES_ALONG = pattern("drove|driving|picked up")
_RIDES = pattern("passenger('s)? seat|as (a|the) passenger|front passenger|riding shotgun")
_BACK = pattern("(in|into) the (back|rear)( seat)?|back ?seat|rear seat")
_BACK_SIDE = re.compile(r"\b(?:rear|back) (?P<a>left|right) seat|\b(?P<b>left|right) (?:rear|back) seat")
_NOT_SITTING = pattern(
    "(put|puts|loaded|stowed|placed|packed|threw|tossed|strapped|lifted|left)( \\w+){1,6} (in|into|on) the (back|"
    "rear)( seat)?|"
    "^(a|an|the|his|her|their) ( ?\\w+){0,6} (in|on|from) the back( seat)?"
)
"""Something is in the back, and nobody is said to be."""
_CLAUSE = re.compile(
    r"\b(?:while|as|with)\b|(?<![A-Z]\w)\band\b(?! [A-Z][\w-]+ (?:drove|were|got|left|set|entered|sat)\b)|,"
)
_REFUSES = re.compile(
    r"\b(?:not|no|neither|nor|never|without|instead of|rather than) (?:(?:the|a|an|that|this|any|my|"
    r"more) )*(?P<what>\w+(?: \w+)?)"
)
_ENDED = re.compile(
    r"\b(?:farewell,?|goodbye,?|no more|enough(?: of)?|done with|finished with|rid of|free of|handed|sold|gave back|"
    r"(?:as|like|was)(?: \w+){0,4} before|off) "
    r"(?:(?:the|a|an|that|this|any|my|our|his|her|their|all) )*(?P<what>\w+(?: \w+)?)"
    r"|\b(?P<it>\w+(?: \w+)?) (?:is|are|was|were|has|have|had) (?:\w+ly )?(?:over|gone|finished|ended|passed|done)\b"
)
"""What someone is through with, or left behind."""
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

    @property
    def owner(self) -> str:
        """Whose wishes count most; ties go to the asker, then to the first named; empty where nobody is."""
        return max(self.wishes, key=lambda who: (self.wishes[who], who == self.asker), default="")

    @property
    def whom(self) -> str:
        """For whose seat it is asked: the one who speaks, though the value may be another's."""
        speakers = [part.who for part in self.parts if part.kind == "said" and part.who in self.places]
        if self.owner in speakers or not speakers:
            return self.owner
        return max(speakers, key=lambda who: self.wishes.get(who, 0.0))

    @property
    def seat(self) -> str:
        """The seat of the one for whom it is asked; empty where it is not told."""
        return self.places.get(self.whom, "")

    @property
    def said(self) -> str:
        """Plain text of what is said, seats included."""
        return " ".join(plain(part.text) for part in self.parts if part.kind == "said")


def read_scene(question: str, people: Sequence[str], called: Mapping[str, str] = _NOBODY) -> Scene:
    """The scene of a question in words; a question that tells nothing gives an empty one."""
    text = spell(question)
    parts = read(text, people, called)
    places = _places(parts, people)
    asker = next((part.who for part in reversed(parts) if part.who and part.who != CAR), "")
    request = " ".join(plain(part.text) for part in parts if part.kind == "said" or ASKS.search(plain(part.text)))
    names = content_stems(" ".join(people))
    words = quiet(plain(text))
    ended = " ".join(m["what"] or m["it"] for m in _ENDED.finditer(words))
    refused = content_stems(f"{' '.join(m['what'] for m in _REFUSES.finditer(request))} {ended}")
    found = conditions(words)
    if len({who for who in places if who in people}) > 1:
        found |= {"company"}
    return Scene(
        text=text, parts=parts, asker=asker, places=places, wishes=wishes_of(parts, people, places, asker, called),
        request=quiet(request), words=words, conditions=found, hour=by_clock(minute_of(text), found),
        days=days_in(request), months=months_in(request),
        stems=content_stems(text) - names - _CLOCK - refused, asked_stems=content_stems(request) - names - refused,
        refused=refused,
    )  # fmt: skip


def _places(parts: Sequence[Part], people: Sequence[str]) -> dict[str, str]:
    """Who sits where, clause by clause; who is driven without a seat being told sits beside the driver."""
    places: dict[str, str] = {}
    driven: list[str] = []
    for part in parts:
        if part.kind == "said" or part.who not in people:
            continue
        last = part.who
        for clause in _CLAUSE.split(part.text):
            words = plain(clause).strip()
            found = mentions(clause, people)
            named = [m.who for m in found if m.who in people and not m.possessive]
            who = named[0] if named else last if words.startswith("who ") else part.who
            last = named[-1] if named else last
            if _NOT_SITTING.search(words) or (found and not named and all(m.possessive for m in found)):
                continue
            if _RIDES.search(words):
                places.setdefault(who, "passenger")
            elif side := _BACK_SIDE.search(words):
                places.setdefault(who, f"rear_{side['a'] or side['b']}")
            elif _BACK.search(words):
                places.setdefault(who, "rear")
            elif _DRIVES.search(words):
                places.setdefault(who, "driver")
        if places.get(part.who) == "driver" and _TAKES_ALONG.search(plain(part.text)):
            driven += [m.who for m in mentions(part.text, people) if m.who in people and m.who != part.who]
    return dict.fromkeys(driven, "passenger") | places
