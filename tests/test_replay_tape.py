import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from memory.chat import ChatMessage, ChatReply, ChatRequest, RequestedCall, TokenCount
from memory.errors import ChatFailure, NotOnTape, RunStopped
from replay.errors import InputError
from replay.tape import Tape
from tests.scripted_chat import ScriptedChat, text

OPTIONS = {"model": "demo", "temperature": 0.0}
TOOL: dict[str, Any] = {"type": "function", "function": {"name": "beep"}}


def asked(*words: str, tools: tuple[dict[str, Any], ...] = ()) -> ChatRequest:
    return ChatRequest(messages=tuple(ChatMessage(role="user", text=word) for word in words), tools=tools)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.tape"


def record(path: Path, scenario: str, chat: ScriptedChat, *requests: ChatRequest) -> None:
    with closing(Tape(path, OPTIONS, record=True)) as tape:
        taped = tape.chat(scenario, chat)
        for request in requests:
            taped.complete(request, "ask")


def test_a_replayed_answer_is_the_recorded_one_and_says_so(path: Path) -> None:
    full = ChatReply(
        text="ok \ud800",
        calls=(RequestedCall(id="c1", name="beep", arguments='{"n": '),),
        tokens=TokenCount(prompt=5, completion=2, cached=1),
        finish="tool_calls",
        n_attempts=2,
        latency_ms=12.5,
    )
    record(path, "1", ScriptedChat(full), asked("a", tools=(TOOL,)))
    reply = Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("a", tools=(TOOL,)), "ask")
    assert reply == ChatReply(
        text="ok ?",
        calls=full.calls,
        tokens=full.tokens,
        finish="tool_calls",
        n_attempts=2,
        latency_ms=12.5,
        taped=True,
    )


def test_equal_requests_are_answered_in_order_and_scenarios_know_nothing_of_each_other(path: Path) -> None:
    record(path, "1", ScriptedChat(text("first"), text("second")), asked("a"), asked("a"))
    record(path, "2", ScriptedChat(text("other")), asked("a"))
    tape = Tape(path, OPTIONS, record=False)
    one, two = tape.chat("1", None), tape.chat("2", None)
    found = [chat.complete(asked("a"), "ask").text for chat in (one, two, one)]
    assert found == ["first", "other", "second"]


def test_what_is_on_tape_is_not_asked_again_and_the_rest_is(path: Path) -> None:
    record(path, "1", ScriptedChat(text("kept")), asked("a"))
    later = ScriptedChat(text("new"))
    tape = Tape(path, OPTIONS, record=True)
    chat = tape.chat("1", later)
    assert [chat.complete(asked(word), "ask").text for word in ("a", "b")] == ["kept", "new"]
    assert later.asked == ["b"]
    tape.close()
    assert Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("b"), "ask").text == "new"


def test_a_failure_is_replayed_as_one_and_is_asked_again_where_somebody_can_be_asked(path: Path) -> None:
    with pytest.raises(ChatFailure):
        record(path, "1", ScriptedChat(ChatFailure("gone", 3)), asked("a"))
    with pytest.raises(ChatFailure) as caught:
        Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("a"), "ask")
    assert (caught.value.reason, caught.value.n_attempts) == ("gone", 3)
    record(path, "1", ScriptedChat(text("back again")), asked("a"))
    assert Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("a"), "ask").text == "back again"


def test_a_refusal_is_on_tape_with_its_tokens_and_is_not_asked_for_again(path: Path) -> None:
    tokens = TokenCount(prompt=5, completion=2, cached=1)
    with pytest.raises(ChatFailure):
        record(path, "1", ScriptedChat(ChatFailure("no \ud800", 2, tokens, is_answer=True)), asked("a"))
    for is_recorded in (True, False):
        behind = ScriptedChat(text("yes"))
        with closing(Tape(path, OPTIONS, record=is_recorded)) as tape, pytest.raises(ChatFailure) as caught:
            tape.chat("1", behind if is_recorded else None).complete(asked("a"), "ask")
        assert (caught.value.reason, caught.value.n_attempts) == ("no ?", 2)
        assert (caught.value.tokens, caught.value.is_answer) == (tokens, True)
        assert behind.asked == []


