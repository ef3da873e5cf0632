"""The tools of one query, and the record of every call: the only way from an agent to the memory and the car.

An agent holds `AgentTools`, which gives nothing away but answers; `ToolRecorder` behind it keeps what happened.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import orjson

from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Hit
from memory.position import Position
from replay.agents.agent import DEFAULT_TOP_K, LISTING, MAX_TOP_K, SEARCH, ToolResult
from scoring.plain_text import counted
from scoring.records import Branch, ToolCall
from vehicle.catalogue import COMMANDS, MODULES
from vehicle.commands import Command, plain_value
from vehicle.decide import decide
from vehicle.events import CommandRejected
from vehicle.fold import fold
from vehicle.log import EventLog
from vehicle.state import State
from vehicle.tools import SchemaForm, tool_schemas

DEPTH = 20
"""How many hits every search asks for, whatever the agent looks at: all backends are compared at one depth."""


class AgentTools:
    """Implements `replay.agents.agent.Toolbox`: what an agent may hold, and nothing behind it."""

    __slots__ = ("__recorder",)

    def __init__(self, recorder: "ToolRecorder") -> None:
        """Pass every call on to `recorder`."""
        self.__recorder = recorder

    @property
    def context(self) -> str:
        """The memory's text for the prompt."""
        return self.__recorder.context

    @property
    def context_only(self) -> bool:
        """Whether the memory says that no search of it finds anything."""
        return self.__recorder.context_only

    def state(self) -> State:
        """The car as it stands now."""
        return self.__recorder.state()

    def search_memory(self, query: str, top_k: int = DEFAULT_TOP_K) -> tuple[Hit, ...]:
        """The best `top_k` hits, held between 1 and `MAX_TOP_K`.

        Raises:
            BackendFailure: the memory broke; the query then counts as failed even if the agent goes on.
            TypeError: the arguments are no text and whole number.
        """
        return self.__recorder.search_memory(query, top_k)

    def call(self, name: str, args: Mapping[str, Any]) -> ToolResult:
        """Call any tool by name; what is wrong with a call is its answer.

        Raises:
            BackendFailure: the memory broke.
        """
        return self.__recorder.call(name, args)


