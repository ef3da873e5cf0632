"""From a row to what it says: who spoke, when, which words, and what was carried out, by the map's columns."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from replay.importing.changes import Change, ChangeMeaning, change_of, is_change
from replay.importing.fields import MISSING, bare_name, getter, missing, name_of, optional, text_of
from replay.importing.mapping import USUAL_ROLES, ImportMap, usual_columns
from replay.importing.moments import Moments
from replay.importing.problems import BadField, Problems, kind_of, shown
from replay.importing.row_times import NOTHING, RowTimes, text_in
from replay.importing.same_names import SameNames
from replay.importing.tool_calls import RecordedCall, ToolTable, call_of_part
from replay.importing.tool_results import ROLES, failed_calls

CALLS_OF_PERSONS = (
    "rows with tool calls count as a person's: if the assistant said them, [columns] role or [speakers] assistants "
    "must say so"
)
EMPTIED = "messages without a text left out: deleted, or nothing was understood"


class Entry(NamedTuple):
    """One row that was read."""

    scenario: str
    """Empty where the log is one timeline."""
    conversation: str
    at: datetime
    occurred_at: datetime | None
    speaker: str
    role: str
    """`user` or `assistant`."""
    text: str | None
    """None where nothing was said: something was carried out, or a message was emptied."""
    label: str
    """The log's own name of it, or empty."""
    calls: Sequence[RecordedCall]
    change: Change = "new"
    """What it does to the message of its label."""
    zone: str = ""
    """Empty where the log has no column for it."""


class Failure(NamedTuple):
    """What a row says of calls of its conversation that failed."""

    scenario: str
    conversation: str
    ids: frozenset[str]
    """Those of the calls, as far as they are named."""


