"""The options of the commands that look at a kept run."""

from pathlib import Path
from typing import Annotated

import typer

from replay.cli_options import run_folder
from replay.event_log import KINDS
from replay.exporting import FORMS
from scoring.runlog import BRANCHES

_BRANCHES = " or ".join(BRANCHES)

QueryOption = Annotated[
    str, typer.Option("--query", help="Which query, such as demo/3, or demo/3@end in a sweep.", metavar="ID")
]
AtOption = Annotated[
    int | None,
    typer.Option("--at", help="Behind how many events of the branch; 0: as asked; all by default.", metavar="POSITION"),
]
StateBranchOption = Annotated[str, typer.Option("--branch", help=f"{_BRANCHES}.", metavar="BRANCH")]
QueryFilterOption = Annotated[str | None, typer.Option("--query", help="Events of one query only.", metavar="ID")]
ScenarioFilterOption = Annotated[
    str | None, typer.Option("--scenario", help="Events of one scenario only.", metavar="ID")
]
BranchFilterOption = Annotated[
    str | None, typer.Option("--branch", help=f"Events of one branch only: {_BRANCHES}.", metavar="BRANCH")
]
KindFilterOption = Annotated[
    str | None, typer.Option("--kind", help=f"Events of one kind only: {', '.join(KINDS)}.", metavar="KIND")
]
FieldFilterOption = Annotated[
    str, typer.Option("--field", help="Changes of a field, or of all below it, such as light.ambient.", metavar="FIELD")
]
FollowOption = Annotated[
    bool, typer.Option("--follow", "-f", help="Go on while the run does, until every query was asked.")
]
LinesOption = Annotated[bool, typer.Option("--json", help="Print JSON Lines instead of text.")]
ToOption = Annotated[str, typer.Option("--to", help=f"In which form: {', '.join(FORMS)}.", metavar="FORM")]
ExportOutOption = Annotated[
    Path | None, typer.Option("--out", help="The file; stdout by default, but for parquet.", metavar="FILE")
]
RunsArgument = Annotated[
    list[Path],
    typer.Argument(
        help="The folders of runs.", metavar="RUN...", callback=lambda given: [run_folder(one) for one in given]
    ),
]
ReportOutOption = Annotated[Path, typer.Option("--out", help="The HTML file.", metavar="FILE")]
ReportSourceOption = Annotated[
    str | None, typer.Option("--source", help="Where the data of the runs is now: FORMAT:PATH.", metavar="SOURCE")
]
SpreadsheetOption = Annotated[
    bool, typer.Option("--for-spreadsheets", help="csv: no text that a spreadsheet would take for a formula.")
]
