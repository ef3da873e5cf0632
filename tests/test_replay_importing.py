import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.guess_fields import is_calls
from replay.importing.rows import EMPTIED
from replay.timeline import LoggedCommand
from tests.importing import COLUMNS, MAP, call, car, imported, loaded, records, row, texts, write_log
from tests.scenes import us


def test_a_log_becomes_a_timeline_that_replays_its_messages_and_commands(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00:00+01:00", "Warm my seat, please."),
        car("2025-03-01T08:00:01+01:00", "Done.", call("carcontrol_seat_set_heating_level", seat="driver", level=2)),
        row("2025-03-01T08:00:02+01:00", "Thanks!", role="system"),
    )
    report = imported(log)
    assert (report.n_rows, report.n_bad) == (3, 0)
    assert report.notes == {"rows of the role system left out": 1}
    scenario = loaded(tmp_path / "out.jsonl")
    first, second, command = scenario.timeline.records
    assert (first.position.at_us, second.position.at_us) == (us("2025-03-01 07:00"), us("2025-03-01 07:00") + 1_000_000)
    assert texts(scenario) == ["Warm my seat, please.", "Done."]
    assert isinstance(command, LoggedCommand)
    assert command.command.args == {"seat": "driver", "level": 2}
    assert scenario.queries == ()


def test_a_late_record_keeps_both_instants_and_is_counted(tmp_path: Path) -> None:
    rows = [row("2025-03-02T08:00Z", about="2025-03-01T20:00Z"), row("2025-03-02T08:01Z", about=None)]
    report = imported(write_log(tmp_path, *rows), {"columns": {**COLUMNS, "occurred_at": "about"}})
    late, plain = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert (late.position.at_us, late.occurred_at_us) == (us("2025-03-02 08:00"), us("2025-03-01 20:00"))
    assert plain.occurred_at_us is None
    assert report.timelines[0].n_late == 1


def test_records_out_of_order_are_written_as_they_come_counted_and_sorted_by_the_loader(tmp_path: Path) -> None:
    rows = [row(f"2025-03-01T0{hour}:00Z", str(hour)) for hour in (1, 3, 2, 4)]
    assert imported(write_log(tmp_path, *rows)).timelines[0].n_moved == 1
    assert [record["text"] for record in records(tmp_path / "out.jsonl")[1:]] == ["1", "3", "2", "4"]
    assert texts(loaded(tmp_path / "out.jsonl")) == ["1", "2", "3", "4"]


def test_each_row_may_have_its_own_zone(tmp_path: Path) -> None:
    rows = [row("2025-07-01T08:00", zone="Europe/Lisbon"), row("2025-07-01T08:00", zone="+05:30")]
    imported(write_log(tmp_path, *rows), {"columns": {**COLUMNS, "zone": "zone"}})
    times = [message.position.at_us for message in loaded(tmp_path / "out.jsonl").timeline.messages()]
    assert times == [us("2025-07-01 02:30"), us("2025-07-01 07:00")]


def test_a_column_may_tell_timelines_apart(tmp_path: Path) -> None:
    rows = [row("2025-07-01T08:00Z", str(number), car=name) for number, name in enumerate(("a/1", "b", "a/1", "a:1"))]
    map_ = {**MAP, "scenario": {"column": "car"}}
    report = imported(write_log(tmp_path, *rows), map_, out=tmp_path / "cars")
    assert [timeline.n_messages for timeline in report.timelines] == [2, 1, 1]
    heads = {records(path)[0]["id"] for path in (tmp_path / "cars").iterdir()}
    assert heads == {"a/1", "b", "a:1"}
    assert len({timeline.path.casefold() for timeline in report.timelines}) == 3


