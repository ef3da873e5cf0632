"""The agent that is a model: it is given tools, and what it calls is carried out.

Rules protected: every call of a step runs, in the order given, through the toolbox; arguments that are no JSON object
never run as something else; the only date the model hears of is the question's. An answer that is none is a
`ChatFailure`, so that it is recorded as a failure and not as a wrong answer. So is one that was cut before it was of
any use, in whatever round: nobody knows what the model would have done next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from memory.arguments import is_complete, read_arguments
from memory.chat import ChatMessage, ChatModel, ChatReply, ChatRequest, RequestedCall
from memory.errors import ChatFailure, MalformedArguments
from memory.messages import Question
from memory.prompting import Prompt, read_prompt, told_instant
from replay.agents.agent import LISTING, SEARCH, Decision, Toolbox, ToolResult
from vehicle.tools import list_modules

PACKAGE = "replay.agents"
PROMPTS = ("tool_calling", "memory_context", "question", "empty_answer")

MAX_TURNS = 10
"""Rounds: how often the model is asked for one question at most, unless the user says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallingOptions:
    """How long the model may go on."""

    max_turns: int = MAX_TURNS
    """Rounds: how often the model is asked for one question, at least 1."""


class ToolCallingAgent:
    """Answers questions by letting a model call tools."""

    def __init__(self, chat: ChatModel, options: ToolCallingOptions | None = None) -> None:
        """Ask `chat`."""
        self._chat = chat
        self._max_turns = (options or ToolCallingOptions()).max_turns

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Carry out what the model calls until it calls nothing more; returns what it said, and why it ended.

        Raises:
            ChatFailure: the model gave no answer, one that was cut and holds no whole call, or, before it called any
                command, an empty one twice.
        """
        return _Conversation(self._chat, question, tools, self._max_turns).run()


class _Conversation:
    """One question, from the first request to the last."""

    def __init__(self, chat: ChatModel, question: Question, tools: Toolbox, max_turns: int) -> None:
        self._chat = chat
        self._tools = tools
        self._max_turns = max_turns
        self._messages = _opening(question, tools.context)
        self._schemas = first_tools()
        self._loaded: set[str] = set()
        self._has_commanded = False
        self._was_told_empty = False
        self._decisions: list[Decision] = []

    def run(self) -> tuple[Decision, ...]:
        for _ in range(self._max_turns):
            request = ChatRequest(messages=tuple(self._messages), tools=tuple(self._schemas))
            reply = self._chat.complete(request, "ask")
            if reply.finish == "length" and not any(map(is_complete, reply.calls)):
                raise ChatFailure("the model's answer was cut before a call was whole; max_tokens may be too small")
            self._messages.append(ChatMessage(role="assistant", text=reply.text, calls=reply.calls))
            if reply.calls:
                self._carry_out(reply)
            elif self._is_over(reply):
                return tuple(self._decisions)
        limit = f"the model was asked {self._max_turns} times and was not done"
        return (*self._decisions, Decision(step="stopped", choice=f"{self._max_turns} rounds", reason=limit))

    def _is_over(self, reply: ChatReply) -> bool:
        """Whether an answer without calls ends it; an empty one is asked for once more."""
        if reply.text.strip():
            self._decisions.append(Decision(step="answer", choice=reply.text.strip(), reason="the model's last words"))
        if reply.text.strip() or self._has_commanded:
            return True
        if self._was_told_empty:
            raise ChatFailure("the model's answer was empty, and again after it was told so")
        self._was_told_empty = True
        self._messages.append(ChatMessage(role="user", text=_prompt("empty_answer").text.strip()))
        return False

    def _carry_out(self, reply: ChatReply) -> None:
        if reply.text.strip():
            self._decisions.append(Decision(step="thought", choice=reply.text.strip(), reason="said with its calls"))
        for call in reply.calls:
            result = self._run(call)
            text = result.text if result.ok else f"error: {result.text}"
            if result.ok and call.name == LISTING:
                text = self._load(result)
            self._messages.append(ChatMessage(role="tool", text=text, call_id=call.id))

    def _run(self, call: RequestedCall) -> ToolResult:
        try:
            arguments: Any = read_arguments(call)
        except MalformedArguments as exc:
            # The toolbox records what is no mapping as a wrong call, and runs nothing.
            result = self._tools.call(call.name, _anything(call.arguments))
            return ToolResult(ok=False, text=f"{result.text}: {exc}")
        result = self._tools.call(call.name, arguments)
        if call.name not in (SEARCH, LISTING) and result.ok:
            self._has_commanded = True
        return result

    def _load(self, result: ToolResult) -> str:
        """Offer a module's commands from now on; what the listing said is the one truth about them."""
        listed: list[dict[str, Any]] = orjson.loads(result.text)
        names = [tool["function"]["name"] for tool in listed]
        self._schemas.extend(tool for tool, name in zip(listed, names, strict=True) if name not in self._loaded)
        self._loaded.update(names)
        return f"You may now call: {', '.join(names)}"


def first_tools() -> list[Mapping[str, Any]]:
    """The tools that a model starts with: one that lists a module's commands, one that searches the memory."""
    return [
        _tool(
            LISTING,
            "Shows the commands of one part of the car; they can be called afterwards.",
            {"module_name": {"type": "string", "enum": list(list_modules()), "description": "The part of the car."}},
            ["module_name"],
        ),
        _tool(
            SEARCH,
            "Searches what is remembered, best matches first. An empty query lists, where the memory has a list.",
            {
                "query": {"type": "string", "description": "What to look for, in plain words."},
                "top_k": {"type": "integer", "minimum": 1, "maximum": 20, "description": "How many; 5 by default."},
            },
            ["query"],
        ),
    ]


def agent_prompts() -> list[Prompt]:
    """Every prompt of this agent."""
    return [_prompt(name) for name in PROMPTS]


def _opening(question: Question, context: str) -> list[ChatMessage]:
    modules = "\n".join(f"  - {name}: {description}" for name, description in list_modules().items())
    system = _prompt("tool_calling").fill(modules=f"\n{modules}", people=", ".join(question.people) or "not told")
    if context:
        system += _prompt("memory_context").fill(context=context)
    now = told_instant(question.now.at_us, ZoneInfo(question.zone))
    asked = _prompt("question").fill(now=now, question=question.text)
    return [ChatMessage(role="system", text=system), ChatMessage(role="user", text=asked.rstrip("\n"))]


def _prompt(name: str) -> Prompt:
    return read_prompt(PACKAGE, name)


def _anything(value: object) -> Any:
    return value


def _tool(name: str, description: str, properties: Mapping[str, Any], required: Sequence[str]) -> Mapping[str, Any]:
    parameters = {"type": "object", "properties": dict(properties), "required": list(required)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}
