import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.fields import joined
from replay.importing.json_arrays import CHUNK
from replay.importing.readers import DOUBLED
from tests.importing import COLUMNS, MAP, call, imported, loaded, row, texts, write_log
from tests.scenes import us

TABLE = {"columns": {"time": "at", "speaker": "who", "text": "text"}}


def table(folder: Path, text: str, name: str = "log.csv") -> Path:
    (folder / name).write_bytes(text.encode())
    return folder / name


def test_a_json_array_is_read_element_by_element_whatever_its_size(tmp_path: Path) -> None:
    rows = [row("2025-03-01T08:00Z", f"{number} " + '[{\\"é' * 2000) for number in range(300)]
    log = write_log(tmp_path, *rows, name="log.json")
    assert log.stat().st_size > 3 * CHUNK
    imported(log)
    assert texts(loaded(tmp_path / "out.jsonl")) == [item["text"] for item in rows]


def test_one_object_is_an_array_of_one(tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text(json.dumps(row("2025-03-01T08:00Z"), indent=1), encoding="utf-8")
    assert imported(tmp_path / "log.json").n_rows == 1


ELEMENT = json.dumps(row("2025-03-01T08:00Z"))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (f"[{ELEMENT},\n{ELEMENT}", "line 2: no JSON: the end of the file after record 2; is it cut off"),
        (f"[{ELEMENT},\n{ELEMENT[:20]}", "line 2, record 2: no JSON"),
        (f"[{ELEMENT},\n]", "a comma before the end"),
        (f"[{ELEMENT}]x", "'x' behind the array"),
        (f"[{ELEMENT} {ELEMENT}]", "after record 1"),
        (f"[{ELEMENT},\n nonsense {'x' * 90}]", "line 2, record 2: no JSON"),
        ("[]", "no row is a message"),
        ("[17]", "line 1, record 1: a number in the place of a row"),
        ('[{"at": "2025-03-01T08:00Z", "who": "A", "role": "user", "text": "x\\ud800"}]', "text: half a character"),
    ],
)
def test_an_array_that_cannot_be_read_says_where(tmp_path: Path, raw: str, said: str) -> None:
    (tmp_path / "log.json").write_text(raw, encoding="utf-8")
    with pytest.raises(InputError, match=f"log.json: .*{said}"):
        imported(tmp_path / "log.json")


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_table_is_read_by_its_header_whatever_parts_its_cells(tmp_path: Path, sign: str) -> None:
    lines = (
        f"at{sign}who{sign}text",
        f'2025-03-01 08:00{sign}Ada{sign}"one\nand ""two"""',
        f"2025-03-01 08:01{sign}{sign}x",
    )
    imported(table(tmp_path, "\r\n".join(lines)), TABLE)
    first, second = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert (first.text, first.speaker, second.speaker) == ('one\nand "two"', "Ada", "")


def test_tool_calls_in_a_cell_are_json_or_a_call_as_text(tmp_path: Path) -> None:
    cells = json.dumps([call("carcontrol_radio_switch", switch=True)]).replace('"', '""')
    text = f'at,role,text,calls\n2025-03-01 08:00,assistant,,"{cells}"\n2025-03-01 08:01,assistant,,carcontrol_x(a=1)\n'
    columns = {"time": "at", "role": "role", "text": "text", "tool_calls": "calls"}
    report = imported(table(tmp_path, text), {"columns": columns})
    assert (report.timelines[0].n_commands, report.timelines[0].n_messages) == (2, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("at,who,text\n", "line 1: a header and no rows"),
        ("at,who\n2025-03-01 08:00,Ada\n", "line 1: text: no column 'text'; there are: at, who"),
        ("at,at,who,text\n1,2,3,4\n", "line 1: at: two columns have this name"),
        ("at,who,text\n2025-03-01 08:00,Ada\n", "line 2: 2 cells, but the header has 3 columns"),
        (
            'at,who,text\n2025-03-01 08:00,Ada,"x\ny',
            "line 2: a quotation mark in this row opens a cell that is never closed",
        ),
        ("at,who,text\n2025-03-01 08:00,Ada,x\n1740816000,Ada,x\n", "line 3: time: "),
    ],
)
def test_a_table_that_cannot_be_read_names_the_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=f"log.csv: {said}"):
        imported(table(tmp_path, text), TABLE)


