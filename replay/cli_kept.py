"""Commands about kept runs: compared, scored again, judged."""

import typer

import replay.cli_options as opt
from replay.cli_output import complain, show
from replay.compare import compare_folders
from replay.errors import InputError
from replay.exit_codes import ExitCode
from replay.judging.judge_run import judge_run
from replay.rescore import rescore
from replay.thresholds import read_gate
from scoring.plain_text import counted
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
    show(comparison.to_dict, comparison.render, as_json=as_json)


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
    show(report.to_dict, lambda: report.render(detailed=details), as_json=as_json)
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def judge_command(
    folder: opt.RunArgument,
    model: opt.ModelOption = None,
    base_url: opt.BaseUrlOption = opt.DEFAULT_BASE_URL,
    key_env: opt.KeyEnvOption = opt.DEFAULT_KEY_ENV,
    temperature: opt.TemperatureOption = None,
    max_requests: opt.MaxRequestsOption = None,
    record: opt.RecordOption = None,
    replay: opt.ReplayOption = None,
    fail_under: opt.FailUnderOption = None,
    fail_over: opt.FailOverOption = None,
    fail_drop: opt.FailDropOption = None,
    as_json: opt.JsonOption = False,
) -> None:
    """Let a model judge the answers in words of a run.

    The verdicts are kept in the run's folder, with the judge's name and the hash of its prompt. Exits 1 when it gave
    none on an answer, or a threshold such as answers.judge.correct_all=0.8 is not met.
    """
    gate = read_gate(fail_under, fail_over, fail_drop)
    request = opt.model_request(
        model,
        base_url=base_url,
        key_env=key_env,
        temperature=temperature,
        max_requests=max_requests,
        record=record,
        replay=replay,
    )
    if request is None:
        raise InputError("a judge is a model: give --model")
    judged = judge_run(folder, request, gate)
    show(lambda: judged.answers, lambda: render_answers(judged.answers), as_json=as_json)
    if judged.n_without:
        of_all = f"{judged.n_without} of {counted(judged.answers['answers']['valid'], 'answer')}"
        complain(f"the judge gave no verdict on {of_all}; first {judged.first_reason}")
    for line in judged.missed:
        complain(f"not met: {line}")
    if judged.n_without or judged.missed:
        raise typer.Exit(ExitCode.NOT_MET)


COMMANDS = (
    ("compare", compare_command, "pastlane compare runs/before runs/after"),
    ("rescore", rescore_command, "pastlane rescore runs/5f0c1a2b3c4d"),
    ("judge", judge_command, "pastlane judge runs/5f0c1a2b3c4d --model NAME"),
)
"""Name, function and example of each."""
