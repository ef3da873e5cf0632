"""The folder of a run: the log, and the published files derived from it. A folder holds one configuration, for ever."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from replay.config import RunConfig, differences
from replay.errors import RunFolderError
from replay.judging.verdicts import load_verdicts
from scoring.aggregate import ScoredTurn, score_turns
from scoring.answers import answers_section
from scoring.codec import to_json
from scoring.errors import RunLogError
from scoring.explain import explain_turn
from scoring.results import result_entry, results_by_file
from scoring.retrieval_section import turn_retrieval
from scoring.runlog import UNFINISHED, RunLog, digest_of
from scoring.sections import whole_metric
from scoring.usage import CostOf

LOG_FILE = "run.db"
LOCK_FILE = ".lock"
TIMING_FILE = "timing.json"
"""Real durations by query, of runs with a model; the one published file that no two runs have in common."""
TAPE_FILE = "answers.tape"
"""What models answered, where the user names no tape: for whoever goes on with the run."""


@contextmanager
def open_run(folder: Path, config: RunConfig) -> Iterator[RunLog]:
    """The log of the run in `folder`, new where the folder is new or empty; nobody else can open it meanwhile.

    Raises:
        RunFolderError: it holds a run of another configuration (the differences are listed), or something else, or
            another process is at work there.
    """
    lock = FileLock(folder / LOCK_FILE)
    try:
        _check_folder(folder)
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as exc:
        raise RunFolderError(f"{folder}: another process is at work there") from exc
    except OSError as exc:
        raise RunFolderError(f"{folder}: {exc.strerror or exc}") from exc
    try:
        log = _open_log(folder, config)
        try:
            yield log
        finally:
            log.close()
    finally:
        lock.release()


def check_run_folder(folder: Path, config: RunConfig) -> None:
    """Nothing, where `open_run` would find the folder new or the run of this configuration.

    Raises:
        RunFolderError: as `open_run`.
    """
    _check_folder(folder)
    if (folder / LOG_FILE).exists():
        _open_log(folder, config).close()


def is_complete(folder: Path) -> bool:
    """Whether the run in `folder`, where there is one, has an answer to every query."""
    if not (folder / LOG_FILE).exists():
        return False
    log = RunLog.open(folder / LOG_FILE)
    try:
        answered = log.answered()
        return all(len(answered.get(name, ())) >= n for name, n in dict(log.config.get("scenarios", {})).items())
    finally:
        log.close()


def _check_folder(folder: Path) -> None:
    if not folder.exists() or (folder / LOG_FILE).exists():
        return
    ours = {LOCK_FILE, LOG_FILE + UNFINISHED, LOG_FILE + UNFINISHED + "-journal"}
    if not folder.is_dir() or any(path.name not in ours for path in folder.iterdir()):
        raise RunFolderError(f"{folder} holds something that is no run; name an empty or a new folder")


def _open_log(folder: Path, config: RunConfig) -> RunLog:
    path = folder / LOG_FILE
    try:
        if not path.exists():
            return RunLog.create(path, config.to_dict())
        log = RunLog.open(path)
    except RunLogError as exc:
        raise RunFolderError(str(exc)) from exc
    different = differences(config.to_dict(), log.config)
    if different:
        log.close()
        raise RunFolderError(f"{folder} holds a run of another configuration: {'; '.join(different)}")
    return log


def write_results(folder: Path, log: RunLog, config: RunConfig, cost_of: CostOf | None = None) -> dict[str, Any]:
    """Write the published files from the log; returns the content of `metric.json`. `cost_of` turns tokens into money.

    Raises:
        RunFolderError: a file cannot be written.
    """
    scored = scored_turns(log, config)
    entries = [{**result_entry(item, cost_of), "retrieval": turn_retrieval(item.turn)} for item in scored]
    timings = log.timings()
    metric = whole_metric(scored, timings, model=config.answerer, memory=config.memory, cost_of=cost_of)
    judgement = load_verdicts(folder, (item.turn for item in scored))
    if judgement is not None:
        metric["answers"] = answers_section(scored, judgement)
    metric["digest"] = digest_of(item.turn for item in scored)
    files: dict[str, Any] = {
        "all_results.json": entries,
        "metric.json": metric,
        "config.json": log.config,
        **results_by_file(entries),
    }
    if config.model is not None:
        files[TIMING_FILE] = {
            item.turn.entry_id: asdict(replace(timings[item.turn.scenario, item.turn.index], raw_answers=()))
            for item in scored
        }
    try:
        for name, content in files.items():
            replace_file(folder / name, to_json(content, indent=True) + b"\n")
    except OSError as exc:
        raise RunFolderError(f"{folder}: {exc}") from exc
    return metric


def scored_turns(log: RunLog, config: RunConfig) -> list[ScoredTurn]:
    """Every query's latest Turn with its scores, in the order of the configuration."""
    order = {scenario: number for number, scenario in enumerate(config.scenarios)}
    return score_turns(sorted(log.turns(), key=lambda turn: (order[turn.scenario], turn.index)))


def explain(folder: Path, config: RunConfig, query_id: str) -> str:
    """The story of one query of the run in `folder`.

    Raises:
        RunFolderError: the run has no such query; some that it has are listed.
    """
    with open_run(folder, config) as log:
        scored = scored_turns(log, config)
    for item in scored:
        if item.turn.entry_id == query_id:
            return explain_turn(item)
    known = ", ".join(item.turn.entry_id for item in scored[:8])
    raise RunFolderError(f"no query {query_id!r} in {folder}; there are: {known}{', ...' if len(scored) > 8 else ''}")


def replace_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(content)
    fresh.replace(path)
