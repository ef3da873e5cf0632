"""Replays of small scenarios, for tests."""

from collections.abc import Callable

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory
from memory.messages import Question
from replay.agents.agent import Decision, Toolbox
from replay.runner import ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from scoring.records import Turn


class AsksOnce:
    """Searches for the question and does nothing else."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        tools.search_memory(question.text, 20)
        return ()


def replayed(
    scene: TimedScenario,
    memory: BackendFactory = HonestMemory,
    agent: Callable[[], object] = AsksOnce,
    **settings: object,
) -> list[Turn]:
    """The Turns in the order in which the queries are asked."""
    turns: list[Turn] = []
    options = ReplaySettings(**settings)  # type: ignore[arg-type]
    replay = ScenarioReplay(scene, options, memory, agent, namespace="test")  # type: ignore[arg-type]
    replay.run(lambda turn, timing: turns.append(turn))
    return turns
