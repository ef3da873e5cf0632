"""The event log, read and followed."""

from dataclasses import replace
from pathlib import Path

import pytest

from replay.errors import InputError, RunFolderError
from replay.event_log import EventFilter, event_filter, read_events
from scoring.records import Timing
from scoring.runlog import RunLog
from tests.kept_cases import begin_run, broken, keep_run, right, wrong


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    turns = [wrong(1), right(0), replace(right(0), scenario="2")]
    return keep_run(tmp_path_factory.mktemp("run") / "run", turns, {"1": 2, "2": 1})


def places(folder: Path, wanted: EventFilter | None = None) -> list[tuple[str, str, int]]:
    return [(one.turn.entry_id, one.branch, one.position) for one in read_events(folder, wanted)]


def test_events_come_as_they_were_kept_the_reference_first(run: Path) -> None:
    assert places(run)[:5] == [
        ("1/1", "reference", 1), ("1/1", "reference", 2),
        ("1/1", "predicted", 1), ("1/1", "predicted", 2), ("1/1", "predicted", 3),
    ]  # fmt: skip
    assert len(places(run)) == 5 + 4 + 4


def test_filters_leave_only_what_is_wanted(run: Path) -> None:
    assert places(run, EventFilter(query="1/0", branch="predicted")) == [
        ("1/0", "predicted", 1),
        ("1/0", "predicted", 2),
    ]
    assert {query for query, _, _ in places(run, EventFilter(scenario="2"))} == {"2/0"}
    assert places(run, EventFilter(kind="command_rejected")) == [("1/1", "predicted", 3)]
    assert len(places(run, EventFilter(field="radio.volume"))) == 6
    assert len(places(run, EventFilter(field="radio"))) == 12
    assert places(run, EventFilter(field="radio.vol")) == []
    assert places(run, EventFilter(field="radio", kind="command_rejected")) == []


def test_an_event_is_a_line_of_text_or_plain_data(run: Path) -> None:
    (refusal,) = read_events(run, EventFilter(kind="command_rejected"))
    start = "1970-01-01T00:00:00.000009+00:00 1/1 predicted 3: refused carcontrol_radio_set_volume(volume=101): found"
    assert refusal.render().startswith(start)
    assert refusal.to_dict() == {
        "turn": 1, "query": "1/1", "attempt": 1, "branch": "predicted", "position": 3,
        "at": "1970-01-01T00:00:00.000009+00:00", "kind": "command_rejected",
        "command": "carcontrol_radio_set_volume", "args": {"volume": 101},
        "reason": "found 101, allowed are 0 to 100", "early": False,
    }  # fmt: skip


def test_a_second_attempt_is_told_apart(tmp_path: Path) -> None:
    run = keep_run(tmp_path / "run", [broken(0), right(0)])
    lines = [one.render() for one in read_events(run, EventFilter(branch="predicted"))]
    assert ["attempt 2" in line for line in lines] == [True, True]


def test_what_the_run_does_not_have_is_named(run: Path) -> None:
    with pytest.raises(RunFolderError, match=r"no query '1/9' .* there are: 1/1, 1/0, 2/0"):
        list(read_events(run, EventFilter(query="1/9")))
    with pytest.raises(InputError, match=r"no scenario '9' .* there are: 1, 2"):
        list(read_events(run, EventFilter(scenario="9")))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"branch": "left"}, "known: reference, predicted"),
        ({"kind": "crash"}, "known: field_changed, command_rejected"),
        ({"field": "rocket.fuel"}, "modules: "),
        ({"field": "seat.foo"}, r"begins with 'seat\.foo'; seat has: driver, passenger, rear_left, rear_right$"),
        ({"field": "seat.driver.heating_levl"}, r"did you mean seat\.driver\.heating_level\? seat\.driver has: "),
        ({"field": "seat.driver.heating_level.x"}, r"; did you mean seat\.driver\.heating_level\?"),
    ],
)
def test_a_filter_that_cannot_be_names_what_can(asked: dict[str, str], said: str) -> None:
    filled: dict[str, str | None] = {"query": None, "scenario": None, "branch": None, "kind": None, **asked}
    field = filled.pop("field", "") or ""
    with pytest.raises(InputError, match=said):
        event_filter(**filled, field=field)


@pytest.mark.parametrize(
    "field", ["", "seat.driver", "seat.driver.heating_level", "radio.current_station.name", "music.favorite_list[7]"]
)
def test_a_field_that_the_car_has_or_may_come_to_have_can_be_asked_for(field: str) -> None:
    assert event_filter(None, None, None, None, field).field == field


def test_following_sees_what_is_written_meanwhile_and_ends_with_the_last_query(tmp_path: Path) -> None:
    log = begin_run(tmp_path / "run", {"1": 3})
    log.append(right(0), Timing())
    to_come = [wrong(1), broken(2)]
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        log.append(to_come.pop(0), Timing())

    events = read_events(tmp_path / "run", EventFilter(branch="predicted"), follow=True, poll_s=0.25, wait=wait)
    assert [(one.turn.entry_id, one.position) for one in events] == [
        ("1/0", 1), ("1/0", 2), ("1/1", 1), ("1/1", 2), ("1/1", 3),
    ]  # fmt: skip
    assert (waited, to_come) == ([0.25, 0.25], [])
    log.close()


def test_following_keeps_on_where_nothing_came(tmp_path: Path) -> None:
    log = begin_run(tmp_path / "run", {"1": 1})
    waits = 0

    def wait(_: float) -> None:
        nonlocal waits
        waits += 1
        if waits == 3:
            log.append(right(0), Timing())

    assert len(list(read_events(tmp_path / "run", follow=True, wait=wait))) == 4
    log.close()


def test_a_complete_run_is_not_waited_for(run: Path) -> None:
    assert len(list(read_events(run, follow=True, wait=lambda _: pytest.fail("waited")))) == 13


def test_reading_does_not_hold_up_the_writer(tmp_path: Path) -> None:
    run = keep_run(tmp_path / "run", [right(n) for n in range(3)], {"1": 4})
    events = read_events(run)
    next(events)
    log = RunLog.open(run / "run.db")
    log.append(right(3), Timing())
    log.close()
    assert len(list(events)) == 15


def test_a_log_that_breaks_off_in_a_record_is_one_clear_error(tmp_path: Path) -> None:
    run = keep_run(tmp_path / "run", [right(n) for n in range(40)])
    content = (run / "run.db").read_bytes()
    (run / "run.db").write_bytes(content[: len(content) * 3 // 4])
    with pytest.raises(RunFolderError, match="run"):
        list(read_events(run))
