"""The command line: parses, calls one library function, prints, and maps errors to exit codes.

It alone prints, reads the environment, and ends the process. Results go to stdout, progress and errors to stderr.

Exit codes: 0 done; 1 a check was not met, or there were failures; 2 bad input or usage; 3 a leak; 130 interrupted.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import datetime
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.exceptions import TyperException

import replay.cli_options as opt
from memory.bounded import CALL_TIMEOUT_S
from memory.errors import BudgetReached, RunStopped
from replay.audit_source import audit_source
from replay.backends import list_backends, one_backend, show_backends
from replay.check_memory import CheckRequest, check_memory
from replay.compare import compare_folders
from replay.config import RunConfig, pastlane_version
from replay.dataset import parse_selection
from replay.errors import CannotWrite, InputError, ReplayError
from replay.exit_codes import ExitCode
from replay.generating import GenerateRequest, Shares, write_timelines
from replay.lint import lint_source
from replay.lint_evidence import EvidenceTally
from replay.loaders.formats import DEMO
from replay.memory_checks.suite import n_checks
from replay.meter import Meter
from replay.models import new_meter
from replay.repeating import run_repeats
from replay.report import check_before_running, make_report
from replay.rescore import rescore
from replay.run import Outcome, Prepared, Request, run, several
from replay.schemas import SCHEMAS
from replay.thresholds import read_gate
from replay.toolbox import DEPTH
from replay.transcripts import apply_lines, score_lines
from scoring.codec import to_json
from scoring.errors import ScoringError
from scoring.records import Turn
from scoring.render import render_backend, render_findings

SHARES = Shares()
FIRST_DAY = datetime(2025, 1, 6)  # noqa: DTZ001 - a date

app = typer.Typer(
    name="pastlane",
    help="Replays the past and lets nobody peek at the future: what a memory is worth while time passes.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        _print(pastlane_version())
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass


@app.command("run", epilog="Example: pastlane run vehiclemembench:VehicleMemBench --memory fulltext --scenarios 1-5")
def run_command(
    source: opt.OptionalSource = DEMO,
    memory: opt.MemoriesOption = "fulltext",
    agent: opt.AgentOption = "lexical",
    cutoff: opt.CutoffOption = "auto",
    delays: opt.DelaysOption = "",
    bucket: opt.BucketOption = "hour",
    scenarios: opt.ScenariosOption = None,
    limit: opt.LimitOption = None,
    jobs: opt.JobsOption = 1,
    seed: opt.SeedOption = 0,
    depth: opt.DepthOption = DEPTH,
    vehicle: opt.VehicleOption = "factory",
    out: opt.OutOption = None,
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
    fail_drop: opt.FailDropOption = None,
    as_json: opt.JsonOption = False,
    quiet: opt.QuietOption = False,
    model: opt.ModelOption = None,
    base_url: opt.BaseUrlOption = opt.DEFAULT_BASE_URL,
    key_env: opt.KeyEnvOption = opt.DEFAULT_KEY_ENV,
    max_turns: opt.MaxTurnsOption = 10,
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
    """Replay SOURCE strictly in time and print what the memory was worth."""
    gate = read_gate(fail_under, fail_drop)
    asked = opt.model_request(
        model,
        base_url=base_url,
        key=os.environ.get(key_env),
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
    )
    memories = list(dict.fromkeys(name.strip() for name in memory.split(",")))
    with _foreign_code():
        prepared = several(request, memories)
    _tell_findings(prepared[0])
    meter = None if asked is None else new_meter(asked)
    folder_of = partial(_folder, out, is_one_of_several=len(prepared) > 1, is_repeated=repeats > 1)
    gate.check([one.config for one in prepared])
    check_before_running(prepared, explain_id, folder_of, is_repeated=repeats > 1)
    outcomes: list[Outcome] = []
    for one in prepared:
        outcomes.append(_run(one, folder_of(one.config), jobs, repeats, meter, quiet))
        if outcomes[-1].stopped:
            break
    report = make_report(prepared, outcomes, folder_of)
    if as_json:
        _print_json(report.to_dict(explain_id))
    else:
        _print(report.render(detailed=details), end="")
        _print("" if explain_id is None else report.explain(explain_id), end="")
    missed = [line for one, outcome in report.runs for line in gate.missed(one.config, outcome.metric)]
    _end(outcomes, missed)


@app.command("lint", epilog="Example: pastlane lint vehiclemembench:VehicleMemBench")
def lint_command(
    source: opt.SourceArgument,
    scenarios: opt.ScenariosOption = None,
    evidence: opt.EvidenceOption = False,
    as_json: opt.JsonOption = False,
) -> None:
    """Find what is wrong with a data set before it costs money. Exits 1 when something would spoil a score."""
    tally = EvidenceTally() if evidence else None
    findings = list(lint_source(source, parse_selection(scenarios), tally))
    n_errors = sum(finding.level == "error" for finding in findings)
    if as_json:
        _print_json({"findings": findings} if tally is None else {"findings": findings, "evidence": tally.to_dict()})
    else:
        _print(render_findings([(f.level, f.kind, f.line) for f in findings]), end="")
        if tally is not None:
            _print(tally.line)
        _print(f"{len(findings)} findings, {n_errors} of them errors")
    if n_errors:
        raise typer.Exit(ExitCode.NOT_MET)


@app.command("apply", epilog="""Example: echo '{"id": 1, "calls": []}' | pastlane apply""")
def apply_command(file: opt.FileArgument = None) -> None:
    """Carry out lists of commands: {"id", "calls": [{"name", "args"}]} in, {"id", "accepted", "changed"} out."""
    _filter(apply_lines, file)


@app.command("score", epilog="Example: pastlane score transcripts.jsonl")
def score_command(file: opt.FileArgument = None) -> None:
    """Score transcripts: {"id", "setup", "reference", "predicted"} in, {"id", "exact_match", ...} out."""
    _filter(score_lines, file)


@app.command("audit", epilog="Example: pastlane audit demo --memory my_package.memory:MyMemory")
def audit_command(
    source: opt.SourceArgument = DEMO,
    memory: opt.MemoryOption = "fulltext",
    agent: opt.AgentOption = "lexical",
    cutoff: opt.CutoffOption = "auto",
    bucket: opt.BucketOption = "hour",
    scenarios: opt.ScenariosOption = None,
    limit: opt.LimitOption = None,
    depth: opt.DepthOption = DEPTH,
    vehicle: opt.VehicleOption = "factory",
    memory_option: opt.MemoryOptionsOption = None,
    index_lag: opt.IndexLagOption = "0",
    memory_timeout_s: opt.MemoryTimeoutOption = CALL_TIMEOUT_S,
    sample: opt.SampleOption = None,
    jobs: opt.JobsOption = 1,
    seed: opt.SeedOption = 0,
    as_json: opt.JsonOption = False,
    quiet: opt.QuietOption = False,
    model: opt.ModelOption = None,
    base_url: opt.BaseUrlOption = opt.DEFAULT_BASE_URL,
    key_env: opt.KeyEnvOption = opt.DEFAULT_KEY_ENV,
    temperature: opt.TemperatureOption = None,
    max_requests: opt.MaxRequestsOption = None,
) -> None:
    """Prove that nothing after a cutoff reaches the memory's answers, by replaying with other futures."""
    key = os.environ.get(key_env)
    request = Request(
        source=source,
        memory=memory,
        agent=agent,
        cutoff=cutoff,
        bucket=bucket,
        scenarios=scenarios,
        limit=limit,
        depth=depth,
        vehicle=opt.vehicle_start(vehicle),
        memory_options=opt.read_memory_options(memory_option),
        seed=seed,
        index_lag=index_lag,
        memory_timeout_s=memory_timeout_s,
        model=opt.model_request(
            model,
            base_url=base_url,
            key=key,
            key_env=key_env,
            temperature=temperature,
            max_requests=max_requests,
        ),
    )
    with _progress(f"audit {memory}", None, quiet) as advance, _foreign_code():
        report = audit_source(request, sample=sample, n_jobs=jobs, on_query=advance)
    if as_json:
        _print_json(report.to_dict())
    else:
        _print(report.render(), end="")
    if report.exit_code:
        raise typer.Exit(report.exit_code)


