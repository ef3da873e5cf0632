import re

import pytest

from memory.backend import Setup
from memory.chat import ChatModel, ChatReply, ChatRequest
from memory.embedded.daybook import CHUNK_CHARS
from memory.embedded.summary import MAX_CHARS, SummaryMemory
from memory.errors import BadOption, ChatFailure, MissingChatModel
from memory.messages import Forget
from memory.position import Position
from tests.contract_memory import NOON_US, deliver, find, message, messages
from tests.scripted_chat import ScriptedChat, text

HOUR_US = 3_600_000_000
NIGHT = Position(NOON_US + 12 * HOUR_US, 0)
"""Midnight after the first day in UTC."""
EVENING = Position(NOON_US + 6 * HOUR_US, 0)
NEXT_NOON = Position(NOON_US + 24 * HOUR_US, 0)


def memory_with(chat: ChatModel, zone: str = "UTC") -> SummaryMemory:
    return SummaryMemory(Setup(namespace="summary", zone=zone, chat=chat))


def between(request: ChatRequest, tag: str) -> str:
    found = re.search(rf"<{tag}>\n(.*)\n</{tag}>", request.messages[-1].text, re.DOTALL)
    assert found is not None
    return found[1]


def test_at_midnight_the_model_rewrites_the_text_from_the_text_and_the_day() -> None:
    chat = ScriptedChat(text(" Ann likes 22. "), text("Ann likes 23."))
    memory = memory_with(chat)
    deliver(memory, messages("22 degrees", "thanks"))
    memory.tick(NIGHT)
    assert memory.context(NIGHT) == "Ann likes 22."
    deliver(memory, [message(3, "23 now", minutes=1440)])
    memory.tick(Position(NIGHT.at_us + 24 * HOUR_US, 0))
    first, second = chat.requests
    assert between(first, "said") == "[2025-03-04 12:01] Ann: 22 degrees\n[2025-03-04 12:02] Ann: thanks"
    assert between(first, "summary") == ""
    assert between(second, "summary") == "Ann likes 22."
    assert between(second, "said") == "[2025-03-05 12:00] Ann: 23 now"
    assert first.messages[-1].text.startswith("It is the end of Tuesday, 2025-03-04.")
    assert chat.phases == ["build", "build"]


def test_delivering_only_collects_and_a_day_without_words_costs_nothing() -> None:
    chat = ScriptedChat(text("x"))
    memory = memory_with(chat)
    deliver(memory, [])
    memory.tick(NIGHT)
    deliver(memory, messages("one"))
    assert chat.requests == []
    assert memory_with(chat).context(NIGHT) == ""
    assert chat.requests == []


def test_a_question_within_a_day_is_answered_from_a_copy_that_is_thrown_away() -> None:
    chat = ScriptedChat(text("morning"), text("for the question"), text("whole day"))
    memory = memory_with(chat)
    deliver(memory, messages("one"))
    memory.tick(Position(NOON_US + HOUR_US, 0))
    deliver(memory, [message(2, "two", minutes=120)])
    assert memory.context(EVENING) == "for the question"
    deliver(memory, [message(3, "three", minutes=400)])
    memory.tick(NIGHT)
    asked, stored = chat.requests[1:]
    assert asked.messages[-1].text.startswith("It is Tuesday, 2025-03-04 18:00 (UTC).")
    assert between(asked, "said") == "[2025-03-04 14:00] Ann: two"
    assert between(stored, "summary") == "morning"
    assert between(stored, "said") == "[2025-03-04 14:00] Ann: two\n[2025-03-04 18:40] Ann: three"
    assert memory.context(NIGHT) == "whole day"


def test_asking_leaves_the_memory_as_one_that_was_never_asked() -> None:
    asked, silent = ScriptedChat(text("a")), ScriptedChat(text("a"))
    for chat, is_asked in ((asked, True), (silent, False)):
        memory = memory_with(chat)
        deliver(memory, messages("one"))
        if is_asked:
            memory.context(EVENING)
            memory.context(Position(EVENING.at_us + 1, 0))
        memory.tick(NIGHT)
    assert asked.requests[-1] == silent.requests[-1]


def test_the_copy_of_one_instant_is_made_once_and_of_another_anew() -> None:
    chat = ScriptedChat(text("a"), text("b"), text("c"))
    memory = memory_with(chat)
    deliver(memory, messages("one"))
    assert [memory.context(EVENING), memory.context(EVENING)] == ["a", "a"]
    assert memory.context(NIGHT) == "b"
    deliver(memory, [message(2, "two")])
    assert memory.context(NIGHT) == "c"