def test_a_refusal_is_one_of_the_answers_to_equal_requests(path: Path) -> None:
    with closing(Tape(path, OPTIONS, record=True)) as tape:
        chat = tape.chat("1", ScriptedChat(ChatFailure("no", is_answer=True), text("yes")))
        with pytest.raises(ChatFailure):
            chat.complete(asked("a"), "ask")
        assert chat.complete(asked("a"), "ask").text == "yes"
    again = Tape(path, OPTIONS, record=False).chat("1", None)
    with pytest.raises(ChatFailure):
        again.complete(asked("a"), "ask")
    assert again.complete(asked("a"), "ask").text == "yes"


def test_a_failure_of_an_older_tape_is_no_answer_and_tells_no_tokens(path: Path) -> None:
    with pytest.raises(ChatFailure):
        record(path, "1", ScriptedChat(ChatFailure("gone", 3)), asked("a"))
    *others, last = path.read_bytes().splitlines()
    line = orjson.loads(last)
    del line["failure"]["tokens"], line["failure"]["is_answer"]
    path.write_bytes(b"".join(text + b"\n" for text in (*others, orjson.dumps(line))))
    with pytest.raises(ChatFailure) as caught:
        Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("a"), "ask")
    assert (caught.value.tokens, caught.value.is_answer) == (None, False)


def test_a_request_that_is_not_on_the_tape_ends_the_run_and_shows_where_the_nearest_differs(path: Path) -> None:
    on_tape = asked("You are a car.", "Warm"), asked("You are a boat.", "Seat heating on")
    record(path, "1", ScriptedChat(text("x")), *on_tape)
    tape = Tape(path, OPTIONS, record=False)
    with pytest.raises(NotOnTape) as caught:
        tape.chat("1", None).complete(asked("You are a boat.", "Seat heating off"), "ask")
    told = str(caught.value)
    assert "scenario '1'" in told
    assert "message 2 (user), character 15" in told
    assert "n {" in told
    assert "ff {" in told


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (asked("a", "b", "c"), "ends after message 2"),
        (asked("a"), "goes on after message 1"),
        (asked("a", "b", tools=(TOOL,)), "other tools: none there, beep asked"),
    ],
)
def test_a_request_that_differs_in_length_or_in_tools_is_told_so(path: Path, request_: ChatRequest, told: str) -> None:
    record(path, "1", ScriptedChat(text("x")), asked("a", "b"))
    with pytest.raises(NotOnTape, match=told):
        Tape(path, OPTIONS, record=False).chat("1", None).complete(request_, "ask")


def test_asking_once_more_than_was_recorded_is_told_so(path: Path) -> None:
    record(path, "1", ScriptedChat(text("x")), asked("a"))
    chat = Tape(path, OPTIONS, record=False).chat("1", None)
    chat.complete(asked("a"), "ask")
    with pytest.raises(NotOnTape, match="has it 1 time, and"):
        chat.complete(asked("a"), "ask")


def test_a_scenario_that_is_not_on_the_tape_is_compared_with_the_others(path: Path) -> None:
    record(path, "1", ScriptedChat(text("x")), asked("a"))
    with pytest.raises(NotOnTape, match=r"message 1 \(user\), character 1"):
        Tape(path, OPTIONS, record=False).chat("2", None).complete(asked("b"), "ask")


def test_a_tape_of_nothing_but_its_beginning_has_no_nearest(path: Path) -> None:
    Tape(path, OPTIONS, record=True).close()
    with pytest.raises(NotOnTape, match="it is empty"):
        Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("a"), "ask")


def test_a_message_is_on_the_tape_once_however_often_it_is_sent(path: Path) -> None:
    long = "x" * 1000
    record(path, "1", ScriptedChat(text("ok")), *(asked(long, str(number)) for number in range(10)))
    assert path.read_bytes().count(long.encode()) == 1


