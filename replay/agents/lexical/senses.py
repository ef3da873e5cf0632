"""What a complaint or a circumstance calls for: less light when blinded, inside air for a smell.

Rule protected: this only ever decides between remembered values; it invents none.
"""

from collections.abc import Mapping

from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.sayings import SettingValue
from replay.agents.lexical.setting import Setting

_LIGHT = {
    "less": (
        "too bright|glar*|blind*|dazzl*|too much light|too (strong|intense|harsh)|torch|spotlight|floodlight|"
        "lighthouse|flashlight|hurt* my eyes|squint*|night|"
        "pitch dark|dark outside|my eyes|"
        "eyes are (tired|sensitive)"
    ),
    "more": (
        "too (dim|faint|pale|weak|dark)|illegible|unreadable|can't see|can't make out|barely make out|cannot see|"
        "barely see|hard to (see|"
        "read)|can't read|sunny|sunlight|the sun|wash* out|"
        "daylight|bright (road|day|out)"
    ),
}
_LAMP = {
    "less": "too bright|glar*|blind*|hurt* my eyes|squint*|dim|dazzl*|too (strong|harsh)",
    "more": "too dim|too dark|can't see|can't read|dark|brighter",
}
_LOUD = {
    "more": (
        "(can't|cannot|couldn't|hardly|barely)( \\w+)? hear|too (quiet|soft|low)|inaudible|mumbl*|"
        "hard of hearing|miss* (my |the |a )?turns?|loud outside|noisy|thunder*|"
        "roar*|deaf|what did (it|he|she) say|can't make out|"
        "hammer*|drown*|blast*"
    ),
    "less": (
        "too loud|boom*|eardrums|splitting|turn it down|blar*|deafening|my ears|asleep|shout*|headache|"
        "concentrat*|focus*|quiet*|sleep*|nap*|whisper*|call"
    ),
}
_WARM = {
    "more": (
        "nippy|icicle|cold|freez*|chill*|shiver*|frost*|snow*|fever|flu|numb|goose ?bumps|teeth chatter*|icy|frozen"
    ),
    "less": (
        "stifling|overheat*|hot|sweat*|scorch*|swelter*|burn*|heat ?wave|boiling|warm outside|roasting|baking|"
        "oven|sauna|melting|flushed"
    ),
}
_AIR = {
    "more": (
        "hot|stuffy|stifling|airless|can't breathe|sweat*|scorch*|heat ?wave|swelter*|humid*|roasting|baking|oven|sauna"
    ),
    "less": "cold|chill*|draft*|draught*|windy|papers|hurricane|gale|freez*|too (strong|hard)|noisy|mild",
}
_HIGH = {
    "more": "taller|tall|looking up|sit higher|too (low|deep)|higher|hidden",
    "less": "shorter|short|sit lower|too high|lower",
}
_WET = {
    "more": ("downpour|heavy|bucket*|torrent*|cloudburst|storm*|pour*|can't see|barely see"),
    "less": "drizzl*|light rain|spray",
}
_CLOSE = {
    "more": "street names|too far out|close(r| up)|detail*|alley*|lane names|narrow",
    "less": "overview|big picture|whole (route|valley|area|region)|surroundings|towns|ahead",
}

_AMOUNTS: Mapping[str, Mapping[str, str]] = {
    "hud.brightness": _LIGHT,
    "center.brightness": _LIGHT,
    "panel.brightness": _LIGHT,
    "overhead.brightness": _LIGHT,
    "light.reading": _LAMP,
    "navigation.volume": _LOUD,
    "music.volume": _LOUD,
    "radio.volume": _LOUD,
    "video.volume": _LOUD,
    "ac.temperature": _WARM,
    "seat.heating": _WARM,
    "wheel.heating": _WARM,
    "ac.fan": _AIR,
    "seat.ventilation": _AIR,
    "wiper.speed": _WET,
    "hud.height": _HIGH,
    "navigation.zoom": _CLOSE,
}
"""By setting: words that call for a greater value, and for a smaller one."""

_WORDS: Mapping[str, Mapping[SettingValue, str]] = {
    "ac.circulation": {
        "inside": ("smell*|stink*|odor*|fume*|smog|smoke*|reek*|dust*|pollut*|pollen|exhaust|stench|gravel|dirt"),
        "outside": "stuffy|fresh air|stale|past the|cleared",
    },
    "ac.mode": {
        "defog": "fog*|mist*|steam*|condensation|can't see through",
        "defrost": "frost*|ice|icy|frozen",
        "dehumidify": "humid*|damp*|muggy|sticky",
        "purify": "allerg*|pollen|sneez*|smoke|smog|smell*|dust*|air quality|asthma",
    },
    "navigation.voice": {
        "detailed": (
            "new|unfamiliar|never been|miss* (any |the |a )?(turn|exit)s?|first time|lost|tricky|construction|"
            "don't know"
        ),
        "simple": "know the way|familiar|commute|chatty",
        "mute": "silence|quiet|podcast|concentrat*",
    },
    "navigation.traffic": {True: "traffic|congest*|late|jam*|hurry", False: "clutter*|clean"},
    "mirror.heating": {
        True: "rain*|fog*|frost*|ice|icy|can't see|mist*|wet|drops|water|pour*|downpour",
        False: "sunny|dry|save energy",
    },
    "window.child_lock": {True: "kids?|child*|niece|nephew|secure*|safe*"},
    "door.locked": {True: "secure*|safe*|kids?|child*"},
}
"""By setting and value: words that call for it."""


def calls_for(setting: Setting, value: SettingValue, rivals: frozenset[SettingValue], words: str) -> bool:
    """Whether a question, in plain words, calls for this value rather than for one of its rivals.

    Never where there are fewer than two values, or where the words call for more and for less.
    """
    ways = _AMOUNTS.get(setting.key)
    if ways is None:
        called = _WORDS.get(setting.key, {})
        return len(rivals) > 1 and value in called and bool(pattern(called[value]).search(words))
    numbers = [rival for rival in rivals if isinstance(rival, int) and not isinstance(rival, bool)]
    if isinstance(value, bool) or not isinstance(value, int) or len(numbers) < 2:
        return False
    more, less = (bool(pattern(ways[way]).search(words)) for way in ("more", "less"))
    return more != less and value == (max(numbers) if more else min(numbers))
