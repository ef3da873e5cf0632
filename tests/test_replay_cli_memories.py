"""The doors for memories on the command line, and what happens when what is behind one misbehaves."""

from pathlib import Path

import orjson
import pytest

from replay.cli import invoke
from tests.rude_memories import HELD

RUDE = "tests.rude_memories"


def metric(folder: Path) -> dict[str, object]:
    found: dict[str, object] = orjson.loads((folder / "metric.json").read_bytes())
    return found


def run(memory: str, out: Path, *more: str) -> int:
    return invoke(["run", "demo", "--memory", memory, "--limit", "2", "--agent", "noop", "--out", str(out), *more])


def test_a_search_that_hangs_is_cut_off_and_a_failure(tmp_path: Path) -> None:
    HELD.clear()
    assert run(f"{RUDE}:Hangs", tmp_path / "run", "--memory-timeout-s", "0.1") == 1
    HELD.set()
    assert "search did not return within 0.1 s" in str(metric(tmp_path / "run")["first_failure"])


@pytest.mark.parametrize(
    ("memory", "reason"),
    [
        ("ReturnsNoList", "search: returned dict, not a list of hits"),
        ("HasNoText", "search: hit 1 has no text"),
        ("ScoresNaN", "search: hit 1 has the score nan, not a finite number"),
    ],
)
def test_nonsense_is_a_failure_with_its_reason_and_never_a_score(memory: str, reason: str, tmp_path: Path) -> None:
    assert run(f"{RUDE}:{memory}", tmp_path / "run") == 1
    found = metric(tmp_path / "run")
    assert reason in str(found["first_failure"])
    assert found["valid_tasks"] == 0


def test_a_hit_of_another_namespace_is_a_leak(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"{RUDE}:FromNextDoor", tmp_path / "run") == 3
    assert "from 'next-door': 'theirs'" in capsys.readouterr().err


def test_a_namespace_that_is_not_empty_names_what_is_there_and_can_be_reset(tmp_path: Path) -> None:
    assert run(f"{RUDE}:NotEmpty", tmp_path / "run") == 1
    reason = str(metric(tmp_path / "run")["first_failure"])
    assert "is not empty: 2 found, such as 'the seat of last year'; left by an earlier run (--reset of run" in reason
    assert reason.endswith("or one store shared by all namespaces?")
    assert run(f"{RUDE}:NotEmpty", tmp_path / "run", "--reset") == 0


def test_an_audit_empties_namespaces_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    audit = ["audit", "demo", "--memory", f"{RUDE}:NotEmpty", "--agent", "noop", "--sample", "1"]
    assert invoke(audit) == 1
    assert "--reset of run and audit empties it" in capsys.readouterr().out
    assert invoke([*audit, "--reset"]) == 0


def test_a_complete_run_that_leaked_says_so_again_and_that_a_reset_of_it_empties_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(f"{RUDE}:FromNextDoor", tmp_path / "run") == 3
    capsys.readouterr()
    assert run(f"{RUDE}:FromNextDoor", tmp_path / "run", "--reset") == 3
    empties, leaks = capsys.readouterr().err.splitlines()
    assert "the run is complete, so that --reset empties nothing; name a new --out" in empties
    assert leaks.startswith("pastlane: leaks of ")
    assert leaks.endswith(f" withheld in the answers that were there already, in {tmp_path / 'run'}")


def test_a_run_with_failures_says_why_it_ends_with_1_without_its_progress_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(f"{RUDE}:FailsLate", tmp_path / "run", "--agent", "quote", "--limit", "3", "--quiet") == 1
    out, err = capsys.readouterr()
    assert " 1 of 3 " in next(line for line in out.splitlines() if line.startswith("all "))
    reason = f"pastlane: {RUDE}:FailsLate: failures: no answer to 2 of 3 queries; counted as wrong, exact is "
    assert err.startswith(reason)
    assert "; first failure: demo/" in err


@pytest.mark.parametrize(
    ("memory", "reason"),
    [
        ("http://127.0.0.1:9", "127.0.0.1:9"),
        ("http://user:hush@127.0.0.1:9", "user"),
        ("nowhere:Memory", "cannot import 'nowhere'"),
        ("fultext", "no memory is called 'fultext'"),
    ],
)
def test_a_door_that_leads_nowhere_is_bad_input_and_writes_nothing(
    memory: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(memory, tmp_path / "run") == 2
    err = capsys.readouterr().err
    assert reason in err
    assert "hush" not in err
    assert "Traceback" not in err
    assert not (tmp_path / "run").exists()


def test_a_key_that_is_missing_names_the_variable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    assert run("memos", tmp_path / "run", "--memory-option", "key_env=NO_SUCH_KEY") == 2
    assert "NO_SUCH_KEY" in capsys.readouterr().err


def test_an_index_lag_changes_the_run_and_nonsense_is_refused(tmp_path: Path) -> None:
    assert run("fulltext", tmp_path / "now") == 0
    assert run("fulltext", tmp_path / "late", "--index-lag", "365d") == 0
    entries = orjson.loads((tmp_path / "late" / "all_results.json").read_bytes())
    assert {entry["visible_messages"] for entry in entries} == {0}
    assert metric(tmp_path / "now")["digest"] != metric(tmp_path / "late")["digest"]
    assert run("fulltext", tmp_path / "odd", "--index-lag", "soon") == 2
    assert run("fulltext", tmp_path / "now", "--index-lag", "1m") == 2, "another configuration"


def test_the_schemas_and_the_table_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["schema", "memory-http"]) == 0
    assert "/ingest" in capsys.readouterr().out
    assert invoke(["schema", "timeline"]) == 0
    assert "QueryRecord" in capsys.readouterr().out
    assert invoke(["schema", "nothing"]) == 2
    assert invoke(["backends", "--json"]) == 0
    rows = orjson.loads(capsys.readouterr().out)
    assert {"mem0", "memos", "zep", "fulltext"} <= {row["name"] for row in rows}
    assert invoke(["backends", "nothing"]) == 2