def test_bytes_of_a_table_that_are_no_utf8_are_a_bad_row(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_bytes(b"at,who,text\n2025-03-01 08:00,Ada,x\n2025-03-01 08:00,Ada,\xff\n")
    report = imported(tmp_path / "log.csv", TABLE, skip_bad=1)
    assert report.bad == (f"{tmp_path}/log.csv: line 3: text: bytes that are no UTF-8: save the file as UTF-8",)


def chat(*messages: Any, at: int = 1740816000, **more: Any) -> dict[str, Any]:
    return {"created": at, "messages": list(messages), **more}


CHAT = {"format": "chat", "columns": {"time": "created", "conversation": "session"}}
ASKS = {"role": "user", "content": "Warm my seat."}
DOES = {"role": "assistant", "content": None, "tool_calls": [call("carcontrol_radio_switch", switch=True)]}


def test_lists_of_messages_are_taken_apart_in_their_order_at_their_lists_time(tmp_path: Path) -> None:
    parts = {"role": "user", "content": [{"type": "text", "text": "Look"}, {"type": "image_url"}], "name": "Ada"}
    log = write_log(tmp_path, chat({"role": "system", "content": "Be kind."}, ASKS, DOES, parts, session="a"))
    report = imported(log, CHAT)
    first, command, second = loaded(tmp_path / "out.jsonl").timeline.records
    assert {first.position.at_us, command.position.at_us, second.position.at_us} == {us("2025-03-01 08:00")}
    assert [message.speaker for message in loaded(tmp_path / "out.jsonl").timeline.messages()] == ["", "Ada"]
    assert report.notes == {"rows of the role system left out": 1, "parts that are no text left out": 1}


def test_what_a_request_sends_again_was_said_once(tmp_path: Path) -> None:
    more = {"role": "user", "content": "Thanks."}
    log = write_log(
        tmp_path,
        chat(ASKS, session="a"),
        chat(ASKS, session="b"),
        chat(ASKS, DOES, more, session="a", at=1740816060),
        chat(more, session="a", at=1740816120),
    )
    report = imported(log, CHAT)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Warm my seat.", "Warm my seat.", "Thanks.", "Thanks."]
    assert report.notes == {"messages sent again left out": 1}


def test_an_empty_list_is_counted_and_a_missing_one_is_bad(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, chat(), {"created": 1740816000}, chat(ASKS)), CHAT, skip_bad=1)
    unnamed = "rows, and none has 'session', which the map names for conversation"
    assert report.notes == {"lists without messages": 1, unnamed: 3}
    assert report.bad == (f"{tmp_path}/log.jsonl: line 2: messages: no 'messages' here; there are: created",)


def test_a_bad_message_of_a_list_leaves_the_others(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, chat(ASKS, {"role": "user", "content": 3}, ASKS)), CHAT, skip_bad=1)
    assert report.timelines[0].n_messages == 2
    assert report.bad[0].startswith(f"{tmp_path}/log.jsonl: line 1, message 2: text: a number (3)")


def node(name: str, parent: str | None, role: str, *parts: Any, at: float | None = 1740816000.25) -> dict[str, Any]:
    content = {"content_type": "text", "parts": list(parts)}
    message = {"id": name, "author": {"role": role}, "create_time": at, "content": content}
    return {"id": name, "parent": parent, "children": [], "message": message}


