import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memory.instants import to_us
from replay.cli import invoke
from replay.errors import InputError
from replay.importing.mapping import load_map, parse_map, settled
from replay.importing.moments import Moments, check_time_format, guess_time_format, read_zone
from replay.importing.problems import BadField
from tests.scenes import us

LISBON = ZoneInfo("Europe/Lisbon")
EIGHT = us("2025-03-01 08:00")


def read(value: object, format_: str | None = None, zone: object = None) -> int:
    return to_us(Moments(format_, LISBON, has_row_zones=zone is not None).read(value, "time", zone))


@pytest.mark.parametrize(
    ("value", "format_"),
    [
        ("2025-03-01T08:00:00Z", "iso"),
        ("2025-03-01 08:00", "iso"),
        ("2025-03-01T09:00:00.000000+01:00", "iso"),
        ("2025-03-01 08:00:00 UTC", "iso"),
        (datetime(2025, 3, 1, 8, tzinfo=UTC), "iso"),
        (1740816000, "epoch_s"),
        (1740816000.0, "epoch_s"),
        ("1740816000", "epoch_s"),
        (1740816000000, "epoch_ms"),
        ("1740816000000", "epoch_ms"),
        (1740816000000000, "epoch_us"),
        (1740816000000000000, "epoch_ns"),
        ("Sat, 01 Mar 2025 09:00:00 +0100", "rfc2822"),
        ("Sat, 01 Mar 2025 08:00:00 -0000", "rfc2822"),
    ],
)
def test_instants_are_read_in_the_format_that_the_first_of_them_has(value: object, format_: str) -> None:
    assert guess_time_format(value, "time") == format_
    assert read(value) == EIGHT
    assert read(value, format_) == EIGHT


def test_a_pattern_of_the_users_is_read_in_the_zone() -> None:
    assert read("01/03/2025 08h00", "%d/%m/%Y %Hh%M") == EIGHT
    assert read("01/07/2025 08h00", "%d/%m/%Y %Hh%M") == us("2025-07-01 07:00")
    assert read("01/03/2025 08h00 +0100", "%d/%m/%Y %Hh%M %z") == us("2025-03-01 07:00")


def test_microseconds_are_exact() -> None:
    assert read(1740816000.123456) == EIGHT + 123_456
    assert read(1740816000123456789, "epoch_ns") == EIGHT + 123_456
    assert read("2025-03-01T08:00:00.123456Z") == EIGHT + 123_456


@pytest.mark.parametrize(
    ("value", "format_", "said"),
    [
        ("2025-03-01", None, "is a date alone"),
        ("soon", None, "unreadable timestamp 'soon'"),
        (None, None, "null is no time"),
        (True, None, "true or false"),
        ("2025-03-01x08:00:00", "iso", "unreadable timestamp"),
        ("2025-13-01T08:00", "iso", "unreadable timestamp"),
        (1740816000, "epoch_ms", "would be 1970-01-21: another unit"),
        (1740816000000, "epoch_s", "is no time in the format epoch_s"),
        (10**40, "epoch_s", "is no time in the format epoch_s"),
        ("nan", "epoch_s", "is no time in the format epoch_s"),
        (float("inf"), "epoch_s", "is no time in the format epoch_s"),
        ([1], "epoch_s", "a list"),
        ("x", "rfc2822", "is no time in the format rfc2822"),
        ("0001-01-01T00:00Z", "iso", "outside the years"),
        ("32/03/2025 08:00", "%d/%m/%Y %H:%M", "is no time in the format"),
    ],
)
def test_what_is_no_instant_says_so_and_never_becomes_now(value: object, format_: str | None, said: str) -> None:
    with pytest.raises(BadField, match=said):
        read(value, format_)


def test_naive_and_aware_instants_are_not_mixed_unless_rows_have_zones() -> None:
    moments = Moments("iso", LISBON)
    moments.read("2025-03-01T08:00", "time")
    with pytest.raises(BadField, match="has an offset"):
        moments.read("2025-03-01T08:00Z", "time")
    assert moments.n_naive == 1
    assert read("2025-07-01T08:00Z", zone="Asia/Tokyo") == us("2025-07-01 08:00")
    assert read("2025-07-01T08:00", zone="Asia/Tokyo") == us("2025-06-30 23:00")


def test_an_instant_that_comes_again_is_counted_again_and_the_same() -> None:
    moments = Moments(None, LISBON)
    assert moments.read("2025-03-01T08:00", "time") == moments.read("2025-03-01T08:00", "time")
    assert moments.n_naive == 2