@app.command("compare", epilog="Example: pastlane compare runs/before runs/after")
def compare_command(
    run_a: opt.RunAArgument,
    run_b: opt.RunBArgument,
    leak_delta: opt.LeakDeltaOption = False,
    as_json: opt.JsonOption = False,
) -> None:
    """Compare two runs query by query: differences with intervals, an exact test, and the answers that flipped."""
    comparison = compare_folders(run_a, run_b, leak_delta=leak_delta)
    if as_json:
        _print_json(comparison.to_dict())
    else:
        _print(comparison.render(), end="")


@app.command("rescore", epilog="Example: pastlane rescore runs/5f0c1a2b3c4d")
def rescore_command(
    folder: opt.RunArgument,
    prices: opt.PricesOption = None,
    details: opt.DetailsOption = False,
    as_json: opt.JsonOption = False,
) -> None:
    """Compute everything about a run again from its log, and print the table again. Nothing is asked again."""
    report = rescore(folder, prices)
    if as_json:
        _print_json(report.to_dict())
    else:
        _print(report.render(detailed=details), end="")
    if report.exit_code:
        raise typer.Exit(report.exit_code)


@app.command("generate", epilog="Example: pastlane generate stories --scenarios 5 --messages 2000 --seed 7")
def generate_command(
    out: opt.OutArgument,
    scenarios: Annotated[int, typer.Option(help="How many, one file each.")] = 1,
    messages: Annotated[int, typer.Option(help="In each scenario.")] = 2_000,
    queries: Annotated[int, typer.Option(help="In each scenario.")] = 20,
    people: Annotated[int, typer.Option(help="Who share the car.")] = 4,
    days: Annotated[int | None, typer.Option(help="Length of each timeline; not with --rate.")] = None,
    rate: Annotated[float | None, typer.Option(help="Messages a day, 40 by default; not with --days.")] = None,
    seed: opt.SeedOption = 0,
    zone: Annotated[str, typer.Option(help="IANA time zone.")] = "UTC",
    start: opt.StartOption = FIRST_DAY,
    distractors: opt.ShareOption = SHARES.distractors,
    updates: opt.ShareOption = SHARES.updates,
    corrections: opt.ShareOption = SHARES.corrections,
    forgets: opt.ShareOption = SHARES.forgets,
    commands: opt.ShareOption = SHARES.commands,
    conditions: opt.ShareOption = SHARES.conditions,
) -> None:
    """Write seeded timelines whose truth is known."""
    shares = Shares(
        distractors=distractors,
        updates=updates,
        corrections=corrections,
        forgets=forgets,
        commands=commands,
        conditions=conditions,
    )
    request = GenerateRequest(
        scenarios=scenarios,
        messages=messages,
        queries=queries,
        people=people,
        days=days,
        rate=rate,
        seed=seed,
        zone=zone,
        start=start.date(),
        shares=shares,
    )
    for file in write_timelines(request, out):
        _print(str(file))


