"""From a name to an agent: built in, or `package.module:Class`. A new one is a file here and a line in `BUILT_IN`."""

from collections.abc import Callable, Mapping

from memory.errors import UnknownBackend
from memory.registry import import_callable
from replay.agents.agent import Agent
from replay.agents.lexical import LexicalAgent
from replay.agents.noop import NoopAgent
from replay.agents.oracle import OracleAgent
from replay.errors import InputError

AgentFactory = Callable[[], Agent]

BUILT_IN: Mapping[str, AgentFactory] = {
    "lexical": LexicalAgent,
    "noop": NoopAgent,
    "oracle": OracleAgent,
}


def find_agent(name: str) -> AgentFactory:
    """What makes the agent called `name`.

    Raises:
        InputError: nothing is called so; the known ones are listed.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    if ":" not in name:
        raise InputError(f"no agent is called {name!r}; known: {', '.join(BUILT_IN)}, or package.module:Class")
    try:
        factory: AgentFactory = import_callable(name)
    except UnknownBackend as exc:
        raise InputError(str(exc)) from exc
    return factory
