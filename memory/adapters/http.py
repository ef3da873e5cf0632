"""A memory in another process, of any language: `--memory http://HOST:PORT`.

What passes is `memory.http_wire`, and no more: the server sees messages, questions and simulated instants. Each of its
requests may be repeated without harm (an ingest carries a key, and the rest says what should be), so all of them are.
"""

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote

import orjson
from pydantic import ValidationError

from memory.adapters.address import TIMEOUT_S, checked_address, read_timeout_s
from memory.adapters.calling import Caller, Trouble, one_line, wait_until
from memory.adapters.http_exchange import Exchange, ExchangeFailed
from memory.adapters.secrets import KEY_ENV, read_optional_secret, scrubbed
from memory.adapters.trouble import http_trouble
from memory.backend import BackendFactory, MemoryBackend, Setup
from memory.doubled_keys import doubled_key
from memory.errors import BackendFailure, BadOption
from memory.faults import first_fault
from memory.http_wire import (
    CAPABILITIES,
    CONTEXT,
    FORGET,
    INGEST,
    LEFTOVERS,
    RESET,
    SEARCH,
    SETTLE,
    TICK,
    CapabilitiesAnswer,
    Done,
    Endpoint,
    ForgetRequest,
    MomentRequest,
    NamespaceRequest,
    SearchRequest,
    SettleRequest,
    WireModel,
    batch_to_wire,
    capabilities_from_wire,
    hit_from_wire,
    now_to_wire,
)
from memory.messages import Batch, Forget, Hit, writable
from memory.options import check_names
from memory.position import Position

A = TypeVar("A", bound=WireModel)

DEFAULT_TIMEOUT_S = 20.0
OPTIONS = (KEY_ENV, TIMEOUT_S)
_SHORTEST_ASK_S = 0.05
_ABSENT = frozenset({404, 405, 501})


def http_memory(url: str) -> BackendFactory:
    """The factory of the memory served at `url`; nothing is asked yet.

    Raises:
        BadOption: it is no address of a server.
    """
    return partial(HttpMemory, url=checked_address(url))


