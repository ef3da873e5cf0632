"""Which rows are the assistant's, in whatever language the log has its names: only one side calls tools."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from replay.importing.guess import guess_map
from replay.importing.guess_fields import all_columns
from replay.importing.guess_sides import sides_by_words, sides_in
from replay.importing.mapping import ImportMap, parse_map
from replay.importing.rows import CALLS_OF_PERSONS
from tests.importing import imported, loaded, write_log

SEAT = json.dumps({"name": "sitzheizung", "arguments": {"stufe": 2}})
TALK = (
    ("08:15", "Jürgen", "Fahrer", "Bitte die Sitzheizung auf zwei.", ""),
    ("08:16", "Auto", "Assistent", "Sie steht auf zwei.", SEAT),
    ("17:40", "Änne", "Fahrer", "Mir ist kalt.", ""),
    ("17:41", "Auto", "Assistent", "Nun ist es wärmer.", SEAT),
    ("18:02", "Jürgen", "Fahrer", "Danke für alles.", ""),
    ("18:03", "Auto", "Assistent", "Sehr gern geschehen.", ""),
)


def talk(folder: Path, *names: str, rows: Any = TALK) -> Path:
    """A log with these of the fields `wer` and `rolle`."""
    fields = [dict(zip(("zeit", "wer", "rolle", "nachricht", "aktion"), row, strict=True)) for row in rows]
    kept = [{name: value for name, value in one.items() if name[0] not in "wr" or name in names} for one in fields]
    return write_log(folder, *({**one, "zeit": f"2025-11-03T{one['zeit']}Z"} for one in kept))


def guessed(log: Path) -> dict[str, Any]:
    return tomllib.loads(guess_map(log, ImportMap()).render())


def test_a_column_of_two_values_one_of_which_alone_has_calls_is_that_of_the_roles(tmp_path: Path) -> None:
    map_ = guessed(talk(tmp_path, "wer", "rolle"))
    assert map_["roles"] == {"Fahrer": "user", "Assistent": "assistant"}
    assert (map_["columns"]["role"], map_["columns"]["speaker"]) == ("rolle", "wer")
    imported(tmp_path / "log.jsonl", map_, probe_commands=True)
    asked = [query.text for query in loaded(tmp_path / "out.jsonl").queries]
    assert asked == ["Jürgen: Bitte die Sitzheizung auf zwei.", "Änne: Mir ist kalt."]


def test_a_column_of_speakers_one_of_whom_alone_has_calls_names_the_assistant(tmp_path: Path) -> None:
    map_ = guessed(talk(tmp_path, "wer"))
    assert (map_["columns"]["speaker"], map_["speakers"]) == ("wer", {"assistants": ["Auto"]})
    assert "role" not in map_["columns"]


def test_what_the_user_says_of_the_sides_goes_before_what_the_rows_do(tmp_path: Path) -> None:
    log = talk(tmp_path, "wer", "rolle")
    given = parse_map({"roles": {"Fahrer": "skip"}, "speakers": {"assistants": ["Bo"]}}, "map")
    map_ = guess_map(log, given).map
    assert map_.roles == {"Fahrer": "skip", "Assistent": "assistant"}
    assert map_.speakers.assistants == ["Bo"]


def test_names_given_to_the_guess_stand_though_the_rows_tell_another(tmp_path: Path) -> None:
    given = parse_map({"columns": {"speaker": "wer"}, "speakers": {"assistants": ["Bo"]}}, "map")
    assert guess_map(talk(tmp_path, "wer"), given).map.speakers.assistants == ["Bo"]


def test_a_column_with_a_name_of_speakers_is_theirs_though_it_has_two_values(tmp_path: Path) -> None:
    rows = [(hour, "Ada" if side == "Fahrer" else "Auto", *rest) for hour, _, side, *rest in TALK]
    items = [dict(zip(("zeit", "sender", "nachricht", "aktion"), row, strict=True)) for row in rows]
    map_ = guessed(write_log(tmp_path, *({**one, "zeit": f"2025-11-03T{one['zeit']}Z"} for one in items)))
    assert (map_["columns"]["speaker"], map_["speakers"]) == ("sender", {"assistants": ["Auto"]})
    assert "role" not in map_["columns"]


def test_a_name_in_rows_of_both_sides_is_the_persons(tmp_path: Path) -> None:
    items = [
        {"zeit": f"2025-11-03T{hour}Z", "name": "Ada", "rolle": side, "nachricht": text, "aktion": calls}
        for hour, _, side, text, calls in TALK
    ]
    columns = guessed(write_log(tmp_path, *items))["columns"]
    assert (columns["role"], columns["person"]) == ("rolle", "name")
    assert "speaker" not in columns


def sides(*rows: tuple[str, bool]) -> list[tuple[str, tuple[str, ...]]]:
    items = [{"side": side, "calls": [1] if calls else []} for side, calls in rows]
    return [(one.assistant, one.others) for one in sides_in(items, [all_columns(items)["side"]], "calls")]


def test_sides_are_told_by_two_rows_each_and_by_who_follows_whom() -> None:
    two = (("A", False), ("B", True), ("A", False), ("B", True))
    assert sides(*two) == [("B", ("A",))]
    assert sides(*two[:3]) == []  # one row with calls
    assert sides(*two[1:]) == []  # one row without
    assert sides(*two, ("system", False)) == [("B", ("A",))]
    assert sides(*two, ("C", False)) == [("B", ("A", "C"))]
    assert sides(*two, ("A", True)) == []  # both sides call
    assert sides(("A", False), ("A", False), ("A", False), ("B", True), ("B", True)) == []  # one of three is answered
    assert sides(("A", False), ("A", False), ("B", True), ("B", True)) == [("B", ("A",))]  # and here one of two


def test_without_a_path_of_calls_nothing_is_told() -> None:
    items = [{"side": "A"}, {"side": "B"}] * 2
    assert sides_in(items, list(all_columns(items).values()), "") == []


@pytest.mark.parametrize("names", [(), ("rolle",)])
def test_rows_with_calls_that_count_as_a_persons_are_told_by_guess_and_by_import(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    log = talk(tmp_path, *names, rows=TALK[:3])  # one row with calls tells nothing
    guess = guess_map(log, ImportMap())
    assert guess.doubts == {CALLS_OF_PERSONS: 1}
    assert f"# LOOK: 1 {CALLS_OF_PERSONS}\n" in guess.render()
    map_ = tomllib.loads(guess.render())
    assert imported(log, map_, probe_commands=True).notes[CALLS_OF_PERSONS] == 1
    named = {
        **map_,
        "columns": {**map_["columns"], "role": "rolle"},
        "roles": {"Fahrer": "user", "Assistent": "assistant"},
    }
    if names:
        assert CALLS_OF_PERSONS not in imported(log, named, probe_commands=True).notes
        meant = {**named, "roles": {"Fahrer": "user", "Assistent": "user"}}
        assert CALLS_OF_PERSONS not in imported(log, meant, probe_commands=True).notes


@pytest.mark.parametrize(
    ("name", "values", "roles"),
    [
        ("Rolle", ("Kunde", "Agent", "System"), {"Kunde": "user"}),
        ("party", ("customer", "Berater"), {"Berater": "assistant"}),
        ("role", ("Kunde", "Berater"), None),
        ("role", ("Kunde", "customer", "agent"), None),
        ("channel", ("phone", "agent"), None),
        ("role", ("system", "Kunde"), None),
    ],
)
def test_without_calls_one_unknown_value_beside_those_of_one_side_is_the_other_side(
    name: str, values: tuple[str, ...], roles: dict[str, str] | None
) -> None:
    rows = [{name: value} for value in values * 2]
    found = sides_by_words(list(all_columns(rows).values()))
    assert (None if found is None else found.roles) == roles


def test_such_a_column_is_proposed_with_what_its_value_means(tmp_path: Path) -> None:
    rows = [
        {"zeit": f"2025-11-03T08:00:0{number}Z", "rolle": side, "text": "So soll es sein."}
        for number, side in enumerate(("Kunde", "Agent") * 2)
    ]
    map_ = guessed(write_log(tmp_path, *rows))
    assert (map_["columns"]["role"], map_["roles"]) == ("rolle", {"Kunde": "user"})


def test_the_calls_beside_a_reply_are_not_taken_for_those_of_who_asked(tmp_path: Path) -> None:
    row = {"time": "2025-11-03T08:15Z", "question": "Zwei, bitte.", "answer": "Gern.", "calls": [json.loads(SEAT)]}
    map_ = {"columns": {"time": "time", "text": "question", "reply": "answer", "tool_calls": "calls"}}
    log = write_log(tmp_path, row)
    assert guess_map(log, parse_map(map_, "map")).doubts == {}
    assert CALLS_OF_PERSONS not in imported(log, map_).notes
