"""The words for each setting. Mirrors and what opens: trunks, fuel port, sunroof, windows, doors, sunshade."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import HEAT, POWER, SHUTS_ITSELF, SWITCH, TURNED_OFF, TURNED_ON

FRONT_TRUNK = (
    row(
        "front_trunk.degree",
        "frontTrunk_set_open_degree",
        "front_trunk",
        switch="frontTrunk_switch",
        values={"on": "open*|pop(s|ped)?", "off": "clos*|shut"},
    ),
)

TRUNK = (
    row(
        "trunk.degree",
        "trunk_set_open_degree",
        "trunk",
        switch="trunk_switch",
        values={"on": "open*|pop(s|ped)?", "off": "clos*|shut"},
    ),
)

FUEL = (
    row(
        "fuel.locked",
        "fuelPort_set_locked",
        "fuel",
        aspect="lock*|secure*|nobody|tamper*|thie(f|ves)|steal*|siphon*",
        values={"on": "lock*|secure*", "off": "unlock*"},
    ),
    row(
        "fuel.open",
        "fuelPort_set_open",
        "fuel",
        aspect="open*|clos*|pop*|shut|plug*|fill*|refuel*|charg*",
        values={"on": "open*|pop(s|ped|ping)?", "off": "clos*|shut"},
    ),
)

MIRROR = (
    row(
        "mirror.height",
        "rearviewMirror_set_height_position",
        "mirror",
        aspect=(
            "height|high*|low*|vertical*|tall*|short*|raise*|up|down|sit* (lower|higher|up)|posture|sky|asphalt|"
            "pavement|pointing (up|down)"
            "|ground|tarmac|treetops|clouds|upward*|downward*|(tilt*|point*|aim*|angl*)( \\w+){0,3} (up|"
            "down|high|low|sky|ground|road)|too (high|low)"
        ),
    ),
    row(
        "mirror.horizontal",
        "rearviewMirror_set_horizontal_position",
        "mirror",
        aspect=(
            "horizontal*|left|right|wide*|angle*|outward*|inward*|side( to side)?|position|spot|outside|inward|"
            "door handle|flank|blind spot|lane*|turned (in|out)"
            "|car itself|body of the car|side of the car|sideways|(next to|beside) (me|us)|narrower|"
            "overtak*|too far (in|out)|angled (in|out)"
        ),
    ),
    row(
        "mirror.tilt",
        "rearviewMirror_set_auto_reverse_tilt",
        "mirror",
        aspect="tilt*|revers*|back* up|curb|tire*|auto reverse|kerb|parking|rim|dip*|look* down"
        "|backwards|parallel park*|dip*",
        cues="reverse tilt|auto tilt",
        values={"on": TURNED_ON + "|tilt* down", "off": TURNED_OFF},
    ),
    row(
        "mirror.fold",
        "rearviewMirror_set_auto_fold_on_lock",
        "mirror",
        aspect="fold*|tuck*|lock*|narrow|ears|unfold*|clap* (in|out)|clip*|scrap*|knock*|tight (spot|space|street)",
        cues="auto fold",
        values={"on": TURNED_ON + "|fold", "off": TURNED_OFF + "|unfold*|(keep|leave|stay*)( \\w+){0,3} out"},
    ),
    row(
        "mirror.heating",
        "rearviewMirror_set_heating_enabled",
        "mirror",
        aspect=HEAT + "|defog*|defrost*|fogg*|fog|drops|rain*|ice|icy|frost*|steam*|wet|mist*"
        "|droplets|condensation|dew|demist*|iced|beads|blurred|de ice|cold|frozen|snow*",
        values={"on": TURNED_ON + "|heats?|heated|warms?|warmed", "off": TURNED_OFF},
    ),
    row("mirror.power", "rearviewMirror_set_power", "mirror", aspect=POWER, values=SWITCH),
)

SUNROOF = (
    row(
        "sunroof.degree",
        "sunroof_set_open_degree",
        "sunroof",
    ),
    row(
        "sunroof.locked",
        "sunroof_set_locked",
        "sunroof",
        aspect="lock*",
        values={"on": "lock*", "off": "unlock*"},
    ),
)

WINDOW = (
    row(
        "window.degree",
        "window_set_open_degree",
        "window",
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
    row(
        "window.child_lock",
        "window_set_child_lock",
        "window",
        aspect="child lock*|child*|kid*|kids?|toddler|little (hands|fingers|ones?)|twins|childproof|play* with"
        "|buttons?|switch(es)?|fiddl*|nephew|niece|grandson|granddaughter|son|daughter",
        cues="child (safety )?lock*",
        values=SWITCH,
    ),
    row(
        "window.auto_close",
        "window_set_auto_close_on_lock",
        "window",
        aspect=(
            "auto* clos*|clos* auto*|on lock|when (i|we) (lock|park)|lock*|park*|by (itself|themselves)|"
            "clos(e|es|ing) (on|when(ever)?|after|upon)|locking|lock up"
            "|when( \\w+){0,3} (leave|get out|walk away)|forg(e|o)t\\w*( \\w+){0,3} clos*|"
            "left( \\w+){0,2} open"
        ),
        cues="auto close on lock(?! (for|of|on) (all |both |the |my )*sun)",
        values={"on": SHUTS_ITSELF["on"] + "|auto close", "off": SHUTS_ITSELF["off"]},
    ),
)

DOOR = (
    row(
        "door.locked",
        "door_set_locked",
        "door",
        aspect="lock*|secur*|bolt*|safe",
        values={"on": "lock*|secur*", "off": "unlock*"},
    ),
    row(
        "door.open",
        "door_set_open",
        "door",
        aspect="open*|clos*|shut",
        values={"on": "open*", "off": "clos*|shut"},
    ),
    row(
        "door.warning",
        "door_set_open_warning",
        "door",
        aspect="warn*|beep*|chime*|alert*|ajar|nag*|ring*|signal|sound"
        "|ding*|bing*|bong*|buzz*|alarm*|remind*|left open|tone|not (quite )?(closed|shut)",
        cues="door (open )?(warning|alert|chime)*|open warning|(beep*|chim*|warn*)( \\w+){1,4} door",
        values=SWITCH,
    ),
)

SUNSHADE = (
    row(
        "sunshade.degree",
        "sunshade_set_open_degree",
        "sunshade",
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
    row(
        "sunshade.open",
        "sunshade_set_open",
        "sunshade",
        aspect="open*|clos*|shut",
        values={"on": "open*", "off": "clos*|shut"},
    ),
    row(
        "sunshade.auto_close",
        "sunshade_set_auto_close_on_lock",
        "sunshade",
        aspect=(
            "auto* clos*|clos* auto*|on lock|lock*|when (i|we) (lock|park)*|by (itself|themselves)|"
            "clos(e|es|ing) (on|when(ever)?|after|upon)|locking"
            "|forg(e|o)t\\w*( \\w+){0,3} clos*"
        ),
        values=SHUTS_ITSELF,
    ),
)
