from dataclasses import replace
from typing import Any

import pytest

from replay.errors import InputError
from replay.model_options import ModelOptions, check_model_options, needs_key

GOOD = ModelOptions(model="demo", base_url="https://models.example/v1")


def test_good_options_pass() -> None:
    check_model_options(GOOD)
    check_model_options(replace(GOOD, temperature=2.0, max_tokens=1, max_retries=0, extra_body={"seed": 1}))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"model": ""}, "--model"),
        ({"base_url": "models.example"}, "base URL"),
        ({"base_url": "ftp://models.example"}, "base URL"),
        ({"base_url": "http://[::1"}, "cannot be read"),
        ({"base_url": "https://models.example/v1?key=abc"}, "query"),
        ({"temperature": 2.1}, "between 0 and 2"),
        ({"temperature": float("nan")}, "between 0 and 2"),
        ({"max_tokens": 0}, "at least 1"),
        ({"timeout_s": 0.0}, "above 0"),
        ({"max_retries": -1}, "below 0"),
        ({"extra_body": {"messages": [], "model": "other"}}, "messages, model"),
    ],
)
def test_options_that_cannot_be_used_are_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        check_model_options(replace(GOOD, **change))


def test_a_password_in_the_address_is_refused_and_not_shown() -> None:
    with pytest.raises(InputError) as caught:
        check_model_options(replace(GOOD, base_url="https://me:hush-hush@models.example/v1"))
    assert "hush" not in str(caught.value)


def test_the_configuration_holds_what_answers_depend_on_and_not_where_they_come_from() -> None:
    assert GOOD.to_dict() == {
        "model": "demo",
        "temperature": None,
        "max_tokens": None,
        "tool_choice": None,
        "extra_body": {},
    }
    assert replace(GOOD, timeout_s=1, max_retries=9, base_url="http://other/v1").to_dict() == GOOD.to_dict()


@pytest.mark.parametrize(
    ("address", "needed"),
    [
        ("https://api.openai.com/v1", True),
        ("https://api.openai.com/v1/", True),
        ("HTTPS://API.OpenAI.com/v1", True),
        ("https://api.openai.com.:443", True),
        ("https://api.openai.com.example/v1", False),
        ("http://127.0.0.1:8765/v1", False),
        ("http://[::1", False),
        ("", False),
    ],
)
def test_a_host_that_answers_nobody_without_a_key_is_known_however_it_is_spelled(address: str, needed: bool) -> None:
    assert needs_key(address) == needed
