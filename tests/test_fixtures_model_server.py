"""The four conditions and the rest, end to end: real client, real loopback server, the bundled demo."""

import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import openai
import orjson
import pytest

from fixtures.demo_model import demo_answer, demo_vector
from fixtures.model_server import MAX_DIMENSIONS, BadRequest, ModelServer, completion, embeddings, main
from memory.backend import MemoryBackend, Setup
from memory.chat import ChatModel
from memory.errors import BudgetReached, NotOnTape
from memory.registry import find_backend
from replay.agents.tool_calling import ToolCallingAgent
from replay.chat_openai import OpenAIChat
from replay.judging import judge_prompt
from replay.meter import Meter, MeteredChat
from replay.model_options import ModelOptions
from replay.prepare import Request, prepare
from replay.runner import ScenarioReplay
from replay.tape import Tape
from scoring.codec import turn_to_json
from scoring.records import Turn
from scoring.turn_score import score_turn
from scoring.usage import Usage

KEY = "sk-marked-51c0-9be713"
CONDITIONS = ["none", "gold", "full", "summary", "keyvalue", "fulltext"]
N_QUERIES = 5


@pytest.fixture
def server() -> Iterator[ModelServer]:
    served = ModelServer()
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield served
    served.shutdown()
    served.server_close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    turns: list[Turn]
    usages: list[Usage]

    def record(self) -> list[bytes]:
        return [turn_to_json(turn) + repr(u).encode() for turn, u in zip(self.turns, self.usages, strict=True)]

    def n_exact(self) -> int:
        return sum(score_turn(turn).exact_match for turn in self.turns)


def options_for(url: str) -> ModelOptions:
    return ModelOptions(model="demo", base_url=url, temperature=0.0, max_retries=0)


def replay(
    memory: str, chat: ChatModel, meter: Meter | None = None, on_turn: Callable[[Turn], None] | None = None
) -> Ran:
    """The demo's first queries with the agent that is a model."""
    metered = MeteredChat(chat, meter or Meter())
    prepared = prepare(Request(source="demo", limit=N_QUERIES))
    ran = Ran(turns=[], usages=[])

    def emit(turn: Turn, timing: Any) -> None:
        ran.turns.append(turn)
        ran.usages.append(metered.take()[0])
        if on_turn is not None:
            on_turn(turn)

    def backend(setup: Setup) -> MemoryBackend:
        return find_backend(memory)(replace(setup, chat=metered))

    (timed,) = prepared.scenarios
    ScenarioReplay(
        timed, prepared.settings, backend, lambda: ToolCallingAgent(metered), namespace="test"
    ).run(emit)  # fmt: skip
    return ran


@pytest.mark.parametrize("memory", CONDITIONS)
def test_each_condition_runs_against_the_loopback_model_and_replays_from_tape_without_it(
    memory: str, server: ModelServer, tmp_path: Path
) -> None:
    path = tmp_path / "run.tape"
    options = options_for(server.base_url)
    tape = Tape(path, options.to_dict(), record=True)
    live = replay(memory, tape.chat("demo", OpenAIChat(options, KEY)))
    tape.close()
    server.shutdown()
    server.server_close()
    assert [turn.failure for turn in live.turns] == [None] * N_QUERIES
    again = replay(memory, Tape(path, options.to_dict(), record=False).chat("demo", None))
    assert again.record() == live.record()
    assert KEY.encode() not in path.read_bytes()
    assert not any(KEY.encode() in record for record in live.record())
    assert all(usage.ask.requests >= 1 and usage.ask.prompt_tokens > 0 for usage in live.usages)
    builds = sum(usage.build.requests for usage in live.usages)
    assert (builds > 0) == (memory in ("summary", "keyvalue"))


def test_gold_is_worth_more_than_no_memory(server: ModelServer) -> None:
    chat = OpenAIChat(options_for(server.base_url), KEY)
    assert replay("gold", chat).n_exact() > replay("none", chat).n_exact()


