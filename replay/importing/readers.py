"""The rows of a log, one at a time, each with its place: JSON Lines, a JSON array, CSV, Parquet, chat exports."""

import csv
import importlib
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import orjson

from memory.doubled_keys import doubled_key_of
from replay.errors import InputError
from replay.importing.chatgpt import read_chatgpt
from replay.importing.json_arrays import read_array
from replay.importing.mapping import ImportMap
from replay.importing.nested_lists import is_long, spread
from replay.importing.packed_files import open_bytes, open_text, plain_name, unbroken
from replay.importing.problems import NO_UTF8, SAVE_AS_UTF8, Problems, Where
from replay.importing.whatsapp import read_whatsapp
from scoring.plain_text import counted
from vehicle.commands import is_unicode

Row = tuple[Where, Any]

LONGEST_CELL = 64 << 20
NEVER_CLOSED = "a quotation mark in this row opens a cell that is never closed"
DOUBLED = "rows in which a name stands twice: what stands behind it last is read"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"


def read_rows(path: Path, map_: ImportMap, problems: Problems) -> Iterator[Row]:
    """Every row of the log in its order; one that cannot be read goes to `problems`.

    A row in which the map's messages stand in lists of lists is several (`replay.importing.nested_lists`).

    The map must be settled (`replay.importing.mapping.settled`).

    Raises:
        InputError: the file cannot be read, is empty, is UTF-16, or has more bad rows than are allowed.
    """
    check_file(path, problems, is_text=map_.format != "parquet")
    rows = unbroken(_rows(path, map_, problems), problems)
    lists = map_.columns.messages
    return spread(rows, lists, problems.notes) if is_long(lists) else rows


def _rows(path: Path, map_: ImportMap, problems: Problems) -> Iterator[Row]:
    match map_.format:
        case "jsonl":
            return read_lines(path, problems)
        case "chat":
            return (
                read_array(path, problems) if plain_name(path).suffix.lower() == ".json" else read_lines(path, problems)
            )
        case "json":
            return read_array(path, problems)
        case "csv":
            return read_csv(path, map_, problems)
        case "parquet":
            return read_parquet(path, problems)
        case "chatgpt":
            return read_chatgpt(read_array(path, problems), problems)
        case "whatsapp":
            return read_whatsapp(path, map_.time, problems)
        case None:
            raise InputError(f"{path}: the map names no format")


def check_file(path: Path, problems: Problems, *, is_text: bool) -> None:
    """Nothing, where the file is there, holds something, and, if it is text, is no UTF-16.

    Raises:
        InputError: one of these.
    """
    try:
        with open_bytes(path) as file:
            head = file.read(4096)
    except (EOFError, zlib.error) as exc:
        raise problems.stop("", "", f"cannot be unpacked: {exc}; is the file cut off?") from exc
    except OSError as exc:
        raise InputError(f"{path}: cannot be read: {exc.strerror or exc}") from exc
    if is_text and (head.startswith(_UTF16) or b"\0" in head):
        raise problems.stop(1, "", "this is UTF-16 or no text; UTF-8 is wanted")
    if not head.removeprefix(_UTF8_MARK).strip():
        raise problems.stop("", "", "the file is empty")


def read_lines(path: Path, problems: Problems) -> Iterator[Row]:
    """One JSON value a line; blank lines are passed over, one of over 64 MiB (a few bytes may unpack to it) ends it."""
    loads = orjson.loads
    with open_bytes(path) as lines:
        for number, line in enumerate(iter(partial(lines.readline, LONGEST_CELL + 1), b""), start=1):
            if len(line) > LONGEST_CELL:
                raise problems.stop(number, "", f"this line is longer than {LONGEST_CELL:,} bytes")
            if number == 1:
                line = line.removeprefix(_UTF8_MARK)
            try:
                value = loads(line)
            except orjson.JSONDecodeError as exc:
                if not _is_utf8(line):
                    problems.bad(number, "", f"no JSON: {NO_UTF8}: {SAVE_AS_UTF8}")
                elif line.strip():
                    cut = "" if line.endswith(b"\n") else "; the last line may be cut off"
                    if not cut and exc.msg.startswith(("unexpected end", "unexpected control character")):
                        cut = "; the line may be cut off, or go on in the next"
                    problems.bad(number, "", f"no JSON: {exc.msg} at character {exc.pos + 1}{cut}")
                continue
            with suppress(RecursionError):  # too deep to be looked through: read as it is
                if doubled_key_of(line, value) is not None:
                    problems.notes[DOUBLED] += 1
            yield number, value


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError as exc:
        return exc.reason == "unexpected end of data"  # a line that is cut off
    return True


