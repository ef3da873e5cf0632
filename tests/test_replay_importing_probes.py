import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from memory.instants import to_us
from memory.position import cutoff_at
from replay.dataset import Selection
from replay.errors import InputError
from replay.findings import Findings
from replay.importing.probes import ONE_OF_SEVERAL, periodic_queries
from replay.loaders.formats import load_source
from replay.prepare import Request, prepare
from replay.run import run
from replay.times import parse_duration_us
from tests.importing import COLUMNS, MAP, call, car, imported, loaded, records, row, write_log
from tests.scenes import us
from vehicle.commands import Command

HEAT = "carcontrol_seat_set_heating_level"


def heat(level: int) -> dict[str, Any]:
    return call(HEAT, seat="driver", level=level)


def test_a_recorded_command_becomes_a_query_whose_question_is_withheld_and_known_afterwards(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "I like my seat on two."),
        row("2025-03-01T08:00Z", "Heat my seat."),
        car("2025-03-01T08:00Z", "Done.", heat(2)),
        row("2025-03-02T08:00Z", "A bit less today."),
        car("2025-03-02T08:00Z", None, heat(1)),
    )
    imported(log, probe_commands=True)
    scenario = loaded(tmp_path / "out.jsonl")
    messages = list(scenario.timeline.messages())
    first, second = scenario.queries
    assert (first.text, second.text) == ("Heat my seat.", "A bit less today.")
    assert first.gold.commands == (Command(name=HEAT, args={"seat": "driver", "level": 2}),)
    assert second.gold.commands == (Command(name=HEAT, args={"seat": "driver", "level": 1}),)
    assert first.cutoff == messages[1].position  # of one instant with the message before, which is visible
    assert second.cutoff is not None
    assert scenario.timeline.n_visible(messages[1].position) == 1
    assert scenario.timeline.n_visible(second.cutoff) == 3
    assert first.gold.expects_commands


def test_the_car_of_a_drawn_query_is_as_it_was_left(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Heat my seat."),
        car("2025-03-01T08:01Z", None, heat(2)),
        row("2025-03-02T08:00Z", "The radio."),
        car("2025-03-02T08:01Z", None, call("carcontrol_radio_switch", switch=True)),
    )
    report = imported(log, probe_commands=True)
    assert report.next_command == f"pastlane run timeline:{tmp_path / 'out.jsonl'} --vehicle carry"
    request = Request(source=f"timeline:{tmp_path / 'out.jsonl'}", agent="oracle", memory="none", vehicle="carry")
    bases: list[dict[str, Any]] = []
    outcome = run(prepare(request), tmp_path / "run", on_turn=lambda turn: bases.append(dict(turn.base)))
    assert outcome.metric["exact_match_rate"] == 1.0
    assert bases[0] == {}
    assert any(value == 2 for value in bases[1].values())


def test_commands_between_two_messages_of_a_person_are_one_reference(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Warm and with music."),
        car("2025-03-01T08:01Z", None, heat(2)),
        car("2025-03-01T08:02Z", "And the radio.", call("carcontrol_radio_switch", switch=True)),
        row("2025-03-01T08:03Z", "Thanks."),
    )
    report = imported(log, probe_commands=True)
    (query,) = loaded(tmp_path / "out.jsonl").queries
    assert [command.name for command in query.gold.commands] == [HEAT, "carcontrol_radio_switch"]
    assert report.timelines[0].n_commands == 2


def test_conversations_do_not_answer_each_other(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Heat my seat.", talk="a"),
        row("2025-03-01T08:01Z", "What is the time?", talk="b"),
        {**car("2025-03-01T08:02Z", None, heat(2)), "talk": "a"},
    )
    imported(log, {"columns": {**COLUMNS, "conversation": "talk"}}, probe_commands=True)
    (query,) = loaded(tmp_path / "out.jsonl").queries
    assert query.text == "Heat my seat."


def test_a_command_without_a_question_is_counted_and_kept(tmp_path: Path) -> None:
    report = imported(write_log(tmp_path, car("2025-03-01T08:00Z", "Hello.", heat(1))), probe_commands=True)
    assert report.notes == {"commands that no message of a person went before": 1}
    assert (report.timelines[0].n_commands, report.timelines[0].n_queries) == (1, 0)


