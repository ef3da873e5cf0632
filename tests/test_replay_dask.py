"""A cluster of separate processes on loopback: what is replayed there is what is replayed here, whoever dies."""

import gc
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from replay.cli import invoke
from replay.errors import InputError, ReplayError
from replay.executors import InThreads, OnDask, Where
from replay.prepare import Request, prepare
from replay.run import run
from tests.test_replay_loaders import message

pytest.importorskip("distributed", reason="the extra dask is not installed")

from replay import dask_client
from tests.dask_cluster import PATIENCE_S, ROOT, Cluster, cluster, until

N_SCENARIOS, N_QUERIES = 10, 6
MAIN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from replay.cli import main; main()"
"""The command, which heeds SIGINT even where whoever runs the tests has it ignored."""
SLOW = "tests.slow_agent:SlowAgent"
SLOWER, DEADLY = "tests.dask_doubles:Slower", "tests.dask_doubles:Deadly"


def write_source(folder: Path, subject: str = "radio") -> str:
    for number in range(N_SCENARIOS):
        records: list[dict[str, object]] = [{"record": "scenario", "id": f"s{number}"}]
        for day in range(1, N_QUERIES + 1):
            records.append(message(f"2025-07-0{day}T08:00", f"the radio on day {day} please"))
            query = {"record": "query", "cutoff": f"2025-07-0{day}T09:00", "text": f"{subject} on day {day}"}
            records.append({**query, "commands": [{"name": "carcontrol_radio_switch", "args": {"switch": True}}]})
        subject = "radio"  # another one is that of the first scenario alone
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"s{number}.jsonl").write_text(text, encoding="utf-8")
    return f"timeline:{folder}"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_source(tmp_path_factory.mktemp("timelines"))