@app.command("backends", epilog="Example: pastlane backends")
def backends_command(
    name: Annotated[str | None, typer.Argument(help="Only this one, with its options and what to know of it.")] = None,
    as_json: opt.JsonOption = False,
) -> None:
    """List the memories: what each can do, whether it can be used here, and what to install if not."""
    rows = list_backends() if name is None else [one_backend(name)]
    if as_json:
        _print_json([row.to_dict() for row in rows])
    else:
        _print(show_backends(rows) if name is None else render_backend(rows[0].to_dict()), end="")


@app.command("schema", epilog="Example: pastlane schema memory-http")
def schema_command(name: Annotated[str, typer.Argument(help=f"One of {', '.join(SCHEMAS)}.")]) -> None:
    """Print the JSON schema of a format that Pastlane reads or speaks."""
    if name not in SCHEMAS:
        raise InputError(f"no schema is called {name!r}; known: {', '.join(SCHEMAS)}")
    _print_json(SCHEMAS[name]())


@app.command("check-memory", epilog="Example: pastlane check-memory my_package.memory:MyMemory")
def check_memory_command(
    target: opt.TargetArgument,
    memory_option: opt.MemoryOptionsOption = None,
    memory_timeout_s: opt.MemoryTimeoutOption = CALL_TIMEOUT_S,
    quick: opt.QuickOption = False,
    suffix: opt.SuffixOption = None,
    as_json: opt.JsonOption = False,
    quiet: opt.QuietOption = False,
    model: opt.ModelOption = None,
    base_url: opt.BaseUrlOption = opt.DEFAULT_BASE_URL,
    key_env: opt.KeyEnvOption = opt.DEFAULT_KEY_ENV,
    temperature: opt.TemperatureOption = None,
    max_requests: opt.MaxRequestsOption = None,
) -> None:
    """Hold a memory to its contract, promise by promise. Exits 1 when one is broken, 3 when it leaks."""
    request = CheckRequest(
        memory=target,
        memory_options=opt.read_memory_options(memory_option),
        memory_timeout_s=memory_timeout_s,
        suffix=token_hex(3) if suffix is None else suffix,
        quick=quick,
        model=opt.model_request(
            model,
            base_url=base_url,
            key=os.environ.get(key_env),
            key_env=key_env,
            temperature=temperature,
            max_requests=max_requests,
        ),
    )
    with _progress(f"check {target}", n_checks(), quiet) as advance, _foreign_code():
        report = check_memory(request, lambda result: advance())
    if as_json:
        _print_json(report.to_dict())
    else:
        _print(report.render(), end="")
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def main() -> None:
    """Run the command line, with modules looked for in the current folder, too, and end the process."""
    sys.path.insert(0, str(Path.cwd()))
    sys.exit(invoke())


