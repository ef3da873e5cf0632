"""THE table: every setting, every command and every limit of the car, and nothing else of them anywhere else.

The facts are those of VehicleWorld as VehicleMemBench ships it (snapshot 5ef3c48); descriptions and words are ours.
The settings stand in `vehicle.settings` and are part of this module's names. `vehicle.decide` interprets the rows,
`vehicle.tools` shows them to a model, `vehicle.state` starts from them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from vehicle.errors import UnknownModule
from vehicle.schema import (
    Arg,
    CommandRow,
    Const,
    Effect,
    Is,
    Module,
    Parameter,
    Put,
    Refuse,
    Special,
    SpecialRule,
    Wake,
)
from vehicle.settings import (
    FIELDS,
    LABEL_LEAVES,
    LATER_FIELDS,
    LATER_SETTINGS,
    POSITION_GROUPS,
    ROW_OF,
    SETTINGS,
    favorite_path,
    is_field,
)

__all__ = [
    "COMMANDS",
    "FIELDS",
    "LABEL_LEAVES",
    "LATER_FIELDS",
    "MODULES",
    "POSITION_GROUPS",
    "RADIO_PRESETS",
    "SETTINGS",
    "favorite_path",
    "find_module",
    "is_field",
    "vocabulary",
]

RADIO_PRESETS = (("News FM", "98.7MHz"), ("Music FM", "103.2MHz"))
"""Names and frequencies of the preset stations, in the order in which they are tried."""

# ---- commands: arguments ------------------------------------------------------------------------------------------

_CLOCKS = ("12h", "24h")
_TONGUES = ("Chinese", "English")


def _flag(name: str = "enabled", description: str = "true: on; false: off") -> Parameter:
    return Parameter(name=name, kind="boolean", description=description)


def _whole(name: str, low: int, high: int | None, description: str = "") -> Parameter:
    limits = f"{low} or more" if high is None else f"{low} to {high}"
    text = f"{description}, {limits}" if description else limits
    return Parameter(name=name, kind="integer", minimum=low, maximum=high, description=text)


def _choice(name: str, values: str | tuple[str, ...], aliases: Mapping[str, str] | None = None, *,
            trims: bool = False, required: bool = True, fallback: str = "") -> Parameter:  # fmt: skip
    options = tuple(values.split()) if isinstance(values, str) else values
    return Parameter(name=name, kind="string", values=options, aliases=aliases or {}, trims=trims, required=required,
                     blank_allowed=not required, fallback=fallback,
                     description="one of " + ", ".join(options))  # fmt: skip


def _name(name: str, description: str, *, before_waking: bool = False) -> Parameter:
    return Parameter(name=name, kind="string", trims=True, before_waking=before_waking, description=description)


def _extra(name: str, description: str, *, trims: bool) -> Parameter:
    return Parameter(name=name, kind="string", required=False, blank_allowed=True, trims=trims,
                     description=description)  # fmt: skip


def _where(name: str, group: str) -> Parameter:
    return Parameter(name=name, kind="string", group=group, description=f"which {name} is meant")


# ---- commands: effects --------------------------------------------------------------------------------------------


def _wake(path: str) -> Wake:
    return Wake(path=path)


def _put(path: str, argument: str) -> Put:
    return Put(path=path, source=Arg(name=argument))


def _on(path: str) -> Put:
    return Put(path=path, source=Const(value=True))


def _reset(path: str, when: Is | None = None) -> Put:
    return Put(path=path, source=Const(value=FIELDS[path]), when=when)


_DESTINATION = "navigation.current_destination"
_OFF = Is(argument="switch", value=False)

# ---- commands: the rows -------------------------------------------------------------------------------------------

_Row = tuple[str, str, tuple[Parameter, ...], tuple[Effect, ...]]

_HUD: tuple[_Row, ...] = (
    ("carcontrol_HUD_switch", "Show or hide the head-up display.",
     (_flag("switch"),), (_put("HUD.is_on", "switch"),)),
    ("carcontrol_HUD_set_height_level", "Set how high the head-up display appears; shows it.",
     (_whole("level", 1, 10),), (_wake("HUD.is_on"), _put("HUD.height_level", "level"))),
    ("carcontrol_HUD_set_brightness_level", "Set how bright the head-up display is; shows it.",
     (_whole("level", 1, 10),), (_wake("HUD.is_on"), _put("HUD.brightness_level", "level"))),
)  # fmt: skip

_SCREENS: tuple[_Row, ...] = (
    ("carcontrol_centerInformationDisplay_set_power", "Switch the central display on or off.",
     (_flag("is_on"),), (_put("centerInformationDisplay.is_on", "is_on"),)),
    ("carcontrol_centerInformationDisplay_set_brightness", "Set the central display's brightness; switches it on.",
     (_whole("brightness", 0, 100, "percent"),),
     (_wake("centerInformationDisplay.is_on"), _put("centerInformationDisplay.brightness", "brightness"))),
    ("carcontrol_centerInformationDisplay_set_auto_brightness",
     "Let the central display set its brightness by itself, or not; switches it on.",
     (_flag(),),
     (_on("centerInformationDisplay.is_on"), _put("centerInformationDisplay.auto_brightness_enabled", "enabled"))),
    ("carcontrol_centerInformationDisplay_set_time_format", "Set the central display's clock; switches it on.",
     (_choice("time_format", _CLOCKS),),
     (_wake("centerInformationDisplay.is_on"), _put("centerInformationDisplay.time_format", "time_format"))),
    ("carcontrol_centerInformationDisplay_set_language", "Set the central display's language; switches it on.",
     (_choice("language", _TONGUES),),
     (_wake("centerInformationDisplay.is_on"), _put("centerInformationDisplay.language", "language"))),

    ("carcontrol_instrumentPanel_set_total_mileage", "Set the mileage that the instrument panel shows.",
     (_whole("mileage", 1, None, "total distance"),), (_put("instrumentPanel.total_mileage", "mileage"),)),
    ("carcontrol_instrumentPanel_set_theme", "Choose what the instrument panel shows.",
     (_choice("theme", "scene map"),), (_put("instrumentPanel.theme", "theme"),)),
    ("carcontrol_instrumentPanel_set_brightness", "Set the instrument panel's brightness.",
     (_whole("brightness", 1, 5, "level"),), (_put("instrumentPanel.brightness", "brightness"),)),
    ("carcontrol_instrumentPanel_set_color", "Set the instrument panel's color.",
     (_choice("color", "yellow green red orange white black"),), (_put("instrumentPanel.color", "color"),)),
    ("carcontrol_instrumentPanel_set_behavior_mode", "Let the instrument panel's light be steady, blinking or off.",
     (_choice("mode", "constant blink off"),), (_put("instrumentPanel.behavior_mode", "mode"),)),
    ("carcontrol_instrumentPanel_set_auto_brightness",
     "Let the instrument panel set its brightness by itself, or not.",
     (_flag(),), (_put("instrumentPanel.auto_brightness_enabled", "enabled"),)),
    ("carcontrol_instrumentPanel_set_time_format", "Set the instrument panel's clock.",
     (_choice("time_format", _CLOCKS),), (_put("instrumentPanel.time_format", "time_format"),)),
    ("carcontrol_instrumentPanel_set_language", "Set the instrument panel's language.",
     (_choice("language", _TONGUES),), (_put("instrumentPanel.language", "language"),)),
)  # fmt: skip

_OPENINGS: tuple[_Row, ...] = (
    ("carcontrol_frontTrunk_switch", "Open or close the front trunk.",
     (_flag("switch", "true: open; false: closed"),), (_put("frontTrunk.is_on", "switch"),)),
    ("carcontrol_frontTrunk_set_open_degree", "Open the front trunk so far; 0 closes it.",
     (_whole("degree", 0, 100, "percent open"),),
     (_put("frontTrunk.open_degree", "degree"),
      Put(path="frontTrunk.is_on", source=Is(argument="degree", value=0, negated=True)))),
    ("carcontrol_trunk_switch", "Open or close the trunk.",
     (_flag("switch", "true: open; false: closed"),), (_put("trunk.is_on", "switch"),)),
    ("carcontrol_trunk_set_open_degree", "Open the trunk so far; 0 closes it.",
     (_whole("degree", 0, 100, "percent open"),),
     (Wake(path="trunk.is_on", above_zero="degree"),
      _put("trunk.open_degree", "degree"),
      Put(path="trunk.is_on", source=Is(argument="degree", value=0, negated=True)))),

    ("carcontrol_fuelPort_set_open", "Open or close the fuel port; it must be unlocked to open.",
     (_flag("open_state", "true: open; false: closed"),),
     (Refuse(argument="open_state", path="fuelPort.is_locked", because="the fuel port is locked: unlock it first"),
      _put("fuelPort.is_open", "open_state"))),
    ("carcontrol_fuelPort_set_locked", "Lock or unlock the fuel port.",
     (_flag("locked", "true: locked; false: unlocked"),), (_put("fuelPort.is_locked", "locked"),)),

    ("carcontrol_rearviewMirror_set_power", "Switch outside mirrors on or off.",
     (_where("side", "mirror_pair"), _flag("is_on")), (_put("rearviewMirror.*.is_on", "is_on"),)),
    ("carcontrol_rearviewMirror_set_height_position", "Aim outside mirrors up or down; switches them on.",
     (_where("side", "mirror_pair"), _whole("value", 0, 100, "percent")),
     (_on("rearviewMirror.*.is_on"), _put("rearviewMirror.*.height_position", "value"))),
    ("carcontrol_rearviewMirror_set_horizontal_position", "Aim outside mirrors in or out; switches them on.",
     (_where("side", "mirror_pair"), _whole("value", 0, 100, "percent")),
     (_on("rearviewMirror.*.is_on"), _put("rearviewMirror.*.horizontal_position", "value"))),
    ("carcontrol_rearviewMirror_set_auto_reverse_tilt",
     "Let outside mirrors tilt down in reverse, or not; switches them on.",
     (_where("side", "mirror_pair"), _flag()),
     (_on("rearviewMirror.*.is_on"), _put("rearviewMirror.*.auto_reverse_tilt", "enabled"))),
    ("carcontrol_rearviewMirror_set_auto_fold_on_lock",
     "Let outside mirrors fold when the car is locked, or not; switches them on.",
     (_where("side", "mirror_pair"), _flag()),
     (_on("rearviewMirror.*.is_on"), _put("rearviewMirror.*.auto_fold_on_lock", "enabled"))),
    ("carcontrol_rearviewMirror_set_heating_enabled", "Heat outside mirrors, or not; switches them on.",
     (_where("side", "mirror_pair"), _flag()),
     (_on("rearviewMirror.*.is_on"), _put("rearviewMirror.*.heating_enabled", "enabled"))),

    ("carcontrol_sunroof_set_locked", "Lock or unlock the sunroof.",
     (_flag("locked", "true: locked; false: unlocked"),), (_put("sunroof.is_locked", "locked"),)),
    ("carcontrol_sunroof_set_open_degree", "Open the sunroof so far, which unlocks it; 0 closes and locks it.",
     (_whole("degree", 0, 100, "percent open"),),
     (Wake(path="sunroof.is_locked", value=False, above_zero="degree"),
      _put("sunroof.open_degree", "degree"),
      Put(path="sunroof.is_locked", source=Is(argument="degree", value=0)))),
)  # fmt: skip

_NAVIGATION: tuple[_Row, ...] = (
    ("carcontrol_navigation_switch", "Switch the navigation on or off; off forgets the destination.",
     (_flag("switch"),),
     (_put("navigation.is_on", "switch"),
      _reset(f"{_DESTINATION}.name", _OFF), _reset(f"{_DESTINATION}.route_preference", _OFF),
      _reset(f"{_DESTINATION}.is_navigating", _OFF))),
    ("carcontrol_navigation_navigate_to", "Guide to a destination; switches the navigation on.",
     (_name("destination", "where to go", before_waking=True),
      _choice("route_preference", "fastest shortest no_highway no_toll",
              {"最快": "fastest", "最短": "shortest", "不走高速": "no_highway", "避免收费": "no_toll"},
              required=False, fallback="fastest")),
     (_wake("navigation.is_on"),
      _put(f"{_DESTINATION}.name", "destination"), _put(f"{_DESTINATION}.route_preference", "route_preference"),
      _on(f"{_DESTINATION}.is_navigating"))),
    ("carcontrol_navigation_stop", "Stop guiding and forget the destination; the navigation stays on.",
     (),
     (_reset(f"{_DESTINATION}.name"), _reset(f"{_DESTINATION}.route_preference"),
      _reset(f"{_DESTINATION}.is_navigating"))),
    ("carcontrol_navigation_set_voice_mode", "Set how much the navigation says; switches it on.",
     (_choice("mode", "simple detailed mute", {"简洁": "simple", "详细": "detailed", "静音": "mute"}),),
     (_wake("navigation.is_on"), _put("navigation.voice_mode", "mode"))),
    ("carcontrol_navigation_set_volume", "Set the navigation's volume; switches it on.",
     (_whole("volume", 0, 100, "percent"),), (_wake("navigation.is_on"), _put("navigation.volume", "volume"))),
    ("carcontrol_navigation_set_map_view", "Set how the map is drawn; switches the navigation on.",
     (_choice("view", "2d 3d heading_up north_up"),), (_wake("navigation.is_on"), _put("navigation.map_view", "view"))),
    ("carcontrol_navigation_set_map_zoom", "Set the map's zoom; switches the navigation on.",
     (_whole("zoom", 1, 10, "level"),), (_wake("navigation.is_on"), _put("navigation.map_zoom", "zoom"))),
    ("carcontrol_navigation_set_traffic_display", "Show traffic on the map, or not; switches the navigation on.",
     (_flag(),), (_on("navigation.is_on"), _put("navigation.traffic_display_enabled", "enabled"))),
    ("carcontrol_navigation_set_speed_camera_alert", "Announce speed cameras, or not; switches the navigation on.",
     (_flag(),), (_on("navigation.is_on"), _put("navigation.speed_camera_enabled", "enabled"))),
)  # fmt: skip


def _seat(what: str, argument: Parameter, description: str, switch: str = "") -> _Row:
    """A seat's command: it sets one field of the addressed seats, after switching on what it belongs to."""
    put = _put(f"seat.*.{what}", argument.name)
    effects: tuple[Effect, ...] = (_on(f"seat.*.{switch}"), put) if switch else (put,)
    return f"carcontrol_seat_set_{what}", description, (_where("seat", "seat4"), argument), effects


