"""A finished or unfinished run of which only the folder is known: its log, and the configuration that the log holds.

The log may have been written by another version: what that did not know is taken for its default.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from replay.config import RunConfig
from replay.dataset import natural_key
from replay.errors import InputError, RunFolderError
from replay.points import SWEEP, Points, read_points
from replay.repeating import REPEAT_FOLDER
from replay.run_folder import LOG_FILE, alone_in, scored_turns
from scoring.aggregate import ScoredTurn
from scoring.errors import RunLogError
from scoring.records import Timing
from scoring.runlog import RunLog

_CONFIG: TypeAdapter[RunConfig] = TypeAdapter(RunConfig)
_BEFORE_KEPT: Mapping[str, Any] = {"memory_options": {}, "code_digest": ""}
"""What a configuration means that was written before these were part of it; the others have defaults of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRun:
    """What a run's log says, scored by today's code; the repeats of a repeated run taken together."""

    folder: Path
    parts: tuple[Path, ...]
    """The folders with a log: the folder itself, or one for each repeat."""
    config: RunConfig
    scored: tuple[ScoredTurn, ...]
    timings: tuple[Timing, ...]

    @property
    def n_missing(self) -> int:
        """How many entries, each point and repeat counted, the run has not come to; 0 where it is finished."""
        return max(0, sum(self.config.scenarios.values()) * len(self.parts) - len(self.scored))


def parts_of(folder: Path) -> tuple[Path, ...]:
    """The folders with a log that make up the run in `folder`: itself, or its repeats in their order.

    Raises:
        RunFolderError: there is no run; runs one level below are named.
    """
    if (folder / LOG_FILE).is_file():
        return (folder,)
    below = sorted((path.parent for path in folder.glob(f"*/{LOG_FILE}")), key=lambda path: natural_key(path.name))
    if below and all(path.name.startswith(REPEAT_FOLDER) for path in below):
        return tuple(below)
    raise no_run_in(folder)


def no_run_in(folder: Path) -> RunFolderError:
    """The error that a folder is not there, or holds no run; runs one level below are named."""
    if not folder.exists():
        return RunFolderError(f"{folder}: there is no such folder")
    below = sorted((path.parent for path in folder.glob(f"*/{LOG_FILE}")), key=lambda path: natural_key(path.name))
    named = f"; there are runs in {', '.join(str(path) for path in below[:5])}" if below else ""
    return RunFolderError(f"{folder} holds no run: there is no {LOG_FILE}{named}")


@contextmanager
def open_kept(folder: Path) -> Iterator[tuple[RunLog, RunConfig]]:
    """The log of the run in `folder`, to be read, and its configuration; nobody else can open it meanwhile.

    A folder in which nothing may be written is read all the same: nobody writes there.

    Raises:
        RunFolderError: there is no run or it cannot be read, or another process is at work there.
    """
    parts_of(folder)
    with alone_in(folder, reads=True):
        try:
            log = RunLog.read(folder / LOG_FILE)
        except RunLogError as exc:
            raise RunFolderError(str(exc)) from exc
        with closing(log):
            yield log, read_config(log.config, folder)


def load_kept(folder: Path) -> KeptRun:
    """The run in `folder`, or the repeats in it taken together.

    Raises:
        RunFolderError: as `open_kept`; or a record of the log cannot be read.
    """
    scored: list[ScoredTurn] = []
    timings: list[Timing] = []
    configs: list[RunConfig] = []
    parts = parts_of(folder)
    for part in parts:
        with open_kept(part) as (log, config):
            try:
                scored.extend(scored_turns(log, config))
                timings.extend(log.timings().values())
            except RunLogError as exc:
                raise RunFolderError(f"{part}: {exc}") from exc
            configs.append(config)
    return KeptRun(folder=folder, parts=parts, config=configs[0], scored=tuple(scored), timings=tuple(timings))


def read_config(kept: Mapping[str, Any], folder: Path) -> RunConfig:
    """The configuration that a log holds; what it does not say is the default, what is not known is left out.

    Raises:
        RunFolderError: it holds something that this version does not know.
    """
    try:
        return _CONFIG.validate_python({**_BEFORE_KEPT, **kept, "points": _points(kept.get("points"))})
    except ValidationError as exc:
        first = exc.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RunFolderError(f"{folder}: its configuration cannot be read: {where}: {first['msg']}") from exc
    except (InputError, TypeError, KeyError, AttributeError) as exc:
        raise RunFolderError(f"{folder}: its configuration cannot be read: points: {exc}") from exc


def _points(kept: Mapping[str, Any] | None) -> Points:
    if kept is None:
        return Points()
    swept, delays = ",".join(kept["swept"]), ",".join(kept["delays"])
    return read_points(f"{SWEEP}{swept}" if swept else "", delays)[1]