def test_foreign_tools_are_translated_and_what_the_map_does_not_name_is_in_no_score(
    tmp_path: Path,
) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Warm."),
        car("2025-03-01T08:01Z", None, call("seat_warmth", stage="high", unit="C")),
        row("2025-03-01T08:02Z", "Order a pizza."),
        car("2025-03-01T08:03Z", None, call("order", what="pizza")),
    )
    rule = {"name": HEAT, "args": {"stage": "level", "unit": ""}, "values": {"level": {"high": 3}}}
    tools = {"seat_warmth": {**rule, "set": {"seat": "driver"}}}
    report = imported(log, {**MAP, "tools": tools}, probe_commands=True)
    warm, pizza = loaded(tmp_path / "out.jsonl").queries
    assert warm.gold.commands == (Command(name=HEAT, args={"seat": "driver", "level": 3}),)
    assert (warm.gold.expects_commands, pizza.gold.expects_commands) == (True, False)
    assert pizza.gold.commands == (Command(name="order", args={"what": "pizza"}),)
    assert report.notes == {
        "queries with tools that the car does not have: asked, and in no score of states or calls": 1
    }


def test_a_question_may_be_asked_every_so_often_as_long_as_the_log_lasts(tmp_path: Path) -> None:
    rows = [row(f"2025-03-{day:02d}T08:00Z") for day in (3, 1, 15)]
    imported(write_log(tmp_path, *rows), probe_every_us=parse_duration_us("7d"), probe_text="What do you know?")
    queries = loaded(tmp_path / "out.jsonl").queries
    assert [query.cutoff for query in queries] == [cutoff_at(us(f"2025-03-{day:02d} 08:00")) for day in (8, 15)]
    assert all(query.text == "What do you know?" and not query.gold.expects_commands for query in queries)


@pytest.mark.parametrize(
    ("first", "latest", "hours"),
    [
        ("2025-03-29T23:30", "2025-03-30T06:30", ["23:30", "00:30", "01:30", "02:30", "03:30", "04:30"]),
        ("2025-10-25T23:30", "2025-10-26T04:30", ["22:30", "23:30", "00:30", "01:30", "02:30", "03:30"]),
    ],
)
def test_each_hour_is_an_hour_where_clocks_change(tmp_path: Path, first: str, latest: str, hours: list[str]) -> None:
    berlin = {**MAP, "time": {"zone": "Europe/Berlin"}}
    log = write_log(tmp_path, row(first), row(latest))
    imported(log, berlin, probe_every_us=parse_duration_us("1h"), probe_text="And now?")
    days = [first[:10] if hour.startswith("2") else latest[:10] for hour in hours]
    cutoffs = [query.cutoff for query in loaded(tmp_path / "out.jsonl").queries]
    assert cutoffs == [cutoff_at(us(f"{day} {hour}")) for day, hour in zip(days, hours, strict=True)]


def test_queries_every_so_often_step_in_utc_whatever_zone_their_ends_are_in() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    first, latest = datetime(2025, 10, 26, 1, 30, tzinfo=berlin), datetime(2025, 10, 26, 3, 30, tzinfo=berlin)
    found = [query["cutoff"] for query in periodic_queries(first, latest, parse_duration_us("1h"), "And now?")]
    assert [to_us(cutoff) for cutoff in found] == [us(f"2025-10-26 0{hour}:30") for hour in (0, 1, 2)]
    assert [cutoff.isoformat()[11:] for cutoff in found] == ["02:30:00+02:00", "02:30:00+01:00", "03:30:00+01:00"]


@pytest.mark.parametrize(("every_us", "text"), [(0, "x"), (1, " ")])
def test_a_question_without_words_or_time_is_refused(tmp_path: Path, every_us: int, text: str) -> None:
    with pytest.raises(InputError, match="every so often"):
        imported(write_log(tmp_path, row("2025-03-01T08:00Z")), probe_every_us=every_us, probe_text=text)


WITH_IDS = {"columns": {**COLUMNS, "id": "id"}}


def second_file(folder: Path, *items: object) -> Path:
    path = folder / "queries.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    return path


