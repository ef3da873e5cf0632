"""`python -m tests.unread_names`: how many of the unread cases with free names the agent `lexical` answers rightly.

Each case is told facts and a later question; it is right where the car ends in the state of the answer.
"""

import sys
from collections import Counter
from pathlib import Path

import orjson

from memory.messages import Question
from memory.position import Position
from replay.agents.lexical.agent import LexicalAgent
from tests.lexical_tools import FakeToolbox
from vehicle.commands import parse_call
from vehicle.fold import carry_out
from vehicle.state import FACTORY

DATA = Path(__file__).parent / "data" / "unread" / "names.jsonl"


def rates() -> dict[str, tuple[int, int]]:
    """For each way of writing, the cases that are right, and all."""
    right, whole = Counter[str](), Counter[str]()
    for line in DATA.read_bytes().splitlines():
        case = orjson.loads(line)
        tools = FakeToolbox(context=case["facts"], context_only=True)
        question = Question(text=case["query"], now=Position(0, 0), zone="UTC", people=tuple(case["people"]))
        LexicalAgent().answer(question, tools)
        style = case["id"].split("/")[0]
        whole[style] += 1
        right[style] += tools.state() == carry_out(FACTORY, [parse_call(call) for call in case["answer"]]).state
    return {style: (right[style], n) for style, n in whole.items()}


if __name__ == "__main__":
    for style, (n_right, n_cases) in rates().items():
        sys.stdout.write(f"{style}: {n_right} of {n_cases} ({n_right / n_cases:.1%})\n")
