"""Which parts of a run ask a model, and with which prompts: what decides whether a model is wanted at all."""

from collections.abc import Callable, Mapping

from memory.chat import ChatReply, ChatRequest, Phase
from memory.embedded.category_model import category_prompts
from memory.embedded.keyvalue import keyvalue_prompts
from memory.embedded.summary import summary_prompts
from memory.errors import ChatFailure
from memory.prompting import Prompt, prompts_digest
from memory.registry import BUILT_IN as BUILT_IN_MEMORIES
from replay.agents.registry import OPENAI
from replay.agents.tool_calling import agent_prompts

_ASSISTED: Mapping[str, Callable[[], list[Prompt]]] = {"category": category_prompts}
"""The built-in memories that a model makes better, and that do without one."""
_WRITTEN: Mapping[str, Callable[[], list[Prompt]]] = {"summary": summary_prompts, "keyvalue": keyvalue_prompts}
"""The built-in memories that a model writes."""


def needs_model(memory: str, agent: str) -> bool:
    """Whether nothing goes without a model."""
    return agent == OPENAI or memory in _WRITTEN


def may_use_model(memory: str, agent: str) -> bool:
    """Whether a model that is given is of any use: an outside memory may ask it, too."""
    return needs_model(memory, agent) or memory in _ASSISTED or memory not in BUILT_IN_MEMORIES


def prompts_of(memory: str, agent: str) -> str:
    """The hash of all prompts of both; empty where there are none."""
    written = {**_WRITTEN, **_ASSISTED}
    prompts = [*(written[memory]() if memory in written else ()), *(agent_prompts() if agent == OPENAI else ())]
    return prompts_digest(prompts) if prompts else ""


class NobodyToAsk:
    """A `ChatModel` to make memories and agents with, in order to see whether they can be made."""

    def complete(self, request: ChatRequest, phase: Phase) -> ChatReply:
        """No answer.

        Raises:
            ChatFailure: always.
        """
        raise ChatFailure("this is a trial, and nobody is asked")
