"""The value that a question gives itself, told from numbers and words that mean an occasion or tell how things are."""

import pytest

from replay.agents.lexical.given import own_value
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.sayings import SettingValue
from replay.agents.lexical.scene import read_scene

PEOPLE = ("Maya Stone", "Omar Reyes")

GIVEN: tuple[tuple[str, str, SettingValue], ...] = (
    ("seat.heating", "Seat heating on 2 from now on.", 2),
    ("seat.heating", "I like my seat heating on level 2 from now on.", 2),
    ("seat.heating", "Heat my seat on 2.", 2),
    ("seat.heating", "Seat heating 2, please.", 2),
    ("seat.heating", "Seat heating: 2", 2),
    ("seat.heating", "Seat heating level 3", 3),
    ("seat.heating", "Could you warm my seat, level 2?", 2),
    ("seat.heating", "Make the seat heating two.", 2),
    ("seat.heating", "Seat heating down to 2.", 2),
    ("seat.heating", "Two for the seat heating, please.", 2),
    ("seat.heating", "Seat heating on 2 when it rains.", 2),
    ("seat.heating", "I'd like the seat heating on 3, thanks.", 3),
    ("seat.heating", "Hey car, 2 please, my seat is cold.", 2),
    ("seat.heating", "Level 2 will do for the seat heating.", 2),
    ("seat.heating", "My number for the seat heating is 2.", 2),
    ("seat.heating", "Keep my heated seat on three, would you?", 3),
    ("seat.heating", "Start with 3 on the seat heating.", 3),
    ("seat.heating", "Seat heating 2 instead.", 2),
    ("seat.heating", "It's not warm enough, put the seat heating on 2.", 2),
    ("seat.heating", "My usual is 1, but make it 3 on my seat now.", 3),
    ("seat.heating", "How about 2 for the seat heating?", 2),
    ("seat.heating", "Is it possible to have the seat heating on 2?", 2),
    ("seat.massage", "Massage on 3 and the seat heating on 1.", 3),
    ("seat.heating", "Massage on 3 and the seat heating on 1.", 1),
    ("ac.temperature", "19 degrees, please.", 19),
    ("ac.temperature", "I'd like 19 degrees.", 19),
    ("ac.temperature", "Nineteen degrees from now on.", 19),
    ("ac.temperature", "Air conditioning, 22.", 22),
    ("ac.temperature", "The air at 22 from now on.", 22),
    ("ac.temperature", "Make it 23 in here.", 23),
    ("ac.temperature", "Give me 20 degrees, it is stuffy.", 20),
    ("ac.temperature", "Temperature 24.", 24),
    ("ac.temperature", "Let's say 21 degrees for the cabin.", 21),
    ("ac.temperature", "What I like is 20 degrees.", 20),
    ("ac.fan", "Fan on 4.", 4),
    ("ac.fan", "The fan on four for me.", 4),
    ("radio.volume", "Radio volume 12.", 12),
    ("radio.volume", "Radio on 12, please.", 12),
    ("radio.volume", "Turn the radio down to 12.", 12),
    ("radio.volume", "Volume of the radio on 12 again, please.", 12),
    ("radio.volume", "Turn the radio volume all the way up.", 100),
    ("hud.brightness", "HUD brightness, and 7 it shall be.", 7),
    ("sunroof.degree", "Please open the sunroof halfway.", 50),
    ("hud.brightness", "HUD brightness, let's say 7.", 7),
    ("hud.brightness", "HUD brightness 7 instead of 5.", 7),
    ("hud.brightness", "HUD on a brightness of 7 today.", 7),
    ("hud.brightness", "Brightness 7 for the HUD, please.", 7),
    ("seat.backrest", "Backrest at 40 degrees, please.", 40),
    ("panel.color", "The panel in red from now on.", "red"),
    ("panel.color", "The panel red, please.", "red"),
    ("panel.color", "Red for the instrument panel from now on.", "red"),
    ("panel.color", "Red instrument panel, please.", "red"),
    ("panel.color", "I want the panel red.", "red"),
    ("panel.color", "Go with red for the panel.", "red"),
    ("light.ambient", "Ambient light: green", "green"),
    ("light.ambient", "Ambient light, make that green.", "green"),
)
"""Setting, what is said, and the value that it gives."""

