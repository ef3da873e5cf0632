"""Names of people's own are known from where they were given."""

import pytest

from replay.agents.lexical.nicknames import own_names
from replay.agents.lexical.text import content_stems


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("when all is dark i call it the cave.", "cave"),
        ("if i say siesta, i mean the seat far back.", "siesta"),
        ("20 percent and red light, it feels like a bakery.", "bakery"),
        ("volume at 70, that's my stadium.", "stadium"),
        ("behind a lorry i put the wipers to 5. lorry mode.", "lorry"),
        ("massage at 2 and the lights off. sunday routine.", "sunday"),
        ("fortress means: all doors locked.", "fortress"),
        ("to me, harbor means blue light.", "harbor"),
    ],
)
def test_a_name_that_is_given_is_known(words: str, name: str) -> None:
    assert any(content_stems(name) <= given for given in own_names(words))


def test_liking_gives_no_name() -> None:
    assert own_names("i like the music at 20.") == ()


def test_a_word_that_points_is_no_name() -> None:
    assert own_names("that means all doors locked. it means a lot.") == ()


def test_no_text_gives_no_name() -> None:
    assert own_names("") == ()


def test_a_name_in_quotes_may_stand_before_who_gives_it() -> None:
    assert any(
        content_stems("starlight") <= given for given in own_names("he set it to 1. 'starlight,' she called it.")
    )
