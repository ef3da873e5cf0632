import json
from collections import Counter
from typing import Any

import pytest

from replay.importing.problems import BadField
from replay.importing.replies import is_reply, reply_messages
from tests.importing import call

RADIO = call("carcontrol_radio_switch", switch=True)
SAYS = {"role": "assistant", "content": "Done."}
DOES = {"role": "assistant", "content": "Done.", "tool_calls": [RADIO]}
USE = {"type": "tool_use", "id": "u", "name": "carcontrol_radio_switch", "input": {"switch": True}}
PARTS = [{"type": "text", "text": "Done."}, USE]


def read(value: Any) -> list[tuple[str, Any, Any]]:
    return [(item["role"], item["content"], item.get("tool_calls")) for item in reply_messages(value, Counter())]


def pieces(*deltas: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]} for delta in deltas]


def wire(events: list[dict[str, Any]]) -> str:
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n"


CHOICES = [{"index": 0, "finish_reason": "stop", "message": DOES}]


@pytest.mark.parametrize(
    "value",
    [
        DOES,
        CHOICES,
        {"id": "r", "choices": CHOICES, "usage": {}},
        {"response": {"status_code": 200, "body": {"choices": CHOICES}}},
        {"message": DOES, "done": True},
        json.dumps({"choices": CHOICES}),
        [DOES],
    ],
)
def test_a_reply_of_chat_completions_is_found_in_whatever_holds_it(value: Any) -> None:
    ((role, text, calls),) = read(value)
    assert (role, text, is_reply(value)) == ("assistant", "Done.", True)
    assert calls[0]["function"]["name"] == "carcontrol_radio_switch"
    assert json.loads(json.dumps(calls[0]["function"]["arguments"])) == '{"switch": true}'


@pytest.mark.parametrize(
    "value",
    [
        PARTS,
        {"type": "message", "role": "assistant", "content": PARTS, "stop_reason": "tool_use"},
        {"output": {"message": {"role": "assistant", "content": PARTS}}},
        {"candidates": [{"content": {"role": "assistant", "parts": PARTS}}]},
    ],
)
def test_parts_of_a_content_stay_together_in_one_message(value: Any) -> None:
    assert read(value) == [("assistant", PARTS, None)]
    assert is_reply(value)


@pytest.mark.parametrize(
    "value", ["Done.", {"completion": "Done."}, {"choices": [{"text": "Done."}]}, {"text": "Done."}]
)
def test_plain_text_is_a_message_of_the_assistant(value: Any) -> None:
    assert read(value) == [("assistant", "Done.", None)]


def test_text_that_is_json_of_something_else_is_what_was_said() -> None:
    for text in ('{"seat": 2}', "[1, 2]", '["a"]', "{broken", "[]"):
        assert read(text) == [("assistant", text, None)]
        assert not is_reply(text)


def test_items_of_an_output_are_messages_calls_and_what_nobody_said() -> None:
    function = {"type": "function_call", "call_id": "c", "name": "carcontrol_radio_switch", "arguments": "{}"}
    said = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]}
    output = [{"type": "reasoning", "summary": [], "content": [{"text": "Hm."}]}, said, function]
    found = read({"object": "response", "output": output})
    assert [role for role, _, _ in found] == ["tool", "assistant", "assistant"]
    assert (found[1][1], found[2][2]) == (said["content"], [function])


def test_pieces_of_a_stream_are_put_together() -> None:
    first = {"index": 0, "id": "c", "function": {"name": "carcontrol_radio_switch", "arguments": '{"swi'}}
    second = {"index": 0, "function": {"arguments": 'tch": true}'}}
    stream = pieces(
        {"role": "assistant", "content": ""},
        {"content": "Do"},
        {"content": "ne."},
        {"tool_calls": [first]},
        {"tool_calls": [second]},
        {},
    )
    wanted = [{"function": {"name": "carcontrol_radio_switch", "arguments": '{"switch": true}'}}]
    for value in (stream, wire(stream), {"chunks": 1, "response": stream}):
        assert read(value) == [("assistant", "Done.", wanted)]


def test_pieces_of_parts_are_put_together() -> None:
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    text = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Done."}}
    use = {"type": "content_block_start", "index": 1, "content_block": {**USE, "input": {}}}
    args = {
        "type": "content_block_delta",
        "index": 1,
        "delta": {"type": "input_json_delta", "partial_json": '{"a": 1}'},
    }
    events = [{"type": "message_start", "message": {"role": "assistant", "content": []}}, start, text, use, args]
    wanted = [{"function": {"name": "carcontrol_radio_switch", "arguments": '{"a": 1}'}}]
    assert read(events) == [("assistant", "Done.", wanted)]
    whole = [{"type": "response.output_text.delta", "delta": "Do"}, {"type": "response.completed", "response": SAYS}]
    assert read(whole) == [("assistant", "Done.", None)]
    assert read(whole[:1]) == [("assistant", "Do", None)]


@pytest.mark.parametrize(
    ("value", "note"),
    [
        (None, "rows without a reply"),
        ("", "rows without a reply"),
        ([], "rows without a reply"),
        ({"choices": []}, "rows without a reply"),
        ({"choices": [None]}, "rows without a reply"),
        ({"choices": [{"message": None}]}, "rows without a reply"),
        ({"choices": [{"delta": None}]}, "rows without a reply"),
        ({"error": {"code": 500}}, "replies that are errors left out"),
        ({"role": "assistant", "content": None}, "empty replies left out"),
        ({"choices": [{"message": {"content": "", "tool_calls": []}}]}, "empty replies left out"),
    ],
)
def test_what_was_not_replied_is_counted(value: Any, note: str) -> None:
    notes: Counter[str] = Counter()
    assert reply_messages(value, notes) == []
    assert notes[note] == 1
    assert notes["rows without a reply"] == 1


def test_of_several_choices_the_first_counts_and_the_others_are_told() -> None:
    notes: Counter[str] = Counter()
    assert len(reply_messages({"choices": [CHOICES[0], {"message": SAYS}, {"message": SAYS}]}, notes)) == 1
    assert notes == {"further choices of a reply left out": 2}


def test_a_refusal_and_the_older_form_of_a_call_are_replies() -> None:
    assert read({"message": {"role": "assistant", "content": None, "refusal": "No."}})[0][1] == "No."
    old = {"role": "assistant", "content": None, "function_call": {"name": "x", "arguments": "{}"}}
    assert read(old) == [("assistant", None, {"name": "x", "arguments": "{}"})]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (17, r"a number \(17\); a reply is wanted"),
        (True, r"true or false \(True\); a reply is wanted"),
        ({"choices": [17]}, r"a number \(17\)"),
        ([17], r"a list with a number \(17\) in it"),
        ([None, SAYS], "a list with null in it"),
        ({"a": 1, "b": 2}, "no form that is known for a reply; in it there is: 'a', 'b'"),
        ({}, "in it there is: nothing"),
        ({"output": 3}, r"a number \(3\)"),
    ],
)
def test_a_reply_of_no_known_form_says_what_was_found(value: Any, said: str) -> None:
    with pytest.raises(BadField, match=said):
        reply_messages(value, Counter())
    assert not is_reply(value)


def test_a_reply_wrapped_without_end_is_told() -> None:
    value: Any = "x"
    for _ in range(500):
        value = {"response": value}
    with pytest.raises(BadField, match="nested too deep"):
        reply_messages(value, Counter())
