import json

import pytest

from scoring.codec import to_json
from scoring.plain_text import counted, cut, cut_line, one_line, plain_json, plain_lines, same_line

ORDERS = ("\x1b", "\x07", "\x08", "\x7f", "\x9b", "\u202e", "\u2066", "\u200b", "\ufeff", "\U000e0041")


@pytest.mark.parametrize("order", ORDERS)
def test_whatever_a_terminal_obeys_is_a_question_mark(order: str) -> None:
    assert one_line(f"a{order}b") == same_line(f"a{order}b") == plain_lines(f"a{order}b") == "a?b"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"])
def test_no_line_end_is_left_in_one_line(end: str) -> None:
    assert one_line(f"a{end}b") == same_line(f"a{end}b") == "a b"


def test_only_a_line_feed_ends_a_line_of_several() -> None:
    assert plain_lines("a\nb\r\nc\u2028d\n") == "a\nb?\nc?d\n"


def test_words_of_every_script_stay_what_they_are() -> None:
    for text in ("", "Ada", "车里 的", "می\u200cخواهم", "\U0001f469\u200d\U0001f467", "e\u0301", "naïve – “quoted”"):
        assert plain_lines(text) == same_line(text) == text


def test_spaces_that_are_wider_become_spaces() -> None:
    assert plain_lines("a\tb\u00a0c\u3000d") == "a b c d"
    assert one_line("  a \t\u3000 b ") == "a b"
    assert same_line("    a  b") == "    a  b"


def test_json_keeps_its_value_and_gives_no_orders() -> None:
    value = {"a\x9b": ["\x7f\u202e\u2066\u2028\ufeff\u200b\u061c", "\x1b[2J", "车 \U0001f469\u200d\U0001f467"]}
    shown = plain_json(to_json(value))
    assert json.loads(shown) == value
    text = shown.decode()
    assert not any(
        order in text for order in ("\x1b", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\ufeff", "\u061c")
    )
    assert "车" in text


def test_json_without_any_is_the_very_same() -> None:
    content = to_json({"a": [1, "x"]})
    assert plain_json(content) is content


@pytest.mark.parametrize(
    ("n", "run", "query", "is_late"),
    [
        (0, "0 runs", "0 queries", "0 hits were"),
        (1, "1 run", "1 query", "1 hit was"),
        (1200, "1200 runs", "1200 queries", "1200 hits were"),
    ],
)
def test_one_thing_is_counted_in_the_singular_and_none_or_more_in_the_plural(
    n: int, run: str, query: str, is_late: str
) -> None:
    assert counted(n, "run") == run
    assert counted(n, "query", "queries") == query
    assert counted(n, "hit was", "hits were") == is_late


def test_a_count_has_the_format_that_is_asked_for() -> None:
    assert (counted(1200, "run", spec=","), counted(1, "run", spec=",")) == ("1,200 runs", "1 run")
    assert (counted(1.0, "run", spec="g"), counted(1.5, "run", spec="g")) == ("1 run", "1.5 runs")


def test_what_is_cut_is_as_long_as_is_allowed_and_says_so() -> None:
    assert (cut("abcdef", 6), cut("abcdefg", 6), cut("", 3)) == ("abcdef", "abc...", "")
    assert (cut_line(" ab\n cd ", 5), cut_line("ab\ncdef", 6)) == ("ab cd", "ab ...")
