"""What an endpoint may do with our time, our memory and our key, over real connections."""

import json
import socket
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from memory.chat import ChatMessage, ChatRequest, TokenCount
from memory.errors import ChatFailure, RunStopped
from replay.chat_openai import MAX_ANSWER_BYTES, SHORTEST_PAUSE_S, OpenAIChat
from replay.model_options import ModelOptions
from tests.raw_server import RawServer, head, raw_server, whole

KEY = "sk-marked-51cc-0e9f42"
HELLO = ChatRequest(messages=(ChatMessage(role="user", text="Hello"),))
MIB = 2**20


def body(content: Any = "Hi.", finish: str = "stop", **other: Any) -> bytes:
    message = {"role": "assistant", "content": content}
    return json.dumps({"choices": [{"message": message, "finish_reason": finish}], **other}).encode()


def chat_at(url: str, **options: Any) -> OpenAIChat:
    made = {"max_retries": 0, "max_pause_s": 0.01, **options}
    return OpenAIChat(ModelOptions(model="demo", base_url=url, **made), KEY)


def failure_of(server: RawServer, **options: Any) -> ChatFailure:
    chat = chat_at(server.base_url, **options)
    try:
        with pytest.raises(ChatFailure) as caught:
            chat.complete(HELLO, "ask")
    finally:
        chat.close()
    return caught.value


def asking_until_stopped(chat: OpenAIChat) -> tuple[threading.Thread, list[RunStopped]]:
    """A thread that asks once, and what ended it."""
    ended: list[RunStopped] = []

    def ask() -> None:
        try:
            chat.complete(HELLO, "ask")
        except RunStopped as exc:
            ended.append(exc)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    return asking, ended


def blanks_in_the_body(server: RawServer, connection: socket.socket) -> None:
    connection.sendall(head("Content-Length: 1000000"))
    server.trickle(connection, b" ")


def blanks_in_chunks(server: RawServer, connection: socket.socket) -> None:
    connection.sendall(head("Transfer-Encoding: chunked"))
    server.trickle(connection, b"1\r\n \r\n")


def a_chunk_that_never_begins(server: RawServer, connection: socket.socket) -> None:
    connection.sendall(head("Transfer-Encoding: chunked") + b"1;")
    server.trickle(connection, b"x")


