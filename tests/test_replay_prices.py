from pathlib import Path

import pytest

from replay.errors import InputError
from replay.prices import Price, load_price

GOOD = """
[models.small]
prompt_usd_per_million = 1
completion_usd_per_million = 4.5

[models."org/big:v1"]
prompt_usd_per_million = 10.0
cached_usd_per_million = 2.5
completion_usd_per_million = 40.0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def test_the_price_of_cached_tokens_is_that_of_the_prompt_unless_it_is_given(file: Path) -> None:
    assert load_price(file, "small") == Price(prompt=1.0, cached=1.0, completion=4.5)
    assert load_price(file, "org/big:v1") == Price(prompt=10.0, cached=2.5, completion=40.0)


def test_cached_tokens_are_part_of_the_prompt() -> None:
    price = Price(prompt=10.0, cached=2.5, completion=40.0)
    # 600 fresh at 10, 400 cached at 2.5, 50 written at 40: 6000 + 1000 + 2000 millionths of a dollar
    assert price.cost_usd(prompt_tokens=1000, cached_tokens=400, completion_tokens=50) == 0.009


def test_more_cached_tokens_than_there_are_count_as_all_of_them() -> None:
    price = Price(prompt=10.0, cached=2.0, completion=0.0)
    assert price.cost_usd(prompt_tokens=100, cached_tokens=500, completion_tokens=0) == 0.0002


def test_nothing_costs_nothing() -> None:
    assert Price(prompt=10.0, cached=2.0, completion=3.0).cost_usd(
        prompt_tokens=0, cached_tokens=0, completion_tokens=0
    ) == 0.0  # fmt: skip


def test_a_model_without_a_price_is_named_beside_those_that_have_one(file: Path) -> None:
    with pytest.raises(InputError, match="no price of 'huge'; known: org/big:v1, small"):
        load_price(file, "huge")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "models"),
        ("[models", "no TOML"),
        ("[models.a]\nprompt_usd_per_million = 1", "completion_usd_per_million"),
        ("[models.a]\nprompt_usd_per_million = '1'\ncompletion_usd_per_million = 1", "prompt_usd_per_million"),
        ("[models.a]\nprompt_usd_per_million = -1\ncompletion_usd_per_million = 1", "prompt_usd_per_million"),
        ("[models.a]\nprompt_usd_per_million = nan\ncompletion_usd_per_million = 1", "prompt_usd_per_million"),
        ("[models.a]\nprompt = 1", "models.a"),
        ("[other]", "models"),
    ],
)
def test_a_file_of_something_else_is_refused_with_the_place(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_price(path, "a")
    assert told in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_price(tmp_path / "none.toml", "a")
