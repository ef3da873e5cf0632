"""A chat model that answers from a script, for tests."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import orjson

from fixtures.demo_model import demo_answer
from memory.backend import BackendFactory
from memory.chat import ChatReply, ChatRequest, Phase, RequestedCall, TokenCount
from memory.errors import ChatFailure
from replay.chat_wire import request_to_wire

Answer = ChatReply | ChatFailure | Callable[[ChatRequest], ChatReply]


class ScriptedChat:
    """Gives the answers in order, the last one again and again; keeps every request."""

    def __init__(self, *answers: Answer) -> None:
        self._answers: Sequence[Answer] = answers
        self.requests: list[ChatRequest] = []
        self.phases: list[Phase] = []

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        answer = self._answers[min(len(self.requests), len(self._answers) - 1)]
        self.requests.append(request)
        self.phases.append(phase)
        if isinstance(answer, ChatFailure):
            raise answer
        return answer(request) if callable(answer) else answer

    @property
    def asked(self) -> list[str]:
        """The last message of each request."""
        return [request.messages[-1].text for request in self.requests]


class DemoChat:
    """The demo model without a server between."""

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        answer = demo_answer(*request_to_wire(request))
        made = tuple(
            RequestedCall(id=f"c{i}", name=call.name, arguments=orjson.dumps(dict(call.args)).decode())
            for i, call in enumerate(answer.calls)
        )
        return ChatReply(text=answer.text, calls=made)


def with_demo_model(factory: BackendFactory) -> BackendFactory:
    """The memory with the demo model behind it; memories that work without one are as they were."""
    return lambda setup: factory(replace(setup, chat=DemoChat()))


def text(words: str, finish: str = "stop", tokens: TokenCount | None = None) -> ChatReply:
    return ChatReply(text=words, finish=finish, tokens=tokens)


def calls(*pairs: tuple[str, str]) -> ChatReply:
    """A reply that asks for these calls: name and arguments as written."""
    made = tuple(RequestedCall(id=f"c{i}", name=name, arguments=args) for i, (name, args) in enumerate(pairs, 1))
    return ChatReply(text="", calls=made, finish="tool_calls")