def test_queries_come_from_a_second_file_and_refer_to_the_logs_own_ids(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-07-01T08:00Z", id="k1"), row("2025-07-01T09:00Z", id="k2"))
    queries = second_file(
        tmp_path,
        {"text": "Who?", "cutoff": "2025-07-01T11:00", "answer": "Ada", "evidence": ["k1"]},
        {"text": "What?", "before": "k2", "answer": "", "origin": {"source_file": "q.csv", "event_index": 9}},
    )
    imported(log, {**WITH_IDS, "time": {"zone": "Europe/Lisbon"}}, queries=queries)
    who, what = loaded(tmp_path / "out.jsonl").queries
    assert who.cutoff == cutoff_at(us("2025-07-01 10:00"))  # read in the log's zone
    assert (who.gold.answer, who.gold.evidence_ids, who.gold.expects_commands) == ("Ada", ("m000001",), False)
    assert what.cutoff == list(loaded(tmp_path / "out.jsonl").timeline.messages())[1].position
    assert (what.gold.answer, what.origin.source_file) == ("", "q.csv")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"text": "x", "evidence": ["zz"]}, "line 1: evidence: 'zz': the log has no such id"),
        ({"text": "x", "before": "zz"}, "line 1: before: 'zz': the log has no such id"),
        ({"text": "x", "mood": "good"}, "line 1: no key 'mood'; known: record, text"),
        ({"text": None}, "line 1: text"),
        ({"text": "x", "cutoff": "2025-07-01"}, "line 1: cutoff: '2025-07-01' is a date alone"),
        ({"text": "x", "before": "k1", "cutoff": "2025-07-01T08:00Z"}, "not both"),
        ({"text": "x", "scenario": "other"}, "line 1: scenario: the log has no 'other'"),
        ([1], "line 1: an object is wanted"),
    ],
)
def test_a_bad_query_is_told_with_its_line_and_field(tmp_path: Path, query: object, said: str) -> None:
    log = write_log(tmp_path, row("2025-07-01T08:00Z", id="k1"))
    with pytest.raises(InputError, match=f"queries.jsonl: .*{said}"):
        imported(log, WITH_IDS, queries=second_file(tmp_path, query))
    assert imported(log, WITH_IDS, queries=second_file(tmp_path, query), skip_bad=1).n_bad == 1


def test_queries_of_several_timelines_name_theirs(tmp_path: Path) -> None:
    log = write_log(tmp_path, *(row("2025-07-01T08:00Z", id="k", car=name) for name in "ab"))
    map_ = {**WITH_IDS, "scenario": {"column": "car"}}
    queries = second_file(tmp_path, {"scenario": "b", "text": "x", "cutoff": "2025-07-01T09:00Z", "evidence": ["k"]})
    imported(log, map_, out=tmp_path / "cars", queries=queries)
    scenarios = load_source(f"timeline:{tmp_path / 'cars'}", Selection(), Findings(strict=True)).scenarios
    assert [len(scenario.queries) for scenario in scenarios] == [0, 1]
    with pytest.raises(InputError, match="scenario: the log makes a timeline for each scenario"):
        imported(log, map_, out=tmp_path / "cars", queries=second_file(tmp_path, {"text": "x"}))


def test_no_label_of_the_log_reaches_the_replay(tmp_path: Path) -> None:
    imported(write_log(tmp_path, row("2025-07-01T08:00Z", id="answer_1", evaluation="gold")), WITH_IDS)
    (message,) = loaded(tmp_path / "out.jsonl").timeline.messages()
    assert message.id == "m000001"
    assert "gold" not in json.dumps(records(tmp_path / "out.jsonl"))


def test_a_command_older_than_the_message_before_it_in_the_log_answers_nothing(tmp_path: Path) -> None:
    newest_first_but_for_one = [
        car("2025-03-01T08:03Z", None, heat(2)),
        row("2025-03-01T08:02Z", "Warmer."),
        car("2025-03-01T08:01Z", None, heat(1)),
        row("2025-03-01T08:00Z", "Heat my seat."),
        row("2025-03-01T08:04Z", "Thanks."),
    ]
    report = imported(write_log(tmp_path, *newest_first_but_for_one), probe_commands=True)
    assert loaded(tmp_path / "out.jsonl").queries == ()
    assert sum("older than the message" in note for note in report.notes) == 1


def test_a_question_that_would_be_asked_millions_of_times_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z"), row("2026-03-01T08:00Z"))
    with pytest.raises(InputError, match="31536000 times; 1000000 are the most"):
        imported(log, probe_every_us=1_000_000, probe_text="What now?")
    assert [path.name for path in tmp_path.iterdir()] == ["log.jsonl"]


def test_a_label_made_for_a_message_is_never_one_of_the_logs(tmp_path: Path) -> None:
    map_ = {"columns": {**COLUMNS, "id": "id"}}
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", id="row-2"),
        row("2025-03-01T08:01Z", "Heat my seat."),
        car("2025-03-01T08:02Z", None, heat(2)),
    )
    imported(log, map_, probe_commands=True)
    assert [query.text for query in loaded(tmp_path / "out.jsonl").queries] == ["Heat my seat."]


