"""The words by which people mean a setting of the car: one table, read by every later step.

A pattern is a list of words with blanks between them; `*` stands for any ending, `|` separates alternatives, brackets
group them, `?` makes the group before it optional. Patterns are matched on plain text (see `text.plain`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Kind = Literal["integer", "word", "boolean", "name"]
"""What a setting takes: a whole number, one of some words, on or off, or a free name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A part of the car and how it is called."""

    names: str
    """Names that mean this part and no other."""
    hints: str = ""
    """Words that fit this part among others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One thing that can be set, with the command that sets it."""

    key: str
    command: str
    """The command's name without its prefix."""
    argument: str
    """The parameter that takes the value."""
    kind: Kind
    device: str
    aspect: str = ""
    """Words that tell this setting from others of its device; empty where the device says it all."""
    cues: str = ""
    """Words that mean this setting without naming its device."""
    vague: str = ""
    """Words that may mean this setting where no device is named."""
    place: str = ""
    """The parameter that takes a seat, a window, a side; empty where there is none."""
    switch: str = ""
    """The command that switches the same thing on and off, where values are numbers or words."""
    more: str = ""
    """Words for a greater value, beside those of any setting."""
    less: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    """Patterns for each word that the setting takes; for booleans `on` and `off`."""
    minimum: int = 0
    maximum: int = 100


@lru_cache(maxsize=2048)
def pattern(words: str) -> re.Pattern[str]:
    """The compiled pattern of a table's entry; an empty entry matches nothing."""
    if not words:
        return re.compile(r"(?!)")
    return re.compile(rf"(?<!\w)(?:{_body(words)})(?!\w)")


def _body(words: str) -> str:
    return words.replace("*", r"\w*").replace(" ?", r"\W*").replace(" ", r"\W+")


DEVICES: Mapping[str, Device] = {
    "hud": Device(names="hud|heads? up (display|projection)|head up|projected|projection|numbers on the windshield|"
                        "windshield (display|projection|numbers)"),
    "center": Device(names="cent(er|re|ral) (information )?(display|screen|console|monitor)|infotainment( (screen|system|display))?|"
                           "main (screen|display)|touch ?screen|center information display|central information display|cid|"
                           "center display", hints="screen*|display*|monitor|car interface|interface|menu*"),
    "panel": Device(names="instrument panel*|instrument cluster|instrument(s|ation)?|dash|dashboard( (display|color|light*|brightness|theme))?|gauge*|dials?|"
                          "cluster|speedometer|panel color", hints="panel|display"),
    "overhead": Device(names="overhead( screen| display| monitor)?|(ceiling|roof|rear|back|backseat) (screen|display|monitor)|"
                             "rear entertainment", hints="screen*|display*"),
    "front_trunk": Device(names="front trunk|frunk|hood"),
    "trunk": Device(names="trunk|boot lid|tailgate|cargo door"),
    "fuel": Device(names="fuel (port|door|cap|flap)|gas cap|charging port|fuel tank"),
    "mirror": Device(names="(rear ?view |side |wing |left |right |all |door )?mirror*|rear ?view*"),
    "sunroof": Device(names="sun ?roof|moon ?roof|roof window"),
    "navigation": Device(names="nav|navigation|navigator|gps|satnav|route guidance|voice guidance|map*",
                         hints="route*|direction*|turn*|guidance|road*|voice"),
    "seat": Device(names="seat*|cushion*|backrest|headrest|leg ?rest|leg support|foot support|foot ?rest", hints="back|posture|sit*"),
    "radio": Device(names="radio*|station*|fm|broadcast*"),
    "ac": Device(names="ac|a/c|air con*|aircon*|climate( control)?|hvac|air condition*", hints="air|cool*|vent|vents|cabin|warm*|cold|hot|stuffy"),
    "pedal": Device(names="foot ?pedal|running board|side step|step pedal"),
    "bluetooth": Device(names="bluetooth"),
    "video": Device(names="video*|film|movie|footage|stream*|playback quality|clip|documentary"),
    "window": Device(names="window*"),
    "door": Device(names="door*"),
    "sunshade": Device(names="sun ?shade*|shade*|sun ?blind*|blinds?"),
    "wiper": Device(names="wiper*|windscreen wip*"),
    "music": Device(names="music|song*|track*|playlist*|album*|audio|tune*|audiobook*|podcast*|media", hints="listen*|play*"),
    "wheel": Device(names="steering wheel|steering|wheel*", hints="hand*|finger*"),
    "fog": Device(names="fog (light|lamp)*"),
    "high_beam": Device(names="high beam*|full beam|brights"),
    "daytime": Device(names="daytime running( light*)?|drl"),
    "left_turn": Device(names="left (turn signal|indicator|blinker)"),
    "right_turn": Device(names="right (turn signal|indicator|blinker)"),
    "headlight": Device(names="auto* headlight*|headlight*|headlamp*", hints="light*"),
    "hazard": Device(names="hazard*|warning light*|emergency flasher*"),
    "position": Device(names="position light*|parking light*|side lights?"),
    "tail": Device(names="tail ?(light|lamp)*"),
    "low_beam": Device(names="low beam*|dipped beam*"),
    "ambient": Device(names="ambient( light*)?|mood light*|interior light* color|atmosphere light*|light theme|lighting",
                      hints="light*|atmosphere|glow|mood|vibe*|theme|ambiance|ambience|color|colour"),
    "reading": Device(names="reading (light|lamp)*|reading bright*|reading level|map light|dome light",
                      hints="light*|reading|read|book|notes|lamp"),
}

