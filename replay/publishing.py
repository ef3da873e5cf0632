"""The published files of a run, derived from its log alone: by the run itself, and by whoever scores it again.

The rule: entries are made and written one at a time, since together they are several times what the Turns are.
`metric.json` is the last that is put in place, and says what the others held: where a process was killed between two
of them, they are of two moments of the run, and whoever reads them can tell.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from replay.config import RunConfig
from replay.judging.verdicts import load_verdicts
from replay.kept_run import KeptPart, read_part
from replay.whole_files import NewFiles, new_files
from scoring.aggregate import ScoredTurn
from scoring.answers import answers_section
from scoring.codec import to_json
from scoring.results import result_entry, results_file
from scoring.retrieval_section import turn_retrieval
from scoring.runlog import KEPT, RunLog, digest_of
from scoring.sections import whole_metric
from scoring.usage import CostOf

ALL_FILE = "all_results.json"
METRIC_FILE = "metric.json"
CONFIG_FILE = "config.json"
TIMING_FILE = "timing.json"
"""Real durations by query, of runs with a model; the one published file that no two runs have in common."""
FILES = "files"
"""What `metric.json` says of the others: the SHA-256 of each, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a log says, ready to be written."""

    scored: tuple[ScoredTurn, ...]
    """In the order of the configuration."""
    metric: dict[str, Any]
    """The content of `metric.json`, `files` apart."""
    others: Mapping[str, Any]
    """The contents of the other files that are no lists of entries, by name."""
    cost_of: CostOf | None

    def write(self, folder: Path) -> None:
        """Write the files, each whole or not at all; `folder` is this process's alone.

        `metric.json` names under `files` the SHA-256 of each other, but for the one of real durations.

        Raises:
            CannotWrite: one cannot be written, and all are what they were; or one that was could not be put in place,
                and those before it are new.
        """
        with new_files(folder, KEPT) as files:
            lists = _Lists(files)
            lists.begin(ALL_FILE)
            for item in self.scored:
                entry = {**result_entry(item, self.cost_of), "retrieval": turn_retrieval(item.turn)}
                lists.append(entry, ALL_FILE, results_file(item.turn.origin.source_file))
            lists.end()
            for name, content in self.others.items():
                files.append(name, to_json(content, indent=True) + b"\n")
            sums = {name: sha for name, sha in files.sums().items() if name != TIMING_FILE}
            files.append(METRIC_FILE, to_json({**self.metric, FILES: sums}, indent=True) + b"\n")


def are_of_one_moment(folder: Path, metric: Mapping[str, Any]) -> bool:
    """Whether the files in `folder` are those that were written with a `metric.json` of that content.

    What it does not name, or what is not there to be read, is no reason for doubt.
    """
    named = metric.get(FILES)
    if not isinstance(named, dict):
        return True
    beside = {name: sha for name, sha in named.items() if Path(name).name == name}
    return all(_sum_of(folder / name) in (None, sha) for name, sha in beside.items())


def _sum_of(path: Path) -> str | None:
    """The SHA-256 of a file; None where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):  # as where the name holds a NUL
        return None


class _Lists:
    """Files that hold a JSON list each, as `to_json` would write it whole."""

    def __init__(self, files: NewFiles) -> None:
        self._files = files
        self._n_items: dict[str, int] = {}

    def begin(self, name: str) -> None:
        self._n_items[name] = 0
        self._files.append(name, b"[")

    def append(self, item: object, *names: str) -> None:
        """Add one item to several lists; those that are new begin with it."""
        text = to_json([item], indent=True)[1:-2]  # without the brackets, and the end of line before the second
        for name in names:
            if name not in self._n_items:
                self.begin(name)
            self._files.append(name, b"," + text if self._n_items[name] else text)
            self._n_items[name] += 1

    def end(self) -> None:
        for name, n_items in self._n_items.items():
            self._files.append(name, b"\n]\n" if n_items else b"]\n")


def metric_of(part: KeptPart, cost_of: CostOf | None) -> dict[str, Any]:
    """The content of `metric.json`, `files` apart; `cost_of` turns tokens into money.

    Verdicts of a judge are read from the folder.

    Raises:
        RunFolderError: they cannot be.
    """
    config = part.config
    metric = whole_metric(part.scored, part.timings, model=config.answerer, memory=config.memory, cost_of=cost_of)
    judgement = load_verdicts(part.folder, (item.turn for item in part.scored))
    if judgement is not None:
        metric["answers"] = answers_section(part.scored, judgement)
    metric["digest"] = digest_of(item.turn for item in part.scored)
    return metric


def derive(folder: Path, log: RunLog, config: RunConfig, cost_of: CostOf | None = None) -> Published:
    """What is to be published of the log; nothing is written.

    Raises:
        RunFolderError: a record of the log cannot be read; or as `metric_of`.
    """
    part = read_part(folder, log, config)
    others: dict[str, Any] = {CONFIG_FILE: log.config}
    if config.model is not None:
        others[TIMING_FILE] = {
            item.turn.entry_id: asdict(part.timings[item.turn.scenario, item.turn.index]) for item in part.scored
        }
    return Published(scored=part.scored, metric=metric_of(part, cost_of), others=others, cost_of=cost_of)


def write_results(folder: Path, log: RunLog, config: RunConfig, cost_of: CostOf | None = None) -> dict[str, Any]:
    """Write the published files from the log; returns the content of `metric.json`.

    Raises:
        CannotWrite: as `Published.write`.
        RunFolderError: as `derive`.
    """
    published = derive(folder, log, config, cost_of)
    published.write(folder)
    return published.metric
