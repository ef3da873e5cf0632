import re
from dataclasses import replace
from typing import Any

import orjson
import pytest

from memory.backend import Capabilities, MemoryBackend
from memory.chat import ChatReply, ChatRequest
from memory.errors import ChatFailure
from memory.guard import Guard
from memory.messages import Batch, Hit, Message, Question
from memory.position import Position, cutoff_at
from replay.agents.tool_calling import (
    ToolCallingAgent,
    ToolCallingOptions,
    agent_prompts,
    first_tools,
)
from replay.toolbox import ToolRecorder
from scoring.records import ToolCall
from tests.scenes import us
from tests.scripted_chat import ScriptedChat, calls, text
from vehicle.log import MemoryEventLog
from vehicle.state import FACTORY
from vehicle.tools import SchemaForm, tool_schemas

NOW = cutoff_at(us("2025-03-07 18:05"))
QUESTION = Question(text="Warm my seat, as always.", now=NOW, zone="Asia/Shanghai", people=("Ada", "Ben"))
LIST_SEAT = ("list_module_tools", '{"module_name": "seat"}')
LIST_RADIO = ("list_module_tools", '{"module_name": "radio"}')
RADIO_ON = ("carcontrol_radio_switch", '{"switch": true}')
RADIO_OFF = ("carcontrol_radio_switch", '{"switch": false}')


class FixedMemory(MemoryBackend):
    """Says one text and finds one hit."""

    capabilities = Capabilities(source_ids=False, verbatim=False)

    def __init__(self, context: str = "", hit: str = "") -> None:
        self._context = context
        self._hit = hit

    def ingest(self, batch: Batch) -> None:
        return

    def search(self, query: str, *, limit: int, now: Position) -> list[Hit]:
        return [Hit(text=self._hit, score=1.0)] if self._hit else []

    def context(self, now: Position) -> str:
        return self._context


def toolbox(context: str = "", schemas: SchemaForm = "plain") -> ToolRecorder:
    guard = Guard(FixedMemory(context))
    return ToolRecorder(guard, NOW, MemoryEventLog(), FACTORY, depth=20, schemas=schemas)


def run(chat: ScriptedChat, tools: ToolRecorder | None = None, **options: Any) -> tuple[ToolCall, ...]:
    tools = tools or toolbox()
    ToolCallingAgent(chat, ToolCallingOptions(**options)).answer(QUESTION, tools)
    return tools.calls


def told(request: ChatRequest) -> list[str]:
    """What the request's last step was answered: the texts of the tool messages at its end."""
    texts: list[str] = []
    for message in reversed(request.messages):
        if message.role != "tool":
            break
        texts.insert(0, message.text)
    return texts


def names(request: ChatRequest) -> list[str]:
    return [tool["function"]["name"] for tool in request.tools]


def test_it_starts_with_two_tools_and_all_modules_are_named() -> None:
    chat = ScriptedChat(text("Nothing to do."))
    run(chat)
    assert names(chat.requests[0]) == ["list_module_tools", "search_memory"]
    modules = first_tools()[0]["function"]["parameters"]["properties"]["module_name"]["enum"]
    assert len(modules) == 23
    assert all(f"- {module}: " in chat.requests[0].messages[0].text for module in modules)
    assert chat.phases == ["ask"]


def test_the_model_hears_the_simulated_moment_in_the_scenarios_zone_and_no_other() -> None:
    chat = ScriptedChat(text("Nothing to do."))
    run(chat)
    system, user = chat.requests[0].messages
    assert user.text == "It is Saturday, 2025-03-08 02:05 (Asia/Shanghai).\n\nWarm my seat, as always."
    assert "People who share the car: Ada, Ben" in system.text
    assert re.findall(r"\d{4}-\d\d|20\d\d", system.text) == []


def test_what_the_memory_says_stands_in_the_prompt_as_it_is() -> None:
    chat = ScriptedChat(text("Nothing to do."))
    run(chat, toolbox(context="Ada pays $5 {for} it.\nBen: $now"))
    assert "<memory>\nAda pays $5 {for} it.\nBen: $now\n</memory>" in chat.requests[0].messages[0].text
    empty = ScriptedChat(text("Nothing to do."))
    run(empty)
    assert "<memory>" not in empty.requests[0].messages[0].text


