"""The folder of a run: the log, and the published files derived from it. A folder holds one configuration, for ever."""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from replay.config import RunConfig
from replay.errors import CannotWrite, RunFolderError
from replay.judging.verdicts import load_verdicts
from replay.what_changed import what_changed
from scoring.aggregate import ScoredTurn, score_turns
from scoring.answers import answers_section
from scoring.codec import to_json
from scoring.errors import RunLogError
from scoring.explain import explain_turn
from scoring.results import result_entry, results_by_file
from scoring.retrieval_section import turn_retrieval
from scoring.runlog import KEPT, UNFINISHED, RunLog, digest_of
from scoring.sections import whole_metric
from scoring.usage import CostOf
from vehicle.errors import VehicleError

LOG_FILE = "run.db"
METRIC_FILE = "metric.json"
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
        try:
            _read_log(folder, config).close()
        except RunLogError as exc:
            raise RunFolderError(str(exc)) from exc


def is_complete(folder: Path) -> bool:
    """Whether the run in `folder`, where there is one, has an answer to every query.

    Raises:
        RunFolderError: its log cannot be read.
    """
    if not (folder / LOG_FILE).exists():
        return False
    try:
        with closing(RunLog.read(folder / LOG_FILE)) as log:
            return _has_all(log)
    except RunLogError as exc:
        raise RunFolderError(str(exc)) from exc


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
        # Read first: what is damaged or another's is not opened for writing, which may already change the file.
        with closing(_read_log(folder, config)) as log:
            if not _has_all(log):
                log.check()
        return RunLog.open(path)
    except RunLogError as exc:
        raise RunFolderError(str(exc)) from exc


def _has_all(log: RunLog) -> bool:
    answered = log.answered()
    return all(len(answered.get(name, ())) >= n for name, n in dict(log.config.get("scenarios", {})).items())


def _read_log(folder: Path, config: RunConfig) -> RunLog:
    """The log in `folder`, opened to be read, where it is that of the run.

    Raises:
        RunFolderError: it is another run's.
        RunLogError: it cannot be read.
    """
    log = RunLog.read(folder / LOG_FILE)
    changed = what_changed(log.config, config.to_dict())
    if changed:
        log.close()
        raise RunFolderError(f"{folder} holds a run of another configuration: {'; '.join(changed)}")
    return log


def write_results(folder: Path, log: RunLog, config: RunConfig, cost_of: CostOf | None = None) -> dict[str, Any]:
    """Write the published files from the log; returns the content of `metric.json`. `cost_of` turns tokens into money.

    Raises:
        CannotWrite: a file cannot be written; the ones of that name are what they were.
        RunFolderError: a record of the log cannot be read.
    """
    files = results_of(folder, log, config, cost_of)
    write_files(folder, files)
    metric: dict[str, Any] = files[METRIC_FILE]
    return metric


def results_of(folder: Path, log: RunLog, config: RunConfig, cost_of: CostOf | None = None) -> dict[str, Any]:
    """The contents of the published files by name; nothing is written. Verdicts of a judge are read from `folder`.

    Raises:
        RunFolderError: a record of the log cannot be read.
    """
    try:
        scored, timings = scored_turns(log, config), log.timings()
    except RunLogError as exc:
        raise RunFolderError(str(exc) if str(folder) in str(exc) else f"{folder}: {exc}") from exc
    entries = [{**result_entry(item, cost_of), "retrieval": turn_retrieval(item.turn)} for item in scored]
    metric = whole_metric(scored, timings, model=config.answerer, memory=config.memory, cost_of=cost_of)
    judgement = load_verdicts(folder, (item.turn for item in scored))
    if judgement is not None:
        metric["answers"] = answers_section(scored, judgement)
    metric["digest"] = digest_of(item.turn for item in scored)
    files: dict[str, Any] = {
        "all_results.json": entries,
        METRIC_FILE: metric,
        "config.json": log.config,
        **results_by_file(entries),
    }
    if config.model is not None:
        files[TIMING_FILE] = {
            item.turn.entry_id: asdict(replace(timings[item.turn.scenario, item.turn.index], raw_answers=()))
            for item in scored
        }
    return files


def write_files(folder: Path, files: Mapping[str, Any]) -> None:
    """Write published files, each whole or not at all.

    Raises:
        CannotWrite: one cannot be written.
    """
    try:
        for name, content in files.items():
            replace_file(folder / name, to_json(content, indent=True) + b"\n")
    except OSError as exc:
        raise CannotWrite(f"{folder}: {exc.strerror or exc}; {KEPT}") from exc


def scored_turns(log: RunLog, config: RunConfig) -> list[ScoredTurn]:
    """Every query's latest Turn with its scores, in the order of the configuration.

    Raises:
        RunLogError: a record cannot be read, or holds what the configuration or the car does not have.
    """
    order = {scenario: number for number, scenario in enumerate(config.scenarios)}
    turns = list(log.turns())
    foreign = next((turn.scenario for turn in turns if turn.scenario not in order), None)
    if foreign is not None:
        raise RunLogError(f"the run log holds a scenario {foreign!r:.80} that its configuration does not have")
    try:
        return score_turns(sorted(turns, key=lambda turn: (order[turn.scenario], turn.index)))
    except VehicleError as exc:
        raise RunLogError(f"the run log holds what no car does: {exc}") from exc


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
    """Write a file whole or not at all.

    Raises:
        OSError: it cannot be written; nothing is left of it.
    """
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
