"""What CarMem's tasks are run on: its published file, or a timeline that was converted from it.

Both are read as scenarios, so that both give the same figures. A query that expects a preference is a conversation with
its retrieval question; one that expects a maintenance action is an utterance by which the store is judged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from memory.embedded.category_schema import SCHEMA
from memory.messages import Message
from memory.position import Position
from replay.cutoffs import settle_cutoffs
from replay.dataset import parse_selection
from replay.errors import InputError
from replay.evidence import sessions_of
from replay.findings import Findings
from replay.loaders.carmem import MAINTENANCE
from replay.loaders.formats import load_source
from replay.scenario import Query, Scenario, TimedQuery
from scoring.carmem import KINDS, Category, right_action
from scoring.records import Preference

TIMELINE = "timeline:"
"""How the name of a source begins that is no file of CarMem's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A conversation that reveals a preference, and the question that asks for it."""

    query: Query
    preference: Preference
    messages: tuple[Message, ...]
    """In time order; empty where nothing was said."""

    @property
    def category(self) -> Category:
        """Where in the schema the preference stands."""
        return Category(main=self.preference.main, sub=self.preference.sub, detail=self.preference.detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class Uttered:
    """An utterance by which the store is judged, as it is at the cutoff."""

    kind: str
    """One of `KINDS`."""
    holds: str
    """`several` or `one`: how many values the detail may have at a time."""
    text: str
    preference: Preference
    """With the value that the utterance is about."""
    evidence_ids: tuple[str, ...]
    """The messages of the conversation that stated the preference."""
    cutoff: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class CarMemScenario:
    """One user."""

    scenario: Scenario
    """With the retrieval questions alone."""
    stated: tuple[Stated, ...]
    """In the order of the source."""
    uttered: tuple[Uttered, ...]
    """By cutoff, then in the order of the source."""
    conversations: tuple[tuple[Message, ...], ...]
    """All that was said, session by session, in time order."""


def load_carmem_scenarios(path: Path, split: str | None, findings: Findings) -> list[CarMemScenario]:
    """The users of CarMem's file or folder `path`, or of the timelines at `timeline:PATH`; the selected ones.

    Raises:
        InputError: the data cannot be read, a selected user is missing, or a timeline's queries are not CarMem's.
    """
    source = str(path) if str(path).startswith(TIMELINE) else f"carmem:{path}"
    return [carmem_scenario(scenario) for scenario in load_source(source, parse_selection(split), findings).scenarios]


def carmem_scenario(scenario: Scenario) -> CarMemScenario:
    """The scenario of one user, taken apart.

    Raises:
        InputError: a query expects neither a preference among so many nor a maintenance action, or one that contradicts
            its kind; or sessions overlap.
    """
    messages = list(scenario.timeline.messages())
    by_id = {message.id: message for message in messages}
    asked = tuple(query for query in scenario.queries if query.gold.maintenance is None)
    judged = (*scenario.maintenance, *(query for query in scenario.queries if query.gold.maintenance is not None))
    timed = settle_cutoffs(replace(scenario, queries=judged), "auto").queries
    return CarMemScenario(
        scenario=replace(scenario, queries=asked, maintenance=()),
        stated=tuple(_stated(scenario.id, query, by_id) for query in asked),
        uttered=tuple(_uttered(scenario.id, entry) for entry in sorted(timed, key=lambda entry: entry.cutoff)),
        conversations=_conversations(scenario, messages),
    )


def _stated(name: str, query: Query, messages: Mapping[str, Message]) -> Stated:
    preference = query.gold.preference
    if preference is None or query.gold.among is None:
        raise InputError(f"{_place(name, query)}: CarMem's tasks want a preference, and among how many it is")
    said = tuple(messages[message_id] for message_id in query.gold.evidence_ids)
    return Stated(query=query, preference=preference, messages=said)


def _uttered(name: str, timed: TimedQuery) -> Uttered:
    query, gold = timed.query, timed.query.gold
    kind = gold.reasoning_type.removeprefix(MAINTENANCE)
    if gold.preference is None or kind not in KINDS:
        known = ", ".join(f"{MAINTENANCE}{kind}" for kind in KINDS)
        raise InputError(f"{_place(name, query)}: a preference and one of the reasoning types {known} are wanted")
    detail = SCHEMA.find(gold.preference.detail)
    holds = "one" if detail is None else detail.holds
    if kind == "different":
        holds = "several" if gold.maintenance == "append" else "one"
    if right_action(kind, holds) != gold.maintenance:
        raise InputError(f"{_place(name, query)}: {gold.maintenance!r} is not what {kind!r} asks for")
    return Uttered(
        kind=kind,
        holds=holds,
        text=query.text,
        preference=gold.preference,
        evidence_ids=gold.evidence_ids,
        cutoff=timed.cutoff,
    )


def _conversations(scenario: Scenario, messages: Sequence[Message]) -> tuple[tuple[Message, ...], ...]:
    sessions = sessions_of(scenario)
    for earlier, later in pairwise(sessions):
        if later.places[0] < earlier.places[-1]:
            raise InputError(f"{scenario.id}: a session begins before the one before it is over")
    return tuple(tuple(messages[place] for place in session.places) for session in sessions)


def _place(name: str, query: Query) -> str:
    return f"{query.origin.source_file}: query {name}/{query.origin.event_index}"
