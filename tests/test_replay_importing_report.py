"""What an import and a map say that somebody has to put right."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from replay.errors import InputError
from replay.importing.guess import guess_map
from replay.importing.mapping import ImportMap, load_map, parse_map
from tests.importing import COLUMNS, MAP, call, car, imported, loaded, row, write_log

HEAT = "carcontrol_seat_set_heating_level"
WARM = call(HEAT, seat="driver", level=2)


def test_a_log_without_tool_calls_says_so_where_they_were_to_be_queries(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z", "Warm."))
    assert "no queries: --probe-commands, --probe-every or --queries bring some" in imported(log).render()
    said = imported(log, probe_commands=True).render()
    assert "no queries: --probe-commands was given, but no row has a tool call\n" in said
    columns = {name: path for name, path in COLUMNS.items() if name != "tool_calls"}
    said = imported(log, {"columns": columns}, probe_commands=True).render()
    assert "no row has a tool call, and [columns] tool_calls names no column" in said


def test_rows_newest_first_but_for_one_are_to_be_sorted(tmp_path: Path) -> None:
    rows = [
        row("2025-03-01T08:00Z", "Warm."),
        car("2025-03-01T08:01Z", None, WARM),
        row("2025-03-01T08:02Z", "Thanks."),
    ]
    stray = row("2025-03-01T08:00:30Z", "It is cold.")
    report = imported(write_log(tmp_path, stray, *rows[::-1]), probe_commands=True)
    assert (report.is_turned_round, report.timelines[0].is_newest_first) == (False, True)
    assert "rows stand newest first: sort them by time, oldest first" in report.render()
    assert not imported(write_log(tmp_path, *rows), probe_commands=True).timelines[0].is_newest_first


def test_rows_of_one_instant_and_one_stray_row_are_not_newest_first(tmp_path: Path) -> None:
    same = write_log(tmp_path, row("2025-03-01T08:00Z"), row("2025-03-01T08:00Z"))
    assert not imported(same).timelines[0].is_newest_first
    stray = write_log(tmp_path, *(row(f"2025-03-01T{hour}:00Z") for hour in ("09", "01", "02", "03")))
    report = imported(stray)
    assert (report.timelines[0].is_newest_first, report.timelines[0].n_moved) == (False, 3)


def test_commands_that_follow_nobody_are_told(tmp_path: Path) -> None:
    log = write_log(tmp_path, car("2025-03-01T08:01Z", "Hi.", WARM))
    assert "no command follows a message of a person" in imported(log, probe_commands=True).render()


def test_calls_that_no_car_carries_out_are_told_once_with_their_names(tmp_path: Path) -> None:
    log = write_log(
        tmp_path,
        row("2025-03-01T08:00Z", "Lights and lunch."),
        car("2025-03-01T08:01Z", None, call("lunch"), call("lamp", on=True), call("lunch"), WARM),
    )
    report = imported(log)
    assert report.foreign_tools == {"lunch": 2, "lamp": 1}
    assert "3 calls of tools that the car does not have (lunch 2, lamp 1): only the car's" in report.render()
    assert "calls of tools" not in imported(write_log(tmp_path, car("2025-03-01T08:01Z", "Hi.", WARM))).render()


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"seat": "driver", "level": 9}, "level was 9"),
        ({"seat": "driver"}, "lacks 'level'; its arguments: seat, level"),
        ({"seat": "driver", "level": 1, "unit": "C"}, "has no 'unit'"),
    ],
)
def test_a_command_that_the_car_refuses_for_its_arguments_is_counted(
    tmp_path: Path, args: dict[str, Any], why: str
) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z"), car("2025-03-01T08:01Z", None, call(HEAT, **args), WARM))
    report = imported(log)
    assert report.timelines[0].n_commands == 2
    assert "1 command with arguments that the car does not take" in report.render()
    note, example = (line.strip() for line in report.render().splitlines()[1:3])
    assert note.startswith("1 command with arguments that the car does not take")
    assert example.startswith(f"such as {HEAT}, line 2: {why}")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"name": HEAT, "args": {"stage": "lvl"}}, f"args: {HEAT} has no argument 'lvl'; it has: seat, level"),
        ({"name": HEAT, "set": {"seats": "driver"}}, "set: .* no argument 'seats'"),
        ({"name": HEAT, "set": {"seat": "roof"}}, 'set: seat was "roof", allowed: one of driver'),
        ({"name": HEAT, "values": {"heat": {"high": 3}}}, "values: .* no argument 'heat'"),
        ({"name": HEAT, "values": {"level": {"high": 77}}}, "values: level was 77"),
        ({"name": HEAT, "arg": {}}, "no key 'arg'; did you mean args. known: name, args, values, set"),
        ("seat_heat_level", f"the car has no command 'seat_heat_level'; nearest: .*{HEAT}"),
        ("order_pizza", "the car has no command 'order_pizza'$"),
    ],
)
def test_a_rule_that_no_call_could_follow_is_refused_in_the_map(rule: Any, said: str) -> None:
    with pytest.raises(InputError, match=rf"map: tools.warm: {said}"):
        parse_map({"tools": {"warm": rule}}, "map")
    parse_map({"tools": {"warm": {"name": HEAT, "args": {"stage": "level", "unit": ""}}}}, "map")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"columns": {"convo": "x"}}, "columns: no key 'convo'; did you mean conversation. known: time,"),
        ({"colunms": {}}, "no key 'colunms'; did you mean columns. known: format, columns,"),
        ({"csv": {"xyz": ";"}}, "csv: no key 'xyz'; known: delimiter$"),
    ],
)
def test_a_key_that_is_not_known_is_told_with_those_that_are(content: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=f"map: {said}"):
        parse_map(content, "map")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("format = csv\n", '; text stands in quotes: "csv"'),
        ("[columns]\ntime = sent at  # when\n", '; text stands in quotes: "sent at"'),
        ("[columns\n", ""),
        ('format = "csv\n', ""),
    ],
)
def test_text_without_quotes_is_told_to_have_them(tmp_path: Path, text: str, hint: str) -> None:
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read") as caught:
        load_map(tmp_path / "map.toml")
    assert str(caught.value).endswith(f"){hint}")


def test_a_guess_writes_a_block_for_each_foreign_tool_as_a_comment_that_can_be_taken_in(tmp_path: Path) -> None:
    calls = [call("seat_heat", stage="high", seat="driver"), call("seat_heat", stage="low"), call("pizza now"), WARM]
    log = write_log(tmp_path, row("2025-03-01T08:00Z", "Warm and lunch."), car("2025-03-01T08:01Z", None, *calls))
    given = parse_map(MAP, "map")
    shown = guess_map(log, given).render()
    assert "tools" not in tomllib.loads(shown)
    assert "# [tools.seat_heat]  # 2 times" in shown
    assert '# args = { stage = "?", seat = "?" }' in shown
    assert '# #   stage: 2 times, such as "high", "low"' in shown
    assert '# [tools."pizza now"]  # once\n# name = "?"  # no command is called alike' in shown
    assert HEAT in shown.partition("# [tools.seat_heat]")[2].partition("# args")[0]
    assert "carcontrol" not in shown.partition('# [tools."pizza now"]')[2].partition("\n\n")[0]
    start = shown.index("# [tools.seat_heat]")
    block = shown[start : shown.index('#\n# [tools."pizza')].replace("\n# ", "\n").removeprefix("# ")
    assert tomllib.loads(block)["tools"] == {"seat_heat": {"name": "?", "args": {"stage": "?", "seat": "?"}}}
    known = guess_map(log, parse_map({**MAP, "tools": {"seat_heat": HEAT}}, "map")).render()
    assert tomllib.loads(known)["tools"] == {"seat_heat": HEAT}
    assert "# [tools.seat_heat]" not in known


def test_what_was_said_is_told_by_its_words_and_not_by_a_name(tmp_path: Path) -> None:
    rows = [
        {
            "am": f"2025-03-01T08:0{number}Z",
            "message_type": "plain",
            "Notiz": f"Fahre bitte etwas langsamer, Stufe {number}",
            "Aktionen": [{"name": "go slow", "arguments": {"why": "it is a long way"}}] if number == 1 else [],
            "content": "" if number else "ok then",
        }
        for number in range(6)
    ]
    map_ = guess_map(write_log(tmp_path, *rows), ImportMap()).map
    assert (map_.columns.text, map_.columns.tool_calls) == ("Notiz", "Aktionen")


def test_a_time_that_stands_with_the_reply_or_two_levels_down_is_found(tmp_path: Path) -> None:
    reply = {"created": 1740816000, "choices": [{"message": {"role": "assistant", "content": "Done."}}]}
    rows = [{"session": "s", "request": {"messages": [{"role": "user", "content": "Radio on."}]}, "response": reply}]
    log = write_log(tmp_path, *rows)
    map_ = tomllib.loads(guess_map(log, ImportMap()).render())
    assert (map_["columns"]["time"], map_["time"]["format"]) == ("response.created", "epoch_s")
    assert map_["columns"]["reply"] == "response"
    assert imported(log, map_).timelines[0].first == "2025-03-01T08:00:00+00:00"
    deep = {"meta": {"time": {"seconds": 1740816000, "rank": 3}}, "message": {"body": "Turn it up", "from": "Ada"}}
    columns = guess_map(write_log(tmp_path, deep), ImportMap()).map.columns
    assert (columns.time, columns.text, columns.speaker) == ("meta.time.seconds", "message.body", "message.from")


def test_signs_that_toml_does_not_take_are_no_part_of_a_guess(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z", "ring \u0007 the bell\u007f", odd="a\nb", **{"x\ny": "\u0001"}))
    assert tomllib.loads(guess_map(log, ImportMap()).render())["columns"]["text"] == "text"


def test_no_column_is_proposed_that_the_log_does_not_have(tmp_path: Path) -> None:
    talk = {"created": 1740816000, "messages": [{"role": "user", "content": "Hi you"}]}
    assert guess_map(write_log(tmp_path, talk), ImportMap()).columns.keys() == {"time", "role", "text", "messages"}
    talk["messages"][0]["name"] = "Ada"  # type: ignore[index]
    assert guess_map(write_log(tmp_path, talk), ImportMap()).columns["speaker"] == "name"


def test_where_nothing_is_scored_the_next_command_shows_what_is_found(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z"), row("2025-03-09T08:00Z"))
    week_us = 7 * 86_400_000_000
    report = imported(log, probe_every_us=week_us, probe_text="What now?")
    assert report.next_command.endswith(f" --agent quote --explain {report.unscored}")
    (query,) = loaded(tmp_path / "out.jsonl").queries
    assert report.unscored == f"{loaded(tmp_path / 'out.jsonl').id}/{query.origin.event_index}"
    assert "2 messages, 0 commands, 1 query, from" in report.render()
    warm = [row("2025-03-01T08:00Z", "Warm."), car("2025-03-01T08:01Z", None, WARM), row("2025-03-09T08:00Z")]
    scored = imported(write_log(tmp_path, *warm), probe_commands=True, probe_every_us=week_us, probe_text="What now?")
    assert (scored.unscored, "--agent" in scored.next_command) == ("", False)


@pytest.mark.parametrize(
    ("queries", "probes", "agent", "line"),
    [
        ([{"text": "Who?", "answer": "Ada"}], False, " --agent quote", ""),
        ([{"text": "Who?", "answer": "Ada"}], True, "", "  1 query of 2 wants an answer in words"),
        ([{"text": "Heat.", "commands": [{"name": HEAT}]}], False, "", ""),
        ([{"text": "Who?", "answer": "Ada"}, {"text": "Heat.", "commands": []}], False, "", "  1 query of 2 wants"),
        ([{"text": "Who?", "answer": "Ada", "commands": []}], False, "", ""),
    ],
)
def test_where_queries_want_words_alone_the_next_command_has_the_agent_that_gives_words(
    tmp_path: Path, queries: list[dict[str, Any]], probes: bool, agent: str, line: str
) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z"), car("2025-03-01T08:01Z", None, WARM))
    path = write_log(tmp_path, *queries, name="queries.jsonl")
    report = imported(log, queries=path, probe_commands=probes)
    assert report.next_command.endswith(f"out.jsonl{' --vehicle carry' * probes}{agent}")
    assert ("of 2 want" in report.render()) is bool(line)
    assert line in report.render()
