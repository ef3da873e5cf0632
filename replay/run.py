"""A run: what was prepared, replayed through one memory and one agent into a run folder, and published from there."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memory.errors import BudgetReached, RunStopped
from memory.registry import BUILT_IN as BUILT_IN_MEMORIES
from replay.agents.tool_calling import MAX_TURNS
from replay.execute import replay_all
from replay.executors import HERE, Where
from replay.feeding import end_feeding, feeding_file
from replay.in_place import in_place
from replay.jobs import Job
from replay.meter import Meter
from replay.models import Models
from replay.prepare import Prepared
from replay.publishing import write_results
from replay.remembering import words_of
from replay.run_folder import TAPE_FILE, open_run
from replay.settings import namespace_of
from scoring.records import Timing, Turn
from scoring.runlog import RunLog


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A run that is over."""

    folder: Path
    metric: dict[str, Any]
    """The content of `metric.json`."""
    n_kept: int
    """How many answers were there already."""
    stopped: str = ""
    """Why the run ended early, with what it had by then; empty when every query was asked."""
    parts: tuple[Path, ...] = ()
    """The run folders below `folder`, for repeated runs; empty for one run, which is in `folder` itself."""

    @property
    def leaked(self) -> bool:
        """Whether any hit broke the cutoff."""
        return bool(self.metric["leakage"]["violations"])


def run(
    prepared: Prepared,
    folder: Path,
    *,
    where: Where = HERE,
    meter: Meter | None = None,
    repeat: int = 1,
    on_turn: Callable[[Turn], None] | None = None,
) -> Outcome:
    """Replay into `folder`: a new run, the rest of an unfinished one, or nothing where it is complete.

    `meter` is shared by runs that one budget pays for; `repeat` tells the answers of equal runs apart on one tape.
    `on_turn` hears of each query answered in this call. Where the budget is reached, the outcome is what there is.

    Raises:
        RunFolderError: the folder holds a run of another configuration, or something that is no run.
        ReplayError: a process died.
        RunStopped: the tape does not hold a request, or cannot be written; what there is has been kept.
    """
    config, model = prepared.config, prepared.model
    stopped = ""
    with ExitStack() as stack:
        models: Models | None = None
        if model is not None and (model.record or model.replay):
            models = stack.enter_context(closing(Models(model, meter)))
        log = stack.enter_context(open_run(folder, config))
        jobs, n_kept = _jobs(prepared, folder, log, repeat)
        if model is not None and models is None and jobs:
            # The folder's own tape: whoever goes on with the run does not pay twice for what was answered.
            models = stack.enter_context(closing(Models(replace(model, record=folder / TAPE_FILE), meter)))

        def emit(turn: Turn, timing: Timing) -> None:
            log.append(turn, timing)
            if on_turn is not None:
                on_turn(turn)

        cost_of = None if model is None else model.cost_of()
        try:
            with in_place():
                replay_all(jobs, emit, where=where, models=models)
        except BudgetReached as exc:
            stopped = str(exc)
        except RunStopped:
            write_results(folder, log, config, cost_of)
            raise
        metric = write_results(folder, log, config, cost_of)
        if not stopped and not metric["failed_entries"]:
            end_feeding(folder)
    return Outcome(folder=folder, metric=metric, n_kept=n_kept, stopped=stopped)


def _jobs(prepared: Prepared, folder: Path, log: RunLog, repeat: int) -> tuple[list[Job], int]:
    """What is still to be replayed, and how many answers there are already."""
    config, model = prepared.config, prepared.model
    answered = log.answered()
    words: dict[str, dict[int, str]] = {}
    if config.remember and answered:
        for turn in log.turns():
            if turn.failure is None:
                words.setdefault(turn.scenario, {})[turn.index] = words_of(turn)
    unfinished = [timed for timed in prepared.planned if len(answered.get(timed.id, ())) < timed.n_queries]
    start = str(log.count_start()) if unfinished else ""
    jobs = [
        Job(
            timed=timed,
            settings=prepared.settings,
            memory=config.memory,
            agent=config.agent,
            namespace=namespace_of(str(folder.resolve()), start, timed.id),
            answered=frozenset(answered.get(timed.id, ())),
            words=words.get(timed.id, {}),
            max_turns=MAX_TURNS if model is None else model.max_turns,
            voice=f"{config.memory}:{timed.id}" + (f"#{repeat}" if repeat > 1 else ""),
            feeding="" if config.memory in BUILT_IN_MEMORIES else str(feeding_file(folder.absolute(), timed.id)),
        )
        for timed in unfinished
    ]
    return jobs, sum(map(len, answered.values()))
