"""The words by which people mean a setting of the car: one table, read by every later step."""

from collections.abc import Mapping

from replay.agents.lexical.setting import Setting
from replay.agents.lexical.words.comfort import AC, SEAT
from replay.agents.lexical.words.displays import CENTER, HUD, PANEL, VIDEO
from replay.agents.lexical.words.driving import NAVIGATION, PEDAL, WHEEL, WIPER
from replay.agents.lexical.words.lights import LIGHT, OVERHEAD
from replay.agents.lexical.words.media import BLUETOOTH, MUSIC, RADIO
from replay.agents.lexical.words.openings import DOOR, FRONT_TRUNK, FUEL, MIRROR, SUNROOF, SUNSHADE, TRUNK, WINDOW

SETTINGS: tuple[Setting, ...] = (
    *HUD,
    *CENTER,
    *PANEL,
    *FRONT_TRUNK,
    *TRUNK,
    *FUEL,
    *MIRROR,
    *SUNROOF,
    *NAVIGATION,
    *SEAT,
    *RADIO,
    *AC,
    *PEDAL,
    *BLUETOOTH,
    *VIDEO,
    *WINDOW,
    *DOOR,
    *SUNSHADE,
    *WIPER,
    *MUSIC,
    *OVERHEAD,
    *WHEEL,
    *LIGHT,
)
"""Every setting that can be meant, the more usual of equals first: ties between settings go by this order."""

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}