def test_each_of_several_timelines_lives_in_the_zone_of_its_first_row(tmp_path: Path) -> None:
    zones = ("Europe/Berlin", "Asia/Tokyo", "+05:30", "Asia/Tokyo")
    rows = [row("2025-07-01T08:00", car=car, tz=tz) for car, tz in zip("abca", zones, strict=True)]
    queries = write_log(
        tmp_path,
        *({"scenario": car, "text": "hot?", "cutoff": "2025-07-02T08:00", "answer": "no"} for car in "ab"),
        name="queries.jsonl",
    )
    map_ = {"columns": {**COLUMNS, "zone": "tz"}, "time": {"zone": "Europe/Lisbon"}, "scenario": {"column": "car"}}
    imported(write_log(tmp_path, *rows), map_, out=tmp_path / "cars", queries=queries)
    written = {path.stem: records(path) for path in (tmp_path / "cars").iterdir()}
    heads = {car: found[0]["zone"] for car, found in written.items()}
    assert heads == {"a": "Europe/Berlin", "b": "Asia/Tokyo", "c": "Europe/Lisbon"}
    assert [written[car][-1]["cutoff"][-6:] for car in "ab"] == ["+02:00", "+09:00"]


@pytest.mark.parametrize(("name", "args"), [("tool", "input"), ("tool_name", "tool_input"), ("name", "params")])
def test_a_call_is_read_under_the_names_that_products_give_its_parts(tmp_path: Path, name: str, args: str) -> None:
    done = {name: "carcontrol_radio_switch", args: {"switch": True}}
    imported(write_log(tmp_path, row("2025-03-01T08:00Z", "Radio on."), car("2025-03-01T08:01Z", "Done.", done)))
    assert [(one["name"], one["args"]) for one in records(tmp_path / "out.jsonl") if one["record"] == "command"] == [
        ("carcontrol_radio_switch", {"switch": True})
    ]
    assert is_calls([done])


def test_many_timelines_take_turns_with_few_open_files(tmp_path: Path) -> None:
    rows = [row("2025-07-01T08:00Z", str(number), car=f"c{number % 70}") for number in range(210)]
    report = imported(write_log(tmp_path, *rows), {**MAP, "scenario": {"column": "car"}}, out=tmp_path / "cars")
    assert [timeline.n_messages for timeline in report.timelines] == [3] * 70
    assert [record["text"] for record in records(tmp_path / "cars" / "c5.jsonl")[1:]] == ["5", "75", "145"]


GOOD = row("2025-03-01T08:00Z")
BAD_ROWS: list[tuple[Any, str]] = [
    ({**GOOD, "text": None}, "line 2: text: null; text is wanted"),
    ({**GOOD, "text": 17}, r"line 2: text: a number \(17\)"),
    ({**GOOD, "text": [17]}, r"line 2: text: a list with a number \(17\)"),
    ({"at": GOOD["at"], "role": "user"}, "line 2: text: no 'text' here; there are: at, role"),
    ({**GOOD, "at": "yesterday"}, "line 2: time: unreadable timestamp 'yesterday'"),
    ({**GOOD, "at": None}, "line 2: time: null is no time in the format iso"),
    ({**GOOD, "at": 1740816000}, r"line 2: time: a number \(1740816000\) is no time in the format iso"),
    ({**GOOD, "at": "2025-03-01T08:00"}, "line 2: time: .* has no offset, but the log's first time has one"),
    ({**GOOD, "at": "2025-03-01"}, "line 2: time: '2025-03-01' is a date alone"),
    ({**GOOD, "role": "ghost"}, r"line 2: role: text \('ghost'\); known: user"),
    ({**GOOD, "role": 3}, "line 2: role: a number"),
    ({**GOOD, "who": {"a": 1}}, "line 2: speaker: an object"),
    ({**GOOD, "calls": [call("x") | {"function": {"name": "x", "arguments": '{"a": '}}]}, "tool_calls.0.arguments: no"),
    ({**GOOD, "calls": [{"args": {}}]}, "line 2: tool_calls.0: a call without a name"),
    ({**GOOD, "calls": 3}, "line 2: tool_calls: a number"),
    ([1], "line 2: a list in the place of a row"),
    ({**GOOD, "text": "x\ud800"}, "line 2: no JSON"),
    ({**GOOD, "id": "k"}, "line 2: id: 'k' comes a second time"),
]


@pytest.mark.parametrize(("bad", "said"), BAD_ROWS)
def test_a_bad_row_is_told_with_file_line_and_field_and_stops_the_import(tmp_path: Path, bad: Any, said: str) -> None:
    log = write_log(tmp_path, {**GOOD, "id": "k"}, bad)
    with pytest.raises(InputError, match=f"log.jsonl: .*{said}"):
        imported(log, {"columns": {**COLUMNS, "id": "id"}})
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


