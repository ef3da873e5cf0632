"""P5: a run that is killed at any moment goes on to the result of one that was not."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.test_replay_loaders import message

ROOT = Path(__file__).resolve().parents[1]
N_SCENARIOS, N_QUERIES = 3, 8


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("timelines")
    for number in range(N_SCENARIOS):
        records: list[dict[str, object]] = [{"record": "scenario", "id": f"s{number}"}]
        for day in range(1, N_QUERIES + 1):
            records.append(message(f"2025-07-0{day}T08:00", f"the radio on day {day} please"))
            query = {"record": "query", "cutoff": f"2025-07-0{day}T09:00", "text": f"radio on day {day}"}
            records.append({**query, "commands": [{"name": "carcontrol_radio_switch", "args": {"switch": True}}]})
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"s{number}.jsonl").write_text(text, encoding="utf-8")
    return f"timeline:{folder}"


def start(source: str, out: Path, jobs: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "replay.cli", "run", source, "--agent", "tests.slow_agent:SlowAgent"]
    command += ["--jobs", str(jobs), "--json", "--out", str(out)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(source: str, out: Path, jobs: int) -> str:
    process = start(source, out, jobs)
    shown, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    digest: str = json.loads(shown)["digest"]
    return digest


def n_turns(out: Path) -> int:
    try:
        connection = sqlite3.connect(f"file:{out / 'run.db'}?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT count(*) FROM turns").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error:
        return 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_goes_on_to_the_same_result_and_nothing_is_lost_or_double(
    source: str, jobs: int, tmp_path: Path
) -> None:
    whole = finish(source, tmp_path / "whole", jobs)
    out = tmp_path / "parts"
    for wanted in (1, 6, 15):
        process = start(source, out, jobs)
        while n_turns(out) < wanted and process.poll() is None:
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        assert n_turns(out) >= wanted
    assert finish(source, out, jobs) == whole
    rows = (
        sqlite3.connect(out / "run.db").execute("SELECT scenario, query, count(*) FROM turns GROUP BY 1, 2").fetchall()
    )
    assert len(rows) == N_SCENARIOS * N_QUERIES
    assert {count for _, _, count in rows} == {1}


def test_runs_killed_at_random_points_lose_nothing_and_tell_no_memory_anything_twice() -> None:
    """Embedded, served and surviving, served and forgetful; `python -m tests.kills --kills 200` is the long form."""
    seed = str(random.SystemRandom().randrange(2**32))
    command = [
        sys.executable,
        "-m",
        "tests.kills",
        "--kills",
        os.environ.get("PASTLANE_KILLS", "15"),
        "--only",
        "1 job",
    ]
    done = subprocess.run([*command, "--seed", seed], cwd=ROOT, capture_output=True, text=True, timeout=3600)
    series = [json.loads(line) for line in done.stdout.splitlines()[1:]]
    assert [one["wrong"] for one in series] == [[], [], []], f"seed {seed}: {done.stdout}{done.stderr[-2000:]}"
    assert sum(one["kills"] for one in series) >= 15
    assert {one["lost"] for one in series} == {one["double"] for one in series} == {0}
