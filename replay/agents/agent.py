"""What an agent is given and what it gives back.

An agent sees a `Question` and a `Toolbox`; gold, the future and the scores are out of its reach.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from memory.messages import Hit, Question
from vehicle.state import State

SEARCH = "search_memory"
LISTING = "list_module_tools"
"""The tools that are no commands of the car, by the names that an agent calls them by."""
DEFAULT_TOP_K = 5
MAX_TOP_K = 20
"""How many hits of a search an agent sees: unless it says otherwise, and at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """The answer to one tool call, as a model would read it."""

    ok: bool
    text: str
    """What happened, in words; JSON for listings and hits."""
    hits: tuple[Hit, ...] = ()
    """The hits shown, for `search_memory`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One step of an agent's reasoning, kept in the Turn so that a wrong answer explains itself."""

    step: str
    """Name of the step, such as `setting`, `person`, `value`."""
    choice: str
    """What was chosen."""
    reason: str
    """Why, in plain words."""


class Toolbox(Protocol):
    """The tools of one query. Calls run in order and are all recorded."""

    @property
    def context(self) -> str:
        """The memory's text for the prompt, beside what searches find; empty where it has none."""
        ...

    @property
    def context_only(self) -> bool:
        """Whether the memory says that no search of it finds anything."""
        ...

    def search_memory(self, query: str, top_k: int = DEFAULT_TOP_K) -> tuple[Hit, ...]:
        """The best hits, best first; `top_k` is held between 1 and `MAX_TOP_K`."""
        ...

    def state(self) -> State:
        """The car as it stands now, after what was already called."""
        ...

    def call(self, name: str, args: dict[str, Any]) -> ToolResult:
        """Call any tool by name: `search_memory`, `list_module_tools` or a command of the car.

        An unknown tool or wrong arguments give a result with `ok` false; nothing is raised.
        """
        ...


class Agent(Protocol):
    """Answers queries, one at a time."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Act on the car through `tools`; returns the reasons of what was done, possibly none."""
        ...
