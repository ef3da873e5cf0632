"""A map proposed from the first rows of a log, with what it would make of them; a person looks it over."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from replay.errors import InputError
from replay.importing.chat_completions import Said
from replay.importing.date_patterns import ORDER_WORDS, Told, told_by
from replay.importing.fields import getter
from replay.importing.guess_columns import Proposal, propose_columns
from replay.importing.guess_fields import Column, fields_of, is_messages, items_of, rows_of_lists
from replay.importing.guess_report import Guess
from replay.importing.guess_timelines import SeenZones, cars_in
from replay.importing.guess_times import times_in
from replay.importing.guess_tools import SeenTools
from replay.importing.mapping import ImportMap, LogFormat, Speakers, parse_map, settled, usual_columns
from replay.importing.message_reader import MessageReader
from replay.importing.packed_files import plain_name
from replay.importing.problems import NO_TEXT, NO_UTF8, SAVE_AS_UTF8, BadField, Problems
from replay.importing.readers import read_rows
from replay.importing.row_times import RowTimes
from replay.importing.rows import CALLS_OF_PERSONS, Entry
from vehicle.commands import is_unicode

N_ROWS = 200
"""So many rows are looked at."""
N_DATES = 50_000
"""So many more, where it takes a day above 12 to tell days from months."""
N_SHOWN = 6
_NONE_FITS = "this map fits none of the rows looked at; what is wrong with the first of them is told below"
_NO_ROLES = "messages have no role; [speakers] assistants must say who is the assistant"
_EXPORTS = ("chatgpt", "whatsapp")


def guess_map(log: Path, given: ImportMap) -> Guess:
    """A map for the log, with whatever `given` says already; incomplete where the rows do not tell enough.

    Raises:
        InputError: the file cannot be read, or has no rows.
    """
    format_ = given.format or _format_of(log)
    problems = Problems(log.name)
    rough = given.model_copy(update={"format": format_, "columns": type(given.columns)()})
    if format_ == "whatsapp" and given.time.order is None and _is_two_ways(log, rough):
        return _without_order(rough)
    rows = [row for _, row in islice(read_rows(log, rough, problems), N_ROWS)]
    if not rows:
        raise InputError(problems.examples[0] if problems.examples else f"{log}: no rows to guess from")
    columns = {name: path for name, path in given.columns.model_dump().items() if path}
    proposal = Proposal(columns=columns, unused=())
    if format_ not in _EXPORTS:
        proposal = propose_columns(rows, columns)
        lists = proposal.columns.get("messages", "")
        rough = rough.model_copy(update={"columns": type(given.columns)(messages=lists)})
        rows = rows_of_lists(rows, lists)
    told = proposal.told
    if told is not None and len(told.patterns) > 1 and given.time.format is None:
        told = told_by(times_in((row for _, row in islice(read_rows(log, rough, problems), N_DATES)), proposal.columns))
    map_ = _map_of(log, format_, proposal, told, given)
    usual = usual_columns(format_, proposal.columns.get("messages", ""))
    lacks = tuple(_lacks({**usual, **proposal.columns}, told, map_.time.format, rows))
    not_utf8 = next((one for one in problems.examples if NO_UTF8 in one), "")
    if lacks and not_utf8:  # rows that cannot be read tell nothing
        lacks = (not_utf8, *lacks)
    if lacks:
        return Guess(
            map=map_,
            columns=_in_order(proposal.columns),
            lacks=lacks,
            told=told,
            unused=proposal.unused,
            tools=SeenTools(),
            complaints=tuple(problems.examples),
            n_rows=len(rows),
            n_bad=problems.n_bad,
            time_format=_likely_format(proposal.unused),
        )
    return _tried(settled(map_, log), log, proposal, told)


def _map_of(log: Path, format_: LogFormat, proposal: Proposal, told: Told | None, given: ImportMap) -> ImportMap:
    """The map with what is proposed, and in its place whatever is given."""
    time = given.time
    if told is not None and len(told.patterns) == 1 and time.format is None:
        time = time.model_copy(update={"format": next(iter(told.patterns.values()))})
    content: dict[str, Any] = {"format": format_, "columns": proposal.columns}
    return parse_map(content, str(log)).model_copy(
        update={
            "time": time,
            "roles": {**(proposal.roles.roles if proposal.roles else {}), **given.roles},
            "speakers": _speakers(given.speakers, proposal.assistant),
            **{name: getattr(given, name) for name in ("changes", "scenario", "tools", "csv", "pseudonyms", "probes")},
        }
    )


def _speakers(given: Speakers, assistant: str) -> Speakers:
    """What is given, with the assistant's name where that is not."""
    return given if given.assistants or not assistant else given.model_copy(update={"assistants": [assistant]})


