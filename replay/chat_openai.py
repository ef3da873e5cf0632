"""Models behind an OpenAI-compatible endpoint: the only module that knows the client.

Rules protected: whatever an endpoint does ends as a `ChatReply` or as a `ChatFailure` with a short reason; every
attempt is counted and no pause is without a bound; the key leaves this module in a request's header and nowhere else.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import openai
import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory.chat import ChatReply, ChatRequest, Phase, RequestedCall, TokenCount
from memory.errors import ChatFailure
from replay.chat_wire import request_to_wire, writable
from replay.errors import InputError
from replay.model_options import ModelOptions, check_model_options

MAX_REASON_CHARS = 200
MOST_TOKENS = 10**9
"""A greater count is a mistake of the endpoint's."""
FIRST_PAUSE_S = 0.5
LONGEST_OWN_PAUSE_S = 8.0
"""Where the endpoint names no pause: it doubles with every attempt up to this."""
_PASSING = frozenset({408, 409, 425, 429})
"""Statuses below 500 that may be gone at the next attempt."""
_SHORTEST_SECRET = 6
"""A key shorter than this is a placeholder, such as `none`, and could not be told from ordinary text in an answer."""


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
    usage: Any = None
    error: Any = None


class _CachedTokens(BaseModel):
    cached_tokens: int | None = Field(default=None, ge=0, le=MOST_TOKENS)


class _TokenUsage(BaseModel):
    model_config = ConfigDict(strict=True)

    prompt_tokens: int = Field(ge=0, le=MOST_TOKENS)
    completion_tokens: int = Field(default=0, ge=0, le=MOST_TOKENS)
    prompt_tokens_details: _CachedTokens | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trouble:
    """Why an attempt brought nothing."""

    reason: str
    passing: bool
    """Another attempt may fare better."""
    pause_s: float | None = None
    """How long the endpoint asks to wait."""


