"""Who asks: told by the log, put before a drawn query where several people speak, and said in the report."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap, parse_map, settled
from replay.importing.people import count_people
from replay.importing.same_names import ONE_NAME
from tests.importing import COLUMNS, MAP, call, car, imported, loaded, records, row, write_log

RADIO = call("carcontrol_radio_switch", switch=True)
TWO = (
    row("2025-03-01T08:00Z", "Put my music on."),
    car("2025-03-01T08:01Z", None, RADIO),
    row("2025-03-01T08:02Z", "Thanks.", "Ben"),
)
ONE = (*TWO[:2], row("2025-03-01T08:02Z", "Thanks."))
OFF = {**MAP, "probes": {"name_speaker": False}}
ON = {**MAP, "probes": {"name_speaker": True}}


@pytest.mark.parametrize(
    ("rows", "map_", "question", "said"),
    [
        (TWO, MAP, "Ada: Put my music on.", "queries begin with who asks: two or more named people speak"),
        (ONE, MAP, "Put my music on.", "queries do not say who asks: fewer than two named people speak"),
        (ONE, ON, "Ada: Put my music on.", "queries begin with who asks: the map's [probes] name_speaker says so"),
        (ONE, OFF, "Put my music on.", "queries do not say who asks: the map's [probes] name_speaker says so"),
        (TWO, OFF, "Put my music on.", "says so; WARNING: two or more people speak"),
    ],
)
def test_a_query_says_who_asks_where_two_people_speak_unless_the_map_says_otherwise(
    tmp_path: Path, rows: tuple[Any, ...], map_: dict[str, Any], question: str, said: str
) -> None:
    report = imported(write_log(tmp_path, *rows), map_, probe_commands=True)
    assert [query.text for query in loaded(tmp_path / "out.jsonl").queries] == [question]
    assert said in report.render()
    assert ("WARNING" in report.render()) is (rows is TWO and map_ is OFF)


def people(folder: Path, *rows: Any, **map_: Any) -> int:
    log = write_log(folder, *rows)
    return count_people(log, settled(parse_map({**MAP, **map_}, "map"), log))


def test_the_assistant_those_left_out_bad_rows_and_the_unnamed_are_not_people(tmp_path: Path) -> None:
    said = row("2025-03-01T08:00Z")
    assert people(tmp_path, said, car("2025-03-01T08:00Z", "Hi.")) == 1
    assert people(tmp_path, said, row("2025-03-01T08:00Z", who="Eve", role="system")) == 1
    assert people(tmp_path, said, row("yesterday", who="Eve"), [3], row("2025-03-01T08:00Z", who="")) == 1
    assert people(tmp_path, said, row("2025-03-01T08:00Z", who="Ben"), row("2025-03-01T08:00Z", who="Cy")) == 2


def test_a_row_without_words_makes_nobody_a_speaker_and_those_behind_it_still_count(tmp_path: Path) -> None:
    silent = row("2025-03-01T08:00Z", None, "Ben", calls=[RADIO])
    assert people(tmp_path, row("2025-03-01T08:00Z"), silent) == 1
    assert people(tmp_path, row("2025-03-01T08:00Z"), silent, row("2025-03-01T08:00Z", "Hm.", "Ben")) == 2
    as_user = row("2025-03-01T08:00Z", who="car")
    assert people(tmp_path, row("2025-03-01T08:00Z"), car("2025-03-01T08:00Z", "Hi."), as_user) == 2


def test_without_a_column_of_names_nobody_is_named(tmp_path: Path) -> None:
    columns = {name: path for name, path in COLUMNS.items() if name != "speaker"}
    assert people(tmp_path, row("2025-03-01T08:00Z"), columns=columns) == 0
    assert people(tmp_path, row("2025-03-01T08:00Z"), columns=columns, speakers={"user": "Ada"}) == 1


def test_people_in_lists_of_messages_count(tmp_path: Path) -> None:
    rows = [
        {"at": "2025-03-01T08:00Z", "user": name, "messages": [{"role": "user", "content": "Hi"}]}
        for name in ("A", "B")
    ]
    log = write_log(tmp_path, *rows)
    map_ = parse_map({"columns": {"time": "at", "messages": "messages", "speaker": "user"}}, "map")
    assert count_people(log, settled(map_, log)) == 2


def test_with_pseudonyms_the_stand_in_is_put_before_the_query(tmp_path: Path) -> None:
    imported(write_log(tmp_path, *TWO), probe_commands=True, pseudonym_key=b"k" * 32)
    (query,) = loaded(tmp_path / "out.jsonl").queries
    speaker = records(tmp_path / "out.jsonl")[1]["speaker"]
    assert speaker != "Ada"
    assert query.text.startswith(f"{speaker}: ")


SUPPORT = [
    {"at": "2025-03-01T08:00Z", "customer": "Ada", "role": "user", "text": "Put the radio on"},
    {"at": "2025-03-01T08:01Z", "customer": "Ada", "role": "assistant", "text": "It is on now"},
    {"at": "2025-03-01T09:00Z", "customer": "Ben", "role": "user", "text": "Put the radio off"},
]


def test_a_person_named_in_rows_of_the_assistant_does_not_speak_there(tmp_path: Path) -> None:
    columns = {"time": "at", "person": "customer", "role": "role", "text": "text"}
    log = write_log(tmp_path, *SUPPORT)
    imported(log, {"columns": columns})
    speakers = [record["speaker"] for record in records(tmp_path / "out.jsonl")[1:]]
    assert speakers == ["Ada", "assistant", "Ben"]
    imported(log, {"columns": columns}, pseudonym_key=b"k" * 32)
    assert "Ada" not in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


def guessed(folder: Path, *rows: Any) -> dict[str, Any]:
    return tomllib.loads(guess_map(write_log(folder, *rows), ImportMap()).render())


@pytest.mark.parametrize("name", ["customer", "client", "caller", "visitor", "guestName", "customer_id", "Fahrer"])
def test_a_name_that_both_sides_have_is_proposed_as_the_person(tmp_path: Path, name: str) -> None:
    rows = [{name if key == "customer" else key: value for key, value in row.items()} for row in SUPPORT]
    columns = guessed(tmp_path, *rows)["columns"]
    assert (columns.get("person"), columns.get("speaker")) == (name, None)


def test_names_of_the_assistant_alone_go_beside_those_of_the_person(tmp_path: Path) -> None:
    rows = [{**row, "agent_name": "Nav" if row["role"] == "assistant" else None} for row in SUPPORT]
    columns = guessed(tmp_path, *rows)["columns"]
    assert (columns["person"], columns["speaker"]) == ("customer", "agent_name")
    rows = [{**row, "agent_name": "Nav"} for row in SUPPORT]
    assert "speaker" not in guessed(tmp_path, *rows)["columns"]


def test_names_of_things_are_no_speakers_and_what_looks_like_names_is_told(tmp_path: Path) -> None:
    rows = [
        {"at": f"2025-03-01T08:0{n}Z", "text": f"Turn it up by {n}", "tool_name": "Amp", "conductrice": "Eve"}
        for n in range(3)
    ]
    shown = guess_map(write_log(tmp_path, *rows), ImportMap()).render()
    assert "speaker" not in tomllib.loads(shown)["columns"]
    assert "# not used: tool_name ('Amp'), conductrice ('Eve')" in shown
    assert "([columns] speaker), or roles ([columns] role, with [roles]): tool_name, conductrice" in shown


def test_a_guess_writes_the_switch_where_several_people_speak_and_a_comment_where_not(tmp_path: Path) -> None:
    assert guessed(tmp_path, *SUPPORT)["probes"] == {"name_speaker": True}
    shown = guess_map(write_log(tmp_path, *SUPPORT[:2]), ImportMap()).render()
    assert tomllib.loads(shown)["probes"] == {}
    assert "# name_speaker = true" in shown
    given = parse_map({"probes": {"name_speaker": False}}, "map")
    shown = guess_map(write_log(tmp_path, *SUPPORT), given).render()
    assert tomllib.loads(shown)["probes"] == {"name_speaker": False}


def named(folder: Path, *who: tuple[str | None, str | int | None]) -> tuple[list[str], dict[str, int]]:
    """The speakers of rows with these names and ids, and what is noted."""
    rows = [
        {"at": f"2025-03-01T08:00:0{number}Z", "text": "hello", "role": "user", "who": name, "no": person}
        for number, (name, person) in enumerate(who)
    ]
    columns = {"time": "at", "text": "text", "role": "role", "speaker": "who", "person": "no"}
    report = imported(write_log(folder, *rows), {"columns": columns})
    return [one["speaker"] for one in records(folder / "out.jsonl")[1:]], report.notes


def test_two_ids_with_one_name_are_two_persons_and_counted(tmp_path: Path) -> None:
    told = named(tmp_path, ("Anna", 1001), ("Anna", 2002), ("Ben", 2002), ("Anna", 1001), ("Anna", 2002))
    assert told == (["Anna", "Anna (2)", "Ben", "Anna", "Anna (2)"], {ONE_NAME: 1})


def test_a_name_without_an_id_or_beside_another_name_is_as_it_stands(tmp_path: Path) -> None:
    told = named(tmp_path, ("Anna", 1001), ("Anna", None), ("Anna", "Owner"), ("Anna", "Other owner"), (None, "Cleo"))
    assert told == (["Anna", "Anna", "Anna", "Anna", "Cleo"], {})


def test_ids_with_one_name_make_queries_begin_with_who_asks(tmp_path: Path) -> None:
    columns = {"time": "at", "text": "text", "role": "role", "speaker": "who", "person": "no"}
    rows = [{"at": "2025-03-01T08:00:00Z", "text": "x", "role": "user", "who": "Anna", "no": no} for no in ("u1", "u2")]
    map_ = settled(parse_map({"columns": columns}, ""), tmp_path / "log.jsonl")
    assert count_people(write_log(tmp_path, *rows), map_) == 2


def test_a_name_in_two_timelines_is_told_apart_in_neither(tmp_path: Path) -> None:
    rows = [
        {"at": "2025-03-01T08:00:00Z", "text": "x", "role": "user", "who": "Anna", "no": number, "car": car_}
        for number, car_ in ((1, "a"), (2, "b"))
    ]
    columns = {"time": "at", "text": "text", "role": "role", "speaker": "who", "person": "no"}
    out = tmp_path / "cars"
    imported(write_log(tmp_path, *rows), {"columns": columns, "scenario": {"column": "car"}}, out=out)
    assert [records(out / f"{name}.jsonl")[1]["speaker"] for name in "ab"] == ["Anna", "Anna"]


@pytest.mark.parametrize("unseen", ["\u200e", "\u200b", "\ufeff", "\u00a0", " ", "\u202a", "\u2009", "\u3000"])
def test_what_nobody_sees_around_a_name_makes_no_other_person(tmp_path: Path, unseen: str) -> None:
    said = row("2025-03-01T08:02Z", "Thanks.", f"{unseen}Ada{unseen}")
    nav = {"at": "2025-03-01T08:03Z", "who": f"Nav{unseen}", "text": "Yes."}
    report = imported(
        write_log(tmp_path, *TWO[:2], said, nav),
        {**MAP, "speakers": {"assistants": [f"{unseen}Nav"]}},
        probe_commands=True,
        pseudonym_key=b"0123456789abcdef",
    )
    first, second, third = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert first.speaker == second.speaker
    assert (third.role, report.asking is not None and report.asking.names_speaker) == ("assistant", False)
