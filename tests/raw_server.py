"""An endpoint that sends what a test tells it to, byte by byte, for tests."""

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Answer = Callable[[socket.socket], None]

MOST_PARTS = 1_000
"""Whoever still listens after so many is not bounded by its own time, and hears the connection end."""
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class RawServer:
    """Listens on this machine; every request is answered by `answer`, in a thread of its own."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.over = threading.Event()
        self.requests: list[bytes] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/v1"

    def trickle(self, connection: socket.socket, part: bytes, pause_s: float = 0.02) -> None:
        """Send `part` again and again, until nobody listens any more; at most `MOST_PARTS` times."""
        for _ in range(MOST_PARTS):
            if self.over.wait(pause_s):
                return
            connection.sendall(part)
        connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.over.set()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            while request := _request(connection):
                self.requests.append(request)
                self._answer(connection)


@contextmanager
def raw_server(answer: Callable[[RawServer, socket.socket], None]) -> Iterator[RawServer]:
    """A server whose answers are `answer(server, connection)`, for the length of the block."""
    server = RawServer(lambda connection: answer(server, connection))
    try:
        yield server
    finally:
        server.close()


def head(*lines: str, status: str = "200 OK") -> bytes:
    """The first lines of an answer, up to the blank one."""
    return "\r\n".join((f"HTTP/1.1 {status}", "Content-Type: application/json", *lines, "", "")).encode()


def whole(body: bytes, *lines: str, status: str = "200 OK") -> bytes:
    """An answer with its body."""
    return head(f"Content-Length: {len(body)}", *lines, status=status) + body


def _request(connection: socket.socket) -> bytes:
    """One request with its body; empty where nobody asks any more."""
    text = b""
    while b"\r\n\r\n" not in text:
        part = connection.recv(65536)
        if not part:
            return b""
        text += part
    found = _LENGTH.search(text)
    wanted = text.index(b"\r\n\r\n") + 4 + (int(found[1]) if found else 0)
    while len(text) < wanted:
        text += connection.recv(65536)
    return text
