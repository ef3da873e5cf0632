"""P1 to P3 for the memories that a model writes: with a deterministic model, another future changes nothing."""

import pytest

from memory.registry import find_backend
from replay.agents.tool_calling import ToolCallingAgent
from replay.audit import audit_scenario
from replay.settings import ReplaySettings
from tests.scenes import query_at, said, scenario_of, timed, timeline_of
from tests.scripted_chat import DemoChat, with_demo_model


@pytest.mark.parametrize("name", ["full", "summary", "keyvalue"])
@pytest.mark.parametrize("bucket", ["message", "hour", "day"])
def test_what_comes_after_a_cutoff_changes_nothing(name: str, bucket: str) -> None:
    timeline = timeline_of(
        said("2025-03-01 08:00", "Please set my seat heating to level 3."),
        said("2025-03-01 18:00", "The radio is too loud for me.", speaker="Ben"),
        said("2025-03-02 08:00", "From now on seat heating level 2 for me."),
        said("2025-03-02 20:00", "Ambient light in blue, always.", speaker="Ben"),
        said("2025-03-03 09:00", "Seat heating off, I am hot."),
    )
    queries = [
        query_at(0, "2025-03-01 12:00", "Ada: seat heating, as I like it."),
        query_at(1, "2025-03-02 00:00", "Ada: seat heating, as I like it."),
        query_at(2, "2025-03-02 20:00", "Ben: my ambient light."),
        query_at(3, "2025-03-03 07:00", "Ada: seat heating, as I like it."),
    ]
    audits = list(
        audit_scenario(
            timed(scenario_of(timeline, queries)),
            ReplaySettings(bucket=bucket),  # type: ignore[arg-type]
            lambda scenario: with_demo_model(find_backend(name)),
            lambda: ToolCallingAgent(DemoChat()),
            seed=0,
        )
    )
    assert [audit.problems for audit in audits] == [()] * 4
    assert {audit.canary for audit in audits} == ({"found"} if name == "full" else {"not applicable"})
