"""The folder of a run, and the log in it. A folder holds one configuration, for ever."""

import errno
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from replay.config import RunConfig
from replay.errors import RunFolderError
from replay.query_names import no_such_query_in
from replay.what_changed import what_changed
from scoring.aggregate import ScoredTurn, score_turns
from scoring.errors import RunLogError
from scoring.explain import explain_turn
from scoring.runlog import UNFINISHED, RunLog
from vehicle.errors import VehicleError

LOG_FILE = "run.db"
REPEAT_FOLDER = "repeat-"
"""How the names of the folders begin in which the repeats of a run are, each with its number behind."""
LOCK_FILE = ".lock"
TAPE_FILE = "answers.tape"
"""What models answered, where the user names no tape: for whoever goes on with the run."""
NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
"""What an attempt to write ends with in a folder that may only be read."""


@contextmanager
def alone_in(folder: Path, *, reads: bool = False) -> Iterator[None]:
    """Nobody else is at work in the folder meanwhile.

    For who only `reads`, a folder in which nothing may be written will do: nobody writes there.

    Raises:
        RunFolderError: another process is at work there, or the folder cannot be used.
    """
    lock = FileLock(folder / LOCK_FILE)
    try:
        lock.acquire(timeout=0)
    except Timeout as exc:
        raise RunFolderError(f"{folder}: another process is at work there") from exc
    except OSError as exc:
        if not reads or exc.errno not in NOT_ALLOWED:
            raise RunFolderError(f"{folder}: {exc.strerror or exc}") from exc
    try:
        yield
    finally:
        lock.release()


@contextmanager
def open_run(folder: Path, config: RunConfig) -> Iterator[RunLog]:
    """The log of the run in `folder`, new where the folder is new or empty; nobody else can open it meanwhile.

    Raises:
        RunFolderError: it holds a run of another configuration (the differences are listed), or something else, or
            another process is at work there.
    """
    try:
        _check_folder(folder)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise RunFolderError(f"{folder}: {exc.strerror or exc}") from exc
    with alone_in(folder), closing(_open_log(folder, config)) as log:
        yield log


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
        remedy = "name another --out, or delete the folder"
        raise RunFolderError(f"{folder} holds a run of another configuration: {'; '.join(changed)}; {remedy}")
    return log


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
    known = [item.turn.entry_id for item in scored]
    raise RunFolderError(no_such_query_in(folder, query_id, known))
