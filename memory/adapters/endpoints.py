"""The models that a memory system works with in this process: where they are, and how they are asked.

Such a system brings a client of its own for any endpoint that speaks the interface of OpenAI, chat completions and
embeddings. The rule: none of its requests fails in silence. Each is tried again where that helps, its answer is looked
at, and a failure is kept even where the system would go on without the answer, since what it stores then is not what
it was given.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from memory.adapters.address import read_timeout_s, read_url
from memory.adapters.calling import Caller, Trouble, one_line
from memory.adapters.secrets import KEY_ENV, read_optional_secret, read_secret, scrubbed
from memory.adapters.trouble import http_trouble
from memory.errors import BackendFailure, BadOption
from memory.messages import writable
from memory.options import read_number

T = TypeVar("T")

ENDPOINT_OPTIONS = (
    "model",
    "base_url",
    "key_env",
    "embedder",
    "embedder_base_url",
    "embedder_key_env",
    "embedder_dims",
    "timeout_s",
)
"""The options that `read_endpoints` reads."""

DEFAULT_URL = "https://api.openai.com/v1"
DEFAULT_KEY_ENV = "OPENAI_API_KEY"
DEFAULT_DIMS = 1536
DEFAULT_TIMEOUT_S = 45.0
"""Two attempts that take so long fit into the patience that there is for one request."""
_NO_KEY = "none"
"""What is sent to an endpoint without a key: the clients insist on one."""
_MOST_DIMS = 65_536
_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(?P<half>u[dD][89a-fA-F][\da-fA-F]{2})|.)", re.DOTALL
)
"""In JSON: both halves of a surrogate pair, or one half, or any other escape."""
_OTHER_SHAPE = (AttributeError, TypeError, LookupError, ValueError)
"""What clients raise, without a word on HTTP, when an answer is no answer of that interface."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One model."""

    model: str
    """Empty where the system does without."""
    base_url: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoints:
    """The models that a system works with."""

    chat: Endpoint
    embedder: Endpoint
    dims: int
    """How many numbers a vector of the embedder has."""
    timeout_s: float
    """How long one request may take, in seconds of real time."""


def read_endpoints(options: Mapping[str, str], *, needs_chat: bool = True) -> Endpoints:
    """The endpoints that the options name.

    `model` and `embedder` are names of models; `base_url` (default: OpenAI's) and `key_env` (default: the variable
    OPENAI_API_KEY) serve both, unless `embedder_base_url` and `embedder_key_env` say otherwise. A key goes to the
    endpoint that it was named for and to no other. `embedder_dims` (1536), `timeout_s` (45) for one request.

    Raises:
        BadOption: a name is missing where it is needed, an address is none, or a number is out of bounds.
        MissingSecret: the variable holds no key, and it was named, or the endpoint is OpenAI's.
    """
    dims = read_number(options, "embedder_dims", DEFAULT_DIMS, above=0, at_most=_MOST_DIMS)
    if dims != int(dims):
        raise BadOption(f"option 'embedder_dims' is {options['embedder_dims']!r}, not a whole number")
    url = read_url(options, DEFAULT_URL, "base_url")
    key = _read_key(options, url)
    embedder_url, embedder_key = url, key
    if "embedder_base_url" in options:
        embedder_url = read_url(options, url, "embedder_base_url")
    named = options.get("embedder_key_env")
    if named is not None or embedder_url != url:
        embedder_key = _read_key({} if named is None else {KEY_ENV: named}, embedder_url)
    return Endpoints(
        chat=Endpoint(model=_read_name(options, "model") if needs_chat else "", base_url=url, key=key),
        embedder=Endpoint(model=_read_name(options, "embedder"), base_url=embedder_url, key=embedder_key),
        dims=int(dims),
        timeout_s=read_timeout_s(options, DEFAULT_TIMEOUT_S),
    )


def _read_name(options: Mapping[str, str], name: str) -> str:
    value = options.get(name, "").strip()
    if not value:
        raise BadOption(f"option {name!r} names no model: --memory-option {name}=NAME")
    return value


def _read_key(options: Mapping[str, str], url: str) -> str:
    """The key for the endpoint at `url`; OpenAI's own is never asked without, and nobody else gets its key unasked."""
    if url == DEFAULT_URL:
        return read_secret(options, DEFAULT_KEY_ENV)
    return read_optional_secret(options) or _NO_KEY


class Watch:
    """Asks the endpoints on a system's behalf, and remembers the first failure of each piece of work."""

    def __init__(self, endpoints: Endpoints) -> None:
        """Nothing was asked yet."""
        self._keys = tuple({endpoints.chat.key, endpoints.embedder.key} - {_NO_KEY})
        self._n_dims = endpoints.dims
        self.caller = Caller(self._understand, attempt_s=endpoints.timeout_s)
        """What makes the requests."""
        self._stage = "start"
        self._failure: BackendFailure | None = None

    @contextmanager
    def during(self, stage: str) -> Iterator[None]:
        """A piece of the system's work, inside which it asks what it likes.

        Raises:
            BackendFailure: a request failed, whatever the system made of that, or the system raised.
        """
        self._stage, self._failure = stage, None
        try:
            yield
        except BackendFailure:
            raise
        except Exception as exc:
            if self._failure is None:
                reason = one_line(self.scrubbed(f"{type(exc).__name__}: {exc}"))
                raise BackendFailure(stage, reason) from exc
        if self._failure is not None:
            raise self._failure

    def ask(self, what: str, request: Callable[[], T], check: Callable[[T], str]) -> T:
        """What `request` returns, tried as often as it may help; `check` says what is wrong with it, or nothing.

        After a failure nothing more is asked within the same piece of work.

        Raises:
            BackendFailure: it was refused, all attempts failed, or the answer is of no use.
        """
        if self._failure is not None:
            raise self._failure
        try:
            answer = self.caller.call(self._stage, request, repeatable=True)
            fault = _checked(check, answer)
            if fault:
                raise BackendFailure(self._stage, fault)
        except BackendFailure as exc:
            self._failure = BackendFailure(exc.stage, f"{what}: {exc.message}")
            raise self._failure from exc
        return answer

    def vectors_fault(self, vectors: object, n_texts: int) -> str:
        """What is wrong with an embedder's answer to `n_texts` texts; empty where nothing is."""
        if not isinstance(vectors, list) or len(vectors) != n_texts:
            return f"no answer for each text, of {n_texts}"
        for vector in vectors:
            if not isinstance(vector, list) or not all(_is_number(value) for value in vector):
                return "a vector is no list of finite numbers"
            if len(vector) != self._n_dims:
                return f"vectors have {len(vector)} numbers, expected are {self._n_dims} (option embedder_dims)"
        return ""

    def scrubbed(self, text: str) -> str:
        """`text` without the keys."""
        for key in self._keys:
            text = scrubbed(text, key)
        return text

    def _understand(self, exc: Exception) -> Trouble:
        trouble = http_trouble(exc)
        reason = self.scrubbed(trouble.reason)
        if trouble.outcome == "final" and isinstance(exc, _OTHER_SHAPE):
            reason = f"the answer has another shape than expected ({reason})"
        return replace(trouble, reason=reason)


def _checked(check: Callable[[T], str], answer: T) -> str:
    """What is wrong with an answer, of any type whatsoever."""
    try:
        return check(answer)
    except _OTHER_SHAPE:
        return f"the answer has another shape than expected ({type(answer).__name__})"


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def mended(answer: str) -> str:
    """A model's answer without halves of surrogate pairs, those escaped in its JSON included: they become `?`."""
    return _ESCAPE.sub(lambda found: "?" if found["half"] else found[0], writable(answer))
