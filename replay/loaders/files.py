"""Reading the files of a source: bytes once, text strictly, each trouble with its file and line."""

from pathlib import Path

import orjson

from replay.dataset import SourceDigest
from replay.findings import Findings


def read_text(path: Path, digest: SourceDigest, findings: Findings) -> str | None:
    """The file's text, UTF-8 with or without a byte order mark; counted into `digest`.

    None where it cannot be read or is not UTF-8 and `findings` is lenient.

    Raises:
        InputError: it cannot be read, or is not UTF-8 (the line is named), and `findings` is strict.
    """
    try:
        content = path.read_bytes()
    except OSError as exc:
        findings.unreadable("unreadable_file", str(path), "", f"cannot be read: {exc.strerror or exc}")
        return None
    digest.add(path.name, content)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        line = content[: exc.start].count(b"\n") + 1
        findings.unreadable(
            "unreadable_file", path.name, f"line {line}", f"not UTF-8 ({exc.reason} at byte {exc.start})"
        )
        return None


def read_json(path: Path, digest: SourceDigest, findings: Findings) -> object:
    """The file's JSON value; None where it has none and `findings` is lenient.

    Raises:
        InputError: it cannot be read or is no JSON, and `findings` is strict.
    """
    text = read_text(path, digest, findings)
    if text is None:
        return None
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as exc:
        findings.unreadable("unreadable_file", path.name, "", f"no JSON: {exc}")
        return None
