"""The reference memory over HTTP keeps the contract; asked with the standard library alone."""

import http.client
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from fixtures.memory_server import MemoryServer, main


class Client:
    """Sends what it is told, valid or not."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def ask(self, method: str, path: str, value: object = None) -> tuple[int, Any]:
        body = value if isinstance(value, bytes) else b"" if value is None else json.dumps(value).encode()
        self._connection.request(method, path, body=body)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    def ingest(self, *texts: str, namespace: str = "a", first: int = 1) -> None:
        messages = [
            {"id": f"m{number}", "at": f"2025-03-04T12:{number:02}:00+00:00", "seq": number, "text": text}
            for number, text in enumerate(texts, first)
        ]
        asked = {"namespace": namespace, "key": f"{namespace}-{first}", "messages": messages}
        assert self.ask("POST", "/ingest", asked) == (200, {"done": True})

    def found(self, query: str, namespace: str = "a", limit: int = 10) -> list[str]:
        status, answer = self.ask("POST", "/search", {"namespace": namespace, "query": query, "limit": limit})
        assert status == 200
        return [hit["message_ids"][0] for hit in answer["hits"]]


@pytest.fixture
def client() -> Iterator[Client]:
    server = MemoryServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield Client(server.server_address[1])
    server.shutdown()
    server.server_close()


def test_the_most_shared_words_come_first_and_the_newer_of_equals(client: Client) -> None:
    client.ingest("the seat is warm", "a seat", "radio", "Seat!")
    assert client.found("warm seat") == ["m1", "m4", "m2"]
    assert client.found("warm seat", limit=2) == ["m1", "m4"]
    assert client.found("nothing of it") == []
    assert client.found("") == []


def test_a_hit_carries_text_score_source_and_stamp(client: Client) -> None:
    client.ingest("warm seat")
    assert client.ask("POST", "/search", {"namespace": "a", "query": "SEAT, warm", "limit": 1})[1] == {
        "hits": [{"text": "warm seat", "score": 2, "message_ids": ["m1"], "at": "2025-03-04T12:01:00+00:00"}]
    }


def test_a_namespace_that_was_never_named_holds_nothing(client: Client) -> None:
    client.ingest("seat", namespace="a")
    assert client.found("seat", namespace="b") == []
    assert client.ask("POST", "/leftovers", {"namespace": "b"}) == (200, {"texts": []})
    assert client.ask("POST", "/leftovers", {"namespace": "a"}) == (200, {"texts": ["seat"]})


def test_a_key_that_was_seen_brings_nothing_again_even_after_it_was_forgotten(client: Client) -> None:
    client.ingest("seat")
    forget = {"namespace": "a", "message_ids": ["m1", "unknown"], "person": "", "text": ""}
    assert client.ask("POST", "/forget", forget) == (200, {"done": True})
    client.ingest("seat")
    assert client.found("seat") == []


def test_a_deleted_namespace_is_empty_and_its_keys_are_new_again(client: Client) -> None:
    client.ingest("seat", namespace="a b/c")
    client.ingest("seat", namespace="other")
    assert client.ask("DELETE", "/namespace/a%20b%2Fc") == (200, {"done": True})
    assert client.found("seat", namespace="a b/c") == []
    assert client.found("seat", namespace="other") == ["m1"]
    client.ingest("seat", namespace="a b/c")
    assert client.found("seat", namespace="a b/c") == ["m1"]


def test_what_is_no_request_is_refused_and_the_server_goes_on(client: Client) -> None:
    for body in (b"{", b"[]", b"{}", b"7", b"\xff"):
        assert client.ask("POST", "/ingest", body)[0] == 400
    assert client.ask("POST", "/nowhere", {})[0] == 404
    assert client.ask("GET", "/ingest")[0] == 404
    client.ingest("seat")
    assert client.found("seat") == ["m1"]


def test_a_taken_port_ends_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    taken = MemoryServer()
    port = taken.server_address[1]
    assert main(["--port", str(port)]) == 2
    assert capsys.readouterr().err.startswith(f"memory_server: port {port}: ")
    taken.server_close()


def test_it_runs_as_a_process_and_prints_its_address() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "fixtures.memory_server", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("listening at http://127.0.0.1:")
            client = Client(int(line.rsplit(":", 1)[1]))
            assert client.ask("GET", "/capabilities")[1]["contract"] == 1
        finally:
            process.kill()
