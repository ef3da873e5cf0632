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

from replay.config import RunConfig
from replay.errors import RunFolderError
from replay.gold_beside import memory_scores
from replay.kept_run import open_kept, parts_of
from replay.known_costs import cost_of_published
from replay.publishing import FILES, METRIC_FILE, are_of_one_moment, derive
from replay.run_folder import scored_turns
from scoring.aggregate import ScoredTurn
from scoring.codec import to_json
from scoring.errors import RunLogError
from scoring.figures import right_by_query
from scoring.records import Timing
from scoring.repeats import Repeats, summarize_repeats
from scoring.runlog import digest_of
from scoring.sections import metric_of_turns

_NOT_COMPARED = ("timing", "memory_score", FILES)
"""Real durations, what depends on the runs beside, and what else was published."""

Published = Literal["same", "differs", "two_moments"]
"""How the published files stand to the numbers of a report; in the last case to each other as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRun:
    """One run of the report."""

    label: str
    """Unique in the report."""
    folder: Path
    config: RunConfig
    repeats: tuple[tuple[ScoredTurn, ...], ...]
    """One part for a run, several for a repeated one."""
    metric: Mapping[str, Any]
    n_missing: int
    """How many entries are still to be asked, repeats included."""
    published: Published | None
    """Whether `metric.json` in the folder says the same; None where there is none, and for repeated runs."""

    @property
    def scored(self) -> tuple[ScoredTurn, ...]:
        """Every entry, repeats one after another."""
        return tuple(item for part in self.repeats for item in part)


def load_runs(folders: Sequence[Path]) -> tuple[ReportedRun, ...]:
    """The runs in `folders`, in that order; a folder named twice counts once.

    Raises:
        RunFolderError: a folder holds no run, cannot be read, or is being written.
    """
    found = [_load(folder) for folder in dict.fromkeys(folders)]
    labels = run_labels([(folder, config) for folder, config, *_ in found])
    rated = [(config, _rate(metric, _n_missing(config, repeats))) for _, config, repeats, metric in found]
    scores = memory_scores(rated, lambda wanted: found[0][0].parent / wanted.memory.replace("/", "_"))
    runs = []
    for label, score, (folder, config, repeats, metric) in zip(labels, scores, found, strict=True):
        runs.append(
            ReportedRun(
                label=label,
                folder=folder,
                config=config,
                repeats=repeats,
                metric={**metric, "memory_score": score},
                n_missing=_n_missing(config, repeats),
                published=_published(folder, metric),
            )
        )
    return tuple(runs)


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


_Loaded = tuple[Path, RunConfig, tuple[tuple[ScoredTurn, ...], ...], dict[str, Any]]


def _load(folder: Path) -> _Loaded:
    parts = parts_of(folder)
    if len(parts) == 1:
        with open_kept(folder) as (log, config):
            published = derive(folder, log, config, None if config.model is None else cost_of_published(folder))
        return folder, config, (published.scored,), _as_read(published.metric)
    return _load_repeats(folder, parts)


def _load_repeats(folder: Path, parts: Sequence[Path]) -> _Loaded:
    repeats: list[tuple[ScoredTurn, ...]] = []
    durations: list[Timing] = []
    configs: list[RunConfig] = []
    for part in parts:
        with open_kept(part) as (log, config):
            try:
                repeats.append(tuple(scored_turns(log, config)))
                durations.extend(log.timings().values())
            except RunLogError as exc:
                raise RunFolderError(f"{part}: {exc}") from exc
            configs.append(config)
    config = configs[0]
    cost_of = None if config.model is None else cost_of_published(parts[0])
    scored = [item for one in repeats for item in one]
    metric = metric_of_turns(scored, durations, model=config.answerer, memory=config.memory, cost_of=cost_of)
    metric["repeats"] = _plain(summarize_repeats([right_by_query(one) for one in repeats]))
    metric["digest"] = digest_of(item.turn for item in scored)
    return folder, config, tuple(repeats), _as_read(metric)


def _as_read(metric: Mapping[str, Any]) -> dict[str, Any]:
    """The content of a `metric.json`, as whoever reads the file has it."""
    plain: dict[str, Any] = orjson.loads(to_json(metric))
    return plain


def _plain(repeats: Repeats) -> dict[str, Any]:
    """The repeats taken together, without those of each query; keys as text."""
    return {
        "n_repeats": repeats.n_repeats,
        "mean": repeats.mean,
        "deviation": repeats.deviation,
        "pass_all": {str(k): rate for k, rate in repeats.pass_all.items()},
        "pass_any": {str(k): rate for k, rate in repeats.pass_any.items()},
    }


def _n_missing(config: RunConfig, repeats: Sequence[Sequence[ScoredTurn]]) -> int:
    return max(0, sum(config.scenarios.values()) * len(repeats) - sum(map(len, repeats)))


def _rate(metric: Mapping[str, Any], n_missing: int) -> float | None:
    """The rate of right answers of a run that is complete; None otherwise."""
    return None if metric["failed_entries"] or n_missing else float(metric["right_rate"])


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
