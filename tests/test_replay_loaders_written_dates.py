from collections.abc import Callable

import pytest

from replay.loaders.written_dates import iso_of_month_first, iso_of_slashed, iso_of_spoken
from replay.times import UnreadableTime


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("1:56 pm on 8 May, 2023", "2023-05-08 13:56"),
        ("12:00 am on 1 January, 2024", "2024-01-01 00:00"),
        ("12:30 PM on 29 Feb, 2024", "2024-02-29 12:30"),
        ("9:05 a.m. on 3 Sept, 2024", "2024-09-03 09:05"),
    ],
)
def test_a_spoken_date_is_read(text: str, iso: str) -> None:
    assert iso_of_spoken(text) == iso


def test_a_date_with_the_month_first_is_read() -> None:
    assert iso_of_month_first("Dec 15, 2025, 08:41:23") == "2025-12-15 08:41:23"
    assert iso_of_month_first("June 3, 2025, 8:00:00") == "2025-06-03 08:00:00"


def test_a_date_with_slashes_is_read_with_or_without_weekday() -> None:
    assert iso_of_slashed("2023/05/30 (Tue) 23:40") == "2023-05-30 23:40"
    assert iso_of_slashed("2023/5/3 7:04:05") == "2023-05-03 07:04:05"


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (iso_of_spoken, ""),
        (iso_of_spoken, "8 May, 2023"),
        (iso_of_spoken, "13:56 pm on 8 May, 2023"),
        (iso_of_spoken, "0:10 am on 8 May, 2023"),
        (iso_of_spoken, "1:56 pm on 8 Mai, 2023"),
        (iso_of_spoken, "1:56 pm on 8 Maybe, 2023"),
        (iso_of_month_first, "15 Dec 2025, 08:41:23"),
        (iso_of_month_first, "Dec 15, 2025"),
        (iso_of_slashed, "2023-05-30 23:40"),
        (iso_of_slashed, "2023/05/30"),
    ],
)
def test_anything_else_is_an_error_that_quotes_it(read: Callable[[str], str], text: str) -> None:
    with pytest.raises(UnreadableTime, match="unreadable date"):
        read(text)
