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
from replay.kept_run import KeptRun, load_part
from replay.meter import Meter
from replay.prepare import Prepared
from replay.run import Outcome, run
from replay.run_folder import LOG_FILE, REPEAT_FOLDER, check_run_folder
from replay.whole_files import write_whole
from scoring.codec import to_json
from scoring.figures import right_by_query
from scoring.records import Turn
from scoring.repeats import Repeats, summarize_repeats
from scoring.runlog import KEPT, digest_of
from scoring.sections import metric_of_turns
from scoring.usage import CostOf

REPEATS_FILE = "repeats.json"


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
    kept = KeptRun(folder=folder, parts=tuple(load_part(one.folder) for one in done))
    metric, repeats = taken_together(kept, cost_of)
    write_repeats(folder, repeats)
    return Outcome(
        folder=folder,
        metric=metric,
        n_kept=sum(one.n_kept for one in done),
        stopped=done[-1].stopped,
        parts=tuple(one.folder for one in done),
    )


def taken_together(run: KeptRun, cost_of: CostOf | None) -> tuple[dict[str, Any], Repeats]:
    """The metric of all Turns of a repeated run, and what its repeats say together, which stands in it as well."""
    config = run.config
    metric = metric_of_turns(run.scored, run.timings, model=config.answerer, memory=config.memory, cost_of=cost_of)
    digests = "".join(digest_of(item.turn for item in part.scored) for part in run.parts)
    metric["digest"] = hashlib.sha256(digests.encode()).hexdigest()
    repeats = summarize_repeats([right_by_query(part.scored) for part in run.parts])
    metric["repeats"] = _plain(repeats)
    return metric, repeats


def write_repeats(folder: Path, repeats: Repeats) -> None:
    """Write what the repeats say together into their folder.

    Raises:
        CannotWrite: it cannot be written, and is what it was.
    """
    write_whole(folder / REPEATS_FILE, to_json(_plain(repeats), indent=True) + b"\n", KEPT)


def check_repeats_folder(folder: Path, config: RunConfig) -> None:
    """Nothing, where `run_repeats` can go into the folder.

    Raises:
        RunFolderError: it holds something else and no repeat that was begun, or a repeat's own folder does not fit.
    """
    _check_folder(folder)
    for one in sorted(folder.glob(f"{REPEAT_FOLDER}*/")):
        check_run_folder(one, config)


def _check_folder(folder: Path) -> None:
    if not folder.exists() or any(folder.glob(f"{REPEAT_FOLDER}*/{LOG_FILE}")):
        return  # as with a single run: what else lies beside what was begun is in nobody's way
    if not folder.is_dir() or any(
        path.name not in (REPEATS_FILE, f"{REPEATS_FILE}.new")
        and not (path.is_dir() and path.name.startswith(REPEAT_FOLDER))
        for path in folder.iterdir()
    ):
        raise RunFolderError(f"{folder} holds something that is no repeated run; name an empty or a new folder")


def _plain(repeats: Repeats) -> dict[str, Any]:
    """For JSON, whose keys are text."""
    plain = asdict(repeats)
    for part in (plain, *plain["queries"].values()):
        for name in ("pass_all", "pass_any"):
            part[name] = {str(k): rate for k, rate in part[name].items()}
    return plain