def test_with_nothing_new_since_midnight_the_stored_text_is_told_and_nobody_asked() -> None:
    chat = ScriptedChat(text("stored"))
    memory = memory_with(chat)
    deliver(memory, messages("one"))
    memory.tick(NIGHT)
    assert memory.context(NEXT_NOON) == "stored"
    assert len(chat.requests) == 1


def test_the_day_is_that_of_the_scenarios_zone() -> None:
    chat = ScriptedChat(text("x"))
    memory = memory_with(chat, zone="Asia/Shanghai")
    deliver(memory, messages("one"))
    memory.tick(Position(NOON_US + 4 * HOUR_US, 0))
    assert chat.requests[0].messages[-1].text.startswith("It is the end of Tuesday, 2025-03-04.")
    assert between(chat.requests[0], "said") == "[2025-03-04 20:01] Ann: one"


def test_a_text_that_is_too_long_is_cut_on_a_line() -> None:
    line = "x" * 99
    chat = ScriptedChat(text("\n".join([line] * 100)))
    memory = memory_with(chat)
    deliver(memory, messages("one"))
    memory.tick(NIGHT)
    kept = memory.context(NIGHT)
    assert kept == "\n".join([line] * 81)  # 81 lines take 81 * 100 - 1 = 8099 characters, 82 take 8199
    assert len(kept) <= MAX_CHARS


def test_the_last_line_of_an_answer_that_was_cut_is_dropped() -> None:
    memory = memory_with(ScriptedChat(text("Ann likes 22.\nBo likes 1", finish="length")))
    deliver(memory, messages("one"))
    memory.tick(NIGHT)
    assert memory.context(NIGHT) == "Ann likes 22."


def test_a_day_that_is_too_long_for_one_request_is_worked_through_in_pieces() -> None:
    chat = ScriptedChat(text("first"), text("second"))
    memory = memory_with(chat)
    deliver(memory, messages("a" * CHUNK_CHARS, "b"))
    memory.tick(NIGHT)
    assert between(chat.requests[1], "summary") == "first"
    assert between(chat.requests[1], "said") == "[2025-03-04 12:02] Ann: b"
    assert memory.context(NIGHT) == "second"


def failing_after(n_good: int) -> ScriptedChat:
    return ScriptedChat(*[text("good")] * n_good, ChatFailure("gone"))


def test_a_failure_at_midnight_is_raised_and_leaves_text_and_day_as_they_were() -> None:
    memory = memory_with(failing_after(1))
    deliver(memory, messages("one"))
    memory.tick(NIGHT)
    deliver(memory, [message(2, "two", minutes=1000)])
    with pytest.raises(ChatFailure):
        memory.tick(NEXT_NOON)
    with pytest.raises(ChatFailure):
        memory.context(NEXT_NOON)


@pytest.mark.parametrize("words", ["", " \n "])
def test_an_empty_text_in_place_of_a_memory_is_a_failure(words: str) -> None:
    memory = memory_with(ScriptedChat(text(words)))
    deliver(memory, messages("one"))
    with pytest.raises(ChatFailure, match="empty summary"):
        memory.tick(NIGHT)


def test_what_was_forgotten_on_the_same_day_never_reaches_the_model() -> None:
    chat = ScriptedChat(text("x"))
    memory = memory_with(chat)
    deliver(memory, messages("my PIN is 1234", "two"))
    memory.forget(Forget(message_ids=("m000001",), person="Ann", text=""), EVENING)
    memory.tick(NIGHT)
    assert "1234" not in chat.requests[0].messages[-1].text


def test_a_throw_away_copy_from_before_a_request_to_forget_is_not_used_after_it() -> None:
    chat = ScriptedChat(text("with"), text("without"))
    memory = memory_with(chat)
    deliver(memory, messages("my PIN is 1234", "two"))
    assert memory.context(EVENING) == "with"
    memory.forget(Forget(message_ids=("m000001",), person="Ann", text=""), EVENING)
    assert memory.context(EVENING) == "without"


def test_nothing_is_found_by_searching() -> None:
    chat = ScriptedChat(text("x"))
    memory = memory_with(chat)
    deliver(memory, messages("one"))
    assert find(memory, "one") == []
    assert chat.requests == []


def test_without_a_model_the_memory_says_what_it_needs() -> None:
    with pytest.raises(MissingChatModel, match="summary is written by a model"):
        SummaryMemory(Setup(namespace="summary"))
    with pytest.raises(BadOption):
        SummaryMemory(Setup(namespace="summary", chat=ScriptedChat(ChatReply(text="x")), options={"words": "9"}))
