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
    COLOR,
    HEAT,
    ITSELF,
    LOUD,
    SWITCH,
    TONGUES,
    TURNED_OFF,
    TURNED_ON,
    WARMED,
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
        aspect=aspect, cues=cues, vague=vague, switch=switch, more=more, less=less, main=main, values=values or {},
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
        aspect=BY_ITSELF,
        values={"on": f"{TURNED_ON}|{ITSELF}", "off": TURNED_OFF},
    ),
    _row(
        "center.time_format",
        "centerInformationDisplay_set_time_format",
        "center",
        aspect="time|clock|(12|24) ?h(our)?|military",
        vague="time format|military time|(12|24) ?h(our)?( format| clock)?|clock( format)?",
        values=CLOCKS,
    ),
    _row(
        "center.language",
        "centerInformationDisplay_set_language",
        "center",
        aspect="language*|chinese|english|mandarin|translat*|character*",
        vague="language*|chinese|english",
        values=TONGUES,
    ),
    _row(
        "center.power",
        "centerInformationDisplay_set_power",
        "center",
        aspect="(turn*|switch*) (on|off)|power",
        values=SWITCH,
    ),
    _row(
        "panel.theme",
        "instrumentPanel_set_theme",
        "panel",
        aspect="theme|scene|map|mode|look",
        values={"scene": "scene*|scenic", "map": "map"},
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
        aspect="behaviou?r*|blink*|flash*|constant|steady",
        values={"constant": "constant|steady|solid", "blink": "blink*|flash*", "off": "off"},
    ),
    _row(
        "panel.auto_brightness",
        "instrumentPanel_set_auto_brightness",
        "panel",
        aspect=BY_ITSELF,
        vague="auto brightness",
        values={"on": f"{TURNED_ON}|auto* on|{ITSELF}", "off": TURNED_OFF + "|manual( control)?"},
    ),
    _row(
        "panel.time_format",
        "instrumentPanel_set_time_format",
        "panel",
        aspect="time|clock|(12|24) ?h(our)?|military",
        vague="time format|military time|clock",
        values=CLOCKS,
    ),
    _row(
        "panel.language",
        "instrumentPanel_set_language",
        "panel",
        aspect="language*|chinese|english|mandarin|translat*",
        values=TONGUES,
    ),
    _row("front_trunk.degree", "frontTrunk_set_open_degree", "front_trunk", switch="frontTrunk_switch"),
    _row(
        "trunk.degree",
        "trunk_set_open_degree",
        "trunk",
        vague="(groceries|luggage|suitcases?|bags|boxes)( \\w+){0,4} (in|out) (of )?the back",
        switch="trunk_switch",
    ),
    _row(
        "fuel.locked",
        "fuelPort_set_locked",
        "fuel",
        aspect="lock*|secure*",
        values={"on": "lock*|secure*", "off": "unlock*"},
    ),
    _row(
        "fuel.open",
        "fuelPort_set_open",
        "fuel",
        vague="fill* (her |it |the car )?up|refuel*|top (it|her) up|plug (it|her|the car|me|us) in|time to charge",
        aspect="open*|clos*",
        values={"on": "open*", "off": "clos*|shut"},
    ),
    _row(
        "mirror.height",
        "rearviewMirror_set_height_position",
        "mirror",
        vague=(
            "(see|saw|showed|shows|seeing) (only |just |nothing but )?(the )?(sky|asphalt|pavement|treetops|"
            "roof lining)"
        ),
        aspect=(
            "height|high*|low*|vertical*|tall*|short*|raise*|up|down|sit* (lower|higher|up)|posture|sky|asphalt|"
            "pavement|pointing (up|down)"
        ),
    ),
    _row(
        "mirror.horizontal",
        "rearviewMirror_set_horizontal_position",
        "mirror",
        vague=(
            "(see|saw|showed|shows|seeing) (only |just |nothing but )?(the|my|her|his) (own )?(door handle|flank|"
            "car's side)|blind spot|next lane|lane beside"
        ),
        aspect=(
            "horizontal*|left|right|wide*|angle*|outward*|inward*|side( to side)?|position|spot|outside|inward|"
            "door handle|flank|blind spot|lane*|turned (in|out)"
        ),
    ),
    _row(
        "mirror.tilt",
        "rearviewMirror_set_auto_reverse_tilt",
        "mirror",
        vague="see the (curb|kerb)|scratch* (the|my|a) (rim|wheel)|kerb|curb",
        aspect="tilt*|revers*|back* up|curb|tire*|auto reverse|kerb|parking|rim|dip*|look* down",
        cues="reverse tilt|auto tilt",
        values={"on": TURNED_ON + "|tilt* down", "off": TURNED_OFF},
    ),
    _row(
        "mirror.fold",
        "rearviewMirror_set_auto_fold_on_lock",
        "mirror",
        aspect="fold*|tuck*|lock*|narrow|ears|unfold*|clap* (in|out)",
        cues="auto fold",
        values={"on": TURNED_ON + "|fold", "off": TURNED_OFF + "|unfold*|(keep|leave|stay*)( \\w+){0,3} out"},
    ),
    _row(
        "mirror.heating",
        "rearviewMirror_set_heating_enabled",
        "mirror",
        aspect=HEAT + "|defog*|defrost*|fogg*|fog|drops|rain*|ice|icy|frost*|steam*|wet|mist*",
        values={"on": TURNED_ON + "|heats?|heated|warms?|warmed", "off": TURNED_OFF},
    ),
    _row("mirror.power", "rearviewMirror_set_power", "mirror", aspect="power|turn* (on|off)", values=SWITCH),
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
        ),
        aspect=(
            "voice*|guidance|instruction*|mute*|detailed|simple|chatt*|talk*|turn by turn|miss*( \\w+)? turns?|"
            "speak*|spoken|chatter*|word*|verbose|prompt*|lane*|babbl*|explain*|comment*|narrat*|hush|quiet|"
            "silent|terse|speech|say less|lectur*"
        ),
        cues="voice (mode|guidance|instruction*|prompt*)|guidance|miss* (any |the |my |a )?(turn|exit)s?",
        values={
            "detailed": "thorough|step by step|talkative|detailed|details?|verbose|full guidance|every turn",
            "simple": (
                "terse|essentials|only the (basics|turns)|just the turns|simple|simpler|concise|brief|minimal|"
                "basic|short prompts"
            ),
            "mute": "shut up|no talking|stop talking|mut(e|ed|es|ing)|silent|silence*|voice off|off|no voice",
        },
    ),
    _row(
        "navigation.volume",
        "navigation_set_volume",
        "navigation",
        vague=(
            "left or right|"
            "(can't|cannot|didn't|don't|couldn't)( \\w+)? hear( \\w+){0,3} (turn*|where to|which way|what (it|"
            "she) (says|said))|where (it|she) wants me to turn"
        ),
        aspect=(LOUD + "|shout*|understand|drown*|mumbl*|whisper*"),
        main=True,
    ),
    _row(
        "navigation.view",
        "navigation_set_map_view",
        "navigation",
        aspect=(
            "(map )?view|2d|3d|heading up|north up|orient*|perspective|terrain|top down|rotat*|flat|layout|"
            "bird's eye|from above|turn* (with|around)|spin*|rotat*|buildings|tilted"
        ),
        cues="map view|heading up|north up|(2d|3d)( map| view| mode)?",
        values={
            "3d": "3d|three dimensional|3 d",
            "2d": "2d|from above|two dimensional|flat|2 d",
            "heading_up": "turn(s|ing)? with (me|us|the car)|direction of travel|heading up|head up|track up",
            "north_up": "north (is )?(on top|at the top)|compass on top|north up|north",
        },
    ),
    _row(
        "navigation.zoom",
        "navigation_set_map_zoom",
        "navigation",
        vague="street names|whole (city|route|region|valley)|every (alley|lane|side street)",
        aspect=(
            "zoom*|scale|street names|closer|tight|wider|zoom|overview|details?|surroundings|big picture|street level"
        ),
        cues="zoom*|magnif*",
        more="zoom*( \\w+)? in|closer|tighter|(farther|further) in",
        less="zoom*( \\w+)? out|wider|(farther|further)(?! in)",
    ),
    _row(
        "navigation.traffic",
        "navigation_set_traffic_display",
        "navigation",
        vague="where (it's|it is) (red|jammed|blocked)|(slow|blocked) (roads|streets)",
        aspect="traffic|congest*|jam*|delays?|slow|colors|colours",
        cues="traffic (display|info*|condition*|layer|overlay|color*|map*)|congestion|traffic jams?",
        values={
            "on": TURNED_ON + "|show(s|n|ing)?|drawn( in)?|visible|see",
            "off": TURNED_OFF + "|hid(e|es|den)|took( \\w+){0,3} off|take( \\w+){0,3} off|remov*|clean map|without",
        },
    ),
    _row(
        "navigation.camera",
        "navigation_set_speed_camera_alert",
        "navigation",
        vague="speeding (ticket*|fine*)|(got|was|were|been|get) flashed|another (ticket|fine)|radar",
        aspect="camera*|speed trap*|speed camera*|alert*|ticket*|fine*|radar|flash*|speeding",
        cues="speed (camera|trap)*|camera alert*|radar (trap|warning|alert)*|speeding tickets?",
        values=SWITCH,
    ),
    _row(
        "navigation.power",
        "navigation_switch",
        "navigation",
        aspect="turn* (on|off)|switch* (on|off)|power",
        values=SWITCH,
    ),
    _row(
        "seat.heating",
        "seat_set_heating_level",
        "seat",
        vague=(
            "(bottom|backside|behind|bum|buns|butt|rear end|back) (is |are |was )?(\\w+ )?(cold|frozen|freezing|"
            "ice|icy)|sit* on (ice|a glacier|an iceberg|snow)|cold (bottom|bum|backside|behind|leather)"
        ),
        aspect=(HEAT + "|cold|freez*|chill*|toast*|cozy|frozen|icy|glacier"),
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
        ),
        aspect="massag*|knead*|back ?rub|rub*|shiatsu|knots?|tense|tension|roll*|press*|thump*|vibrat*",
        cues="massag*|knead*|back ?rub",
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
        ),
        aspect=(
            "ventilat*|draft*|cool*|sweat*|breez*|breath*|fan*|sticky|sticking|clammy|damp|air|shirt|blow*|stick*|wet"
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
        ),
        aspect=(
            "position|horizontal*|forward*|backward*|closer|further|farther|slid(e|ing)|knees|legroom|leg room|"
            "pedal*|back*|reach|legs|steering wheel|room|cramp*|distance|pedals"
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
        ),
        aspect=(
            "sit (higher|lower|up)|vertical*|(seat )?height|high*|low*|raise*|tall*|short*|see over|ceiling|"
            "bathtub|lift*|up and down|look over"
        ),
        cues="seat height",
    ),
    _row(
        "seat.cushion_extension",
        "seat_set_cushion_extension",
        "seat",
        vague="thighs?",
        aspect="cushion exten*|exten*|thigh*|long(er)?|under my (knees|legs|thighs)",
        cues=(
            "cushion (exten|length)*|thigh support|(extend*|lengthen*|shorten*)( \\w+){0,3} cushion|"
            "cushion( \\w+){0,2} (length|longer|shorter)"
        ),
    ),
    _row(
        "seat.cushion_angle",
        "seat_set_cushion_angle",
        "seat",
        vague="slid(e|ing) (off|forward)|knees in the air|front edge",
        aspect="cushion angle|cushion*|tilt*|front edge|slop*|tip*|knees",
        cues="cushion (angle|tilt)*",
    ),
    _row(
        "seat.backrest",
        "seat_set_backrest_angle",
        "seat",
        vague=(
            "lie down|lean back|(sit|sitting|sat) (up )?(straight|upright)|slouch*|posture|deck ?chair|"
            "dentist('s)? chair|(like|as) (at )?the dentist*|ramrod"
        ),
        aspect=(
            "lie back|lying|slouch*|sunbath*|backrest*|reclin*|upright|angle|lean*|straight|posture|lounge*|"
            "deck ?chair|spine|sit up|lie|lying|steep*"
        ),
        cues="backrest*|reclin*|seat ?back|lean(ing)? back|my lean",
    ),
    _row(
        "seat.leg_support",
        "seat_set_leg_support_height",
        "seat",
        vague="(calves|calf|shins?)|legs (hang|dangle|go to sleep|fall asleep|are heavy|swell)",
        aspect="leg (support|rest)*|legrest|leg*|calf|calves|shins?",
        cues="leg (support|rest)|legrest",
    ),
    _row(
        "seat.foot_support",
        "seat_set_foot_support_height",
        "seat",
        vague="feet (dangle|hang|go to sleep|fall asleep|are heavy|swell)|put (my|her|his|your) feet up|ankles",
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
        ),
        aspect="head ?rest*|head support|neck|head|nape|skull|ponytail",
        cues="head ?(rest|support)*",
    ),
    _row(
        "seat.folded",
        "seat_set_folded",
        "seat",
        vague=(
            "(ladder|bike|bicycle|skis|surfboard|plank*|wardrobe|shelf|couch|sofa)( \\w+){0,4} (in|fit|fits|won't|"
            "doesn't)|make room (for|in the back)"
        ),
        aspect="fold*|flat|cargo|load*|bike*|transport*|skis|ladder|furniture|room|luggage|surfboard",
        cues="seat* (folded|down)|fold*( \\w+)?( \\w+)? seat*",
        values={
            "on": "fold(ed|ing)?( \\w+)? (down|flat)|folded|fold|flat|down",
            "off": (
                "unfold*|back up|upright|"
                "(is|are|it|them|seats?|stay*|put|keep|leave|fold|flip|bring|pull)( \\w+){0,2} up"
            ),
        },
    ),
    _row(
        "radio.volume",
        "radio_set_volume",
        "radio",
        vague="can't hear the (news|announcer|presenter)",
        aspect=LOUD,
        main=True,
    ),
    _row(
        "radio.station",
        "radio_play_station",
        "radio",
        vague="tune (in|to|back)",
        aspect="station*|news|listen*|tune*|channel|source|source",
    ),
    _row("radio.power", "radio_switch", "radio", aspect="turn* (on|off)|switch* (on|off)", values=SWITCH),
    _row(
        "ac.temperature",
        "airConditioner_set_temperature",
        "ac",
        vague=(
            "(i'm|i am|we're|we are|she's|he's|it's|it is) (\\w+ )?(freezing|cold|hot|boiling|roasting|sweating|"
            "shivering|melting)|(fridge|refrigerator|freezer|icebox|igloo|sauna|oven|greenhouse|tropics|arctic|"
            "siberia)|shiver*|goose ?bumps|teeth (are )?chatter*|cold in here|hot in here|warm in here"
        ),
        main=True,
        aspect=(
            "thermostat|temp*|degrees?|warm*|cool*|hot|hotter|cold*|chill*|freez*|heat*|celsius|c|lukewarm|"
            "(at|to|on) (1[6-9]|2\\d|30)"
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
        vague=(
            "air (moving|flowing)|mov(e|es|ing) (the|some|more) air|"
            "(hurricane|gale|storm|wind|wind tunnel) in here|(less|more) (wind|breeze)|stuffy|can't breathe|"
            "roars? at me|blow* (less|more|harder|gentler|softer)"
        ),
        aspect=(
            "fan*|airflow|blow* (hard|strong|gentl)*|wind speed|speed|blower|breez*|blast*|hurricane|gale|wind|"
            "stronger|weaker|gentle|roar*|breath*"
        ),
        cues="(?<!seat[ ])fan( speed| level| setting)?|airflow|blower",
        switch="airConditioner_set_power",
    ),
    _row(
        "ac.direction",
        "airConditioner_set_air_direction",
        "ac",
        vague=(
            "(draft|draught|air|wind) (on|in|at) (my|the|her|his) (face|eyes|neck|feet|legs|chest)|dry eyes|"
            "eyes (dry|are dry)|(feet|toes|ankles) (are |is )?(\\w+ )?(cold|frozen|freezing|ice|icy|wet)"
        ),
        aspect=(
            "direction*|face|feet|foot|blow*|vents?|windshield|airflow|air flow|aim*|point*|chest|neck|legs|eyes|"
            "body|head|toes"
        ),
        cues=("air direction|(blow|air|vent|direct)*( \\w+){0,4} (face|feet|windshield|eyes|body|legs?)|airflow|vents"),
        switch="airConditioner_set_power",
        values={
            "face": "face*|head|chest|upper body",
            "feet": ("feet|foot|legs?|ankles|toes|footwell"),
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
        ),
        aspect=(
            "mode|dehumid*|purif*|defrost*|defog*|swing|humid*|damp*|fogg*|auto|sneez*|allerg*|steam*|mist*|"
            "muggy|sticky|icy|frost*"
        ),
        cues="dehumidif*|purif*|defog*|swing mode|defrost*|ac mode",
        switch="airConditioner_set_power",
        values={
            "auto": "auto|automatic",
            "purify": "purif*|air cleaning|clean(s|ing)? the air|air filter*",
            "dehumidify": "dehumidif*|dry mode|dry(ing)? the air",
            "defrost": "defrost*",
            "swing": "swing|swinging|swing mode|sweep*|oscillat*",
            "defog": "defog*",
        },
    ),
    _row(
        "ac.circulation",
        "airConditioner_set_circulation",
        "ac",
        vague="stink*|reek*|stench|(smell*|smoke|dust|fumes|manure|exhaust)( \\w+){0,3} (in|outside|ahead)",
        aspect=(
            "circulat*|recirc*|recycl*|fresh air|outside air|inside air|smell*|fume*|dust*|smog|odor*|intake|"
            "pollut*|exhaust|stink*|pollen|stale|stuffy|smoke|outside|inside"
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
            ),
            "outside": "outside|fresh( air)?|external|exterior|outdoor",
        },
    ),
    _row("ac.power", "airConditioner_set_power", "ac", aspect="turn* (on|off)|switch* (on|off)|power", values=SWITCH),
    _row(
        "pedal.power",
        "footPedal_set_switch",
        "pedal",
        vague=(
            "(climb|clamber|get|step)(ing|ting|ping)? (in|up|out)( \\w+){0,5} (high|hard|steep|knees?|hips?)|"
            "(knees?|hips?)( \\w+){0,6} (climb|get|step)(ing|ting|ping)? (in|up|out)"
        ),
        values={
            "on": TURNED_ON + "|out|extend*|deploy*|down",
            "off": TURNED_OFF + "|(pull|fold|draw|bring|go|tuck)(s|ed|ing)?( \\w+)? in|retract*",
        },
    ),
    _row(
        "bluetooth.connected",
        "bluetooth_set_connection",
        "bluetooth",
        vague=(
            "(my|the|her|his) (phone|headset)( \\w+){0,4} (connect*|pair*|found|find|link*)|"
            "(connect|pair|link)( \\w+){0,2} (phone|headset)"
        ),
        values={
            "on": TURNED_ON + "|(re)?connect(s|ed|ing)?|pair(s|ed|ing)?",
            "off": TURNED_OFF + "|disconnect*|unpair",
        },
    ),
    _row(
        "video.quality",
        "video_set_quality",
        "video",
        vague=(
            "grainy|blurr*|blocky|pixel*|buffer*|stutter*|data (cap|plan|volume|limit)|"
            "(sharp|crisp|fuzzy) (picture|image|faces)"
        ),
        aspect=(
            "quality|resolution|1080p?|720p?|480p?|270p?|hd|definition|buffer*|data|sharp*|grain*|blurr*|pixel*|"
            "blocky|crisp*|picture|bandwidth|fuzzy|sharper|stutter*|image|picture quality|coarse"
        ),
        cues="(video )?(quality|resolution)|1080p|720p|480p|270p",
        values={
            "1080p": (
                "1080p?|full hd|best (quality|picture)|sharpest|highest( setting| quality)?|max* (quality|resolution)"
            ),
            "720p": "720p?",
            "480p": "480p?|standard definition",
            "270p": "270p?|lowest( setting| quality)?|min* (quality|resolution)",
        },
    ),
    _row("video.volume", "video_set_volume", "video", aspect=LOUD, main=True),
    _row(
        "video.fullscreen",
        "video_set_fullscreen",
        "video",
        vague="(tiny|small|little) (window|picture|frame|box)|postage stamp|fill the (whole )?screen",
        aspect="full ?screen|full picture|whole screen|fill the screen|big picture|small window",
        cues="full ?screen",
        values={
            "on": TURNED_ON + "|full ?screen|full picture|whole screen|fill the screen",
            "off": TURNED_OFF + "|exit|window*|leave",
        },
    ),
    _row(
        "video.scene",
        "video_set_scene",
        "video",
        aspect="background|foreground",
        values={"foreground": "foreground", "background": "background"},
    ),
    _row("video.name", "video_play_video", "video", aspect="play*|watch*"),
    _row("video.power", "video_switch", "video", aspect="turn* (on|off)|switch* (on|off)", values=SWITCH),
    _row(
        "window.degree",
        "window_set_open_degree",
        "window",
        vague=(
            "(let|get|want|need)( \\w+){0,2} (air|breeze|wind) in|wind in (my|her|his|our) hair|fresh air from outside"
        ),
        aspect="open*|crack*|percent|%|degree|way|roll*|halfway|lower*|down|clos*",
        switch="window_set_open",
        values={"on": "open*|roll*( \\w+)?( \\w+)? down|down", "off": "clos*|shut|roll*( \\w+)?( \\w+)? up|up"},
    ),
    _row(
        "window.child_lock",
        "window_set_child_lock",
        "window",
        vague=(
            "(kids?|child|children|toddler|little (one|ones|hands|fingers)|son|daughter|"
            "twins)( \\w+){0,6} (buttons?|switch(es)?|up and down)|tiny (hands|fingers)"
        ),
        aspect="child lock*|child*|kid*|kids?|toddler|little (hands|fingers|ones?)|twins|childproof|play* with",
        cues="child (safety )?lock*",
        values=SWITCH,
    ),
    _row(
        "window.auto_close",
        "window_set_auto_close_on_lock",
        "window",
        aspect=(
            "auto* clos*|clos* auto*|on lock|when (i|we) (lock|park)|lock*|park*|by (itself|themselves)|"
            "clos(e|es|ing) (on|when(ever)?|after|upon)|locking|lock up"
        ),
        cues="auto close on lock(?! (for|of|on) (all |both |the |my )*sun)",
        values={"on": TURNED_ON + "|close* automatically|auto close", "off": TURNED_OFF},
    ),
    _row(
        "door.locked",
        "door_set_locked",
        "door",
        aspect="lock*|secur*",
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
        vague="(beep*|chim*|warn*|nag*)( \\w+){0,5} (open|ajar)",
        aspect="warn*|beep*|chime*|alert*|ajar|nag*|ring*|signal|sound",
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
        ),
        aspect="open*|degree|level|half*|low|medium|high|max*|min*|clos*",
        switch="sunshade_set_open",
        values={
            "close": "close|closed|shut",
            "min": "min|minimum",
            "low": "low",
            "medium": "medium|mid|half*",
            "high": "high",
            "max": "max|maximum|fully?",
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
        aspect=(
            "auto* clos*|clos* auto*|on lock|lock*|when (i|we) (lock|park)*|by (itself|themselves)|"
            "clos(e|es|ing) (on|when(ever)?|after|upon)|locking"
        ),
        values=SWITCH,
    ),
    _row(
        "wiper.speed",
        "wiper_set_speed",
        "wiper",
        vague=(
            "(rain|water|drops|spray|mud|snow|slush) on the (windshield|windscreen|glass)|"
            "see (\\w+ )?through (the|this|all this) (rain|downpour|spray|water)"
        ),
        aspect="speed|fast*|slow*|level|quick*|frantic*|rhythm|interval*|pace",
        switch="wiper_set_open",
        values=SWITCH,
    ),
    _row(
        "music.mode",
        "music_set_play_mode",
        "music",
        vague="same (song|track|tune)|over and over|mix(ed)? up",
        aspect=(
            "(play(back)? )?mode|shuffl*|repeat*|loop*|sequential|in order|random*|start to finish|on repeat|"
            "order|variety|over and over|same song|sequence"
        ),
        cues="shuffl*|single loop|list loop|on repeat|play(back)? mode|sequential",
        values={
            "single_loop": (
                "same song|one song|over and over|again and again|single (song )?loop|single|(on )?repeat (one|"
                "song)?|on repeat|loop (this|one|the song|it)|"
                "repeat this"
            ),
            "shuffle": "shuffl*|random*|mix it up|mixed up|any order|surprise me|jumbl*|variety",
            "sequential": (
                "sequential*|in (sequence|order)|start to finish|original order|sequential order|"
                "one after (another|the other)|track by track"
            ),
            "list_loop": (
                "list loop|loop* (the |my )?(list|playlist|album)|repeat all|loop all|playlist loop|"
                "whole list again|comes? around|start over"
            ),
        },
    ),
    _row(
        "music.volume",
        "music_set_volume",
        "music",
        main=True,
        aspect=LOUD + "|level",
        vague=("volume|sound|louder|quieter"),
    ),
    _row(
        "music.lyrics",
        "music_set_lyrics_display",
        "music",
        vague="(know|read|see|forget|forgot) the words|the words (to|of) (the|this|that) song",
        aspect="lyric*|text|verses?|words|sing* along|karaoke|scroll*",
        cues="lyric*|sing* along|karaoke",
        values=SWITCH,
    ),
    _row(
        "music.favorite",
        "music_set_favorite",
        "music",
        aspect="favou?rit(e|es|ed) (list|song)|add* (\\w+ )?to (my )?favou?rites|heart this",
        vague="(add|save|put)( \\w+){0,3} (to|in|among) (my|the|our) favou?rites",
        values=SWITCH,
    ),
    _row("music.name", "music_play_song", "music", aspect="play*|listen*"),
    _row("music.power", "music_switch", "music", aspect="turn* (on|off)|switch* (on|off)|stop|start", values=SWITCH),
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
        aspect="turn* (on|off)|switch* (on|off)",
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
        ),
        aspect=(HEAT + "|cold|freez*|chill*|burn*|toast*|numb|frozen|icy|stiff|blue|gloves"),
        cues="(steering )?wheel (heat|warm)*|heated (steering )?wheel",
        switch="steeringWheel_set_heating_enabled",
        values=WARMED,
    ),
    _row(
        "wheel.view",
        "steeringWheel_set_view_display_enabled",
        "wheel",
        aspect="view display|display|button*|shortcut*|buttons?|view",
        values=SWITCH,
    ),
    _row("light.fog", "light_set_fog_light", "fog", values=SWITCH),
    _row(
        "light.high_beam",
        "light_set_high_beam",
        "high_beam",
        vague="oncoming|see far(ther)? ahead|further down the road",
        values=SWITCH,
    ),
    _row("light.daytime", "light_set_daytime_running", "daytime", values=SWITCH),
    _row("light.left_turn", "light_set_left_turn", "left_turn", values=SWITCH),
    _row("light.right_turn", "light_set_right_turn", "right_turn", values=SWITCH),
    _row(
        "light.auto_headlight",
        "light_set_auto_headlight",
        "headlight",
        aspect="auto*|headlight*",
        values={"on": TURNED_ON, "off": TURNED_OFF + "|manual*|no automatic"},
    ),
    _row(
        "light.hazard",
        "light_set_hazard",
        "hazard",
        vague="broke(n)? down|breakdown|warn (the )?(others|traffic|cars|everyone)",
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
            "lowest": "lowest|minimum",
            "low": "low level|(to|at) low",
            "medium": "medium|middle",
            "high": "(to|at) high|high level",
            "highest": "highest|max*",
        },
    ),
    _row(
        "light.ambient",
        "light_set_ambient_color",
        "ambient",
        vague="(red|orange|yellow|green|cyan|blue|purple|white|pink|teal|violet) light|colou?rs? all around",
        aspect=COLOR + "|calm*|relax*|focus|mood",
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
        ),
        aspect=(BRIGHT + "|reading|read|lamp|page|book|notes"),
        switch="light_set_reading_light",
        values=SWITCH,
    ),
)
"""Every setting that can be meant, the more usual of equals first: ties between settings go by this order."""

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}
