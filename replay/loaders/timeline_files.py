"""The files of timelines: what they are called, and which of them may be written over."""

import hashlib
import re
from pathlib import Path

from replay.errors import InputError

ENDING = ".jsonl"
_UNSAFE = re.compile(r"[^\w.-]+")
_FIRST_RECORD = re.compile(rb'\s*\{\s*"record"\s*:\s*"scenario"')
MOST_CHARACTERS = 80


def file_name(scenario: str, taken: set[str]) -> str:
    """A name for the file of this scenario that is not in `taken`, which then holds it, too.

    What no file may be called is replaced; names that would then be equal get some letters of a digest.
    """
    stem = _UNSAFE.sub("_", scenario).strip("._")[:MOST_CHARACTERS] or "scenario"
    if stem.casefold() in taken:
        stem += "-" + hashlib.sha256(scenario.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    taken.add(stem.casefold())
    return stem + ENDING


def check_may_replace(path: Path) -> None:
    """Nothing, where there is no file, or a timeline.

    Raises:
        InputError: there is something else, which is not written over.
    """
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a folder; the name of a file is wanted")
        if not path.exists():
            return
        with path.open("rb") as file:
            head = file.read(200)
    except OSError as exc:
        raise InputError(f"{path}: cannot be read: {exc.strerror or exc}") from exc
    if head and not _FIRST_RECORD.match(head):
        raise InputError(f"{path}: there is a file that is no timeline; it is not written over")