_SEATS: tuple[_Row, ...] = (
    _seat("heating_mode", _flag(), "Switch seat heating on or off."),
    _seat("massage_mode", _flag(), "Switch seat massage on or off."),
    _seat("ventilation_enabled", _flag(), "Switch seat ventilation on or off."),
    _seat("heating_level", _whole("level", 1, 3), "Set how warm seats are; switches their heating on.", "heating_mode"),
    _seat("massage_level", _whole("level", 1, 3), "Set how strong the massage is; switches it on.", "massage_mode"),
    _seat("ventilation_speed", _whole("speed", 1, 5), "Set how strong seat ventilation is; switches it on.",
          "ventilation_enabled"),
    _seat("horizontal_position", _whole("value", 0, 100, "percent"), "Move seats forward or back."),
    _seat("vertical_position", _whole("value", 0, 100, "percent"), "Move seats up or down."),
    _seat("cushion_extension", _whole("value", 0, 100, "percent"), "Set how long seat cushions are."),
    _seat("cushion_angle", _whole("value", 0, 100, "percent"), "Tilt seat cushions."),
    _seat("backrest_angle", _whole("value", 0, 100, "percent"), "Recline or raise backrests."),
    _seat("leg_support_height", _whole("value", 0, 100, "percent"), "Set how high leg supports are."),
    _seat("foot_support_height", _whole("value", 0, 100, "percent"), "Set how high foot supports are."),
    _seat("headrest_height", _whole("value", 0, 100, "percent"), "Set how high headrests are."),
    _seat("folded", _flag("folded", "true: folded; false: upright"), "Fold seats down or raise them."),
)  # fmt: skip

