"""What people have wishes about: settings of the car, with values that can be told in one word each.

The rule: two values of a topic differ in one word and in nothing else. Only numbers are ever changed: a word such as
`purple` may fit a question better than another one does, and which of two statements a memory ranks first is to be a
matter of time and never of wording.
"""

from dataclasses import dataclass, field
from typing import Any

Value = int | str
CallDict = dict[str, Any]
"""One command as a record of a timeline holds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One setting that a wish can be about."""

    thing: str
    """What people call it; reads well behind `the`."""
    at: str
    """How a value is told, such as `at level {}`."""
    command: str
    argument: str
    values: tuple[Value, ...]
    """Those that people may want; each changes something about a car as it leaves the factory."""
    place: dict[str, str] = field(default_factory=dict)
    """The argument that says which seat or zone, where there is one."""

    @property
    def changes(self) -> bool:
        """Whether people change their minds on it."""
        return all(isinstance(value, int) for value in self.values)

    @property
    def words(self) -> list[str]:
        """The words of the thing."""
        return self.thing.split()

    def call(self, value: Value) -> CallDict:
        """The command that sets it to `value`."""
        return {"name": f"carcontrol_{self.command}", "args": {**self.place, self.argument: value}}

    def phrase(self, value: Value) -> str:
        """The value in words: `at level 3`."""
        return self.at.format(value)


def _topic(thing: str, at: str, command: str, argument: str, values: range | str, **place: str) -> Topic:
    listed = tuple(values.split()) if isinstance(values, str) else tuple(values)
    return Topic(thing=thing, at=at, command=command, argument=argument, values=listed, place=place)


TOPICS: tuple[Topic, ...] = (
    _topic("seat heating", "at level {}", "seat_set_heating_level", "level", range(1, 4), seat="driver"),
    _topic("seat massage", "at level {}", "seat_set_massage_level", "level", range(1, 4), seat="driver"),
    _topic("seat ventilation", "at level {}", "seat_set_ventilation_speed", "speed", range(1, 6), seat="driver"),
    _topic("headrest height", "at {}", "seat_set_headrest_height", "value", range(10, 50, 5), seat="driver"),
    _topic("backrest angle", "at {}", "seat_set_backrest_angle", "value", range(55, 95, 5), seat="driver"),
    _topic("seat position", "at {}", "seat_set_horizontal_position", "value", range(55, 95, 5), seat="driver"),
    _topic("cabin temperature", "at {} degrees", "airConditioner_set_temperature", "temperature", range(17, 24),
           zone="driver"),
    _topic("fan speed", "at {}", "airConditioner_set_fan_speed", "speed", range(1, 5), zone="driver"),
    _topic("music volume", "at {}", "music_set_volume", "volume", range(10, 50, 5)),
    _topic("navigation volume", "at {}", "navigation_set_volume", "volume", range(10, 50, 5)),
    _topic("radio volume", "at {}", "radio_set_volume", "volume", range(10, 50, 5)),
    _topic("video volume", "at {}", "video_set_volume", "volume", range(10, 50, 5)),
    _topic("video quality", "at {}", "video_set_quality", "quality", "270p 720p 1080p"),
    _topic("map zoom", "at {}", "navigation_set_map_zoom", "zoom", range(6, 11)),
    _topic("head-up display brightness", "at {}", "HUD_set_brightness_level", "level", range(6, 11)),
    _topic("head-up display height", "at {}", "HUD_set_height_level", "level", range(1, 5)),
    _topic("central display brightness", "at {} percent", "centerInformationDisplay_set_brightness", "brightness",
           range(40, 100, 10)),
    _topic("overhead screen brightness", "at {}", "overheadScreen_set_brightness_level", "level", range(1, 6)),
    _topic("instrument panel color", "in {}", "instrumentPanel_set_color", "color", "yellow green red orange black"),
    _topic("ambient light", "in {}", "light_set_ambient_color", "color", "red yellow green cyan blue purple pink"),
    _topic("reading light", "at {}", "light_set_reading_light_brightness", "brightness", range(2, 11),
           light="driver"),
    _topic("sunroof", "open at {}", "sunroof_set_open_degree", "degree", range(10, 70, 10)),
    _topic("steering wheel heating", "at level {}", "steeringWheel_set_heating_level", "level", range(1, 9)),
    _topic("wiper speed", "at {}", "wiper_set_speed", "speed", range(2, 6), wiper="front"),
)  # fmt: skip
"""The values of one topic keep to one side of what the factory has."""
