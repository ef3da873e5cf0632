"""Commands about what is there already: kept runs compared and scored again, transcripts of others scored."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

import replay.cli_options as opt
from replay.cli_help import register
from replay.cli_output import complain, flush, print_json, print_text, write
from replay.compare import compare_folders
from replay.errors import InputError
from replay.exit_codes import ExitCode
from replay.judging.judge_run import judge_run
from replay.rescore import rescore
from replay.transcripts import apply_lines, score_lines
from scoring.codec import to_json
from scoring.plain_text import plain_json
from scoring.render_answers import render_answers


def compare_command(
    run_a: opt.RunAArgument,
    run_b: opt.RunBArgument,
    leak_delta: opt.LeakDeltaOption = False,
    as_json: opt.JsonOption = False,
) -> None:
    """Compare two runs query by query.

    Differences with intervals, an exact test, and the answers that flipped.
    """
    comparison = compare_folders(run_a, run_b, leak_delta=leak_delta)
    if as_json:
        print_json(comparison.to_dict())
    else:
        print_text(comparison.render(), end="")


def rescore_command(
    folder: opt.RunArgument,
    prices: opt.PricesOption = None,
    details: opt.DetailsOption = False,
    as_json: opt.JsonOption = False,
) -> None:
    """Score a run again from its log.

    All files are written anew and the table is printed; nothing is asked again.
    """
    report = rescore(folder, prices)
    if as_json:
        print_json(report.to_dict())
    else:
        print_text(report.render(detailed=details), end="")
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def apply_command(file: opt.FileArgument = None) -> None:
    """Carry out lists of commands.

    {"id", "calls": [{"name", "args"}]} in, {"id", "accepted", "changed"} out.
    """
    _filter(apply_lines, file)


def score_command(file: opt.FileArgument = None) -> None:
    """Score transcripts of another harness.

    {"id", "setup", "reference", "predicted"} in, {"id", "exact_match", ...} out.
    """
    _filter(score_lines, file)


def _filter(convert: Callable[[Iterator[bytes], str], Iterator[dict[str, Any]]], file: Path | None) -> None:
    name = "stdin" if file is None else str(file)
    if file is None and sys.stdin is None:
        raise InputError("stdin is closed")
    try:
        with sys.stdin.buffer if file is None else file.open("rb") as lines:
            answers = convert(iter(lines), name)
            while (answer := next(answers, None)) is not None:
                write(plain_json(to_json(answer)) + b"\n", flush=False)
    except (OSError, ValueError) as exc:
        raise InputError(f"{name}: cannot be read: {exc}") from exc
    finally:
        flush()


def judge_command(
    folder: opt.RunArgument,
    model: opt.ModelOption = None,
    base_url: opt.BaseUrlOption = opt.DEFAULT_BASE_URL,
    key_env: opt.KeyEnvOption = opt.DEFAULT_KEY_ENV,
    temperature: opt.TemperatureOption = None,
    max_requests: opt.MaxRequestsOption = None,
    record: opt.RecordOption = None,
    replay: opt.ReplayOption = None,
    as_json: opt.JsonOption = False,
) -> None:
    """Let a model judge the answers in words of a run.

    The verdicts are kept in the run's folder, with the judge's name and the hash of its prompt. Exits 1 when it gave
    none on an answer.
    """
    request = opt.model_request(
        model,
        base_url=base_url,
        key=os.environ.get(key_env),
        key_env=key_env,
        temperature=temperature,
        max_requests=max_requests,
        record=record,
        replay=replay,
    )
    if request is None:
        raise InputError("a judge is a model: give --model")
    answers = judge_run(folder, request)["answers"]
    if as_json:
        print_json(answers)
    else:
        print_text(render_answers(answers), end="")
    n_without = answers["answers"]["valid"] - answers["judge"]["valid"]
    if n_without:
        complain(f"the judge gave no verdict on {n_without} of {answers['answers']['valid']} answers")
        raise typer.Exit(ExitCode.NOT_MET)


COMMANDS = (
    ("compare", compare_command, "pastlane compare runs/before runs/after"),
    ("rescore", rescore_command, "pastlane rescore runs/5f0c1a2b3c4d"),
    ("judge", judge_command, "pastlane judge runs/5f0c1a2b3c4d --model NAME"),
)
"""Name, function and example of each."""
FILTERS = (
    ("apply", apply_command, 'echo \'{"id": 1, "calls": []}\' | pastlane apply'),
    ("score", score_command, "pastlane score transcripts.jsonl"),
)


def add_to(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    register(app, "Runs", COMMANDS)
    register(app, "Other harnesses", FILTERS)
