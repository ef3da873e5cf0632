"""Several runs of one configuration, each in a folder of its own, and what they say together.

The rule: a repeat is a run like any other, with its own log and its own answers, and goes on where it was broken off;
what is told of all of them is derived from their logs.
"""

import hashlib
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from replay.config import RunConfig
from replay.errors import RunFolderError
from replay.executors import HERE, Where
from replay.meter import Meter
from replay.prepare import Prepared
from replay.run import Outcome, run
from replay.run_folder import check_run_folder, open_run, scored_turns
from replay.whole_files import write_whole
from scoring.aggregate import ScoredTurn
from scoring.codec import to_json
from scoring.figures import right_by_query
from scoring.records import Timing, Turn
from scoring.repeats import Repeats, summarize_repeats
from scoring.runlog import KEPT
from scoring.sections import metric_of_turns
from scoring.usage import CostOf

REPEATS_FILE = "repeats.json"
REPEAT_FOLDER = "repeat-"


def run_repeats(
    prepared: Prepared,
    folder: Path,
    n_repeats: int,
    *,
    where: Where = HERE,
    meter: Meter | None = None,
    on_turn: Callable[[Turn], None] | None = None,
) -> Outcome:
    """Run `n_repeats` times, into `folder/repeat-1` and so on; the metric is that of all Turns together.

    Where the budget is reached, the outcome is that of the repeats begun by then.

    Raises:
        RunFolderError: the folder holds something else.
        CannotWrite: a file cannot be written.
        ReplayError: as `replay.run.run`.
        RunStopped: as `replay.run.run`.
    """
    _check_folder(folder)
    done: list[Outcome] = []
    for repeat in range(1, n_repeats + 1):
        one = folder / f"{REPEAT_FOLDER}{repeat}"
        done.append(run(prepared, one, where=where, meter=meter, repeat=repeat, on_turn=on_turn))
        if done[-1].stopped:
            break
    cost_of = None if prepared.model is None else prepared.model.cost_of()
    metric, repeats = _taken_together(prepared.config, [one.folder for one in done], cost_of)
    metric["digest"] = hashlib.sha256("".join(one.metric["digest"] for one in done).encode()).hexdigest()
    metric["repeats"] = write_repeats(folder, repeats)
    return Outcome(
        folder=folder,
        metric=metric,
        n_kept=sum(one.n_kept for one in done),
        stopped=done[-1].stopped,
        parts=tuple(one.folder for one in done),
    )


def write_repeats(folder: Path, repeats: Repeats) -> dict[str, Any]:
    """Write what the repeats say together into their folder; returns the content of the file, plain data.

    Raises:
        CannotWrite: it cannot be written, and is what it was.
    """
    content = _plain(repeats)
    write_whole(folder / REPEATS_FILE, to_json(content, indent=True) + b"\n", KEPT)
    return content


def check_repeats_folder(folder: Path, config: RunConfig) -> None:
    """Nothing, where `run_repeats` can go into the folder.

    Raises:
        RunFolderError: it, or a repeat's own folder, holds something else.
    """
    _check_folder(folder)
    if folder.exists():
        for one in sorted(folder.glob(f"{REPEAT_FOLDER}*")):
            check_run_folder(one, config)


def _check_folder(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir() or any(
        path.name not in (REPEATS_FILE, f"{REPEATS_FILE}.new")
        and not (path.is_dir() and path.name.startswith(REPEAT_FOLDER))
        for path in folder.iterdir()
    ):
        raise RunFolderError(f"{folder} holds something that is no repeated run; name an empty or a new folder")


def _taken_together(config: RunConfig, folders: list[Path], cost_of: CostOf | None) -> tuple[dict[str, Any], Repeats]:
    every: list[ScoredTurn] = []
    timings: list[Timing] = []
    repeats: list[dict[str, bool | None]] = []
    for folder in folders:
        with open_run(folder, config) as log:
            scored = scored_turns(log, config)
            timings.extend(log.timings().values())
        every.extend(scored)
        repeats.append(right_by_query(scored))
    metric = metric_of_turns(every, timings, model=config.answerer, memory=config.memory, cost_of=cost_of)
    return metric, summarize_repeats(repeats)


def _plain(repeats: Repeats) -> dict[str, Any]:
    """For JSON, whose keys are text."""
    plain = asdict(repeats)
    for part in (plain, *plain["queries"].values()):
        for name in ("pass_all", "pass_any"):
            part[name] = {str(k): rate for k, rate in part[name].items()}
    return plain
