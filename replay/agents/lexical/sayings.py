"""The values that one sentence gives a setting, and how each is meant.

Rule protected: a number is a value only where it can be one: not a time, a distance, a street number; a value that the
sentence calls too much is rejected, one that it only recalls is told.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from replay.agents.lexical.extremes import extreme_of
from replay.agents.lexical.inflection import comparatives, verbs
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.patterns import body, pattern
from replay.agents.lexical.setting import Setting
from replay.agents.lexical.speech import TRAFFIC_LIGHT, meaning, named_devices
from replay.agents.lexical.text import Number, numbers
from replay.agents.lexical.vocabulary import ACTED, BOTHERS, DISLIKES, LIKING, SWITCH

SettingValue = bool | int | str

Mood = Literal["wanted", "rejected", "told"]
"""`wanted`: set or asked for; `rejected`: called wrong; `told`: only mentioned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One value in a sentence."""

    value: SettingValue
    mood: Mood
    start: int = 0
    end: int = 0
    """Where it stands in the sentence; both 0 where no word of its own says it, as in "all the way up"."""


_SETS = pattern(
    "set|sets|setting|chang*|adjust*|turn*|lower*|rais*|switch*|increas*|reduc*|mov(e|ed|ing)|put|keep|kept|make|"
    "made|dial*|bump*|crank*|drop*|prefer*|like|likes|love|loves|want*|need*|choos*|chose|go with|stick|limit*|"
    "let's|give|ask(ed|s)? for|open*|close*|recline*|zoom*|us(e|ing)|enough|perfect|better|best|ideal|restor*|"
    "select*|sav(e|ed)|"
    "max*|extend*|tilt*|upped|went|pick*|tweak*|go back|went back|back to|return*|try|mut(e|ed|ing)|sweet spot|"
    "comfortable|works?|mode|for good|it is|will do|plenty|do with|landed|settled|have to|has to|must|should|leave|"
    "ought to|supposed to|spot on|just right|does the (job|trick)|hits the spot|suits?|get by with|live with|"
    + f"{ACTED}|{verbs(LIKING, 'plain', 'third', 'past')}|"
    + verbs("bring|take|push|pull|slide|lift|dim|brighten|decrease|boost|nudge|ease|cut|tune|roll|shift|request|insist")
)
_TOO = (
    r"(?:is|was|were|are|(?:has|have|had) been|feels?|felt|feeling|seems?|seemed|"
    r"'s|isn't|wasn't|looks?|might be|would be|gets?|started|"
    r"can be|sounds?)\W+(?:\w+\W+){0,3}?(?:too|not|distract\w*|burn\w*|pain\w*|hurt\w*|wrong|uncomfortable|"
    r"blinding|harsh|freezing|like a|hard to|annoying|cramped|aggressive|confus\w*|unbearabl\w*|awful|terribl\w*|"
    r"horribl\w*|unpleasant|irritat\w*|disturb\w*|intolerable|unreadable|dangerous|painful|dizzying|ridiculous|overkill|"
    r"deafening|glaring|torture|a nightmare|stifling|suffocating|insufferable|overwhelming|a joke)"
)
_REJECT_AFTER = re.compile(
    rf"^(?! - )\W*(?:\w+(?! - )\W+){{0,2}}?(?:{_TOO}|hurts?\b|isn't|wasn't|is not|was not|won't do\b|"
    r"(?:is|was|'s|seems|feels) (?:useless|pointless|no (?:good|use|help)|nothing)\b|"
    rf"(?:looks?|feels?|sounds?)\W+like\b|clutter\w*|(?:{BOTHERS})\b|"
    r"(?:makes?|made)\W+(?:me|us|him|her|them|(?:my|his|her|our|their) \w+)\W+(?:\w+\W+)?"
    r"(?:dizzy|sick|nervous|ill|sleepy|shiver|sweat|"
    r"squint|"
    r"ache|hurt|sneeze|cough|carsick|numb|jumpy|feel|cry|anxious|tense|itch)|"
    r"(?:gives?|gave|given)\W+(?:me|us|him|her|them|(?:my|his|her|our|their) \w+)\W+(?:an?\W+)?(?:\w+ )?"
    r"(?:headache|migraine|cramp|chills|creeps|stiff|"
    r"cold|"
    r"fright|sore|backache|goose)|(?:drives?|drove)\W+(?:me|us|him|her|them)\W+(?:crazy|mad|nuts|insane|up the wall)|"
    r"gets? on (?:my|our|her|his) nerves)"
)
_REJECT_BEFORE = re.compile(
    r"(?:\bnot|\btoo|instead of|rather than|than|no longer|never|don't (?:want|need|like)|hate|"
    rf"hated|(?:can't|cannot|couldn't|can not) (?:stand|bear|take|tolerate|handle|live with|get used to)|{DISLIKES}|"
    r"sick of|away from|horrified by|scared of|afraid of|shocked by|fed up with|tired of|"
    r"(?:annoyed|bothered|irritated|startled|blinded|deafened|overwhelmed|dazzled|disturbed|distracted) by|"
    r"(?:freeze|froze|melt|melted|shiver|shivered|sweat|boil|roast|cook|suffocate|squint|go deaf|go blind|went numb|"
    r"feel sick|get dizzy|get a headache|fall asleep)(?= (?:at|with|on|in|under)\b)|"
    r"complain\w* about|"
    r"allergic to|suffered (?:from|at)|usually|used to be|was)\W+"
    r"(?:(?:the|at|it|this|that|to|level|on|in|a|an|my|be|at a|looking at)\W+){0,3}$"
)
_REGRETS = pattern("(like|was|felt) a fool|by mistake|stupidly|foolishly|regretted|which was wrong|never again")
_RECALLED = ("usually", "used to be", "was")
_INDIRECT = re.compile(r"\b(?:told|said|thought|complained|explained|added)\b(?: \w+){0,2} that\b")
"""What somebody is told to have said is not set by it."""
_AT = re.compile(r"\b(?:at|on|to|level|with)\W+$")
_BOUND = re.compile(r"\b(?:below|under|above|over|past|less than|more than|beyond)\W+(?:level\W+)?$")
"""What is said to be a bound is no value itself."""
_LIMIT = re.compile(
    r"(?:\b(?:not|never|no|nothing|\w+n't)\W+(?:\w+\W+){0,4}?(?:below|under|above|over|past|beyond|less than|more than|"
    r"exceed)|\b(?:at most|at least|up to|no (?:more|less|\w+er) than|as far as|anything but|nothing but))"
    r"\W+(?:(?:level|the)\W+)?$"
)
"""But where it must not be passed, or may just be reached, it is what people set."""
_APPROVED = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?:(?:is|was|are|were|'s|be|feels?|felt|looks?|sounds?)\W+(?:\w+\W+){0,2}?(?:right|enough|mine|it|fine|good|"
    r"great|okay|ok|me|"
    r"ideal|best|perfect|plenty|better|correct|lovely|heaven\w*|bliss\w*|comfortable|cozy|cosy|pleasant|spot on|"
    r"comfy|wonderful|excellent|sensible|gentle on|easy on|soothing|for (?:me|us))\b|that i can|i can (?:read|see|"
    r"live|work)|"
    r"for (?:me|us)\b|"
    r"will do|does it|(?:does|do|did) the (?:job|trick)|hits the spot|suits? (?:me|us|him|her)|"
    r"works? for|agrees with me|keeps? (?:me|us|him|her|them) (?:awake|warm|cool|calm|happy|alert|dry|comfortable)|"
    r"from (?:now|today|then) on|at most|tops\b|max\b|it is\b|it stays|that's (?:it|me|right|better))"
)
"""Behind a value: someone is content with it."""
_FIRST = re.compile(r"^(?: percent| degrees)?(?: \w+){0,4}[.!]?['\"]?$")
"""Behind a value that opens a short sentence."""
_SELF = re.compile(r"\b(?:i'm|i am|it's|it is|that's|meant|mean|rather|make that)\W+(?:(?:an?|level|only|just)\W+)?$")
"""Before a value: someone says that it is theirs."""
_NUMBERS_AT_MOST = 24
"""Numbers that are looked at in one sentence."""
_NAMED = 3.0
_NEVER = re.compile(r"(?:never|don't|doesn't|didn't|not|no longer)\W+(?:\w+\W+){0,5}$")
_CHILLED = re.compile(r" (?:is|are|were|feel|get) (?:\w+ )?(?:freezing|cold|frozen|icy|numb|hot|sweaty|burning up)\b")
"""Behind a part of the body that is in need of air."""
_UNITS = re.compile(
    r"^[\s-]*(?:seconds?|secs?|minutes?|mins?|hours?|weeks?|days?|nights?|miles?|km|kilomet\w+|met(?:er|re)s?|feet|"
    r"foot(?! ?(?:rest|support))|inch(?:es)?|"
    r"yards?|dollars?|euros?|bucks|kilos?|kg|lit(?:er|re)s?|gallons?|people|kids|children|friends|guests|passengers|"
    r"years?|times|am|pm|notch(?:es)?|clicks?|ticks?|meetings?|calls?|emails?|episodes?|chapters?|cups?|bags?|boxes|laps?|"
    r"o'clock|months?|"
    r"blocks?|cents?|pages?|lanes?|exits?|stops?|songs?|items?|things|of (?:us|them|those|these)|"
    r"more|or (?:so|two|three|more|less|\d))\b"
)
_NUMBERED = re.compile(
    r"(?:(?:\d|four|five|six) (?:foot|feet|ft)|"
    r"site|route|highway|exit|gate|room|street|floor|page|chapter|number|version|phase|interstate|i|us|unit|"
    r"apartment|bus|train|flight|line|platform|suite|building|house|grade|size|aged?|lap|round|model|option|rule|formula|"
    r"channel|track|by|at age|part|section|lane|zone|terminal|season|episode|act|symphony)\W*$"
)
_DEGREES = re.compile(r"\W*(?:degrees?|c\b|celsius)")
_IN_DEGREES = frozenset({"ac.temperature", "seat.backrest", "seat.cushion_angle"})
_WEATHER = pattern(
    "outside|outdoors|heat ?wave|cold snap|forecast|weather|evening|thermometer|mercury|hottest|coldest"
)
_PUTS = pattern(
    "set*|turn*|bump*|put*|keep*|crank*|lower*|rais*|dial*|adjust*|switch*|make it|prefer*|want*|need*|chang*|drop*"
)
_OUTSIDE = re.compile(r"^\W*(?:degrees?\W*)?(?:c\b|celsius)?\W*(?:outside|outdoors|out there|out here|in the shade)\b")
"""Behind a temperature that is the weather's, whatever stands before it."""
_OF_THE_AIR = re.compile(
    r"\b(?:it (?:was|is|had|got)|it's|below|above|under|over|minus|said|showed|reads?)(?: \w+){0,2} ?$"
)
"""Before a temperature that is the weather's."""
_HERE = pattern("on board|aboard|in here|in the car|inside|cabin|climate|for (me|us|him|her|them)|my|mine")
_ONE = re.compile(r"\W+(?:of|thing|more|day|time|last|sec|second|who|that|another|person)")
_IT_IS = re.compile(r" it(?: is|'s|'ll be| will be| shall be| was| stays)\b")
"""Behind a number: it is settled on, as in "one it is"."""
_STANDS_IN = re.compile(r"\b(?:only|just|(?:the|an?|this|that|my|your|his|her|its|our|their) [\w']+) $")
"""Before "one": it stands for a thing, as in "the bright one"."""
_THE_ONE = re.compile(r"\b(?:this|that|the|which|another|my|your|his|her|right|same|other|no|every) $")
_BEFORE_WORD = re.compile(r"(?:level|to|at|speed|position|is)\W+$")
_DATED = re.compile(
    r"\b(?:(?:since|until|till|half past|quarter past|quarter to)(?: about| around)? |(?:in|of|from) ')$"
)
"""Before a number: it is a time or a year."""
_AGED = re.compile(
    r"\b(?:he|she|they|who|(?:my|our|his|her|their|the) (?:\w+ )?(?:kid|child|baby|boy|girl|son|daughter|nephew|niece|"
    r"grandson|granddaughter|cat|dog|puppy))(?:'s|'re| is| was| are| were| turns| turned| just turned) "
    r"(?:only |just |about |almost |nearly |already |not yet )?$"
)
"""Before a number: it is somebody's age."""
_OPENS = re.compile(r"(?:^|[.,:;!?-]) ?['\"]?$")
_PUT = re.compile(r"\b(?:on|say|it|only|just|mine|them|that|up|down|back|about)\W+$")
_ENDS = re.compile(
    r"['\"]?(?:$|[.,;:!?]| - | (?:and|but|please|now|then|when|for|is|it|if|because|so|i|until|from|or)\b)"
)
"""About a small number in words: it stands for itself and counts nothing, as in "make it two, please"."""
_RAISES = pattern("rais*|increas*|up|boost*|higher|extend*|brighten*|warm*")
_STEPS = pattern(
    "rais*|increas*|up|boost*|higher|extend*|brighten*|warm*|lower*|reduc*|decreas*|down|drop*|cut|dim*|cool*"
)
_COMPARED = re.compile(
    r"[\s-]*(?:(?:degrees?|percent|points?|levels?) )?(?:"
    rf"(?P<more>{body(comparatives('high bright warm hot loud strong fast wide far'))})"
    rf"|{body(comparatives('low dim cool cold quiet soft weak slow gentle narrow'))})\b"
)
"""Behind a number: it is the difference from what was before, as in "forty lower"."""
_BY = re.compile(r"\bby\W+(?:about\W+|another\W+)?$")
_IS_SWITCHED = re.compile(
    r"\b(?:is|are|was|were|be|been|stays?|stayed|remains?|goes|went|comes|came|keeps?|kept|leaves?|left|want\w*|'s)\W+"
    r"(?:(?:to be|to stay|always|back|it|that|them) )?(?P<state>on|off)"
    r"(?=$|[.,;:!?]| (?:for|when|whenever|in|at|every|until|while|if|and|because|again|now|please|as|all|on)\b)"
)
"""The state in which something is told to be, whatever it is."""
_TO = re.compile(r"\b(?:to|on|at)\W+$")
"""Before a word: it is what something is to become."""
_NAMED_SO = re.compile(r"['\"]? (?:mode|theme|view|setting|color|colour)\b")
"""Behind a word: it is the name of a value."""
_COMMON_WORDS = frozenset({"inside", "outside", "map", "scene", "auto", "off", "simple"})
"""Values that are often said without meaning a setting."""
_OUTSIDE_WORLD = pattern("(get*|it's|is|was|hot*|cold*|dark|weather|dashboard|bright|nice) (\\w+ )?(in|out)side")
_REFUSES = re.compile(r"(?:don't|do not|never|no|not(?: to)?|won't|shouldn't|must not|mustn't)\W+(?:\w+\W+){0,2}$")


