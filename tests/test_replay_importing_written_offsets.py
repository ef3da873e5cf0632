"""Whatever a time says of its zone is honoured or refused, never dropped: all of these are 08:30 in some offset."""

from pathlib import Path
from typing import Any

import pytest

from memory.instants import to_us
from replay.errors import InputError
from replay.importing.date_patterns import told_by
from replay.importing.moments import Moments, check_time_format
from replay.importing.problems import BadField
from replay.times import FIRST_YEAR, find_zone
from tests.importing import imported, loaded, records, row, texts, write_log
from tests.scenes import us

BERLIN = find_zone("Europe/Berlin")


def read(value: str, format_: str) -> int:
    return to_us(Moments(format_, BERLIN).read(value, "time"))


@pytest.mark.parametrize(
    ("said", "in_utc"),
    [
        ("+0530", "03:00"),
        ("+05:30", "03:00"),
        ("+5:30", "03:00"),
        ("-05:30", "14:00"),
        ("+01", "07:30"),
        ("UTC+01:00", "07:30"),
        ("GMT+1", "07:30"),
        ("UTC +0100", "07:30"),
        ("+05:30 (IST)", "03:00"),
        ("EST", "13:30"),
        ("Z", "08:30"),
        ("-00:00", "08:30"),
        ("", "07:30"),
    ],
)
def test_an_offset_in_a_date_of_mail_is_honoured_however_it_is_written(said: str, in_utc: str) -> None:
    assert read(f"Sat, 01 Mar 2025 08:30:00 {said}".strip(), "rfc2822") == us(f"2025-03-01 {in_utc}")


@pytest.mark.parametrize("said", ["+053", "+25:00", "+01:75", "+05:53:28", "\u221201:00", "A", "CEST", "+0100 or so"])
def test_what_stands_for_a_zone_in_a_date_of_mail_and_is_none_is_refused(said: str) -> None:
    with pytest.raises(BadField, match=r"no offset|means nothing certain"):
        read(f"Sat, 01 Mar 2025 08:30:00 {said}", "rfc2822")


def test_a_zone_before_the_year_is_read_like_one_at_the_end() -> None:
    assert read("Sat Mar 01 08:30:00 UTC 2025", "rfc2822") == us("2025-03-01 08:30")
    assert read("Sat Mar 01 08:30:00 +01:00 2025", "rfc2822") == us("2025-03-01 07:30")
    assert read("Sat Mar 01 08:30:00 2025", "rfc2822") == us("2025-03-01 07:30")


@pytest.mark.parametrize(
    ("pattern", "value", "in_utc"),
    [
        ("%d/%m/%Y %H:%M %Z", "01/03/2025 08:30 UTC", "08:30"),
        ("%d/%m/%Y %H:%M %Z", "01/03/2025 08:30 gmt", "08:30"),
        ("%d/%m/%Y %H:%M %Z", "01/03/2025 08:30 GMT-01:00", "09:30"),
        ("%d/%m/%Y %H:%M %Z", "01/03/2025 08:30 +0200", "06:30"),
        ("%d/%m/%Y %H:%M UTC", "01/03/2025 08:30 UTC", "08:30"),
        ("%Y-%m-%dT%H:%M:%SZ", "2025-03-01T08:30:00Z", "08:30"),
        ("%d/%m/%Y %H:%M GMT%z", "01/03/2025 08:30 GMT+0100", "07:30"),
        ("%d/%m/%Y %H:%M -0100", "01/03/2025 08:30 -0100", "09:30"),
        ("%Y-%m-%d %H:%M:%S %z UTC", "2025-03-01 08:30:00 +0000 UTC", "08:30"),
        ("%d/%m/%Y %H:%M Uhr", "01/03/2025 08:30 Uhr", "07:30"),
    ],
)
def test_a_zone_in_a_pattern_is_honoured_whatever_zone_the_log_has(pattern: str, value: str, in_utc: str) -> None:
    assert read(value, pattern) == us(f"2025-03-01 {in_utc}")


def test_a_name_that_only_a_machine_could_read_fits_no_pattern() -> None:
    with pytest.raises(BadField, match="is no time in the format"):
        read("01/03/2025 08:30 CET", "%d/%m/%Y %H:%M %Z")
    with pytest.raises(InputError, match="cannot be read"):
        check_time_format("%d/%m/%Y %H:%M %Z %Z")


@pytest.mark.parametrize(
    ("value", "pattern"),
    [
        ("13/03/2025 08:30 UTC", "%d/%m/%Y %H:%M %Z"),
        ("13/03/2025 08:30 GMT+01:00", "%d/%m/%Y %H:%M %Z"),
        ("Mar 13, 2025, 8:30 PM UTC", "%b %d, %Y, %I:%M %p %Z"),
    ],
)
def test_a_guess_writes_no_zone_as_a_plain_word(value: str, pattern: str) -> None:
    assert list(told_by([value]).patterns.values()) == [pattern]


def test_an_offset_of_odd_seconds_becomes_utc_to_the_second() -> None:
    moment = Moments("iso", BERLIN).read("2025-03-01T08:30:00+05:53:28", "time")
    assert moment.isoformat() == "2025-03-01T02:36:32+00:00"


def test_instants_on_both_sides_of_a_change_of_clocks_are_as_far_apart_as_in_utc() -> None:
    moments = Moments("iso", BERLIN)
    earlier, later = (moments.read(f"2025-03-30T{hour}:30:00", "time") for hour in ("01", "03"))
    assert (later - earlier).total_seconds() == 3600
    assert (earlier.isoformat()[-6:], later.isoformat()[-6:]) == ("+01:00", "+02:00")


def test_an_instant_before_the_first_year_is_refused_where_it_is_written_so(tmp_path: Path) -> None:
    def map_in(zone: str) -> dict[str, Any]:
        return {"columns": {"time": "at", "text": "text"}, "time": {"zone": zone}}

    log = write_log(tmp_path, row(f"{FIRST_YEAR}-01-01T00:00:00"))
    with pytest.raises(InputError, match="outside the years"):
        imported(log, map_in("Asia/Kolkata"))  # five hours and an odd number of seconds east, which is UTC's last year
    imported(log, map_in("Europe/Berlin"))
    assert records(tmp_path / "out.jsonl")[1]["at"] == f"{FIRST_YEAR}-01-01T00:00:00+01:00"
    assert texts(loaded(tmp_path / "out.jsonl")) == ["hello"]
