"""Relations by which people are named, in one spelling."""

import pytest

from replay.agents.lexical.kinship import KIN_PRONOUNS, is_relation, relation
from replay.agents.lexical.people import mentions, relatives


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("stepson", "stepson"),
        ("Step-son", "stepson"),
        ("mother in law", "mother-in-law"),
        ("mother-in-law", "mother-in-law"),
        ("great-aunt", "greataunt"),
        ("half sister", "halfsister"),
        ("ex-wife", "exwife"),
        ("co-worker", "coworker"),
    ],
)
def test_a_relation_is_known_however_it_is_written(said: str, known: str) -> None:
    assert relation(said) == known
    assert [mention.who for mention in mentions(f"My {said} sat in the back.", ())] == [known]


@pytest.mark.parametrize("word", ["grandeur", "songs", "catalogue", "a", "", "motherly", "auntumn"])
def test_other_words_are_no_relations(word: str) -> None:
    assert not is_relation(word)


def test_a_relative_is_called_by_the_pronoun_of_the_plain_relation() -> None:
    assert KIN_PRONOUNS["stepson"] == "he"
    assert KIN_PRONOUNS["mother-in-law"] == "she"
    assert "colleague" not in KIN_PRONOUNS


def test_the_mother_of_someones_children_is_the_one_who_was_named_as_theirs() -> None:
    text = "Omar collected Maya's twins. He told the car: 'Their mother's trick, please.'"
    assert relatives(("Maya Stone", "Omar Reyes"), text) == {"mother": "Maya Stone"}


@pytest.mark.parametrize("part", ["child lock", "child safety lock", "child-lock", "baby seat", "child locks"])
def test_a_part_of_the_car_that_is_named_after_a_child_is_nobody(part: str) -> None:
    assert not mentions(f"The {part} went on.", ())
    assert [mention.who for mention in mentions(f"The {part} was for her child.", ())] == ["her", "child"]