_CLIMATE: tuple[_Row, ...] = (
    ("carcontrol_airConditioner_set_power", "Switch the air conditioning of zones on or off.",
     (_where("zone", "position4"), _flag("is_on")), (_put("airConditioner.*.is_on", "is_on"),)),
    ("carcontrol_airConditioner_set_temperature", "Set zones' temperature; switches their air conditioning on.",
     (_where("zone", "position4"), _whole("temperature", 15, 35, "degrees Celsius")),
     (_on("airConditioner.*.is_on"), _put("airConditioner.*.temperature", "temperature"))),
    ("carcontrol_airConditioner_set_fan_speed", "Set zones' fan; switches their air conditioning on.",
     (_where("zone", "position4"), _whole("speed", 1, 10)),
     (_on("airConditioner.*.is_on"), _put("airConditioner.*.fan_speed", "speed"))),
    ("carcontrol_airConditioner_set_air_direction", "Set where zones' air blows; switches their air conditioning on.",
     (_where("zone", "position4"),
      _choice("direction", "face feet window face_feet face_window feet_window face_feet_window")),
     (_on("airConditioner.*.is_on"), _put("airConditioner.*.air_direction", "direction"))),
    ("carcontrol_airConditioner_set_mode", "Set zones' mode; switches their air conditioning on.",
     (_where("zone", "position4"), _choice("mode", "auto purify dehumidify defrost swing defog")),
     (_on("airConditioner.*.is_on"), _put("airConditioner.*.mode", "mode"))),
    ("carcontrol_airConditioner_set_circulation",
     "Let zones use inside or outside air; switches their air conditioning on.",
     (_where("zone", "position4"), _choice("circulation", "inside outside")),
     (_on("airConditioner.*.is_on"), _put("airConditioner.*.circulation", "circulation"))),
)  # fmt: skip

