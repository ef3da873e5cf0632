"""Models behind an OpenAI-compatible endpoint: the only module that knows the client.

Rules protected: whatever an endpoint does ends as a `ChatReply` or as a `ChatFailure` with a short reason, within the
time and the size that are allowed; every attempt is counted and no pause is without a bound; the key leaves this module
in a request's header, goes to the address that was given and nowhere else.

Requests run in one event loop, in a thread of its own: there the time of an attempt can be bounded as a whole, whether
the endpoint is silent or sends a byte now and then, in the headers or behind them.
"""

import asyncio
import json
import random
import threading
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from concurrent.futures import CancelledError
from contextlib import aclosing
from dataclasses import replace
from typing import Any, TypeVar

import openai
import orjson

from memory.chat import ChatReply, ChatRequest, Phase, RequestedCall, TokenCount
from memory.errors import ChatFailure, RunStopped
from replay.chat_answers import Trouble, read_answer, read_status
from replay.chat_wire import request_to_wire
from replay.errors import InputError
from replay.model_options import ModelOptions, check_model_options

MAX_REASON_CHARS = 200
MAX_ANSWER_BYTES = 32 * 2**20
"""Of an answer's body, as it is after decompression."""
MAX_ERROR_BYTES = 64 * 2**10
"""As much is read of the body that comes with an error."""
FIRST_PAUSE_S = 0.5
LONGEST_OWN_PAUSE_S = 8.0
"""Where the endpoint names no pause: it doubles with every attempt up to this."""
SHORTEST_PAUSE_S = 0.1
"""Even where the endpoint says that there is no need to wait."""
_SHORTEST_SECRET = 6
"""A key shorter than this is a placeholder, such as `none`, and could not be told from ordinary text in an answer."""
_OVER = "the run is over"

T = TypeVar("T")


