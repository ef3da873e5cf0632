"""The table of words agrees with the car, and texts are matched with it."""

import pytest

from replay.agents.lexical.conditions import CONDITIONS
from replay.agents.lexical.devices import DEVICES
from replay.agents.lexical.lexicon import BY_KEY, SETTINGS
from replay.agents.lexical.patterns import occurs, pattern
from replay.agents.lexical.setting import Setting, command_name
from replay.agents.lexical.speech import is_named, named_devices, quiet, spoken_of, strength
from replay.agents.lexical.text import plain
from vehicle.catalogue import COMMANDS


def test_a_pattern_matches_whole_words_and_an_empty_one_nothing() -> None:
    assert pattern("warm*|hot").search("warmer")
    assert not pattern("hot").search("hotel")
    assert not pattern("").search("anything")


def test_blanks_of_a_pattern_stand_for_whatever_separates_words() -> None:
    assert pattern("heads? up display").search("head-up, display")
    assert pattern("sun ?roof").search("sunroof")
    assert pattern("sun ?roof").search("sun roof")


def test_every_setting_has_a_command_and_a_device_and_a_key_of_its_own() -> None:
    assert len(BY_KEY) == len(SETTINGS)
    assert all(command_name(setting.command) in COMMANDS and setting.device in DEVICES for setting in SETTINGS)


def test_every_command_that_sets_something_is_in_the_table_or_switches_what_is() -> None:
    known = {setting.command for setting in SETTINGS} | {setting.switch for setting in SETTINGS}
    missing = {name.removeprefix("carcontrol_") for name in COMMANDS} - known
    assert missing == {"instrumentPanel_set_total_mileage", "navigation_stop"}


def test_the_words_of_a_setting_are_those_that_the_car_takes() -> None:
    for setting in SETTINGS:
        row = COMMANDS[command_name(setting.command)].parameter(setting.argument)
        assert row is not None
        if setting.kind == "word":
            assert set(setting.values) == set(row.values) or setting.key == "ac.direction"


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.kind == "word"], ids=lambda s: s.key)
def test_a_value_is_found_by_its_own_word(setting: object) -> None:
    for value, words in setting.values.items():  # type: ignore[attr-defined]
        usual = {"low": "to low", "high": "to high"}.get(value, value) if setting.key == "light.low_beam" else value  # type: ignore[attr-defined]
        assert pattern(words).search(usual.replace("_", " ").lower()), value


def test_a_named_device_with_its_aspect_is_beyond_doubt() -> None:
    assert strength(BY_KEY["hud.brightness"], "the hud brightness is too low") >= 5.0


def test_the_aspect_alone_counts_nothing() -> None:
    assert strength(BY_KEY["seat.leg_support"], "higher, please") == 0.0


def test_where_someone_sits_speaks_of_no_seat() -> None:
    assert named_devices(quiet("she got into the driver's seat")) == frozenset()


def test_a_cue_names_its_setting_without_a_device() -> None:
    assert is_named(BY_KEY["music.lyrics"], "i want to sing along")
    assert not is_named(BY_KEY["music.lyrics"], "i want to go home")


def test_what_a_text_does_not_speak_of_is_left_out() -> None:
    assert spoken_of("good morning") == {}
    assert "trunk.degree" in spoken_of("open the trunk")


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("panel.brightness", "the dials at 4"),
        ("overhead.brightness", "he put the roof screen on 1"),
        ("navigation.volume", "the directions need to be at 85"),
        ("hud.brightness", "the hud was on 9"),
        ("sunroof.degree", "she opened the roof to 35"),
        ("light.ambient", "she drove with the cabin in cyan"),
        ("seat.vertical", "he raised the driver's seat to 91"),
        ("hud.height", "she set the hud height to 8"),
    ],
)
def test_a_part_that_is_named_with_a_value_means_its_setting_most(key: str, text: str) -> None:
    found = spoken_of(quiet(text))
    assert found[key] == max(found.values())


def test_a_part_of_a_house_is_no_part_of_the_car() -> None:
    assert spoken_of(quiet("someone left the refrigerator door open")).get("door.open", 0.0) == 0.0


@pytest.mark.parametrize(
    "text", ["", "the girl's hat", "a wet road", "she's cold in here", "the front trunk", "an open-air café", "rainy"]
)
def test_a_pattern_occurs_where_it_is_found(text: str) -> None:
    for words in (*CONDITIONS.values(), *(device.names for device in DEVICES.values()), ""):
        assert occurs(words, text) == bool(pattern(words).search(text))


@pytest.mark.parametrize(
    "text",
    [
        "he looked over the hood", "we stopped at the gas station", "i bumped my knee on the dashboard",
        "she came from the police station",
    ],
)  # fmt: skip
def test_where_something_happens_names_no_part_of_the_car(text: str) -> None:
    assert named_devices(quiet(text)) == frozenset()


@pytest.mark.parametrize("setting", BY_KEY.values(), ids=lambda setting: setting.key)
def test_what_is_left_out_by_first_letters_would_not_have_matched(setting: Setting) -> None:
    for words in (setting.aspect, setting.cues):
        for text in (
            setting.aspect,
            setting.cues,
            "my fingers are numb and can't hear a thing over there",
            "seatback",
        ):
            assert occurs(words, plain(text)) == bool(pattern(words).search(plain(text)))
