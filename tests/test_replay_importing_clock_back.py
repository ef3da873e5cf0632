"""Times that a clock shows twice in the night in which it is put back: which of both, by the order of the rows."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from replay.importing.clock_back import furthest_back
from replay.importing.mapping import parse_map, settled
from replay.importing.report import ImportReport
from tests.importing import COLUMNS, imported, records, row, write_log

MAP: dict[str, Any] = {"columns": COLUMNS, "time": {"zone": "Europe/Berlin"}}
NIGHT = "2025-10-26T"


def read(folder: Path, *hours: str) -> tuple[list[str], ImportReport]:
    """The instants of messages at these times of the night, in the order of the file as written to the timeline."""
    log = write_log(folder, *(row(f"{NIGHT}{hour}") for hour in hours))
    report = imported(log, MAP)
    found = [one["at"] for one in records(folder / "out.jsonl") if one["record"] == "message"]
    return [at.removeprefix(NIGHT) for at in found], report


def test_a_sorted_log_that_would_go_back_goes_on_in_the_second_hour_and_stays_there(tmp_path: Path) -> None:
    hours, report = read(tmp_path, "02:40:00", "02:59:58", "02:00:03", "02:20:00", "03:20:00")
    assert hours == ["02:40:00+02:00", "02:59:58+02:00", "02:00:03+01:00", "02:20:00+01:00", "03:20:00+01:00"]
    assert (report.n_twice, report.n_second) == (4, 2)
    assert "4 of these stand in an hour that the clocks show twice, 2 read as the second, since" in report.render()


def test_where_nothing_goes_back_each_is_the_first_of_both(tmp_path: Path) -> None:
    hours, report = read(tmp_path, "01:00", "02:20", "02:20", "02:40", "03:20")
    assert hours[1:4] == ["02:20:00+02:00", "02:20:00+02:00", "02:40:00+02:00"]
    assert (report.n_twice, report.n_second) == (3, 0)
    assert "3 of these stand in an hour that the clocks show twice, read as the first of both" in report.render()


def test_a_time_that_neither_reading_puts_in_order_is_the_first(tmp_path: Path) -> None:
    hours, report = read(tmp_path, "02:40", "03:20", "02:30")
    assert hours == ["02:40:00+02:00", "03:20:00+01:00", "02:30:00+02:00"]
    assert report.n_second == 0


def test_equal_times_after_the_clock_was_put_back_are_equal(tmp_path: Path) -> None:
    hours, report = read(tmp_path, "02:40", "02:10", "02:10", "03:00")
    assert hours[:3] == ["02:40:00+02:00", "02:10:00+01:00", "02:10:00+01:00"]
    assert report.n_second == 2


def test_a_log_that_stands_newest_first_is_read_alike(tmp_path: Path) -> None:
    hours, report = read(tmp_path, "03:20:00", "02:20:00", "02:00:03", "02:59:58", "02:40:00")
    assert report.is_turned_round
    assert hours == ["02:40:00+02:00", "02:59:58+02:00", "02:00:03+01:00", "02:20:00+01:00", "03:20:00+01:00"]


def test_a_step_back_as_far_as_rows_go_elsewhere_is_no_clock(tmp_path: Path) -> None:
    hours, _ = read(tmp_path, "00:10:05", "00:10:00", "02:40:05", "02:40:00", "02:40:00", "02:30", "03:20")
    assert hours[2:6] == ["02:40:05+02:00", "02:40:00+02:00", "02:40:00+02:00", "02:30:00+01:00"]


def test_a_log_that_is_not_sorted_elsewhere_tells_nothing(tmp_path: Path) -> None:
    hours, report = read(tmp_path, "01:50", "00:30", "02:40", "02:10", "03:20")
    assert hours[3] == "02:10:00+02:00"
    assert report.n_second == 0


def test_what_a_row_is_about_goes_with_the_row_into_the_second_hour(tmp_path: Path) -> None:
    rows = [row(f"{NIGHT}02:40"), row(f"{NIGHT}02:10", about=f"{NIGHT}02:09"), row(f"{NIGHT}03:10")]
    imported(write_log(tmp_path, *rows), {**MAP, "columns": {**COLUMNS, "occurred_at": "about"}})
    assert records(tmp_path / "out.jsonl")[2]["occurred_at"] == f"{NIGHT}02:09:00+01:00"


@pytest.mark.parametrize(
    ("hours", "minutes"), [([], 0), (["01:00"], 0), (["01:00", "01:30"], 0), (["01:30", "01:00", "01:20"], 30)]
)
def test_how_far_rows_go_back_is_the_longest_way_and_nothing_in_a_sorted_log(
    tmp_path: Path, hours: list[str], minutes: int
) -> None:
    log = write_log(tmp_path, *(row(f"{NIGHT}{hour}") for hour in hours), "no row", row(f"{NIGHT}02:10"))
    assert furthest_back(log, settled(parse_map(MAP, ""), log)) == timedelta(minutes=minutes)


def test_the_times_of_messages_in_lists_are_told_apart_alike(tmp_path: Path) -> None:
    said = [{"role": "user", "content": "hello", "at": f"{NIGHT}{hour}"} for hour in ("02:40", "02:10", "03:10")]
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps({"messages": said}), encoding="utf-8")
    imported(log, {"format": "chat", "columns": {"time": "at"}, "time": {"zone": "Europe/Berlin"}})
    assert records(tmp_path / "out.jsonl")[2]["at"] == f"{NIGHT}02:10:00+01:00"
