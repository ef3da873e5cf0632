import json
import logging
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from memory.chat import ChatMessage, ChatReply, ChatRequest, RequestedCall, TokenCount
from memory.errors import ChatFailure
from replay.chat_answers import asked_pause_s
from replay.chat_openai import OpenAIChat
from replay.errors import InputError
from replay.model_options import ModelOptions

KEY = "sk-marked-7f3a-40d2b6"
HELLO = ChatRequest(messages=(ChatMessage(role="user", text="Hello"),))
TOOL = {"type": "function", "function": {"name": "beep", "parameters": {"type": "object", "properties": {}}}}


def completion(message: dict[str, Any], **other: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}], **other}


def call(arguments: Any, name: str | None = "beep", id_: str | None = "c1") -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


class Pauses(list[float]):
    """Takes the place of sleeping."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


def chat_at(server: HTTPServer, pauses: Pauses, key: str = KEY, **options: Any) -> OpenAIChat:
    made = ModelOptions(model="demo", base_url=server.url_for("/v1"), **options)
    return OpenAIChat(made, key, wait=pauses)


def answer(server: HTTPServer, *bodies: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
    """The next answers in order; text is sent as it is, everything else as JSON."""
    for body in bodies:
        data = body if isinstance(body, (str, bytes)) else json.dumps(body)
        server.expect_ordered_request("/v1/chat/completions", method="POST").respond_with_data(
            data, status=status, content_type="application/json", headers=headers
        )


def sent(server: HTTPServer) -> list[dict[str, Any]]:
    return [json.loads(request.get_data()) for request, _ in server.log]


def test_an_answer_in_words_comes_back_with_its_tokens(httpserver: HTTPServer, pauses: Pauses) -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}}
    answer(httpserver, completion({"content": "Hi."}, usage=usage))
    reply = chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert reply.text == "Hi."
    assert reply.tokens == TokenCount(prompt=9, completion=2, cached=4)
    assert (reply.calls, reply.n_attempts, reply.taped) == ((), 1, False)
    assert reply.latency_ms > 0
    assert sent(httpserver) == [{"model": "demo", "messages": [{"role": "user", "content": "Hello"}]}]
    assert httpserver.log[0][0].headers["Authorization"] == f"Bearer {KEY}"


def test_options_pass_through_and_tool_choice_goes_only_with_tools(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, completion({"content": "a"}), completion({"content": "b"}))
    chat = chat_at(
        httpserver, pauses, temperature=0.0, max_tokens=7, tool_choice="required", extra_body={"top_k": 3, "seed": 1}
    )
    chat.complete(HELLO, "ask")
    chat.complete(ChatRequest(messages=HELLO.messages, tools=(TOOL,)), "build")
    plain, tooled = sent(httpserver)
    assert plain == {
        "model": "demo",
        "messages": [{"role": "user", "content": "Hello"}],
        "temperature": 0.0,
        "max_tokens": 7,
        "top_k": 3,
        "seed": 1,
    }
    assert (tooled["tools"], tooled["tool_choice"]) == ([TOOL], "required")


def test_calls_come_back_in_order_with_their_arguments_as_written(httpserver: HTTPServer, pauses: Pauses) -> None:
    odd = ['{"zone": "driv', "{zone: 1}", "", "null", "[1]", '{"zone": "a"}"', '{"zone": "a"}']
    made = [call(arguments, id_=f"c{i}") for i, arguments in enumerate(odd)]
    answer(httpserver, completion({"content": None, "tool_calls": made}))
    reply = chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert [one.arguments for one in reply.calls] == odd
    assert [one.id for one in reply.calls] == [f"c{i}" for i in range(7)]


def test_arguments_that_are_no_text_and_calls_without_id_or_name_are_readable(
    httpserver: HTTPServer, pauses: Pauses
) -> None:
    made = [call({"level": 3}, id_=None), call(None, name=None)]
    answer(httpserver, completion({"tool_calls": made}))
    first, second = chat_at(httpserver, pauses).complete(HELLO, "ask").calls
    assert first == RequestedCall(id="call_1", name="beep", arguments='{"level":3}')
    assert second == RequestedCall(id="c1", name="", arguments="null")


def test_a_conversation_with_calls_is_sent_as_the_interface_wants_it(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, completion({"content": "ok"}))
    made = RequestedCall(id="c1", name="beep", arguments='{"n": ')
    request = ChatRequest(
        messages=(
            ChatMessage(role="assistant", text="", calls=(made,)),
            ChatMessage(role="tool", text="error \ud800", call_id="c1"),
        )
    )
    chat_at(httpserver, pauses).complete(request, "ask")
    assert sent(httpserver)[0]["messages"] == [
        {"role": "assistant", "content": "", "tool_calls": [call('{"n": ')]},
        {"role": "tool", "content": "error ?", "tool_call_id": "c1"},
    ]


@pytest.mark.parametrize(
    "usage",
    [None, {}, {"prompt_tokens": -1}, {"prompt_tokens": "9"}, {"prompt_tokens": None}, [], 3],
)
def test_an_answer_without_usable_token_counts_is_an_answer_all_the_same(
    httpserver: HTTPServer, pauses: Pauses, usage: Any
) -> None:
    answer(httpserver, completion({"content": "Hi."}, usage=usage))
    assert chat_at(httpserver, pauses).complete(HELLO, "ask").tokens is None


def test_too_many_requests_is_waited_for_as_long_as_the_endpoint_asks(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, {"error": {"message": "slow down"}}, status=429, headers={"Retry-After": "3"})
    answer(httpserver, {"error": {"message": "slow down"}}, status=429, headers={"retry-after-ms": "250"})
    answer(httpserver, completion({"content": "Hi."}))
    assert chat_at(httpserver, pauses).complete(HELLO, "ask").n_attempts == 3
    assert pauses == [3.0, 0.25]


def test_a_pause_until_a_date_is_measured_from_the_answers_own_date() -> None:
    dates = {"date": "Sat, 01 Mar 2025 10:00:00 GMT", "retry-after": "Sat, 01 Mar 2025 10:00:07 GMT"}
    assert asked_pause_s(dates) == 7.0
    assert asked_pause_s({**dates, "retry-after": "Sat, 01 Mar 2025 09:00:00 GMT"}) == 0.0
    assert asked_pause_s({"retry-after": dates["retry-after"]}) is None


@pytest.mark.parametrize("value", ["", "soon", "nan", "-1"])
def test_a_pause_that_makes_no_sense_is_none(value: str) -> None:
    assert asked_pause_s({"retry-after": value}) is None


def test_an_endpoint_that_asks_for_a_longer_pause_than_allowed_is_not_waited_for(
    httpserver: HTTPServer, pauses: Pauses
) -> None:
    answer(httpserver, {"error": {"message": "slow down"}}, status=429, headers={"Retry-After": "3600"})
    with pytest.raises(ChatFailure, match="status 429: slow down; it asks to wait 3600 s, allowed are 60 s"):
        chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert pauses == []


def test_an_account_without_money_is_not_asked_again(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, {"error": {"message": "pay first", "code": "insufficient_quota"}}, status=429)
    with pytest.raises(ChatFailure, match="pay first") as caught:
        chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert caught.value.n_attempts == 1


def test_errors_of_the_server_are_tried_again_with_growing_pauses_up_to_the_bound(
    httpserver: HTTPServer, pauses: Pauses
) -> None:
    answer(httpserver, *["broken"] * 4, status=500)
    with pytest.raises(ChatFailure) as caught:
        chat_at(httpserver, pauses, max_retries=3).complete(HELLO, "ask")
    assert str(caught.value) == "the endpoint answered with status 500 (4 attempts)"
    assert len(pauses) == 3
    for pause, whole in zip(pauses, (0.5, 1.0, 2.0), strict=True):
        assert 0.75 * whole <= pause <= whole


@pytest.mark.parametrize("status", [400, 401, 404, 422])
def test_an_error_of_ours_is_told_at_once(httpserver: HTTPServer, pauses: Pauses, status: int) -> None:
    answer(httpserver, {"error": {"message": f"no, {KEY} is wrong"}}, status=status)
    with pytest.raises(ChatFailure, match=rf"status {status}: no, \[key\] is wrong") as caught:
        chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert caught.value.n_attempts == 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html><body>Sign in</body></html>", "no JSON but '<html>"),
        ("", "no JSON but nothing"),
        ('{"choices": [{"mess', "no JSON but"),
        ({"choices": []}, "no chat completion: choices"),
        ({}, "no chat completion: choices"),
        ([], "no chat completion"),
        ({"error": {"message": "overloaded"}}, "overloaded"),
        ({"choices": [{"message": None}]}, "no chat completion: choices.0.message"),
        ({"choices": [{"message": {"content": 3}}]}, "no chat completion: choices.0.message.content"),
    ],
)
def test_a_body_that_is_no_answer_is_tried_again_and_then_a_failure(
    httpserver: HTTPServer, pauses: Pauses, body: Any, reason: str
) -> None:
    answer(httpserver, body, body)
    with pytest.raises(ChatFailure) as caught:
        chat_at(httpserver, pauses, max_retries=1).complete(HELLO, "ask")
    assert reason in str(caught.value)
    assert caught.value.n_attempts == 2
    answer(httpserver, body, completion({"content": "Hi."}))
    assert chat_at(httpserver, pauses, max_retries=1).complete(HELLO, "ask").text == "Hi."


def test_a_refusal_and_a_filtered_answer_are_failures_and_not_asked_again(
    httpserver: HTTPServer, pauses: Pauses
) -> None:
    filtered = completion({"content": ""})
    filtered["choices"][0]["finish_reason"] = "content_filter"
    answer(httpserver, completion({"content": None, "refusal": "I would rather not."}), filtered)
    chat = chat_at(httpserver, pauses)
    with pytest.raises(ChatFailure, match=r"^the model refused: I would rather not\.$"):
        chat.complete(HELLO, "ask")
    with pytest.raises(ChatFailure, match="filter"):
        chat.complete(HELLO, "ask")


def test_an_answer_without_words_and_calls_is_the_callers_to_judge(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, completion({"content": None}), completion({"content": [{"type": "text", "text": "in parts"}]}))
    chat = chat_at(httpserver, pauses)
    assert chat.complete(HELLO, "ask").text == ""
    assert chat.complete(HELLO, "ask").text == "in parts"


def test_a_cut_answer_says_so(httpserver: HTTPServer, pauses: Pauses) -> None:
    cut = completion({"content": "I was go"})
    cut["choices"][0]["finish_reason"] = "length"
    answer(httpserver, cut)
    assert chat_at(httpserver, pauses).complete(HELLO, "ask").finish == "length"


def test_silence_is_a_time_out_and_every_attempt_is_counted(httpserver: HTTPServer, pauses: Pauses) -> None:
    over = threading.Event()

    def sleepy(request: Request) -> Response:
        over.wait(2)
        return Response("late")

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(sleepy)
    with pytest.raises(ChatFailure) as caught:
        chat_at(httpserver, pauses, timeout_s=0.1, max_retries=1).complete(HELLO, "ask")
    over.set()
    for _ in range(200):  # the server answers one after the other; a late one would take the next test's answer
        if len(httpserver.log) == 2:
            break
        time.sleep(0.01)
    assert len(httpserver.log) == 2
    assert str(caught.value) == "no answer within 0.1 s (2 attempts)"


def test_a_connection_that_breaks_off_in_the_middle_is_tried_again(httpserver: HTTPServer, pauses: Pauses) -> None:
    half = json.dumps(completion({"content": "Hi."}))[:30]

    def broken(request: Request) -> Response:
        def body() -> Iterator[bytes]:
            yield half.encode()

        return Response(body(), content_type="application/json", headers={"Content-Length": "500"})

    httpserver.expect_ordered_request("/v1/chat/completions").respond_with_handler(broken)
    answer(httpserver, completion({"content": "Hi."}))
    reply = chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert (reply.text, reply.n_attempts) == ("Hi.", 2)


def test_nobody_at_the_address_is_a_failure_that_names_it(pauses: Pauses) -> None:
    options = ModelOptions(model="demo", base_url="http://127.0.0.1:9/v1", max_retries=0)
    with pytest.raises(ChatFailure, match=r"no answer from http://127\.0\.0\.1:9/v1: ConnectError"):
        OpenAIChat(options, KEY, wait=pauses).complete(HELLO, "ask")


def test_a_long_reason_is_cut_at_200_characters(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, {"error": {"message": "x" * 5000}}, status=400)
    with pytest.raises(ChatFailure) as caught:
        chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert len(caught.value.reason) == 200


def test_the_key_is_in_no_reply_no_error_no_log_and_no_representation(
    httpserver: HTTPServer, pauses: Pauses, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    echo = {"content": f"Your key is {KEY}.", "tool_calls": [call(json.dumps({"key": KEY}))]}
    answer(httpserver, completion(echo))
    answer(httpserver, {"error": {"message": "x" * 190 + KEY}}, status=401)
    answer(httpserver, f"<html>{KEY}</html>")
    chat = chat_at(httpserver, pauses, max_retries=0)
    shown = [repr(chat), repr(chat.complete(HELLO, "ask"))]
    for _ in range(2):
        with pytest.raises(ChatFailure) as caught:
            chat.complete(HELLO, "ask")
        shown += [str(caught.value), repr(caught.value), repr(caught.value.__context__), repr(caught.value.__cause__)]
    text = "\n".join([*shown, caplog.text])
    assert "Your key is [key]." in text
    assert KEY not in text
    assert KEY[:8] not in text


@pytest.mark.parametrize("key", ["sk abc", "sk-é", "sk-\x00", 'sk-"'])
def test_a_key_that_no_header_can_carry_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(InputError) as caught:
        OpenAIChat(ModelOptions(model="demo", base_url="http://127.0.0.1/v1"), key)
    assert key not in str(caught.value)


def test_a_placeholder_for_a_key_is_left_alone_in_answers(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, completion({"content": "none of that"}))
    assert chat_at(httpserver, pauses, key="none").complete(HELLO, "ask").text == "none of that"


def test_an_endpoint_without_a_key_is_asked_with_a_placeholder(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, completion({"content": "none of that"}))
    assert chat_at(httpserver, pauses, key="").complete(HELLO, "ask").text == "none of that"


def test_several_threads_share_one_endpoint(httpserver: HTTPServer, pauses: Pauses) -> None:
    def slow(request: Request) -> Response:
        time.sleep(0.05)
        said = json.loads(request.get_data())["messages"][0]["content"]
        return Response(json.dumps(completion({"content": said})), content_type="application/json")

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(slow)
    chat = chat_at(httpserver, pauses)
    replies: dict[int, ChatReply] = {}

    def ask(number: int) -> None:
        request = ChatRequest(messages=(ChatMessage(role="user", text=str(number)),))
        replies[number] = chat.complete(request, "ask")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: reply.text for number, reply in replies.items()} == {n: str(n) for n in range(6)}


@pytest.mark.parametrize("key", ["sk-se/cret+key-of-mine", "sk-1234"])
def test_the_key_is_taken_out_however_an_endpoint_spells_it(key: str, httpserver: HTTPServer, pauses: Pauses) -> None:
    slashed = key.replace("/", "\\/")
    coded = "".join(f"\\u{ord(character):04x}" for character in key)
    arguments = json.dumps({"note": key}).replace("/", "\\/")
    body = json.dumps(completion({"content": "CONTENT", "tool_calls": [call(arguments)]}))
    answer(httpserver, body.replace("CONTENT", f"{slashed} {coded}"))
    reply = chat_at(httpserver, pauses, key).complete(HELLO, "ask")
    assert key not in repr(reply)
    assert json.loads(reply.calls[0].arguments) == {"note": "[key]"}


def test_a_count_that_cannot_be_is_as_good_as_none(httpserver: HTTPServer, pauses: Pauses) -> None:
    answer(httpserver, completion({"content": "Hi"}, usage={"prompt_tokens": 2**64 - 1, "completion_tokens": 1}))
    assert chat_at(httpserver, pauses).complete(HELLO, "ask").tokens is None


def test_an_error_inside_an_answer_is_tried_again(httpserver: HTTPServer, pauses: Pauses) -> None:
    broken = completion({"content": ""}, error={"message": "upstream is gone"})
    answer(httpserver, broken, completion({"content": "Hi"}))
    reply = chat_at(httpserver, pauses).complete(HELLO, "ask")
    assert (reply.text, reply.n_attempts) == ("Hi", 2)


def test_a_date_beyond_all_calendars_asks_for_no_pause() -> None:
    headers = {"retry-after": "Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "date": "Mon, 01 Jan 2024 00:00:00 GMT"}
    assert asked_pause_s(headers) is None
