"""Free names that a request asks for: a destination, a video, a song, a station.

Rule protected: a name is taken from the request where it stands there; where the request only points back ("the place I
mentioned"), it is taken from the record that fits best.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from replay.agents.lexical.facts import Record
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.speech import speaks_of_the_car
from replay.agents.lexical.text import content_stems, plain

_DATE = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
)
_NAME = rf"(?!{_DATE}\b)[A-Z][\w'&.-]*"
_QUARTER = r"(?:downtown|uptown|north|south|east|west)"
_KIND_OF_PLACE = (
    r"park|paddock|stables?|clinic|school|station|museum|library|market|hotel|restaurant|caf[eé]|cent(?:er|re)|"
    r"farm|beach|lake|"
    r"bridge|mall|office|hall|church|hospital|building|garage|gym|stadium|theat(?:er|re)|bakery|shop|store|pool|"
    r"campus|harbor|pier"
)
_NEAR = rf"(?:{_NAME}(?:\s+{_NAME})*|\d+\w*(?:\s+{_NAME})*|suburbs?|city|city center|hills?|harbou?r|river|{_QUARTER})"
_PLACE = re.compile(
    r"\b(?:at|to|visit|visiting|near|in|on|called|named|into|from|of|for|prefers?|chose|picked|"
    r"booked)\s+(?:(?:the|a|an|my|our)\s+)?"
    rf"(?P<place>(?:\d+\w*\s+)?{_NAME}(?:\s+(?:{_NAME}|of|and|the|&|\d+\w*))*"
    rf"(?:\s+(?:on|at|in|by|near)\s+(?:the\s+)?{_NEAR})?(?:\s+{_QUARTER})?(?:\s+(?:{_KIND_OF_PLACE}))?)"
)
_APPOSED = re.compile(rf"\b[a-z]+, ({_NAME}(?:\s+{_NAME})+)(?=[.,;])")
"""A place behind the kind of place that it is: "a vineyard, Great Hill"."""
_IS_MINE = re.compile(rf"(?:^|[.!?,] )(?P<place>{_NAME}(?:\s+(?:{_NAME}|\d+\w*))+) is (?:the|my|our|where|his|her)\b")
_DATED_END = re.compile(rf"\s+(?:on|in|at|by)\s+(?:the\s+)?{_DATE}.*$|\s+(?:of|and|the|&)$")
_INSTEAD = re.compile(r"\b(?:instead of|not|rather than|no longer(?: at)?)\W+(?:the\W+)?(?:at\W+)?(?:the\W+)?$")
_MOVED = pattern("moved|changed|now at|actually|instead|relocated|rescheduled|new (location|address|place)|correction")
_NAVIGATE = re.compile(
    r"(?<!need to )(?<!want to )(?<!have to )(?<!going to )\b"
    r"(?:navigate(?: me| us)?(?: back)? to|take (?:me|us) (?:back )?to|directions to|route to|head (?:back )?to|"
    r"set (?:the |my |a )?(?:destination|course|route) (?:to|for)|guide (?:me|us) to|bring (?:me|us) to|"
    r"drive (?:me|us) to|start (?:the )?navigation to|(?:^|(?<=[.!?,] ))to(?= (?:the|my|our)\b| (?-i:[A-Z])))"
    r"\s+(?P<what>[^.!?;]+)",
    re.IGNORECASE,
)
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
        "(no|not on|avoid*|without|off|skip*|hate*|stay off)( the)? (highway|freeway|motorway|expressway)*|back roads|"
        "country roads"
    ),
    "no_toll": "(no|avoid*|without|skip*|hate*|never pay|never pays|refuse* to pay)( a| any| the)? toll*",
}
_OWN_ROUTE = pattern(
    "(kind|sort|type) of (road|route|way)*|my (kind of )?(road|route|way)|(usual|same) (kind of )?(road|route|way)|"
    "(road|route)s? (that )?i (always|like|prefer|insist*|take)"
)
_OWNED = re.compile(r"(?:my|our|his|her|their|[A-Z]\w*'s)\s", re.IGNORECASE)
_NO_PLACE = pattern("setting*|level|mode|volume|usual one|value|brightness|temperature|color|colour")
_ARTICLE = re.compile(r"^(?:the|my|our|a)\s+")
_PLAYS = pattern("play|start the|put on|stream|resume")
_VIDEO = pattern("video*|clip|movie|film|tutorial*|documentary|episode|show|lecture|recording|cartoon*|series|trailer")
_VIDEO_NAME = re.compile(
    r"\b(?:play|watch|review|show|see|stream|start)\s+(?:me\s+|us\s+)?(?:(?:the|an|a|that|this|my|our|some)\b)?\s*"
    r"(?P<what>[\w' -]{3,50}?)(?=\s+(?:on|at|in|again|for|with|to|while|before)\b|[.,!?;']|$)",
    re.IGNORECASE,
)
_NO_NAME = frozenset(
    {
        "video", "videos", "the video", "show", "movie", "clip", "film", "episode", "series", "station",
        "radio station", "radio", "the radio", "video system", "the video system", "the station",
        "his station", "her station",
    "my station", "the news", "news channel", "news station", "local station", "music", "the music", "video player",
    }
)  # fmt: skip
_SONG_BY = re.compile(
    r"\b[Pp]lay(?:ed)?\s+(?:(?:the|my)\s+song\s+)?['\"]?(?P<song>[A-Z0-9][\w' -]*?)['\"]?\s+by\s+"
    r"(?P<artist>(?:the )?[A-Z][\w'. -]*?)(?=[.,!?;]|$)"
)
_SONG_OF = re.compile(
    r"\b[Pp]lay\s+(?P<artist>[A-Z][\w.]*(?:\s+[A-Z][\w.]*)*)'s\s+['\"]?(?P<song>[A-Z0-9][\w' -]*?)['\"]?(?=[.,!?;]|$)"
)
_SONG_TITLE = re.compile(
    r"\b[Pp]lay (?:the song |me |us )?['\"]?(?P<song>(?:[A-Z0-9][\w'-]*)(?: (?:[A-Z0-9][\w'-]*|of|the|in|and|to|"
    r"for|on)(?= ?[A-Z\w]|\b))*)"
    r"(?<! of)(?<! the)(?<! in)(?<! and)(?<! to)(?<! for)(?<! on)['\"]?(?=[,.!?;]|$| again| please| and | for )"
)
_BY_ARTIST = re.compile(r"\bby (?P<artist>(?:the )?[A-Z][\w'-]*\.?(?: [A-Z][\w'-]*)*)")
_TALK_MINUTES = 10
_SONG_MEANT = pattern(
    "play (the|my|our|that|her|his|their) (\\w+ ){0,2}(song|tune|track|anthem|melody|hit|number|piece|waltz|one|thing)"
)
_SONG_LIST = re.compile(
    r"(?:^|[.!?] )Play (?:my |the |our |some )?"
    r"(?P<song>[\w'-]+(?: [\w'-]+)? (?:playlist|album|mix|soundtrack|symphony))\b"
)
_STATION = re.compile(
    r"\b(?:(?:[Tt]he|an?|my|to)\s+)?(?P<name>(?:[A-Z][\w.-]*\s+){1,3}(?:FM|AM|[Rr]adio|[Ss]tation)|"
    r"Radio(?: [A-Z][\w.-]*){1,2}"
    r"|(?<=the )(?:[\w.-]+\s+){1,3}(?:station|channel)|\d{2,3}\.\d(?:\s*FM)?)\b"
)
_OTHER_STATION = pattern(
    "(fire|police|bus|train|railway|gas|petrol|charging|metro|subway|power|weigh|space|work) station"
)
_LISTENS = pattern("listen*|station*|radio|tun(e|ed|ing)|play*|put on|turn* on|switch* (\\w+ ){0,3}to|prefer*|like*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A command whose arguments are free names."""

    command: str
    """Without its prefix."""
    args: dict[str, str]
    reason: str


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
        place, _video(said, scene), _song(said, scene, records), _station(scene, records),
    )  # fmt: skip
    return tuple(named for named in found if named)


