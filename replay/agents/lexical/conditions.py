"""Under which circumstances something holds: night, rain, a call, a child aboard.

Rule protected: two texts are compared by named circumstances, so that "pitch dark outside" and "at night" agree and
"at noon" contradicts them.
"""

from collections.abc import Iterable, Mapping

from replay.agents.lexical.patterns import pattern

CONDITIONS: Mapping[str, str] = {
    "night": "night|nights|nighttime|dark outside|pitch dark|evening|after dark|midnight|late at night|dusk|dark",
    "day": (
        "(during|in|by) the day|day driving|daytime|daylight|noon|midday|sun|sunny|sunlight|"
        "bright (sunny |summer )?(day|sun|afternoon|road)|afternoon"
    ),
    "glare": "glar*|blinding|too bright|sun|sunny|sunlight",
    "rain": "rain*|storm*|thunderstorm|downpour|pour(s|ed|ing)?|drizzl*|wet|drops|shower*|water on",
    "cold": "cold*|freez*|chill*|frost*|shiver*|winter|snow*|icy|numb",
    "hot": "hot|hotter|heat ?wave|scorch*|swelter*|summer|sweat*|boiling|warm (out|outside|day|spring)|humid*",
    "fog": "fog*|mist*|steam*|condensation|hazy",
    "smell": (
        "smell*|stink*|odor*|fume*|smog|smok(e|es|ed|ing|y)|reek*|pollut*|exhaust|stench|industrial|factory|"
        "smokestack*"
    ),
    "dust": "dust*|dirt road*|gravel|sand*|pollen|unpaved",
    "highway": "highway*|freeway*|motorway*|interstate|expressway|long (drive|trip|distance)|road trip",
    "city": "city|downtown|urban|district|traffic|streets?",
    "country": "off ?road|terrain|trail*|mountain*|river|rural|countryside|farm*|wetland*|forest*",
    "strange": (
        "new|unfamiliar|never been|don't know (the|these|this)|first time|tricky|construction|lost|confus*|complex|"
        "client site*"
    ),
    "familiar": "know the way|familiar|daily commute|commute|i know (it|this)|usual route",
    "call": "call|calls|phone|conference call|on the line",
    "read": (
        "read*|book|books|notes|study*|document*|papers?|article*|chart*|draft*"
    ),
    "focus": "focus*|concentrat*|think*|brainstorm*|creativ*|in the zone|analy*|work*|productiv*",
    "relax": "relax*|calm*|unwind*|sooth*|stress*|nervous|anxious|rest|peace*|cozy",
    "sleep": "sleep*|tired|drowsy|nap*|doz*|exhausted|alert|awake",
    "party": "celebrat*|party|birthday|festiv*|firework*|holiday",
    "romance": "date|romantic|anniversary|dinner",
    "child": "kid|kids|child*|baby|toddler|nephew|niece|son|daughter|grandchild*",
    "elder": "mom|mother|grandm*|grandp*|elderly|dad|father|hard of hearing",
    "dog": "dog|puppy|pet|cat",
    "cargo": "cargo|boxes|load*|haul*|trailer|transport*|luggage|equipment|groceries|samples?|plants?",
    "park": "park|parked|parking|garage|lock up|lock it",
    "reverse": "revers*|back(ing)? up|trailer",
    "exercise": (
        "gym|cycl*|bike ride|ride|helmet|drenched|jog*|swim*|yoga|tennis|hik(e|ing)|run|running|workout|marathon|"
        "training|exercise|sport*"
    ),
    "injury": (
        "injur*|bad back|back is (still )?(bad|killing|acting)|accident|winc*|limp*|strain*|sprain*|hurt*|pain*|"
        "sore|stiff|ach(e|es|ing)|limp*|bandage*|surgery|broke*"
    ),
    "sick": "sick|fever|flu|ill|headache*|migraine*|allerg*|cold symptoms|infection",
    "eyes": "eyes?|glasses|contact*|squint*|vision",
    "shoes": "boots?|heels?|shoes?|soles?|sneakers|sandals",
    "tall": "tall|taller|short|shorter|height|posture|sit higher|sit lower",
    "music": "music|song*|album|playlist|sing*|symphon*|concert*|classical|jazz|pop|folk",
    "talk": "podcast*|audiobook*|narrator*|lecture*|news|radio|documentary|tutorial*|video",
    "money": "data (cap|plan)|bandwidth|save (data|energy|battery|power)|buffer*|connection",
    "privacy": "neighbo(u)?rhood|security|secure|safety|safe|theft|trust",
    "loud": "loud*|nois*|can't hear|hear",
    "quiet": "quiet*|silence|silent|peace",
    "language": "chinese|mandarin|translat*",
    "alone": "alone|by myself|just me|solo",
    "agreement": "agree*|compromis*|settled on|deal|middle ground|our rule",
    "company": "passengers?|both of us|the two of us|all of us",
}

_OPPOSED = (
    ("night", "day"),
    ("cold", "hot"),
    ("strange", "familiar"),
    ("loud", "quiet"),
    ("alone", "company"),
    ("highway", "city"),
)


_LEFT = pattern("(left|leaving|past|without|no longer|isn't|wasn't) (in |on |at )?((the|any|a) )?\\w+")


def conditions(text: str) -> frozenset[str]:
    """The circumstances that a plain text names, save those that it leaves behind; none for an empty text."""
    text = _LEFT.sub(" ", text)
    return frozenset(name for name, words in CONDITIONS.items() if pattern(words).search(text))


def time_of_day(minute: int | None) -> str:
    """`night` from 7 PM until 6 AM, `day` otherwise; empty where the time is not known."""
    if minute is None:
        return ""
    return "night" if minute >= 19 * 60 or minute < 6 * 60 else "day"


def by_clock(minute: int | None, told: frozenset[str]) -> str:
    """The time of day by the clock, where the text tells none itself."""
    return "" if told & {"night", "day"} else time_of_day(minute)


def opposed(a: Iterable[str], b: Iterable[str]) -> int:
    """How many pairs of circumstances contradict each other, where neither side names both."""
    left, right = set(a), set(b)
    return sum(
        (x in left and y not in left and y in right and x not in right)
        or (y in left and x not in left and x in right and y not in right)
        for x, y in _OPPOSED
    )
