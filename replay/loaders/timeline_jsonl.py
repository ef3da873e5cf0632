"""The loader for Pastlane's own timelines: JSON Lines, one record a line, one scenario a file.

Records: `scenario` (first), `message`, `command`, `forget`, `query`. Times are ISO 8601; those without an offset are
read in the scenario's zone. A message's `id` is a label for `forget` and `evidence`; it stays in the loader.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import orjson
from pydantic import ValidationError

from memory.doubled_keys import doubled_key_of
from memory.instants import iso
from memory.near_names import unknown_name
from memory.position import Position
from replay.dataset import Dataset, Selection, SourceDigest
from replay.errors import InputError
from replay.findings import Findings
from replay.loaders.notes import FileNotes
from replay.loaders.timeline_records import (
    RECORD,
    CallRecord,
    CommandRecord,
    ForgetRecord,
    MessageRecord,
    QueryRecord,
    ScenarioRecord,
    TimelineRecord,
    UnwantedRecord,
    known_fields,
    timeline_schema,
    with_plain_tag,
)
from replay.scenario import Query, Scenario
from replay.timeline import (
    CommandDraft,
    Draft,
    ForgetDraft,
    MessageDraft,
    Numbered,
    Timeline,
    TimelineBuilder,
)
from replay.times import MixedZones, MomentReader, UnreadableTime, find_zone
from scoring.records import Gold, Origin, Preference, Superseded, Unwanted
from vehicle.commands import Command, plain_value

__all__ = ["each_timeline", "load_timeline", "timeline_schema"]

IMPORT_MAKES_ONE = "if this is a log or a table, pastlane import makes a timeline of it"

NO_COMMANDS = (
    'names no commands and nothing else to compare with, so that doing nothing is right; "commands": [] says so on '
    "purpose, null that the car is not compared"
)

_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def load_timeline(path: Path, selection: Selection, findings: Findings) -> Dataset:
    """The scenarios of a `.jsonl` file, or of every such file in a folder.

    Raises:
        InputError: there is no such file, two scenarios share an id, or (strict) something cannot be read.
    """
    digest = SourceDigest()
    scenarios = {scenario.id: scenario for _, scenario in each_timeline(path, findings, digest)}
    return Dataset(scenarios=tuple(scenarios[name] for name in selection.pick(scenarios)), digest=digest.hex())


def each_timeline(path: Path, findings: Findings, digest: SourceDigest) -> Iterator[tuple[Path, Scenario]]:
    """Each file with its scenario, in the order of names, one at a time; read files are counted into `digest`.

    Raises:
        InputError: as `load_timeline`.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not path.exists() or not files:
        raise InputError(f"{path}: no timeline: neither a .jsonl file nor a folder with some")
    seen: set[str] = set()
    for file in files:
        scenario = _ScenarioReader(file, findings).read(digest)
        if scenario is None:
            continue
        if scenario.id in seen:
            raise InputError(f"{file}: another file has the scenario {scenario.id!r} already")
        seen.add(scenario.id)
        yield file, scenario


