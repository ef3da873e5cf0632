"""The published call syntax is read without loss, and whatever is not in it is named."""

import contextlib
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vehicle.commands import Command, format_call, format_value, parse_call, plain_value
from vehicle.errors import CommandSyntaxError


def test_a_call_is_a_name_and_keyword_arguments() -> None:
    call = parse_call('carcontrol_light_set_reading_light(enabled=true, light="passenger")')
    assert call == Command(name="carcontrol_light_set_reading_light", args={"enabled": True, "light": "passenger"})


def test_a_call_without_arguments_has_empty_parentheses() -> None:
    assert parse_call("carcontrol_navigation_stop()") == Command(name="carcontrol_navigation_stop")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("True", True),
        ("false", False),
        ("False", False),
        ("null", None),
        ("None", None),
        ("0", 0),
        ("-7", -7),
        ("3.50", 3.5),
        ("1e3", 1000.0),
        ("-2.5E-1", -0.25),
        ('""', ""),
        ('"a, b=(c)"', "a, b=(c)"),
        ("'single'", "single"),
        ('"it\'s"', "it's"),
        (r"'it\'s'", "it's"),
        (r'"\"quoted\" \\ \/ \n\t\r\b\f"', '"quoted" \\ / \n\t\r\b\f'),
        (r'"\u5bb6"', "家"),
        (r'"\x41"', "A"),
        (r'"\ud83d\ude97"', "🚗"),
        (r'"\ud83d"', "\ud83d"),
        ('"北京南站 🚗"', "北京南站 🚗"),
        ('"two\nlines"', "two\nlines"),
    ],
)
def test_a_value_keeps_its_type(text: str, value: object) -> None:
    found = parse_call(f"f(x={text})").args["x"]
    assert found == value
    assert type(found) is type(value)


def test_blanks_between_the_parts_and_a_last_comma_do_not_matter() -> None:
    assert parse_call(" f ( a = 1 ,\n b=2 , ) ") == Command(name="f", args={"a": 1, "b": 2})


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "expected the name of a command, found the end of the text"),
        ("f", 2, "expected `(`, found the end of the text"),
        ("f(", 3, "expected an argument's name or `)`, found the end of the text"),
        ("f(a=1", 6, "expected `,`, found the end of the text"),
        ("f(a)", 4, "expected `=`, found ')'"),
        ("f(3)", 3, "expected an argument's name"),
        ("f(a=1 b=2)", 7, "expected `,`, found 'b=2)'"),
        ("f(a=1, a=2)", 8, "argument 'a' is given twice"),
        ("f(a=[1])", 5, "expected a string, a number, true, false or null, found '[1])'"),
        ("f(a=yes)", 5, "expected a string"),
        ("f(a=007)", 5, "expected a string"),
        ("f(a=1.)", 5, "expected a string"),
        ("f(a=NaN)", 5, "expected a string"),
        ("f(a=g())", 5, "expected a string"),
        ('f(a="open)', 5, "expected a string"),
        (r'f(a="\q")', 5, "the string has an unknown escape '\\\\q'"),
        ("f(a=" + "9" * 5000 + ")", 5, "the number has too many digits"),
        ("f(a=1) f(b=2)", 8, "expected the end of the call, found 'f(b=2)'"),
        ("__import__('os').system('x')", 12, "expected an argument's name"),
    ],
)
def test_anything_else_is_an_error_that_says_what_was_found_and_where(text: str, column: int, problem: str) -> None:
    with pytest.raises(CommandSyntaxError) as caught:
        parse_call(text)
    assert caught.value.column == column
    assert problem in str(caught.value)


def test_a_call_is_written_in_the_published_syntax() -> None:
    command = Command(name="f", args={"on": True, "none": None, "n": 3, "x": 0.5, "s": 'a "b" 家'})
    assert format_call(command) == 'f(on=true, none=null, n=3, x=0.5, s="a \\"b\\" 家")'


@given(
    name=st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True),
    args=st.dictionaries(
        st.from_regex(r"[a-zA-Z_][a-zA-Z0-9_]{0,6}", fullmatch=True),
        st.none()
        | st.booleans()
        | st.integers(-(2**63) + 1, 2**63 - 1)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(exclude_categories=())),
        max_size=4,
    ),
)
@settings(deadline=None)
def test_what_is_written_is_read_back_unchanged(name: str, args: dict[str, Any]) -> None:
    command = Command(name=name, args=args)
    again = parse_call(format_call(command))
    assert again == command
    assert [type(value) for value in again.args.values()] == [type(value) for value in args.values()]


@given(st.text(max_size=40))
@settings(deadline=None)
def test_no_text_raises_anything_but_a_syntax_error(text: str) -> None:
    with contextlib.suppress(CommandSyntaxError):
        parse_call(text)


def test_values_without_a_form_in_the_syntax_are_still_written_for_people() -> None:
    command = Command(name="f", args={"a": [1, {"b": None}], "c": math.nan, "d": {1, 2}, "e": 10**5000})
    assert format_call(command) == 'f(a=[1, {"b": null}], c="<nan>", d="<set>", e="<integer of 16610 bits>")'


def test_a_plain_value_can_always_be_stored() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert plain_value(deep) == [[[[[["<list>"]]]]]]
    assert plain_value({1: (True, 2.5, -math.inf)}) == {"<int>": [True, 2.5, "<-inf>"]}
    assert plain_value(2**63 - 1) == 2**63 - 1
    assert plain_value(2**63) == "<integer of 64 bits>"


def test_a_shown_value_is_cut_to_the_width() -> None:
    assert format_value("abcdefghij", 8) == '"abcd...'
    assert format_value("abcdef", 8) == '"abcdef"'
