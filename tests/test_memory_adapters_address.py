import pytest

from memory.adapters.address import checked_address, read_timeout_s, read_url
from memory.errors import BadOption

DEFAULT = "https://api.example.org"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("http://127.0.0.1:8019/", "http://127.0.0.1:8019"),
        (" https://example.org/api/v1 ", "https://example.org/api/v1"),
        ("http://[::1]:80", "http://[::1]:80"),
        ("HTTP://[::1]:80//", "HTTP://[::1]:80"),
    ],
)
def test_an_address_is_read_without_what_is_around_it(given: str, read: str) -> None:
    assert read_url({"url": given}, DEFAULT) == read
    assert read_url({"other_url": given}, DEFAULT, "other_url") == read
    assert checked_address(given.strip()) == read


def test_the_systems_own_address_is_the_default() -> None:
    assert read_url({}, DEFAULT) == DEFAULT


@pytest.mark.parametrize(
    "given",
    [
        "",
        "example.org",
        "ftp://example.org",
        "http://",
        "http://a:0",
        "http://a:x",
        "http://a/?k=1",
        "http://[",
        "http://a/#b",
        "http://user:geheim@host",
    ],
)
def test_what_is_no_address_is_refused_by_the_name_of_its_option_and_shows_no_key(given: str) -> None:
    with pytest.raises(BadOption, match=r"^the option 'url' looks like http") as refused:
        read_url({"url": given}, DEFAULT)
    assert "geheim" not in str(refused.value)


def test_a_request_may_take_half_a_minute_or_as_long_as_is_said() -> None:
    assert read_timeout_s({}) == 30.0
    assert read_timeout_s({}, 45.0) == 45.0
    assert read_timeout_s({"timeout_s": "2.5"}) == 2.5
    with pytest.raises(BadOption, match="timeout_s"):
        read_timeout_s({"timeout_s": "0"})
