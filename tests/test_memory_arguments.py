import pytest

from memory.arguments import is_complete, read_arguments
from memory.chat import RequestedCall
from memory.errors import MalformedArguments


def call(arguments: str) -> RequestedCall:
    return RequestedCall(id="c", name="beep", arguments=arguments)


def test_an_object_is_read_with_blanks_around_it() -> None:
    assert read_arguments(call(' {"zone": "driver", "level": 3}\n')) == {"zone": "driver", "level": 3}
    assert read_arguments(call("{}")) == {}
    assert is_complete(call("{}"))


@pytest.mark.parametrize(
    "arguments",
    [
        '{"zone": "driv',
        "{zone: 1}",
        "",
        " ",
        "null",
        "[1]",
        '{"zone": 1}"',
        '{"a": NaN}',
        '"{}"',
        "true",
        "{}{}",
        '{"level": 1e400}',
        '{"level": -1e400}',
        '{"a": "\\ud800"}',
        '{"a": "\x00"}',
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"a":' + "[" * 1000 + "]" * 1000 + "}",
    ],
)
def test_nothing_else_is_read_as_an_object(arguments: str) -> None:
    with pytest.raises(MalformedArguments, match="object is needed"):
        read_arguments(call(arguments))
    assert not is_complete(call(arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        '{"level": 1, "level": 9}',
        '{"level": 1, "level": 1}',
        '{"a": [{"level": 1, "level": 9}]}',
        '{"a":1,"\\u0061":2}',
    ],
)
def test_a_key_that_stands_twice_in_one_object_has_no_meaning(arguments: str) -> None:
    with pytest.raises(MalformedArguments, match="twice; a JSON object is needed"):
        read_arguments(call(arguments))


def test_a_key_may_stand_once_in_each_of_several_objects() -> None:
    assert read_arguments(call('{"a": {"a": 1}, "b": [{"a": 2}, {"a": 3}]}'))["b"] == [{"a": 2}, {"a": 3}]


def test_values_are_read_as_they_are_written() -> None:
    read = read_arguments(call('{"a": "\\u0000", "b": 1e308, "c": 123456789012345678901234567890, "d": 1.5}'))
    assert read == {"a": "\x00", "b": 1e308, "c": 123456789012345678901234567890.0, "d": 1.5}
