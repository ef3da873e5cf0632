"""Forms of logs that a guess must know, or say that it does not: envelopes, pairs of from and value, typed times."""

import tomllib
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from replay.importing.fields import side_by_side
from replay.importing.guess import guess_map
from replay.importing.guess_fields import Column, is_messages
from replay.importing.guess_scores import is_label
from replay.importing.mapping import ImportMap, parse_map
from tests.importing import call, imported, loaded, texts, write_log

SAID = (("human", "Keep the hall at nineteen."), ("gpt", "Nineteen."))


def guessed(log: Path) -> dict[str, Any]:
    return tomllib.loads(guess_map(log, ImportMap()).render())


def parquet(folder: Path, rows: list[dict[str, Any]]) -> Path:
    arrow = pytest.importorskip("pyarrow")
    files = pytest.importorskip("pyarrow.parquet")
    path = folder / "log.parquet"
    files.write_table(arrow.Table.from_pylist(rows), path)
    return path


def test_messages_in_an_envelope_are_read_as_messages_and_not_as_replies(tmp_path: Path) -> None:
    on = [call("carcontrol_radio_switch", switch=True)]
    said = [
        {"role": "user", "content": "Radio on, please."},
        {"role": "assistant", "content": None, "tool_calls": on},
        {"role": "user", "content": "Thank you so much."},
        {"role": "assistant", "content": "With pleasure."},
    ]
    rows = [
        {"ts": f"2025-03-01T10:00:0{number}Z", "meta": {"user": "Ada Berg", "session_id": "s1"}, "message": message}
        for number, message in enumerate(said)
    ]
    log = write_log(tmp_path, *rows)
    map_ = guessed(log)
    columns = map_["columns"]
    assert "reply" not in columns
    assert (columns["role"], columns["text"]) == ("message.role", "message.content")
    assert columns["tool_calls"] == "message.tool_calls"
    report = imported(log, map_)
    assert (report.n_bad, report.timelines[0].n_messages, report.timelines[0].n_commands) == (0, 3, 1)


@pytest.mark.parametrize("name", ["conversations", "messages", "turns", "x"])
def test_lists_of_from_and_value_are_messages_under_any_name(tmp_path: Path, name: str) -> None:
    turns = [{"from": side, "value": text} for side, text in SAID]
    log = write_log(tmp_path, *({"id": str(n), "created_at": f"2025-03-0{n}T10:00:00Z", name: turns} for n in (1, 2)))
    map_ = guessed(log)
    assert map_["columns"] == {"time": "created_at", "role": "from", "text": "value", "messages": name}
    report = imported(log, map_)
    assert (report.n_bad, report.timelines[0].n_messages) == (0, 4)


def test_a_struct_of_lists_is_a_list_of_messages(tmp_path: Path) -> None:
    turns = {"role": ["user", "assistant"], "content": [text for _, text in SAID]}
    rows = [{"cid": name, "start": datetime(2025, 3, day, 10), "turns": turns} for day, name in ((1, "a"), (2, "b"))]  # noqa: DTZ001
    log = parquet(tmp_path, rows)
    map_ = guessed(log)
    assert map_["columns"] == {
        "time": "start",
        "conversation": "cid",
        "role": "role",
        "text": "content",
        "messages": "turns",
    }
    imported(log, map_)
    assert texts(loaded(tmp_path / "out.jsonl")) == [text for _, text in SAID] * 2


def test_lists_side_by_side_are_as_many_objects_as_each_is_long() -> None:
    assert side_by_side({"a": [1, 2], "b": ["x", "y"]}) == [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]


@pytest.mark.parametrize(
    "value", [{}, {"a": [1]}, {"a": [1], "b": [1, 2]}, {"a": [1], "b": 1}, {"a": [], "b": []}, [1]]
)
def test_what_is_no_set_of_equally_long_lists_stands_for_no_objects(value: Any) -> None:
    assert side_by_side(value) is None