@pytest.mark.parametrize("form", ["plain", "strict"])
def test_loading_a_module_adds_its_commands_in_the_form_of_the_run(form: SchemaForm) -> None:
    chat = ScriptedChat(calls(LIST_RADIO), text("Done."))
    run(chat, toolbox(schemas=form))
    assert list(chat.requests[1].tools[2:]) == tool_schemas("radio", form)
    assert told(chat.requests[1]) == [f"You may now call: {', '.join(names(chat.requests[1])[2:])}"]


def test_a_module_that_is_loaded_twice_is_offered_once() -> None:
    chat = ScriptedChat(calls(LIST_RADIO, LIST_RADIO), calls(LIST_RADIO), text("Done."))
    run(chat)
    assert names(chat.requests[2]) == names(chat.requests[1])
    assert len(names(chat.requests[1])) == len(set(names(chat.requests[1])))


def test_all_calls_of_a_step_run_in_the_order_given() -> None:
    chat = ScriptedChat(calls(LIST_RADIO), calls(RADIO_ON, RADIO_OFF, RADIO_ON), text("Done."))
    made = run(chat)
    assert [call.args for call in made[1:]] == [{"switch": True}, {"switch": False}, {"switch": True}]
    assert len(told(chat.requests[2])) == 3
    assert [message.call_id for message in chat.requests[2].messages[-3:]] == ["c1", "c2", "c3"]


@pytest.mark.parametrize(
    "arguments", ['{"switch": tr', "{switch: true}", "", "null", "[1]", '{"switch": true}"', '"on"', "3", "NaN"]
)
def test_arguments_that_are_no_object_are_an_error_and_a_wrong_call_and_run_nothing(arguments: str) -> None:
    tools = toolbox()
    chat = ScriptedChat(calls(("carcontrol_radio_switch", arguments)), text("I give up."))
    (call,) = run(chat, tools)
    assert (call.ok, call.kind, call.name, call.args) == (False, "malformed", "carcontrol_radio_switch", {})
    assert told(chat.requests[1])[0].startswith("error: ")
    assert "object is needed" in told(chat.requests[1])[0]
    assert tools.branch().commands == ()


def test_a_malformed_call_between_two_good_ones_stops_neither() -> None:
    chat = ScriptedChat(calls(RADIO_ON, ("carcontrol_radio_switch", "{"), RADIO_OFF), text("Done."))
    tools = toolbox()
    run(chat, tools)
    assert [command.args["switch"] for command in tools.branch().commands] == [True, False]
    assert [call.kind for call in tools.calls] == ["command", "malformed", "command"]


def test_unknown_tools_and_wrong_values_are_told_to_the_model() -> None:
    wrong = calls(("fly", "{}"), ("carcontrol_radio_switch", '{"switch": "maybe"}'), ("list_module_tools", "{}"))
    chat = ScriptedChat(wrong, text("Done."))
    made = run(chat)
    assert [call.ok for call in made] == [False, False, False]
    assert all(answer.startswith("error: ") for answer in told(chat.requests[1]))


def test_hits_are_told_as_they_were_found() -> None:
    guard = Guard(FixedMemory(hit="Ada: warm, please"))
    said = Message(id="m1", position=Position(NOW.at_us - 1, 1), speaker="Ada", role="user", text="warm, please")
    guard.ingest(Batch(messages=(said,), now=NOW))
    tools = ToolRecorder(guard, NOW, MemoryEventLog(), FACTORY, depth=20, schemas="plain")
    chat = ScriptedChat(calls(("search_memory", '{"query": "seat", "top_k": 3}')), text("Done."))
    run(chat, tools)
    assert orjson.loads(told(chat.requests[1])[0]) == [{"text": "Ada: warm, please", "score": 1.0}]


def test_after_the_last_round_what_was_done_counts() -> None:
    tools = toolbox()
    chat = ScriptedChat(calls(RADIO_ON))
    decisions = ToolCallingAgent(chat, ToolCallingOptions(max_turns=3)).answer(QUESTION, tools)
    assert len(chat.requests) == 3
    assert len(tools.branch().commands) == 3
    assert decisions[-1].step == "stopped"


def test_the_last_words_are_kept_as_the_reason() -> None:
    (decision,) = ToolCallingAgent(ScriptedChat(text(" I set it to 3. "))).answer(QUESTION, toolbox())
    assert (decision.step, decision.choice) == ("answer", "I set it to 3.")


