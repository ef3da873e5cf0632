"""The value that a question gives itself: "on 2 from now on", "19 degrees, please", "the panel in red".

Rule protected: a number or a word is such a value where it is said as what something is to be; one that belongs to an
occasion, that only tells how things are or were, or that speaks of another part of the car, is none.
"""

import re
from functools import lru_cache

from replay.agents.lexical.devices import DEVICES
from replay.agents.lexical.lexicon import BY_KEY, SETTINGS
from replay.agents.lexical.patterns import body, pattern
from replay.agents.lexical.sayings import Saying, SettingValue, sayings
from replay.agents.lexical.scene import Scene
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.speech import named_devices, quiet, strength
from replay.agents.lexical.text import plain, sentences
from replay.agents.lexical.values import UNIT, Shift, shift_of
from replay.agents.lexical.vocabulary import DISLIKES

_DOUBTFUL = frozenset({"inside", "outside", "map", "scene", "auto", "off", "simple", "face", "feet", "window"})
"""Values that are often said without meaning a setting."""
_NAMED = 3.0
"""How clearly a setting must be spoken of whose most, least or half is asked for."""
_NEAR = 120
"""Characters before a value within which its clause is looked for."""

_GIVES = re.compile(r"\b(?:to|at|in|into|as|use|want|make it|be|stay)\W+(?:(?P<article>the|a)\W+|level\W+)?$")
"""Before a value: it is what something is to become."""
_WANTS = re.compile(
    r"\b(?:on|onto|set|keep|leave|choose|pick|try|take|give me|make that|say|using|needs?|prefers?|love|is|"
    r"(?:i|we|i'd|we'd|would) like|(?:go|goes|fine|happy|content|comfortable|stick|start) with|go for|"
    r"(?:level|value|volume|speed|temperature|height|brightness|position|angle)(?: of)?)\W+"
    r"(?:(?:it|that|this|them|the|a|about|around|only|just|exactly|always|level)\W+){0,2}$"
)
"""The same, where the value ends what it is said in."""
_ASKS = re.compile(
    r"\b(?:make|turn|paint|set|put|dial|keep|run|bring|want|have|get|heat|warm|cool|need|prefer|like|leave|move|"
    r"lower|raise)(?: [\w']+){1,4} (?<! up )(?<! down )$"
)
"""The same, with what is to be set in between."""
_HAILS = (
    r"^\W*(?:[a-z']+(?: [a-z']+)?, )?(?:(?:hey|hi|hello|ok|okay|yes|no|please|so|well|now|then|and|but|car|only|just|"
    r"maybe|rather|always|about|exactly|how about|what about)\W+){0,6}"
)
_LEADS = re.compile(rf"{_HAILS}$")
"""Before a value: nothing but who is spoken to."""
_ENDING = (
    r"['\"]?(?:\s*$|\s*[.,;:!?)]|\s+-|\s+(?:and|but|please|now|then|thanks|today|tonight|here|from|for|is|it|if|because|"
    r"so|until|or|when|whenever|while|as|instead|always|again|would|will|shall|should|does|suits|in (?:here|the (?:car|"
    r"cabin|back|front|rear))|on (?:the|my|our))\b)"
)
_ENDS = re.compile(_ENDING)
"""Behind a value: it counts nothing, and is nobody's number."""
_NAMING = re.compile(r" (?:one|mode|setting|theme|colou?r|view|version|style|look)\b")
"""Behind a value that is a word: it is called so."""
_SETTLES = re.compile(
    r"^\W*(?:from (?:now|today|tonight|here) on|it (?:is|shall be|will be|should be)\b|it'll be\b|will do|"
    r"is (?:enough|plenty|fine|perfect)|instead\b(?! of)|"
    r"(?:for (?:me|us)|now|then)?\W*please\b)"
)
"""Behind a value: it is to hold."""
_GOES_ON = re.compile(
    r"^ (?:in the (?:morning|afternoon|evening)|this (?:morning|afternoon|evening)|sharp|hundred|thousand|point)\b"
)
"""Behind a number: it is a time, or there is more of it."""