_BRIGHT = "bright*|dim*|glar*|blind*|dark*|brightness|light level|wash* out|level"
_LOUD = "volume|loud*|quiet*|hear*|turn (it|that) (up|down)|noise|noisy|blast*|chat level|sound"
_COLORS = {
    "red": "red|crimson|scarlet|ruby", "orange": "orange|amber", "yellow": "yellow|gold*", "green": "green*|emerald",
    "cyan": "cyan|teal|turquoise|aqua|blue green", "blue": "blue|sapphire|azure|navy|indigo",
    "purple": "purple|violet|lavender|lilac", "white": "white", "pink": "pink|rose|magenta", "black": "black",
}
_ON = (
    "enabl*|turn*( \w+){0,4} on|switch*( \w+){0,4} on|activat*|true|(keep|want|need|have)( \w+){0,5} on|on (when|while|please|again)|"
    "(heat*|massage|light*|it|them|display|alert*|function|ventilation|lyrics|camera*|traffic|auto|assist*|wheel|lock) on"
)
_OFF = (
    "disabl*|turn*( \w+){0,4} off|switch*( \w+){0,4} off|deactivat*|false|(keep|want|need|have)( \w+){0,5} off|shut( \w+){0,3} off|"
    "(heat*|massage|light*|it|them|display|alert*|function|ventilation|lyrics|camera*|traffic|auto|wheel|lock) off|don't need|no need for"
)
_SWITCH = {"on": _ON, "off": _OFF}
_HEAT = "heat*|warm*"
_COLOR = "colou?r*|theme|hue|tone|tint|" + "|".join(_COLORS.values())


def _colors(*names: str) -> dict[str, str]:
    return {name: _COLORS[name] for name in names}