def test_another_question_than_on_the_tape_ends_the_run(server: ModelServer, tmp_path: Path) -> None:
    path = tmp_path / "run.tape"
    options = options_for(server.base_url)
    tape = Tape(path, options.to_dict(), record=True)
    replay("none", tape.chat("demo", OpenAIChat(options, KEY)))
    tape.close()
    with pytest.raises(NotOnTape, match="parts from it at message 1"):
        replay("gold", Tape(path, options.to_dict(), record=False).chat("demo", None))


@pytest.mark.parametrize("memory", ["none", "full", "summary", "keyvalue"])
def test_a_server_that_dies_leaves_failures_and_the_tape_takes_the_run_up_again(
    memory: str, server: ModelServer, tmp_path: Path
) -> None:
    path = tmp_path / "run.tape"
    options = options_for(server.base_url)
    whole = replay(memory, OpenAIChat(options, KEY))
    tape = Tape(path, options.to_dict(), record=True)
    seen: list[Turn] = []

    def die(turn: Turn) -> None:
        seen.append(turn)
        if len(seen) == 2:
            server.shutdown()
            server.server_close()

    broken = replay(memory, tape.chat("demo", OpenAIChat(options, KEY)), on_turn=die)
    tape.close()
    stages = [turn.failure.stage for turn in broken.turns if turn.failure is not None]
    assert len(stages) == N_QUERIES - 2
    assert set(stages) <= {"model", "tick", "context", "search"}
    revived = ModelServer()
    thread = threading.Thread(target=revived.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    tape = Tape(path, options.to_dict(), record=True)
    asked: list[str] = []
    real = OpenAIChat(options_for(revived.base_url), KEY)

    class Counting:
        def complete(self, request: Any, phase: Any) -> Any:
            asked.append(phase)
            return real.complete(request, phase)

    resumed = replay(memory, tape.chat("demo", Counting()))
    revived.shutdown()
    revived.server_close()
    assert resumed.record() == whole.record()
    assert len(asked) < sum(usage.requests for usage in whole.usages)


def test_a_limit_of_requests_ends_the_run_between_two_requests(server: ModelServer) -> None:
    turns: list[Turn] = []
    with pytest.raises(BudgetReached):
        replay("none", OpenAIChat(options_for(server.base_url), KEY), Meter(max_requests=7), turns.append)
    assert turns
    assert all(turn.failure is None for turn in turns)


def test_equal_conversations_get_equal_answers() -> None:
    body = orjson.dumps({"model": "demo", "messages": [{"role": "user", "content": "x" * 40}]})
    assert completion(body) == completion(body)
    assert completion(body)["usage"]["prompt_tokens"] == 10


def test_what_is_no_request_is_told_so(server: ModelServer) -> None:
    for path, body, status in (
        ("/v1/chat/completions", b"{", 400),
        ("/v1/chat/completions", b"[]", 400),
        ("/v1/embeddings", b"[]", 400),
        ("/", b"", 404),
    ):
        request = urllib.request.Request(server.base_url.removesuffix("/v1") + path, data=body)
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request, timeout=5)
        assert caught.value.code == status


def near(one: str, other: str, n_dims: int = 256) -> float:
    return sum(a * b for a, b in zip(demo_vector(one, n_dims), demo_vector(other, n_dims), strict=True))


def test_texts_are_as_near_as_their_shared_words_are_long() -> None:
    assert near("Seat HEATING, please", "please: heating seat") == pytest.approx(1.0)
    assert near("seat heating", "window") == 0.0
    # lengths 4 and 7 against 7 alone, then against 4 alone
    assert near("seat heating", "heating") == pytest.approx(7 / (4**2 + 7**2) ** 0.5)
    assert near("seat heating", "seat") == pytest.approx(4 / (4**2 + 7**2) ** 0.5)


@pytest.mark.parametrize("text", ["", " \n", "?!"])
def test_a_text_without_a_word_has_a_direction_all_the_same(text: str) -> None:
    assert demo_vector(text, 3) == [1.0, 0.0, 0.0]


