"""What the imitations of served memory systems share: a server here that keeps requests and can misbehave."""

import json
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

KEY = "key-marked-51c9-e07b"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request."""

    method: str
    path: str
    params: Mapping[str, str]
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """One answer."""

    value: Any = None
    status: int = 200
    text: str | None = None
    """Sent as it is, instead of `value` as JSON."""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    carries_out: bool = False
    """Only for misbehaviour: the request is carried out all the same."""


HTML = Says(text="<html><body>Welcome</body></html>", headers={"Content-Type": "text/html"})


class Imitation:
    """A system; a subclass says in `answer` what it does with a request."""

    def __init__(self) -> None:
        """Nothing was asked, nothing goes wrong."""
        self.asked: list[Asked] = []
        self._misbehaviour: list[tuple[re.Pattern[str], Says]] = []
        self._lock = threading.Lock()

    def answer(self, asked: Asked) -> Says:
        """What the system says to a request with the right key."""
        raise NotImplementedError

    def is_allowed(self, asked: Asked) -> bool:
        """Whether the request carries the key as the system wants it."""
        raise NotImplementedError

    def refusal(self) -> Says:
        """What is said to a wrong key."""
        return Says(status=401, value={"detail": "no such key"})

    def misbehave(self, pattern: str, *answers: Says) -> None:
        """Say these, one after the other, to the next requests whose `METHOD /path` holds `pattern`."""
        self._misbehaviour += [(re.compile(pattern), says) for says in answers]

    def at(self, pattern: str) -> list[Asked]:
        """The requests whose `METHOD /path` holds `pattern`."""
        return [one for one in self.asked if re.search(pattern, f"{one.method} {one.path}")]

    def respond(self, asked: Asked) -> Says:
        """What is said, misbehaviour first."""
        with self._lock:
            self.asked.append(asked)
            if not self.is_allowed(asked):
                return self.refusal()
            for place, (pattern, says) in enumerate(self._misbehaviour):
                if pattern.search(f"{asked.method} {asked.path}"):
                    del self._misbehaviour[place]
                    if says.carries_out:
                        self.answer(asked)
                    return says
            return self.answer(asked)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    imitation: Imitation

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        says = self.imitation.respond(
            Asked(
                method=self.command,
                path=unquote(parts.path),
                params=dict(parse_qsl(parts.query, keep_blank_values=True)),
                headers={name.lower(): value for name, value in self.headers.items()},
                body=json.loads(body) if body else None,
            )
        )
        time.sleep(says.delay_s)
        data = (json.dumps(says.value) if says.text is None else says.text).encode()
        try:
            self.send_response(says.status)
            for name, value in {"Content-Type": "application/json", **says.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # the other side gave up

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        return


@contextmanager
def serving(imitation: Imitation) -> Iterator[str]:
    """The address at which the imitation answers."""
    handler = type("Handler", (_Handler,), {"imitation": imitation})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def likeness(query: str, text: str) -> float:
    """The share of the query's words that the text has, 0 to 1."""
    words = {word.lower() for word in _WORD.findall(query)}
    return len(words & {word.lower() for word in _WORD.findall(text)}) / len(words) if words else 0.0
