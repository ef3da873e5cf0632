import tomllib
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap, parse_map
from tests.importing import call, imported, loaded, texts, write_log


def guessed(log: Path) -> dict[str, Any]:
    return tomllib.loads(guess_map(log, ImportMap()).render())


def test_a_map_is_proposed_that_imports_the_log(tmp_path: Path) -> None:
    rows = [
        {
            "message_id": f"x{number}",
            "sent_at": 1740816000000 + number,
            "updated_at": 1740816000900,
            "thread": "a",
            "author": {"name": name, "level": 3},
            "author_type": role,
            "body": f"{name} says something of some length",
            "tool_calls": [call("carcontrol_radio_switch", switch=True)] if role == "bot" else None,
        }
        for number, (name, role) in enumerate((("Ada", "human"), ("Nav", "bot"), ("Ben", "human")))
    ]
    log = write_log(tmp_path, *rows)
    map_ = guessed(log)
    assert map_["columns"] == {
        "time": "sent_at",
        "conversation": "thread",
        "speaker": "author.name",
        "role": "author_type",
        "text": "body",
        "tool_calls": "tool_calls",
        "id": "message_id",
    }
    assert (map_["format"], map_["time"]) == ("jsonl", {"format": "epoch_ms", "zone": "UTC"})
    imported(log, map_)
    assert texts(loaded(tmp_path / "out.jsonl"))[0] == "Ada says something of some length"


def test_the_preview_shows_what_the_first_rows_become_as_comments(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("when,who,what\n2025-03-01 08:00,Ada,It is so cold\n", encoding="utf-8")
    shown = guess_map(tmp_path / "log.csv", ImportMap()).render()
    assert "# 2025-03-01T08:00:00+00:00  Ada      user  It is so cold" in shown
    assert "is it the right one?" in shown
    assert guessed(tmp_path / "log.csv")["columns"] == {"time": "when", "speaker": "who", "text": "what"}


def test_lists_of_messages_and_exports_are_recognised(tmp_path: Path) -> None:
    chat = {"id": "r1", "created": 1740816000, "session_id": "s", "messages": [{"role": "user", "content": "Hi you"}]}
    map_ = guessed(write_log(tmp_path, chat))
    assert map_["format"] == "chat"
    assert map_["columns"] == {
        "time": "created", "conversation": "session_id", "role": "role", "text": "content", "messages": "messages",
    }  # fmt: skip
    message = {"id": "a", "author": {"role": "user"}, "create_time": 1740816000.5, "content": {"content_type": "text"}}
    message["content"] = {"content_type": "text", "parts": ["Hello"]}
    export = {"mapping": {"a": {"message": message, "parent": None, "children": []}}, "current_node": "a"}
    assert guessed(write_log(tmp_path, export, name="conversations.json"))["format"] == "chatgpt"
    (tmp_path / "chat.txt").write_text("[25/01/2025, 21:03:15] Ada: Hi\n", encoding="utf-8")
    assert guessed(tmp_path / "chat.txt")["format"] == "whatsapp"


def test_what_the_user_says_already_goes_before_the_guess(tmp_path: Path) -> None:
    log = write_log(tmp_path, {"a_time": "2025-03-01T08:00", "b_time": "2025-03-01T09:00", "text": "one two"})
    given = parse_map({"columns": {"time": "b_time"}, "time": {"zone": "Asia/Tokyo"}}, "map")
    guess = guess_map(log, given)
    assert (guess.map.columns.time, guess.map.time.zone) == ("b_time", "Asia/Tokyo")
    assert guess.preview[0].at.isoformat() == "2025-03-01T09:00:00+09:00"


def test_a_file_without_rows_is_an_error_and_one_without_times_is_an_incomplete_map(tmp_path: Path) -> None:
    log = write_log(tmp_path, {"text": "one two", "place": {"street": "Mill Lane"}})
    guess = guess_map(log, ImportMap())
    assert [what.partition(";")[0] for what in guess.lacks] == [
        "no field has a date with a time of day in nearly all rows"
    ]
    shown = guess.render()
    assert tomllib.loads(shown)["columns"] == {"text": "text"}
    assert '# time = "?"' in shown
    assert "# not used: place.street ('Mill Lane')" in shown
    (tmp_path / "log.jsonl").write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(InputError, match="no JSON"):
        guess_map(tmp_path / "log.jsonl", ImportMap())


def test_a_row_that_cannot_be_read_is_told_on_top_and_below(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(
        "when,what\n2025-03-01 08:00,It is so cold\n2025-03-01 08:05,too,many\n2025-03-01 08:10,It is warm\n",
        encoding="utf-8",
    )
    shown = guess_map(tmp_path / "log.csv", ImportMap()).render()
    assert shown.startswith("# proposed from the first 2 rows; 1 bad row is told below; look it over\n")
    assert "# log.csv: line 3: 3 cells, but the header has 2 columns" in shown
    (tmp_path / "log.csv").write_text("what,why\nsome words here,1\nother words here,2,3\n", encoding="utf-8")
    shown = guess_map(tmp_path / "log.csv", ImportMap()).render()  # incomplete
    assert shown.startswith("# proposed from the first row; 1 bad row is told below; look it over\n# INCOMPLETE")
    assert "# log.csv: line 3: 3 cells" in shown


def test_where_too_few_rows_have_times_the_sample_of_a_format_is_one_of_theirs(tmp_path: Path) -> None:
    table = "Zeit,Nachricht\n03.11.2025 08:15,Es ist so kalt\ngestern,Es ist warm\n"
    (tmp_path / "log.csv").write_text(table, encoding="utf-8")
    assert '# format = "%d.%m.%Y %H:%M"\n' in guess_map(tmp_path / "log.csv", ImportMap()).render()
    (tmp_path / "log.csv").write_text("Nachricht\nEs ist so kalt\n", encoding="utf-8")
    assert '# format = "%d/%m/%Y %H:%M"\n' in guess_map(tmp_path / "log.csv", ImportMap()).render()
