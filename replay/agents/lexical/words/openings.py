"""The words for each setting. Mirrors and what opens: trunks, fuel port, sunroof, windows, doors, sunshade."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import HEAT, POWER, SHUTS_ITSELF, SWITCH, TURNED_OFF, TURNED_ON, WHEN_LOCKED

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
        vague="(groceries|luggage|suitcases?|bags|boxes)( \\w+){0,4} (in|out) (of )?the back"
        "|(groceries|shopping|luggage|suitcases?|bags?|boxes|crates?|stroller|pram|buggy|golf|"
        "parcels?|packages?|wheelchair|cooler|tools|toolbox|equipment)( \\w+){0,4} (in|out|into|"
        "from) (of )?the (back|car)|(load|unload)( \\w+){0,3} (groceries|shopping|luggage|suitcases?|"
        "bags?|boxes|crates?|stroller|pram|buggy|golf|parcels?|packages?|wheelchair|cooler|tools|"
        "toolbox|equipment)",
        switch="trunk_switch",
        values={"on": "open*|pop(s|ped)?", "off": "clos*|shut"},
    ),
)

FUEL = (
    row(
        "fuel.locked",
        "fuelPort_set_locked",
        "fuel",
        telling=("lock*|unlock*|secur*|nobody|siphon*|steal*"),
        aspect="lock*|secure*|nobody|tamper*|thie(f|ves)|steal*|siphon*",
        values={"on": "lock*|secure*", "off": "unlock*"},
    ),
    row(
        "fuel.open",
        "fuelPort_set_open",
        "fuel",
        vague="fill* (her |it |the car )?up|refuel*|top (it|her) up|plug (it|her|the car|me|us) in|time to charge"
        "|fill (the )?(tank|up)|(need|get|put in|put some) (gas|petrol|fuel|diesel)|(plug|"
        "hook) in the (charger|cable)",
        aspect="open*|clos*|pop*|shut|plug*|fill*|refuel*|charg*",
        values={"on": "open*|pop(s|ped|ping)?", "off": "clos*|shut"},
    ),
)

MIRROR = (
    row(
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
    row(
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
    row(
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
    row(
        "mirror.fold",
        "rearviewMirror_set_auto_fold_on_lock",
        "mirror",
        telling=("fold*|tuck*|unfold*|ears|clip*|clap*"),
        aspect="fold*|tuck*|lock*|narrow|ears|unfold*|clap* (in|out)|clip*|scrap*|knock*|tight (spot|space|street)",
        cues="auto fold",
        values={"on": TURNED_ON + "|fold", "off": TURNED_OFF + "|unfold*|(keep|leave|stay*)( \\w+){0,3} out"},
    ),
    row(
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
    row("mirror.power", "rearviewMirror_set_power", "mirror", aspect=POWER, values=SWITCH),
)

SUNROOF = (
    row(
        "sunroof.degree",
        "sunroof_set_open_degree",
        "sunroof",
        vague="(see|look at|watch) the (stars|sky|clouds|moon)|sky (above|over) (me|us)|stars above",
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
    row(
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
    row(
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
)

DOOR = (
    row(
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
        telling=("warn*|beep*|chim*|alert*|ajar|ding*|buzz*|alarm*|nag*"),
        vague="(beep*|chim*|warn*|nag*)( \\w+){0,5} (open|ajar)",
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
        telling=WHEN_LOCKED,
        aspect=(
            "auto* clos*|clos* auto*|on lock|lock*|when (i|we) (lock|park)*|by (itself|themselves)|"
            "clos(e|es|ing) (on|when(ever)?|after|upon)|locking"
            "|forg(e|o)t\\w*( \\w+){0,3} clos*"
        ),
        values=SHUTS_ITSELF,
    ),
)
