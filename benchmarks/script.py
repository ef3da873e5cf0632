"""A stand-in agent that does again what another one did, without its thinking."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from memory.messages import Question
from memory.position import Position
from replay.agents.agent import Decision, Toolbox
from scoring.records import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """What was done about one question."""

    calls: tuple[tuple[str, Mapping[str, Any]], ...]
    """Names and arguments, in order."""
    decisions: tuple[Decision, ...]


Script = Mapping[tuple[str, Position], Scripted]
"""By the question's text and instant; of one scenario."""


def script_of(turns: Iterable[Turn]) -> Script:
    """What the agent did in these Turns of one scenario."""
    return {
        (turn.query, turn.cutoff): Scripted(
            calls=tuple((call.name, call.args) for call in turn.tool_calls),
            decisions=tuple(Decision(**decision) for decision in turn.decisions),
        )
        for turn in turns
    }


class ScriptedAgent:
    """Makes the recorded calls and gives the recorded reasons."""

    def __init__(self, script: Script) -> None:
        """Act by `script`, which must know every question."""
        self._script = script

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Act on the car as the script says.

        Raises:
            KeyError: the script does not know the question.
        """
        scripted = self._script[question.text, question.now]
        for name, args in scripted.calls:
            if name == "search_memory":
                tools.search_memory(args["query"], args["top_k"])
            else:
                tools.call(name, dict(args))
        return scripted.decisions
