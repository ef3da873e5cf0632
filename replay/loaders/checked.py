"""Checking the records of a foreign JSON file: a wrong field is told by its name, and so is one that nobody knows.

Other people's files grow fields; one that is not known is a warning and left out, never a reason to lose the record.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from memory.faults import first_fault
from replay.dataset import SourceDigest
from replay.errors import InputError
from replay.findings import Findings, Kind
from replay.loaders.files import read_json, read_text


class ForeignRecord(BaseModel):
    """The base of records in other people's files: types are strict, fields that are not known are kept apart."""

    model_config = ConfigDict(strict=True, extra="allow")


RecordT = TypeVar("RecordT", bound=ForeignRecord)


class Checker:
    """Checks the records of one source; remembers which unknown fields were told of, so that each is told once."""

    def __init__(self, findings: Findings) -> None:
        """Report to `findings`."""
        self.findings = findings
        self._told: set[tuple[str, str]] = set()

    def record(
        self, model: type[RecordT], content: object, file: str, item: str, kind: Kind = "unreadable_line"
    ) -> RecordT | None:
        """`content` as a record; None where it is none and the findings are lenient.

        A field that is not known is left out, with a warning at its first place in the source.

        Raises:
            InputError: it is no such record, and the findings are strict; the message names the first wrong field.
        """
        try:
            record = model.model_validate(content)
        except ValidationError as exc:
            self.findings.unreadable(kind, file, item, first_fault(exc))
            return None
        for name in sorted(record.model_extra or ()):
            if (model.__name__, name) not in self._told:
                self._told.add((model.__name__, name))
                message = f"the field {name[:60]!r} is not known; left out here and wherever it comes again"
                self.findings.add("unreadable_line", "warning", file, item, message)
        return record

    def line(self, model: type[RecordT], text: str, file: str, item: str) -> RecordT | None:
        """The JSON value of a line as a record; as `record`, of which no JSON is none."""
        try:
            content = orjson.loads(text)
        except orjson.JSONDecodeError as exc:
            self.findings.unreadable("unreadable_line", file, item, f"no JSON: {exc}")
            return None
        return self.record(model, content, file, item)


def arrays_of(path: Path, item: str, digest: SourceDigest, findings: Findings) -> Iterator[tuple[Path, list[Any]]]:
    """The JSON array of the `.json` file at `path`, or of every such file in a folder, by name.

    `item` is what is in it, in words. A file that holds no array is left out where the findings are lenient.

    Raises:
        InputError: there is no such file, all arrays are empty, or (strict) a file holds no array.
    """
    is_empty = True
    for file in files_of(path, ".json"):
        content = read_json(file, digest, findings)
        is_empty = is_empty and content == []
        if isinstance(content, list):
            yield file, content
        elif content is not None:
            findings.unreadable("unreadable_file", file.name, "", f"an array of {item}s is wanted")
    if is_empty:
        raise InputError(f"{path}: there is no {item} in it")


def lines_of(path: Path, digest: SourceDigest, findings: Findings) -> Iterator[tuple[str, int, str]]:
    """The lines with something in them of the `.jsonl` file at `path`, or of all in a folder: file, number and text.

    Raises:
        InputError: there is no such file, or (strict) one cannot be read.
    """
    for file in files_of(path, ".jsonl"):
        for number, line in enumerate((read_text(file, digest, findings) or "").split("\n"), start=1):
            if line.strip():
                yield file.name, number, line


def files_of(path: Path, suffix: str) -> list[Path]:
    """The file at `path`, or in a folder every file that ends in `suffix`, by name.

    Raises:
        InputError: there is none.
    """
    files = sorted(path.glob(f"*{suffix}")) if path.is_dir() else [path]
    if not path.exists() or not files:
        raise InputError(f"{path}: neither a {suffix} file nor a folder with some")
    return files
