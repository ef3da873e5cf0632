import pytest

from replay.errors import InputError
from replay.transcripts import Spoilt, apply_lines, score_lines

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


def test_a_key_that_is_not_known_is_asked_about_and_comes_before_one_that_is_missing() -> None:
    assert refused('{"id": 1, "cals": []}') == (
        "stdin: line 2: no key is called 'cals'; did you mean calls? known: id, calls"
    )
    assert refused('{"id": 1, "reference": [{"name": "a", "arguments": {}}], "predicted": []}', scored=True) == (
        "stdin: line 2: reference.0: no key is called 'arguments'; did you mean args? known: name, args"
    )


@pytest.mark.parametrize("lines", [[], [b"\n", b"  "]])
def test_input_without_a_line_is_no_input(lines: list[bytes]) -> None:
    for read in (apply_lines, score_lines):
        with pytest.raises(InputError, match=r"^stdin holds no lines: one JSON object a line is needed$"):
            list(read(lines, "stdin"))


SWICH = '{"name": "carcontrol_radio_swich", "args": {}}'
NO_SUCH = 'carcontrol_radio_swich(): no command "carcontrol_radio_swich"'


def test_a_reference_that_the_car_rejects_is_marked_and_counted_with_the_first() -> None:
    lines = [
        f'{{"id": 1, "reference": [{LOUD}], "predicted": [{SWICH}]}}',
        f'{{"id": "b", "reference": [{LOUD}, {SWICH}], "predicted": []}}',
        f'{{"id": 3, "reference": [{LOUD.replace("30", "101")}], "predicted": []}}',
    ]
    spoilt = Spoilt()
    assert spoilt.line == ""
    answers = list(score_lines([line.encode() for line in lines], "stdin", spoilt))
    assert [answer["broken_reference"] for answer in answers] == [False, True, True]
    assert answers[1]["accepted"] == {"setup": [], "reference": [True, False], "predicted": []}
    assert spoilt.line.startswith("the car rejects a command in the reference of 2 of 3 lines: ")
    assert f"(first id 'b': reference: {NO_SUCH}; " in spoilt.line


def test_a_setup_that_the_car_rejects_is_counted_and_breaks_no_reference() -> None:
    spoilt = Spoilt()
    line = f'{{"id": 1, "setup": [{SWICH}], "reference": [{LOUD}], "predicted": [{LOUD}]}}'
    (answer,) = score_lines([line.encode()], "stdin", spoilt)
    assert (answer["broken_reference"], answer["accepted"]["setup"]) == (False, [False])
    assert spoilt.line.startswith("the car rejects a command in the setup of 1 of 1 line: ")
    assert f"(first id 1: setup: {NO_SUCH}; " in spoilt.line