def test_a_request_for_embeddings_gets_a_vector_for_each_text_in_order() -> None:
    answer = embeddings(orjson.dumps({"model": "demo", "input": ["seat", "window"], "dimensions": 8}))
    assert [row["index"] for row in answer["data"]] == [0, 1]
    assert [row["embedding"] for row in answer["data"]] == [demo_vector("seat", 8), demo_vector("window", 8)]
    assert answer["usage"] == {"prompt_tokens": 2, "total_tokens": 2}
    assert len(embeddings(b'{"input": "seat"}')["data"][0]["embedding"]) == 256


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "KeyError: 'input'"),
        ({"input": []}, "its input is no text"),
        ({"input": [1, 2]}, "its input is no text"),
        ({"input": "x", "dimensions": 0}, "dimensions is 0"),
        ({"input": "x", "dimensions": MAX_DIMENSIONS + 1}, "from 1 to 4096"),
        ({"input": "x", "dimensions": True}, "dimensions is True"),
        ({"input": "x", "dimensions": "8"}, "dimensions is '8'"),
    ],
)
def test_what_is_no_request_for_embeddings_is_told_why(body: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRequest, match=reason):
        embeddings(orjson.dumps(body))


def test_the_client_of_the_interface_reads_the_vectors_packed_or_not(server: ModelServer) -> None:
    with openai.OpenAI(base_url=server.base_url, api_key=KEY, max_retries=0) as client:
        packed = client.embeddings.create(model="demo", input="seat heating")
        plain = client.embeddings.create(model="demo", input="seat heating", encoding_format="float")
    assert plain.data[0].embedding == demo_vector("seat heating", 256)
    assert packed.data[0].embedding == pytest.approx(demo_vector("seat heating", 256), abs=1e-6)


def test_to_the_prompt_of_mem0_it_answers_with_what_was_newly_said_of_the_car() -> None:
    prompt = (
        "## Summary\n\n## Last k Messages\nuser: [2025-03-03 08:00] Ann: the radio on 94.5\n\n"
        "## New Messages\nuser: [2025-03-04 12:01] Ann: the seat heating on three\n"
        "assistant: [2025-03-04 12:02] Car: nice weather\n## Observation Date\n2025-03-04"
    )
    answer = completion(orjson.dumps({"messages": [{"role": "user", "content": prompt}]}))
    text = "[2025-03-04 12:01] Ann: the seat heating on three"
    memories = [{"id": "0", "text": text, "attributed_to": "user"}]
    assert orjson.loads(answer["choices"][0]["message"]["content"]) == {"memory": memories}


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("Pixel Two.", "correct"), ("A\n====\nPixel Two", "correct"), ("Pixel!", "omission"), ("Rex", "hallucination")],
)
def test_as_a_judge_it_goes_by_the_words_of_the_reference(answer: str, verdict: str) -> None:
    asked = judge_prompt().fill(question="The dog?", date="", reference="Pixel two", facts="(none)", answer=answer)
    assert demo_answer([{"role": "user", "content": asked}], []).text == verdict


def test_it_names_its_model(server: ModelServer) -> None:
    with urllib.request.urlopen(f"{server.base_url}/models", timeout=5) as answer:
        assert orjson.loads(answer.read())["data"][0]["id"] == "demo"


def test_one_command_starts_it_and_says_where_it_is() -> None:
    command = [sys.executable, "-m", "fixtures.model_server", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("listening at http://127.0.0.1:")
        with urllib.request.urlopen(f"{line.split()[-1]}/models", timeout=5) as answer:
            assert answer.status == 200
    finally:
        process.terminate()
        process.wait(timeout=5)


def test_a_port_that_is_taken_is_told_in_one_line(server: ModelServer, capsys: pytest.CaptureFixture[str]) -> None:
    port = str(server.server_address[1])
    assert main(["--port", port]) == 2
    assert capsys.readouterr().err.startswith(f"model_server: port {port}: ")
