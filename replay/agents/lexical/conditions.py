"""Under which circumstances something holds: night, rain, a call, a child aboard.

Rule protected: two texts are compared by named circumstances, so that "pitch dark outside" and "at night" agree and
"at noon" contradicts them.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from replay.agents.lexical.patterns import occurs, pattern

CONDITIONS: Mapping[str, str] = {
    "night": (
        "moonlight|moonlit|unlit|after sunset|sunset|night|nights|nighttime|dark outside|pitch dark|"
        "evening|after dark|midnight|late at night|dusk|dark|before (sunrise|dawn|daybreak)|small hours|"
        "no street ?lights|moonless|lanterns?|"
        "headlights|(dark|unlit|black) (wood|woods|forest|road|lane|valley)"
        "|nightfall|twilight|wee hours|lights out|street ?lamps?|starlight|by night"
    ),
    "day": (
        "(during|in|by) the day|day driving|daytime|daylight|noon|midday|sun|sunny|sunlight|"
        "bright (sunny |summer )?(day|sun|afternoon|road)|afternoon"
        "|lunchtime|broad daylight|high noon|sunshine"
    ),
    "glare": "glar*|blinding|too bright|sun|sunny|sunlight|shimmer*|dazzl*|cloudless|no clouds?|without a (cloud|tree)"
    "|squint*|sunshine|low sun",
    "rain": (
        "rain*|storm*|thunder*|lightning|downpour|pour(s|ed|ing)?|drizzl*|wet|drops|shower*|water on|puddles?|"
        "umbrella|soaked|hail*|spray|cats and dogs|buckets?|cloud ?burst|splash*|drip*|sky opened|raincoat"
        "|sprinkl*|monsoon|deluge|torrent*|pelting|bucketing|slick|rubber boots"
    ),
    "cold": (
        "cold*|freez*|chill*|frost*|shiver*|winter|snow*|icy|numb|frozen|below zero|sub ?zero|goose ?bumps|"
        "icicle*|scrap(e|ed|ing) (the |her |his |my )?(windshield|windscreen|ice|windows?)|ice flowers|"
        "blue (fingers|lips|nose)|cold snap|minus (one|two|three|four|five|six|seven|eight|nine|ten|\\d+)|"
        "blew into|white with frost|rubbed (her|his|my) (hands|arms)|thermos"
        "|nippy|bitter|frigid|arctic|black ice|huddl*|breath (cloud|fog)*|teeth chatter*|blizzard"
    ),
    "hot": (
        "hot|hotter|heat ?wave|scorch*|swelter*|summer|sweat*|boiling|warm (out|outside|day|spring)|humid*|"
        "heat|baking|roasting|blazing|oven|sauna|melting|tropical|shimmer*|dog days|heat of|fann(ed|"
        "ing) (herself|himself|myself)|glowing asphalt|unbearabl*"
        "|blister*|broil*|steamy|sultry|stifling|sizzling|scorcher|heat ?stroke|sunburn*|muggy"
    ),
    "fog": (
        "fog*|mist*|steam*|condensation|hazy|steamed|clouded|pea soup|milky|can't see ten met(er|re)s|"
        "(this|the|into|in) soup|white ?out|(thick|wall of|walls of) (white|gr[ae]y)|"
        "swallow(s|ed) the (road|lane|world)|"
        "(can't|couldn't|barely) see (the|my) (hood|bonnet)|(poor|no|zero) visibility"
        "|foggy|murk*|can't see( \\w+){0,3} (fog|mist)"
    ),
    "narrow": "narrow|(?<!shut[ ])tight|cramped|squeez*|inches (to spare|apart)|hemmed in",
    "wide": "wide open|(plenty|lots) of (space|room)|(open|empty|huge) (lot|car park)|spacious|all (this|that) space",
    "smell": (
        "smell*|stink*|odor*|fume*|smog|smok(e|es|ed|ing|y)|reek*|pollut*|exhaust|stench|factory|sewage|"
        "manure|diesel|chimney*|landfill|rotten|perfume|tannery|skunk|garbage|pig ?(farm|sty)?|pigs|"
        "fish market|brewery|tar|fertili[sz]er|chicken farm|slaughterhouse|refinery|compost|burnt|burning|"
        "wrinkled (her|his|my) nose|held (her|his|my) nose"
        "|whiff|stale smoke|soot|garlic|kebab|cigar*|cigarette*"
    ),
    "dust": "dust*|dirt road*|gravel|sand*|pollen|unpaved|sandstorm|quarry|cement|dirt track|dusty|sawdust",
    "highway": (
        "highway*|freeway*|motorway*|interstate|expressway|long (drive|trip|distance)|road trip|autobahn|"
        "toll road|beltway|ring road|overtak*|three lanes"
        "|long haul|cross country|fast lane|on ?ramp"
    ),
    "city": (
        "cit(y|ies)|downtown|urban|district|traffic|streets?|towns?|houses|buildings|avenue|boulevard|"
        "skyscraper*|trams?|crossings?|alleys?|suburb*|traffic lights?|one way"
        "|errand*|block|inner city|roundabouts?"
    ),
    "jam": (
        "traffic|jam|jams|congest*|stop and go|bumper to bumper|queue|column|idling|inching|"
        "nothing move[ds]|gridlock*|at a standstill|rush hour|crawl*|standstill|nothing moves|honking|"
        "brake lights|crept|creep*|stuck"
        "|backed up|tailback*|logjam|snarl*|bottleneck|at a crawl"
    ),
    "open_road": "open roads?|empty (road|highway|street)*|free road|clear road|no traffic|road was (empty|clear)",
    "ahead": (
        "(in|into) (my|his|her|our|the) (face|eyes)|in front of (me|us|her|him)|against the sun|into the sun|facing"
    ),
    "behind": "(in|at) my back|behind (me|us|her|him)",
    "out": "(on the |my |our )?way (to (work|the office|school)|out|there)|morning commute|heading to work",
    "homeward": (
        "(on the |my |our )?way (home|back)|drive home|going home|heading home|driving home|homeward|"
        "left (the office|work)|after work|end of the day|day done|from work|on the way home"
    ),
    "moving": "on the move|while (someone|he|she|you|we|i) (is |are |am )?driv*|under way|while we drive|rolling",
    "still": "parked|parking|standing still|stationary|engine off|stopped|waiting",
    "club": "club|disco|dj|dance|dancing|nightclub|party",
    "church": "church|mass|chapel|temple|mosque|synagogue|prayer*",
    "autumn": "autumn|october|november",
    "summer": "summer*|july|august",
    "spring": "spring(time)?",
    "winter": "winter*|january|february|december",
    "country": (
        "off ?road|terrain|trail*|mountain*|river|rural|countryside|farm*|forest*|fields?|sheep|cows|"
        "meadow*|village*|woods|in the country|open country|pasture*|hills|valley*|barns?|hay|wheat|cattle|"
        "hamlet|forest road|dirt track|tractor"
        "|back roads?|country (road|lane)s?|gravel road*|cabin|ranch|orchard*"
    ),
    "strange": (
        "new|unfamiliar|never been|don't know (the|these|this)|first time|tricky|construction|lost|confus*|complex|"
        "foreign|abroad|unknown|beginner"
        "|unknown|don't know (my|our) way|new (city|town|route|area|neighbou?rhood)|detour*"
    ),
    "familiar": (
        "know the way|familiar|daily commute|commute|i know (it|this)|usual route|every (corner|turn|stone|bend)|"
        "by heart|home turf"
    ),
    "call": "call|calls|phone|conference call|on the line|ringing|rang|caller"
    "|video ?call|zoom|facetime|voicemail|dial(ed|ing)? in|conference",
    "read": (
        "read*|book|books|notes|study*|document*|papers?|article*|chart*|draft*|homework|newspaper|magazine|"
        "novel|paperback|crossword|knit*|puzzle"
        "|e ?book|reader|kindle|letters|manuscript|textbook"
    ),
    "focus": (
        "focus*|concentrat*|think*|in the zone|work*|productiv*|proof|equations?|essay|thesis|manuscript|"
        "presentation|grading|memoriz*|rehears*"
        "|study*|studied|revis(e|ing)|brainstorm*|practi[cs]*|recit*|exam*"
    ),
    "relax": "relax*|calm*|unwind*|sooth*|stress*|nervous|anxious|rest|peace*|cozy"
    "|tense|tension|serene|tranquil|meditat*|mellow|chill out|wind(ing)? down",
    "sleep": (
        "sleep*|tired|drowsy|sleepy|asleep|yawn*|eyelids|snooz*|snor*|bedtime|nap*|doz*|exhausted|alert|"
        "(?<!wide[ ])awake|nod(ded|ding)? off|drift(ed|ing)? off|lullaby|blanket|dream*"
        "|drows*|fatigu*|weary|worn out|knackered|sleepless|dead on (my|her|his) feet|wiped out|"
        "rest(ing)?|slumber*"
    ),
    "awake": "wide awake",
    "party": (
        "celebrat*|party|birthday|festiv*|firework*|holiday|confetti|balloons?|champagne|carnival|new year*|jubilee"
        "|celebration*|graduation|reunion|bachelor*|birthdays?"
    ),
    "romance": "date|romantic|anniversary|dinner",
    "child": (
        "kid|kids|child*|baby|toddler|nephew|niece|son|daughter|grandchild*|grandson|granddaughter|twins|"
        "boys?|girls?|kindergarten|preschool|little ones?|grandsons?|granddaughters?|newborn|infant|"
        "(little|tiny|small) (fingers|hands|feet)|stroller|pram|daycare|schoolbag|kids'|diaper*"
        "|step ?(son|daughter|child|children)|school ?run|playdate|(child|car|booster) seat|teen*|"
        "teenagers?|nursery|playground|toys?|godson|goddaughter|daycare"
    ),
    "elder": (
        "mom|mother|grandm*|grandp*|elderly|dad|father|hard of hearing|granny|nana|parents|old (man|lady|"
        "woman)|grandfather|grandmother|great aunt|pensioner*|walking stick|hearing aid*"
        "|in laws?|(mother|father) in law|step ?(mother|father|mom|dad)|aunt|uncle|grandparents|"
        "senior*|retired"
    ),
    "dog": "dog|puppy|pet|cat|paws?|kitten|leash|vet|pup|terrier|retriever|poodle|hamster|rabbit|parrot",
    "cargo": (
        "cargo|boxes|load*|haul*|trailer|transport*|luggage|groceries|plants?|crates?|"
        "furniture|ladder|bicycle*|bikes?|suitcase*|shopping|couch|planks?"
        "|parcels?|packages?|stroller|pram|golf (bag|clubs)|equipment|tools|moving day|mattress|"
        "sofa"
    ),
    "reverse": "revers*|back(ing)? up|trailer",
    "exercise": (
        "gym|cycl*|bike ride|helmet|jog*|swim*|yoga|tennis|hik(e|ing)|workout|"
        "(for|a|my|her|his|morning|evening|after|long) run|(go|goes|going|went|been|for) running|runner*|"
        "marathon|training|exercis(e|es|ed|ing)(?! book)|sport*|laps?|pool|towel|sneakers|sweaty|training|dumbbell*|"
        "rowing|climbing"
        "|pilates|crossfit|boxing|spin class|weights|squash|badminton|basketball|aerobics|sprint*|"
        "work(ed|ing) out"
    ),
    "injury": (
        "injur*|bad back|back is (still )?(bad|killing|acting)|accident|winc*|limp*|strain*|sprain*|hurt*|"
        "pain*|sore|stiff|ach(e|es|ing)|limp*|bandage*|surgery|broke|broken|crutch*|fracture*|collarbone|"
        "whiplash|sciatica|slipped disc|twisted|bruise*|plaster|cast|sling|neck collar|stitches|operation|"
        "ribs?|ankle|wrist|lumbago|operated|scar"
        "|tendon*|ligament|hernia|knee (surgery|operation|replacement)|rehab*|brace|splint|"
        "concussion|pulled (a )?muscle|tailbone|spasms?|arthritis|slipped"
    ),
    "sick": (
        "sick|fever|flu|ill|headache*|migraine*|allerg*|infection|cough*|sneez*|sore throat|nause*|carsick|"
        "hoarse|sniffl*|runny nose|patient|thermometer|bedridden|a cold"
        "|unwell|bronchitis|sinus*|stomach|vertigo|dizz*|covid|chills"
    ),
    "eyes": "eyes?|glasses|contact*|squint*|vision|lens*|pupils?|optician",
    "shoes": (
        "boots?|heels?|shoes?|soles?|sneakers|sandals|slippers|barefoot|pumps|clogs|wellingtons|flip flops|"
        "hiking boots|ski boots|high heels"
    ),
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
    "loud": (
        "loud*|nois*|can't hear|hear|roar*|din|deaf|blar*|jackhammer*|sirens?|wail*|drilling|honk*|"
        "brass band|shout(ed|ing)?|rattl*|clatter*"
        "|racket|uproar|thunder*|howl*|boom*|clamou?r"
    ),
    "quiet": ("whisper*|quiet*|silence|silent|peace|soft|softly|hush*|library|hush|calm|library|serene"),
    "language": "chinese|mandarin|translat*",
    "alone": (
        "alone|by myself|just me|solo|on (my|his|her) own|nobody else|no passengers|on (my|her|his) own|"
        "nobody (beside|next to|aboard)|without (company|passengers|anyone)|empty seats?"
        "|(by|all) (him|her)self|no one (else|with|beside)|only me|just (him|her)|all (by )?(my|him|"
        "her)self"
    ),
    "agreement": "agree*|compromis*|settled on|deal|middle ground|our rule",
    "shade": "shade|shady|shadow|under (a|the|some) (tree|roof|palm|canopy|bridge)*|carport|covered|"
    "underground|indoors",
    "water": (
        "lakes?|lake ?side|sea|seaside|beach*|river*|coast*|shore*|ocean|harbou?r|ferry|pier|boats?|sail*|"
        "surf*|waves|bay|water|"
        "canal|fishing|island|swim*|dam|waterfall|lagoon"
    ),
    "stars": "stars|milky way|constellation*|moon|telescope|comet|meteor*|planets?|astronom*|shooting star*|eclipse",
    "food": (
        "restaurant*|bistro|grill|caf[eé]|hungry|lunch|dinner|eat|eating|ate|meal|brunch|bakery|pizza|noodles?|"
        "menu|chef|snack*|"
        "appetite|breakfast|diner|kitchen|cook*|starving|food|bite"
    ),
    "art": "paint*|easel*|studio|gallery|canvas|brush|draw(s|ing|ings)?|sketch*|pottery|sculpt*|exhibition|"
    "atelier|art|artist",
    "school": "school|class|classes|pupils?|teacher|exam*|universit*|campus|kindergarten|nursery|college|"
    "lecture*|students?",
    "health": (
        "doctor*|clinic|hospital|dentist|physio*|nurse|therap*|checkup|pharmac*|osteopath|surgeon|medic*|"
        "pills?|chiropractor|"
        "vaccin*|prescription"
    ),
    "stage": "opera|theat(er|re)|ballet|stage|premiere|gala|make up|makeup|musical|orchestra|choir|rehearsal|audition",
    "garden": "garden*|flowers?|greenhouse|seeds?|soil|roses|nursery|bees?|beekeep*|honey|compost|bouquet",
    "horses": "horse*|stables?|saddle|pony|paddock|riding lesson*",
    "business": "meeting*|client*|customer*|boss|conference|board|office|negotiat*|presentation|interview|"
    "investor*|business"
    "|colleagues?|pitch|contract|seminar|trade fair|congress",
    "airport": "airport|flight|plane|terminal|landing|runway|departure*|arrivals|luggage|jet ?lag",
    "shop": "mall|shop|shops|shopping|groceries|supermarket|store|market",
    "tunnel": "tunnel*|underpass|garage|underground|car park|parking deck",
    "wind": "wind|windy|gust*|gale|breeze|draft|blowing|hair|breezy|gusty|stormy",
    "wine": "vineyard*|grape*|wine*|winery|cellar",
    "wear": "coat|jacket|sweater|scarf|gloves?|mittens|hat|cap|t ?shirt|shorts|dress|suit|skirt|wool|unzip*|buttoned",
    "shades": "sunglasses|shades on|dark glasses|polari[sz]ed",
    "snow": "snow*|ski|skis|skiing|snowboard*|sledg*|slopes?|slush|blizzard|piste|ice rink|skat*",
    "camp": "tent|camp|camping|campsite|campfire|caravan|picnic|barbecue",
    "sad": "sad|cry|cried|crying|tears|heartbroken|grief|mourn*|funeral|wept|weep*|broken heart",
    "angry": "angry|furious|quarrel*|argu(e|ed|ing|ment)|fight|fought|row|shouting match|upset|irritated",
    "happy": "happy|cheerful|good mood|joy*|laugh*|thrilled|great news|won|victory|promotion",
    "sport": "match|football|soccer|stadium|team|coach|goal|tournament|judo|karate|basketball|rugby|hockey|"
    "cricket|league|game",
    "worship": "temple|mosque|church|synagogue|prayer*|mass|chapel|service|imam|priest|monastery",
    "wedding": "wedding|bride|groom|married|marry|anniversary|engagement|honeymoon|wedding dress",
    "hurry": "late|hurry|rush|running late|deadline|minutes left|catch (a|the|my|her|his)|in time|quickly"
    "|rushed|tardy|asap|time pressure|overslept",
    "steep": "steep|slope|hill|hills|climb*|pass|serpentine*|hairpin*|mountain*|bends|curv(es|y)|winding",
    "deaf": "hearing aid*|hard of hearing|hears badly|deaf|can't hear",
    "pregnant": "pregnan*|midwife|belly|trimester|expecting",
    "hairdo": "hair|hairdo|perm|hairdresser|curls|ponytail|hat|wig",
    "learner": "learner*|driving (lesson|school|test)|instructor|student driver|beginner|novice",
    "perishable": "strawberr*|fruit|vegetables|cheese|milk|fish|meat|cake|chocolate|ice cream|eggs|"
    "frozen goods|goods|pie|butter",
    "instrument": "cello|violin|guitar|piano|drums?|trumpet|harp|double bass|accordion|flute|fiddle*",
    "photo": "photo*|tripod|binocular*|film crew|portrait",
    "wildlife": "deer|boar|moose|owl|birds?|eagle|hedgehog|fox|elk|kangaroo*|wildlife|toads?",
    "cyclists": "cyclists?|bike lane|scooters?|pedestrians?|joggers?",
    "trucks": "trucks?|lorr(y|ies)|convoy|bus|buses|tractors?",
    "police": "police|patrol|checkpoint|officer|speed (trap|camera)s?|ticket|fine",
    "border": "border|customs|passport|foreign plates",
    "storm": "storm*|hurricane|gale|thunder|lightning|tornado|typhoon",
    "pollen": "pollen|blossom*|birch*|hay ?fever|allerg*|sneez*",
    "range": "battery|range|charging|kilowatt*|low on (charge|power)|power cut",
    "desert": "desert|dunes?|sahara|camel*|oasis",
    "weekend": "weekend|saturday|sunday|day off",
    "weekday": "weekday*|workday*|monday|tuesday|wednesday|thursday|friday|office day",
    "shift": "night shift*|late shift*|early shift*|on call|nights (at|in) the|overtime",
    "holiday": "vacation|holidays?|tour|sightseeing|tourist*|cruise",
    "romantic": "propos(ed|al)|kiss*|valentine*|candle*|sweetheart|in love|honeymoon",
    "driver_new": "new car|rental|borrowed car|test drive",
    "wash": "car wash|washed the car|polish*",
    "gloves": "gloves|mittens|bare hands",
    "roadworks": "road ?works|construction|detour|excavator*|digg(ers?|ing)|workers|building site|workmen",
    "fire": "fire|flames|bonfire|campfire|chimney",
    "tea": "coffee|tea|mug|thermos|espresso|latte",
    "bath": "pool|swim*|sauna|wet hair|towel|bath|shower(ed)?",
    "parting": "farewell|goodbye|leaving party|moved out|moving",
    "company": (
        "passengers?|both of us|the two of us|all of us|guests?|visitors?|neighbou?rs|colleagues|"
        "the whole family|grandparents|everyone|everybody|full house|full car|five of us|in-laws|with (my|"
        "her|his|our) (mother|father|boss|client|parents|colleague)"
        "|car ?pool*|friends|buddies|roommates|crew|gang|coworkers|teammates|together"
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
    ("shade", "glare"),
    ("water", "steep"),
    ("sad", "happy"),
    ("hurry", "relax"),
    ("weekend", "weekday"),
    ("rain", "glare"),
    ("narrow", "wide"),
    ("sleep", "awake"),
)


_LEFT = pattern(
    "\\w+ (isn't|is not|aren't|are not|wasn't|weren't|won't be|'s not) (with (us|me|him|her|them)|here|along|around|"
    "coming|on board|aboard|in the car|riding|joining|there)|"
    "(left|leaving|without|no longer|isn't|wasn't|dropped|dropping|before|no) (in |on |at |off )?((the|any|"
    "a|last|more|my|his|her|their|our) )*\\w+|"
    "said goodbye to (\\w+ )?\\w+|waved to (\\w+ )?\\w+"
)


_CELSIUS = re.compile(r"(?<![\w.])(-?\d{1,2}) degrees c(?:elsius)?\b")
_HOT, _COLD = 30, 5
"""Degrees Celsius from which, and to which, it is so: nobody sets the air to them."""
_OF_THE_CAR = pattern(
    "child (safety )?lock*|reading (light|lamp)*|fog (light|lamp|beam)*|sun ?(shade|roof|blind|visor)*|"
    "(seat|wheel|mirror)s? (\\w+ )?heat*|heat(ed|ing)? (the )?(seat|wheel|mirror)*"
)
"""Parts of the car whose names sound like a circumstance."""
_SUNSET = pattern(
    "(sun|light|daylight)( (is|was|has|had|have|been|just|already|almost|now|about|to)){0,3} "
    "(going down|gone down|goes down|went down|go down|sets?|setting|sank|sunk|sinking|fad(es|ed|ing)|failing|gone)"
)
"""The sun is named, and it is night that is told."""


@lru_cache(maxsize=4096)
def conditions(text: str) -> frozenset[str]:
    """The circumstances that a plain text names, save those that it leaves behind; none for an empty text.

    The name of a part of the car, such as a child lock, is no circumstance; a sun that goes down is the night.
    """
    text = _LEFT.sub(" ", _SUNSET.sub("dusk", _OF_THE_CAR.sub(" ", text)))
    found = {name for name, words in CONDITIONS.items() if occurs(words, text)}
    degrees = [int(m[1]) for m in _CELSIUS.finditer(text)]
    found |= {"hot"} if any(n >= _HOT for n in degrees) else set()
    found |= {"cold"} if any(n <= _COLD for n in degrees) else set()
    return frozenset(found)


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
