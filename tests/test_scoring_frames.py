from dataclasses import replace
from typing import Any

import pytest

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.own_words import Stretch
from memory.position import Position
from scoring.answer_score import compared_words, score_answer
from scoring.frames import frame_length, lines_of, without_frames, without_stamp
from scoring.records import ToolCall, Turn
from tests.test_scoring_answers import answered

LINE = "[2025-01-19 09:14] Mira: I always want my cabin temperature on 24."


def shown(turn: Turn, *texts: str, top_k: int = 1, **changes: Any) -> Turn:
    """The turn of an agent that saw the first `top_k` of these hits."""
    hits = tuple(Hit(text=text, score=1.0) for text in texts)
    search = SearchRecord(query="q", now=Position(9, 0), limit=20, hits=hits, violations=(), unverifiable=0)
    call = ToolCall(kind="search", name="search_memory", args={}, ok=True, answer="1", search=search, top_k=top_k)
    return replace(turn, tool_calls=(call,), **changes)


@pytest.mark.parametrize(
    ("line", "words", "spoken"),
    [
        (LINE, "I always want my cabin temperature on 24.", "Mira: I always want my cabin temperature on 24."),
        ("[2025-01-19 09:14] Dr. Ada Ng: 7", "7", "Dr. Ada Ng: 7"),
        ("[2025-01-19 09:14] Warm, she said: 7", "Warm, she said: 7", "Warm, she said: 7"),
        ("Mira: warm", "Mira: warm", "Mira: warm"),
        ("seat heating: 3", "seat heating: 3", "seat heating: 3"),
        ("at [2025-01-19 09:14] Mira: warm", "at [2025-01-19 09:14] Mira: warm", "at [2025-01-19 09:14] Mira: warm"),
        ("[2025-01-19] Mira: warm", "[2025-01-19] Mira: warm", "[2025-01-19] Mira: warm"),
        ("", "", ""),
        ("[2025-01-19 09:14]", "", ""),
        ("[2025-01-19 09:14] Mira:", "", "Mira:"),
    ],
)
def test_the_frame_is_a_stamp_and_the_name_behind_it_and_nothing_without_a_stamp(
    line: str, words: str, spoken: str
) -> None:
    assert (line[frame_length(line) :], without_stamp(line)) == (words, spoken)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("[2025-01-19 09:14] Mira: warm", "warm"),
        ("[2025-01-19 09:14] Moss, Ada: warm", "warm"),
        ("[2025-01-19 09:14] Ada: the first: warm", "warm"),
        ("[2025-01-19 09:14] Ada: warm", "warm"),
        ("[2025-01-19 09:14] Ada: Mira: warm", "Mira: warm"),
        ("[2025-01-19 09:14] seat heating: 3", "seat heating: 3"),
        ("[2025-01-19 09:14] Mira:warm", "Mira:warm"),
        ("[2025-01-19 09:14] Mira:", ""),
        ("[2025-01-19 09:14] Mira", "Mira"),
        ("[2025-01-19 09:14]", ""),
        ("[2025-01-19 09:14] : warm", ": warm"),
        ("Mira: warm", "Mira: warm"),
        ("", ""),
    ],
)
def test_where_all_who_spoke_are_known_no_other_word_behind_the_stamp_is_a_name(line: str, words: str) -> None:
    known = {"", "Mira", "Ada", "Ada: the first", "Moss, Ada"}
    assert line[frame_length(line, known) :] == words
    assert frame_length("[2025-01-19 09:14] Mira: warm", ()) == len("[2025-01-19 09:14] ")


def test_lines_stand_where_they_begin_without_the_blanks_around_them() -> None:
    text = "  one \n\n\ttwo\r\n \nthree"
    assert list(lines_of(text)) == [(2, "one"), (7, ""), (9, "two"), (14, ""), (16, "three")]
    assert list(lines_of("")) == []


def test_a_text_without_its_frames_is_the_rest_of_it_in_order() -> None:
    assert without_frames("abcdef", (Stretch(0, 2), Stretch(4, 5))) == "cdf"
    assert without_frames("abcdef", (Stretch(0, 6),)) == ""
    assert without_frames("abcdef", ()) == "abcdef"


@pytest.mark.parametrize(
    ("reference", "is_right"), [("19", False), ("24", True), ("2", False), ("Mira", False), ("cabin temperature", True)]
)
def test_a_message_that_was_shown_and_is_quoted_is_its_words(reference: str, is_right: bool) -> None:
    score = score_answer(shown(answered(0, LINE, reference), LINE))
    assert score is not None
    assert (score.right, score.contains) == (is_right, is_right)


def test_what_the_turn_tells_of_its_frames_goes_before_any_guess() -> None:
    line = "[2025-01-19 09:14] seat heating: 3"
    old = shown(answered(0, line, "3"), line)
    assert compared_words(old) == "3"
    assert compared_words(replace(old, frames=(Stretch(0, 19),))) == "seat heating: 3"
    assert compared_words(replace(old, frames=())) == line


def test_the_frame_is_in_no_figure_of_the_answer() -> None:
    score = score_answer(
        shown(answered(0, "[2025-01-19 09:14] Mira: On 24.", "on 24"), "[2025-01-19 09:14] Mira: On 24.")
    )
    assert score is not None
    assert (score.exact, score.f1) == (True, 1.0)


def test_each_line_that_was_shown_loses_its_frame_in_the_context_too_and_others_keep_theirs() -> None:
    said = f"{LINE}\nSo on 24."
    assert compared_words(shown(answered(0, said, "24"), context=LINE)) == (
        "I always want my cabin temperature on 24.\nSo on 24."
    )
    # what the agent was not shown, or says in words of its own, stands as it was said
    assert compared_words(shown(answered(0, LINE, "24"), "other", LINE)) == LINE
    own = "[2025-01-19 09:14] is when she said it"
    assert compared_words(shown(answered(0, own, "24"), LINE)) == own