_MEDIA: tuple[_Row, ...] = (
    ("carcontrol_radio_switch", "Switch the radio on or off.", (_flag("switch"),), (_put("radio.is_on", "switch"),)),
    ("carcontrol_radio_set_volume", "Set the radio's volume; switches it on.",
     (_whole("volume", 0, 100, "percent"),), (_wake("radio.is_on"), _put("radio.volume", "volume"))),
    ("carcontrol_radio_play_station", "Play a station by name, frequency or both; switches the radio on.",
     (_extra("name", "name of the station", trims=False), _extra("frequency", "such as 98.7MHz", trims=False)),
     (_wake("radio.is_on"), Special(rule="play_station"))),

    ("carcontrol_bluetooth_set_connection", "Connect or disconnect Bluetooth.",
     (_flag("connected", "true: connected; false: not"),), (_put("bluetooth.is_connected", "connected"),)),

    ("carcontrol_video_switch", "Switch the video player on or off; off stops the video.",
     (_flag("switch"),),
     (_put("video.is_on", "switch"),
      _reset("video.current_video.name", _OFF), _reset("video.current_video.is_playing", _OFF))),
    ("carcontrol_video_play_video", "Play a video; switches the player on.",
     (_name("video_name", "which video"),),
     (_on("video.is_on"), _put("video.current_video.name", "video_name"), _on("video.current_video.is_playing"))),
    ("carcontrol_video_set_quality", "Set the resolution of videos; switches the player on.",
     (_choice("quality", "270p 480p 720p 1080p",
              {"流畅 270p": "270p", "流畅 270P": "270p", "标清 480p": "480p", "标清 480P": "480p",
               "高清 720p": "720p", "高清 720P": "720p", "蓝光 1080p": "1080p", "蓝光 1080P": "1080p"}, trims=True),),
     (_wake("video.is_on"), _put("video.quality", "quality"))),
    ("carcontrol_video_set_fullscreen", "Fill the screen with the video, or not; switches the player on.",
     (_flag("fullscreen"),), (_on("video.is_on"), _put("video.is_fullscreen", "fullscreen"))),
    ("carcontrol_video_set_scene", "Play videos in the foreground or the background; switches the player on.",
     (_choice("scene", "foreground background", {"前景": "foreground", "后景": "background"}),),
     (_wake("video.is_on"), _put("video.scene", "scene"))),
    ("carcontrol_video_set_volume", "Set the volume of videos; switches the player on.",
     (_whole("volume", 0, 100, "percent"),), (_wake("video.is_on"), _put("video.volume", "volume"))),

    ("carcontrol_music_switch", "Switch the music on or off.", (_flag("switch"),), (_put("music.is_on", "switch"),)),
    ("carcontrol_music_play_song", "Play a song; switches the music on.",
     (_name("song_name", "which song"), _extra("artist", "whose song", trims=True)),
     (_on("music.is_on"), _put("music.current_song.name", "song_name"), _put("music.current_song.artist", "artist"),
      Special(rule="play_song"))),
    ("carcontrol_music_set_play_mode", "Set the order in which songs are played; switches the music on.",
     (_choice("mode", "single_loop shuffle sequential list_loop",
              {"单曲循环": "single_loop", "随机播放": "shuffle", "顺序播放": "sequential", "列表循环": "list_loop"}),),
     (_wake("music.is_on"), _put("music.play_mode", "mode"))),
    ("carcontrol_music_set_volume", "Set the volume of the music; switches it on.",
     (_whole("volume", 0, 100, "percent"),), (_wake("music.is_on"), _put("music.volume", "volume"))),
    ("carcontrol_music_set_lyrics_display", "Show lyrics, or not; switches the music on.",
     (_flag(),), (_on("music.is_on"), _put("music.lyrics_display_enabled", "enabled"))),
    ("carcontrol_music_set_favorite", "Make the current song a favorite, or no longer; switches the music on.",
     (_flag("favorite", "true: a favorite; false: not"),), (_wake("music.is_on"), Special(rule="set_favorite"))),

    ("carcontrol_overheadScreen_switch", "Switch the overhead screen on or off.",
     (_flag("switch"),), (_put("overheadScreen.is_on", "switch"),)),
    ("carcontrol_overheadScreen_set_brightness_level", "Set the overhead screen's brightness; switches it on.",
     (_whole("level", 0, 5),), (_wake("overheadScreen.is_on"), _put("overheadScreen.brightness_level", "level"))),
    ("carcontrol_overheadScreen_set_time_format", "Set the overhead screen's clock; switches it on.",
     (_choice("time_format", _CLOCKS, trims=True),),
     (_wake("overheadScreen.is_on"), _put("overheadScreen.time_format", "time_format"))),
    ("carcontrol_overheadScreen_set_language", "Set the overhead screen's language; switches it on.",
     (_choice("language", _TONGUES, {"中文": "Chinese", "英文": "English"}, trims=True),),
     (_wake("overheadScreen.is_on"), _put("overheadScreen.language", "language"))),
)  # fmt: skip

