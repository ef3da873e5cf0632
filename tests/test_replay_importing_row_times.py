"""A day and a time of day in two columns are one instant."""

import tomllib
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.guess import guess_map
from replay.importing.importer import WITHOUT_TIME
from replay.importing.mapping import ImportMap, parse_map
from replay.importing.row_times import day_and_hour
from tests.importing import imported, loaded, write_log

GERMAN = """Datum;Uhrzeit;Absender;Nachricht
03.02.2025;07:40;Jens Ott;Bitte die Sitzheizung auf zwei
14.02.2025;17:05;Mara Ott;Und das Radio etwas leiser
"""
APART: dict[str, Any] = {"columns": {"date": "day", "time": "hour", "text": "text"}}


def guessed(log: Path, **columns: str) -> dict[str, Any]:
    return tomllib.loads(guess_map(log, parse_map({"columns": columns}, "map") if columns else ImportMap()).render())


def table(folder: Path, text: str) -> Path:
    path = folder / "log.csv"
    path.write_text(text, encoding="utf-8")
    return path


def instants(folder: Path) -> list[str]:
    messages = loaded(folder / "out.jsonl").timeline.messages()
    return [datetime.fromtimestamp(one.position.at_us / 1e6, UTC).isoformat()[:16] for one in messages]


@pytest.mark.parametrize(
    ("day", "hour", "both"),
    [
        ("2025-03-01", "08:30", "2025-03-01 08:30"),
        (" 03.02.2025 ", " 7:40 ", "03.02.2025 7:40"),
        ("2025-03-01T00:00:00", "08:30", "2025-03-01 08:30"),
        ("2025-03-01 00:00:00.000", "08:30", "2025-03-01 08:30"),
        ("2025-03-01 10:00", "08:30", "2025-03-01 10:00 08:30"),
        (20250301, "08:30", "20250301 08:30"),
        (date(2025, 3, 1), time(8, 30), "2025-03-01 08:30:00"),
        (datetime(2025, 3, 1), "08:30", "2025-03-01 08:30"),  # noqa: DTZ001 - as a table holds it
        (datetime(2025, 3, 1, 9), "08:30", None),  # noqa: DTZ001
        ("2025-03-01", 830, None),
        ("2025-03-01", "", None),
        (None, "08:30", None),
        (True, "08:30", None),
    ],
)
def test_a_day_and_an_hour_are_one_text_where_both_are_such(day: object, hour: object, both: str | None) -> None:
    assert day_and_hour(day, hour) == both


def test_a_map_may_name_two_columns_for_one_instant_and_one_format_for_both(tmp_path: Path) -> None:
    rows = [{"day": "01/03/2025", "hour": hour, "text": "Hi"} for hour in ("8:05 AM", "8:05 PM")]
    imported(write_log(tmp_path, *rows), {**APART, "time": {"format": "%d/%m/%Y %I:%M %p", "zone": "Europe/Paris"}})
    assert instants(tmp_path) == ["2025-03-01T07:05", "2025-03-01T19:05"]


def test_without_a_format_the_two_are_read_as_iso(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, {"day": "2025-03-01", "hour": "08:05+01:00", "text": "Hi"}), APART)
    assert (report.time_format, report.n_naive, instants(tmp_path)) == ("iso", 0, ["2025-03-01T07:05"])


