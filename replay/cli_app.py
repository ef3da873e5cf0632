"""The commands as one program: it loads those that are needed, runs one, and maps errors to exit codes.

The rule: what a command needs is loaded when it is called. Loading everything takes longer than many a command does,
so the list of all commands is kept here, and shown without them.
"""

import importlib
import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from memory.errors import BudgetReached, RunStopped
from replay.cli_help import WIDTH, GroupedCommands, register, register_names
from replay.cli_output import complain, print_text
from replay.errors import InputError, ReplayError
from replay.exit_codes import ExitCode
from replay.version import own_code_digest, pastlane_version
from scoring.errors import ScoringError

HOMES = (
    ("Runs", "replay.cli_run", {"run": "Replay SOURCE strictly in time."}),
    (
        "Runs",
        "replay.cli_kept",
        {
            "compare": "Compare two runs query by query.",
            "rescore": "Score a run again from its log.",
            "judge": "Let a model judge the answers in words of a run.",
        },
    ),
    (
        "Other harnesses",
        "replay.cli_filters",
        {"apply": "Carry out lists of commands.", "score": "Score transcripts of another harness."},
    ),
    (
        "Looking into runs",
        "replay.cli_views",
        {
            "report": "Write a report to look at, one HTML file.",
            "state": "Show the car of one query.",
            "log": "Print the event log of a run, or follow it.",
            "export": "Export a run.",
        },
    ),
    (
        "Data",
        "replay.cli_data",
        {
            "lint": "Find what is wrong with a data set.",
            "generate": "Write seeded timelines whose truth is known.",
            "schema": "Print the JSON schema of a format.",
            "convert": "Write SOURCE as timelines in JSON Lines.",
            "import": "Make a timeline of a product's log.",
        },
    ),
    (
        "Memories",
        "replay.cli_memories",
        {
            "carmem": "Run CarMem's three tasks.",
            "audit": "Prove that the future reaches no answer.",
            "backends": "List the memories and what each can do.",
            "check-memory": "Hold a memory to its contract, promise by promise.",
        },
    ),
)
"""Topic, module, and the commands with the first sentence of what each says of itself.

A module has its commands in a table `COMMANDS`: name, function, example.
"""

GOING_ON = frozenset({"run"})
"""The commands that go on with what an interrupted one has kept; any other begins anew."""


def program(args: list[str]) -> typer.Typer:
    """The command line for `args`: with the commands of one module where they begin with a command.

    Else with the names of all, which is enough to list them, and to say that another one is none of them.
    """
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
    home = next((home for home in HOMES if _command(args) in home[2]), None)
    if home is not None:
        register(app, home[0], importlib.import_module(home[1]).COMMANDS)
        return app
    for topic, _, lines in HOMES:
        register_names(app, topic, lines)
    return app


def invoke(args: list[str] | None = None) -> int:
    """Run the command line on `args` and return the exit code; errors become one line on stderr."""
    given = (sys.argv[1:] if args is None else args) or ["--help"]
    try:
        result = typer.main.get_command(program(given)).main(args=given, standalone_mode=False)
        if result == ExitCode.INTERRUPTED:
            complain("interrupted; the same command goes on" if _command(given) in GOING_ON else "interrupted")
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


def _command(args: list[str]) -> str:
    return next((arg for arg in args if arg != "--"), "")  # behind which a command may stand, too


def _version(wanted: bool) -> None:
    if wanted:
        print_text(f"{pastlane_version()} (code {own_code_digest()})")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Print the version, with a digest of the code, and stop.",
        ),
    ] = False,
) -> None:
    pass
