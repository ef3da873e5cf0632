"""Calls that a tool's result says failed are in no reference."""

from pathlib import Path
from typing import Any

import pytest

from replay.importing.probes import FAILED
from replay.importing.report import REFUSED
from replay.importing.tool_results import failed_calls
from tests.importing import COLUMNS, car, imported, loaded, row, write_log
from vehicle.commands import Command

VOLUME = "carcontrol_radio_set_volume"


def volume(level: int, label: str = "") -> dict[str, Any]:
    return {"id": label, "function": {"name": VOLUME, "arguments": {"volume": level}}}


@pytest.mark.parametrize(
    ("content", "fails"),
    [
        ('{"error": "out of range"}', True),
        ({"error": {"code": 3}}, True),
        ('{"success": false}', True),
        ('{"status": "failed", "volume": 3}', True),
        ("Error: out of range", True),
        ([{"type": "text", "text": '{"ok": false}'}], True),
        ('{"error": null, "volume": 3}', False),
        ('{"errors": []}', False),
        ('{"status": "ok"}', False),
        ("the error: none", False),
        ("", False),
        (None, False),
        (3, False),
    ],
)
def test_a_result_has_failed_by_its_own_sign_alone(content: Any, fails: bool) -> None:
    found = failed_calls({"tool_call_id": "k1"}, content, is_result=True)
    assert found == (frozenset({"k1"}) if fails else None)
    assert failed_calls({}, content, is_result=False) is None


def test_parts_that_are_results_count_whoever_says_them_and_a_result_may_name_no_call() -> None:
    parts = [
        {"type": "tool_result", "tool_use_id": "a", "is_error": True, "content": "no"},
        {"type": "tool_result", "tool_use_id": "b", "content": [{"type": "text", "text": "done"}]},
    ]
    assert failed_calls({"role": "user"}, parts, is_result=False) == frozenset({"a"})
    assert failed_calls({}, '{"error": 1}', is_result=True) == frozenset()


def drawn(folder: Path, *rows: dict[str, Any]) -> tuple[list[tuple[Command, ...]], dict[str, int]]:
    """The references of the queries of a log that begins with a question, and what is noted."""
    asked = [row("2025-03-01T08:00:00Z", "Louder."), *rows, row("2025-03-01T09:00:00Z", "Thanks.")]
    report = imported(write_log(folder, *asked), {"columns": {**COLUMNS, "conversation": "c"}}, probe_commands=True)
    notes = {name: count for name, count in report.notes.items() if "role tool" not in name and "none has" not in name}
    return [query.gold.commands for query in loaded(folder / "out.jsonl").queries], notes


def result(content: str, **more: Any) -> dict[str, Any]:
    return {"at": "2025-03-01T08:00:02Z", "role": "tool", "text": content, **more}


def command(level: int) -> Command:
    return Command(name=VOLUME, args={"volume": level})


def test_a_call_that_failed_and_was_made_again_is_not_in_the_reference(tmp_path: Path) -> None:
    found, notes = drawn(
        tmp_path,
        car("2025-03-01T08:00:01Z", None, volume(900, "k1")),  # which our car would not take either
        result('{"error": "too loud"}', tool_call_id="k1"),
        car("2025-03-01T08:00:03Z", None, volume(30, "k2")),
        result('{"volume": 30}', tool_call_id="k2"),
    )
    assert found == [(command(30),)]
    assert notes == {FAILED: 1, REFUSED: 1}


def test_where_the_only_call_failed_there_is_no_query(tmp_path: Path) -> None:
    failed = result("Error: too loud", tool_call_id="k1")
    assert drawn(tmp_path, car("2025-03-01T08:00:01Z", None, volume(80, "k1")), failed) == ([], {FAILED: 1})


def test_where_nothing_says_which_call_failed_the_query_is_left_out(tmp_path: Path) -> None:
    found, notes = drawn(
        tmp_path, car("2025-03-01T08:00:01Z", None, volume(80), volume(30)), result('{"error": "too loud"}')
    )
    assert found == []
    assert list(notes) == ["queries left out: the result of a tool says that a call of theirs failed, and not which"]


def test_a_result_in_another_conversation_says_nothing_of_this_one(tmp_path: Path) -> None:
    failed = result('{"error": 1}', c="other")
    assert drawn(tmp_path, car("2025-03-01T08:00:01Z", None, volume(80, "k1")), failed) == ([(command(80),)], {})


def test_results_in_lists_of_messages_and_in_envelopes_are_read_alike(tmp_path: Path) -> None:
    said = [
        {"role": "user", "content": "Louder."},
        {"role": "assistant", "content": None, "tool_calls": [volume(80, "k1"), volume(30, "k2")]},
        {"role": "tool", "content": '{"error": 1}', "tool_call_id": "k1"},
    ]
    imported(
        write_log(tmp_path, {"at": "2025-03-01T08:00:00Z", "messages": said}),
        {"format": "chat", "columns": {"time": "at"}},
        probe_commands=True,
    )
    assert [query.gold.commands for query in loaded(tmp_path / "out.jsonl").queries] == [(command(30),)]
    columns = {"time": "at", "role": "message.role", "text": "message.content", "tool_calls": "message.tool_calls"}
    rows = [{"at": f"2025-03-01T08:00:0{number}Z", "message": message} for number, message in enumerate(said)]
    imported(write_log(tmp_path, *rows), {"columns": columns}, probe_commands=True)
    assert [query.gold.commands for query in loaded(tmp_path / "out.jsonl").queries] == [(command(30),)]
