from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.instants import instant, span_text, to_us

FIRST_US, LAST_US = -62_135_596_800_000_000, 253_402_300_799_999_999
"""The first and the last microsecond of the calendar."""


@given(st.integers(FIRST_US, LAST_US))
def test_both_ways_nothing_is_lost(at_us: int) -> None:
    assert to_us(instant(at_us)) == at_us


def test_an_instant_is_the_same_in_any_zone_and_shown_in_the_one_asked_for() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")
    assert instant(1_751_373_669_000_001) == datetime(2025, 7, 1, 12, 41, 9, 1, tzinfo=UTC)
    assert instant(1_751_373_669_000_001, lisbon).isoformat() == "2025-07-01T13:41:09.000001+01:00"
    assert to_us(instant(7, lisbon)) == 7
    assert instant(-1).isoformat() == "1969-12-31T23:59:59.999999+00:00"


@pytest.mark.parametrize(("at_us", "zone"), [(LAST_US + 1, "UTC"), (FIRST_US, "America/New_York"), (10**30, "UTC")])
def test_beyond_the_calendar_there_is_no_instant(at_us: int, zone: str) -> None:
    with pytest.raises(OverflowError):
        instant(at_us, ZoneInfo(zone))


def test_an_offset_is_taken_off_and_before_the_epoch_numbers_are_negative() -> None:
    assert to_us(datetime(1970, 1, 1, 1, tzinfo=ZoneInfo("Europe/Paris"))) == 0
    assert to_us(datetime(1970, 1, 1, tzinfo=UTC) - timedelta(microseconds=1)) == -1


@pytest.mark.parametrize(
    ("span_us", "said"),
    [
        (0, "0 µs"),
        (999_999, "999999 µs"),
        (1_000_000, "1 s"),
        (1_000_001, "1 s 1 µs"),
        (61_000_000, "1 min 1 s"),
        (60_000_001, "1 min"),
        (86_399_999_999, "23 h 59 min"),
        (90_000_000_000, "1 day 1 h"),
        (2 * 86_400_000_000 + 5, "2 days"),
    ],
)
def test_a_span_is_told_in_its_two_largest_units_that_follow_each_other(span_us: int, said: str) -> None:
    assert span_text(span_us) == said
