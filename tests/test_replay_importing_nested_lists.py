"""Lists of messages in lists: each message of each, told where only one is named, and found by a guess."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap
from replay.importing.nested_lists import ONE_OF_SEVERAL, is_long, spread
from tests.importing import call, imported, loaded, texts, write_log

RADIO = call("carcontrol_radio_switch", switch=True)


def turn(day: int, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "ts": f"2025-11-{day:02d}T08:15:00Z",
        "from": {"kind": kind, "name": "Ada" if kind == "human" else None},
        "body": {"parts": [{"type": "text", "text": text}]},
        **more,
    }


def session(sid: str, day: int) -> dict[str, Any]:
    answer = turn(day, "bot", f"It is on {sid}.", tool_calls=[RADIO])
    return {"sid": sid, "turns": [turn(day, "human", f"Radio on {sid}, please."), answer]}


SESSIONS = [session("a", 3), session("b", 4), session("c", 5)]
EXPORT = {"export": {"version": 3, "sessions": SESSIONS}}
SAID = [text for sid in "abc" for text in (f"Radio on {sid}, please.", f"It is on {sid}.")]
COLUMNS = {"time": "ts", "role": "from.kind", "speaker": "from.name", "text": "body.parts", "tool_calls": "tool_calls"}


def spread_one(row: Any, path: str) -> tuple[list[tuple[Any, Any]], dict[str, int]]:
    notes: Counter[str] = Counter()
    return list(spread([(7, row)], path, notes)), dict(notes)


def test_each_element_of_a_list_on_the_way_is_a_row_with_its_own_fields_and_those_around_it() -> None:
    row = {"car": "x", "who": "outer", "of": {"note": 1, "talks": [{"who": "Ada", "said": [1]}, {"said": [2, 3]}]}}
    found, notes = spread_one(row, "of.talks.said")
    around = {"car": "x", "of": {"note": 1}}
    assert found == [
        ("line 7, element 1", {**around, "who": "Ada", "of.talks.said": [1]}),
        ("line 7, element 2", {**around, "who": "outer", "of.talks.said": [2, 3]}),
    ]
    assert notes == {}
    assert row["of"] == {"note": 1, "talks": [{"who": "Ada", "said": [1]}, {"said": [2, 3]}]}


def test_lists_stand_in_lists_of_lists_in_json_as_text_and_behind_brackets() -> None:
    rows = {"a": [{"b": [{"c": [1]}, {"c": [2]}]}, {"b": [{"c": [3]}]}]}
    assert [row["a.b.c"] for _, row in spread_one(rows, "a.b.c")[0]] == [[1], [2], [3]]
    around = {"x": 1, "a": [{"y": 2, "b": [{"c": [1], "z": 3}]}]}
    assert spread_one(around, "a.b.c")[0] == [("line 7, element 1, element 1", {"x": 1, "y": 2, "z": 3, "a.b.c": [1]})]
    assert [row["a[].b[].c"] for _, row in spread_one(rows, "a[].b[].c")[0]] == [[1], [2], [3]]
    assert [row["a.b"] for _, row in spread_one({"a": '[{"b": [4]}, {"b": [5]}]'}, "a.b")[0]] == [[4], [5]]


def test_a_way_through_objects_alone_leaves_the_row_as_it_is() -> None:
    row = {"a": {"b": [{"c": 1}]}}
    assert spread_one(row, "a.b")[0] == [(7, row)]
    assert spread_one({"a.b": [1]}, "a.b")[0] == [(7, {"a.b": [1]})]
    assert spread_one([1], "a.b")[0] == [(7, [1])]
    assert spread_one({"z": 1}, "a.b")[0] == [(7, {"z": 1})]
    assert (is_long("turns"), is_long("turns[]"), is_long("a.b"), is_long("")) == (False, False, True, False)


def test_an_empty_list_is_counted_and_an_element_without_messages_stays_for_the_reader_to_refuse() -> None:
    assert spread_one({"a": []}, "a.b") == ([], {"lists without messages": 1})
    assert spread_one({"a": [3, {"c": 1}]}, "a.b")[0] == [("line 7, element 1", 3), ("line 7, element 2", {"c": 1})]


@pytest.mark.parametrize(("path", "row"), [("messages", SESSIONS), ("export.sessions.turns", [EXPORT])])
def test_a_guess_finds_the_messages_however_deep_they_stand(tmp_path: Path, path: str, row: list[Any]) -> None:
    log = write_log(tmp_path, *row, name="log.json")
    map_ = tomllib.loads(guess_map(log, ImportMap()).render())
    lists = "turns" if row is SESSIONS else path
    assert map_["columns"] == {**COLUMNS, "conversation": "sid", "messages": lists}
    imported(log, map_, probe_commands=True)
    scenario = loaded(tmp_path / "out.jsonl")
    assert texts(scenario) == SAID
    assert [query.text for query in scenario.queries] == SAID[::2]


def test_a_time_and_a_label_of_a_talk_are_nobodys_message(tmp_path: Path) -> None:
    log = write_log(
        tmp_path, *({"begun": "2025-11-03T08:00:00Z", "label": f"talk-{n}", **SESSIONS[n]} for n in range(3))
    )
    assert tomllib.loads(guess_map(log, ImportMap()).render())["columns"]["messages"] == "turns"


def test_a_log_whose_rows_are_messages_with_lists_in_them_is_one_of_rows(tmp_path: Path) -> None:
    notes = [{"ts": "2025-11-03T08:00Z", "remark": "a note about it"}] * 3
    rows = [{"at": f"2025-11-03T08:0{n}Z", "text": f"Turn it up by {n}", "notes": notes} for n in range(3)]
    columns = tomllib.loads(guess_map(write_log(tmp_path, *rows), ImportMap()).render())["columns"]
    assert columns == {"time": "at", "text": "text"}


def test_a_number_that_names_one_list_of_several_is_told(tmp_path: Path) -> None:
    log = write_log(tmp_path, EXPORT, name="log.json")
    one = {"columns": {**COLUMNS, "messages": "export.sessions.0.turns"}}
    assert imported(log, one).notes[ONE_OF_SEVERAL] == 1
    assert texts(loaded(tmp_path / "out.jsonl")) == SAID[:2]
    every = {"columns": {**COLUMNS, "messages": "export.sessions.turns"}}
    assert ONE_OF_SEVERAL not in imported(log, every).notes
    lone = write_log(tmp_path, {"export": {"sessions": SESSIONS[:1]}}, name="lone.json")
    assert ONE_OF_SEVERAL not in imported(lone, one).notes


def test_an_element_that_cannot_be_read_is_told_with_its_place(tmp_path: Path) -> None:
    log = write_log(tmp_path, {"sessions": [SESSIONS[0], {"sid": "b"}]})
    with pytest.raises(InputError, match=r"log.jsonl: line 1, element 2: messages: no 'sessions.turns' here"):
        imported(log, {"columns": {**COLUMNS, "messages": "sessions.turns"}})
