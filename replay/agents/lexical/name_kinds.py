"""The kinds of free names that a car takes: places, stations, songs and videos, and the words that go with each.

Limits: these are words only; which names a text holds stands in `named`, which of them is meant in `names`.
"""

from dataclasses import dataclass

from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.setting import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class NameKind:
    """A command with a free name, and how people speak of what it names. All words are patterns, see `patterns`."""

    setting: Setting
    heads: str
    """Nouns by which such things are called: a name may end with one, and one alone points at a name."""
    cues: str
    """Words around a name that show of which kind it is."""
    asks: str
    """What asks for such a thing whatever it is called."""
    says: str
    """Words that do, right before a name in capitals."""


PLACE = NameKind(
    setting=BY_KEY["navigation.destination"],
    heads=(
        "parks?|paddock|stables?|clinic|school|kindergarten|daycare|nursery|museum|library|market|supermarket|shops?|"
        "stores?|hotel|motel|hostel|inn|lodge|restaurant|bistro|diner|tavern|pub|bar|caf[eé]|canteen|bakery|deli|"
        "centers?|centres?|farm|ranch|orchard|vineyard|winery|brewery|distillery|beach|lake|tarn|pond|river|bay|cove|"
        "bridge|mall|plaza|square|office|branch|bank|hall|church|chapel|cathedral|abbey|temple|mosque|synagogue|"
        "cemetery|hospital|surgery|practice|pharmacy|building|tower|house|home|bungalow|cottage|cabin|flat|apartment|"
        "residence|villa|place|spot|site|location|address|garage|workshop|works|factory|plant|mill|warehouse|depot|"
        "yard|gym|pool|baths|stadium|arena|theat(?:er|re)|cinema|opera|campus|university|college|lab|laboratory|"
        "institute|studio|gallery|harbou?r|port|pier|wharf|marina|quay|airport|terminal|station|stop|entrance|gate|"
        "car park|parking(?: lot| garage)?|lot|garden|zoo|trail|trailhead|ridge|peak|summit|valley|camp|campground|"
        "campsite|resort|spa|court|courthouse|embassy|headquarters|base|venue|club|quarry|pit|mine|field|pitch|"
        "track|rink|dump|landfill|recycling (?:center|depot)|village|town|city|suburb|neighbou?rhood|street|"
        "avenue|road|lane|terrace|corner|roundabout|junction|exit"
    ),
    cues=(
        "meet*|appointment|address|location|moved|moving|moves|relocat*|located|place|venue|visit*|class|lesson|session|"
        "training|practice|party|dinner|lunch|breakfast|brunch|office|clinic|shop*|groceries|store|home|house|work|school|"
        "doctor|dr|dentist|therap*|physio*|gym|swim*|park(ing|ed)?|stay*|live[sd]?|lives|where|there|go|goes|going|went|"
        "drive|head*|take|takes|took|bring|navigat*|destination|route|eat|deliver*|collect|pick up|drop off|recital|"
        "concert|ceremony|reception|wedding|funeral|interview|conference|workshop|course|run|walk|hike|trail"
    ),
    asks=(
        "navigat* (to|us|me|there|back|home)|start (the )?navigation|directions?|destination|(show|lead|guide|direct|"
        "drive|bring|take|get|send|point|steer|carry) (me|us|him|her|them)( (back|over|straight|right|all the way|"
        "safely|there|home|now)){0,2}( to)?|(find|know|show)( me| us)? (the|a|my|our|his|her) (way|place|road)|"
        "(the )?way to|"
        "route (me|us)|set (the |a |my |our )?(course|route|destination)|where (i|we|he|she|they|it|the|my|our|his|her|"
        "their)( \\w+){1,8}|off to|bound for|head(ing)? (back |over |straight )?(to|for|there|out|home)|next stop|"
        "let's (go|drive|head)|(on )?(my|our) way (to|home)|(want|need|have|got|ought|like|love|must|should|"
        "due) (to )?(go|be|get|visit|drive|head|stop|reach|find)|"
        "going (to|home|there)|go (to|home|there)|how do (i|we) get|expected (at|in|there)|time for|"
        "home(?= ?[.!?,;]| ?$| now| please)"
    ),
    says=(
        "(navigate|take|bring|drive|get|guide|lead|direct|route|steer|head|heading|headed|go|going|off|bound|way|back|"
        "be|expected|due|visit|find|reach|over|straight|on|stop is|stop|directions|destination|course|it's)"
    ),
)
_POINTS = (
    "(play|put on|start|show|resume)( (her|him|them|us|me))? (what(ever)?|something|the (one|thing|usual)|that|those|"
    "our|my|his|her|their)"
)
"""How one asks for what was played before, whatever it is called."""
STATION = NameKind(
    setting=BY_KEY["radio.station"],
    heads="stations?|channels?|(?:FM|AM)|radio|broadcaster|frequency|wavelength",
    cues=(
        "radio|stations?|channels?|fm|am|frequency|dial|tun(e|es|ed|ing)|broadcast*|airwaves|on air|listen*|dj|host|"
        "airs|phone in*|adverts|bulletin|news|reports|have on|has on|on in the"
    ),
    asks="radio|stations?|channels?|tune (in|to|it|the|back)|frequency|broadcast*|airwaves|fm",
    says="tune|listen|switch|put|play|have|get|give|want|hear|turn|find|on|like|love|mood",
)
SONG = NameKind(
    setting=BY_KEY["music.name"],
    heads=(
        "songs?|tracks?|tunes?|playlists?|albums?|podcasts?|audio ?books?|mix|mixtape|symphony|concerto|sonata|opera|"
        "soundtrack|anthem|hymns?|lullab(?:y|ies)|waltz|ballad|records?|collection|hits|music|melody|melodies|book|"
        "chapter|stories|story|compilation|single|aria|carols?"
    ),
    cues=(
        "songs?|tracks?|tunes?|playlists?|albums?|podcasts?|audio ?books?|mix|symphon*|concerto|sonata|soundtrack|"
        "anthem|lullab*|waltz|ballad|music*|melod*|listen*|hear*|sing*|sang|hum*|narrat*|chapter|band|singer|artist|choir|album|"
        "wind down|dance*|danced|play*|called|by"
    ),
    asks=(
        "songs?|tracks?|tunes?|playlists?|albums?|podcasts?|audio ?books?|mixtape|music|lullab*|symphon*|"
        f"(my|our|her|his) (book|mix|stor*)|play( \\w+){{1,6}} by|{_POINTS}"
    ),
    says="play|put|hear|have|listen|start|resume|continue|queue|spin|on|mood|sing|want|give|need|have|love|like",
)
VIDEO = NameKind(
    setting=BY_KEY["video.name"],
    heads=(
        "videos?|clips?|movies?|films?|tutorials?|documentar(?:y|ies)|episodes?|shows?|series|cartoons?|trailers?|footage|"
        "recordings?|replay|match|anime|sitcom|drama|thriller|comedy|musical|soap|keynote|webinar|vlog|screencast"
    ),
    cues=(
        "videos?|clips?|movies?|films?|tutorials?|documentar*|episodes?|shows?|series|cartoons?|trailer|footage|watch*|"
        "screen|stream*|see|saw|seen|catch up|picture|sitcom|anime|thriller|drama|sketch"
    ),
    asks=(
        "videos?|clips?|movies?|films?|tutorials?|documentar*|episodes?|(my|our|her|his|the|that) (shows?|series)|"
        "cartoons?|trailer|footage|watch*|on (the |my |our )?screen|something to (see|watch)|"
        f"{_POINTS}"
    ),
    says="play|put|have|watch|see|show|start|resume|continue|stream|run|on|screen|look at|catch up",
)
KINDS = (PLACE, SONG, STATION, VIDEO)
"""In the order in which ties are broken."""
