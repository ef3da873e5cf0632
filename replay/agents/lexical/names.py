"""Which free name is meant: a destination, a station, a song, a video, with the command that takes it.

Rule protected: a name is taken from the request where it stands there; where the request only points back ("the place I
mentioned", "on with my book") or says a part of it, it is the remembered one that holds.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from replay.agents.lexical.choose import choose
from replay.agents.lexical.claims import Claim
from replay.agents.lexical.facts import Record
from replay.agents.lexical.name_asked import Asked, asked_for
from replay.agents.lexical.name_kinds import PLACE, SONG, STATION, NameKind
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.routes import route_for
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.settings import Candidate
from replay.agents.lexical.text import content_stems, plain

_INSTEAD = 3.0
"""What it counts that a name stands beside an older one, and was not known before: it took its place."""
_CORRECTS = 3.0
"""The same for the newest fact telling that something was wrong before."""
_TOLD_BY = 2.0
"""The same for being told by, or to, the one whom the request names."""
_REFUSED = 2.0
"""What each word, of two, counts against it that the request refuses."""
_WISH = 2.0
"""How much less whose wish it is counts of a name than of a setting: a place is told of by many."""
_ASKED_FOR = 0.8
"""How much more a word counts that is asked for."""
_REFERS = pattern(
    "mention*|talked|told|said|spoke|discussed|recommend*|suggest*|showed|usual|same|again|before|earlier|last time|"
    "meant"
)
"""A request points back at what was told before."""
_OWNER = r"(?:my|our|his|her|their|\w+'s)"
_TELLS = "told|mentioned|said|talked|spoke|showed|explained|recommended|suggested|described"
_TOLD_TO = re.compile(rf"\b(?:{_TELLS})\b(?: (?!by\b)\w+){{0,3}}? (?P<who>[A-Z]\w+)")
_BY_WHOM = re.compile(rf"\b(?P<who>[A-Z]\w+)(?:'s\b| (?:\w+ )?(?:{_TELLS}|made|likes|loves)\b)")
_YOURS = pattern("your|you")
"""What is told is that of who is spoken to."""
_SLIP = pattern(
    "sorry|meant|wrong|mistake*|mistaken|oops|wait|mixed|typo|correct*|actually|set (him|her|them) right|change that|"
    "scrap|scratch|apologi*|embarrass*|nonsense|instead|turns out|looked (it|that|this) up|no|misread|misheard|"
    "the wrong way|laughed|after all|confus*"
)
_BY_ARTIST = r"\bby (?:the )?(?P<artist>[A-Z][\w'-]*\.?(?: [A-Z][\w'-]*)*)"
_ARTISTS = re.compile(r"(?P<artist>[A-Z][\w.]*(?: [A-Z][\w.]*)*)'s (?P<song>.+)$")
"""A song behind whose it is: "Holst's Planets"."""
_FREQUENCY = re.compile(r"\d{2,3}\.\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A command whose arguments are free names."""

    command: str
    """Without its prefix."""
    device: str
    """The part of the car that carries it out."""
    args: dict[str, str]
    reason: str


def named_request(scene: Scene, records: Sequence[Record], found: Sequence[Candidate]) -> Named | None:
    """The command for the destination, station, song or video that a request asks for; None where it asks for none.

    `found` are the settings that it may mean, the likeliest first.
    """
    asked = asked_for(scene, records, found)
    if asked is None:
        return None
    name, reason = _resolved(asked, scene, records)
    return _command(asked.kind, name, reason, scene, records) if name else None


def _resolved(asked: Asked, scene: Scene, records: Sequence[Record]) -> tuple[str, str]:
    """The name that is meant, and why; empty where none is known."""
    if asked.called:
        return asked.called, "what is called so"
    given, claims = asked.name, asked.claims
    if given is not None:
        words = content_stems(" ".join(word for word in given.text.split() if word != word.lower()) or given.text)
        holding = tuple(claim for claim in claims if words and words <= content_stems(str(claim.value)))
        owned = re.search(rf"\b{_OWNER} {re.escape(plain(given.text))}", scene.request)
        told_of = (owned or _REFERS.search(scene.request)) and any(words & claim.record.stems for claim in claims)
        if any(claim.value == given.text for claim in claims) or not (holding or (told_of and not given.proper)):
            return given.text, "named in the request"
        claims = holding or claims
    return _best(asked.kind, claims, scene, records)


def _best(kind: NameKind, claims: Sequence[Claim], scene: Scene, records: Sequence[Record]) -> tuple[str, str]:
    """The remembered name that fits best, of equals the newer, and why; empty where none is remembered."""
    choices = choose(kind.setting, claims, scene, records)
    if not choices:
        return "", ""
    best = max(
        choices, key=lambda choice: (choice.score + _pointed(choice.claim, scene, claims), choice.claim.record.when)
    )
    return str(best.claim.value), f"the one that is told of; {best.why}"


def _pointed(claim: Claim, scene: Scene, claims: Sequence[Claim]) -> float:
    """What else than of a setting speaks for a name: who told it to whom, and what it took the place of."""
    record = claim.record
    to = {m["who"] for m in _TOLD_TO.finditer(scene.text)} & {part.to.split()[0] for part in record.parts if part.to}
    by = {m["who"] for m in _BY_WHOM.finditer(scene.text)} & {part.who.split()[0] for part in record.parts if part.who}
    yours = _YOURS.search(claim.sentence) and scene.wish_of(record.parts[claim.part].to) >= 1.0
    before = {one.value for one in claims if one.record.when < record.when}
    beside = {one.value for one in claims if one.record is record}
    newest = all(one.record.when <= record.when for one in claims)
    corrects = newest and not record.spoken and bool(_SLIP.search(record.words))
    asked = (scene.asked_stems & record.stems) - frozenset.intersection(*(one.record.stems for one in claims))
    wish = max((scene.wish_of(who) * n for who, n in claim.owners.items()), default=0.0)
    return (
        _TOLD_BY * (bool(to) + bool(by) + bool(yours)) + _ASKED_FOR * min(3, len(asked)) - _WISH * wish
        + _INSTEAD * (claim.value not in before and bool(before & beside)) + _CORRECTS * corrects
        - _REFUSED * min(2, len(scene.refused & record.stems))
    )  # fmt: skip


def _command(kind: NameKind, name: str, reason: str, scene: Scene, records: Sequence[Record]) -> Named:
    args = {kind.setting.argument: name}
    if kind is STATION and _FREQUENCY.match(name):
        args = {"frequency": name}
    elif kind is PLACE and (route := route_for(name, scene, records)):
        args["route_preference"] = route
    elif kind is SONG and (m := _ARTISTS.match(name)):
        args = {kind.setting.argument: m["song"], "artist": m["artist"]}
    elif kind is SONG:
        told = [text for text in (scene.text, *(record.text for record in records)) if name in text]
        forms = (re.compile(rf"\b{re.escape(name)}(?:,| |'|\")*{_BY_ARTIST}"), re.compile(_BY_ARTIST))
        if m := next(filter(None, (form.search(text) for form in forms for text in told)), None):
            args["artist"] = m["artist"].rstrip(".")
    return Named(command=kind.setting.command, device=kind.setting.device, args=args, reason=reason)
