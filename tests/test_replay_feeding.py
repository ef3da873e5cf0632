"""A memory that outlives the run is told nothing twice, and never asked where it was told too much."""

import fcntl
import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copy2, copytree, rmtree
from typing import Any

import orjson
import pytest

import replay.feeding
from fixtures.model_server import ModelServer
from memory.messages import Batch, Message
from memory.position import Position, cutoff_at
from replay.cli import invoke
from replay.errors import CannotWrite, FeedAnew
from replay.feeding import FOLDER, MOST_LATE_NS, Fed, Feeding, change_key, feeding_file, read_record
from replay.prepare import Request, prepare
from replay.run import Outcome, run
from tests.lasting_memory import STORES, TICKS, BreaksOff, Ends
from tests.test_replay_cli import query
from tests.test_replay_loaders import HEAD, message, timeline_file

DAYS = (1, 2, 3)
MEMORY = "tests.lasting_memory:Lasting"


def write(folder: Path, *more: object) -> str:
    """Two messages a day and a question in the evening, with `more` after the first day."""
    folder.mkdir()
    records: list[object] = [HEAD]
    for day in DAYS:
        records.append(message(f"2025-07-0{day}T08:00", f"radio said early on day {day}", id=f"early{day}"))
        records.append(message(f"2025-07-0{day}T10:00", f"radio said late on day {day}", id=f"late{day}"))
        records.append(query(f"2025-07-0{day}T20:00", f"radio {day}"))
        records.extend(more if day == 1 else ())
    return f"timeline:{timeline_file(folder, *records)}"


@pytest.fixture
def source(tmp_path: Path) -> str:
    return write(tmp_path / "source")


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    STORES.clear()
    TICKS.clear()
    Ends.at.clear()
    BreaksOff.ends = ""
    yield
    Ends.at.clear()


def ran(source: str, folder: Path, *, memory: str = MEMORY, agent: str = "Ends", **more: Any) -> Outcome:
    request = Request(source=source, memory=memory, agent=f"tests.lasting_memory:{agent}", **more)
    return run(prepare(request), folder)


def broken_off(source: str, folder: Path, at: str, **more: Any) -> None:
    """A run that ends at the question `at`."""
    Ends.at.add(at)
    with pytest.raises(KeyboardInterrupt):
        ran(source, folder, **more)


def namespaces() -> list[list[str]]:
    """What each namespace holds, in the order in which they were made; empty ones left out."""
    return [[m.text.removeprefix("radio said ") for m in held] for held in STORES.values() if held]


EVERYTHING = [f"{when} on day {day}" for day in DAYS for when in ("early", "late")]


def whole(source: str, folder: Path, **more: Any) -> str:
    """The digest of a run that nobody disturbed; what it told is forgotten."""
    digest: str = ran(source, folder, **more).metric["digest"]
    STORES.clear()
    TICKS.clear()
    return digest


@pytest.mark.parametrize("at", ["radio 1", "radio 2", "radio 3"])
@pytest.mark.parametrize("remember", [False, True])
def test_a_memory_that_outlives_the_run_is_gone_on_with(source: str, tmp_path: Path, at: str, remember: bool) -> None:
    expected = whole(source, tmp_path / "whole", remember=remember)
    broken_off(source, tmp_path / "run", at, remember=remember)
    outcome = ran(source, tmp_path / "run", remember=remember)
    assert outcome.metric["digest"] == expected
    assert outcome.metric["leakage"]["violations"] == 0
    (held,) = STORES.values()
    assert [m.text.removeprefix("radio said ") for m in held if m.text.startswith("radio said")] == EVERYTHING
    assert set(Counter(m.id for m in held).values()) == {1}
    assert list(TICKS.values()) == [2], "two midnights, each told once"


