"""Who speaks: guessed from fields around the messages and from columns, or to be looked at; and other encodings."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap, parse_map
from tests.importing import imported, loaded, row, texts, write_log

HEAD = "Datum;Uhrzeit;{};Text\n"
RADIO = "13.03.2025;08:00;{};Bitte mach das Radio an\n"
MUSIC = "14.03.2025;08:00;{};Jetzt lieber wieder Musik\n"


def session(user: Any, day: int, *, who: str | None = None) -> dict[str, Any]:
    asked = {"at": f"2025-03-0{day}T08:00:00Z", "role": "user", "text": f"warm my seat on {day}"}
    done = {"at": f"2025-03-0{day}T08:00:05Z", "role": "assistant", "text": "it is warm now"}
    return {"user": user, "turns": [asked if who is None else {**asked, "author": who}, done]}


def nested(folder: Path, *sessions: dict[str, Any]) -> Path:
    return write_log(folder, {"export": {"sessions": list(sessions)}}, name="log.json")


def table(folder: Path, column: str, *names: str, encoding: str = "utf-8") -> Path:
    lines = [(RADIO, MUSIC)[number % 2].format(name) for number, name in enumerate(names)]
    (folder / "log.csv").write_text(HEAD.format(column) + "".join(lines), encoding=encoding)
    return folder / "log.csv"


def shown(log: Path) -> str:
    return guess_map(log, ImportMap()).render()


def test_the_name_of_a_sessions_user_is_who_speaks_in_its_rows_of_persons(tmp_path: Path) -> None:
    log = nested(tmp_path, session({"id": 7, "name": "Ada"}, 1), session({"id": 8, "name": "Ben"}, 2))
    guess = guess_map(log, ImportMap())
    assert guess.columns["speaker"] == "user.name"
    assert [entry.speaker for entry in guess.preview] == ["Ada", "assistant", "Ben", "assistant"]
    assert "\nname_speaker = true" in guess.render()


def test_messages_with_a_speaker_of_their_own_need_none_of_their_session(tmp_path: Path) -> None:
    log = nested(tmp_path, session({"name": "Account"}, 1, who="Ada"), session({"name": "Account"}, 2, who="Ben"))
    assert guess_map(log, ImportMap()).columns["speaker"] == "author"


@pytest.mark.parametrize("user", [{"device": {"name": "Box"}}, {"name": 17}, {"name": ""}, {"city": "Rome"}])
def test_a_session_without_a_persons_name_in_text_names_nobody(tmp_path: Path, user: dict[str, Any]) -> None:
    assert "speaker" not in guess_map(nested(tmp_path, session(user, 1)), ImportMap()).columns


def test_where_nobody_is_known_to_be_the_assistant_those_seen_are_a_comment_to_choose_from(tmp_path: Path) -> None:
    text = shown(table(tmp_path, "Wer", "Jo", "Auto", "Jo"))
    assert '\n# assistants = ["Jo", "Auto"]\n' in text
    assert "\n# name_speaker = true" in text  # one of the two may be the assistant
    chosen = text.replace("# [speakers]", "[speakers]").replace('# assistants = ["Jo", ', "assistants = [")
    known = guess_map(tmp_path / "log.csv", parse_map(tomllib.loads(chosen), "map.toml"))
    assert [entry.role for entry in known.preview] == ["user", "assistant", "user"]
    assert "nobody is known" not in known.render()


def test_of_many_speakers_eight_are_to_choose_from_and_three_are_surely_several_people(tmp_path: Path) -> None:
    names = [f"P{letter}" for letter in "abcdefghij"]
    text = shown(table(tmp_path, "Wer", *names))
    assert '"Ph"]\n' in text
    assert '"Pi"' not in text
    assert "\nname_speaker = true" in shown(table(tmp_path, "Wer", "Jo", "Auto", "Mia"))


def test_with_a_column_of_roles_nobody_is_to_be_chosen(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z", "warm my seat"), row("2025-03-01T08:01Z", "and the radio"))
    assert "assistants" not in shown(log)


def test_the_only_other_column_of_names_is_to_be_looked_at_if_its_name_tells_nothing(tmp_path: Path) -> None:
    text = shown(table(tmp_path, "Feld", "Jo", "Auto"))
    assert "# LOOK: nothing says who speaks; perhaps 'Feld' does: [columns] speaker" in text
    assert "\nspeaker =" not in text
    assert "LOOK" not in shown(table(tmp_path, "Feld", "17", "18"))
    assert "LOOK" not in shown(table(tmp_path, "Feld", *(f"P{letter}" for letter in "abcdef")))  # nobody speaks twice


def test_a_table_in_another_encoding_is_told_by_its_first_bad_line_when_guessed(tmp_path: Path) -> None:
    text = shown(table(tmp_path, "Wer", "Jo", "Jürgen", "Jörg", "Jo", encoding="cp1252"))
    assert "\n# LOOK: log.csv: line 3: speaker: bytes that are no UTF-8: save the file as UTF-8\n" in text
    assert "2 bad rows are told below" in text
    assert "J?" not in text
    with pytest.raises(InputError, match=r"line 1: bytes that are no UTF-8 in the names of the columns: save the file"):
        shown(table(tmp_path, "Gespräch", "Jo", encoding="cp1252"))


def test_a_table_that_stands_newest_first_is_told_by_the_first_bad_line_of_the_file(tmp_path: Path) -> None:
    lines = "".join(f"2025-03-0{9 - number} 08:00,{name},hi\n" for number, name in enumerate(("Jo", "Jürgen", "Jörg")))
    (tmp_path / "log.csv").write_text(f"at,who,text\n{lines}", encoding="cp1252")
    map_ = {"columns": {"time": "at", "speaker": "who", "text": "text"}}
    with pytest.raises(InputError, match=r"log\.csv: line 3: speaker: bytes that are no UTF-8: save the file as UTF-8"):
        imported(tmp_path / "log.csv", map_)


def test_bytes_in_a_column_that_the_map_does_not_use_harm_nobody(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_bytes(b"at,note,text\n2025-03-01 08:00,\xff,hello\n")
    imported(tmp_path / "log.csv", {"columns": {"time": "at", "text": "text"}})
    assert texts(loaded(tmp_path / "out.jsonl")) == ["hello"]


def test_lines_and_arrays_in_another_encoding_are_told_with_the_remedy_too(tmp_path: Path) -> None:
    text = '{"at": "2025-03-01T08:00Z", "text": "Hallo du da"}\n{"at": "2025-03-01T08:00Z", "text": "Schönen Tag"}\n'
    (tmp_path / "log.jsonl").write_bytes(text.encode("cp1252"))
    assert "# LOOK: log.jsonl: line 2: no JSON: bytes that are no UTF-8: save the file" in shown(tmp_path / "log.jsonl")
    (tmp_path / "log.json").write_bytes(f"[{text.strip().replace(chr(10), ',')}]".encode("cp1252"))
    assert "text: half a character, or bytes that are no UTF-8: save the file" in shown(tmp_path / "log.json")


def test_a_column_of_numbers_is_of_ids_and_names_go_before(tmp_path: Path) -> None:
    rows = [
        {"at": f"2025-03-01T08:00:0{n}Z", "Kunde-Nr": str(1001 + n % 2), "Name": "Anna", "text": "So be it then."}
        for n in range(4)
    ]
    assert guess_map(write_log(tmp_path, *rows), ImportMap()).columns["speaker"] == "Name"


def test_bytes_that_are_no_utf8_are_the_first_thing_that_a_map_lacks(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_bytes("at,text\nM\u00e4rz 1,so be it\nM\u00e4rz 2,then\n3,x\n".encode("latin-1"))
    assert "bytes that are no UTF-8" in guess_map(log, ImportMap()).lacks[0]


@pytest.mark.parametrize(
    ("who", "person"),
    [
        ([("Anna", 1), ("Anna", 2)], "Kunde-Nr"),
        ([("Anna", 1), ("Ben", 2)], None),
        ([("Anna", 1), ("Anna", 2), ("Ben", 2)], None),
    ],
)
def test_ids_by_which_two_people_have_one_name_are_proposed_beside_the_names(
    tmp_path: Path, who: list[tuple[str, int]], person: str | None
) -> None:
    rows = [
        {"at": f"2025-03-01T08:00:{n:02d}Z", "Kunde-Nr": label, "Name": name, "text": "So be it then."}
        for n, (name, label) in enumerate(who * 3)
    ]
    columns = guess_map(write_log(tmp_path, *rows), ImportMap()).columns
    assert (columns["speaker"], columns.get("person")) == ("Name", person)
