"""The parts of the car and how people call them: one table.

Rule protected: a name means one part only; what is meant where no part is named is learnt, see `likeness`.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A part of the car and how it is called."""

    names: str
    """Names that mean this part and no other; a pattern, see `patterns.pattern`."""


DEVICES: Mapping[str, Device] = {
    "hud": Device(
        names=(
            "hud|heads? up (display|projection|unit)|head up|(the|my|our|this|your) heads up(?! (that|about))|"
            "projected|projection|hologram|projector|(windshield|windscreen) (display|projection|numbers|readout|"
            "figures|"
            "digits|speed)|"
            "(display|projection|speed|digits|numbers|figures|readout) (\\w+ )?(on|in|off|from|onto|across) (the|"
            "my) (windshield|windscreen|glass|view)|"
            "floating (numbers|digits|figures|speed|display|readout)|ghost numbers|"
            "(numbers|digits|figures|readout) (before|in front of|ahead of) (me|her|him|us)"
        ),
    ),
    "center": Device(
        names=(
            "(cent(er|re|ral)|middle|main|big|large) (information |touch )?(display|screen|console|monitor|tablet|"
            "touch ?screen)|console screen|infotainment( (screen|system|display))?|touch ?screen|"
            "cid|(screen|display|tablet|monitor) (in|at) the (middle|center|centre|console)|"
            "(screen|display|tablet) (between (us|the seats)|on the (cent(er|re) )?console)|"
            "touch panel|console (display|tablet)|middle of the dash(board)?|dash(board)? screen"
        ),
    ),
    "panel": Device(
        names=(
            "instrument panel*|(the|my|our|your|this) panel|instrument cluster|instrument(s|ation)?|dash|"
            "tacho*|rev counter|speedo|odometer|driver display|"
            "dashboard( (display|color|light*|brightness|theme))?|"
            "gauge*|dials?|cluster|speedometer|panel color|needles|driver's (display|screen)|"
            "(screen|display|instruments|numbers|readouts?) behind (the|my) (steering )?wheel|speed display"
        ),
    ),
    "overhead": Device(
        names=(
            "(screen|display|monitor|tv) (in|for) the (back|rear)( seats?| row)?|overhead( screen| display| monitor)?|"
            "(ceiling|roof|rear|back|back ?seat|passengers?) (screen|display|monitor)|"
            "rear (seat )?entertainment|(ceiling|roof) (tv|thing)|"
            "(kids'?|children's|(drop|fold|flip) down) (screen|display|monitor)|"
            "(screen|display|monitor) (up (there|here)|above|overhead|(on|from|in|under) the (ceiling|roof))|"
            "(screen|display|monitor) over (our|their|my|the) heads?"
        ),
    ),
    "front_trunk": Device(
        names="front (trunk|boot|compartment|hatch|storage|lid|flap|luggage)|frunk|hood|bonnet|"
        "(lid|hatch|flap|trunk|boot|storage|compartment) (up front|(at|in) the front)"
    ),
    "trunk": Device(
        names="(?<!front[ ])trunk|boot lid|boot(?! up)|hatch|(rear|back|trunk|luggage|cargo) (lid|hatch|compartment|"
        "flap|gate)|liftgate|lift gate|tail ?gate|cargo door|(lid|hatch|flap) (at|in) the (back|rear)|"
        "(open|pop|lift|close|shut)( up)? the (back|rear)(?= (so|for|please|a|to|of|and|now)|\\W*$)"
    ),
    "fuel": Device(
        names=(
            "(fuel|gas|petrol|tank|filler|charge|charger|charging)( tank)? (port|door|cap|flap|lid|hatch|cover|socket|"
            "inlet|filler|neck)|fuel tank|filler"
        ),
    ),
    "mirror": Device(names="(rear ?view |side |wing |left |right |all |door |outside |exterior )?mirror*|rear ?view*"),
    "sunroof": Device(
        names="sun ?roof|moon ?roof|roof window|panoramic (roof|glass)|panorama( roof)?|glass (roof|ceiling|top)|"
        "skylight|roof (hatch|glass)|sliding roof|glass (panel )?(above|over) (me|us|our heads|my head)|"
        "(open*|clos*|shut|crack*|slid*|push*|pull*|tilt*)( up| back)? the roof|"
        "roof (at|to|on|open*|clos*|shut|wide|halfway)",
    ),
    "navigation": Device(
        names=(
            "navi?|navigation|navigator|gps|sat ?nav|(route |voice |turn )?guidance|map*|route (lady|voice|guide)|"
            "(spoken|driving|turn|voice) (directions|prompts?|cues?)|turn by turn|"
            "directions|route planner|announcements|(spoken|route) (turn*|announcement*|instruction*)|"
            "(lady|woman|voice|speech) (in|of|from|about|on) (the |my )?(nav*|car|map|route|directions)"
        ),
    ),
    "seat": Device(
        names="seat*|cushion*|back ?rest|head ?rest*|neck ?rest|leg ?rest|leg support|foot support|foot ?rest|"
        "calf (rest|support)|(head|neck|thigh) support|recliner",
    ),
    "radio": Device(
        names=r"radio*|(?<!gas[ ])(?<!petrol[ ])(?<!charging[ ])(?<!filling[ ])(?<!train[ ])(?<!service[ ])"
        r"(?<!railway[ ])(?<!police[ ])(?<!bus[ ])(?<!fire[ ])station*|fm|broadcast*|newscast*|announcer|presenter|"
        r"\d{2,3}\.\d(?! degrees)"
    ),
    "ac": Device(
        names="ac|a/c|a c|air con*|(?<!seat[ ])(?<!wheel[ ])heater|(cabin|inside|car) air|air (in|inside) (here|"
        "the (cabin|car))|thermostat|climate|aircon*|climate( control)?|hvac|air condition*",
    ),
    "pedal": Device(
        names="foot ?pedals?|(front|side|entry|boarding|power|electric) steps?|foot ?steps?|foot ?boards?|"
        "running ?boards?|side ?bars?|step (pedal|bar|board)|"
        "(let|put|bring|fold|slide|lower|pull|draw)( the| that| my| both)? steps? (down|out|up|in)|"
        "(extend|lower|deploy|retract)( the| that| my| both) steps?|"
        "(little|retractable|folding) steps?|steps? (to|for) (climb*|get*) (in|out|up)"
    ),
    "bluetooth": Device(
        names="bluetooth|hands ?free|(phone|wireless|headset) (connection|link|pairing)",
    ),
    "video": Device(
        names=(
            "video*|films?|movies?|footage|stream*|playback quality|clips?|documentar(y|ies)|tv|television|cartoons?|"
            "on screen playback|anime|sitcoms?"
        ),
    ),
    "window": Device(names="window*|window panes?|side glass"),
    "door": Device(names="door*"),
    "sunshade": Device(
        names="roller blinds?|curtains?|sun ?shade*|(?<!in[ ]the[ ])(?<!lamp[ ])(?<!of[ ]the[ ])shade*|sun ?blind*|"
        "sun ?(screen|protection|cover|visor|shield)s?|blinds?"
    ),
    "wiper": Device(
        names="wiper*|windscreen wip*|(clear|wipe|sweep|sweeping)( \\w+){0,2} (windshield|windscreen|(back|"
        "rear) window|glass)|(wiper|windshield) blades?",
    ),
    "music": Device(
        names=(
            "music|song*|track*|playlist*|album*|audio|tune*|tapes?|stereo|hi ?fi|speakers|sound system|"
            "audiobook*|podcast*|media|melod*|beats?|bass|lullab(y|ies)|soundtracks?|mixtape"
        ),
    ),
    "wheel": Device(names="steering wheel|steering|wheel*"),
    "fog": Device(names="fog (light|lamp|beam)*|(light|lamp)s? for (the )?fog"),
    "high_beam": Device(
        names="high beam*|full beam*|main beam*|brights|long beam*|(far|long|distance) lights?|upper beams?"
    ),
    "daytime": Device(
        names="day ?time (running |driving )?(light*|lamp*)|daytime running|drls?|"
        "lights? (by|for the|during the) day|running lights?|day (driving |running )?lights?"
    ),
    "left_turn": Device(
        names="left (hand )?(turn signal|turn light|turn indicator|indicator|blinker|flasher|signal)|"
        "(signal|indicate|blink|indicator|blinker)( (to|on) the)? left"
    ),
    "right_turn": Device(
        names="right (hand )?(turn signal|turn light|turn indicator|indicator|blinker|flasher|signal)|"
        "(signal|indicate|blink|indicator|blinker)( (to|on) the)? right"
    ),
    "headlight": Device(names="auto* headlight*|(?<!dipped[ ])headlight*|headlamp*"),
    "hazard": Device(
        names="hazard*|warning (light|flasher|blinker)*|(both|all)( four)? (indicators|blinkers|turn signals)|"
        "emergency (flasher|light|blinker)*|(?<!left[ ])(?<!right[ ])flashers|blink(ing)? on both sides"
    ),
    "position": Device(
        names="position (light|lamp)*|parking (light|lamp)*|side ?(lights?|lamps?)|(marker|clearance) (light|lamp)s?"
    ),
    "tail": Device(names="tail ?(light|lamp)*|(rear|back) (light|lamp)s?(?! (seat|row))|lights at the (back|rear)"),
    "low_beam": Device(names="low(er)? beam*|dip(ped)? (beam|headlight|light)*|passing beam*|short beam*"),
    "ambient": Device(
        names=(
            "ambient( light*)?|mood light*|interior light* color|atmosphere light*|light theme|lighting|"
            "(cabin|interior|inside) (light*|glow|colou?r*|illumination)|colou?rs? (of|in|inside) (the|my|our) (cabin|"
            "car|interior)|colou?rs? (in here|around (me|us))|"
            "mood lighting|colou?red light*|led (light|strip)*|glow in here|light(ing)? up the (cabin|interior)|"
            "lights? (inside|in here)|"
            "(cabin|interior|inside) (\\w+ )?((in|to|into|at|on|is|was|turned|became|glow*|lit) )?(\\w+ )?(red|orange|"
            "yellow|green|cyan|blue|purple|white|pink|teal|turquoise|violet|amber|rose)|"
            "(red|orange|yellow|green|cyan|blue|purple|white|pink|teal|turquoise|violet|amber) (glow|light|lighting|"
            "hue|"
            "shimmer|atmosphere|mood|ambian?ce|ambience)|"
            "accent light*|glow of the (car|cabin)|footwell light*|light strip|ambian?ce|ambience"
        ),
    ),
    "reading": Device(
        names=(
            "reading (light|lamp)*|reading bright*|(light|lamp|spot)s? (above|over) (me|my (seat|head|book|"
            "shoulder)|her|him)|(little|spot) (light|lamp)|spotlight|"
            "reading level|map light|dome light|light to read( by)?|(?!(fog|tail|head|side|a|"
            "position|parking|warning|brake|hazard|street|like) )\\w+ lamps?"
        ),
    ),
}