_BODY: tuple[_Row, ...] = (
    ("carcontrol_footPedal_set_switch", "Put foot pedals out or in.",
     (_where("position", "front_pair"), _flag("switch", "true: out; false: in")),
     (_put("footPedal.*.is_on", "switch"),)),

    ("carcontrol_window_set_open", "Open or close windows.",
     (_where("window", "position4"), _flag("is_open", "true: open; false: closed")),
     (_put("window.*.is_open", "is_open"),)),
    ("carcontrol_window_set_open_degree", "Open windows so far; 0 closes them.",
     (_where("window", "position4"), _whole("degree", 0, 100, "percent open")),
     (_put("window.*.open_degree", "degree"),
      Put(path="window.*.is_open", source=Is(argument="degree", value=0, negated=True)))),
    ("carcontrol_window_set_child_lock", "Lock or unlock the switches of windows.",
     (_where("window", "position4"), _flag()), (_put("window.*.child_lock", "enabled"),)),
    ("carcontrol_window_set_auto_close_on_lock", "Let windows close when the car is locked, or not.",
     (_where("window", "position4"), _flag()), (_put("window.*.auto_close_on_lock", "enabled"),)),

    ("carcontrol_door_set_locked", "Lock or unlock doors.",
     (_where("door", "position4"), _flag("locked", "true: locked; false: unlocked")),
     (_put("door.*.is_locked", "locked"),)),
    ("carcontrol_door_set_open", "Open or close doors; all of them must be unlocked to open.",
     (_where("door", "position4"), _flag("is_open", "true: open; false: closed")),
     (Refuse(argument="is_open", path="door.*.is_locked", because="a door that is meant is locked: unlock it first"),
      _put("door.*.is_open", "is_open"))),
    ("carcontrol_door_set_open_warning", "Warn of open doors, or not.",
     (_where("door", "position4"), _flag()), (_put("door.*.open_warning", "enabled"),)),

    ("carcontrol_sunshade_set_open", "Open or close sunshades.",
     (_where("sunshade", "front_rear"), _flag("is_open", "true: open; false: closed")),
     (_put("sunshade.*.is_open", "is_open"),)),
    ("carcontrol_sunshade_set_open_degree", "Open sunshades so far; `close` closes them.",
     (_where("sunshade", "front_rear"),
      _choice("degree", "close min low medium high max",
              {"关闭": "close", "最小": "min", "较低": "low", "中等": "medium", "较高": "high", "最大": "max"})),
     (_put("sunshade.*.open_degree", "degree"),
      Put(path="sunshade.*.is_open", source=Is(argument="degree", value="close", negated=True)))),
    ("carcontrol_sunshade_set_auto_close_on_lock",
     "Let both sunshades close when the car is locked, or not, whichever is named.",
     (_where("sunshade", "front_rear"), _flag()),
     (_put("sunshade.front.auto_close_on_lock", "enabled"), _put("sunshade.rear.auto_close_on_lock", "enabled"))),

    ("carcontrol_wiper_set_open", "Switch wipers on or off.",
     (_where("wiper", "wiper_pair"), _flag("is_on")), (_put("wiper.*.is_on", "is_on"),)),
    ("carcontrol_wiper_set_speed", "Set wipers' speed; switches them on.",
     (_where("wiper", "wiper_pair"), _whole("speed", 1, 5)), (_on("wiper.*.is_on"), _put("wiper.*.speed", "speed"))),

    ("carcontrol_steeringWheel_set_view_display_enabled", "Switch the steering wheel's display on or off.",
     (_flag(),), (_put("steeringWheel.view_display_enabled", "enabled"),)),
    ("carcontrol_steeringWheel_set_heating_enabled", "Switch steering wheel heating on or off.",
     (_flag(),), (_put("steeringWheel.heating_enabled", "enabled"),)),
    ("carcontrol_steeringWheel_set_heating_level", "Set how warm the steering wheel is; switches its heating on.",
     (_whole("level", 0, 10),), (_wake("steeringWheel.heating_enabled"), _put("steeringWheel.heating_level", "level"))),
)  # fmt: skip


