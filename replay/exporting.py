"""A kept run as a file for other programs: one row a query with every metric, in the form that the program reads.

A cell is data: nothing is changed on the way out, so that what is read back is what was there. A spreadsheet takes a
cell that begins with `=`, `+`, `-` or `@` for a formula, and texts of a run may begin with anything; whoever opens the
CSV in one asks for `for_spreadsheets`, which puts an apostrophe in front of such texts.
"""

import csv
import importlib
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import orjson

from replay.closed_sets import one_of
from replay.errors import InputError
from replay.junit import junit_xml
from replay.kept_rows import queries_of
from replay.kept_run import KeptRun, load_kept
from replay.whole_files import make_folders_to, write_whole, writing
from scoring.codec import to_json
from scoring.plain_text import counted, one_line
from scoring.query_rows import COLUMNS, Cell, Cells

ExportForm = Literal["csv", "parquet", "jsonl", "markdown", "junit"]
FORMS: tuple[ExportForm, ...] = get_args(ExportForm)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The full-width signs are read as the plain ones in East Asian editions."""
_MARK = "\ufeff"
"""A spreadsheet takes a file that begins with it for UTF-8."""
_MARKDOWN: Mapping[str, str] = {
    "query": "query",
    "reasoning_type": "type",
    "exact_match": "exact match",
    "state_f1_positive": "field F1",
    "state_f1_change": "value F1",
    "tool_f1": "call F1",
    "answer_right": "answer right",
    "calls": "calls",
    "mem_token": "memory tokens",
    "cause": "cause",
    "failure_stage": "failed in",
}
"""What of a row a reader has room for; columns that are empty in every row are left out."""


def export(folder: Path, form: str, *, for_spreadsheets: bool = False) -> bytes:
    """The run in `folder`, its repeats one after another, in one of `FORMS`.

    Queries that were not asked yet have no row.

    Raises:
        RunFolderError: there is no run, or it cannot be read.
        InputError: there is no such form, the form is not for spreadsheets, or what writes it is not installed.
    """
    chosen = one_of(FORMS, form, "nothing is exported to")
    if for_spreadsheets and chosen != "csv":
        raise InputError(f"spreadsheets read csv, not {chosen}")
    if chosen == "parquet":
        _pyarrow("pyarrow")  # before the reading, which takes longer
    kept = load_kept(folder, alone=False)
    if chosen == "junit":
        return junit_xml(kept)
    rows = [query.row() for query in queries_of(kept)]
    if chosen == "csv":
        return csv_table(rows, for_spreadsheets=for_spreadsheets)
    return _WRITERS[chosen](rows, kept)


def write_export(content: bytes, out: Path) -> None:
    """Write the export to `out`, whole or not at all; folders that are missing are made.

    What is no plain file, such as a pipe, is written into.

    Raises:
        CannotWrite: it cannot be written there.
    """
    with writing(out):
        if out.is_file() or not out.exists():
            make_folders_to(out)
            write_whole(out, content)
        else:
            out.write_bytes(content)


def csv_table(rows: Sequence[Cells], *, for_spreadsheets: bool = False) -> bytes:
    """The rows under a header, as CSV (RFC 4180), UTF-8.

    An empty cell is a figure that does not apply, or an empty text; truth is `true` and `false`.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")  # whose characters it quotes in a cell, a lone return included
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_csv_cell(cell, for_spreadsheets) for cell in row.values()])
    text = (_MARK if for_spreadsheets else "") + file.getvalue()
    return text.encode("utf-8", "replace")


def jsonl_table(rows: Sequence[Cells], _: KeptRun) -> bytes:
    """One JSON object a row and line."""
    return b"".join(to_json(row) + b"\n" for row in rows)


def markdown_table(rows: Sequence[Cells], kept: KeptRun) -> bytes:
    """The headline of the run, and a table of what a reader has room for."""
    names = [name for name in _MARKDOWN if any(row[name] is not None for row in rows)]
    if len(kept.parts) > 1:
        names.insert(1, "repeat")
    config = kept.config
    lines = [f"**{_markdown(config.source)}**: memory {_markdown(config.memory)}, agent {_markdown(config.agent)}"]
    lines += [f"- {line}" for line in _headline(rows)]
    if rows:
        lines += ["", _markdown_row([_MARKDOWN.get(name, name) for name in names])]
        lines.append(_markdown_row(["---" if COLUMNS[name] == "text" else "---:" for name in names]))
        lines += [_markdown_row([_markdown_cell(row[name]) for name in names]) for row in rows]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def parquet_table(rows: Sequence[Cells], kept: KeptRun) -> bytes:
    """A Parquet file with a column for each of `COLUMNS`, typed also where all is empty; the configuration beside.

    Raises:
        InputError: the extra is not installed.
    """
    arrow = _pyarrow("pyarrow")
    types = {"text": arrow.string(), "integer": arrow.int64(), "number": arrow.float64(), "truth": arrow.bool_()}
    schema = arrow.schema(
        [(name, types[kind]) for name, kind in COLUMNS.items()],
        metadata={"pastlane_config": orjson.dumps(kept.config.to_dict())},
    )
    sink = arrow.BufferOutputStream()
    _pyarrow("pyarrow.parquet").write_table(arrow.Table.from_pylist([dict(row) for row in rows], schema=schema), sink)
    content: bytes = sink.getvalue().to_pybytes()
    return content


_WRITERS: Mapping[str, Callable[[Sequence[Cells], KeptRun], bytes]] = {
    "jsonl": jsonl_table,
    "markdown": markdown_table,
    "parquet": parquet_table,
}


def _csv_cell(cell: Cell, for_spreadsheets: bool) -> Cell:
    match cell:
        case bool():
            return "true" if cell else "false"
        case str() if for_spreadsheets and cell.startswith(_FORMULA):
            return f"'{cell}"
        case _:
            return cell


def _headline(rows: Sequence[Cells]) -> list[str]:
    """How many queries and entries, how many of these failed, and how many queries were right at the point `main`."""
    n_failed = sum(row["failure_stage"] is not None for row in rows)
    n_queries = len({row["query_id"] for row in rows})
    entries = f" in {counted(len(rows), 'entry', 'entries')}" if len(rows) != n_queries else ""
    lines = [f"{counted(n_queries, 'query', 'queries')}{entries}, {counted(n_failed, 'failure')}"]
    for name, title in (("exact_match", "exact match"), ("answer_right", "answers right")):
        values = [row[name] for row in rows if row[name] is not None and row["point"] == "main"]
        if values:
            n_right = sum(value is True for value in values)
            lines.append(f"{title} {100 * n_right / len(values):.1f}% ({n_right} of {len(values)})")
    return lines


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_cell(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case float():
            return f"{cell:.3f}"
        case _:
            return _markdown(str(cell))


def _markdown(text: str) -> str:
    """The text with nothing in it that Markdown, HTML or a terminal would read as its own."""
    line = one_line(text)
    for sign in "\\`*_|<>[]":
        line = line.replace(sign, f"\\{sign}")
    return line.replace("&", "&amp;")


def _pyarrow(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as exc:
        raise InputError("Parquet files need the extra: pip install '.[parquet]' in the checkout") from exc
