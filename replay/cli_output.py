"""What the command line writes: results to stdout, progress and errors to stderr; nothing else prints."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress

import typer

from replay.errors import CannotWrite
from replay.exit_codes import ExitCode
from scoring.codec import to_json
from scoring.plain_text import one_line, plain_json, plain_lines

MOST_TOLD = 4000
"""Characters of a line on stderr."""


@contextmanager
def foreign_code() -> Iterator[None]:
    """What memories and agents print goes to stderr: stdout holds results and nothing else.

    Native code and helpers that memories start write past Python, so that the descriptor itself is turned; a helper
    that is left behind then keeps no reader of the results waiting either.
    """
    with _stdout_turned(), redirect_stdout(sys.stderr):
        yield


@contextmanager
def _stdout_turned() -> Iterator[None]:
    """The descriptor of stdout is that of stderr meanwhile, where both are open."""
    try:
        results = os.dup(1)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            os.dup2(2, 1)
        yield
    finally:
        with suppress(OSError, ValueError, AttributeError):
            sys.__stdout__.flush()  # type: ignore[union-attr]  # what was printed there is no result either
        os.dup2(results, 1)
        os.close(results)


def show(plain: Callable[[], object], text: Callable[[], str], *, as_json: bool) -> None:
    """Write a result as JSON or as text, whichever is asked for; only that form is made."""
    if as_json:
        print_json(plain())
    else:
        print_text(text(), end="")


def print_text(text: str, end: str = "\n") -> None:
    """Write text as a result; what the terminal would obey is shown as a question mark."""
    write((plain_lines(text) + end).encode("utf-8", "replace"))


def print_json(value: object) -> None:
    """Write any record as a result, as JSON."""
    write(plain_json(to_json(value, indent=True)) + b"\n")


def write(content: bytes, *, flush: bool = True) -> None:
    """Write a result; a reader that went away ends the command quietly.

    Raises:
        CannotWrite: stdout cannot be written.
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
    """Tell something on stderr, in one line of bounded length that the terminal does not obey."""
    text = one_line(f"pastlane: {line}")[:MOST_TOLD]
    sys.stderr.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
