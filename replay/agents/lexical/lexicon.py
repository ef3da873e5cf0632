"""The words by which people mean a setting of the car: one table, read by every later step.

Limits, arguments and places are those of `vehicle.catalogue`; here stand only words. All of them are patterns, see
`patterns.pattern`, and are matched on plain text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from replay.agents.lexical.vocabulary import (
    A_NUMBER,
    BRIGHT,
    BY_ITSELF,
    CLOCKS,
    COLOR,
    HEAT,
    LOUD,
    SWITCH,
    TONGUES,
    TURNED_OFF,
    TURNED_ON,
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
        aspect=aspect, cues=cues, vague=vague, switch=switch, more=more, less=less, values=values or {},
    )  # fmt: skip


SETTINGS: tuple[Setting, ...] = (
    _row(
        "hud.height",
        "HUD_set_height_level",
        "hud",
        aspect="height|high*|low*|tall*|short*|position|raise*|sit*|posture",
        switch="HUD_switch",
    ),
    _row("hud.brightness", "HUD_set_brightness_level", "hud", aspect=BRIGHT + "|see|sunny", switch="HUD_switch"),
    _row("hud.power", "HUD_switch", "hud", values=SWITCH),
    _row("center.brightness", "centerInformationDisplay_set_brightness", "center", aspect=BRIGHT + "|see|sunny"),
    _row(
        "center.auto_brightness",
        "centerInformationDisplay_set_auto_brightness",
        "center",
        aspect=BY_ITSELF,
        values=SWITCH,
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
    _row("panel.brightness", "instrumentPanel_set_brightness", "panel", aspect=BRIGHT),
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
        values={"on": TURNED_ON + "|auto* on", "off": TURNED_OFF + "|manual( control)?"},
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
    _row("trunk.degree", "trunk_set_open_degree", "trunk", switch="trunk_switch"),
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
        aspect="open*|clos*",
        values={"on": "open*", "off": "clos*|shut"},
    ),
    _row(
        "mirror.height",
        "rearviewMirror_set_height_position",
        "mirror",
        aspect="height|high*|low*|vertical*|tall*|short*|raise*|up|down|sit* (lower|higher|up)|posture",
    ),
    _row(
        "mirror.horizontal",
        "rearviewMirror_set_horizontal_position",
        "mirror",
        aspect="horizontal*|left|right|wide*|angle*|outward*|inward*|side( to side)?|position|spot",
    ),
    _row(
        "mirror.tilt",
        "rearviewMirror_set_auto_reverse_tilt",
        "mirror",
        aspect="tilt*|revers*|back* up|curb|tire*|auto reverse",
        cues="reverse tilt|auto tilt",
        values={"on": TURNED_ON + "|tilt* down", "off": TURNED_OFF},
    ),
    _row(
        "mirror.fold",
        "rearviewMirror_set_auto_fold_on_lock",
        "mirror",
        aspect="fold*|tuck*|lock*",
        cues="auto fold",
        values={"on": TURNED_ON + "|fold", "off": TURNED_OFF + "|unfold*|(keep|leave|stay*)( \\w+){0,3} out"},
    ),
    _row(
        "mirror.heating",
        "rearviewMirror_set_heating_enabled",
        "mirror",
        aspect=HEAT + "|defog*|defrost*|fogg*|fog|drops|rain*|ice|icy|frost*|steam*|wet|mist*",
        values=SWITCH,
    ),
    _row("mirror.power", "rearviewMirror_set_power", "mirror", aspect="power|turn* (on|off)", values=SWITCH),
    _row("sunroof.degree", "sunroof_set_open_degree", "sunroof"),
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
        aspect=(
            "voice*|guidance|instruction*|mute*|detailed|simple|chatt*|talk*|turn by turn|miss*( \\w+)? turns?|"
            "speak*|spoken|chatter*|word*|verbose|prompt*|lane*"
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
    _row("navigation.volume", "navigation_set_volume", "navigation", aspect=LOUD + "|shout*"),
    _row(
        "navigation.view",
        "navigation_set_map_view",
        "navigation",
        aspect="(map )?view|2d|3d|heading up|north up|orient*|perspective|terrain|top down|rotat*|flat|layout",
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
        aspect="zoom*|scale|street names|closer|tight|wider",
        cues="zoom*|magnif*",
        more="zoom*( \\w+)? in|closer|tighter|(farther|further) in",
        less="zoom*( \\w+)? out|wider|(farther|further)(?! in)",
    ),
    _row(
        "navigation.traffic",
        "navigation_set_traffic_display",
        "navigation",
        aspect="traffic|congest*|jam*",
        cues="traffic (display|info*|condition*|layer|overlay|color*|map*)|congestion|traffic jams?",
        values=SWITCH,
    ),
    _row(
        "navigation.camera",
        "navigation_set_speed_camera_alert",
        "navigation",
        aspect="camera*|speed trap*|speed camera*|alert*",
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
        aspect=HEAT + "|cold|freez*|chill*|toast*",
        cues="(seat|bun) (heat|warm)*|heated seat*",
        switch="seat_set_heating_mode",
        values=SWITCH,
    ),
    _row(
        "seat.massage",
        "seat_set_massage_level",
        "seat",
        aspect="massag*|knead*|back ?rub|rub*|shiatsu",
        cues="massag*|knead*|back ?rub",
        switch="seat_set_massage_mode",
        values=SWITCH,
    ),
    _row(
        "seat.ventilation",
        "seat_set_ventilation_speed",
        "seat",
        aspect="ventilat*|draft*|cool*|sweat*|breez*|breath*|fan*|sticky|sticking|clammy|damp|air",
        cues="ventilat*|ventilated seat*|seat* (cooling|ventilation|fan*|blower*)|seat breathe",
        switch="seat_set_ventilation_enabled",
        values=SWITCH,
    ),
    _row(
        "seat.horizontal",
        "seat_set_horizontal_position",
        "seat",
        aspect=(
            "position|horizontal*|forward*|backward*|closer|further|farther|slid(e|ing)|knees|legroom|leg room|"
            "pedal*|back*"
        ),
    ),
    _row(
        "seat.vertical",
        "seat_set_vertical_position",
        "seat",
        aspect="sit (higher|lower|up)|vertical*|(seat )?height|high*|low*|raise*",
        cues="seat height",
    ),
    _row(
        "seat.cushion_extension",
        "seat_set_cushion_extension",
        "seat",
        aspect="cushion exten*|exten*|thigh*",
        cues="cushion (exten|length)*|thigh support",
    ),
    _row(
        "seat.cushion_angle",
        "seat_set_cushion_angle",
        "seat",
        aspect="cushion angle|cushion*|tilt*",
        cues="cushion (angle|tilt)*",
    ),
    _row(
        "seat.backrest",
        "seat_set_backrest_angle",
        "seat",
        aspect="lie back|lying|slouch*|sunbath*|backrest*|reclin*|upright|angle|lean*|straight",
        cues="backrest*|reclin*|seat ?back|lean(ing)? back|my lean",
    ),
    _row(
        "seat.leg_support",
        "seat_set_leg_support_height",
        "seat",
        aspect="leg (support|rest)*|legrest|leg*",
        cues="leg (support|rest)|legrest",
    ),
    _row(
        "seat.foot_support",
        "seat_set_foot_support_height",
        "seat",
        aspect="foot (support|rest)*|footrest|foot|feet",
        cues="foot (support|rest)|footrest",
    ),
    _row(
        "seat.headrest",
        "seat_set_headrest_height",
        "seat",
        aspect="head ?rest*|head support|neck",
        cues="head ?rest*",
    ),
    _row(
        "seat.folded",
        "seat_set_folded",
        "seat",
        aspect="fold*|flat|cargo|load*|bike*|transport*",
        cues="seat* (folded|down)|fold*( \\w+)?( \\w+)? seat*",
        values={"on": "fold(ed|ing)?( \\w+)? (down|flat)|folded|fold|flat|down", "off": "unfold*|back up|upright|up"},
    ),
    _row("radio.volume", "radio_set_volume", "radio", aspect=LOUD + A_NUMBER),
    _row("radio.station", "radio_play_station", "radio", aspect="station*|news|listen*|tune*|channel|source|source"),
    _row("radio.power", "radio_switch", "radio", aspect="turn* (on|off)|switch* (on|off)", values=SWITCH),
    _row(
        "ac.temperature",
        "airConditioner_set_temperature",
        "ac",
        aspect=(
            "thermostat|temp*|degrees?|warm*|cool*|hot|hotter|cold*|chill*|freez*|heat*|celsius|c|lukewarm|(at|"
            "to|on) (1[6-9]|2\\d|30)"
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
        aspect="fan*|airflow|blow* (hard|strong|gentl)*|wind speed|speed|blower|breez*",
        cues="(?<!seat[ ])fan( speed| level| setting)?|airflow|blower",
        switch="airConditioner_set_power",
    ),
    _row(
        "ac.direction",
        "airConditioner_set_air_direction",
        "ac",
        aspect="direction*|face|feet|foot|blow*|vents?|windshield|airflow|air flow|aim*|point*",
        cues="air direction|(blow|air|vent|direct)*( \\w+){0,4} (face|feet|windshield|eyes|body|legs?)|airflow|vents",
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
        aspect="mode|dehumid*|purif*|defrost*|defog*|swing|humid*|damp*|fogg*|auto",
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
        aspect=(
            "circulat*|recirc*|recycl*|fresh air|outside air|inside air|smell*|fume*|dust*|smog|odor*|intake|"
            "pollut*|exhaust|stink*|pollen|stale|stuffy|smoke|outside|inside"
        ),
        cues=(
            "(air )?circulat*|recirculat*|fresh air|outside air|intake|fume*|smog|dust|smell*|odor*|pollen|exhaust|"
            "recycle"
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
        values={"on": TURNED_ON + "|out|extend*|deploy*|down", "off": TURNED_OFF + "|in|retract*"},
    ),
    _row(
        "bluetooth.connected",
        "bluetooth_set_connection",
        "bluetooth",
        values={
            "on": TURNED_ON + "|(re)?connect(s|ed|ing)?|pair(s|ed|ing)?",
            "off": TURNED_OFF + "|disconnect*|unpair",
        },
    ),
    _row(
        "video.quality",
        "video_set_quality",
        "video",
        aspect=(
            "quality|resolution|1080p?|720p?|480p?|270p?|hd|definition|buffer*|data|sharp*|grain*|blurr*|pixel*|"
            "blocky|crisp*|picture|bandwidth"
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
    _row("video.volume", "video_set_volume", "video", aspect=LOUD + A_NUMBER),
    _row(
        "video.fullscreen",
        "video_set_fullscreen",
        "video",
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
        aspect="open*|crack*|percent|%|degree|way|roll*|halfway|lower*|down|clos*",
        switch="window_set_open",
        values={"on": "open*|roll*( \\w+)?( \\w+)? down|down", "off": "clos*|shut|roll*( \\w+)?( \\w+)? up|up"},
    ),
    _row(
        "window.child_lock",
        "window_set_child_lock",
        "window",
        aspect="child lock*|child*|kid*",
        cues="child (safety )?lock*",
        values=SWITCH,
    ),
    _row(
        "window.auto_close",
        "window_set_auto_close_on_lock",
        "window",
        aspect="auto* clos*|clos* auto*|on lock|when (i|we) (lock|park)|lock*|park*",
        cues="auto close on lock",
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
        aspect="warn*|beep*|chime*|alert*|ajar",
        cues="door (open )?(warning|alert|chime)*|open warning",
        values=SWITCH,
    ),
    _row(
        "sunshade.degree",
        "sunshade_set_open_degree",
        "sunshade",
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
        aspect="auto* clos*|clos* auto*|on lock|lock*|when (i|we) (lock|park)*",
        values=SWITCH,
    ),
    _row(
        "wiper.speed",
        "wiper_set_speed",
        "wiper",
        aspect="speed|fast*|slow*|level",
        switch="wiper_set_open",
        values=SWITCH,
    ),
    _row(
        "music.mode",
        "music_set_play_mode",
        "music",
        aspect="(play(back)? )?mode|shuffl*|repeat*|loop*|sequential|in order|random*|start to finish|on repeat|order",
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
        aspect=LOUD + A_NUMBER + "|level",
        vague=("volume|sound|louder|quieter"),
    ),
    _row(
        "music.lyrics",
        "music_set_lyrics_display",
        "music",
        aspect="lyric*|text|verses?|words|sing* along|karaoke|scroll*",
        cues="lyric*|sing* along|karaoke",
        values=SWITCH,
    ),
    _row(
        "music.favorite",
        "music_set_favorite",
        "music",
        aspect="favou?rit(e|es|ed) (list|song)|add* (\\w+ )?to (my )?favou?rites",
        values=SWITCH,
    ),
    _row("music.name", "music_play_song", "music", aspect="play*|listen*"),
    _row("music.power", "music_switch", "music", aspect="turn* (on|off)|switch* (on|off)|stop|start", values=SWITCH),
    _row(
        "overhead.brightness",
        "overheadScreen_set_brightness_level",
        "overhead",
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
        aspect=HEAT + "|cold|freez*|chill*|burn*|toast*|numb",
        cues="(steering )?wheel (heat|warm)*|heated (steering )?wheel",
        switch="steeringWheel_set_heating_enabled",
        values=SWITCH,
    ),
    _row(
        "wheel.view",
        "steeringWheel_set_view_display_enabled",
        "wheel",
        aspect="view display|display|button*|shortcut*",
        values=SWITCH,
    ),
    _row("light.fog", "light_set_fog_light", "fog", values=SWITCH),
    _row("light.high_beam", "light_set_high_beam", "high_beam", values=SWITCH),
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
    _row("light.hazard", "light_set_hazard", "hazard", values=SWITCH),
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
        aspect=COLOR + "|calm*|relax*|focus|mood",
        switch="light_set_ambient_enabled",
        values=colors("red", "orange", "yellow", "green", "cyan", "blue", "purple", "white", "pink"),
    ),
    _row(
        "light.reading",
        "light_set_reading_light_brightness",
        "reading",
        aspect=BRIGHT + "|reading|read",
        switch="light_set_reading_light",
        values=SWITCH,
    ),
)
"""Every setting that can be meant, the more usual of equals first: ties between settings go by this order."""

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}
