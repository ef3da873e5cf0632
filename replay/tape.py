"""The tape: every request to a model and its answer in a file, from which the run can be had again without network.

The rule: an answer is found by what was asked: the scenario, the whole request, and for the how manieth time. So the
order in which scenarios take turns does not matter. Messages and tools are written once and referred to afterwards,
or a long prompt would be on the tape once for each round. There is no key in a request, and so none on a tape.

Lines of the file: `{"tape", "options"}` first; `{"part", "value"}` for a message or tool; `{"scenario", "phase",
"number", "messages", "tools", "reply" | "failure"}` for an exchange. Of two exchanges with one place the later
counts: it is what was answered when a run that had failed went on. A failure in which the model did answer, such as a
refusal, is an answer like any other: it was paid for, and is not asked for again.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Literal

import orjson
from pydantic import TypeAdapter, ValidationError

from memory.chat import ChatModel, ChatReply, ChatRequest, Phase, TokenCount
from memory.errors import ChatFailure, NotOnTape, RunStopped
from memory.messages import writable
from memory.nesting import is_nested_deeper
from replay.chat_wire import canonical, reply_from_json, reply_to_json, request_to_wire, tokens_to_json
from replay.errors import InputError
from replay.locking import lock_alone
from replay.strict import Strict
from replay.tape_nearest import describe_nearest
from scoring.plain_text import counted

FORMAT = "pastlane tape 1"


class _Header(Strict):
    tape: Literal["pastlane tape 1"]
    options: dict[str, Any]


class _Part(Strict):
    part: str
    value: dict[str, Any]


class _Tokens(Strict):
    prompt: int
    completion: int
    cached: int


class _FailureLine(Strict):
    reason: str
    n_attempts: int
    tokens: _Tokens | None = None
    is_answer: bool = False

    def failure(self) -> ChatFailure:
        tokens = None if self.tokens is None else TokenCount(**self.tokens.model_dump())
        return ChatFailure(self.reason, self.n_attempts, tokens, self.is_answer)


class _Call(Strict):
    id: str
    name: str
    arguments: str


class _Reply(Strict):
    text: str
    calls: list[_Call]
    tokens: _Tokens | None
    finish: str
    n_attempts: int
    latency_ms: float


class _Exchange(Strict):
    scenario: str
    phase: Phase
    number: int
    messages: list[str]
    tools: list[str]
    reply: _Reply | None = None
    failure: _FailureLine | None = None


_LINE: TypeAdapter[_Part | _Exchange] = TypeAdapter(_Part | _Exchange)

_Place = tuple[str, str, int]
"""Scenario, request, for the how manieth time (from 1)."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """A request as names of its parts."""

    messages: tuple[str, ...]
    tools: tuple[str, ...]

    def digest(self) -> str:
        return hashlib.sha256(canonical([self.messages, self.tools])).hexdigest()


class Tape:
    """Answers kept from before, and, where it is being recorded, a place for new ones. Any number of threads."""

    def __init__(self, path: Path, options: Mapping[str, Any], *, record: bool) -> None:
        """The tape at `path`, recorded with the model's `options`; with `record` it is made if it is not there.

        A last line that a killed process left unfinished is dropped. One process records on a tape at a time.

        Raises:
            InputError: it cannot be read or written, is no tape, was recorded with other options, or is being recorded.
        """
        self._path = path
        self._lock = Lock()
        self._values: dict[str, dict[str, Any]] = {}
        self._requests: dict[tuple[str, str], _Parts] = {}
        self._outcomes: dict[_Place, ChatReply | _FailureLine] = {}
        self._fd: int | None = None
        if record:
            self._open_to_write()
        try:
            text = self._existing(must_exist=not record)
            if text:
                self._load(text, options)
            if self._fd is not None:
                os.ftruncate(self._fd, len(text))
                if not text:
                    self._write([{"tape": FORMAT, "options": dict(options)}])
        except BaseException:
            self._close()
            raise

    def chat(self, scenario: str, behind: ChatModel | None) -> "TapedChat":
        """The model of one scenario: what is on tape comes from there, the rest from `behind` and is recorded.

        Without `behind` nobody is asked: what is not on tape ends the run.
        """
        return TapedChat(self, scenario, behind)

    def find(self, scenario: str, digest: str, number: int) -> ChatReply | ChatFailure | None:
        """The outcome at this place; None where the tape has none."""
        with self._lock:
            outcome = self._outcomes.get((scenario, digest, number))
        return outcome.failure() if isinstance(outcome, _FailureLine) else outcome

    def keep(
        self, scenario: str, phase: Phase, number: int, request: ChatRequest, outcome: ChatReply | ChatFailure
    ) -> None:
        """Record an exchange; once this returns, it survives the end of the process.

        Raises:
            RunStopped: the tape cannot be written: what is paid for from now on would be lost.
        """
        messages, tools = request_to_wire(request)
        parts = _Parts(tuple(map(part_name, messages)), tuple(map(part_name, tools)))
        line: dict[str, Any] = {
            "scenario": scenario,
            "phase": phase,
            "number": number,
            "messages": parts.messages,
            "tools": parts.tools,
        }
        if isinstance(outcome, ChatReply):
            line["reply"] = reply_to_json(outcome)
        else:
            line["failure"] = {
                "reason": writable(outcome.reason),
                "n_attempts": outcome.n_attempts,
                "tokens": tokens_to_json(outcome.tokens),
                "is_answer": outcome.is_answer,
            }
        with self._lock:
            named = zip((*parts.messages, *parts.tools), (*messages, *tools), strict=True)
            new = {name: value for name, value in named if name not in self._values}
            try:
                self._write([*({"part": name, "value": value} for name, value in new.items()), line])
            except InputError as exc:
                self._close()
                raise RunStopped(str(exc)) from exc
            self._values.update(new)

    def nearest(self, scenario: str, request: ChatRequest) -> str:
        """What on the tape comes nearest to a request that is not on it, and where the two part; one line."""
        messages, tools = request_to_wire(request)
        with self._lock:
            same = [parts for (of, _), parts in self._requests.items() if of == scenario]
            known = same or list(self._requests.values())
            taped = [
                ([self._values[name] for name in parts.messages], [self._values[name] for name in parts.tools])
                for parts in known
            ]
        return describe_nearest((messages, tools), taped)

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        with self._lock:  # or a line of another thread could go into whatever is opened next
            self._close()

    def _close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _existing(self, *, must_exist: bool) -> bytes:
        """The file's whole lines."""
        try:
            text = self._path.read_bytes()
        except FileNotFoundError as exc:
            if must_exist:
                raise InputError(f"{self._path}: there is no such tape") from exc
            return b""
        except OSError as exc:
            raise InputError(f"{self._path}: cannot be read: {exc.strerror or exc}") from exc
        whole = text[: text.rfind(b"\n") + 1]
        if must_exist and not whole:
            raise InputError(f"{self._path}: an empty tape")
        if text and not whole.startswith(b'{"tape"') and not b'{"tape"'.startswith(text[:7]):
            raise InputError(f"{self._path}: no tape")
        return whole

    def _open_to_write(self) -> None:
        """Open the file for this process alone; the lock goes with the file's descriptor."""
        try:
            self._fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            is_ours = lock_alone(self._fd)
        except OSError as exc:
            self._close()
            raise InputError(f"{self._path}: cannot be written: {exc.strerror or exc}") from exc
        if not is_ours:
            self._close()
            raise InputError(f"{self._path}: another process is recording on this tape")

    def _load(self, text: bytes, options: Mapping[str, Any]) -> None:
        first, *others = text.splitlines()
        try:
            header = _Header.model_validate(orjson.loads(first))
        except (orjson.JSONDecodeError, ValidationError) as exc:
            raise InputError(f"{self._path}: not a {FORMAT}") from exc
        if is_nested_deeper(header.options):
            raise InputError(f"{self._path}: not a {FORMAT}")
        asked = orjson.loads(canonical(dict(options)))
        if header.options != asked:
            names = sorted(header.options.keys() | asked.keys())
            parted = [
                f"{name}: {header.options.get(name)!r} there, {asked.get(name)!r} asked for"
                for name in names
                if header.options.get(name) != asked.get(name)
            ]
            raise InputError(f"{self._path} was recorded with other options ({'; '.join(parted)})")
        for number, line in enumerate(others, start=2):
            try:
                self._take(_LINE.validate_python(orjson.loads(line)))
            except (orjson.JSONDecodeError, ValidationError, KeyError, TypeError) as exc:
                raise InputError(f"{self._path}, line {number}: neither a part nor an exchange") from exc

    def _take(self, line: _Part | _Exchange) -> None:
        if isinstance(line, _Part):
            if is_nested_deeper(line.value) or part_name(line.value) != line.part:
                raise KeyError(line.part)
            self._values[line.part] = line.value
            return
        parts = _Parts(tuple(line.messages), tuple(line.tools))
        for name in (*parts.messages, *parts.tools):
            self._values[name]  # raises where a name has no part: a broken tape
        digest = parts.digest()
        outcome: ChatReply | _FailureLine
        if line.failure is not None:
            outcome = line.failure
        elif line.reply is not None:
            outcome = reply_from_json(line.reply.model_dump())
        else:
            raise KeyError("reply")
        self._requests.setdefault((line.scenario, digest), parts)
        self._outcomes[line.scenario, digest, line.number] = outcome

    def _write(self, lines: Sequence[Mapping[str, Any]]) -> None:
        if self._fd is None:
            raise InputError(f"{self._path} is closed, or open for reading only")
        text = b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
        try:
            while text:  # one call takes it all, unless the disk is full
                text = text[os.write(self._fd, text) :]
        except OSError as exc:
            raise InputError(f"{self._path}: cannot be written: {exc.strerror or exc}") from exc