class OpenAIChat:
    """A `ChatModel` at an OpenAI-compatible endpoint; may be asked from several threads at once."""

    def __init__(
        self,
        options: ModelOptions,
        key: str,
        *,
        stopped: threading.Event | None = None,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        """Prepare; nothing is sent yet. Once `stopped` is set, no attempt begins and no pause goes on.

        `wait` passes the seconds between attempts; by default until `stopped` is set, at the longest.

        Raises:
            InputError: the options cannot be used, or the key holds what no header can carry (it is not shown).
        """
        check_model_options(options)
        key = key.strip()
        if not (key.isascii() and key.isprintable()) or any(character in key for character in " \"'\\"):
            raise InputError("the key holds characters that no key has")
        self._options = options
        self._key = key if len(key) >= _SHORTEST_SECRET else ""
        self._stopped = threading.Event() if stopped is None else stopped
        self._wait = self._stopped.wait if wait is None else wait
        self._rng = random.Random(0)  # spreads pauses only
        self._loop = _Loop()
        # The time of an attempt is bounded here, and so the client has no bounds of its own.
        http = openai.DefaultAsyncHttpxClient(
            timeout=None, follow_redirects=False, event_hooks={"response": [_refuse_status]}
        )
        self._client = openai.AsyncOpenAI(
            api_key=key or "none", base_url=options.base_url, timeout=None, max_retries=0, http_client=http
        )
        self._create: Any = self._client.chat.completions.with_streaming_response.create

    def __repr__(self) -> str:
        """The model and the address; never the key."""
        return f"OpenAIChat(model={self._options.model!r}, base_url={self._options.base_url!r})"

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        """The model's answer; passing troubles are tried again, up to the options' bounds.

        Raises:
            ChatFailure: there was no answer that can be used, or the model refused.
            RunStopped: the run was stopped before there was one.
        """
        body = self._body(request)
        spent: TokenCount | None = None
        for attempt in range(1, self._options.max_retries + 2):
            if self._stopped.is_set():
                raise RunStopped(_OVER)
            outcome = self._attempt(body)
            spent = _sum(spent, outcome.tokens)
            if isinstance(outcome, ChatReply):
                return replace(outcome, n_attempts=attempt, tokens=spent if outcome.tokens is not None else None)
            if not outcome.passing or attempt > self._options.max_retries:
                is_told = outcome.tokens is not None or not outcome.is_answer
                raise ChatFailure(self._short(outcome.reason), attempt, spent if is_told else None, outcome.is_answer)
            pause_s = self._pause_s(outcome, attempt)
            if pause_s > self._options.max_pause_s:
                asked = f"it asks to wait {pause_s:g} s, allowed are {self._options.max_pause_s:g} s"
                raise ChatFailure(f"{self._short(outcome.reason)}; {asked}", attempt, spent)
            self._wait(pause_s)
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        """End what is under way and close the connections; closing twice does no harm."""
        self._loop.close(self._client.close)

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

    def _attempt(self, body: Mapping[str, Any]) -> ChatReply | Trouble:
        began = time.perf_counter()
        try:
            found = self._loop.run(lambda: self._fetched(body))
        except CancelledError as exc:
            raise RunStopped(_OVER) from exc
        if isinstance(found, Trouble):
            return found
        latency_ms = 1000 * (time.perf_counter() - began)
        answer = read_answer(self._scrub(found.decode("utf-8", "replace")))
        if isinstance(answer, Trouble):
            return answer
        return replace(
            answer,
            text=self._scrub(answer.text),
            calls=tuple(map(self._scrubbed, answer.calls)),
            finish=self._scrub(answer.finish),
            latency_ms=latency_ms,
        )

    async def _fetched(self, body: Mapping[str, Any]) -> bytes | Trouble:
        """An answer's body. Errors end here: the client's hold the whole request, key included."""
        try:
            async with asyncio.timeout(self._options.timeout_s), self._create(**body) as response:
                found = await _read(response.iter_bytes(), MAX_ANSWER_BYTES)
        except (TimeoutError, openai.APITimeoutError):
            return Trouble(reason=f"no answer within {self._options.timeout_s:g} s", passing=True)
        except Exception as exc:  # noqa: BLE001 - an answer that breaks off or cannot be decoded raises the transport's own
            return self._transport_trouble(exc)
        if len(found) > MAX_ANSWER_BYTES:
            return Trouble(reason=f"the answer is larger than {MAX_ANSWER_BYTES // 2**20} MiB")
        return found

    def _transport_trouble(self, exc: Exception) -> Trouble:
        for cause in (exc, exc.__cause__):  # some versions of the client wrap what a hook raises
            if isinstance(cause, _BadStatus):
                return cause.trouble
        if isinstance(exc, openai.APIConnectionError):
            name = type(exc.__cause__ or exc).__name__
            return Trouble(reason=f"no answer from {self._options.base_url}: {name}", passing=True)
        if isinstance(exc, openai.OpenAIError):
            return Trouble(reason=f"{type(exc).__name__}: {exc}")
        return Trouble(reason=f"the answer could not be read: {type(exc).__name__}", passing=True)

    def _pause_s(self, trouble: Trouble, attempt: int) -> float:
        longest_s = self._options.max_pause_s
        if trouble.pause_s is not None:
            return max(trouble.pause_s, min(SHORTEST_PAUSE_S, longest_s))
        pause_s = min(FIRST_PAUSE_S * 2.0 ** (attempt - 1), LONGEST_OWN_PAUSE_S)
        return float(min(pause_s * (1 - 0.25 * self._rng.random()), longest_s))

    def _short(self, text: str) -> str:
        line = " ".join(self._scrub(text).split())
        return line if len(line) <= MAX_REASON_CHARS else line[: MAX_REASON_CHARS - 1] + "…"

    def _scrubbed(self, call: RequestedCall) -> RequestedCall:
        """The call without the key, even where JSON inside JSON spells it otherwise."""
        arguments = self._scrub(call.arguments)
        try:
            plain = json.dumps(orjson.loads(arguments), ensure_ascii=False) if self._key else ""
        except orjson.JSONDecodeError:
            plain = ""
        except RecursionError:  # no function takes such arguments, and what they hold cannot be looked through
            plain = arguments = ""
        if self._key and self._key in plain:
            arguments = self._scrub(plain)
        return RequestedCall(id=self._scrub(call.id), name=self._scrub(call.name), arguments=arguments)

    def _scrub(self, text: str) -> str:
        """An endpoint may send back what it was sent."""
        return text.replace(self._key, "[key]") if self._key else text


class _BadStatus(Exception):
    """A status other than 2xx; its text says nothing of the endpoint's words, for some clients log what passes."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__()
        self.trouble = trouble


async def _refuse_status(response: Any) -> None:
    """Raise for what is no success, before the client does: it would read the whole body, however large."""
    if not 200 <= response.status_code < 300:
        body = await _read(response.aiter_bytes(), MAX_ERROR_BYTES)
        raise _BadStatus(read_status(response.status_code, response.headers, body))


async def _read(parts: AsyncGenerator[bytes, None], limit: int) -> bytes:
    """All parts together; as soon as they are longer than `limit`, those so far."""
    kept: list[bytes] = []
    size = 0
    async with aclosing(parts):
        async for part in parts:
            kept.append(part)
            size += len(part)
            if size > limit:
                break
    return b"".join(kept)


def _sum(one: TokenCount | None, other: TokenCount | None) -> TokenCount | None:
    """Both together, where both are told; else the one that is."""
    return one + other if one is not None and other is not None else one or other


class _Loop:
    """An event loop in a thread of its own, which begins with the first work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `work` returns; it is cancelled where the caller is interrupted meanwhile.

        Raises:
            CancelledError: the loop was closed.
        """
        with self._lock:
            if self._is_closed:
                raise CancelledError
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="pastlane-model", daemon=True)
                self._thread.start()
            future = asyncio.run_coroutine_threadsafe(work(), self._loop)
        try:
            return future.result()
        finally:
            future.cancel()  # does nothing where it is done

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Cancel all work, do the `last`, and end the thread."""
        with self._lock:
            loop, self._loop, self._is_closed = self._loop, None, True
        if loop is None or self._thread is None:
            return
        asyncio.run_coroutine_threadsafe(_cancel_others(), loop).result()
        asyncio.run_coroutine_threadsafe(last(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join()
        loop.close()


async def _cancel_others() -> None:
    """Cancel every other task of this loop, and wait until they are over."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