_HAPPENED = re.compile(
    r"\b(?:had|was|were|been|did|used to|(?<!i )(?<!we )(?<!'d )(?<!would )like|if|when|whenever|while|once|because|"
    r"since|after|before|until)\b(?=[^,;]*$)"
    r"(?!.*\b(?:want|likes?|prefer|need|make|set|put|keep|use|turn|give|heat|warm|cool)\b)"
)
"""Before a value: it belongs to an occasion, or to what somebody tells."""
_IS_SO = re.compile(
    r"(?:^|[,;] ?)\W*(?:(?:oh|well|but|and|now|hey|car|because)\W+){0,3}(?:it|that|this|there|the (?!.*\b(?:i|we|best|"
    r"right|ideal|perfect)\b)[\w' ]{1,40}?)(?:'s| is| are| says| shows| reads| stands| sits| feels like)"
    r"(?: (?:still|already|only|now|always|again|about|like)){0,3}(?: (?:at|on|in|to|level)){0,2} ?$"
)
"""Before a value: it is told how things are."""
_FEELS_SO = re.compile(r"(?:^|[,;] |\band |\bbut )(?:at|on|with) #,? (?:it|this|that|these|those|i'm|i am|my|the)\b")
"""A value at the beginning, and behind it how things are at it: "at 10 this is roasting me"."""
_HATES = re.compile(rf"\b(?:{DISLIKES}|hated?|not|never|can't (?:stand|bear|take)|don't (?:want|like|need))\b[^,;]*$")
"""Before a value: it is what nobody wants."""
_ASKS_WHETHER = re.compile(
    r"^\W*(?:(?:is|are|was|were|has|did|does|which|where|who|when|why(?! not)|what(?! about| if)|how(?! about))\b)"
    r"(?!.*\b(?:possible|okay|ok|fine|all right|too much to)\b)[^?]*\?"
)
"""A question after how things are."""
_BIDS = re.compile(
    rf"{_HAILS}(?:(?:can|could|would|will) you (?:please )?)?(?:turn|set|put|crank|open|roll|raise|push|make|bring|"
    r"move|slide|tilt|recline|wind|i want|i need|i'd like|give me)\b"
)
"""A plain order, in which "all the way up" is no complaint."""
_DOUBTS = re.compile(r"\b(?:too|not|never|\w+n't|was|were|is|are|like|as|when|if|than|usual)\b")
_POINTS_BACK = pattern("than|usual|last time|like before")
_CLAUSES = re.compile(r"[,;:]|\s-\s|\b(?:and|but|then|while|because)\b")


def own_value(setting: Setting, scene: Scene, *, named: bool = False) -> SettingValue | None:
    """The value that the request itself gives, as in "play it at 1080p"; None where it only points at the past.

    With `named`, only where the words around the value speak of the setting. The last speaker's counts, and of several
    values in one breath the first. Settings that are only on or off have none: see `claims.asked_state`.
    """
    if setting.kind == "boolean":
        return None
    for part in reversed([part for part in scene.parts if part.kind == "said"]):
        for sentence in sentences(part.text):
            words = plain(sentence)
            if _ASKS_WHETHER.search(words) or shift_of(setting, words) != Shift():
                continue
            for saying in sayings(setting, words, told=False):
                value = saying.value
                if saying.mood == "rejected" or value in _DOUBTFUL or isinstance(value, bool):
                    continue
                if _is_wanted(setting, words, saying) and _is_its_own(setting, words, saying, named=named):
                    return value
    return None


def _is_wanted(setting: Setting, words: str, saying: Saying) -> bool:
    """Whether a value is said as what something is to be, and not of an occasion or of how things are."""
    if not saying.end:
        return strength(setting, words) >= _NAMED and bool(_BIDS.search(words)) and not _DOUBTS.search(words)
    before, behind = words[: saying.start], words[saying.end :]
    near = before[-_NEAR:]
    if (
        _FEELS_SO.search(f"{near[-12:]}#{behind}")
        or _GOES_ON.search(behind)
        or any(told.search(near) for told in (_HAPPENED, _IS_SO, _HATES))
    ):
        return False
    behind = behind[unit.end() :] if (unit := UNIT.match(behind)) else behind
    name = _name_of(setting.key)
    ends = bool(_ENDS.match(behind))
    if words[saying.start : saying.end] == "one" and not (ends or unit):
        return False
    if gives := _GIVES.search(near):
        # "in the red" is a value, and "in the red car" is none
        loose = setting.kind == "word" and gives["article"]
        return not loose or ends or bool(_NAMING.match(behind) or name.match(behind))
    if _SETTLES.match(behind) or (_LEADS.search(before) and (ends or name.match(behind))):
        return True
    return ends and bool(_WANTS.search(near) or _ASKS.search(near) or name.search(near))


def _is_its_own(setting: Setting, words: str, saying: Saying, *, named: bool) -> bool:
    """Whether a value's clause points back at nothing and speaks of no other setting; with `named`, of this one."""
    start = max((m.end() for m in _CLAUSES.finditer(words, 0, saying.start)), default=0)
    end = next((m.start() for m in _CLAUSES.finditer(words, saying.end)), len(words))
    clause = quiet(words[start:end])
    devices = named_devices(clause)
    own = strength(setting, clause)
    if _POINTS_BACK.search(clause) or (devices and setting.device not in devices) or (named and not own):
        return False
    return all(strength(other, clause) <= own for other in SETTINGS if other.kind == setting.kind)


@lru_cache(maxsize=64)
def _name_of(key: str) -> re.Pattern[str]:
    """What a setting is called, at the end of the words before a value, or at once behind it."""
    setting = BY_KEY[key]
    device = DEVICES[setting.device]
    names = body("|".join(part for part in (device.names, setting.aspect, setting.cues) if part))
    return re.compile(
        rf"(?<!\w)(?:{names})(?:\W+(?:level|speed|mode|value))?\W+$"
        rf"|^(?:\W+(?:for|on|in|at))?(?:\W+(?:the|my|our))?\W+(?:{names})(?:\W+(?:{names}))?(?={_ENDING})"
    )
