"""Timelines into files, one scenario a file; a file is there in full or not at all."""

from pathlib import Path

import orjson

from replay.errors import InputError
from replay.generating.request import GenerateRequest
from replay.generating.story import generate
from replay.whole_files import write_lines


def write_timelines(request: GenerateRequest, out: Path) -> list[Path]:
    """Write every scenario of the request and return the files, in order.

    `out` is the file where it ends in `.jsonl` and there is one scenario, else the folder of them; folders are made.

    Raises:
        InputError: several scenarios were to go into one file, or something is there already.
        CannotWrite: a file cannot be written.
    """
    files = _files(request.scenarios, out)
    there = [file for file in files if file.exists()]
    if not there and files[0].parent == out and out.is_dir():
        there = sorted(out.glob("*.jsonl"))
    if there:
        raise InputError(f"{there[0]} is there already; nothing is written over")
    for number, file in enumerate(files, start=1):
        lines = (orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in generate(request, number))
        write_lines(file, lines)
    return files


def _files(n_scenarios: int, out: Path) -> list[Path]:
    if out.suffix == ".jsonl":
        if n_scenarios > 1:
            raise InputError(f"{out}: one file holds one scenario; {n_scenarios} need a folder")
        return [out]
    width = len(str(n_scenarios))
    return [out / f"generated_{number:0{width}}.jsonl" for number in range(1, n_scenarios + 1)]
