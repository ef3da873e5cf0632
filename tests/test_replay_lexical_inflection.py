"""Forms of verbs and adjectives, made from their plain form."""

import pytest

from replay.agents.lexical.inflection import comparatives, verbs


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("like", "like|likes|liked|liking"),
        ("dim", "dim|dims|dimmed|dimming"),
        ("heat", "heat|heats|heated|heating"),
        ("open", "open|opens|opened|opening"),
        ("prefer", "prefer|prefers|preferred|preferring"),
        ("try", "try|tries|tried|trying"),
        ("lie", "lie|lies|lay|lain|lying"),
        ("mix", "mix|mixes|mixed|mixing"),
        ("see", "see|sees|saw|seen|seeing"),
        ("have", "have|has|had|having"),
        ("swear by", "swear by|swears by|swore by|sworn by|swearing by"),
        (
            "be fond of",
            "be fond of|am fond of|are fond of|is fond of|was fond of|were fond of|been fond of|being fond of",
        ),
    ],
)
def test_a_verb_stands_for_all_its_forms_and_keeps_what_stands_behind_it(verb: str, forms: str) -> None:
    assert verbs(verb) == forms


def test_only_the_forms_that_are_asked_for_are_given_and_each_once() -> None:
    assert verbs("set|put", "past") == "set|put"
    assert verbs("adore|enjoy", "third") == "adores|enjoys"


def test_adjectives_are_compared() -> None:
    assert comparatives("high hot gentle cozy quiet dim") == "higher|hotter|gentler|cozier|quieter|dimmer"
    assert comparatives("low big", most=True) == "lowest|biggest"
