from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from replay.errors import CannotWrite
from replay.publishing import ALL_FILE, Published, are_of_one_moment
from scoring.aggregate import ScoredTurn
from scoring.codec import to_json
from scoring.records import Origin
from scoring.results import result_entry
from scoring.retrieval_section import turn_retrieval
from tests.answers import answer


def asked(query_id: str, source_file: str, query: str = "Seat?") -> ScoredTurn:
    item = answer(query_id, True)
    turn = replace(item.turn, query=query, origin=Origin(source_file=source_file, event_index=item.turn.index))
    return replace(item, turn=turn)


def written(folder: Path, *scored: ScoredTurn) -> dict[str, bytes]:
    Published(scored=scored, metric={"n": 1}, others={"config.json": {}}, cost_of=None).write(folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def whole(*scored: ScoredTurn) -> bytes:
    """The list of entries written in one piece."""
    return (
        to_json([{**result_entry(i, None), "retrieval": turn_retrieval(i.turn)} for i in scored], indent=True) + b"\n"
    )


def test_a_run_without_turns_is_published_as_an_empty_list(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert files.pop("metric.json").startswith(b'{\n  "n": 1,\n  "files": {\n')
    assert files == {ALL_FILE: b"[]\n", "config.json": b"{}\n"}
    assert whole() == b"[]\n"


def test_the_metrics_name_what_the_other_files_hold_but_for_real_durations(tmp_path: Path) -> None:
    others = {"config.json": {}, "timing.json": {"a/0": 7}}
    Published(scored=(asked("1/0", "qa_1.json"),), metric={"n": 1}, others=others, cost_of=None).write(tmp_path)
    named = {name: sha256((tmp_path / name).read_bytes()).hexdigest() for name in (ALL_FILE, "results_1.json")}
    metric = orjson.loads((tmp_path / "metric.json").read_bytes())
    assert metric == {"n": 1, "files": {**named, "config.json": sha256(b"{}\n").hexdigest()}}
    assert are_of_one_moment(tmp_path, metric)


def test_a_file_of_another_moment_is_noticed_and_one_that_is_not_there_is_not(tmp_path: Path) -> None:
    written(tmp_path, asked("1/0", "qa_1.json"))
    metric = orjson.loads((tmp_path / "metric.json").read_bytes())
    (tmp_path / "results_1.json").unlink()
    assert are_of_one_moment(tmp_path, metric)
    (tmp_path / ALL_FILE).write_bytes(b"[]\n")
    assert not are_of_one_moment(tmp_path, metric)


@pytest.mark.parametrize("files", [None, [], {}, {"../other": ""}, {"nul\0": ""}, {"..": ""}])
def test_what_the_metrics_do_not_say_or_say_of_other_folders_is_no_reason_for_doubt(
    tmp_path: Path, files: object
) -> None:
    (tmp_path / "other").write_bytes(b"")
    (tmp_path / "run").mkdir()
    assert are_of_one_moment(tmp_path / "run", {"files": files})
    assert are_of_one_moment(tmp_path / "run", {})


def test_entries_one_at_a_time_are_the_bytes_of_the_whole_list(tmp_path: Path) -> None:
    one, two, three = asked("1/0", "qa_1.json"), asked("2/0", "qa_2.json", "half \ud800"), asked("1/1", "qa_1.json")
    files = written(tmp_path, one, two, three)
    assert files[ALL_FILE] == whole(one, two, three)
    assert files["results_1.json"] == whole(one, three)
    assert files["results_2.json"] == whole(two)
    assert sorted(files) == [ALL_FILE, "config.json", "metric.json", "results_1.json", "results_2.json"]


def test_source_files_of_one_number_share_a_file(tmp_path: Path) -> None:
    files = written(tmp_path, asked("1/0", "a/qa_1.json"), asked("2/0", "b/qa_1.json"))
    assert len(orjson.loads(files["results_1.json"])) == 2


def test_files_that_cannot_all_be_written_stay_what_they_were(tmp_path: Path) -> None:
    before = written(tmp_path, asked("1/0", "qa_1.json"))
    (tmp_path / "config.json.new").mkdir()
    with pytest.raises(CannotWrite, match="the same command goes on"):
        written(tmp_path, asked("1/0", "qa_1.json", "Another?"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before
