"""Rates and counts as short text."""

import pytest

from scoring.number_text import percent, short, tight


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0, "0"), (9999, "9999"), (10_000, "10.0k"), (999_949, "999.9k"), (999_950, "1.00M"), (12_345_678, "12.35M")],
)
def test_a_count_is_short(number: int, shown: str) -> None:
    assert short(number) == shown


@pytest.mark.parametrize(
    ("rate", "shown", "shown_tight"),
    [(0, "0.0%", "0.0%"), (0.9994, "99.9%", "99.9%"), (0.9995, "100.0%", "100%"), (1, "100.0%", "100%")],
)
def test_a_rate_has_one_decimal_and_all_has_none_where_room_is_short(rate: float, shown: str, shown_tight: str) -> None:
    assert (percent(rate), tight(rate)) == (shown, shown_tight)
