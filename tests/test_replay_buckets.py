from zoneinfo import ZoneInfo

import pytest

from replay.buckets import Window, instant, next_midnight_us, window_end_us
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
