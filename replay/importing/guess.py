"""A map proposed from the first rows of a log, with what it would make of them; a person looks it over.

The rule: values decide and names help. A column of times has times in nearly all its rows; a column of roles has
nothing but roles; of what is left the longest text is what was said.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from replay.errors import InputError
from replay.importing.chat_completions import MessageLists
from replay.importing.mapping import LOG_FORMATS, USUAL_ROLES, ImportMap, parse_map, settled
from replay.importing.moments import Moments, guess_time_format, parser_of, read_zone
from replay.importing.problems import BadField, Problems
from replay.importing.readers import read_rows
from replay.importing.rows import Entry, RowReader
from replay.times import UnreadableTime, find_zone

N_ROWS = 200
"""So many rows are looked at."""
N_SHOWN = 6
_DEEPEST = 3
_MOST_ROLES = 8
_NEARLY_ALL = 0.9
_WIDEST = 60

_HINTS: Mapping[str, Sequence[str]] = {
    "time": ("time", "timestamp", "ts", "date", "datetime", "created", "sent", "at"),
    "occurred_at": ("occurred", "happened", "event"),
    "zone": ("zone", "tz", "timezone"),
    "conversation": ("conversation", "thread", "session", "chat", "dialog", "dialogue", "channel"),
    "speaker": ("speaker", "author", "sender", "name", "from", "user", "who", "person", "driver"),
    "role": ("role", "type", "direction", "kind"),
    "text": ("text", "content", "message", "body", "utterance", "msg", "transcript"),
    "tool_calls": ("tool", "calls", "call", "function", "command", "commands", "actions", "action"),
    "id": ("id", "uuid", "guid", "key"),
    "messages": ("messages", "turns", "dialogue"),
}
"""Words that names of such columns are made of."""


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
        lines += ["", *("# " + line for line in _table(self.preview))]
        lines += [f"# {complaint}" for complaint in self.complaints[:N_SHOWN]]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Column:
    """What the first rows have under one name."""

    path: str
    values: list[Any]
    """Those that are neither null nor empty."""
    n_rows: int

    def hint(self, field: str) -> int:
        """How many of the words that such a column's name is made of the name has."""
        words = self.path.rpartition(".")[2].replace("-", "_").casefold().split("_")
        return sum(word in words for word in _HINTS[field])

    @property
    def share(self) -> float:
        return len(self.values) / self.n_rows

    @property
    def texts(self) -> list[str]:
        return [value for value in self.values if isinstance(value, str)]


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
        columns = {**_columns(rows, is_chat=format_ == "chat"), **columns}
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
    if isinstance(row, dict) and any(_is_messages(value) for value in row.values()):
        return "chat"
    assert name in LOG_FORMATS
    return name


def _is_messages(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and "role" in item for item in value)


