"""A server that answers as a test says, for memories over HTTP; taken from `memory.http_wire`, our own contract.

It writes down every request. What it answers at a path is a list that is used up, its last entry again and again.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.loopback import Loopback


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """One answer; `act` takes the handler and writes by itself."""

    status: int = 200
    value: Any = None
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    act: Callable[["Handler"], None] | None = None


DONE = Says(value={"done": True})
NO_HITS = Says(value={"hits": []})
ABSENT = Says(status=404, value={"error": "there is no such thing"})


@dataclass
class Script:
    """What is answered where; paths that are not named are absent."""

    answers: dict[str, list[Says]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    url: str = ""

    def at(self, path: str) -> list[Asked]:
        """The requests to a path."""
        return [one for one in self.asked if one.path == path]

    def next_answer(self, path: str) -> Says:
        """What is answered now."""
        waiting = self.answers.get(path, [ABSENT])
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    script: Script

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        value = json.loads(body) if body else None
        headers = {name.lower(): text for name, text in self.headers.items()}
        self.script.asked.append(Asked(method=self.command, path=self.path, headers=headers, value=value))
        says = self.script.next_answer(self.path)
        try:
            if says.act is not None:
                says.act(self)
                self.close_connection = True
            else:
                self.say(says)
        except OSError:
            self.close_connection = True  # the other side gave up

    do_GET = do_DELETE = do_POST  # noqa: N815

    def say(self, says: Says) -> None:
        body = json.dumps(says.value).encode() if says.body is None else says.body
        self.send_response(says.status)
        for name, text in says.headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def served(**answers: list[Says]) -> Iterator[Script]:
    """A running server with `/ingest` and `/search`, and what is named: `served(settle=[...])` is for `/settle`."""
    named = {f"/{name}": list(says) for name, says in answers.items()}
    script = Script(answers={"/ingest": [DONE], "/search": [NO_HITS], **named})
    server = Loopback(Handler, script=script)
    script.url = server.url
    try:
        yield script
    finally:
        server.stop()
