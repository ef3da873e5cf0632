"""A toolbox for the lexical agent's tests: a car of its own, a context or canned hits, and a record of every call."""

from typing import Any

from memory.messages import Hit
from replay.agents.agent import ToolResult
from vehicle.commands import Command
from vehicle.decide import decide
from vehicle.events import CommandRejected
from vehicle.fold import fold
from vehicle.state import FACTORY, State


class FakeToolbox:
    """Fulfils `replay.agents.agent.Toolbox`; every search gives the same hits."""

    def __init__(self, context: str = "", hits: tuple[Hit, ...] = (), *, context_only: bool = False) -> None:
        self.context = context
        self.context_only = context_only
        self.hits = hits
        self.queries: list[str] = []
        self.listed: list[str] = []
        self.commands: list[Command] = []
        self.refused: list[str] = []
        self._state: State = FACTORY

    def search_memory(self, query: str, top_k: int = 5) -> tuple[Hit, ...]:
        self.queries.append(query)
        return self.hits[:top_k]

    def state(self) -> State:
        return self._state

    def call(self, name: str, args: dict[str, Any]) -> ToolResult:
        if name == "list_module_tools":
            self.listed.append(args["module_name"])
            return ToolResult(ok=True, text="[]")
        command = Command(name=name, args=args)
        self.commands.append(command)
        events = decide(self._state, command)
        self._state = fold(events, self._state)
        refusals = [event.reason for event in events if isinstance(event, CommandRejected)]
        self.refused.extend(refusals)
        return ToolResult(ok=not refusals, text="; ".join(refusals) or "done")