def test_in_a_list_of_messages_either_may_stand_in_the_row_that_holds_them(tmp_path: Path) -> None:
    said = [{"role": "user", "content": "Hi", "hour": "08:05"}, {"role": "user", "content": "Ho"}]
    log = write_log(tmp_path, {"day": "2025-03-01", "hour": "09:00", "messages": said})
    imported(log, {"columns": {"date": "day", "time": "hour", "messages": "messages", "text": "content"}})
    assert instants(tmp_path) == ["2025-03-01T08:05", "2025-03-01T09:00"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"hour": "08:05", "text": "x"}, "line 1: date: no 'day' here; there are: hour, text"),
        ({"day": "2025-03-01", "text": "x"}, "line 1: time: no 'hour' here"),
        (
            {"day": "2025-03-01", "hour": None, "text": "x"},
            r"line 1: time: text \('2025-03-01'\) and null; a day and a",
        ),
        ({"day": "2025-03-01", "hour": "noon", "text": "x"}, "line 1: time: unreadable timestamp '2025-03-01 noon'"),
    ],
)
def test_a_row_without_the_one_or_the_other_is_bad(tmp_path: Path, row: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        imported(write_log(tmp_path, row), APART)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("hour", "08:05", "date the column of a day that stands apart, and --guess proposes both"),
        ("day", "2025-03-01", "date names such a column, and time the one with the time of day"),
    ],
)
def test_one_of_the_two_alone_is_no_time_and_the_other_column_is_asked_for(
    tmp_path: Path, column: str, value: str, said: str
) -> None:
    log = write_log(tmp_path, {column: value, "text": "x"})
    with pytest.raises(InputError, match=said):
        imported(log, {"columns": {"time": column, "text": "text"}})


def test_the_two_are_guessed_and_the_guess_imports_the_log(tmp_path: Path) -> None:
    log = table(tmp_path, GERMAN)
    map_ = guessed(log)
    assert map_["columns"] == {"time": "Uhrzeit", "date": "Datum", "speaker": "Absender", "text": "Nachricht"}
    assert map_["time"]["format"] == "%d.%m.%Y %H:%M"
    imported(log, map_)
    assert instants(tmp_path) == ["2025-02-03T07:40", "2025-02-14T17:05"]


def test_a_day_kept_as_its_midnight_is_guessed_with_the_hour_beside_it(tmp_path: Path) -> None:
    log = table(
        tmp_path, "created,clock,text\n2025-03-01T00:00:00,08:05,Warm please\n2025-03-02T00:00:00,9:05,Hi you\n"
    )
    assert guessed(log)["columns"] == {"time": "clock", "date": "created", "text": "text"}
    imported(log, guessed(log))
    assert instants(tmp_path) == ["2025-03-01T08:05", "2025-03-02T09:05"]
    alone = table(tmp_path, "created,text\n2025-03-01T00:00:00,Warm please\n")
    assert guessed(alone)["columns"] == {"time": "created", "text": "text"}


def test_which_of_day_and_month_comes_first_is_asked_for_both_columns_together(tmp_path: Path) -> None:
    guess = guess_map(table(tmp_path, "date,time,text\n03/02/2025,7:40,Warm please\n"), ImportMap())
    assert guess.lacks == (
        "[time] format must say how 'date' and 'time' ('03/02/2025 7:40') is read, day first or month first; "
        "nothing in the log tells",
    )
    assert dict(guess.told.patterns if guess.told else {}) == {"dmy": "%d/%m/%Y %H:%M", "mdy": "%m/%d/%Y %H:%M"}


def test_the_order_of_all_rows_tells_the_day_from_the_month_in_two_columns_too(tmp_path: Path) -> None:
    rows = "".join(f"{day}/2025,7:40,Warm please\n" for day in ("01/05", "02/01", "03/02"))
    assert guessed(table(tmp_path, f"date,time,text\n{rows}"))["time"]["format"] == "%m/%d/%Y %H:%M"


def test_a_column_with_both_goes_before_two_and_names_tell_which_day_it_is(tmp_path: Path) -> None:
    whole = table(tmp_path, "logged,date,time,text\n2025-03-01 08:05,2025-02-01,07:00,Warm please\n")
    assert guessed(whole)["columns"] == {"time": "logged", "text": "text"}
    several = table(tmp_path, "birth_date,day,time,text\n1990-01-01,2025-03-01,07:00,Warm please\n")
    assert guessed(several)["columns"] == {"time": "time", "date": "day", "text": "text"}


