"""Commands that turn lines into lines, for other harnesses: commands carried out, transcripts scored."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import typer

import replay.cli_options as opt
from replay.cli_output import complain, flush, write
from replay.errors import InputError
from replay.exit_codes import ExitCode
from replay.transcripts import Spoilt, apply_lines, score_lines
from scoring.codec import to_json
from scoring.plain_text import plain_json


def apply_command(file: opt.FileArgument = None) -> None:
    """Carry out lists of commands.

    {"id", "calls": [{"name", "args"}]} in, {"id", "accepted", "changed"} out.
    """
    _filter(apply_lines, file)


def score_command(file: opt.FileArgument = None) -> None:
    """Score transcripts of another harness.

    {"id", "setup", "reference", "predicted"} in, {"id", "exact_match", ...} out. Exits 1 when the car rejects a
    reference or a setup.
    """
    spoilt = Spoilt()
    _filter(partial(score_lines, spoilt=spoilt), file)
    if spoilt.line:
        complain(spoilt.line)
        raise typer.Exit(ExitCode.NOT_MET)


def _filter(convert: Callable[[Iterator[bytes], str], Iterator[dict[str, Any]]], file: Path | None) -> None:
    name = "stdin" if file is None else str(file)
    if file is None and sys.stdin is None:
        raise InputError("stdin is closed")
    try:
        with sys.stdin.buffer if file is None else file.open("rb") as lines:
            answers = convert(iter(lines), name)
            while (answer := next(answers, None)) is not None:
                write(plain_json(to_json(answer)) + b"\n", flush=False)
    except OSError as exc:
        raise InputError(f"{name}: cannot be read: {exc.strerror or exc}") from exc
    except ValueError as exc:
        raise InputError(f"{name}: cannot be read: {exc}") from exc
    finally:
        flush()


COMMANDS = (
    ("apply", apply_command, 'echo \'{"id": 1, "calls": []}\' | pastlane apply'),
    ("score", score_command, "pastlane score transcripts.jsonl"),
)
"""Name, function and example of each."""
