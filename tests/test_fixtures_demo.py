"""The bundled demo and the small scenarios keep what their README says; numbers are counted by hand."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import orjson
import pytest

from memory.position import Position, cutoff_at, is_visible
from vehicle.commands import Command
from vehicle.decide import decide
from vehicle.events import FieldChanged
from vehicle.fold import carry_out
from vehicle.state import State

Record = dict[str, Any]

PEOPLE = ["Inês Valadares", "Duarte Pimenta", "Qiao Lin"]
N_MESSAGES = 336
SMALL = Path(str(files("fixtures"))) / "small"
SMALL_FILES = [
    "empty_timeline.jsonl",
    "hour_bucket.jsonl",
    "late_correction.jsonl",
    "missing_midnight.jsonl",
    "one_instant.jsonl",
    "query_before_first_message.jsonl",
    "repeated_hour.jsonl",
    "tie_at_cutoff.jsonl",
    "two_queries_one_cutoff.jsonl",
]


def read(path: Path) -> list[Record]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def of_kind(records: list[Record], kind: str) -> list[Record]:
    return [record for record in records if record["record"] == kind]


def moment(text: str, zone: str) -> datetime:
    parsed = datetime.fromisoformat(text)
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=ZoneInfo(zone))


def to_us(when: datetime) -> int:
    return (when - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def n_visible(records: list[Record], query: Record) -> int:
    zone = records[0]["zone"]
    cutoff = cutoff_at(to_us(moment(query["cutoff"], zone)))
    return sum(
        is_visible(Position(to_us(moment(record["at"], zone)), seq), cutoff)
        for seq, record in enumerate(of_kind(records, "message"), start=1)
    )


def spoken(when: datetime) -> str:
    return f"{when.hour % 12 or 12}:{when:%M} {'AM' if when.hour < 12 else 'PM'}"


def command(record: Record) -> Command:
    return Command(name=record["name"], args=record["args"])


DEMO = read(Path(str(files("fixtures"))) / "demo" / "lantern.jsonl")
MESSAGES = of_kind(DEMO, "message")
QUERIES = of_kind(DEMO, "query")
LABELLED = {message["id"]: message for message in MESSAGES if "id" in message}
EVERY_FILE = [DEMO, *(read(SMALL / name) for name in SMALL_FILES)]


def test_the_demo_has_the_records_that_its_readme_counts() -> None:
    assert Counter(record["record"] for record in DEMO) == {
        "scenario": 1, "message": N_MESSAGES, "command": 27, "forget": 1, "query": 26,
    }  # fmt: skip
    assert DEMO[0]["people"] == PEOPLE


def test_only_those_who_share_the_car_speak_and_the_car_answers() -> None:
    assert {message["speaker"] for message in MESSAGES if message["role"] == "user"} == set(PEOPLE)
    assert {message["speaker"] for message in MESSAGES if message["role"] == "assistant"} == {"Car"}


def test_the_demo_lasts_six_weeks() -> None:
    first, last = (datetime.fromisoformat(message["at"]).date() for message in (MESSAGES[0], MESSAGES[-1]))
    assert (first.isoformat(), last.isoformat()) == ("2025-03-03", "2025-04-13")


def test_people_talk_in_sessions_of_seven_to_fifteen_messages() -> None:
    times = [datetime.fromisoformat(message["at"]) for message in MESSAGES]
    starts = [0, *(i for i in range(1, len(times)) if times[i] - times[i - 1] > timedelta(minutes=30)), len(times)]
    lengths = [end - start for start, end in pairwise(starts)]
    assert len(lengths) == 36
    assert (min(lengths), max(lengths)) == (7, 15)


@pytest.mark.parametrize("records", EVERY_FILE, ids=lambda records: records[0]["id"])
def test_records_stand_in_time_order(records: list[Record]) -> None:
    times = [moment(record.get("at") or record["cutoff"], records[0]["zone"]) for record in records[1:]]
    instants = [to_us(when) for when in times]
    assert instants == sorted(instants)


@pytest.mark.parametrize("records", EVERY_FILE, ids=lambda records: records[0]["id"])
def test_no_time_without_offset_is_skipped_or_repeated_by_the_clock(records: list[Record]) -> None:
    texts = [record[key] for record in records for key in ("at", "cutoff", "occurred_at") if key in record]
    for when in (moment(text, records[0]["zone"]) for text in texts):
        if isinstance(when.tzinfo, ZoneInfo):
            assert when.utcoffset() == when.replace(fold=1).utcoffset()
            assert when.astimezone(UTC).astimezone(when.tzinfo).replace(tzinfo=None) == when.replace(tzinfo=None)


@pytest.mark.parametrize("records", EVERY_FILE, ids=lambda records: records[0]["id"])
def test_every_command_is_accepted_and_every_reference_changes_the_factory_state(records: list[Record]) -> None:
    assert all(carry_out(State(), map(command, of_kind(records, "command"))).accepted)
    for query in of_kind(records, "query"):
        assert query["commands"]
        for call in query["commands"]:
            events = decide(State(), command(call))
            assert events
            assert all(isinstance(event, FieldChanged) for event in events)


@pytest.mark.parametrize("records", EVERY_FILE, ids=lambda records: records[0]["id"])
def test_what_a_question_rests_on_was_said_before_its_cutoff(records: list[Record]) -> None:
    zone = records[0]["zone"]
    said = {message["id"]: moment(message["at"], zone) for message in of_kind(records, "message") if "id" in message}
    for query in of_kind(records, "query"):
        assert all(said[label] < moment(query["cutoff"], zone) for label in query["evidence"])


def test_a_question_names_the_clock_time_of_its_cutoff() -> None:
    for query in QUERIES:
        assert query["text"].startswith(f"At {spoken(datetime.fromisoformat(query['cutoff']))}, ")


def test_a_fact_carries_the_day_and_minute_of_its_evidence() -> None:
    for query in QUERIES[1:]:
        said = [datetime.fromisoformat(LABELLED[label]["at"]) for label in query["evidence"]]
        stamps = [f"[{when:%B} {when.day}, {when.year}] At {spoken(when)}, " for when in said]
        assert len(query["facts"]) == len(stamps)
        assert all(fact.startswith(stamp) for fact, stamp in zip(query["facts"], stamps, strict=True))


def test_every_label_is_used_by_a_question_or_a_request() -> None:
    used = {label for query in QUERIES for label in query["evidence"]}
    used |= {label for request in of_kind(DEMO, "forget") for label in request["messages"]}
    assert used == set(LABELLED)


def test_the_first_question_comes_before_anything_about_a_setting_was_said() -> None:
    first = QUERIES[0]
    assert first["evidence"] == []
    assert n_visible(DEMO, first) == 15
    assert not [message for message in MESSAGES[:15] if re.search(r"\d|level|heating|light", message["text"])]


def test_questions_cover_all_five_kinds_of_reasoning() -> None:
    assert Counter(query["reasoning_type"] for query in QUERIES) == {
        "preference_conflict": 6, "conditional_constraint": 6, "coreference_resolution": 6,
        "state_shift": 4, "error_correction": 4,
    }  # fmt: skip


def test_the_same_question_has_another_answer_after_a_change() -> None:
    asked: dict[str, list[Any]] = {}
    for query in QUERIES:
        text = query["text"].partition(", ")[2].partition("told the car: ")[2]
        asked.setdefault(text, []).append(list(query["commands"][0]["args"].values())[-1])
    assert {text: answers for text, answers in asked.items() if len(answers) > 1} == {
        "'Give me my ambient light.'": ["cyan", "pink", "cyan"],
        "'Seat heating, the way I like it.'": [3, 2],
        "'Put the seat position where I need it.'": [80, 65],
        "'Head-up display on, at my HUD height.'": [4, 7],
        "'The instrument panel brightness, as I have it at this hour.'": [1, 5],
    }


def test_for_eleven_questions_more_lies_ahead_than_behind() -> None:
    visible = [n_visible(DEMO, query) for query in QUERIES]
    assert visible[:3] == [15, 63, 88]
    assert visible[-1] == N_MESSAGES - 10
    assert sum(2 * seen < N_MESSAGES for seen in visible) == 11


def test_a_message_at_the_very_cutoff_is_not_visible() -> None:
    query = QUERIES[5]
    same_instant = [i for i, message in enumerate(MESSAGES) if message["at"] == query["cutoff"]]
    assert same_instant == [113]
    assert n_visible(DEMO, query) == 113


def test_three_questions_need_two_commands() -> None:
    assert [index for index, query in enumerate(QUERIES) if len(query["commands"]) == 2] == [6, 12, 24]


def test_what_was_to_be_forgotten_is_evidence_only_before_the_request() -> None:
    (request,) = of_kind(DEMO, "forget")
    beside = [message for message in MESSAGES if message["speaker"] == request["person"]]
    asked_at = datetime.fromisoformat(request["at"])
    assert any(0 <= (asked_at - datetime.fromisoformat(m["at"])).total_seconds() <= 5 for m in beside)
    citing = [query["cutoff"] < request["at"] for query in QUERIES if set(query["evidence"]) & set(request["messages"])]
    assert citing == [True]


def test_no_message_that_stays_tells_the_forgotten_color() -> None:
    (request,) = of_kind(DEMO, "forget")
    telling = [message.get("id") for message in MESSAGES if re.search(r"\bpink\b", message["text"], re.IGNORECASE)]
    assert telling == request["messages"]


def test_one_correction_speaks_of_a_day_three_weeks_before_it_became_known() -> None:
    (late,) = [message for message in MESSAGES if "occurred_at" in message]
    gap = datetime.fromisoformat(late["at"]).date() - datetime.fromisoformat(late["occurred_at"]).date()
    assert gap == timedelta(days=22)
    assert late["id"] in QUERIES[19]["evidence"]


def test_one_rule_and_its_question_are_in_chinese() -> None:
    chinese = [message for message in MESSAGES if "外婆" in message["text"]]
    assert [message["id"] for message in chinese] == QUERIES[21]["evidence"]
    assert "外婆" in QUERIES[21]["text"]


def test_a_command_follows_within_seconds_what_its_person_said() -> None:
    for record in of_kind(DEMO, "command"):
        at = datetime.fromisoformat(record["at"])
        said = [datetime.fromisoformat(m["at"]) for m in MESSAGES if m["speaker"] == record["person"]]
        assert any(timedelta(0) < at - when <= timedelta(seconds=10) for when in said), record


def test_the_hand_counts_name_every_small_scenario() -> None:
    assert sorted(path.name for path in SMALL.glob("*.jsonl")) == SMALL_FILES
    assert sorted(orjson.loads((SMALL / "EXPECTED.json").read_bytes())) == SMALL_FILES


@pytest.mark.parametrize("name", SMALL_FILES)
def test_a_small_scenario_shows_and_hides_what_was_counted_by_hand(name: str) -> None:
    records = read(SMALL / name)
    n_messages = len(of_kind(records, "message"))
    counted = [
        {"query": index, "visible": n_visible(records, query), "hidden": n_messages - n_visible(records, query)}
        for index, query in enumerate(of_kind(records, "query"))
    ]
    assert counted == orjson.loads((SMALL / "EXPECTED.json").read_bytes())[name]
