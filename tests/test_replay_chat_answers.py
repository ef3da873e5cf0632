"""Whatever an endpoint sends back ends as a reply or as a trouble."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.chat import ChatReply, TokenCount
from replay.chat_answers import Trouble, read_answer, read_status

USAGE = {"prompt_tokens": 9, "completion_tokens": 2}
TOKENS = TokenCount(prompt=9, completion=2)


def answer(message: Any, finish: str | None = "stop", **other: Any) -> str:
    return json.dumps({"choices": [{"message": message, "finish_reason": finish}], **other})


def with_arguments(arguments: str) -> str:
    """An answer with one call whose arguments stand in it as this JSON."""
    made = answer({"tool_calls": [{"function": {"name": "beep", "arguments": "HERE"}}]}, usage=USAGE)
    return made.replace('"HERE"', arguments)


def trouble(text: str) -> Trouble:
    found = read_answer(text)
    assert isinstance(found, Trouble)
    return found


def reply(text: str) -> ChatReply:
    found = read_answer(text)
    assert isinstance(found, ChatReply)
    return found


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"choices": [], "usage": USAGE}),
        json.dumps({"usage": USAGE}),
        json.dumps({"choices": [{"message": {"content": 3}}], "usage": USAGE}),
        answer({"content": ""}, usage=USAGE, error={"message": "upstream"}),
        answer({"content": ""}, finish="error", usage=USAGE),
    ],
)
def test_an_answer_of_no_use_may_pass_and_tells_what_it_took(text: str) -> None:
    found = trouble(text)
    assert (found.passing, found.tokens, found.is_answer) == (True, TOKENS, False)


def test_a_refusal_and_a_filtered_answer_are_answers_and_do_not_pass() -> None:
    for text in (answer({"refusal": "No."}, usage=USAGE), answer({"content": "x"}, "content_filter", usage=USAGE)):
        found = trouble(text)
        assert (found.passing, found.tokens, found.is_answer) == (False, TOKENS, True)


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -1, "completion_tokens": 2},
        {"prompt_tokens": 9, "completion_tokens": -2},
        {"prompt_tokens": 9, "prompt_tokens_details": {"cached_tokens": -1}},
        {"prompt_tokens": 10**9 + 1},
        {"prompt_tokens": 9.5},
        {"prompt_tokens": True},
        "many",
    ],
)
def test_counts_that_cannot_be_are_as_good_as_none(usage: Any) -> None:
    assert reply(answer({"content": "Hi."}, usage=usage)).tokens is None


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"choices":' * 100_000,
        '{"choices": [{"message": {"content": 1e400}}]}',
        answer({"content": "HERE"}).replace("HERE", "\\ud800"),
        answer({"content": "HERE"}).replace("HERE", "\x00"),
        answer({"content": None}, error="HERE").replace('"HERE"', "[" * 900 + "1" + "]" * 900),
        "\ufeff",
        "\x00",
    ],
)
def test_what_is_no_json_or_nested_without_end_is_a_trouble(text: str) -> None:
    assert trouble(text).passing


@pytest.mark.parametrize("depth", [200, 300, 900])
def test_arguments_that_are_no_text_and_nested_deeply_are_a_call_all_the_same(depth: int) -> None:
    (call,) = reply(with_arguments("[" * depth + "]" * depth)).calls
    assert call.arguments in ("[" * depth + "]" * depth, "")


def test_nul_bytes_and_odd_numbers_stay_in_the_arguments_as_they_are() -> None:
    written = '{"a": "\\u0000", "b": 1e400, "c": 1, "c": 2}'
    assert reply(with_arguments(json.dumps(written))).calls[0].arguments == written
    assert reply(answer({"content": "a\x00b"})).text == "a\x00b"


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5), st.text())
def test_nothing_at_all_raises(value: Any, name: str) -> None:
    for text in (name, json.dumps(value), answer(value), json.dumps({"choices": value, "usage": value, name: value})):
        read_answer(text)


def test_a_long_reason_of_the_endpoints_is_kept_for_whoever_takes_the_key_out_of_it() -> None:
    assert len(trouble(answer({"refusal": "x" * 5000})).reason) > 5000


@pytest.mark.parametrize("body", [b"", b"[]", b"\xff\xfe", b'{"error": 3}', b'{"error": {"message": 3}}', b"[" * 9999])
def test_the_body_of_an_error_need_not_make_sense(body: bytes) -> None:
    found = read_status(500, {}, body)
    assert (found.reason, found.passing) == ("the endpoint answered with status 500", True)


@pytest.mark.parametrize(
    ("status", "passing"),
    [
        (400, False),
        (401, False),
        (404, False),
        (408, True),
        (409, True),
        (425, True),
        (429, True),
        (500, True),
        (599, True),
    ],
)
def test_which_errors_may_pass(status: int, passing: bool) -> None:
    assert read_status(status, {}, b'{"message": "no"}') == Trouble(
        reason=f"the endpoint answered with status {status}: no", passing=passing
    )


def test_a_redirection_names_where_it_points_to_and_does_not_pass() -> None:
    assert "it points to http://other/" in read_status(307, {"location": "http://other/"}, b"").reason
    assert "it points to nowhere" in read_status(302, {}, b"").reason
    assert len(read_status(302, {"location": "x" * 9999}, b"").reason) < 600
    assert not read_status(307, {}, b"").passing