class HttpMemory(MemoryBackend):
    """Asks the server at an address; the namespace keeps its scenarios apart there.

    Options: `key_env` names the environment variable with the key that is sent as `Authorization: Bearer`; `timeout_s`
    (20, at most 3600) is how long one request may take from its connection to its last byte.
    """

    def __init__(self, setup: Setup, url: str) -> None:
        """Ask the server what it can do; one that cannot say is searched once, for nothing in particular.

        Raises:
            BadOption: an option or the address cannot be used.
            MissingSecret: the variable that `key_env` names holds no key.
            BackendFailure: the server cannot be reached, refuses the key or speaks another contract.
        """
        check_names(setup.options, OPTIONS)
        self._timeout_s = read_timeout_s(setup.options, DEFAULT_TIMEOUT_S)
        self._key = _fit_for_header(read_optional_secret(setup.options))
        self._namespace = setup.namespace
        self._zone = setup.zone
        self._absent: dict[str, bool] = {}
        self._exchange = Exchange(checked_address(url), self._key)
        try:
            told = self._ask("start", CAPABILITIES)
            if told is None:  # a server may lack that, and so does a wrong address: look for what none may lack
                self._ask("start", SEARCH, self._question("anything", 1, Position(0, 0)))
        except BaseException:
            self._exchange.close()
            raise
        self.capabilities = capabilities_from_wire(told or CapabilitiesAnswer())

    def leftovers(self) -> list[str]:
        """What the server says that the namespace holds; nothing where it cannot say."""
        answer = self._ask("start", LEFTOVERS, NamespaceRequest(namespace=self._namespace))
        return [] if answer is None else answer.texts

    def reset(self) -> None:
        """Have the namespace emptied, where the server can; what is left is found before the first message."""
        self._carry_out("reset", RESET, suffix="/" + quote(self._namespace, safe=""))

    def ingest(self, batch: Batch) -> None:
        """Deliver a batch under a key, so that the server takes it once; an empty one is not sent."""
        if batch.messages:
            self._carry_out("ingest", INGEST, batch_to_wire(batch, self._namespace, self._zone))

    def settle(self, timeout_s: float) -> None:
        """Ask until the server says that all can be found; return at once where it has no such endpoint.

        Raises:
            TimeoutError: it does not say so in time.
        """
        end_s = time.monotonic() + timeout_s

        def left_s() -> float:
            return max(end_s - time.monotonic(), 0.001)

        def is_ready() -> bool:
            if left_s() < min(_SHORTEST_ASK_S, timeout_s / 2):
                return False  # the answer would come too late
            request = SettleRequest(namespace=self._namespace, timeout_s=left_s())
            answer = self._ask("settle", SETTLE, request, left_s=left_s, is_promised=self.capabilities.waits)
            return answer is None or answer.done

        wait_until(is_ready, timeout_s, what=f"{SETTLE} still says that it is not done")

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        """The server's hits, in its order."""
        self.raw_answer = ""
        answer = self._ask("search", SEARCH, self._question(query, limit, now))
        return [] if answer is None else [hit_from_wire(hit) for hit in answer.hits]

    def context(self, now: Position) -> str:
        """The server's text for the prompt; empty where it has none."""
        answer = self._ask("context", CONTEXT, MomentRequest(namespace=self._namespace, now=now_to_wire(now)))
        return "" if answer is None else answer.text

    def tick(self, now: Position) -> None:
        """Tell the server that it is midnight."""
        self._carry_out("tick", TICK, MomentRequest(namespace=self._namespace, now=now_to_wire(now)))

    def forget(self, request: Forget, now: Position) -> None:
        """Pass the request on."""
        wire = ForgetRequest(
            namespace=self._namespace,
            now=now_to_wire(now),
            message_ids=list(request.message_ids),
            person=writable(request.person),
            text=writable(request.text),
        )
        self._carry_out("forget", FORGET, wire, is_promised=self.capabilities.forgets)

    def close(self) -> None:
        """Close the connection; the server keeps the namespace."""
        self._exchange.close()

    def _question(self, query: str, limit: int, now: Position) -> SearchRequest:
        return SearchRequest(namespace=self._namespace, query=writable(query), limit=limit, now=now_to_wire(now))

    def _carry_out(
        self,
        stage: str,
        endpoint: Endpoint[Done],
        request: WireModel | None = None,
        *,
        suffix: str = "",
        is_promised: bool = False,
    ) -> None:
        answer = self._ask(stage, endpoint, request, suffix=suffix, is_promised=is_promised)
        if answer is not None and not answer.done:
            raise BackendFailure(stage, f"{endpoint} says that it was not done")

    def _ask(
        self,
        stage: str,
        endpoint: Endpoint[A],
        request: WireModel | None = None,
        *,
        suffix: str = "",
        left_s: Callable[[], float] | None = None,
        is_promised: bool = False,
    ) -> A | None:
        """The answer; None where the server does not have an endpoint that it may lack.

        Which it lacks is told by its first answer: later on, a missing endpoint is a failure. One that its
        capabilities promise is never missing.

        Raises:
            BackendFailure: there is no answer, or one that has another shape.
        """
        if self._absent.get(endpoint.path):
            return None
        body = None if request is None else request.model_dump_json().encode()
        may_lack = not endpoint.is_required and not is_promised and endpoint.path not in self._absent

        def within_s() -> float:
            return self._timeout_s if left_s is None else left_s()

        def send() -> bytes | None:
            try:
                return self._exchange.ask(endpoint.method, endpoint.path + suffix, body, within_s=within_s())
            except ExchangeFailed as exc:
                if exc.status in _ABSENT and may_lack:
                    return None
                raise

        caller = Caller(partial(_understood, endpoint, left_s), attempt_s=within_s())
        try:
            content = caller.call(stage, send, repeatable=True)
        finally:
            self.n_retries += caller.n_retries
        self._absent[endpoint.path] = content is None
        return None if content is None else self._read(stage, endpoint, content)

    def _read(self, stage: str, endpoint: Endpoint[A], content: bytes) -> A:
        sent = content
        if self._key:
            content = self._without_key(stage, endpoint, content)
        if stage == "search":
            self.raw_answer = content.decode("utf-8", "replace")
        try:
            answer = endpoint.answer.model_validate_json(content)
            key = doubled_key(sent)
            if key is None:
                return answer
            reason = f"something else than expected: {key[:40]!r} stands twice in one object"
        except ValidationError as exc:
            reason = _first_error(exc, content)
        raise BackendFailure(stage, one_line(f"{endpoint} answered {scrubbed(reason, self._key)}"))

    def _without_key(self, stage: str, endpoint: Endpoint[Any], content: bytes) -> bytes:
        """The answer written anew, so that the key is found however the server spells it."""
        try:
            text = json.dumps(orjson.loads(content), ensure_ascii=False, separators=(",", ":"))
        except RecursionError as exc:
            raise BackendFailure(stage, f"{endpoint} answered something that is nested too deep") from exc
        except orjson.JSONDecodeError as exc:
            shown = _shown(content)
            raise BackendFailure(stage, f"{endpoint} answered no JSON but {scrubbed(shown, self._key)}") from exc
        return scrubbed(text, self._key).encode()


def _understood(endpoint: Endpoint[Any], left_s: Callable[[], float] | None, exc: Exception) -> Trouble:
    """What an exception means for the next attempt, told with the endpoint; once the time is over there is none."""
    if not isinstance(exc, ExchangeFailed):
        return http_trouble(exc)
    trouble = exc.trouble
    is_over = left_s is not None and left_s() <= 0.001
    missing = ": is the address right?" if exc.status in _ABSENT and endpoint.is_required else ""
    return Trouble(
        outcome="final" if is_over else trouble.outcome,
        reason=f"{endpoint}: {trouble.reason}{missing}",
        pause_s=trouble.pause_s,
    )


def _first_error(exc: ValidationError, content: bytes) -> str:
    """What is wrong with an answer, and where; never more than a piece of what it holds."""
    if exc.errors()[0]["type"] == "json_invalid":
        return f"no JSON but {_shown(content)}"
    return f"something else than expected: {first_fault(exc, 'the whole')}"


def _shown(content: bytes) -> str:
    return repr(content[:60].decode("utf-8", "replace")) if content.strip() else "nothing"


def _fit_for_header(key: str) -> str:
    """The key, where a header can carry it.

    Raises:
        BadOption: it holds characters that no header or no JSON text carries as they are; it is not shown.
    """
    if not key.isascii() or not key.isprintable() or any(char in key for char in ' "\\'):
        raise BadOption("the key in the variable that key_env names holds blanks, quotes or letters beyond ASCII")
    return key
