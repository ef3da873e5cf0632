"""How the command line tells of itself: commands by topic, options by group, and words instead of types.

The rule: an option is in one group, whichever command takes it. Where there are few, one list reads better than groups.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

WIDTH = 100
"""At most so many columns are used, however wide the terminal is."""
FEW = 20
"""A command with at most so many options shows them as one list."""
REST = "Options"
GROUPS = {
    "Source": ("scenarios", "limit", "sample", "vehicle"),
    "Memory": ("memory", "memory_option", "depth", "reset", "memory_timeout_s"),
    "Time": ("cutoff", "delays", "bucket", "index_lag", "watch_updates", "remember"),
    "Agent and model": (
        *("agent", "model", "base_url", "key_env", "max_turns", "tool_schema", "tool_choice", "temperature"),
        *("max_tokens", "extra_body", "timeout_s", "max_retries"),
    ),
    "Costs and tapes": ("prices", "budget", "max_requests", "record", "replay"),
    "Run": ("out", "resume", "repeats", "seed", "jobs", "executor", "scheduler"),
    "Output": ("explain_id", "details", "fail_under", "fail_over", "fail_drop", "as_json", "quiet", "help"),
}
"""The options in the order in which a command shows those that it has, by the names that its function gives them."""


def register(app: typer.Typer, topic: str, commands: Sequence[tuple[str, Callable[..., None], str]]) -> None:
    """Add commands (name, function, example) to the command line, under a topic."""
    for name, command, example in commands:
        app.command(name, cls=GroupedCommand, epilog=f"Example: {example}", rich_help_panel=topic)(command)


def register_names(app: typer.Typer, topic: str, lines: Mapping[str, str]) -> None:
    """Add commands that are only listed, under a topic; each with its line."""
    for name, line in lines.items():
        app.command(name, help=line, rich_help_panel=topic)(_only_listed)


def _only_listed() -> None:
    raise AssertionError("a command is loaded when it is called")


class GroupedCommand(TyperCommand):
    """A command whose help shows many options in groups, and which names what an option lacks."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words behind the command.

        Raises:
            TyperException: they are not what it takes; of an option that lacks words it says which these are.
        """
        try:
            rest: list[str] = super().parse_args(ctx, args)
        except TyperException as exc:
            wanted = self._wanted_by(getattr(exc, "option_name", ""))
            if wanted:
                raise TyperException(f"{exc.format_message().removesuffix('.')}: {wanted}") from exc
            raise
        return rest

    def _wanted_by(self, option: str) -> str:
        """The words that an option takes; empty where it takes none, or is none of this command."""
        return next((each.metavar or "" for each in self.params if option in each.opts), "")

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The usage's words: an argument that may be left out in brackets, one that may not without."""
        pieces = [self.options_metavar] if self.options_metavar else []
        for argument, _ in self._shown(ctx, "argument"):
            name = _name(argument)
            pieces.append(name if argument.required else f"[{name}]")
        return pieces

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, then options."""
        arguments = [(_name(argument), words) for argument, (_, words) in self._shown(ctx, "argument")]
        _write(formatter, "Arguments", arguments)
        options = {option.name: row for option, row in self._shown(ctx, "option")}
        if len(options) <= FEW:
            _write(formatter, REST, list(options.values()))
            return
        longest = max(len(shown) for shown, _ in options.values())
        options = {name: (shown.ljust(longest), words) for name, (shown, words) in options.items()}
        for group, names in GROUPS.items():
            _write(formatter, group, [options.pop(name) for name in names if name in options])
        _write(formatter, REST, list(options.values()))

    def _shown(self, ctx: Any, kind: str) -> list[tuple[Any, tuple[str, str]]]:
        """The parameters of a kind, each with the two columns of its row; hidden ones have none."""
        of_kind = [each for each in self.get_params(ctx) if each.param_type_name == kind]
        return [(each, row) for each in of_kind if (row := each.get_help_record(ctx))]


class GroupedCommands(TyperGroup):
    """All commands, shown by topic."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the topics in the order in which they were added."""
        topics: dict[str, list[tuple[str, str]]] = {}
        longest = max(map(len, self.commands))
        for name, command in self.commands.items():
            topic = getattr(command, "rich_help_panel", None) or "Commands"
            shown = (name.ljust(longest), command.get_short_help_str(formatter.width - 6 - longest))
            topics.setdefault(topic, []).append(shown)
        for topic, rows in topics.items():
            _write(formatter, topic, rows)


def _name(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return name if argument.nargs == 1 or argument.metavar else f"{name}..."


def _write(formatter: Any, title: str, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(title):
            formatter.write_dl(rows)