def test_words_beside_calls_are_kept_and_do_not_end_it() -> None:
    with_words = ChatReply(text="Let me see.", calls=calls(LIST_RADIO).calls)
    decisions = ToolCallingAgent(ScriptedChat(with_words, text("Done."))).answer(QUESTION, toolbox())
    assert [decision.choice for decision in decisions] == ["Let me see.", "Done."]


def test_an_empty_answer_is_told_to_the_model_once_and_is_then_a_failure() -> None:
    chat = ScriptedChat(text(" "), text("Nothing is to be done."))
    run(chat)
    assert chat.asked[1].startswith("error: your answer was empty")
    with pytest.raises(ChatFailure, match="empty"):
        run(ScriptedChat(text("")))


def test_an_empty_answer_after_a_command_is_the_end() -> None:
    chat = ScriptedChat(calls(RADIO_ON), text(""))
    assert [call.ok for call in run(chat)] == [True]
    assert len(chat.requests) == 2


def test_an_empty_answer_after_a_search_only_is_no_end() -> None:
    search = ("search_memory", '{"query": "seat"}')
    with pytest.raises(ChatFailure, match="empty"):
        run(ScriptedChat(calls(search), text("")))


@pytest.mark.parametrize("words", ["", "I was go"])
def test_an_answer_that_was_cut_before_any_command_is_a_failure(words: str) -> None:
    with pytest.raises(ChatFailure, match="cut"):
        run(ScriptedChat(text(words, finish="length")))


@pytest.mark.parametrize("words", ["", "The radio is on, and I was go"])
def test_an_answer_that_was_cut_after_commands_is_a_failure_for_nobody_knows_what_was_to_follow(words: str) -> None:
    with pytest.raises(ChatFailure, match="cut"):
        run(ScriptedChat(calls(RADIO_ON), text(words, finish="length")))


def test_a_cut_answer_whose_only_call_is_not_whole_is_a_failure_and_runs_nothing() -> None:
    tools = toolbox()
    with pytest.raises(ChatFailure, match="cut before a call was whole"):
        run(ScriptedChat(replace(calls(("carcontrol_radio_switch", '{"swi')), finish="length")), tools)
    assert tools.calls == ()


def test_a_cut_answer_with_a_whole_call_goes_on_and_what_was_cut_is_told() -> None:
    cut = replace(calls(RADIO_ON, ("carcontrol_radio_set_volume", '{"vol')), finish="length")
    chat = ScriptedChat(cut, text("Done."))
    assert [call.ok for call in run(chat)] == [True, False]
    assert told(chat.requests[1])[1].startswith("error: ")


def test_arguments_with_a_key_twice_run_nothing_and_are_told_to_the_model() -> None:
    tools = toolbox()
    chat = ScriptedChat(calls(("carcontrol_radio_switch", '{"switch": true, "switch": false}')), text("Done."))
    (made,) = run(chat, tools)
    assert (made.ok, tools.branch().commands) == (False, ())
    assert "the key 'switch' twice" in told(chat.requests[1])[0]


@pytest.mark.parametrize("value", ["1e400", "[" * 100_000, '"\ud800"', '"\u0000"', "-0.0", "9" * 400])
def test_no_value_of_an_argument_breaks_a_question(value: str) -> None:
    wrong = [
        (name, f'{{"{key}": {value}}}')
        for name, key in (("carcontrol_radio_set_volume", "volume"), ("search_memory", "query"))
    ]
    chat = ScriptedChat(calls(*wrong), text("Done."))
    run(chat)
    assert len(told(chat.requests[1])) == 2


def test_a_failure_of_the_model_ends_the_question() -> None:
    with pytest.raises(ChatFailure, match="gone"):
        run(ScriptedChat(calls(LIST_SEAT), ChatFailure("gone")))


def test_every_prompt_of_the_agent_is_told() -> None:
    assert {prompt.name for prompt in agent_prompts()} == {
        "tool_calling",
        "memory_context",
        "question",
        "empty_answer",
    }


def test_a_call_that_did_nothing_does_not_make_an_empty_answer_one() -> None:
    chat = ScriptedChat(calls(("carcontrol_warp_drive_switch", "{}")), text(""), text(""))
    with pytest.raises(ChatFailure, match="empty"):
        run(chat)
