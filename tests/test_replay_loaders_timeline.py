import json
from pathlib import Path

import pytest

from memory.position import cutoff_at
from replay.dataset import Selection
from replay.errors import InputError
from replay.findings import Findings
from replay.lint import lint_source
from replay.loaders.formats import load_source
from replay.loaders.timeline_jsonl import timeline_schema
from tests.scenes import us
from tests.test_replay_loaders import HEAD, lenient, load, message, timeline_file


@pytest.mark.parametrize(
    ("given", "expects"),
    [
        ({}, True),
        ({"commands": []}, True),
        ({"commands": [], "answer": "x"}, True),
        ({"commands": None}, False),
        ({"answer": ""}, False),
        ({"evidence": ["k"]}, False),
        ({"maintenance": "update"}, False),
        ({"preference": {"main": "a", "sub": "b", "detail": "c", "attribute": "d"}}, False),
        ({"facts": ["a"]}, True),
        ({"commands": [{"name": "x"}], "state": False}, False),
    ],
)
def test_commands_are_expected_unless_something_else_is(
    tmp_path: Path, given: dict[str, object], expects: bool
) -> None:
    query = {"record": "query", "text": "x", "cutoff": "2025-07-01T09:00", **given}
    path = timeline_file(tmp_path, HEAD, message("2025-07-01T08:00", id="k"), query)
    (found,) = load(f"timeline:{path}").scenarios[0].queries
    assert found.gold.expects_commands is expects
    assert found.gold.answer == given.get("answer")


def test_a_query_before_a_message_sees_all_that_stands_before_it(tmp_path: Path) -> None:
    path = timeline_file(
        tmp_path,
        HEAD,
        message("2025-07-01T08:00"),
        message("2025-07-01T08:00", "the question", id="k"),
        {"record": "query", "text": "x", "before": "k"},
        {"record": "query", "text": "x", "cutoff": "2025-07-01T08:00", "cutoff_seq": 2},
        {"record": "query", "text": "x", "cutoff": "2025-07-01T08:00"},
        message("2025-07-01T07:00", "late in the file"),
    )
    (scenario,) = load(f"timeline:{path}").scenarios
    third = list(scenario.timeline.messages())[2]
    assert (third.text, scenario.queries[0].cutoff) == ("the question", third.position)
    visible = [scenario.timeline.n_visible(query.cutoff) for query in scenario.queries if query.cutoff]
    assert visible == [2, 1, 1]
    assert scenario.queries[2].cutoff == cutoff_at(us("2025-07-01 07:00"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"before": "k", "cutoff": "2025-07-01T08:00"}, "not both"),
        ({"cutoff_seq": 1}, "cutoff_seq needs a cutoff"),
        ({"cutoff": "2025-07-01T08:00", "cutoff_seq": -1}, "cutoff_seq"),
        ({"before": "zz"}, "no message of the file has the id 'zz'"),
        ({"maintenance": "forget"}, "maintenance"),
        ({"preference": {"main": "a"}}, "preference.sub"),
        ({"answer": 3}, "answer"),
    ],
)
def test_a_query_that_cannot_be_read_names_the_field(tmp_path: Path, given: dict[str, object], said: str) -> None:
    path = timeline_file(tmp_path, HEAD, message("2025-07-01T08:00", id="k"), {"record": "query", "text": "x", **given})
    with pytest.raises(InputError, match=f"t.jsonl: line 3: .*{said}"):
        load(f"timeline:{path}")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (json.dumps(HEAD).encode("utf-16"), "line 1: this is UTF-16"),
        (json.dumps(HEAD).encode() + b"\n\xff\n", "line 2: not UTF-8"),
        (json.dumps(HEAD).encode() + b'\n{"record": "message", "text": "\\ud800"}\n', "line 2: no JSON"),
        (json.dumps(HEAD).encode() + b'\n{"rec', "line 2: no JSON: .*; the last line may be cut off"),
    ],
)
def test_bytes_that_are_no_timeline_are_told_with_their_line_and_a_lenient_reader_goes_on(
    tmp_path: Path, raw: bytes, said: str
) -> None:
    (tmp_path / "t.jsonl").write_bytes(raw)
    with pytest.raises(InputError, match=f"t.jsonl: {said}"):
        load(f"timeline:{tmp_path / 't.jsonl'}")
    if b"\xff\xfe" not in raw:
        assert ("unreadable_line", "error", "line 2") in lenient(f"timeline:{tmp_path / 't.jsonl'}")


def test_a_byte_order_mark_and_windows_line_ends_change_nothing_but_the_digest(tmp_path: Path) -> None:
    path = timeline_file(tmp_path, HEAD, message("2025-07-01T08:00"))
    plain = load_source(f"timeline:{path}", Selection(), Findings(strict=True))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    marked = load_source(f"timeline:{path}", Selection(), Findings(strict=True))
    assert [s.timeline.records for s in marked.scenarios] == [s.timeline.records for s in plain.scenarios]
    assert marked.digest != plain.digest


