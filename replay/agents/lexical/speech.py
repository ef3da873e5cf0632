"""What a text speaks of: parts of the car, settings, and how clearly.

Rule protected: phrases that only say where someone sits speak of nothing; what a text names (`strength`, `is_named`)
and what it is only like (`likely`) are told apart, and whoever asks says what the latter counts.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from replay.agents.lexical.devices import DEVICES
from replay.agents.lexical.lexicon import BY_KEY, SETTINGS
from replay.agents.lexical.likeness import likely
from replay.agents.lexical.patterns import body, occurs, pattern
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.vocabulary import OTHER_STATION

LIKENESS = 8.0
"""What it counts that talk is like what people say of a setting, where it is so beyond doubt."""
LIKENESS_TOLD = 3.0
"""The same where facts are told, which name their settings."""
_TRAFFIC_LIGHT = (
    "(traffic|stop) lights?|(at|came to|comes to|run|ran|running|through|hit|caught|catch) "
    "(a|an|the|every|each|that|this) (\\w+ )?(red|green|yellow|amber) lights?"
)
TRAFFIC_LIGHT = pattern(_TRAFFIC_LIGHT)
"""A light of the road, whose color is no setting."""
_NOISE = pattern(
    "(?P<kept>(seat|backrest|chair) back to|(raised|lowered|moved|slid|pushed|lifted|tilted|reclined|warmed|"
    "heated|cooled|adjusted|set|raise|lower|move|"
    "slide|push|lift|tilt|recline|warm|heat|cool|adjust|put) (the|his|her|my|our|their|your) (\\w+ )?(driver|"
    "passenger|back|"
    "rear|front)('s)? seat)|"
    "(fridge|refrigerator|freezer|oven|house|garage|barn|shop|office|kitchen|cellar|church|balcony|apartment|"
    "next) door*|"
    "ferris wheel|spinning wheel|potter's wheel|training wheels?|"
    "(driver|passenger|back|rear|front)('s)? seat(?! (heat|warm|mass|vent|cush|head|leg|foot|back|fold|pos|hei|"
    "forw|to \\\\d|at \\\\d|up|down|higher|lower|closer|further|horiz|vert|all the way))|"
    "in the (back|front)( seat)?(?! (trunk|boot|row|window|seat))|driver's|back to|went back|drove|driving|driver|"
    "at the wheel|behind the wheel|wheel of|turn* (left|right)|in turn|out the window|"
    "match(es|ed|ing)? (with )?(the|my|our|your) \\w+( panel| cluster| display| screen| light*| wheel)?|"
    "(?P<reaches>(see|look|peer|peek|peep)* (\\w+ )?over|(hit|touch|bump|bang|press|jam)*( \\w+){0,2}( against| into|"
    " on| under)?|"
    "reach|against|too close to|close to) (the|my|a) (dash(board)?|hood|bonnet|(steering )?wheel|glove ?box)|"
    f"{OTHER_STATION}s?|{_TRAFFIC_LIGHT}"
)


@lru_cache(maxsize=4096)  # each line of a long talk is asked for once a setting and a line behind it
def quiet(text: str) -> str:
    """The plain text without phrases that name a part of the car but mean where someone sits or what they do."""
    return _NOISE.sub(lambda m: m["kept"] or m["reaches"] or " ", text)


@lru_cache(maxsize=8192)
def named_devices(text: str) -> frozenset[str]:
    """The devices that a plain text calls by a name of their own."""
    return frozenset(key for key, device in DEVICES.items() if occurs(device.names, text))


def is_named(setting: Setting, text: str) -> bool:
    """Whether a plain text names the setting's device, or cues the setting: likeness alone does not count."""
    return setting.device in named_devices(text) or (bool(setting.cues) and occurs(setting.cues, text))


@lru_cache(maxsize=8192)
def speaks_of_the_car(text: str) -> bool:
    """Whether a plain text names a part of the car, or cues one of its settings."""
    return bool(named_devices(text)) or any(occurs(setting.cues, text) for setting in SETTINGS if setting.cues)


