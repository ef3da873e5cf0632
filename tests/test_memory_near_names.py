import pytest

from memory.near_names import MOST_CHARS, did_you_mean, near_names, unknown_name

KNOWN = ["none", "Fulltext", "hybrid"]


@pytest.mark.parametrize(("name", "meant"), [("fultext", "Fulltext"), ("hybird", "hybrid"), ("NONE", "none")])
def test_a_misspelt_name_is_near_the_one_that_was_meant_in_any_case(name: str, meant: str) -> None:
    assert near_names(name, KNOWN) == [meant]
    assert did_you_mean(name, KNOWN) == f"; did you mean {meant}?"


@pytest.mark.parametrize("name", ["", "elephant", "x"])
def test_a_name_that_is_near_none_is_asked_nothing(name: str) -> None:
    assert near_names(name, KNOWN) == []
    assert did_you_mean(name, KNOWN) == ""


def test_how_near_a_name_must_be_may_be_said() -> None:
    # "hybel" and "hybrid" share three of their eleven letters on either side: 2 * 3 / 11 is 0.55
    for near, found in ((0.6, []), (0.5, ["hybrid"])):
        assert near_names("hybel", ["hybrid"], near=near) == found
        assert did_you_mean("hybel", ["hybrid"], near=near) == ("; did you mean hybrid?" if found else "")
    assert near_names("hybel", ["hybrid"]) == []


def test_of_a_name_without_end_the_beginning_is_compared() -> None:
    assert near_names("a" * 10**6, ["a" * MOST_CHARS]) == ["a" * MOST_CHARS]


def test_the_line_asks_before_it_lists_and_ends_with_other_forms() -> None:
    assert unknown_name("no m is called", "hybird", KNOWN, ", or X") == (
        "no m is called 'hybird'; did you mean hybrid? known: none, Fulltext, hybrid, or X"
    )
    assert unknown_name("no m is called", "elephant", KNOWN) == (
        "no m is called 'elephant'; known: none, Fulltext, hybrid"
    )
    assert unknown_name("no m is called", "x", []) == "no m is called 'x'; known: none"


def test_what_else_may_be_meant_is_asked_where_no_name_is_near() -> None:
    assert "; did you mean my:X? known" in unknown_name("no m is called", "my.X", KNOWN, meant="my:X")
    assert "; did you mean hybrid? known" in unknown_name("no m is called", "hybird", KNOWN, meant="my:X")
