"""What `run` says in the end: the tables and notes of its runs as text, or the same as plain data."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from memory.adapters.table import ADAPTERS
from memory.registry import BUILT_IN
from replay.config import RunConfig
from replay.errors import InputError
from replay.gold_beside import gold_folders, memory_scores, rate_of
from replay.prepare import Prepared
from replay.query_names import no_such_query
from replay.repeating import check_repeats_folder
from replay.run import Outcome
from replay.run_folder import check_run_folder, explain, is_complete
from replay.trying_out import try_outside_memory
from scoring.plain_text import counted
from scoring.render import render_comparison
from scoring.render_metric import render_metric
from scoring.render_side_by_side import render_legend, render_side_by_side, short_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The runs of one command, in the order asked for; fewer than asked for where it was stopped."""

    runs: tuple[tuple[Prepared, Outcome], ...]
    """The outcomes' metrics know their MemoryScore, where a gold run is at hand."""
    gold_folders: tuple[Path | None, ...] = ()
    """For each run, where the gold run of an earlier command is that its MemoryScore is measured against."""

    def to_dict(self, query_id: str | None = None) -> dict[str, Any]:
        """The report as plain data: one run, or a list of them; with the story of `query_id` under `explain`."""
        story = {} if query_id is None else {"explain": self.explain(query_id)}
        runs = [
            {
                "folder": str(outcome.folder),
                "config": one.config.to_dict(),
                "stopped": outcome.stopped,
                "code_not_covered": list(one.code_not_covered),
                "gold_run": None if gold is None else str(gold),
                **outcome.metric,
            }
            for (one, outcome), gold in self._with_gold()
        ]
        return {**runs[0], **story} if len(runs) == 1 else {"runs": runs, **story}

    def render(self, *, detailed: bool = False) -> str:
        """The report for people; one table a run, and one of all side by side."""
        parts = [_render(one, outcome, gold, detailed=detailed) for (one, outcome), gold in self._with_gold()]
        if len(self.runs) > 1:
            names = short_names([one.config.memory for one, _ in self.runs])
            rows = [(name, outcome.metric) for name, (_, outcome) in zip(names, self.runs, strict=True)]
            configs = [(one.config.memory, one.config.memory_options) for one, _ in self.runs]
            parts.append(render_comparison(rows, title="side by side"))
            parts.append(f"{render_legend(names, configs)}\n{render_side_by_side(rows)}")
        return "".join(parts)

    def _with_gold(self) -> Iterator[tuple[tuple[Prepared, Outcome], Path | None]]:
        return zip_longest(self.runs, self.gold_folders)

    def explain(self, query_id: str) -> str:
        """The story of one query in every run, repeats included.

        Raises:
            RunFolderError: a run has no such query.
        """
        return "".join(
            explain(folder, one.config, query_id)
            for one, outcome in self.runs
            for folder in outcome.parts or (outcome.folder,)
        )


def check_before_running(
    prepared: Sequence[Prepared],
    query_id: str | None,
    folder_of: Callable[[RunConfig], Path],
    *,
    is_repeated: bool = False,
) -> None:
    """Nothing, where every run can go into its folder and the query to explain exists.

    Raises:
        InputError: a folder holds something else, there is no such query, or an outside memory cannot be used.
    """
    check = check_repeats_folder if is_repeated else check_run_folder
    for one in prepared:
        check(folder_of(one.config), one.config)
        if is_repeated or not is_complete(folder_of(one.config)):
            try_outside_memory(one.config.memory, one.config.memory_options, one.settings.call_timeout_s)
    if query_id is not None:
        known = prepared[0].query_ids
        if query_id not in known:
            raise InputError(no_such_query(f"no query {query_id!r} to explain", query_id, known))


def make_report(
    prepared: Sequence[Prepared], outcomes: Sequence[Outcome], folder_of: Callable[[RunConfig], Path]
) -> Report:
    """The report of these runs; `folder_of` tells where a run of another configuration would be."""
    runs = tuple(zip(prepared, outcomes, strict=False))  # a stopped command has run fewer than it prepared
    rated = [(one.config, _rate(one.config, outcome)) for one, outcome in runs]
    for (_, outcome), score in zip(runs, memory_scores(rated, folder_of), strict=True):
        outcome.metric["memory_score"] = score
    return Report(runs=runs, gold_folders=tuple(gold_folders(rated, folder_of)))


def _rate(config: RunConfig, outcome: Outcome) -> float | None:
    """The rate of right answers of a run that is complete, failures included, and has any; None otherwise."""
    is_complete = not outcome.stopped and not outcome.metric["failed_entries"]
    return rate_of(config, outcome.metric) if is_complete else None


def _render(prepared: Prepared, outcome: Outcome, gold: Path | None, *, detailed: bool) -> str:
    config, metric = prepared.config, outcome.metric
    kept = f" ({counted(outcome.n_kept, 'answer was', 'answers were')} there already)" if outcome.n_kept else ""
    notes = [f"digest: {metric['digest'][:12]}", f"run folder: {outcome.folder}{kept}"]
    if gold is not None:
        notes.append(f"MemoryScore is measured against the gold run in {gold}")
    if config.memory not in BUILT_IN and config.memory not in ADAPTERS:
        sees = "what instances share, the order of sets, and promises that no query needs"
        notes.append(f"not seen by a run: {sees}; pastlane check-memory {config.memory}")
    if prepared.code_not_covered:
        first, *others = prepared.code_not_covered
        more = f", and {counted(len(others), 'place')} more" if others else ""
        notes.append(f"code that the digest of the code does not cover: {first}{more}; if it changes, name a new --out")
    if outcome.stopped:
        wanted = prepared.n_queries * max(1, len(outcome.parts))
        notes.append(f"not finished: {metric['completed_tasks']} of {counted(wanted, 'query', 'queries')} asked")
    return render_metric(metric, title=f"{config.source}: {config.title}", notes=notes, detailed=detailed)
