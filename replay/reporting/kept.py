"""The runs of a report: each scored by today's code from its log, under a short name that tells it from the others.

The rule: every number of the report is that of `metric.json` as it would be written today; where the file in the run
folder says otherwise, the report says so.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import orjson

from replay.config import RunConfig, subfolder_of
from replay.gold_beside import memory_scores, rate_of
from replay.kept_run import KeptRun, load_kept
from replay.publishing import FILES, METRIC_FILE, are_of_one_moment, metric_of
from replay.repeating import taken_together
from scoring.codec import to_json

_NOT_COMPARED = ("timing", "memory_score", FILES)
"""Real durations, what depends on the runs beside, and what else was published."""

Published = Literal["same", "differs", "two_moments"]
"""How the published files stand to the numbers of a report; in the last case to each other as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRun(KeptRun):
    """One run of the report."""

    label: str
    """Unique in the report."""
    metric: Mapping[str, Any]
    published: Published | None
    """Whether `metric.json` in the folder says the same; None where there is none, and for repeated runs."""


def load_runs(folders: Sequence[Path]) -> tuple[ReportedRun, ...]:
    """The runs in `folders`, in that order; a folder named twice counts once.

    Raises:
        RunFolderError: a folder holds no run, cannot be read, or is being written.
    """
    found = [load_kept(folder) for folder in dict.fromkeys(folders)]
    metrics = [_metric(run) for run in found]
    labels = run_labels([(run.folder, run.config) for run in found])
    rated = [(run.config, _rate(run, metric)) for run, metric in zip(found, metrics, strict=True)]
    scores = memory_scores(rated, lambda wanted: found[0].folder.parent / subfolder_of(wanted.memory))
    return tuple(
        ReportedRun(
            folder=run.folder,
            parts=run.parts,
            label=label,
            metric={**metric, "memory_score": score},
            published=_published(run.folder, metric),
        )
        for run, metric, label, score in zip(found, metrics, labels, scores, strict=True)
    )


def run_labels(runs: Sequence[tuple[Path, RunConfig]]) -> list[str]:
    """A name for each run: its memory, and as much more of what was run as tells it from the others.

    Where nothing does, the folder is added; where not even that, a number.
    """
    parts: tuple[Callable[[Path, RunConfig], str], ...] = (
        lambda _, config: config.memory,
        lambda _, config: config.answerer,
        lambda _, config: f"cutoff {config.cutoff}",
        lambda _, config: ", ".join(f"{key}={value}" for key, value in sorted(config.memory_options.items())),
        lambda folder, _: folder.name,
        lambda folder, _: str(folder),
    )
    labels = [parts[0](folder, config) for folder, config in runs]
    for part in parts[1:]:
        counts = Counter(labels)
        if len(counts) == len(labels):
            return labels
        more = [part(folder, config) for folder, config in runs]
        differing = {
            label for label in labels if len({m for m, one in zip(more, labels, strict=True) if one == label}) > 1
        }
        labels = [
            f"{label} · {extra}" if label in differing and extra else label
            for label, extra in zip(labels, more, strict=True)
        ]
    counts = Counter(labels)
    return [f"{label} ({n})" if counts[label] > 1 else label for n, label in enumerate(labels, start=1)]


def _metric(run: KeptRun) -> dict[str, Any]:
    """The content of its `metric.json`, as whoever reads the file has it."""
    only, cost_of = run.parts[0], run.parts[0].cost_of()
    metric = metric_of(only, cost_of) if len(run.parts) == 1 else taken_together(run, cost_of)[0]
    plain: dict[str, Any] = orjson.loads(to_json(metric))
    return plain


def _rate(run: KeptRun, metric: Mapping[str, Any]) -> float | None:
    """The rate of right answers of a run that is complete and has any; None otherwise."""
    return None if metric["failed_entries"] or run.n_missing else rate_of(run.config, metric)


def _published(folder: Path, metric: Mapping[str, Any]) -> Published | None:
    try:
        there = orjson.loads((folder / METRIC_FILE).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return None
    if not isinstance(there, dict):
        return "differs"
    if not are_of_one_moment(folder, there):
        return "two_moments"
    ours, theirs = ({key: value for key, value in one.items() if key not in _NOT_COMPARED} for one in (metric, there))
    return "same" if ours == theirs else "differs"