def _columns(rows: list[Any], *, is_chat: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    outer = _all_columns(rows)
    inner = outer
    if is_chat:
        lists = next((path for path, column in outer.items() if any(map(_is_messages, column.values))), "messages")
        found["messages"] = lists
        problems = Problems("", allowed=1 << 62)
        taker = MessageLists(lists, "", problems)
        items = [item for row in rows if isinstance(row, dict) and lists in row for _, item in taker.messages(1, row)]
        inner = _all_columns(items)
    taken: set[str] = {found.get("messages", "")}
    for field, where in (("time", inner), ("role", inner), ("zone", outer), ("tool_calls", inner), ("text", inner)):
        places = [where, outer] if field == "time" and is_chat else [where]
        for place in places:
            best = _best(field, [column for path, column in place.items() if path not in taken])
            if best is not None:
                found[field] = best.path
                taken.add(best.path)
                break
    for field, where in (("occurred_at", inner), ("conversation", outer), ("speaker", inner), ("id", inner)):
        best = _best(field, [column for path, column in where.items() if path not in taken])
        if best is not None:
            found[field] = best.path
            taken.add(best.path)
    return found


def _best(field: str, columns: Sequence[_Column]) -> _Column | None:
    """The column that is likeliest what `field` means; None where none could be. Ties: the first."""
    scored = [(_score(field, column), column) for column in columns]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return best[1] if best[0] > 0 else None


def _score(field: str, column: _Column) -> float:
    hint, texts = column.hint(field), column.texts
    if not column.values:
        return 0.0
    match field:
        case "time":
            fits = _is_time(column.values) and column.share >= _NEARLY_ALL
            numbers_need_a_name = bool(texts) or hint > 0
            later = any(word in column.path.casefold() for word in ("update", "edit", "modif", "occur", "happen"))
            return (1.0 + hint - 2 * later) if fits and numbers_need_a_name else 0.0
        case "occurred_at":
            return float(hint) if hint and _is_time(column.values) else 0.0
        case "zone":
            return 1.0 + hint if texts and hint and all(map(_is_zone, set(texts))) else 0.0
        case "role":
            kinds = {text.strip().casefold() for text in texts}
            known = kinds <= USUAL_ROLES.keys() and len(texts) == len(column.values) and len(kinds) <= _MOST_ROLES
            return 1.0 + hint if known and column.share >= _NEARLY_ALL else 0.0
        case "tool_calls":
            lists = sum(isinstance(value, list | dict) for value in column.values)
            return hint + lists / len(column.values) if hint else 0.0
        case "text":
            if len(texts) < len(column.values) / 2:
                parts = all(isinstance(value, list | str) for value in column.values)
                return float(hint) if parts else 0.0
            mean = sum(map(len, texts)) / len(texts)
            spaced = sum(" " in text.strip() or len(text) > _WIDEST for text in texts) / len(texts)
            return min(mean, 200) / 200 + spaced + 2 * hint
        case "conversation":
            return float(hint) if hint and _is_plain(column.values) else 0.0
        case "speaker":
            short = texts and sum(map(len, texts)) / len(texts) < _WIDEST
            return float(hint) if hint and short and len(texts) == len(column.values) else 0.0
        case "id":
            labels = [str(value) for value in column.values]
            unique = len(set(labels)) == len(labels) and column.share == 1.0
            return float(hint) if hint and unique and _is_plain(column.values) else 0.0
        case _:
            return 0.0


def _is_time(values: Sequence[Any]) -> bool:
    try:
        parse = parser_of(guess_time_format(values[0], ""))
    except BadField:
        return False
    n_read = 0
    for value in values:
        try:
            parse(value)
        except (UnreadableTime, ValueError, OverflowError, TypeError):
            continue
        n_read += 1
    return n_read >= _NEARLY_ALL * len(values)


def _is_zone(name: str) -> bool:
    try:
        read_zone(name)
    except BadField:
        return False
    return True


def _is_plain(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str | int) and not isinstance(value, bool) for value in values)


def _all_columns(rows: Sequence[Any]) -> dict[str, _Column]:
    found: dict[str, _Column] = {}
    for row in rows:
        for path, value in _fields(row, "", 1):
            column = found.setdefault(path, _Column(path, [], len(rows)))
            if value is not None and value not in ("", []):
                column.values.append(value)
    return found


def _fields(row: Any, above: str, depth: int) -> Iterator[tuple[str, Any]]:
    if not isinstance(row, dict):
        return
    for name, value in row.items():
        path = f"{above}{name}"
        if isinstance(value, dict) and depth < _DEEPEST and value:
            yield from _fields(value, f"{path}.", depth + 1)
        else:
            yield path, value


def _tried(map_: ImportMap, log: Path) -> Guess:
    """The map with what it makes of the first rows, and with the format of times that they turned out to have."""
    columns = map_.columns
    problems = Problems(log.name, allowed=1 << 62)
    moments = Moments(map_.time.format, find_zone(map_.time.zone), has_row_zones=bool(map_.columns.zone))
    reader = RowReader(map_, moments, problems)
    lists = MessageLists(columns.messages, columns.conversation, problems) if columns.messages else None
    entries: list[Entry] = []
    n_rows = 0
    for where, row in islice(read_rows(log, map_, problems), N_ROWS):
        n_rows += 1
        try:
            items = [row] if lists is None else [item for _, item in lists.messages(where, row)]
            for item in items:
                entry = reader.read(item, None if lists is None else row)
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