@pytest.mark.parametrize(("bad", "said"), BAD_ROWS)
def test_so_many_bad_rows_as_are_allowed_are_left_out_and_counted(tmp_path: Path, bad: Any, said: str) -> None:
    log = write_log(tmp_path, {**GOOD, "id": "k"}, bad, {**GOOD, "id": "l"})
    report = imported(log, {"columns": {**COLUMNS, "id": "id"}}, skip_bad=1)
    assert (report.n_bad, len(report.bad), report.timelines[0].n_messages) == (1, 1, 2)
    with pytest.raises(InputError, match=r"1 bad row before it"):
        imported(write_log(tmp_path, {**GOOD, "id": "k"}, bad, [1]), {"columns": {**COLUMNS, "id": "id"}}, skip_bad=1)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "log.jsonl: the file is empty"),
        (b"\xef\xbb\xbf \r\n", "the file is empty"),
        ('{"at": "x"}'.encode("utf-16"), "line 1: this is UTF-16"),
        ('{"at": "x"}'.encode("utf-16-le"), "line 1: this is UTF-16"),
        (b'{"at": "2025-03-01T08:00Z", "role": "us', "line 1: no JSON: .*; the last line may be cut off"),
        (b'{"at": "2025-03-01T08:00Z", "text": "\xff"}\n', "line 1: no JSON"),
    ],
)
def test_a_file_that_is_no_log_says_why(tmp_path: Path, raw: bytes, said: str) -> None:
    (tmp_path / "log.jsonl").write_bytes(raw)
    with pytest.raises(InputError, match=said):
        imported(tmp_path / "log.jsonl")


def test_a_byte_order_mark_windows_line_ends_and_blank_lines_are_read(tmp_path: Path) -> None:
    lines = "\r\n".join((json.dumps(GOOD), "", json.dumps(GOOD)))
    (tmp_path / "log.jsonl").write_bytes(b"\xef\xbb\xbf" + lines.encode())
    assert imported(tmp_path / "log.jsonl").timelines[0].n_messages == 2


def test_a_log_without_messages_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no row is a message"):
        imported(write_log(tmp_path, row("2025-03-01T08:00Z", role="system")))


def test_a_file_that_is_no_timeline_is_never_written_over_and_a_timeline_is(tmp_path: Path) -> None:
    log = write_log(tmp_path, GOOD)
    with pytest.raises(InputError, match="own place"):
        imported(log, out=log)
    (tmp_path / "thesis.jsonl").write_text("all my work", encoding="utf-8")
    with pytest.raises(InputError, match="it is not written over"):
        imported(log, out=tmp_path / "thesis.jsonl")
    (first,), (again,) = imported(log).timelines, imported(log).timelines
    assert first == replace(again, replaced={})


def test_an_equal_import_writes_equal_bytes(tmp_path: Path) -> None:
    log = write_log(tmp_path, GOOD, car("2025-03-01T08:01Z", None, call("carcontrol_radio_switch", switch=True)))
    for name in ("a.jsonl", "b.jsonl"):
        imported(log, out=tmp_path / name, probe_commands=True)
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


_GROWTH = """
import sys
from pathlib import Path
from benchmarks.fresh import peak_mb
from replay.importing.importer import ImportRequest, import_log
from replay.importing.mapping import parse_map
log, out = map(Path, sys.argv[1:])
before_mb = peak_mb()
columns = {"time": "at", "speaker": "who", "text": "text", "id": "id"}
request = ImportRequest(log=log, map=parse_map({"columns": columns}, "map"), out=out, probe_commands=True)
report = import_log(request)
print(report.timelines[0].n_messages, peak_mb() - before_mb)
"""


def test_a_log_of_60_mb_is_imported_in_little_memory(tmp_path: Path) -> None:
    filler = "on and on along the coast " * 40
    n_lines = 55_000
    with (tmp_path / "log.jsonl").open("w", encoding="utf-8") as file:
        for number in range(n_lines):
            at = f"2025-03-01T{number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z"
            file.write(json.dumps({"at": at, "who": "Ada", "text": filler, "id": number}) + "\n")
    assert (tmp_path / "log.jsonl").stat().st_size > 58_000_000
    paths = [str(tmp_path / "log.jsonl"), str(tmp_path / "out.jsonl")]
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-c", _GROWTH, *paths], capture_output=True, text=True, check=True, cwd=root)
    n_messages, growth_mb = done.stdout.split()
    assert int(n_messages) == n_lines
    assert float(growth_mb) < 30


