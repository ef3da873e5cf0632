"""What passes between the replay and a memory: messages in, hits out, and nothing that carries a label."""

from dataclasses import dataclass
from datetime import tzinfo

from memory.instants import instant
from memory.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something that was said or logged."""

    id: str
    """Opaque and unique in its timeline, such as `m000123`; says nothing of the source."""
    position: Position
    """When the system could have known it; order and visibility follow this alone."""
    speaker: str
    role: str
    """`user` for a person, `assistant` for the car."""
    text: str
    occurred_at_us: int | None = None
    """What instant the text is about, where the source tells it apart; never used for visibility."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The messages of one bucket, in position order; each is visible at `now`."""

    messages: tuple[Message, ...]
    now: Position
    """The simulated instant of delivery."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """Someone's request that something be forgotten."""

    message_ids: tuple[str, ...]
    """The messages meant, where the timeline names them."""
    person: str
    """Who asked; empty where the timeline does not say."""
    text: str
    """The request in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What an agent may see of a query: never its gold."""

    text: str
    now: Position
    """The cutoff."""
    zone: str
    """IANA name of the scenario's time zone."""
    people: tuple[str, ...]
    """Who shares the car, as the timeline names them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One search result."""

    text: str
    score: float
    """Higher is better within one search; finite."""
    message_ids: tuple[str, ...] = ()
    """The messages that it was made from, where the backend knows them."""
    at_us: int | None = None
    """The backend's own timestamp of it, where it has one; microseconds since the epoch."""
    namespace: str = ""
    """The namespace that the system behind says it comes from, where it says so; checked, and kept nowhere."""


def local_stamp(at_us: int, zone: tzinfo) -> str:
    """An instant as `YYYY-MM-DD HH:MM` in `zone`; seconds are left out."""
    return instant(at_us, zone).isoformat(sep=" ")[:16]


def render_message(message: Message, stamp: str = "") -> str:
    """A message as one line of text, `Speaker: text`, with `[stamp] ` in front where one is given."""
    line = f"{message.speaker}: {message.text}" if message.speaker else message.text
    return f"[{stamp}] {line}" if stamp else line


def dated_line(message: Message, zone: tzinfo) -> str:
    """A message as agents read it best, `[YYYY-MM-DD HH:MM] Speaker: text`, its instant as local time in `zone`."""
    return render_message(message, local_stamp(message.position.at_us, zone))


def writable(text: str) -> str:
    """`text` as UTF-8 and JSON can carry it: halves of surrogate pairs become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