class ToolRecorder:
    """The tools of one query at one cutoff, as the replay sees them."""

    def __init__(
        self, guard: Guard, now: Position, car: EventLog, state: State, *, depth: int, schemas: SchemaForm
    ) -> None:
        """Open the tools at `now`; the agent drives `car`, a fork of the vehicle log at the cutoff, from `state` on.

        Raises:
            BackendFailure: the memory cannot say its context.
        """
        self._guard = guard
        self._now = now
        self._car = car
        self._begin = len(car)
        self._state = state
        self._depth = depth
        self._schemas = schemas
        self._context = guard.context(now)
        self._calls: list[ToolCall] = []
        self._commands: list[Command] = []
        self._accepted: list[bool] = []
        self._open = True
        self.failure: BackendFailure | None = None
        """The first failure of the memory, even if the agent went on."""

    @property
    def context(self) -> str:
        """The memory's text for the prompt."""
        return self._context

    @property
    def context_only(self) -> bool:
        """Whether the memory says that no search of it finds anything."""
        return self._guard.capabilities.context_only

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """Every call so far, in order."""
        return tuple(self._calls)

    def branch(self) -> Branch:
        """What was done to the car so far."""
        events = tuple(entry.event for entry in self._car.read(after=self._begin))
        return Branch(commands=tuple(self._commands), accepted=tuple(self._accepted), events=events)

    def state(self) -> State:
        """The car as it stands now."""
        return self._state

    def search_memory(self, query: str, top_k: int = DEFAULT_TOP_K) -> tuple[Hit, ...]:
        """The best `top_k` hits, held between 1 and `MAX_TOP_K`; the whole depth is asked for and recorded.

        Raises:
            BackendFailure: the memory broke; the query then counts as failed even if the agent goes on.
            TypeError: the arguments are no text and whole number.
            RuntimeError: the query is over.
        """
        self._check_open()
        if type(query) is not str or type(top_k) is not int:
            raise TypeError(f"search_memory takes text and a whole number, not {query!r:.60} and {top_k!r:.60}")
        shown = max(1, min(top_k, self._depth, MAX_TOP_K))
        try:
            record = self._guard.search(query, limit=self._depth, now=self._now)
        except BackendFailure as exc:
            self.failure = self.failure or exc
            raise
        self._calls.append(
            ToolCall(
                kind="search",
                name=SEARCH,
                args={"query": query, "top_k": plain_value(top_k)},
                ok=True,
                answer=counted(min(shown, len(record.hits)), "hit"),
                search=record,
                top_k=shown,
            )
        )
        return tuple(map(replace, record.hits[:shown]))  # the agent's own: what is kept stays what was found

    def call(self, name: str, args: Mapping[str, Any]) -> ToolResult:
        """Call any tool by name; what is wrong with a call is its answer, never an exception.

        Raises:
            BackendFailure: the memory broke.
        """
        self._check_open()
        if not isinstance(name, str) or not isinstance(args, Mapping):
            return self._refuse(
                "malformed", str(name), {}, f"a call is a name and arguments, not {plain_value(args)!r}"
            )
        match name:
            case "search_memory":
                return self._call_search(args)
            case "list_module_tools":
                return self._call_listing(args)
            case _:
                return self._call_command(Command(name=name, args=dict(args)))

    def close(self) -> None:
        """The query is over: whoever kept its tools cannot use them later."""
        self._open = False

    def _check_open(self) -> None:
        if not self._open:
            raise RuntimeError("this query is over")

    def _call_search(self, args: Mapping[str, Any]) -> ToolResult:
        query, top_k = args.get("query"), args.get("top_k", DEFAULT_TOP_K)
        unexpected = sorted(str(key) for key in args.keys() - {"query", "top_k"})
        if unexpected:
            return self._refuse("search", SEARCH, args, f"unexpected argument {', '.join(unexpected)}")
        if type(query) is not str:
            return self._refuse("search", SEARCH, args, f"query must be text, not {plain_value(query)!r}")
        if type(top_k) is not int:
            return self._refuse("search", SEARCH, args, f"top_k must be an integer, not {plain_value(top_k)!r}")
        hits = self.search_memory(query, top_k)
        text = orjson.dumps([{"text": _clean(hit.text), "score": round(hit.score, 4)} for hit in hits]).decode()
        return ToolResult(ok=True, text=text, hits=hits)

    def _call_listing(self, args: Mapping[str, Any]) -> ToolResult:
        module = args.get("module_name")
        if args.keys() != {"module_name"} or not isinstance(module, str) or module not in MODULES:
            known = ", ".join(MODULES)
            return self._refuse("listing", LISTING, args, f"module_name must be one of {known}")
        text = orjson.dumps(tool_schemas(module, self._schemas)).decode()
        self._calls.append(
            ToolCall(kind="listing", name=LISTING, args=dict(args), ok=True, answer=f"the commands of {module}")
        )
        return ToolResult(ok=True, text=text)

    def _call_command(self, command: Command) -> ToolResult:
        events = decide(self._state, command)
        rejection = next((event for event in events if isinstance(event, CommandRejected)), None)
        answer = "done" if rejection is None else rejection.reason
        self._state = fold(events, self._state)
        self._car.append(events, self._now.at_us)
        self._commands.append(command)
        self._accepted.append(rejection is None)
        self._calls.append(
            ToolCall(
                kind="command" if command.name in COMMANDS else "unknown",
                name=command.name,
                args=_plain(command.args),
                ok=rejection is None,
                answer=answer,
            )
        )
        return ToolResult(ok=rejection is None, text=answer)

    def _refuse(
        self, kind: Literal["search", "listing", "malformed"], name: str, args: Mapping[str, Any], answer: str
    ) -> ToolResult:
        self._calls.append(ToolCall(kind=kind, name=name, args=_plain(args), ok=False, answer=answer))
        return ToolResult(ok=False, text=answer)


def _plain(args: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key): plain_value(value) for key, value in args.items()}


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
