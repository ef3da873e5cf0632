"""Numbers and words that are none of a setting's values: an age, a coin, a light at a crossing."""

import pytest

from replay.agents.lexical.claims import claims_of
from replay.agents.lexical.facts import read_context
from replay.agents.lexical.lexicon import BY_KEY
from replay.agents.lexical.sayings import SettingValue


def values(key: str, said: str) -> list[SettingValue]:
    told = f"[May 1, 2025] At 9:00 AM, Ines told Bram: '{said}'"
    return [claim.value for claim in claims_of(BY_KEY[key], read_context(told, ("Ines Halvorsen", "Bram Okafor")))]


@pytest.mark.parametrize(
    ("key", "said", "found"),
    [
        ("sunroof.degree", "The sunroof was open when he was six.", []),
        ("sunroof.degree", "My younger son just turned 8 under the open sunroof.", []),
        ("sunroof.degree", "The sunroof is at 8 now.", [8]),
        ("trunk.degree", "The trunk left a dent the size of a quarter.", []),
        ("trunk.degree", "The trunk was full at a quarter past.", []),
        ("trunk.degree", "I opened the trunk a quarter.", [25]),
        ("light.ambient", "I saw the ambient light at a red light.", []),
        ("light.ambient", "We came to a long red light with the ambient light on blue.", ["blue"]),
        ("light.ambient", "I want a red light, the ambient light in red.", ["red", "red"]),
    ],
)
def test_only_what_can_be_a_value_is_one(key: str, said: str, found: list[SettingValue]) -> None:
    assert values(key, said) == found
