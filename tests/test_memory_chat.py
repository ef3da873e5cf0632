import pytest

from memory.chat import RequestedCall, read_arguments
from memory.errors import ChatFailure, MalformedArguments


def call(arguments: str) -> RequestedCall:
    return RequestedCall(id="c", name="beep", arguments=arguments)


def test_an_object_is_read_with_blanks_around_it() -> None:
    assert read_arguments(call(' {"zone": "driver", "level": 3}\n')) == {"zone": "driver", "level": 3}
    assert read_arguments(call("{}")) == {}


@pytest.mark.parametrize(
    "arguments",
    ['{"zone": "driv', "{zone: 1}", "", " ", "null", "[1]", '{"zone": 1}"', '{"a": NaN}', '"{}"', "true", "{}{}"],
)
def test_nothing_else_is_read_as_an_object(arguments: str) -> None:
    with pytest.raises(MalformedArguments, match="object is needed"):
        read_arguments(call(arguments))


def test_a_failure_tells_its_attempts_where_there_were_several() -> None:
    assert str(ChatFailure("gone")) == "gone"
    assert str(ChatFailure("gone", 3)) == "gone (3 attempts)"