def test_a_list_in_which_one_side_alone_speaks_is_no_list_of_messages() -> None:
    assert is_messages([{"from": "human"}, {"from": "gpt"}])
    assert not is_messages([{"from": "human"}, {"from": "human"}])


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("session_id", ["s1", "s2"]),
        ("message_id", ["m1", "m2"]),
        ("id", ["1", "2"]),
        ("user", ["Ada", "Ben", "Ada", "Ben"]),
        ("who", ["Ada Berg", "Ben Ash", "Ada Berg", "Ben Ash"]),
        ("hash", ["00af", "99bc"]),
        ("anything", ["4711", "4712"]),
    ],
)
def test_ids_and_names_are_never_what_was_said(path: str, values: list[Any]) -> None:
    assert is_label(Column(path, values, len(values)))


@pytest.mark.parametrize(
    ("path", "values"),
    [("user", ["turn on the radio", "and now off"]), ("text", ["19", "20"]), ("anything", ["ठीक है", "हाँ जी"])],
)
def test_what_has_words_or_the_name_of_such_may_be_what_was_said(path: str, values: list[Any]) -> None:
    assert not is_label(Column(path, values, len(values)))


def test_a_log_of_ids_alone_has_no_text_and_is_incomplete(tmp_path: Path) -> None:
    log = write_log(tmp_path, *({"at": f"2025-03-01T10:00:0{n}Z", "session_id": f"s{n}"} for n in (1, 2)))
    found = guess_map(log, ImportMap())
    assert "text" not in found.columns
    assert "[columns] text must name one" in found.lacks[0]


def test_a_map_that_fits_no_row_is_incomplete_and_says_why_of_the_first(tmp_path: Path) -> None:
    turns = [{"text": "Keep the hall at nineteen."}]
    rows = [{"created_at": f"2025-03-0{day}T10:00:00Z", "turns": turns} for day in (1, 2)]
    found = guess_map(write_log(tmp_path, *rows), ImportMap())
    assert len(found.lacks) == 1
    assert "# INCOMPLETE: this map fits none of the rows" in found.render()
    assert "line 1: role: no 'role' here" in found.render()


@pytest.mark.parametrize("zone", [None, UTC])
def test_a_column_of_instants_is_the_time_whatever_it_is_called(tmp_path: Path, zone: Any) -> None:
    rows = [
        {"start": datetime(2025, 3, day, 10, 30, tzinfo=zone), "role": role, "text": "So be it then."}
        for day, role in ((1, "user"), (2, "assistant"))
    ]
    assert guessed(parquet(tmp_path, rows))["columns"]["time"] == "start"


def test_days_and_times_of_day_of_their_own_types_are_told_apart(tmp_path: Path) -> None:
    rows = [{"d": date(2025, 3, day), "h": time(10, 30), "role": "user", "text": "So be it then."} for day in (1, 2)]
    columns = guessed(parquet(tmp_path, rows))["columns"]
    assert (columns["date"], columns["time"]) == ("d", "h")


def test_rows_without_a_speaker_are_among_those_who_may_be_the_assistant(tmp_path: Path) -> None:
    rows = [
        {"at": f"2025-03-01T10:00:0{number}Z", "speaker": who, "text": "So be it then."}
        for number, who in enumerate(("Ada", None, "Ada", None))
    ]
    told = guess_map(write_log(tmp_path, *rows), ImportMap()).render()
    assert '# assistants = ["Ada", ""]' in told
    assert '"" is who speaks in rows without a speaker' in told


def test_lists_without_roles_need_to_know_who_is_the_assistant_and_are_read_by_that(tmp_path: Path) -> None:
    turns = [{"speaker": who, "text": text} for who, (_, text) in zip(("Ada", "Car"), SAID, strict=True)]
    log = write_log(tmp_path, *({"created_at": f"2025-03-0{day}T10:00:00Z", "turns": turns} for day in (1, 2)))
    found = guess_map(log, ImportMap())
    assert found.lacks == ("messages have no role; [speakers] assistants must say who is the assistant",)
    assert '# assistants = ["Ada", "Car"]' in found.render()
    map_ = {**tomllib.loads(found.render()), "speakers": {"assistants": ["Car"]}}
    imported(log, map_)
    assert [message.role for message in loaded(tmp_path / "out.jsonl").timeline.messages()] == ["user", "assistant"] * 2
    assert guess_map(log, parse_map({"speakers": {"assistants": ["Car"]}}, "")).lacks == ()
