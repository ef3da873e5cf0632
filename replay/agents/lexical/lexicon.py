"""The words by which people mean a setting of the car: one table, read by every later step.

Limits, arguments and places are those of `vehicle.catalogue`; here stand only words. All of them are patterns, see
`patterns.pattern`, and are matched on plain text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from replay.agents.lexical.vocabulary import (
    BRIGHT,
    BY_ITSELF,
    CLOCKS,
    COLD_OR_HOT,
    COLD_PARTS,
    COLOR,
    HEAT,
    ITSELF,
    LOUD,
    POWER,
    SHUTS_ITSELF,
    SWEATY_PARTS,
    SWITCH,
    TENSE_PARTS,
    TIRED_PARTS,
    TONGUES,
    TURNED_OFF,
    TURNED_ON,
    WARMED,
    WHEN_LOCKED,
    ails,
    colors,
)
from vehicle.catalogue import COMMANDS

Kind = Literal["integer", "word", "boolean", "name"]
"""What a setting takes: a whole number, one of some words, on or off, or a free name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing that can be set, with the command that sets it."""

    key: str
    command: str
    """The command's name without its prefix."""
    device: str
    """Key of its `Device`."""
    argument: str
    """The parameter that takes the value."""
    kind: Kind
    minimum: int
    maximum: int
    """Smallest and largest whole number that it takes; 0 and 100 where it takes none."""
    place: str
    """The parameter that takes a seat, a window, a side; empty where there is none."""
    aspect: str = ""
    """Words that tell this setting from others of its device; empty where the device says it all."""
    cues: str = ""
    """Words that mean this setting without naming its device."""
    vague: str = ""
    """Words that may mean this setting where no device is named."""
    switch: str = ""
    """The command that switches the same thing on and off, where values are numbers or words."""
    telling: str = ""
    """Words that mean this setting rather than another of its device."""
    more: str = ""
    """Words for a greater value, beside those of any setting."""
    less: str = ""
    """Words for a smaller one."""
    main: bool = False
    """The setting of its device that people mean by a mere number: music at 30, the air at 21."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Patterns for each word that the setting takes; `on` and `off` for what is switched."""


def command_name(command: str) -> str:
    """The car's full name of a command of the table."""
    return f"carcontrol_{command}"


def _row(
    key: str,
    command: str,
    device: str,
    *,
    aspect: str = "",
    cues: str = "",
    vague: str = "",
    switch: str = "",
    telling: str = "",
    more: str = "",
    less: str = "",
    main: bool = False,
    values: Mapping[str, str] | None = None,
) -> Setting:
    """A row of the table; what the catalogue knows is taken from there."""
    row = COMMANDS[command_name(command)]
    parameter = next(p for p in row.parameters if p is not row.position)
    kind: Kind = "word" if parameter.values else "name"
    if parameter.kind != "string":
        kind = parameter.kind
    return Setting(
        key=key, command=command, device=device, argument=parameter.name, kind=kind,
        minimum=parameter.minimum or 0, maximum=100 if parameter.maximum is None else parameter.maximum,
        place=row.position.name if row.position else "",
        aspect=aspect, cues=cues, vague=vague, switch=switch, telling=telling, more=more, less=less, main=main,
        values=values or {},
    )  # fmt: skip


