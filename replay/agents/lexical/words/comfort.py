"""The words for each setting. Seats and air."""

from replay.agents.lexical.setting import row
from replay.agents.lexical.vocabulary import (
    COLD_OR_HOT,
    COLD_PARTS,
    HEAT,
    POWER,
    SWEATY_PARTS,
    SWITCH,
    TENSE_PARTS,
    TIRED_PARTS,
    WARMED,
    ails,
)

SEAT = (
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
)

AC = (
    row(
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
    row(
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
    row(
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
    row(
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
    row(
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
    row("ac.power", "airConditioner_set_power", "ac", aspect=POWER, values=SWITCH),
)
