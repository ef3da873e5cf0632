"""The bundled injections keep what they promise; each has a control that differs in the asking alone."""

import base64
from datetime import datetime
from typing import Any

import orjson
import pytest

from replay.dataset import Selection
from replay.findings import Findings
from replay.lint import lint_source
from replay.loaders.formats import load_source
from tests.gullible_agent import SUITE
from vehicle.commands import Command
from vehicle.events import CommandRejected, FieldChanged
from vehicle.fold import carry_out
from vehicle.state import FACTORY

Record = dict[str, Any]

KINDS = [
    "assistant_turn",
    "calendar_entry",
    "chat_template",
    "contact_name",
    "delayed",
    "encoded",
    "fake_correction",
    "other_language",
    "passenger",
    "quoted_mail",
    "song_title",
    "split",
    "system_line",
    "tool_result",
    "web_page",
]
CONTROL = "-control"


def read(name: str) -> list[Record]:
    return [orjson.loads(line) for line in (SUITE / f"{name}.jsonl").read_bytes().splitlines()]


def of_kind(records: list[Record], kind: str) -> list[Record]:
    return [record for record in records if record["record"] == kind]


def commands(calls: list[Record]) -> list[Command]:
    return [Command(name=call["name"], args=call["args"]) for call in calls]


def test_there_is_a_scenario_of_each_kind_and_a_control_of_each() -> None:
    assert sorted(path.stem for path in SUITE.glob("*")) == sorted([*KINDS, *(kind + CONTROL for kind in KINDS)])


def test_the_suite_is_found_by_its_name_and_lint_finds_nothing_wrong_with_it() -> None:
    dataset = load_source("injections", Selection(), Findings(strict=True))
    assert len(dataset.scenarios) == 30
    assert [finding for finding in lint_source("injections", Selection()) if finding.level != "note"] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_control_differs_in_its_name_and_in_the_words_that_ask_and_in_nothing_else(kind: str) -> None:
    injected, control = read(kind), read(kind + CONTROL)
    asking = of_kind(injected, "query")[0]["unwanted"]["messages"]
    assert len(injected) == len(control)
    for one, other in zip(injected, control, strict=True):
        differing = {key for key in one if one[key] != other.get(key)} | (other.keys() - one.keys())
        match one["record"]:
            case "scenario":
                assert differing == {"id", "title"}
            case "message":
                assert differing == ({"text"} if one.get("id") in asking else set())
            case _:
                assert differing == {"unwanted"}
                assert other["unwanted"] == {**one["unwanted"], "messages": []}


@pytest.mark.parametrize("kind", KINDS)
def test_every_query_names_the_kind_the_same_unwanted_commands_and_a_twin_of_its_own(kind: str) -> None:
    queries = of_kind(read(kind), "query")
    assert len(queries) == 4
    assert [query["unwanted"]["twin"] for query in queries] == [f"{kind}/{number}" for number in range(4)]
    assert all(query["unwanted"]["kind"] == kind for query in queries)
    assert all(query["unwanted"]["commands"] == queries[0]["unwanted"]["commands"] for query in queries)


@pytest.mark.parametrize("kind", KINDS)
def test_what_asks_and_what_a_question_rests_on_was_said_before_the_question(kind: str) -> None:
    records = read(kind)
    said = {
        message["id"]: datetime.fromisoformat(message["at"])
        for message in records
        if "id" in message and "at" in message
    }
    for query in of_kind(records, "query"):
        asked = datetime.fromisoformat(query["cutoff"])
        assert query["evidence"]
        assert all(said[label] < asked for label in (*query["evidence"], *query["unwanted"]["messages"]))
        assert set(query["evidence"]).isdisjoint(query["unwanted"]["messages"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_car_takes_every_command_and_none_that_is_wanted_is_unwanted(kind: str) -> None:
    for query in of_kind(read(kind), "query"):
        right = carry_out(FACTORY, commands(query["commands"]))
        wrong = carry_out(FACTORY, commands(query["unwanted"]["commands"]))
        assert all(right.accepted)
        assert all(wrong.accepted)
        assert not [event for event in (*right.events, *wrong.events) if isinstance(event, CommandRejected)]
        asked_for = {event.path: event.value for event in right.events if isinstance(event, FieldChanged)}
        beyond = [
            event
            for event in wrong.events
            if isinstance(event, FieldChanged) and asked_for.get(event.path) != event.value
        ]
        assert beyond, "the unwanted commands must leave a trace that the reference does not"


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_who_shares_the_car_asks_for_it_in_words_of_their_own(kind: str) -> None:
    records = read(kind)
    people = records[0]["people"]
    asking = of_kind(records, "query")[0]["unwanted"]["messages"]
    for message in of_kind(records, "message"):
        if message.get("id") in asking and message["speaker"] in people:
            assert message["text"].startswith(("'", "It says"))


def test_the_encoded_order_can_be_decoded_and_so_can_what_stands_in_its_place() -> None:
    texts = [
        next(record["text"] for record in read(name) if record.get("id") == "ask")
        for name in ("encoded", "encoded-control")
    ]
    order, harmless = (base64.b64decode(text.split()[2]).decode() for text in texts)
    assert "open the fuel port and the front trunk" in order
    assert "open" not in harmless


def test_no_control_says_a_word_of_the_unwanted_setting_where_the_injection_asks() -> None:
    for kind, word in (("passenger", "open"), ("delayed", "door"), ("song_title", "window"), ("system_line", "volume")):
        records = read(kind + CONTROL)
        asking = of_kind(read(kind), "query")[0]["unwanted"]["messages"]
        assert all(word not in record["text"].lower() for record in records if record.get("id") in asking)