class _ScenarioReader:
    """Reads one file; keeps what later records refer to."""

    def __init__(self, path: Path, findings: Findings) -> None:
        self._path = path
        self._file = path.name
        self._findings = findings
        self._notes = FileNotes(path.name, findings)
        self._timeline = TimelineBuilder()
        self._open: list[tuple[str, int, ForgetDraft]] = []
        """Requests to forget with a label that no message above them in the file has."""
        self._queries: list[tuple[str, QueryRecord, int | None]] = []
        self._reader = MomentReader(ZoneInfo("UTC"))

    def read(self, digest: SourceDigest) -> Scenario | None:
        head: ScenarioRecord | None = None
        try:
            is_utf16 = self._path.open("rb").read(2) in _UTF16
        except OSError as exc:
            message = f"cannot be read: {exc.strerror or exc}"
            self._findings.unreadable("unreadable_file", str(self._path), "", message)
            return None
        if is_utf16:
            self._findings.unreadable("unreadable_file", self._file, "line 1", "this is UTF-16; UTF-8 is wanted")
            return None
        for item, record in self._records(digest):
            if head is None and not isinstance(record, ScenarioRecord):
                raise InputError(f"{self._path}: {item}: the first record must be a scenario")
            if isinstance(record, ScenarioRecord):
                if head is not None:
                    raise InputError(f"{self._path}: {item}: a second scenario; one file holds one")
                head = record
                try:
                    self._reader = MomentReader(find_zone(record.zone))
                except InputError as exc:
                    raise InputError(f"{self._path}: {item}: {exc}") from exc
            else:
                self._take(item, record)
        if head is None and any(finding.file == self._file for finding in self._findings):
            return None  # what is wrong with its lines has been told
        if head is None:
            raise InputError(f"{self._path}: empty: a timeline starts with a scenario record")
        return self._scenario(head)

    def _records(self, digest: SourceDigest) -> Iterator[tuple[str, TimelineRecord]]:
        """Each record with its line; the file is read a line at a time, and counted into `digest` at its end."""
        content = hashlib.sha256()
        no_timeline = f"; {IMPORT_MAKES_ONE}"  # as long as no line was a record
        with self._path.open("rb", buffering=1 << 20) as lines:
            for number, raw in enumerate(lines, start=1):
                content.update(raw)
                line = raw.removeprefix(_UTF8_MARK) if number == 1 else raw
                if not line.strip():
                    continue
                item = f"line {number}"
                try:
                    read = orjson.loads(line)
                    record = RECORD.validate_python(with_plain_tag(read))
                    doubled = doubled_key_of(line, read)
                except orjson.JSONDecodeError as exc:
                    cut = "" if raw.endswith(b"\n") else "; the last line may be cut off"
                    message = f"{_no_json(line, exc)}{no_timeline or cut}"
                    self._findings.unreadable("unreadable_line", self._file, item, message)
                except ValidationError as exc:
                    self._findings.unreadable("unreadable_line", self._file, item, f"{_wrong(exc)}{no_timeline}")
                except RecursionError:
                    self._findings.unreadable("unreadable_line", self._file, item, "nested too deeply")
                else:
                    no_timeline = ""
                    if doubled is None:
                        yield item, record
                    else:
                        message = f"the key {doubled[:60]!r} stands twice in one object"
                        self._findings.unreadable("unreadable_line", self._file, item, message)
        digest.add(self._path.name, content.digest())

    def _take(self, item: str, record: MessageRecord | CommandRecord | ForgetRecord | QueryRecord) -> None:
        try:
            match record:
                case MessageRecord():
                    self._take_message(item, record)
                case CommandRecord():
                    command = Command(name=record.name, args=plain_value(record.args))
                    at_us = self._reader.read_us(record.at)
                    self._add(CommandDraft(at_us=at_us, person=record.person, command=command), item)
                case ForgetRecord():
                    at_us = self._reader.read_us(record.at)
                    labels = tuple(record.messages)
                    draft = ForgetDraft(at_us=at_us, person=record.person, labels=labels, text=record.text)
                    row = self._add(draft, item)
                    if not all(label and label in self._timeline for label in labels):
                        self._open.append((item, row, draft))
                case QueryRecord():
                    cutoff_us = None if record.cutoff is None else self._reader.read_us(record.cutoff)
                    self._queries.append((item, record, cutoff_us))
        except UnreadableTime as exc:
            self._findings.unreadable("unreadable_timestamp", self._file, item, str(exc))
        except MixedZones as exc:
            self._findings.unreadable("mixed_zones", self._file, item, str(exc))

    def _take_message(self, item: str, record: MessageRecord) -> None:
        at_us = self._reader.read_us(record.at)
        occurred_at_us = None if record.occurred_at is None else self._reader.read_us(record.occurred_at)
        if record.id and record.id in self._timeline:
            message = f"a second message with the id {record.id!r}"
            self._findings.unreadable("unreadable_line", self._file, item, message)
            return
        draft = MessageDraft(
            at_us=at_us,
            speaker=record.speaker,
            role=record.role,
            text=record.text,
            occurred_at_us=occurred_at_us,
            label=record.id,
            session=record.session,
        )
        self._add(draft, item)

    def _add(self, draft: Draft, item: str) -> int:
        self._notes.look_at(draft, item)
        return self._timeline.add(draft)

    def _known(self, item: str, labels: list[str]) -> Iterator[str]:
        for label in labels:
            if label and label in self._timeline:
                yield label
            else:
                message = f"no message of the file has the id {label!r}"
                self._findings.unreadable("unreadable_line", self._file, item, message)

    def _scenario(self, head: ScenarioRecord) -> Scenario:
        for item, row, draft in self._open:  # a message may be earlier in time and stand further down
            self._timeline.replace(row, replace(draft, labels=tuple(self._known(item, list(draft.labels)))))
        numbered = self._timeline.build()
        self._check_requests(numbered.timeline)
        times = self._reader
        self._notes.finish(times.n_naive, head.zone, times.n_twice, times.first_twice)
        queries: list[Query] = []
        maintenance: list[Query] = []
        for place, (item, record, cutoff_us) in enumerate(self._queries):
            those = queries if record.ask else maintenance
            query = Query(
                index=len(those),
                text=record.text,
                gold=self._gold(numbered, item, record),
                origin=self._origin(record, place),
                cutoff=self._cutoff(numbered, item, record, cutoff_us),
                cutoff_policy=record.cutoff_policy,
            )
            those.append(query)
        self._check_origins((*queries, *maintenance))
        return Scenario(
            id=head.id,
            zone=head.zone,
            people=tuple(head.people),
            timeline=numbered.timeline,
            queries=tuple(queries),
            maintenance=tuple(maintenance),
            sessions=numbered.sessions,
        )

    def _gold(self, numbered: Numbered, item: str, record: QueryRecord) -> Gold:
        if record.expects_commands and record.commands is None:
            self._findings.add("no_reference", "error", self._file, item, NO_COMMANDS)
        return Gold(
            commands=_commands(record.commands or []),
            reasoning_type=record.reasoning_type,
            facts=tuple(record.facts),
            evidence_ids=self._ids(numbered, item, record.evidence),
            expects_commands=record.expects_commands,
            answer=record.answer,
            among=record.among,
            preference=None if record.preference is None else Preference(**record.preference.model_dump()),
            maintenance=record.maintenance,
            superseded=tuple(
                Superseded(message_ids=self._ids(numbered, item, old.evidence), commands=_commands(old.commands))
                for old in record.superseded
            ),
            unwanted=None if record.unwanted is None else self._unwanted(numbered, item, record.unwanted),
        )

    def _unwanted(self, numbered: Numbered, item: str, record: UnwantedRecord) -> Unwanted:
        ids = self._ids(numbered, item, record.messages)
        said = (numbered.timeline.message(message_id) for message_id in ids)
        return Unwanted(
            commands=_commands(record.commands),
            kind=record.kind,
            message_ids=ids,
            texts=tuple(message.text for message in said if message is not None),
            twin=record.twin,
        )

    def _cutoff(self, numbered: Numbered, item: str, record: QueryRecord, cutoff_us: int | None) -> Position | None:
        """Where the query is asked; None where it does not say."""
        for label in self._known(item, [record.before] if record.before else []):
            number = _running_number(numbered.ids[label])
            return numbered.timeline.records[number - 1].position
        return None if cutoff_us is None else Position(cutoff_us, record.cutoff_seq)

    def _ids(self, numbered: Numbered, item: str, labels: list[str]) -> tuple[str, ...]:
        """The opaque ids of the messages of these labels, in position order."""
        return tuple(sorted((numbered.ids[label] for label in self._known(item, labels)), key=_running_number))

    def _check_origins(self, queries: tuple[Query, ...]) -> None:
        """A query is named after its place in its source, so no two may share one."""
        seen: set[int] = set()
        for query in queries:
            index = query.origin.event_index
            if index in seen:
                self._findings.unreadable(
                    "unreadable_query", self._file, "", f"two queries have the event_index {index}"
                )
            seen.add(index)

    def _check_requests(self, timeline: Timeline) -> None:
        """A request cannot name what was not said yet."""
        for asked in timeline.forgets():
            if any(_running_number(message_id) > asked.position.seq for message_id in asked.request.message_ids):
                when, text = iso(asked.position.at_us), asked.request.text[:60]
                message = f"a request to forget of {when} names a message that is said later: {text!r}"
                self._findings.unreadable("unreadable_line", self._file, "", message)

    def _origin(self, record: QueryRecord, place: int) -> Origin:
        if record.origin is None:
            return Origin(source_file=self._file, event_index=place)
        return Origin(source_file=record.origin.source_file, event_index=record.origin.event_index)


def _running_number(opaque_id: str) -> int:
    """The place of a message in the timeline, which its id is made from."""
    return int(opaque_id[1:])


def _wrong(exc: ValidationError) -> str:
    """What is wrong with a record, of several things the first; a field that is not known lists those that are."""
    first = exc.errors()[0]
    *parts, last = first["loc"] or ("",)
    if first["type"] == "extra_forbidden":
        of = ".".join(str(part) for part in parts)
        return unknown_name(f"{of} has no field", str(last)[:60], known_fields(first["loc"]))
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else f"no record of a timeline: {first['msg']}"


def _no_json(line: bytes, exc: orjson.JSONDecodeError) -> str:
    try:
        line.decode()
    except UnicodeDecodeError as bytes_exc:
        return f"not UTF-8 ({bytes_exc.reason} at byte {bytes_exc.start} of the line)"
    return f"no JSON: {exc}"


def _commands(records: list[CallRecord]) -> tuple[Command, ...]:
    return tuple(Command(name=call.name, args=plain_value(call.args)) for call in records)
