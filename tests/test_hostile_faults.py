"""What broken input once brought down, each with what is right instead; found by `python -m tests.fuzzing`."""

import json
import re
import sqlite3
import tomllib
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import orjson
import pytest

from memory.adapters.calling import one_line
from memory.adapters.secrets import read_secret
from memory.chat import ChatReply
from memory.errors import MissingSecret
from memory.http_wire import ENDPOINTS
from memory.nesting import is_nested_deeper, may_be_nested_deeper
from replay.chat_answers import asked_pause_s, read_answer
from replay.cli_options import model_request, read_extra_body
from replay.config import check_policy
from replay.dataset import Selection
from replay.errors import MOST_CHARS, InputError, RunFolderError
from replay.event_words import event_dict
from replay.exporting import export
from replay.findings import Findings
from replay.importing.guess import guess_map
from replay.importing.mapping import load_map
from replay.importing.moments import Moments, guess_time_format
from replay.importing.probes import read_queries
from replay.importing.problems import BadField, Problems, shown
from replay.importing.pseudonyms import Pseudonyms
from replay.judging.verdicts import load_verdicts
from replay.kept_run import load_kept
from replay.loaders.timeline_jsonl import load_timeline
from replay.rescore import rescore
from replay.tape import Tape
from replay.thresholds import load_baseline
from replay.times import find_zone
from scoring.codec import DEEPEST, to_json, turn_to_json
from scoring.errors import RunLogError
from scoring.explain import explain_turn
from scoring.page import make_table, table_text
from scoring.statement import states
from tests.importing import row, write_log
from tests.kept_cases import config_of, keep_run, right, wrong
from vehicle.errors import UnknownEvent, UnknownField
from vehicle.events import CommandRejected, event_from_json
from vehicle.state import State


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def changed_log(folder: Path, statement: str, *values: object) -> Path:
    """A kept run as an earlier version wrote it, without sums, and with something else in its file."""
    keep_run(folder, [right(0), wrong(1)])
    connection = sqlite3.connect(folder / "run.db")
    for trigger in ("run_no_update", "turns_no_update", "vehicle_events_no_update"):
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute("DROP TABLE IF EXISTS checksums")
    connection.execute(statement, values)
    connection.commit()
    connection.close()
    return folder


def with_record(folder: Path, **changes: object) -> Path:
    record = {**orjson.loads(turn_to_json(wrong(1))), **changes}
    return changed_log(folder, "UPDATE turns SET record = ? WHERE number = 2", orjson.dumps(record).decode())


def test_an_error_stays_a_line_that_a_person_reads_however_long_a_name_is() -> None:
    assert len(str(InputError("x" * 70_000))) == MOST_CHARS
    assert str(InputError("x" * 70_000)).endswith("...")
    assert str(InputError("short")) == "short"
    with pytest.raises(InputError) as caught:
        check_policy("1h" * 3000)
    assert len(str(caught.value)) <= MOST_CHARS


def test_a_finding_is_one_short_line_whatever_a_file_calls_its_parts() -> None:
    findings = Findings(strict=False)
    findings.add("unreadable_line", "note", "f", "D1\nerror: f", "m" * 5000)
    findings.unreadable("unreadable_line", "f", "i" * 500, "a\x1b[2Jb")
    first, second = findings
    assert first.line == f"f: D1 error: f: {'m' * 597}..."
    assert second.line == f"f: {'i' * 117}...: a?[2Jb"


