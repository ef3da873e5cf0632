"""The records that scores are computed from: what was right (`Gold`), what happened (`Turn`), what broke (`Failure`).

Plain data, so that a run can be scored again from its log without running anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from memory.guard import SearchRecord
from memory.position import Position
from memory.provenance import Violation
from scoring.usage import ModelTiming, Usage
from vehicle.commands import Command
from vehicle.events import Event

TOP = 10
"""How many hits of the bare question are scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What only scoring may see of a query."""

    commands: tuple[Command, ...]
    """What should have been carried out: the reference."""
    reasoning_type: str
    facts: tuple[str, ...] = ()
    """The gold facts in words."""
    evidence_ids: tuple[str, ...] = ()
    """The messages that state them, where the source says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a query stands in its source; never shown to a backend or an agent."""

    source_file: str
    event_index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Something broke, so that there is no answer to score; not the same as a wrong answer."""

    stage: str
    """Where: `ingest`, `settle`, `search`, `context`, `tick`, `forget`, `agent`, `model`."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call that the agent made, in order."""

    kind: Literal["search", "listing", "command", "unknown"]
    name: str
    args: Mapping[str, Any]
    ok: bool
    answer: str
    """What the agent was told; for searches the number of hits."""
    search: SearchRecord | None = None
    top_k: int = 0
    """How many of the search's hits the agent saw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One future of the car, forked at the cutoff."""

    commands: tuple[Command, ...]
    accepted: tuple[bool, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Real durations of a Turn; never part of a digest or a comparison."""

    ingest_ms: float = 0.0
    settle_ms: float = 0.0
    searches_ms: tuple[float, ...] = ()
    """One for each search, in order."""
    agent_ms: float = 0.0
    """The agent's own thinking: its answer without the searches."""
    model: ModelTiming = field(default_factory=ModelTiming)
    """Waiting for models; part of `ingest_ms`, of the searches or of `agent_ms` as well."""

    @property
    def search_ms(self) -> float:
        """All searches together."""
        return sum(self.searches_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The whole outcome of one query."""

    scenario: str
    index: int
    """Which query of the scenario, from 0, in the order of the source."""
    origin: Origin
    query: str
    cutoff: Position
    cutoff_iso: str
    """The cutoff as ISO 8601 with the offset of the scenario's zone."""
    cutoff_policy: str
    visible_messages: int
    hidden_messages: int
    gold: Gold
    base: Mapping[str, Any]
    """The car at the cutoff: fields that differ from the factory state."""
    reference: Branch
    predicted: Branch
    tool_calls: tuple[ToolCall, ...] = ()
    context: str = ""
    """The memory's text for the prompt."""
    evidence_sessions: tuple[tuple[str, ...], ...] = ()
    """The visible messages of each session that states the gold facts."""
    probe: SearchRecord | None = None
    """A search with the bare question that the replay made after the answer; the agent never saw it. None where the
    agent made that search itself, and after a Failure."""
    leftovers: tuple[Violation, ...] = ()
    """What the memory held before its first message; on the first Turn of a scenario only."""
    decisions: tuple[Mapping[str, str], ...] = ()
    """The agent's reasons: step, choice, reason."""
    usage: Usage | None = None
    """What models took since the query before, without prices; None where the run has no model."""
    failure: Failure | None = None

    @property
    def query_id(self) -> str:
        """`<scenario>/<event_index>`, unique in a run."""
        return f"{self.scenario}/{self.origin.event_index}"

    @property
    def broken_reference(self) -> bool:
        """Whether the car rejects a command of the reference."""
        return not all(self.reference.accepted)

    @property
    def searches(self) -> tuple[SearchRecord, ...]:
        """The searches, in order."""
        return tuple(call.search for call in self.tool_calls if call.search is not None)

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every hit that was withheld, and what was left over from before."""
        searches = self.searches if self.probe is None else (*self.searches, self.probe)
        return (*self.leftovers, *(violation for search in searches for violation in search.violations))

    @property
    def bare_search(self) -> SearchRecord | None:
        """The search with the question itself as its text, whoever made it; None where there was none."""
        if self.probe is not None:
            return self.probe
        return next((search for search in self.searches if is_bare_search(search, self.query)), None)

    @property
    def shown_texts(self) -> list[str]:
        """The memory's text that the agent was given: the context, then each hit shown, in order."""
        texts = [self.context] if self.context else []
        for call in self.tool_calls:
            if call.search is not None:
                texts.extend(hit.text for hit in call.search.hits[: call.top_k])
        return texts


def is_bare_search(search: SearchRecord, question: str) -> bool:
    """Whether a search was made with the question itself, and deep enough to be scored."""
    return search.query == question and search.limit >= TOP
