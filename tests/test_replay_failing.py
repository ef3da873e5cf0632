"""An exception inside an agent is told as the agent's, with the line of its own package, and only there."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memory.embedded.none import NoMemory
from memory.errors import BackendFailure
from replay.agents.agent import Agent
from replay.agents.lexical import LexicalAgent
from replay.agents.registry import find_agent
from replay.failing import failure_of, failure_of_agent
from replay.runner import ScenarioReplay
from replay.settings import ReplaySettings
from scoring.records import Failure, Turn
from tests.scenes import query_at, said, scenario_of, timed, timeline_of

MINE = """\
import json
from dataclasses import dataclass
from team import rules

@dataclass
class Step:
    step: str = "answer"

class Mine:
    def answer(self, question, tools):
        return self.read()
    def read(self):
        return json.loads("{")

class Wrong:
    def answer(self, question, tools):
        return tools.search_memory(3)

class Team:
    def answer(self, question, tools):
        return rules.fail()

class Silent:
    def answer(self, question, tools):
        return None

class Stranger:
    def answer(self, question, tools):
        return [Step()]

class Unmade:
    def __init__(self):
        raise KeyError("key")

class Gone:
    def answer(self, question, tools):
        raise SystemExit(3)
"""
NONE_AT_ALL = "'NoneType' object is not iterable"


@pytest.fixture(autouse=True)
def _mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Agents in `my_agent.py`, which works with a package of others."""
    (tmp_path / "my_agent.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "team" / "rules.py").write_text("def fail():\n    raise AttributeError('none')\n", encoding="utf-8")
    (tmp_path / "team" / "leader.py").write_text(
        "from team import rules\n\nclass Leader:\n    def answer(self, question, tools):\n        rules.fail()\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("my_agent", "team", "team.rules", "team.leader"):
        sys.modules.pop(name, None)


def failure(agent: Callable[[], Agent]) -> Failure:
    """What becomes of one question to such an agent."""
    scene = timed(scenario_of(timeline_of(said(1)), [query_at(0, "2025-03-01 08:00")]))
    turns: list[Turn] = []
    replay = ScenarioReplay(scene, ReplaySettings(), NoMemory, agent, namespace="t")
    replay.run(lambda turn, _: turns.append(turn))
    assert turns[0].failure is not None
    return turns[0].failure


@pytest.mark.parametrize(
    ("name", "said_"),
    [
        (
            "my_agent:Mine",
            "JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
        ),
        ("my_agent:Wrong", "TypeError: search_memory takes text and a whole number, not 3 and 5"),
        ("my_agent:Team", "AttributeError: none"),
        ("my_agent:Unmade", "KeyError: 'key'"),
        ("my_agent:Gone", "SystemExit: 3"),
    ],
)
def test_the_line_is_the_last_one_of_the_agents_own_file(name: str, said_: str) -> None:
    line = {"Mine": 13, "Wrong": 17, "Team": 21, "Unmade": 33, "Gone": 37}[name.rpartition(":")[2]]
    expected = f"{said_} (in the agent, not the memory: my_agent.py:{line})"
    assert failure(find_agent(name)) == Failure(stage="agent", message=expected)


def test_of_an_agent_in_a_package_it_is_the_last_one_of_any_of_its_files() -> None:
    expected = "AttributeError: none (in the agent, not the memory: rules.py:2)"
    assert failure(find_agent("team.leader:Leader")).message == expected


def test_an_agent_of_this_package_is_told_with_its_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.agents.lexical.agent.everyone", lambda *_: None)
    told = failure(LexicalAgent)
    assert told.stage == "agent"
    assert told.message.startswith("TypeError: ")
    assert " (in the agent, not the memory: " in told.message
    assert told.message.partition("memory: ")[2].partition(":")[0] in {
        file.name for file in Path(sys.modules["replay.agents.lexical"].__path__[0]).iterdir()
    }


def test_what_an_agent_returned_has_no_line() -> None:
    assert failure(find_agent("my_agent:Silent")).message == f"TypeError: {NONE_AT_ALL}"
    said_ = "TypeError: answered with Step in place of a Decision"
    assert failure(find_agent("my_agent:Stranger")).message == said_


def test_an_exception_that_nobody_raised_has_no_line() -> None:
    assert failure_of_agent(KeyError("x")) == Failure(stage="agent", message="KeyError: 'x'")


def test_what_a_memory_did_is_told_as_it_said() -> None:
    assert failure_of(BackendFailure("search", "late")) == Failure(stage="search", message="late")
