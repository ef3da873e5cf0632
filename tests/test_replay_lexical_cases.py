"""A fixed share of 120 made-up cases is answered exactly: a guard against falling back."""

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

CASES = Path(__file__).parent / "data" / "lexical_cases_a.jsonl"
FLOOR = 0.75
"""Well below what is reached, so that only a real loss fails."""


def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def is_right(case: dict[str, Any], people: tuple[str, ...] = ()) -> bool:
    tools = FakeToolbox(context="\n".join(case["facts"]))
    LexicalAgent().answer(Question(text=case["query"], now=Position(0, 0), zone="UTC", people=people), tools)
    wanted = carry_out(FACTORY, [Command(**command) for command in case["commands"]]).state
    return tools.state() == wanted


def test_three_of_four_cases_end_in_the_state_that_is_wanted() -> None:
    right = [is_right(case) for case in cases()]
    assert len(right) == 120
    assert sum(right) / len(right) >= FLOOR


@pytest.mark.parametrize("kind", sorted({case["reasoning_type"] for case in cases()}))
def test_no_kind_of_reasoning_is_left_behind(kind: str) -> None:
    right = [is_right(case) for case in cases() if case["reasoning_type"] == kind]
    assert sum(right) / len(right) >= 0.6


def test_pronouns_among_the_listed_people_change_nothing() -> None:
    for case in cases()[:20]:
        assert is_right(case, people=("She", "It")) == is_right(case)
