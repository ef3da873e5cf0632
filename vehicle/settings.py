"""The settings of the car: where it has places, what it leaves the factory with, what people call its parts.

The facts are those of VehicleWorld as VehicleMemBench ships it (snapshot 5ef3c48); descriptions and words are ours.
One half of the table; the commands are the other, `vehicle.catalogue`.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from vehicle.schema import FieldRow, PositionGroup, Value

LABEL_LEAVES = 126
"""Constant description and type strings of the published state's envelopes.

The published metrics count each of them as a field that stayed unchanged; nothing else ever sees them.
"""

# ---- places -------------------------------------------------------------------------------------------------------

SEATS = ("driver", "passenger", "rear_left", "rear_right")
FRONT_SEATS = ("driver", "passenger")
ENDS = ("front", "rear")
SIDES = ("left", "right")

_FOUR = {
    "driver": ("driver",), "passenger": ("passenger",), "rear_left": ("rear_left",), "rear_right": ("rear_right",),
    "front": FRONT_SEATS, "rear": ("rear_left", "rear_right"), "all": SEATS,
}  # fmt: skip
_FOUR_ALIASES = {
    "主驾": "driver", "副驾": "passenger", "左后": "rear_left", "右后": "rear_right",
    "前排": "front", "后排": "rear", "全部": "all",
}  # fmt: skip
_TWO = {"driver": ("driver",), "passenger": ("passenger",), "all": FRONT_SEATS}
_ENDS = {"front": ("front",), "rear": ("rear",), "all": ENDS}
_SIDES = {"left": ("left",), "right": ("right",), "both": SIDES}


def _group(
    name: str, places: Mapping[str, tuple[str, ...]], aliases: Mapping[str, str], blank_means: str | None = None
) -> PositionGroup:
    members = {**places, **{alias: places[word] for alias, word in aliases.items()}}
    return PositionGroup(name=name, members=members, words=tuple(places), blank_means=blank_means)


_GROUPS = (
    _group("seat4", _FOUR, _FOUR_ALIASES),
    _group("position4", _FOUR, _FOUR_ALIASES, blank_means="driver"),
    _group("front_pair", _TWO, {"主驾": "driver", "副驾": "passenger", "全部": "all"}, blank_means="driver"),
    _group("front_rear", _ENDS, {"前排": "front", "后排": "rear", "全部": "all"}, blank_means="front"),
    _group("wiper_pair", _ENDS, {"前": "front", "后": "rear", "全部": "all"}, blank_means="front"),
    _group("mirror_pair", _SIDES, {}),
)
POSITION_GROUPS: Mapping[str, PositionGroup] = MappingProxyType({group.name: group for group in _GROUPS})
"""What a position argument may say, by the group that the parameter names."""

_PLACES = {
    "rearviewMirror": SIDES, "seat": SEATS, "airConditioner": SEATS, "footPedal": FRONT_SEATS, "window": SEATS,
    "door": SEATS, "sunshade": ENDS, "wiper": ENDS, "light": SEATS,
}  # fmt: skip

# ---- settings -----------------------------------------------------------------------------------------------------


def _field(path: str, factory: Value, description: str, *words: str) -> FieldRow:
    places = _PLACES[path.split(".", 1)[0]] if "*" in path else ()
    return FieldRow(path=path, factory=factory, description=description, words=words, places=places)


# path, factory value, what it is, what people call it
SETTINGS: tuple[FieldRow, ...] = (
    _field("HUD.is_on", False, "head-up display shown", "head-up display", "hud", "heads-up display"),
    _field("HUD.height_level", 5, "height of the head-up display, 1 to 10", "hud height", "head-up display height"),
    _field("HUD.brightness_level", 5, "brightness of the head-up display, 1 to 10",
           "hud brightness", "head-up display brightness"),

    _field("centerInformationDisplay.is_on", False, "central display on",
           "center information display", "central display", "center display", "center screen", "central screen",
           "infotainment screen"),
    _field("centerInformationDisplay.brightness", 30, "brightness of the central display, 0 to 100",
           "center display brightness", "central screen brightness", "screen brightness"),
    _field("centerInformationDisplay.auto_brightness_enabled", False, "central display dims by itself",
           "center display automatic brightness", "automatic screen brightness", "auto-brightness"),
    _field("centerInformationDisplay.time_format", "24h", "clock of the central display",
           "center display time format", "center screen clock", "12-hour clock", "24-hour clock"),
    _field("centerInformationDisplay.language", "English", "language of the central display",
           "center display language", "center screen language", "screen language"),

    _field("instrumentPanel.total_mileage", 1, "total mileage shown", "total mileage", "odometer", "mileage"),
    _field("instrumentPanel.theme", "scene", "what the instrument panel shows",
           "instrument panel theme", "dashboard theme", "cluster theme", "scene theme", "map theme"),
    _field("instrumentPanel.brightness", 3, "brightness of the instrument panel, 1 to 5",
           "instrument panel brightness", "dashboard brightness", "cluster brightness", "dash brightness"),
    _field("instrumentPanel.color", "white", "color of the instrument panel",
           "instrument panel color", "dashboard color", "cluster color", "dash color", "instrument panel colour"),
    _field("instrumentPanel.behavior_mode", "constant", "how the instrument panel is lit",
           "instrument panel behavior", "dashboard blinking", "dashboard mode", "blink mode", "constant mode"),
    _field("instrumentPanel.auto_brightness_enabled", False, "instrument panel dims by itself",
           "instrument panel automatic brightness", "dashboard auto-brightness", "automatic dashboard brightness"),
    _field("instrumentPanel.time_format", "24h", "clock of the instrument panel",
           "instrument panel time format", "dashboard clock", "dashboard time format"),
    _field("instrumentPanel.language", "English", "language of the instrument panel",
           "instrument panel language", "dashboard language", "cluster language"),

    _field("frontTrunk.is_on", False, "front trunk open", "front trunk", "frunk"),
    _field("frontTrunk.open_degree", 0, "how far the front trunk is open, 0 to 100",
           "front trunk opening", "frunk opening", "front trunk height"),
    _field("trunk.is_on", False, "trunk open", "trunk", "boot", "tailgate", "rear trunk"),
    _field("trunk.open_degree", 0, "how far the trunk is open, 0 to 100",
           "trunk opening", "tailgate opening", "trunk height", "boot opening"),
    _field("fuelPort.is_open", False, "fuel port open", "fuel port", "fuel door", "fuel cap", "charging port"),
    _field("fuelPort.is_locked", True, "fuel port locked", "fuel port lock", "fuel door lock", "fuel cap lock"),

    _field("rearviewMirror.*.is_on", False, "outside mirror in use",
           "rearview mirror", "side mirror", "wing mirror", "door mirror", "mirror"),
    _field("rearviewMirror.*.height_position", 0, "vertical aim of the mirror, 0 to 100",
           "mirror height", "mirror vertical position"),
    _field("rearviewMirror.*.horizontal_position", 0, "horizontal aim of the mirror, 0 to 100",
           "mirror horizontal position", "mirror angle"),
    _field("rearviewMirror.*.auto_reverse_tilt", False, "mirror tilts down in reverse",
           "mirror reverse tilt", "auto tilt in reverse", "mirror tilt"),
    _field("rearviewMirror.*.auto_fold_on_lock", False, "mirror folds when the car is locked",
           "mirror auto fold", "folding mirrors", "mirror folding"),
    _field("rearviewMirror.*.heating_enabled", False, "mirror heating on",
           "mirror heating", "heated mirrors", "mirror defrost", "mirror heater"),

    _field("sunroof.is_locked", False, "sunroof locked", "sunroof lock"),
    _field("sunroof.open_degree", 0, "how far the sunroof is open, 0 to 100",
           "sunroof", "sunroof opening", "moonroof", "roof window"),

    _field("navigation.is_on", False, "navigation on", "navigation", "sat nav", "gps", "nav system"),
    _field("navigation.voice_mode", "detailed", "how much the navigation says",
           "navigation voice", "voice guidance", "voice prompts", "voice mode", "spoken directions"),
    _field("navigation.volume", 50, "volume of the navigation, 0 to 100",
           "navigation volume", "guidance volume", "voice prompt volume"),
    _field("navigation.map_view", "2d", "how the map is drawn",
           "map view", "map orientation", "north up", "heading up", "3d map", "2d map"),
    _field("navigation.map_zoom", 5, "zoom of the map, 1 to 10", "map zoom", "zoom level", "map scale"),
    _field("navigation.traffic_display_enabled", True, "traffic shown on the map",
           "traffic display", "live traffic", "traffic conditions", "traffic layer", "real-time traffic"),
    _field("navigation.speed_camera_enabled", True, "speed cameras announced",
           "speed camera alert", "speed camera warning", "speed cameras", "camera alerts"),
    _field("navigation.current_destination.name", "", "destination; empty without one",
           "destination", "route", "navigate to", "directions to"),
    _field("navigation.current_destination.route_preference", "fastest", "how the route is chosen",
           "route preference", "fastest route", "shortest route", "avoid highways", "avoid tolls"),
    _field("navigation.current_destination.is_navigating", False, "guiding to the destination",
           "route guidance", "active navigation"),

    _field("seat.*.heating_mode", False, "seat heating on",
           "seat heating", "heated seat", "seat heater", "seat warmer"),
    _field("seat.*.heating_level", 1, "seat heating, 1 to 3",
           "seat heating level", "seat heater level", "seat warmth"),
    _field("seat.*.massage_mode", False, "seat massage on", "seat massage", "massage", "massage function"),
    _field("seat.*.massage_level", 1, "seat massage, 1 to 3",
           "massage level", "massage intensity", "seat massage level", "massage strength"),
    _field("seat.*.ventilation_enabled", False, "seat ventilation on",
           "seat ventilation", "ventilated seat", "seat cooling", "cooled seat"),
    _field("seat.*.ventilation_speed", 1, "seat ventilation, 1 to 5",
           "seat ventilation speed", "seat ventilation level", "seat cooling level", "seat fan"),
    _field("seat.*.horizontal_position", 50, "seat forward or back, 0 to 100",
           "seat position", "seat horizontal position", "seat distance", "legroom"),
    _field("seat.*.vertical_position", 50, "seat height, 0 to 100", "seat height", "seat vertical position"),
    _field("seat.*.folded", False, "seat folded down", "folded seat", "seat folding", "fold down"),
    _field("seat.*.cushion_extension", 50, "length of the seat cushion, 0 to 100",
           "cushion extension", "cushion length", "seat cushion length", "thigh support"),
    _field("seat.*.cushion_angle", 50, "tilt of the seat cushion, 0 to 100",
           "cushion angle", "cushion tilt", "seat cushion angle"),
    _field("seat.*.backrest_angle", 50, "recline of the backrest, 0 to 100",
           "backrest angle", "backrest", "recline", "seat back", "seatback"),
    _field("seat.*.leg_support_height", 50, "height of the leg support, 0 to 100",
           "leg support", "leg support height", "leg rest", "calf support"),
    _field("seat.*.foot_support_height", 50, "height of the foot support, 0 to 100",
           "foot support", "foot support height", "footrest"),
    _field("seat.*.headrest_height", 50, "height of the headrest, 0 to 100",
           "headrest", "headrest height", "head restraint", "head support", "neck support"),

    _field("radio.is_on", False, "radio on", "radio", "fm radio"),
    _field("radio.volume", 50, "volume of the radio, 0 to 100", "radio volume"),

    _field("airConditioner.*.is_on", False, "air conditioning on",
           "air conditioner", "air conditioning", "ac", "a/c", "climate control", "aircon"),
    _field("airConditioner.*.temperature", 24, "temperature in degrees Celsius, 15 to 35",
           "temperature", "ac temperature", "cabin temperature", "climate temperature", "degrees"),
    _field("airConditioner.*.fan_speed", 5, "fan, 1 to 10",
           "fan speed", "fan", "blower", "airflow strength", "ac fan", "fan level"),
    _field("airConditioner.*.air_direction", "face", "where the air blows",
           "air direction", "airflow direction", "vents", "air vents", "airflow"),
    _field("airConditioner.*.mode", "auto", "mode of the air conditioning",
           "ac mode", "defrost", "defog", "dehumidify", "purify", "air purification", "swing mode"),
    _field("airConditioner.*.circulation", "inside", "inside or outside air",
           "air circulation", "recirculation", "fresh air", "outside air", "inside circulation"),

    _field("footPedal.*.is_on", False, "foot pedal out", "foot pedal", "running board", "side step", "footboard"),
    _field("bluetooth.is_connected", False, "Bluetooth connected",
           "bluetooth", "phone connection", "phone pairing"),

    _field("video.is_on", False, "video on", "video", "video player"),
    _field("video.quality", "480p", "resolution of videos", "video quality", "video resolution"),
    _field("video.is_fullscreen", False, "video fills the screen", "full screen", "fullscreen", "fullscreen video"),
    _field("video.scene", "foreground", "video in front or behind",
           "video scene", "background playback", "foreground playback", "video in the background"),
    _field("video.volume", 50, "volume of videos, 0 to 100", "video volume"),
    _field("video.current_video.name", "", "video being played; empty without one",
           "current video", "play video", "movie", "film"),
    _field("video.current_video.is_playing", False, "a video is playing", "video playing"),

    _field("window.*.is_open", False, "window open", "window", "side window"),
    _field("window.*.open_degree", 0, "how far the window is open, 0 to 100",
           "window opening", "window position", "window crack"),
    _field("window.*.child_lock", False, "window switch locked",
           "window child lock", "window lock", "child lock", "child safety lock"),
    _field("window.*.auto_close_on_lock", False, "window closes when the car is locked",
           "window auto close", "windows close on lock", "automatic window closing"),
    _field("door.*.is_locked", False, "door locked", "door lock", "locked door"),
    _field("door.*.is_open", False, "door open", "door"),
    _field("door.*.open_warning", False, "warns of an open door",
           "door open warning", "door warning", "door ajar alert", "door alert"),

    _field("sunshade.*.is_open", False, "sunshade open", "sunshade", "sun blind", "sun shade"),
    _field("sunshade.*.auto_close_on_lock", False, "sunshade closes when the car is locked",
           "sunshade auto close", "sunshades close on lock"),
    _field("sunshade.*.open_degree", "close", "how far the sunshade is open",
           "sunshade opening", "sunshade degree", "sunshade level"),
    _field("wiper.*.is_on", False, "wiper on", "wiper", "windshield wiper", "windscreen wiper"),
    _field("wiper.*.speed", 1, "wiper speed, 1 to 5", "wiper speed", "wiping speed"),

    _field("music.is_on", False, "music on", "music", "music player", "audio"),
    _field("music.play_mode", "sequential", "order in which songs are played",
           "play mode", "playback mode", "shuffle", "loop", "repeat", "sequential playback"),
    _field("music.volume", 50, "volume of the music, 0 to 100", "music volume", "media volume", "song volume"),
    _field("music.lyrics_display_enabled", False, "lyrics shown", "lyrics", "lyrics display", "song words"),
    _field("music.current_song.name", "", "song being played; empty without one",
           "current song", "song", "track", "tune"),
    _field("music.current_song.artist", "", "artist of the song", "artist", "singer", "band"),
    _field("music.current_song.is_favorited", False, "the song is a favorite",
           "favorite song", "favorites", "favourite"),

    _field("overheadScreen.is_on", False, "overhead screen on",
           "overhead screen", "ceiling screen", "roof screen", "rear entertainment screen"),
    _field("overheadScreen.brightness_level", 0, "brightness of the overhead screen, 0 to 5",
           "overhead screen brightness", "ceiling screen brightness"),
    _field("overheadScreen.time_format", "24h", "clock of the overhead screen",
           "overhead screen time format", "overhead screen clock"),
    _field("overheadScreen.language", "Chinese", "language of the overhead screen", "overhead screen language"),

    _field("steeringWheel.view_display_enabled", False, "display in the steering wheel on",
           "steering wheel display", "steering wheel view"),
    _field("steeringWheel.heating_enabled", False, "steering wheel heating on",
           "steering wheel heating", "heated steering wheel", "wheel heating"),
    _field("steeringWheel.heating_level", 0, "steering wheel heating, 0 to 10",
           "steering wheel heating level", "wheel heating level", "steering wheel warmth"),

    _field("light.fog_light.is_on", False, "fog lights on", "fog light", "fog lamp"),
    _field("light.high_beam.is_on", False, "high beam on", "high beam", "full beam", "brights"),
    _field("light.low_beam.is_on", False, "low beam on", "low beam", "dipped beam", "dipped headlights"),
    _field("light.low_beam.level", "lowest", "height of the low beam",
           "low beam level", "low beam height", "headlight level", "headlight height"),
    _field("light.daytime_running.is_on", False, "daytime running lights on",
           "daytime running light", "running lights", "drl"),
    _field("light.left_turn.is_on", False, "left turn signal on", "left turn signal", "left indicator", "left blinker"),
    _field("light.right_turn.is_on", False, "right turn signal on",
           "right turn signal", "right indicator", "right blinker"),
    _field("light.auto_headlight.is_on", False, "headlights switch themselves",
           "automatic headlights", "auto headlights", "headlights", "auto headlight"),
    _field("light.hazard.is_on", False, "hazard lights on", "hazard lights", "hazards", "warning lights"),
    _field("light.position.is_on", False, "position lights on", "position lights", "parking lights", "sidelights"),
    _field("light.tail.is_on", False, "tail lights on", "tail lights", "rear lights"),
    _field("light.ambient.is_on", False, "ambient light on",
           "ambient light", "ambient lighting", "mood lighting", "interior lighting"),
    _field("light.ambient.color", "orange", "color of the ambient light",
           "ambient light color", "ambient color", "mood light color", "ambient lighting color"),
    _field("light.reading_light.*.is_on", False, "reading light on", "reading light", "reading lamp", "map light"),
    _field("light.reading_light.*.brightness", 1, "brightness of the reading light, 1 to 10",
           "reading light brightness", "reading lamp brightness"),
)  # fmt: skip
"""Every setting that the car has from the factory."""

FIELDS: Mapping[str, Value] = MappingProxyType({path: row.factory for row in SETTINGS for path in row.paths})
"""The factory value of each field, by its full path."""

STATION_NAME = "radio.current_station.name"
STATION_FREQUENCY = "radio.current_station.frequency"
LATER_FIELDS = (STATION_NAME, STATION_FREQUENCY)
"""Fields that do not exist before the first station was played."""

_FAVORITE = re.compile(r"music\.favorite_list\[(?:0|[1-9][0-9]*)\]", re.ASCII)


def favorite_path(index: int) -> str:
    """The path of a favourite song; the first has the index 0. No such field exists beyond the end of the list."""
    return f"music.favorite_list[{index}]"


def is_field(path: str) -> bool:
    """Whether the car has such a field, or can come to have it."""
    return path in FIELDS or path in LATER_FIELDS or _FAVORITE.fullmatch(path) is not None


LATER_SETTINGS: tuple[FieldRow, ...] = (
    FieldRow(path=STATION_NAME, factory="", description="station being heard",
             words=("radio station", "station", "channel")),
    FieldRow(path=STATION_FREQUENCY, factory="", description="frequency of the station",
             words=("frequency", "radio frequency")),
)  # fmt: skip
"""The settings that come into being later, favourites apart."""
ROW_OF: Mapping[str, FieldRow] = MappingProxyType({
    path: row for row in SETTINGS + LATER_SETTINGS for path in (row.path, *row.paths)
})  # fmt: skip
"""The setting of each field, by its full path and by its path with `*`."""
