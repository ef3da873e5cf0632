"""Reading the files of a source: bytes once, text strictly, each trouble with its file and line."""

from pathlib import Path

import orjson

from replay.dataset import SourceDigest
from replay.errors import InputError


def read_text(path: Path, digest: SourceDigest) -> str:
    """The file's text, UTF-8 with or without a byte order mark; counted into `digest`.

    Raises:
        InputError: it cannot be read, or is not UTF-8 (the line is named).
    """
    try:
        content = path.read_bytes()
    except OSError as exc:
        raise InputError(f"{path}: cannot be read: {exc.strerror or exc}") from exc
    digest.add(path.name, content)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        line = content[: exc.start].count(b"\n") + 1
        raise InputError(f"{path}: line {line}: not UTF-8 ({exc.reason} at byte {exc.start})") from exc


def read_json(path: Path, digest: SourceDigest) -> object:
    """The file's JSON value.

    Raises:
        InputError: it cannot be read or is no JSON.
    """
    try:
        return orjson.loads(read_text(path, digest))
    except orjson.JSONDecodeError as exc:
        raise InputError(f"{path}: no JSON: {exc}") from exc
