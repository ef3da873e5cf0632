"""What the imitations of served memory systems share: a server on this machine, a list of what it was asked, troubles.

An imitation keeps what it is given and answers from it. A `Trouble` comes between: it answers instead of the imitation,
or after it has carried the request out, as a gateway does that gave up too early.
"""

import json
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.loopback import Loopback

I = TypeVar("I", bound="Imitation")  # noqa: E741
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is answered: a value as JSON, or a body as it is."""

    value: Any = None
    status: int = 200
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


HTML = Answer(body=b"<html><body>Welcome to nginx!</body></html>", headers={"Content-Type": "text/html"})

Which = Callable[[Asked], bool]


@dataclass(slots=True, kw_only=True)
class Trouble:
    """What happens to the next `times` requests that `on` picks."""

    on: Which
    answer: Answer | None
    times: int
    delay_s: float
    carried_out: bool


class Imitation(ABC):
    """One system; `answers` says what it would."""

    prefix = ""
    """What its address ends in."""
    scheme = "Bearer "
    """What stands before the key in the header."""
    done = "done"
    """The state in which what was stored is found; what ends in `failed` never is."""
    failed = "failed"

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.troubles: list[Trouble] = []
        self.key = ""
        """Where one is set, requests without it are refused."""
        self.url = ""
        self.lock = threading.Lock()
        self.n_polls = 1
        """How often the state of what was stored is asked for until it has ended."""
        self.ends_as = self.done

    @abstractmethod
    def answers(self, asked: Asked) -> Answer:
        """What the system answers, having done what it was asked."""

    @abstractmethod
    def is_write(self, asked: Asked) -> bool:
        """Whether a request stores something said."""

    @abstractmethod
    def is_search(self, asked: Asked) -> bool:
        """Whether a request searches."""

    def is_poll(self, asked: Asked) -> bool:
        """Whether a request asks how far the system is."""
        return False

    @abstractmethod
    def stored(self) -> list[str]:
        """The texts that are stored, in the order in which they came."""

    def refusal(self, sent: str) -> Answer:
        """What is answered where another key is wanted than was sent."""
        return Answer(value={"message": f"{sent} is not allowed"}, status=401)

    def misbehave(
        self, on: Which, answer: Answer | None = None, *, times: int = 1, delay_s: float = 0, carried_out: bool = False
    ) -> None:
        """Let the next requests that `on` picks be answered so, or late; they are carried out only where that is said.

        Without `answer` they are answered as ever, if late, and are carried out.
        """
        trouble = Trouble(on=on, answer=answer, times=times, delay_s=delay_s, carried_out=carried_out)
        self.troubles.append(trouble)

    def picked(self, which: Which) -> list[Asked]:
        """The requests of that kind."""
        return list(filter(which, self.asked))

    def n_asked(self, which: Which) -> int:
        """How many requests of that kind came."""
        return len(self.picked(which))

    def answer(self, asked: Asked) -> Answer:
        """What is answered in the end."""
        with self.lock:
            self.asked.append(asked)
            sent = asked.headers.get("authorization", "")
            if self.key and sent != f"{self.scheme}{self.key}":
                return self.refusal(sent)
            trouble = next((one for one in self.troubles if one.times and one.on(asked)), None)
            if trouble is None:
                return self.answers(asked)
            trouble.times -= 1
            own = self.answers(asked) if trouble.carried_out or trouble.answer is None else Answer()
        time.sleep(trouble.delay_s)
        return own if trouble.answer is None else trouble.answer


def likeness(query: str, text: str) -> float:
    """The share of the query's words that the text has, 0 to 1."""
    words = set(_WORD.findall(query.lower()))
    return len(words & set(_WORD.findall(text.lower()))) / len(words) if words else 0.0


def best(query: str, texts: Mapping[str, str]) -> list[tuple[str, float]]:
    """The names of the texts that share words with the query, with their likeness, most first."""
    scored = [(name, likeness(query, text)) for name, text in texts.items()]
    return sorted((pair for pair in scored if pair[1]), key=lambda pair: -pair[1])


def missing(what: str) -> Answer:
    """There is no such thing."""
    return Answer(value={"detail": f"{what} not found"}, status=404)


def parts(asked: Asked) -> Sequence[str]:
    """The path, cut at its slashes and decoded."""
    return [unquote(part) for part in asked.path.split("/") if part]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    imitation: Imitation

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        url = urlsplit(self.path)
        asked = Asked(
            method=self.command,
            path=url.path.removeprefix(self.imitation.prefix),
            query=dict(parse_qsl(url.query, keep_blank_values=True)),
            headers={name.lower(): text for name, text in self.headers.items()},
            value=json.loads(body) if body else None,
        )
        answer = self.imitation.answer(asked)
        sent = json.dumps(answer.value).encode() if answer.body is None else answer.body
        try:
            self.send_response(answer.status)
            for name, text in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, text)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)
        except OSError:
            self.close_connection = True  # the other side gave up

    do_GET = do_PUT = do_PATCH = do_DELETE = do_POST  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def running(imitation: I) -> Iterator[I]:
    """The imitation, at an address of its own."""
    server = Loopback(_Handler, imitation=imitation)
    imitation.url = f"{server.url}{imitation.prefix}"
    try:
        yield imitation
    finally:
        server.stop()