def _destination(said: str, scene: Scene, records: Sequence[Record]) -> Named | None:
    m = _NAVIGATE.search(said) or _NAVIGATE.search(scene.text)
    if not m:
        return None
    what = _WHAT_ENDS.split(m["what"])[0].strip(" '\"")
    if speaks_of_the_car(plain(what)) or _NO_PLACE.search(plain(what)):
        return None
    if alias := _called(what, scene, records):
        return _navigate(alias, "the place that is called so")
    unnamed = not re.search(r"[A-Z0-9]", _ARTICLE.sub("", what))
    told_of = (unnamed or _OWNED.match(what)) and any(
        content_stems(what) & record.stems and _PLACE.search(record.text) for record in records
    )
    if not told_of and not _POINTS_BACK.search(plain(what)):
        return _navigate(_ARTICLE.sub("", what), "named in the request")
    place = _best_place(content_stems(said) - scene.refused, scene, records)
    return _navigate(place, "the place that the memory tells of") if place else None


def _route(scene: Scene, records: Sequence[Record]) -> str:
    """The kind of route that the request names, or points at where someone whose wish counts told it; else empty."""
    for kind, words in _ROUTES.items():
        if pattern(words).search(scene.request):
            return kind
    if not _OWN_ROUTE.search(scene.request):
        return ""
    for record in sorted(records, key=lambda r: r.when, reverse=True):
        for part in record.parts:
            for kind, words in _ROUTES.items():
                if scene.wishes.get(part.who, 0.0) >= 1.0 and pattern(words).search(plain(part.text)):
                    return kind
    return ""


