from zoneinfo import ZoneInfo

import pytest

from memory.instants import iso
from replay.errors import InputError
from replay.times import (
    MixedZones,
    MomentReader,
    UnreadableTime,
    find_zone,
    parse_duration_us,
    parse_moment,
    times_shown,
)
from tests.scenes import us


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "now",
        "2025-13-45 25:61",
        "2025-02-30T08:00",
        "2025-03-01T24:01",
        "2025-03-01T08:00:00\0",
        "2025-03-01T08:00:00 +01:00",
        "2025-03-01T8:00",
        "20250301T080000",
        "2025-W10-1T08:00",
        "1741000000",
        "٢٠٢٥-03-01T08:00",
        "0001-01-01T00:00",
        "9999-12-31T23:59",
        "x" * 10_000,
    ],
)
def test_what_is_no_instant_is_unreadable_and_never_becomes_another(text: str) -> None:
    with pytest.raises(UnreadableTime):
        parse_moment(text)
    with pytest.raises(UnreadableTime):
        MomentReader(ZoneInfo("UTC")).read_us(text)


def test_a_date_alone_is_refused_and_says_what_is_wanted() -> None:
    with pytest.raises(UnreadableTime, match=r"date alone; .* '2025-03-01 08:30'"):
        parse_moment("2025-03-01")


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2025-03-01 08:30", "2025-03-01 08:30"),
        ("2025-03-01T08:30:00.000000", "2025-03-01 08:30"),
        ("2025-03-01T08:30Z", "2025-03-01 08:30"),
        ("2025-03-01T08:30+0530", "2025-03-01 03:00"),
        ("2025-03-01T08:30:00-02:00", "2025-03-01 10:30"),
    ],
)
def test_iso_8601_is_read_to_the_microsecond(text: str, utc: str) -> None:
    assert MomentReader(ZoneInfo("UTC")).read_us(text) == us(utc)


def test_naive_timestamps_are_those_of_the_zone_and_are_counted() -> None:
    reader = MomentReader(ZoneInfo("Asia/Kolkata"))
    assert [reader.read_us("2025-03-01 08:30") for _ in range(3)] == [us("2025-03-01 03:00")] * 3
    assert reader.n_naive == 3


@pytest.mark.parametrize("first_is_aware", [True, False])
def test_the_first_timestamp_decides_whether_a_file_has_offsets(first_is_aware: bool) -> None:
    kinds = ["2025-03-01T08:30+01:00", "2025-03-01T08:31"]
    first, second = kinds if first_is_aware else kinds[::-1]
    reader = MomentReader(ZoneInfo("UTC"))
    reader.read_us(first)
    with pytest.raises(MixedZones):
        reader.read_us(second)


@pytest.mark.parametrize(
    "name", ["", "Europe/Atlantis", "../../etc/passwd", "localtime", "posixrules", "UTC\0", "x" * 300]
)
def test_a_zone_that_is_none_or_depends_on_the_machine_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="time zone"):
        find_zone(name)


def test_an_instant_is_shown_with_the_offset_of_its_zone() -> None:
    assert iso(us("2025-07-01 08:00"), ZoneInfo("Europe/Lisbon")) == "2025-07-01T09:00:00+01:00"


@pytest.mark.parametrize(
    ("text", "length_us"),
    [
        ("0", 0),
        ("250ms", 250_000),
        ("90s", 90_000_000),
        ("10m", 600_000_000),
        ("1h30m", 5_400_000_000),
        ("1.5h", 5_400_000_000),
        ("7d", 604_800_000_000),
        ("3650d", 315_360_000_000_000),
    ],
)
def test_a_length_of_time_is_a_number_with_its_unit(text: str, length_us: int) -> None:
    assert parse_duration_us(text) == length_us


@pytest.mark.parametrize(
    "text", ["", "10", "-5m", "5 m", "m", "1w", "1e3s", "inf", "nan", "3651d", "٣m", "9" * 400 + "d"]
)
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_duration_us(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2025-03-30T01:59:59", 1),
        ("2025-03-30T02:00", 0),
        ("2025-03-30T02:59:59", 0),
        ("2025-03-30T03:00", 1),
        ("2025-10-26T01:59:59", 1),
        ("2025-10-26T02:00", 2),
        ("2025-10-26T02:59:59", 2),
        ("2025-10-26T03:00", 1),
    ],
)
def test_a_time_that_the_clocks_skip_is_an_error_and_one_that_they_show_twice_is_the_first_and_counted(
    text: str, shown: int
) -> None:
    berlin = find_zone("Europe/Berlin")
    assert times_shown(parse_moment(text), berlin) == shown
    reader = MomentReader(berlin)
    if shown == 0:
        with pytest.raises(UnreadableTime, match="does not exist in Europe/Berlin, whose clocks are put forward"):
            reader.read_us(text)
        return
    at_us = reader.read_us(text)
    assert reader.read_us(text) == at_us
    assert (reader.n_naive, reader.n_twice, reader.first_twice) == ((2, 2, text) if shown == 2 else (2, 0, ""))


def test_the_first_of_two_equal_clock_times_is_taken() -> None:
    assert MomentReader(find_zone("Europe/Berlin")).read_us("2025-10-26T02:30") == us("2025-10-26 00:30")


def test_a_time_with_an_offset_exists_whatever_clocks_do() -> None:
    assert MomentReader(find_zone("Europe/Berlin")).read_us("2025-03-30T02:30+01:00") == us("2025-03-30 01:30")
