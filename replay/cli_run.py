"""The command `run`."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import typer

import replay.cli_options as opt
from memory.bounded import CALL_TIMEOUT_S
from replay.agents.tool_calling import MAX_TURNS
from replay.cli_output import complain, foreign_code, print_json, print_text
from replay.config import RunConfig, subfolder_of
from replay.execute import check_executor
from replay.executors import OnDask, Where, read_executor
from replay.exit_codes import ExitCode
from replay.gold_beside import GOLD
from replay.leaks import LeakTally
from replay.live import live_view
from replay.live_figures import LiveFigures
from replay.loaders.formats import DEMO
from replay.meter import Meter
from replay.model_use import may_use_model
from replay.models import new_meter
from replay.nothing_there import (
    asked_too_early,
    calls_of_own_tools,
    nothing_for_gold,
    nothing_in_words,
    nothing_to_compare,
    nothing_to_watch,
)
from replay.prepare import Prepared, Request
from replay.repeating import run_repeats
from replay.report import check_before_running, make_report
from replay.resuming import check_resumable
from replay.run import Outcome, run
from replay.run_folder import is_complete
from replay.several import several
from replay.thresholds import read_gate
from replay.toolbox import DEPTH
from scoring.plain_text import counted
from scoring.records import Turn
from scoring.render import failure_lines


def run_command(
    source: opt.SourceArgument = DEMO,
    memory: opt.MemoriesOption = None,
    agent: opt.AgentOption = "lexical",
    cutoff: opt.CutoffOption = "auto",
    delays: opt.DelaysOption = "",
    bucket: opt.BucketOption = "hour",
    scenarios: opt.ScenariosOption = None,
    limit: opt.LimitOption = None,
    jobs: opt.RunJobsOption = None,
    executor: opt.ExecutorOption = "process",
    scheduler: opt.SchedulerOption = None,
    seed: opt.SeedOption = 0,
    depth: opt.DepthOption = DEPTH,
    vehicle: opt.VehicleOption = "factory",
    out: opt.OutOption = None,
    resume: opt.ResumeOption = False,
    memory_option: opt.MemoryOptionsOption = None,
    index_lag: opt.IndexLagOption = "0",
    watch_updates: opt.WatchUpdatesOption = False,
    reset: opt.ResetOption = False,
    memory_timeout_s: opt.MemoryTimeoutOption = CALL_TIMEOUT_S,
    remember: opt.RememberOption = False,
    repeats: opt.RepeatsOption = 1,
    explain_id: opt.ExplainOption = None,
    details: opt.DetailsOption = False,
    fail_under: opt.FailUnderOption = None,
    fail_over: opt.FailOverOption = None,
    fail_drop: opt.FailDropOption = None,
    as_json: opt.JsonOption = False,
    quiet: opt.QuietOption = False,
    model: opt.ModelOption = None,
    base_url: opt.BaseUrlOption = opt.DEFAULT_BASE_URL,
    key_env: opt.KeyEnvOption = opt.DEFAULT_KEY_ENV,
    max_turns: opt.MaxTurnsOption = MAX_TURNS,
    tool_schema: opt.ToolSchemaOption = "plain",
    tool_choice: opt.ToolChoiceOption = None,
    temperature: opt.TemperatureOption = None,
    max_tokens: opt.MaxTokensOption = None,
    extra_body: opt.ExtraBodyOption = None,
    timeout_s: opt.TimeoutOption = opt.TIMEOUT_S,
    max_retries: opt.MaxRetriesOption = opt.MAX_RETRIES,
    prices: opt.PricesOption = None,
    budget: opt.BudgetOption = None,
    max_requests: opt.MaxRequestsOption = None,
    record: opt.RecordOption = None,
    replay: opt.ReplayOption = None,
) -> None:
    """Replay SOURCE strictly in time.

    Prints what the memory was worth, and why.
    """
    gate = read_gate(fail_under, fail_over, fail_drop)
    where = Where(executor=read_executor(executor, scheduler), n_jobs=jobs)
    asked = opt.model_request(
        model,
        base_url=base_url,
        key_env=key_env,
        max_turns=max_turns,
        tool_choice=tool_choice,
        temperature=temperature,
        max_tokens=max_tokens,
        extra_body=extra_body,
        timeout_s=timeout_s,
        max_retries=max_retries,
        prices=prices,
        budget_usd=budget,
        max_requests=max_requests,
        record=record,
        replay=replay,
    )
    request = Request(
        source=source,
        agent=agent,
        cutoff=cutoff,
        delays=delays,
        bucket=bucket,
        scenarios=scenarios,
        limit=limit,
        seed=seed,
        depth=depth,
        vehicle=opt.vehicle_start(vehicle),
        memory_options=opt.read_memory_options(memory_option),
        tool_schema=tool_schema,
        remember=remember,
        index_lag=index_lag,
        watch_updates=watch_updates,
        reset=reset,
        memory_timeout_s=memory_timeout_s,
        model=asked,
        stays_at_source=isinstance(where.executor, OnDask),
    )
    memories = list(dict.fromkeys(name.strip() for names in memory or ["fulltext"] for name in names.split(",")))
    gate.check_alone(memories)
    prepared = _prepared(request, memories, where)
    meter = None if asked is None else new_meter(asked)
    folder_of = partial(_folder, out, is_one_of_several=len(prepared) > 1, is_repeated=repeats > 1)
    gate.check([one.config for one in prepared])
    if resume:
        check_resumable([(folder_of(one.config), one.config) for one in prepared])
    check_before_running(prepared, explain_id, folder_of, is_repeated=repeats > 1)
    _tell_findings(prepared)  # behind all that ends the command, which is one line
    outcomes: list[Outcome] = []
    for one in prepared:
        outcomes.append(_run(one, folder_of(one.config), where, repeats, meter, quiet))
        if outcomes[-1].stopped:
            break
    report = make_report(prepared, outcomes, folder_of)
    if as_json:
        print_json(report.to_dict(explain_id))
    else:
        print_text(report.render(detailed=details), end="")
        print_text("" if explain_id is None else report.explain(explain_id), end="")
    if silent := next(filter(None, (nothing_in_words(each.metric, request.agent) for each in outcomes)), ""):
        complain(silent)  # once, whatever the memory
    missed = [line for one, outcome in report.runs for line in gate.missed(one.config, outcome.metric)]
    _end([(one.config.memory, outcome) for one, outcome in report.runs], missed)


def _prepared(request: Request, memories: list[str], where: Where) -> list[Prepared]:
    """The request for each memory, checked; the executor first, before the source is read, which may take long."""
    with foreign_code():
        for name in memories:
            asks = request.model is not None and may_use_model(name, request.agent)
            check_executor(where.executor, has_model=asks, memory=name, agent=request.agent)
        return several(request, memories)


def _run(prepared: Prepared, folder: Path, where: Where, n_repeats: int, meter: Meter | None, quiet: bool) -> Outcome:
    cost_of = None if prepared.model is None else prepared.model.cost_of()
    figures = LiveFigures(prepared.config.scenarios, n_repeats=n_repeats, cost_of=cost_of)
    if not quiet:
        figures.add_kept(folder)
    if prepared.settings.reset and is_complete(folder):
        complain(f"{folder}: the run is complete, so that --reset empties nothing; name a new --out for another")
    leaks = LeakTally(prepared.config.memory)
    try:
        with live_view(f"replay {prepared.config.memory}", figures, quiet=quiet, say=complain) as hear, foreign_code():
            do = partial(run_repeats, n_repeats=n_repeats) if n_repeats > 1 else run
            outcome = do(prepared, folder, where=where, meter=meter, on_turn=partial(_heard, hear, leaks))
        if outcome.leaked and not leaks.line:
            n_withheld = outcome.metric["leakage"]["violations"]
            of = f"leaks of {prepared.config.memory}"
            complain(f"{of}: {n_withheld} withheld in the answers that were there already, in {folder}")
        return outcome
    finally:
        if leaks.line:
            complain(leaks.line)


def _end(runs: list[tuple[str, Outcome]], missed: list[str]) -> None:
    """End with the exit code that these runs deserve, given with their memories, and say what it is for."""
    outcomes = [outcome for _, outcome in runs]
    stopped = next((outcome.stopped for outcome in outcomes if outcome.stopped), "")
    if stopped:
        complain(f"stopped: {stopped}; the same command goes on")
    for memory, outcome in runs:
        if outcome.metric["failed_entries"]:
            complain(f"{memory}: {'; '.join(failure_lines(outcome.metric))}")
    for line in missed:
        complain(f"not met: {line}")
    if any(outcome.leaked for outcome in outcomes):
        raise typer.Exit(ExitCode.LEAK)
    if missed or stopped or any(outcome.metric["failed_entries"] for outcome in outcomes):
        raise typer.Exit(ExitCode.NOT_MET)


def _folder(out: Path | None, config: RunConfig, *, is_one_of_several: bool, is_repeated: bool) -> Path:
    if out is None:
        return Path("runs") / (config.digest() + ("-repeats" if is_repeated else ""))
    return out / subfolder_of(config.memory) if is_one_of_several else out


def _heard(hear: Callable[[Turn], None], leaks: LeakTally, turn: Turn) -> None:
    hear(turn)
    leaks.add(turn)


def _tell_findings(prepared: Sequence[Prepared]) -> None:
    """Only what is out of the ordinary, of runs over one source; lint tells the rest."""
    one = prepared[0]
    warnings = [finding for finding in one.findings if finding.level == "warning"]
    if warnings:
        complain(f"{counted(len(warnings), 'warning')} while reading {one.config.source}; pastlane lint shows them")
    n_at_end, first = one.asked_at_end
    if one.config.cutoff == "auto" and n_at_end:
        of = f"{n_at_end} of {counted(one.n_queries, 'query', 'queries')}"
        complain(f"{of} {'is' if n_at_end == 1 else 'are'} asked at the end, all known (first {first})")
    if not one.scenarios:
        return  # they stay where they are
    uncompared = nothing_to_compare(one.scenarios), calls_of_own_tools(one.scenarios)
    without_gold = nothing_for_gold(one.scenarios) if any(each.config.memory == GOLD for each in prepared) else ""
    unwatched = nothing_to_watch(one.scenarios) if one.config.watch_updates else ""
    for line in filter(None, (*uncompared, asked_too_early(one.scenarios), without_gold, unwatched)):
        complain(line)


COMMANDS = (("run", run_command, "pastlane run vehiclemembench:VehicleMemBench --memory fulltext --scenarios 1-5"),)
"""Name, function and example."""
