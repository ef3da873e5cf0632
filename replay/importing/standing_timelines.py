"""Timelines that stand already where others are to be written: what is lost with them, and which would stay.

The rule: none is written over without a word, and none is left in a folder that is then replayed as a whole.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from replay.errors import InputError
from replay.loaders.timeline_files import ENDING, check_may_replace
from scoring.plain_text import counted

N_SHOWN = 5
_RECORD = re.compile(rb'"record"\s*:\s*"(\w{1,20})"')


def check_none_stays(folder: Path, written: Iterable[Path]) -> None:
    """Nothing, where the folder holds no timeline but those that are `written`.

    Raises:
        InputError: there are others, which a replay of the folder would replay as well.
    """
    names = {path.name for path in written}
    others = [path.name for path in _files_in(folder) if path.name not in names and _is_timeline(path)]
    if others:
        shown = ", ".join(others[:N_SHOWN]) + ", ..." * (len(others) > N_SHOWN)
        what = counted(len(others), "timeline")
        raise InputError(
            f"{folder}: holds {what} that would not be written now ({shown}), and a replay of the folder would replay "
            "old and new: remove them, or name another folder"
        )


def records_of(path: Path) -> dict[str, int]:
    """How many records of each kind the timeline at `path` has; empty where there is no file, or an empty one.

    Raises:
        InputError: it cannot be read.
    """
    found: Counter[str] = Counter()
    try:
        if path.is_file():
            with path.open("rb", buffering=1 << 20) as lines:
                found.update(match[1].decode() for match in map(_RECORD.search, lines) if match is not None)
    except OSError as exc:
        raise InputError(f"{path}: cannot be read: {exc.strerror or exc}") from exc
    return dict(found)


def told(records: Mapping[str, int]) -> str:
    """The records of a timeline in words: `12 messages, 3 commands, 7 queries`."""
    return ", ".join(
        (
            counted(records.get("message", 0), "message"),
            counted(records.get("command", 0), "command"),
            counted(records.get("query", 0), "query", "queries"),
        )
    )


def _files_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix.lower() == ENDING and path.is_file())
    except OSError:
        return []


def _is_timeline(path: Path) -> bool:
    try:
        check_may_replace(path)
        return path.stat().st_size > 0
    except (InputError, OSError):
        return False