NOT_GIVEN: tuple[tuple[str, str], ...] = (
    ("seat.heating", "The April 1 setting for my seat heating."),
    ("seat.heating", "Seat heating like the 3 of us had it."),
    ("seat.heating", "Seat heating like on the 2 days at the coast."),
    ("seat.heating", "My seat heating as at 3 PM."),
    ("seat.heating", "My seat heating, as it was at 3 in the afternoon."),
    ("seat.heating", "Seat heating, there are 2 of us now."),
    ("seat.heating", "Seat heating as on chapter 2 of the trip."),
    ("seat.heating", "My seat heating for the 2 hours to the lake."),
    ("seat.heating", "Seat heating, exit 3 is next."),
    ("seat.heating", "Two kids are cold, so my seat heating."),
    ("seat.heating", "The seat heating is on 1, and I am cold."),
    ("seat.heating", "It's on 3, that burns."),
    ("seat.heating", "The seat heating was on 3 when Omar drove."),
    ("seat.heating", "Is the seat heating on 3?"),
    ("seat.heating", "Why is my seat heating on 3?"),
    ("seat.heating", "Seat heating one step down."),
    ("seat.heating", "Seat heating two levels lower."),
    ("seat.heating", "Seat heating, but not on 3."),
    ("seat.heating", "3 is too hot for the seat heating."),
    ("seat.heating", "I hate the seat heating on 3."),
    ("seat.heating", "Seat heating, anything below 3."),
    ("seat.heating", "Massage on 3, and my seat heating."),
    ("seat.heating", "Fan on 2, and my seat heating, please."),
    ("ac.temperature", "Two degrees cooler, please."),
    ("ac.temperature", "It's 19 degrees in here."),
    ("ac.temperature", "It is 30 degrees outside, my air, please."),
    ("ac.temperature", "The display says 25 degrees, and I am melting."),
    ("ac.temperature", "When it is 30 degrees I need my air."),
    ("ac.temperature", "If it gets to 28, my temperature."),
    ("ac.temperature", "My temperature, please, it was 20 on the way here."),
    ("ac.temperature", "20 minutes to go, cool the car."),
    ("ac.temperature", "My air, like when we drove to gate 22."),
    ("ac.temperature", "23 people waited in the sun, so my temperature."),
    ("radio.volume", "The radio volume of April 12, please."),
    ("radio.volume", "Radio volume like at 7 PM."),
    ("radio.volume", "Radio like on route 66."),
    ("radio.volume", "Radio volume plus 5."),
    ("radio.volume", "Radio, 10 louder than usual."),
    ("radio.volume", "Omar had the radio on 40."),
    ("radio.volume", "The radio is all the way up!"),
    ("radio.volume", "Turn the radio up as far as it will go, like before."),
    ("radio.volume", "My usual radio volume, and the fan on 3."),
    ("sunroof.degree", "The sunroof halfway like last time."),
    ("hud.brightness", "HUD brightness like before 6 o'clock."),
    ("hud.brightness", "HUD brightness as for the 2nd lap."),
    ("hud.brightness", "HUD brightness, we passed 5 trucks."),
    ("wheel.heating", "At 9 this wheel is roasting my palms."),
    ("mirror.height", "I slump to one side before the mirror."),
    ("hud.brightness", "HUD brightness, half of that."),
    ("panel.color", "The panel as on the red carpet."),
    ("panel.color", "The panel is red, I want mine."),
    ("panel.color", "My panel color, the red car behind us blinds me."),
    ("panel.color", "The panel, anything but red."),
    ("panel.color", "The panel was red when Omar drove."),
    ("light.ambient", "The ambient light is green, why?"),
    ("light.ambient", "My ambient light, as in the Green Lane days."),
)
"""Setting, and what is said that gives it no value."""
EVERY = ("2, please.", "The 2 of us, like on March 2.", "Red, please.", "All the way up.", "")


@pytest.mark.parametrize(("key", "said", "value"), GIVEN)
def test_a_value_that_is_said_as_wanted_is_the_questions_own(key: str, said: str, value: SettingValue) -> None:
    for question in (said, f"Maya: {said}", f"At 9:00 AM, Maya got in. She told the car: '{said}'"):
        assert own_value(BY_KEY[key], read_scene(question, PEOPLE)) == value, question


@pytest.mark.parametrize(("key", "said"), NOT_GIVEN)
def test_what_means_an_occasion_or_tells_how_things_are_gives_no_value(key: str, said: str) -> None:
    for question in (said, f"Maya: {said}", f"At 9:00 AM, Maya got in. She told the car: '{said}'"):
        assert own_value(BY_KEY[key], read_scene(question, PEOPLE)) is None, question


def test_beside_another_setting_a_value_must_stand_in_words_that_speak_of_its_own() -> None:
    both = read_scene("Maya: Fan on 4 and the HUD brightness on 8.", PEOPLE)
    assert own_value(BY_KEY["hud.brightness"], both, named=True) == 8
    alone = read_scene("Maya: 8, please.", PEOPLE)
    assert own_value(BY_KEY["hud.brightness"], alone) == 8
    assert own_value(BY_KEY["hud.brightness"], alone, named=True) is None


def test_a_number_out_of_what_a_setting_takes_is_none_of_its_values() -> None:
    for said, value in (("0", None), ("1", 1), ("3", 3), ("4", None)):
        assert own_value(BY_KEY["seat.heating"], read_scene(f"Maya: Seat heating on {said}.", PEOPLE)) == value


def test_what_is_only_on_or_off_has_no_value_of_its_own() -> None:
    assert own_value(BY_KEY["light.fog"], read_scene("Maya: Fog light on from now on.", PEOPLE)) is None


def test_of_two_who_speak_the_last_counts() -> None:
    told = "At 9:00 AM, Omar said: 'Seat heating on 3.' Maya said: 'Seat heating on 2.'"
    assert own_value(BY_KEY["seat.heating"], read_scene(told, PEOPLE)) == 2


@pytest.mark.parametrize("key", sorted(BY_KEY))
def test_whatever_a_setting_is_asked_with_its_value_is_one_that_it_takes(key: str) -> None:
    setting = BY_KEY[key]
    for said in EVERY:
        value = own_value(setting, read_scene(f"Maya: {said}", PEOPLE))
        taken = (
            value in setting.values if isinstance(value, str) else value in range(setting.minimum, setting.maximum + 1)
        )
        assert value is None or (type(value) in (int, str) and setting.kind != "boolean" and taken)
