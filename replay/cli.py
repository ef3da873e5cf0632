"""The command line: parses, calls one library function, prints, and maps errors to exit codes.

It alone prints, reads the environment, and ends the process. Results go to stdout, progress and errors to stderr.

Exit codes: 0 done; 1 a check was not met, or there were failures; 2 bad input or usage; 3 a leak; 130 interrupted.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.exceptions import TyperException

from memory.registry import backend_names
from replay.agents.registry import BUILT_IN as AGENTS
from replay.audit_source import audit_source
from replay.buckets import WINDOWS
from replay.config import pastlane_version
from replay.cutoffs import POLICIES
from replay.dataset import parse_selection
from replay.errors import CannotWrite, InputError, ReplayError
from replay.exit_codes import ExitCode
from replay.lint import lint_source
from replay.loaders.formats import DEMO, FORMATS
from replay.run import Outcome, Prepared, Request, run, several
from replay.run_folder import explain
from replay.toolbox import DEPTH
from replay.transcripts import apply_lines, score_lines
from scoring.codec import to_json
from scoring.errors import ScoringError
from scoring.records import Turn
from scoring.render import render_comparison, render_findings, render_run

app = typer.Typer(
    name="pastlane",
    help="Replays the past and lets nobody peek at the future: what a memory is worth while time passes.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

SOURCES = f"{', '.join(f'{name}:PATH' for name in FORMATS)}, or {DEMO}"

SourceArgument = Annotated[str, typer.Argument(help=f"What to replay: {SOURCES}.", metavar="SOURCE")]
AgentOption = Annotated[str, typer.Option(help=f"{', '.join(AGENTS)}, or package.module:Class.")]
CutoffOption = Annotated[str, typer.Option(help=f"When queries are asked: {', '.join(POLICIES)}.")]
BucketOption = Annotated[str, typer.Option(help=f"What is delivered together: {', '.join(WINDOWS)}.")]
ScenariosOption = Annotated[str | None, typer.Option(help="Which scenarios, such as 1-5,8. All by default.")]
LimitOption = Annotated[int | None, typer.Option(help="Only the first N queries of each scenario.")]
SeedOption = Annotated[int, typer.Option(help="Seed of whatever is drawn by chance.")]
JobsOption = Annotated[int, typer.Option(help="How many processes replay scenarios side by side.", min=1)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]


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
    source: Annotated[str, typer.Argument(help=f"What to replay: {SOURCES}.", metavar="[SOURCE]")] = DEMO,
    memory: Annotated[
        str, typer.Option(help=f"{', '.join(backend_names())}, or package.module:Class; several with commas.")
    ] = "fulltext",
    agent: AgentOption = "lexical",
    cutoff: CutoffOption = "auto",
    bucket: BucketOption = "hour",
    scenarios: ScenariosOption = None,
    limit: LimitOption = None,
    jobs: JobsOption = 1,
    seed: SeedOption = 0,
    depth: Annotated[int, typer.Option(help="How many hits each search asks for.")] = DEPTH,
    vehicle: Annotated[str, typer.Option(help="Where queries start from: factory, or carry (as it was left).")] = (
        "factory"
    ),
    out: Annotated[Path | None, typer.Option(help="The run folder; runs/<digest> by default.")] = None,
    memory_option: Annotated[
        list[str] | None, typer.Option(help="What the memory alone understands: KEY=VALUE; may be repeated.")
    ] = None,
    explain_id: Annotated[
        str | None, typer.Option("--explain", help="Tell the story of one query, such as 3/1.", metavar="QUERY")
    ] = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Replay SOURCE strictly in time and print what the memory was worth."""
    if vehicle not in ("factory", "carry"):
        raise InputError(f"no vehicle start is called {vehicle!r}; known: factory, carry")
    request = Request(
        source=source,
        agent=agent,
        cutoff=cutoff,
        bucket=bucket,
        scenarios=scenarios,
        limit=limit,
        seed=seed,
        depth=depth,
        vehicle="carry" if vehicle == "carry" else "factory",
        memory_options=_memory_options(memory_option or []),
    )
    memories = list(dict.fromkeys(name.strip() for name in memory.split(",")))
    with _foreign_code():
        prepared = several(request, memories)
    _tell_findings(prepared[0])
    outcomes: list[Outcome] = []
    for one in prepared:
        folder = _folder(out, one, is_one_of_several=len(prepared) > 1)
        with _progress(f"replay {one.config.memory}", one.n_queries, quiet) as advance, _foreign_code():
            outcomes.append(run(one, folder, n_processes=jobs, on_turn=partial(_heard, advance)))
    _print_outcomes(prepared, outcomes, as_json)
    if explain_id is not None:
        for one, outcome in zip(prepared, outcomes, strict=True):
            _print(explain(outcome.folder, one.config, explain_id), end="")
    if any(outcome.leaked for outcome in outcomes):
        raise typer.Exit(ExitCode.LEAK)
    if any(outcome.metric["failures"] for outcome in outcomes):
        raise typer.Exit(ExitCode.NOT_MET)


