"""The contract of a memory that is served over HTTP: every request and every answer, as JSON.

The rule: one meaning or none. Fields that nobody declared are refused by name, instants carry their offset, numbers are
finite; so a server's slip becomes a Failure that names the field, and never a worse score.

A server must have `/ingest` and `/search`. The other endpoints may be missing: one that answers its first request with
404, 405 or 501 does nothing.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints
from pydantic.json_schema import models_json_schema

from memory.backend import Capabilities
from memory.instants import instant, to_us
from memory.messages import Batch, Hit, Message, writable
from memory.position import Position

CONTRACT: Literal[1] = 1
"""Which edition of this contract a server speaks; another number is another contract."""

_INSTANT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"


def instant_text(at_us: int) -> str:
    """Microseconds since the epoch as ISO 8601 in UTC, such as `2025-03-04T12:01:00.000000+00:00`."""
    return instant(at_us).isoformat(timespec="microseconds")


def instant_us(text: str) -> int:
    """What `instant_text` wrote, or the same instant with another offset.

    Raises:
        ValueError: it is no instant with an offset.
    """
    return to_us(datetime.fromisoformat(text))


def _checked_instant(text: str) -> str:
    instant_us(text)
    return text


Instant = Annotated[
    str,
    StringConstraints(pattern=_INSTANT),
    AfterValidator(_checked_instant),
    Field(json_schema_extra={"format": "date-time"}),
]
Namespace = Annotated[
    str, Field(min_length=1, description="Whose memory: made at its first use, apart from all others.")
]


class WireModel(BaseModel):
    """Base of all requests and answers."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Now(WireModel):
    """The simulated instant of a request; there is no other now."""

    at: Instant
    seq: int = Field(description="Orders what stands at one instant; 0 is before all of it.")


class WireMessage(WireModel):
    """Something that was said."""

    id: str = Field(description="Opaque; a hit names the messages that it was made from.")
    at: Instant = Field(description="When the system could have known it.")
    seq: int = Field(description="The running number in the history.")
    speaker: str
    role: str = Field(description="`user` for a person, `assistant` for the car.")
    text: str
    occurred_at: Instant | None = Field(
        default=None, description="What instant the text is about, where that is known."
    )


class IngestRequest(WireModel):
    """The next messages, in order; all of them were known at `now`."""

    namespace: Namespace
    key: str = Field(description="A request with a key that was seen before is answered and otherwise ignored.")
    zone: str = Field(description="IANA name of the time zone in which people live.")
    now: Now
    messages: list[WireMessage]


class SettleRequest(WireModel):
    """Whether all that was ingested can be found; the server may wait with its answer for up to `timeout_s`."""

    namespace: Namespace
    timeout_s: FiniteFloat


class SearchRequest(WireModel):
    """A question; asking changes nothing."""

    namespace: Namespace
    query: str
    limit: int
    now: Now


class MomentRequest(WireModel):
    """`/context`: what should stand in the prompt. `/tick`: it is midnight in the zone; once for each `now`."""

    namespace: Namespace
    now: Now


class ForgetRequest(WireModel):
    """Someone's request that something be forgotten."""

    namespace: Namespace
    now: Now
    message_ids: list[str]
    person: str = Field(description="Who asked; empty where nobody knows.")
    text: str = Field(description="The request in words.")


class NamespaceRequest(WireModel):
    """A namespace alone."""

    namespace: Namespace


class Done(WireModel):
    """It was carried out; for `/settle`, `false` says: not yet, ask again."""

    done: bool


class WireHit(WireModel):
    """One search result."""

    text: str = Field(min_length=1)
    score: FiniteFloat = Field(description="Higher is better within one search.")
    message_ids: list[str] = Field(default_factory=list, description="The messages that it was made from.")
    at: Instant | None = Field(default=None, description="The memory's own stamp of it; simulated time only.")
    namespace: str = Field(default="", description="Where it comes from; checked where it is given.")


class SearchAnswer(WireModel):
    """Up to `limit` hits, best first."""

    hits: list[WireHit]


class ContextAnswer(WireModel):
    """Text for the prompt, beside what a search finds; empty for memories that are searched alone."""

    text: str


class LeftoversAnswer(WireModel):
    """Some of the texts that the namespace holds; empty when it holds none."""

    texts: list[str]


class WireCapabilities(WireModel):
    """What the memory can do; each may be left out."""

    source_ids: bool = Field(default=True, description="Hits name the messages that they were made from.")
    verbatim: bool = Field(default=True, description="Every line of a hit is a message's own words.")
    forgets: bool = Field(default=False, description="`/forget` removes what it names.")
    survives_restart: bool = Field(default=False, description="What was ingested outlives the server's process.")
    simulated_time: bool = Field(default=True, description="It keeps when each message was said.")
    waits: bool = Field(default=False, description="`/settle` waits for the indexing; else `/ingest` does.")
    context_only: bool = Field(default=False, description="No search finds anything: `/context` is all that it gives.")