def read_csv(path: Path, map_: ImportMap, problems: Problems) -> Iterator[Row]:
    """A table with a header; each row by the names of its columns. Rows without anything in them are passed over.

    A row is bad where a column that the map names, or any where it names none, is no UTF-8: the first such row of the
    file is told, in whatever order the rows are used.
    """
    csv.field_size_limit(LONGEST_CELL)
    with open_text(path, newline="") as file:
        delimiter = map_.csv.delimiter or _delimiter(file, path)
        table = csv.reader(file, delimiter=delimiter, strict=True)
        try:
            header = next(table, [])
        except csv.Error as exc:
            raise problems.stop(1, "", str(exc)) from exc
        _check_header(header, map_, problems)
        fields = _fields(header, map_)
        is_empty = True
        while True:
            line = table.line_num + 1
            try:
                cells = next(table, None)
            except csv.Error as exc:
                why = NEVER_CLOSED if "unexpected end of data" in str(exc) else str(exc)
                problems.bad(line, "", why)
                continue
            if cells is None:
                break
            is_empty = False
            if not any(cells):
                continue  # a blank line, with or without separators
            if len(cells) != len(header):
                problems.bad(
                    line, "", f"{counted(len(cells), 'cell')}, but the header has {counted(len(header), 'column')}"
                )
                continue
            joined = "".join(cells)
            if not joined.isascii() and not is_unicode(joined):
                broken = [field for field, cell in zip(fields, cells, strict=True) if field and not is_unicode(cell)]
                if broken:
                    problems.bad(line, broken[0], f"{NO_UTF8}: {SAVE_AS_UTF8}")
                    continue
            yield line, dict(zip(header, cells, strict=True))
        if is_empty:
            raise problems.stop(1, "", "a header and no rows")


def _delimiter(file: TextIO, path: Path) -> str:
    """A tab for `.tsv`, else the likeliest sign of the header line; the file is put back to its start."""
    head = file.readline(LONGEST_CELL)
    file.seek(0)
    return "\t" if plain_name(path).suffix.lower() == ".tsv" else max(",;\t|", key=head.count)


def _fields(header: list[str], map_: ImportMap) -> list[str]:
    """What the map uses each column for, empty where for nothing; their own names where it has no columns yet."""
    uses = {"scenario": map_.scenario.column, **map_.columns.model_dump()}
    named: dict[str, str] = {}
    for field, path in uses.items():
        for name in (path, path.partition(".")[0]):
            named.setdefault(name, field)
    return [named.get(name, "") for name in header] if any(map_.columns.model_dump().values()) else header


def _check_header(header: list[str], map_: ImportMap, problems: Problems) -> None:
    if not is_unicode("".join(header)):
        raise problems.stop(1, "", f"{NO_UTF8} in the names of the columns: {SAVE_AS_UTF8}")
    doubled = sorted({name for name in header if header.count(name) > 1})
    if doubled:
        raise problems.stop(1, doubled[0], "two columns have this name")
    wanted = {**map_.columns.model_dump(), "scenario": map_.scenario.column}
    if map_.columns.messages:  # the other names lead into these
        wanted = {name: wanted[name] for name in ("messages", "row_time", "reply", "reply_time")}
    for field, column in wanted.items():
        if column and column not in header and column.partition(".")[0] not in header:
            raise problems.stop(1, field, f"no column {column!r}; there are: {', '.join(header)}")


def read_parquet(path: Path, problems: Problems) -> Iterator[Row]:
    """The rows of a Parquet file, some thousand at a time. Needs the extra `parquet`.

    Raises:
        InputError: the extra is not installed, or the file is none.
    """
    try:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as exc:
        raise InputError("Parquet files need the extra: pip install '.[parquet]' in the checkout") from exc
    try:
        with parquet.ParquetFile(path) as file:
            number = 0
            for batch in file.iter_batches(batch_size=4096):
                for row in _in_microseconds(batch, arrow).to_pylist():
                    number += 1
                    yield f"row {number}", row
    except (ValueError, OSError, OverflowError) as exc:  # its own errors are the first two
        raise problems.stop("", "", f"no Parquet: {exc}") from exc
    if not number:
        raise problems.stop("", "", "columns and no rows")


def _in_microseconds(batch: Any, arrow: Any) -> Any:
    """The batch with its instants of nanoseconds cut to microseconds, as fine as ours are."""
    columns = [
        column.cast(arrow.timestamp("us", column.type.tz), safe=False)
        if arrow.types.is_timestamp(column.type) and column.type.unit == "ns"
        else column
        for column in batch.columns
    ]
    return arrow.RecordBatch.from_arrays(columns, names=batch.schema.names)