def _light(command: str, lamp: str, description: str) -> _Row:
    """A command that switches one lamp on or off."""
    return f"carcontrol_light_set_{command}", description, (_flag(),), (_put(f"light.{lamp}.is_on", "enabled"),)


_LIGHTS: tuple[_Row, ...] = (
    _light("fog_light", "fog_light", "Switch the fog lights on or off."),
    _light("high_beam", "high_beam", "Switch the high beam on or off."),
    _light("daytime_running", "daytime_running", "Switch the daytime running lights on or off."),
    _light("left_turn", "left_turn", "Switch the left turn signal on or off."),
    _light("right_turn", "right_turn", "Switch the right turn signal on or off."),
    _light("auto_headlight", "auto_headlight", "Let the headlights switch themselves, or not."),
    _light("hazard", "hazard", "Switch the hazard lights on or off."),
    _light("position", "position", "Switch the position lights on or off."),
    _light("tail", "tail", "Switch the tail lights on or off."),
    _light("low_beam_enabled", "low_beam", "Switch the low beam on or off."),
    ("carcontrol_light_set_low_beam_level", "Set how high the low beam reaches; switches it on.",
     (_choice("level", "lowest low medium high highest",
              {"最低": "lowest", "低": "low", "中": "medium", "高": "high", "最高": "highest"}),),
     (_wake("light.low_beam.is_on"), _put("light.low_beam.level", "level"))),
    _light("ambient_enabled", "ambient", "Switch the ambient light on or off."),
    ("carcontrol_light_set_ambient_color", "Set the ambient light's color; switches it on.",
     (_choice("color", "red orange yellow green cyan blue purple white pink",
              {"红色": "red", "橙色": "orange", "黄色": "yellow", "绿色": "green", "青色": "cyan", "蓝色": "blue",
               "紫色": "purple", "白色": "white", "粉色": "pink"}),),
     (_wake("light.ambient.is_on"), _put("light.ambient.color", "color"))),
    ("carcontrol_light_set_reading_light", "Switch reading lights on or off.",
     (_where("light", "position4"), _flag()), (_put("light.reading_light.*.is_on", "enabled"),)),
    ("carcontrol_light_set_reading_light_brightness", "Set reading lights' brightness; switches them on.",
     (_where("light", "position4"), _whole("brightness", 1, 10, "level")),
     (_on("light.reading_light.*.is_on"), _put("light.reading_light.*.brightness", "brightness"))),
)  # fmt: skip

