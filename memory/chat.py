"""A chat model as a memory or an agent sees it: plain requests and replies, whoever answers them.

The rule: what goes to a model is a value, so that it can be counted, recorded and compared; which model it is, where
it runs and what it costs is the business of whoever made the `ChatModel`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Phase = Literal["build", "ask"]
"""`build`: a memory's own work, a query's throw-away copy included. `ask`: the agent's."""

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedCall:
    """A tool call that the model asks for; nothing is checked yet."""

    id: str
    """Unique within its reply."""
    name: str
    arguments: str
    """As the model wrote them: meant to be a JSON object, but anything may stand here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of a conversation with a model."""

    role: Role
    text: str
    calls: tuple[RequestedCall, ...] = ()
    """What the model asked for; for `assistant` only."""
    call_id: str = ""
    """Which call this answers; for `tool` only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """What a model is asked: the conversation so far and the tools it may call."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[Mapping[str, Any], ...] = ()
    """Function tools as JSON values; their order counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCount:
    """What answers took, as the endpoint reports it."""

    prompt: int
    completion: int
    cached: int = 0
    """The part of `prompt` that the endpoint had in its cache."""

    def __add__(self, other: "TokenCount") -> "TokenCount":
        """Both together."""
        return TokenCount(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """A model's answer: a text, calls, or both; possibly neither."""

    text: str
    calls: tuple[RequestedCall, ...] = ()
    tokens: TokenCount | None = None
    """What it took, attempts included whose answers were of no use; None where the endpoint does not tell."""
    finish: str = "stop"
    """Why the model stopped; `length` means that the answer was cut."""
    n_attempts: int = 1
    """How often the request was sent; more than 1 after failed attempts."""
    latency_ms: float = 0.0
    """Real time of the attempt that was answered."""
    taped: bool = False
    """The answer was kept from before: nobody was asked, and nothing was paid."""


class ChatModel(Protocol):
    """Answers requests, one at a time for each caller."""

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        """The model's answer.

        Raises:
            ChatFailure: there is none, or it is of no use; it will not come by asking at once again.
            RunStopped: no request may be made any more; not to be caught.
        """
        ...
