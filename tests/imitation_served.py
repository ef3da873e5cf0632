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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

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


@dataclass(slots=True, kw_only=True)
class Trouble:
    """What happens to the next `times` requests that `on` picks."""

    on: Callable[[Asked], bool]
    answer: Answer | None = None
    """Instead of the imitation's own; None to leave that as it is."""
    times: int = 1
    delay_s: float = 0.0
    carried_out: bool = False
    """Whether the imitation does what it was asked all the same."""


class Imitation(ABC):
    """One system; `answers` says what it would."""

    prefix = ""
    """What its address ends in."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.troubles: list[Trouble] = []
        self.key = ""
        """Where one is set, requests without it are refused."""
        self.url = ""
        self.lock = threading.Lock()

    @abstractmethod
    def answers(self, asked: Asked) -> Answer:
        """What the system answers, having done what it was asked."""

    @abstractmethod
    def is_write(self, asked: Asked) -> bool:
        """Whether a request stores something said."""

    @abstractmethod
    def is_search(self, asked: Asked) -> bool:
        """Whether a request searches."""

    @abstractmethod
    def stored(self) -> list[str]:
        """The texts that are stored, in the order in which they came."""

    def n_asked(self, which: Callable[[Asked], bool]) -> int:
        """How many requests of that kind came."""
        return sum(map(which, self.asked))

    def answer(self, asked: Asked) -> Answer:
        """What is answered in the end."""
        with self.lock:
            self.asked.append(asked)
            trouble = next((one for one in self.troubles if one.times and one.on(asked)), None)
            if self.key and self.key not in asked.headers.get("authorization", ""):
                return Answer(value={"message": f"{asked.headers.get('authorization')} is not allowed"}, status=401)
            if trouble is None:
                return self.answers(asked)
            trouble.times -= 1
            own = self.answers(asked) if trouble.carried_out or trouble.answer is None else Answer()
        time.sleep(trouble.delay_s)
        return own if trouble.answer is None else trouble.answer


def best(query: str, texts: Mapping[str, str]) -> list[tuple[str, float]]:
    """The names of the texts that share words with the query, with the number of shared words, most first."""
    wanted = set(_WORD.findall(query.lower()))
    scored = [(name, float(len(wanted & set(_WORD.findall(text.lower()))))) for name, text in texts.items()]
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
            query=dict(parse_qsl(url.query)),
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


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        return


@contextmanager
def running(imitation: I) -> Iterator[I]:
    """The imitation, at an address of its own."""
    server = _Server(("127.0.0.1", 0), type("_OwnHandler", (_Handler,), {"imitation": imitation}))
    imitation.url = f"http://127.0.0.1:{server.server_address[1]}{imitation.prefix}"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield imitation
    finally:
        server.shutdown()
        server.server_close()