def test_what_is_given_of_the_two_is_so(tmp_path: Path) -> None:
    log = table(tmp_path, "a,b,c,d,text\n2025-03-01,2025-03-02,07:00,08:00,Warm please\n")
    assert guessed(log)["columns"] == {"time": "c", "date": "a", "text": "text"}
    assert guessed(log, date="b")["columns"] == {"time": "c", "date": "b", "text": "text"}
    assert guessed(log, time="d")["columns"] == {"time": "d", "date": "a", "text": "text"}
    assert guessed(log, time="d", date="b")["columns"] == {"time": "d", "date": "b", "text": "text"}


def test_hours_without_a_day_are_no_times(tmp_path: Path) -> None:
    guess = guess_map(table(tmp_path, "time,text\n07:00,Warm please\n"), ImportMap())
    assert "time" not in guess.columns


LISTS: dict[str, Any] = {"format": "chat", "columns": {"time": "ts", "row_time": "begun"}}
BEGUN = "2025-03-01T08:00:00Z"


def listed(folder: Path, *times: str | None) -> tuple[list[str], dict[str, int]]:
    """The minutes at which messages with these times, of a list begun at 08:00, could be known, and what is noted."""
    said = [{"role": "user", "content": "x", "ts": at and f"2025-03-01T{at}:00Z"} for at in times]
    report = imported(write_log(folder, {"begun": BEGUN, "messages": said}), LISTS)
    return [at[11:] for at in instants(folder)], report.notes


def test_a_message_without_a_time_has_its_rows_and_is_no_earlier_than_those_before_it(tmp_path: Path) -> None:
    hours, notes = listed(tmp_path, None, "08:05", None, "08:06", None)
    assert hours == ["08:00", "08:05", "08:05", "08:06", "08:06"]
    assert notes == {WITHOUT_TIME: 3}


def test_where_no_message_has_a_time_all_have_their_rows_and_nothing_is_noted(tmp_path: Path) -> None:
    assert listed(tmp_path, None, None) == (["08:00", "08:00"], {})


def test_a_list_that_was_written_down_later_than_its_messages_gives_them_its_own_time(tmp_path: Path) -> None:
    assert listed(tmp_path, "07:50", None)[0] == ["07:50", "08:00"]


def test_each_list_begins_anew(tmp_path: Path) -> None:
    rows = [
        {"begun": f"2025-03-0{day}T08:00:00Z", "messages": [{"role": "user", "content": "x", "ts": at}]}
        for day, at in ((2, "2025-03-02T09:00:00Z"), (1, None))
    ]
    imported(write_log(tmp_path, *rows), LISTS)
    assert instants(tmp_path) == ["2025-03-01T08:00", "2025-03-02T09:00"]


def test_the_time_of_a_row_is_nothing_without_lists(tmp_path: Path) -> None:
    log = write_log(tmp_path, {"at": BEGUN, "text": "x"})
    with pytest.raises(InputError, match="names a row_time, for messages of a list, and no messages"):
        imported(log, {"columns": {"time": "at", "text": "text", "row_time": "at"}})


@pytest.mark.parametrize(
    ("n_without", "columns"), [(0, {"time": "ts"}), (1, {"time": "ts", "row_time": "begun"}), (3, {"time": "begun"})]
)
def test_a_guess_takes_the_time_of_most_messages_and_that_of_the_row_for_the_others(
    tmp_path: Path, n_without: int, columns: dict[str, str]
) -> None:
    said = [
        {"role": role, "content": "so be it then", "ts": None if n < n_without else f"2025-03-01T08:0{n}:00Z"}
        for n, role in enumerate(("user", "assistant") * 2)
    ]
    found = guessed(write_log(tmp_path, {"begun": BEGUN, "messages": said}))["columns"]
    assert {name: path for name, path in found.items() if "time" in name} == columns