def test_a_call_among_the_parts_of_a_content_is_a_call_and_its_result_is_nobodys_message(tmp_path: Path) -> None:
    use = {"type": "tool_use", "id": "u1", "name": HEAT, "input": {"seat": "driver", "level": 2}}
    done = {"type": "tool_result", "tool_use_id": "u1", "content": "done"}
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Heat my seat."),
        row("2025-03-01T08:01Z", [{"type": "text", "text": "Sure."}, use], "car", "assistant"),  # type: ignore[arg-type]
        row("2025-03-01T08:02Z", [done]),  # type: ignore[arg-type]
    )
    report = imported(log, {"columns": {**COLUMNS, "tool_calls": "text"}}, probe_commands=True)
    scenario = loaded(tmp_path / "out.jsonl")
    assert [message.text for message in scenario.timeline.messages()] == ["Heat my seat.", "Sure."]
    assert scenario.queries[0].gold.commands == (Command(name=HEAT, args={"seat": "driver", "level": 2}),)
    assert report.notes == {"rows whose parts hold no text left out": 1}


def test_bad_rows_of_the_log_and_of_the_queries_are_counted_together(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-07-01T08:00Z", id="k1"), [1])
    queries = second_file(
        tmp_path, {"text": None}, {"text": "x", "cutoff": "2025-07-01T09:00Z"}, {"text": "x", "mood": 1}
    )
    with pytest.raises(InputError, match=r"queries.jsonl: line 3: no key 'mood'.* \(2 bad rows before it\)"):
        imported(log, WITH_IDS, queries=queries, skip_bad=2)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["log.jsonl", "queries.jsonl"]
    report = imported(log, WITH_IDS, queries=queries, skip_bad=3)
    assert (report.n_bad, report.timelines[0].n_queries) == (3, 1)
    assert [line.split(":")[0] for line in report.bad] == [str(log), str(queries), str(queries)]


def test_a_command_that_the_car_refuses_makes_no_query_and_stands_in_the_timeline(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Heat my seat a lot."),
        car("2025-03-01T08:01Z", None, heat(2), heat(900)),
        row("2025-03-02T08:00Z", "A bit less."),
        car("2025-03-02T08:01Z", None, heat(1)),
    )
    report = imported(log, probe_commands=True)
    assert [query.text for query in loaded(tmp_path / "out.jsonl").queries] == ["A bit less."]
    assert report.timelines[0].n_commands == 3
    assert report.notes["queries left out: the car does not take a command that they would be compared with"] == 1


def test_a_query_behind_messages_that_nothing_answered_is_counted_where_a_log_has_answers(tmp_path: Path) -> None:
    rows = [
        row("2025-03-01T08:00Z", "Seat to two."),
        row("2025-03-01T08:00:01Z", "Let us stop for coffee.", "Ben"),
        car("2025-03-01T08:01Z", None, heat(2)),
        row("2025-03-01T08:02Z", "And now to one."),
    ]
    silent = imported(write_log(tmp_path, *rows, car("2025-03-01T08:03Z", None, heat(1))), probe_commands=True)
    assert ONE_OF_SEVERAL not in silent.notes
    talking = imported(write_log(tmp_path, *rows, car("2025-03-01T08:03Z", "One.", heat(1))), probe_commands=True)
    assert talking.notes[ONE_OF_SEVERAL] == 1
    assert talking.timelines[0].n_queries == 2


def test_an_answer_in_words_between_makes_the_next_message_a_question_of_its_own(tmp_path: Path) -> None:
    rows = [
        row("2025-03-01T08:00Z", "Who are you?"),
        car("2025-03-01T08:00:01Z", "The car."),
        row("2025-03-01T08:00:02Z", "Seat to two."),
        car("2025-03-01T08:01Z", "Two.", heat(2)),
    ]
    assert ONE_OF_SEVERAL not in imported(write_log(tmp_path, *rows), probe_commands=True).notes


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"text": "x", "cutof": "2025-07-01T09:00Z"}, r"no key 'cutof'; did you mean cutoff\? known: record, text"),
        ({"text": "x", "commands": [{"nam": "a"}]}, "commands.0.name: Field required"),
        (
            {"text": "x", "commands": [{"name": "a", "arg": {}}]},
            r"commands\.0: no key 'arg'; did you mean args\? known",
        ),
    ],
)
def test_a_key_that_no_query_has_is_named_with_those_that_are_known(
    tmp_path: Path, query: dict[str, Any], said: str
) -> None:
    log = write_log(tmp_path, row("2025-07-01T08:00Z"))
    with pytest.raises(InputError, match=f"line 1: {said}"):
        imported(log, queries=write_log(tmp_path, query, name="queries.jsonl"))
