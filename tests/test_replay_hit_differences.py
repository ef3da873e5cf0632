from dataclasses import replace

from memory.messages import Hit
from replay.hit_differences import hits_difference, texts_difference

ONE = Hit(text="warm", score=2.0, message_ids=("m1",))
TWO = Hit(text="cold", score=1.0, message_ids=("m2",))


def test_the_first_rank_that_differs_is_named_by_its_text_then_its_score_then_the_rest() -> None:
    assert hits_difference([ONE, TWO], [ONE, replace(ONE, score=3.0)]) == "rank 2 is 'cold', then 'warm'"
    assert hits_difference([ONE], [replace(ONE, score=3.0, at_us=7)]) == "the score at rank 1 is 2.0, then 3.0"
    assert hits_difference([ONE], [replace(ONE, at_us=7)]) == "the hit at rank 1 names other messages or another time"
    assert hits_difference([ONE, TWO], [TWO, ONE]) == "rank 1 is 'warm', then 'cold'"


def test_where_one_list_goes_on_their_lengths_are_told() -> None:
    assert hits_difference([ONE], [ONE, TWO]) == "1 hit, then 2"
    assert hits_difference([ONE], []) == "1 hit, then 0"


def test_a_long_text_is_cut() -> None:
    assert hits_difference([replace(ONE, text="x" * 41)], [ONE]) == f"rank 1 is {'x' * 40!r}, then 'warm'"


def test_texts_that_part_late_are_shown_from_a_little_before_that_place() -> None:
    one, two = "x" * 100 + "one", "x" * 100 + "two"
    assert texts_difference(one, two) == f"'…{'x' * 12}one', then '…{'x' * 12}two'"
    assert texts_difference("x" * 27 + "a", "x" * 27) == f"'{'x' * 27}a', then '{'x' * 27}'"
    assert texts_difference("", "a") == "'', then 'a'"