def invoke(args: list[str] | None = None) -> int:
    """Run the command line on `args` and return the exit code; errors become one line on stderr."""
    try:
        result = typer.main.get_command(app).main(args=args, standalone_mode=False)
        if result == ExitCode.INTERRUPTED:
            _complain("interrupted; the same command goes on")
    except typer.Exit as exc:
        return exc.exit_code
    except (typer.Abort, KeyboardInterrupt):
        _complain("interrupted")
        return ExitCode.INTERRUPTED
    except RunStopped as exc:
        _complain(str(exc))
        return ExitCode.NOT_MET if isinstance(exc, BudgetReached) else ExitCode.BAD_INPUT
    except (ReplayError, ScoringError) as exc:
        _complain(str(exc))
        return ExitCode.BAD_INPUT if isinstance(exc, InputError) else ExitCode.NOT_MET
    except TyperException as exc:
        _complain(exc.format_message())
        return ExitCode.BAD_INPUT
    return result if isinstance(result, int) else ExitCode.OK


def _run(prepared: Prepared, folder: Path, n_jobs: int, n_repeats: int, meter: Meter | None, quiet: bool) -> Outcome:
    total = prepared.n_queries * n_repeats
    with _progress(f"replay {prepared.config.memory}", total, quiet) as advance, _foreign_code():
        heard = partial(_heard, advance)
        if n_repeats > 1:
            return run_repeats(prepared, folder, n_repeats, n_jobs=n_jobs, meter=meter, on_turn=heard)
        return run(prepared, folder, n_jobs=n_jobs, meter=meter, on_turn=heard)


