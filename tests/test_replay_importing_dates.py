"""Dates without a named format: the values tell which of day and month comes first, or a person must."""

import tomllib
from pathlib import Path

import pytest

from replay.errors import InputError
from replay.importing.date_patterns import told_by
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap, parse_map
from replay.importing.moments import Moments
from replay.importing.problems import BadField
from replay.times import find_zone
from tests.importing import imported, loaded
from tests.scenes import us


def table(folder: Path, *times: str, name: str = "timestamp") -> Path:
    rows = "".join(f'"{time}",Ada,Turn it up a bit {number}\n' for number, time in enumerate(times))
    (folder / "log.csv").write_text(f"{name},who,what\n{rows}", encoding="utf-8")
    return folder / "log.csv"


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("05.04.2025 18:20:07", "%d.%m.%Y %H:%M:%S"),
        ("5.4.25 18.20", "%d.%m.%y %H.%M"),
        ("05.04.2025 um 18:20 Uhr", "%d.%m.%Y um %H:%M Uhr"),
        ("25/04/2025 18:20", "%d/%m/%Y %H:%M"),
        ("4/25/2025, 6:20:07 PM", "%m/%d/%Y, %I:%M:%S %p"),
        ("4/25/2025, 6:20:07\u202fPM", "%m/%d/%Y, %I:%M:%S %p"),
        ("2025/04/05 18:20:07.125", "%Y/%m/%d %H:%M:%S.%f"),
        ("25-Apr-2025 18:20", "%d-%b-%Y %H:%M"),
        ("25/Apr/2025:18:20:07 +0200", "%d/%b/%Y:%H:%M:%S %z"),
        ("April 5, 2025 6:20 PM", "%B %d, %Y %I:%M %p"),
        ("Saturday, 5 April 2025 18h20", "%A, %d %B %Y %Hh%M"),
        ("18:20 25/04/2025", "%H:%M %d/%m/%Y"),
        ("25/04/2025T18:20:07Z", "%d/%m/%YT%H:%M:%S%z"),
    ],
)
def test_a_date_that_reads_in_one_way_has_one_pattern(text: str, pattern: str) -> None:
    told = told_by([text])
    assert list(told.patterns.values()) == [pattern]
    assert told.n_read == 1


@pytest.mark.parametrize(
    "text", ["", "soon", "18:20", "25/04/2025", "25/04/2025 18:20 CET", "3 of 5 at 10:30", "25/04/2025 18:20 19:30"]
)
def test_what_is_no_date_with_a_time_of_day_or_in_a_zone_of_letters_has_no_pattern(text: str) -> None:
    assert told_by([text]).patterns == {}
    assert told_by([]).patterns == {}


def test_a_number_above_twelve_anywhere_decides() -> None:
    assert list(told_by(["03/02/2025 07:40", "04/02/2025 07:40", "13/02/2025 07:40"]).patterns) == ["dmy"]
    assert list(told_by(["03/02/2025 07:40", "03/13/2025 07:40"]).patterns) == ["mdy"]
    assert list(told_by(["03/02/2025 07:40", "03/12/2025 07:40"]).patterns) == ["dmy", "mdy"]


def test_an_order_of_the_rows_that_one_reading_has_decides_whichever_way_it_goes() -> None:
    months_first = ["01/09/2025 08:00", "01/10/2025 08:00", "02/01/2025 08:00"]
    told = told_by(months_first)
    assert (list(told.patterns), told.why) == (["mdy"], "only so do the rows stand in order")
    assert list(told_by(months_first[::-1]).patterns) == ["mdy"]
    # in order in both readings, in neither, and all on one day
    assert len(told_by(["01/02/2025 08:00", "02/03/2025 08:00"]).patterns) == 2
    assert len(told_by(["03/04/2025 08:00", "01/01/2025 08:00", "05/06/2025 08:00"]).patterns) == 2
    assert len(told_by(["03/04/2025 08:00", "03/04/2025 09:00"]).patterns) == 2


