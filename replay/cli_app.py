"""The commands as one program: it loads those that are needed, runs one, and maps errors to exit codes.

The rule: what a command needs is loaded when it is called. Loading everything takes longer than many a command does,
and only the list of all commands needs it.
"""

import importlib
import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from memory.errors import BudgetReached, RunStopped
from replay.cli_help import WIDTH, GroupedCommands, register
from replay.cli_output import complain, print_text
from replay.errors import InputError, ReplayError
from replay.exit_codes import ExitCode
from replay.version import pastlane_version
from scoring.errors import ScoringError

HOMES = (
    ("Runs", "replay.cli_run", ("run",)),
    ("Runs", "replay.cli_kept", ("compare", "rescore", "judge")),
    ("Other harnesses", "replay.cli_filters", ("apply", "score")),
    ("Looking into runs", "replay.cli_views", ("report", "state", "log", "export")),
    ("Data", "replay.cli_data", ("lint", "generate", "schema", "convert", "import")),
    ("Memories", "replay.cli_memories", ("carmem", "audit", "backends", "check-memory")),
)
"""Topic, module and names of all commands; a module has them in a table `COMMANDS`: name, function, example."""


def program(args: list[str]) -> typer.Typer:
    """The command line for `args`: with the commands of one module where they begin with a command, else with all."""
    app = typer.Typer(
        name="pastlane",
        cls=GroupedCommands,
        context_settings={"max_content_width": WIDTH},
        help="Replays the past and lets nobody peek at the future: what a memory is worth while time passes.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_root)
    first = args[0] if args else ""
    homes = [home for home in HOMES if first in home[2]] or HOMES
    for topic, module, _ in homes:
        register(app, topic, importlib.import_module(module).COMMANDS)
    return app


def invoke(args: list[str] | None = None) -> int:
    """Run the command line on `args` and return the exit code; errors become one line on stderr."""
    given = (sys.argv[1:] if args is None else args) or ["--help"]
    try:
        result = typer.main.get_command(program(given)).main(args=given, standalone_mode=False)
        if result == ExitCode.INTERRUPTED:
            complain("interrupted; the same command goes on")
    except typer.Exit as exc:
        return exc.exit_code
    except (typer.Abort, KeyboardInterrupt):
        complain("interrupted")
        return ExitCode.INTERRUPTED
    except RunStopped as exc:
        complain(str(exc))
        return ExitCode.NOT_MET if isinstance(exc, BudgetReached) else ExitCode.BAD_INPUT
    except (ReplayError, ScoringError) as exc:
        complain(str(exc))
        return ExitCode.BAD_INPUT if isinstance(exc, InputError) else ExitCode.NOT_MET
    except TyperException as exc:
        complain(exc.format_message())
        return ExitCode.BAD_INPUT
    return result if isinstance(result, int) else ExitCode.OK


def _version(wanted: bool) -> None:
    if wanted:
        print_text(pastlane_version())
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    pass