def conversation(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    root: dict[str, Any] = {"id": "root", "parent": None, "children": [], "message": None}
    mapping = {item["id"]: item for item in (root, *nodes)}
    for item in nodes:
        mapping[item["parent"]]["children"].append(item["id"])
    return {"title": "t", "conversation_id": "c", "mapping": mapping, **more}


CHATGPT = {"format": "chatgpt"}


def test_of_a_chatgpt_export_the_branch_that_was_kept_is_read(tmp_path: Path) -> None:
    nodes = (
        node("a", "root", "user", "Hello"),
        node("b", "a", "assistant", "Kept", at=1740816001.5),
        node("c", "a", "assistant", "Asked for again"),
        node("d", "b", "system", ""),
    )
    log = write_log(tmp_path, conversation(*nodes, current_node="d"), name="conversations.json")
    report = imported(log, CHATGPT)
    first, second = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert (first.text, second.text, second.role) == ("Hello", "Kept", "assistant")
    assert first.position.at_us == us("2025-03-01 08:00") + 250_000
    assert report.notes == {"empty messages left out": 1}


def test_without_a_current_node_the_last_answers_count(tmp_path: Path) -> None:
    nodes = (node("a", "root", "user", "Hi"), node("b", "a", "assistant", "1"), node("c", "a", "assistant", "2"))
    imported(write_log(tmp_path, conversation(*nodes), name="conversations.json"), CHATGPT)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Hi", "2"]


def test_a_chatgpt_message_without_a_time_is_bad_and_never_now(tmp_path: Path) -> None:
    log = write_log(tmp_path, conversation(node("a", "root", "user", "Hi", at=None)), {"title": "x"}, name="c.json")
    with pytest.raises(InputError, match=r"c.json: line 1, record 1, message 2: time: null"):
        imported(log, CHATGPT)
    with pytest.raises(InputError, match=r"c.json: line 1, record 2: mapping: an object without a mapping"):
        imported(log, CHATGPT, skip_bad=1)


IOS = """\
\u200e[25/01/2025, 21:03:15] Ada: Hi there:
and more

[25/01/2025, 21:04:00] Messages are encrypted.
Nobody reads them.
[25/01/2025, 21:05:00] ~ Ben: Time: soon
"""


def test_a_whatsapp_export_is_read_with_its_longer_messages(tmp_path: Path) -> None:
    report = imported(table(tmp_path, IOS, "chat.txt"), {"time": {"zone": "Europe/Lisbon"}})
    first, second = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert (first.text, first.speaker) == ("Hi there:\nand more\n", "Ada")
    assert second.text == "Time: soon"
    assert second.position.at_us == us("2025-01-25 21:05")
    assert report.notes == {"lines that nobody said left out": 1}


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("1/25/25, 9:03\u202fPM - Ada: x", "2025-01-25 21:03"),
        ("1/25/25, 12:03 AM - Ada: x", "2025-01-25 00:03"),
        ("25.01.25, 21:03 - Ada: x", "2025-01-25 21:03"),
        ("2025-01-25, 21:03 - Ada: x", "2025-01-25 21:03"),
        ("25/1/2025, 9:03 p. m. - Ada: x", "2025-01-25 21:03"),
    ],
)
def test_dates_of_chat_exports_are_read_in_the_order_that_alone_fits(tmp_path: Path, line: str, at: str) -> None:
    imported(table(tmp_path, line + "\n", "chat.txt"), {})
    (message,) = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert (message.position.at_us, message.text) == (us(at), "x")


def test_where_day_and_month_cannot_be_told_apart_the_map_must_say_it(tmp_path: Path) -> None:
    log = table(tmp_path, "01/02/2025, 09:00 - Ada: x\n", "chat.txt")
    with pytest.raises(InputError, match="every date can be read in two ways; the map must say"):
        imported(log, {})
    imported(log, {"time": {"order": "mdy"}})
    (message,) = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert message.position.at_us == us("2025-01-02 09:00")
    with pytest.raises(InputError, match="both orders occur"):
        imported(table(tmp_path, "13/02/2025, 09:00 - A: x\n02/13/2025, 09:00 - A: x\n", "chat.txt"), {})
    with pytest.raises(InputError, match="line 1: time: no such day or time"):
        imported(table(tmp_path, "31/02/2025, 09:00 - A: x\n", "chat.txt"), {})
    with pytest.raises(InputError, match="no line is a message"):
        imported(table(tmp_path, "hello\n", "chat.txt"), {})


needs_pyarrow = pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs the extra parquet")


@needs_pyarrow
def test_a_parquet_file_is_read_with_its_own_instants(tmp_path: Path) -> None:
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    times = arrow.array([1740816000000, None], arrow.timestamp("ms", tz="UTC"))
    data = arrow.table({"at": times, "who": ["Ada", "Ben"], "text": ["x", "y"]})
    parquet.write_table(data, tmp_path / "log.parquet")
    report = imported(tmp_path / "log.parquet", TABLE, skip_bad=1)
    (message,) = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert message.position.at_us == us("2025-03-01 08:00")
    assert report.bad == (f"{tmp_path}/log.parquet: row 2: time: null is no time in the format iso",)


