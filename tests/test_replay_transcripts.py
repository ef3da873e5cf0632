import pytest

from replay.errors import InputError
from replay.transcripts import apply_lines, score_lines

LOUD = '{"name": "carcontrol_radio_set_volume", "args": {"volume": 30}}'


def refused(line: str, *, scored: bool = False) -> str:
    """What is told of `line`, which stands behind a good one."""
    good = b'{"id": 0, "reference": [], "predicted": []}' if scored else b'{"id": 0, "calls": []}'
    answers = (score_lines if scored else apply_lines)(iter((good, line.encode())), "stdin")
    assert next(answers)["id"] == 0
    with pytest.raises(InputError) as caught:
        next(answers)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('{"id": 1, "id": 2, "calls": []}', "id"),
        (f'{{"id": 1, "calls": [], "calls": [{LOUD}]}}', "calls"),
        (f'{{"id": 1, "calls": [{LOUD.replace("30", "30, " + chr(34) + "volume" + chr(34) + ": 40")}]}}', "volume"),
        ('{"id": 1, "calls": [{"name": "a", "name": "b"}]}', "name"),
    ],
)
def test_a_key_that_stands_twice_is_refused_with_its_line(line: str, key: str) -> None:
    assert refused(line) == f"stdin: line 2: the key '{key}' stands twice in one object"


def test_a_transcript_with_a_key_twice_is_not_scored() -> None:
    line = f'{{"id": 1, "reference": [{LOUD}], "predicted": [{LOUD}], "predicted": []}}'
    assert refused(line, scored=True) == "stdin: line 2: the key 'predicted' stands twice in one object"


def test_the_same_key_in_two_calls_is_taken() -> None:
    (answer,) = apply_lines([f'{{"id": 1, "calls": [{LOUD}, {LOUD}]}}'.encode()], "stdin")
    assert answer["accepted"] == [True, True]


@pytest.mark.parametrize("number", ["null", "1.5", "true", "[1]"])
def test_what_is_no_id_is_told_that_a_number_or_a_text_would_be(number: str) -> None:
    assert refused(f'{{"id": {number}, "calls": []}}') == "stdin: line 2: id: it should be a whole number or a text"


def test_whatever_else_is_wrong_is_told_by_its_place() -> None:
    assert refused('{"calls": []}') == "stdin: line 2: id: Field required"
    assert refused("[]") == "stdin: line 2: a JSON object is needed"
    assert refused('{"id": 1, "calls": [{"args": {}}]}') == "stdin: line 2: calls.0.name: Field required"
    deep = "[" * 1010 + "]" * 1010
    assert refused(f'{{"id": 1, "calls": [{{"name": "x", "args": {{"a": {deep}}}}}]}}').startswith("stdin: line 2: ")
