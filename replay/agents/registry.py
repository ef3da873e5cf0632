"""From a name to an agent: built in, or `package.module:Class`. A new one is a file here and a line in `BUILT_IN`.

`openai` stands apart: it is made with the model of the scenario that it answers in.
"""

from collections.abc import Callable, Mapping

from memory.chat import ChatModel
from memory.errors import UnknownBackend
from memory.near_names import unknown_name
from memory.registry import import_callable
from replay.agents.agent import Agent
from replay.agents.lexical import LexicalAgent
from replay.agents.noop import NoopAgent
from replay.agents.oracle import OracleAgent
from replay.agents.quote import QuoteAgent
from replay.agents.tool_calling import MAX_TURNS, ToolCallingAgent, ToolCallingOptions
from replay.errors import InputError

AgentFactory = Callable[[], Agent]

BUILT_IN: Mapping[str, AgentFactory] = {
    "lexical": LexicalAgent,
    "noop": NoopAgent,
    "oracle": OracleAgent,
    "quote": QuoteAgent,
}


OPENAI = "openai"
"""The agent that is a model behind an OpenAI-compatible endpoint."""


def agent_names() -> list[str]:
    """Every name that `find_agent` knows."""
    return [*BUILT_IN, OPENAI]


def find_agent(name: str, chat: ChatModel | None = None, *, max_turns: int = MAX_TURNS) -> AgentFactory:
    """What makes the agent called `name`; `openai` asks `chat`, at most `max_turns` times for one question.

    Raises:
        InputError: nothing is called so (the known ones are listed), or it needs a model and there is none.
    """
    if name == OPENAI:
        if chat is None:
            raise InputError(f"the agent {OPENAI!r} asks a model, and there is none: give --model and --base-url")
        return lambda: ToolCallingAgent(chat, ToolCallingOptions(max_turns=max_turns))
    if name in BUILT_IN:
        return BUILT_IN[name]
    if ":" not in name:
        raise InputError(unknown_name("no agent is called", name, agent_names(), ", or package.module:Class"))
    try:
        factory: AgentFactory = import_callable(name)
    except UnknownBackend as exc:
        raise InputError(str(exc)) from exc
    return factory
