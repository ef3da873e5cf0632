import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.adapters import calling
from memory.adapters.endpoints import DEFAULT_TIMEOUT_S, Watch, mended, read_endpoints
from memory.errors import BackendFailure

OPTIONS = {"base_url": "http://127.0.0.1:9/v1/", "model": "m", "embedder": "e"}


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("plain", "plain"),
        ("座 😀", "座 😀"),
        ("half \ud83d", "half ?"),
        (r'{"a": "half \ud83d"}', r'{"a": "half ?"}'),
        (r'{"a": "\uDE00 half"}', r'{"a": "? half"}'),
        (r'{"a": "\ud83d\ude00 whole"}', r'{"a": "\ud83d\ude00 whole"}'),
        (r'{"a": "\ud83d\ud83d\ude00"}', r'{"a": "?\ud83d\ude00"}'),
        (r'{"a": "C:\\ud83d"}', r'{"a": "C:\\ud83d"}'),
        (r'{"a": "\u00e9 \n \""}', r'{"a": "\u00e9 \n \""}'),
        ("a backslash at the end \\", "a backslash at the end \\"),
    ],
)
def test_halves_of_surrogate_pairs_become_question_marks_escaped_or_not(answer: str, kept: str) -> None:
    assert mended(answer) == kept


@given(st.text(st.characters(codec="utf-8")))
def test_what_utf8_can_carry_stays_as_it_is(text: str) -> None:
    assert json.loads(mended(json.dumps([text]))) == [text]
    assert mended(text) == text or "\\" in text


@given(st.text(st.sampled_from(["\ud83d", "\ude00", "\\", "u", "d", "8", "a"]), max_size=12))
def test_what_is_read_from_mended_json_can_be_written(text: str) -> None:
    (read,) = json.loads(mended(json.dumps([text])))
    read.encode()


def test_a_system_without_a_model_need_name_none() -> None:
    found = read_endpoints({"base_url": OPTIONS["base_url"], "embedder": "e"}, needs_chat=False)
    assert (found.chat.model, found.embedder.base_url, found.timeout_s) == ("", "http://127.0.0.1:9/v1", 45.0)


def test_two_requests_that_take_as_long_as_they_may_fit_into_the_patience() -> None:
    assert 2 * DEFAULT_TIMEOUT_S + calling.LONGEST_PAUSE_S < calling.PATIENCE_S


def test_after_a_failure_nothing_more_is_asked_within_a_piece_of_work_whatever_the_system_makes_of_it() -> None:
    watch = Watch(read_endpoints(OPTIONS))
    asked: list[int] = []

    def work() -> None:
        for _ in range(3):
            try:
                watch.ask("the model", lambda: asked.append(1), lambda answer: "the answer is empty")
            except BackendFailure:
                continue

    with pytest.raises(BackendFailure, match="ingest: the model: the answer is empty"), watch.during("ingest"):
        work()
    assert asked == [1]
