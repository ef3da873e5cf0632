"""A log that stands newest first is read from its end; one that does so but for one row is not."""

import json
from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

import replay.importing.newest_first
from replay.errors import CannotWrite, InputError
from replay.importing.mapping import parse_map, settled
from replay.importing.newest_first import N_LOOKED_AT, Order, order_of
from tests.importing import MAP, call, car, imported, loaded, row, texts, write_log

WARM = call("carcontrol_seat_set_heating_level", seat="driver", level=2)
ROWS = [
    row("2025-03-01T08:00Z", "Heat my seat."),
    car("2025-03-01T08:01Z", "Done.", WARM),
    row("2025-03-01T08:02Z", "Thanks."),
]


def order(log: Path) -> Order:
    return order_of(log, settled(parse_map(MAP, "map"), log))


def at(*minutes: int) -> list[dict[str, object]]:
    return [row(f"2025-03-01T{minute // 60:02}:{minute % 60:02}Z", f"said {minute}") for minute in minutes]


@pytest.mark.parametrize("name", ["log.jsonl", "log.json"])
def test_a_log_newest_first_becomes_the_timeline_that_it_is_the_reverse_of(tmp_path: Path, name: str) -> None:
    imported(write_log(tmp_path, *ROWS, name=name), probe_commands=True)
    expected = (tmp_path / "out.jsonl").read_bytes()
    report = imported(write_log(tmp_path, *ROWS[::-1], name=name), probe_commands=True)
    assert (tmp_path / "out.jsonl").read_bytes() == expected
    (query,) = loaded(tmp_path / "out.jsonl").queries
    assert query.text == "Heat my seat."
    assert (report.is_turned_round, report.n_ties, report.timelines[0].n_moved) == (True, 0, 0)
    assert "rows stand newest first: read from the last to the first\n" in report.render()


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        ([3, 2, 1], Order(is_newest_first=True)),
        ([2, 1], Order(is_newest_first=True)),
        ([3, 2, 2, 2, 1], Order(is_newest_first=True, n_ties=2)),
        ([1], Order(is_newest_first=False)),
        ([2, 2], Order(is_newest_first=False)),
        ([1, 2, 3], Order(is_newest_first=False)),
        ([3, 2, 1, 2], Order(is_newest_first=False)),
        ([*range(N_LOOKED_AT, 0, -1)], Order(is_newest_first=True)),
        ([*range(N_LOOKED_AT + 9, 0, -1)], Order(is_newest_first=True)),
        ([*range(N_LOOKED_AT + 9, 0, -1), 2], Order(is_newest_first=False)),
        ([*[300] * N_LOOKED_AT, 299], Order(is_newest_first=False)),
    ],
)
def test_every_row_counts_and_some_must_be_older(tmp_path: Path, minutes: list[int], expected: Order) -> None:
    assert order(write_log(tmp_path, *at(*minutes))) == expected


def test_rows_of_one_instant_turn_round_with_the_others_and_are_counted(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, *at(3), *at(2)[:1], row("2025-03-01T00:02Z", "before it"), *at(1)))
    assert texts(loaded(tmp_path / "out.jsonl")) == ["said 1", "before it", "said 2", "said 3"]
    assert "to the first; 1 of the instant of the row before, turned round like the others\n" in report.render()


def test_one_row_out_of_place_and_the_log_is_read_as_it_stands(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, *at(4, 3, 2, 1, 5)))
    assert [json.loads(line).get("text") for line in (tmp_path / "out.jsonl").read_text().splitlines()] == [
        None, "said 4", "said 3", "said 2", "said 1", "said 5",
    ]  # fmt: skip
    assert not report.is_turned_round


def test_bad_rows_are_counted_once_with_their_own_lines(tmp_path: Path) -> None:
    rows = [*at(3), {"at": "never", "text": "x", "role": "user", "who": "Ada"}, *at(1)]
    log = write_log(tmp_path, *rows)
    log.write_text(log.read_text(encoding="utf-8") + "no json\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"log\.jsonl: line 2: time: .* \(1 bad row before it\)"):
        imported(log, skip_bad=1)
    report = imported(log, skip_bad=2)
    assert (report.is_turned_round, report.n_bad) == (True, 2)
    assert [line.partition(": time")[0].removeprefix(f"{tmp_path}/")[:24] for line in report.bad] == [
        "log.jsonl: line 4: no JS",
        "log.jsonl: line 2",
    ]
    assert texts(loaded(tmp_path / "out.jsonl")) == ["said 1", "said 3"]


def test_words_that_no_utf_8_holds_are_told_as_in_any_other_order(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_bytes(b"at,text\n2025-03-02 08:00,ok\n2025-03-01 08:00,\xff\n")
    with pytest.raises(InputError, match=r"log\.csv: line 3: text: bytes that are no UTF-8"):
        imported(tmp_path / "log.csv", {"columns": {"time": "at", "text": "text"}})


def test_requests_newest_first_are_told_apart_from_what_was_sent_before(tmp_path: Path) -> None:
    said = [{"role": "user", "content": text} for text in ("Warm.", "Warmer.", "Off.")]
    rows = [{"at": f"2025-03-01T08:0{n}Z", "c": "a", "messages": said[:n]} for n in (1, 2, 3)]
    columns = {"time": "at", "conversation": "c", "messages": "messages"}
    log = write_log(tmp_path, *rows[::-1])
    imported(log, {"format": "chat", "columns": columns})
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Warm.", "Warmer.", "Off."]


def test_rows_wait_beside_the_timeline_and_leave_nothing_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = write_log(tmp_path, *ROWS[::-1])
    imported(log, out=tmp_path / "new" / "out.jsonl")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["log.jsonl", "new", "out.jsonl"]

    def is_full(*, dir: Path) -> None:
        assert dir == tmp_path
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(replay.importing.newest_first, "TemporaryFile", is_full)
    with pytest.raises(CannotWrite, match=f"{tmp_path}: rows that are to be turned round cannot wait there: No space"):
        imported(log, out=tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_dates_of_a_parquet_file_come_back_as_text_that_is_read_alike(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {
        "day": [date(2025, 3, 2), date(2025, 3, 1)],
        "hour": [time(8, 5), time(9, 5)],
        "seen": [datetime(2025, 3, 2, tzinfo=UTC), datetime(2025, 3, 1, 0, 0, 0, 1, tzinfo=UTC)],
        "text": ["later", "earlier"],
        "other": [b"\xff", b""],
    }
    parquet.write_table(arrow.table(columns), tmp_path / "log.parquet")
    for names in ({"time": "hour", "date": "day"}, {"time": "seen"}):
        report = imported(tmp_path / "log.parquet", {"columns": {**names, "text": "text"}})
        assert (report.is_turned_round, texts(loaded(tmp_path / "out.jsonl"))) == (True, ["earlier", "later"])
