"""The words for each setting. Seats and air."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import HEAT, POWER, SWITCH, WARMED

SEAT = (
    row(
        "seat.heating",
        "seat_set_heating_level",
        "seat",
        aspect=(
            HEAT + "|cold|freez*|chill*|toast*|cozy|frozen|icy|glacier"
            "|chilly|ice|hot|roast*|bak(e|ed|ing)|hot plate|griddle|stove|grill*|cook*|burn*|thaw*"
        ),
        cues="(seat|bun) (heat|warm)*|heated seat*",
        switch="seat_set_heating_mode",
        values=WARMED,
    ),
    row(
        "seat.massage",
        "seat_set_massage_level",
        "seat",
        aspect="massag*|knead*|back ?rub|rub*|shiatsu|knots?|tense|tension|roll*|press*|thump*|vibrat*"
        "|loosen*|pummel*|pound*|muscles?|tight|stiff|unwind*|work on|relax*|sore|pain*|ach(e|es|ing)",
        cues="massag*|knead*|back ?rub|shiatsu",
        switch="seat_set_massage_mode",
        values=SWITCH,
    ),
    row(
        "seat.ventilation",
        "seat_set_ventilation_speed",
        "seat",
        aspect=(
            "ventilat*|draft*|cool*|sweat*|breez*|breath*|fan*|sticky|sticking|clammy|damp|air|shirt|blow*|stick*|wet"
            "|perspir*|moist*|swamp*|soak*|fresh*|hot|glued"
        ),
        cues="ventilat*|ventilated seat*|seat* (cooling|ventilation|fan*|blower*)|seat breathe",
        switch="seat_set_ventilation_enabled",
        values=SWITCH,
    ),
    row(
        "seat.horizontal",
        "seat_set_horizontal_position",
        "seat",
        aspect=(
            "position|horizontal*|forward*|backward*|closer|further|farther|slid(e|ing)|knees|legroom|leg room|"
            "pedal*|back*|reach|legs|steering wheel|room|cramp*|distance|pedals"
            "|stretch*|arms|space|cramm*|squash*|squeez*|nearer|away|forth|sardine*|wheel|dashboard"
        ),
    ),
    row(
        "seat.vertical",
        "seat_set_vertical_position",
        "seat",
        aspect=(
            "sit (higher|lower|up)|vertical*|(seat )?height|high*|low*|raise*|tall*|short*|see over|ceiling|"
            "bathtub|lift*|up and down|look over"
            "|hole|pit|well|perch*|throne|headroom|head room|boost*|see (the road|out)|hat|hair|roof|"
            "deep|taller"
        ),
        cues="seat height",
    ),
    row(
        "seat.cushion_extension",
        "seat_set_cushion_extension",
        "seat",
        aspect="cushion exten*|exten*|thigh*|long(er)?|under my (knees|legs|thighs)"
        "|short(er)?|back of (my|the|her|his) knees|under my",
        cues=(
            "cushion (exten|length)*|thigh support|(extend*|lengthen*|shorten*)( \\w+){0,3} cushion|"
            "cushion( \\w+){0,2} (length|longer|shorter)"
        ),
    ),
    row(
        "seat.cushion_angle",
        "seat_set_cushion_angle",
        "seat",
        aspect="cushion angle|cushion*|tilt*|front edge|slop*|tip*|knees"
        "|slip*|slid(e|es|ing)|nose of the (seat|cushion)|angle",
        cues="cushion (angle|tilt)*",
    ),
    row(
        "seat.backrest",
        "seat_set_backrest_angle",
        "seat",
        aspect=(
            "lie back|lying|slouch*|sunbath*|backrest*|reclin*|upright|angle|lean*|straight|posture|lounge*|"
            "deck ?chair|spine|sit up|lie|lying|steep*"
            "|slump*|hunch*|lie flat|tilt* back|nap|straighten*|bolt|lean|flat|lie|board|statue|dentist*|"
            "lying"
        ),
        cues="backrest*|reclin*|seat ?back|lean(ing)? back|my lean",
    ),
    row(
        "seat.leg_support",
        "seat_set_leg_support_height",
        "seat",
        aspect="leg (support|rest)*|legrest|leg*|calf|calves|shins?",
        cues="leg (support|rest)|legrest",
    ),
    row(
        "seat.foot_support",
        "seat_set_foot_support_height",
        "seat",
        aspect="foot (support|rest)*|footrest|foot|feet|ankle*|heels?|toes|soles?",
        cues="foot (support|rest)|footrest",
    ),
    row(
        "seat.headrest",
        "seat_set_headrest_height",
        "seat",
        aspect="head ?rest*|head support|neck|head|nape|skull|ponytail|lolls?|whiplash|hair|bun|crick",
        cues="head ?(rest|support)*",
    ),
    row(
        "seat.folded",
        "seat_set_folded",
        "seat",
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
)

AC = (
    row(
        "ac.temperature",
        "airConditioner_set_temperature",
        "ac",
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
    row(
        "ac.fan",
        "airConditioner_set_fan_speed",
        "ac",
        aspect=(
            "fan*|airflow|blow* (hard|strong|gentl)*|wind speed|speed|blower|breez*|blast*|hurricane|gale|wind|"
            "stronger|weaker|gentle|roar*|breath*"
            "|jet|hair ?dryer|vacuum|noisy|loud*|hum*|strong*|hard|harder|storm*|tornado|puff|whiff|"
            "stuffy|gust*|papers|weak*|drafty|draughty|howl*"
        ),
        cues="(?<!seat[ ])fan(?! (in|of|on|under) (the|my|his|her) seat)( speed| level| setting)?|airflow|blower",
        switch="airConditioner_set_power",
    ),
    row(
        "ac.direction",
        "airConditioner_set_air_direction",
        "ac",
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
    row(
        "ac.mode",
        "airConditioner_set_mode",
        "ac",
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
    row(
        "ac.circulation",
        "airConditioner_set_circulation",
        "ac",
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
    row("ac.power", "airConditioner_set_power", "ac", aspect=POWER, values=SWITCH),
)
