"""A fixed share of six sets of made-up cases is answered exactly: a guard against falling back."""

import json
from pathlib import Path
from typing import Any

import pytest

from memory.messages import Question
from memory.position import Position
from replay.agents.lexical import LexicalAgent
from tests.lexical_tools import FakeToolbox
from vehicle.commands import Command
from vehicle.fold import carry_out
from vehicle.state import FACTORY

DATA = Path(__file__).parent / "data"
SETS = {"a": 120, "b": 120, "c": 70, "d": 118, "e": 70, "f": 80}
"""Sets of cases, with how many there are."""
FLOOR = 0.8
"""Well below what is reached, so that only a real loss fails."""


def cases(name: str) -> list[dict[str, Any]]:
    lines = (DATA / f"lexical_cases_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def is_right(case: dict[str, Any], people: tuple[str, ...] = ()) -> bool:
    tools = FakeToolbox(context="\n".join(case["facts"]))
    LexicalAgent().answer(Question(text=case["query"], now=Position(0, 0), zone="UTC", people=people), tools)
    wanted = carry_out(FACTORY, [Command(**command) for command in case["commands"]]).state
    return tools.state() == wanted


@pytest.mark.parametrize("name", SETS)
def test_four_of_five_cases_end_in_the_state_that_is_wanted(name: str) -> None:
    right = [is_right(case) for case in cases(name)]
    assert len(right) == SETS[name]
    assert sum(right) / len(right) >= FLOOR


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("kind", sorted({case["reasoning_type"] for case in cases("a")}))
def test_no_kind_of_reasoning_is_left_behind(name: str, kind: str) -> None:
    right = [is_right(case) for case in cases(name) if case["reasoning_type"] == kind]
    assert sum(right) / len(right) >= 0.65


@pytest.mark.parametrize("name", SETS)
def test_pronouns_among_the_listed_people_change_nothing(name: str) -> None:
    for case in cases(name)[:20]:
        assert is_right(case, people=("She", "It")) == is_right(case)
