"""The words for each setting. Driving and the way: navigation, pedal, wipers, steering wheel."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import COLD_PARTS, HEAT, LOUD, POWER, SWITCH, TURNED_OFF, TURNED_ON, WARMED, ails

NAVIGATION = (
    row(
        "navigation.voice",
        "navigation_set_voice_mode",
        "navigation",
        vague=(
            "miss(ed)? (the|my|our|an?) (turn|exit)s?|"
            "(she|it|that (lady|woman)) (\\w+ )?(talks|chatters|babbles|rambles|won't shut up|never shuts up)|"
            "which (turn|lane|exit)"
            "|(only|just) (short|brief|simple|the basic) (prompts|instructions|directions|words)|(every|"
            "each) (turn|lane|exit)( \\w+){0,2} (explained|announced|spelled|described)|(spell|explain|"
            "announce|describe|call)( \\w+){0,2} (every|each) (turn|lane|exit)|(took|take|made|missed|"
            "miss) (the|a|my|our) (wrong )?(turn|turning|exit|turnoff)|wrong (turn|turning|exit)s?"
        ),
        aspect=(
            "voice*|guidance|instruction*|mute*|detailed|simple|chatt*|talk*|turn by turn|miss*( \\w+)? turns?|"
            "speak*|spoken|chatter*|word*|verbose|prompt*|lane*|babbl*|explain*|comment*|narrat*|hush|quiet|"
            "silent|terse|speech|say less|lectur*"
            "|prompts?|spell*( \\w+)? out|every (turn|lane|exit|detail)|short*|brief*|concise|minimal|"
            "silence*|shush|nag*|ramble*|yap*|blab*|talkative|shut up|step by step"
        ),
        cues="voice (mode|guidance|instruction*|prompt*)|guidance|miss* (any |the |my |a )?(turn|exit)s?",
        values={
            "detailed": "thorough|step by step|talkative|detailed|details?|verbose|full guidance|every turn"
            "|in (full |great |more )?detail|elaborate|lane by lane|every (lane|exit|junction)|extensive|"
            "explicit*|long version|chatty|wordy|full (instructions|directions|prompts)|talks? (me|"
            "us) through",
            "simple": (
                "terse|essentials|only the (basics|turns)|just the turns|simple|simpler|concise|brief|minimal|"
                "basic|short prompts"
                "|short(er)?|(just|only) the (basics|essentials|key points|main turns|necessary)|"
                "bare (minimum|essentials)|less (talk|talking|chatter)|to the point|few(er)? words|succinct|"
                "short version|only when (needed|necessary)"
            ),
            "mute": "shut up|no talking|stop talking|mut(e|ed|es|ing)|silent|silence*|voice off|off|no voice"
            "|no voice|without (a |the )?voice|hush(ed)?|shush|not a word|no spoken|keeps? quiet|be quiet",
        },
    ),
    row(
        "navigation.volume",
        "navigation_set_volume",
        "navigation",
        telling=(
            "volume|louder|quieter|(too|so) (loud|quiet|soft)|loud|deafen*|shout*|whisper*|drown*|"
            "turn*( \\w+){0,3} (up|down)|can't hear|speak up"
        ),
        vague=(
            "left or right|"
            "(can't|cannot|didn't|don't|couldn't)( \\w+)? hear( \\w+){0,3} (turn*|where to|which way|what (it|"
            "she) (says|said))|where (it|she) wants me to turn"
            "|(too|so|really) (loud|quiet)|louder|quieter|turn (it|that|this) (up|down)|deafening|(can't|"
            "cannot|couldn't) hear (it|a thing|a word|anything)"
        ),
        aspect=(LOUD + "|shout*|understand|drown*|mumbl*|whisper*|murmur*|speak* up"),
        main=True,
    ),
    row(
        "navigation.view",
        "navigation_set_map_view",
        "navigation",
        aspect=(
            "(map )?view|2d|3d|heading up|north up|orient*|perspective|terrain|top down|rotat*|flat|layout|"
            "bird's eye|from above|turn* (with|around)|spin*|rotat*|buildings|tilted"
            "|dizzy|dimension*|north|compass|top view|static map|moves with"
        ),
        cues="map view|heading up|north up|(2d|3d)( map| view| mode)?",
        values={
            "3d": "3d|three dimensional|3 d|three d|3 dimensional|with (the )?(buildings|depth|perspective)",
            "2d": "2d|from above|two dimensional|flat|2 d|two d|2 dimensional|plan view|top down|bird's eye",
            "heading_up": "turn(s|ing)? with (me|us|the car)|direction of travel|heading up|head up|track up"
            "|rotat(e|es|ed|ing)|(move|follow|swing)(s|ing)? with (me|us|the car)|"
            "direction of (motion|driving|movement)|driving direction|heading up|(forward|ahead) is up",
            "north_up": "north (is )?(on top|at the top)|compass on top|north up|north"
            "|north (is )?(always |stays )?(on top|at the top|up)|(fixed|constant) north|like (on )?(a|"
            "an old) (paper|printed|real) map|paper map",
        },
    ),
    row(
        "navigation.zoom",
        "navigation_set_map_zoom",
        "navigation",
        vague="street names|whole (city|route|region|valley)|every (alley|lane|side street)"
        "|(see|show)( \\w+){0,2} (the )?(whole|entire) (route|trip|way|area|map|journey|picture)|"
        "(next|complicated|tricky) (intersection|junction|roundabout)",
        aspect=(
            "zoom*|scale|street names|closer|tight|wider|zoom|overview|details?|surroundings|big picture|street level"
            "|far (in|out)|close*|near(er)?|bigger|smaller|larger|whole|entire|wide|area|intersection|"
            "junction*|magnif*|tiny|enlarge*"
        ),
        cues="zoom*|magnif*",
        more="zoom*( \\w+)? in|closer|tighter|(farther|further) in|nearer|bigger|larger|enlarge*|magnif*",
        less="zoom*( \\w+)? out|wider|(farther|further)(?! in)|broader|smaller",
    ),
    row(
        "navigation.traffic",
        "navigation_set_traffic_display",
        "navigation",
        vague="where (it's|it is) (red|jammed|blocked)|(slow|blocked) (roads|streets)"
        "|where( \\w+){0,3} (backed up|stuck|jam*|queue*|standstill)|(avoid|around|"
        "see)( \\w+){0,3} (jams?|traffic|congestion|queues?|tailbacks?)|(am i|we'll be|"
        "will i be) stuck",
        aspect="traffic|congest*|jam*|delays?|slow|colors|colours"
        "|red|backed up|blocked|standstill|queues?|tailback*|gridlock*|hold ?ups?|stuck",
        cues="where the (jams?|traffic|congestion|queues?) (is|are)|traffic (display|info*|condition*|layer|overlay|"
        "color*|map*)|congestion|traffic jams?",
        values={
            "on": TURNED_ON + "|show(s|n|ing)?|drawn( in)?|visible|see",
            "off": TURNED_OFF + "|hid(e|es|den)|took( \\w+){0,3} off|take( \\w+){0,3} off|remov*|clean map|without",
        },
    ),
    row(
        "navigation.camera",
        "navigation_set_speed_camera_alert",
        "navigation",
        vague="speeding (ticket*|fine*)|(got|was|were|been|get) flashed|another (ticket|fine)|radar"
        "|speed(ing)? (ticket|fine|check)s?|(camera|radar) (beep*|warning*|alert*|alarm*)|beep* (at|"
        "for|before) (every )?(cameras?|radars?)|points on (my|the) licen[cs]e|(i|we) (was|were|"
        "got) fined|caught speeding",
        aspect="camera*|speed trap*|speed camera*|alert*|ticket*|fine*|radar|flash*|speeding"
        "|warn*|beep*|fined|penalt*|licen[cs]e|speed check*",
        cues="speed (camera|trap)*|camera alert*|radar (trap|warning|alert)*|speeding tickets?",
        values=SWITCH,
    ),
    row(
        "navigation.power",
        "navigation_switch",
        "navigation",
        aspect=POWER,
        values=SWITCH,
    ),
)

PEDAL = (
    row(
        "pedal.power",
        "footPedal_set_switch",
        "pedal",
        vague=(
            "(climb|clamber|get|step)(ing|ting|ping)? (in|up|out)( \\w+){0,5} (high|hard|steep|knees?|hips?)|"
            "(knees?|hips?)( \\w+){0,6} (climb|get|step)(ing|ting|ping)? (in|up|out)"
            "|(climb|get|step|hop)(ping|ting|ing)?( \\w+)? (in|into|up|out|aboard)( \\w+){0,6} (difficult|"
            "trouble|struggl*|tough|cane|crutch*|walker|leg|legs|high|hard)|(knees?|hips?|legs?|crutch*|"
            "cane|walker|grandm\\w+|grandp\\w+|granny|mother|dad|mom|aunt|uncle)( \\w+){0,6} (climb|"
            "clamber)(s|ing)?( \\w+)? (in|into|up|aboard)|(step|sill)( \\w+){0,4} (too |so )(high|steep)|"
            "(in|out) is (hard|difficult|tough)|too (high|steep) (to|for)( \\w+){0,3} (climb|get|step)|"
            "help*( \\w+){0,3} (climb|get|step) (in|up|out)"
        ),
        values={
            "on": TURNED_ON + "|out|extend*|deploy*|down|lower*|unfold*|drop*|let( \\w+){0,3} down",
            "off": TURNED_OFF + "|(pull|fold|draw|bring|go|tuck)(s|ed|ing)?( \\w+)? in|retract*"
            "|(slide|put|retract)(s|ed|ing)?( \\w+){0,2} (in|away|up)|stow*|fold(s|ed|"
            "ing)?( \\w+){0,2} (away|up)",
        },
    ),
)

WIPER = (
    row(
        "wiper.speed",
        "wiper_set_speed",
        "wiper",
        vague=(
            "(rain|water|drops|spray|mud|snow|slush) on the (windshield|windscreen|glass)|"
            "see (\\w+ )?through (the|this|all this) (rain|downpour|spray|water)"
            "|(windshield|windscreen)( \\w+){0,4} (covered|full of|wet|drops|water|rain|splash*|streak*|"
            "smear*|drench*)|(can't|cannot|hardly|barely|couldn't)( \\w+)? see( \\w+){0,5} (rain|downpour|"
            "spray|drizzle)|(rain|pour|bucket)(s|ing|ed)?( \\w+){0,2} (harder|down|heavily|heavier|hard|"
            "easing|eased)"
        ),
        aspect="speed|fast*|slow*|level|quick*|frantic*|rhythm|interval*|pace"
        "|squeak*|swish*|hectic|nervous*|beat|stage|rate|lazy|lazily|rapid*|intermittent*|hard(er)?|"
        "heav(y|ier)",
        switch="wiper_set_open",
        values=SWITCH,
    ),
)

WHEEL = (
    row(
        "wheel.heating",
        "steeringWheel_set_heating_level",
        "wheel",
        vague=(
            "(hands?|fingers?|fingertips|knuckles)( \\w+){0,3} (cold|frozen|freez*|numb|icy|ice|stiff|blue|"
            "clammy)|(cold|frozen|numb|icy|stiff|blue) (hands?|fingers?|fingertips)|without (my )?(gloves|"
            "mittens)"
            "|"
            + ails("hands?|fingers?|fingertips|knuckles|palms?|thumbs?", COLD_PARTS)
            + "|(forgot|without|lost|left|no|need|wish i had)( \\w+){0,2} (gloves|mittens)|gloves|mittens"
        ),
        aspect=(
            HEAT + "|cold|freez*|chill*|burn*|toast*|numb|frozen|icy|stiff|blue|gloves"
            "|hot|icicle*|ice|chilly|frost*|roast*|thaw*"
        ),
        cues="(steering )?wheel (heat|warm)*|heated (steering )?wheel",
        switch="steeringWheel_set_heating_enabled",
        values=WARMED,
    ),
    row(
        "wheel.view",
        "steeringWheel_set_view_display_enabled",
        "wheel",
        aspect="view display|display|button*|shortcut*|buttons?|view|icons?|symbols?|controls?",
        values=SWITCH,
    ),
)
