"""What a query says, and what it might have meant."""

import pytest

from memory.embedded.needs import NEEDS
from memory.embedded.widening import MOST_GROUPS_OF_A_WORD, Widening, said_pairs, said_terms

VOCABULARY = (("seat heating", "heated seat", "座椅加热"), ("tow bar", "hitch"))


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("At 9:00 AM Ann told the car: 'Warm my seat.'", ["ann", "warm", "seat"]),
        ("level 3 at 10:30", ["level", "3"]),
        ("我的座椅", ["我 的", "的 座", "座 椅"]),
        ("what did you say", ["what", "did", "you", "say"]),
        ("9:00", ["9", "00"]),
        ("", []),
        ("?!", []),
    ],
)
def test_small_words_and_clock_times_are_left_out_unless_there_is_nothing_else(query: str, terms: list[str]) -> None:
    assert said_terms(query) == terms


def test_pairs_are_neighbours_in_the_query_itself() -> None:
    query = "warm the seat heating, seat heating"
    assert said_pairs(query, said_terms(query)) == ["seat heating", "heating seat"]


def test_a_word_brings_the_other_names_of_its_setting() -> None:
    assert Widening(VOCABULARY).related("the hitch", ["hitch"]) == ["tow", "bar"]


def test_a_word_brings_the_words_of_its_need() -> None:
    related = Widening(VOCABULARY).related("I am freezing", ["freezing"])
    assert {"heating", "temperature", "snow"} <= set(related)
    assert "volume" not in related


def test_what_was_said_is_not_related_in_another_form() -> None:
    assert "heated" not in Widening(VOCABULARY).related("heat", ["heat"])


def test_a_word_of_a_spaceless_script_is_found_within_a_sentence() -> None:
    assert "heated" in Widening(VOCABULARY).related("请打开座椅加热吧", [])


def test_nothing_is_widened_without_a_vocabulary() -> None:
    assert Widening(()).related("I am freezing", ["freezing"]) == []


@pytest.mark.parametrize(("n_groups", "widens"), [(MOST_GROUPS_OF_A_WORD, True), (MOST_GROUPS_OF_A_WORD + 1, False)])
def test_a_word_of_very_many_settings_does_not_widen(n_groups: int, widens: bool) -> None:
    vocabulary = [(f"knob part{number}",) for number in range(n_groups)]
    assert bool(Widening(vocabulary).related("knob", ["knob"])) == widens


def test_no_need_names_a_word_twice() -> None:
    for need, words in NEEDS.items():
        assert len(words) == len(set(words)), need
