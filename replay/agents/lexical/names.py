"""Free names that a request asks for: a destination, a video, a song, a station.

Rule protected: a name is taken from the request where it stands there; where the request only points back ("the place I
mentioned"), it is taken from the record that fits best.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from replay.agents.lexical.facts import Record
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.text import content_stems, plain

_DATE = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
)
_NAME = rf"(?!{_DATE}\b)[A-Z][\w'&.-]*"
_QUARTER = r"(?:downtown|uptown|north|south|east|west)"
_NEAR = rf"(?:{_NAME}(?:\s+{_NAME})*|\d+\w*(?:\s+{_NAME})*|suburbs?|city|city center|hills?|harbou?r|river|{_QUARTER})"
_PLACE = re.compile(
    r"\b(?:at|to|visit|visiting|near|in|on|called|named|into|from|of|for|prefers?|chose|picked|booked)\s+(?:(?:the|a|an|my|our)\s+)?"
    rf"(?P<place>(?:\d+\w*\s+)?{_NAME}(?:\s+(?:{_NAME}|of|and|the|&|\d+\w*))*"
    rf"(?:\s+(?:on|at|in|by|near)\s+(?:the\s+)?{_NEAR})?(?:\s+{_QUARTER})?)"
)
_DATED_END = re.compile(rf"\s+(?:on|in|at|by)\s+(?:the\s+)?{_DATE}.*$|\s+(?:of|and|the|&)$")
_INSTEAD = re.compile(r"\b(?:instead of|not|rather than|no longer(?: at)?)\W+(?:the\W+)?(?:at\W+)?(?:the\W+)?$")
_MOVED = pattern(
    "moved|changed|now at|actually|instead|relocated|rescheduled|new (location|address|place)|correction"
)
_NAVIGATE = re.compile(
    r"(?<!need to )(?<!want to )(?<!have to )(?<!going to )\b"
    r"(?:navigate(?: me| us)?(?: back)? to|take (?:me|us) (?:back )?to|directions? to|route to|head (?:back )?to|"
    r"set (?:the |my |a )?(?:destination|course|route) (?:to|for)|guide (?:me|us) to|bring (?:me|us) to|"
    r"drive (?:me|us) to|start (?:the )?navigation to)\s+(?P<what>[^.!?;]+)",
    re.IGNORECASE,
)
_WHAT_ENDS = re.compile(r"\b(?:please|today|now|and (?:set|use|turn|play)|but)\b|,")
_POINTS_BACK = pattern(
    "mention*|talked|told|said|discuss*|meeting|appointment|before|earlier|last time|usual|again|same (place|spot)|"
    "where|my (new )?(place|location|address|event)|address|location|that (place|spot)|recommended|suggested|it|"
    "there"
)
_OWNED = re.compile(r"(?:my|our|his|her|their|[A-Z]\w*'s)\s", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|my|our|a)\s+")
_PLAYS = pattern("play|start the|review|put on|stream|resume")
_VIDEO = pattern(
    "video*|clip|movie|film|footage|tutorial*|documentary|episode|show|lecture|recording|keynote|replay|cartoon*|"
    "series|trailer"
)
_VIDEO_NAME = re.compile(
    r"\b(?:play|watch|review|show|see|stream|start)\s+(?:me\s+|us\s+)?(?:(?:the|an|a|that|this|my|our|some)\b)?\s*"
    r"(?P<what>[\w' -]{3,50}?)(?=\s+(?:on|at|in|again|for|with|to|while|before)\b|[.,!?;']|$)",
    re.IGNORECASE,
)
_NO_NAME = frozenset(
    {
        "video", "videos", "the video", "show", "movie", "clip", "film", "episode", "series", "station",
        "radio station",
    }
)  # fmt: skip
_SONG_BY = re.compile(
    r"\b[Pp]lay\s+(?:(?:the|my)\s+song\s+)?['\"]?(?P<song>[A-Z0-9][\w' -]*?)['\"]?\s+by\s+"
    r"(?P<artist>[A-Z][\w'. -]*?)(?=[.,!?;]|$)"
)
_SONG_OF = re.compile(
    r"\b[Pp]lay\s+(?P<artist>[A-Z][\w.]*(?:\s+[A-Z][\w.]*)*)'s\s+['\"]?(?P<song>[A-Z0-9][\w' -]*?)['\"]?(?=[.,!?;]|$)"
)
_SONG_LIST = re.compile(
    r"(?:^|[.!?] )Play (?:my |the |our |some )?"
    r"(?P<song>[\w'-]+(?: [\w'-]+)? (?:playlist|album|mix|soundtrack|symphony))\b"
)
_STATION = re.compile(
    r"\b(?:(?:[Tt]he|an?|my|to)\s+)?(?P<name>(?:[A-Z][\w.-]*\s+){1,3}(?:FM|AM|[Rr]adio|[Ss]tation)"
    r"|(?<=the )(?:[\w.-]+\s+){1,3}(?:station|channel)|\d{2,3}\.\d(?:\s*FM)?)\b"
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
    found = (_destination(said, scene, records), _video(said, scene), _song(said), _station(scene, records))
    return tuple(named for named in found if named)


def _destination(said: str, scene: Scene, records: Sequence[Record]) -> Named | None:
    m = _NAVIGATE.search(said) or _NAVIGATE.search(scene.text)
    if not m:
        return None
    what = _WHAT_ENDS.split(m["what"])[0].strip(" '\"")
    if alias := _called(what, scene, records):
        return _navigate(alias, "the place that is called so")
    unnamed = not re.search(r"[A-Z0-9]", _ARTICLE.sub("", what))
    told_of = (unnamed or _OWNED.match(what)) and any(
        content_stems(what) & record.stems and _PLACE.search(record.text) for record in records
    )
    if not told_of and not _POINTS_BACK.search(plain(what)):
        return _navigate(_ARTICLE.sub("", what), "named in the request")
    place = _best_place(content_stems(said), scene, records)
    return _navigate(place, "the place that the memory tells of") if place else None


def _called(name: str, scene: Scene, records: Sequence[Record]) -> str:
    """The place that someone whose wishes count calls by this name of their own; empty where nobody does."""
    calls = re.compile(rf"\bcalls? (?:the )?(?P<place>{_NAME}(?: {_NAME})*) (?:as )?['\"]?{re.escape(name)}\b")
    for record in records:
        for part in record.parts:
            m = calls.search(part.text)
            if m and scene.wishes.get(part.who, 0.0) > 0.0:
                return m["place"]
    return ""


def _navigate(place: str, reason: str) -> Named:
    return Named(command="navigation_navigate_to", args={"destination": place}, reason=reason)


def _best_place(wanted: frozenset[str], scene: Scene, records: Sequence[Record]) -> str:
    """The place that a record by the right person tells of in the right words; the newest of equals, else empty."""
    best: tuple[float, tuple[str, int], str] = (0.0, ("", 0), "")
    for record in records:
        for part in record.parts:
            for m in _PLACE.finditer(part.text):
                name = content_stems(m["place"])
                if record.spoken and not wanted & (record.stems | name):
                    continue
                score = (
                    2.0 * scene.wishes.get(part.who, 0.0) + 0.8 * len(wanted & name) + 0.6 * len(wanted & record.stems)
                    + 0.5 * (part.kind == "said") + 1.5 * bool(_MOVED.search(record.words))
                    - 5.0 * bool(_INSTEAD.search(part.text[: m.start("place")]))
                )  # fmt: skip
                if score > 0.0 and (score, record.when) > best[:2]:
                    best = (score, record.when, _DATED_END.sub("", m["place"]).strip(" .,'"))
    return best[2]


def _video(said: str, scene: Scene) -> Named | None:
    if not _VIDEO.search(scene.request) or not _PLAYS.search(scene.request):
        return None
    for text in (said, scene.text):
        for m in _VIDEO_NAME.finditer(text):
            name = m["what"].strip()
            if _VIDEO.search(plain(name)) and plain(name) not in _NO_NAME:
                return Named(command="video_play_video", args={"video_name": name}, reason="named in the question")
    return None


def _song(said: str) -> Named | None:
    if m := _SONG_BY.search(said) or _SONG_OF.search(said):
        args = {"song_name": m["song"].strip(), "artist": m["artist"].strip()}
    elif m := _SONG_LIST.search(said):
        args = {"song_name": m["song"]}
    else:
        return None
    return Named(command="music_play_song", args=args, reason="named in the request")


def _station(scene: Scene, records: Sequence[Record]) -> Named | None:
    asked = pattern("radio|station*|audio source|tune (in|to)|broadcast").search(scene.request)
    if not asked or pattern("volume|loud*|quiet*").search(scene.request):
        return None
    m = _STATION.search(scene.text)
    pointing = "my|usual|favou?rite|morning|evening|same|local station|the station|radio station"
    if m and not pattern(pointing).search(plain(m[0])):
        return _play_station(m["name"], "named in the request")
    best: tuple[float, tuple[str, int], str] = (-1.0, ("", 0), "")
    for record in records:
        if not _LISTENS.search(record.words):
            continue
        for part in record.parts:
            for m in _STATION.finditer(part.text):
                shared = len(scene.stems & record.stems) + len(scene.conditions & record.conditions)
                rank = (2.0 * scene.wishes.get(part.who, 0.0) + 0.5 * shared, record.when)
                if plain(m["name"]) not in _NO_NAME and rank > best[:2]:
                    best = (*rank, m["name"])
    return _play_station(best[2], "the station that is told of") if best[2] else None


def _play_station(name: str, reason: str) -> Named:
    argument = "frequency" if name[:1].isdigit() else "name"
    return Named(command="radio_play_station", args={argument: name.strip()}, reason=reason)
