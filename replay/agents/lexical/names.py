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

_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)"
_NAME = rf"(?!{_MONTH}\b)[A-Z][\w'&.-]*"
_PLACE = re.compile(
    rf"(?:\b(?:at|to|visit|visiting|near|in|on|called|named|into|from|of|for)\s+)(?:the\s+|a\s+|an\s+|my\s+|our\s+)?"
    rf"(?P<place>(?:\d+\w*\s+)?{_NAME}(?:\s+(?:{_NAME}|of|and|the|&|\d+\w*))*"
    rf"(?:\s+(?:on|at|in|by|near)\s+(?:the\s+)?(?:{_NAME}(?:\s+{_NAME})*|\d+\w*(?:\s+{_NAME})*|suburbs?|city|city center|north|south|east|west|hills?|harbou?r|river))?"
    rf"(?:\s+(?:downtown|uptown|north|south|east|west))?)"
)
_NAVIGATE = re.compile(
    r"(?<!need to )(?<!want to )(?<!have to )(?<!going to )\b(?:navigate(?: me| us)?(?: back)? to|take (?:me|us) (?:back )?to|directions? to|route to|set (?:the |my |a )?(?:destination|course|route) (?:to|for)|"
    r"head (?:back )?to|guide (?:me|us) to|bring (?:me|us) to|drive (?:me|us) to|start (?:the )?navigation to)\s+(?P<what>[^.!?;]+)", re.IGNORECASE
)
_POINTS_BACK = pattern("mention*|talked|told|said|discuss*|meeting|appointment|before|earlier|last time|usual|again|my (new )?(place|location|address|event)|"
                       "same (place|spot)|where|address|location|that (place|spot)|recommended|suggested|it|there")
_PLAY_VIDEO = re.compile(r"\b(?:play|watch|review|show|see|stream|start)\s+(?:me\s+|us\s+)?(?:the|a|an|that|this|my|our|some)?\s*(?P<what>[\w' -]{3,50}?)(?=\s+(?:on|at|in|again|for|with|to|while|before)\b|[.,!?;']|$)", re.IGNORECASE)
_VIDEO_WORDS = pattern("video*|clip|movie|film|footage|tutorial*|documentary|episode|show|lecture|recording|keynote|replay|cartoon*|series|trailer")
_SONG_BY = re.compile(r"\b[Pp]lay\s+(?:the\s+song\s+|my\s+song\s+)?['\"]?(?P<song>[A-Z0-9][\w'’ -]*?)['\"]?\s+by\s+(?P<artist>[A-Z][\w'. -]*?)(?=[.,!?;]|$)")
_SONG_OF = re.compile(r"\b[Pp]lay\s+(?P<artist>[A-Z][\w.]*(?:\s+[A-Z][\w.]*)*)'s\s+['\"]?(?P<song>[A-Z0-9][\w' -]*?)['\"]?(?=[.,!?;]|$)")
_STATION = re.compile(r"\b(?:(?:[Tt]he|an?|my|to)\s+)?(?P<name>(?:[A-Z][\w.-]*\s+){1,3}(?:FM|AM|[Rr]adio|[Ss]tation)|(?<=the )(?:[\w.-]+\s+){1,3}(?:station|channel)|\d{2,3}\.\d\s*FM)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A command whose argument is a free name."""

    command: str
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
    what = re.split(r"\b(?:please|today|now|and (?:set|use|turn|play)|but)\b|,", m["what"])[0].strip(" '\"")
    command = "carcontrol_navigation_navigate_to"
    own = re.match(r"(?:my|our|his|her|their|[A-Z]\w*'s)\s", what, re.IGNORECASE)
    known = own and any(content_stems(what) & record.stems and _PLACE.search(record.text) for record in records)
    if not known and not _POINTS_BACK.search(plain(what)):
        return Named(command=command, args={"destination": re.sub(r"^(?:the|my|our|a)\s+", "", what)}, reason="named in the request")
    wanted = content_stems(said)
    best: tuple[float, tuple[str, int], str] | None = None
    for record in records:
        for part in record.parts:
            owner = scene.wishes.get(part.who, 0.0)
            for place in _PLACE.finditer(part.text):
                before = part.text[: place.start("place")]
                refused = re.search(r"\b(?:instead of|not|rather than|no longer(?: at)?)\W+(?:the\W+)?(?:at\W+)?(?:the\W+)?$", before)
                if record.spoken and not wanted & (record.stems | content_stems(place["place"])):
                    continue
                score = 2.0 * owner + 0.8 * len(wanted & content_stems(place["place"])) + 0.6 * len(wanted & record.stems) - 5.0 * bool(refused)
                score += 0.5 * bool(part.kind == "said")
                score += 1.5 * bool(pattern("moved|changed|now at|actually|instead|relocated|rescheduled|new (location|address|place)").search(record.words))
                name = _tidy(place["place"])
                if best is None or (score, record.when) > best[:2]:
                    best = (score, record.when, name)
    if best is None:
        return None
    return Named(command=command, args={"destination": best[2]}, reason="the place that the memory tells of")


def _tidy(place: str) -> str:
    return re.sub(rf"\s+(?:on|in|at|by)\s+(?:the\s+)?(?:{_MONTH}.*)$|\s+(?:of|and|the|&)$", "", place).strip(" .,'")


def _video(said: str, scene: Scene) -> Named | None:
    if not re.search(r"\b(?:play|watch|review|stream|start)\b", plain(said + " " + scene.request)) or not _VIDEO_WORDS.search(scene.request):
        return None
    if not pattern("play|start the|review|watch|put on").search(scene.request):
        return None
    for text in (said, scene.text):
        for m in _PLAY_VIDEO.finditer(text):
            name = m["what"].strip()
            if _VIDEO_WORDS.search(plain(name)) and plain(name) not in ("video", "videos", "the video", "show", "movie", "clip", "film"):
                return Named(command="carcontrol_video_play_video", args={"video_name": name}, reason="named in the question")
    return None


def _song(said: str) -> Named | None:
    m = _SONG_BY.search(said) or _SONG_OF.search(said)
    if not m:
        return None
    return Named(command="carcontrol_music_play_song", args={"song_name": m["song"].strip(), "artist": m["artist"].strip()}, reason="named in the request")


def _station(scene: Scene, records: Sequence[Record]) -> Named | None:
    if not pattern("radio|station*|audio source|tune (in|to)|broadcast").search(scene.request) or pattern("volume|loud*|quiet*").search(scene.request):
        return None
    m = _STATION.search(scene.text)
    if m and not pattern("my|usual|favou?rite|morning|evening|same|local station|the station|radio station").search(plain(m[0])):
        return Named(command="carcontrol_radio_play_station", args={"name": m["name"].strip()}, reason="named in the request")
    best: tuple[float, tuple[str, int], str] | None = None
    for record in records:
        if not pattern("listen*|tun(e|ed|ing)|play*|put on|turn* on|switch* (\\w+ ){0,3}to|prefer*|like*").search(record.words):
            continue
        for part in record.parts:
            for m in _STATION.finditer(part.text):
                if plain(m["name"]) in ("station", "radio station"):
                    continue
                shared = len(scene.stems & record.stems) + len(scene.conditions & record.conditions)
                score = 2.0 * scene.wishes.get(part.who, 0.0) + 0.5 * shared
                if best is None or (score, record.when) > best[:2]:
                    best = (score, record.when, m["name"].strip())
    return None if best is None else Named(command="carcontrol_radio_play_station", args={"name": best[2]}, reason="the station that is told of")
