"""Words, sentences, stems and numbers of a text."""

import pytest

from replay.agents.lexical.text import content_stems, lacking, numbers, plain, sentences, spell, stem


def values(text: str) -> list[int]:
    return [number.value for number in numbers(text)]


def test_curly_quotes_and_long_dashes_are_spelled_plainly() -> None:
    assert spell("“I’d like it” — now…") == '"I\'d like it"  -  now...'


def test_a_path_is_spelled_as_words() -> None:
    assert plain(spell("set `instrumentPanel.color_mode` to red")) == "set  instrument panel color mode  to red"


def test_plain_text_has_no_capitals_hyphens_or_underscores_within_words() -> None:
    assert plain("Heading-Up or north_up") == "heading up or north up"


def test_sentences_end_at_full_stops_and_line_ends() -> None:
    assert sentences("One. Two!\nThree?") == ("One.", "Two!", "Three?")


def test_an_empty_text_has_no_sentences_words_or_numbers() -> None:
    assert sentences(" ") == ()
    assert content_stems("") == frozenset()
    assert values("") == []


@pytest.mark.parametrize(
    ("a", "b"), [("heating", "heated"), ("darker", "dark"), ("windows", "window"), ("dusty", "dust")]
)
def test_inflections_of_a_word_share_a_stem(a: str, b: str) -> None:
    assert stem(a) == stem(b)


def test_a_stem_keeps_three_letters() -> None:
    assert stem("ing") == "ing"
    assert stem("red") == "red"


def test_words_of_any_request_carry_no_meaning() -> None:
    assert content_stems("Please set my usual setting again") == frozenset()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("set it to 7", [7]),
        ("forty-two or a hundred", [42, 100]),
        ("seven and twenty", [7, 20]),
        ("at 9:30 on the 5th", []),
        ("version 2.5 of 1080p", []),
        ("level 3, not 4.", [3, 4]),
        ("four thousand of six hundred", []),
        ("3 hundred, several hundred, a hundred", [100]),
        ("on 2 (2025-01-19)", [2]),
        ("on 2, at 2025 01 19t09:14:00z", [2]),
        ("2025 13 01 and 2025 1 9", [2025, 13, 1, 2025, 1, 9]),
    ],
)
def test_numbers_are_digits_or_words_but_not_times_ordinals_or_decimals(text: str, found: list[int]) -> None:
    assert values(text) == found


def test_a_number_knows_where_it_stands() -> None:
    (number,) = numbers("to ten now")
    assert "to ten now"[number.start : number.end] == "ten"


def test_a_title_ends_no_sentence() -> None:
    assert sentences("She met Mr. Wolf. He sat down.") == ("She met Mr. Wolf.", "He sat down.")


def test_a_number_before_a_colon_is_no_time() -> None:
    assert values("the fan to 8: nice") == [8]


def test_the_possessive_of_a_word_of_any_request_carries_no_meaning() -> None:
    assert content_stems("the driver's seat") == content_stems("the driver seat")


def test_the_day_of_a_date_is_no_number() -> None:
    assert values("on may 6 she took 36, on june 12 he took 40") == [36, 40]


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("he left the pillow at home", "pillow"),
        ("she drove without her glasses", "glasses"),
        ("i forgot my cap", "cap"),
        ("a capless morning", "cap"),
        ("she took off her coat", "coat"),
    ],
)
def test_what_is_missing_is_known(text: str, missing: str) -> None:
    assert content_stems(missing) <= lacking(text)


def test_what_is_there_is_not_missing() -> None:
    assert lacking("she put the pillow on the seat") == frozenset()
