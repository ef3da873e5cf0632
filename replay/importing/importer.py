"""A product's log becomes a timeline: read row by row, written row by row, whatever its length.

The rule: what is written has the order of the log, read from its end where it stands newest first; the timeline's
loader sorts. Nothing waits in memory but the open conversations, where messages have ids a few bytes for each, and
requests to forget by ids that are not known yet.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memory.instants import to_us
from replay.errors import InputError
from replay.importing.added_queries import AddedQueries
from replay.importing.changes import UNKNOWN
from replay.importing.clock_back import furthest_back
from replay.importing.forget_words import FORGET
from replay.importing.forgets import ForgetReader, LastSaid, Meant, Said
from replay.importing.held_forgets import HeldForgets
from replay.importing.map_errors import refusal_of
from replay.importing.mapping import ImportMap, settled
from replay.importing.message_ids import MessageIds
from replay.importing.message_reader import MessageReader
from replay.importing.newest_first import Order, order_of, rows_from_the_end
from replay.importing.people import all_names, count_people
from replay.importing.probes import CommandProbes, check_number, periodic_queries
from replay.importing.problems import TOO_DEEP, BadField, Problems, Where
from replay.importing.pseudonyms import Pseudonyms
from replay.importing.readers import Row, read_rows
from replay.importing.report import REFUSED, Asking, ImportReport, TimelineSummary
from replay.importing.rows import Entry, Failure
from replay.importing.tool_calls import RecordedCall
from replay.importing.write import Timelines, check_can_be_written, part_of
from vehicle.commands import Command

WITHOUT_TIME = "messages of lists without a time of their own: theirs is their row's, or that of one before them"
MOST_TOOLS = 1_000
"""So many names of tools are told apart; a log with more has something else for names."""
UNNAMED_LOG = "log"
"""What queries say that they come from where names are replaced: a file may be called after a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """What a user asks for."""

    log: Path
    map: ImportMap
    out: Path
    """A file, or a folder where the map tells timelines apart."""
    queries: Path | None = None
    """Queries in a second file."""
    probe_every_us: int | None = None
    probe_text: str = ""
    probe_commands: bool = False
    pseudonym_key: bytes | None = None
    skip_bad: int = 0
    """So many rows may be bad, those of the log and of `queries` together."""


def import_log(request: ImportRequest) -> ImportReport:
    """Write the timelines of a log, and say what was in it.

    Raises:
        InputError: the map does not fit, or more rows are bad than are allowed; then nothing is written.
        CannotWrite: the disk does not take it.
    """
    if request.skip_bad < 0:
        raise InputError(f"{request.skip_bad} bad rows; 0 or more may be skipped")
    if request.probe_every_us is not None and (request.probe_every_us <= 0 or not request.probe_text.strip()):
        raise InputError("a question that is asked every so often needs a length of time above 0 and a text")
    if not request.log.is_file():
        what = "is no file" if request.log.exists() else "there is no such file"
        raise InputError(f"{request.log}: {what}")
    map_ = settled(request.map, request.log)
    if request.log.resolve() in (request.out.resolve(), part_of(request.out).resolve()):
        raise InputError(f"{request.out}: the timeline cannot take the log's own place")
    timelines = Timelines(
        request.out,
        scenario=map_.scenario.id,
        zone=map_.time.zone,
        title=map_.scenario.title,
        is_split=bool(map_.scenario.column),
    )
    importer = _Import(request, map_, timelines)
    try:
        importer.read_log()
        importer.add_queries()
        timelines.finish()
    except BaseException:
        timelines.give_up()
        raise
    return importer.report()


