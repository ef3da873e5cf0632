"""Answers of served systems, read strictly: one of another shape is a failure with a short reason, never an empty list.

The text of an answer is kept as it came, since what a client makes of it has lost what the client does not know.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from memory.adapters.calling import Caller, Retried, Trouble, one_line
from memory.adapters.secrets import scrubbed
from memory.adapters.trouble import http_status, http_trouble
from memory.errors import BackendFailure
from memory.faults import first_fault

T = TypeVar("T")

_WORD = re.compile(r"\w")
_SHOWN_CHARS = 60


class Shape(BaseModel):
    """A part of an answer, strictly typed; what the adapter does not use of it is passed over."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


def read_answer(stage: str, shape: TypeAdapter[T], text: str, secret: str = "") -> T:
    """The JSON `text` as `shape`; what is shown of it on failure holds no key.

    Raises:
        BackendFailure: it is no JSON, or of another shape; the first place where it differs is named.
    """
    try:
        return shape.validate_json(text)
    except ValidationError as exc:
        shown = scrubbed(text, secret)[:_SHOWN_CHARS]
        reason = f"the answer has another shape: {first_fault(exc, 'all of it')}; it begins with {shown!r}"
        raise BackendFailure(stage, one_line(reason)) from exc


def told(exc: Exception, secret: str = "") -> Trouble:
    """As `http_trouble`, with the status and the body as the reason: headers carry today's date, and may carry keys.

    A client that keeps the status to itself has it told all the same.
    """
    if isinstance(exc, BackendFailure):
        return Trouble(outcome="final", reason=exc.message)
    trouble = http_trouble(exc, secret)
    status = getattr(exc, "status_code", None) or getattr(exc, "status", None)
    if isinstance(status, int):
        body: object = getattr(exc, "body", None) or getattr(exc, "reason", None) or ""
    else:
        status, body = http_status(exc), exc
        if status is None or str(status) in trouble.reason:
            return trouble
    return replace(trouble, reason=scrubbed(f"{type(exc).__name__}: status {status}: {body}", secret))


def is_missing(exc: Exception) -> bool:
    """Whether the system answered that there is nothing of that name."""
    return 404 in (getattr(exc, "status_code", None), getattr(exc, "status", None))


def searchable(query: str) -> str:
    """`query` without what no JSON or database takes (halves of surrogate pairs, NUL); empty when no word is left."""
    plain = query.encode("utf-8", "ignore").decode("utf-8").replace("\0", " ")
    return plain if _WORD.search(plain) else ""


def rank_score(rank: int) -> float:
    """The score of the hit at `rank` (1 is the best), where a system ranks without saying how much better one is."""
    return 1.0 / rank


class HttpAnswer(Protocol):
    """What the HTTP libraries' answers have in common."""

    @property
    def text(self) -> str:
        """The decoded body."""
        ...

    def read(self) -> bytes:
        """Fetch the body."""
        ...


class LastAnswer:
    """The text of the last answer; given to an HTTP client as the hook that sees every one."""

    def __init__(self) -> None:
        """Nothing heard yet."""
        self.text = ""

    def __call__(self, answer: HttpAnswer) -> None:
        """Keep its text."""
        answer.read()
        self.text = answer.text


class ServedCaller(Caller):
    """Makes the calls to one served system, and reads what is answered as it came, not as its client makes of it."""

    def __init__(self, key: str, timeout_s: float) -> None:
        """Made with the key `key`; one attempt takes at most `timeout_s` seconds."""
        super().__init__(lambda exc: told(exc, key), attempt_s=timeout_s)
        self._key = key
        self.last = LastAnswer()

    @property
    def hooks(self) -> dict[str, list[Callable[..., Any]]]:
        """What an HTTP client is given, so that `last` sees every answer."""
        return {"response": [self.last]}

    def answered(self, stage: str, shape: TypeAdapter[T]) -> T:
        """The last answer, read as `shape`.

        Raises:
            BackendFailure: it has another shape.
        """
        return read_answer(stage, shape, self.last.text, self._key)

    @property
    def shown(self) -> str:
        """The text of the last answer, without the key."""
        return scrubbed(self.last.text, self._key)

    def read(
        self,
        stage: str,
        shape: TypeAdapter[T],
        request: Callable[[], object],
        *,
        repeatable: bool = True,
        landed: Callable[[], T | None] | None = None,
    ) -> T:
        """What is answered to `request`, read as `shape`; made as by `call`.

        Raises:
            BackendFailure: as by `call`, or the answer has another shape.
        """

        def asked() -> T:
            request()
            return self.answered(stage, shape)

        return self.call(stage, asked, repeatable=repeatable, landed=landed)


class ServedMemory(Retried):
    """A memory whose requests one `ServedCaller` makes, over connections of its own."""

    _caller: ServedCaller
    _http: Any
    """The HTTP library's client."""

    def close(self) -> None:
        """Close the connections; what the system keeps stays."""
        self._http.close()
