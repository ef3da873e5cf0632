"""Commands that look into a kept run: the car of one query, the event log, and the run as a file for other programs."""

from pathlib import Path

import replay.cli_options as opt
import replay.cli_view_options as view
from replay.car_state import car_state
from replay.cli_output import complain, flush, print_text, show, write
from replay.errors import InputError
from replay.event_log import event_filter, read_events
from replay.exporting import export, write_export
from replay.html_report import write_report
from replay.whole_files import check_place
from scoring.codec import to_json
from scoring.plain_text import counted, plain_json


def report_command(
    folders: view.RunsArgument,
    out: view.ReportOutOption = Path("report.html"),
    source: view.ReportSourceOption = None,
) -> None:
    """Write a report to look at, one HTML file.

    It works offline from disk; several runs are compared in it.
    """
    check_place(out)
    written = write_report(folders, out, source=source)
    for note in written.notes:
        complain(note)
    print_text(f"{written.path}: {written.n_bytes / 1e6:.1f} MB, {counted(len(written.labels), 'run')}")


def state_command(
    folder: opt.RunArgument,
    query: view.QueryOption,
    at: view.AtOption = None,
    branch: view.StateBranchOption = "predicted",
    as_json: opt.JsonOption = False,
) -> None:
    """Show the car of one query.

    The car as the events made it, these events, and what differs from the other branch.
    """
    found = car_state(folder, query, at, branch)
    show(found.to_dict, found.render, as_json=as_json)


def log_command(
    folder: opt.RunArgument,
    query: view.QueryFilterOption = None,
    scenario: view.ScenarioFilterOption = None,
    branch: view.BranchFilterOption = None,
    kind: view.KindFilterOption = None,
    field: view.FieldFilterOption = "",
    follow: view.FollowOption = False,
    as_lines: view.LinesOption = False,
) -> None:
    """Print the event log of a run, or follow it.

    A run may be writing it meanwhile.
    """
    wanted = event_filter(query, scenario, branch, kind, field)
    try:
        for event in read_events(folder, wanted, follow=follow):
            line = plain_json(to_json(event.to_dict())) if as_lines else event.render().encode("utf-8", "replace")
            write(line + b"\n", flush=follow)
    finally:
        flush()


def export_command(
    folder: opt.RunArgument,
    to: view.ToOption,
    out: view.ExportOutOption = None,
    for_spreadsheets: view.SpreadsheetOption = False,
) -> None:
    """Export a run.

    One row a query with every metric, or JUnit XML.
    """
    if to == "parquet" and out is None:
        raise InputError("parquet is no text for stdout; name a file with --out")
    if out is not None:
        check_place(out)
    content = export(folder, to, for_spreadsheets=for_spreadsheets)
    if out is None:
        write(content)
    else:
        write_export(content, out)
        complain(f"{out} is written, {len(content)} bytes")


COMMANDS = (
    ("report", report_command, "pastlane report runs/5f0c1a2b3c4d --out report.html"),
    ("state", state_command, "pastlane state runs/5f0c1a2b3c4d --query demo/5"),
    ("log", log_command, "pastlane log runs/5f0c1a2b3c4d --follow --field light"),
    ("export", export_command, "pastlane export runs/5f0c1a2b3c4d --to junit --out junit.xml"),
)
"""Name, function and example of each."""
