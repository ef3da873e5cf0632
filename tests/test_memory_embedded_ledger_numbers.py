"""Numbers in words as the ledger reads them."""

import pytest

from memory.embedded.ledger_numbers import in_digits


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("put it on eight", "put it on 8"),
        ("twelve", "12"),
        ("forty", "40"),
        ("forty five then", "45 then"),
        ("forty then five", "40 then 5"),
        ("seventy one", "71"),
        ("twenty thirty", "20 30"),
        ("one more", "one more"),
        ("zero", "zero"),
        ("hundred", "100"),
        ("to one hundred", "to 100"),
        ("7 and 40", "7 and 40"),
        ("", ""),
    ],
)
def test_numbers_from_two_to_a_hundred_are_written_in_digits(said: str, read: str) -> None:
    assert in_digits(said.split()) == read.split()