class TapedChat:
    """A `ChatModel` of one scenario, in front of a tape."""

    def __init__(self, tape: Tape, scenario: str, behind: ChatModel | None) -> None:
        """Use `Tape.chat` instead."""
        self._tape = tape
        self._scenario = scenario
        self._behind = behind
        self.asked: Counter[str] = Counter()
        """How often each request was made, by its digest."""

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        """The answer on tape, else that of the model behind, which is then on tape.

        A failure on tape is asked again where there is a model behind, unless the model had answered; else it is raised
        again.

        Raises:
            ChatFailure: the answer was, or is, a failure.
            NotOnTape: there is no model behind, and the tape does not hold the request.
            RunStopped: the answer could not be recorded.
        """
        messages, tools = request_to_wire(request)
        digest = _Parts(tuple(map(part_name, messages)), tuple(map(part_name, tools))).digest()
        self.asked[digest] += 1
        number = self.asked[digest]
        found = self._tape.find(self._scenario, digest, number)
        if isinstance(found, ChatReply):
            return found
        if found is not None and (self._behind is None or found.is_answer):
            raise found
        if self._behind is None:
            raise NotOnTape(self._missing(request, digest, number))
        try:
            reply = self._behind.complete(request, phase)
        except ChatFailure as exc:
            self._tape.keep(self._scenario, phase, number, request, exc)
            raise
        self._tape.keep(self._scenario, phase, number, request, reply)
        return reply

    def _missing(self, request: ChatRequest, digest: str, number: int) -> str:
        if number > 1 and self._tape.find(self._scenario, digest, number - 1) is not None:
            why = f"the tape has it {counted(number - 1, 'time')}, and it was asked once more"
        else:
            why = self._tape.nearest(self._scenario, request)
        return f"a request of scenario {self._scenario!r} is not on the tape: {why}"


def part_name(value: Mapping[str, Any]) -> str:
    """The name of a message or tool on a tape: equal values have equal names."""
    return hashlib.sha256(canonical(value)).hexdigest()[:24]
