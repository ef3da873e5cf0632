"""Free names that a request asks for: a destination, a video, a song, a station.

Rule protected: a name is taken from the request where it stands there; where the request only points back ("the place I
mentioned"), it is taken from the record that fits best. Videos and songs stand in `playing`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from replay.agents.lexical.conditions import conditions
from replay.agents.lexical.facts import Record
from replay.agents.lexical.named import DATE, NAME, NO_NAME, OWNED, Named, within_sentence
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.playing import pointed_at, song, video
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.speech import speaks_of_the_car
from replay.agents.lexical.text import content_stems, plain
from replay.agents.lexical.vocabulary import OTHER_STATION

_QUARTER = r"(?:downtown|uptown|north|south|east|west)"
_KIND_OF_PLACE = (
    r"park|paddock|stables?|clinic|school|station|museum|library|market|hotel|restaurant|caf[eé]|cent(?:er|re)|"
    r"farm|beach|lake|"
    r"bridge|mall|office|hall|church|hospital|building|garage|gym|stadium|theat(?:er|re)|bakery|shop|store|pool|"
    r"campus|harbor|pier"
)
_NEAR = rf"(?:{NAME}(?:\s+{NAME})*|\d+\w*(?:\s+{NAME})*|suburbs?|city|city center|hills?|harbou?r|river|{_QUARTER})"
_PLACE = re.compile(
    r"\b(?:at|to|it's|it is|meant|make that|rather|visit|visiting|near|in|on|called|named|into|from|of|for|"
    r"prefers?|chose|picked|"
    r"booked)\s+(?:(?:the|a|an|my|our)\s+)?"
    rf"(?P<place>(?:\d+\w*\s+)?{NAME}(?:\s+(?:{NAME}|of|and|the|&|\d+\w*))*"
    rf"(?:\s+(?:on|at|in|by|near)\s+(?:the\s+)?{_NEAR})?(?:\s+{_QUARTER})?(?:\s+(?:{_KIND_OF_PLACE}))?)"
)
_APPOSED = re.compile(rf"\b[a-z]+, ({NAME}(?:\s+{NAME})+)(?=[.,;])")
"""A place behind the kind of place that it is: "a vineyard, Great Hill"."""
_IS_MINE = re.compile(rf"(?:^|[.!?,] )(?P<place>{NAME}(?:\s+(?:{NAME}|\d+\w*))+) is (?:the|my|our|where|his|her)\b")
_DATED_END = re.compile(rf"\s+(?:on|in|at|by)\s+(?:the\s+)?{DATE}.*$|\s+(?:of|and|the|&)$")
_INSTEAD = re.compile(r"\b(?:instead of|not|rather than|no longer(?: at)?)\W+(?:the\W+)?(?:at\W+)?(?:the\W+)?$")
_MOVED = pattern(
    "moved|moving|moves|changed|now at|actually|instead|relocated|rescheduled|new (location|address|place)|correction"
)
_NAVIGATE = re.compile(
    r"(?<!need to )(?<!want to )(?<!have to )(?<!going to )\b"
    r"(?:navigate(?: me| us)?(?: back)? to|(?:take|bring|drive|get) (?:me|us|him|her|them) (?:back |over |"
    r"straight )?to|"
    r"(?:take|bring|drive|get) (?:me|us|him|her|them)(?= there| where)|directions to|route to|head (?:back )?to|"
    r"set (?:the |my |a )?(?:destination|course|route) (?:to|for)|guide (?:me|us) to|"
    r"start (?:the )?navigation to|"
    r"(?:^|(?<=[.!?,] ))to(?= (?:the|my|our|where)\b| (?-i:[A-Z])))"
    r"\s+(?P<what>[^.!?;]+)",
    re.IGNORECASE,
)
_OFF_TO = re.compile(
    r"(?:^|[.!?,] )(?:now |then )?(?:(?:we're|i'm|we are|i am) )?(?:(?:off|on (?:our|my) way|bound|heading|"
    r"headed) (?:to|for)|"
    r"let's (?:go|drive|head) (?:back )?to)\s+(?P<what>[^.!?;,]+)",
    re.IGNORECASE,
)
"""Someone says where they are going, and means that they want to be led there."""
_LOOSE_END = re.compile(r"\s+(?:there|again|then|instead|as (?:usual|always))$")
_WHAT_ENDS = re.compile(
    r"\b(?:please|today|now|and (?:set|use|turn|play)|but|avoiding|"
    r"without (?:the |any )?(?:highway|toll|freeway|motorway)s?|"
    r"by (?:the|my|our|his|her) (?:\w+ )?(?:kind|sort|type|road|route|way))\b|,"
)
_POINTS_BACK = pattern(
    "mention*|talked|told|said|discuss*|meeting|appointment|before|earlier|last time|usual|again|same (place|spot)|"
    "where|my (new )?(place|location|address|event)|address|location|that (place|spot)|recommended|suggested|it|"
    "there"
)
_ROUTES = {
    "fastest": "fastest (route|way|road)|quickest (route|way|road)|as (fast|quickly) as possible",
    "shortest": "shortest (route|way|road)",
    "no_highway": (
        "(no|not on|avoid*|without|off|skip*|hate*|stay off|never take)( the)? (highway|freeway|motorway|"
        "expressway)*|back roads|country roads"
    ),
    "no_toll": "(no|avoid*|without|skip*|hate*|never pay|never pays|refuse* to pay)( a| any| the)? toll*",
}
_FOR_A_WHILE = pattern(
    "until|for now|temporar*|for the time being|while|meanwhile|in the meantime|for the moment|as long as"
)
_AS_BEFORE = pattern(
    "fixed|repair*|reopen*|back (at|in|to)|old (place|spot|address|office|gym|room|hall)|again|finished|"
    "is over|done|as before|"
    "restored|renovated"
)
_OWN_ROUTE = pattern(
    "(kind|sort|type) of (road|route|way)*|my (kind of )?(road|route|way)|(usual|same) (kind of )?(road|route|way)|"
    "(road|route)s? (that )?i (always|like|prefer|insist*|take)"
)
_NO_PLACE = pattern("setting*|level|mode|volume|usual one|value|brightness|temperature|color|colour")
_ARTICLE = re.compile(r"^(?:the|my|our|a)\s+")
_TUNED = re.compile(
    rf"\b(?:[Tt]un(?:e|es|ed|ing)|[Ss]witch(?:es|ed)?|[Ll]istens?|[Ll]istened)(?: (?:the|my|our) radio| in| over|"
    rf" back| it)? to "
    rf"(?P<name>{NAME}(?: (?:{NAME}|\d+(?:\.\d+)?))*)"
)
"""A station by the name that it is tuned to by."""
_STATION = re.compile(
    r"\b(?:(?:[Tt]he|an?|my|to)\s+)?(?P<name>(?:[A-Z][\w.-]*\s+){1,3}(?:FM|AM|[Rr]adio|[Ss]tation)|"
    r"Radio(?: [A-Z][\w.-]*){1,2}"
    r"|(?<=the )(?:[\w.-]+\s+){1,3}(?:station|channel)|\d{2,3}\.\d(?:\s*FM)?)\b"
)
_OTHER_STATION = pattern(OTHER_STATION)
_RADIO = pattern("radio|station*")
_SLIP = pattern(
    "sorry|meant|old|former|used to|that was|no longer|no|wrong|mistake*|oops|wait|not that|mixed up|instead|"
    "typo|correct*|actually"
)
"""Someone corrects the station that was told before."""
_LISTENS = pattern("listen*|station*|radio|tun(e|ed|ing)|play*|put on|turn* on|switch* (\\w+ ){0,3}to|prefer*|like*")


def named_requests(scene: Scene, records: Sequence[Record]) -> tuple[Named, ...]:
    """The commands for destinations, videos, songs and stations that the request asks for; mostly none."""
    said = " ".join(part.text for part in scene.parts if part.kind == "said") or scene.text
    place = _destination(said, scene, records)
    route = _route(scene, records)
    if place and not route:
        route = _told_route(place.args["destination"], scene, records)
    if place and route:
        place = replace(place, args={**place.args, "route_preference": route})
    found = (
        place, video(said, scene, records), song(said, scene, records), _station(scene, records),
    )  # fmt: skip
    named = tuple(named for named in found if named)
    pointed = None if named else pointed_at(scene, records)
    return (pointed,) if pointed else named


def _destination(said: str, scene: Scene, records: Sequence[Record]) -> Named | None:
    m = _NAVIGATE.search(said) or _OFF_TO.search(said) or _NAVIGATE.search(scene.text)
    if not m:
        return None
    what = _WHAT_ENDS.split(m["what"])[0].strip(" '\"")
    if re.search(rf"^(?:the\s+)?{NAME}", what):
        what = _LOOSE_END.sub("", what)
    if speaks_of_the_car(plain(what)) or _NO_PLACE.search(plain(what)):
        return None
    if alias := _called(what, scene, records):
        return _navigate(alias, "the place that is called so")
    unnamed = not re.search(r"[A-Z0-9]", _ARTICLE.sub("", what))
    told_of = (unnamed or OWNED.match(what)) and any(
        content_stems(what) & record.stems and _PLACE.search(record.text) for record in records
    )
    if not told_of and not _POINTS_BACK.search(plain(what)):
        return _navigate(_ARTICLE.sub("", what), "named in the request")
    place = _best_place(content_stems(said) - scene.refused, scene, records)
    return _navigate(place, "the place that the memory tells of") if place else None


def _route(scene: Scene, records: Sequence[Record]) -> str:
    """The kind of route that the request names, or points at where someone whose wish counts told it; else empty.

    Of several the newest, what was told for a while after all others.
    """
    for kind, words in _ROUTES.items():
        if pattern(words).search(scene.request):
            return kind
    if not _OWN_ROUTE.search(scene.request):
        return ""
    for for_a_while in (False, True):
        for record in sorted(records, key=lambda r: r.when, reverse=True):
            for part in record.parts:
                told = plain(part.text)
                if scene.wish_of(part.who) < 1.0 or bool(_FOR_A_WHILE.search(told)) is not for_a_while:
                    continue
                if kind := next((kind for kind, words in _ROUTES.items() if pattern(words).search(told)), ""):
                    return kind
    return ""


def _told_route(place: str, scene: Scene, records: Sequence[Record]) -> str:
    """The kind of route that someone whose wish counts told in one breath with the place; else empty.

    Of several the one told of what the scene is like; of equals the newer.
    """
    best: tuple[tuple[float, tuple[str, int]], str] = ((0.0, ("", 0)), "")
    for record in records:
        shared = len((scene.stems - content_stems(place)) & record.stems) + len(scene.conditions & record.conditions)
        for part in record.parts:
            wish = scene.wish_of(part.who)
            for kind, words in _ROUTES.items():
                rank = (2.0 * wish + shared, record.when)
                if place in part.text and wish > 0.0 and rank > best[0] and pattern(words).search(plain(part.text)):
                    best = rank, kind
    return best[1]


def _called(name: str, scene: Scene, records: Sequence[Record]) -> str:
    """The place that someone whose wishes count calls by this name of their own; empty where nobody does."""
    calls = re.compile(rf"\bcalls? (?:the )?(?P<place>{NAME}(?: {NAME})*) (?:as )?['\"]?{re.escape(name)}\b")
    called_it = re.compile(rf"\bcall(?:s|ed)? (?:it|this|that) (?:the |my |our )?['\"]?{re.escape(name)}\b")
    for record in records:
        for part in record.parts:
            if scene.wish_of(part.who) <= 0.0:
                continue
            if m := calls.search(part.text):
                return m["place"]
            told = record.text[: record.text.find(part.text)]
            if called_it.search(part.text) and (places := _APPOSED.findall(told) or _PLACE.findall(told)):
                return str(places[-1])
    return ""


def _navigate(place: str, reason: str) -> Named:
    return Named(command="navigation_navigate_to", args={"destination": place}, reason=reason)


def _best_place(wanted: frozenset[str], scene: Scene, records: Sequence[Record]) -> str:
    """The place that a record by the right person tells of in the right words; the newest of equals, else empty."""
    best: tuple[float, tuple[str, int], str] = (0.0, ("", 0), "")
    now = conditions(scene.request)
    for record in records:
        moved = any(_takes_over(other, record) for other in records)
        left = [other for other in records if _takes_over(record, other)]
        for part in record.parts:
            for m in (*_PLACE.finditer(part.text), *_IS_MINE.finditer(part.text)):
                name = content_stems(m["place"])
                if record.spoken and not wanted & (record.stems | name):
                    continue
                if (
                    not record.spoken
                    and (_bare(m) not in _places(record) or _bare(m) in scene.people)
                    and m.re is _PLACE
                ):
                    continue
                score = (
                    2.0 * scene.wish_of(part.who) + 0.8 * len(wanted & name) + 0.6 * len(wanted & record.stems)
                    + 0.5 * (part.kind == "said") + 0.2 * len(now & record.conditions)
                    - 4.0 * _was_for_a_while(record, records) + 1.5 * bool(_MOVED.search(record.words)) - 3.0 * moved
                    + 0.8 * len(wanted & content_stems(_sentence_at(part.text, m.start("place"))))
                    + 2.0 * (bool(left) and not any(_bare(m) in _places(other) for other in left))
                    - 5.0 * bool(_INSTEAD.search(part.text[: m.start("place")]))
                    + 2.5 * (not record.spoken and _is_correction(record, part.text, m.start("place")))
                )  # fmt: skip
                if score > 0.0 and (score, record.when) > best[:2]:
                    best = (score, record.when, _bare(m))
    return best[2]


def _is_correction(record: Record, text: str, at: int) -> bool:
    """Whether someone corrects a place that the same record told before."""
    before = record.text[: record.text.find(text) + at]
    return bool(_PLACE.search(before)) and bool(_SLIP.search(plain(before[-120:])))


def _was_for_a_while(record: Record, records: Sequence[Record]) -> bool:
    """Whether a record tells of a place for the time being, and a later one without a place that this is over."""
    return bool(_FOR_A_WHILE.search(record.words)) and any(
        other.when > record.when and not _places(other) and _AS_BEFORE.search(other.words) for other in records
    )


def _places(record: Record) -> frozenset[str]:
    """The places that a record names, people left out."""
    people = {name for part in record.parts for who in (part.who, part.to) for name in (who, *who.split())}
    return frozenset(_bare(m) for part in record.parts for m in _PLACE.finditer(part.text)) - people


def _bare(place: re.Match[str]) -> str:
    """The place alone, without a date behind it."""
    return _DATED_END.sub("", place["place"]).strip(" .,'")


def _takes_over(later: Record, earlier: Record) -> bool:
    """Whether a later record names a place of an earlier one together with another place."""
    if later.when <= earlier.when or later.spoken or earlier.spoken:
        return False
    named = {place for place in _places(earlier) if place in later.text}
    return bool(named and _places(later) - named)


def _sentence_at(text: str, at: int) -> str:
    """The sentence of a text that the position `at` is in."""
    start = max(text.rfind(mark, 0, at) for mark in ".!?") + 1
    ends = [end for mark in ".!?" if (end := text.find(mark, at)) >= 0]
    return text[start : min(ends, default=len(text))]


def _station(scene: Scene, records: Sequence[Record]) -> Named | None:
    asked = pattern("radio|station*|audio source|tune (in|to)|broadcast").search(scene.request)
    if not asked and not _OTHER_STATION.search(scene.words):
        asked = pattern("the (radio|station)").search(scene.words)
    names_it = pattern("station*|tune").search(scene.request)
    if not asked or (pattern("volume|loud*|quiet*").search(scene.request) and not names_it):
        return None
    m = _STATION.search(scene.text)
    pointing = "my|usual|favou?rite|morning|evening|same|local station|the station|radio station"
    if m and not any(
        (_OTHER_STATION.search(plain(m[0])), plain(m["name"]) in NO_NAME, pattern(pointing).search(plain(m[0])))
    ):
        return _play_station(m["name"], "named in the request")
    best: tuple[float, tuple[str, int], str] = (-1.0, ("", 0), "")
    for record in records:
        listens, heard = _LISTENS.search(record.words), 0
        for part in record.parts:
            tuned = _TUNED.finditer(part.text) if _RADIO.search(record.words) else ()
            for m in (*_STATION.finditer(part.text), *tuned):
                if not listens and not m["name"][:1].isdigit():
                    continue
                heard += 1
                if _OTHER_STATION.search(plain(m["name"])):
                    continue
                shared = len(scene.stems & record.stems) + len(scene.conditions & record.conditions)
                corrected = heard > 1 and bool(
                    _SLIP.search(plain(record.text[: record.text.find(part.text) + m.start()]))
                )
                moved = bool(_MOVED.search(record.words))
                left = len(scene.refused & record.stems)
                rank = (2.0 * scene.wish_of(part.who) + 0.5 * shared + corrected + moved - left, record.when)
                if plain(m["name"]) not in NO_NAME and rank > best[:2]:
                    best = (*rank, m["name"])
    return _play_station(best[2], "the station that is told of") if best[2] else None


def _play_station(name: str, reason: str) -> Named:
    argument = "frequency" if name[:1].isdigit() else "name"
    return Named(command="radio_play_station", args={argument: within_sentence(name)}, reason=reason)