class OpenAIChat:
    """A `ChatModel` at an OpenAI-compatible endpoint; may be asked from several threads at once."""

    def __init__(self, options: ModelOptions, key: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        """Prepare; nothing is sent yet. `sleep` waits between attempts.

        Raises:
            InputError: the options cannot be used, or the key holds what no header can carry (it is not shown).
        """
        check_model_options(options)
        key = key.strip()
        if not (key.isascii() and key.isprintable()) or any(character in key for character in " \"'\\"):
            raise InputError("the key holds characters that no key has")
        self._options = options
        self._key = key if len(key) >= _SHORTEST_SECRET else ""
        self._sleep = sleep
        self._rng = random.Random(0)  # spreads pauses only
        client = openai.OpenAI(
            api_key=key or "none", base_url=options.base_url, timeout=options.timeout_s, max_retries=0
        )
        self._create: Any = client.chat.completions.with_raw_response.create

    def __repr__(self) -> str:
        """The model and the address; never the key."""
        return f"OpenAIChat(model={self._options.model!r}, base_url={self._options.base_url!r})"

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        """The model's answer; passing troubles are tried again, up to the options' bounds.

        Raises:
            ChatFailure: there was no answer that can be used, or the model refused.
        """
        body = self._body(request)
        for attempt in range(1, self._options.max_retries + 2):
            outcome = self._attempt(body, attempt)
            if isinstance(outcome, ChatReply):
                return outcome
            pause_s = self._pause_s(outcome, attempt)
            if not outcome.passing or attempt > self._options.max_retries:
                raise ChatFailure(outcome.reason, attempt)
            if pause_s > self._options.max_pause_s:
                asked = f"it asks to wait {pause_s:g} s, allowed are {self._options.max_pause_s:g} s"
                raise ChatFailure(f"{outcome.reason}; {asked}", attempt)
            self._sleep(pause_s)
        raise AssertionError("the last attempt returns or raises")

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        options = self._options
        messages, tools = request_to_wire(request)
        # What stands in extra_body goes out as it is; otherwise the client looks through every message and tool for
        # files, which takes it longer than all the rest.
        plain: dict[str, Any] = {**options.extra_body, "messages": messages}
        body: dict[str, Any] = {"model": options.model, "messages": [], "extra_body": plain}
        if tools:
            plain["tools"] = tools
            if options.tool_choice is not None:
                body["tool_choice"] = options.tool_choice
        if options.temperature is not None:
            body["temperature"] = options.temperature
        if options.max_tokens is not None:
            body["max_tokens"] = options.max_tokens
        return body

    def _attempt(self, body: Mapping[str, Any], attempt: int) -> ChatReply | _Trouble:
        """One request. Its errors end here: the client's hold the whole request, key included."""
        began = time.perf_counter()
        try:
            text = self._create(**body).text
        except openai.APITimeoutError:
            return _Trouble(reason=f"no answer within {self._options.timeout_s:g} s", passing=True)
        except openai.APIConnectionError as exc:
            cause = type(exc.__cause__ or exc).__name__
            return _Trouble(reason=f"no answer from {self._options.base_url}: {cause}", passing=True)
        except openai.APIStatusError as exc:
            return self._status_trouble(exc)
        except openai.OpenAIError as exc:
            return _Trouble(reason=self._short(f"{type(exc).__name__}: {exc}"), passing=False)
        except Exception as exc:  # noqa: BLE001 - an answer that breaks off or cannot be decoded raises the transport's own
            return _Trouble(reason=f"the answer could not be read: {type(exc).__name__}", passing=True)
        latency_ms = 1000 * (time.perf_counter() - began)
        return self._read(self._scrub(text), attempt, latency_ms)

    def _read(self, text: str, attempt: int, latency_ms: float) -> ChatReply | _Trouble:
        """The reply in an answer's body."""
        try:
            found = _Completion.model_validate(orjson.loads(text))
        except orjson.JSONDecodeError:
            shown = "nothing" if not text.strip() else repr(text[:60])
            return _Trouble(reason=self._short(f"the answer is no JSON but {shown}"), passing=True)
        except ValidationError as exc:
            first = exc.errors()[0]
            where = ".".join(map(str, first["loc"])) or "it"
            told = f"; it says {text[:100]!r}" if '"error"' in text else ""
            return _Trouble(reason=self._short(f"no chat completion: {where}: {first['msg']}{told}"), passing=True)
        choice = found.choices[0]
        if found.error or choice.finish_reason == "error":
            return _Trouble(reason=self._short(f"the answer is an error: {found.error!r}"), passing=True)
        if choice.message.refusal:
            return _Trouble(reason=self._short(f"the model refused: {choice.message.refusal}"), passing=False)
        if choice.finish_reason == "content_filter":
            return _Trouble(reason="the endpoint's filter held the answer back", passing=False)
        calls = choice.message.tool_calls or []
        return ChatReply(
            text=self._scrub(writable(_text_of(choice.message.content))),
            calls=tuple(self._scrubbed(_call_of(call, number)) for number, call in enumerate(calls, 1)),
            tokens=_tokens_of(found.usage),
            finish=self._scrub(choice.finish_reason or "stop"),
            n_attempts=attempt,
            latency_ms=latency_ms,
        )

    def _status_trouble(self, exc: openai.APIStatusError) -> _Trouble:
        body = exc.body
        told = body.get("message") if isinstance(body, dict) else None
        detail = f": {told}" if isinstance(told, str) and told else ""
        out_of_money = isinstance(body, dict) and body.get("code") == "insufficient_quota"
        return _Trouble(
            reason=self._short(f"the endpoint answered with status {exc.status_code}{detail}"),
            passing=(exc.status_code in _PASSING or exc.status_code >= 500) and not out_of_money,
            pause_s=asked_pause_s(exc.response.headers),
        )

    def _pause_s(self, trouble: _Trouble, attempt: int) -> float:
        if trouble.pause_s is not None:
            return trouble.pause_s
        pause_s = min(FIRST_PAUSE_S * 2.0 ** (attempt - 1), LONGEST_OWN_PAUSE_S)
        return float(min(pause_s * (1 - 0.25 * self._rng.random()), self._options.max_pause_s))

    def _short(self, text: str) -> str:
        line = " ".join(self._scrub(text).split())
        return line if len(line) <= MAX_REASON_CHARS else line[: MAX_REASON_CHARS - 1] + "…"

    def _scrubbed(self, call: RequestedCall) -> RequestedCall:
        """The call without the key, even where JSON inside JSON spells it otherwise."""
        arguments = self._scrub(call.arguments)
        try:
            plain = orjson.dumps(orjson.loads(arguments)).decode()
        except (orjson.JSONDecodeError, TypeError):
            plain = ""
        if self._key and self._key in plain:
            arguments = self._scrub(plain)
        return RequestedCall(id=self._scrub(call.id), name=self._scrub(call.name), arguments=arguments)

    def _scrub(self, text: str) -> str:
        """An endpoint may send back what it was sent."""
        return text.replace(self._key, "[key]") if self._key else text


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
    text = arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode()
    return RequestedCall(
        id=writable(call.id or f"call_{number}"), name=writable(call.function.name or ""), arguments=writable(text)
    )


def _tokens_of(usage: object) -> TokenCount | None:
    """None where the endpoint tells nothing, or nothing that makes sense."""
    try:
        found = _TokenUsage.model_validate(usage)
    except ValidationError:
        return None
    details = found.prompt_tokens_details
    cached = 0 if details is None else details.cached_tokens or 0
    return TokenCount(prompt=found.prompt_tokens, completion=found.completion_tokens, cached=cached)


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
    except (TypeError, ValueError, OverflowError):
        return None
