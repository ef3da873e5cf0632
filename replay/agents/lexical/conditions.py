"""Under which circumstances something holds: night, rain, a call, a child aboard.

Rule protected: two texts are compared by named circumstances, so that "pitch dark outside" and "at night" agree and
"at noon" contradicts them.
"""

from collections.abc import Iterable, Mapping

from replay.agents.lexical.patterns import pattern

CONDITIONS: Mapping[str, str] = {
    "night": (
        "moonlight|moonlit|unlit|after sunset|sunset|night|nights|nighttime|dark outside|pitch dark|evening|"
        "after dark|midnight|late at night|dusk|dark"
    ),
    "day": (
        "(during|in|by) the day|day driving|daytime|daylight|noon|midday|sun|sunny|sunlight|"
        "bright (sunny |summer )?(day|sun|afternoon|road)|afternoon"
    ),
    "glare": "glar*|blinding|too bright|sun|sunny|sunlight",
    "rain": (
        "rain*|storm*|thunderstorm|downpour|pour(s|ed|ing)?|drizzl*|wet|drops|shower*|water on|puddles?|umbrella|"
        "soaked|hail|spray"
    ),
    "cold": "cold*|freez*|chill*|frost*|shiver*|winter|snow*|icy|numb|frozen|below zero|sub ?zero|goose ?bumps|icicle*",
    "hot": (
        "hot|hotter|heat ?wave|scorch*|swelter*|summer|sweat*|boiling|warm (out|outside|day|spring)|humid*|heat|"
        "baking|roasting|blazing|oven|sauna|melting|tropical"
    ),
    "fog": "fog*|mist*|steam*|condensation|hazy|steamed|clouded",
    "smell": (
        "smell*|stink*|odor*|fume*|smog|smok(e|es|ed|ing|y)|reek*|pollut*|exhaust|stench|factory|"
        "sewage|manure|diesel|chimney*|landfill|rotten|perfume|tannery|skunk|garbage"
    ),
    "dust": "dust*|dirt road*|gravel|sand*|pollen|unpaved|sandstorm|quarry|cement",
    "highway": (
        "highway*|freeway*|motorway*|interstate|expressway|long (drive|trip|distance)|road trip|autobahn|toll road"
    ),
    "city": "cit(y|ies)|downtown|urban|district|traffic|streets?|towns?|houses|buildings",
    "jam": (
        "traffic|jam|jams|congest*|stop and go|bumper to bumper|queue|column|idling|inching|nothing move[ds]|"
        "gridlock*|at a standstill|rush hour"
    ),
    "open_road": "open roads?|empty (road|highway|street)*|free road|clear road|no traffic|road was (empty|clear)",
    "ahead": (
        "(in|into) (my|his|her|our|the) (face|eyes)|in front of (me|us|her|him)|against the sun|into the sun|facing"
    ),
    "behind": "(in|at) my back|behind (me|us|her|him)",
    "out": "(on the |my |our )?way (to (work|the office|school)|out|there)|morning commute|heading to work",
    "homeward": (
        "(on the |my |our )?way (home|back)|drive home|going home|heading home|driving home|homeward|"
        "left (the office|work)|after work|end of the day|day done"
    ),
    "moving": "on the move|while (someone|he|she|you|we|i) (is |are |am )?driv*|under way|while we drive|rolling",
    "still": "parked|parking|standing still|stationary|engine off|stopped|waiting",
    "club": "club|disco|dj|dance|dancing|nightclub|party",
    "church": "church|mass|chapel|temple|mosque|synagogue|prayer*",
    "autumn": "autumn|october|november",
    "summer": "summer*|july|august",
    "spring": "spring(time)?",
    "winter": "winter*|january|february|december",
    "country": "off ?road|terrain|trail*|mountain*|river|rural|countryside|farm*|forest*|"
    "fields?|sheep|cows|meadow*|village*|woods|in the country|open country|pasture*|hills|valley*",
    "strange": (
        "new|unfamiliar|never been|don't know (the|these|this)|first time|tricky|construction|lost|confus*|complex|"
        "foreign|abroad|unknown|beginner"
    ),
    "familiar": (
        "know the way|familiar|daily commute|commute|i know (it|this)|usual route|every (corner|turn|stone|bend)|"
        "by heart|home turf"
    ),
    "call": "call|calls|phone|conference call|on the line|ringing|rang|caller",
    "read": (
        "read*|book|books|notes|study*|document*|papers?|article*|chart*|draft*|homework|newspaper|magazine|"
        "novel|paperback|crossword|knit*|puzzle"
    ),
    "focus": "focus*|concentrat*|think*|in the zone|work*|productiv*",
    "relax": "relax*|calm*|unwind*|sooth*|stress*|nervous|anxious|rest|peace*|cozy",
    "sleep": "sleep*|tired|drowsy|sleepy|asleep|yawn*|eyelids|snooz*|snor*|bedtime|nap*|doz*|exhausted|alert|awake",
    "party": "celebrat*|party|birthday|festiv*|firework*|holiday",
    "romance": "date|romantic|anniversary|dinner",
    "child": (
        "kid|kids|child*|baby|toddler|nephew|niece|son|daughter|grandchild*|grandson|granddaughter|twins|boys?|"
        "girls?|kindergarten|preschool|little ones?"
    ),
    "elder": "mom|mother|grandm*|grandp*|elderly|dad|father|hard of hearing|granny|nana|parents|old (man|lady|woman)",
    "dog": "dog|puppy|pet|cat|paws?|kitten|leash|vet",
    "cargo": (
        "cargo|boxes|load*|haul*|trailer|transport*|luggage|groceries|plants?|crates?|"
        "furniture|ladder|bicycle*|bikes?|suitcase*|shopping|couch|planks?"
    ),
    "reverse": "revers*|back(ing)? up|trailer",
    "exercise": (
        "gym|cycl*|bike ride|ride|helmet|drenched|jog*|swim*|yoga|tennis|hik(e|ing)|run|running|workout|marathon|"
        "training|exercise|sport*|laps?|pool|towel"
    ),
    "injury": (
        "injur*|bad back|back is (still )?(bad|killing|acting)|accident|winc*|limp*|strain*|sprain*|hurt*|pain*|"
        "sore|stiff|ach(e|es|ing)|limp*|bandage*|surgery|broke|broken|crutch*|fracture*|collarbone|whiplash|"
        "sciatica|slipped disc|twisted|bruise*"
    ),
    "sick": ("sick|fever|flu|ill|headache*|migraine*|allerg*|infection|cough*|sneez*|sore throat|nause*|carsick"),
    "eyes": "eyes?|glasses|contact*|squint*|vision|lens*|pupils?|optician",
    "shoes": "boots?|heels?|shoes?|soles?|sneakers|sandals|slippers|barefoot",
    "tall": "tall|taller|short|shorter|height|posture|sit higher|sit lower",
    "music": "music|song*|album|playlist|sing*|symphon*|concert*|classical|jazz|pop|folk",
    "talk": (
        "podcast*|audiobook*|narrator*|lecture*|news|radio|documentary|tutorial*|video|language (tapes?|course|"
        "lesson)|lessons?"
    ),
    "money": (
        "data (cap|plan)|bandwidth|save (data|energy|battery|power)|buffer*|connection|roaming|gigabytes?|"
        "unlimited data"
    ),
    "privacy": "security|secure|safety|safe|theft|trust",
    "loud": "loud*|nois*|can't hear|hear|roar*|din|deaf|blar*",
    "quiet": "whisper*|quiet*|silence|silent|peace",
    "language": "chinese|mandarin|translat*",
    "alone": "alone|by myself|just me|solo|on (my|his|her) own|nobody else|no passengers",
    "agreement": "agree*|compromis*|settled on|deal|middle ground|our rule",
    "company": (
        "passengers?|both of us|the two of us|all of us|guests?|visitors?|neighbou?rs|colleagues|the whole family"
    ),
}

_OPPOSED = (
    ("night", "day"),
    ("cold", "hot"),
    ("strange", "familiar"),
    ("loud", "quiet"),
    ("alone", "company"),
    ("highway", "city"),
    ("city", "country"),
    ("jam", "open_road"),
    ("ahead", "behind"),
    ("out", "homeward"),
    ("moving", "still"),
    ("club", "church"),
    ("summer", "winter"),
    ("summer", "autumn"),
)


_LEFT = pattern(
    "(left|leaving|without|no longer|isn't|wasn't|dropped|dropping|before|no) (in |on |at |off )?((the|any|"
    "a|last|more) )*\\w+|"
    "said goodbye to (\\w+ )?\\w+|waved to (\\w+ )?\\w+"
)


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