@pytest.mark.parametrize("name", ["Atlantis", "localtime", "+25:00", ""])
def test_a_zone_that_is_none_says_so(name: str) -> None:
    with pytest.raises(BadField):
        read_zone(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [("swatch", "known: iso, epoch_s"), ("%d/%m/%Y", "no time of day"), ("%I:%M", "hours of twelve")],
)
def test_a_format_that_cannot_tell_an_instant_is_refused(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        check_time_format(name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[columns", "cannot be read"),
        ("mood = 1", "no key 'mood'"),
        ("[columns]\ntimes = 'x'", "columns: no key 'times'; did you mean time. known: time, date, occurred_at"),
        ("[columns]\ntime = 3", "columns.time: Input should be a valid string"),
        ("[time]\nzone = 'Atlantis'", "time: unknown time zone"),
        ("[time]\nformat = 'swatch'", "time: no time format is called"),
        ("[roles]\nhal = 'villain'", "roles.hal"),
        ("[tools]\nwarm = 'carcontrol_nothing'", "tools.warm: the car has no command 'carcontrol_nothing'"),
        ("format = 'xml'", "format: "),
    ],
)
def test_a_map_that_cannot_be_used_names_the_field(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "map.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"map.toml: .*{said}"):
        load_map(path)
    with pytest.raises(InputError, match=r"nowhere\.toml: cannot be read: No such file or directory$"):
        load_map(tmp_path / "nowhere.toml")


def test_a_map_without_time_or_text_and_a_file_without_an_ending_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="names no column for text"):
        settled(parse_map({"columns": {"time": "at"}}, "m"), tmp_path / "x.csv")
    with pytest.raises(InputError, match="of what format"):
        settled(parse_map({}, "m"), tmp_path / "x")
    assert settled(parse_map({}, "m"), tmp_path / "x.txt").columns.text == "text"


@pytest.mark.parametrize("format_", [None, "iso", "epoch_ms", "%Y-%m-%d %H:%M"])
def test_an_empty_time_is_none_even_before_the_first_that_was_read(format_: str | None) -> None:
    with pytest.raises(BadField):
        read("", format_)


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("%H:%M", "leaves out a part of the date"),
        ("%d/%m %H:%M", "leaves out a part of the date"),
        ("%Y-%m-%d %%H", "no time of day"),
        ("%Y %Y-%m-%d %H", "cannot be read"),
        ("%-d/%m/%Y %H:%M", "cannot be read"),
    ],
)
def test_a_pattern_that_cannot_give_an_instant_is_refused_before_the_log_is_read(pattern: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        check_time_format(pattern)


def test_a_zone_of_letters_that_mail_does_not_define_is_an_error_and_never_the_logs_zone() -> None:
    with pytest.raises(BadField, match="CEST"):
        read("Tue, 01 Jul 2025 10:00:00 CEST", "rfc2822")
    assert read("Sat, 01 Mar 2025 03:00:00 EST (Boston)", "rfc2822") == EIGHT


@pytest.mark.parametrize("value", [20250301080000, 10**400])
def test_a_number_that_is_no_plausible_count_of_any_unit_is_an_error(value: int) -> None:
    with pytest.raises(BadField):
        read(value)


def test_a_time_that_the_clocks_of_its_zone_skip_is_bad_and_one_that_they_show_twice_is_counted() -> None:
    moments = Moments("iso", ZoneInfo("Europe/Berlin"), has_row_zones=True)
    with pytest.raises(BadField, match="does not exist in Europe/Berlin"):
        moments.read("2025-03-30 02:30", "time")
    assert moments.read("2025-03-30 02:30", "time", "Europe/Lisbon").isoformat() == "2025-03-30T02:30:00+01:00"
    assert moments.n_twice == 0
    for _ in range(2):
        assert moments.read("2025-10-26 02:30", "time").isoformat() == "2025-10-26T02:30:00+02:00"
    assert moments.n_twice == 2


def test_an_import_names_the_line_of_a_skipped_time_and_counts_those_that_are_shown_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = '[columns]\ntime = "time"\nspeaker = "who"\ntext = "text"\n[time]\nzone = "Europe/Berlin"\n'
    (tmp_path / "map.toml").write_text(columns, encoding="utf-8")

    def done(*times: str) -> tuple[int, str, str]:
        rows = "".join(json.dumps({"time": time, "who": "Ada", "text": time}) + "\n" for time in times)
        (tmp_path / "log.jsonl").write_text(rows, encoding="utf-8")
        code = invoke(
            [
                "import",
                str(tmp_path / "log.jsonl"),
                "--map",
                str(tmp_path / "map.toml"),
                "--out",
                str(tmp_path / "t.jsonl"),
            ]
        )
        return (code, *capsys.readouterr())

    code, _, told = done("2025-03-30 01:30", "2025-03-30 02:30")
    assert code == 2
    assert "log.jsonl: line 2: time: " in told
    assert "does not exist in Europe/Berlin" in told
    code, told, _ = done("2025-10-26 01:30", "2025-10-26 02:30")
    assert code == 0
    assert "  1 of these stands in an hour that the clocks show twice, read as the first of both\n" in told


@pytest.mark.parametrize(
    "value",
    [
        "2025-03-01t08:00:00z",
        "2025-03-01T08:00:00z",
        "2025-03-01T09:00:00+01:00[Europe/Berlin]",
        "2025-03-01T08:00Z[UTC]",
    ],
)
def test_small_letters_and_a_zone_behind_the_offset_are_iso(value: str) -> None:
    assert guess_time_format(value, "time") == "iso"
    assert read(value) == EIGHT


def test_a_zone_behind_no_offset_is_no_iso_and_a_skipped_time_is_shown_plainly() -> None:
    with pytest.raises(BadField):
        read("2025-03-01T08:00:00[Europe/Berlin]")
    with pytest.raises(BadField, match=r"^\('time', 'a time \(2025-03-30 01:30:00\) does not exist in Europe/Lisbon"):
        read(datetime(2025, 3, 30, 1, 30))  # noqa: DTZ001
