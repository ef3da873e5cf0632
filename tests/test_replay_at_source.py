from dataclasses import replace
from pathlib import Path

import pytest

from replay.at_source import AtSource, fingerprint
from replay.errors import InputError, NotAtSource
from replay.loaders.formats import DEMO
from replay.prepare import Request, prepare
from replay.run import run
from tests.test_replay_cli import query
from tests.test_replay_loaders import HEAD, message, timeline_file


def write(folder: Path, name: str, *records: dict[str, object]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = timeline_file(folder, {**HEAD, "id": name}, *records)
    return path.rename(folder / f"file-{name}.jsonl")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, n in (("10", 1), ("9", 2)):
        days = [record for day in range(1, n + 1) for record in said_and_asked(day)]
        write(tmp_path / "data", name, *days)
    return tmp_path / "data"


def said_and_asked(day: int) -> list[dict[str, object]]:
    return [message(f"2025-07-0{day}T08:00", f"said on day {day}"), query(f"2025-07-0{day}T09:00")]


def left(source: str, **options: str) -> tuple[AtSource, ...]:
    return prepare(Request(source=source, stays_at_source=True, **options)).at_source


def test_a_request_that_leaves_its_scenarios_is_the_same_run(folder: Path) -> None:
    held, away = (prepare(Request(source=f"timeline:{folder}", stays_at_source=away)) for away in (False, True))
    assert away.scenarios == ()
    assert away.config == held.config
    assert list(away.config.scenarios) == ["9", "10"]
    assert (away.n_queries, away.query_ids) == (held.n_queries, held.query_ids) == (3, ["9/0", "9/1", "10/0"])
    assert away.asked_at_end == held.asked_at_end == (0, "")


def test_a_scenario_is_loaded_from_its_own_file_as_it_was_read(folder: Path) -> None:
    (nine, ten) = left(f"timeline:{folder}")
    assert nine.source == f"timeline:{folder / 'file-9.jsonl'}"
    (held, _) = prepare(Request(source=f"timeline:{folder}")).scenarios
    assert nine.load().queries == held.queries
    assert tuple(nine.load().scenario.timeline.records) == tuple(held.scenario.timeline.records)
    assert (nine.n_messages, nine.n_queries) == (held.n_messages, held.n_queries) == (2, 2)
    (folder / "file-9.jsonl").unlink()
    assert ten.load().id == "10"


def test_a_relative_path_is_left_as_an_absolute_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert [one.source for one in left("timeline:data")] == [one.source for one in left(f"timeline:{folder}")]


def test_what_ships_with_the_package_is_loaded_by_its_name() -> None:
    (demo,) = left(DEMO, cutoff="sweep:after-each,end")
    assert demo.source == DEMO
    assert demo.load().n_queries == demo.n_queries > 26


@pytest.mark.parametrize(
    "changed",
    [
        [*said_and_asked(1)[:1], query("2025-07-01T09:01")],
        [message("2025-07-01T08:00", "said on day 2"), said_and_asked(1)[1]],
        [message("2025-07-01T08:01", "said on day 1"), said_and_asked(1)[1]],
        [*said_and_asked(1)[:1], {**query("2025-07-01T09:00"), "commands": []}],
        [*said_and_asked(1), message("2025-07-02T09:00", "one more")],
    ],
)
def test_another_scenario_has_another_fingerprint_and_is_not_loaded(
    folder: Path, changed: list[dict[str, object]]
) -> None:
    (_, ten) = left(f"timeline:{folder}")
    assert ten.fingerprint == fingerprint(ten.load())
    write(folder, "10", *changed)
    with pytest.raises(NotAtSource, match=r"scenario 10 .* is another one here"):
        ten.load()


def test_a_scenario_that_is_not_there_is_not_loaded(folder: Path) -> None:
    (nine, _) = left(f"timeline:{folder}")
    with pytest.raises(NotAtSource, match="scenario 9 cannot be loaded: nowhere: no timeline"):
        replace(nine, source="timeline:nowhere").load()
    (folder / "file-9.jsonl").rename(folder / "file-10.jsonl")
    with pytest.raises(NotAtSource, match="scenario 10 cannot be loaded: no scenario 10; there are: 9"):
        replace(nine, id="10", source=f"timeline:{folder / 'file-10.jsonl'}").load()


def test_scenarios_are_selected_and_limited_before_they_are_left(folder: Path) -> None:
    prepared = prepare(Request(source=f"timeline:{folder}", scenarios="9", limit=1, stays_at_source=True))
    assert [(one.id, one.n_queries) for one in prepared.at_source] == [("9", 1)]
    with pytest.raises(InputError, match="no scenario 8; there are: 9, 10"):
        left(f"timeline:{folder}", scenarios="8")


def test_queries_asked_at_the_end_are_counted_and_the_first_is_named(tmp_path: Path) -> None:
    asks_late = {key: value for key, value in query("2025-07-01T09:00").items() if key != "cutoff"}
    path = write(tmp_path, "t", message("2025-07-01T08:00", "said"), query("2025-07-01T09:00"), asks_late)
    held, away = (prepare(Request(source=f"timeline:{path}", stays_at_source=away)) for away in (False, True))
    assert away.asked_at_end == held.asked_at_end
    assert away.asked_at_end[0] == 1
    assert away.asked_at_end[1].startswith("file-t.jsonl 1: ")


def test_this_machine_replays_what_stays_at_its_source_to_the_same_digest(folder: Path, tmp_path: Path) -> None:
    requests = [Request(source=f"timeline:{folder}", stays_at_source=away) for away in (False, True)]
    held, away = (run(prepare(one), tmp_path / str(one.stays_at_source)).metric["digest"] for one in requests)
    assert held == away
