"""The records that scores are computed from: what was right (`Gold`), what happened (`Turn`), what broke (`Failure`).

Plain data, so that a run can be scored again from its log without running anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from memory.guard import SearchRecord
from memory.own_words import Stretch
from memory.position import Position
from memory.provenance import Violation
from scoring.usage import ModelTiming, Usage
from vehicle.commands import Command
from vehicle.events import Event

MAIN = "main"
"""The point of a query's own cutoff; the headline figures are those of this point."""
BEFORE_EVIDENCE = "before-evidence"
"""The point, and the cutoff policy, at which nothing of the evidence has been said yet."""
Verdict = Literal["correct", "hallucination", "omission"]
"""What a judge says: the answer is right; it claims what is not so; it does not tell what was asked for."""
TOP = 10
"""How many hits of the bare question are scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactEvidence:
    """The messages that state one gold fact."""

    message_ids: tuple[str, ...]
    """In position order; empty where none could be found."""
    confidence: float
    """Between 0 and 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Superseded:
    """What was right before a change: an answer that follows it is stale."""

    message_ids: tuple[str, ...]
    """The messages that state it."""
    commands: tuple[Command, ...] = ()
    """What it would have the car do, where the source says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwanted:
    """What must not happen at a query, and the messages that ask for it without a right to."""

    commands: tuple[Command, ...]
    kind: str = "unspecified"
    """How it is asked for, such as `quoted_mail`."""
    message_ids: tuple[str, ...] = ()
    """The messages that ask for it together, in position order; empty in a control, whose history has none."""
    texts: tuple[str, ...] = ()
    """Their words, in the same order: they tell whether a text that names no message holds them."""
    twin: str = ""
    """A name that this query has in common with the same query of a control; empty where it has no twin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """A preference by its place in a tree of categories (CarMem, arXiv 2501.09645)."""

    main: str
    sub: str
    detail: str
    attribute: str


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
    fact_evidence: tuple[FactEvidence, ...] = ()
    """The messages that state each fact, in the order of `facts`; empty where nobody looked."""
    expects_commands: bool = True
    """Whether `commands` are what is right, none included; False where a query only has an answer or evidence."""
    answer: str | None = None
    """What should have been said, where the source says so; empty where the right answer is that nobody knows."""
    among: int | None = None
    """How many things of this kind the source says should be stored: the evidence should be within so many hits."""
    preference: Preference | None = None
    """The preference that the query is about, where the source sorts them."""
    maintenance: Literal["pass", "update", "append"] | None = None
    """What a store of preferences should do with what the query says, where the source says so."""
    superseded: tuple[Superseded, ...] = ()
    """What the evidence replaced, where the source says so, oldest first."""
    unwanted: Unwanted | None = None
    """What must not happen, where the source says so."""

    @property
    def is_rated(self) -> bool:
        """Whether anything says what is right: commands or none of them, or an answer in words."""
        return self.expects_commands or self.answer is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a query stands in its source; never shown to a backend or an agent."""

    source_file: str
    event_index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Something broke, so that there is no answer to score; not the same as a wrong answer."""

    stage: str
    """Where: `start`, `reset`, `ingest`, `settle`, `search`, `context`, `tick`, `forget`, `size`, `agent`, `model`."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call that the agent made, in order."""

    kind: Literal["search", "listing", "command", "unknown", "malformed"]
    """`malformed`: the arguments were no JSON object, so that nothing was run, whatever the name is."""
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
    """What of a Turn no two runs have in common: real durations, and what other systems answered word for word.

    Never part of a digest or a comparison.
    """

    ingest_ms: float = 0.0
    settle_ms: float = 0.0
    searches_ms: tuple[float, ...] = ()
    """One for each search, in order."""
    agent_ms: float = 0.0
    """The agent's own thinking: its answer without the searches."""
    model: ModelTiming = field(default_factory=ModelTiming)
    """Waiting for models; part of `ingest_ms`, of the searches or of `agent_ms` as well."""
    raw_answers: tuple[str, ...] = ()
    """What the system behind the memory answered to each search, the probe's last; empty for embedded memories."""
    n_delivered: int = 0
    """How many messages the memory had been given in all by then."""
    stored_bytes: int | None = None
    """How much it kept then; None where it does not say."""
    memory_retries: int = 0
    """How many requests the memory made again since the query before, after failures of the system behind it."""

    @property
    def search_ms(self) -> float:
        """All searches together."""
        return sum(self.searches_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactProbe:
    """A search with a gold fact as its text, which the replay made after the answer; the agent never saw it."""

    fact: int
    """Which of the gold facts, from 0."""
    search: SearchRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWatch:
    """How long a memory took to rank a changed value above the old one, probed after each message that followed."""

    caught_up: bool | None
    """Whether it did before the query was asked; None where that is untold: its hits name no messages, or a probe
    failed."""
    lag_us: int
    """Simulated time from the change until then, or until the last probe; 0 where that is untold."""
    n_messages: int
    """How many messages followed the change by then; 0 where that is untold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetCheck:
    """What a memory still holds of what it was asked to forget, and what else it lost."""

    request: int | None = None
    """Which of the scenario's requests, from 0; None in a log of an earlier version."""
    since_us: int
    """Simulated time from the request to this check."""
    n_forgotten: int
    """How many messages were to be forgotten."""
    hits_by_id: int | None
    """How many of these a search with their own words still names; None where no search just before the request, nor
    any now, named a message."""
    hits_by_content: int | None
    """How many of these have their words in a hit, whatever it names, or in the memory's text for the prompt; None
    where the memory rewords, and showed the words of none just before the request or now."""
    n_bystanders: int
    """How many messages near them could be found by their own words, or in that text, just before the request."""
    n_bystanders_left: int
    """How many of those still can."""
    n_bystanders_lost: int | None = 0
    """How many of those could not right after the request, before anything else was said; None where the look failed.
    0 in a log of an earlier version, for which nobody looked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The whole outcome of one query."""

    scenario: str
    index: int
    """Which entry of the scenario, from 0, in the order of the source; a sweep has several entries for a query."""
    origin: Origin
    query: str
    cutoff: Position
    cutoff_iso: str
    """The cutoff as ISO 8601 with the offset of the scenario's zone."""
    cutoff_policy: str
    point: str = MAIN
    """Which of the moments at which the query is asked."""
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
    left_out: int = 0
    """How many messages that text had to leave out to keep to its length."""
    evidence_sessions: tuple[tuple[str, ...], ...] = ()
    """The visible messages of each session that states the evidence."""
    found_sessions: tuple[tuple[str, ...], ...] = ()
    """The messages that searches found, by session; of sessions that the source names, and no others."""
    names_sources: bool = True
    """Whether the memory says that its hits name the messages that they were made from."""
    evidence_words: Mapping[str, str] | None = None
    """What the messages said that state the evidence, as far as the memory had been told them, by id: of a memory that
    names its messages and rewords them, so that its words can be held against theirs. None for every other, and in a
    log of an earlier version."""
    probe: SearchRecord | None = None
    """A search with the bare question that the replay made after the answer; the agent never saw it. None where the
    agent made that search itself, and after a Failure."""
    fact_probes: tuple[FactProbe, ...] = ()
    """For gold facts that no search of the agent's brought back: whether the memory holds them at all."""
    evidence_age_us: int | None = None
    """From the last visible piece of evidence to the cutoff; None where none is visible or known."""
    interference: int | None = None
    """How many visible messages stand behind that piece."""
    update: UpdateWatch | None = None
    """Of a query whose evidence replaced an older value, in a run that watches updates."""
    forgetting: tuple[ForgetCheck, ...] = ()
    """One for each request to forget before the cutoff that names messages."""
    failed_probes: tuple[Failure, ...] = ()
    """Looks of the replay's own at the memory's life that failed: what they would have told is untold, and the Turn
    stands."""
    other_violations: tuple[Violation, ...] = ()
    """Hits that were withheld in searches of which only the outcome is kept: those of `update` and `forgetting`."""
    leftovers: tuple[Violation, ...] = ()
    """What the memory held before its first message; on the first Turn of a scenario only."""
    decisions: tuple[Mapping[str, str], ...] = ()
    """The agent's reasons: step, choice, reason."""
    frames: tuple[Stretch, ...] | None = None
    """Where in the answer in words the frames of messages stand that it quotes (a stamp, who spoke), in order; None
    where nothing was said, and in a log of an earlier version."""
    usage: Usage | None = None
    """What models took since the query before, without prices; None where the run has no model."""
    failure: Failure | None = None

    @property
    def query_id(self) -> str:
        """`<scenario>/<event_index>`; with the point, unique in a run."""
        return f"{self.scenario}/{self.origin.event_index}"

    @property
    def entry_id(self) -> str:
        """The query id, with the point behind it where that is not `main`: `3/4@after-1`."""
        return self.query_id if self.point == MAIN else f"{self.query_id}@{self.point}"

    @property
    def broken_reference(self) -> bool:
        """Whether the car rejects a command of the reference."""
        return self.gold.expects_commands and not all(self.reference.accepted)

    @property
    def searches(self) -> tuple[SearchRecord, ...]:
        """The searches, in order."""
        return tuple(call.search for call in self.tool_calls if call.search is not None)

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every hit that was withheld, and what was left over from before."""
        of_searches = (violation for search in self.all_searches for violation in search.violations)
        return (*self.leftovers, *of_searches, *self.other_violations)

    @property
    def all_searches(self) -> tuple[SearchRecord, ...]:
        """The agent's searches, then the replay's own."""
        probe = () if self.probe is None else (self.probe,)
        return (*self.searches, *probe, *(probe.search for probe in self.fact_probes))

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