SETTINGS: tuple[Setting, ...] = (
    Setting(key="hud.height", command="HUD_set_height_level", argument="level", kind="integer", device="hud",
            aspect="height|high*|low*|tall*|short*|position|raise*|sit*|posture", switch="HUD_switch", minimum=1, maximum=10),
    Setting(key="hud.brightness", command="HUD_set_brightness_level", argument="level", kind="integer", device="hud",
            aspect=_BRIGHT + "|see|sunny", switch="HUD_switch", minimum=1, maximum=10),
    Setting(key="hud.power", command="HUD_switch", argument="switch", kind="boolean", device="hud", values=_SWITCH),
    Setting(key="center.brightness", command="centerInformationDisplay_set_brightness", argument="brightness", kind="integer",
            device="center", aspect=_BRIGHT + "|see|sunny"),
    Setting(key="center.auto_brightness", command="centerInformationDisplay_set_auto_brightness", argument="enabled", kind="boolean",
            device="center", aspect="auto* (brightness|dim*|adjust*)", values=_SWITCH),
    Setting(key="center.time_format", command="centerInformationDisplay_set_time_format", argument="time_format", kind="word",
            device="center", aspect="time|clock|(12|24) ?h(our)?|military",
            vague="time format|military time|(12|24) ?h(our)?( format| clock)?|clock( format)?",
            values={"12h": "12 ?h|12 hour*|twelve hour|am/pm|am pm", "24h": "24 ?h|24 hour*|military( time)?|twenty four hour"}),
    Setting(key="center.language", command="centerInformationDisplay_set_language", argument="language", kind="word",
            device="center", aspect="language*|chinese|english|mandarin|translat*|character*", vague="language*|chinese|english",
            values={"Chinese": "chinese|mandarin", "English": "english"}),
    Setting(key="center.power", command="centerInformationDisplay_set_power", argument="is_on", kind="boolean", device="center",
            aspect="(turn*|switch*) (on|off)|power", values=_SWITCH),
    Setting(key="panel.theme", command="instrumentPanel_set_theme", argument="theme", kind="word", device="panel",
            aspect="theme|scene|map|mode|look", values={"scene": "scene*|scenic", "map": "map"}),
    Setting(key="panel.brightness", command="instrumentPanel_set_brightness", argument="brightness", kind="integer", device="panel",
            aspect=_BRIGHT, minimum=1, maximum=5),
    Setting(key="panel.color", command="instrumentPanel_set_color", argument="color", kind="word", device="panel",
            aspect=_COLOR, values=_colors("yellow", "green", "red", "orange", "white", "black")),
    Setting(key="panel.behavior", command="instrumentPanel_set_behavior_mode", argument="mode", kind="word", device="panel",
            aspect="behaviou?r*|blink*|flash*|constant|steady",
            values={"constant": "constant|steady|solid", "blink": "blink*|flash*", "off": "off"}),
    Setting(key="panel.auto_brightness", command="instrumentPanel_set_auto_brightness", argument="enabled", kind="boolean",
            device="panel", aspect="auto* (brightness|dim*|adjust*)", cues="auto brightness", values={
                "on": _ON + "|auto* on", "off": _OFF + "|manual( control)?"}),
    Setting(key="panel.time_format", command="instrumentPanel_set_time_format", argument="time_format", kind="word",
            device="panel", aspect="time|clock|(12|24) ?h(our)?|military", vague="time format|military time|clock",
            values={"12h": "12 ?h|12 hour*|twelve hour|am/pm|am pm", "24h": "24 ?h|24 hour*|military( time)?|twenty four hour"}),
    Setting(key="panel.language", command="instrumentPanel_set_language", argument="language", kind="word", device="panel",
            aspect="language*|chinese|english|mandarin|translat*", values={"Chinese": "chinese|mandarin", "English": "english"}),
    Setting(key="front_trunk.degree", command="frontTrunk_set_open_degree", argument="degree", kind="integer",
            device="front_trunk", switch="frontTrunk_switch"),
    Setting(key="trunk.degree", command="trunk_set_open_degree", argument="degree", kind="integer", device="trunk",
            switch="trunk_switch"),
    Setting(key="fuel.locked", command="fuelPort_set_locked", argument="locked", kind="boolean", device="fuel",
            aspect="lock*|secure*", values={"on": "lock*|secure*", "off": "unlock*"}),
    Setting(key="fuel.open", command="fuelPort_set_open", argument="open_state", kind="boolean", device="fuel",
            aspect="open*|clos*", values={"on": "open*", "off": "clos*|shut"}),
    Setting(key="mirror.height", command="rearviewMirror_set_height_position", argument="value", kind="integer", device="mirror",
            aspect="height|high*|low*|vertical*|tall*|short*|raise*|up|down|sit* (lower|higher|up)|posture", place="side"),
    Setting(key="mirror.horizontal", command="rearviewMirror_set_horizontal_position", argument="value", kind="integer",
            device="mirror", aspect="horizontal*|left|right|wide*|angle*|outward*|inward*|side( to side)?|position|spot", place="side"),
    Setting(key="mirror.tilt", command="rearviewMirror_set_auto_reverse_tilt", argument="enabled", kind="boolean", device="mirror",
            aspect="tilt*|revers*|back* up|curb|tire*|auto reverse", cues="reverse tilt|auto tilt", place="side", values={
                "on": _ON + "|tilt* down", "off": _OFF}),
    Setting(key="mirror.fold", command="rearviewMirror_set_auto_fold_on_lock", argument="enabled", kind="boolean", device="mirror",
            aspect="fold*|tuck*|lock*|scrap*", cues="auto fold", place="side", values={
                "on": _ON + "|fold", "off": _OFF}),
    Setting(key="mirror.heating", command="rearviewMirror_set_heating_enabled", argument="enabled", kind="boolean", device="mirror",
            aspect=_HEAT + "|defog*|defrost*|fogg*|fog|drops|rain*|ice|icy|frost*|steam*|wet|mist*", place="side", values=_SWITCH),
    Setting(key="mirror.power", command="rearviewMirror_set_power", argument="is_on", kind="boolean", device="mirror",
            aspect="power|turn* (on|off)", place="side", values=_SWITCH),
    Setting(key="sunroof.degree", command="sunroof_set_open_degree", argument="degree", kind="integer", device="sunroof"),
    Setting(key="sunroof.locked", command="sunroof_set_locked", argument="locked", kind="boolean", device="sunroof",
            aspect="lock*", values={"on": "lock*", "off": "unlock*"}),
    Setting(key="navigation.voice", command="navigation_set_voice_mode", argument="mode", kind="word", device="navigation",
            aspect="voice*|guidance|instruction*|mute*|detailed|simple|chatt*|talk*|turn by turn|miss*( \\w+)? turns?|verbose|prompt*|lane*|commute",
            cues="voice (mode|guidance|instruction*|prompt*)|guidance|miss* (any |the |my |a )?(turn|exit)s?", values={
                "detailed": "detailed|details?|verbose|precise instruct*|full guidance|every turn",
                "simple": "simple|simpler|concise|brief|minimal|basic|short prompts",
                "mute": "mut(e|ed|es|ing)|silent|silence*|voice off|off|no voice"}),
    Setting(key="navigation.volume", command="navigation_set_volume", argument="volume", kind="integer", device="navigation",
            aspect=_LOUD + "|shout*"),
    Setting(key="navigation.view", command="navigation_set_map_view", argument="view", kind="word", device="navigation",
            aspect="(map )?view|2d|3d|heading up|north up|orient*|perspective|terrain|top down|rotat*|flat|layout|map",
            cues="map view|heading up|north up|(2d|3d)( map| view| mode)?", values={
                "3d": "3d|three dimensional|3 d", "2d": "2d|two dimensional|flat|2 d", "heading_up": "heading up|head up|track up",
                "north_up": "north up|north"}),
    Setting(key="navigation.zoom", command="navigation_set_map_zoom", argument="zoom", kind="integer", device="navigation",
            aspect="zoom*|scale|street names|closer|tight|wider", cues="zoom*", minimum=1, maximum=10,
            more="zoom*( \\w+)? in|closer|tighter", less="zoom*( \\w+)? out|wider|farther|further"),
    Setting(key="navigation.traffic", command="navigation_set_traffic_display", argument="enabled", kind="boolean",
            device="navigation", aspect="traffic|congest*|jam*", cues="traffic (display|info*|condition*|layer|overlay|color*|map*)|congestion|traffic jams?",
            values=_SWITCH),
    Setting(key="navigation.camera", command="navigation_set_speed_camera_alert", argument="enabled", kind="boolean",
            device="navigation", aspect="camera*|speed trap*|speed camera*|alert*", cues="speed (camera|trap)*|camera alert*", values=_SWITCH),
    Setting(key="navigation.power", command="navigation_switch", argument="switch", kind="boolean", device="navigation",
            aspect="turn* (on|off)|switch* (on|off)|power", values=_SWITCH),
    Setting(key="seat.heating", command="seat_set_heating_level", argument="level", kind="integer", device="seat",
            aspect=_HEAT + "|cold|freez*|chill*|toast*", cues="(seat|bun) (heat|warm)*|heated seat*", place="seat", switch="seat_set_heating_mode",
            minimum=1, maximum=3, values=_SWITCH),
    Setting(key="seat.massage", command="seat_set_massage_level", argument="level", kind="integer", device="seat",
            aspect="massag*|knead*", cues="massag*", place="seat", switch="seat_set_massage_mode", minimum=1, maximum=3, values=_SWITCH),
    Setting(key="seat.ventilation", command="seat_set_ventilation_speed", argument="speed", kind="integer", device="seat",
            aspect="ventilat*|draft*|cool*|sweat*|breez*", cues="ventilat*|ventilated seat*|seat (cooling|ventilation)", place="seat",
            switch="seat_set_ventilation_enabled", minimum=1, maximum=5, values=_SWITCH),
    Setting(key="seat.horizontal", command="seat_set_horizontal_position", argument="value", kind="integer", device="seat",
            aspect="horizontal*|forward*|backward*|closer|further|farther|legroom|leg room|pedal*|back*", place="seat"),
    Setting(key="seat.vertical", command="seat_set_vertical_position", argument="value", kind="integer", device="seat",
            aspect="vertical*|(seat )?height|high*|low*|raise*", cues="seat height", place="seat"),
    Setting(key="seat.cushion_extension", command="seat_set_cushion_extension", argument="value", kind="integer", device="seat",
            aspect="cushion exten*|exten*|thigh*", cues="cushion (exten|length)*|thigh support", place="seat"),
    Setting(key="seat.cushion_angle", command="seat_set_cushion_angle", argument="value", kind="integer", device="seat",
            aspect="cushion angle|cushion*|tilt*", cues="cushion (angle|tilt)*", place="seat"),
    Setting(key="seat.backrest", command="seat_set_backrest_angle", argument="value", kind="integer", device="seat",
            aspect="backrest*|reclin*|upright|angle|lean*|straight", cues="backrest*|reclin*", place="seat"),
    Setting(key="seat.leg_support", command="seat_set_leg_support_height", argument="value", kind="integer", device="seat",
            aspect="leg (support|rest)*|legrest|leg*", cues="leg (support|rest)|legrest", place="seat"),
    Setting(key="seat.foot_support", command="seat_set_foot_support_height", argument="value", kind="integer", device="seat",
            aspect="foot (support|rest)*|footrest|foot|feet", cues="foot (support|rest)|footrest", place="seat"),
    Setting(key="seat.headrest", command="seat_set_headrest_height", argument="value", kind="integer", device="seat",
            aspect="head ?rest*|head support|neck", cues="head ?rest*", place="seat"),
    Setting(key="seat.folded", command="seat_set_folded", argument="folded", kind="boolean", device="seat",
            aspect="fold*|flat|cargo|load*|bike*|transport*", cues="seat* (folded|down)|fold*( \\w+)?( \\w+)? seat*", place="seat",
            values={"on": "fold(ed|ing)?( \\w+)? (down|flat)|folded|fold|flat|down", "off": "unfold*|back up|upright|up"}),
    Setting(key="radio.volume", command="radio_set_volume", argument="volume", kind="integer", device="radio", aspect=_LOUD),
    Setting(key="radio.station", command="radio_play_station", argument="name", kind="name", device="radio",
            aspect="station*|news|listen*|tune*|channel|source|source"),
    Setting(key="radio.power", command="radio_switch", argument="switch", kind="boolean", device="radio",
            aspect="turn* (on|off)|switch* (on|off)", values=_SWITCH),
    Setting(key="ac.temperature", command="airConditioner_set_temperature", argument="temperature", kind="integer", device="ac",
            aspect="temp*|degrees?|warm*|cool*|hot|hotter|cold*|chill*|freez*|heat*|celsius|c|lukewarm",
            cues="temperature|degrees|(cabin|air|interior) temp*", place="zone", minimum=15, maximum=35,
            more="warmer|hotter", less="cooler|colder|chillier", switch="airConditioner_set_power"),
    Setting(key="ac.fan", command="airConditioner_set_fan_speed", argument="speed", kind="integer", device="ac",
            aspect="fan*|airflow|blow* (hard|strong|gentl)*|wind speed|speed|hurricane|blower|breez*", cues="fan( speed| level| setting)?|airflow|blower",
            place="zone", minimum=1, maximum=10, switch="airConditioner_set_power"),
    Setting(key="ac.direction", command="airConditioner_set_air_direction", argument="direction", kind="word", device="ac",
            aspect="direction*|face|feet|foot|blow*|vents?|windshield|airflow|air flow|aim*|point*",
            cues="air direction|(blow|air|vent|direct)*( \\w+){0,4} (face|feet|windshield|eyes|body|legs?)|airflow|vents", place="zone",
            values={"face": "face*", "feet": "feet|foot|legs?", "window": "window*|windshield|windscreen"},
            switch="airConditioner_set_power"),
    Setting(key="ac.mode", command="airConditioner_set_mode", argument="mode", kind="word", device="ac",
            aspect="mode|dehumid*|purif*|defrost*|defog*|swing|humid*|damp*|fogg*|auto", cues="dehumidif*|purif*|defog*|swing mode|defrost*|ac mode",
            place="zone", switch="airConditioner_set_power", values={
                "auto": "auto|automatic", "purify": "purif*|air cleaning", "dehumidify": "dehumidif*|dry mode",
                "defrost": "defrost*", "swing": "swing*|sweep*|oscillat*", "defog": "defog*"}),
    Setting(key="ac.circulation", command="airConditioner_set_circulation", argument="circulation", kind="word", device="ac",
            aspect="circulat*|recirc*|recycl*|fresh air|outside air|inside air|smell*|fume*|dust*|smog|odor*|intake|pollut*|exhaust|stink*|pollen|stale|stuffy|smoke|outside|inside",
            cues="(air )?circulat*|recirculat*|fresh air|outside air|intake|fume*|smog|dust|smell*|odor*|pollen|exhaust|recycle", place="zone", values={
                "inside": "inside|recirculat*|recycl*|internal|interior|clos* the (intake|vents?)|block the (smell|outside air)|indoor",
                "outside": "outside|fresh( air)?|external|exterior|outdoor"}, switch="airConditioner_set_power"),
    Setting(key="ac.power", command="airConditioner_set_power", argument="is_on", kind="boolean", device="ac",
            aspect="turn* (on|off)|switch* (on|off)|power", place="zone", values=_SWITCH),
    Setting(key="pedal.power", command="footPedal_set_switch", argument="switch", kind="boolean", device="pedal",
            place="position", values={"on": _ON + "|out|extend*|deploy*|down", "off": _OFF + "|in|retract*"}),
    Setting(key="bluetooth.connected", command="bluetooth_set_connection", argument="connected", kind="boolean", device="bluetooth",
            values={"on": _ON + "|connect|connected|pair|paired|reconnect", "off": _OFF + "|disconnect*|unpair"}),
    Setting(key="video.quality", command="video_set_quality", argument="quality", kind="word", device="video",
            aspect="quality|resolution|1080p?|720p?|480p?|270p?|hd|definition|buffer*|data|sharp*|grain*|bandwidth",
            cues="(video )?(quality|resolution)|1080p|720p|480p|270p", values={
                "1080p": "1080p?|full hd|highest( setting| quality)?|max* (quality|resolution)", "720p": "720p?",
                "480p": "480p?|standard definition", "270p": "270p?|lowest( setting| quality)?|min* (quality|resolution)"}),
    Setting(key="video.volume", command="video_set_volume", argument="volume", kind="integer", device="video", aspect=_LOUD),
    Setting(key="video.fullscreen", command="video_set_fullscreen", argument="fullscreen", kind="boolean", device="video",
            aspect="full ?screen", cues="full ?screen", values=_SWITCH | {"off": _OFF + "|exit|window*|leave"}),
    Setting(key="video.scene", command="video_set_scene", argument="scene", kind="word", device="video",
            aspect="background|foreground", values={"foreground": "foreground", "background": "background"}),
    Setting(key="video.name", command="video_play_video", argument="video_name", kind="name", device="video", aspect="play*|watch*"),
    Setting(key="video.power", command="video_switch", argument="switch", kind="boolean", device="video",
            aspect="turn* (on|off)|switch* (on|off)", values=_SWITCH),
    Setting(key="window.degree", command="window_set_open_degree", argument="degree", kind="integer", device="window",
            aspect="open*|crack*|percent|%|degree|way|roll*|halfway|lower*|down|clos*", place="window", switch="window_set_open",
            values={"on": "open*|roll*( \\w+)?( \\w+)? down|down", "off": "clos*|shut|roll*( \\w+)?( \\w+)? up|up"}),
    Setting(key="window.child_lock", command="window_set_child_lock", argument="enabled", kind="boolean", device="window",
            aspect="child lock*|child*|kid*", cues="child (safety )?lock*", place="window", values=_SWITCH),
    Setting(key="window.auto_close", command="window_set_auto_close_on_lock", argument="enabled", kind="boolean", device="window",
            aspect="auto* clos*|clos* auto*|on lock|when (i|we) (lock|park)|lock*|park*", cues="auto close on lock", place="window", values={
                "on": _ON + "|close* automatically|auto close", "off": _OFF}),
    Setting(key="door.locked", command="door_set_locked", argument="locked", kind="boolean", device="door",
            aspect="lock*|secur*", place="door", values={"on": "lock*|secur*", "off": "unlock*"}),
    Setting(key="door.open", command="door_set_open", argument="is_open", kind="boolean", device="door",
            aspect="open*|clos*|shut", place="door", values={"on": "open*", "off": "clos*|shut"}),
    Setting(key="door.warning", command="door_set_open_warning", argument="enabled", kind="boolean", device="door",
            aspect="warn*|beep*|chime*|alert*|ajar", cues="door (open )?(warning|alert|chime)*|open warning", place="door", values=_SWITCH),
    Setting(key="sunshade.degree", command="sunshade_set_open_degree", argument="degree", kind="word", device="sunshade",
            aspect="open*|degree|level|half*|low|medium|high|max*|min*|clos*", place="sunshade", switch="sunshade_set_open", values={
                "close": "close|closed|shut", "min": "min|minimum", "low": "low", "medium": "medium|mid|half*", "high": "high",
                "max": "max|maximum|fully?"}),
    Setting(key="sunshade.open", command="sunshade_set_open", argument="is_open", kind="boolean", device="sunshade",
            aspect="open*|clos*|shut", place="sunshade", values={"on": "open*", "off": "clos*|shut"}),
    Setting(key="sunshade.auto_close", command="sunshade_set_auto_close_on_lock", argument="enabled", kind="boolean", device="sunshade",
            aspect="auto* clos*|clos* auto*|on lock|lock*|when (i|we) (lock|park)*", place="sunshade", values=_SWITCH),
    Setting(key="wiper.speed", command="wiper_set_speed", argument="speed", kind="integer", device="wiper",
            aspect="speed|fast*|slow*|level", place="wiper", switch="wiper_set_open", minimum=1, maximum=5, values=_SWITCH),
    Setting(key="music.mode", command="music_set_play_mode", argument="mode", kind="word", device="music",
            aspect="(play(back)? )?mode|shuffl*|repeat*|loop*|sequential|in order|random*|start to finish|on repeat|order",
            cues="shuffl*|single loop|list loop|on repeat|play(back)? mode|sequential", values={
                "single_loop": "single (song )?loop|single|(on )?repeat (one|song)?|on repeat|loop (this|one|the song|it)|repeat this",
                "shuffle": "shuffl*|random*|mix it up|variety", "sequential": "sequential*|in (sequence|order)|start to finish|original order|sequential order",
                "list_loop": "list loop|loop* (the |my )?(list|playlist|album)|repeat all|loop all|playlist loop"}),
    Setting(key="music.volume", command="music_set_volume", argument="volume", kind="integer", device="music", aspect=_LOUD + "|level",
            vague="volume|sound|louder|quieter"),
    Setting(key="music.lyrics", command="music_set_lyrics_display", argument="enabled", kind="boolean", device="music",
            aspect="lyric*|words|sing* along|karaoke|scroll*", cues="lyric*|sing* along|karaoke", values=_SWITCH),
    Setting(key="music.favorite", command="music_set_favorite", argument="favorite", kind="boolean", device="music",
            aspect="favou?rit(e|es|ed) (list|song)|add* (\\w+ )?to (my )?favou?rites", values=_SWITCH),
    Setting(key="music.name", command="music_play_song", argument="song_name", kind="name", device="music", aspect="play*|listen*"),
    Setting(key="music.power", command="music_switch", argument="switch", kind="boolean", device="music",
            aspect="turn* (on|off)|switch* (on|off)|stop|start", values=_SWITCH),
    Setting(key="overhead.brightness", command="overheadScreen_set_brightness_level", argument="level", kind="integer", device="overhead",
            aspect=_BRIGHT + "|see", switch="overheadScreen_switch", minimum=0, maximum=5),
    Setting(key="overhead.time_format", command="overheadScreen_set_time_format", argument="time_format", kind="word",
            device="overhead", aspect="time|clock|(12|24) ?h(our)?|military", vague="time format|military time|clock",
            values={"12h": "12 ?h|12 hour*|twelve hour|am/pm|am pm", "24h": "24 ?h|24 hour*|military( time)?|twenty four hour"}),
    Setting(key="overhead.language", command="overheadScreen_set_language", argument="language", kind="word", device="overhead",
            aspect="language*|chinese|english|mandarin|translat*|character*", values={"Chinese": "chinese|mandarin", "English": "english"}),
    Setting(key="overhead.power", command="overheadScreen_switch", argument="switch", kind="boolean", device="overhead",
            aspect="turn* (on|off)|switch* (on|off)", values=_SWITCH),
    Setting(key="wheel.heating", command="steeringWheel_set_heating_level", argument="level", kind="integer", device="wheel",
            aspect=_HEAT + "|cold|freez*|chill*|burn*|toast*|numb", cues="(steering )?wheel (heat|warm)*|heated (steering )?wheel", switch="steeringWheel_set_heating_enabled",
            minimum=0, maximum=10, values=_SWITCH),
    Setting(key="wheel.view", command="steeringWheel_set_view_display_enabled", argument="enabled", kind="boolean", device="wheel",
            aspect="view display|display|button*|shortcut*", values=_SWITCH),
    Setting(key="light.fog", command="light_set_fog_light", argument="enabled", kind="boolean", device="fog", values=_SWITCH),
    Setting(key="light.high_beam", command="light_set_high_beam", argument="enabled", kind="boolean", device="high_beam", values=_SWITCH),
    Setting(key="light.daytime", command="light_set_daytime_running", argument="enabled", kind="boolean", device="daytime", values=_SWITCH),
    Setting(key="light.left_turn", command="light_set_left_turn", argument="enabled", kind="boolean", device="left_turn", values=_SWITCH),
    Setting(key="light.right_turn", command="light_set_right_turn", argument="enabled", kind="boolean", device="right_turn", values=_SWITCH),
    Setting(key="light.auto_headlight", command="light_set_auto_headlight", argument="enabled", kind="boolean", device="headlight",
            aspect="auto*|headlight*", values=_SWITCH | {"off": _OFF + "|manual*|no automatic"}),
    Setting(key="light.hazard", command="light_set_hazard", argument="enabled", kind="boolean", device="hazard", values=_SWITCH),
    Setting(key="light.position", command="light_set_position", argument="enabled", kind="boolean", device="position", values=_SWITCH),
    Setting(key="light.tail", command="light_set_tail", argument="enabled", kind="boolean", device="tail", values=_SWITCH),
    Setting(key="light.low_beam", command="light_set_low_beam_level", argument="level", kind="word", device="low_beam",
            switch="light_set_low_beam_enabled", values={
                "lowest": "lowest|minimum", "low": "low level|(to|at) low", "medium": "medium|middle", "high": "(to|at) high|high level",
                "highest": "highest|max*"}),
    Setting(key="light.ambient", command="light_set_ambient_color", argument="color", kind="word", device="ambient",
            aspect=_COLOR + "|calm*|relax*|focus|mood", switch="light_set_ambient_enabled",
            values=_colors("red", "orange", "yellow", "green", "cyan", "blue", "purple", "white", "pink")),
    Setting(key="light.reading", command="light_set_reading_light_brightness", argument="brightness", kind="integer", device="reading",
            aspect=_BRIGHT + "|reading|read", place="light", switch="light_set_reading_light", minimum=1, maximum=10, values=_SWITCH),
)

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}

