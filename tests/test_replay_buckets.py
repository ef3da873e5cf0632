from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from memory.instants import instant
from replay.buckets import Window, next_midnight_us, window_end_us
from tests.scenes import us

UTC = ZoneInfo("UTC")


@pytest.mark.parametrize(
    ("window", "said_at", "due"),
    [
        ("message", "2025-03-01 08:55", "2025-03-01 08:55"),
        ("hour", "2025-03-01 08:55", "2025-03-01 09:00"),
        ("hour", "2025-03-01 09:00", "2025-03-01 10:00"),
        ("day", "2025-03-01 00:00", "2025-03-02 00:00"),
        ("day", "2025-03-01 23:59", "2025-03-02 00:00"),
    ],
)
def test_a_bucket_is_due_at_its_windows_end(window: Window, said_at: str, due: str) -> None:
    assert window_end_us(window, us(said_at), UTC) == us(due)


def test_a_session_is_over_when_no_message_could_belong_to_it() -> None:
    assert window_end_us("session", us("2025-03-01 08:55"), UTC) == us("2025-03-01 09:25") + 1


def test_hours_and_days_are_those_of_the_zone() -> None:
    kathmandu = ZoneInfo("Asia/Kathmandu")  # UTC+5:45, so its hours end at a quarter past in UTC
    assert window_end_us("hour", us("2025-03-01 08:10"), kathmandu) == us("2025-03-01 08:15")
    assert window_end_us("day", us("2025-03-01 08:10"), kathmandu) == us("2025-03-01 18:15")


def test_a_day_on_which_the_clock_is_put_forward_has_23_hours() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")  # forward at 01:00 UTC on 30 March 2025
    start = us("2025-03-30 00:00")
    assert next_midnight_us(start, lisbon) - start == 23 * 3_600_000_000


def test_midnight_itself_belongs_to_the_day_that_starts() -> None:
    assert next_midnight_us(us("2025-03-01 00:00"), UTC) == us("2025-03-02 00:00")


def test_instants_before_1970_and_single_microseconds_are_exact() -> None:
    assert window_end_us("hour", -1, UTC) == 0
    assert instant(us("2025-03-01 00:00") + 1).microsecond == 1


def test_a_midnight_that_comes_twice_is_behind_what_is_said_between_both() -> None:
    newfoundland = ZoneInfo("America/St_Johns")  # put back to 23:01 of the 6th at 00:01 of 7 November 2010
    first, second = us("2010-11-07 02:30"), us("2010-11-07 03:30")
    assert next_midnight_us(first - 1, newfoundland) == first
    assert next_midnight_us(second - 1, newfoundland) == second
    assert window_end_us("day", second - 1, newfoundland) == second
    assert next_midnight_us(second, newfoundland) == us("2010-11-08 03:30")


@pytest.mark.parametrize(
    "name",
    ["America/St_Johns", "America/Moncton", "Antarctica/Casey", "America/Sao_Paulo", "Asia/Beirut", "Pacific/Apia"],
)
@pytest.mark.parametrize(("window", "longest"), [("session", 0.51), ("hour", 2), ("day", 48)])
def test_every_window_ends_later_than_what_it_holds_wherever_the_clock_is_turned(
    name: str, window: Window, longest: float
) -> None:
    zone, hour_us = ZoneInfo(name), 3_600_000_000
    longest_us = longest * hour_us
    offsets = [
        (at, instant(at).astimezone(zone).utcoffset())
        for at in range(us("2005-01-01 00:00"), us("2013-01-01 00:00"), 12 * hour_us)
    ]
    turns = [at for (at, before), (_, after) in pairwise(offsets) if before != after]
    assert turns
    for turn in turns:
        for at in range(turn - 24 * hour_us, turn + 36 * hour_us, hour_us // 2):
            assert at < window_end_us(window, at, zone) <= at + longest_us


@pytest.mark.parametrize(("name", "day"), [("Atlantic/Azores", "2025-10-26"), ("America/Havana", "2025-11-02")])
def test_a_clock_that_is_put_back_to_midnight_makes_one_day_of_25_hours(name: str, day: str) -> None:
    zone = ZoneInfo(name)
    start = next_midnight_us(us(f"{day} 00:00") - 12 * 3_600_000_000, zone)
    assert instant(start).astimezone(zone).isoformat().startswith(f"{day}T00:00")
    for at in (start, start + 3_599_999_999, start + 3_600_000_000, start + 2 * 3_600_000_000):
        assert window_end_us("day", at, zone) == start + 25 * 3_600_000_000