def _told_route(place: str, scene: Scene, records: Sequence[Record]) -> str:
    """The kind of route that someone whose wish counts told in one breath with the place; else empty."""
    for record in sorted(records, key=lambda r: r.when, reverse=True):
        for part in record.parts:
            if place in part.text and scene.wishes.get(part.who, 0.0) > 0.0:
                for kind, words in _ROUTES.items():
                    if pattern(words).search(plain(part.text)):
                        return kind
    return ""


def _called(name: str, scene: Scene, records: Sequence[Record]) -> str:
    """The place that someone whose wishes count calls by this name of their own; empty where nobody does."""
    calls = re.compile(rf"\bcalls? (?:the )?(?P<place>{_NAME}(?: {_NAME})*) (?:as )?['\"]?{re.escape(name)}\b")
    called_it = re.compile(rf"\bcall(?:s|ed)? (?:it|this|that) (?:the |my |our )?['\"]?{re.escape(name)}\b")
    for record in records:
        for part in record.parts:
            if scene.wishes.get(part.who, 0.0) <= 0.0:
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
    for record in records:
        moved = any(_takes_over(other, record) for other in records)
        left = [other for other in records if _takes_over(record, other)]
        for part in record.parts:
            for m in (*_PLACE.finditer(part.text), *_IS_MINE.finditer(part.text)):
                name = content_stems(m["place"])
                if record.spoken and not wanted & (record.stems | name):
                    continue
                if not record.spoken and _bare(m) not in _places(record) and m.re is _PLACE:
                    continue
                score = (
                    2.0 * scene.wishes.get(part.who, 0.0) + 0.8 * len(wanted & name) + 0.6 * len(wanted & record.stems)
                    + 0.5 * (part.kind == "said") + 1.5 * bool(_MOVED.search(record.words)) - 3.0 * moved
                    + 0.8 * len(wanted & content_stems(_sentence_at(part.text, m.start("place"))))
                    + 2.0 * (bool(left) and not any(_bare(m) in _places(other) for other in left))
                    - 5.0 * bool(_INSTEAD.search(part.text[: m.start("place")]))
                )  # fmt: skip
                if score > 0.0 and (score, record.when) > best[:2]:
                    best = (score, record.when, _bare(m))
    return best[2]


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
    places = _places(later)
    return len(places) > 1 and bool(places & _places(earlier))


