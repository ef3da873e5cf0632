"""How text becomes words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.embedded.words import MAX_TERMS, fold, index_text, query_terms, runs, singular, stem


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        ("At 9:00 AM", ["at", "9", "00", "am"]),
        ("AC-22", ["ac", "22"]),
        ("ＡＣ－２２", ["ac", "22"]),
        ("don't", ["don", "t"]),
        ("seat Seat SEAT", ["seat"]),
        ("座", ["座"]),
        ("座椅", ["座 椅"]),
        ("座椅加热", ["座 椅", "椅 加", "加 热"]),
        ("座、椅", ["座", "椅"]),
        ("Bo的seat座椅2", ["bo", "的", "seat", "座 椅", "2"]),
        ("ｶﾞ", ["ガ"]),
        ("좌석을", ["좌 석", "석 을"]),
        ("co\u00adop", ["coop"]),
        ("co\u200bop", ["co", "op"]),
        ("❤️", []),
        ("a\0b\ud800c", ["a", "b", "c"]),
        ("हिन्दी", ["हिन्दी"]),
    ],
)
def test_a_query_gives_these_terms(text: str, terms: list[str]) -> None:
    assert query_terms(text) == terms


def test_only_the_first_terms_of_a_very_long_query_count() -> None:
    text = " ".join(f"w{number}" for number in range(MAX_TERMS + 1))
    assert query_terms(text) == [f"w{number}" for number in range(MAX_TERMS)]


def test_pairs_of_one_long_run_are_bounded_too() -> None:
    run = "".join(chr(0x4E00 + number) for number in range(MAX_TERMS + 2))
    assert len(query_terms(run)) == MAX_TERMS


def test_spaceless_characters_are_set_apart_for_the_index() -> None:
    assert index_text("开seat座椅").split() == ["开", "seat", "座", "椅"]


def test_ascii_is_left_to_the_index() -> None:
    assert index_text("AC-22 'on'\0") == "AC-22 'on'\0"


@given(st.text())
def test_folded_text_holds_nothing_but_words_and_spaces_and_can_be_encoded(text: str) -> None:
    folded = fold(text)
    folded.encode()
    assert '"' not in folded
    assert "\0" not in folded
    assert folded.split() == folded.strip(" ").split()


@given(st.text())
def test_every_term_of_a_text_is_among_what_is_stored_of_it(text: str) -> None:
    stored = " ".join(fold(index_text(text)).split())
    assert all(term in stored for term in query_terms(text))


def test_runs_end_where_the_script_changes() -> None:
    assert runs("座椅heat 3") == ["座椅", "heat", "3"]


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [("seats", "seat"), ("seating", "seat"), ("heated", "heat"), ("glass", "glass"), ("bed", "bed"), ("gas", "gas")],
)
def test_plurals_and_participles_lose_their_ending(word: str, stemmed: str) -> None:
    assert stem(word) == stemmed


@pytest.mark.parametrize(
    ("word", "single"),
    [("seats", "seat"), ("seating", "seating"), ("glass", "glass"), ("gas", "gas"), ("s", "s"), ("", "")],
)
def test_a_plural_loses_its_s_and_nothing_else_changes(word: str, single: str) -> None:
    assert singular(word) == single