@pytest.fixture(scope="module")
def local_digest(source: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    prepared = prepare(Request(source=source, agent=SLOW))
    digest: str = run(prepared, tmp_path_factory.mktemp("local") / "run").metric["digest"]
    return digest


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Four workers, one of which is replaced when it dies."""
    with cluster(tmp_path_factory.mktemp("four")) as one:
        one.add_workers(1, nanny=True)
        one.add_workers(3)
        yield one


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """No worker yet, and a task that one worker dies of is not tried on another."""
    with cluster(tmp_path_factory.mktemp("strict"), DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as one:
        yield one


def attempts(out: Path) -> dict[tuple[str, int], int]:
    """How many answers each query has in the log; none where there is no log yet."""
    try:
        with closing(sqlite3.connect(f"file:{out / 'run.db'}?mode=ro", uri=True)) as log:
            rows = log.execute("SELECT scenario, query, count(*) FROM turns GROUP BY 1, 2").fetchall()
    except sqlite3.Error:
        return {}
    return {(scenario, query): count for scenario, query, count in rows}


def start(source: str, out: Path, *where: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", MAIN, "run", source, "--agent", SLOWER, "--json", "--quiet"]
    command += ["--out", str(out)]
    return subprocess.Popen([*command, *where], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(source: str, out: Path, *where: str) -> str:
    shown, errors = start(source, out, *where).communicate(timeout=120)
    digest: str = json.loads(shown)["digest"]
    assert not errors
    return digest


def dask(address: str) -> tuple[str, ...]:
    return ("--executor", "dask", "--scheduler", address)


def at_source(source: str, agent: str = SLOW) -> Request:
    return Request(source=source, agent=agent, stays_at_source=True)


def test_a_worker_killed_in_the_middle_is_replaced_and_nothing_is_lost_or_double(
    four: Cluster, source: str, local_digest: str, tmp_path: Path
) -> None:
    prepared = prepare(at_source(source))
    client = four.client
    processes = client.run(os.getpid)
    (address,) = (place for place, nanny in client.run(has_nanny).items() if nanny)
    killed: list[int] = []

    def kill_while_it_works() -> None:
        until(lambda: bool(client.processing()[address]))
        os.kill(processes[address], signal.SIGKILL)
        killed.append(processes[address])

    killer = threading.Thread(target=kill_while_it_works)
    killer.start()
    outcome = run(prepared, tmp_path / "run", where=Where(executor=OnDask(four.address)))
    killer.join()
    assert killed
    assert outcome.metric["digest"] == local_digest
    assert list(attempts(tmp_path / "run").values()) == [1] * (N_SCENARIOS * N_QUERIES)
    client.wait_for_workers(4, timeout=PATIENCE_S)
    assert killed[0] not in client.run(os.getpid).values()


def has_nanny(dask_worker: object) -> bool:
    return getattr(dask_worker, "nanny", None) is not None


def test_a_client_killed_or_interrupted_calls_its_tasks_back_and_is_gone_on_with(
    four: Cluster, source: str, local_digest: str, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    killed = start(source, out, *dask(four.address), "--jobs", "2")
    until(lambda: len(attempts(out)) >= N_QUERIES or killed.poll() is not None)
    killed.kill()
    _, errors = killed.communicate()
    kept = len(attempts(out))
    assert N_QUERIES <= kept < N_SCENARIOS * N_QUERIES, errors
    until(four.is_idle)
    interrupted = start(source, out, *dask(four.address), "--jobs", "1")
    until(lambda: len(attempts(out)) > kept or interrupted.poll() is not None)
    interrupted.send_signal(signal.SIGINT)
    _, errors = interrupted.communicate(timeout=PATIENCE_S)
    assert interrupted.returncode == 130
    assert errors.decode().strip() == "pastlane: interrupted; the same command goes on"
    assert kept < len(attempts(out)) < N_SCENARIOS * N_QUERIES
    until(four.is_idle)
    # What a cluster began, threads of this machine finish.
    assert finish(source, out, "--executor", "thread", "--jobs", "4") == local_digest
    assert list(attempts(out).values()) == [1] * (N_SCENARIOS * N_QUERIES)


def test_a_scenario_that_a_worker_cannot_load_is_sent(
    four: Cluster, local_digest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_source(tmp_path)
    monkeypatch.chdir(tmp_path)  # workers are elsewhere, so that they do not find these paths
    prepared = prepare(at_source(f"timeline:{tmp_path}"))
    relative = tuple(replace(one, source=f"timeline:{one.id}.jsonl") for one in prepared.at_source)
    outcome = run(
        replace(prepared, planned=relative), tmp_path / "run", where=Where(executor=OnDask(four.address), n_jobs=3)
    )
    assert outcome.metric["digest"] == local_digest


def test_a_scenario_that_has_changed_since_it_was_read_is_not_replayed(four: Cluster, tmp_path: Path) -> None:
    prepared = prepare(at_source(write_source(tmp_path)))
    changed = tmp_path / "s3.jsonl"
    changed.write_text(changed.read_text(encoding="utf-8").replace("on day 1 please", "is fine"), encoding="utf-8")
    with pytest.raises(ReplayError, match=r"scenario s3 .* is another one here"):
        run(prepared, tmp_path / "run", where=Where(executor=OnDask(four.address)))
    assert not any(scenario == "s3" for scenario, _ in attempts(tmp_path / "run"))


def test_scenarios_that_are_held_are_sent(four: Cluster, source: str, local_digest: str, tmp_path: Path) -> None:
    prepared = prepare(Request(source=source, agent=SLOW))
    assert run(prepared, tmp_path / "run", where=Where(executor=OnDask(four.address))).metric["digest"] == local_digest


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "foo://x:1", "tls://127.0.0.1:9", "tcp://h:notaport", "://"])
def test_a_scheduler_that_cannot_be_reached_is_one_line_and_exit_2(
    address: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_client, "CONNECT_S", 0.3)
    out = tmp_path / "run"
    assert invoke(["run", source, "--executor", "dask", "--scheduler", address, "--out", str(out)]) == 2
    gc.collect()  # a client that never came to be has its say when it is collected
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"pastlane: no dask scheduler can be used at {address}: ")
    assert not out.exists()


def test_a_cluster_without_workers_is_refused(strict: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_client, "WORKERS_S", 0.2)
    with pytest.raises(InputError, match="has no worker"):
        dask_client.check_cluster(strict.address, "fulltext", "noop")


def test_a_worker_that_runs_other_code_is_refused_before_and_in_the_middle(
    strict: Cluster, source: str, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    for package in ("replay", "scoring", "memory", "vehicle", "fixtures"):
        shutil.copytree(ROOT / package, other / package, ignore=shutil.ignore_patterns("__pycache__"))
    (other / "replay" / "agents" / "noop.py").open("a").write("\n# another version\n")
    strict.add_workers(1, root=other)
    ours = dask_client.code_here("fulltext", "noop")
    (address,) = strict.client.nthreads()
    with pytest.raises(InputError, match=f"{address} runs other code .*code: .* there, {ours.own_code} here"):
        dask_client.check_cluster(strict.address, "fulltext", "noop")
    with pytest.raises(ReplayError, match="runs other code than this process"):
        run(prepare(at_source(source, "noop")), tmp_path / "run", where=Where(executor=OnDask(strict.address)))
    assert attempts(tmp_path / "run") == {}
    strict.client.retire_workers([address])
    until(lambda: not strict.client.nthreads())


def test_a_memory_that_a_worker_does_not_have_is_refused(four: Cluster, tmp_path: Path) -> None:
    (tmp_path / "only_here.py").write_text("from memory.embedded.none import NoMemory as Mine\n", encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    try:
        with pytest.raises(InputError, match="memory: cannot import 'only_here'"):
            dask_client.check_cluster(four.address, "only_here:Mine", "noop")
    finally:
        sys.path.remove(str(tmp_path))


def test_what_a_memory_imports_is_code_of_a_worker_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside_it.py").write_text("WORD = 'one'\n", encoding="utf-8")
    (tmp_path / "with_beside.py").write_text(
        "from beside_it import WORD\nfrom memory.embedded.none import NoMemory as Mine\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    digests = []
    for word in ("one", "two", "one"):
        (tmp_path / "beside_it.py").write_text(f"WORD = '{word}'\n", encoding="utf-8")
        dask_client.code_here.cache_clear()
        digests.append(dask_client.code_here("with_beside:Mine", "noop").memory)
    assert digests[0] == digests[2] != digests[1]


def test_a_scenario_that_workers_die_of_is_named_and_the_others_go_on(strict: Cluster, tmp_path: Path) -> None:
    strict.add_workers(2)
    request = at_source(write_source(tmp_path, "doom"), DEADLY)
    with pytest.raises(ReplayError, match="workers died each time they replayed s0;"):
        run(prepare(request), tmp_path / "run", where=Where(executor=OnDask(strict.address), n_jobs=1))
    done = {scenario for scenario, _ in attempts(tmp_path / "run")}
    assert done == {f"s{number}" for number in range(1, N_SCENARIOS)}


def test_a_model_is_not_asked_from_a_cluster(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    where = ["--executor", "dask", "--scheduler", "tcp://127.0.0.1:9"]
    model = ["--agent", "openai", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
    assert invoke(["run", source, *where, *model]) == 2
    assert "budget, limits and tape are kept by one process" in capfd.readouterr().err


def test_a_run_that_is_complete_needs_no_cluster_to_be_read(source: str, local_digest: str, tmp_path: Path) -> None:
    whole = run(
        prepare(Request(source=source, agent=SLOW)), tmp_path / "run", where=Where(executor=InThreads(), n_jobs=4)
    )
    again = run(prepare(at_source(source)), tmp_path / "run", where=Where(executor=OnDask("tcp://127.0.0.1:9")))
    assert whole.metric["digest"] == again.metric["digest"] == local_digest
