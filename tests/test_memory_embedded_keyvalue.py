from dataclasses import replace

import orjson
import pytest

from memory.backend import Setup
from memory.chat import ChatModel, ChatReply
from memory.embedded.daybook import CHUNK_CHARS
from memory.embedded.keyvalue import MAX_ROUNDS, KeyValueMemory
from memory.errors import ChatFailure, MissingChatModel
from memory.guard import Guard
from memory.messages import Batch, Forget
from memory.position import Position
from tests.contract_memory import NOON_US, deliver, message, messages
from tests.scripted_chat import Answer, ScriptedChat, calls, text

HOUR_US = 3_600_000_000
NIGHT = Position(NOON_US + 12 * HOUR_US, 0)
EVENING = Position(NOON_US + 6 * HOUR_US, 0)
DONE = text("done")


def memory_with(chat: ChatModel) -> KeyValueMemory:
    return KeyValueMemory(Setup(namespace="keyvalue", chat=chat))


def put(key: str, value: str) -> tuple[str, str]:
    return "set_entry", orjson.dumps({"key": key, "value": value}).decode()


def found(memory: KeyValueMemory, query: str, now: Position = NIGHT) -> list[str]:
    return [hit.text for hit in memory.search(query, limit=10, now=now)]


def after_a_day(*answers: Answer) -> tuple[KeyValueMemory, ScriptedChat]:
    """A memory after its first midnight."""
    chat = ScriptedChat(*answers)
    memory = memory_with(chat)
    deliver(memory, messages("one", "two"))
    memory.tick(NIGHT)
    return memory, chat


def test_at_midnight_the_model_writes_entries_with_tools_and_the_agent_finds_them() -> None:
    memory, chat = after_a_day(calls(put("Ann, seat", "level 3"), put("Ann, radio", "off")), DONE)
    assert found(memory, "seat") == ["Ann, seat: level 3"]
    assert found(memory, "") == ["2 entries, by key:\nAnn, radio\nAnn, seat"]
    first = chat.requests[0]
    assert [tool["function"]["name"] for tool in first.tools] == [
        "list_entries",
        "search_entries",
        "set_entry",
        "remove_entry",
    ]
    assert first.messages[-1].text.startswith("It is the end of Tuesday, 2025-03-04. There are 0 entries.")
    assert "<said>\n[2025-03-04 12:01] Ann: one\n[2025-03-04 12:02] Ann: two\n</said>" in first.messages[-1].text
    assert set(chat.phases) == {"build"}
    assert len(chat.requests) == 2


def test_every_call_is_answered_in_order_and_what_is_wrong_is_told() -> None:
    wrong = calls(
        put("Ann, seat", "3"),
        put("ANN, SEAT", "2"),
        ("set_entry", '{"key": "Ann'),
        ("set_entry", '{"key": "Ann"}'),
        ("set_entry", "null"),
        ("remove_entry", '{"key": "Bo"}'),
        ("list_entries", "{}"),
        ("search_entries", '{"query": "seat"}'),
        ("search_entries", '{"query": "fog"}'),
        ("fly", "{}"),
        ("remove_entry", '{"key": "ann, seat"}'),
    )
    memory, chat = after_a_day(wrong, DONE)
    answers = [m.text for m in chat.requests[1].messages if m.role == "tool"]
    assert answers[:2] == ["added", "changed"]
    assert answers[2].startswith("error: the arguments are no JSON")
    assert answers[3] == "error: 'value' must be given as text"
    assert answers[4].startswith("error: the arguments are null")
    assert answers[5] == "error: there is no entry 'Bo'"
    assert answers[6] == "1 entries, by key:\nANN, SEAT"
    assert answers[7:] == ["ANN, SEAT: 2", "nothing found", "error: there is no tool 'fly'", "removed"]
    assert found(memory, "seat") == []


def test_a_question_within_a_day_is_answered_from_a_copy_that_is_thrown_away() -> None:
    memory, chat = after_a_day(
        calls(put("Ann, seat", "3")), DONE, calls(put("Ann, seat", "1")), DONE, calls(put("Bo, seat", "2")), DONE
    )
    deliver(memory, [message(3, "three", minutes=900)])
    noon = Position(NOON_US + 24 * HOUR_US, 0)
    assert found(memory, "seat", noon) == ["Ann, seat: 1"]
    memory.tick(Position(NIGHT.at_us + 24 * HOUR_US, 0))
    assert found(memory, "seat", noon) == ["Bo, seat: 2", "Ann, seat: 3"]
    copied, stored = chat.requests[2].messages[-1].text, chat.requests[4].messages[-1].text
    assert copied.startswith("It is Wednesday, 2025-03-05 12:00 (UTC). There are 1 entries.")
    assert stored.startswith("It is the end of Wednesday, 2025-03-05. There are 1 entries.")
    assert copied.partition("<said>")[2] == stored.partition("<said>")[2]


def test_all_searches_of_one_instant_see_one_copy_and_another_instant_another() -> None:
    chat = ScriptedChat(calls(put("Ann, seat", "3")), DONE)
    memory = memory_with(chat)
    deliver(memory, messages("one"))
    for query in ("seat", "", "radio"):
        found(memory, query, EVENING)
    assert len(chat.requests) == 2
    found(memory, "seat", NIGHT)
    assert len(chat.requests) == 3


