"""The map of a log: which column is what, in TOML.

```toml
format = "jsonl"

[columns]
time = "created_at"
speaker = "user.name"
role = "role"
text = "content"

[time]
zone = "Europe/Lisbon"
```
A name with dots leads into objects, lists and JSON in text: `user.name`, `choices.0.message`. A field that is not known
is an error.
"""

import tomllib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from replay.errors import InputError
from replay.importing.changes import ChangeMeaning
from replay.importing.forget_words import FORGET
from replay.importing.map_errors import check_rule, hint_for_toml, said_of
from replay.importing.moments import Moments, check_time_format
from replay.importing.packed_files import plain_name
from replay.times import find_zone

LogFormat = Literal["jsonl", "json", "csv", "parquet", "chat", "chatgpt", "whatsapp"]
LOG_FORMATS: tuple[LogFormat, ...] = get_args(LogFormat)
RoleMeaning = Literal["user", "assistant", "skip"]

_BY_ENDING: dict[str, LogFormat] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".txt": "whatsapp",
}
USUAL_ROLES: dict[str, RoleMeaning] = {
    "user": "user",
    "human": "user",
    "driver": "user",
    "passenger": "user",
    "customer": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "gpt": "assistant",
    "agent": "assistant",
    "car": "assistant",
    "system": "skip",
    "developer": "skip",
    "tool": "skip",
    "function": "skip",
}
"""What a role means where the map does not say otherwise."""


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Columns(_Part):
    """Where each thing stands; only `time` and `text` must be named."""

    time: str = Field(default="", description="when the row could have been known")
    date: str = Field(default="", description="the day, where `time` and `reply_time` hold the time of day alone")
    occurred_at: str = Field(default="", description="what instant the row is about, where that differs")
    zone: str = Field(default="", description="a zone of the row's own, for times without an offset")
    conversation: str = ""
    speaker: str = ""
    person: str = Field(default="", description="who the person is, also in rows of the assistant; no name of its own")
    role: str = ""
    text: str = ""
    tool_calls: str = ""
    change: str = Field(default="", description="whether the row says a message, or edits or deletes that of its id")
    id: str = Field(default="", description="the log's own name of a message, for evidence")
    messages: str = Field(default="", description="a list of messages in the row; the other names then lead into each")
    row_time: str = Field(default="", description="when the row was, for messages of its list without a `time`")
    reply: str = Field(default="", description="what was answered to the row, in a usual form of a model's reply")
    reply_time: str = Field(default="", description="when the reply was there, where that differs")


class TimePart(_Part):
    """How times are read."""

    format: str | None = None
    zone: str = "UTC"
    order: Literal["dmy", "mdy", "ymd"] | None = Field(default=None, description="of dates in chat exports")


class Speakers(_Part):
    """Who speaks where no column says so, and which speakers are the assistant where no column has roles."""

    user: str = ""
    assistant: str = "assistant"
    assistants: list[str] = []


class ScenarioPart(_Part):
    """The timeline's own name; with a `column`, one timeline for each of its values."""

    id: str = "log"
    title: str = ""
    column: str = ""


class ToolRule(_Part):
    """What a foreign tool is called in the car."""

    name: str = Field(description="a command of the car, or `forget`")
    args: dict[str, str] = Field(default={}, description="from its arguments to ours; empty ones are left out")
    values: dict[str, dict[str, Any]] = Field(default={}, description="by our argument, from its values to ours")
    set: dict[str, Any] = Field(default={}, description="arguments that ours needs besides")


class CsvPart(_Part):
    """How a table of text is written."""

    delimiter: str = Field(default="", max_length=1)


class PseudonymPart(_Part):
    """What is replaced besides the names of speakers."""

    names: list[str] = []
    plates: list[str] = Field(default=[], description="regular expressions of further plate numbers")


class ProbePart(_Part):
    """How queries are drawn from the log."""

    name_speaker: bool | None = Field(
        default=None, description="put `Speaker: ` in front of a question; None: where two or more named people speak"
    )


