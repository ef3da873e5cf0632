"""Targets where a command, a model or a memory's server has its say: lines of calls, tool arguments, HTTP answers."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

from fixtures.doubles import HonestMemory
from memory.adapters.http import HttpMemory
from memory.arguments import read_arguments
from memory.backend import Setup
from memory.chat import ChatReply, ChatRequest, Phase, RequestedCall
from memory.embedded.category_model import ModelReader
from memory.embedded.category_schema import SCHEMA
from memory.errors import BackendFailure, ChatFailure, MalformedArguments
from memory.guard import Guard
from memory.http_wire import ENDPOINTS
from memory.messages import Batch, Forget, Hit, Message
from memory.position import Position, cutoff_at
from replay.chat_answers import Trouble, read_answer, read_status
from replay.errors import InputError
from replay.judging.judge import read_verdict
from replay.toolbox import ToolRecorder
from replay.transcripts import apply_lines, score_lines
from scoring.codec import to_json
from tests.fuzzing.target import Target
from vehicle.catalogue import COMMANDS
from vehicle.commands import format_call, parse_call
from vehicle.decide import decide
from vehicle.errors import CommandSyntaxError, VehicleError
from vehicle.events import event_from_json, event_to_json
from vehicle.fold import fold
from vehicle.log import MemoryEventLog
from vehicle.state import FACTORY

NOW = cutoff_at(1000)


def check_told(text: str) -> None:
    """Nothing, where what is told of an input is one short line that no terminal obeys."""
    assert len(text) < 1000, "told at length"
    assert text.isprintable(), "told in what a terminal might take for orders"


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _filter(convert: Callable[[Iterator[bytes], str], Iterator[Any]], data: bytes) -> None:
    for answer in convert(iter(data.splitlines(keepends=True)), "stdin"):
        to_json(answer)


def _call_text(data: bytes) -> None:
    command = parse_call(data.decode("utf-8", "surrogateescape"))
    format_call(command)
    events = decide(FACTORY, command)
    fold(events, FACTORY)
    for event in events:
        event_from_json(event_to_json(event))


def _event(data: bytes) -> None:
    event = event_from_json(data.decode("utf-8", "surrogateescape"))
    fold((event,), FACTORY)
    event_to_json(event)


def _tools() -> ToolRecorder:
    guard = Guard(HonestMemory(Setup(namespace="n")))
    said = tuple(
        Message(id=f"m{n}", position=Position(n, n), speaker="Ada", role="user", text=f"seat \x1b {n}")
        for n in range(1, 4)
    )
    guard.ingest(Batch(messages=said, now=cutoff_at(500)))
    return ToolRecorder(guard, NOW, MemoryEventLog(), FACTORY, depth=20, schemas="plain")


def _carry_out(tools: ToolRecorder, call: RequestedCall) -> None:
    try:
        tools.call(call.name, read_arguments(call)).text.encode()
    except MalformedArguments as exc:
        check_told(str(exc))


def _tool_call(data: bytes) -> None:
    """A call as a model makes it: a line with the name, then the arguments."""
    name, _, arguments = data.partition(b"\n")
    tools = _tools()
    _carry_out(
        tools,
        RequestedCall(id="1", name=name.decode("utf-8", "replace"), arguments=arguments.decode("utf-8", "replace")),
    )
    for call in tools.calls:
        to_json(call)
    branch = tools.branch()
    to_json(branch.events)
    for command in branch.commands:
        format_call(command)


class _Chat:
    """A model that always answers the same."""

    def __init__(self, reply: ChatReply) -> None:
        self._reply = reply

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        return self._reply


_SAID = Message(id="m1", position=Position(1, 1), speaker="Ada", role="user", text="Only jazz music, please.")


def _completion(data: bytes) -> None:
    """An endpoint's answer, carried out as the agent's, and read by the memory that keeps preferences."""
    reply = read_answer(data.decode("utf-8", "replace"))
    if isinstance(reply, Trouble):
        return
    to_json(reply)
    read_verdict(reply.text)
    tools = _tools()
    for call in reply.calls:
        _carry_out(tools, call)
    try:
        ModelReader(_Chat(reply)).read([_SAID], SCHEMA)
    except ChatFailure as exc:
        to_json(str(exc))


def _status(data: bytes) -> None:
    """A line with the status, lines of headers, an empty line, the body."""
    head, _, body = data.partition(b"\n\n")
    first, *lines = head.decode("latin-1").split("\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    status = int(first) % 1000 if first.isascii() and first.isdigit() and len(first) < 9 else 500
    trouble = read_status(status, headers, body)
    assert trouble.pause_s is None or trouble.pause_s >= 0


class _Server:
    """A connection to a server that answers well, but for one path."""

    def __init__(self, path: str, content: bytes) -> None:
        self._odd = (path, content)

    def ask(self, method: str, path: str, body: bytes | None, *, within_s: float) -> bytes:
        at = "/" + path.split("/")[1]
        return self._odd[1] if at == self._odd[0] else _GOOD[at]

    def close(self) -> None:
        """Nothing is open."""


def _http(data: bytes) -> None:
    """One kind of request, which one the length tells, is answered with the data; the hits go through the guard."""
    endpoint = ENDPOINTS[len(data) % len(ENDPOINTS)]
    try:
        with patch("memory.adapters.http.Exchange", lambda address, key: _Server(endpoint.path, data)):
            memory = HttpMemory(Setup(namespace="n"), "http://127.0.0.1:9")
        memory.leftovers()
        memory.reset()
        memory.ingest(Batch(messages=(_SAID,), now=NOW))
        memory.tick(NOW)
        memory.context(NOW)
        memory.forget(Forget(message_ids=("m1",), person="Ada", text="x"), NOW)
        hits = memory.search("seat", limit=20, now=NOW)
        if endpoint.path == "/settle":
            memory.settle(0.01)
    except BackendFailure as exc:
        check_told(str(exc))
        return
    except TimeoutError:
        return
    guard = Guard(_Found(hits))
    guard.ingest(Batch(messages=(_SAID,), now=cutoff_at(500)))
    to_json(guard.search("seat", limit=20, now=NOW))


class _Found(HonestMemory):
    """Finds what it is told to."""

    def __init__(self, hits: list[Hit]) -> None:
        super().__init__(Setup(namespace="n"))
        self._found = hits

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return self._found


_VOLUME = {"name": "carcontrol_radio_set_volume", "args": {"volume": 30}}
_SEAT = {"name": "carcontrol_seat_set_heating_level", "args": {"seat": "driver", "level": 3}}
_APPLY = _json({"id": 1, "calls": [_VOLUME, _SEAT]}) + b"\n" + _json({"id": "b", "calls": []}) + b"\n"
_SCORE = _json({"id": 1, "setup": [_SEAT], "reference": [_VOLUME], "predicted": [_VOLUME, _SEAT]}) + b"\n"
_CALLS = tuple(
    f"{name}({', '.join(f'{arg}=1' for arg in sorted(command.names))})".encode()
    for name, command in list(COMMANDS.items())[::7]
)
_TOOL_CALLS = (
    b'search_memory\n{"query": "seat", "top_k": 3}',
    b'list_module_tools\n{"module_name": "radio"}',
    b'carcontrol_radio_set_volume\n{"volume": 30}',
    b'carcontrol_seat_set_heating_level\n{"seat": "driver", "level": 3}',
)
_PREFERENCE = {
    "preferences": [{"category": "Favorite Genres", "attribute": "Jazz", "sentence": "Only jazz music", "wanted": True}]
}
_COMPLETIONS = tuple(
    _json(
        {
            "id": "x",
            "choices": [
                {"message": {"role": "assistant", "content": "Correct.", "tool_calls": calls}, "finish_reason": "stop"}
            ],
            "usage": {"prompt_tokens": 7, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 3}},
        }
    )
    for calls in (
        None,
        [{"id": "1", "type": "function", "function": {"name": "search_memory", "arguments": '{"query": "seat"}'}}],
        [{"id": "1", "function": {"name": "write_preferences", "arguments": json.dumps(_PREFERENCE)}}],
        [{"id": "1", "function": {"name": "carcontrol_radio_set_volume", "arguments": {"volume": 3}}}],
    )
)
_STATUSES = (
    b'429\nretry-after: 3\ndate: Mon, 03 Mar 2025 08:00:00 GMT\n\n{"error": {"message": "slow down"}}',
    b"503\nretry-after: Mon, 03 Mar 2025 08:00:09 GMT\ndate: Mon, 03 Mar 2025 08:00:00 GMT\n\nbusy",
    b"302\nlocation: https://elsewhere\n\n",
    b"400\nretry-after-ms: 20\n\n{}",
)
_HITS = _json(
    {
        "hits": [
            {
                "text": "Only jazz music, please.",
                "score": 1.5,
                "message_ids": ["m1"],
                "at": "1970-01-01T00:00:00+00:00",
                "namespace": "n",
            }
        ]
    }
)
_ANSWERS = (
    _HITS,
    b'{"done": true}',
    b'{"text": "Ada likes jazz."}',
    b'{"texts": ["left"]}',
    _json({"contract": 1, "name": "x", "capabilities": {"source_ids": True, "forgets": True}}),
)
_GOOD = {
    "/capabilities": _ANSWERS[4],
    "/leftovers": b'{"texts": []}',
    "/search": b'{"hits": []}',
    "/context": b'{"text": ""}',
    **dict.fromkeys(("/namespace", "/ingest", "/settle", "/tick", "/forget"), b'{"done": true}'),
}
_EVENTS = (
    b'{"kind": "field_changed", "path": "radio.volume", "value": 30}',
    b'{"kind": "command_rejected", "command": "carcontrol_x", "args": {"a": [1]}, "reason": "no", "early": false}',
)

TARGETS = (
    Target(
        name="apply",
        run=partial(_filter, apply_lines),
        seeds=(_APPLY,),
        kind="lines",
        errors=(InputError,),
        is_parser=True,
    ),
    Target(
        name="score",
        run=partial(_filter, score_lines),
        seeds=(_SCORE,),
        kind="lines",
        errors=(InputError,),
        is_parser=True,
    ),
    Target(name="call-text", run=_call_text, seeds=_CALLS, kind="text", errors=(CommandSyntaxError,), is_parser=True),
    Target(name="vehicle-event", run=_event, seeds=_EVENTS, kind="json", errors=(VehicleError,), is_parser=True),
    Target(name="tool-arguments", run=_tool_call, seeds=_TOOL_CALLS, kind="lines", errors=(), is_parser=True),
    Target(name="model-answer", run=_completion, seeds=_COMPLETIONS, kind="json", errors=(), is_parser=True),
    Target(name="model-status", run=_status, seeds=_STATUSES, kind="text", errors=(), is_parser=True),
    Target(name="http-memory", run=_http, seeds=_ANSWERS, kind="json", errors=(), is_parser=True),
)
