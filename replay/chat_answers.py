"""What an endpoint sent back, read: a reply, or the trouble with it.

Rules protected: any text at all ends as one of the two, and what the endpoint says that it counted is kept even where
its answer is of no use, for it is paid for.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory.chat import ChatReply, RequestedCall, TokenCount
from memory.faults import first_fault
from memory.messages import writable

MOST_TOKENS = 10**9
"""A greater count is a mistake of the endpoint's."""
_PASSING = frozenset({408, 409, 425, 429})
"""Statuses below 500 that may be gone at the next attempt."""
_SHOWN_CHARS = 400
"""As much of an endpoint's words is looked at for a reason; the reason itself is shorter still."""


class _Function(BaseModel):
    name: str | None = None
    arguments: Any = None


class _Call(BaseModel):
    id: str | None = None
    function: _Function


class _Answer(BaseModel):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(BaseModel):
    message: _Answer
    finish_reason: str | None = None


class _Completion(BaseModel):
    """What is read of an answer; endpoints add much else, which is left alone."""

    choices: list[_Choice] = Field(min_length=1)
    error: Any = None


class _CachedTokens(BaseModel):
    cached_tokens: int | None = Field(default=None, ge=0, le=MOST_TOKENS)


class _TokenUsage(BaseModel):
    model_config = ConfigDict(strict=True)

    prompt_tokens: int = Field(ge=0, le=MOST_TOKENS)
    completion_tokens: int = Field(default=0, ge=0, le=MOST_TOKENS)
    prompt_tokens_details: _CachedTokens | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why an attempt brought nothing."""

    reason: str
    """In the endpoint's words, perhaps many; not fit to be shown as it is."""
    passing: bool = False
    """Another attempt may fare better."""
    pause_s: float | None = None
    """How long the endpoint asks to wait."""
    tokens: TokenCount | None = None
    """What it took all the same; None where the endpoint does not tell."""
    is_answer: bool = False
    """The model did answer, if only to decline."""


def read_answer(text: str) -> ChatReply | Trouble:
    """The reply in the body of an answer; its attempts and its duration are the caller's to add."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        shown = "nothing" if not text.strip() else repr(text[:60])
        return Trouble(reason=f"the answer is no JSON but {shown}", passing=True)
    tokens = _tokens_of(value.get("usage")) if isinstance(value, dict) else None
    try:
        found = _Completion.model_validate(value)
    except ValidationError as exc:
        told = f"; it says {text[:100]!r}" if '"error"' in text else ""
        return Trouble(reason=f"no chat completion: {first_fault(exc, 'it')}{told}", passing=True, tokens=tokens)
    choice = found.choices[0]
    if found.error or choice.finish_reason == "error":
        return Trouble(reason=f"the answer is an error: {_shown(found.error)}", passing=True, tokens=tokens)
    if choice.message.refusal:
        return Trouble(reason=f"the model refused: {choice.message.refusal}", tokens=tokens, is_answer=True)
    if choice.finish_reason == "content_filter":
        return Trouble(reason="the endpoint's filter held the answer back", tokens=tokens, is_answer=True)
    calls = choice.message.tool_calls or []
    return ChatReply(
        text=writable(_text_of(choice.message.content)),
        calls=tuple(_call_of(call, number) for number, call in enumerate(calls, 1)),
        tokens=tokens,
        finish=choice.finish_reason or "stop",
    )


def read_status(status: int, headers: Mapping[str, str], body: bytes) -> Trouble:
    """The trouble that a status other than 2xx means; `body` may have been cut."""
    if 300 <= status < 400:
        # Whoever follows sends the conversation, and perhaps the key, to where nobody meant it to go.
        to = headers.get("location", "nowhere")[:_SHOWN_CHARS]
        return Trouble(reason=f"the endpoint answered with status {status}: it points to {to}, which is not followed")
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        value = None
    error = value.get("error", value) if isinstance(value, dict) else None
    told = error.get("message") if isinstance(error, dict) else None
    detail = f": {told}" if isinstance(told, str) and told else ""
    is_out_of_money = isinstance(error, dict) and error.get("code") == "insufficient_quota"
    return Trouble(
        reason=f"the endpoint answered with status {status}{detail}",
        passing=(status in _PASSING or status >= 500) and not is_out_of_money,
        pause_s=asked_pause_s(headers),
    )


def asked_pause_s(headers: Mapping[str, str]) -> float | None:
    """What Retry-After asks for: seconds, milliseconds, or a date, which is read against the answer's own date."""
    for name, seconds in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            pause_s = float(headers.get(name, "")) * seconds
        except ValueError:
            continue
        return pause_s if pause_s >= 0 else None  # not a number is not >= 0 either
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
        return max(0.0, (until - parsedate_to_datetime(headers.get("date", ""))).total_seconds())
    except (IndexError, TypeError, ValueError, OverflowError):
        return None


def _text_of(content: str | list[dict[str, Any]] | None) -> str:
    match content:
        case None:
            return ""
        case str():
            return content
        case _:
            return "".join(part["text"] for part in content if isinstance(part.get("text"), str))


def _call_of(call: _Call, number: int) -> RequestedCall:
    arguments = call.function.arguments
    text = arguments if isinstance(arguments, str) else _as_json(arguments)
    return RequestedCall(
        id=writable(call.id or f"call_{number}"), name=writable(call.function.name or ""), arguments=writable(text)
    )


def _as_json(value: object) -> str:
    """Arguments that are no text, as text; empty, and so no arguments at all, where they are nested too deeply."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        return ""


def _shown(value: object) -> str:
    try:
        return repr(value)[:_SHOWN_CHARS]
    except RecursionError:
        return "nested too deeply to be shown"


def _tokens_of(usage: object) -> TokenCount | None:
    """None where the endpoint tells nothing, or nothing that makes sense."""
    try:
        found = _TokenUsage.model_validate(usage)
    except ValidationError:
        return None
    details = found.prompt_tokens_details
    cached = 0 if details is None else details.cached_tokens or 0
    return TokenCount(prompt=found.prompt_tokens, completion=found.completion_tokens, cached=cached)
