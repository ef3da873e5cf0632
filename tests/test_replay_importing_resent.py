from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.importing.resent import MOST_KEPT, History, keys_of


def brought(*requests: str, replies: Sequence[str] = ()) -> list[str]:
    """What each request brings, a letter a message; `?` behind what may be said twice, `!` what may be sent before."""
    history = History()
    found: list[str] = []
    for number, request in enumerate(requests):
        overlap, _ = history.take(keys_of([ord(letter) for letter in request]))
        new = "".join(request[place] for place in overlap.new)
        found.append(new + "?" * bool(overlap.n_doubted_old) + "!" * bool(overlap.n_doubted_new))
        for reply in replies[number : number + 1]:
            history.reply(ord(reply))
    return found


def test_of_a_conversation_sent_again_as_a_whole_only_its_end_is_new() -> None:
    assert brought("a", "aBb", "aBbCc") == ["a", "Bb", "Cc"]
    assert brought("a", "aBb", "aBbCc", replies="BC") == ["a", "b", "c"]


def test_of_a_window_that_slides_only_its_end_is_new() -> None:
    assert brought("a", "aBb", "BbCc", "CcDd", replies="BCD") == ["a", "b", "c", "d"]
    assert brought("aBb", "bCc", "cDd") == ["aBb", "Cc?", "Dd"]


def test_a_window_of_two_that_shares_the_reply_alone_goes_on_and_the_first_time_is_in_doubt() -> None:
    assert brought("a", "Bb", "Cc", replies="BC") == ["a", "b?", "c"]


def test_the_same_words_said_again_in_a_conversation_that_is_sent_again_are_new() -> None:
    assert brought("y", "yOy", "yOyOy", replies="OOO") == ["y", "y", "y"]


def test_a_product_that_sends_nothing_again_has_said_everything() -> None:
    assert brought("a", "b", "a", "c") == ["a", "b", "a", "c"]
    assert brought("a", "b", "b", "c", replies="BCDE") == ["a", "b", "b!", "c"]
    assert brought("aB", "cD", "aB", "eF") == ["aB", "cD", "aB!", "eF"]


def test_a_request_that_is_sent_once_more_brings_nothing_and_is_in_doubt_where_little_speaks_for_it() -> None:
    assert brought("aBb", "aBb") == ["aBb", "?"]
    assert brought("a", "aBb", "aBb", "aBbDd", replies="BCDE") == ["a", "b", "", "d"]
    assert brought("a", "a", replies="B") == ["a", "?"]


def test_a_call_and_its_result_go_on_from_the_reply_that_made_it() -> None:
    assert brought("a", "aC", "aCD", replies="CDE") == ["a", "", ""]


def test_a_request_about_something_else_in_between_does_not_make_the_conversation_new() -> None:
    assert brought("a", "t", "aBb", "aBbCc", replies="BTCD") == ["a", "t", "b", "c"]


def test_a_beginning_that_is_kept_in_front_of_the_window_was_sent_before() -> None:
    assert brought("a", "aBb", "aBbCc", "aCcDd", "aDdEe", replies="BCDE") == ["a", "b", "c", "d", "e"]


def test_a_summary_in_front_is_new_each_time_and_in_doubt() -> None:
    assert brought("a", "aBb", "sBbCc", "tCcDd", replies="BCD") == ["a", "b", "sc!", "td!"]


def test_a_changed_message_is_new_and_what_stays_was_said_once() -> None:
    assert brought("aBb", "aBx", "aBxYy") == ["aBb", "x", "Yy"]
    assert brought("aXb", "aYb", "aYbZc", "aYbZcWd") == ["aXb", "Y!", "Zc", "Wd"]


def test_calls_that_are_left_out_when_sent_again_do_not_make_the_rest_new() -> None:
    assert brought("a", "aCB", "aBb", "BbDd") == ["a", "CB", "b", "Dd"]


def test_an_empty_request_brings_nothing() -> None:
    assert brought("", "a", "", "aB") == ["", "a", "", "B"]


@pytest.mark.parametrize("n_more", [0, 1, 700])
def test_of_a_longer_conversation_than_is_remembered_each_message_is_new_once(n_more: int) -> None:
    history = History()
    everything = list(range(MOST_KEPT + n_more))
    assert len(history.take(keys_of(everything))[0].new) == len(everything)
    overlap, _ = history.take(keys_of([*everything, -1, -2]))
    assert (list(overlap.new), overlap.n_doubted_new) == ([len(everything), len(everything) + 1], 0)
    assert len(history.keys) == MOST_KEPT


@settings(max_examples=150)
@given(
    said=st.lists(st.sampled_from("ab"), min_size=2, max_size=24),
    window=st.integers(2, 30),
    is_logged=st.booleans(),
)
def test_whatever_the_window_each_message_counts_once_or_the_doubt_is_told(
    said: list[str], window: int, is_logged: bool
) -> None:
    sides = [letter if place % 2 == 0 else letter.upper() for place, letter in enumerate(said)]
    window += not is_logged  # a window that shares nothing with the one before cannot be told from one of new messages
    history, n_new, n_doubts = History(), 0, 0
    for end in range(1, len(sides) + 1, 2):
        request = sides[max(0, end - window) : end]
        overlap, _ = history.take(keys_of([ord(letter) for letter in request]))
        n_new += len(overlap.new)
        n_doubts += overlap.n_doubted_old + overlap.n_doubted_new
        if is_logged and end < len(sides):
            n_new += 1
            history.reply(ord(sides[end]))
    n_sent = len(sides) if is_logged or len(sides) % 2 else len(sides) - 1
    assert n_new == n_sent or n_doubts > 0


@given(
    said=st.lists(st.integers(0, 10**6), min_size=2, max_size=24, unique=True),
    window=st.integers(3, 30),
)
def test_messages_that_differ_count_once_whatever_the_window(said: list[int], window: int) -> None:
    history, new = History(), []
    for end in range(1, len(said) + 1):
        request = said[max(0, end - window) : end]
        overlap, _ = history.take(keys_of(request))
        new += [request[place] for place in overlap.new]
    assert new == said
