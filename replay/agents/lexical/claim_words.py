"""How a telling shows what a value is: usual or for a while, regretted, gone back to, another's wish.

Limits: these are words only; what follows from them stands in `claims`.
"""

import re

from replay.agents.lexical.inflection import verbs
from replay.agents.lexical.kinship import RELATIONS
from replay.agents.lexical.patterns import pattern
from replay.agents.lexical.vocabulary import LIKES, LIKING

HABITUAL = (
    "as a rule|at all times|for good|normally|typical*|generally|ordinar(y|ily)|any other day|every other day|"
    "day to day|"
    "year in|without fail|by default|baseline|everyday|standard|profile|default|favou?rite"
)
"""Words for what is usual, of a fact and in a request alike."""
USUAL = pattern(
    f"{HABITUAL}|"
    "usual*|always|normal*|prefer*|from (now|then) on|perfect|sweet spot|whenever|"
    "every time|i like|likes|best|ideal|all the time|regular*|go to|stick to|stick with|"
    "works best|that's (me|my|how|what)|that is (me|my|how|what)|all year( round)?|"
    "every (day|morning|evening|night|week|ride|trip)|"
    "(am|is|are|i'm|she's|he's) used to|is what i|belongs?|proper*|"
    "custom*|habit*|routine*|each (time|day|morning|evening|night)|for years|all my life|ever since|"
    "i (love|adore|swear by|insist on|stick to|stick with|rely on)|forever|permanently|"
    "(never|don't) (\\w+ )?anything else|accustomed|my (way|style|rule)"
)
HABIT = pattern(
    "has(?! (\\w+ )?(\\w+(ed|en|wn)|set|put|had|been))|is (at ease|at home|happy) (with|at|on)|"
    + verbs(
        "drive|keep|want|need|take|sit|watch|listen|play|use|set|put|turn|leave|let|open|enjoy|ride|run|zoom|close|wear|"
        "get|go for|stay|travel|read|sleep|switch|fold|lock|lower|raise|dim|lie|lean|choose|pick|ask for|bring|crank",
        "third",
    )
    + f"|{LIKES}"
)
"""In the telling: what someone does is told as what they always do."""
PASSING = pattern(
    "for now|temporar*|just this once|for a (few|couple|while|bit)|injur*|strain*|sprain*|fever|flu|sick|"
    "for the time being|(in the )?meantime|meanwhile|provisional*|one off|once only|for once|an exception|crutch*|"
    "bandage*|surgery|operation|on loan|rental|during (his|her|my|our|the) (visit|stay|recovery|treatment|therapy)|"
    "infection|fractur*|swollen|stitches|doctor's orders|antibiotics|this (trip|drive|ride|evening|afternoon)|"
    "borrow*|for the moment|headache|celebrat*|practi[cs]e|this time|test|"
    "just for (today|this|now|tonight)|until|recover*|heal*|someone else|guest|hurt|"
    "(?<!from[ ])(?<!since[ ])(?<!of[ ])today|to save|"
    "save data|low on|as long as|until|only because|just while|exceptionally|for a change|in this|for this|these weeks|"
    "while (my|the|our|we|i|he|she|they|there)(?! (was|were|is|are) (driving|at the wheel|waiting|parked|riding|"
    "sitting|behind the wheel)| (drove|sat|rode|stood|waited)|( (was|were|is|are))?[ ]{2})|"
    "this (week|month|winter|summer)|for a (week|month|day|night)|"
    "for the (week|month|day|night|weekend|moment)|tonight"
)
WRONG = pattern("can't|cannot|too|hate*|wrong|no|wait|oops|mistake|worse|uncomfortable|actually|miss(ed)?")
OUCH = pattern(
    "no|ouch|whoa|sorry|oh no|ugh|yikes|nope|enough|too|not|hurts?|actually|wait|oops|hmm|meant|stop|can't|nonsense|"
    "rubbish|never again|wrong|mix(ed)? (it |them |that |this )?up|mistake*|burns?|misread|mistook|confused|slip|typo|"
    "false economy|after all|(i|we|he|she) missed|back (on|off|up|down) with|blast|there goes|argh|aargh|agh|aah|ow|"
    "oww|gosh|goodness|heavens|jeez|geez|blimey|good grief|hold on|hang on|(scratch|scrap|strike) that|"
    "i take (it|that) back|overdid|overshot|way too|far too|much too|darn|drat|oh dear|dear me|correction|instead|"
    "on second thoughts?|help|dizzy|nause*|choke|choking|ruin*|my (eyes|ears|head|knees?|neck|toes|fingers|hair)|"
    "what was i thinking|awful*|terribl*|horribl*|silly|stupid*|couldn't|undo|should have|garbage|useless|regret*|"
    "that was (a|the)|bad idea|back again|damn|dang|crash*|smash*|deafen*|blind*|sting*|scald*|too much"
)
FLINCHES = pattern(
    verbs(
        "cry|scream|squeal|flinch|wince|jump|gasp|groan|curse|swear|shudder|yelp|cover|squint|blink|cough|sneeze|grimace|"
        "shriek|recoil|howl|moan|holler|clutch|protest|choke|hiss|sob|shiver|regret|startle",
        "past",
    )
)
HARMS = (
    verbs(
        "hit|smash|crash|break|scratch|bump|burn|fly|fall|spill|scream|cry|jump|wince|flinch|wake|miss|squint|choke|sneeze|"
        "cough|sweat|freeze|shiver|knock|tear|slip|bang|dent|crack|scrape|clip|topple|startle|deafen|blind|dazzle|pinch|trap|"
        "jam|bruise|ache|hurt|faint|yell|yelp|rattle",
        "past",
    )
    + "|went (numb|blind|deaf|flying|dark|black)|got (stuck|sick|dizzy|soaked|wet|cold|lost)"
)
HARM = pattern(f"(and|,|but|then|until|so that)( \\w+){{0,5}} ({HARMS}|saw nothing|could not|couldn't|nearly|almost)")
"""What came of a value that was then given up."""
REGRETS = pattern(
    "ouch|blast|damn|dang|darn|never again|mistake|bad idea|regret*|should have|shouldn't have|oh no|there goes|hurts?|"
    "fell asleep|fool|stupid*|(was|is) wrong|too much|i can't (see|hear|breathe)"
)
"""Someone is sorry for what was just set."""
BACK = pattern(
    "back to|back at|restor*|revert*|return*|undid|undo|(went|gone|put|switched|turned|moved|changed|set)( \\w+)? back"
)
DONE = pattern(HARMS)
"""Harm that is told of."""
OBLIGES = pattern(
    "sure*|okay|ok|of course|got it|no problem|yeah|yes|yep|yup|done|alright|all right|absolutely|fine|sorry|certainly|"
    "will do|my pleasure|right away|happy to|gladly|no worries|you got it|here you go|there you go|fair enough|deal|"
    "agreed"
)
ASKS = pattern("i|i'm|my|me|need|needs|want|prefer|please|set|could|can you|let's|too")
KIN = re.compile(
    rf"\b(?:my|our) (?:\w+ )?(?P<kin>{RELATIONS}) (?:\w+ ){{0,2}}?(?:{verbs(LIKING, 'plain', 'third')}|"
    rf"(?:has|have) (?:\w+ )?(?:{verbs(LIKING, 'past')})|"
    r"(?:can't|cannot|won't|can only|will only) (?:\w+ )?(?:do|live|sleep|drive|ride|sit|travel|go) without)\b"
)
"""Someone tells what a relative likes."""
OTHERS_LIKING = re.compile(
    rf"\b(?P<name>[A-Z][a-z]+)(?<!\bI)(?<!\bIt)(?<!\bHe)(?<!\bShe)(?<!\bThat)(?<!\bThis)(?<!\bWho)(?<!\bEveryone)"
    rf"(?<!\bSomeone)(?<!\bNobody)(?<!\bCar) (?:(?:really|always|usually|still|only|also) )?(?:{LIKES})\b"
)
"""Someone tells what another one likes, by name."""
THEIR_LIKING = re.compile(rf"\b(?:[Hh]e|[Ss]he)(?:'s)? (?:\w+ ){{0,2}}?(?:{LIKES}|has|keeps|insists)\b")
"""Someone tells what another one likes, by a pronoun."""
NAMED_BEFORE = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur) (?:\w+ )?(?P<kin>{RELATIONS})\b|(?<=[a-z,;] )(?P<name>[A-Z][a-z]+)\b(?!-)|"
    rf"\b(?P<first>[A-Z][a-z]+)(?= (?:{LIKES}|is|has|was|{verbs('say|tell|ask|want|keep|hate|do', 'third', 'past')}|"
    r"won't|can't|doesn't|always|never)\b)"
)
"""Whom such a pronoun may mean: a relative, or a name that no sentence begins with, or that someone acts under."""
LAYS_DOWN = pattern(
    "never|must|mustn't|shouldn't|should|has to|have to|always|no more than|at most|don't|do not|"
    "under no circumstances|"
    "(no|not) (higher|lower|further|wider|above|over|beyond|past)|cannot|can't"
)
WHERE = pattern("there|when|whenever|if|while|as soon as|(in|at|near|under|inside) (the|this|that|our)")
OWN_WISH = pattern("i|i'm|i'll|i'd|me|my|mine|myself")
