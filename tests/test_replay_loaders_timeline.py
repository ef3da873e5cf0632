import json
from pathlib import Path

import pytest

from memory.position import cutoff_at
from replay.dataset import Selection
from replay.errors import InputError
from replay.findings import Findings
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
        ({"before": "zz"}, "no earlier message has the id 'zz'"),
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
