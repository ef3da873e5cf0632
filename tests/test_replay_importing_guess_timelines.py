"""What a guess says of zones, and of the field by which a log may be several timelines."""

import tomllib
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from replay.importing.guess import guess_map
from replay.importing.guess_fields import Column
from replay.importing.guess_timelines import SeenZones, cars_in
from replay.importing.mapping import ImportMap, parse_map
from tests.importing import COLUMNS, row, write_log

WITH_ZONES = {"columns": {**COLUMNS, "zone": "tz"}}


def shown(log: Path, given: dict[str, Any]) -> str:
    return guess_map(log, parse_map(given, "map")).render()


def test_the_zone_is_the_one_that_most_rows_name(tmp_path: Path) -> None:
    zones = ("Europe/Berlin", "America/New_York", "Europe/Berlin")
    log = write_log(tmp_path, *(row(f"2025-03-01T08:0{n}", tz=zone) for n, zone in enumerate(zones)))
    line = 'zone = "Europe/Berlin"  # as the log has it in 2 of 3 messages; the timeline\'s midnights are those of this'
    assert line in shown(log, WITH_ZONES)
    assert tomllib.loads(shown(log, WITH_ZONES))["time"]["zone"] == "Europe/Berlin"
    same = write_log(tmp_path, row("2025-03-01T08:00+01:00", tz="Europe/Berlin"))
    assert "# as the log has it; the timeline's midnights" in shown(same, WITH_ZONES)


def test_a_zone_that_the_map_names_stays(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00", tz="Europe/Berlin"))
    given = {**WITH_ZONES, "time": {"zone": "UTC"}}
    assert tomllib.loads(shown(log, given))["time"]["zone"] == "UTC"
    assert "as the log has it" not in shown(log, given)


@pytest.mark.parametrize(
    ("times", "offsets"),
    [
        (["08:00+01:00"], "+01:00"),
        (["08:00-05:00", "08:00+05:30", "08:01+05:30", "09:00Z"], "+05:30, -05:00"),
        (["08:00+01:00", "08:00+02:00", "08:00+03:00", "08:00+04:00"], "+01:00, +02:00, +03:00, ..."),
    ],
)
def test_offsets_without_a_zone_are_asked_about(tmp_path: Path, times: list[str], offsets: str) -> None:
    log = write_log(tmp_path, *(row(f"2025-03-01T{time}") for time in times))
    asked = f'zone = "UTC"  # times stand at {offsets}: which zone is that?'
    assert asked in shown(log, {"columns": COLUMNS})


def test_times_in_utc_and_times_without_an_offset_are_not_asked_about_so(tmp_path: Path) -> None:
    assert 'zone = "UTC"\n' in shown(write_log(tmp_path, row("2025-03-01T08:00Z")), {"columns": COLUMNS})
    naive = shown(write_log(tmp_path, row("2025-03-01T08:00")), {"columns": COLUMNS})
    assert 'zone = "UTC"  # times without an offset are read in it: is it the right one?\n' in naive


def test_a_zone_that_is_not_known_is_not_proposed() -> None:
    zones = SeenZones()
    assert zones.usual() is None
    zones.add(datetime(2025, 3, 1, tzinfo=UTC), "Mars/Olympus")
    assert zones.usual() is None
    zones.add(datetime(2025, 3, 1, tzinfo=timezone(timedelta(hours=1))), "Europe/Berlin")
    assert zones.usual() == "Europe/Berlin"
    assert zones.remark("Europe/Paris", is_proposed=False) == ""


def column(path: str, values: list[Any]) -> Column:
    return Column(path, values, len(values))


def test_the_likeliest_field_of_a_car_has_two_values_or_more_and_far_fewer_than_rows() -> None:
    users = column("user.id", ["a", "b"] * 10)
    vins = column("vin", ["v1", "v1", "v2", "v2"] * 5)
    assert cars_in([users, vins], 20) == ("vin", ("v1", "v2"))
    assert cars_in([users], 20) == ("user.id", ("a", "b"))
    assert cars_in([column("user.id", ["a"] * 20)], 20) is None
    assert cars_in([column("user.id", list(range(20)))], 20) is None
    assert cars_in([column("user.flags", [True, False] * 10)], 20) is None
    assert cars_in([column("request_id", ["a", "b"] * 10)], 20) is None
    assert cars_in([], 0) is None


def test_several_people_are_offered_a_timeline_each_as_a_comment(tmp_path: Path) -> None:
    people = (("Ada", "u1"), ("Ben", "u2")) * 4
    rows = [row(f"2025-03-01T08:0{n}Z", f"hello {n}", who, user={"id": one}) for n, (who, one) in enumerate(people)]
    text = shown(write_log(tmp_path, *rows), {"columns": COLUMNS})
    assert '# column = "user.id"  # "u1", "u2"\n' in text
    assert "scenario" not in tomllib.loads(text)
    one = shown(write_log(tmp_path, *(one for one in rows if one["who"] == "Ada")), {"columns": COLUMNS})
    assert "# [scenario]" not in one
    given = {"columns": COLUMNS, "scenario": {"column": "user.id"}}
    assert tomllib.loads(shown(write_log(tmp_path, *rows), given))["scenario"] == {"column": "user.id"}


def test_what_a_given_map_says_besides_stands_in_the_proposed_one(tmp_path: Path) -> None:
    calls = [{"name": name, "args": {"stage": "high"}} for name in ("seat heat", "delete_memory", "lamp")]
    who = (("Ada", "u1"), ("Ben", "u2")) * 4
    rows = [row(f"2025-03-01T08:0{n}Z", f"hi {n}", name, calls=calls, user=one) for n, (name, one) in enumerate(who)]
    warm = {"name": "carcontrol_seat_set_heating_level", "args": {"stage": "level"}, "set": {"seat": "driver"}}
    given = {
        "roles": {"Fahrer": "user"},
        "changes": {"neu": "new"},
        "speakers": {"user": "Somebody", "assistants": ["Bo", ""]},
        "scenario": {"id": "van", "title": 'The "van"'},
        "csv": {"delimiter": ";"},
        "pseudonyms": {"names": ["Jo"], "plates": [r"\d+-X"]},
        "tools": {
            "lamp": "carcontrol_light_set_ambient_enabled",
            "seat heat": {**warm, "values": {"level": {"high": 3, "2": 2}}},
            "delete_memory": {"name": "forget", "args": {"stage": ""}, "set": {"text": "all"}},
        },
    }
    found = tomllib.loads(shown(write_log(tmp_path, *rows), {"columns": {**COLUMNS, "tool_calls": "calls"}, **given}))
    assert {name: found.get(name) for name in given} == given


def test_the_comments_on_tools_name_the_command_that_lists_the_cars(tmp_path: Path) -> None:
    log = write_log(tmp_path, row("2025-03-01T08:00Z", calls=[{"name": "lamp", "args": {"on": True}}]))
    text = guess_map(log, ImportMap(columns=parse_map({"columns": COLUMNS}, "map").columns)).render()
    assert "pastlane schema commands" in text
    assert "values = {" in text
