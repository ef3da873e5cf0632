"""What the command line writes: results to stdout, progress and errors to stderr; nothing else prints."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from replay.errors import CannotWrite
from replay.exit_codes import ExitCode
from scoring.codec import to_json


@contextmanager
def progress(label: str, total: int | None, quiet: bool) -> Iterator[Callable[[], None]]:
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
def foreign_code() -> Iterator[None]:
    """What memories and agents print goes to stderr: stdout holds results and nothing else."""
    with redirect_stdout(sys.stderr):
        yield


def print_text(text: str, end: str = "\n") -> None:
    """Write text as a result."""
    write((text + end).encode("utf-8", "replace"))


def print_json(value: object) -> None:
    """Write any record as a result, as JSON."""
    write(to_json(value, indent=True) + b"\n")


def write(content: bytes, *, flush: bool = True) -> None:
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


def flush() -> None:
    """Write what is still held back."""
    write(b"")


def _give_up_stdout() -> None:
    """Let what is still buffered vanish, or the interpreter would complain of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(line: str) -> None:
    """Tell something on stderr, in one line."""
    text = " ".join(f"pastlane: {line}".split())
    sys.stderr.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