def sayings(setting: Setting, words: str, *, told: bool) -> Iterator[Saying]:
    """The values of the setting in one plain sentence, in order; with `told`, it is narrated and not quoted."""
    sets = bool(_SETS.search(words))
    clear = meaning(setting, words)
    elsewhere = not clear and bool(named_devices(words))  # what is switched there is another part of the car
    if setting.kind == "integer":
        found = list(_integers(setting, words, sets=sets, told=told))
        if not found and not elsewhere and (sets or clear):
            extreme = extreme_of(setting, words)
            found = [Saying(value=extreme, mood="wanted")] if extreme is not None else (
                list(switched(setting, words)) if setting.switch and setting.values else []
            )
        yield from found
    elif setting.kind == "word":
        found = list(_words(setting, words, sets=sets, told=told))
        yield from found
        by_the_way = told and not elsewhere
        if not found and setting.switch and setting.device != "ac" and (by_the_way or clear >= _NAMED):
            yield from switched(setting, words)
    elif setting.kind == "boolean":
        yield from switched(setting, words)


def steps(words: str) -> Iterator[int]:
    """The steps by which a plain sentence tells of a change, such as -40 for "lowered it by 40"."""
    for number in islice(numbers(words), _NUMBERS_AT_MOST):
        before = words[: number.start]
        if compared := _COMPARED.match(words[number.end :]):
            yield number.value if compared["more"] else -number.value
            continue
        way = _STEPS.search(before)
        if way and _BY.search(before) and "to " not in words[number.end : number.end + 12]:
            yield number.value if _RAISES.search(way[0]) else -number.value


