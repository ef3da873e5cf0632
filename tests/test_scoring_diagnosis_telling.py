from typing import Any

import pytest

from scoring.diagnosis_telling import tells
from vehicle.commands import Command


def call(name: str, **args: Any) -> Command:
    return Command(name=f"carcontrol_{name}", args=args)


HEAT = call("seat_set_heating_level", seat="rear_left", level=2)
BLUE = call("light_set_ambient_color", color="blue")
FEET = call("airConditioner_set_air_direction", zone="all", direction="feet")
SONG = call("music_play_song", song_name="Grey Harbour", artist="")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("[2025-03-01 08:02] Ada: Seat heating at level 2, please.", HEAT),
        ("The heated seat goes to two.", HEAT),
        ("Rear left seat heating: 2.", HEAT),
        ("She set the ambient light to blue.", BLUE),
        ("Not green, make the mood lighting blue.", BLUE),
        ("The vents should only blow at my feet.", FEET),
        ("Put on grey harbour again!", SONG),
        ("The HUD brightness is fine at 6.", call("HUD_set_brightness_level", level=6)),
        ("Seat heating at level 2 in the back row.", call("seat_set_heating_level", seat="后排", level=2)),
    ],
)
def test_a_setting_and_its_value_in_one_passage_tell_a_command(text: str, command: Command) -> None:
    assert tells(text, command)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("", HEAT),
        ("Seat heating, please.", HEAT),
        ("Seat heating at level 3.", HEAT),
        ("Steering wheel heating at level 2.", HEAT),
        ("Rear right seat heating: 2.", HEAT),
        ("Level 2 is too hot. Seat heating at level 3.", HEAT),
        ("Blue is too cold. Make the ambient light orange.", BLUE),
        ("The ambient light must never be blue.", BLUE),
        ("I wore my blue coat.", BLUE),
        ("Put on grey, harbour's favourite!", call("music_play_song", song_name="Grey Harbours")),
        ("Turn the radio on.", call("radio_switch", switch=True)),
        ("The radio is at volume 2.", call("radio_louder", volume=2)),
        ("Stop the navigation.", call("navigation_stop")),
        ("The ambient light is blue.", call("light_set_ambient_color", color=["blue"])),
        ("Set the air conditioner to auto.", call("airConditioner_set_mode", zone="all", mode="auto")),
        ("Show the map in 3d.", call("navigation_set_map_view", view="3d")),
    ],
)
def test_what_words_do_not_tell_for_sure_is_not_told(text: str, command: Command) -> None:
    assert not tells(text, command)


def test_of_what_is_asked_a_number_counts_only_where_something_is_set_to_it() -> None:
    radio = call("radio_set_volume", volume=5)
    for text, as_said, as_asked in (
        ("Five on the radio, please: its volume.", True, False),
        ("Set the radio volume to 5.", True, True),
    ):
        assert tells(text, radio) == as_said
        assert tells(text, radio, asked=True) == as_asked


@pytest.mark.parametrize(
    "text", ["Radio volume, 5 more.", "Radio volume 5 steps louder.", "Raise the radio volume by 5."]
)
def test_a_difference_is_no_value(text: str) -> None:
    assert not tells(text, call("radio_set_volume", volume=5))
