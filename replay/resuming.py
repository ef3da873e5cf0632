"""Going on with a run on request: where there is none to go on with, none is begun instead.

A misspelt folder or a changed option would otherwise start from nothing, and may cost money.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from replay.config import RunConfig
from replay.errors import RunFolderError
from replay.run_folder import LOG_FILE, REPEAT_FOLDER
from replay.what_changed import what_changed
from scoring.errors import RunLogError
from scoring.runlog import RunLog

MOST_LOOKED_AT = 200
"""How many folders beside the missing one are looked at for a run that might be meant."""


def check_resumable(folders: Sequence[tuple[Path, RunConfig]]) -> None:
    """Nothing, where at least one of the folders holds a run: of several, the first may be all that was begun.

    Raises:
        RunFolderError: none does; the run beside them that differs least is named, with what it differs in.
    """
    if any(_log_of(folder) is not None for folder, _ in folders):
        return
    folder, config = folders[0]
    raise RunFolderError(f"{folder}: there is no run to go on with{_meant(folder, config)}")


def _log_of(folder: Path) -> Path | None:
    """The log of the run in `folder`, or of its first repeat; None where there is none."""
    paths = (folder / LOG_FILE, folder / f"{REPEAT_FOLDER}1" / LOG_FILE)
    return next((path for path in paths if path.is_file()), None)


def _meant(folder: Path, config: RunConfig) -> str:
    found = sorted(_beside(folder, config), key=lambda one: (len(one[1]), one[0]))
    if not found:
        return ""
    path, changed = found[0]
    return f"; {path} differs in: {'; '.join(changed)}" if changed else f"; there is one in {path}"


def _beside(folder: Path, config: RunConfig) -> Iterator[tuple[Path, list[str]]]:
    """Runs of the same memory and agent next to `folder`, and what each differs in."""
    asked = config.to_dict()
    try:
        others = sorted(path for path in folder.parent.iterdir() if path != folder)
    except OSError:
        return
    for other in others[:MOST_LOOKED_AT]:
        path = _log_of(other)
        if path is None:
            continue
        try:
            log = RunLog.read(path)
        except RunLogError:
            continue
        log.close()
        if (log.config.get("memory"), log.config.get("agent")) == (config.memory, config.agent):
            yield other, what_changed(log.config, asked)
