"""The parts of the car and how people call them: one table.

Rule protected: a name means one part only; what fits several is a hint, and counts less.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A part of the car and how it is called; both are patterns, see `patterns.pattern`."""

    names: str
    """Names that mean this part and no other."""
    hints: str = ""
    """Words that fit this part among others."""


DEVICES: Mapping[str, Device] = {
    "hud": Device(
        names=(
            "hud|heads? up (display|projection)|head up|projected|projection|numbers on the windshield|"
            "windshield (display|projection|numbers)|"
            "(display|projection|speed|digits|numbers) (on|in) (the|my) (windshield|windscreen|glass|view)|"
            "floating (numbers|digits|speed|display)|ghost numbers|projector|"
            "(numbers|digits) (before|in front of|ahead of) (me|her|him|us)"
        ),
        hints="numbers|digits",
    ),
    "center": Device(
        names=(
            "(cent(er|re|ral)|middle) (information )?(display|screen|console|monitor)|"
            "big screen|console screen|infotainment( (screen|system|display))?|main (screen|display)|"
            "touch ?screen|center information display|"
            "central information display|cid|center display|(screen|display|tablet|monitor) in the (middle|"
            "center|centre|console)|"
            "touch panel|console (display|tablet)|middle of the dash(board)?"
        ),
        hints="screen*|display*|monitor|interface|menu*",
    ),
    "panel": Device(
        names=(
            "instrument panel*|(the|my|our|your|this) panel|instrument cluster|instrument(s|ation)?|dash|"
            "tacho*|rev counter|speedo|driver display|dashboard( (display|color|light*|brightness|theme))?|"
            "gauge*|dials?|cluster|speedometer|panel color|needles|driver's (display|screen)|"
            "(screen|display|instruments|numbers) behind the (steering )?wheel"
        ),
        hints="panel|display",
    ),
    "overhead": Device(
        names=(
            "(screen|display|monitor) in the (back|rear)|overhead( screen| display| monitor)?|(ceiling|roof|rear|"
            "back|backseat) (screen|display|monitor)|"
            "rear entertainment|(ceiling|roof) (tv|thing)|(kids'?|children's) (screen|display|monitor)|"
            "(screen|display|monitor) (up (there|here)|above|on the (ceiling|roof)|in the (roof|ceiling))"
        ),
        hints="screen*|display*",
    ),
    "front_trunk": Device(
        names="front (trunk|boot|compartment|hatch|storage|lid|flap)|frunk|hood|bonnet|"
        "(lid|hatch|flap) (up front|(at|in) the front)"
    ),
    "trunk": Device(
        names="(?<!front[ ])trunk|boot lid|boot(?! up)|hatch|(rear|back|trunk|luggage) (lid|hatch|compartment)|"
        "liftgate|tailgate|cargo door|(lid|hatch|flap) (at|in) the (back|rear)"
    ),
    "fuel": Device(
        names=(
            "fuel (port|door|cap|flap)|gas cap|charging port|fuel tank|filler cap|tank (cap|flap|lid)|charge port|"
            "charging (flap|socket|lid|door)|petrol (cap|flap)|fuel (lid|hatch|filler|inlet)|(gas|"
            "tank) (tank )?(flap|door|lid)|"
            "charger (flap|port|door)"
        ),
        hints="tank|refuel*|charger|petrol|diesel|plug|nozzle",
    ),
    "mirror": Device(names="(rear ?view |side |wing |left |right |all |door |outside |exterior )?mirror*|rear ?view*"),
    "sunroof": Device(
        names="sun ?roof|moon ?roof|roof window|panoramic roof|glass roof|skylight|roof (hatch|glass)|"
        "glass top|sliding roof|(open*|clos*|crack*|slid*|push*|tilt*) the roof|"
        "roof (at|to|on|open*|clos*|shut|wide|halfway)",
        hints="roof(?! (screen|display|monitor|rack|box|tv|thing))|top",
    ),
    "navigation": Device(
        names=(
            "nav|navigation|navigator|gps|sat ?nav|route guidance|voice guidance|map*|route (lady|voice|guide)|"
            "(spoken|driving|turn) directions|"
            "directions|route planner|announcements|(spoken|route) (turn*|announcement*|instruction*)|"
            "(lady|woman|voice|speech) (in|of|from|about|on) (the |my )?(nav*|car|map|route|directions)"
        ),
        hints="route*|direction*|turns|guidance|road*|voice",
    ),
    "seat": Device(
        names="seat*|cushion*|backrest|headrest|leg ?rest|leg support|foot support|foot ?rest",
        hints="back|posture|sit*|sat|seated|chair|lean*",
    ),
    "radio": Device(names=r"radio*|station*|fm|broadcast*|\d{2,3}\.\d(?! degrees)"),
    "ac": Device(
        names="ac|a/c|air con*|(?<!seat[ ])(?<!wheel[ ])heater|(cabin|inside|car) air|air (in|inside) (here|"
        "the (cabin|car))|thermostat|climate|aircon*|climate( control)?|hvac|air condition*",
        hints="air|cool*|vent|vents|cabin|warm*|cold|hot|stuffy",
    ),
    "pedal": Device(
        names="foot ?pedals?|(front|side) steps|side steps|entry steps?|foot ?step|running board|side step|"
        "step (pedal|bar|board)|"
        "boarding step|(let|put|bring|fold|slide)( the| that)? step (down|out|up|in)|(little|retractable|folding) step"
    ),
    "bluetooth": Device(names="bluetooth|hands ?free", hints="phone|headset|pair*"),
    "video": Device(
        names=(
            "video*|film|movie|footage|stream*|playback quality|clip|documentary|tv|television|cartoons?|"
            "movies|films|on screen playback"
        ),
        hints="watch*|episode*|series|picture|show",
    ),
    "window": Device(names="window*|window panes?|side glass"),
    "door": Device(names="door*"),
    "sunshade": Device(
        names="roller blind|curtains?|sun ?shade*|(?<!in[ ]the[ ])(?<!lamp[ ])shade*|sun ?blind*|sun (screen|"
        "protection|cover|visor)|blinds?"
    ),
    "wiper": Device(
        names="wiper*|wiper blades|windscreen wip*|(clear|wipe)( \\w+)? (windshield|windscreen|(back|"
        "rear) window|glass)",
    ),
    "music": Device(
        names=(
            "music|song*|track*|playlist*|album*|audio|tune*|tapes?|stereo|hi ?fi|speakers|sound system|"
            "audiobook*|podcast*|media|melod*"
        ),
        hints="listen*|play*|jazz|rock|pop|folk|classical",
    ),
    "wheel": Device(names="steering wheel|steering|wheel*", hints="hand*|finger*"),
    "fog": Device(names="fog (light|lamp|beam)*|(light|lamp)s? for (the )?fog"),
    "high_beam": Device(names="high beam*|full beam*|main beam*|brights|long beam*|far lights?"),
    "daytime": Device(
        names="daytime (running )?(light*|lamp*)|daytime running|drl|"
        "lights? (by|for the|during the) day|running lights?|day (driving )?lights?"
    ),
    "left_turn": Device(
        names="left (turn signal|turn light|indicator|blinker|flasher)|(signal|indicate|blink) (to the )?left"
    ),
    "right_turn": Device(
        names="right (turn signal|turn light|indicator|blinker|flasher)|(signal|indicate|blink) (to the )?right"
    ),
    "headlight": Device(names="auto* headlight*|(?<!dipped[ ])headlight*|headlamp*", hints="light*"),
    "hazard": Device(
        names="hazard*|warning (light|flasher|blinker)*|both (indicators|blinkers)|emergency (flasher|light)*|"
        "four way flashers"
    ),
    "position": Device(names="position (light|lamp)*|parking light*|side ?lights?|marker lights?|clearance lights?"),
    "tail": Device(names="tail ?(light|lamp)*|(rear|back) (light|lamp)s?(?! (seat|row))|lights at the (back|rear)"),
    "low_beam": Device(names="low beam*|dipped (beam|headlight|light)*|passing beam*"),
    "ambient": Device(
        names=(
            "ambient( light*)?|mood light*|interior light* color|atmosphere light*|light theme|lighting|"
            "(cabin|interior|inside) (light*|glow|colou?r*|illumination)|colou?rs? (of|in) (the|my|our) (cabin|"
            "car|interior)|"
            "mood lighting|colou?red light*|led (light|strip)*|glow in here|light up the (cabin|interior)|"
            "lights inside|"
            "(cabin|interior|inside) ((in|to|into|at|on|is|was|turned|became|glow*) )?(red|orange|yellow|green|"
            "cyan|blue|purple|white|pink|"
            "teal|turquoise|violet|amber|rose)|"
            "accent light*|glow of the (car|cabin)|footwell light*|light strip|ambian?ce"
        ),
        hints="light*|atmosphere|glow|mood|vibe*|theme|ambiance|ambience|color|colour",
    ),
    "reading": Device(
        names=(
            "reading (light|lamp)*|reading bright*|(light|lamp|spot) (above|over) (me|my (seat|head|book|"
            "shoulder)|her|him)|little (light|lamp)|"
            "reading level|map light|dome light|(?!(fog|tail|head|side|"
            "position|parking|warning|brake|hazard) )\\w+ lamps?"
        ),
        hints="light*|reading|read|book|notes|lamp",
    ),
}
