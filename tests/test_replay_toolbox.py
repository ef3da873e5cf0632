from typing import Any

import orjson
import pytest

from fixtures.doubles import CrashingMemory, HonestMemory
from memory.backend import Setup
from memory.errors import BackendFailure
from memory.guard import Guard
from memory.messages import Batch, Message
from memory.position import Position, cutoff_at
from replay.toolbox import AgentTools, ToolRecorder
from vehicle.catalogue import MODULES
from vehicle.log import MemoryEventLog
from vehicle.state import FACTORY

NOW = cutoff_at(1000)


def toolbox(n_messages: int = 30) -> ToolRecorder:
    guard = Guard(HonestMemory(Setup(namespace="n")))
    messages = tuple(
        Message(id=f"m{n}", position=Position(n, n), speaker="Ada", role="user", text=f"seat number {n}")
        for n in range(1, n_messages + 1)
    )
    guard.ingest(Batch(messages=messages, now=cutoff_at(500)))
    return ToolRecorder(guard, NOW, MemoryEventLog(), FACTORY, depth=20, schemas="plain")


def test_the_whole_depth_is_recorded_and_the_agent_sees_what_it_asked_for() -> None:
    tools = toolbox()
    assert len(tools.search_memory("seat")) == 5
    (call,) = tools.calls
    assert call.search is not None
    assert (len(call.search.hits), call.top_k, call.search.limit) == (20, 5, 20)


def test_what_an_agent_does_to_its_hits_changes_nothing_that_is_kept() -> None:
    tools = toolbox()
    for hit in tools.search_memory("seat"):
        object.__setattr__(hit, "message_ids", None)
    search = tools.calls[0].search
    assert search is not None
    assert all(hit.message_ids for hit in search.hits)


@pytest.mark.parametrize(("asked", "seen"), [(-3, 1), (0, 1), (1, 1), (20, 20), (21, 20), (10**9, 20)])
def test_top_k_is_held_between_one_and_the_depth(asked: int, seen: int) -> None:
    assert len(toolbox().search_memory("seat", asked)) == seen


@pytest.mark.parametrize(("asked", "seen"), [(1, "1 hit"), (2, "2 hits")])
def test_a_search_is_written_down_with_the_number_of_hits_that_were_seen(asked: int, seen: str) -> None:
    tools = toolbox()
    tools.search_memory("seat", asked)
    assert [call.answer for call in tools.calls] == [seen]


def test_a_search_by_call_answers_in_json_that_a_model_can_read() -> None:
    result = toolbox(1).call("search_memory", {"query": "seat"})
    assert result.ok
    assert orjson.loads(result.text) == [{"text": "seat number 1", "score": 1.0}]


@pytest.mark.parametrize("module", MODULES)
def test_a_listing_shows_the_modules_commands(module: str) -> None:
    result = toolbox().call("list_module_tools", {"module_name": module})
    assert [tool["function"]["name"] for tool in orjson.loads(result.text)] == list(MODULES[module].commands)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("search_memory", {}),
        ("search_memory", {"query": 7}),
        ("search_memory", {"query": "x", "top_k": "many"}),
        ("search_memory", {"query": "x", "top_k": True}),
        ("search_memory", {"query": "x", "limit": 3}),
        ("list_module_tools", {}),
        ("list_module_tools", {"module_name": "warp_drive"}),
        ("list_module_tools", {"module_name": ["radio"]}),
        ("carcontrol_warp_drive_switch", {"switch": True}),
        ("carcontrol_radio_set_volume", {}),
        ("carcontrol_radio_set_volume", {"volume": "loud"}),
        ("carcontrol_radio_switch", {"switch": "false"}),
        ("carcontrol_radio_switch", {"switch": True, "extra": 1}),
        ("", {}),
        ("carcontrol_radio_switch", ["switch"]),
        ("carcontrol_radio_switch", None),
        (None, {}),
    ],
)
def test_a_wrong_call_is_logged_answered_with_an_error_and_changes_nothing_beyond_the_facts(
    name: Any, args: Any
) -> None:
    tools = toolbox()
    result = tools.call(name, args)
    assert not result.ok
    assert result.text
    assert [call.ok for call in tools.calls] == [False]
    assert set(tools.state().changes()) <= {"radio.is_on"}


def test_a_rejected_command_wakes_its_device_where_the_car_does_so() -> None:
    tools = toolbox()
    assert not tools.call("carcontrol_radio_set_volume", {"volume": 101}).ok
    assert tools.state().changes() == {"radio.is_on": True}


def test_several_calls_all_run_in_order() -> None:
    tools = toolbox()
    for volume in (10, 200, 30):
        tools.call("carcontrol_radio_set_volume", {"volume": volume})
    branch = tools.branch()
    assert branch.accepted == (True, False, True)
    assert tools.state().value("radio.volume") == 30
    assert [call.args for call in tools.calls] == [{"volume": 10}, {"volume": 200}, {"volume": 30}]


def test_a_memory_that_breaks_is_remembered_as_the_querys_failure() -> None:
    guard = Guard(CrashingMemory(Setup(namespace="n"), "search"))
    guard.ingest(Batch(messages=(), now=NOW))
    tools = ToolRecorder(guard, NOW, MemoryEventLog(), FACTORY, depth=20, schemas="plain")
    tools.search_memory("x")
    with pytest.raises(BackendFailure):
        tools.call("search_memory", {"query": "x"})
    assert tools.failure is not None


def test_what_an_agent_holds_shows_answers_and_nothing_behind_them() -> None:
    shown = {name for name in dir(AgentTools(toolbox())) if not name.startswith("_")}
    assert shown == {"context", "context_only", "state", "search_memory", "call"}


@pytest.mark.parametrize(("query", "top_k"), [(b"x", 5), (None, 5), ("x", "5"), ("x", True), ("x", 2.0)])
def test_a_search_with_something_else_than_text_and_a_number_is_the_agents_fault(query: Any, top_k: Any) -> None:
    with pytest.raises(TypeError):
        toolbox().search_memory(query, top_k)


def test_an_enormous_top_k_can_be_written_down() -> None:
    tools = toolbox()
    assert tools.call("search_memory", {"query": "seat", "top_k": 10**30}).ok
    assert orjson.dumps(tools.calls[0].args)


def test_tools_that_were_kept_cannot_be_used_when_the_query_is_over() -> None:
    tools = toolbox()
    tools.close()
    with pytest.raises(RuntimeError, match="over"):
        tools.call("carcontrol_radio_switch", {"switch": True})
    with pytest.raises(RuntimeError, match="over"):
        tools.search_memory("seat")