_NOISE = pattern(
    "(driver|passenger|back|rear|front)('s)? seat|in the (back|front)( seat)?|driver's|dashboard showed|"
    "back to|went back|drove|driving|driver|looked at the road|high court|high way|at the wheel|behind the wheel|wheel of|"
    "turn* (left|right)|in turn|wheelchair|play with|out the window"
)


def quiet(text: str) -> str:
    """The plain text without phrases that name a part of the car but mean where someone sits or what they do."""
    return _NOISE.sub(" ", text)


def is_direct(setting: Setting, text: str) -> bool:
    """Whether a plain text names the setting's device, or cues the setting without it."""
    return setting.device in named_devices(text) or bool(pattern(setting.cues).search(text))


def strength(setting: Setting, text: str) -> float:
    """How clearly a plain text speaks of a setting: 0 not at all, about 5 beyond doubt.

    A device's own name counts three, a word that fits several devices one (less where another device is named), the
    aspect two, both side by side one and a half more, a direct cue three. Without a device or a cue the aspect alone
    counts nothing.
    """
    named = named_devices(text)
    device = DEVICES[setting.device]
    if setting.device in named:
        score = 3.0
    elif pattern(device.hints).search(text):
        score = 0.4 if named else 1.0
    else:
        score = 0.0
    cued = bool(pattern(setting.cues).search(text))
    score += 3.0 * cued
    if not score:
        return 1.5 if not named and pattern(setting.vague).search(text) else 0.0
    if not setting.aspect:
        return score + 1.0
    if pattern(setting.aspect).search(text):
        return score + (3.5 if setting.device in named and _beside(setting.key).search(text) else 2.0)
    return score if cued else score * 0.5


