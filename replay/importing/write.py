"""Timelines on their way to disk: record by record in the order of the log, into files that appear when whole."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from shutil import copyfileobj
from typing import Any, BinaryIO, NamedTuple

import orjson

from replay.errors import CannotWrite, InputError
from replay.importing.problems import NO_TEXT, SAVE_AS_UTF8, BadField
from replay.importing.standing_timelines import check_none_stays, records_of
from replay.labels import Labels
from replay.loaders.timeline_files import check_may_replace, file_name
from replay.times import is_zone
from replay.whole_files import writing
from vehicle.commands import Command, is_unicode

PART = ".part"
"""What the name of a file ends with until it is whole."""
MOST_OPEN = 64
"""So many files are open at once."""
_LINE = orjson.OPT_APPEND_NEWLINE
_BUFFER = 1 << 18
_MUCH_MORE = 9
_MOST_RECENT = 1_000


class Place(NamedTuple):
    """A place between two records of a timeline that grows."""

    n_bytes: int
    """So much is before it."""
    is_moved: bool
    """Whether a record before it is later."""


def part_of(path: Path) -> Path:
    """Where the file `path` grows."""
    return path.with_name(path.name + PART)


def check_can_be_written(command: Command) -> None:
    """Nothing, where `TimelineFile.command` would write the command.

    Raises:
        BadField: it holds what UTF-8 cannot.
    """
    record = {"name": command.name, "args": dict(command.args)}
    try:
        orjson.dumps(record)
    except TypeError as exc:
        raise BadField(*_unwritable(record)) from exc


class TimelineFile:
    """One timeline on its way to disk, with what is known of it so far."""

    def __init__(self, path: Path, scenario: str, zone: str, title: str) -> None:
        """Start the file of a scenario."""
        self.path = path
        self.scenario = scenario
        self.zone = zone
        self.first: datetime | None = None
        """The earliest instant of a record."""
        self.latest: datetime | None = None
        self.n_messages = 0
        self.n_commands = 0
        self.n_forgets = 0
        self.n_queries = 0
        self.n_moved = 0
        """How many records came after a later one."""
        self.n_late = 0
        """How many messages are about an instant before they were known."""
        self.replaced: dict[str, int] = {}
        """By kind, how many records the timeline had that stood in its place; known when it is finished."""
        self._sessions = Labels()
        """The numbers of its conversations."""
        self._recent: dict[str, str] = {}
        """What some of them are called: looked up a message at a time."""
        self._moved: datetime | None = None
        """The last record that came after a later one."""
        self._n_newer = 0
        """How many of those are newer than the one of them before."""
        self._part = part_of(path)
        self._file: BinaryIO | None = None
        self._n_bytes = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._part.write_bytes(b"")
        self.write({"record": "scenario", "id": scenario, **({"title": title} if title else {}), "zone": zone})

    def message(
        self,
        at: datetime,
        speaker: str,
        role: str,
        text: str,
        label: str,
        occurred_at: datetime | None,
        conversation: str = "",
    ) -> None:
        """Write a message; its session is called by the place of its `conversation` among those of the timeline.

        Raises:
            BadField: its words cannot be written as UTF-8.
        """
        record: dict[str, Any] = {"record": "message", "at": at, "speaker": speaker, "role": role, "text": text}
        if label:
            record["id"] = label
        if conversation:
            record["session"] = self._session(conversation)
        if occurred_at is not None:
            record["occurred_at"] = occurred_at
        self.write(record)
        self.n_messages += 1
        if occurred_at is not None and occurred_at < at:
            self.n_late += 1
        self._stands_at(at)

    def _session(self, conversation: str) -> str:
        """`s1`, `s2`, ... in the order in which conversations begin: what the log calls them may name a person."""
        known = self._recent.get(conversation)
        if known is not None:
            return known
        number = self._sessions.get(conversation)
        if number is None:
            number = len(self._sessions) + 1
            self._sessions.add(conversation, number)
        if len(self._recent) >= _MOST_RECENT:
            self._recent.clear()
        self._recent[conversation] = f"s{number}"
        return self._recent[conversation]

    def command(self, at: datetime, person: str, command: Command) -> None:
        """Write a command that was carried out.

        Raises:
            BadField: as `message`.
        """
        self.write({"record": "command", "at": at, "person": person, "name": command.name, "args": dict(command.args)})
        self.n_commands += 1
        self._stands_at(at)

    def forget(self, at: datetime, request: Command) -> None:
        """Write a request to forget; its arguments are the record's fields.

        Raises:
            BadField: as `message`.
        """
        self.write({"record": "forget", "at": at, **request.args})
        self.n_forgets += 1
        self._stands_at(at)

    def place(self, at: datetime) -> Place:
        """Where a record of this instant would be written now."""
        return Place(n_bytes=self._n_bytes, is_moved=self.latest is not None and at < self.latest)

    def insert(self, requests: Sequence[tuple[Place, datetime, Command]]) -> None:
        """Write requests to forget at places of before, which stand in their order.

        Raises:
            BadField: as `message`.
            CannotWrite: the disk does not take it.
        """
        if not requests:
            return
        self.rest()
        longer = part_of(self._part)
        with writing(self.path):
            try:
                with self._part.open("rb") as old, longer.open("wb", buffering=_BUFFER) as new:
                    for place, at, request in requests:
                        _copy(old, new, place.n_bytes - old.tell())
                        self._n_bytes += new.write(_line({"record": "forget", "at": at, **request.args}))
                        self.n_forgets += 1
                        self.n_moved += place.is_moved
                        self.first = at if self.first is None else min(self.first, at)
                        self.latest = at if self.latest is None else max(self.latest, at)
                    copyfileobj(old, new, _BUFFER)
                longer.replace(self._part)
            finally:
                longer.unlink(missing_ok=True)

    def query(self, record: Mapping[str, Any], source_file: str) -> None:
        """Write a query, with its place among the queries of this file.

        Raises:
            BadField: as `message`.
        """
        origin = {"source_file": source_file, "event_index": self.n_queries}
        self.write({"record": "query", **record, "origin": origin})
        self.n_queries += 1

    def write(self, record: Mapping[str, Any]) -> None:
        """Write any record.

        Raises:
            BadField: it holds what UTF-8 cannot.
            CannotWrite: the disk does not take it.
        """
        line = _line(record)
        with writing(self.path):
            if self._file is None:
                self._file = self._part.open("ab", buffering=_BUFFER)
            self._n_bytes += self._file.write(line)

    @property
    def is_newest_first(self) -> bool:
        """Whether most records came after a later one, and these are hardly ever newer than the one before."""
        n_in_place = self.n_messages + self.n_commands + self.n_forgets - self.n_moved
        return self.n_moved >= n_in_place and self.n_moved > _MUCH_MORE * self._n_newer

    def rest(self) -> None:
        """Close the file for now.

        Raises:
            CannotWrite: the disk does not take what was held back.
        """
        file, self._file = self._file, None
        if file is not None:
            with writing(self.path):
                file.close()

    def finish(self) -> None:
        """Give the file its name.

        Raises:
            CannotWrite: the disk does not take it.
            InputError: what stands in its place cannot be read.
        """
        self.rest()
        self.replaced = records_of(self.path)
        with writing(self.path):
            self._part.replace(self.path)

    def give_up(self) -> None:
        """Leave nothing behind."""
        with suppress(CannotWrite):
            self.rest()
        self._part.unlink(missing_ok=True)

    def _stands_at(self, at: datetime) -> None:
        if self.latest is None or self.first is None:
            self.first = self.latest = at
        elif at < self.latest:
            self.n_moved += 1
            if self._moved is not None and at > self._moved:
                self._n_newer += 1
            self._moved = at
            self.first = min(self.first, at)
        else:
            self.latest = at


class Timelines:
    """The timelines of one import: one file, or a folder with one for each scenario."""

    def __init__(self, out: Path, *, scenario: str, zone: str, title: str, is_split: bool) -> None:
        """Write to the file `out`, or, where the log is split, into the folder `out`.

        Raises:
            InputError: something else is there already.
        """
        self._out = out
        self._scenario = scenario
        self._zone = zone
        self._title = title
        self._is_split = is_split
        self._files: dict[str, TimelineFile] = {}
        self._open: OrderedDict[str, None] = OrderedDict()
        self._taken: set[str] = set()
        if is_split and out.exists() and not out.is_dir():
            raise InputError(f"{out}: a folder is wanted, for one timeline for each scenario")
        if not is_split:
            check_may_replace(out)

    @property
    def files(self) -> list[TimelineFile]:
        """All timelines, in the order in which they began."""
        return list(self._files.values())

    def of(self, scenario: str, zone: str = "") -> TimelineFile:
        """The timeline of this scenario; a new one starts, where the log is split in the `zone` of its first row.

        Raises:
            InputError: a file is in its way that is no timeline.
        """
        file = self._files.get(scenario)
        if file is None:
            file = self._files[scenario] = self._new(scenario, zone)
        if self._is_split:
            self._open.pop(scenario, None)
            self._open[scenario] = None
            if len(self._open) > MOST_OPEN:
                self._files[self._open.popitem(last=False)[0]].rest()
        return file

    def __contains__(self, scenario: str) -> bool:
        """Whether this scenario has begun."""
        return scenario in self._files

    def drop_empty(self) -> None:
        """Leave out the timelines of which nothing is known."""
        for scenario, file in list(self._files.items()):
            if file.latest is None:
                file.give_up()
                del self._files[scenario]
                self._open.pop(scenario, None)

    def finish(self) -> None:
        """Give all files their names.

        Raises:
            InputError: the folder holds timelines of another import, which stay.
            CannotWrite: the disk does not take one.
        """
        if self._is_split:
            check_none_stays(self._out, [file.path for file in self._files.values()])
        for file in self._files.values():
            file.finish()

    def give_up(self) -> None:
        """Leave nothing behind."""
        for file in self._files.values():
            file.give_up()

    def _new(self, scenario: str, zone: str) -> TimelineFile:
        path = self._out
        zone = zone if self._is_split and is_zone(zone) else self._zone
        if self._is_split:
            path = self._out / file_name(scenario, self._taken)
            check_may_replace(path)
        if not is_unicode(scenario):
            raise BadField("scenario", NO_TEXT)
        try:
            return TimelineFile(path, scenario or self._scenario, zone, self._title)
        except OSError as exc:
            raise InputError(f"{path}: cannot be written: {exc.strerror or exc}") from exc


def _line(record: Mapping[str, Any]) -> bytes:
    try:
        return orjson.dumps(record, option=_LINE)
    except TypeError as exc:
        raise BadField(*_unwritable(record)) from exc


def _copy(old: BinaryIO, new: BinaryIO, n_bytes: int) -> None:
    while n_bytes > 0:
        n_bytes -= new.write(old.read(min(n_bytes, _BUFFER)))


def _unwritable(record: Mapping[str, Any]) -> tuple[str, str]:
    """The first field that cannot be written, and why."""
    for name, value in record.items():
        if isinstance(value, str) and not is_unicode(value):
            return name, f"{NO_TEXT}: {SAVE_AS_UTF8}"
    return "args", f"{NO_TEXT}, or nested too deep"
