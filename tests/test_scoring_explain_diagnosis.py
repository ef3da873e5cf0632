from dataclasses import replace
from typing import get_args

import pytest

from scoring.aggregate import score_turns
from scoring.diagnosis import CAUSES, Cause
from scoring.explain import explain_turn
from scoring.explain_diagnosis import cause_words, diagnosis_lines
from scoring.records import Gold, Superseded
from tests.diagnosis_cases import CASES, FACT, OTHER, Case, hits, search, searched, volume

BY_NAME = {case.name: case for case in CASES}


def lines_of(case: Case) -> list[str]:
    return list(diagnosis_lines(case.turn()))


def test_the_story_goes_from_the_symptom_over_the_facts_to_the_cause() -> None:
    case = Case(
        name="", cause="", facts=(FACT, OTHER), did=(volume(20),), calls=(searched(hits("m1")),), itself={1: ()}
    )
    assert lines_of(case) == [
        "why",
        "    the car is not as it should be: the right command was called with a wrong value or place",
        f"    fact 1: {FACT}",
        "        shown to the agent at rank 1",
        f"    fact 2: {OTHER}",
        "        not found, not even by its own words: not stored, or out of reach",
        "    needed: carcontrol_radio_set_volume(volume=30)",
        "        fact 1, which the agent was shown, says so",
        "    so: the right command was called with a wrong value or place [wrong_value]",
    ]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a context states it, nothing done", "        shown to the agent in the prompt"),
        ("found below what was shown", "        found at rank 2, below what the agent was shown"),
        ("by the bare question only", "        not found by the agent; the bare question finds it at rank 2"),
        ("by its own words only", "        not found; its own words bring it back at rank 1, so it is stored"),
        ("nobody searched for the fact's words", "        not found; whether it is stored nobody asked"),
        ("the agent never asked", "    the agent never asked the memory"),
        ("right without evidence", "    the car is as it should be"),
        ("right by the question alone", "        the question itself says so"),
        ("found below what was shown", "        nothing that the agent was shown says so for sure"),
        (
            "the car's reply was shown, the fact below",
            "        the agent was shown it at rank 1: [2025-03-01 08:01] Car: The radio is at volume 30.",
        ),
        ("all withheld", "        found, and withheld from the agent: text of m1"),
    ],
)
def test_where_a_fact_was_is_told_in_words(name: str, line: str) -> None:
    assert line in lines_of(BY_NAME[name])


def test_a_failure_has_no_symptom_but_a_cause() -> None:
    lines = lines_of(BY_NAME["a failure, however right"])
    assert lines[0] == "why"
    assert "the car" not in lines[1]
    assert lines[-1] == "    so: something broke, there is no answer [failure]"


def test_every_cause_has_words_of_its_own() -> None:
    assert len({cause_words(cause) for cause in CAUSES}) == len(get_args(Cause))


def test_a_long_fact_is_cut() -> None:
    lines = lines_of(Case(name="", cause="", facts=("so " * 100,), calls=(searched(hits("m1")),)))
    assert max(map(len, lines)) <= 140


def test_the_explanation_of_a_query_holds_its_diagnosis_before_the_verdict() -> None:
    (scored,) = score_turns([BY_NAME["another value"].turn()])
    lines = explain_turn(scored).splitlines()
    assert lines[-1] == "no exact match"
    assert lines[-2] == f"    so: {cause_words('wrong_value')} [wrong_value]"


def test_evidence_that_the_source_names_by_message_is_told_in_its_words() -> None:
    gold = Gold(commands=(volume(30),), reasoning_type="x", evidence_ids=("m1", "m2", "m3"))
    turn = Case(
        name="", cause="", facts=("", "", ""), calls=(searched(hits("m1")),), itself={1: ()},
        changes={"gold": gold, "evidence_sessions": (("m1", "m2", "m3"),)},
    ).turn()  # fmt: skip
    probes = (replace(turn.fact_probes[0], search=search((), query="the radio at 30")),)
    lines = list(diagnosis_lines(replace(turn, fact_probes=probes)))
    assert [line for line in lines if line.startswith("    fact")] == [
        "    fact 1: m1: text of m1",
        "    fact 2: m2: the radio at 30",
        "    fact 3: m3",
    ]


def test_a_superseded_message_has_no_star_though_it_was_said_in_a_session_of_the_evidence() -> None:
    gold = Gold(
        commands=(volume(30),), reasoning_type="x", evidence_ids=("m2",), superseded=(Superseded(message_ids=("m1",)),)
    )
    case = Case(
        name="", cause="", calls=(searched(hits("m1", "m2")),),
        changes={"gold": gold, "evidence_sessions": (("m1", "m2"),)},
    )  # fmt: skip
    (scored,) = score_turns([case.turn()])
    lines = explain_turn(scored).splitlines()
    assert "     1. text of m1" in lines
    assert "  *  2. text of m2" in lines


def test_a_query_that_wants_words_ends_with_what_became_of_its_evidence() -> None:
    endings = {
        ("m1", "m2"): "the agent's searches, or the memory's text, brought all of the evidence",
        ("m1",): "only part of the evidence was found",
        ("m9",): "none of the evidence was found",
    }
    for found, ending in endings.items():
        gold = Gold(commands=(), reasoning_type="x", expects_commands=False, answer="30", evidence_ids=("m1", "m2"))
        case = Case(
            name="", cause="", facts=("", ""), calls=(searched(hits(*found)),),
            changes={"gold": gold, "evidence_sessions": (("m1", "m2"),)},
        )  # fmt: skip
        assert list(diagnosis_lines(case.turn()))[-1] == f"    so: {ending}"


def test_a_query_that_wants_words_and_names_no_evidence_says_so() -> None:
    gold = Gold(commands=(), reasoning_type="x", expects_commands=False, answer="30")
    lines = list(diagnosis_lines(Case(name="", cause="", changes={"gold": gold}).turn()))
    assert lines[-1] == "    so: the source names no evidence, so that nobody knows whether it was found"