@needs_pyarrow
def test_nanoseconds_of_a_parquet_file_are_cut_to_microseconds(tmp_path: Path) -> None:
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    at = arrow.array([1740816000123456789], arrow.timestamp("ns", tz="UTC"))
    parquet.write_table(arrow.table({"at": at, "who": ["Ada"], "text": ["Hi"]}), tmp_path / "log.parquet")
    imported(tmp_path / "log.parquet", TABLE)
    (message,) = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert message.position.at_us == us("2025-03-01 08:00") + 123_456


@needs_pyarrow
def test_a_file_that_is_no_parquet_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no Parquet"):
        imported(table(tmp_path, "PAR1 nothing", "log.parquet"), TABLE)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is not None, reason="the extra parquet is installed")
def test_without_the_extra_a_parquet_file_names_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.\[parquet\]"):
        imported(table(tmp_path, "PAR1", "log.parquet"), TABLE)


def test_names_with_dots_lead_into_objects_and_lists(tmp_path: Path) -> None:
    item = {"meta": {"at": "2025-03-01T08:00Z"}, "choices": [{"text": "x"}], "who.name": "Ada"}
    columns = {"time": "meta.at", "text": "choices.0.text", "speaker": "who.name"}
    imported(write_log(tmp_path, item), {"columns": columns})
    (message,) = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert (message.text, message.speaker) == ("x", "Ada")


def test_speakers_may_be_declared_to_be_the_assistant(tmp_path: Path) -> None:
    rows = [{"at": "2025-03-01T08:00Z", "who": name, "text": "x"} for name in ("Ada", "Nav")]
    imported(write_log(tmp_path, *rows), {**TABLE, "speakers": {"assistants": ["Nav"]}})
    assert [message.role for message in loaded(tmp_path / "out.jsonl").timeline.messages()] == ["user", "assistant"]


def test_a_map_may_give_further_roles_a_meaning(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z", role="DRIVER"), row("2025-03-01T08:00Z", role="hal"))
    imported(log, {**MAP, "roles": {"hal": "assistant"}})
    assert [message.role for message in loaded(tmp_path / "out.jsonl").timeline.messages()] == ["user", "assistant"]
    assert COLUMNS["role"] == "role"


def test_calls_nested_without_end_are_a_bad_row(tmp_path: Path) -> None:
    deep = "[" * 900 + "]" * 900
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(row("2025-03-01T08:00Z", calls="X")).replace('"X"', deep) + "\n")
    with pytest.raises(InputError, match="line 1: tool_calls: nested too deep"):
        imported(log)


def test_a_number_of_an_array_with_too_many_digits_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(f'[{{"at": {"1" * 5000}}}]')
    with pytest.raises(InputError, match="too many digits"):
        imported(log)


