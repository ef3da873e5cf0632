"""Small scenarios built in code, for tests."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from memory.instants import to_us
from memory.position import Position, cutoff_at
from replay.scenario import Query, Scenario, TimedQuery, TimedScenario
from replay.timeline import Draft, MessageDraft, Timeline, build_timeline
from scoring.records import Gold, Origin
from vehicle.commands import Command


def us(text: str) -> int:
    """`2025-03-01 08:30` in UTC as microseconds."""
    return to_us(datetime.fromisoformat(text).replace(tzinfo=UTC))


def said(at: str | int, text: str = "hello", speaker: str = "Ada") -> MessageDraft:
    return MessageDraft(at_us=us(at) if isinstance(at, str) else at, speaker=speaker, role="user", text=text)


def timeline_of(*drafts: Draft) -> Timeline:
    return build_timeline(drafts).timeline


def query_at(index: int, cutoff: Position | str | None, text: str = "What now?", **gold: Any) -> Query:
    position = cutoff_at(us(cutoff)) if isinstance(cutoff, str) else cutoff
    commands = gold.pop("commands", (Command(name="carcontrol_radio_switch", args={"switch": True}),))
    return Query(
        index=index,
        text=text,
        gold=Gold(commands=commands, reasoning_type=gold.pop("reasoning_type", "state_shift"), **gold),
        origin=Origin(source_file="scene.jsonl", event_index=index),
        cutoff=position,
    )


def scenario_of(timeline: Timeline, queries: Sequence[Query] = (), zone: str = "UTC") -> Scenario:
    return Scenario(id="scene", zone=zone, people=("Ada", "Ben"), timeline=timeline, queries=tuple(queries))


def timed(scenario: Scenario) -> TimedScenario:
    queries = tuple(TimedQuery(query=q, cutoff=q.cutoff, policy="explicit") for q in scenario.queries if q.cutoff)
    return TimedScenario(scenario=scenario, queries=queries)
