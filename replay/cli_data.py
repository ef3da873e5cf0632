"""Commands about data: what is wrong with it, other forms of it, new data, and the schemas of formats."""

from datetime import datetime
from secrets import token_hex
from typing import Annotated

import typer

import replay.cli_options as opt
from memory.near_names import unknown_name
from replay.cli_output import print_json, print_text, show
from replay.config import check_policy
from replay.convert import convert
from replay.dataset import parse_selection
from replay.errors import InputError
from replay.exit_codes import ExitCode
from replay.findings import Findings, grouped
from replay.generating import GenerateRequest, Shares, write_timelines
from replay.importing.guess import guess_map
from replay.importing.importer import import_log
from replay.importing.mapping import load_map
from replay.importing.options import import_request
from replay.lint import lint_source
from replay.lint_evidence import EvidenceTally
from replay.schemas import SCHEMAS
from replay.whole_files import check_place
from scoring.plain_text import counted

SHARES = Shares()
FIRST_DAY = datetime(2025, 1, 6)  # noqa: DTZ001 - a date


def lint_command(
    source: opt.SourceArgument,
    scenarios: opt.ScenariosOption = None,
    evidence: opt.EvidenceOption = False,
    as_json: opt.JsonOption = False,
) -> None:
    """Find what is wrong with a data set.

    Before it costs money. Exits 1 when something would spoil a score.
    """
    tally = EvidenceTally() if evidence else None
    findings = list(lint_source(source, parse_selection(scenarios), tally))
    n_errors = sum(finding.level == "error" for finding in findings)
    if as_json:
        print_json({"findings": findings} if tally is None else {"findings": findings, "evidence": tally.to_dict()})
    else:
        for one in grouped(findings):
            print_text(f"{one.first.level}: {one.line} [{one.first.kind}]")
        if tally is not None:
            print_text(tally.line)
        print_text(f"{counted(len(findings), 'finding')}, {counted(n_errors, 'error')} among them")
    if n_errors:
        raise typer.Exit(ExitCode.NOT_MET)


def generate_command(
    out: opt.OutArgument,
    scenarios: Annotated[int, typer.Option(help="How many, one file each.", metavar="N")] = 1,
    messages: Annotated[int, typer.Option(help="In each scenario.", metavar="N")] = 2_000,
    queries: Annotated[int, typer.Option(help="In each scenario.", metavar="N")] = 20,
    people: Annotated[int, typer.Option(help="Who share the car.", metavar="N")] = 4,
    days: Annotated[int | None, typer.Option(help="Length of each timeline; not with --rate.", metavar="N")] = None,
    rate: Annotated[
        float | None, typer.Option(help="Messages a day, 40 by default; not with --days.", metavar="NUMBER")
    ] = None,
    seed: opt.SeedOption = 0,
    zone: Annotated[str, typer.Option(help="IANA time zone.", metavar="ZONE")] = "UTC",
    start: opt.StartOption = FIRST_DAY,
    distractors: Annotated[
        float, typer.Option(help="Of all messages: talk that asks nothing of the car.", metavar="SHARE")
    ] = SHARES.distractors,
    updates: Annotated[
        float, typer.Option(help="Of the rest: a new value for an old wish.", metavar="SHARE")
    ] = SHARES.updates,
    corrections: Annotated[
        float, typer.Option(help="Of the rest: a slip put right at once.", metavar="SHARE")
    ] = SHARES.corrections,
    forgets: Annotated[float, typer.Option(help="Of the rest: a request to forget.", metavar="SHARE")] = SHARES.forgets,
    commands: Annotated[
        float, typer.Option(help="Of the rest: something for this once.", metavar="SHARE")
    ] = SHARES.commands,
    conditions: Annotated[
        float, typer.Option(help="Of new wishes: how many hold on one occasion only.", metavar="SHARE")
    ] = SHARES.conditions,
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
    check_place(out, may_be_folder=True)
    for file in write_timelines(request, out):
        print_text(str(file))


def schema_command(name: Annotated[str, typer.Argument(help=f"One of {', '.join(SCHEMAS)}.")]) -> None:
    """Print the JSON schema of a format."""
    if name not in SCHEMAS:
        raise InputError(unknown_name("no schema is called", name, SCHEMAS))
    print_json(SCHEMAS[name]())


def convert_command(
    source: opt.SourceArgument,
    out: opt.TimelineOutArgument,
    scenarios: opt.ScenariosOption = None,
    cutoff: opt.CutoffOption = "auto",
) -> None:
    """Write SOURCE as timelines in JSON Lines.

    Each query keeps its origin and gets its resolved cutoff.
    """
    check_place(out, may_be_folder=True)
    done = convert(source, out, parse_selection(scenarios), Findings(strict=True), check_policy(cutoff))
    print_text(done.render(), end="")


def import_command(
    log: opt.LogArgument,
    map_file: opt.MapOption = None,
    guess: opt.GuessOption = False,
    out: opt.ImportOutOption = None,
    queries: opt.QueriesOption = None,
    probe_every: opt.ProbeEveryOption = None,
    probe_commands: opt.ProbeCommandsOption = False,
    pseudonymize: opt.PseudonymizeOption = False,
    key_file: opt.KeyFileOption = None,
    new_key: opt.NewKeyOption = False,
    skip_bad: opt.SkipBadOption = 0,
    as_json: opt.JsonOption = False,
) -> None:
    """Make a timeline of a product's log.

    The guide is docs/import.md.
    """
    if guess:
        found = guess_map(log, load_map(map_file))
        print_text(found.render(), end="")
        if found.lacks:
            raise InputError(f"{log}: the map is incomplete: {'; '.join(found.lacks)}")
        return
    if out is not None:
        check_place(out, may_be_folder=True)
    request = import_request(
        log,
        map_file=map_file,
        out=out,
        queries=queries,
        probe_every=probe_every,
        probe_commands=probe_commands,
        pseudonymize=pseudonymize,
        key_file=key_file,
        new_key=token_hex(32) if new_key else None,
        skip_bad=skip_bad,
    )
    report = import_log(request)
    show(report.to_dict, report.render, as_json=as_json)


COMMANDS = (
    ("lint", lint_command, "pastlane lint vehiclemembench:VehicleMemBench"),
    ("generate", generate_command, "pastlane generate stories --scenarios 5 --messages 2000 --seed 7"),
    ("schema", schema_command, "pastlane schema memory-http"),
    ("convert", convert_command, "pastlane convert vehiclemembench:VehicleMemBench timelines"),
    ("import", import_command, "pastlane import log.jsonl --map map.toml --probe-commands"),
)
"""Name, function and example of each."""
