"""A kept run judged: the judge is asked about every answer in words, and the published files say what it thought."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replay.errors import InputError, RunFolderError
from replay.judging.judge import judge_with
from replay.judging.verdicts import VERDICTS_FILE, verdicts_to_json
from replay.kept_run import only_part, open_kept
from replay.known_costs import cost_of_published
from replay.models import ModelRequest
from replay.publishing import write_results
from replay.run_folder import scored_turns
from replay.thresholds import Gate
from replay.whole_files import write_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A run that was judged."""

    answers: Mapping[str, Any]
    """The section `answers` of its new `metric.json`."""
    n_without: int
    """On how many answers there is no verdict."""
    first_reason: str
    """Which of them comes first, and why there is none; empty where there is one on each."""
    missed: tuple[str, ...] = ()
    """What the run, judged, did not meet of the gate."""


def judge_run(folder: Path, request: ModelRequest, gate: Gate | None = None) -> Judged:
    """Ask the model of `request` about the run in `folder`, whose published files then say what it thought.

    What of the `gate` cannot be held against the run is told before anything is asked.

    Raises:
        InputError: the run has no answers to judge, or something in the request or the gate cannot be used.
        RunFolderError: there is no run, or the repeats of one, another process is at work there, or nothing may be
            written there.
        CannotWrite: a file cannot be written after all.
        RunStopped: a limit was reached, or the tape does not hold a request.
    """
    folder = only_part(folder)
    with open_kept(folder) as (log, config):
        if not os.access(folder, os.W_OK):
            raise RunFolderError(f"{folder}: verdicts cannot be written there")
        turns = [item.turn for item in scored_turns(log, config)]
        if not any(turn.gold.answer is not None for turn in turns):
            raise InputError(f"{folder}: no query of this run has a right answer in words")
        held_to = gate or Gate()
        held_to.check([config])
        reasons: list[str] = []
        judgement = judge_with(request, turns, reasons.append)
        write_whole(folder / VERDICTS_FILE, verdicts_to_json(judgement, turns))
        cost_of = None if config.model is None else cost_of_published(folder)  # the log knows no prices
        metric = write_results(folder, log, config, cost_of)
    answers = metric["answers"]
    return Judged(
        answers=answers,
        n_without=answers["answers"]["valid"] - answers["judge"]["valid"],
        first_reason=reasons[0] if reasons else "",
        missed=tuple(held_to.missed(config, {"memory_score": None, "repeats": None, **metric})),
    )
