"""What a query can name is a message that stands in the timeline, under one name."""

import json
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.message_ids import MessageIds
from replay.importing.problems import BadField
from replay.timeline import LoggedCommand
from tests.importing import COLUMNS, call, car, imported, loaded, records, row, write_log
from vehicle.commands import Command

WITH_IDS: dict[str, Any] = {"columns": {**COLUMNS, "id": "id"}}
RADIO = call("carcontrol_radio_switch", switch=True)


def asking(folder: Path, **query: Any) -> Path:
    path = folder / "queries.jsonl"
    path.write_text(json.dumps({"text": "Well?", "commands": [], **query}) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("text", [None, ""])
@pytest.mark.parametrize(
    ("field", "query"),
    [
        ("before", {"before": "k2"}),
        ("evidence", {"evidence": ["k1", "k2"]}),
        ("superseded", {"superseded": [{"evidence": ["k2"]}]}),
        ("unwanted", {"unwanted": {"commands": [{"name": "x"}], "messages": ["k2"]}}),
    ],
)
def test_a_row_of_calls_alone_is_no_message_that_a_query_may_name(
    tmp_path: Path, text: str | None, field: str, query: dict[str, Any]
) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z", id="k1"), {**car("2025-03-01T08:01Z", text, RADIO), "id": "k2"})
    with pytest.raises(InputError, match=f"line 1: {field}: 'k2': its row has calls and no text"):
        imported(log, WITH_IDS, queries=asking(tmp_path, **query))
    assert not (tmp_path / "out.jsonl").exists()


def test_a_query_before_a_row_of_calls_alone_is_told_to_give_its_time_which_asks_before_the_calls(
    tmp_path: Path,
) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z", id="k1"), {**car("2025-03-01T08:01Z", None, RADIO), "id": "k2"})
    with pytest.raises(InputError, match=r"name one that is, or give its time as cutoff$"):
        imported(log, WITH_IDS, queries=asking(tmp_path, before="k2"))
    imported(log, WITH_IDS, queries=asking(tmp_path, cutoff="2025-03-01T08:01Z"))
    scenario = loaded(tmp_path / "out.jsonl")
    command = scenario.timeline.records[-1]
    cutoff = scenario.queries[0].cutoff
    assert isinstance(command, LoggedCommand)
    assert cutoff is not None
    assert (cutoff.at_us, cutoff < command.position) == (command.position.at_us, True)


def test_a_row_that_was_left_out_lends_its_id_to_nobody_and_may_come_again(tmp_path: Path) -> None:
    bad, good = row("2025-03-01T08:00Z", "half \ud83d", id="k1"), row("2025-03-01T09:00Z", "whole", id="k1")
    other = row("2025-03-01T08:30Z", id="k0")
    queries = asking(tmp_path, before="k1")
    with pytest.raises(InputError, match="before: 'k1': the log has no such id, or its row was left out"):
        imported(write_log(tmp_path, bad, other, name="log.json"), WITH_IDS, queries=queries, skip_bad=1)
    imported(write_log(tmp_path, bad, other, good, name="log.json"), WITH_IDS, queries=queries, skip_bad=1)
    scenario = loaded(tmp_path / "out.jsonl")
    (query,) = scenario.queries
    assert query.cutoff is not None
    assert scenario.timeline.n_visible(query.cutoff) == 1


def test_an_id_that_is_the_name_made_for_an_earlier_message_is_still_the_logs(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "unnamed"),
        row("2025-03-01T08:01Z", "named", id="row-1"),
        row("2025-03-01T08:02Z", "named alike", id="row-1-"),
        car("2025-03-01T08:03Z", None, RADIO),
    )
    queries = asking(tmp_path, evidence=["row-1"], before="row-1-")
    imported(log, WITH_IDS, queries=queries, probe_commands=True)
    said = {item["text"]: item["id"] for item in records(tmp_path / "out.jsonl") if item["record"] == "message"}
    assert said == {"unnamed": "row-1", "named": "row-1-", "named alike": "row-1--"}
    drawn, own = loaded(tmp_path / "out.jsonl").queries
    assert drawn.gold.commands == (Command(name="carcontrol_radio_switch", args={"switch": True}),)
    assert own.gold.evidence_ids == ("m000002",)
    assert own.cutoff == drawn.cutoff  # both stand before the third message


def test_an_id_is_one_messages_and_a_made_name_nobodys() -> None:
    ids = MessageIds(has_ids=True)
    assert ids.take("s", "row-2", is_message=True) == "row-2"
    with pytest.raises(BadField, match="a second time"):
        ids.take("s", "row-2", is_message=False)
    assert ids.find("s", "row-2", "evidence") == "row-2"
    assert ids.take("other", "row-2", is_message=True) == "row-2"
    assert ids.made("s", 2) == "row-2-"
    with pytest.raises(BadField, match="no such id"):
        ids.find("s", "row-2-", "evidence")
    with pytest.raises(BadField, match="id is not named"):
        MessageIds(has_ids=False).find("s", "row-2", "evidence")


def test_an_id_of_a_row_that_was_left_out_means_the_row_that_has_it_next() -> None:
    ids = MessageIds(has_ids=True)
    ids.take("s", "k", is_message=True)
    ids.leave_out("s", "k")
    with pytest.raises(BadField, match="its row was left out"):
        ids.find("s", "k", "evidence")
    ids.take("s", "k", is_message=False)
    with pytest.raises(BadField, match="calls and no text"):
        ids.find("s", "k", "evidence")
    with pytest.raises(BadField, match="a second time"):
        ids.take("s", "k", is_message=True)


def test_a_row_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    bad = {"name": "carcontrol_navigation_navigate_to", "args": {"destination": "\ud83d"}}
    half = car("2025-03-01T08:01Z", "Done.", RADIO, bad)
    report = imported(write_log(tmp_path, row("2025-03-01T08:00Z"), half, name="log.json"), WITH_IDS, skip_bad=1)
    why = "half a character, or bytes that are no UTF-8, or nested too deep"
    assert report.bad == (f"{tmp_path}/log.json: line 1, record 2: args: {why}",)
    assert [item["record"] for item in records(tmp_path / "out.jsonl")] == ["scenario", "message"]