def switched(setting: Setting, words: str) -> Iterator[Saying]:
    """Each switching on (True) or off (False) in a plain sentence, in order.

    Words within such a phrase are part of it, whatever they mean alone: "switched auto fold off" is off.
    """
    ends = {
        (m.start(), state == "on"): m.end()
        for state, usual in SWITCH.items()
        for m in pattern(setting.values.get(state, usual)).finditer(words)
    }
    for m in _IS_SWITCHED.finditer(words):
        ends.setdefault((m.start("state"), m["state"] == "on"), m.end())
    if setting.aspect:
        refused = pattern(f"(no|without|skip|stop)( (more|the|any|that|this)){{0,2}} ({setting.aspect})")
        for m in refused.finditer(words):
            ends.setdefault((m.start(), False), m.end())
    done: dict[bool, int] = {}
    for start, state in sorted(ends):
        within = any(a < start and ends[start, state] <= b for (a, other), b in ends.items() if other is not state)
        if within or start < done.get(state, 0):
            continue  # a part of what was read already
        done[state] = ends[start, state]
        yield Saying(value=state and not _REFUSES.search(words[:start]), mood="wanted", start=start)


def _integers(setting: Setting, words: str, *, sets: bool, told: bool) -> Iterator[Saying]:
    for number in islice(numbers(words), _NUMBERS_AT_MOST):
        before, after = words[: number.start], words[number.end :]
        if not setting.minimum <= number.value <= setting.maximum or not _may_be_value(setting, words, number, sets):
            continue
        if re.search(r"\bfrom\W+(?:level\W+)?$", before) and re.search(r"\bto\b", after):
            yield Saying(value=number.value, mood="told", start=number.start, end=number.end)
        else:
            indirect = told and (m := _INDIRECT.search(before)) and not _SETS.search(before[m.end() :])
            wanted = not indirect and (
                sets or told or bool(_AT.search(before) or _LIMIT.search(before)) or _is_praised(before, after)
            )
            bound = bool(_BOUND.search(before)) and not _LIMIT.search(before)
            mood: Mood = "rejected" if bound else _mood(before, after, wanted)
            yield Saying(value=number.value, mood=mood, start=number.start, end=number.end)


