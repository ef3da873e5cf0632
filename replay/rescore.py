"""A run scored again from its log by today's code, so that a new metric reaches old runs. Nothing is asked again.

The log is the truth and is only read; every published file is derived from it and written anew. Who answered stays
what it was: `config.json` keeps the version and code of the run, and the report says where today's differ.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replay.config import RunConfig
from replay.errors import CannotWrite, InputError
from replay.exit_codes import ExitCode
from replay.kept_run import open_kept, parts_of
from replay.known_costs import cost_of_file, cost_of_published
from replay.publishing import derive
from replay.repeating import write_repeats
from replay.run_folder import NOT_ALLOWED
from replay.version import own_code_digest, pastlane_version
from scoring.figures import right_by_query
from scoring.plain_text import counted
from scoring.render_metric import render_metric
from scoring.repeats import Verdicts, summarize_repeats
from scoring.usage import CostOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """One run, scored again."""

    folder: Path
    config: RunConfig
    metric: dict[str, Any]
    """The content of its new `metric.json`."""
    notes: tuple[str, ...]
    verdicts: Verdicts
    """Whether each query's answer at the point `main` was right; None where nothing could be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RescoreReport:
    """A run, or each repeat of a repeated one."""

    runs: tuple[Rescored, ...]
    """At least one."""

    def to_dict(self) -> dict[str, Any]:
        """The report as `run --json` gives it: one run, or a list of them."""
        runs = [
            {"folder": str(one.folder), "config": one.config.to_dict(), "notes": list(one.notes), **one.metric}
            for one in self.runs
        ]
        return runs[0] if len(runs) == 1 else {"runs": runs}

    def render(self, *, detailed: bool = False) -> str:
        """The table of each run again."""
        return "".join(_render(one, detailed=detailed) for one in self.runs)

    @property
    def exit_code(self) -> ExitCode:
        """What the runs themselves would end with: 3 for a leak, 1 for failures, else 0."""
        if any(one.metric["leakage"]["violations"] for one in self.runs):
            return ExitCode.LEAK
        return ExitCode.NOT_MET if any(one.metric["failed_entries"] for one in self.runs) else ExitCode.OK


def rescore(folder: Path, prices: Path | None = None) -> RescoreReport:
    """Write the published files of the run in `folder` anew; of a repeated run, those of every repeat.

    Money is worked out by `prices`, else by the prices that the published files tell, as far as they do.

    In a folder that may only be read nothing is written, and a note says so.

    Raises:
        RunFolderError: there is no run, another process is at work there, or a file cannot be read.
        CannotWrite: a file cannot be written.
        InputError: the prices cannot be read, or do not know the run's model.
    """
    parts = parts_of(folder)
    runs = tuple(_rescored(part, prices) for part in parts)
    if parts != (folder,):
        repeats = summarize_repeats([one.verdicts for one in runs])
        _write(lambda: write_repeats(folder, repeats))
    return RescoreReport(runs=runs)


def _rescored(folder: Path, prices: Path | None) -> Rescored:
    with open_kept(folder) as (log, config):
        cost_of = _cost_of(folder, config, prices)
        published = derive(folder, log, config, cost_of)
        not_written = _write(lambda: published.write(folder))
    n_missing = sum(config.scenarios.values()) - len(published.scored)
    notes = _notes(config, n_missing, is_unpriced=config.model is not None and cost_of is None)
    return Rescored(
        folder=folder,
        config=config,
        metric=published.metric,
        notes=(*notes, *not_written),
        verdicts=right_by_query(published.scored),
    )


def _write(write: Callable[[], object]) -> list[str]:
    """Write files; where nothing may be written in their folder, a note instead.

    Raises:
        CannotWrite: they cannot be written for another reason.
    """
    try:
        write()
    except CannotWrite as exc:
        if isinstance(exc.__cause__, OSError) and exc.__cause__.errno in NOT_ALLOWED:
            return [f"no file was written: {exc.__cause__.strerror}"]
        raise
    return []


def _cost_of(folder: Path, config: RunConfig, prices: Path | None) -> CostOf | None:
    if prices is None:
        return None if config.model is None else cost_of_published(folder)
    if config.model is None:
        raise InputError(f"prices are those of a model, and the run in {folder} has none")
    return cost_of_file(prices, str(config.model["model"]))


def _notes(config: RunConfig, n_missing: int, *, is_unpriced: bool) -> list[str]:
    notes = []
    answered = (config.version, config.own_code)
    today = (pastlane_version(), own_code_digest())
    if answered != today:
        notes.append(f"answered by Pastlane {_version(*answered)}, scored by {_version(*today)}")
    if n_missing > 0:
        notes.append(f"not finished: {counted(n_missing, 'query', 'queries')} still to be asked")
    if is_unpriced:
        notes.append("no costs: give --prices")
    return notes


def _version(version: str, code: str) -> str:
    return f"{version} (code {code})" if code else version


def _render(one: Rescored, *, detailed: bool) -> str:
    title = f"{one.config.source}: {one.config.title}"
    digest = f"digest: {one.metric['digest'][:12]}"
    notes = [digest, f"run folder: {one.folder}", *one.notes]
    return render_metric(one.metric, title=title, notes=notes, detailed=detailed)