def test_it_is_gone_on_with_over_any_number_of_starts_and_the_record_ends_with_the_run(
    source: str, tmp_path: Path
) -> None:
    expected = whole(source, tmp_path / "whole")
    for at in ("radio 1", "radio 2", "radio 3"):
        broken_off(source, tmp_path / "run", at)
        assert (tmp_path / "run" / FOLDER).is_dir()
    assert ran(source, tmp_path / "run").metric["digest"] == expected
    assert namespaces() == [EVERYTHING]
    assert not (tmp_path / "run" / FOLDER).exists()


def test_a_call_that_never_returned_is_not_gone_on_behind(source: str, tmp_path: Path) -> None:
    memory = "tests.lasting_memory:BreaksOff"
    expected = whole(source, tmp_path / "whole", memory=memory)
    BreaksOff.ends = "early on day 2"
    with pytest.raises(KeyboardInterrupt):
        ran(source, tmp_path / "run", memory=memory)
    assert ran(source, tmp_path / "run", memory=memory).metric["digest"] == expected
    assert namespaces() == [EVERYTHING[:3], EVERYTHING]


def test_a_memory_that_was_told_more_than_may_be_known_is_fed_anew(source: str, tmp_path: Path) -> None:
    expected = whole(source, tmp_path / "whole")
    Ends.at.add("radio 2")
    assert ran(source, tmp_path / "run", agent="FailsAt").metric["failures"] == 1
    assert (tmp_path / "run" / FOLDER).is_dir(), "the question will be asked again"
    outcome = ran(source, tmp_path / "run", agent="FailsAt")
    assert outcome.metric["leakage"]["violations"] == 0
    assert namespaces() == [EVERYTHING, EVERYTHING]
    assert outcome.metric["digest"] == expected


def test_a_copied_folder_does_not_go_on_with_a_memory_that_the_first_one_has_fed_since(
    source: str, tmp_path: Path
) -> None:
    expected = whole(source, tmp_path / "whole")
    broken_off(source, tmp_path / "run", "radio 2")
    copytree(tmp_path / "run", tmp_path / "copy")
    assert ran(source, tmp_path / "run").metric["digest"] == expected
    assert ran(source, tmp_path / "copy").metric["digest"] == expected
    assert namespaces() == [EVERYTHING, EVERYTHING]


def test_a_folder_that_was_moved_does_not_go_on_with_what_it_fed_where_it_was(source: str, tmp_path: Path) -> None:
    expected = whole(source, tmp_path / "whole")
    broken_off(source, tmp_path / "run", "radio 2")
    (tmp_path / "run").rename(tmp_path / "moved")  # the record is the same file, with the times that it had
    assert ran(source, tmp_path / "moved").metric["digest"] == expected
    assert namespaces() == [EVERYTHING[:4], EVERYTHING]


def test_a_record_that_is_put_back_from_a_copy_is_not_gone_on_with(source: str, tmp_path: Path) -> None:
    expected = whole(source, tmp_path / "whole")
    broken_off(source, tmp_path / "run", "radio 1")
    (record,) = (tmp_path / "run" / FOLDER).iterdir()
    copy2(record, tmp_path / "kept")
    broken_off(source, tmp_path / "run", "radio 3")
    (tmp_path / "kept").replace(record)
    assert ran(source, tmp_path / "run").metric["digest"] == expected
    assert namespaces() == [EVERYTHING, EVERYTHING]


@pytest.mark.parametrize("is_removed", [False, True])
def test_a_backup_that_is_put_back_at_its_place_is_not_gone_on_with(
    source: str, tmp_path: Path, *, is_removed: bool
) -> None:
    expected = whole(source, tmp_path / "whole")
    broken_off(source, tmp_path / "run", "radio 1")
    copytree(tmp_path / "run", tmp_path / "backup")
    broken_off(source, tmp_path / "run", "radio 3")
    if is_removed:
        rmtree(tmp_path / "run")  # a file system may give the same number to the file that comes next
    copytree(tmp_path / "backup", tmp_path / "run", dirs_exist_ok=True)
    outcome = ran(source, tmp_path / "run")
    assert (outcome.metric["digest"], outcome.metric["leakage"]["violations"]) == (expected, 0)
    assert namespaces() == [EVERYTHING, EVERYTHING]