@lru_cache(maxsize=8192)
def spoken_of(text: str) -> Mapping[str, float]:
    """The settings that a plain text speaks of, by key, each with its strength; those at 0 are left out."""
    found = {setting.key: strength(setting, text) for setting in SETTINGS}
    return {key: n for key, n in found.items() if n}


@lru_cache(maxsize=8192)
def heard_of(text: str, likeness: float) -> Mapping[str, float]:
    """The settings that a plain text may mean, by key, each with how clearly; those at 0 are left out."""
    found = {setting.key: meaning(setting, text, likeness) for setting in SETTINGS}
    return {key: n for key, n in found.items() if n}


def meaning(setting: Setting, text: str, likeness: float = LIKENESS) -> float:
    """How clearly a plain text means a setting: its `strength`, and up to `likeness` for being like talk of it."""
    return strength(setting, text) + likeness * likely(text).get(setting.key, 0.0)


def strength(setting: Setting, text: str) -> float:
    """How clearly a plain text names a setting: 0 not at all, about 5 beyond doubt.

    A device's own name counts 3, the aspect 2, both side by side 1.5 more, a cue 3. Without a device or a cue the
    aspect counts nothing.
    """
    return _strength(setting.key, text)


@lru_cache(maxsize=65_536)
def _strength(key: str, text: str) -> float:
    setting = BY_KEY[key]
    named = setting.device in named_devices(text)
    if not named and key.endswith(".power"):
        return 0.0
    cued = bool(setting.cues) and occurs(setting.cues, text)
    score = 3.0 * named + 3.0 * cued
    if not score:
        return 0.0
    if not setting.aspect:
        return score + 1.0
    if setting.main and _has_number(setting, text):
        return score + 3.5
    if occurs(setting.aspect, text):
        return score + (3.5 if named and _beside(key).search(text) else 2.0)
    return score if cued else score * 0.5


def _has_number(setting: Setting, text: str) -> bool:
    """Whether a plain text gives the setting's device a number that the setting takes: "the dials at 4"."""
    return any(
        setting.minimum <= int(m["number"]) <= setting.maximum and not _siblings(setting.key).search(m[0])
        for m in _numbered(setting.device).finditer(text)
    )


def without(setting: Setting, text: str) -> str:
    """The plain text without the names of the setting, its device and its values; the rest stays."""
    values = setting.values.values() if setting.kind == "word" else ()
    words = (DEVICES[setting.device].names, setting.cues, *values)
    return pattern("|".join(part for part in words if part)).sub(" ", text)


@lru_cache(maxsize=64)
def _siblings(key: str) -> re.Pattern[str]:
    """The aspects of the other settings of the same device that take a number."""
    mine = BY_KEY[key]
    return pattern(
        "|".join(
            other.aspect for other in SETTINGS
            if other.device == mine.device and other.key != key and other.kind == "integer" and other.aspect
        )
    )  # fmt: skip


@lru_cache(maxsize=64)
def _numbered(device: str) -> re.Pattern[str]:
    """A device with a number within two words of it."""
    return re.compile(
        rf"(?<!\w)(?:{body(DEVICES[device].names)})\W+(?:\w+\W+){{0,2}}?(?:at|to|on|above|below|of)\W+"
        r"(?:level\W+)?(?P<number>\d{1,3})(?!\w|\.\d)"
    )


@lru_cache(maxsize=256)
def _beside(key: str) -> re.Pattern[str]:
    """Device and aspect within two words of each other, in either order."""
    setting = BY_KEY[key]
    names, aspect = body(DEVICES[setting.device].names), body(setting.aspect)
    return re.compile(
        rf"(?<!\w)(?:(?:{names})\W+(?:\w+\W+){{0,2}}?(?:{aspect})"
        rf"|(?:{aspect})\W+(?:(?:on|of|for|in|the|my)\W+){{1,3}}(?:{names}))(?!\w)"
    )