def test_a_tag_that_is_nested_deep_is_told_by_its_kind(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(b'{"record":' + b"[" * 900 + b"]" * 900 + b"}\n")
    with pytest.raises(InputError, match="'<list>'"):
        load_timeline(path, Selection(), Findings(strict=True))
    assert capfd.readouterr().err == ""


def test_one_long_word_costs_a_name_replacer_what_its_length_costs() -> None:
    hidden = Pseudonyms(b"k" * 32, [])
    for word in ("x" * 200_000, "A-" * 100_000):  # an hour each, where the time grows with the square
        assert hidden.text(word) == word
    assert "ada.w" not in hidden.text("write to ada.w+car@mail.example.org, please")
    assert hidden.text("AB-12-CD") != "AB-12-CD"


def test_a_map_is_proposed_for_rows_that_hold_values_nested_deep(tmp_path: Path) -> None:
    deep = {"id": nested(400)}
    log = write_log(tmp_path, *[{**row(f"2025-03-01T08:3{n}:00", "hello there"), **deep} for n in range(3)])
    assert guess_map(log, load_map(None)).map.columns.id == ""
    assert shown(nested(2000)) == "a list (nested too deep to be shown)"


@pytest.mark.parametrize("field", ["role", "content", "tool_calls"])
def test_a_map_is_proposed_for_lists_of_messages_that_hold_values_nested_deep(tmp_path: Path, field: str) -> None:
    said = {"role": "user", "content": "Volume 12, please"}
    path = tmp_path / "log.jsonl"
    lines = [json.dumps({"created_at": 1740817800 + n, "messages": [said, {**said, field: 7}]}) for n in range(3)]
    path.write_text("\n".join(lines).replace("7}", "[" * 900 + "]" * 900 + "}") + "\n")
    guess = guess_map(path, load_map(None))
    assert guess.map.columns.messages == "messages"
    tomllib.loads(guess.render())


def test_a_value_nested_as_deep_as_json_may_be_is_shown_beside_a_proposed_map(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    lines = [json.dumps({**row(f"2025-03-01T08:3{n}:00", "hello there"), "more": 7}) for n in range(3)]
    path.write_text("\n".join(lines).replace('"more": 7', '"more": ' + "[" * 1015 + "]" * 1015) + "\n")
    assert "more ([[[" in guess_map(path, load_map(None)).render()


def test_a_proposed_map_can_be_read_whatever_tools_and_arguments_are_called(tmp_path: Path) -> None:
    name = 'a\n[columns]\ntext = "x"'
    call = {"name": name, "arguments": {name: 1}}
    rows = [{**row(f"2025-03-01T08:3{n}:00", "hello there"), "tool_calls": [call]} for n in range(3)]
    text = guess_map(write_log(tmp_path, *rows), load_map(None)).render()
    assert tomllib.loads(text)["columns"]["text"] != "x"
    assert "tools that the car does not have" in text


def test_an_unknown_field_is_told_in_short() -> None:
    with pytest.raises(UnknownField) as caught:
        State({"x" * 70_000: 1})
    assert len(str(caught.value)) < 600


def test_what_json_cannot_carry_is_told_in_its_place() -> None:
    assert orjson.loads(to_json({"n": 2**70, "s": "\ud800"})) == {"n": "<integer of 71 bits>", "s": "?"}
    value = orjson.loads(to_json(nested(2000)))
    for _ in range(DEEPEST):
        (value,) = value
    assert value == "<list, nested too deep>"


@pytest.mark.parametrize(
    ("value", "levels"), [(0, 0), ("[[[", 0), ([], 1), ({}, 1), ([0, {"a": ()}], 3), (nested(60), 60), (nested(61), 61)]
)
def test_how_deep_a_value_is_nested(value: object, levels: int) -> None:
    assert not is_nested_deeper(value, levels)
    assert levels == 0 or is_nested_deeper(value, levels - 1)
    assert levels > 3 or not may_be_nested_deeper(json.dumps({"a": 1}).encode(), 1)


def test_brackets_in_json_text_are_counted_from_the_inside() -> None:
    assert not may_be_nested_deeper(b'{"a": [[1, 2], {"b": []}]}', 4)
    assert may_be_nested_deeper(b'{"a": [[1, 2], {"b": []}]}', 3)
    assert may_be_nested_deeper(b'["a closing ] is no end"]', 9)
    assert not may_be_nested_deeper(b"", 0)


def test_arguments_nested_by_the_hundred_become_text_without_a_write_beyond_the_buffer() -> None:
    deep = json.dumps([nested(253)] * 40)
    answer = json.dumps({"choices": [{"message": {"tool_calls": [{"function": {"name": "x", "arguments": 0}}]}}]})
    for _ in range(50):  # orjson ends the process here, sooner or later
        reply = read_answer(answer.replace('"arguments": 0', f'"arguments": {deep}'))
        assert isinstance(reply, ChatReply)
        assert json.loads(reply.calls[0].arguments) == json.loads(deep)


def test_a_query_of_a_second_file_that_is_nested_by_the_hundred_is_told(tmp_path: Path) -> None:
    queries = tmp_path / "q.jsonl"
    queries.write_text(json.dumps({"text": "?", "commands": [{"name": "x", "args": {"a": nested(200)}}]}) + "\n")
    problems = Problems("q.jsonl", 1)
    assert list(read_queries(queries, problems)) == []
    assert problems.examples == ["q.jsonl: line 1: nested too deep"]


def test_a_record_nested_by_the_hundred_is_told(tmp_path: Path) -> None:
    folder = with_record(tmp_path / "run", decisions=[{"step": "x" * 3}], context="[" * 300)
    assert len(load_kept(folder).scored) == 2  # brackets in a text are text
    folder = with_record(tmp_path / "deep", base={"a": nested(200)})
    with pytest.raises(RunFolderError, match="nested too deep"):
        load_kept(folder)


def test_an_event_with_a_number_that_no_setting_holds_is_none() -> None:
    with pytest.raises(UnknownEvent, match="67 bits"):
        event_from_json('{"kind":"field_changed","path":"radio.volume","value":99999999999999999999}')
    assert event_from_json('{"kind":"field_changed","path":"radio.volume","value":true}') is not None


def test_extra_fields_that_could_not_be_sent_are_refused() -> None:
    with pytest.raises(InputError, match="too deep"):
        read_extra_body('{"a":' + "[" * 300 + "]" * 300 + "}")


@pytest.mark.parametrize("damage", [b"\xfc", b"\x00", b"CREATE TABLE"])
def test_a_run_file_with_turned_bytes_is_no_run_log(tmp_path: Path, damage: bytes) -> None:
    folder = keep_run(tmp_path / "run", [right(0)])
    content = bytearray((folder / "run.db").read_bytes())
    for at in range(100, 4000, 97):
        content[at : at + len(damage)] = damage
    (folder / "run.db").write_bytes(content)
    with pytest.raises(RunFolderError):
        rescore(folder)


def test_a_scenario_that_the_configuration_lacks_is_told(tmp_path: Path) -> None:
    folder = changed_log(tmp_path / "run", "UPDATE run SET config = ?", to_json(config_of({"2": 2}).to_dict()).decode())
    with pytest.raises(RunFolderError, match="a scenario '1' that its configuration does not have"):
        load_kept(folder)


def test_a_configuration_that_could_not_be_written_again_is_none(tmp_path: Path) -> None:
    config = {**config_of({"1": 2}).to_dict(), "model": {"a": nested(300)}}
    text = str(config).replace("'", '"').replace("None", "null").replace("False", "false").replace("(", "[")
    folder = changed_log(tmp_path / "run", "UPDATE run SET config = ?", text)
    with pytest.raises(RunFolderError, match="no run log"):
        rescore(folder)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"index": 7}, "another query"),
        ({"predicted": {"commands": [], "accepted": [True], "events": []}}, "0 commands in predicted"),
        ({"base": {"no.such": 1}}, "what no car does"),
    ],
)
def test_a_record_that_does_not_fit_is_told(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    folder = with_record(tmp_path / "run", **changes)
    with pytest.raises((RunFolderError, RunLogError), match=said):
        export(folder, "junit")


def test_an_event_of_a_field_that_no_car_has_is_told(tmp_path: Path) -> None:
    event = '{"kind":"field_changed","path":"radio.nothing","value":1}'
    statement = "UPDATE vehicle_events SET event = ? WHERE stream = '1/1/0/predicted' AND number = 1"
    folder = changed_log(tmp_path / "run", statement, event)
    with pytest.raises(RunFolderError, match="what no car does"):
        load_kept(folder)


def test_events_whose_numbers_are_none_are_told(tmp_path: Path) -> None:
    statement = "UPDATE vehicle_events SET number = number - 100 WHERE stream = '1/1/0/predicted'"
    with pytest.raises(RunFolderError, match="the run log cannot be read"):
        load_kept(changed_log(tmp_path / "run", statement))


def test_a_decision_without_a_reason_can_be_told(tmp_path: Path) -> None:
    folder = with_record(tmp_path / "run", decisions=[{"step": "value"}])
    (_, scored) = load_kept(folder).scored
    assert "    value: None, because None" in explain_turn(scored)


@pytest.mark.parametrize(
    "content",
    [
        {"judge": nested(2), "prompt_digest": "d", "verdicts": {}},
        {"judge": "m", "prompt_digest": 1, "verdicts": {}},
        {"judge": "m", "verdicts": {}},
        [],
    ],
)
def test_verdicts_of_another_shape_are_none(tmp_path: Path, content: object) -> None:
    (tmp_path / "verdicts.json").write_bytes(orjson.dumps(content))
    with pytest.raises(RunFolderError, match="no verdicts"):
        load_verdicts(tmp_path, [right(0)])


@pytest.mark.parametrize(
    "line",
    [
        {"part": "x", "value": {"role": "user", "content": "another"}},
        {"part": "x", "value": {"role": nested(300)}},
        {"scenario": "1", "phase": "ask", "number": 1, "messages": [], "tools": []},
        {"scenario": "1", "phase": "ask", "number": 1, "messages": [], "tools": [], "reply": {"text": 7}},
    ],
)
def test_a_line_of_a_tape_that_means_nothing_is_told_by_its_number(tmp_path: Path, line: object) -> None:
    path = tmp_path / "t.tape"
    deep = b'{"part":"x","value":{"role":' + b"[" * 300 + b"]" * 300 + b"}}"
    content = deep if "nested" in str(line) or str(line).count("[") > 200 else orjson.dumps(line)
    path.write_bytes(b'{"tape":"pastlane tape 1","options":{}}\n' + content + b"\n")
    with pytest.raises(InputError, match="line 2: neither a part nor an exchange"):
        Tape(path, {}, record=False)


def test_options_of_a_tape_that_are_nested_deep_are_none(tmp_path: Path) -> None:
    path = tmp_path / "t.tape"
    path.write_bytes(b'{"tape":"pastlane tape 1","options":{"model":' + b"[" * 600 + b"]" * 600 + b"}}\n")
    with pytest.raises(InputError, match="not a pastlane tape 1"):
        Tape(path, {}, record=False)


@pytest.mark.parametrize(
    "changes", [{"scenarios": None}, {"points": {"swept": 1}}, {"index_lag_us": "x"}, {"depth": []}]
)
def test_a_published_configuration_of_another_shape_is_told(tmp_path: Path, changes: dict[str, object]) -> None:
    folder = keep_run(tmp_path / "run", [right(0)])
    rescore(folder)
    config = {**orjson.loads((folder / "config.json").read_bytes()), **changes}
    (folder / "config.json").write_bytes(orjson.dumps(config))
    with pytest.raises(RunFolderError, match="its configuration cannot be read"):
        load_baseline(folder, config_of({"1": 1}))


@pytest.mark.parametrize("name", ["[/x]", "[red]x[/red]", "[bold", ":smile:", "[link=a]b[/link]"])
def test_a_name_in_a_table_is_no_markup(name: str) -> None:
    table = make_table("type", ("queries",))
    table.add_row(name, "1")
    assert name in table_text(table)


def test_a_name_in_a_table_begins_no_line_and_gives_no_orders() -> None:
    table = make_table("type", ("queries",))
    table.add_row("x\nleakage: 0\x1b", "1")
    assert [line.split() for line in table_text(table).splitlines()][2:] == [["x", "leakage:", "0?", "1"]]


def test_what_a_server_says_of_itself_gives_no_orders() -> None:
    assert one_line("GET /capabilities: \u202eevil\u2066\x1b[2J\n") == "GET /capabilities: ?evil??[2J"
    assert len(one_line("x" * 10**6)) == 200
    assert len(ENDPOINTS) > 5


@pytest.mark.parametrize("given", ["sk-MARKED-1", "Bearer x", "a=b", ""])
def test_a_key_in_the_place_of_a_variables_name_is_not_shown(given: str) -> None:
    with pytest.raises(MissingSecret) as of_memory:
        read_secret({"key_env": given}, "OTHER")
    with pytest.raises(InputError) as of_model:
        model_request("m", base_url="https://example.org", key_env=given)
    for told in (str(of_memory.value), str(of_model.value)):
        assert not given or given not in told
        assert re.search("name of an environment variable", told)


@pytest.mark.parametrize("digits", ["9" * 400, "1" + ",000" * 150, "9" * 400 + ".5", "٩" * 400])
def test_a_number_that_no_float_holds_is_no_number_of_a_fact(digits: str) -> None:
    assert not states("The volume was set to 4.", f"The volume was set to {digits}.")
    assert not states(f"The volume was set to {digits}.", "The volume was set to 4.")


def test_an_event_with_half_a_character_is_shown() -> None:
    event = CommandRejected(command="lone \ud800", args={"a": "\udfff"}, reason="there is no such command")
    assert event_dict(event)["command"] == "lone \ud800"
    assert orjson.loads(to_json(event_dict(event)))["args"] == {"a": "?"}


@pytest.mark.parametrize("number", [1_000_000_000, 2**63, -1])
def test_a_running_number_that_no_timeline_reaches_is_refused(number: int, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    asked = {"record": "query", "text": "x", "cutoff": "2025-03-01T08:00:00Z", "cutoff_seq": number}
    path.write_bytes(b"\n".join(map(orjson.dumps, ({"record": "scenario", "id": "a"}, asked))))
    with pytest.raises(InputError, match="cutoff_seq"):
        load_timeline(path, Selection(), Findings(strict=True))


@pytest.mark.parametrize(
    "name", ["Asia/" * 1000 + "Tokyo", "Asia/" + "x" * 10_000, "a.b.c/../../d", "Asia/Tokyo\n", "", "Ä/B"]
)
def test_a_zone_that_cannot_be_one_is_not_looked_for(name: str) -> None:
    with pytest.raises(InputError, match="unknown time zone"):
        find_zone(name)


def test_every_zone_that_there_is_can_be_one() -> None:
    for name in available_timezones() - {"localtime", "posixrules", "Factory"}:
        assert find_zone(name).key == name


@pytest.mark.parametrize("year", ["0" * 5 + "9" * 30, "9" * 5000])
def test_a_date_of_mail_beyond_all_years_is_unreadable(year: str) -> None:
    date = f"Mon, 01 Jan {year} 00:00:00 GMT"
    with pytest.raises(BadField):
        guess_time_format(date, "time")
    with pytest.raises(BadField):
        Moments("rfc2822", ZoneInfo("UTC")).read(date, "time")
    assert asked_pause_s({"retry-after": date, "date": date}) is None