def test_before_the_first_message_and_with_the_limit_zero_nobody_is_asked() -> None:
    chat = ScriptedChat(DONE)
    memory = memory_with(chat)
    assert found(memory, "seat") == []
    deliver(memory, messages("one"))
    assert memory.search("seat", limit=0, now=NIGHT) == []
    memory_with(chat).tick(NIGHT)
    assert chat.requests == []
    assert memory.context(NIGHT) == ""


def test_a_day_without_anything_to_keep_is_closed_all_the_same() -> None:
    memory, chat = after_a_day(DONE)
    memory.tick(Position(NIGHT.at_us + 24 * HOUR_US, 0))
    assert len(chat.requests) == 1


def test_a_model_that_never_ends_is_stopped_and_what_it_did_stays() -> None:
    memory, chat = after_a_day(calls(put("Ann, seat", "3")))
    assert len(chat.requests) == MAX_ROUNDS
    assert found(memory, "seat") == ["Ann, seat: 3"]


def test_a_long_day_is_worked_through_in_pieces_on_one_list() -> None:
    chat = ScriptedChat(calls(put("Ann, seat", "3")), DONE, calls(put("Ann, radio", "off")), DONE)
    memory = memory_with(chat)
    deliver(memory, messages("a" * CHUNK_CHARS, "b"))
    memory.tick(NIGHT)
    assert "There are 1 entries." in chat.requests[2].messages[-1].text
    assert len(found(memory, "ann")) == 2


def test_a_failure_in_the_middle_of_a_day_leaves_entries_and_day_as_they_were() -> None:
    chat = ScriptedChat(calls(put("Ann, seat", "3")), ChatFailure("gone"), calls(put("Ann, radio", "off")), DONE)
    memory = memory_with(chat)
    deliver(memory, messages("one"))
    with pytest.raises(ChatFailure):
        memory.tick(NIGHT)
    memory.tick(NIGHT)
    assert found(memory, "ann") == ["Ann, radio: off"]


@pytest.mark.parametrize("answer", [text(""), text("let me thi", finish="length")])
def test_an_empty_or_cut_first_answer_is_a_failure_and_no_day_without_news(answer: ChatReply) -> None:
    with pytest.raises(ChatFailure):
        after_a_day(answer)


LISTED = calls(("list_entries", "{}"))
CUT = text("let me thi", finish="length")


@pytest.mark.parametrize("first", [LISTED, calls(put("Ann, seat", "3"))])
def test_an_answer_cut_in_a_later_round_is_a_failure_for_nobody_knows_what_was_to_follow(first: ChatReply) -> None:
    with pytest.raises(ChatFailure, match="cut"):
        after_a_day(first, CUT)


def test_an_empty_answer_ends_the_work_once_something_was_written_and_is_a_failure_before() -> None:
    memory, _ = after_a_day(calls(put("Ann, seat", "3")), text(""))
    assert found(memory, "seat") == ["Ann, seat: 3"]
    for first in (LISTED, calls(put("", "")), calls(("remove_entry", '{"key": "none"}'))):
        with pytest.raises(ChatFailure, match="empty"):
            after_a_day(first, text(""))


def test_a_cut_answer_with_a_whole_call_goes_on() -> None:
    cut = replace(calls(put("Ann, seat", "3"), ("set_entry", '{"key": "Ann, ra')), finish="length")
    memory, chat = after_a_day(cut, DONE)
    assert found(memory, "ann") == ["Ann, seat: 3"]
    assert chat.requests[1].messages[-1].text.startswith("error: ")
    with pytest.raises(ChatFailure, match="cut"):
        after_a_day(replace(calls(("set_entry", '{"key": "Ann, ra')), finish="length"))


def test_an_entry_whose_value_is_given_twice_is_not_set() -> None:
    memory, chat = after_a_day(calls(("set_entry", '{"key": "Ann, seat", "value": "1", "value": "9"}')), DONE)
    assert found(memory, "") == []
    assert "twice" in chat.requests[1].messages[-1].text


def test_what_was_forgotten_on_the_same_day_never_reaches_the_model() -> None:
    chat = ScriptedChat(DONE)
    memory = memory_with(chat)
    deliver(memory, messages("my PIN is 1234", "two"))
    memory.forget(Forget(message_ids=("m000001",), person="Ann", text=""), EVENING)
    memory.tick(NIGHT)
    assert "1234" not in chat.requests[0].messages[-1].text


def test_the_guard_lets_its_hits_through_at_the_very_midnight() -> None:
    guard = Guard(memory_with(ScriptedChat(calls(put("Ann, seat", "3")), DONE)))
    guard.ingest(Batch(messages=tuple(messages("one")), now=EVENING))
    guard.tick(NIGHT)
    record = guard.search("seat", limit=5, now=NIGHT)
    assert (len(record.hits), record.violations, record.unverifiable) == (1, (), 1)


def test_without_a_model_the_memory_says_what_it_needs() -> None:
    with pytest.raises(MissingChatModel, match="keyvalue is written by a model"):
        KeyValueMemory(Setup(namespace="keyvalue"))
