import pytest

from scoring.kept_words import keeps
from scoring.wording import without_times

LEVEL = "[March 4, 2025] At 7:35 PM, Ada told the car to keep the navigation volume at 35 whenever she navigates."
SAID_LEVEL = "Car, whenever I navigate, keep the voice at 35, so that I hear it over the rain."
NEVER = "[March 4, 2025] At 7:32 PM, Ben told the car that he never wants seat heating when he drives."
SAID_NEVER = "I never want seat heating when I drive. Remember that."
COLOR = "[March 6, 2025] At 8:00 PM, Ada had the ambient light set to orange."
SAID_COLOR = "Make the ambient light orange, not blue."


@pytest.mark.parametrize(
    "text",
    [
        "[2025-03-04 19:35] Ada: Car, whenever I navigate, keep the voice at 35, so that I hear it over the rain.",
        "CAR whenever i navigate keep the voice at 35 so that i hear it over the rain",
        "Ada wants the navigation voice at 35 whenever she navigates.",
        "As of 2025-03-04, Ada on navigation: car whenever navigate keep voice thirty-five hear over rain",
        "The user keeps the navigation volume at 35 whenever navigating.",
    ],
)
def test_a_rewording_with_its_value_and_half_of_its_words_of_the_car_keeps_the_fact(text: str) -> None:
    assert keeps(text, LEVEL, SAID_LEVEL)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "They talked about the car for a while.",
        "Ada talked about the navigation volume.",
        "Ada wants the navigation voice at 36 whenever she navigates.",
        "Ben wants the navigation voice at 35 whenever he navigates.",
        "Ada wants the seat at 35 whenever it rains.",
    ],
)
def test_without_the_value_the_person_or_the_setting_it_is_lost(text: str) -> None:
    assert not keeps(text, LEVEL, SAID_LEVEL)


def test_the_occasion_of_a_fact_is_part_of_it() -> None:
    fact = "[March 4, 2025] At 7:35 PM, Ada wanted the seat heating at 3 only when it snows."
    assert keeps("Ada: seat heating 3 when snowing", fact, "Seat heating to 3, but only when it snows.")
    assert not keeps("Ada: seat heating 3", fact, "Seat heating to 3, but only when it snows.")
    assert keeps("Ada: seat heating 3", fact, "Seat heating to 3.")


def test_a_never_that_is_gone_is_lost() -> None:
    assert keeps("Ben: never seat heating when driving", NEVER, SAID_NEVER)
    assert not keeps("Ben on seat: want seat heating when drive remember", NEVER, SAID_NEVER)


def test_a_no_that_only_the_fact_makes_a_refusal_is_lost_too() -> None:
    said = "Car, no seat heating when I drive, ever."
    assert keeps("Ben: no seat heating when driving", NEVER, said)
    assert keeps("Ben: seat heating isn't his when driving", NEVER, said)
    assert not keeps("Ben on seat: seat heating when drive ever", NEVER, said)


def test_what_the_message_denies_must_not_come_back_as_a_value() -> None:
    assert keeps("Ada: ambient light orange", COLOR, SAID_COLOR)
    assert not keeps("Ada: ambient light blue, orange", COLOR, SAID_COLOR)
    assert not keeps("Ada on seat: heating 2 today 3 any more", "Ada asked for level 2.", "Level 2 from today. Not 3.")


def test_a_message_that_leaves_the_value_to_others_is_held_to_its_own_words() -> None:
    fact = "[March 6, 2025] At 8:00 PM, Ada found the fan too loud and set the fan speed to 2."
    said = "That fan is far too loud for a phone call."
    assert keeps("Ada finds the fan far too loud for phone calls.", fact, said)
    assert not keeps("Ada was in the car.", fact, said)


def test_a_message_without_words_of_its_own_is_kept_word_for_word_only() -> None:
    assert keeps("Ada: Yes, please!", "Ada agreed.", "Yes, please.")
    assert not keeps("Ada was polite.", "Ada agreed.", "Yes, please.")
    assert not keeps("Ada was polite.", "Ada agreed.", "")


def test_the_very_words_are_whole_words() -> None:
    assert not keeps("Set 350 volts", "Ada: set 35", "Set 35")


def test_a_bracket_that_is_not_closed_takes_no_words_with_the_date_behind_it() -> None:
    assert without_times("[seat heating [2025-03-01 09:00] on 3").split() == ["[seat", "heating", "on", "3"]
