"""A client that dies is no news to the servers of this project; anything else that goes wrong is."""

import json
import socket
import struct
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from fixtures.local_server import JsonHandler, LocalServer
from fixtures.memory_server import Answer, Memories, MemoryServer
from fixtures.model_server import ModelServer

MESSAGE = {"id": "m1", "at": "2025-03-04T12:01:00+00:00", "seq": 1, "text": "warm seat"}
INGEST = json.dumps({"namespace": "a", "key": "1", "messages": [MESSAGE]}).encode()


class SlowMemories(Memories):
    """Answers only once the client is gone."""

    def __init__(self, is_gone: threading.Event) -> None:
        super().__init__()
        self._is_gone = is_gone

    def answer(self, method: str, path: str, asked: Mapping[str, Any]) -> Answer:
        self._is_gone.wait(10)
        return super().answer(method, path, asked)


@contextmanager
def serving(server: LocalServer) -> Iterator[Callable[[], bool]]:
    """A running server; what is yielded waits until a connection is over and says whether it is."""
    over = threading.Event()
    shutdown_request = server.shutdown_request

    def tell(request: Any) -> None:
        shutdown_request(request)
        over.set()

    server.shutdown_request = tell  # type: ignore[method-assign]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield lambda: over.wait(10)
    server.shutdown()
    server.server_close()


def connected(server: LocalServer) -> socket.socket:
    return socket.create_connection(server.server_address[:2], timeout=10)


def send(client: socket.socket, path: str, body: bytes, length: object = None) -> None:
    said = len(body) if length is None else length
    client.sendall(f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Length: {said}\r\n\r\n".encode() + body)


def die(client: socket.socket) -> None:
    """Close as a killed process with unread data does: the connection is reset."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def stored(server: LocalServer) -> list[str]:
    request = urllib.request.Request(f"{server.url}/leftovers", data=b'{"namespace": "a"}')
    with urllib.request.urlopen(request, timeout=10) as answer:
        texts: list[str] = json.loads(answer.read())["texts"]
    return texts


def test_a_client_that_died_before_its_answer_is_no_news_and_what_it_asked_for_is_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    is_gone = threading.Event()
    server = MemoryServer()
    server.RequestHandlerClass.memories = SlowMemories(is_gone)  # type: ignore[attr-defined]
    with serving(server) as is_over:
        client = connected(server)
        send(client, "/ingest", INGEST)
        die(client)
        is_gone.set()
        assert is_over()
        assert stored(server) == ["warm seat"]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("sent", [b"", b"POST /v1/chat", b"POST /v1/embeddings HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"])
def test_a_client_that_died_in_the_middle_of_its_request_is_no_news(
    sent: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    server = ModelServer()
    with serving(server) as is_over:
        client = connected(server)
        client.sendall(sent)
        die(client)
        assert is_over()
        with urllib.request.urlopen(f"{server.base_url}/models", timeout=10) as answer:
            assert answer.status == 200
    assert capsys.readouterr().err == ""


def test_half_a_request_is_none_even_where_it_could_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    server = MemoryServer()
    with serving(server) as is_over:
        client = connected(server)
        send(client, "/ingest", INGEST, length=len(INGEST) + 1)
        client.shutdown(socket.SHUT_WR)
        assert is_over()
        assert client.recv(100) == b""
        client.close()
        assert stored(server) == []
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("length", ["-1", "x", "1_0", "²", pytest.param("9" * 5_000, id="5,000 digits")])
def test_a_length_that_is_no_number_is_refused_and_the_connection_closed(
    length: str, capsys: pytest.CaptureFixture[str]
) -> None:
    server = MemoryServer()
    with serving(server) as is_over:
        client = connected(server)
        client.sendall(f"POST /ingest HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode())
        assert client.makefile("rb").readline() == b"HTTP/1.1 400 Bad Request\r\n"
        assert is_over()
        client.close()
        assert stored(server) == []
    assert capsys.readouterr().err == ""


def test_a_fault_of_the_servers_own_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(JsonHandler):
        def respond(self, body: bytes) -> tuple[int, bytes] | None:
            raise ValueError("out of order")

    server = LocalServer(0, Broken, {})
    with serving(server) as is_over:
        with pytest.raises((urllib.error.URLError, ConnectionError)):
            urllib.request.urlopen(server.url, timeout=10)
        assert is_over()
    assert "ValueError: out of order" in capsys.readouterr().err
