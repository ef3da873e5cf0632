"""The adapter for LightMem, against a stand-in: LightMem itself is installed from source and cannot be run here."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.adapters.lightmem import LightMemMemory
from memory.backend import Setup
from memory.errors import BackendFailure, BadOption
from memory.guard import Guard
from memory.messages import Batch
from replay.check_memory import check_memory_factory
from tests.contract_memory import LATER, deliver, find, message, messages
from tests.imitation_lightmem import LightMemory

STAND_IN = "tests.imitation_lightmem:LightMemory"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    LightMemory.made.clear()
    LightMemory.answers.clear()
    yield
    LightMemory.answers.clear()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "lightmem.json"
    path.write_text(json.dumps({"model": "m", "store": {"path": "{folder}/qdrant", "names": ["{namespace}", 3]}}))
    return path


def made(path: Path, zone: str = "UTC", **options: str) -> LightMemMemory:
    given = {"config": str(path), "factory": STAND_IN} | options
    return LightMemMemory(Setup(namespace="n1", zone=zone, options=given))


def test_each_message_is_a_pair_of_turns_with_its_local_time(config: Path) -> None:
    deliver(made(config, "Europe/Berlin"), [message(1, "seat on three")])
    ((name, turns),) = LightMemory.made[0].calls
    stamp = {"time_stamp": "2025/03/04 (Tue) 13:01:00", "speaker_id": "Ann", "speaker_name": "Ann"}
    assert name == "add_memory"
    assert turns == [
        {"role": "user", "content": "Ann: seat on three"} | stamp,
        {"role": "assistant", "content": ""} | stamp,
    ]


def test_it_keeps_the_contract_of_all_memories(config: Path) -> None:
    report = check_memory_factory(LightMemMemory, options={"config": str(config), "factory": STAND_IN}, timeout_s=30)
    assert report.exit_code == 0, report.render()
    assert report.result("scenarios_at_once").verdict == "passed"


def test_hits_are_the_pieces_of_its_answer_in_order_and_name_no_message(config: Path) -> None:
    memory = made(config)
    deliver(memory, messages("seat on three\nand the window down", "seat off"))
    hits = find(memory, "seat")
    assert [(hit.text, hit.score, hit.message_ids, hit.at_us) for hit in hits] == [
        ("2025-03-04T12:01:00.000 Tue Ann: seat on three\nand the window down", 1.0, (), None),
        ("2025-03-04T12:02:00.000 Tue Ann: seat off", 0.5, (), None),
    ]
    assert "window down" in json.loads(memory.raw_answer)


def test_the_guard_counts_its_hits_as_unverifiable(config: Path) -> None:
    guard = Guard(made(config), namespace="n1")
    guard.ingest(Batch(messages=tuple(messages("seat on three")), now=LATER))
    record = guard.search("seat", limit=5, now=LATER)
    assert (len(record.hits), record.unverifiable, record.violations) == (1, 1, ())


@pytest.mark.parametrize(
    ("answer", "texts"), [("", []), (" \n", []), ("one\ntwo", ["one\ntwo"]), (["a", "b"], ["a", "b"])]
)
def test_answers_without_times_are_taken_as_they_are(config: Path, answer: Any, texts: list[str]) -> None:
    memory = made(config)
    LightMemory.answers.append(answer)
    assert [hit.text for hit in find(memory, "seat")] == texts


@pytest.mark.parametrize("answer", [None, {"results": []}, [1], [["a"]], ["a", " "]])
def test_answers_of_another_shape_are_failures(config: Path, answer: Any) -> None:
    memory = made(config)
    LightMemory.answers.append(answer)
    with pytest.raises(BackendFailure, match=r"search: (answered|hit 2 has no text)"):
        find(memory, "seat")


def test_an_ingest_that_answers_something_else_is_a_failure(config: Path) -> None:
    memory = made(config)
    LightMemory.answers.append("ok")
    with pytest.raises(BackendFailure, match="ingest: answered str"):
        deliver(memory, messages("seat on three"))


def test_an_ingest_that_raises_is_a_failure_and_not_tried_again(config: Path) -> None:
    memory = made(config, factory="tests.imitation_lightmem:Broken")
    with pytest.raises(BackendFailure, match="ingest: ConnectionError: the model went away"):
        deliver(memory, messages("seat on three"))
    assert len(LightMemory.made[0].calls) == 1


def test_an_empty_batch_a_blank_query_or_a_limit_of_none_asks_nobody(config: Path) -> None:
    memory = made(config)
    deliver(memory, [])
    assert (find(memory, " \n"), find(memory, "seat", 0)) == ([], [])
    assert LightMemory.made[0].calls == []


def test_each_instance_has_a_folder_of_its_own_that_goes_with_it(config: Path) -> None:
    first, second = made(config), made(config)
    stores = [one.config["store"] for one in LightMemory.made]
    folders = [Path(store["path"]).parent for store in stores]
    assert folders[0] != folders[1]
    assert [store["names"] for store in stores] == [["n1", 3], ["n1", 3]]
    for memory in (first, second, first):
        memory.close()
    assert not any(folder.exists() for folder in folders)


def test_leftovers_are_named_and_cannot_be_removed(config: Path) -> None:
    memory = made(config)
    memory.reset()
    assert memory.leftovers() == []
    deliver(memory, messages("the car is red"))
    assert memory.leftovers() == ["2025-03-04T12:01:00.000 Tue Ann: the car is red"]
    with pytest.raises(BackendFailure, match="reset: LightMem cannot empty its store"):
        memory.reset()


def test_what_it_prints_does_not_reach_the_results(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(config)
    assert capsys.readouterr() == ("", "LightMemory is chatty\n")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "cannot be read as JSON"),
        ('["{folder}"]', "no JSON object"),
        ('{"model": "m", "path": "/somewhere"}', "no JSON object with {folder} or {namespace}"),
    ],
)
def test_a_configuration_that_all_runs_would_share_is_refused(config: Path, content: str, reason: str) -> None:
    config.write_text(content)
    with pytest.raises(BadOption, match=reason):
        made(config)


@pytest.mark.parametrize(
    ("options", "error", "reason"),
    [
        ({"colour": "red"}, BadOption, "no option is called 'colour'"),
        ({"config": ""}, BadOption, "'config' names no file"),
        ({"config": "/nowhere/lightmem.json"}, BadOption, "cannot be read"),
        ({"factory": "lightmem"}, BadOption, "not package.module:Class"),
        ({"factory": "no_such_package_at_all:X"}, BackendFailure, "install its source"),
        ({"factory": "tests.imitation_lightmem:Nothing"}, BackendFailure, "AttributeError"),
        ({"factory": "pathlib:Path"}, BadOption, "has no from_config"),
    ],
)
def test_wrong_options_are_refused_by_name(
    config: Path, options: dict[str, str], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        made(config, **options)


def test_a_system_that_does_not_start_leaves_no_folder(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config.write_text('{"path": "{folder}"}')
    folders: list[Path] = []

    def make(prefix: str) -> str:
        folders.append(config.parent / prefix)
        folders[0].mkdir()
        return str(folders[0])

    monkeypatch.setattr("tempfile.mkdtemp", make)
    with pytest.raises(BackendFailure, match="start: ValueError: the configuration names no model"):
        made(config)
    assert not folders[0].exists()
