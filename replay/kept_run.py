"""A finished or unfinished run of which only the folder is known: its log, and the configuration that the log holds.

The log may have been written by another version: what that did not know is taken for its default.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from memory.faults import first_fault
from replay.config import RunConfig
from replay.dataset import natural_key
from replay.errors import InputError, RunFolderError
from replay.known_costs import cost_of_published
from replay.points import SWEEP, Points, read_points
from replay.run_folder import LOG_FILE, REPEAT_FOLDER, alone_in, scored_turns
from scoring.aggregate import ScoredTurn
from scoring.errors import RunLogError
from scoring.records import Timing
from scoring.runlog import RunLog
from scoring.usage import CostOf

_CONFIG: TypeAdapter[RunConfig] = TypeAdapter(RunConfig)
_BEFORE_KEPT: Mapping[str, Any] = {"memory_options": {}, "code_digest": ""}
"""What a configuration means that was written before these were part of it; the others have defaults of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPart:
    """What one log says, scored by today's code: a run, or one repeat of a repeated run."""

    folder: Path
    config: RunConfig
    scored: tuple[ScoredTurn, ...]
    """In the order of the configuration."""
    timings: Mapping[tuple[str, int], Timing]
    """By scenario and entry."""

    def cost_of(self) -> CostOf | None:
        """What tokens cost by the published files; None where they do not tell, and for a run without a model."""
        return None if self.config.model is None else cost_of_published(self.folder)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptRun:
    """A run, or the repeats of a repeated one."""

    folder: Path
    parts: tuple[KeptPart, ...]
    """One, or one for each repeat, in their order."""

    @property
    def config(self) -> RunConfig:
        """What was run; the same in every part."""
        return self.parts[0].config

    @property
    def scored(self) -> tuple[ScoredTurn, ...]:
        """The entries of all parts, one part after another."""
        return tuple(item for part in self.parts for item in part.scored)

    @property
    def timings(self) -> tuple[Timing, ...]:
        """Their durations."""
        return tuple(timing for part in self.parts for timing in part.timings.values())

    @property
    def n_missing(self) -> int:
        """How many entries, each point and repeat counted, the run has not come to; 0 where it is finished."""
        n_asked = sum(len(part.scored) for part in self.parts)
        return max(0, sum(self.config.scenarios.values()) * len(self.parts) - n_asked)


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


@contextmanager
def open_kept(folder: Path, *, alone: bool = True) -> Iterator[tuple[RunLog, RunConfig]]:
    """The log in `folder`, to be read, and its configuration. What cannot be read inside is an error, too.

    Nobody else can open it meanwhile, but where nothing may be written in the folder: nobody writes there. Without
    `alone` no lock is taken, so that a run may go on writing, and the log is read as far as it is written.

    Raises:
        RunFolderError: there is no run or it cannot be read, or another process is at work there.
    """
    parts_of(folder)
    with (
        alone_in(folder, reads=True) if alone else nullcontext(),
        _readable(folder),
        closing(RunLog.read(folder / LOG_FILE)) as log,
    ):
        yield log, read_config(log.config, folder)


def read_part(folder: Path, log: RunLog, config: RunConfig) -> KeptPart:
    """What the log in `folder` says.

    Raises:
        RunFolderError: a record cannot be read.
    """
    with _readable(folder):
        # The durations last: of a run that goes on they know at least the queries that were read.
        scored = tuple(scored_turns(log, config))
        return KeptPart(folder=folder, config=config, scored=scored, timings=log.timings())


def load_part(folder: Path, *, alone: bool = True) -> KeptPart:
    """What the one log in `folder` says.

    Raises:
        RunFolderError: as `open_kept` and `read_part`.
    """
    with open_kept(folder, alone=alone) as (log, config):
        return read_part(folder, log, config)


def load_kept(folder: Path, *, alone: bool = True) -> KeptRun:
    """The run in `folder`, or the repeats in it.

    Raises:
        RunFolderError: as `load_part`.
    """
    return KeptRun(folder=folder, parts=tuple(load_part(part, alone=alone) for part in parts_of(folder)))


def read_config(kept: Mapping[str, Any], folder: Path) -> RunConfig:
    """The configuration that a log holds; what it does not say is the default, what is not known is left out.

    Raises:
        RunFolderError: it holds something that this version does not know.
    """
    try:
        config = _CONFIG.validate_python({**_BEFORE_KEPT, **kept, "points": _points(kept.get("points"))})
    except ValidationError as exc:
        raise RunFolderError(f"{folder}: its configuration cannot be read: {first_fault(exc)}") from exc
    except (InputError, TypeError, KeyError, AttributeError) as exc:
        raise RunFolderError(f"{folder}: its configuration cannot be read: points: {exc}") from exc
    if config.model is not None and "model" not in config.model:
        raise RunFolderError(f"{folder}: its configuration cannot be read: model: it has no name")
    return config


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    """What cannot be read of the log in `folder` is an error that names it."""
    try:
        yield
    except RunLogError as exc:
        raise RunFolderError(str(exc) if str(folder) in str(exc) else f"{folder}: {exc}") from exc


def _points(kept: Mapping[str, Any] | None) -> Points:
    if kept is None:
        return Points()
    swept, delays = ",".join(kept["swept"]), ",".join(kept["delays"])
    return read_points(f"{SWEEP}{swept}" if swept else "", delays)[1]
