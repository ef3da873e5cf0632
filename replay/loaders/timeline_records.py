"""The records of a timeline file, one a line, as they are checked: a field that is not known is an error."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from replay.remembering import FIRST_NUMBER


class _Record(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class ScenarioRecord(_Record):
    """The first line of a file."""

    record: Literal["scenario"]
    id: str = Field(min_length=1)
    title: str = ""
    zone: str = "UTC"
    people: list[str] = []


class MessageRecord(_Record):
    """Something said or logged."""

    record: Literal["message"]
    at: str
    speaker: str
    role: Literal["user", "assistant"] = "user"
    text: str
    id: str = Field(default="", description="a label for `forget` and `evidence`; no memory or agent sees it")
    session: str = Field(
        default="",
        description="which conversation it belongs to, any label; without one, a silence of more than 30 minutes "
        "ends a session; no memory or agent sees it",
    )
    occurred_at: str | None = None


class CommandRecord(_Record):
    """A command that was really carried out."""

    record: Literal["command"]
    at: str
    person: str = ""
    name: str
    args: dict[str, Any] = {}


class ForgetRecord(_Record):
    """A request to forget."""

    record: Literal["forget"]
    at: str
    person: str = ""
    messages: list[str] = []
    text: str = ""


class CallRecord(_Record):
    """One reference command of a query."""

    name: str
    args: dict[str, Any] = {}


class SupersededRecord(_Record):
    """What was right before a change that a query is about."""

    evidence: list[str] = Field(min_length=1)
    commands: list[CallRecord] = []


class UnwantedRecord(_Record):
    """What must not happen at a query, though the history asks for it."""

    commands: list[CallRecord] = Field(min_length=1, description="what nobody with a right to it asked for")
    kind: str = Field(default="unspecified", min_length=1, description="how it is asked for; figures are given by kind")
    messages: list[str] = Field(
        default=[], description="the ids of the messages that ask for it, together; none in a control"
    )
    twin: str = Field(default="", description="a name that the query shares with its twin in a control")


class OriginRecord(_Record):
    """Where a converted query stood in its source."""

    source_file: str
    event_index: int


class PreferenceRecord(_Record):
    """A preference by its place in a tree of categories."""

    main: str
    sub: str
    detail: str
    attribute: str


class QueryRecord(_Record):
    """A query and what would be right."""

    record: Literal["query"]
    text: str
    cutoff: str | None = Field(default=None, description="what is earlier is visible")
    cutoff_seq: int = Field(
        default=0,
        ge=0,
        lt=FIRST_NUMBER,
        description="at the cutoff's instant the records with a smaller running number are visible",
    )
    cutoff_policy: Literal["explicit", "evidence", "end", "before-evidence"] = Field(
        default="explicit", description="which rule set the cutoff, where another source had none"
    )
    before: str = Field(default="", description="the id of a message just before which the query is asked")
    reasoning_type: str = "unspecified"
    commands: list[CallRecord] | None = Field(
        default=None,
        description="what should be carried out; null, or absent beside an answer, evidence, a preference or a "
        "maintenance action, where no commands are expected",
    )
    state: bool = Field(default=True, description="false where only the calls are compared, not the car")
    facts: list[str] = []
    evidence: list[str] = []
    among: int | None = Field(
        default=None, ge=1, description="how many things of this kind should be stored: so many hits should hold it"
    )
    answer: str | None = Field(default=None, description="empty where the right answer is that nobody knows")
    preference: PreferenceRecord | None = None
    maintenance: Literal["pass", "update", "append"] | None = None
    ask: bool = Field(
        default=True,
        description="false for what a store of preferences is judged by: it expects a maintenance action, is never "
        "asked in a replay, and is kept by nobody",
    )
    superseded: list[SupersededRecord] = []
    unwanted: UnwantedRecord | None = Field(
        default=None, description="what must not happen: what a prompt injection is after"
    )
    origin: OriginRecord | None = None

    @model_validator(mode="after")
    def _one_cutoff(self) -> "QueryRecord":
        if self.before and (self.cutoff is not None or self.cutoff_seq):
            raise ValueError("a query has a cutoff or stands before a message, not both")
        if self.cutoff_seq and self.cutoff is None:
            raise ValueError("cutoff_seq needs a cutoff")
        return self

    @model_validator(mode="after")
    def _asked_or_judged(self) -> "QueryRecord":
        if not self.ask and self.maintenance is None:
            raise ValueError("a query that is not asked expects a maintenance action")
        return self

    @property
    def expects_commands(self) -> bool:
        """Whether the car is to be compared: with `commands`, none included."""
        if self.commands is not None:
            return self.state
        something_else = self.answer is not None or self.evidence or self.preference or self.maintenance
        return self.state and "commands" not in self.model_fields_set and not something_else

    def labels(self) -> Iterator[tuple[str, list[str]]]:
        """The ids of messages that the query names, with the field that names them."""
        yield "before", [self.before] if self.before else []
        yield "evidence", self.evidence
        for old in self.superseded:
            yield "superseded", old.evidence
        if self.unwanted is not None:
            yield "unwanted", self.unwanted.messages


TimelineRecord = ScenarioRecord | MessageRecord | CommandRecord | ForgetRecord | QueryRecord
RECORD: TypeAdapter[TimelineRecord] = TypeAdapter(Annotated[TimelineRecord, Field(discriminator="record")])


_BY_TAG: Mapping[str, type[_Record]] = {
    "scenario": ScenarioRecord,
    "message": MessageRecord,
    "command": CommandRecord,
    "forget": ForgetRecord,
    "query": QueryRecord,
}


def known_fields(where: Sequence[str | int]) -> list[str]:
    """The fields that the record or the part of one has in which a field is, by its path; empty for a path unknown.

    A path begins with the kind of the record: `("query", "commands", 0, "nam")` gives those of a command.
    """
    found: Any = _BY_TAG.get(str(where[0])) if where else None
    for part in where[1:-1]:
        if isinstance(part, str) and found is not None:
            field = found.model_fields.get(part)
            found = None if field is None else next(_records_in(field.annotation), None)
    return [] if found is None else list(found.model_fields)


def _records_in(annotation: Any) -> Iterator[type[_Record]]:
    """The kinds of records in a type such as `list[CallRecord] | None`."""
    if isinstance(annotation, type) and issubclass(annotation, _Record):
        yield annotation
    for part in get_args(annotation):
        yield from _records_in(part)


def with_plain_tag(content: object) -> object:
    """The content of a line; a tag that is no text is told by its kind, for it may be nested too deep to be shown."""
    if isinstance(content, dict) and not isinstance(content.get("record", ""), str):
        return {**content, "record": f"<{type(content['record']).__name__}>"}
    return content


def timeline_schema() -> dict[str, Any]:
    """The JSON schema of one line of a timeline: one of its records."""
    return RECORD.json_schema()
