import pytest

from memory.doubled_keys import doubled_key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"a": 1, "a": 1}', "a"),
        (r'{"a": 1, "\u0061": 2}', "a"),
        ('[{"b": {}}, {"c": {"d": 1, "d": 2}, "b": 0}]', "d"),
        ('{"": 1, "": 2}', ""),
        ('{"x": 0, "in": {"y": 1, "y": 2}, "x": 1}', "y"),
    ],
)
def test_a_key_that_stands_twice_in_one_object_is_named_inner_ones_first(text: str, key: str) -> None:
    assert doubled_key(text) == key
    assert doubled_key(text.encode()) == key


@pytest.mark.parametrize("text", ['{"a": {"a": 1}, "A": 2}', '[{"a": 1}, {"a": 2}]', "{}", "1", '"a"', '{"a": 1e999}'])
def test_the_same_key_in_different_objects_is_none_that_comes_twice(text: str) -> None:
    assert doubled_key(text) is None


def test_what_is_no_json_or_too_deep_is_an_error() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        doubled_key('{"a": ')
    with pytest.raises(RecursionError):
        doubled_key("[" * 100_000 + "]" * 100_000)
