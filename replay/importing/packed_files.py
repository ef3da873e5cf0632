"""The files of logs as they are opened: a file that gzip made is read as what is in it, whatever it is called.

The rule: nothing is unpacked to the disk, and no more stands in memory than of any other file.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TextIO, TypeVar

from replay.importing.problems import Problems

PACKED = ".gz"
_MAGIC = b"\x1f\x8b"
"""How such a file begins (RFC 1952)."""
_BUFFER = 1 << 20
_Item = TypeVar("_Item")


def open_bytes(path: Path) -> IO[bytes]:
    """The file, open for its bytes.

    Raises:
        OSError: it cannot be opened.
    """
    file = io.BufferedReader(path.open("rb", buffering=0), _BUFFER)
    if not file.peek(2).startswith(_MAGIC):
        return file
    file.close()
    packed: Any = gzip.open(path, "rb")  # noqa: SIM115 - whoever asked closes it
    return io.BufferedReader(packed, _BUFFER)


def open_text(path: Path, newline: str | None = None) -> TextIO:
    """The file, open for its text in UTF-8; bytes that are none are kept as halves of characters.

    Raises:
        OSError: it cannot be opened.
    """
    return io.TextIOWrapper(open_bytes(path), encoding="utf-8-sig", errors="surrogateescape", newline=newline)


def plain_name(path: Path) -> Path:
    """The path without the ending of packed files: `log.jsonl` of `log.jsonl.gz`."""
    return path.with_suffix("") if path.suffix.lower() == PACKED else path


def unbroken(rows: Iterator[_Item], problems: Problems) -> Iterator[_Item]:
    """The rows, of a file that may turn out not to be unpackable.

    Raises:
        InputError: it is damaged, or cut off.
    """
    try:
        yield from rows
    except (EOFError, gzip.BadGzipFile, zlib.error) as exc:
        raise problems.stop("", "", f"cannot be unpacked: {exc}; is the file cut off?") from exc
