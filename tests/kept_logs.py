"""Logs of runs written anew with something else in them, for the tests of what reads old runs."""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import orjson

from replay.kept_run import open_kept
from scoring.records import Turn
from scoring.runlog import RunLog


def rewritten(
    run: Path,
    into: Path,
    *,
    change: Callable[[Turn], Turn | None] = lambda turn: turn,
    config: Mapping[str, Any] | None = None,
) -> Path:
    """A new run folder with the log of `run`, each Turn changed, or left out where `change` gives None."""
    with open_kept(run) as (log, kept):
        turns, timings = list(log.turns()), log.timings()
    into.mkdir()
    fresh = RunLog.create(into / "run.db", {**kept.to_dict(), **(config or {})})
    for turn in turns:
        changed = change(turn)
        if changed is not None:
            fresh.append(changed, timings[turn.scenario, turn.index])
    fresh.close()
    return into


def without_fields(run: Path, *, turn: tuple[str, ...], gold: tuple[str, ...], timing: tuple[str, ...]) -> None:
    """Take fields out of every record of the log in `run`, as if written before there were such fields."""
    connection = sqlite3.connect(run / "run.db")
    connection.execute("DROP TRIGGER turns_no_update")
    connection.execute("DROP TABLE checksums")
    for number, record, times in connection.execute("SELECT number, record, timing FROM turns").fetchall():
        plain, plain_times = orjson.loads(record), orjson.loads(times)
        plain["gold"] = {key: value for key, value in plain["gold"].items() if key not in gold}
        plain = {key: value for key, value in plain.items() if key not in turn}
        plain_times = {key: value for key, value in plain_times.items() if key not in timing}
        row = (orjson.dumps(plain).decode(), orjson.dumps(plain_times).decode(), number)
        connection.execute("UPDATE turns SET record = ?, timing = ? WHERE number = ?", row)
    connection.commit()
    connection.close()
