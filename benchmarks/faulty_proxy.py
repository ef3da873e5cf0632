"""A proxy on the loopback interface that makes trouble: what real servers do to whoever relies on them.

The rule: a fault strikes before the request went on (nothing happened), behind it (it happened, and nobody was told),
or in the answer. Which of them comes next is drawn from a seed. `/settle` is answered here: not yet, once in a while.
"""

import http.client
import random
import time
from collections import Counter
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Literal, assert_never
from urllib.parse import urlsplit

Fault = Literal["refused", "busy", "slow", "silent", "lost", "torn", "garbage", "empty", "unsettled"]
"""Before the request went on: `refused` (500) and `busy` (429). Behind it: `slow` (answered late), `silent` (not before
the client has given up), `lost` (the connection closed instead), `torn` (half of the answer), `garbage` (no JSON),
`empty` (JSON of no meaning). `unsettled` is the slow settling."""

_GARBAGE = b"<html><body>Bad Gateway \xff\xfe</body></html>"
_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "content-length", "host", "accept-encoding"})
"""Headers of one connection, which a proxy does not pass on."""


class FaultyProxy(ThreadingHTTPServer):
    """Passes requests on to another server, with faults; serves from its construction until `stop`."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self, upstream: str, rates: Mapping[Fault, float], *, seed: int, slow_s: float = 0.2, silent_s: float = 2.0
    ) -> None:
        """Listen on a free port. `rates` are the shares of requests that each fault strikes; together at most 1."""
        super().__init__(("127.0.0.1", 0), type("_OwnHandler", (_Handler,), {"proxy": self}))
        self._upstream = urlsplit(upstream)
        self._rates = dict(rates)
        self._rng = random.Random(seed)
        self._lock = Lock()
        self.slow_s, self.silent_s = slow_s, silent_s
        self.faults: Counter[Fault] = Counter()
        """How often each struck."""
        self.took_ms: list[float] = []
        """How long the server behind took for each request that went on."""
        self._thread = Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where to send what the server behind is meant to get; with its path."""
        return f"http://127.0.0.1:{self.server_address[1]}{self._upstream.path}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: whoever asked was killed, or lost patience."""

    def stop(self) -> None:
        """Serve no more."""
        self.shutdown()
        self.server_close()

    def draw(self, *, settles: bool) -> Fault | None:
        """The fault that strikes the next request, counted; None for most."""
        with self._lock:
            at = self._rng.random()
            for fault, rate in self._rates.items():
                if at < rate and (fault != "unsettled" or settles):
                    self.faults[fault] += 1
                    return fault
                at -= rate
        return None

    def forward(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """The status and the body that the server behind answers with."""
        began = time.perf_counter()
        connection = http.client.HTTPConnection(self._upstream.hostname or "", self._upstream.port, timeout=30)
        try:
            kept = {name: value for name, value in headers.items() if name.lower() not in _HOP}
            connection.request(method, path, body=body or None, headers=kept)
            answer = connection.getresponse()
            status, content = answer.status, answer.read()
        finally:
            connection.close()
        with self._lock:
            self.took_ms.append((time.perf_counter() - began) * 1000)
        return status, content


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    proxy: FaultyProxy

    def do_POST(self) -> None:
        """Answer a request of any method, or do not."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        settles = self.path.endswith("/settle")
        fault = self.proxy.draw(settles=settles)
        match fault:
            case "refused":
                self._send(500, b'{"error": "out of order"}')
                return
            case "busy":
                self._send(429, b'{"error": "too many requests"}', {"Retry-After": "0.1"})
                return
            case "unsettled":
                self._send(200, b'{"done": false}')
                return
        if settles:
            status, content = 200, b'{"done": true}'
        else:
            status, content = self.proxy.forward(self.command, self.path, dict(self.headers), body)
        match fault:
            case None:
                self._send(status, content)
            case "slow":
                time.sleep(self.proxy.slow_s)
                self._send(status, content)
            case "silent":
                time.sleep(self.proxy.silent_s)
                self.close_connection = True
            case "lost":
                self.close_connection = True
            case "torn":
                self._send(status, content, torn=True)
            case "garbage":
                self._send(200, _GARBAGE)
            case "empty":
                self._send(200, b'{"nothing": []}')
            case _:
                assert_never(fault)

    do_GET = do_DELETE = do_POST  # noqa: N815 - http.server looks for these names

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _send(
        self, status: int, content: bytes, headers: Mapping[str, str] | None = None, *, torn: bool = False
    ) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if torn else content)
        except OSError:
            torn = True  # whoever asked has gone: killed, or out of patience
        if torn:
            self.close_connection = True
