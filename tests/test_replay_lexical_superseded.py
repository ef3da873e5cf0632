"""A value that is told again beside a new one was given up for it; two cases, or an occasion, give up nothing."""

import pytest

from replay.agents.lexical.claims import claims_of
from replay.agents.lexical.facts import read_context
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.superseded import superseded

PEOPLE = ("Ines Halvorsen", "Bram Okafor")
HELD = "[May 1, 2025] At 9:00 AM, Ines told Bram that she is off to the market. She set the fan speed to 8."


def given_up(*facts: str, key: str = "ac.fan") -> set[tuple[object, object]]:
    """The values given up, each with what took its place."""
    claims = claims_of(BY_KEY[key], read_context("\n".join(facts), PEOPLE))
    return {(claims[i].value, new.value) for i, new in superseded(claims).items()}


def test_a_value_told_again_beside_a_new_one_is_given_up_without_a_word_of_regret() -> None:
    new = "[May 3, 2025] At 9:00 AM, Ines told Bram: 'At fan speed 8 my letters flew about. I have the fan on 5.'"
    assert given_up(HELD, new) == {(8, 5)}
    assert given_up(new, HELD) == {(8, 5)}


def test_a_value_that_is_a_word_may_be_given_up() -> None:
    old = "[May 1, 2025] At 9:00 AM, Ines set the instrument panel color to green."
    new = "[May 3, 2025] At 9:00 AM, Ines said: 'The green panel made me look ill. The panel color I need is orange.'"
    assert given_up(old, new, key="panel.color") == {("green", "orange")}


@pytest.mark.parametrize(
    "said",
    [
        "I have the fan on 8. Sorry, I meant the fan on 5.",
        "Put the fan on 8. Oh wait, no, that blows out the candle. The fan goes to 5.",
        "The fan on 8. Hang on, that is the heater. The fan is on 5.",
    ],
)
def test_a_value_that_is_taken_back_at_once_was_never_held(said: str) -> None:
    assert given_up(f"[May 1, 2025] At 9:00 AM, Ines told Bram: '{said}'") == {(8, 5)}


def test_what_one_gives_up_another_may_keep() -> None:
    both = "[May 3, 2025] At 9:00 AM, Ines told Bram: 'At fan speed 8 my letters flew about. I have the fan on 5.'"
    theirs = "[May 1, 2025] At 9:00 AM, Bram told Ines: 'My fan is on 8.'"
    claims = claims_of(BY_KEY["ac.fan"], read_context("\n".join((HELD, theirs, both)), PEOPLE))
    kept = [claims[i].owners for i in range(len(claims)) if claims[i].value == 8 and i not in superseded(claims)]
    assert [set(owners) for owners in kept] == [{"Bram Okafor"}]


@pytest.mark.parametrize(
    "later",
    [
        "[May 3, 2025] At 9:00 AM, Ines told Bram: 'I have the fan on 8, and at night the fan on 5.'",
        "[May 3, 2025] At 9:00 AM, Ines told Bram: 'The fan stays on 8, except on Sundays, then the fan is on 5.'",
        "[May 3, 2025] At 9:00 AM, Bram told Ines: 'Fan speed 8 blew my hat off. I have the fan on 5.'",
        "[May 3, 2025] At 9:00 AM, Ines told Bram: 'I have the fan on 5.'",
        "[April 3, 2025] At 9:00 AM, Ines told Bram: 'From fan speed 8 I got a cold. I have the fan on 5.'",
        "[May 3, 2025] At 9:00 AM, Ines told Bram: 'I usually have the fan on 8, today the fan is on 5.'",
        "[May 3, 2025] At 9:00 AM, Ines told Bram: 'I had the fan on 8, then the fan on 3, then the fan on 5.'",
    ],
    ids=["two cases", "an exception", "somebody else", "no old value", "before it was held", "a habit", "three values"],
)
def test_nothing_is_given_up_otherwise(later: str) -> None:
    assert given_up(HELD, later) == set()


def test_without_claims_nothing_is_given_up() -> None:
    assert superseded(()) == {}
