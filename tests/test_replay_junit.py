"""A kept run as JUnit XML."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from replay.exporting import export
from replay.junit import xml_text
from scoring.records import Failure, Gold, Turn
from tests.kept_cases import broken, in_words, keep_run, right, wrong


def parsed(folder: Path) -> ElementTree.Element:
    return ElementTree.fromstring(export(folder, "junit"))


def only_case(tmp_path: Path, turn: Turn) -> ElementTree.Element:
    case = parsed(keep_run(tmp_path / "run", [turn])).find("testsuite/testcase")
    assert case is not None
    return case


def test_a_suite_a_scenario_a_case_a_query_and_the_counts_are_right(tmp_path: Path) -> None:
    open_ended = replace(in_words(3, "", ""), gold=Gold(commands=(), reasoning_type="x", expects_commands=False))
    turns = [right(0), wrong(1), broken(2), open_ended, replace(right(0), scenario="2")]
    root = parsed(keep_run(tmp_path / "run", turns, {"1": 4, "2": 1}))
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5", "failures": "1", "errors": "1", "skipped": "1",
    }  # fmt: skip
    suites = root.findall("testsuite")
    assert [(suite.get("name"), suite.get("tests")) for suite in suites] == [("1", "4"), ("2", "1")]
    cases = suites[0].findall("testcase")
    assert [case.get("name") for case in cases] == ["1/0", "1/1", "1/2", "1/3"]
    assert [[child.tag for child in case] for case in cases] == [[], ["failure"], ["error"], ["skipped"]]


def test_the_time_is_what_was_spent_on_the_query(tmp_path: Path) -> None:
    # 500 ms of the agent and one search of 250 ms
    assert only_case(tmp_path, right(0)).get("time") == "0.750"


def test_a_wrong_answer_tells_the_cause_and_the_story(tmp_path: Path) -> None:
    failure = only_case(tmp_path, wrong(0)).find("failure")
    assert failure is not None
    assert failure.get("message") == "the car is not as it should be: " + str(failure.get("type"))
    assert "radio.volume" in (failure.text or "")


def test_a_failure_is_an_error_with_its_stage(tmp_path: Path) -> None:
    error = only_case(tmp_path, broken(0)).find("error")
    assert error is not None
    assert (error.get("type"), error.get("message")) == ("search", "search: gone")


def test_an_answer_in_words_is_right_or_tells_both(tmp_path: Path) -> None:
    assert list(only_case(tmp_path / "a", in_words(0, "blue", "It is blue."))) == []
    failure = only_case(tmp_path / "b", in_words(0, "blue", "red")).find("failure")
    assert failure is not None
    assert failure.get("message") == "answered 'red', right is 'blue'"
    assert "should have answered\n    blue\n" in (failure.text or "")


def test_repeats_of_a_query_are_cases_with_names_of_their_own(tmp_path: Path) -> None:
    for n in (1, 2):
        keep_run(tmp_path / "run" / f"repeat-{n}", [right(0)])
    cases = parsed(tmp_path / "run").findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == ["1/0 repeat 1", "1/0 repeat 2"]


@pytest.mark.parametrize(
    "text", ["\0", "\x1b[31m", "\ufffe", "\ud800", "]]>", "<&'\">", "\r\n\t", "\U0001f697", "座椅"]
)
def test_the_document_is_xml_whatever_the_texts_hold(text: str, tmp_path: Path) -> None:
    gold = replace(right(0).gold, reasoning_type=f"a{text}")
    turn = wrong(0, query=f"say {text}", gold=gold, failure=Failure(stage="agent", message=f"no {text} here"))
    case = only_case(tmp_path, turn)
    assert str(case.get("classname")).startswith("1.a")
    assert "say" in (case[0].text or "")


def test_what_xml_cannot_hold_is_replaced_and_all_else_kept() -> None:
    assert xml_text("a\0b\x08c\ud800d\ufffee\t\n座\U0001f697") == "a\ufffdb\ufffdc\ufffdd\ufffde\t\n座\U0001f697"
