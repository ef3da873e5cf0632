"""Keys and texts as a map spells them."""

import tomllib

import pytest

from replay.importing.toml_text import key_of, quoted


@pytest.mark.parametrize("name", ["set_fan-speed2", "007"])
def test_a_name_of_plain_letters_digits_and_dashes_is_a_bare_key(name: str) -> None:
    assert key_of(name) == name


@pytest.mark.parametrize("name", ["", "pizza now", "car.fan", "größe", 'say "hi"', "a\nb", "a\\b"])
def test_any_other_name_stands_in_quotes_and_is_read_as_what_it_was(name: str) -> None:
    assert key_of(name) == quoted(name)
    assert tomllib.loads(f"{key_of(name)} = {quoted(name)}") == {name: name}
