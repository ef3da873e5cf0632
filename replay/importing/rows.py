"""From a row to what it says: who spoke, when, which words, and what was carried out, by the map's columns."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from replay.importing.fields import MISSING, Getter, getter, missing, name_of, text_of
from replay.importing.mapping import USUAL_ROLES, ImportMap, usual_columns
from replay.importing.moments import Moments
from replay.importing.problems import BadField, Problems, kind_of, shown
from replay.importing.tool_calls import RecordedCall, ToolTable, call_of_part

NOTHING = (MISSING, None, "")
"""What an optional field holds that a row does not use; a table of text has no other way to say it."""


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
    """None where nothing was said and something was carried out."""
    label: str
    """The log's own name of it, or empty."""
    calls: Sequence[RecordedCall]


class RowReader:
    """Reads rows by a settled map."""

    def __init__(self, map_: ImportMap, moments: Moments, problems: Problems) -> None:
        """Count what is left out in `problems`."""
        columns = map_.columns
        self._columns = columns
        self._moments = moments
        self._notes = problems.notes
        self._tools = ToolTable(map_.tool_rules())
        self._roles: dict[Any, str] = {**USUAL_ROLES, **map_.roles}
        self._assistants = frozenset(map_.speakers.assistants)
        self._names = {"user": map_.speakers.user, "assistant": map_.speakers.assistant}
        self._time = getter(columns.time)
        self._text = getter(columns.text)
        self._occurred_at = _optional(columns.occurred_at)
        self._zone = _optional(columns.zone)
        self._conversation = _optional(columns.conversation)
        self._speaker = _optional(columns.speaker)
        self._person = _optional(columns.person)
        self._role = _optional(columns.role)
        self._calls = _optional(columns.tool_calls)
        self._id = _optional(columns.id)
        self._scenario = _optional(map_.scenario.column)
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
        role = ""
        if self._role is not None:
            role = self._read_role(row)
            if role == "skip":
                return None
        speaker = ""
        if self._speaker is not None:
            given = self._speaker(row)
            if outer is not None and role == "user" and given in NOTHING and isinstance(outer, dict):
                given = self._speaker(outer)  # whose request it was
            speaker = given if type(given) is str else "" if given in NOTHING else name_of(given, "speaker")
        role = role or ("assistant" if speaker in self._assistants else "user")
        if self._person is not None and role == "user" and not speaker:
            speaker = self._shared(self._person, row, outer)
        conversation = "" if self._conversation is None else self._shared(self._conversation, row, outer)
        scenario = "" if self._scenario is None else self._shared(self._scenario, row, outer)
        if self._scenario is not None and not scenario:
            raise BadField("scenario", "nothing in the column that tells the timelines apart")
        zone = None
        if self._zone is not None:
            zone = self._shared(self._zone, row, outer)
            if not zone:
                raise missing(row, "zone", self._columns.zone)
        at = self._read_time(row, outer, zone)
        occurred_at = None
        if self._occurred_at is not None:
            given = self._occurred_at(row)
            occurred_at = None if given in NOTHING else self._moments.read(given, "occurred_at", zone)
        calls: Sequence[RecordedCall] = ()
        if self._calls is not None:
            given = self._calls(row)
            calls = () if given in NOTHING or self._is_text(given) else self._tools.read(given, "tool_calls")
        label = ""
        if self._id is not None:
            given = self._id(row)
            label = "" if given in NOTHING else name_of(given, "id")
        text: str | None
        given = self._text(row)
        if type(given) is str:
            text = given
        elif calls and given in NOTHING:
            text = None
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
        if calls and not text:
            text = None
        return Entry(scenario, conversation, at, occurred_at, speaker or self._names[role], role, text, label, calls)

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
        if isinstance(given, str):
            role = self._roles.get(given) or self._roles.get(given.strip().casefold())
            if role == "skip":
                self._notes[f"rows of the role {given} left out"] += 1
            if role is not None:
                return role
        if given is MISSING:
            raise missing(row, "role", self._columns.role)
        raise BadField("role", f"{shown(given)}; known: {', '.join(map(str, self._roles))}; [roles] may name more")

    def _read_time(self, row: Any, outer: Any, zone: str | None) -> datetime:
        given = self._time(row)
        if given in NOTHING and outer is not None:
            given = self._time(outer)
        if given is MISSING:
            raise missing(row if outer is None else outer, "time", self._columns.time)
        return self._moments.read(given, "time", zone)

    def _shared(self, field: Getter, row: Any, outer: Any) -> str:
        given = field(row)
        if given in NOTHING and outer is not None:
            given = field(outer)
        if type(given) is str:
            return given
        return "" if given in NOTHING else name_of(given, "person, conversation, zone or scenario")


def _optional(path: str) -> Getter | None:
    return getter(path) if path else None