@lru_cache(maxsize=8192)
def spoken_of(text: str) -> Mapping[str, float]:
    """The settings that a plain text speaks of, by key, each with its strength; those at 0 are left out."""
    found = {setting.key: strength(setting, text) for setting in SETTINGS}
    return {key: n for key, n in found.items() if n}


@lru_cache(maxsize=8192)
def speaks_of_the_car(text: str) -> bool:
    """Whether a plain text names a part of the car, or cues one of its settings."""
    return bool(named_devices(text)) or any(pattern(setting.cues).search(text) for setting in SETTINGS if setting.cues)


@lru_cache(maxsize=8192)
def named_devices(text: str) -> frozenset[str]:
    """The devices that a plain text calls by a name of their own."""
    return frozenset(key for key, device in DEVICES.items() if pattern(device.names).search(text))


@lru_cache(maxsize=8192)
def _beside(key: str) -> re.Pattern[str]:
    """Device and aspect within two words of each other, in either order."""
    setting = BY_KEY[key]
    names, aspect = (_body(words) for words in (DEVICES[setting.device].names, setting.aspect))
    return re.compile(
        rf"(?<!\w)(?:(?:{names})\W+(?:\w+\W+){{0,2}}?(?:{aspect})|(?:{aspect})\W+(?:(?:on|of|for|in|the|my)\W+){{1,3}}(?:{names}))(?!\w)"
    )
