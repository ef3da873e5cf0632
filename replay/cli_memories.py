"""Commands about memories: which there are, what they promise, and the proof that the future does not reach them."""

from secrets import token_hex
from typing import Annotated

import typer

import replay.cli_options as opt
from memory.bounded import CALL_TIMEOUT_S
from replay.audit_source import audit_source
from replay.backends import list_backends, one_backend, show_backends
from replay.carmem import run_carmem
from replay.carmem_tasks import CarMemRequest
from replay.check_memory import CheckRequest, check_memory
from replay.cli_output import complain, foreign_code, print_json, print_text, show
from replay.exit_codes import ExitCode
from replay.loaders.formats import DEMO
from replay.memory_checks.suite import n_checks
from replay.prepare import Request
from replay.progress import progress
from replay.toolbox import DEPTH
from scoring.render_backends import render_backend


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
    reset: opt.ResetOption = False,
    memory_timeout_s: opt.MemoryTimeoutOption = CALL_TIMEOUT_S,
    sample: opt.SampleOption = None,
    suffix: opt.SuffixOption = None,
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
    """Prove that the future reaches no answer.

    Each query is replayed with other futures, and with canaries on both sides of its cutoff. Exits 3 for a leak.
    """
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
        reset=reset,
        memory_timeout_s=memory_timeout_s,
        model=opt.model_request(
            model,
            base_url=base_url,
            key_env=key_env,
            temperature=temperature,
            max_requests=max_requests,
        ),
    )
    with progress(f"audit {memory}, queries", quiet=quiet, say=complain) as told, foreign_code():
        report = audit_source(
            request,
            sample=sample,
            n_jobs=jobs,
            suffix=token_hex(3) if suffix is None else suffix,
            on_query=told.advance,
            on_planned=told.expect,
        )
    show(report.to_dict, report.render, as_json=as_json)
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def backends_command(
    name: Annotated[str | None, typer.Argument(help="Only this one, with its options and what to know of it.")] = None,
    as_json: opt.JsonOption = False,
) -> None:
    """List the memories and what each can do.

    Whether it can be used here, and what to install if not.
    """
    rows = list_backends() if name is None else [one_backend(name)]
    if as_json:
        print_json([row.to_dict() for row in rows])
    else:
        print_text(show_backends(rows) if name is None else render_backend(rows[0].to_dict()), end="")


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
            key_env=key_env,
            temperature=temperature,
            max_requests=max_requests,
        ),
    )
    with progress(f"check {target}", quiet=quiet, say=complain, total=n_checks()) as told, foreign_code():
        report = check_memory(request, on_result=lambda result: told.advance(), on_check=told.begin)
    show(report.to_dict, report.render, as_json=as_json)
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def carmem_command(
    path: opt.CarMemPathArgument,
    task: opt.TaskOption = "all",
    memory: opt.MemoryOption = "category",
    split: opt.SplitOption = None,
    memory_option: opt.MemoryOptionsOption = None,
    seed: opt.SeedOption = 0,
    as_json: opt.JsonOption = False,
    quiet: opt.QuietOption = False,
    model: opt.ModelOption = None,
    base_url: opt.BaseUrlOption = opt.DEFAULT_BASE_URL,
    key_env: opt.KeyEnvOption = opt.DEFAULT_KEY_ENV,
    temperature: opt.TemperatureOption = None,
    max_requests: opt.MaxRequestsOption = None,
    record: opt.RecordOption = None,
    replay: opt.ReplayOption = None,
) -> None:
    """Run CarMem's three tasks.

    Extraction and maintenance by categories, retrieval by any memory.
    """
    asked = opt.model_request(
        model,
        base_url=base_url,
        key_env=key_env,
        temperature=temperature,
        max_requests=max_requests,
        record=record,
        replay=replay,
    )
    request = CarMemRequest(
        path=path,
        task=task,
        memory=memory,
        split=split,
        seed=seed,
        memory_options=opt.read_memory_options(memory_option),
        model=asked,
    )
    with progress(f"carmem {memory}", quiet=quiet, say=complain) as told, foreign_code():
        report = run_carmem(request, told.advance)
    show(report.to_dict, report.render, as_json=as_json)
    if report.n_failures:
        raise typer.Exit(ExitCode.NOT_MET)


COMMANDS = (
    ("carmem", carmem_command, "pastlane carmem CarMem/dataset/dataset --memory category --split 1-25"),
    ("audit", audit_command, "pastlane audit demo --memory my_package.memory:MyMemory"),
    ("backends", backends_command, "pastlane backends"),
    ("check-memory", check_memory_command, "pastlane check-memory my_package.memory:MyMemory"),
)
"""Name, function and example of each."""
