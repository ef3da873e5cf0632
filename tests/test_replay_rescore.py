import sqlite3
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import orjson
import pytest

from replay.errors import CannotWrite, InputError, RunFolderError
from replay.exit_codes import ExitCode
from replay.known_costs import cost_of_file
from replay.prepare import Prepared, Request, prepare
from replay.publishing import Published, write_results
from replay.repeating import run_repeats
from replay.rescore import rescore
from replay.run import run
from replay.run_folder import open_run
from scoring.records import Failure, Turn
from scoring.usage import PhaseUsage, Usage
from tests.kept_logs import rewritten, without_fields

DERIVED = ("all_results.json", "metric.json", "config.json", "results_lantern.json")
SINCE_THE_FIRST_LOGS = (
    "point",
    "left_out",
    "evidence_sessions",
    "names_sources",
    "probe",
    "fact_probes",
    "evidence_age_us",
    "interference",
    "update",
    "forgetting",
    "other_violations",
    "leftovers",
    "usage",
)
MODEL = {"model": "small"}
PRICES = "[models.small]\nprompt_usd_per_million = 1.0\ncompletion_usd_per_million = 10.0\n"


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    return prepare(Request(memory="recent", agent="oracle", limit=3))


@pytest.fixture(scope="module")
def done(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run to make others of; not to be changed."""
    return run(prepared, tmp_path_factory.mktemp("runs") / "done").folder


@pytest.fixture
def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(PRICES, encoding="utf-8")
    return path


def test_while_one_scores_a_run_again_another_is_told_to_wait(
    done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copytree(done, tmp_path / "run")
    told: list[str] = []
    write = Published.write

    def write_beside_another(published: Published, folder: Path) -> None:
        with pytest.raises(RunFolderError) as second:
            rescore(folder)
        told.append(str(second.value))
        write(published, folder)

    monkeypatch.setattr(Published, "write", write_beside_another)
    rescore(folder)
    assert len(told) == 1
    assert "another process is at work" in told[0]
    assert content(folder) == content(done)


def test_the_metrics_are_put_in_place_last(done: Path, tmp_path: Path) -> None:
    folder = copytree(done, tmp_path / "run")
    (folder / "metric.json").write_bytes(b"{}")
    (folder / "config.json").unlink()
    (folder / "config.json").mkdir()
    with pytest.raises(CannotWrite):
        rescore(folder)
    assert (folder / "metric.json").read_bytes() == b"{}"


def content(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in DERIVED}


def paid(turn: Turn) -> Turn:
    phase = PhaseUsage(requests=1, prompt_tokens=1000 * (turn.index + 1), completion_tokens=7)
    return replace(turn, usage=Usage(ask=phase))


def test_files_that_were_lost_come_back_to_the_byte_and_the_table_again(prepared: Prepared, tmp_path: Path) -> None:
    run(prepared, tmp_path / "run")
    before = content(tmp_path / "run")
    for name in DERIVED:
        (tmp_path / "run" / name).unlink()
    report = rescore(tmp_path / "run")
    assert content(tmp_path / "run") == before
    assert (report.to_dict()["exact_match_rate"], report.to_dict()["notes"], report.exit_code) == (1.0, [], 0)
    assert f"run folder: {tmp_path / 'run'}" in report.render()


def test_a_rescored_run_can_be_gone_on_with(prepared: Prepared, tmp_path: Path) -> None:
    run(prepared, tmp_path / "run")
    rescore(tmp_path / "run")
    assert run(prepared, tmp_path / "run").n_kept == 3


def test_a_log_from_before_the_new_fields_is_read(done: Path, tmp_path: Path) -> None:
    old = rewritten(done, tmp_path / "old")
    gold = ("fact_evidence", "superseded", "evidence_ids")
    without_fields(
        old,
        turn=SINCE_THE_FIRST_LOGS,
        gold=gold,
        timing=("model", "raw_answers", "n_delivered", "stored_bytes", "memory_retries"),
    )
    (one,) = rescore(old).runs
    assert (one.metric["completed_tasks"], one.metric["exact_match_rate"]) == (3, 1.0)
    assert (one.metric["retrieval"]["queries"], one.metric["points"]) == (0, {})


def test_a_run_of_another_version_says_so_and_keeps_it_in_its_configuration(done: Path, tmp_path: Path) -> None:
    old = rewritten(done, tmp_path / "old", config={"version": "0.0.9", "own_code": "abcabcabcabc"})
    (one,) = rescore(old).runs
    assert one.notes[0].startswith("answered by Pastlane 0.0.9 (code abcabcabcabc), scored by ")
    assert orjson.loads((old / "config.json").read_bytes())["own_code"] == "abcabcabcabc"


def test_an_unfinished_run_is_rescored_and_says_how_much_is_missing(done: Path, tmp_path: Path) -> None:
    begun = rewritten(done, tmp_path / "begun", change=lambda turn: turn if turn.index else None)
    (one,) = rescore(begun).runs
    assert (one.metric["completed_tasks"], one.notes) == (2, ("not finished: 1 query still to be asked",))


def test_the_exit_code_is_what_the_run_itself_would_end_with(done: Path, tmp_path: Path) -> None:
    failure = Failure(stage="agent", message="it broke")
    failed = rewritten(done, tmp_path / "failed", change=lambda turn: replace(turn, failure=failure))
    assert rescore(failed).exit_code == ExitCode.NOT_MET


def test_known_costs_are_kept_without_prices(done: Path, prices: Path, tmp_path: Path) -> None:
    folder = rewritten(done, tmp_path / "run", change=paid, config={"model": MODEL})
    (one,) = rescore(folder, prices).runs
    # 1000 + 2000 + 3000 prompt tokens at 1, 21 written ones at 10: 6210 millionths of a dollar
    assert one.metric["usage"]["total"]["cost_usd"] == 0.00621
    before = content(folder)
    (again,) = rescore(folder).runs
    assert (again.metric["usage"]["total"]["cost_usd"], again.notes) == (0.00621, ())
    assert content(folder) == before


def test_costs_that_nobody_knows_stay_unknown_and_that_is_said(done: Path, tmp_path: Path) -> None:
    folder = rewritten(done, tmp_path / "run", change=paid, config={"model": MODEL})
    (one,) = rescore(folder).runs
    assert (one.metric["usage"]["total"]["cost_usd"], one.notes) == (None, ("no costs: give --prices",))


def test_prices_without_a_model_and_of_another_model_are_refused(done: Path, prices: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has none"):
        rescore(done, prices)
    folder = rewritten(done, tmp_path / "run", change=paid, config={"model": {"model": "other"}})
    with pytest.raises(InputError, match="no price of 'other'"):
        rescore(folder, prices)
    assert not (folder / "metric.json").exists()


def test_every_repeat_is_rescored_and_what_they_say_together(prepared: Prepared, tmp_path: Path) -> None:
    run_repeats(prepared, tmp_path / "run", 2)
    before = (tmp_path / "run" / "repeats.json").read_bytes()
    (tmp_path / "run" / "repeats.json").unlink()
    (tmp_path / "run" / "repeat-2" / "metric.json").unlink()
    report = rescore(tmp_path / "run")
    assert (tmp_path / "run" / "repeats.json").read_bytes() == before
    assert (tmp_path / "run" / "repeat-2" / "metric.json").exists()
    assert [Path(one["folder"]).name for one in report.to_dict()["runs"]] == ["repeat-1", "repeat-2"]


def test_a_folder_that_is_written_or_holds_no_run_is_refused(prepared: Prepared, tmp_path: Path) -> None:
    with (
        open_run(tmp_path / "run", prepared.config),
        pytest.raises(RunFolderError, match="another process"),
    ):
        rescore(tmp_path / "run")
    tmp_path.joinpath("empty").mkdir()
    with pytest.raises(RunFolderError, match="no run"):
        rescore(tmp_path / "empty")


def test_a_record_that_cannot_be_read_leaves_the_published_files_as_they_were(
    prepared: Prepared, tmp_path: Path
) -> None:
    run(prepared, tmp_path / "run")
    before = content(tmp_path / "run")
    connection = sqlite3.connect(tmp_path / "run" / "run.db")
    connection.executescript("DROP TRIGGER turns_no_update; UPDATE turns SET record = '[]' WHERE number = 2;")
    connection.close()
    with pytest.raises(RunFolderError, match="cannot be read"):
        rescore(tmp_path / "run")
    assert content(tmp_path / "run") == before


def test_the_prices_of_the_first_writing_are_those_that_are_found_again(
    prepared: Prepared, done: Path, prices: Path, tmp_path: Path
) -> None:
    folder = rewritten(done, tmp_path / "run", change=paid, config={"model": MODEL})
    config = replace(prepared.config, model=MODEL)
    with open_run(folder, config) as log:
        written = write_results(folder, log, config, cost_of_file(prices, "small"))
    assert rescore(folder).runs[0].metric["usage"] == written["usage"]


def test_repeats_go_on_where_a_process_was_killed_while_it_wrote_their_summary(
    prepared: Prepared, tmp_path: Path
) -> None:
    folder = run_repeats(prepared, tmp_path / "run", n_repeats=2).folder
    summary = (folder / "repeats.json").read_bytes()
    (folder / "repeats.json").replace(folder / "repeats.json.new")
    run_repeats(prepared, folder, n_repeats=2)
    assert (folder / "repeats.json").read_bytes() == summary
    assert not (folder / "repeats.json.new").exists()