def headers_without_end(server: RawServer, connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nX-Long: ")
    server.trickle(connection, b"x")


def a_status_line_without_end(server: RawServer, connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 ")
    server.trickle(connection, b"O")


def an_error_without_end(server: RawServer, connection: socket.socket) -> None:
    connection.sendall(head("Content-Length: 1000000", status="500 Broken"))
    server.trickle(connection, b" ")


def provisional_answers(server: RawServer, connection: socket.socket) -> None:
    server.trickle(connection, b"HTTP/1.1 102 Processing\r\n\r\n")


def a_late_silence(server: RawServer, connection: socket.socket) -> None:
    connection.sendall(head("Content-Length: 1000"))
    server.over.wait(0.25)
    connection.sendall(b" ")
    server.over.wait(20)
    connection.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    "answer",
    [
        blanks_in_the_body,
        blanks_in_chunks,
        a_chunk_that_never_begins,
        headers_without_end,
        a_status_line_without_end,
        an_error_without_end,
        provisional_answers,
        a_late_silence,
    ],
)
def test_an_attempt_is_over_after_its_time_however_the_endpoint_spends_it(
    answer: Callable[[RawServer, socket.socket], None],
) -> None:
    with raw_server(answer) as server:
        failure = failure_of(server, timeout_s=0.3, max_retries=1)
    assert str(failure) == "no answer within 0.3 s (2 attempts)"
    assert len(server.requests) == 2


def test_an_answer_in_many_small_parts_is_read_as_a_whole() -> None:
    def drop_by_drop(server: RawServer, connection: socket.socket) -> None:
        said = body("Hi.")
        connection.sendall(head(f"Content-Length: {len(said)}"))
        for byte in said:
            connection.sendall(bytes([byte]))

    with raw_server(drop_by_drop) as server:
        chat = chat_at(server.base_url, timeout_s=10.0)
        assert chat.complete(HELLO, "ask").text == "Hi."
        chat.close()


def test_an_answer_as_large_as_allowed_is_read_and_a_byte_more_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = body("Hi.")
    with raw_server(lambda _, connection: connection.sendall(whole(said))) as server:
        monkeypatch.setattr("replay.chat_openai.MAX_ANSWER_BYTES", len(said))
        chat = chat_at(server.base_url)
        assert chat.complete(HELLO, "ask").text == "Hi."
        chat.close()
        monkeypatch.setattr("replay.chat_openai.MAX_ANSWER_BYTES", len(said) - 1)
        failure = failure_of(server, max_retries=3)
    assert (failure.n_attempts, failure.is_answer) == (1, False)
    assert failure.reason.startswith("the answer is larger than")


def test_fifty_megabytes_are_not_read_to_the_end() -> None:
    n_sent = 0

    def pour(server: RawServer, connection: socket.socket) -> None:
        nonlocal n_sent
        connection.sendall(head(f"Content-Length: {50 * MIB}"))
        for _ in range(50):
            connection.sendall(b" " * MIB)
            n_sent += 1

    with raw_server(pour) as server:
        failure = failure_of(server, timeout_s=30.0)
    assert failure.reason == "the answer is larger than 32 MiB"
    assert n_sent < 50


@pytest.mark.parametrize("status", ["200 OK", "500 Broken"])
def test_what_unpacks_to_sixteen_times_as_much_as_allowed_is_never_held(status: str) -> None:
    packer = zlib.compressobj(1, wbits=31)  # gzip
    packed = b"".join([*(packer.compress(b" " * MIB) for _ in range(512)), packer.flush()])

    def bomb(server: RawServer, connection: socket.socket) -> None:
        connection.sendall(whole(packed, "Content-Encoding: gzip", status=status))

    with raw_server(bomb) as server:
        tracemalloc.start()
        failure = failure_of(server, timeout_s=60.0)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    told = "the answer is larger than 32 MiB" if status == "200 OK" else "the endpoint answered with status 500"
    assert failure.reason == told
    assert most < 8 * MAX_ANSWER_BYTES


def test_what_claims_to_be_packed_and_is_not_is_a_trouble_that_may_pass() -> None:
    with raw_server(lambda _, connection: connection.sendall(whole(b"no", "Content-Encoding: gzip"))) as server:
        failure = failure_of(server, max_retries=1)
    assert failure.reason.startswith("the answer could not be read")
    assert failure.n_attempts == 2


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See", "307 Temporary", "308 Permanent"])
def test_nobody_is_followed_to_another_address(status: str) -> None:
    with raw_server(lambda _, connection: connection.sendall(whole(body()))) as elsewhere:
        to = elsewhere.base_url.replace("127.0.0.1", "localhost")

        def away(server: RawServer, connection: socket.socket) -> None:
            connection.sendall(whole(b"", f"Location: {to}?key={KEY}", status=status))

        with raw_server(away) as server:
            failure = failure_of(server, max_retries=3)
    assert elsewhere.requests == []
    assert failure.n_attempts == 1
    assert failure.reason == f"the endpoint answered with status {status[:3]}: it points to {to}?key=[key], " + (
        "which is not followed"
    )


def test_an_endpoint_that_asks_for_no_pause_gets_a_small_one_all_the_same() -> None:
    pauses: list[float] = []
    with raw_server(
        lambda _, connection: connection.sendall(whole(b"{}", "Retry-After: 0", status="429 Slow"))
    ) as server:
        options = ModelOptions(model="demo", base_url=server.base_url, max_retries=2)
        chat = OpenAIChat(options, KEY, wait=pauses.append)
        with pytest.raises(ChatFailure):
            chat.complete(HELLO, "ask")
        chat.close()
    assert pauses == [SHORTEST_PAUSE_S, SHORTEST_PAUSE_S]


@pytest.mark.parametrize("asked", ["1000000000", "1e308", "inf"])
def test_an_endpoint_that_asks_to_wait_for_years_is_not_waited_for(asked: str) -> None:
    with raw_server(
        lambda _, connection: connection.sendall(whole(b"{}", f"Retry-After: {asked}", status="503 Away"))
    ) as server:
        failure = failure_of(server, max_retries=5, max_pause_s=60.0)
    assert failure.n_attempts == 1
    assert failure.reason.endswith("allowed are 60 s")


class Heard(threading.Event):
    """Tells that somebody waits for it, and lets nobody go for having waited long enough."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.set()
        return super().wait()


@pytest.mark.parametrize("headers", [("Retry-After: 30",), ()])
def test_whoever_waits_for_the_next_attempt_ends_as_soon_as_the_run_is_stopped(
    headers: tuple[str, ...],
) -> None:
    def busy(server: RawServer, connection: socket.socket) -> None:
        connection.sendall(whole(b"{}", *headers, status="429 Slow"))

    stopped = Heard()
    with raw_server(busy) as server:
        chat = OpenAIChat(ModelOptions(model="demo", base_url=server.base_url), KEY, stopped=stopped)
        asking, ended = asking_until_stopped(chat)
        assert stopped.waits.wait(20)
        assert asking.is_alive()
        stopped.set()
        asking.join(20)
        assert len(ended) == 1
        n_sent = len(server.requests)
        with pytest.raises(RunStopped):
            chat.complete(HELLO, "ask")
        assert n_sent == len(server.requests) == 1
        chat.close()


def test_closing_ends_an_attempt_that_is_under_way_and_lets_none_begin() -> None:
    with raw_server(blanks_in_the_body) as server:
        chat = chat_at(server.base_url, timeout_s=60.0)
        asking, ended = asking_until_stopped(chat)
        while not server.requests:
            time.sleep(0.01)
        chat.close()
        chat.close()
        asking.join(5)
        assert len(ended) == 1
        with pytest.raises(RunStopped):
            chat.complete(HELLO, "ask")


USAGE = {"prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 40}}
TOKENS = TokenCount(prompt=100, completion=7, cached=40)


def in_order(*answers: bytes) -> Callable[[RawServer, socket.socket], None]:
    left = list(answers)
    return lambda _, connection: connection.sendall(left.pop(0))


def test_a_refusal_is_an_answer_and_tells_its_tokens() -> None:
    refused = json.dumps({"choices": [{"message": {"refusal": "No."}}], "usage": USAGE}).encode()
    with raw_server(in_order(whole(refused), whole(body("", "content_filter", usage=USAGE)))) as server:
        for told in ("the model refused: No.", "the endpoint's filter held the answer back"):
            failure = failure_of(server, max_retries=3)
            assert (failure.reason, failure.n_attempts) == (told, 1)
            assert (failure.tokens, failure.is_answer) == (TOKENS, True)


def test_what_answers_of_no_use_took_is_added_to_the_answer_that_came_in_the_end() -> None:
    useless = whole(json.dumps({"choices": [], "usage": USAGE}).encode())
    with raw_server(in_order(useless, whole(b"<html>"), useless, whole(body("Hi.", usage=USAGE)))) as server:
        chat = chat_at(server.base_url, max_retries=3)
        reply = chat.complete(HELLO, "ask")
        chat.close()
    assert (reply.n_attempts, reply.tokens) == (4, TokenCount(prompt=300, completion=21, cached=120))


def test_what_answers_of_no_use_took_is_told_where_none_came_and_without_a_report_none_is() -> None:
    useless = whole(json.dumps({"choices": [], "usage": USAGE}).encode())
    with raw_server(in_order(useless, useless, whole(b"{}"), whole(b"{}"))) as server:
        failure = failure_of(server, max_retries=1)
        assert (failure.tokens, failure.is_answer) == (TokenCount(prompt=200, completion=14, cached=80), False)
        assert failure_of(server, max_retries=1).tokens is None
