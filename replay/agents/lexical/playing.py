"""Videos and songs that a request asks for by name, or points back at.

Rule protected: a title is taken from the request where it stands there, else from the record that fits best.
"""

import re
from collections.abc import Sequence

from replay.agents.lexical.facts import Record
from replay.agents.lexical.named import JOINED, NAME, NO_NAME, OWNED, Named, within_sentence
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.text import plain
from replay.agents.lexical.vocabulary import LIKES

_PLAYS = pattern("play|start the|put on|stream|resume")
_VIDEO = pattern(
    "video*|clip|movie|film|tutorial*|documentary|episode|show|lecture|recording|cartoon*|series|trailer|drama|"
    "soap|anime|"
    "sitcom|talk show|thriller|comedy|musical|musicvideo|sketch|match|game"
)
_VIDEO_NAME = re.compile(
    r"\b(?:play|watch|review|show|see|stream|start)\s+(?:me\s+|us\s+)?(?:(?:the|an|a|that|this|my|our|some)\b)?\s*"
    r"(?P<what>[\w' -]{3,50}?)(?=\s+(?:on|at|in|again|for|with|to|while|before)\b|[.,!?;']|$)",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(
    r"(?: (?:now|please|then|already|first|next|later|instead|today|tonight|(?:right|straight) away|at once))+$"
)
"""Behind a title: when it is to be played."""
_VIDEO_TOLD = re.compile(
    rf"\b(?:called|titled|named|watch(?:es|ed|ing)?|follow(?:s|ed|ing)?|play(?:s|ed|ing)?|(?:film|movie|series|"
    rf"show|drama|"
    rf"documentary|cartoon|video|episode|anime|sitcom))\s+(?:it\s+|"
    rf"is\s+)?['\"]?(?P<name>{NAME}(?:\s+(?:{NAME}|of|and|the|in|to|"
    r"for|a|\d+))*)"
)
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
_PLAY_IT = pattern("play (it|that|this|the one)|put (it|that) on")
_A_SONG = pattern("song|track|tune|melody|waltz|anthem")
_SONG_TOLD = re.compile(
    r"['\"](?P<song>[A-Z0-9][\w' -]*?)['\"],? by (?P<artist>(?:the )?[A-Z][\w'. -]*?)(?=[.,!?;']|$| (?:and|on|in|at)\b)"
)
_SONG_LIST = re.compile(
    r"(?:^|[.!?] )Play (?:my |the |our |some )?"
    r"(?P<song>[\w'-]+(?: [\w'-]+)? (?:playlist|album|mix|soundtrack|symphony))\b"
)


def video(said: str, scene: Scene, records: Sequence[Record]) -> Named | None:
    """The video that a request asks for by its title, or as someone's own that a record names; else None."""
    if not _VIDEO.search(scene.request) or not _PLAYS.search(scene.request):
        return None
    for text in (said, scene.text):
        for m in _VIDEO_NAME.finditer(text):
            name = _AT_ONCE.sub("", m["what"].strip())
            if _VIDEO.search(plain(name)) and plain(name) not in NO_NAME:
                if not OWNED.match(m["what"].strip()) or not (told := _told_video(scene, records)):
                    return Named(command="video_play_video", args={"video_name": name}, reason="named in the question")
                return Named(command="video_play_video", args={"video_name": told}, reason="the one that is told of")
    return None


def _told_video(scene: Scene, records: Sequence[Record]) -> str:
    """The title that someone whose wish counts tells of; the newest of equals, empty where there is none."""
    best: tuple[tuple[float, tuple[str, int]], str] = ((0.0, ("", 0)), "")
    for record in records:
        for part in record.parts:
            for m in _VIDEO_TOLD.finditer(part.text):
                rank = (scene.wish_of(part.who) + 0.5 * len(scene.asked_stems & record.stems), record.when)
                if rank > best[0]:
                    best = rank, within_sentence(m["name"])
    return best[1]


_POINTS_AT = pattern(
    "(play|put on|start|show|resume)( (her|him|them|us|me))? (what(ever)?|something|the (one|thing|usual|show|film|"
    "movie|song|video|cartoon|series|track|tune)|that|those|our|my|his|her|their|it|them)"
)
_A_SETTING = pattern("shuffl*|loop*|repeat*|order|volume|loud*|lyrics?|radio|station*|mode|quality|full ?screen")
_PLAYED = re.compile(
    rf"\b(?:[Pp]lay(?:s|ed|ing)?|{LIKES}|listen(?:s|ed) to|watch(?:es|ed)|need|love|want)\s+(?:(?:the|a|an|my|our|"
    rf"his|her|their)\s+)?"
    rf"(?:(?P<kind>video|film|movie|cartoon|documentary|show|episode|song|track|album|playlist)\s+)?"
    rf"['\"]?(?P<title>{NAME}(?:\s+(?:{NAME}|{JOINED}|\d+))*)"
    rf"(?:['\"]?,? by (?P<artist>(?:the )?{NAME}(?: {NAME})*))?"
)
"""What is told to have been played, by its title."""
_FILMS = ("video", "film", "movie", "cartoon", "documentary", "show", "episode")


def pointed_at(scene: Scene, records: Sequence[Record]) -> Named | None:
    """The video or song that a request only points at ("play what calms them"): the played one that fits best.

    None where the request asks for how something is played, and where nothing is told to have been played.
    """
    if not _POINTS_AT.search(scene.request) or _A_SETTING.search(scene.request):
        return None
    best: tuple[tuple[float, tuple[str, int]], Named] | None = None
    for record in records:
        shared = len(scene.stems & record.stems) + len(scene.conditions & record.conditions)
        for part in record.parts:
            for m in _PLAYED.finditer(part.text):
                told_of = any(who.split()[0] in part.text for who, n in scene.wishes.items() if who and n >= 1.0)
                rank = (2.0 * max(scene.wish_of(part.who), told_of) + shared, record.when)
                if best is None or rank > best[0]:
                    title = within_sentence(m["title"])
                    video = m["kind"] in _FILMS or (
                        not m["kind"] and (_VIDEO.search(record.words) or _VIDEO.search(scene.request))
                    )
                    told = "the one that was played before and fits best"
                    args = {"video_name": title}
                    best = (
                        rank,
                        (
                            Named(command="video_play_video", args=args, reason=told)
                            if video
                            else _play_song(title, m["artist"] or "", told)
                        ),
                    )
    return best[1] if best else None


def song(said: str, scene: Scene, records: Sequence[Record]) -> Named | None:
    """The song or list of songs that a request asks for, or points back at; else None."""
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
    if _SONG_MEANT.search(scene.request) or (_PLAY_IT.search(scene.request) and _A_SONG.search(scene.request)):
        return _remembered_song(scene, records)
    return None


def _remembered_song(scene: Scene, records: Sequence[Record]) -> Named | None:
    """The song that the record played which shares most words with the request; the newest of equals."""
    best: tuple[tuple[int, tuple[str, int]], Named] | None = None
    for record in records:
        m = _SONG_BY.search(record.text) or _SONG_OF.search(record.text) or _SONG_TOLD.search(record.text)
        told = frozenset().union(*(other.stems for other in records if _same_talk(record, other)))
        shared = len(scene.asked_stems & told)
        if m and shared and (best is None or (shared, record.when) > best[0]):
            best = (shared, record.when), _play_song(m["song"], m["artist"], "the song that the memory tells of")
    return best[1] if best else None


def _same_talk(one: Record, other: Record) -> bool:
    """Whether two records are of one day and a few minutes, so that "it" in one may mean what the other names."""
    return one.day == other.day and abs((one.minute or 0) - (other.minute or 0)) <= _TALK_MINUTES


def _play_song(title: str, artist: str, reason: str) -> Named:
    args = {"song_name": title.strip()}
    if artist:
        args["artist"] = artist.strip(" .,").removeprefix("the ")
    return Named(command="music_play_song", args=args, reason=reason)
