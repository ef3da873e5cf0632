"""A kept run judged: the judge is asked about every answer in words, and the published files say what it thought."""

import os
from pathlib import Path
from typing import Any

from replay.errors import InputError, RunFolderError
from replay.judging.judge import judge_with
from replay.judging.verdicts import VERDICTS_FILE, verdicts_to_json
from replay.kept_run import open_kept
from replay.models import ModelRequest
from replay.publishing import write_results
from replay.run_folder import scored_turns
from replay.whole_files import write_whole


def judge_run(folder: Path, request: ModelRequest) -> dict[str, Any]:
    """Ask the model of `request` about the run in `folder`; returns the content of its new `metric.json`.

    Raises:
        InputError: the run has no answers to judge, or something in the request cannot be used.
        RunFolderError: there is no run, another process is at work there, or nothing may be written there.
        CannotWrite: a file cannot be written after all.
        RunStopped: a limit was reached, or the tape does not hold a request.
    """
    with open_kept(folder) as (log, config):
        if not os.access(folder, os.W_OK):
            raise RunFolderError(f"{folder}: verdicts cannot be written there")
        turns = [item.turn for item in scored_turns(log, config)]
        if not any(turn.gold.answer is not None for turn in turns):
            raise InputError(f"{folder}: no query of this run has a right answer in words")
        judgement = judge_with(request, turns)
        write_whole(folder / VERDICTS_FILE, verdicts_to_json(judgement, turns))
        return write_results(folder, log, config)