class _Import:
    """One import; used once."""

    def __init__(self, request: ImportRequest, map_: ImportMap, timelines: Timelines) -> None:
        self._request = request
        self._map = map_
        self._timelines = timelines
        self._problems = Problems(str(request.log), request.skip_bad)
        self._n_rows = 0
        self._order = Order(is_newest_first=False)
        self._moments = map_.moments(self._may_go_back)
        self._ids = MessageIds(has_ids=bool(map_.columns.id))
        key = request.pseudonym_key
        self._pseudonyms = (
            None if key is None else Pseudonyms(key, all_names(request.log, map_), map_.pseudonyms.plates)
        )
        self._source_file = request.log.name if key is None else UNNAMED_LOG
        self._last_said = LastSaid()
        self._forgets = ForgetReader(self._ids, self._pseudonyms, self._problems.notes)
        self._held = HeldForgets()
        self._keeps_times = bool(map_.columns.change) or any(rule.name == FORGET for rule in map_.tool_rules().values())
        """Whether messages are looked up by id and time: for requests to forget, edits, queries of edited ones."""
        self._foreign: Counter[str] = Counter()
        """The calls of tools that the car does not have, by their names."""
        self._refused: dict[str, str] = {}
        self._n_in_words = self._n_carried_out = 0
        """How many queries of the second file want words, and how many commands."""
        self._where: Where = ""
        """The place of the row at hand."""
        self._asking: Asking | None = None
        self._probes: CommandProbes | None = None
        if request.probe_commands:
            self._asking = Asking.of(map_.probes.name_speaker, count_people(request.log, map_))
            self._probes = CommandProbes(self._problems, self._source_file, name_speaker=self._asking.names_speaker)

    def read_log(self) -> None:
        """Write every row."""
        problems = self._problems
        messages = MessageReader(self._map, self._moments, problems)
        for where, row in self._rows():
            self._n_rows += 1
            self._take_row(messages, where, row)
        reader = messages.requests
        for name, path in reader.unseen:
            problems.notes[f"rows, and none has {path!r}, which the map names for {name}"] = self._n_rows
        if reader.n_without_time:
            problems.notes[WITHOUT_TIME] = reader.n_without_time
        self._held.write(self._forgets)
        self._timelines.drop_empty()
        if self._probes is not None:
            self._probes.finish()
        if not self._timelines.files:
            why = problems.examples[0] if problems.examples else f"{problems.line('', '', 'no row is a message')}"
            raise InputError(why)

    def _rows(self) -> Iterator[Row]:
        request, map_ = self._request, self._map
        self._order = order_of(request.log, map_)
        if self._order.is_newest_first:
            return rows_from_the_end(request.log, map_, self._problems, request.out)
        return read_rows(request.log, map_, self._problems)

    def _may_go_back(self) -> timedelta:
        """How far rows go back in time that no clock explains: not at all in a log that was seen to be sorted."""
        return timedelta() if self._order.is_newest_first else furthest_back(self._request.log, self._map)

    def add_queries(self) -> None:
        """Write the queries that do not come from the log."""
        request = self._request
        if request.probe_every_us is not None:
            text = request.probe_text if self._pseudonyms is None else self._pseudonyms.text(request.probe_text)
            for file in self._timelines.files:
                if file.first is not None and file.latest is not None:
                    check_number(file.first, file.latest, request.probe_every_us)
                    for query in periodic_queries(file.first, file.latest, request.probe_every_us, text):
                        file.query(query, self._source_file)
        if request.queries is not None:
            added = AddedQueries(
                self._timelines,
                self._ids,
                self._pseudonyms,
                source_file=self._source_file,
                is_split=bool(self._map.scenario.column),
            )
            added.write(request.queries, self._problems.beside(str(request.queries)))
            self._n_in_words, self._n_carried_out = added.n_in_words, added.n_carried_out

    def _first_unscored(self) -> str:
        """The id of the first query, where queries are only those asked every so often; else empty."""
        if self._request.probe_every_us is None or self._request.queries is not None or self._probes is not None:
            return ""
        return next((f"{file.scenario}/0" for file in self._timelines.files if file.n_queries), "")

    def report(self) -> ImportReport:
        """What was in the log."""
        return ImportReport(
            log=str(self._request.log),
            time_format=self._moments.format or "",
            zone=self._map.time.zone,
            n_rows=self._n_rows,
            n_bad=self._problems.n_bad,
            n_naive=self._moments.n_naive,
            n_twice=self._moments.n_twice,
            n_second=self._moments.n_second,
            is_turned_round=self._order.is_newest_first,
            n_ties=self._order.n_ties,
            asking=self._asking,
            foreign_tools=dict(self._foreign.most_common()),
            refused=dict(self._refused),
            has_calls=bool(self._map.columns.tool_calls or self._map.columns.reply),
            bad=tuple(self._problems.examples),
            notes=dict(self._problems.notes),
            out=str(self._request.out),
            unscored=self._first_unscored(),
            n_in_words=self._n_in_words,
            n_carried_out=self._n_carried_out + (0 if self._probes is None else self._probes.n_drawn),
            timelines=tuple(TimelineSummary.of(file) for file in self._timelines.files),
        )

    def _take_row(self, messages: MessageReader, where: Where, row: Any) -> None:
        try:
            for said in messages.said(where, row):
                try:
                    entry = messages.read(said)
                    if entry is not None:
                        self._where = said.place
                        self._take(entry)
                    elif self._probes is not None:
                        self._look_for_failure(messages.failure(said))
                except BadField as exc:
                    self._problems.bad(said.place, exc.field, exc.message)
        except BadField as exc:
            self._problems.bad(where, exc.field, exc.message)
        except RecursionError:
            self._problems.bad(where, "", TOO_DEEP)

    def _look_for_failure(self, failure: Failure | None) -> None:
        """What a row that is left out says of calls before it."""
        if failure is not None and self._probes is not None:
            scenario = failure.scenario if self._pseudonyms is None else self._pseudonyms.label(failure.scenario)
            self._probes.failed((scenario, failure.conversation), failure.ids)

    def _take(self, entry: Entry) -> None:
        if entry.change != "new":
            self._take_change(entry)
            return
        if not entry.label:
            self._write(entry, "")
            return
        label = self._ids.take(entry.scenario, entry.label, is_message=entry.text is not None)
        try:
            self._write(entry, label)
        except BadField:
            self._ids.leave_out(entry.scenario, entry.label)
            raise

    def _take_change(self, entry: Entry) -> None:
        """Write the new text of the row, if it has any, and have the one before it forgotten.

        Which that is, is known when the log is over, since it may stand further down.
        """
        has_text = entry.change == "edit" and entry.text is not None
        if not entry.label:
            self._problems.notes[UNKNOWN] += 1
            if has_text:
                self._write(entry, "")
            return
        scenario, person = entry.scenario, entry.speaker
        if self._pseudonyms is not None:
            scenario, person = self._pseudonyms.label(scenario), self._pseudonyms.speaker(person)
        check_can_be_written(Command(name=FORGET, args={"person": person}))
        before = self._ids.next(to_us(entry.at))
        if has_text:
            label = self._ids.edit(entry.scenario, entry.label, before.at_us)
            try:
                self._write(entry, label)
            except BadField:
                self._ids.leave_out_edit(entry.scenario, entry.label, label)
                raise
        meant = Meant(entry.scenario, before, ((entry.label, ""),), 0, "", 0, person, 0, None, unknown=UNKNOWN)
        self._held.hold(self._timelines.of(scenario, entry.zone), entry.at, meant)

    def _write(self, entry: Entry, label: str) -> None:
        """Write all of a row, or, where it raises a BadField, nothing; its message is called `label`."""
        scenario, conversation, at, occurred_at, speaker, role, text, _, given, *_ = entry
        pseudonyms, written = self._pseudonyms, label
        if pseudonyms is not None:
            scenario, speaker, label = pseudonyms.label(scenario), pseudonyms.speaker(speaker), pseudonyms.label(label)
            text = None if text is None else pseudonyms.text(text)
            given = [call if call.is_forget else call.replaced(pseudonyms.command(call.command)) for call in given]
        key = (scenario, conversation)
        if text is None and not given:
            if role == "user":  # what follows is not about what was said before
                self._last_said.heard(key, Said(speaker, "", at))
                if self._probes is not None:
                    self._probes.heard_nothing(key, at)
            return
        says = Said(speaker, text, at) if role == "user" and text is not None else None
        asked, calls = says, list[RecordedCall | Meant]()
        if given:
            asked = says or self._last_said.before(key, at)
            calls = self._with_requests(entry.scenario, given, asked, at)
        file = self._timelines.of(scenario, entry.zone)
        if text is not None:
            probed = self._probes is not None and role == "user"
            if probed and not label:
                label = self._ids.made(entry.scenario, file.n_messages + 1)
            file.message(at, speaker, role, text, label, occurred_at, conversation)
            if entry.label and self._keeps_times:
                self._ids.said(entry.scenario, written, to_us(at))
            if says is not None:
                self._last_said.heard(key, says)
            if probed and self._probes is not None:
                self._probes.heard(key, file, label, speaker, text, at)
            elif self._probes is not None:
                self._probes.answered(key)
        for call in calls:
            if isinstance(call, Meant):
                self._held.hold(file, at, call)
                continue
            if call.is_forget:
                file.forget(at, call.command)
                continue
            by = speaker if role == "user" else asked.speaker if asked is not None else ""
            file.command(at, by, call.command)
            is_refused = self._look_at(call)
            if self._probes is not None:
                self._probes.carried_out(key, call, at, is_refused=is_refused)

    def _with_requests(
        self, scenario: str, calls: Sequence[RecordedCall], asked: Said | None, at: datetime
    ) -> list[RecordedCall | Meant]:
        """The calls, each request to forget as it is to be written, or, where it has to wait, as it was meant.

        Raises:
            BadField: one cannot be written.
        """
        found: list[RecordedCall | Meant] = []
        for call in calls:
            if not call.is_forget:
                check_can_be_written(call.command)
                found.append(call)
                continue
            meant = self._forgets.read(scenario, call, asked, at)
            if meant.is_open:
                check_can_be_written(Command(name=FORGET, args={"text": meant.text, "person": meant.person}))
                found.append(meant)
                continue
            request = self._forgets.settled(meant)
            if request is not None:
                check_can_be_written(request.command)
                found.append(request)
        return found

    def _look_at(self, call: RecordedCall) -> bool:
        """Whether the car refuses the call for its arguments; noted, as is a call of what the car does not have."""
        name = call.command.name
        if not call.is_known:
            key = name if name in self._foreign or len(self._foreign) < MOST_TOOLS else "others"
            self._foreign[key] += 1
            return False
        why = refusal_of(name, call.command.args)
        if why is None:
            return False
        place = f"line {self._where}" if isinstance(self._where, int) else self._where
        self._refused.setdefault(name, f"{place}: {why}")
        self._problems.notes[REFUSED] += 1
        return True
