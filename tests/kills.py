"""Runs that are killed (SIGKILL) at random points, and gone on with until they are complete.

    python -m tests.kills --kills 200 --seed 7

One line of JSON a kind of run: how many kills, what they hit, how memories that survived were gone on with, and what is
wrong, which must be nothing: every query answered once, what was committed before a kill unchanged after it, the digest
and the published files those of a run that nobody disturbed (real durations apart), no message told twice to a
namespace. Each run is a process of its own, forked from this one, so that a start takes no time.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from replay.cli import invoke
from replay.feeding import feeding_file, read_record
from replay.publishing import TIMING_FILE
from replay.run_folder import LOG_FILE
from replay.settings import namespace_of
from replay.version import own_code_digest

SCENARIOS = ("s0", "s1", "s2")
N_DAYS, N_MESSAGES = 6, 4
N_TURNS = len(SCENARIOS) * N_DAYS
SLOWLY = ("--agent", "tests.slow_agent:SlowAgent")
ASKING = ("--agent", "openai", "--model", "demo", "--base-url")
POLL_S = 0.0005
LONGEST_STEP_S = 0.08
"""About the time from one query to the next."""
LONGEST_S = 120.0
MOMENTS = ("creating", "going", "going", "going", "going", "going", "writing")
"""Where a kill is aimed at, drawn by chance; it may miss."""


@dataclass(slots=True, kw_only=True)
class Series:
    """What came of one kind of run."""

    kind: str
    kills: int = 0
    runs: int = 0
    """How many runs were gone on with to their end."""
    hit: dict[str, int] = field(default_factory=dict)
    """What the run folder showed after each kill."""
    went_on: int = 0
    """How often a start went on with what a memory had been told before."""
    fed_anew: int = 0
    """How often a start fed a memory from its first message, though an earlier one had fed it."""
    lost: int = 0
    double: int = 0
    wrong: list[str] = field(default_factory=list)


def main(args: list[str] | None = None) -> int:
    """Run all series; returns 1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills")
    parser.add_argument("--kills", type=int, default=200, help="in all, shared by the kinds of runs")
    parser.add_argument("--seed", type=int, default=None, help="drawn by chance by default; printed")
    parser.add_argument("--only", default="", help="only the kinds whose name holds this")
    asked = parser.parse_args(args)
    seed = random.SystemRandom().randrange(2**32) if asked.seed is None else asked.seed
    own_code_digest()  # once, for all processes that are forked from here
    tell({"seed": seed, "kills": asked.kills})
    with (
        tempfile.TemporaryDirectory() as folder,
        served("tests.kill_server") as lasting,
        served("tests.kill_server", "--forgetful") as forgetful,
        served("fixtures.model_server", "--port", "0") as model,
    ):
        source = write_source(Path(folder) / "source")
        kinds: list[tuple[str, list[str], str]] = [
            ("fulltext, 1 job", ["--memory", "fulltext", *SLOWLY], ""),
            ("fulltext, 2 jobs", ["--memory", "fulltext", "--jobs", "2", *SLOWLY], ""),
            ("served and surviving, 1 job", ["--memory", lasting, *SLOWLY], lasting),
            ("served and surviving, 2 jobs", ["--memory", lasting, "--jobs", "2", *SLOWLY], lasting),
            ("served and surviving, with a model", ["--memory", lasting, *ASKING, f"{model}/v1"], lasting),
            ("served and forgetful, 1 job", ["--memory", forgetful, *SLOWLY], forgetful),
        ]
        kinds = [kind for kind in kinds if asked.only in kind[0]]
        shares = [asked.kills // len(kinds) + (n < asked.kills % len(kinds)) for n in range(len(kinds))]
        is_right = True
        for number, ((kind, options, server), share) in enumerate(zip(kinds, shares, strict=True)):
            chance = random.Random(f"{seed}/{kind}")
            killer = Killer(kind, ["run", source, *options], server, Path(folder) / f"kind{number}", chance)
            series = killer.run(share)
            tell(asdict(series))
            is_right = is_right and not series.wrong
    return 0 if is_right else 1


def tell(line: dict[str, Any]) -> None:
    """One line of JSON on stdout."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


class Killer:
    """Starts, kills and checks runs of one kind."""

    def __init__(self, kind: str, command: list[str], server: str, folder: Path, chance: random.Random) -> None:
        self._command = [*command, "--json", "--quiet"]
        self._server = server
        self._folder = folder
        self._chance = chance
        self._series = Series(kind=kind)
        self._whole: Published = Published(files={}, digest="")

    def run(self, n_kills: int) -> Series:
        """Kill `n_kills` times; every run that was killed is gone on with to its end."""
        self._folder.mkdir()
        self._finish(self._start(self._folder / "whole"))
        self._whole = published(self._folder / "whole")
        while self._series.kills < n_kills:
            out = self._folder / f"run{self._series.runs}"
            # Several kills on one run, and then one that is let go.
            left = min(self._chance.randint(1, 5), n_kills - self._series.kills)
            committed: dict[tuple[str, int], str] = {}
            for _ in range(left):
                is_killed = self._kill_once(out)
                committed = self._check_committed(out, committed)
                if not is_killed or len(committed) == N_TURNS:
                    break
            self._watched(out, lambda out=out: self._finish(self._start(out)))  # type: ignore[misc]
            self._check_committed(out, committed)
            self._check_whole(out)
            self._series.runs += 1
        return self._series

    def _start(self, out: Path) -> int:
        process = os.fork()
        if process == 0:
            code = 1
            try:
                shown = os.open(out.with_suffix(".shown"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
                os.dup2(shown, 1)
                os.dup2(shown, 2)
                code = invoke([*self._command, "--out", str(out)])
            finally:
                os._exit(code)
        return process

    def _finish(self, process: int) -> None:
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        if code != 0:
            shown = b"".join(path.read_bytes() for path in self._folder.glob("*.shown"))
            self._series.wrong.append(f"exit {code}: {shown[-300:].decode(errors='replace')}")

    def _kill_once(self, out: Path) -> bool:
        """Start, and kill at a random point; whether the run was still going then."""
        aim = self._chance.choice(MOMENTS)
        part = self._chance.random()
        is_killed = False

        def start_and_kill() -> None:
            nonlocal is_killed
            process = self._start(out)
            self._wait_for(aim, part, out, process)
            os.kill(process, signal.SIGKILL)
            is_killed = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -signal.SIGKILL

        self._watched(out, start_and_kill)
        if is_killed:
            self._series.kills += 1
            what = self._what_was_hit(out)
            self._series.hit[what] = self._series.hit.get(what, 0) + 1
        return is_killed

    def _wait_for(self, aim: str, part: float, out: Path, process: int) -> None:
        """Until the run has come where it is to be killed, or has ended."""
        end_s = time.perf_counter() + LONGEST_S

        def until(is_there: bool) -> bool:
            if is_there or os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                return True
            time.sleep(POLL_S)
            return time.perf_counter() > end_s

        match aim:
            case "creating":
                while not until(out.exists()):
                    pass
                time.sleep(0.012 * part)
            case "writing":
                while not until(len(turns(out)) >= N_TURNS):
                    pass
                time.sleep(0.03 * part)
            case _:
                n_wanted = int(part * N_TURNS)
                while not until((out / LOG_FILE).exists() and len(turns(out)) >= n_wanted):
                    pass
                time.sleep(LONGEST_STEP_S * (part * N_TURNS - n_wanted))

    def _what_was_hit(self, out: Path) -> str:
        if not (out / LOG_FILE).exists():
            return "the log was being created"
        if len(turns(out)) == N_TURNS:
            return "results were being written"
        records = [path.read_bytes() for path in (feeding_file(out, s) for s in SCENARIOS) if path.exists()]
        if any(content and not read_record(content).keys for content in records):
            return "a call to the memory was under way"
        return "queries were being asked"

    def _watched(self, out: Path, start: Any) -> None:
        """Count what this start did with memories that an earlier one had fed."""
        if not self._server:
            start()
            return
        # A namespace that is fed for the first time counts as anew where one of an earlier start holds something.
        known = self._namespaces(out)
        before = told(self._server)
        start()
        after = told(self._server)
        for scenario in SCENARIOS:
            earlier = [name for name in known.get(scenario, []) if before.get(name, {}).get("ids")]
            now = set(self._namespaces(out).get(scenario, [])) - set(known.get(scenario, []))
            if earlier and any(after.get(name, {}).get("ids") for name in now):
                self._series.fed_anew += 1
            elif any(after[name]["requests"] > before[name]["requests"] for name in earlier):
                self._series.went_on += 1

    def _namespaces(self, out: Path) -> dict[str, list[str]]:
        starts = range(1, n_starts(out) + 1)
        return {s: [namespace_of(str(out.resolve()), str(number), s) for number in starts] for s in SCENARIOS}

    def _check_committed(self, out: Path, before: dict[tuple[str, int], str]) -> dict[tuple[str, int], str]:
        """What is committed, which must hold all that was committed `before`."""
        now = {(scenario, query): record for scenario, query, record in turns(out)}
        gone = [place for place, record in before.items() if now.get(place) != record]
        if gone:
            self._series.wrong.append(f"{out.name}: committed and gone or changed: {gone[:3]}")
        return now

    def _check_whole(self, out: Path) -> None:
        found = turns(out)
        places = Counter((scenario, query) for scenario, query, _ in found)
        self._series.lost += N_TURNS - len(places)
        self._series.double += sum(places.values()) - len(places)
        here = published(out)
        wrong = [name for name in self._whole.files if here.files.get(name) != self._whole.files[name]]
        if wrong or set(here.files) != set(self._whole.files):
            self._series.wrong.append(f"{out.name}: published files differ: {wrong or sorted(here.files)}")
        if here.digest != self._whole.digest:
            self._series.wrong.append(f"{out.name}: digest {here.digest[:12]}, not {self._whole.digest[:12]}")
        if len(places) != N_TURNS or len(found) != N_TURNS:
            self._series.wrong.append(f"{out.name}: {len(found)} turns of {len(places)} queries, not {N_TURNS}")
        if self._server:
            for name, one in told(self._server).items():
                twice = [message_id for message_id, n in Counter(one["ids"]).items() if n > 1]
                if twice:
                    self._series.wrong.append(f"{out.name}: {name} was told {twice[0]} twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """The published files of a run without real durations, and its digest."""

    files: dict[str, Any]
    digest: str


def published(out: Path) -> Published:
    """What `out` holds for others."""
    paths = (path for path in out.glob("*.json") if path.name != TIMING_FILE)
    files = {path.name: json.loads(path.read_bytes()) for path in paths}
    metric = files.get("metric.json", {})
    metric.pop("timing", None)
    metric.pop("memory_cost", None)
    return Published(files=files, digest=str(metric.get("digest", "")))


def turns(out: Path) -> list[tuple[str, int, str]]:
    """Every attempt in the log: scenario, query and record; none where there is no log yet."""
    return _read(out, "SELECT scenario, query, record FROM turns")


def n_starts(out: Path) -> int:
    """How often the run was begun or gone on with."""
    found = _read(out, "SELECT count(*) FROM starts")
    return int(found[0][0]) if found else 0


def _read(out: Path, statement: str) -> list[Any]:
    with suppress(sqlite3.Error):
        connection = sqlite3.connect(f"file:{out / LOG_FILE}?mode=ro", uri=True)
        try:
            return connection.execute(statement).fetchall()
        finally:
            connection.close()
    return []


def told(server: str) -> dict[str, Any]:
    """What the server was told, by namespace."""
    with urllib.request.urlopen(f"{server}/told", timeout=20) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found


@contextmanager
def served(module: str, *options: str) -> Iterator[str]:
    """The address of a server in a process of its own, which tells it at the end of its first line."""
    command = [sys.executable, "-m", module, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].removesuffix("/v1")
    finally:
        process.kill()
        process.communicate()


def write_source(folder: Path) -> str:
    """A timeline a scenario: four messages a day, a query in the evening, and in the last one a request to forget."""
    folder.mkdir()
    for scenario in SCENARIOS:
        lines: list[dict[str, Any]] = [{"record": "scenario", "id": scenario}]
        for day in range(1, N_DAYS + 1):
            for hour in range(N_MESSAGES):
                text = f"the radio on day {day} at {8 + hour}, says {scenario}"
                one = {"record": "message", "id": f"{day}-{hour}", "at": f"2025-07-0{day}T{8 + hour:02}:00:00"}
                lines.append({**one, "role": "user", "speaker": "Ada", "text": text})
            if scenario == SCENARIOS[-1] and day == 3:
                forget = {"record": "forget", "at": f"2025-07-0{day}T18:00:00", "messages": ["2-1"]}
                lines.append({**forget, "text": "forget that"})
            query = {"record": "query", "cutoff": f"2025-07-0{day}T20:00:00", "text": f"radio on day {day}"}
            lines.append({**query, "commands": [{"name": "carcontrol_radio_switch", "args": {"switch": True}}]})
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / f"{scenario}.jsonl").write_text(text, encoding="utf-8")
    return f"timeline:{folder}"


if __name__ == "__main__":
    sys.exit(main())