SETTINGS: tuple[Setting, ...] = (
    _row(
        "hud.height",
        "HUD_set_height_level",
        "hud",
        vague=(
            "(numbers|digits|speed) (hang*|float*|sit*|is|are) (\\w+ )?(high|low)|"
            "look* (up|down) (for|at) (the|my) (speed|numbers)"
        ),
        aspect=(
            "height|high*|low*|tall*|short*|position|raise*|sit*|posture|hang*|float*|eye level|line of sight|"
            "forehead|chin|above|below|too far (up|down)"
            "|(move|bring|put|shift|slide|lift|push|pull|take)( \\w+){0,4} (up|down)|further (up|down)|"
            "crane*|line of vision|hidden|hid(e|es|ing)|nose|belt|chest|over the (wheel|hood)|bottom|"
            "block*|cover*|in (my|the) way|cut off|where (i|she|he) can see|near the (hood|roof)|"
            "close to the (hood|roof)"
        ),
        switch="HUD_switch",
    ),
    _row(
        "hud.brightness",
        "HUD_set_brightness_level",
        "hud",
        vague=(
            "(numbers|digits)( \\w+){0,4} (burn*|blind*|glar*|dazzl*|bright|faint|pale|vanish*|disappear*|wash* out)"
        ),
        aspect=BRIGHT + "|see|sunny",
        switch="HUD_switch",
        main=True,
    ),
    _row("hud.power", "HUD_switch", "hud", values=SWITCH),
    _row(
        "center.brightness",
        "centerInformationDisplay_set_brightness",
        "center",
        aspect=(BRIGHT + "|see|sunny|faint|read|squint*"),
        main=True,
    ),
    _row(
        "center.auto_brightness",
        "centerInformationDisplay_set_auto_brightness",
        "center",
        telling=(
            "(dim|adjust|adapt|regulat|brighten|chang|decid|manag)\\w*( \\w+){0,3} (itself|themselves|"
            "automatically|alone)|automatic*|auto (brightness|dim*|adjust*)|(on|by) (its|their) own|"
            "by (itself|themselves)|by hand|manual*"
        ),
        aspect=BY_ITSELF + "|(stop|keep)s? adjusting|automatically",
        values={"on": f"{TURNED_ON}|{ITSELF}", "off": TURNED_OFF},
    ),
    _row(
        "center.time_format",
        "centerInformationDisplay_set_time_format",
        "center",
        aspect="time|clock|(12|24) ?h(our)?|military"
        "|clock*|am (and|or) pm|am pm|am/pm|hour (format|clock|mode)|civilian time|hours",
        vague="time format|military time|(12|24) ?h(our)?( format| clock)?|clock( format)?",
        values=CLOCKS,
    ),
    _row(
        "center.language",
        "centerInformationDisplay_set_language",
        "center",
        aspect="language*|chinese|english|mandarin|translat*|character*"
        "|menus? in|letters|understand|mother tongue|native|foreign",
        vague="language*|chinese|english",
        values=TONGUES,
    ),
    _row(
        "center.power",
        "centerInformationDisplay_set_power",
        "center",
        aspect=POWER,
        values=SWITCH,
    ),
    _row(
        "panel.theme",
        "instrumentPanel_set_theme",
        "panel",
        aspect="theme|scene|map|mode|look|scenery|landscape|backdrop|background|skin|appearance|design|style",
        values={"scene": "scene*|scenic|scenery|landscape*|picturesque", "map": "map"},
    ),
    _row(
        "panel.brightness",
        "instrumentPanel_set_brightness",
        "panel",
        vague="can't read my speed|how fast (i'm|i am|we're|we are) going",
        aspect=BRIGHT,
        main=True,
    ),
    _row(
        "panel.color",
        "instrumentPanel_set_color",
        "panel",
        aspect=COLOR,
        values=colors("yellow", "green", "red", "orange", "white", "black"),
    ),
    _row(
        "panel.behavior",
        "instrumentPanel_set_behavior_mode",
        "panel",
        aspect="behaviou?r*|blink*|flash*|constant|steady|puls*|static|continuous*",
        values={
            "constant": "constant|steady|solid"
            "|static|continuous*|permanent*|without (blinking|flashing)|(stop|stopped|no) (blinking|"
            "flashing|flickering)",
            "blink": "blink*|flash*|puls*",
            "off": "off",
        },
    ),
    _row(
        "panel.auto_brightness",
        "instrumentPanel_set_auto_brightness",
        "panel",
        telling=(
            "(dim|adjust|adapt|regulat|brighten|chang|decid|manag)\\w*( \\w+){0,3} (itself|themselves|"
            "automatically|alone)|automatic*|auto (brightness|dim*|adjust*)|(on|by) (its|their) own|"
            "by (itself|themselves)|by hand|manual*"
        ),
        aspect=BY_ITSELF,
        vague="auto brightness",
        values={"on": f"{TURNED_ON}|auto* on|{ITSELF}", "off": TURNED_OFF + "|manual( control)?"},
    ),
    _row(
        "panel.time_format",
        "instrumentPanel_set_time_format",
        "panel",
        aspect="time|clock|(12|24) ?h(our)?|military"
        "|clock*|am (and|or) pm|am pm|am/pm|hour (format|clock|mode)|civilian time|hours",
        vague="time format|military time|clock",
        values=CLOCKS,
    ),
    _row(
        "panel.language",
        "instrumentPanel_set_language",
        "panel",
        aspect="language*|chinese|english|mandarin|translat*|menus? in|letters|understand|mother tongue|native|foreign",
        values=TONGUES,
    ),
    _row(
        "front_trunk.degree",
        "frontTrunk_set_open_degree",
        "front_trunk",
        switch="frontTrunk_switch",
        values={"on": "open*|pop(s|ped)?", "off": "clos*|shut"},
    ),
    _row(
        "trunk.degree",
        "trunk_set_open_degree",
        "trunk",
        vague="(groceries|luggage|suitcases?|bags|boxes)( \\w+){0,4} (in|out) (of )?the back"
        "|(groceries|shopping|luggage|suitcases?|bags?|boxes|crates?|stroller|pram|buggy|golf|"
        "parcels?|packages?|wheelchair|cooler|tools|toolbox|equipment)( \\w+){0,4} (in|out|into|"
        "from) (of )?the (back|car)|(load|unload)( \\w+){0,3} (groceries|shopping|luggage|suitcases?|"
        "bags?|boxes|crates?|stroller|pram|buggy|golf|parcels?|packages?|wheelchair|cooler|tools|"
        "toolbox|equipment)",
        switch="trunk_switch",
        values={"on": "open*|pop(s|ped)?", "off": "clos*|shut"},
    ),
    _row(
        "fuel.locked",
        "fuelPort_set_locked",
        "fuel",
        telling=("lock*|unlock*|secur*|nobody|siphon*|steal*"),
        aspect="lock*|secure*|nobody|tamper*|thie(f|ves)|steal*|siphon*",
        values={"on": "lock*|secure*", "off": "unlock*"},
    ),
    _row(
        "fuel.open",
        "fuelPort_set_open",
        "fuel",
        vague="fill* (her |it |the car )?up|refuel*|top (it|her) up|plug (it|her|the car|me|us) in|time to charge"
        "|fill (the )?(tank|up)|(need|get|put in|put some) (gas|petrol|fuel|diesel)|(plug|"
        "hook) in the (charger|cable)",
        aspect="open*|clos*|pop*|shut|plug*|fill*|refuel*|charg*",
        values={"on": "open*|pop(s|ped|ping)?", "off": "clos*|shut"},
    ),
    _row(
        "mirror.height",
        "rearviewMirror_set_height_position",
        "mirror",
        telling=("upward*|downward*|(point*|aim*|angl*|too)( \\w+){0,3} (up|down|high|low)|height|sky|ground|tarmac"),
        vague=(
            "(see|saw|showed|shows|seeing) (only |just |nothing but )?(the )?(sky|asphalt|pavement|treetops|"
            "roof lining)"
        ),
        aspect=(
            "height|high*|low*|vertical*|tall*|short*|raise*|up|down|sit* (lower|higher|up)|posture|sky|asphalt|"
            "pavement|pointing (up|down)"
            "|ground|tarmac|treetops|clouds|upward*|downward*|(tilt*|point*|aim*|angl*)( \\w+){0,3} (up|"
            "down|high|low|sky|ground|road)|too (high|low)"
        ),
    ),
    _row(
        "mirror.horizontal",
        "rearviewMirror_set_horizontal_position",
        "mirror",
        vague=(
            "(see|saw|showed|shows|seeing) (only |just |nothing but )?(the|my|her|his) (own )?(door handle|flank|"
            "car's side)|blind spot|next lane|lane beside"
            "|(lane|car) (next to|beside) (me|us)"
        ),
        aspect=(
            "horizontal*|left|right|wide*|angle*|outward*|inward*|side( to side)?|position|spot|outside|inward|"
            "door handle|flank|blind spot|lane*|turned (in|out)"
            "|car itself|body of the car|side of the car|sideways|(next to|beside) (me|us)|narrower|"
            "overtak*|too far (in|out)|angled (in|out)"
        ),
    ),
    _row(
        "mirror.tilt",
        "rearviewMirror_set_auto_reverse_tilt",
        "mirror",
        telling=("revers*|back(s|ing|ed)? up|curb|kerb|tires?|rims?|parallel park*|backwards"),
        vague="see the (curb|kerb)|scratch* (the|my|a) (rim|wheel)|kerb|curb",
        aspect="tilt*|revers*|back* up|curb|tire*|auto reverse|kerb|parking|rim|dip*|look* down"
        "|backwards|parallel park*|dip*",
        cues="reverse tilt|auto tilt",
        values={"on": TURNED_ON + "|tilt* down", "off": TURNED_OFF},
    ),
    _row(
        "mirror.fold",
        "rearviewMirror_set_auto_fold_on_lock",
        "mirror",
        telling=("fold*|tuck*|unfold*|ears|clip*|clap*"),
        aspect="fold*|tuck*|lock*|narrow|ears|unfold*|clap* (in|out)|clip*|scrap*|knock*|tight (spot|space|street)",
        cues="auto fold",
        values={"on": TURNED_ON + "|fold", "off": TURNED_OFF + "|unfold*|(keep|leave|stay*)( \\w+){0,3} out"},
    ),
    _row(
        "mirror.heating",
        "rearviewMirror_set_heating_enabled",
        "mirror",
        telling=(
            "heat*|warm*|defog*|demist*|defrost*|fog|fogg*|drops|droplets|ice|icy|iced|frost*|steam*|"
            "mist*|condensation|dew"
        ),
        aspect=HEAT + "|defog*|defrost*|fogg*|fog|drops|rain*|ice|icy|frost*|steam*|wet|mist*"
        "|droplets|condensation|dew|demist*|iced|beads|blurred|de ice|cold|frozen|snow*",
        values={"on": TURNED_ON + "|heats?|heated|warms?|warmed", "off": TURNED_OFF},
    ),
    _row("mirror.power", "rearviewMirror_set_power", "mirror", aspect=POWER, values=SWITCH),
    _row(
        "sunroof.degree",
        "sunroof_set_open_degree",
        "sunroof",
        vague="(see|look at|watch) the (stars|sky|clouds|moon)|sky (above|over) (me|us)|stars above",
    ),
    _row(
        "sunroof.locked",
        "sunroof_set_locked",
        "sunroof",
        aspect="lock*",
        values={"on": "lock*", "off": "unlock*"},
    ),
    _row(
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
    _row(
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
    _row(
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
    _row(
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
    _row(
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
    _row(
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
    _row(
        "navigation.power",
        "navigation_switch",
        "navigation",
        aspect=POWER,
        values=SWITCH,
    ),
    _row(
        "seat.heating",
        "seat_set_heating_level",
        "seat",
        vague=(
            "(bottom|backside|behind|bum|buns|butt|rear end|back) (is |are |was )?(\\w+ )?(cold|frozen|freezing|"
            "ice|icy)|sit* on (ice|a glacier|an iceberg|snow)|cold (bottom|bum|backside|behind|leather)"
            "|"
            + ails(
                "bottom|backside|behind|bum|buns|butt|rear end|back|posterior|tail ?bone|thighs|leather|kidneys",
                COLD_PARTS,
            )
            + "|(a|like) (block of ice|ice (block|cube)|frozen (bench|pond)|cold stone)|"
            "sit* on (a )?(block of ice|cold stone|frozen|snow)"
        ),
        aspect=(
            HEAT + "|cold|freez*|chill*|toast*|cozy|frozen|icy|glacier"
            "|chilly|ice|hot|roast*|bak(e|ed|ing)|hot plate|griddle|stove|grill*|cook*|burn*|thaw*"
        ),
        cues="(seat|bun) (heat|warm)*|heated seat*",
        switch="seat_set_heating_mode",
        values=WARMED,
    ),
    _row(
        "seat.massage",
        "seat_set_massage_level",
        "seat",
        vague=(
            "(back|shoulders?|spine)( \\w+){0,3} (tense|knot*|hard as|tight)|knots? in|"
            "work on my (back|shoulders)|unknot"
            "|"
            + ails("back|shoulders?|spine|muscles?|shoulder blades|lower back", TENSE_PARTS)
            + "|loosen*( \\w+){0,2} (up|back|shoulders|muscles)|back ?aches?|work (out )?(the|my|"
            "on my) (knots|kinks|back|shoulders|muscles)|kinks|long (day|drive|shift)( \\w+){0,4} back"
        ),
        aspect="massag*|knead*|back ?rub|rub*|shiatsu|knots?|tense|tension|roll*|press*|thump*|vibrat*"
        "|loosen*|pummel*|pound*|muscles?|tight|stiff|unwind*|work on|relax*|sore|pain*|ach(e|es|ing)",
        cues="massag*|knead*|back ?rub|shiatsu",
        switch="seat_set_massage_mode",
        values=SWITCH,
    ),
    _row(
        "seat.ventilation",
        "seat_set_ventilation_speed",
        "seat",
        vague=(
            "(shirt|blouse|back|trousers|pants|legs|thighs)( \\w+){0,3} (stick*|stuck|sweat*|soaked|wet|clammy|"
            "glued)|(stick*|stuck|glued) to the (leather|seat|upholstery)|sweaty back"
            "|"
            + ails("shirt|blouse|back|trousers|pants|legs|thighs|dress|skirt|leather|seat", SWEATY_PARTS)
            + "|(let|make)( \\w+){0,2} seat breathe|sweat*( \\w+){0,4} (leather|back)"
        ),
        aspect=(
            "ventilat*|draft*|cool*|sweat*|breez*|breath*|fan*|sticky|sticking|clammy|damp|air|shirt|blow*|stick*|wet"
            "|perspir*|moist*|swamp*|soak*|fresh*|hot|glued"
        ),
        cues="ventilat*|ventilated seat*|seat* (cooling|ventilation|fan*|blower*)|seat breathe",
        switch="seat_set_ventilation_enabled",
        values=SWITCH,
    ),
    _row(
        "seat.horizontal",
        "seat_set_horizontal_position",
        "seat",
        vague=(
            "reach the (pedals|clutch|brake|gas)|knees( \\w+){0,3} (hit|touch*|against|under|wheel|dashboard)|"
            "room for my (legs|knees)|legs (are )?(cramped|folded)|squeezed in"
            "|leg ?room|(more|enough|no|less) (room|space) for (my|her|his|our) (legs|knees|feet)|(arms?|"
            "legs?|feet|foot|can't|cannot|hardly|barely)( \\w+){0,3} reach|stretch*( \\w+){0,2} legs|"
            "knees( \\w+){0,4} (hit*|press*|bang*|bump*|jammed|up to|in my|pushed)|too (close|"
            "near) to the|too far (away )?from the|cramped|crammed|sardine*|squashed|pedals"
        ),
        aspect=(
            "position|horizontal*|forward*|backward*|closer|further|farther|slid(e|ing)|knees|legroom|leg room|"
            "pedal*|back*|reach|legs|steering wheel|room|cramp*|distance|pedals"
            "|stretch*|arms|space|cramm*|squash*|squeez*|nearer|away|forth|sardine*|wheel|dashboard"
        ),
    ),
    _row(
        "seat.vertical",
        "seat_set_vertical_position",
        "seat",
        vague=(
            "see over|look over the (hood|bonnet|wheel|dashboard)|"
            "(head|hair|hat)( \\w+)? (touch*|brush*|hit*|scrap*|against) the (roof|ceiling)|"
            "sit* (too |so )?(low|high|deep)|like (in )?a bathtub"
            "|(peer|peek|look) over|(head|hair|hat|hairdo|perm|turban|bun)( \\w+){0,3} (touch*|brush*|"
            "hit*|bump*|scrap*|against|at) (the )?(roof|ceiling|headliner)|sit*( \\w+)? in a (hole|pit|"
            "well|bathtub|valley)|(lift|raise|boost|jack) (me|her|him)( up)?|head ?room|(can't|cannot|"
            "hardly|barely) see (the road|out|anything but)"
        ),
        aspect=(
            "sit (higher|lower|up)|vertical*|(seat )?height|high*|low*|raise*|tall*|short*|see over|ceiling|"
            "bathtub|lift*|up and down|look over"
            "|hole|pit|well|perch*|throne|headroom|head room|boost*|see (the road|out)|hat|hair|roof|"
            "deep|taller"
        ),
        cues="seat height",
    ),
    _row(
        "seat.cushion_extension",
        "seat_set_cushion_extension",
        "seat",
        telling=("thigh*|cushion( \\w+){0,3} (short|long|longer|shorter)|exten(d|sion)\\w*|back of (my|her|his) knees"),
        vague="thighs?|backs? of (my|her|his) knees|under (my|her|his) (knees|thighs)",
        aspect="cushion exten*|exten*|thigh*|long(er)?|under my (knees|legs|thighs)"
        "|short(er)?|back of (my|the|her|his) knees|under my",
        cues=(
            "cushion (exten|length)*|thigh support|(extend*|lengthen*|shorten*)( \\w+){0,3} cushion|"
            "cushion( \\w+){0,2} (length|longer|shorter)"
        ),
    ),
    _row(
        "seat.cushion_angle",
        "seat_set_cushion_angle",
        "seat",
        telling=("(slid|slip)(e|es|ing|ping|s)? (off|forward|out|down)|front edge|slop*|tip*"),
        vague="slid(e|ing) (off|forward)|knees in the air|front edge"
        "|(slid|slip)(e|es|ing|ping|s)?( \\w+){0,2} (off|forward|out|down)|knees (up )?in the air",
        aspect="cushion angle|cushion*|tilt*|front edge|slop*|tip*|knees"
        "|slip*|slid(e|es|ing)|nose of the (seat|cushion)|angle",
        cues="cushion (angle|tilt)*",
    ),
    _row(
        "seat.backrest",
        "seat_set_backrest_angle",
        "seat",
        vague=(
            "lie down|lean back|(sit|sitting|sat) (up )?(straight|upright)|slouch*|posture|deck ?chair|"
            "dentist('s)? chair|(like|as) (at )?the dentist*|ramrod"
            "|(lie|lay|lying|lean|leaning|laid) (\\w+ )?(back|down|flat)|straighten( \\w+)? up|"
            "sit( \\w+){0,2} (up|straight|straighter|upright)|more upright|upright|nap|bolt upright|"
            "slump*|hunch*"
        ),
        aspect=(
            "lie back|lying|slouch*|sunbath*|backrest*|reclin*|upright|angle|lean*|straight|posture|lounge*|"
            "deck ?chair|spine|sit up|lie|lying|steep*"
            "|slump*|hunch*|lie flat|tilt* back|nap|straighten*|bolt|lean|flat|lie|board|statue|dentist*|"
            "lying"
        ),
        cues="backrest*|reclin*|seat ?back|lean(ing)? back|my lean",
    ),
    _row(
        "seat.leg_support",
        "seat_set_leg_support_height",
        "seat",
        vague="(calves|calf|shins?)|legs (hang|dangle|go to sleep|fall asleep|are heavy|swell)"
        "|"
        + ails("calves|calf|shins?|legs?", TIRED_PARTS)
        + "|(lift|raise|elevate|support|rest|prop)( up)? (my|her|his) legs|legs up|under (my|her|"
        "his) (calves|legs)",
        aspect="leg (support|rest)*|legrest|leg*|calf|calves|shins?",
        cues="leg (support|rest)|legrest",
    ),
    _row(
        "seat.foot_support",
        "seat_set_foot_support_height",
        "seat",
        vague="feet (dangle|hang|go to sleep|fall asleep|are heavy|swell)|put (my|her|his|your) feet up|ankles"
        "|"
        + ails("feet|foot|ankles?|heels|soles", TIRED_PARTS)
        + "|(lift|raise|elevate|support|rest|prop|put)( up)? (my|her|his|your) feet|feet up",
        aspect="foot (support|rest)*|footrest|foot|feet|ankle*|heels?|toes|soles?",
        cues="foot (support|rest)|footrest",
    ),
    _row(
        "seat.headrest",
        "seat_set_headrest_height",
        "seat",
        vague=(
            "(stiff|sore|aching|crick in (my|the|her|his)) neck|neck (hurts|aches|is (stiff|sore|killing))|nape|"
            "(back of|rest|lean) (my|her|his) head"
            "|"
            + ails("neck|nape", TENSE_PARTS)
            + "|crick in|(support|supports|supporting|rest|lean|cradle|prop|behind|push|pushes|"
            "pushing)( \\w+)? (my|her|his|the) (head|neck|nape)|(my|her|his) (head|"
            "neck)( \\w+){0,2} (falls?|lolls?|drops?|bobs?|forward|unsupported)|whiplash"
        ),
        aspect="head ?rest*|head support|neck|head|nape|skull|ponytail|lolls?|whiplash|hair|bun|crick",
        cues="head ?(rest|support)*",
    ),
    _row(
        "seat.folded",
        "seat_set_folded",
        "seat",
        vague=(
            "(ladder|bike|bicycle|skis|surfboard|plank*|wardrobe|shelf|couch|sofa)( \\w+){0,4} (in|fit|fits|won't|"
            "doesn't)|make room (for|in the back)"
            "|(ladder|bikes?|bicycles?|skis?|surfboard|planks?|wardrobe|shel(f|ves)|couch|sofa|mattress|"
            "table|desk|dresser|cabinet|carpet|rug|canoe|kayak|furniture|tree|drum kit|double bass|pipes|"
            "lumber|bookcase|armchair|fridge|washing machine)( \\w+){0,5} (in|into|fit|fits|won't|doesn't|"
            "through|aboard|home)|(load|haul|transport|carry|fit|collect|move|bring|buy|bought|"
            "picking up|pick up)(s|ed|ing|ting)?( \\w+){0,4} (ladder|bikes?|bicycles?|skis?|surfboard|"
            "planks?|wardrobe|shel(f|ves)|couch|sofa|mattress|table|desk|dresser|cabinet|carpet|rug|"
            "canoe|kayak|furniture|tree|drum kit|double bass|pipes|lumber|bookcase|armchair|fridge|"
            "washing machine)|(more |some )?(room|space) (for|in the back)|(back|rear) (row|bench)|"
            "flat (floor|surface)"
        ),
        aspect="fold*|flat|cargo|load*|bike*|transport*|skis|ladder|furniture|room|luggage|surfboard"
        "|flat*|bench|row|flip*|collaps*|bulky|haul*|mattress|sofa|wardrobe|lay* (them |it )?(flat|"
        "down)|long",
        cues="seat* (folded|down)|fold*( \\w+)?( \\w+)? seat*",
        values={
            "on": "fold(ed|ing)?( \\w+)? (down|flat)|folded|fold|flat|down"
            "|(lay|laid|put|flip(ped)?|drop(ped)?|bring|brought|push(ed)?|pull(ed)?|"
            "let)( \\w+){0,4} (down|flat)|collaps(e|ed)|lie flat",
            "off": (
                "unfold*|back up|upright|"
                "(is|are|it|them|seats?|stay*|put|keep|leave|fold|flip|bring|pull)( \\w+){0,2} up"
                "|(raise|raised|lift|lifted|flipped|brought|pulled|put|set)( \\w+){0,4} (back )?up|up again|"
                "upright again"
            ),
        },
    ),
    _row(
        "radio.volume",
        "radio_set_volume",
        "radio",
        vague="can't hear the (news|announcer|presenter)"
        "|(too|so|really) (loud|quiet)|louder|quieter|turn (it|that|this) (up|down)|deafening|(can't|"
        "cannot|couldn't) hear (it|a thing|a word|anything)",
        aspect=LOUD,
        main=True,
    ),
    _row(
        "radio.station",
        "radio_play_station",
        "radio",
        vague="tune (in|to|back)"
        "|channel|frequency|(news|jazz|classical|rock|sports|pop|talk|country|weather|"
        "traffic) (channel|program(me)?|broadcast)",
        aspect="station*|news|listen*|tune*|channel|source|source|frequency|program(me)?|switch to|tuned",
    ),
    _row("radio.power", "radio_switch", "radio", aspect=POWER, values=SWITCH),
    _row(
        "ac.temperature",
        "airConditioner_set_temperature",
        "ac",
        vague=(
            "(i'm|i am|we're|we are|she's|he's|it's|it is) (\\w+ )?(freezing|cold|hot|boiling|roasting|sweating|"
            "shivering|melting)|(fridge|refrigerator|freezer|icebox|igloo|sauna|oven|greenhouse|tropics|arctic|"
            "siberia)|shiver*|goose ?bumps|teeth (are )?chatter*|cold in here|hot in here|warm in here"
            "|"
            + COLD_OR_HOT
            + "|sauna|kiln|furnace|hothouse|steam ?room|jungle|north pole|tundra|meat locker|ice ?box|"
            "ice cave|frostbite|catch* (a )?cold|cool (me|us|it|things|down|off)|warm (me|us|it|"
            "things) up|overheat*|sweat(ing|s|y)?|cooler|warmer"
        ),
        main=True,
        aspect=(
            "thermostat|temp*|degrees?|warm*|cool*|hot|hotter|cold*|chill*|freez*|heat*|celsius|c|lukewarm|"
            "(at|to|on) (1[6-9]|2\\d|30)"
            "|thermometer|chilly|icy|arctic|boil*|roast*|swelter*|frost*|toasty|cozy|cosy|nippy"
        ),
        cues="temperature|thermostat|degrees|(cabin|air|interior) temp*",
        switch="airConditioner_set_power",
        more="warmer|hotter",
        less="cooler|colder|chillier",
    ),
    _row(
        "ac.fan",
        "airConditioner_set_fan_speed",
        "ac",
        telling=(
            "(too|so|less|more)? ?(hard|strong|weak|gentle)(er|ly)?|harder|stronger|gentler|weaker|roar*|"
            "jet|hurricane|gale|storm|stuffy|blast*|noisy|loud*"
        ),
        vague=(
            "air (moving|flowing)|mov(e|es|ing) (the|some|more) air|"
            "(hurricane|gale|storm|wind|wind tunnel) in here|(less|more) (wind|breeze)|stuffy|can't breathe|"
            "roars? at me|blow* (less|more|harder|gentler|softer)"
            "|(barely|hardly|can't|cannot|don't|couldn't)( \\w+)? feel( \\w+){0,2} (air|breeze|wind)|"
            "no air|airless|suffocat*|stifling|jet engine|hair ?dryer|vacuum cleaner|drafty|draughty|"
            "windy|breezy|(more|less|some) air|papers( \\w+){0,2} (fl\\w+|blow\\w*)"
        ),
        aspect=(
            "fan*|airflow|blow* (hard|strong|gentl)*|wind speed|speed|blower|breez*|blast*|hurricane|gale|wind|"
            "stronger|weaker|gentle|roar*|breath*"
            "|jet|hair ?dryer|vacuum|noisy|loud*|hum*|strong*|hard|harder|storm*|tornado|puff|whiff|"
            "stuffy|gust*|papers|weak*|drafty|draughty|howl*"
        ),
        cues="(?<!seat[ ])fan(?! (in|of|on|under) (the|my|his|her) seat)( speed| level| setting)?|airflow|blower",
        switch="airConditioner_set_power",
    ),
    _row(
        "ac.direction",
        "airConditioner_set_air_direction",
        "ac",
        vague=(
            "(draft|draught|air|wind) (on|in|at) (my|the|her|his) (face|eyes|neck|feet|legs|chest)|dry eyes|"
            "eyes (dry|are dry)|(feet|toes|ankles) (are |is )?(\\w+ )?(cold|frozen|freezing|ice|icy|wet)"
            "|(air|wind|draft|draught|blow*)( \\w+){0,5} (face|eyes|neck|feet|legs|chest|throat|hair|"
            "windshield|windscreen)"
        ),
        aspect=(
            "direction*|face|feet|foot|blow*|vents?|windshield|airflow|air flow|aim*|point*|chest|neck|legs|eyes|"
            "body|head|toes"
            "|draft|draught|hands|lens*|throat|(send|point|aim|direct)*( \\w+){0,3} (up|down)(ward|"
            "wards)?|hair|contacts"
        ),
        cues=("air direction|(blow|air|vent|direct)*( \\w+){0,4} (face|feet|windshield|eyes|body|legs?)|airflow|vents"),
        switch="airConditioner_set_power",
        values={
            "face": "face*|head|chest|upper body|cheeks|nose|forehead",
            "feet": ("feet|foot|legs?|ankles|toes|footwell|floor|shins|soles|lower body"),
            "window": "window*|windshield|windscreen|glass",
        },
    ),
    _row(
        "ac.mode",
        "airConditioner_set_mode",
        "ac",
        vague=(
            "(windshield|windscreen|windows?|glass|panes?) (is |are |has |have )?(\\w+ )?(fogg*|steam*|mist*|"
            "cloud*|frosted|frozen|iced)|air is (damp|sticky|muggy|humid)|sneez*"
            "|(fog|mist|frost|ice|condensation|steam|moisture)( \\w+){0,2} (on|off|from) (the|my|"
            "our) (windshield|windscreen|window*|glass|panes?)|(clear|melt|scrape)( \\w+){0,3} (fog|mist|"
            "frost|ice)|see through the (windshield|windscreen|glass)|(air|it) (is|feels)( \\w+)? (clammy|"
            "dusty)|allerg*|hay ?fever|(clean|filter|dry|dry out)( \\w+){0,2} air|asthma*"
        ),
        aspect=(
            "mode|dehumid*|purif*|defrost*|defog*|swing|humid*|damp*|fogg*|auto|sneez*|allerg*|steam*|mist*|"
            "muggy|sticky|icy|frost*"
            "|fogged|filter*|clean*|dry*|clear*|frost*|ice|asthma*|pollen|condensation|moist*|clammy|"
            "demist*|hay ?fever"
        ),
        cues="dehumidif*|purif*|defog*|swing mode|defrost*|ac mode"
        "|(windows?|windshield|windscreen|glass|panes?)( \\w+){0,3} (fogg*|steam* (up|over)|mist* (up|"
        "over)|frosted)|demist*|de ice",
        switch="airConditioner_set_power",
        values={
            "auto": "auto|automatic",
            "purify": "purif*|air cleaning|clean(s|ing)? the air|air filter*"
            "|clean(s|ed|ing)? (up )?(the )?air|clean air|filter(s|ed|ing)?|air (cleaner|purifier)",
            "dehumidify": "dehumidif*|dry mode|dry(ing)? the air"
            "|dry(ing)?( \\w+){0,2} air|(moisture|damp|humidity) out|dry it out",
            "defrost": "defrost*|de ic(e|es|ed|ing)|melt*( \\w+){0,2} (ice|frost)",
            "swing": "swing|swinging|swing mode|sweep*|oscillat*|back and forth|side to side|swung",
            "defog": "defog*|demist*|de mist*|clear*( \\w+){0,2} (fog|mist)|anti fog",
        },
    ),
    _row(
        "ac.circulation",
        "airConditioner_set_circulation",
        "ac",
        vague="stink*|reek*|stench|(smell*|smoke|dust|fumes|manure|exhaust)( \\w+){0,3} (in|outside|ahead)"
        "|(smell*|smok*|fumes|manure|exhaust|diesel|tar|odou?r*)( \\w+){0,4} (truck|tractor|in front|"
        "coming|here)|(truck|tractor|bus|lorry|moped|van)( \\w+){0,4} (smok*|fume*|exhaust|diesel|"
        "spew*|belch*|soot)|spew*|belch*|soot|hold (my|your|our|her|his) (nose|breath)|stale|(let|"
        "get)( \\w+){0,3} (fresh|outside|clean) air|(outside|outdoor) air",
        aspect=(
            "circulat*|recirc*|recycl*|fresh air|outside air|inside air|smell*|fume*|dust*|smog|odor*|intake|"
            "pollut*|exhaust|stink*|pollen|stale|stuffy|smoke|outside|inside"
            "|soot|smog|diesel|fresh|seal*|odou?rs?"
        ),
        cues=(
            "(air )?circulat*|recirculat*|fresh air|outside air|intake|fume*|smog|dust|smell*|odor*|pollen|"
            "exhaust|recycle"
        ),
        switch="airConditioner_set_power",
        values={
            "inside": (
                "inside|recirculat*|recycl*|internal|interior|clos* the (intake|vents?)|"
                "block the (smell|outside air)|indoor|(keep|shut)( \\w+){0,3} out"
                "|(keep|shut|lock|leave|stop|block|clos)(e|es|ed|s|ing|ping)?( \\w+){0,2} (outside|"
                "outdoor) (air|smells?|stench)|(keep|lock|leave|block)(s|ed|ing)?( \\w+){0,4} out|seal(ed|"
                "s)?( \\w+)? (off|up|us)|closed (loop|circuit)|(own|same) air|no outside air"
            ),
            "outside": "outside|fresh( air)?|external|exterior|outdoor"
            "|open the (intake|vents?|flap)|let( \\w+){0,3} air in|air out the (car|cabin)",
        },
    ),
    _row("ac.power", "airConditioner_set_power", "ac", aspect=POWER, values=SWITCH),
    _row(
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
    _row(
        "bluetooth.connected",
        "bluetooth_set_connection",
        "bluetooth",
        vague=(
            "(my|the|her|his) (phone|headset)( \\w+){0,4} (connect*|pair*|found|find|link*)|"
            "(connect|pair|link)( \\w+){0,2} (phone|headset)"
            "|(my|the|her|his) (phone|headset|ear ?buds|mobile)( \\w+){0,4} (hook*|sync*)|(hook up|sync|"
            "disconnect|unpair|unlink)( \\w+){0,2} (phone|headset|ear ?buds|mobile)|calls? (over|"
            "through) the (car|speakers)"
        ),
        values={
            "on": TURNED_ON + "|(re)?connect(s|ed|ing)?|pair(s|ed|ing)?"
            "|link(s|ed|ing)?|hook(s|ed|ing)?( \\w+){0,3} up|sync(s|ed|ing)?",
            "off": TURNED_OFF + "|disconnect*|unpair"
            "|unpair(s|ed|ing)?|unlink*|cut( \\w+){0,2} (connection|link)|drop( \\w+){0,2} (connection|"
            "link)",
        },
    ),
    _row(
        "video.quality",
        "video_set_quality",
        "video",
        vague=(
            "grainy|blurr*|blocky|pixel*|buffer*|stutter*|data (cap|plan|volume|limit)|"
            "(sharp|crisp|fuzzy) (picture|image|faces)"
            "|(high|standard|low|full|lower|higher|better|best) (definition|resolution|quality|res)|"
            "full hd|choppy|jerky|lagg*|crystal clear|megabytes|gigabytes|mosaic"
        ),
        aspect=(
            "quality|resolution|1080p?|720p?|480p?|270p?|hd|definition|buffer*|data|sharp*|grain*|blurr*|pixel*|"
            "blocky|crisp*|picture|bandwidth|fuzzy|sharper|stutter*|image|picture quality|coarse"
            "|choppy|jerky|lag*|clear*|megabytes|gigabytes|mosaic|high def*|hd|sd"
        ),
        cues="(video )?(quality|resolution)|1080p|720p|480p|270p",
        values={
            "1080p": (
                "1080p?|full hd|best (quality|picture)|sharpest|highest( setting| quality)?|max* (quality|resolution)"
                "|1080|crystal clear|best possible|clearest|crispest|top (quality|resolution)|"
                "full (high )?definition"
            ),
            "720p": "720p?|720|hd ready",
            "480p": "480p?|standard definition|480|sd",
            "270p": "270p?|lowest( setting| quality)?|min* (quality|resolution)"
            "|270|coarsest|least data|(data )?(saving|saver) mode",
        },
    ),
    _row(
        "video.volume",
        "video_set_volume",
        "video",
        vague=(
            "(too|so|really) (loud|quiet)|louder|quieter|turn (it|that|this) (up|down)|deafening|(can't|"
            "cannot|couldn't) hear (it|a thing|a word|anything)"
        ),
        aspect=LOUD,
        main=True,
    ),
    _row(
        "video.fullscreen",
        "video_set_fullscreen",
        "video",
        vague="(tiny|small|little) (window|picture|frame|box)|postage stamp|fill the (whole )?screen"
        "|edge to edge|expand (it|the picture)|(make|want)( \\w+){0,2} (picture|image) (bigger|larger)",
        aspect="full ?screen|full picture|whole screen|fill the screen|big picture|small window"
        "|tiny|enlarge*|expand*|maximi[sz]e*|edge to edge|full (size|display|view)|shr(i|u)nk*|"
        "postage stamp|whole|fills?|corner",
        cues="full ?screen",
        values={
            "on": TURNED_ON + "|full ?screen|full picture|whole screen|fill the screen"
            "|(whole|entire) display|fill(s|ing)?( \\w+){0,2} (screen|display)|expand*|enlarge*|"
            "maximi[sz]*|edge to edge|full (size|display|view)",
            "off": TURNED_OFF + "|exit|window*|leave"
            "|shr(i|u)nk*|(small|smaller|tiny|little) (window|picture|frame|box|format)|minimi[sz]e*|"
            "corner",
        },
    ),
    _row(
        "video.scene",
        "video_set_scene",
        "video",
        aspect="background|foreground|to the front|on top|behind|audio only|(only|just) (the )?(sound|audio|listen*)",
        values={
            "foreground": "foreground|to the front|on top|into view|in front",
            "background": "background|audio only|(only|just) (the )?(sound|audio|listen*)|out of sight|to the back",
        },
    ),
    _row("video.name", "video_play_video", "video", aspect="play*|watch*"),
    _row("video.power", "video_switch", "video", aspect=POWER, values=SWITCH),
    _row(
        "window.degree",
        "window_set_open_degree",
        "window",
        vague=(
            "(let|get|want|need)( \\w+){0,2} (air|breeze|wind) in|wind in (my|her|his|our) hair|fresh air from outside"
        ),
        aspect="open*|crack*|percent|%|degree|way|roll*|halfway|lower*|down|clos*"
        "|gap|slit|ajar|inch*|finger*|quarter|third|wide|fully|wind|wound|breeze|up|let*( \\w+)? (in|"
        "down|up)",
        switch="window_set_open",
        values={
            "on": "open*|roll*( \\w+)?( \\w+)? down|down"
            "|w(i|ou)nd(s|ing)?( \\w+){0,3} down|(let|put)( \\w+){0,3} down|lower*|crack*",
            "off": "clos*|shut|roll*( \\w+)?( \\w+)? up|up|w(i|ou)nd(s|ing)?( \\w+){0,3} up|put( \\w+){0,3} up|raise*",
        },
    ),
    _row(
        "window.child_lock",
        "window_set_child_lock",
        "window",
        telling=(
            "child*|kids?|toddler|little (hands|fingers|ones?)|buttons?|nephew|niece|grandson|granddaughter|twins"
        ),
        vague=(
            "(kids?|child|children|toddler|little (one|ones|hands|fingers)|son|daughter|"
            "twins)( \\w+){0,6} (buttons?|switch(es)?|up and down)|tiny (hands|fingers)"
            "|(kids?|children|toddler|little (one|ones)|boy|girl|nephew|niece|grandson|granddaughter|"
            "baby)( \\w+){0,6} (press*|push*|open*|play*|fiddl*)( \\w+){0,4} (windows?|buttons?|"
            "switch(es)?)"
        ),
        aspect="child lock*|child*|kid*|kids?|toddler|little (hands|fingers|ones?)|twins|childproof|play* with"
        "|buttons?|switch(es)?|fiddl*|nephew|niece|grandson|granddaughter|son|daughter",
        cues="child (safety )?lock*",
        values=SWITCH,
    ),
    _row(
        "window.auto_close",
        "window_set_auto_close_on_lock",
        "window",
        telling=WHEN_LOCKED,
        vague="(when|once|whenever)( \\w+){1,2} lock( up)?( the car)?|(shut|clos(e|es|ed|ing)) by (itself|themselves)|"
        "automatic closing",
        aspect=(
            "auto* clos*|clos* auto*|on lock|when (i|we) (lock|park)|lock*|park*|by (itself|themselves)|"
            "clos(e|es|ing) (on|when(ever)?|after|upon)|locking|lock up"
            "|when( \\w+){0,3} (leave|get out|walk away)|forg(e|o)t\\w*( \\w+){0,3} clos*|"
            "left( \\w+){0,2} open"
        ),
        cues="auto close on lock(?! (for|of|on) (all |both |the |my )*sun)",
        values={"on": SHUTS_ITSELF["on"] + "|auto close", "off": SHUTS_ITSELF["off"]},
    ),
    _row(
        "door.locked",
        "door_set_locked",
        "door",
        vague=(
            "(nobody|no one|strangers?)( \\w+){0,3} (get|gets|come|comes|climb|break)( \\w+)? in|"
            "break ?ins?|car ?jack*|(bad|rough|dodgy) (neighbou?rhood|area|part of town)"
        ),
        aspect="lock*|secur*|bolt*|safe",
        values={"on": "lock*|secur*", "off": "unlock*"},
    ),
    _row(
        "door.open",
        "door_set_open",
        "door",
        aspect="open*|clos*|shut",
        values={"on": "open*", "off": "clos*|shut"},
    ),
    _row(
        "door.warning",
        "door_set_open_warning",
        "door",
        telling=("warn*|beep*|chim*|alert*|ajar|ding*|buzz*|alarm*|nag*"),
        vague="(beep*|chim*|warn*|nag*)( \\w+){0,5} (open|ajar)",
        aspect="warn*|beep*|chime*|alert*|ajar|nag*|ring*|signal|sound"
        "|ding*|bing*|bong*|buzz*|alarm*|remind*|left open|tone|not (quite )?(closed|shut)",
        cues="door (open )?(warning|alert|chime)*|open warning|(beep*|chim*|warn*)( \\w+){1,4} door",
        values=SWITCH,
    ),
    _row(
        "sunshade.degree",
        "sunshade_set_open_degree",
        "sunshade",
        vague=(
            "sun (burns|shines|comes|beats|falls)( \\w+)? (in|through|down)|(block|keep)( \\w+)? (the )?sun( out)?|"
            "oven when (we|i|you) (get|come) back"
            "|(sun|sunlight|glare)( \\w+){0,3} (burn*|shin*|beat*|pour*|stream*|blaz*|com*)( \\w+)? (in|"
            "through|down|on|into)( (my|our|her|his) heads?)?|(block|keep|shut|stop)( \\w+){0,3} sun|"
            "less sun|some shade|out of the sun|sunburn*"
        ),
        aspect="open*|degree|level|half*|low|medium|high|max*|min*|clos*|quarter|draw*|pull*|all the way|completely",
        switch="sunshade_set_open",
        values={
            "close": "close|closed|shut",
            "min": "min|minimum|sliver|tiny bit",
            "low": "low|a quarter",
            "medium": "medium|mid|half*|middle|halfway",
            "high": "high|three quarters|mostly",
            "max": "max|maximum|fully?|all the way|complete(ly)?|entirely|as far as (it|they) go(es)?",
        },
    ),
    _row(
        "sunshade.open",
        "sunshade_set_open",
        "sunshade",
        aspect="open*|clos*|shut",
        values={"on": "open*", "off": "clos*|shut"},
    ),
    _row(
        "sunshade.auto_close",
        "sunshade_set_auto_close_on_lock",
        "sunshade",
        telling=WHEN_LOCKED,
        aspect=(
            "auto* clos*|clos* auto*|on lock|lock*|when (i|we) (lock|park)*|by (itself|themselves)|"
            "clos(e|es|ing) (on|when(ever)?|after|upon)|locking"
            "|forg(e|o)t\\w*( \\w+){0,3} clos*"
        ),
        values=SHUTS_ITSELF,
    ),
    _row(
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
    _row(
        "music.mode",
        "music_set_play_mode",
        "music",
        vague="same (song|track|tune)|over and over|mix(ed)? up"
        "|(random|any|original|album|track|right) order|(keep|kept|keeps) (playing|repeating) (this|"
        "that|the same)|(repeat|replay|loop) (this|it|the|that)|again and again|mix (it|them|things|"
        "up)|jumbl*|start to finish|beginning to end",
        aspect=(
            "(play(back)? )?mode|shuffl*|repeat*|loop*|sequential|in order|random*|start to finish|on repeat|"
            "order|variety|over and over|same song|sequence"
            "|mix*|again and again|keep* playing|replay*|jumbl*|front to back|top to bottom|"
            "beginning to end|surprise*|whole (album|playlist|list)|scrambl*"
        ),
        cues="shuffl*|single loop|list loop|on repeat|play(back)? mode|sequential",
        values={
            "single_loop": (
                "same song|one song|over and over|again and again|single (song )?loop|single|(on )?repeat (one|"
                "song)?|on repeat|loop (this|one|the song|it)|"
                "repeat this"
                "|(just|only) (this|that|the) one|(keep|keeps|keeping) (playing|repeating) (this|that|"
                "the same|it)|replay(ing)? (this|it|that)|this one again"
            ),
            "shuffle": "shuffl*|random*|mix it up|mixed up|any order|surprise me|jumbl*|variety"
            "|mix(ed|es|ing)?( \\w+){0,3} up|scrambl*|out of order|any which way",
            "sequential": (
                "sequential*|in (sequence|order)|start to finish|original order|sequential order|"
                "one after (another|the other)|track by track"
                "|(original|album|track|proper|right|given|same) order|beginning to end|front to back|"
                "top to bottom|first (track )?to (the )?last|cover to cover|one by one|chronological*|"
                "chapter by chapter"
            ),
            "list_loop": (
                "list loop|loop* (the |my )?(list|playlist|album)|repeat all|loop all|playlist loop|"
                "whole list again|comes? around|start over"
                "|(album|playlist|list|all)( \\w+){0,2} (on repeat|over and over|again and again)|repeat(s|"
                "ing|ed)?( \\w+){0,2} (all|list|playlist|album)|starts? (over|again)|all over again|endless*"
            ),
        },
    ),
    _row(
        "music.volume",
        "music_set_volume",
        "music",
        main=True,
        aspect=LOUD + "|level",
        vague=(
            "volume|sound|louder|quieter"
            "|(too|so) (loud|quiet)|turn (it|that|this) (up|down)|crank (it|that) up|softer|eardrums?|"
            "deafen*|blar*|blast*"
        ),
    ),
    _row(
        "music.lyrics",
        "music_set_lyrics_display",
        "music",
        vague="(know|read|see|forget|forgot) the words|the words (to|of) (the|this|that) song"
        "|(show|put|see|hide|display|scroll)\\w*( \\w+){0,3} (words|text|lines|verses)|words (on|"
        "across) the screen|what (he|she|they)('s|'re| is| are) singing|sing* along",
        aspect="lyric*|text|verses?|words|sing* along|karaoke|scroll*",
        cues="lyric*|sing* along|karaoke",
        values=SWITCH,
    ),
    _row(
        "music.favorite",
        "music_set_favorite",
        "music",
        telling=("(add|save|put|mark|remove)\\w*( \\w+){0,5} favou?rit*|unfavou?rit*"),
        aspect="favou?rit(e|es|ed) (list|song)|add* (\\w+ )?to (my )?favou?rites|heart this"
        "|(add|save|put|mark|remove|take|keep)\\w*( \\w+){0,5} favou?rit*|(save|heart|bookmark) (this|"
        "that|it)|unfavou?rit*|favou?rit(e|ed) (this|that|it)",
        vague="(add|save|put)( \\w+){0,3} (to|in|among) (my|the|our) favou?rites",
        values={
            **SWITCH,
            "on": SWITCH["on"] + "|add(s|ed|ing)?|save(s|d)?|mark(s|ed)?|heart",
            "off": SWITCH["off"] + "|remov*|unfavou?rit*|delet*",
        },
    ),
    _row("music.name", "music_play_song", "music", aspect="play*|listen*"),
    _row("music.power", "music_switch", "music", aspect=POWER, values=SWITCH),
    _row(
        "overhead.brightness",
        "overheadScreen_set_brightness_level",
        "overhead",
        main=True,
        aspect=BRIGHT + "|see",
        switch="overheadScreen_switch",
    ),
    _row(
        "overhead.time_format",
        "overheadScreen_set_time_format",
        "overhead",
        aspect="time|clock|(12|24) ?h(our)?|military",
        vague="time format|military time|clock",
        values=CLOCKS,
    ),
    _row(
        "overhead.language",
        "overheadScreen_set_language",
        "overhead",
        aspect="language*|chinese|english|mandarin|translat*|character*",
        values=TONGUES,
    ),
    _row(
        "overhead.power",
        "overheadScreen_switch",
        "overhead",
        aspect=POWER,
        values=SWITCH,
    ),
    _row(
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
    _row(
        "wheel.view",
        "steeringWheel_set_view_display_enabled",
        "wheel",
        aspect="view display|display|button*|shortcut*|buttons?|view|icons?|symbols?|controls?",
        values=SWITCH,
    ),
    _row(
        "light.fog",
        "light_set_fog_light",
        "fog",
        vague=("(thick|dense|heavy) (fog|mist)|(see|seen|visible) (\\w+ )?in (this|the) (fog|mist)|pea soup"),
        values=SWITCH,
    ),
    _row(
        "light.high_beam",
        "light_set_high_beam",
        "high_beam",
        vague="oncoming|see far(ther)? ahead|further down the road"
        "|(further|farther|far) (ahead|down)|(can't|cannot|hardly|barely) see( \\w+){0,2} (road ahead|"
        "ahead)|flash(ed|ing)? (me|us|at me|at us)|blind(ing|ed)? (the )?(others|other|drivers|"
        "everyone)",
        values=SWITCH,
    ),
    _row("light.daytime", "light_set_daytime_running", "daytime", values=SWITCH),
    _row("light.left_turn", "light_set_left_turn", "left_turn", values=SWITCH),
    _row("light.right_turn", "light_set_right_turn", "right_turn", values=SWITCH),
    _row(
        "light.auto_headlight",
        "light_set_auto_headlight",
        "headlight",
        vague=("lights( \\w+){0,4} (themselves|itself|automatically)"),
        aspect="auto*|headlight*|by (itself|themselves)|on their own|decide*",
        values={
            "on": TURNED_ON + ("|auto*|by themselves|on their own"),
            "off": TURNED_OFF + "|manual*|no automatic|by hand|myself",
        },
    ),
    _row(
        "light.hazard",
        "light_set_hazard",
        "hazard",
        vague="broke(n)? down|breakdown|warn (the )?(others|traffic|cars|everyone)"
        "|warn (the |other )?(drivers|people)|flat (tire|tyre)|puncture|stranded|stalled|end of (a|"
        "the) jam",
        values=SWITCH,
    ),
    _row("light.position", "light_set_position", "position", values=SWITCH),
    _row("light.tail", "light_set_tail", "tail", values=SWITCH),
    _row(
        "light.low_beam",
        "light_set_low_beam_level",
        "low_beam",
        switch="light_set_low_beam_enabled",
        values={
            "lowest": "lowest|minimum|dimmest|weakest",
            "low": "low level|(to|at) low",
            "medium": "medium|middle|mid|half",
            "high": "(to|at) high|high level",
            "highest": "highest|max*|brightest|strongest",
        },
    ),
    _row(
        "light.ambient",
        "light_set_ambient_color",
        "ambient",
        vague="(red|orange|yellow|green|cyan|blue|purple|white|pink|teal|violet) light|colou?rs? all around"
        "|(calm*|sooth*|warm|cozy|cosy|romantic|relax*|festive|party|gentle|soft|dreamy) (light|glow|"
        "colou?r*|mood|atmosphere|vibe|tone)|(in|into|to|a|of|calming|soft|some) (red|orange|yellow|"
        "green|cyan|blue|purple|white|pink|violet|teal)|(red|orange|yellow|green|cyan|blue|purple|"
        "pink|violet|teal) (around|everywhere|in here|all over)|(the|my|that|your) (colou?r|glow|"
        "atmosphere|mood)",
        aspect=COLOR + "|calm*|relax*|focus|mood"
        "|sooth*|cozy|cosy|romantic|festive|atmosphere|vibe|glow*|gaudy|garish|kitsch*|bath(e|ed)|"
        "paint*|disco|nightclub",
        switch="light_set_ambient_enabled",
        values=colors("red", "orange", "yellow", "green", "cyan", "blue", "purple", "white", "pink"),
    ),
    _row(
        "light.reading",
        "light_set_reading_light_brightness",
        "reading",
        vague=(
            "(can't|cannot|couldn't|too dark to) (read|see (my|the|her|his) (page|book|notes|letters|knitting|"
            "map))|read( \\w+){0,3} in the dark"
            "|(can't|cannot|couldn't|too dark to|hard to|hardly|barely)( \\w+)? (read|see|make out) (my|"
            "the|her|his|a|this|any) (pages?|print|text|crossword|homework|magazine|newspaper|words|"
            "recipe|needles?|ticket|letter|sheet music)|light( \\w+)? (to|for) (read|reading|my book|knit|"
            "write|draw)|too dark( \\w+){0,3} to (read|knit|draw|write)|light over here"
        ),
        aspect=(
            BRIGHT + "|reading|read|lamp|page|book|notes"
            "|crossword|homework|magazine|newspaper|knit*|menu|contract|writing"
        ),
        switch="light_set_reading_light",
        values=SWITCH,
    ),
)
"""Every setting that can be meant, the more usual of equals first: ties between settings go by this order."""

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}