@app.command("lint", epilog="Example: pastlane lint vehiclemembench:VehicleMemBench")
def lint_command(source: SourceArgument, scenarios: ScenariosOption = None, as_json: JsonOption = False) -> None:
    """Find what is wrong with a data set before it costs money. Exits 1 when something would spoil a score."""
    findings = list(lint_source(source, parse_selection(scenarios)))
    n_errors = sum(finding.level == "error" for finding in findings)
    if as_json:
        _print_json({"findings": findings})
    else:
        _print(render_findings([(f.level, f.kind, f.line) for f in findings]), end="")
        _print(f"{len(findings)} findings, {n_errors} of them errors")
    if n_errors:
        raise typer.Exit(ExitCode.NOT_MET)


@app.command("apply", epilog="""Example: echo '{"id": 1, "calls": []}' | pastlane apply""")
def apply_command(file: Annotated[Path | None, typer.Argument(help="JSON Lines; stdin by default.")] = None) -> None:
    """Carry out lists of commands: {"id", "calls": [{"name", "args"}]} in, {"id", "accepted", "changed"} out."""
    _filter(apply_lines, file)


@app.command("score", epilog="Example: pastlane score transcripts.jsonl")
def score_command(file: Annotated[Path | None, typer.Argument(help="JSON Lines; stdin by default.")] = None) -> None:
    """Score transcripts: {"id", "setup", "reference", "predicted"} in, {"id", "exact_match", ...} out."""
    _filter(score_lines, file)


@app.command("audit", epilog="Example: pastlane audit demo --memory my_package.memory:MyMemory")
def audit_command(
    source: SourceArgument = DEMO,
    memory: Annotated[str, typer.Option(help=f"{', '.join(backend_names())}, or package.module:Class.")] = "fulltext",
    agent: AgentOption = "lexical",
    cutoff: CutoffOption = "auto",
    bucket: BucketOption = "hour",
    scenarios: ScenariosOption = None,
    limit: LimitOption = None,
    sample: Annotated[int | None, typer.Option(help="Audit N queries drawn by chance; all by default.")] = None,
    jobs: JobsOption = 1,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Prove that nothing after a cutoff reaches the memory's answers, by replaying with other futures."""
    request = Request(
        source=source,
        memory=memory,
        agent=agent,
        cutoff=cutoff,
        bucket=bucket,
        scenarios=scenarios,
        limit=limit,
        seed=seed,
    )
    with _progress(f"audit {memory}", None, quiet) as advance, _foreign_code():
        report = audit_source(request, sample=sample, n_processes=jobs, on_query=advance)
    if as_json:
        _print_json(report.to_dict())
    else:
        _print(report.render(), end="")
    if report.exit_code:
        raise typer.Exit(report.exit_code)


def main() -> None:
    """Run the command line and end the process with its exit code."""
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
    except (ReplayError, ScoringError) as exc:
        _complain(str(exc))
        return ExitCode.BAD_INPUT if isinstance(exc, InputError) else ExitCode.NOT_MET
    except TyperException as exc:
        _complain(exc.format_message())
        return ExitCode.BAD_INPUT
    return result if isinstance(result, int) else ExitCode.OK


def _memory_options(pairs: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key or key in options:
            raise InputError(f"a memory option is KEY=VALUE, each key once, not {pair!r}")
        options[key] = value
    return options


def _folder(out: Path | None, prepared: Prepared, *, is_one_of_several: bool) -> Path:
    folder = out if out is not None else Path("runs") / prepared.config.digest()
    return folder / prepared.config.memory.replace("/", "_") if out is not None and is_one_of_several else folder


def _heard(advance: Callable[[], None], turn: Turn) -> None:
    advance()
    if turn.violations:
        more = f" (and {len(turn.violations) - 1} more)" if len(turn.violations) > 1 else ""
        _complain(f"leak at {turn.query_id}: {turn.violations[0].detail}{more}")


def _tell_findings(prepared: Prepared) -> None:
    """Only what is out of the ordinary; lint tells the rest."""
    warnings = [finding for finding in prepared.findings if finding.level == "warning"]
    if warnings:
        _complain(f"{len(warnings)} warnings while reading {prepared.config.source}; pastlane lint shows them")
    at_end = sum(query.policy == "end" for timed in prepared.scenarios for query in timed.queries)
    if prepared.config.cutoff == "auto" and at_end:
        _complain(f"{at_end} of {prepared.n_queries} queries have no cutoff and no dated evidence: asked at the end")


def _print_outcomes(prepared: list[Prepared], outcomes: list[Outcome], as_json: bool) -> None:
    if as_json:
        runs = [
            {"folder": str(outcome.folder), "config": one.config.to_dict(), **outcome.metric}
            for one, outcome in zip(prepared, outcomes, strict=True)
        ]
        _print_json(runs[0] if len(runs) == 1 else {"runs": runs})
        return
    for one, outcome in zip(prepared, outcomes, strict=True):
        config = one.config
        kept = f" ({outcome.n_kept} answers were there already)" if outcome.n_kept else ""
        title = f"{config.source}: memory {config.memory}, agent {config.agent}, cutoff {config.cutoff}"
        notes = [f"digest: {outcome.metric['digest'][:12]}", f"run folder: {outcome.folder}{kept}"]
        _print(render_run(outcome.metric, title=title, notes=notes), end="")
    if len(outcomes) > 1:
        rows = [(one.config.memory, outcome.metric) for one, outcome in zip(prepared, outcomes, strict=True)]
        _print(render_comparison(rows, title="side by side"), end="")


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