def _is_praised(before: str, after: str) -> bool:
    """Whether a value stands alone, is someone's own, or is called good."""
    if not before.strip(" '\"") and (not after.strip(" '\".!") or _FIRST.match(after)):
        return True
    return bool(_SELF.search(before) or _APPROVED.search(after))


def _may_be_value(setting: Setting, words: str, number: Number, sets: bool) -> bool:
    """Whether a number is no time, distance, count, street number, step or outside temperature."""
    before, after = words[: number.start], words[number.end :]
    if _UNITS.search(after) or _COMPARED.match(after) or (_NUMBERED.search(before) and not _BY.search(before)):
        return False
    if _BY.search(before) and _STEPS.search(before):
        return False
    if _DATED.search(before) or _AGED.search(before):
        return False
    degrees = bool(_DEGREES.match(after))
    if degrees and setting.key not in _IN_DEGREES:
        return False
    if setting.key == "ac.temperature" and _OUTSIDE.search(after):
        return False
    if (
        setting.key == "ac.temperature"
        and not (sets and _PUTS.search(words))
        and (_WEATHER.search(words) or (_OF_THE_AIR.search(before) and not _HERE.search(words)))
    ):
        return False
    if number.value == 1 and (_ONE.match(after) or _THE_ONE.search(before)):
        return False
    if words[number.start : number.end].isdigit() or number.value > 3 or _BEFORE_WORD.search(before):
        return True
    stands = _PUT.search(before) or _aspect_ends(setting.key).search(before)
    if number.value == 1:
        return bool(_IT_IS.match(after) or (stands and _ENDS.match(after) and not _STANDS_IN.search(before)))
    return bool((stands or _OPENS.search(before)) and _ENDS.match(after))