def test_the_schema_knows_every_record_and_refuses_other_fields() -> None:
    records = timeline_schema()["$defs"]
    kinds = {part["properties"]["record"]["const"]: part for part in records.values() if "record" in part["properties"]}
    assert set(kinds) == {"scenario", "message", "command", "forget", "query"}
    assert all(part["additionalProperties"] is False for part in kinds.values())
    assert {"answer", "preference", "maintenance", "before", "origin"} <= set(kinds["query"]["properties"])


def test_a_message_may_name_its_session_and_the_name_stays_in_the_loader(tmp_path: Path) -> None:
    path = timeline_file(
        tmp_path,
        HEAD,
        message("2025-07-01T08:10", "c", session="tuesday"),
        message("2025-07-01T08:00", "a", session="monday"),
        message("2025-07-01T08:05", "b"),
        message("2025-07-02T08:00", "d", session="monday"),
    )
    (scenario,) = load(f"timeline:{path}").scenarios
    assert [record.position.seq for record in scenario.timeline.messages()] == [1, 2, 3, 4]
    assert scenario.sessions == ((1, 4), range(3, 4))
    assert "monday" not in repr(scenario)
    with pytest.raises(InputError, match=r"line 2: .*session"):
        load(f"timeline:{timeline_file(tmp_path, HEAD, message('2025-07-01T08:00', session=3))}")


@pytest.mark.parametrize(
    ("sessions", "told"),
    [
        ("aabb", []),
        ("aab ba", ["line 4: session 'b' begins before session 'a' is over"]),
        ("abab", ["line 3: session 'b' begins before session 'a' is over"]),
        (
            "abcab",
            [
                "line 3: session 'b' begins before session 'a' is over",
                "line 4: session 'c' begins before session 'b' is over",
            ],
        ),
        ("abaca", ["line 3: session 'b' begins before session 'a' is over"]),
        ("a  a", []),
        ("", []),
    ],
)
@pytest.mark.parametrize("step", [0, 1])
def test_a_session_that_goes_on_after_another_began_is_told_once(
    tmp_path: Path, sessions: str, told: list[str], step: int
) -> None:
    lines = [
        message(f"2025-07-01T08:{step * number:02}", str(number), session=name.strip())
        for number, name in enumerate(sessions)
    ]
    found = Findings(strict=False)
    load_source(f"timeline:{timeline_file(tmp_path, HEAD, *lines)}", Selection(), found)
    about = [finding for finding in found if "session '" in finding.message]
    assert [f"{finding.item}: {finding.message}" for finding in about] == told
    assert all((finding.kind, finding.level) == ("unsorted_line", "warning") for finding in about)


def test_sessions_that_only_the_order_of_the_file_mixes_are_not_told(tmp_path: Path) -> None:
    lines = [
        message(f"2025-07-01T0{hour}:00", str(hour), session=name) for hour, name in ((1, "a"), (5, "b"), (2, "a"))
    ]
    found = Findings(strict=False)
    load_source(f"timeline:{timeline_file(tmp_path, HEAD, *lines)}", Selection(), found)
    assert not [finding for finding in found if "session '" in finding.message]


def test_what_is_not_to_be_asked_stands_apart_with_its_place_in_the_file(tmp_path: Path) -> None:
    query = {"record": "query", "text": "x", "cutoff": "2025-07-01T09:00"}
    judged = {**query, "maintenance": "append", "ask": False}
    path = timeline_file(
        tmp_path, HEAD, message("2025-07-01T08:00"), judged, query, judged, {**query, "maintenance": "pass"}
    )
    (scenario,) = load(f"timeline:{path}").scenarios
    assert [(q.index, q.origin.event_index, q.gold.maintenance) for q in scenario.queries] == [
        (0, 1, None),
        (1, 3, "pass"),
    ]
    assert [(q.index, q.origin.event_index, q.gold.maintenance) for q in scenario.maintenance] == [
        (0, 0, "append"),
        (1, 2, "append"),
    ]
    with pytest.raises(InputError, match="a query that is not asked expects a maintenance action"):
        load(f"timeline:{timeline_file(tmp_path, HEAD, {**query, 'ask': False})}")


@pytest.mark.parametrize("first", ["time,speaker,text", '{"role": "user", "content": "hi"}', "[]", '{"record": "row"}'])
def test_what_is_no_timeline_from_its_first_line_on_is_pointed_to_the_import(tmp_path: Path, first: str) -> None:
    path = tmp_path / "chat.csv"
    path.write_text(f"{first}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"^chat\.csv: line 1: .*; if this is a log or a table, pastlane import makes"):
        load(f"timeline:{path}")


def test_a_timeline_with_a_bad_line_is_not_pointed_to_the_import(tmp_path: Path) -> None:
    path = timeline_file(tmp_path, HEAD, {"role": "user"})
    with pytest.raises(InputError, match=r"line 2: no record of a timeline: Unable to extract tag") as caught:
        load(f"timeline:{path}")
    assert "import" not in str(caught.value)


def test_a_key_that_stands_twice_in_a_line_is_refused_with_line_and_key(tmp_path: Path) -> None:
    path = timeline_file(tmp_path, HEAD, message("2025-07-01T08:00"))
    call = '{"name": "carcontrol_x", "args": {"level": 1, "level": 2}}'
    doubled = (
        '{"record": "message", "at": "2025-07-01T08:01", "speaker": "Ada", "text": "one", "text": "two"}',
        '{"record": "query", "text": "x", "cutoff": "2025-07-01T09:00", "commands": [' + call + "]}",
    )
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in doubled))
    with pytest.raises(InputError, match=r"line 3: the key 'text' stands twice in one object"):
        load(f"timeline:{path}")
    findings = Findings(strict=False)
    load_source(f"timeline:{path}", Selection(), findings)
    assert [(one.kind, one.item, one.message) for one in findings if one.level == "error"] == [
        ("unreadable_line", "line 3", "the key 'text' stands twice in one object"),
        ("unreadable_line", "line 4", "the key 'level' stands twice in one object"),
    ]