def test_a_column_that_no_row_has_is_told(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z"), row("2025-03-01T08:01Z"))
    report = imported(log, {"columns": {**COLUMNS, "speaker": "speakr", "tool_calls": ""}})
    assert report.notes == {"rows, and none has 'speakr', which the map names for speaker": 2}


def test_a_log_that_stands_where_the_timeline_would_grow_stays_as_it_is(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z"), name="out.jsonl.part")
    before = log.read_bytes()
    with pytest.raises(InputError, match="the log's own place"):
        imported(log, {**MAP, "format": "jsonl"})
    assert log.read_bytes() == before


def test_a_scenario_that_is_no_unicode_is_a_bad_row_and_leaves_no_file(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text(json.dumps([row("2025-03-01T08:00Z", car="a"), row("2025-03-01T08:01Z", car="\ud800")]))
    imported(log, {**MAP, "scenario": {"column": "car"}}, out=tmp_path / "out", skip_bad=1)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ({"parent": "gone", "message": None}, "'gone', that the conversation does not have"),
        ({"parent": "a", "message": None}, "'a' stands above itself"),
        ("junk", "'a' is text"),
    ],
)
@pytest.mark.parametrize("last", ["a", None])
def test_a_chat_that_is_no_tree_is_bad_and_never_cut_in_silence(
    tmp_path: Path, node: object, said: str, last: str | None
) -> None:
    mapping = {"r": {"parent": None, "children": ["a"]}, "a": node}
    log = write_log(tmp_path, {"id": "c", "mapping": mapping, "current_node": last}, name="log.json")
    with pytest.raises(InputError, match=f"record 1: mapping: .*{said}"):
        imported(log, {"format": "chatgpt"})


def test_a_current_node_of_no_name_is_counted_and_the_last_branch_taken(tmp_path: Path) -> None:
    said = {"author": {"role": "user"}, "create_time": 1740816000, "content": {"content_type": "text", "parts": ["Hi"]}}
    mapping = {"r": {"parent": None, "children": ["a"]}, "a": {"parent": "r", "children": [], "message": said}}
    log = write_log(tmp_path, {"id": "c", "mapping": mapping, "current_node": ["a"]}, name="log.json")
    report = imported(log, {"format": "chatgpt"})
    assert texts(loaded(tmp_path / "out.jsonl")) == ["Hi"]
    assert report.notes == {"conversations whose current_node is unknown: their last branch was taken": 1}


def test_an_export_with_a_word_before_the_hour_and_a_hard_blank_behind_the_name_is_read(tmp_path: Path) -> None:
    log = tmp_path / "chat.txt"
    log.write_text("13/05/2024 à 21:03 - Ada:\u00a0hi: there\n", encoding="utf-8")
    imported(log, {"format": "whatsapp"})
    (message,) = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert (message.speaker, message.text) == ("Ada", "hi: there")


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["Also open the ", "trunk"], "Also open the trunk"),
        (["Radio on.", "And louder."], "Radio on.\nAnd louder."),
        (["Radio", " on", "", "Now"], "Radio on\nNow"),
        ([], ""),
    ],
)
def test_parts_of_a_text_are_lines_of_their_own_unless_a_blank_stands_between(parts: list[str], text: str) -> None:
    assert joined(parts) == text


def test_a_line_that_is_cut_off_in_the_middle_of_a_file_says_so(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"at": "2025-03-01T08:00Z", "text": "Rad\n{"at": "x"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"line 1: no JSON: .*; the line may be cut off, or go on in the next"):
        imported(log)


def test_a_row_that_no_timeline_is_named_for_names_the_column_and_what_there_is(tmp_path: Path) -> None:
    log = write_log(tmp_path, {"at": "2025-03-01T08:00Z", "text": "x", "household": "Berg"})
    map_ = {"columns": {"time": "at", "text": "text"}, "scenario": {"column": "houshold"}}
    with pytest.raises(InputError, match=r"scenario: nothing at 'houshold'.*; there are: at, household, text"):
        imported(log, map_, out=tmp_path / "out")


def test_lines_of_json_in_a_file_that_is_called_json_say_which_format_they_are(tmp_path: Path) -> None:
    log = tmp_path / "log.json"
    log.write_text('{"a": 1}\n{"a": 2}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r'is it one object a line\? Then format = "jsonl"'):
        imported(log, skip_bad=2)


def test_rows_in_which_a_name_stands_twice_are_counted(tmp_path: Path) -> None:
    twice = '{"at": "2025-03-01T08:00Z", "who": "Ada", "role": "user", "text": "to 2", "text": "to 3", "calls": []}'
    once = json.dumps(row("2025-03-01T08:01Z", 'say "so": "so"', calls=[]))
    log = tmp_path / "log.jsonl"
    log.write_text(f"{twice}\n{once}\n")
    report = imported(log)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["to 3", 'say "so": "so"']
    assert report.notes == {DOUBLED: 1}


def test_a_row_in_which_a_name_stands_twice_that_is_nested_too_deeply_to_tell_is_read(tmp_path: Path) -> None:
    deep = json.dumps(row("2025-03-01T08:00Z", "to 2"))[:-1] + ', "x": 1, "x": ' + "[" * 1020 + "]" * 1020 + "}"
    log = tmp_path / "log.jsonl"
    log.write_text(f"{deep}\n")
    report = imported(log)
    assert (texts(loaded(tmp_path / "out.jsonl")), report.notes.get(DOUBLED)) == (["to 2"], None)