def _lacks(columns: Mapping[str, str], told: Told | None, time_format: str | None, rows: list[Any]) -> list[str]:
    """What a map with these columns lacks, in words."""
    found: list[str] = []
    if "time" not in columns:
        found.append(
            "no field has a date with a time of day in nearly all rows; [columns] time must name one, or date and time "
            "two that have them together"
        )
    elif told is not None and time_format is None and len(told.patterns) != 1:
        value = next(times_in(iter(rows), columns), "")
        name = " and ".join(repr(columns[field]) for field in ("date", "time") if field in columns)
        which = " or ".join(ORDER_WORDS[order] for order in told.patterns)
        found.append(
            f"[time] format must say how {name} ({value!r}) is read, {which}; nothing in the log tells"
            if told.patterns
            else f"[time] format must say how {name} ({value!r}) is read"
        )
    if "text" not in columns:
        found.append("no field is like what people say; [columns] text must name one")
    return found


def _likely_format(columns: Sequence[Column]) -> str:
    """A pattern that some values of a field are in: times, though too few; where none are, what patterns look like."""
    patterns = (pattern for column in columns for pattern in told_by(column.values).patterns.values())
    return next(patterns, "%d/%m/%Y %H:%M")


def _in_order(columns: Mapping[str, str]) -> dict[str, str]:
    """The columns in the order in which a map has them."""
    return {name: columns[name] for name in type(ImportMap().columns).model_fields if columns.get(name)}


def _is_two_ways(log: Path, rough: ImportMap) -> bool:
    """Whether an export can be read once it is said which of day and month comes first, and not before."""

    def can_be_read(map_: ImportMap) -> bool:
        try:
            return next(read_rows(log, map_, Problems(log.name)), None) is not None
        except InputError:
            return False

    said = rough.model_copy(update={"time": rough.time.model_copy(update={"order": "dmy"})})
    return not can_be_read(rough) and can_be_read(said)


def _without_order(map_: ImportMap) -> Guess:
    lacks = "[time] order must say whether the day or the month comes first; nothing in the log tells"
    columns = _in_order(usual_columns("whatsapp", ""))
    return Guess(map=map_, columns=columns, lacks=(lacks,), orders=("dmy", "mdy"), tools=SeenTools(), n_rows=0)


def _format_of(log: Path) -> LogFormat:
    """By the file's ending, and for JSON by its first element."""
    ending = plain_name(log).suffix.lower()
    by_ending: dict[str, LogFormat] = {
        ".csv": "csv",
        ".tsv": "csv",
        ".parquet": "parquet",
        ".txt": "whatsapp",
        ".json": "json",
    }
    name = by_ending.get(ending, "jsonl")
    if name not in ("json", "jsonl"):
        return name
    rough = ImportMap(format="json" if name == "json" else "jsonl")
    first = next(read_rows(log, rough, Problems(log.name)), None)
    row = None if first is None else first[1]
    if isinstance(row, dict) and isinstance(row.get("mapping"), dict):
        return "chatgpt"
    if any(is_messages(value) for _, value in fields_of(row, "", 1)):
        return "chat"
    return name


def _speakers_of(log: Path, map_: ImportMap) -> Iterator[str]:
    """Who speaks in the lists of the first rows."""
    get, lists = getter(map_.columns.speaker), map_.columns.messages
    for _, row in islice(read_rows(log, map_, Problems(log.name)), N_ROWS):
        yield from filter(None, (name for name in map(get, items_of(row, lists)) if isinstance(name, str)))


