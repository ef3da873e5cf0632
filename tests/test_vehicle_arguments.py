"""Each argument is accepted as the car stores it, or refused with what was found and what is allowed."""

import math

import pytest

from vehicle.arguments import Problem, check_argument
from vehicle.catalogue import COMMANDS
from vehicle.schema import Parameter


def parameter(command: str, name: str) -> Parameter:
    found = COMMANDS[f"carcontrol_{command}"].parameter(name)
    assert found is not None
    return found


LEVEL = parameter("HUD_set_height_level", "level")
MILEAGE = parameter("instrumentPanel_set_total_mileage", "mileage")
SWITCH = parameter("HUD_switch", "switch")
COLOR = parameter("light_set_ambient_color", "color")
QUALITY = parameter("video_set_quality", "quality")
ROUTE = parameter("navigation_navigate_to", "route_preference")
DESTINATION = parameter("navigation_navigate_to", "destination")
ARTIST = parameter("music_play_song", "artist")
STATION = parameter("radio_play_station", "name")
SEAT = parameter("seat_set_folded", "seat")
WINDOW = parameter("window_set_open", "window")


@pytest.mark.parametrize("value", [1, 5, 10])
def test_an_integer_within_its_limits_is_accepted_and_the_limits_are_within(value: int) -> None:
    assert check_argument(LEVEL, value) == value


@pytest.mark.parametrize("value", [0, 11, -1, 10**400, "5", 5.0, 5.5, math.nan, None, True, False, [5], {}])
def test_anything_else_is_no_integer_within_the_limits(value: object) -> None:
    assert isinstance(check_argument(LEVEL, value), Problem)


def test_the_reason_says_what_was_found_and_what_is_allowed() -> None:
    assert check_argument(LEVEL, 11) == Problem(reason="level was 11, allowed: a whole number, 1 to 10")
    assert check_argument(MILEAGE, 0) == Problem(reason="mileage was 0, allowed: a whole number, 1 or more")
    assert check_argument(SWITCH, "false") == Problem(reason='switch was "false", allowed: true or false')
    assert check_argument(ROUTE, "scenic") == Problem(
        reason='route_preference was "scenic", allowed: one of fastest, shortest, no_highway, no_toll, '
        "最快, 最短, 不走高速, 避免收费"
    )
    assert check_argument(DESTINATION, " ") == Problem(reason='destination was " ", allowed: text that is not blank')


def test_an_integer_without_an_upper_limit_ends_at_64_bits() -> None:
    assert check_argument(MILEAGE, 2**63 - 1) == 2**63 - 1
    assert isinstance(check_argument(MILEAGE, 2**63), Problem)
    assert isinstance(check_argument(MILEAGE, 10**5000), Problem)


@pytest.mark.parametrize("value", [0, 1, "true", "false", "", None, [], 1.0])
def test_only_a_boolean_is_a_boolean(value: object) -> None:
    assert isinstance(check_argument(SWITCH, value), Problem)


def test_an_alias_is_stored_as_the_value_it_stands_for() -> None:
    assert check_argument(COLOR, "青色") == "cyan"
    assert check_argument(COLOR, "cyan") == "cyan"


@pytest.mark.parametrize("value", ["Cyan", " cyan", "cyan ", "", None, 3, ["cyan"], {"cyan"}])
def test_a_value_of_a_list_is_matched_exactly(value: object) -> None:
    assert isinstance(check_argument(COLOR, value), Problem)


@pytest.mark.parametrize("value", ["720p", " 720p", "720p\n", "高清 720p", "高清 720P", "  高清 720P "])
def test_blanks_around_some_values_do_not_count(value: str) -> None:
    assert check_argument(QUALITY, value) == "720p"


@pytest.mark.parametrize("value", ["720P", "高清720p", "高清", "  ", ""])
def test_video_qualities_are_otherwise_matched_exactly(value: str) -> None:
    assert isinstance(check_argument(QUALITY, value), Problem)


def test_an_optional_value_may_be_left_out_null_or_empty_but_not_blank() -> None:
    assert check_argument(ROUTE, None) == "fastest"
    assert check_argument(ROUTE, "") == "fastest"
    assert isinstance(check_argument(ROUTE, " "), Problem)
    assert isinstance(check_argument(ROUTE, " shortest"), Problem)


@pytest.mark.parametrize("value", [None, "", "   ", "\t\n", 5, ["x"]])
def test_a_name_must_not_be_blank(value: object) -> None:
    assert isinstance(check_argument(DESTINATION, value), Problem)


def test_blanks_around_a_name_are_not_stored() -> None:
    assert check_argument(DESTINATION, "  city hospital ") == "city hospital"
    assert check_argument(ARTIST, "   ") == ""
    assert check_argument(ARTIST, None) == ""


def test_a_station_is_kept_as_it_was_given() -> None:
    assert check_argument(STATION, "  News FM ") == "  News FM "
    assert check_argument(STATION, "   ") == "   "
    assert check_argument(STATION, None) == ""


def test_text_that_no_file_can_hold_is_refused() -> None:
    assert check_argument(DESTINATION, "\ud800") == Problem(
        reason='destination was "\\ud800", allowed: text that is not blank'
    )
    assert check_argument(DESTINATION, "🚗") == "🚗"


def test_a_blank_position_stands_for_one_where_its_group_says_so() -> None:
    assert check_argument(WINDOW, None) == "driver"
    assert check_argument(WINDOW, "") == "driver"
    assert isinstance(check_argument(SEAT, None), Problem)
    assert isinstance(check_argument(SEAT, ""), Problem)


@pytest.mark.parametrize("value", [" ", "Driver", "everywhere", "driver ", 0, False, ["driver"], {}])
def test_any_other_position_is_refused(value: object) -> None:
    assert isinstance(check_argument(WINDOW, value), Problem)


def test_positions_have_chinese_aliases() -> None:
    assert check_argument(WINDOW, "后排") == "后排"
