"""Requests to forget in a log: which calls are such, what they mean, and what is left out and counted."""

import tomllib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memory.instants import to_us
from memory.messages import Forget
from replay.errors import InputError
from replay.importing.forget_words import likely_parts, seems_to_forget
from replay.importing.forgets import (
    IN_WORDS,
    SAYS_NOTHING,
    SOME_UNKNOWN,
    SOME_UNREADABLE,
    UNKNOWN_IDS,
    UNREADABLE,
    ForgetReader,
)
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap, parse_map
from replay.importing.message_ids import MessageIds
from replay.importing.rows import EMPTIED
from replay.importing.tool_calls import RecordedCall
from tests.importing import COLUMNS, call, car, imported, loaded, records, row, write_log
from vehicle.commands import Command

CODE = "My gate code is 4711."
WARM = call("carcontrol_seat_set_heating_level", seat="driver", level=2)
WITH_IDS = {"columns": {**COLUMNS, "id": "id"}}


def mapped(rule: Any, **more: Any) -> dict[str, Any]:
    return {"columns": dict(COLUMNS), **more, "tools": {"delete_memory": rule}}


def asked_to_forget(tmp_path: Path, rule: Any, *rows: Any, **more: Any) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The `forget` records of a log, and the notes of its import."""
    report = imported(write_log(tmp_path, *rows), mapped(rule, **more), probe_commands=True)
    found = [one for one in records(tmp_path / "out.jsonl") if one["record"] == "forget"]
    assert report.timelines[0].n_forgets == len(found)
    return found, report.notes


def test_a_call_that_the_map_calls_forget_is_a_request_of_the_person_before_it_and_no_query(tmp_path: Path) -> None:
    rows = [
        row("2025-03-01T08:00Z", CODE),
        row("2025-03-02T08:00Z", "Forget my gate code."),
        car("2025-03-02T08:01Z", "Forgotten.", call("delete_memory", topic="gate code")),
    ]
    found, notes = asked_to_forget(tmp_path, {"name": "forget", "args": {"topic": "text"}}, *rows)
    assert found == [
        {
            "record": "forget", "at": "2025-03-02T08:01:00+00:00", "messages": [], "person": "Ada", "text": "gate code"
        }
    ]  # fmt: skip
    assert notes == {IN_WORDS: 1}
    scenario = loaded(tmp_path / "out.jsonl")
    assert [asked.request for asked in scenario.timeline.forgets()] == [
        Forget(message_ids=(), person="Ada", text="gate code")
    ]
    assert not scenario.queries


def test_ids_of_the_log_name_messages_once_each_and_the_request_keeps_its_words(tmp_path: Path) -> None:
    rows = [
        row("2025-03-01T08:00Z", CODE, id="a"),
        row("2025-03-01T08:01Z", "The code again: 4711.", id=7),
        row("2025-03-02T08:00Z", "Forget my gate code.", id="c"),
        car("2025-03-02T08:01Z", None, call("delete_memory", ids=["a", 7, "a"])),
    ]
    rule = {"name": "forget", "args": {"ids": "messages"}}
    found, notes = asked_to_forget(tmp_path, rule, *rows, **WITH_IDS)
    assert [(one["messages"], one["text"]) for one in found] == [(["a", "7"], "Forget my gate code.")]
    assert notes == {}
    (asked,) = loaded(tmp_path / "out.jsonl").timeline.forgets()
    assert len(asked.request.message_ids) == 2


def test_ids_that_no_message_before_has_are_counted_and_a_request_of_nothing_else_is_left_out(tmp_path: Path) -> None:
    rule = {"name": "forget", "args": {"ids": "messages", "topic": "text"}}
    rows = [
        row("2025-03-01T08:00Z", CODE, id="a"),
        car("2025-03-01T08:01Z", None, call("delete_memory", ids=["a", "later"])),
        car("2025-03-01T08:02Z", None, call("delete_memory", ids="mem-1")),
        car("2025-03-01T08:03Z", None, call("delete_memory", ids=[{"id": 1}], topic="gate code")),
        row("2025-03-01T08:04Z", "Hello.", id="later"),
    ]
    found, notes = asked_to_forget(tmp_path, rule, *rows, **WITH_IDS)
    assert [(one["messages"], one["text"]) for one in found] == [(["a"], CODE), ([], "gate code")]
    assert notes == {UNKNOWN_IDS: 1, SOME_UNKNOWN: 2, IN_WORDS: 1}


@pytest.mark.parametrize(
    ("names", "labels", "noted"),
    [
        (["early", "same", "own"], ["early", "same", "own"], {}),
        (["early", "late"], ["early"], {SOME_UNKNOWN: 1}),
        (["late"], None, {UNKNOWN_IDS: 1}),
    ],
)
def test_a_message_that_is_later_in_time_is_unknown_though_the_log_has_it_before(
    names: list[str], labels: list[str] | None, noted: dict[str, int]
) -> None:
    ids, notes = MessageIds(has_ids=True), Counter[str]()
    reader = ForgetReader(ids, None, notes)
    for label, minute in (("early", 0), ("late", 2), ("same", 1)):
        ids.take("s", label, is_message=True)
        ids.said("s", label, to_us(datetime(2025, 3, 1, 9, minute, tzinfo=UTC)))
    ids.take("s", "own", is_message=True)
    asks = RecordedCall(command=Command(name="forget", args={"messages": names}), is_known=False, is_forget=True)
    found = reader.settled(reader.read("s", asks, None, datetime(2025, 3, 1, 9, 1, tzinfo=UTC)))
    assert (None if found is None else found.command.args["messages"]) == labels
    assert notes == noted


@pytest.mark.parametrize(
    ("args", "meant", "noted"),
    [
        ({"topic": 4711}, ("Ada", "4711"), {IN_WORDS: 1}),
        ({"topic": ["code", 4711, None]}, ("Ada", "code, 4711"), {IN_WORDS: 1}),
        ({"topic": "code", "whose": 7}, ("7", "code"), {IN_WORDS: 1}),
        ({"topic": None, "whose": None}, ("Ada", "Forget my gate code."), {IN_WORDS: 1}),
        ({"topic": {"about": "code"}}, None, {UNREADABLE: 1}),
        ({"topic": ["code", {"about": "gate"}]}, None, {UNREADABLE: 1}),
        ({"topic": True}, None, {UNREADABLE: 1}),
        ({"topic": 4711.0}, None, {UNREADABLE: 1}),
        ({"topic": "code", "whose": {"id": 7}}, None, {UNREADABLE: 1}),
        ({"topic": {"about": "code"}, "whose": [[7]], "ids": "a"}, ("", ""), {SOME_UNREADABLE: 2}),
    ],
)
def test_what_an_argument_says_is_text_or_a_whole_number_and_nothing_else_stands_in_for_other_forms(
    tmp_path: Path, args: dict[str, Any], meant: tuple[str, str] | None, noted: dict[str, int]
) -> None:
    rule = {"name": "forget", "args": {"topic": "text", "whose": "person", "ids": "messages"}}
    rows = [
        row("2025-03-01T08:00Z", "Forget my gate code.", id="a"),
        car("2025-03-01T08:01Z", None, call("delete_memory", **args)),
    ]
    found, notes = asked_to_forget(tmp_path, rule, *rows, **WITH_IDS)
    assert [(one["person"], one["text"]) for one in found] == ([] if meant is None else [meant])
    assert notes == noted


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Forget my gate code.", "Forget my gate code."),
        ("Do it.", None),
        ("Forget everything I said.", None),
        ("", None),
    ],
)
def test_without_arguments_the_persons_words_count_where_they_name_anything(
    tmp_path: Path, said: str, text: str | None
) -> None:
    asked = [row("2025-03-01T08:00Z", said), car("2025-03-01T08:01Z", None, call("delete_memory", user="u1"))]
    rows = [row("2025-03-01T07:00Z", "Hello."), *asked]
    found, notes = asked_to_forget(tmp_path, "forget", *rows)
    assert [one["text"] for one in found] == ([] if text is None else [text])
    emptied = {} if said else {EMPTIED: 1}
    assert notes == {**({SAYS_NOTHING: 1} if text is None else {IN_WORDS: 1}), **emptied}


def test_null_in_a_call_takes_nothing_of_what_the_map_sets(tmp_path: Path) -> None:
    rule = {"name": "forget", "set": {"text": "Forget everything.", "person": "Ben"}}
    rows = [row("2025-03-01T08:00Z", "Do it."), car("2025-03-01T08:01Z", None, call("delete_memory", text=None))]
    found, _ = asked_to_forget(tmp_path, rule, *rows)
    assert [(one["person"], one["text"]) for one in found] == [("Ben", "Forget everything.")]


def test_an_import_names_no_message_that_is_said_after_the_request(tmp_path: Path) -> None:
    rule = {"name": "forget", "args": {"ids": "messages"}}
    rows = [
        row("2025-03-01T07:30Z", "Hello.", id="y"),
        row("2025-03-01T09:00Z", CODE, id="a"),
        car("2025-03-01T08:59Z", None, call("delete_memory", ids=["y", "a"])),
        car("2025-03-01T08:59Z", None, call("delete_memory", ids=["a"])),
    ]
    found, notes = asked_to_forget(tmp_path, rule, *rows, **WITH_IDS)
    assert [one["messages"] for one in found] == [["y"]]
    assert notes == {SOME_UNKNOWN: 1, UNKNOWN_IDS: 1}
    (asked,) = loaded(tmp_path / "out.jsonl").timeline.forgets()
    assert len(asked.request.message_ids) == 1


def test_an_earlier_message_that_stands_further_down_in_the_log_is_reached(tmp_path: Path) -> None:
    rule = {"name": "forget", "args": {"ids": "messages", "topic": "text"}}
    rows = [
        row("2025-03-01T09:00Z", "Hello.", id="y"),
        car("2025-03-01T08:59Z", None, call("delete_memory", ids=["a", "y", "b", "c"], topic="gate code")),
        car("2025-03-01T08:59Z", None, call("delete_memory", ids=["b"])),
        row("2025-03-01T08:58Z", CODE, id="a"),
        row("2025-03-01T08:59Z", "Of the same instant.", id="b"),
        row("2025-03-01T09:01Z", "Later.", id="c"),
    ]
    found, notes = asked_to_forget(tmp_path, rule, *rows, **WITH_IDS)
    assert [(one["messages"], one["text"]) for one in found] == [(["a"], "gate code")]
    assert notes == {SOME_UNKNOWN: 3, UNKNOWN_IDS: 1}
    assert [one.get("id") for one in records(tmp_path / "out.jsonl")] == ["log", "y", None, "a", "b", "c"]
    (asked,) = loaded(tmp_path / "out.jsonl").timeline.forgets()
    assert len(asked.request.message_ids) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.jsonl", "out.jsonl"]


def test_requests_that_waited_stand_in_their_own_timelines_where_the_log_had_them(tmp_path: Path) -> None:
    rule = {"name": "forget", "args": {"ids": "messages"}}
    forget = call("delete_memory", ids=["a"])
    rows = [
        {**row("2025-03-01T07:00Z", "Hello."), "car": "three"},  # or else the log would be read from its end
        {**car("2025-03-01T09:00Z", None, forget, WARM, forget), "car": "one"},
        {**car("2025-03-01T09:00Z", None, forget), "car": "two"},
        {**car("2025-03-01T09:00Z", None, forget), "car": "three"},
        {**row("2025-03-01T08:00Z", "Ada's code is 4711.", id="a"), "car": "one"},
        {**row("2025-03-01T08:00Z", CODE, id="a"), "car": "two"},
    ]
    log = write_log(tmp_path, *rows)
    more = {**WITH_IDS, "scenario": {"column": "car"}}
    report = imported(log, mapped(rule, **more), out=tmp_path / "cars", pseudonym_key=b"k" * 16)
    kinds = []
    for timeline in report.timelines:
        lines = records(Path(timeline.path))
        kinds.append([one["record"] for one in lines])
        told = [one["messages"] for one in lines if one["record"] == "forget"]
        assert told == [[one["id"]] for one in lines if "id" in one and one["record"] == "message"] * len(told)
        assert len(told) == timeline.n_forgets
    assert kinds == [
        ["scenario", "message"],
        ["scenario", "forget", "command", "forget", "message"],
        ["scenario", "forget", "message"],
    ]
    assert report.notes == {UNKNOWN_IDS: 1}
    assert [(one.first, one.latest) for one in report.timelines] == [
        ("2025-03-01T07:00:00+00:00", "2025-03-01T07:00:00+00:00"),
        ("2025-03-01T08:00:00+00:00", "2025-03-01T09:00:00+00:00"),
        ("2025-03-01T08:00:00+00:00", "2025-03-01T09:00:00+00:00"),
    ]


def test_a_tool_that_forgets_everything_is_told_so_by_the_map(tmp_path: Path) -> None:
    rule = {"name": "forget", "set": {"text": "Forget everything."}}
    rows = [row("2025-03-01T08:00Z", "Do it."), car("2025-03-01T08:01Z", None, call("delete_memory"))]
    found, _ = asked_to_forget(tmp_path, rule, *rows)
    assert [(one["person"], one["text"]) for one in found] == [("Ada", "Forget everything.")]


def test_the_person_is_who_spoke_last_in_the_conversation_unless_an_argument_says_who(tmp_path: Path) -> None:
    rule = {"name": "forget", "args": {"topic": "text", "whose": "person"}}
    forget = call("delete_memory", topic="code")
    rows = [
        row("2025-03-01T08:00Z", "Forget the code.", who="Ada", thread="a"),
        row("2025-03-01T08:01Z", "Hello.", who="Ben", thread="b"),
        {**car("2025-03-01T08:02Z", None, forget), "thread": "a"},
        {**car("2025-03-01T08:03Z", None, call("delete_memory", topic="code", whose="Cleo")), "thread": "a"},
        {**car("2025-03-01T08:04Z", None, forget), "thread": "c"},
        {**car("2025-03-01T07:59Z", None, forget), "thread": "b"},
    ]
    found, _ = asked_to_forget(tmp_path, rule, *rows, columns={**COLUMNS, "conversation": "thread"})
    assert [one["person"] for one in found] == ["Ada", "Cleo", "", ""]


def test_commands_are_those_of_the_person_before_them_in_the_conversation(tmp_path: Path) -> None:
    rows = [
        car("2025-03-01T07:59Z", None, WARM),
        row("2025-03-01T08:00Z", "Warm.", who="Ada", thread="a"),
        row("2025-03-01T08:01Z", "Hello.", who="Ben", thread="b"),
        {**car("2025-03-01T08:02Z", None, WARM), "thread": "a"},
    ]
    imported(write_log(tmp_path, *rows), {"columns": {**COLUMNS, "conversation": "thread"}})
    assert [one["person"] for one in records(tmp_path / "out.jsonl") if one["record"] == "command"] == ["", "Ada"]


def test_a_command_beside_a_request_is_a_query_that_is_scored(tmp_path: Path) -> None:
    rows = [
        row("2025-03-01T08:00Z", "Warm, and forget my gate code."),
        car("2025-03-01T08:01Z", None, call("delete_memory", topic="gate code"), WARM),
    ]
    found, _ = asked_to_forget(tmp_path, {"name": "forget", "args": {"topic": "text"}}, *rows)
    (query,) = loaded(tmp_path / "out.jsonl").queries
    assert (len(found), query.gold.expects_commands, len(query.gold.commands)) == (1, True, 1)


def test_stand_ins_cover_a_request_and_its_messages_keep_their_names(tmp_path: Path) -> None:
    forget = call("delete_memory", ids="0151 2345678", topic="Ada's code", whose="Ada\u200e")
    rows = [
        row("2025-03-01T08:00Z", "Ada's code is 4711.", id="0151 2345678"),
        car("2025-03-01T08:01Z", None, forget),
    ]
    rule = {"name": "forget", "args": {"ids": "messages", "topic": "text", "whose": "person"}}
    found, _ = asked_to_forget_hidden(tmp_path, rule, rows)
    (message,) = [one for one in records(tmp_path / "out.jsonl") if one["record"] == "message"]
    assert found["messages"] == [message["id"]]
    assert found["person"] == message["speaker"] != "Ada"
    assert "Ada" not in found["text"]
    assert found["text"].endswith("'s code")


def asked_to_forget_hidden(tmp_path: Path, rule: Any, rows: list[Any]) -> tuple[dict[str, Any], dict[str, int]]:
    log = write_log(tmp_path, *rows)
    report = imported(log, mapped(rule, **WITH_IDS), pseudonym_key=b"k" * 16)
    (found,) = [one for one in records(tmp_path / "out.jsonl") if one["record"] == "forget"]
    return found, report.notes


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (
            {"name": "forget", "args": {"a": "tex"}},
            "args: forget has no argument 'tex'; it has: messages, person, text",
        ),
        ({"name": "forget", "set": {"level": 1}}, "set: forget has no argument 'level'"),
        (
            {"name": "forget", "set": {"messages": "a"}},
            "set: messages: only person and text can be set, each to a text",
        ),
        ({"name": "forget", "set": {"text": 1}}, "set: text: only person and text can be set, each to a text"),
        ({"name": "forget", "values": {"text": {"a": "b"}}}, "values: forget takes what its arguments say as it is"),
    ],
)
def test_a_rule_that_a_request_cannot_follow_is_refused(rule: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=f"map: tools.delete_memory: {why}"):
        parse_map(mapped(rule), "map")


def test_messages_by_ids_need_a_column_of_ids(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z"))
    with pytest.raises(InputError, match=r"tools.delete_memory: args: messages are found by their ids; \[columns\] id"):
        imported(log, mapped({"name": "forget", "args": {"ids": "messages"}}))


def test_requests_that_no_map_names_are_told_by_the_names_of_their_tools(tmp_path: Path) -> None:
    rows = [row("2025-03-01T08:00Z", "Forget it."), car("2025-03-01T08:01Z", None, call("delete_memory"), call("lamp"))]
    said = imported(write_log(tmp_path, *rows)).render()
    assert (
        "  1 request to forget left out, by the names of the tools (delete_memory): the map makes such of them by "
        'delete_memory = "forget" in [tools]\n'
    ) in said


def test_a_log_of_requests_alone_says_why_there_are_no_queries(tmp_path: Path) -> None:
    rows = [row("2025-03-01T08:00Z", "Forget my code."), car("2025-03-01T08:01Z", None, call("delete_memory"))]
    said = imported(write_log(tmp_path, *rows), mapped("forget"), probe_commands=True).render()
    assert "1 message, 0 commands, 1 request to forget, 0 queries" in said
    assert "no queries: --probe-commands was given, but all calls are requests to forget" in said


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("delete_memory", True),
        ("memory.delete", True),
        ("removeMemories", True),
        ("MemoryStore_wipe", True),
        ("forget", True),
        ("forgetUserPreference", True),
        ("unforgettable_song", False),
        ("delete_route", False),
        ("search_memory", False),
        ("set_seat_memory", False),
        ("", False),
    ],
)
def test_a_tool_forgets_where_its_name_says_so(name: str, is_one: bool) -> None:
    assert seems_to_forget(name) == is_one


def test_an_argument_is_ids_where_it_held_one_and_words_by_its_name() -> None:
    args: dict[str, list[Any]] = {
        "memory_id": ["m1"],
        "message_ids": [["a", "b"]],
        "user": ["u"],
        "what": ["it"],
        "topic": ["code"],
    }
    assert likely_parts(args, frozenset({"b"})) == {"message_ids": "messages", "topic": "text"}
    assert likely_parts({"topic": [1], "user": ["u"]}, frozenset()) == {}
    assert likely_parts({}, frozenset({"a"})) == {}


def test_a_guess_proposes_such_tools_as_requests_and_its_map_imports_them(tmp_path: Path) -> None:
    rows = [
        row("2025-03-01T08:00Z", CODE, id="a"),
        row("2025-03-01T08:01Z", "Please forget my gate code.", id="b"),
        car("2025-03-01T08:02Z", "Done.", call("delete_memory", topic="gate code", user="u1"), call("lamp", on=True)),
    ]
    log = write_log(tmp_path, *rows)
    shown = guess_map(log, ImportMap(columns=parse_map({"columns": COLUMNS}, "map").columns)).render()
    assert '[tools.delete_memory]  # once: by its name, a request to forget\nname = "forget"\n' in shown
    assert 'args = { topic = "text" }  # what is meant: `text` in words, `messages` by ids\n' in shown
    assert "# [tools.lamp]" in shown
    report = imported(log, tomllib.loads(shown))
    assert (report.timelines[0].n_forgets, report.foreign_tools) == (1, {"lamp": 1})
    by_ids = write_log(tmp_path, rows[0], car("2025-03-01T08:02Z", "Done.", call("delete_memory", ids=["a"])))
    with_ids = parse_map({"columns": {**COLUMNS, "id": "id"}}, "map")
    assert 'args = { ids = "messages" }  # what is meant' in guess_map(by_ids, with_ids).render()
    bare = write_log(tmp_path, rows[0], car("2025-03-01T08:02Z", "Done.", call("forget")))
    assert (
        "# args = { ... }  # what is meant: `text` in words, `messages` by ids; without, what"
        in guess_map(bare, with_ids).render()
    )
