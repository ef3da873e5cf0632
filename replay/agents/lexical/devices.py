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
            "(display|projection|speed|digits) (on|in) the (windshield|windscreen|glass)"
        ),
    ),
    "center": Device(
        names=(
            "(cent(er|re|ral)|middle) (information )?(display|screen|console|monitor)|"
            "big screen|console screen|infotainment( (screen|system|display))?|main (screen|display)|"
            "touch ?screen|center information display|"
            "central information display|cid|center display"
        ),
        hints="screen*|display*|monitor|interface|menu*",
    ),
    "panel": Device(
        names=(
            "instrument panel*|instrument cluster|instrument(s|ation)?|dash|"
            "tacho*|rev counter|speedo|driver display|dashboard( (display|color|light*|brightness|theme))?|"
            "gauge*|dials?|cluster|speedometer|panel color"
        ),
        hints="panel|display",
    ),
    "overhead": Device(
        names=(
            "(screen|display|monitor) in the (back|rear)|overhead( screen| display| monitor)?|(ceiling|roof|rear|"
            "back|backseat) (screen|display|monitor)|"
            "rear entertainment"
        ),
        hints="screen*|display*",
    ),
    "front_trunk": Device(names="front (trunk|boot|compartment)|frunk|hood|bonnet"),
    "trunk": Device(names="(?<!front[ ])trunk|boot lid|boot(?! up)|hatch|liftgate|tailgate|cargo door"),
    "fuel": Device(
        names=(
            "fuel (port|door|cap|flap)|gas cap|charging port|fuel tank|filler cap|tank (cap|flap|lid)|charge port|"
            "charging flap|petrol (cap|flap)|fuel lid"
        )
    ),
    "mirror": Device(names="(rear ?view |side |wing |left |right |all |door )?mirror*|rear ?view*"),
    "sunroof": Device(names="sun ?roof|moon ?roof|roof window|panoramic roof|glass roof|skylight"),
    "navigation": Device(
        names=(
            "nav|navigation|navigator|gps|sat ?nav|route guidance|voice guidance|map*|route (lady|voice|guide)|"
            "(spoken|driving|turn) directions|"
            "(lady|woman|voice|speech) (in|of|from|about|on) (the |my )?(nav*|car|map|route|directions)"
        ),
        hints="route*|direction*|turns|guidance|road*|voice",
    ),
    "seat": Device(
        names="seat*|cushion*|backrest|headrest|leg ?rest|leg support|foot support|foot ?rest",
        hints="back|posture|sit*|sat|seated|chair|lean*",
    ),
    "radio": Device(names="radio*|station*|fm|broadcast*"),
    "ac": Device(
        names="ac|a/c|air con*|aircon*|climate( control)?|hvac|air condition*",
        hints="air|cool*|vent|vents|cabin|warm*|cold|hot|stuffy",
    ),
    "pedal": Device(names="foot ?pedal|side steps|entry steps?|foot ?step|running board|side step|step pedal"),
    "bluetooth": Device(names="bluetooth"),
    "video": Device(
        names=(
            "video*|film|movie|footage|stream*|playback quality|clip|documentary|tv|television|cartoons?|movies|films"
        )
    ),
    "window": Device(names="window*"),
    "door": Device(names="door*"),
    "sunshade": Device(names="roller blind|curtains?|sun ?shade*|shade*|sun ?blind*|blinds?"),
    "wiper": Device(
        names="wiper*|windscreen wip*|(clear|wipe)( \\w+)? (windshield|windscreen|(back|rear) window|glass)",
    ),
    "music": Device(
        names=(
            "music|song*|track*|playlist*|album*|audio|tune*|tapes?|stereo|hi ?fi|speakers|sound system|"
            "audiobook*|podcast*|media"
        ),
        hints="listen*|play*",
    ),
    "wheel": Device(names="steering wheel|steering|wheel*", hints="hand*|finger*"),
    "fog": Device(names="fog (light|lamp)*"),
    "high_beam": Device(names="high beam*|full beam|main beam|brights"),
    "daytime": Device(names="daytime running( light*)?|drl"),
    "left_turn": Device(names="left (turn signal|indicator|blinker)"),
    "right_turn": Device(names="right (turn signal|indicator|blinker)"),
    "headlight": Device(names="auto* headlight*|headlight*|headlamp*", hints="light*"),
    "hazard": Device(names="hazard*|warning light*|emergency (flasher|light)*|four way flashers"),
    "position": Device(names="position light*|parking light*|side lights?"),
    "tail": Device(names="tail ?(light|lamp)*|rear lights"),
    "low_beam": Device(names="low beam*|dipped (beam|headlight)*"),
    "ambient": Device(
        names=(
            "ambient( light*)?|mood light*|interior light* color|atmosphere light*|light theme|lighting|"
            "accent light*|glow of the (car|cabin)|footwell light*|light strip|ambian?ce"
        ),
        hints="light*|atmosphere|glow|mood|vibe*|theme|ambiance|ambience|color|colour",
    ),
    "reading": Device(
        names=(
            "reading (light|lamp)*|reading bright*|reading level|map light|dome light|(?!(fog|tail|head|side|"
            "position|parking|warning|brake|hazard) )\\w+ lamps?"
        ),
        hints="light*|reading|read|book|notes|lamp",
    ),
}