_SPECIAL_SETTINGS: Mapping[SpecialRule, tuple[str, ...]] = {
    "play_station": LATER_FIELDS,
    "play_song": (),
    "set_favorite": ("music.current_song.is_favorited",),
}


def _command(row: _Row) -> CommandRow:
    name, description, parameters, effects = row
    paths = [effect.path for effect in effects if isinstance(effect, Put) and isinstance(effect.source, Arg)]
    paths += [path for effect in effects if isinstance(effect, Special) for path in _SPECIAL_SETTINGS[effect.rule]]
    if not parameters:  # what takes no argument is there for all that it resets
        paths = [effect.path for effect in effects if isinstance(effect, Put)]
    rows = {ROW_OF[path].path: ROW_OF[path] for path in paths}
    return CommandRow(name=name, module=name.split("_")[1], description=description, parameters=parameters,
                      effects=effects, settings=tuple(rows.values()))  # fmt: skip


COMMANDS: Mapping[str, CommandRow] = MappingProxyType(
    {
        row[0]: _command(row)
        for block in (_HUD, _SCREENS, _OPENINGS, _NAVIGATION, _SEATS, _CLIMATE, _MEDIA, _BODY, _LIGHTS)
        for row in block
    }
)
"""Every command of the car, by its name."""

# ---- modules ------------------------------------------------------------------------------------------------------


