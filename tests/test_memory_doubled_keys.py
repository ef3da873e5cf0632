import json

import pytest

from memory.doubled_keys import doubled_key, doubled_key_of

DOUBLED = (
    ('{"a": 1, "a": 1}', "a"),
    (r'{"a": 1, "\u0061": 2}', "a"),
    ('[{"b": {}}, {"c": {"d": 1, "d": 2}, "b": 0}]', "d"),
    ('{"": 1, "": 2}', ""),
    ('{"x": 0, "in": {"y": 1, "y": 2}, "x": 1}', "y"),
    ('{"in": {"x": 0, "y": 1}, "in": 2}', "in"),
    ('{"a": "he said \\":\\"", "a"\t: 2, "b": 3}', "a"),
    (r'{"b\\": 1, "b\\": 2}', "b\\"),
)
PLAIN = (
    *('{"a": {"a": 1}, "A": 2}', '[{"a": 1}, {"a": 2}]', "{}", "1", '"a"', '"a\\":"', '{"a": 1e999}'),
    r'{"a": "\":", "b": {"c": "\" :\\"}}',
)


@pytest.mark.parametrize(("text", "key"), DOUBLED)
def test_a_key_that_stands_twice_in_one_object_is_named_inner_ones_first(text: str, key: str) -> None:
    assert doubled_key(text) == key
    assert doubled_key(text.encode()) == key
    assert doubled_key_of(text.encode(), json.loads(text)) == key


@pytest.mark.parametrize("text", PLAIN)
def test_the_same_key_in_different_objects_is_none_that_comes_twice(text: str) -> None:
    assert doubled_key(text) is None
    assert doubled_key_of(text.encode(), json.loads(text)) is None


def test_a_text_with_as_many_keys_as_its_value_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.doubled_keys.doubled_key", lambda text: "read again")
    assert doubled_key_of(b'{"a": 1, "b": [{"c": "x"}]}', {"a": 1, "b": [{"c": "x"}]}) is None
    assert doubled_key_of(rb'{"a": "{\"b\" : 1}"}', {"a": '{"b" : 1}'}) is None
    assert doubled_key_of(b'{"a": 1, "a": 2}', {"a": 2}) == "read again"


def test_what_is_no_json_or_too_deep_is_an_error() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        doubled_key('{"a": ')
    with pytest.raises(RecursionError):
        doubled_key("[" * 100_000 + "]" * 100_000)
