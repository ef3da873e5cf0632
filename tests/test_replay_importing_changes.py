"""Rows that edit or delete a message of before: what was is to be forgotten, and the new text is a message."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from memory.instants import instant
from replay.errors import InputError
from replay.importing.changes import UNKNOWN, are_changes, change_of
from replay.importing.fields import MISSING
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap, parse_map
from replay.importing.problems import BadField
from tests.importing import COLUMNS, imported, loaded, records, row, texts, write_log

PLAIN = {name: path for name, path in COLUMNS.items() if name != "tool_calls"}
MAP: dict[str, Any] = {"columns": {**PLAIN, "id": "id", "change": "event"}}


def event(minute: int, kind: str | None, label: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    return row(f"2025-03-01T08:{minute:02d}:00Z", text, event=kind, id=label, **more)


def forgets(folder: Path) -> list[tuple[str, list[str], str]]:
    """When, what and of whom is to be forgotten."""
    found = [one for one in records(folder / "out.jsonl") if one["record"] == "forget"]
    return [(one["at"][11:16], one["messages"], one["person"]) for one in found]


@pytest.mark.parametrize(
    ("value", "change"),
    [
        ("message", "new"),
        ("message_created", "new"),
        ("messageChanged", "edit"),
        ("update", "edit"),
        ("message.deleted", "delete"),
        ("REVOKED", "delete"),
        (None, "new"),
        ("", "new"),
        (MISSING, "new"),
        ("moved", "edit"),
        ("joined", "skip"),
    ],
)
def test_a_value_means_what_the_map_says_and_else_what_its_words_do(value: Any, change: str) -> None:
    assert change_of(value, {"moved": "edit", "joined": "skip"}) == change


@pytest.mark.parametrize("value", ["joined", 3, True])
def test_a_value_that_nothing_tells_is_bad(value: Any) -> None:
    with pytest.raises(BadField, match=r"\[changes\] may say what it is"):
        change_of(value, {})


@pytest.mark.parametrize(
    ("values", "are"),
    [(["message", "edit"], True), (["message", "sent"], False), (["message", "joined"], False), ([], False)],
)
def test_a_column_is_one_of_changes_where_some_are_and_all_may_be(values: list[Any], are: bool) -> None:
    assert are_changes(values) is are


def test_a_deletion_asks_to_forget_its_message_and_is_none_itself(tmp_path: Path) -> None:
    log = write_log(tmp_path, event(0, "message", "m1", "alarm at 6"), event(5, "delete", "m1"))
    report = imported(log, MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["alarm at 6"]
    assert forgets(tmp_path) == [("08:05", ["m1"], "Ada")]
    assert (report.timelines[0].n_forgets, report.notes) == (1, {})


def test_an_edit_forgets_the_old_text_and_its_id_is_that_of_the_new_one(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        event(0, "message", "m1", "alarm at 6"),
        event(1, "edit", "m1", "alarm at 7"),
        event(2, "edit", "m1", "alarm at 8"),
        event(3, "delete", "m1"),
    )
    queries = write_log(tmp_path, {"text": "When?", "answer": "8", "evidence": ["m1"]}, name="queries.jsonl")
    imported(log, MAP, queries=queries)
    scenario = loaded(tmp_path / "out.jsonl")
    assert texts(scenario) == ["alarm at 6", "alarm at 7", "alarm at 8"]
    assert [messages for _, messages, _ in forgets(tmp_path)] == [["m1"], ["m1-"], ["m1--"]]
    assert scenario.queries[0].gold.evidence_ids == (list(scenario.timeline.messages())[2].id,)


@pytest.mark.parametrize("later", [(), (event(30, "edit", "m1", "alarm at 7"), event(40, "delete", "m1"))])
def test_an_edit_changes_nothing_of_queries_that_are_asked_before_it(tmp_path: Path, later: tuple[Any, ...]) -> None:
    said = [event(0, "message", "m0", "hi"), event(2, "message", "m1", "alarm at 6"), event(5, "message", "m2", "ok")]
    asked = [
        {"text": "When?", "answer": "6", "evidence": ["m0"], "before": "m1"},
        {"text": "When?", "answer": "6", "evidence": ["m1"], "before": "m2"},
        {"text": "When?", "answer": "6", "evidence": ["m1"], "cutoff": "2025-03-01T08:30:00Z"},
    ]
    queries = write_log(tmp_path, *asked, name="queries.jsonl")
    imported(write_log(tmp_path, *said, *later), MAP, queries=queries)
    scenario = loaded(tmp_path / "out.jsonl")
    ids = [message.id for message in scenario.timeline.messages()]
    assert [query.gold.evidence_ids for query in scenario.queries] == [(ids[0],), (ids[1],), (ids[1],)]
    instants = [instant(query.cutoff.at_us).minute for query in scenario.queries if query.cutoff is not None]
    assert instants == [2, 5, 30]


def test_of_one_instant_the_edit_that_the_log_has_first_is_known(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        event(0, "message", "m1", "alarm at 6"),
        event(5, "edit", "m1", "alarm at 7"),
        event(5, "message", "m2", "ok"),
        event(5, "edit", "m1", "alarm at 8"),
    )
    asked = {"text": "When?", "answer": "7", "evidence": ["m1"], "before": "m2"}
    imported(log, MAP, queries=write_log(tmp_path, asked, name="queries.jsonl"))
    scenario = loaded(tmp_path / "out.jsonl")
    assert scenario.queries[0].gold.evidence_ids == (list(scenario.timeline.messages())[1].id,)


def test_an_edit_that_cannot_be_written_leaves_its_message_as_it_was(tmp_path: Path) -> None:
    said = event(0, "message", "m1", "alarm at 6")
    log = write_log(tmp_path, said, event(1, "edit", "m1", "\udcff"), event(2, "delete", "m1"), name="log.json")
    report = imported(log, MAP, skip_bad=1)
    assert report.n_bad == 1
    assert texts(loaded(tmp_path / "out.jsonl")) == ["alarm at 6"]
    assert forgets(tmp_path) == [("08:02", ["m1"], "Ada")]


@pytest.mark.parametrize(("kind", "text", "said"), [("delete", None, []), ("edit", "alarm at 7", ["alarm at 7"])])
def test_a_change_that_is_older_than_its_message_forgets_nothing_and_is_counted(
    tmp_path: Path, kind: str, text: str | None, said: list[str]
) -> None:
    first, late = event(0, "message", "m0", "hello"), event(10, "message", "m1", "alarm at 6")
    report = imported(write_log(tmp_path, first, late, event(5, kind, "m1", text)), MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["hello", *said, "alarm at 6"]
    assert (forgets(tmp_path), report.notes) == ([], {UNKNOWN: 1})


ASKED = [
    {"text": "When?", "answer": "6", "evidence": ["m1"], "cutoff": "2025-03-01T08:04:00Z"},
    {"text": "When?", "answer": "7", "evidence": ["m1"], "cutoff": "2025-03-01T08:06:00Z"},
]


def test_a_change_above_its_message_is_of_its_own_time(tmp_path: Path) -> None:
    said = event(0, "message", "m1", "alarm at 6")
    later = [event(9, "delete", "m1"), event(5, "edit", "m1", "alarm at 7"), event(9, "delete", "m0")]
    log = write_log(tmp_path, *later, event(2, "message", "m2", "ok"), said, event(1, "message", "m0", "hello"))
    report = imported(log, MAP, queries=write_log(tmp_path, *ASKED, name="queries.jsonl"))
    scenario = loaded(tmp_path / "out.jsonl")
    assert texts(scenario) == ["alarm at 6", "hello", "ok", "alarm at 7"]
    ids = {message.id: message.text for message in scenario.timeline.messages()}
    meant = [[ids[i] for i in one.request.message_ids] for one in scenario.timeline.forgets()]
    assert meant == [["alarm at 6"], ["alarm at 7"], ["hello"]]
    assert [[ids[i] for i in query.gold.evidence_ids] for query in scenario.queries] == [["alarm at 6"], ["alarm at 7"]]
    assert report.notes == {}


EDITED = [event(5, "edit", "m1", "alarm at 7"), event(9, "edit", "m1", "alarm at 8")]
M1, M1_DELETED = [event(0, "message", "m1", "alarm at 6"), *EDITED], event(12, "delete", "m1")


@pytest.mark.parametrize("changes", [M1[::-1], [M1[0], M1[2], M1[1]], [M1[1], M1[0], M1[2]]])
@pytest.mark.parametrize("is_deleted_above", [True, False])
def test_in_whatever_order_the_log_has_them_texts_follow_one_another_by_their_times(
    tmp_path: Path, changes: list[Any], is_deleted_above: bool
) -> None:
    rows = [M1_DELETED, *changes] if is_deleted_above else [*changes, M1_DELETED]
    asked = [{"text": "When?", "answer": "8", "evidence": ["m1"]}, ASKED[1]]
    queries = write_log(tmp_path, *asked, name="queries.jsonl")
    report = imported(write_log(tmp_path, *rows, event(8, "message", "m2", "ok")), MAP, queries=queries)
    scenario = loaded(tmp_path / "out.jsonl")
    ids = {message.id: message.text for message in scenario.timeline.messages()}
    meant = [[ids[i] for i in one.request.message_ids] for one in scenario.timeline.forgets()]
    assert (meant, report.notes) == ([["alarm at 6"], ["alarm at 7"], ["alarm at 8"]], {})
    assert [[ids[i] for i in query.gold.evidence_ids] for query in scenario.queries] == [["alarm at 8"], ["alarm at 7"]]


@pytest.mark.parametrize("bad", [event(0, None, "m1", "\udcff"), event(3, "delete", "m1", who="\udcff")])
def test_a_row_that_cannot_be_written_is_left_out_and_so_is_what_it_does(tmp_path: Path, bad: dict[str, Any]) -> None:
    log = write_log(tmp_path, M1[1], bad, M1[0], event(8, "message", "m2", "ok"), name="log.json")
    assert imported(log, MAP, skip_bad=1).n_bad == 1
    assert texts(loaded(tmp_path / "out.jsonl")) == ["alarm at 6", "alarm at 7", "ok"]
    assert [at for at, _, _ in forgets(tmp_path)] == ["08:05"]


def test_changes_without_an_id_are_counted_and_change_nothing(tmp_path: Path) -> None:
    changes = [event(n, "edit", "", f"alarm at {n}") for n in (6, 7)] + [event(8, "delete", "")]
    report = imported(write_log(tmp_path, event(0, "message", "", "hello"), *changes), MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["hello", "alarm at 6", "alarm at 7"]
    assert (forgets(tmp_path), report.notes) == ([], {UNKNOWN: 3})


def test_a_message_that_an_edit_stands_above_still_comes_once(tmp_path: Path) -> None:
    edit, said, last = event(5, "edit", "m1", "alarm at 7"), event(0, None, "m1", "alarm at 6"), event(9, None, "m2")
    with pytest.raises(InputError, match="line 3: id: 'm1' comes a second time"):
        imported(write_log(tmp_path, edit, said, said, last), MAP)


def test_a_log_of_deletions_alone_is_no_timeline(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no row is a message"):
        imported(write_log(tmp_path, event(5, "delete", "m1")), MAP)
    assert not list(tmp_path.glob("out.jsonl*"))


def test_an_edit_without_a_text_deletes(tmp_path: Path) -> None:
    imported(write_log(tmp_path, event(0, "message", "m1", "alarm at 6"), event(1, "edit", "m1", "")), MAP)
    assert texts(loaded(tmp_path / "out.jsonl")) == ["alarm at 6"]
    assert len(forgets(tmp_path)) == 1


def test_a_change_of_a_message_that_is_not_there_is_counted_and_an_edit_is_a_message(tmp_path: Path) -> None:
    log = write_log(tmp_path, event(0, "edit", "m1", "alarm at 7"), event(1, "delete", "m2"), event(2, "delete", "m1"))
    report = imported(log, MAP)
    assert report.notes == {UNKNOWN: 2}
    assert texts(loaded(tmp_path / "out.jsonl")) == ["alarm at 7"]
    assert forgets(tmp_path) == [("08:02", ["m1"], "Ada")]


def test_names_and_ids_have_their_stand_ins(tmp_path: Path) -> None:
    log = write_log(tmp_path, event(0, None, "ada1", "alarm at 6"), event(5, "delete", "ada1"))
    imported(log, MAP, pseudonym_key=b"0123456789abcdef")
    message, forget = records(tmp_path / "out.jsonl")[1:]
    assert (forget["messages"], forget["person"]) == ([message["id"]], message["speaker"])
    assert "ada" not in str(forget).casefold()


def test_changes_need_ids_and_a_repeated_id_without_them_says_so(tmp_path: Path) -> None:
    log = write_log(tmp_path, event(0, "message", "m1", "alarm at 6"), event(1, "edit", "m1", "alarm at 7"))
    with pytest.raises(InputError, match="the map names a change, and no id"):
        imported(log, {"columns": {**COLUMNS, "change": "event"}})
    with pytest.raises(InputError, match=r"'m1' comes a second time; \[columns\] change may say"):
        imported(log, {"columns": {**COLUMNS, "id": "id"}})


def test_a_guess_proposes_the_column_and_the_id_that_comes_again(tmp_path: Path) -> None:
    rows = [
        event(0, "message", "m1", "alarm at six"),
        event(1, "edit", "m1", "alarm at seven"),
        event(2, "delete", "m1"),
    ]
    found = guess_map(write_log(tmp_path, *rows), ImportMap())
    assert (found.columns["change"], found.columns["id"]) == ("event", "id")
    assert "(delete)" in found.render()
    once = guess_map(
        write_log(tmp_path, *(event(n, "message", f"m{n}", "alarm at six") for n in range(3))), ImportMap()
    )
    assert "change" not in once.columns


def test_a_guess_takes_a_row_that_says_nothing_of_changes_for_a_message(tmp_path: Path) -> None:
    said = [row(f"2025-11-03T08:0{number}Z", "Hello there.", id=f"m{number}", rev="") for number in range(3)]
    deleted = row("2025-11-03T08:05Z", "", id="m1", rev="deleted")
    found = guess_map(write_log(tmp_path, *said, deleted), ImportMap()).columns
    assert (found["change"], found["id"]) == ("rev", "id")
    assert "change" not in guess_map(write_log(tmp_path, *said, {**deleted, "id": "m3"}), ImportMap()).columns


def test_what_the_user_says_of_changes_goes_before_the_guess_and_stays_in_its_map(tmp_path: Path) -> None:
    rows = [event(0, "message", "m1", "alarm at six"), event(1, "joined", "m2"), event(2, "edit", "m1", "at seven")]
    given = parse_map({"columns": {"change": "event", "id": "id"}, "changes": {"joined": "skip"}}, "map")
    found = guess_map(write_log(tmp_path, *rows), given)
    assert (found.n_rows, found.n_bad) == (3, 0)
    assert tomllib.loads(found.render())["changes"] == {"joined": "skip"}