class ImportMap(_Part):
    """The whole map."""

    format: LogFormat | None = None
    columns: Columns = Columns()
    time: TimePart = TimePart()
    roles: dict[str, RoleMeaning] = {}
    changes: dict[str, ChangeMeaning] = {}
    speakers: Speakers = Speakers()
    scenario: ScenarioPart = ScenarioPart()
    tools: dict[str, str | ToolRule] = {}
    csv: CsvPart = CsvPart()
    pseudonyms: PseudonymPart = PseudonymPart()
    probes: ProbePart = ProbePart()

    def moments(self, may_go_back: Callable[[], timedelta] | None = None, *, is_newest_first: bool = False) -> Moments:
        """What reads the log's instants, none read so far; told of the rows' order as `Moments` is."""
        return Moments(
            self.time.format,
            find_zone(self.time.zone),
            has_row_zones=bool(self.columns.zone),
            may_go_back=may_go_back,
            is_newest_first=is_newest_first,
        )

    def for_replies(self) -> "ImportMap":
        """The map by which the messages of a reply are read, under the names that `replay.importing.replies` gives."""
        columns = self.columns
        names = {"role": "role", "text": "content", "tool_calls": "tool_calls"}
        empty = {"messages": "messages", "reply": "", "occurred_at": ""}
        update = {**names, **empty, "time": columns.reply_time or columns.time}
        return self.model_copy(update={"columns": columns.model_copy(update=update)})

    def for_requests(self) -> "ImportMap":
        """The map by which what was asked is read: of a row that is one question its calls are the reply's."""
        if self.columns.messages or not self.columns.reply:
            return self
        return self.model_copy(update={"columns": self.columns.model_copy(update={"tool_calls": ""})})

    def tool_rules(self) -> dict[str, ToolRule]:
        """The rule for each foreign tool that the map names."""
        return {name: rule if isinstance(rule, ToolRule) else ToolRule(name=rule) for name, rule in self.tools.items()}


PRESETS: dict[LogFormat, dict[str, str]] = {
    "chat": {"messages": "messages", "role": "role", "text": "content", "tool_calls": "tool_calls", "speaker": "name"},
    "chatgpt": {"time": "time", "role": "role", "text": "text", "conversation": "conversation", "id": "id"},
    "whatsapp": {"time": "time", "speaker": "speaker", "text": "text"},
}
"""The columns of formats that have names of their own."""


def usual_columns(format_: LogFormat, messages: str) -> dict[str, str]:
    """The columns that need not be named; lists of messages have theirs in every format."""
    usual = PRESETS.get(format_, {})
    return {**PRESETS["chat"], **usual} if messages else usual


def load_map(path: Path | None) -> ImportMap:
    """The map in a TOML file; the empty one for None.

    Raises:
        InputError: it cannot be read, or holds something that no map has; the field is named.
    """
    if path is None:
        return ImportMap()
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        why = (exc.strerror if isinstance(exc, OSError) else None) or exc
        raise InputError(f"{path}: cannot be read: {why}") from exc
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise InputError(f"{path}: cannot be read: {exc}{hint_for_toml(text, str(exc))}") from exc
    return parse_map(content, str(path))


def parse_map(content: dict[str, Any], name: str) -> ImportMap:
    """The map of this content.

    Raises:
        InputError: as `load_map`.
    """
    try:
        found = ImportMap.model_validate(content)
    except ValidationError as exc:
        raise InputError(f"{name}: {said_of(ImportMap, exc)}") from exc
    try:
        find_zone(found.time.zone)
        if found.time.format is not None:
            check_time_format(found.time.format)
    except InputError as exc:
        raise InputError(f"{name}: time: {exc}") from exc
    for foreign, rule in found.tool_rules().items():
        wrong = check_rule(rule.name, rule.args, rule.values, rule.set)
        if wrong is not None:
            raise InputError(f"{name}: tools.{foreign}: {wrong}")
    return found


def settled(map_: ImportMap, log: Path) -> ImportMap:
    """The map with its format and, where the format has columns of its own, these; the map's own go before.

    Raises:
        InputError: the format is not named and the file's ending tells none, no column of time or text is named, one
            for the time of replies and none for them, one for the time of rows and none for messages in them, or
            messages are to be forgotten, edited or deleted by ids and no column has any.
    """
    format_ = map_.format or _BY_ENDING.get(plain_name(log).suffix.lower())
    if format_ is None:
        raise InputError(f"{log}: of what format? The map's `format` may be {', '.join(LOG_FORMATS)}")
    given = {name: value for name, value in map_.columns.model_dump().items() if value}
    columns = Columns(**{**usual_columns(format_, given.get("messages", "")), **given})
    for name in ("time", "text"):
        if not getattr(columns, name):
            raise InputError(f"{log}: the map names no column for {name}: [columns] {name} = ...; --guess proposes one")
    for foreign, rule in map_.tool_rules().items():
        if rule.name == FORGET and "messages" in rule.args.values() and not columns.id:
            raise InputError(f"{log}: tools.{foreign}: args: messages are found by their ids; [columns] id names none")
    if columns.change and not columns.id:
        raise InputError(f"{log}: the map names a change, and no id: messages that change are found by their ids")
    if columns.reply_time and not columns.reply:
        raise InputError(f"{log}: the map names a reply_time and no reply")
    if columns.row_time and not columns.messages:
        raise InputError(f"{log}: the map names a row_time, for messages of a list, and no messages")
    return map_.model_copy(update={"format": format_, "columns": columns})
