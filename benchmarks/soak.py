"""Traffic under faults, round after round: what survives, what is lost, what the load is.

A round makes up new timelines, runs them once undisturbed and then through a proxy that strikes requests with faults
(`benchmarks/faulty_proxy.py`), kills the run now and then, and calls it again until it is complete. Even rounds have
the memory behind the proxy, odd ones the model. The rule that it holds the product to: every query ends with one
answer, and the run with the digest of the undisturbed one, whatever happened on the way.

`python -m benchmarks.soak [--minutes 60] [--rounds N] [--seed 0] [--messages 400] [--queries 20] [--scenarios 3]`

Exits 1 where anything was lost, double or different, or a call ended otherwise than it may.
"""

import argparse
import json
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from benchmarks.faulty_proxy import Fault, FaultyProxy
from fixtures.memory_server import MemoryServer
from fixtures.model_server import ModelServer

ROOT = Path(__file__).resolve().parents[1]
MEMORY_RATES: Mapping[Fault, float] = {
    "refused": 0.02, "busy": 0.01, "slow": 0.01, "silent": 0.001, "lost": 0.01, "torn": 0.005,
    "garbage": 0.0005, "empty": 0.0005, "unsettled": 0.2,
}  # fmt: skip
"""Garbage from a memory is not asked for again: it is a Failure, and the scenario is fed anew by the next call."""
MODEL_RATES: Mapping[Fault, float] = {
    "refused": 0.03, "busy": 0.02, "slow": 0.01, "silent": 0.002, "lost": 0.01, "torn": 0.01,
    "garbage": 0.02, "empty": 0.02,
}  # fmt: skip
MOST_CALLS = 60
"""A run that is not complete after so many calls counts as lost."""
CALL_S = 300.0
"""A call that takes longer hangs."""
KILLED = -9


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Of one round."""

    scenarios: int = 3
    messages: int = 400
    queries: int = 20


@dataclass(slots=True, kw_only=True)
class Tally:
    """What was counted over all rounds."""

    rounds: Counter[str] = field(default_factory=Counter)
    calls: Counter[int] = field(default_factory=Counter)
    """By exit code."""
    faults: Counter[Fault] = field(default_factory=Counter)
    took_ms: list[float] = field(default_factory=list)
    n_messages: int = 0
    n_queries: int = 0
    n_lost: int = 0
    n_double: int = 0
    n_failed_attempts: int = 0
    """Attempts at a query that ended as a Failure and were made again."""
    n_different: int = 0
    """Runs whose digest is not that of the undisturbed one."""
    odd: list[str] = field(default_factory=list)
    """Calls that ended otherwise than they may, with what they said."""
    faulty_s: float = 0.0
    """Real time of the disturbed runs."""

    @property
    def is_good(self) -> bool:
        """Whether nothing was lost, double, different or odd."""
        return not (self.n_lost or self.n_double or self.n_different or self.odd)


def soak(tally: Tally, size: Size, seed: int, *, kills: bool = True) -> None:
    """Add one round to `tally`; even seeds disturb the memory, odd ones the model."""
    rng = random.Random(seed)
    behind = "model" if seed % 2 else "memory"
    server = ModelServer() if behind == "model" else MemoryServer()
    Thread(target=server.serve_forever, daemon=True).start()
    address = server.base_url if isinstance(server, ModelServer) else server.url
    proxy = FaultyProxy(address, MODEL_RATES if behind == "model" else MEMORY_RATES, seed=seed)
    try:
        with tempfile.TemporaryDirectory(prefix="pastlane-soak-") as name:
            folder = Path(name)
            _generate(folder / "data", size, seed)
            whole = _call(_command(folder, "whole", behind, address), tally)
            if whole.returncode != 0:
                tally.odd.append(f"round {seed}: undisturbed, exit {whole.returncode}: {whole.stderr[-300:]}")
                return
            began = time.perf_counter()
            digest = _until_complete(_command(folder, "parts", behind, proxy.url), tally, rng if kills else None, seed)
            tally.faulty_s += time.perf_counter() - began
            _count(folder / "parts" / "run.db", tally, size)
            if digest != json.loads(whole.stdout)["digest"]:
                tally.n_different += 1
    finally:
        proxy.stop()
        server.shutdown()
        server.server_close()
    tally.rounds[behind] += 1
    tally.faults.update(proxy.faults)
    tally.took_ms.extend(proxy.took_ms)
    tally.n_messages += size.scenarios * size.messages


def report(tally: Tally, seed: int, seconds: float) -> list[str]:
    """The figures, a line each."""
    took = sorted(tally.took_ms) or [0.0]
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e6
    p50, p95, p99 = (took[min(int(len(took) * share), len(took) - 1)] for share in (0.5, 0.95, 0.99))
    ends = ", ".join(f"{n} with {'SIGKILL' if code == KILLED else code}" for code, n in sorted(tally.calls.items()))
    per_s = len(took) / tally.faulty_s if tally.faulty_s else 0.0
    lines = [
        f"seed {seed}, {seconds / 60:.1f} minutes; rounds: {dict(tally.rounds)}; messages {tally.n_messages}",
        f"calls of the run: {sum(tally.calls.values())} ({ends}); largest process {children:.0f} MB",
        f"requests served {len(took)} ({per_s:.0f} a second of disturbed running);"
        f" the server took {p50:.1f} / {p95:.1f} / {p99:.1f} ms (p50 / p95 / p99)",
        f"faults {sum(tally.faults.values())}: {', '.join(f'{n} {one}' for one, n in sorted(tally.faults.items()))}",
        f"queries {tally.n_queries}; lost {tally.n_lost}, double {tally.n_double};"
        f" attempts that failed and were made again {tally.n_failed_attempts}",
        f"runs whose digest differs from the undisturbed one: {tally.n_different} of {sum(tally.rounds.values())}",
    ]
    return lines + [f"odd: {one}" for one in tally.odd[:20]]


def _generate(out: Path, size: Size, seed: int) -> None:
    options = {"scenarios": size.scenarios, "messages": size.messages, "queries": size.queries, "seed": seed}
    command = [sys.executable, "-m", "replay.cli", "generate", str(out)]
    for option, value in options.items():
        command += [f"--{option}", str(value)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


def _command(folder: Path, out: str, behind: str, address: str) -> list[str]:
    command = [sys.executable, "-m", "replay.cli", "run", f"timeline:{folder / 'data'}", "--json", "--quiet"]
    command += ["--jobs", "2", "--out", str(folder / out)]
    if behind == "memory":
        return [*command, "--memory", address, "--memory-option", "timeout_s=1"]
    return [*command, "--agent", "openai", "--model", "demo", "--base-url", address, "--timeout-s", "1"]


def _call(command: list[str], tally: Tally, kill_after_s: float | None = None) -> subprocess.CompletedProcess[str]:
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        shown, errors = process.communicate(timeout=kill_after_s or CALL_S)
    except subprocess.TimeoutExpired:
        process.kill()
        shown, errors = process.communicate()
        if kill_after_s is None:
            tally.odd.append(f"a call hung for {CALL_S:.0f} s: {errors[-300:]}")
    tally.calls[process.returncode] += 1
    return subprocess.CompletedProcess(command, process.returncode, shown, errors)


def _until_complete(command: list[str], tally: Tally, rng: random.Random | None, seed: int) -> str:
    """The digest of the run when it is complete; empty if it never is."""
    for _ in range(MOST_CALLS):
        kills = rng is not None and rng.random() < 0.4
        done = _call(command, tally, rng.uniform(0.3, 6.0) if kills and rng is not None else None)
        if done.returncode == 0:
            return str(json.loads(done.stdout)["digest"])
        if not _may_end_so(done):
            tally.odd.append(f"round {seed}: exit {done.returncode}: {done.stderr[-300:]}")
    return ""


def _may_end_so(done: subprocess.CompletedProcess[str]) -> bool:
    """With Failures, killed, or because the memory was struck when it was tried out, before anything was written."""
    is_refused = done.returncode == 2 and "cannot be used" in done.stderr
    return (is_refused or done.returncode in (1, KILLED)) and "Traceback" not in done.stderr


def _count(database: Path, tally: Tally, size: Size) -> None:
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT sum(failed = 0), sum(failed) FROM turns GROUP BY scenario, query").fetchall()
    tally.n_queries += size.scenarios * size.queries
    tally.n_lost += size.scenarios * size.queries - sum(answers > 0 for answers, _ in rows)
    tally.n_double += sum(answers > 1 for answers, _ in rows)
    tally.n_failed_attempts += sum(failed for _, failed in rows)


def main() -> int:
    """Soak for a time or a number of rounds, print the figures, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=None, help="in place of a time")
    parser.add_argument("--seed", type=int, default=0)
    for name, default in (("scenarios", Size().scenarios), ("messages", Size().messages), ("queries", Size().queries)):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    size = Size(scenarios=options.scenarios, messages=options.messages, queries=options.queries)
    tally, began = Tally(), time.perf_counter()
    number = 0
    while number < options.rounds if options.rounds is not None else time.perf_counter() - began < 60 * options.minutes:
        soak(tally, size, options.seed + number)
        number += 1
        sys.stderr.write(f"round {number}: {'good' if tally.is_good else tally.odd or 'not good'}\n")
    for line in report(tally, options.seed, time.perf_counter() - began):
        print(line)
    return 0 if tally.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