def _sentence_at(text: str, at: int) -> str:
    """The sentence of a text that the position `at` is in."""
    start = max(text.rfind(mark, 0, at) for mark in ".!?") + 1
    ends = [end for mark in ".!?" if (end := text.find(mark, at)) >= 0]
    return text[start : min(ends, default=len(text))]


def _video(said: str, scene: Scene) -> Named | None:
    if not _VIDEO.search(scene.request) or not _PLAYS.search(scene.request):
        return None
    for text in (said, scene.text):
        for m in _VIDEO_NAME.finditer(text):
            name = m["what"].strip()
            if _VIDEO.search(plain(name)) and plain(name) not in _NO_NAME:
                return Named(command="video_play_video", args={"video_name": name}, reason="named in the question")
    return None


def _song(said: str, scene: Scene, records: Sequence[Record]) -> Named | None:
    if m := _SONG_BY.search(said) or _SONG_OF.search(said):
        return _play_song(m["song"], m["artist"], "named in the request")
    if m := _SONG_TITLE.search(said):
        title, artist = m["song"].strip(), ""
        for record in records:
            if title in record.text:
                artist = next((by["artist"] for part in record.parts for by in _BY_ARTIST.finditer(part.text)), artist)
        return _play_song(title, artist, "named in the request; by whom, the memory tells")
    if m := _SONG_LIST.search(said):
        return _play_song(m["song"], "", "named in the request")
    if _SONG_MEANT.search(scene.request):
        return _remembered_song(scene, records)
    return None


def _remembered_song(scene: Scene, records: Sequence[Record]) -> Named | None:
    """The song that the record played which shares most words with the request; the newest of equals."""
    best: tuple[tuple[int, tuple[str, int]], Named] | None = None
    for record in records:
        m = _SONG_BY.search(record.text) or _SONG_OF.search(record.text)
        told = frozenset().union(*(other.stems for other in records if _same_talk(record, other)))
        shared = len(scene.asked_stems & told)
        if m and shared and (best is None or (shared, record.when) > best[0]):
            best = (shared, record.when), _play_song(m["song"], m["artist"], "the song that the memory tells of")
    return best[1] if best else None


def _same_talk(one: Record, other: Record) -> bool:
    """Whether two records are of one day and a few minutes, so that "it" in one may mean what the other names."""
    return one.day == other.day and abs((one.minute or 0) - (other.minute or 0)) <= _TALK_MINUTES


def _play_song(song: str, artist: str, reason: str) -> Named:
    args = {"song_name": song.strip()}
    if artist:
        args["artist"] = artist.strip(" .,").removeprefix("the ")
    return Named(command="music_play_song", args=args, reason=reason)


def _station(scene: Scene, records: Sequence[Record]) -> Named | None:
    asked = pattern("radio|station*|audio source|tune (in|to)|broadcast").search(scene.request)
    names_it = pattern("station*|tune").search(scene.request)
    if not asked or (pattern("volume|loud*|quiet*").search(scene.request) and not names_it):
        return None
    m = _STATION.search(scene.text)
    pointing = "my|usual|favou?rite|morning|evening|same|local station|the station|radio station"
    if m and not any(
        (_OTHER_STATION.search(plain(m[0])), plain(m["name"]) in _NO_NAME, pattern(pointing).search(plain(m[0])))
    ):
        return _play_station(m["name"], "named in the request")
    best: tuple[float, tuple[str, int], str] = (-1.0, ("", 0), "")
    for record in records:
        if not _LISTENS.search(record.words):
            continue
        for part in record.parts:
            for m in _STATION.finditer(part.text):
                if _OTHER_STATION.search(plain(m["name"])):
                    continue
                shared = len(scene.stems & record.stems) + len(scene.conditions & record.conditions)
                rank = (2.0 * scene.wishes.get(part.who, 0.0) + 0.5 * shared, record.when)
                if plain(m["name"]) not in _NO_NAME and rank > best[:2]:
                    best = (*rank, m["name"])
    return _play_station(best[2], "the station that is told of") if best[2] else None


def _play_station(name: str, reason: str) -> Named:
    argument = "frequency" if name[:1].isdigit() else "name"
    return Named(command="radio_play_station", args={argument: name.strip()}, reason=reason)