def test_an_earlier_state_that_is_written_over_the_record_is_not_gone_on_with(source: str, tmp_path: Path) -> None:
    expected = whole(source, tmp_path / "whole")
    broken_off(source, tmp_path / "run", "radio 1")
    record = feeding_file(tmp_path / "run", "t")
    kept = [orjson.loads(line) for line in record.read_bytes().splitlines()]
    broken_off(source, tmp_path / "run", "radio 3")
    for line in kept:
        line["written_ns"] -= MOST_LATE_NS + 1  # as long ago as that the backup was made
    record.write_bytes(lines(*kept))  # as `cp` does: the same file, written now
    outcome = ran(source, tmp_path / "run")
    assert (outcome.metric["digest"], outcome.metric["leakage"]["violations"]) == (expected, 0)
    assert namespaces() == [EVERYTHING, EVERYTHING]


def test_what_was_written_a_moment_before_the_file_system_has_it_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with closing(Feeding(path, "first")) as feeding:
        feeding.change("tick:1", lambda: None)
    for age_ns, goes_on in ((MOST_LATE_NS // 2, True), (2 * MOST_LATE_NS, False), (-2 * MOST_LATE_NS, False)):
        *before, last = (orjson.loads(line) for line in path.read_bytes().splitlines())
        path.write_bytes(lines(*before, last))
        last["written_ns"] = path.stat().st_mtime_ns - age_ns
        path.write_bytes(lines(*before, last))
        with closing(Feeding(path, "second")) as feeding:
            assert feeding.is_ahead == goes_on


def test_the_last_question_is_asked_again_of_the_memory_that_stands_there(source: str, tmp_path: Path) -> None:
    Ends.at.add("radio 3")
    assert ran(source, tmp_path / "run", agent="FailsAt").metric["failures"] == 1
    assert ran(source, tmp_path / "run", agent="FailsAt").metric["failures"] == 0
    assert namespaces() == [EVERYTHING]


def test_what_was_to_be_seen_before_a_request_to_forget_is_seen_in_a_memory_that_is_fed_anew(tmp_path: Path) -> None:
    source = write(tmp_path / "source", {"record": "forget", "at": "2025-07-01T21:00", "messages": ["late1"]})
    expected = whole(source, tmp_path / "whole")
    broken_off(source, tmp_path / "run", "radio 3")
    assert ran(source, tmp_path / "run").metric["digest"] == expected
    forgotten = [text for text in EVERYTHING if text != "late on day 1"]
    assert namespaces() == [forgotten, forgotten]


def test_a_memory_that_lost_what_it_was_told_is_fed_anew(source: str, tmp_path: Path) -> None:
    expected = whole(source, tmp_path / "whole")
    broken_off(source, tmp_path / "run", "radio 3")
    STORES.clear()
    assert ran(source, tmp_path / "run").metric["digest"] == expected
    assert namespaces() == [EVERYTHING]


@pytest.mark.parametrize("name", ["Silent", "Ending"])
def test_a_memory_that_does_not_say_what_it_holds_or_that_it_can_be_gone_on_with_is_fed_anew(
    source: str, tmp_path: Path, name: str
) -> None:
    memory = f"tests.lasting_memory:{name}"
    broken_off(source, tmp_path / "run", "radio 2", memory=memory)
    assert (tmp_path / "run" / FOLDER).exists() == (name == "Silent"), "who does not say it pays nothing"
    ran(source, tmp_path / "run", memory=memory)
    assert namespaces() == [EVERYTHING[:4], EVERYTHING]


def test_a_reset_does_not_empty_what_this_run_was_told(source: str, tmp_path: Path) -> None:
    broken_off(source, tmp_path / "run", "radio 2", reset=True)
    ran(source, tmp_path / "run", reset=True)
    assert namespaces() == [EVERYTHING]


def test_a_record_that_cannot_be_written_is_emptied_and_the_run_goes_on(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = whole(source, tmp_path / "whole")
    honest, lines = replay.feeding._write, []

    def is_full(fd: int, line: dict[str, Any]) -> None:
        lines.append(line)
        if len(lines) == 4:
            raise OSError(28, "No space left on device")
        honest(fd, line)

    monkeypatch.setattr(replay.feeding, "_write", is_full)
    broken_off(source, tmp_path / "run", "radio 3")
    assert feeding_file(tmp_path / "run", "t").read_bytes() == b""
    assert ran(source, tmp_path / "run").metric["digest"] == expected
    assert namespaces() == [EVERYTHING, EVERYTHING]


def test_nothing_is_told_where_it_can_neither_be_put_down_nor_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    with closing(Feeding(tmp_path / "f" / "x.jsonl", "n")) as feeding:
        feeding.change("tick:1", lambda: told.append("first"))

        def fails(*_: object) -> None:
            raise OSError(30, "Read-only file system")

        monkeypatch.setattr(replay.feeding, "_write", fails)
        monkeypatch.setattr(os, "ftruncate", fails)
        with pytest.raises(CannotWrite, match="Read-only"):
            feeding.change("tick:2", lambda: told.append("second"))
    assert told == ["first"]


def test_something_else_where_the_record_should_be_is_one_named_error(source: str, tmp_path: Path) -> None:
    feeding_file(tmp_path / "run", "t").mkdir(parents=True)
    with pytest.raises(CannotWrite, match=r"\.jsonl: what the memory was told .*: Is a directory"):
        Feeding(feeding_file(tmp_path / "run", "t"), "n")
    broken_off(source, tmp_path / "run2", "radio 2")
    feeding_file(tmp_path / "run2", "t").unlink()
    feeding_file(tmp_path / "run2", "t").mkdir()
    with pytest.raises(CannotWrite, match="Is a directory"):
        ran(source, tmp_path / "run2")


def test_a_record_that_may_only_be_read_is_one_named_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.jsonl"
    with closing(Feeding(path, "first")) as feeding:
        feeding.change("tick:1", lambda: None)

    def refuses(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuses)
    with pytest.raises(CannotWrite, match=r"x\.jsonl: .*: Permission denied"):
        Feeding(path, "second")


def test_where_there_are_no_locks_nothing_is_put_down_or_gone_on_with(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def has_none(fd: int) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(replay.feeding, "lock_alone", has_none)
    broken_off(source, tmp_path / "run", "radio 2")
    assert feeding_file(tmp_path / "run", "t").read_bytes() == b""
    assert ran(source, tmp_path / "run").metric["failures"] == 0
    assert namespaces() == [EVERYTHING[:4], EVERYTHING]


def test_a_record_that_cannot_be_begun_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "feeding").write_text("no folder")
    told: list[str] = []
    with closing(Feeding(tmp_path / "feeding" / "x.jsonl", "n")) as feeding:
        feeding.change("tick:1", lambda: told.append("first"))
        feeding.change("tick:2", lambda: told.append("second"))
    assert told == ["first", "second"]


def test_a_record_that_another_process_holds_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.jsonl"
    with closing(Feeding(path, "first")) as feeding:
        feeding.change("tick:1", lambda: None)
    monkeypatch.setattr(replay.feeding, "LOCK_TRIES", 1)
    before = path.read_bytes()
    with path.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with closing(Feeding(path, "second")) as feeding:
            assert (feeding.namespace, feeding.is_ahead) == ("second", False)
            feeding.change("tick:2", lambda: None)
    assert path.read_bytes() == before
    with closing(Feeding(path, "third")) as feeding:
        assert (feeding.namespace, feeding.is_ahead) == ("first", True)


def lines(*content: object) -> bytes:
    return b"".join(orjson.dumps(line) + b"\n" for line in content)


HEADER = {"feeding": 3, "namespace": "n", "place": "p", "written_ns": 7}
FIRST, SECOND = {"begun": 1, "key": "ingest:a", "written_ns": 8}, {"begun": 2, "key": "tick:b", "written_ns": 9}
ONE, TWO = {"done": 1, "written_ns": 10}, {"done": 2, "written_ns": 10}


@pytest.mark.parametrize(
    ("content", "keys"),
    [
        (b"", ()),
        (lines(HEADER), ()),
        (lines(HEADER, FIRST), ()),
        (lines(HEADER, FIRST, ONE), ("ingest:a",)),
        (lines(HEADER, FIRST, ONE, SECOND), ()),
        (lines(HEADER, FIRST, ONE, SECOND, TWO), ("ingest:a", "tick:b")),
        (lines(HEADER, FIRST, ONE, SECOND, TWO)[:-1], ()),
        (lines(HEADER, FIRST, ONE, SECOND, TWO)[:-9], ()),
        (lines(HEADER, FIRST, SECOND, ONE, TWO), ()),
        (lines(HEADER, FIRST, ONE, ONE), ()),
        (lines(HEADER, SECOND, TWO), ()),
        (lines(FIRST, ONE), ()),
        (lines(HEADER, {**HEADER, "namespace": "m"}, FIRST, ONE), ()),
        (lines({**HEADER, "feeding": 2}, FIRST, ONE), ()),
        (lines(HEADER, FIRST, {"done": 1}), ()),
        (b"\xff\xfe\n", ()),
    ],
)
def test_a_record_is_certain_or_it_is_none(content: bytes, keys: tuple[str, ...]) -> None:
    assert read_record(content) == (Fed(namespace="n", place="p", written_ns=10, keys=keys) if keys else Fed())


def test_equal_changes_have_equal_keys_and_others_have_others() -> None:
    one = Message(id="m1", position=Position(5, 1), speaker="Ada", role="user", text="lone \ud800 half")
    batches = [Batch(messages=(one,), now=cutoff_at(at)) for at in (6, 6, 7)]
    keys = [change_key("ingest", batch.now, batch.messages) for batch in batches]
    assert keys[0] == keys[1] != keys[2]
    assert change_key("tick", cutoff_at(6)) not in keys


def test_a_memory_that_was_told_something_else_is_fed_anew(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    with closing(Feeding(path, "first")) as feeding:
        feeding.change("ingest:a", lambda: None)
    with closing(Feeding(path, "second")) as feeding, pytest.raises(FeedAnew):
        feeding.change("ingest:b", lambda: None)


def test_a_model_is_asked_nothing_twice_and_the_memory_told_nothing_twice(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")
    server = ModelServer()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    command = ["run", source, "--memory", MEMORY, "--agent", "openai", "--model", "demo", "--quiet", "--json"]
    command += ["--base-url", server.base_url, "--delays", "1h", "--out"]
    try:
        assert invoke([*command, str(tmp_path / "whole")]) == 0
        STORES.clear()
        n_exchanges = (tmp_path / "whole" / "answers.tape").read_bytes().count(b'"phase"')
        assert n_exchanges > 5
        for _ in range(n_exchanges):
            if invoke([*command, str(tmp_path / "run"), "--max-requests", "5"]) == 0:
                break
    finally:
        server.shutdown()
        server.server_close()
    assert namespaces() == [EVERYTHING]
    assert (tmp_path / "run" / "answers.tape").read_bytes().count(b'"phase"') == n_exchanges
    names = ("all_results.json", "results_t.json", "config.json")
    assert [(tmp_path / "run" / n).read_bytes() for n in names] == [
        (tmp_path / "whole" / n).read_bytes() for n in names
    ]
