"""What stands already where timelines are to be written is neither left among them nor written over in silence."""

from pathlib import Path

import pytest

from replay.convert import convert
from replay.dataset import Selection
from replay.errors import InputError
from replay.findings import Findings
from replay.importing.standing_timelines import check_none_stays, records_of, told
from tests.importing import COLUMNS, call, car, imported, records, row, write_log

CARS = [
    row("2025-03-01T08:00:00Z", "Radio on.", car="van 1", thread="a"),
    {
        **car("2025-03-01T08:00:02Z", "Yes.", call("carcontrol_radio_switch", switch=True)),
        "car": "van 1",
        "thread": "a",
    },
    row("2025-03-01T09:00:00Z", "Hello there.", car="van 2", thread="b"),
]


def split(log: Path, column: str, out: Path) -> str:
    return imported(log, {"columns": COLUMNS, "scenario": {"column": column}}, out=out).render()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_import_that_would_leave_timelines_of_another_in_its_folder_is_refused_and_writes_nothing(
    tmp_path: Path,
) -> None:
    log, out = write_log(tmp_path, *CARS), tmp_path / "fleet"
    split(log, "car", out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    with pytest.raises(InputError, match=r"holds 2 timelines .* \(van_1\.jsonl, van_2\.jsonl\).*remove them"):
        split(log, "thread", out)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_car_that_is_gone_from_the_log_is_named(tmp_path: Path) -> None:
    out = tmp_path / "fleet"
    split(write_log(tmp_path, *CARS), "car", out)
    with pytest.raises(InputError, match=r"holds 1 timeline that .* \(van_2\.jsonl\)"):
        split(write_log(tmp_path, *CARS[:2]), "car", out)


def test_the_same_timelines_are_written_again_and_the_report_says_what_stood_there(tmp_path: Path) -> None:
    log, out = write_log(tmp_path, *CARS), tmp_path / "fleet"
    assert "written over" not in split(log, "car", out)
    told_again = split(log, "car", out)
    assert told_again.count("written over") == 2
    assert "  written over a timeline of 2 messages, 1 command, 0 queries\n" in told_again
    assert names(out) == ["van_1.jsonl", "van_2.jsonl"]


def test_files_that_are_no_timelines_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "fleet").mkdir()
    for name, text in (("notes.txt", "x"), ("other.jsonl", '{"a": 1}\n'), ("empty.jsonl", "")):
        (tmp_path / "fleet" / name).write_text(text)
    split(write_log(tmp_path, *CARS), "car", tmp_path / "fleet")
    assert "van_1.jsonl" in names(tmp_path / "fleet")


def test_queries_that_an_import_without_any_writes_over_are_counted(tmp_path: Path) -> None:
    log = write_log(tmp_path, *CARS)
    imported(log, probe_commands=True)
    report = imported(log)
    assert report.timelines[0].replaced == {"scenario": 1, "message": 3, "command": 1, "query": 1}
    assert "written over a timeline of 3 messages, 1 command, 1 query\n" in report.render()


def test_what_is_no_file_has_no_records_and_none_stays_in_no_folder(tmp_path: Path) -> None:
    assert records_of(tmp_path / "none.jsonl") == {}
    assert told({}) == "0 messages, 0 commands, 0 queries"
    check_none_stays(tmp_path / "none", [])


def test_convert_refuses_a_folder_with_others_and_counts_what_it_writes_over(tmp_path: Path) -> None:
    imported(write_log(tmp_path, *CARS), out=tmp_path / "one.jsonl")
    source = f"timeline:{tmp_path / 'one.jsonl'}"
    first = convert(source, tmp_path / "out", Selection(), Findings(strict=True))
    again = convert(source, tmp_path / "out", Selection(), Findings(strict=True))
    assert (first.n_replaced, again.n_replaced) == (0, 1)
    assert again.render().endswith("; 1 timeline written over\n")
    (tmp_path / "out" / "old.jsonl").write_bytes((tmp_path / "one.jsonl").read_bytes())
    with pytest.raises(InputError, match=r"holds 1 timeline .*\(old\.jsonl\)"):
        convert(source, tmp_path / "out", Selection(), Findings(strict=True))
    assert records(tmp_path / "out" / "log.jsonl")[0]["id"] == "log"