def _end(outcomes: list[Outcome], missed: list[str]) -> None:
    """End with the exit code that these runs deserve."""
    stopped = next((outcome.stopped for outcome in outcomes if outcome.stopped), "")
    if stopped:
        _complain(f"stopped: {stopped}; the same command goes on")
    for line in missed:
        _complain(f"not met: {line}")
    if any(outcome.leaked for outcome in outcomes):
        raise typer.Exit(ExitCode.LEAK)
    if missed or stopped or any(outcome.metric["failed_entries"] for outcome in outcomes):
        raise typer.Exit(ExitCode.NOT_MET)


def _folder(out: Path | None, config: RunConfig, *, is_one_of_several: bool, is_repeated: bool) -> Path:
    if out is None:
        return Path("runs") / (config.digest() + ("-repeats" if is_repeated else ""))
    return out / config.memory.replace("/", "_") if is_one_of_several else out


def _heard(advance: Callable[[], None], turn: Turn) -> None:
    advance()
    if turn.violations:
        more = f" (and {len(turn.violations) - 1} more)" if len(turn.violations) > 1 else ""
        _complain(f"leak at {turn.entry_id}: {turn.violations[0].detail}{more}")


def _tell_findings(prepared: Prepared) -> None:
    """Only what is out of the ordinary; lint tells the rest."""
    warnings = [finding for finding in prepared.findings if finding.level == "warning"]
    if warnings:
        _complain(f"{len(warnings)} warnings while reading {prepared.config.source}; pastlane lint shows them")
    at_end = [query for timed in prepared.scenarios for query in timed.queries if query.policy == "end"]
    if prepared.config.cutoff == "auto" and at_end:
        first = at_end[0].query.origin
        where = f"{first.source_file} {first.event_index}: {at_end[0].reason}"
        _complain(f"{len(at_end)} of {prepared.n_queries} queries are asked at the end, all known (first {where})")


def _filter(convert: Callable[[Iterator[bytes], str], Iterator[dict[str, Any]]], file: Path | None) -> None:
    name = "stdin" if file is None else str(file)
    if file is None and sys.stdin is None:
        raise InputError("stdin is closed")
    try:
        with sys.stdin.buffer if file is None else file.open("rb") as lines:
            answers = convert(iter(lines), name)
            while (answer := next(answers, None)) is not None:
                _write(to_json(answer) + b"\n", flush=False)
    except (OSError, ValueError) as exc:
        raise InputError(f"{name}: cannot be read: {exc}") from exc
    finally:
        _flush()


@contextmanager
def _progress(label: str, total: int | None, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar on stderr; nothing at all when that is not a terminal."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda: progress.advance(task)


@contextmanager
def _foreign_code() -> Iterator[None]:
    """What memories and agents print goes to stderr: stdout holds results and nothing else."""
    with redirect_stdout(sys.stderr):
        yield


def _print(text: str, end: str = "\n") -> None:
    _write((text + end).encode("utf-8", "replace"))


def _print_json(value: object) -> None:
    _write(to_json(value, indent=True) + b"\n")


def _write(content: bytes, *, flush: bool = True) -> None:
    """Write a result; a reader that went away ends the command quietly.

    Raises:
        InputError: stdout cannot be written.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.buffer.write(content)
        if flush:
            sys.stdout.flush()
    except BrokenPipeError:
        _give_up_stdout()
        raise typer.Exit(ExitCode.OK) from None
    except OSError as exc:
        _give_up_stdout()
        raise CannotWrite(f"stdout cannot be written: {exc.strerror or exc}") from exc


def _flush() -> None:
    _write(b"")


def _give_up_stdout() -> None:
    """Let what is still buffered vanish, or the interpreter would complain of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(line: str) -> None:
    text = " ".join(f"pastlane: {line}".split())
    sys.stderr.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")


if __name__ == "__main__":
    main()