def test_another_model_or_temperature_is_another_tape(path: Path) -> None:
    record(path, "1", ScriptedChat(text("x")), asked("a"))
    for is_recorded in (True, False):
        with pytest.raises(InputError, match=r"temperature: 0\.0 there, 1\.0 asked for"):
            Tape(path, {**OPTIONS, "temperature": 1.0}, record=is_recorded)


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_line_that_a_killed_process_left_unfinished_is_dropped(path: Path, cut: int) -> None:
    record(path, "1", ScriptedChat(text("one"), text("two")), asked("a"), asked("b"))
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(NotOnTape):
        Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("b"), "ask")
    record(path, "1", ScriptedChat(text("two again")), asked("a"), asked("b"))
    tape = Tape(path, OPTIONS, record=False).chat("1", None)
    assert [tape.complete(asked(word), "ask").text for word in ("a", "b")] == ["one", "two again"]


def test_a_first_line_that_was_left_unfinished_is_written_anew(path: Path) -> None:
    path.write_bytes(b'{"tape":"pastla')
    record(path, "1", ScriptedChat(text("x")), asked("a"))
    assert Tape(path, OPTIONS, record=False).chat("1", None).complete(asked("a"), "ask").text == "x"


@pytest.mark.parametrize("content", [b"important notes", b"important\nnotes\n", b'{"record": "message"}\n'])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for is_recorded in (True, False):
        with pytest.raises(InputError):
            Tape(path, OPTIONS, record=is_recorded)
    assert path.read_bytes() == content


def test_a_missing_and_an_empty_tape_cannot_be_replayed(path: Path) -> None:
    with pytest.raises(InputError, match="no such tape"):
        Tape(path, OPTIONS, record=False)
    path.write_bytes(b"")
    with pytest.raises(InputError, match="empty"):
        Tape(path, OPTIONS, record=False)


def test_a_tape_in_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        Tape(tmp_path / "none" / "tape", OPTIONS, record=True)


def drop_part(lines: list[bytes]) -> list[bytes]:
    return [line for line in lines if not line.startswith(b'{"part"')]


def add_field(lines: list[bytes]) -> list[bytes]:
    return [lines[0], orjson.dumps({**orjson.loads(lines[1]), "more": 1}), *lines[2:]]


def drop_answer(lines: list[bytes]) -> list[bytes]:
    exchange = orjson.loads(lines[-1])
    del exchange["reply"]
    return [*lines[:-1], orjson.dumps(exchange)]


@pytest.mark.parametrize("spoil", [drop_part, add_field, drop_answer, lambda lines: [lines[0], b"{", *lines[1:]]])
def test_a_spoilt_line_is_named(path: Path, spoil: Callable[[list[bytes]], list[bytes]]) -> None:
    record(path, "1", ScriptedChat(text("x")), asked("a"))
    path.write_bytes(b"".join(line + b"\n" for line in spoil(path.read_bytes().splitlines())))
    with pytest.raises(InputError, match=r"line [23]: neither a part nor an exchange"):
        Tape(path, OPTIONS, record=False)


def test_an_answer_that_cannot_be_recorded_ends_the_run(path: Path) -> None:
    tape = Tape(path, OPTIONS, record=True)
    chat = tape.chat("1", ScriptedChat(text("x")))
    tape.close()
    with pytest.raises(RunStopped):
        chat.complete(asked("a"), "ask")


def test_many_threads_write_whole_lines(path: Path) -> None:
    tape = Tape(path, OPTIONS, record=True)

    def work(number: int) -> None:
        chat = tape.chat(str(number), ScriptedChat(text(str(number))))
        for turn in range(20):
            chat.complete(asked("the same for all", str(turn)), "ask")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tape.close()
    replayed = Tape(path, OPTIONS, record=False)
    for number in range(6):
        chat = replayed.chat(str(number), None)
        assert {chat.complete(asked("the same for all", str(turn)), "ask").text for turn in range(20)} == {str(number)}


def test_one_process_records_on_a_tape_at_a_time(tmp_path: Path) -> None:
    first = Tape(tmp_path / "tape", {}, record=True)
    with pytest.raises(InputError, match="another process is recording"):
        Tape(tmp_path / "tape", {}, record=True)
    first.close()
    Tape(tmp_path / "tape", {}, record=True).close()
