"""A model and an embedder on this machine, for the memory systems that run in the tests' own process.

Taken from: the chat completions and embeddings interfaces of OpenAI, as the clients `openai` 3 and `langchain-openai` 1
send and read them. It keeps every request, and answers the next ones with what a test has put in line, if anything.

The model knows two tasks by their form. To a prompt with the headings of Mem0's extraction it answers with each new
line as a memory, word for word; to one that brings LangMem's tools, with one new memory for each line of the talk.
The embedder counts words into a fixed number of places: the same words are near each other, and texts without a common
word are far apart.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from tests.loopback import Loopback

ROOT = Path(__file__).resolve().parents[1]
DIMS = 256
_WORD = re.compile(r"\w+")
_LINE = re.compile(r"^\W*(?:user: |assistant: )?(\[\d{4}-\d\d-\d\d \d\d:\d\d\] .+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request."""

    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Any

    @property
    def prompt(self) -> str:
        """All the text of a request for a completion."""
        return "\n".join(str(message.get("content")) for message in self.body["messages"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """An answer that a test wants instead."""

    status: int = 200
    body: str = ""
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0


def vector(text: str) -> list[float]:
    """The words of a text, counted into `DIMS` places; a text without words has the first place."""
    found = [0.0] * DIMS
    for word in _WORD.findall(text.lower()):
        place = int.from_bytes(hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=4).digest(), "big") % DIMS
        found[place] += 1.0
    if not any(found):
        found[0] = 1.0
    return found


def completion(content: str | None, calls: list[tuple[str, Mapping[str, Any]]] | None = None) -> dict[str, Any]:
    """An answer of the model's, in the form of the interface."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
            for n, (name, args) in enumerate(calls)
        ]
    return {
        "id": "imitated",
        "object": "chat.completion",
        "created": 0,
        "model": "imitation",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def said_in(prompt: str) -> list[str]:
    """The stamped lines of the new talk in a prompt."""
    for heading, end in (("## New Messages\n", "## Observation Date"), ("<session_", "</session_")):
        _, found, rest = prompt.rpartition(heading)
        if found:
            return _LINE.findall(rest.partition(end)[0])
    return []


def default_answer(body: Mapping[str, Any]) -> dict[str, Any]:
    """What the model answers on its own."""
    wanted = body.get("response_format", {}).get("json_schema", {}).get("name")
    if wanted:
        return completion(json.dumps(graph_answer(wanted, body["messages"][-1]["content"]), ensure_ascii=False))
    prompt = "\n".join(str(message.get("content")) for message in body["messages"])
    lines = said_in(prompt)
    if body.get("tools"):
        return completion(None, [("Memory", {"content": line}) for line in lines])
    memories = [{"id": str(n), "text": line, "attributed_to": "user"} for n, line in enumerate(lines)]
    return completion(json.dumps({"memory": memories}, ensure_ascii=False))


def graph_answer(wanted: str, prompt: str) -> dict[str, Any]:
    """What the model answers to Graphiti, by the name of the schema: the speaker has what was said, from then on."""
    said = re.search(r"<CURRENT[_ ]MESSAGE>\n([^:\n]+): (.*?)\n", prompt)
    who, what = (said[1], said[2]) if said else ("someone", "something")
    match wanted:
        case "ExtractedEntities":
            found = [{"name": name, "entity_type_id": 0, "episode_indices": [0]} for name in (who, what)]
            return {"extracted_entities": found}
        case "ExtractedEdges":
            edge = {"source_entity_name": who, "target_entity_name": what, "relation_type": "HAS"}
            return {"edges": [edge | {"fact": f"{who} has {what}", "episode_indices": [0]}]}
        case "NodeResolutions":
            return {"entity_resolutions": []}
        case "EdgeDuplicate":
            return {"duplicate_facts": [], "contradicted_facts": []}
        case "SummarizedEntities":
            return {"summaries": []}
        case "EdgeTimestamps":
            since = re.search(r"<REFERENCE TIME>\n(.*?)\n", prompt)
            return {"valid_at": since[1] if since else None, "invalid_at": None}
        case _:
            return {}


class Imitation:
    """The endpoint; `answer` may be replaced, and `script` is used up first, chat and embeddings apart."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.answer: Callable[[Mapping[str, Any]], dict[str, Any]] = default_answer
        self.script: dict[str, deque[Scripted]] = {"chat": deque(), "embeddings": deque()}
        self.always: dict[str, Scripted] = {}
        self.server = Loopback(_Handler, imitation=self)
        self.url = f"{self.server.url}/v1"

    @property
    def options(self) -> dict[str, str]:
        """What points a memory at it."""
        return {"base_url": self.url, "model": "talker", "embedder": "placer", "embedder_dims": str(DIMS)}

    @property
    def prompts(self) -> list[str]:
        """The prompts so far."""
        return [asked.prompt for asked in self.asked if asked.path.endswith("/chat/completions")]

    def respond(self, kind: str, body: Any) -> Scripted:
        """The answer to a request."""
        if self.script[kind]:
            return self.script[kind].popleft()
        if kind in self.always:
            return self.always[kind]
        if kind == "chat":
            return Scripted(body=json.dumps(self.answer(body)))
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        data = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(texts)]
        return Scripted(body=json.dumps({"object": "list", "data": data, "model": "placer", "usage": _USAGE}))


_USAGE = {"prompt_tokens": 1, "total_tokens": 1}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    imitation: Imitation

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        kind = "embeddings" if self.path.endswith("/embeddings") else "chat"
        if not self.path.endswith(("/v1/embeddings", "/v1/chat/completions")):
            self._send(Scripted(status=404, body="{}"))
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.imitation.asked.append(Asked(path=self.path, headers=headers, body=body))
        self._send(self.imitation.respond(kind, body))

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _send(self, answer: Scripted) -> None:
        time.sleep(answer.delay_s)
        content = answer.body.encode()
        try:
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(content)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
        except ConnectionError:
            self.close_connection = True


@contextmanager
def imitated() -> Iterator[Imitation]:
    """An endpoint that is up meanwhile."""
    imitation = Imitation()
    try:
        yield imitation
    finally:
        imitation.server.stop()


OUTWARD = """
import socket
tried = []
connect, look_up = socket.socket.connect, socket.getaddrinfo
def guarded(self, address):
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1", "localhost"):
        tried.append(address)
        raise OSError("outward connections are refused here")
    return connect(self, address)
def asked(host, *args, **named):
    if host not in ("127.0.0.1", "::1", "localhost", None):
        tried.append(host)
        raise OSError("outward names are refused here")
    return look_up(host, *args, **named)
socket.socket.connect, socket.getaddrinfo = guarded, asked
"""
"""The beginning of a program of its own, which writes down and refuses every connection that leaves the machine."""


def outward_attempts(program: str, *, without: tuple[str, ...] = ()) -> list[str]:
    """Where a program wanted to go beyond this machine; run in a process of its own, some variables unset."""
    environment = {name: value for name, value in os.environ.items() if name not in without}
    code = OUTWARD + program + "\nimport json, sys, time\ntime.sleep(0.2)\nsys.stdout.write(json.dumps(tried))\n"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [str(one) for one in json.loads(done.stdout.splitlines()[-1])]