def _module(name: str, description: str, *words: str) -> Module:
    commands = tuple(row.name for row in COMMANDS.values() if row.module == name)
    return Module(name=name, description=description, words=words, commands=commands)


MODULES: Mapping[str, Module] = MappingProxyType({
    module.name: module
    for module in (
        _module("HUD", "head-up display: shown, height, brightness", "head-up display", "hud"),
        _module("centerInformationDisplay", "central display: power, brightness, clock, language",
                "center information display", "center screen", "central display"),
        _module("instrumentPanel", "instrument panel: theme, brightness, color, clock, language, mileage",
                "instrument panel", "dashboard", "cluster"),
        _module("frontTrunk", "front trunk: open, how far", "front trunk", "frunk"),
        _module("trunk", "trunk: open, how far", "trunk", "boot", "tailgate"),
        _module("fuelPort", "fuel port: open, locked", "fuel port", "fuel door"),
        _module("rearviewMirror", "outside mirrors: aim, tilt in reverse, folding, heating",
                "rearview mirror", "side mirror", "mirror"),
        _module("sunroof", "sunroof: how far it is open, locked", "sunroof", "moonroof"),
        _module("navigation", "navigation: destination, voice, volume, map, traffic, speed cameras",
                "navigation", "gps", "map"),
        _module("seat", "seats: heating, massage, ventilation, position, headrest, folding", "seat"),
        _module("radio", "radio: station, volume", "radio"),
        _module("airConditioner", "air conditioning by zone: temperature, fan, direction, mode, circulation",
                "air conditioner", "air conditioning", "ac", "climate"),
        _module("footPedal", "foot pedals at the front doors: out or in", "foot pedal", "running board"),
        _module("bluetooth", "Bluetooth: connected or not", "bluetooth"),
        _module("video", "videos: play, quality, full screen, foreground or background, volume", "video"),
        _module("window", "windows: open, how far, child lock, closing when locked", "window"),
        _module("door", "doors: locked, open, warning", "door"),
        _module("sunshade", "sunshades at the front and the rear: open, how far, closing when locked", "sunshade"),
        _module("wiper", "wipers at the front and the rear: on, speed", "wiper"),
        _module("music", "music: play a song, order, volume, lyrics, favorites", "music", "song"),
        _module("overheadScreen", "overhead screen: power, brightness, clock, language",
                "overhead screen", "ceiling screen"),
        _module("steeringWheel", "steering wheel: display, heating", "steering wheel"),
        _module("light", "lights outside and inside: beams, signals, ambient light, reading lights",
                "light", "lights", "lamp"),
    )
})  # fmt: skip
"""Every part of the car with commands of its own, by its name."""


def find_module(name: str) -> Module:
    """The module of that name.

    Raises:
        UnknownModule: there is none; the message lists those that there are.
    """
    module = MODULES.get(name)
    if module is None:
        raise UnknownModule(f"no module {name!a}; the car has {', '.join(MODULES)}")
    return module


def vocabulary() -> tuple[tuple[str, ...], ...]:
    """Groups of words that mean the same part or setting of the car, lower case, one group a module and setting."""
    parts = tuple(module.words for module in MODULES.values())
    return parts + tuple(row.words for row in SETTINGS + LATER_SETTINGS)
