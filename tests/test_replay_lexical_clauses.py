"""Each value of a sentence goes with the words of its own clause."""

from replay.agents.lexical.clauses import clauses


def test_a_comma_parts_two_values() -> None:
    words = "in town i zoom to 9, in the hills to 4."
    assert clauses(words, [17, 37]) == ("in town i zoom to 9, ", "in the hills to 4.")


def test_without_a_comma_the_joining_word_parts_them() -> None:
    words = "20 at night and 60 by day"
    assert clauses(words, [0, 16]) == ("20 at night ", "and 60 by day")


def test_without_either_the_second_value_begins_its_own_clause() -> None:
    assert clauses("20 60", [0, 3]) == ("20 ", "60")


def test_a_single_value_takes_the_whole_sentence() -> None:
    assert clauses("at night, 20, please", [10]) == ("at night, 20, please",)


def test_no_value_gives_no_clause() -> None:
    assert clauses("nothing here", []) == ()