class RowReader:
    """Reads rows by a settled map."""

    def __init__(self, map_: ImportMap, moments: Moments, problems: Problems) -> None:
        """Count what is left out in `problems`."""
        columns = map_.columns
        self._columns = columns
        self._moments = moments
        self._notes = problems.notes
        self._same_names = SameNames(problems.notes)
        self._tools = ToolTable(map_.tool_rules())
        self._roles: dict[Any, str] = {**USUAL_ROLES, **map_.roles}
        self._assistants = frozenset(map(bare_name, map_.speakers.assistants))
        self._names = {"user": map_.speakers.user, "assistant": map_.speakers.assistant}
        self._times = RowTimes(columns, moments)
        self._text = getter(columns.text)
        holder = columns.text.rpartition(".")[0]
        self._holder = getter(holder) if holder else lambda row: row
        """What the text stands in: the row, or the message that its envelope holds."""
        self._occurred_at = optional(columns.occurred_at)
        self._conversation = optional(columns.conversation)
        self._speaker = optional(columns.speaker)
        self._person = optional(columns.person)
        self._role = optional(columns.role)
        self._calls = optional(columns.tool_calls)
        self._id = optional(columns.id)
        self._change = optional(columns.change)
        self._changes = map_.changes
        self._scenario_path = map_.scenario.column
        self._scenario = optional(self._scenario_path)
        named = {
            "speaker": columns.speaker,
            "person": columns.person,
            "conversation": columns.conversation,
            "tool_calls": columns.tool_calls,
        }
        named |= {"id": columns.id, "occurred_at": columns.occurred_at, "reply": columns.reply}
        usual = usual_columns(map_.format or "jsonl", columns.messages)
        self._watched = {(name, path): getter(path) for name, path in named.items() if path and usual.get(name) != path}

    @property
    def unseen(self) -> list[tuple[str, str]]:
        """What the map names, of its own, and no row had so far: of which use, and its path."""
        return list(self._watched)

    def read(self, row: Any, outer: Any = None) -> Entry | None:
        """What the row says; None where its role is one that is left out.

        `outer` is the row that holds this one in a list: what this one does not say of time, zone, conversation and
        scenario, that one may, and of the speaker where the role is a person's.

        Raises:
            BadField: a field that is needed is not there, or holds something else.
        """
        if type(row) is not dict:
            raise BadField("", f"{kind_of(row)} in the place of a row; an object is wanted")
        if self._watched:
            self._watch(row, outer)
        role = "" if self._role is None else self._read_role(row)
        if role == "skip":
            return None
        change: ChangeMeaning = "new" if self._change is None else change_of(self._change(row), self._changes)
        if change == "skip":
            self._notes["rows of a kind that the map leaves out"] += 1
            return None
        role, speaker, person = self._who(row, outer, role)
        conversation = "" if self._conversation is None else text_in(self._conversation, row, outer)
        scenario = self._timeline(row, outer)
        if person:
            speaker = self._same_names.named(scenario, speaker, person)
        zone = self._times.zone(row, outer)
        at = self._times.read(row, outer, zone)
        occurred_at = None
        if self._occurred_at is not None:
            given = self._occurred_at(row)
            occurred_at = None if given in NOTHING else self._moments.read(given, "occurred_at", zone)
        label = ""
        if self._id is not None:
            given = self._id(row)
            label = "" if given in NOTHING else name_of(given, "id")
        content = self._content(row, change)
        if content is None:
            return None
        text, calls = content
        if calls and text and role == "user" and self._role is None:
            self._notes[CALLS_OF_PERSONS] += 1
        speaker = speaker or self._names[role]
        return Entry(scenario, conversation, at, occurred_at, speaker, role, text, label, calls, change, zone or "")

    @property
    def n_without_time(self) -> int:
        """How many messages of lists had no time of their own; 0 where none had one."""
        return self._times.n_taken if self._times.n_own else 0

    def failure(self, row: Any, outer: Any = None) -> Failure | None:
        """What a row that `read` leaves out says of calls that failed; None where it says so of none."""
        if not isinstance(row, dict):
            return None
        role = self._role(row) if self._role is not None else None
        is_result = isinstance(role, str) and role.strip().casefold() in ROLES
        ids = failed_calls(self._holder(row), self._text(row), is_result=is_result)
        if ids is None:
            return None
        scenario = "" if self._scenario is None else text_in(self._scenario, row, outer)
        return Failure(scenario, "" if self._conversation is None else text_in(self._conversation, row, outer), ids)

    def _who(self, row: Any, outer: Any, role: str) -> tuple[str, str, str]:
        """The role, `user` or `assistant`, the speaker, empty where the row names none, and who has that name."""
        speaker = ""
        if self._speaker is not None:
            given = self._speaker(row)
            if outer is not None and role == "user" and given in NOTHING and isinstance(outer, dict):
                given = self._speaker(outer)  # whose request it was
            speaker = bare_name("" if given in NOTHING else name_of(given, "speaker"))
        role = role or ("assistant" if speaker in self._assistants else "user")
        person = ""
        if self._person is not None and role == "user":
            person = bare_name(text_in(self._person, row, outer))
            speaker, person = (speaker, person) if speaker else (person, "")
        return role, speaker, person

    def _timeline(self, row: Any, outer: Any) -> str:
        """Which timeline the row is of; empty where no column tells timelines apart.

        Raises:
            BadField: the column that tells them apart holds nothing.
        """
        if self._scenario is None:
            return ""
        scenario = text_in(self._scenario, row, outer)
        if scenario:
            return scenario
        where = f"nothing at {self._scenario_path!r}, which tells the timelines apart"
        both = {**outer, **row} if isinstance(outer, dict) else row
        raise BadField("scenario", f"{where}; there are: {', '.join(sorted(map(str, both))[:12]) or 'none'}")

    def _content(self, row: Any, change: Change) -> tuple[str | None, Sequence[RecordedCall]] | None:
        """What was said, None where nothing was, and the calls; None instead of both where to leave the row out.

        Raises:
            BadField: there is no text, or it is something else.
        """
        calls: Sequence[RecordedCall] = ()
        if self._calls is not None:
            given = self._calls(row)
            calls = () if given in NOTHING or self._is_text(given) else self._tools.read(given, "tool_calls")
        given = self._text(row)
        if type(given) is str:
            text = given
        elif (calls or is_change(change)) and given in NOTHING:
            return None, calls
        elif given is MISSING:
            raise missing(row, "text", self._columns.text)
        else:
            text, n_others = text_of(given, "text")
            uses = [call for call in map(call_of_part, given) if call is not None]
            if uses:
                calls = [*calls, *self._tools.read(uses, "text")]
                n_others -= len(uses)
            if not text and not calls and given:
                self._notes["rows whose parts hold no text left out"] += 1
                return None
            if n_others:
                self._notes["parts that are no text left out"] += n_others
        if text and not text.isspace():
            return text, calls
        if not calls and not is_change(change):
            self._notes[EMPTIED] += 1
        return None, calls

    def _watch(self, row: Any, outer: Any) -> None:
        """Whatever the row has need not be watched for any longer."""
        for key, get in list(self._watched.items()):
            if get(row) is not MISSING or (isinstance(outer, dict) and get(outer) is not MISSING):
                del self._watched[key]

    def _is_text(self, given: Any) -> bool:
        """Whether the column of calls is that of the text: calls are then among the parts of the text alone."""
        return self._columns.tool_calls == self._columns.text and isinstance(given, list | str)

    def _read_role(self, row: Any) -> str:
        given = self._role(row) if self._role is not None else None
        if type(given) is not str and "" in self._roles and given in NOTHING:
            given = ""
        if isinstance(given, str):
            role = self._roles.get(given) or self._roles.get(given.strip().casefold())
            if role == "skip":
                self._notes[f"rows of the role {given} left out" if given else "rows without a role left out"] += 1
            if role is not None:
                return role
        empty = '; [roles] "" = "user" would say what a row without one is'
        if given is MISSING and self._assistants and self._speaker is not None:
            return ""  # who speaks tells it
        if given is MISSING:
            complaint = missing(row, "role", self._columns.role)
            raise BadField("role", complaint.message + empty)
        more = empty if given in NOTHING else "; [roles] may name more"
        raise BadField("role", f"{shown(given)}; known: {', '.join(map(str, self._roles))}{more}")
