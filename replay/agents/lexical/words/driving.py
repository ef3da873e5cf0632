"""The words for each setting. Driving and the way: navigation, pedal, wipers, steering wheel."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import HEAT, LOUD, POWER, SWITCH, TURNED_OFF, TURNED_ON, WARMED

NAVIGATION = (
    row("navigation.destination", "navigation_navigate_to", "navigation", aspect="destination|route to|way to"),
    row(
        "navigation.voice",
        "navigation_set_voice_mode",
        "navigation",
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