class CapabilitiesAnswer(WireModel):
    """What the server is; a server without this endpoint is taken for one that says nothing but `contract`."""

    contract: Literal[1] = CONTRACT
    name: str = ""
    capabilities: WireCapabilities = WireCapabilities()


A = TypeVar("A", bound=WireModel, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint(Generic[A]):
    """One kind of request."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    """From the server's address on; `DELETE` has the namespace behind it, percent-encoded."""
    request: type[WireModel] | None
    """None where the request has no body."""
    answer: type[A]
    is_required: bool = False

    def __str__(self) -> str:
        """Method and path."""
        return f"{self.method} {self.path}"


CAPABILITIES = Endpoint(method="GET", path="/capabilities", request=None, answer=CapabilitiesAnswer)
LEFTOVERS = Endpoint(method="POST", path="/leftovers", request=NamespaceRequest, answer=LeftoversAnswer)
RESET = Endpoint(method="DELETE", path="/namespace", request=None, answer=Done)
INGEST = Endpoint(method="POST", path="/ingest", request=IngestRequest, answer=Done, is_required=True)
SETTLE = Endpoint(method="POST", path="/settle", request=SettleRequest, answer=Done)
SEARCH = Endpoint(method="POST", path="/search", request=SearchRequest, answer=SearchAnswer, is_required=True)
CONTEXT = Endpoint(method="POST", path="/context", request=MomentRequest, answer=ContextAnswer)
TICK = Endpoint(method="POST", path="/tick", request=MomentRequest, answer=Done)
FORGET = Endpoint(method="POST", path="/forget", request=ForgetRequest, answer=Done)
ENDPOINTS: tuple[Endpoint[WireModel], ...] = (
    CAPABILITIES, LEFTOVERS, RESET, INGEST, SETTLE, SEARCH, CONTEXT, TICK, FORGET,
)  # fmt: skip
"""All of the contract, in the order in which a run comes by."""


def now_to_wire(now: Position) -> Now:
    """A position as an instant and a number."""
    return Now(at=instant_text(now.at_us), seq=now.seq)


def batch_to_wire(batch: Batch, namespace: str, zone: str) -> IngestRequest:
    """The request that delivers a batch, which is not empty."""
    return IngestRequest(
        namespace=namespace,
        key=ingest_key(namespace, batch),
        zone=zone,
        now=now_to_wire(batch.now),
        messages=[_message_to_wire(message) for message in batch.messages],
    )


def ingest_key(namespace: str, batch: Batch) -> str:
    """Thirty-two hex digits; equal for a repeat of a batch, and for no other, since none begins where another did."""
    parts = (namespace, batch.messages[0].id, batch.messages[-1].id)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]


def _message_to_wire(message: Message) -> WireMessage:
    occurred_at_us = message.occurred_at_us
    return WireMessage(
        id=message.id,
        at=instant_text(message.position.at_us),
        seq=message.position.seq,
        speaker=writable(message.speaker),
        role=message.role,
        text=writable(message.text),
        occurred_at=None if occurred_at_us is None else instant_text(occurred_at_us),
    )


def hit_from_wire(hit: WireHit) -> Hit:
    """The hit that a server told."""
    return Hit(
        text=hit.text,
        score=hit.score,
        message_ids=tuple(hit.message_ids),
        at_us=None if hit.at is None else instant_us(hit.at),
        namespace=hit.namespace,
    )


def capabilities_from_wire(answer: CapabilitiesAnswer) -> Capabilities:
    """What a server says of itself; that it is served goes without saying.

    Every request names its namespace, so that a server which survives a restart is gone on with by any client.
    """
    says = answer.capabilities
    return Capabilities(served=True, resumes=says.survives_restart, **says.model_dump())


def http_schemas() -> dict[str, Any]:
    """The contract as one JSON document: the endpoints, and a JSON Schema of each request and answer under `$defs`."""
    models = {model for endpoint in ENDPOINTS for model in (endpoint.request, endpoint.answer) if model is not None}
    ordered = sorted(models, key=lambda model: model.__name__)
    _, schema = models_json_schema([(model, "validation") for model in ordered])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A memory over HTTP",
        "contract": CONTRACT,
        "endpoints": [
            {
                "method": endpoint.method,
                "path": endpoint.path + ("/{namespace}" if endpoint is RESET else ""),
                "required": endpoint.is_required,
                "request": _reference(endpoint.request),
                "answer": _reference(endpoint.answer),
            }
            for endpoint in ENDPOINTS
        ],
        "$defs": schema["$defs"],
    }


def _reference(model: type[WireModel] | None) -> dict[str, str] | None:
    return None if model is None else {"$ref": f"#/$defs/{model.__name__}"}
