import socket
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from fixtures.model_server import ModelServer
from memory.chat import ChatMessage, ChatRequest
from memory.errors import BudgetReached, NotOnTape, RunStopped
from replay.errors import InputError
from replay.model_options import ModelOptions
from replay.models import ModelRequest, Models
from tests.raw_server import RawServer, raw_server, whole

KEY = "sk-marked-90aa-77c1d2"
HELLO = ChatRequest(messages=(ChatMessage(role="user", text="Hello"),))
REQUEST = ModelRequest(options=ModelOptions(model="demo", base_url="http://127.0.0.1:9/v1", max_retries=0), key=KEY)


def test_the_key_is_in_no_representation_and_no_configuration() -> None:
    assert KEY not in repr(REQUEST)
    assert KEY not in repr(REQUEST.to_dict())
    assert REQUEST.to_dict()["max_turns"] == 10


def test_what_was_recorded_is_replayed_when_the_server_is_gone(tmp_path: Path) -> None:
    server = ModelServer()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    request = replace(REQUEST, options=replace(REQUEST.options, base_url=server.base_url), record=tmp_path / "tape")
    models = Models(request)
    answers = [models.chat(scenario).complete(HELLO, "ask").text for scenario in ("1", "2")]
    models.close()
    models.close()
    server.shutdown()
    server.server_close()
    again = Models(replace(request, record=None, replay=tmp_path / "tape"))
    assert [again.chat(scenario).complete(HELLO, "ask").text for scenario in ("1", "2")] == answers
    assert again.meter.n_requests == 0
    with pytest.raises(NotOnTape):
        again.chat("3").complete(replace(HELLO, messages=()), "ask")
    assert KEY not in (tmp_path / "tape").read_text(encoding="utf-8")


def test_all_scenarios_share_one_limit() -> None:
    server = ModelServer()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    options = replace(REQUEST.options, base_url=server.base_url)
    models = Models(replace(REQUEST, options=options, max_requests=2))
    models.chat("1").complete(HELLO, "ask")
    models.chat("2").complete(HELLO, "build")
    with pytest.raises(BudgetReached):
        models.chat("3").complete(HELLO, "ask")
    models.close()
    server.shutdown()
    server.server_close()


def test_requests_that_cannot_be_met_are_refused_before_anything_is_sent(tmp_path: Path) -> None:
    tape = tmp_path / "tape"
    wrong = [
        replace(REQUEST, record=tape, replay=tape),
        replace(REQUEST, replay=tape),
        replace(REQUEST, budget_usd=1.0),
        replace(REQUEST, prices=tmp_path / "prices.toml"),
        replace(REQUEST, max_turns=0),
        replace(REQUEST, options=replace(REQUEST.options, model="")),
        replace(REQUEST, key=" ", options=replace(REQUEST.options, base_url="https://API.openai.com/v1/")),
    ]
    for request in wrong:
        with pytest.raises(InputError):
            Models(request)
    assert not tape.exists()


def test_what_is_on_tape_counts_for_no_limit(tmp_path: Path) -> None:
    server = ModelServer()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    request = replace(
        REQUEST, options=replace(REQUEST.options, base_url=server.base_url), record=tmp_path / "tape", max_requests=2
    )
    for _ in range(2):
        models = Models(request)
        for scenario in ("1", "2"):
            models.chat(scenario).complete(HELLO, "ask")
        models.close()
    assert models.meter.n_requests == 0
    models = Models(request)
    models.chat("3").complete(HELLO, "ask")
    models.chat("1").complete(HELLO, "ask")
    models.chat("4").complete(HELLO, "ask")
    with pytest.raises(BudgetReached):
        models.chat("5").complete(HELLO, "ask")
    assert models.chat("1").complete(HELLO, "ask").taped
    models.stop()
    with pytest.raises(RunStopped):
        models.chat("1").complete(HELLO, "ask")
    models.close()
    server.shutdown()
    server.server_close()


def test_stopping_wakes_a_request_that_waits_for_its_next_attempt() -> None:
    asked = threading.Event()

    def busy(server: RawServer, connection: socket.socket) -> None:
        connection.sendall(whole(b"{}", "Retry-After: 50", status="429 Slow"))
        asked.set()

    ended: list[RunStopped] = []
    with raw_server(busy) as server:
        models = Models(replace(REQUEST, options=replace(REQUEST.options, base_url=server.base_url, max_retries=4)))

        def ask() -> None:
            try:
                models.chat("1").complete(HELLO, "ask")
            except RunStopped as exc:
                ended.append(exc)

        asking = threading.Thread(target=ask)
        asking.start()
        assert asked.wait(5)
        models.stop()
        asking.join(5)
        models.close()
    assert len(ended) == 1
    assert len(server.requests) == 1