@lru_cache(maxsize=64)
def _aspect_ends(key: str) -> re.Pattern[str]:
    """What tells a setting from others of its device, at the end of a text: "the heating" before "two"."""
    return re.compile(rf"(?<!\w)(?:{body(BY_KEY[key].aspect or '(?!)')})\W+$")


def _mood(before: str, after: str, wanted: bool) -> Mood:
    if _REJECT_AFTER.search(after) or _REGRETS.search(after):
        return "rejected"
    if (m := _REJECT_BEFORE.search(before)) and not _LIMIT.search(before):
        return "told" if m[0].startswith(_RECALLED) else "rejected"
    return "wanted" if wanted else "told"


def _words(setting: Setting, words: str, *, sets: bool, told: bool) -> Iterator[Saying]:
    if setting.key == "ac.direction":
        yield from _direction(setting, words, sets=sets or told)
        return
    hits = sorted(
        (m.start(), m.end(), value) for value, names in setting.values.items() for m in pattern(names).finditer(words)
    )
    about = meaning(setting, words) > 0
    hits = [hit for hit in hits if not any(m.start() <= hit[0] < m.end() for m in TRAFFIC_LIGHT.finditer(words))]
    # "the outside air" within "block the outside air" is no value of its own
    hits = [
        (start, end, value) for start, end, value in hits
        if not any(a <= start and end <= b and b - a > end - start and other != value for a, b, other in hits)
    ]  # fmt: skip
    for start, end, value in hits:
        if (
            value in _COMMON_WORDS
            and not told
            and not (sets and about)
            and not _NAMED_SO.match(words[end:])
            and not (about and _TO.search(words[:start]) and _ENDS.match(words[end:]))
            and words[:start].strip(" '\"") + words[end:].strip(" .!")
        ):
            continue
        if value in ("inside", "outside") and _OUTSIDE_WORLD.search(words) and "circulat" not in words:
            continue
        wanted = sets or told or _is_praised(words[:start], words[end:])
        yield Saying(value=value, mood=_mood(words[:start], words[end:], wanted), start=start, end=end)


def _direction(setting: Setting, words: str, *, sets: bool) -> Iterator[Saying]:
    """Where air is to blow: the named parts together are one value, the refused ones another."""
    named = [(m, part) for part, names in setting.values.items() for m in pattern(names).finditer(words)]
    if pattern("eyes|drying|hitting|roll*").search(words) and not pattern("set|direction|mode").search(words):
        return
    wanted = {
        part for m, part in named
        if not _NEVER.search(words[: m.start()])
        and (_CHILLED.match(words[m.end() :]) or not _REJECT_AFTER.search(words[m.end() :]))
    }  # fmt: skip
    refused = {part for _, part in named} - wanted
    for mood, parts in (("rejected", refused), ("wanted" if sets else "told", wanted)):
        value = "_".join(part for part in ("face", "feet", "window") if part in parts)
        if value:
            yield Saying(value=value, mood="rejected" if mood == "rejected" else "wanted" if sets else "told")
