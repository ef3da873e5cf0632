"""A run's log opened to be read and nothing else: no lock is taken, so that a run may go on writing it meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from replay import query_names
from replay.config import RunConfig
from replay.errors import RunFolderError
from replay.kept_run import parts_of, read_config
from replay.run_folder import LOG_FILE
from scoring.errors import RunLogError
from scoring.runlog import RunLog


@contextmanager
def open_to_read(folder: Path) -> Iterator[tuple[RunLog, RunConfig]]:
    """The log in `folder` as far as it is written, and its configuration. What cannot be read inside is an error, too.

    Raises:
        RunFolderError: there is no run, or it cannot be read.
    """
    parts_of(folder)
    try:
        log = RunLog.read(folder / LOG_FILE)
    except RunLogError as exc:
        raise RunFolderError(str(exc)) from exc
    try:
        yield log, read_config(log.config, folder)
    except RunLogError as exc:
        raise RunFolderError(f"{folder}: {exc}") from exc
    finally:
        log.close()


def only_part(folder: Path) -> Path:
    """The one folder with a log that `folder` stands for.

    Raises:
        RunFolderError: there is no run, or there are the repeats of one, which are named.
    """
    parts = parts_of(folder)
    if len(parts) > 1:
        named = ", ".join(str(part) for part in parts[:3])
        raise RunFolderError(f"{folder} holds {len(parts)} repeats; name one of them: {named}")
    return parts[0]


def no_such_query(folder: Path, wanted: str, known: list[str]) -> RunFolderError:
    """The error that a run has no query of that name; some that it has are listed."""
    if not known:
        return RunFolderError(f"no query {wanted!r} in {folder}: none is answered yet")
    return RunFolderError(query_names.no_such_query(f"no query {wanted!r} in {folder}", wanted, known))