class _Trial:
    """What a map makes of the first rows of a log."""

    def __init__(self, map_: ImportMap, log: Path) -> None:
        columns = map_.columns
        self.problems = Problems(log.name)
        self.moments = map_.moments()
        self.preview: list[Entry] = []
        self.tools, self.zones = SeenTools(), SeenZones()
        self.people: dict[str, None] = {}
        """Those who speak, and are not known to be the assistant, in the order of the rows."""
        self.has_unnamed = False
        """Whether one of them has no name."""
        self.n_rows = self.n_read = 0
        """How many rows were looked at, and how many messages were read in them."""
        self._messages = MessageReader(map_, self.moments, self.problems)
        self._times = RowTimes(columns, self.moments)
        for where, row in islice(read_rows(log, map_, self.problems), N_ROWS):
            self.n_rows += 1
            try:
                for said in self._messages.said(where, row):
                    self._look_at(said)
            except BadField as exc:
                self.problems.bad(where, exc.field, exc.message)
        self.tools.labels.discard("")

    def _look_at(self, said: Said) -> None:
        entry = self._messages.read(said)
        if entry is None:
            return
        self.n_read += 1
        for name, words in (("speaker", entry.speaker), ("text", entry.text or "")):
            if not is_unicode(words):
                raise BadField(name, f"{NO_TEXT}: {SAVE_AS_UTF8}")
        self.tools.add(entry.calls)
        self.tools.labels.add(entry.label)
        self.zones.add(entry.at, self._times.zone(said.message, said.outer))
        if entry.role == "user" and entry.text is not None:
            if entry.speaker:
                self.people[entry.speaker] = None
            self.has_unnamed = self.has_unnamed or not entry.speaker
        if len(self.preview) < N_SHOWN:
            self.preview.append(entry)


def _tried(map_: ImportMap, log: Path, proposal: Proposal, told: Told | None) -> Guess:
    """The map with what it makes of the first rows, and with the format of times that they turned out to have."""
    columns, trial = map_.columns, _Trial(map_, log)
    known, people = proposal.columns, tuple(trial.people)
    has_no_roles = not trial.n_read and bool(columns.messages) and "speaker" in known and "role" not in known
    if has_no_roles:
        people = tuple(dict.fromkeys(_speakers_of(log, map_)))
    needed = {name: getattr(columns, name) for name in ("time", "text", "messages")}
    if map_.format in _EXPORTS:
        needed = columns.model_dump()
    problems, zones, n_naive = trial.problems, trial.zones, trial.moments.n_naive
    zone = None if "zone" in map_.time.model_fields_set else zones.usual()
    time = map_.time.model_copy(update={"format": trial.moments.format, "zone": zone or map_.time.zone})
    is_told_as_naive = bool(n_naive and not zones.names)
    return Guess(
        map=map_.model_copy(update={"time": time}),
        columns=_in_order({**needed, **proposal.columns}),
        lacks=() if trial.n_read or not problems.n_bad else (_NO_ROLES if has_no_roles else _NONE_FITS,),
        told=told,
        unused=proposal.unused,
        tools=trial.tools,
        people=people,
        has_unnamed=trial.has_unnamed,
        knows_sides=bool((columns.role and not has_no_roles) or columns.reply or map_.speakers.assistants),
        preview=tuple(trial.preview),
        complaints=tuple(problems.examples),
        doubts={CALLS_OF_PERSONS: problems.notes[CALLS_OF_PERSONS]} if problems.notes[CALLS_OF_PERSONS] else {},
        n_rows=trial.n_rows,
        n_bad=problems.n_bad,
        n_naive=0 if zones.names else n_naive,
        zone_remark="" if is_told_as_naive else zones.remark(time.zone, is_proposed=zone is not None),
        car=cars_in(proposal.unused, trial.n_rows) if len(people) > 1 else None,
    )
