"""A map proposed from the first rows of a log, with what it would make of them; a person looks it over."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from replay.errors import InputError
from replay.importing.chat_completions import Exchanges
from replay.importing.guess_columns import propose_columns
from replay.importing.guess_fields import fields_of, is_messages
from replay.importing.mapping import LOG_FORMATS, ImportMap, parse_map, settled
from replay.importing.moments import Moments
from replay.importing.problems import BadField, Problems
from replay.importing.readers import read_rows
from replay.importing.rows import Entry, RowReader
from replay.times import find_zone

N_ROWS = 200
"""So many rows are looked at."""
N_SHOWN = 6
_WIDEST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """A proposal."""

    map: ImportMap
    preview: tuple[Entry, ...]
    """What the first rows become."""
    complaints: tuple[str, ...]
    """What the map makes of rows that do not fit it."""
    n_rows: int
    """How many rows were looked at."""
    n_naive: int
    """How many of their times have no offset."""

    def render(self) -> str:
        """A map in TOML, with the preview as comments below, so that the whole is a map, too."""
        map_, columns = self.map, {key: value for key, value in self.map.columns.model_dump().items() if value}
        lines = [f"# proposed from the first {self.n_rows} rows; look it over", f"format = {_quoted(str(map_.format))}"]
        lines += ["", "[columns]", *(f"{name} = {_quoted(path)}" for name, path in columns.items())]
        lines += ["", "[time]"]
        if map_.time.format is not None:
            lines.append(f"format = {_quoted(map_.time.format)}")
        remark = "  # times without an offset are read in it: is it the right one?" if self.n_naive else ""
        lines.append(f"zone = {_quoted(map_.time.zone)}{remark}")
        if columns.get("messages") and not columns.get("conversation"):
            lines += ["", "# no conversation is named: what is sent again in a later row counts each time"]
        lines += ["", *("# " + line for line in _table(self.preview))]
        lines += [f"# {complaint}" for complaint in self.complaints[:N_SHOWN]]
        return "\n".join(lines) + "\n"


def guess_map(log: Path, given: ImportMap) -> Guess:
    """A map for the log, with whatever `given` says already.

    Raises:
        InputError: the file cannot be read, or has no column of times or of text.
    """
    format_ = given.format or _format_of(log)
    problems = Problems(log.name, allowed=1 << 62)
    rough = given.model_copy(update={"format": format_, "columns": type(given.columns)()})
    rows = [row for _, row in islice(read_rows(log, rough, problems), N_ROWS)]
    if not rows:
        raise InputError(problems.examples[0] if problems.examples else f"{log}: no rows to guess from")
    columns = {name: path for name, path in given.columns.model_dump().items() if path}
    if format_ not in ("chatgpt", "whatsapp"):
        columns = {**propose_columns(rows), **columns}
    content: dict[str, Any] = {"format": format_, "columns": columns}
    guessed = parse_map(content, str(log)).model_copy(
        update={
            name: getattr(given, name)
            for name in ("time", "roles", "speakers", "scenario", "tools", "csv", "pseudonyms", "probes")
        }
    )
    return _tried(settled(guessed, log), log)


def _format_of(log: Path) -> str:
    """By the file's ending, and for JSON by its first element."""
    ending = log.suffix.lower()
    by_ending = {".csv": "csv", ".tsv": "csv", ".parquet": "parquet", ".txt": "whatsapp", ".json": "json"}
    name = by_ending.get(ending, "jsonl")
    if name not in ("json", "jsonl"):
        return name
    rough = ImportMap(format="json" if name == "json" else "jsonl")
    first = next(read_rows(log, rough, Problems(log.name, allowed=1 << 62)), None)
    row = None if first is None else first[1]
    if isinstance(row, dict) and isinstance(row.get("mapping"), dict):
        return "chatgpt"
    if any(is_messages(value) for _, value in fields_of(row, "", 1)):
        return "chat"
    assert name in LOG_FORMATS
    return name


def _tried(map_: ImportMap, log: Path) -> Guess:
    """The map with what it makes of the first rows, and with the format of times that they turned out to have."""
    columns = map_.columns
    problems = Problems(log.name, allowed=1 << 62)
    moments = Moments(map_.time.format, find_zone(map_.time.zone), has_row_zones=bool(map_.columns.zone))
    reader = RowReader(map_, moments, problems)
    replies = RowReader(map_.for_replies(), moments, problems)
    exchanges = Exchanges(map_, problems) if columns.messages or columns.reply else None
    entries: list[Entry] = []
    n_rows = 0
    for where, row in islice(read_rows(log, map_, problems), N_ROWS):
        n_rows += 1
        try:
            said = (
                [(row, False)] if exchanges is None else [(item, late) for _, item, late in exchanges.said(where, row)]
            )
            for item, is_late in said:
                entry = (replies if is_late else reader).read(item, None if item is row else row)
                if entry is not None and len(entries) < N_SHOWN:
                    entries.append(entry)
        except BadField as exc:
            problems.bad(where, exc.field, exc.message)
    time = map_.time.model_copy(update={"format": moments.format})
    return Guess(
        map=map_.model_copy(update={"time": time}),
        preview=tuple(entries),
        complaints=tuple(problems.examples),
        n_rows=n_rows,
        n_naive=moments.n_naive,
    )


def _table(entries: Sequence[Entry]) -> list[str]:
    rows = [("at", "speaker", "role", "text")]
    for entry in entries:
        calls = "; ".join(call.command.name for call in entry.calls)
        text = " ".join((entry.text or f"({calls})").split())
        rows.append((entry.at.isoformat(), _cut(entry.speaker, 20), entry.role, _cut(text, _WIDEST)))
    widths = [max(len(row[number]) for row in rows) for number in range(3)]
    return ["  ".join((*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3])) for row in rows]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def _quoted(text: str) -> str:
    """A TOML string; what JSON escapes TOML escapes alike."""
    return json.dumps(text, ensure_ascii=False)
