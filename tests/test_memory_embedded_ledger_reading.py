"""What one message says of the car's settings."""

import pytest

from memory.embedded.ledger_reading import LEAST_STRENGTH, Reader
from tests.contract_memory import HOSTILE_TEXTS, message

VOCABULARY = (("seat", "seats"), ("seat heating", "heated seat"), ("volume", "music volume"), ("ambient light",))
SEAT, HEATING, VOLUME, AMBIENT = range(4)
READER = Reader(VOCABULARY)


@pytest.mark.parametrize(
    ("text", "setting", "change", "value"),
    [
        ("Set the seat heating to 3.", HEATING, "states", "3"),
        ("Set the seat heating to three.", HEATING, "states", "3"),
        ("Set the music volume to forty-five.", VOLUME, "states", "45"),
        ("I prefer heated seats at level 2, not 5 of them.", HEATING, "states", "2"),
        ("Turn the ambient light blue.", AMBIENT, "states", "blue"),
        ("Turn on the ambient light", AMBIENT, "states", "on"),
        ("Turn the ambient light off", AMBIENT, "states", "off"),
        ("Raise the music volume, please", VOLUME, "more", ""),
        ("Could someone lower the volume", VOLUME, "less", ""),
        ("Never mind the seat heating", HEATING, "withdraws", ""),
        ("Never mind, set the seat heating to 2", HEATING, "states", "2"),
        ("I no longer want the seat heating at 3", HEATING, "withdraws", "3"),
    ],
)
def test_a_statement_has_a_setting_a_change_and_a_value(text: str, setting: int, change: str, value: str) -> None:
    said = READER.read(message(1, text))
    assert said is not None
    assert (said.settings, said.change, said.value) == ((setting,), change, value)


@pytest.mark.parametrize(
    "text", ["Good morning.", "We set out at nine.", "The play was too long", "The lamp", "", "42", "設定"]
)
def test_what_says_nothing_of_the_car_is_no_statement(text: str) -> None:
    assert READER.read(message(1, text)) is None


@pytest.mark.parametrize("text", ["Set the seat heating to 3?", "The ambient light is too dim, I want to read"])
def test_a_question_or_a_complaint_speaks_of_a_setting_and_decides_none(text: str) -> None:
    said = READER.read(message(1, text))
    assert said is not None
    assert said.settings == ()


@pytest.mark.parametrize(
    ("text", "change", "value"),
    [
        ("Never mind.", "withdraws", ""),
        ("Forget it, back to normal.", "withdraws", ""),
        ("No, blue.", "corrects", "blue"),
    ],
)
def test_a_remark_is_a_statement_without_setting_and_strength(text: str, change: str, value: str) -> None:
    said = READER.read(message(1, text))
    assert said is not None
    assert (said.settings, said.change, said.value, said.condition, said.strength) == ((), change, value, "", 0)


def test_a_correction_whose_unit_is_the_name_of_a_setting_has_that_setting_to_fall_back_on() -> None:
    said = Reader((("temperature", "degrees"),)).read(message(1, "No, make it 20 degrees."))
    assert said is not None
    # 2 for the name, 1 for the word degrees, 1 for make, 1 for the value
    assert (said.settings, said.change, said.value, said.strength) == ((0,), "corrects", "20", 5)


@pytest.mark.parametrize("text", ["Never mind the heat, light the lamp", "Forget about the cold weather and the snow"])
def test_what_takes_back_something_else_withdraws_no_setting(text: str) -> None:
    said = READER.read(message(1, text))
    assert said is None or (said.settings, said.change) == ((), "states")


def test_the_longest_name_decides() -> None:
    said = READER.read(message(1, "Put the seat back and set the seat heating to 1"))
    assert said is not None
    assert said.settings == (HEATING,)


def test_of_equally_long_names_the_first_decides_even_when_the_message_ends_in_one() -> None:
    said = READER.read(message(1, "Set the seat to 5 but leave the volume"))
    assert said is not None
    assert said.settings == (SEAT,)


def test_two_groups_with_one_name_are_both_meant_once() -> None:
    said = Reader((("heated seat", "heated seats"), ("heated seat",))).read(message(1, "Set the heated seat to 1"))
    assert said is not None
    assert said.settings == (0, 1)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("When it rains, set the seat heating to 2.", "when it rains"),
        ("Set the seat heating to 2 at night.", "at night"),
        ("Set the seat heating to 2.", ""),
        ("Set the seat heating to 2 when " + "very " * 40, "when" + " very" * 15),
    ],
)
def test_the_condition_is_the_clause_that_says_when(text: str, condition: str) -> None:
    said = READER.read(message(1, text))
    assert said is not None
    assert said.condition == condition


def test_strength_adds_up_from_name_parts_changes_and_value() -> None:
    said = READER.read(message(1, "Set the ambient light to blue"))
    assert said is not None
    # 2 for the name; ambient, light and blue are words of the car: 3; set: 1; a value: 1
    assert said.strength == 7
    weakest = READER.read(message(1, "Turn the volume"))
    assert weakest is not None
    # 2 for the name, 2 for the words volume and turn, 1 for turn
    assert weakest.strength == 5 > LEAST_STRENGTH


def test_without_a_vocabulary_nothing_is_a_statement() -> None:
    assert Reader(()).read(message(1, "Set the seat heating to 3.")) is None


def test_any_text_can_be_read() -> None:
    for text in HOSTILE_TEXTS:
        READER.read(message(1, text))


@pytest.mark.parametrize(
    ("text", "change", "value"),
    [
        ("He tweaked the seat heating to 2", "states", "2"),
        ("I adore the seat heating at 3", "states", "3"),
        ("Could the seat heating be gentler, please", "less", ""),
        ("Boost the seat heating", "more", ""),
        ("There is no need for the seat heating", "withdraws", ""),
        ("Scratch that, no seat heating", "withdraws", ""),
    ],
)
def test_a_statement_may_use_any_form_of_a_known_word(text: str, change: str, value: str) -> None:
    said = READER.read(message(1, text))
    assert said is not None
    assert (said.settings, said.change, said.value) == ((HEATING,), change, value)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("In the rain set the seat heating to 2", "in the rain set the seat heating to 2"),
        ("Set the seat heating to 2 after dark", "after dark"),
        ("Set the seat heating to 2 on icy mornings", "on icy mornings"),
        ("Set the seat heating to 2 as soon as it snows", "as soon as it snows"),
        ("Set the seat heating to 2 once more", ""),
    ],
)
def test_a_condition_is_an_occasion_or_a_time(text: str, condition: str) -> None:
    said = READER.read(message(1, text))
    assert said is not None
    assert said.condition == condition