def test_conversations_are_sessions_though_they_run_side_by_side_and_what_has_none_has_none(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00:00Z", "My code is in the drawer.", thread="ada@home"),
        row("2025-03-01T08:00:02Z", "Alarm at six.", "Ben", thread="ben@work"),
        row("2025-03-01T08:00:03Z", "And no alarm on Sunday.", "Ben", thread=None),
        row("2025-03-02T08:00:00Z", "The drawer below.", thread="ada@home"),
    )
    map_ = {"columns": {**COLUMNS, "conversation": "thread"}}
    imported(log, map_)
    said = [record for record in records(tmp_path / "out.jsonl") if record["record"] == "message"]
    assert [record.get("session") for record in said] == ["s1", "s2", None, "s1"]
    assert [list(those) for those in loaded(tmp_path / "out.jsonl").sessions] == [[1, 4], [2]]
    imported(log, map_, pseudonym_key=b"0123456789abcdef")
    said = [record for record in records(tmp_path / "out.jsonl") if record["record"] == "message"]
    assert [record.get("session") for record in said] == ["s1", "s2", None, "s1"]


def test_sessions_are_counted_in_each_timeline_by_itself(tmp_path: Path) -> None:
    rows = [row("2025-03-01T08:00:00Z", car=car_, thread=thread) for car_, thread in ("ax", "by", "bx", "ax")]
    out = tmp_path / "cars"
    map_ = {"columns": {**COLUMNS, "conversation": "thread"}, "scenario": {"column": "car"}}
    imported(write_log(tmp_path, *rows), map_, out=out)
    assert [record.get("session") for record in records(out / "a.jsonl")[1:]] == ["s1", "s1"]
    assert [record.get("session") for record in records(out / "b.jsonl")[1:]] == ["s1", "s2"]


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_a_message_without_a_text_is_left_out_and_counted_and_no_command_answers_the_one_before(
    tmp_path: Path, text: str
) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00:00Z", "Radio on."),
        row("2025-03-01T08:00:01Z", text),
        car("2025-03-01T08:00:02Z", None, call("carcontrol_radio_switch", switch=True)),
    )
    report = imported(log, probe_commands=True)
    scenario = loaded(tmp_path / "out.jsonl")
    assert texts(scenario) == ["Radio on."]
    assert scenario.queries == ()
    assert report.notes == {EMPTIED: 1, "commands whose question is empty": 1}


@pytest.mark.parametrize("given", [{}, {"role": None}, {"role": ""}])
def test_a_row_without_a_role_is_what_the_map_says_of_the_empty_one(tmp_path: Path, given: dict[str, Any]) -> None:
    rows = [{"at": "2025-03-01T08:00:00Z", "text": "Radio on.", **given}]
    log = write_log(tmp_path, *rows, {"at": "2025-03-01T08:00:01Z", "text": "Yes.", "role": "bot_message"})
    columns = {"time": "at", "text": "text", "role": "role"}
    imported(log, {"columns": columns, "roles": {"": "user", "bot_message": "assistant"}})
    assert [one["role"] for one in records(tmp_path / "out.jsonl")[1:]] == ["user", "assistant"]
    notes = imported(log, {"columns": columns, "roles": {"": "skip", "bot_message": "assistant"}}).notes
    assert notes == {"rows without a role left out": 1}
    with pytest.raises(InputError, match=r'\[roles\] "" = "user" would say what a row without one is'):
        imported(log, {"columns": columns, "roles": {"bot_message": "assistant"}})


def test_a_row_of_separators_alone_is_a_blank_line(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("at;text\n;\n2025-03-01T08:00:00Z;Radio on.\n\n;\n", encoding="utf-8")
    report = imported(log, {"columns": {"time": "at", "text": "text"}})
    assert (report.n_rows, report.n_bad, report.timelines[0].n_messages) == (1, 0, 1)