def test_what_does_not_fit_is_not_read_and_decides_nothing() -> None:
    told = told_by(["03/02/2025 07:40", "never", 17, "13/02/2025 07:40"])
    assert (list(told.patterns), told.n_read) == (["dmy"], 2)


def test_a_guess_settles_the_format_and_the_map_imports(tmp_path: Path) -> None:
    log = table(tmp_path, "03.02.2025 07:40:19", "04.02.2025 07:40:19")
    map_ = tomllib.loads(guess_map(log, ImportMap()).render())
    assert (map_["columns"]["time"], map_["time"]["format"]) == ("timestamp", "%d.%m.%Y %H:%M:%S")
    imported(log, map_)
    assert next(iter(loaded(tmp_path / "out.jsonl").timeline.messages())).position.at_us == us("2025-02-03 07:40:19")


def test_rows_far_behind_the_first_ones_decide_too(tmp_path: Path) -> None:
    log = table(tmp_path, *["03/02/2025 07:40"] * 250, "02/28/2025 07:40")
    assert guess_map(log, ImportMap()).map.time.format == "%m/%d/%Y %H:%M"


def test_a_guess_that_cannot_tell_gives_both_patterns_to_choose_from(tmp_path: Path) -> None:
    log = table(tmp_path, "02/03/2025 07:40 AM", "02/03/2025 07:45 AM", name="when")
    guess = guess_map(log, ImportMap())
    shown = guess.render()
    assert guess.lacks == (
        "[time] format must say how 'when' ('02/03/2025 07:40 AM') is read, day first or month first; "
        "nothing in the log tells",
    )
    assert f"# INCOMPLETE: {guess.lacks[0]}" in shown
    for line in ('format = "%d/%m/%Y %I:%M %p"  # day first', 'format = "%m/%d/%Y %I:%M %p"  # month first'):
        chosen = tomllib.loads(shown.replace(f"# {line}", line))
        imported(log, chosen)
    assert next(iter(loaded(tmp_path / "out.jsonl").timeline.messages())).position.at_us == us("2025-02-03 07:40")
    with pytest.raises(InputError, match="format may name its pattern"):
        imported(log, tomllib.loads(shown))


def test_what_the_user_says_of_the_format_settles_it(tmp_path: Path) -> None:
    log = table(tmp_path, "02/03/2025 07:40", "02/03/2025 07:45")
    guess = guess_map(log, parse_map({"time": {"format": "%d/%m/%Y %H:%M"}}, "map"))
    assert (guess.lacks, guess.preview[0].at.month) == ((), 3)


def test_a_time_that_is_certain_goes_before_one_that_is_not(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(
        "date,created_at,what\n02/03/2025 07:40,2025-03-02T07:40:00Z,Turn it up\n", encoding="utf-8"
    )
    assert guess_map(tmp_path / "log.csv", ImportMap()).map.columns.time == "created_at"


def test_a_chat_export_that_reads_in_two_ways_is_an_incomplete_map(tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text("[01/02/2025, 21:03:15] Ada: Hi\n", encoding="utf-8")
    guess = guess_map(tmp_path / "chat.txt", ImportMap())
    shown = guess.render()
    assert "[time] order must say" in guess.lacks[0]
    chosen = tomllib.loads(shown.replace('# order = "mdy"', 'order = "mdy"'))
    imported(tmp_path / "chat.txt", chosen)
    assert next(iter(loaded(tmp_path / "out.jsonl").timeline.messages())).position.at_us == us("2025-01-02 21:03:15")


@pytest.mark.parametrize("text", ["2 Mar 2025 07:40 PM", "Sun, 2 Mar 2025 7:40:00 pm"])
def test_hours_of_twelve_are_never_read_as_hours_of_the_day(text: str) -> None:
    for format_ in (None, "rfc2822"):
        with pytest.raises(BadField, match=r"unreadable|hours of twelve"):
            Moments(format_, find_zone("UTC")).read(text, "time")


def test_an_offset_behind_gmt_counts() -> None:
    moment = Moments(None, find_zone("UTC")).read("Sun Mar 02 2025 07:40:00 GMT+0100 (CET)", "time")
    assert moment.isoformat() == "2025-03-02T07:40:00+01:00"