def test_words_that_look_like_keys_are_words(tmp_path: Path) -> None:
    text = 'He said "text": "no", and C:\\"text" : 1'
    path = timeline_file(tmp_path, HEAD, message("2025-07-01T08:00", text))
    (only,) = load(f"timeline:{path}").scenarios[0].timeline.messages()
    assert only.text == text


def test_a_doubled_key_that_is_nested_too_deeply_to_be_named_is_refused_as_such(tmp_path: Path) -> None:
    path = timeline_file(tmp_path, HEAD, message("2025-07-01T08:00"))
    args = '{"a": ' * 1000 + '1, "a": 2' + "}" * 1000
    with path.open("a", encoding="utf-8") as file:
        file.write('{"record": "command", "at": "2025-07-01T08:01", "name": "x", "args": ' + args + "}\n")
    with pytest.raises(InputError, match="line 3: nested too deeply"):
        load(f"timeline:{path}")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"commands": []}, []),
        ({"commands": None}, []),
        ({"answer": "30"}, []),
        ({}, [("no_reference", "error", "line 3")]),
    ],
)
def test_that_nothing_should_be_done_is_said_by_an_empty_list_and_not_by_leaving_it_out(
    tmp_path: Path, more: dict[str, object], told: list[tuple[str, str, str]]
) -> None:
    query = {"record": "query", "text": "At 9:00 AM, the radio, please.", "cutoff": "2025-07-01T09:00", **more}
    records = [HEAD, message("2025-07-01T08:00", "Forget the radio."), query]
    found = lint_source(f"timeline:{timeline_file(tmp_path, *records)}", Selection())
    assert [(one.kind, one.level, one.item) for one in found if one.level != "note"] == told


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (
            message("2025-07-01T08:00", sesion="a"),
            "message has no field 'sesion'; did you mean session? known: record, at",
        ),
        (
            {"record": "query", "text": "x", "commands": [{"nam": "a", "name": "b"}]},
            "query.commands.0 has no field 'nam'; did you mean name? known: name, args",
        ),
        (
            {"record": "query", "text": "x", "superseded": [{"evidence": ["a"], "commands": [{"name": "b", "to": 1}]}]},
            "query.superseded.0.commands.0 has no field 'to'; known: name, args",
        ),
    ],
)
def test_a_field_that_is_not_known_lists_those_that_are_and_the_file_is_not_said_to_be_empty(
    tmp_path: Path, record: dict[str, object], told: str
) -> None:
    found = list(lint_source(f"timeline:{timeline_file(tmp_path, HEAD, record)}", Selection()))
    assert [one.kind for one in found if one.level != "note"] == ["unreadable_line"]
    assert found[0].message.startswith(told)


def test_a_time_that_the_zone_skips_names_its_line_and_one_that_it_shows_twice_is_told(tmp_path: Path) -> None:
    head = {**HEAD, "zone": "Europe/Berlin"}
    skipped = timeline_file(tmp_path, head, message("2025-03-30T01:30"), message("2025-03-30T02:30"))
    with pytest.raises(InputError, match=r"t\.jsonl: line 3: '2025-03-30T02:30' does not exist in Europe/Berlin"):
        load(f"timeline:{skipped}")
    doubled = timeline_file(tmp_path, head, message("2025-10-26T02:30"), message("2025-10-26T03:00"))
    (told,) = [one for one in lint_source(f"timeline:{doubled}", Selection()) if one.level == "warning"]
    assert told.kind == "ambiguous_timestamp"
    assert told.message == (
        "1 timestamp stands in an hour that the clocks of Europe/Berlin show twice (first 2025-10-26T02:30); "
        "read as the first"
    )


def test_a_request_to_forget_what_is_said_later_tells_its_instant(tmp_path: Path) -> None:
    forget = {"record": "forget", "at": "2025-07-01T08:00", "messages": ["k"]}
    path = timeline_file(tmp_path, HEAD, forget, message("2025-07-01T08:00", id="k"))
    with pytest.raises(InputError, match=r"forget of 2025-07-01T07:00:00\+00:00 names a message"):
        load(f"timeline:{path}")
