"""Replays of small scenarios, for tests."""

from collections.abc import Callable

from fixtures.doubles import HonestMemory
from memory.backend import BackendFactory, Capabilities
from memory.messages import Forget, Question
from memory.position import Position
from replay.agents.agent import Decision, Toolbox
from replay.runner import ScenarioReplay
from replay.scenario import TimedScenario
from replay.settings import ReplaySettings
from scoring.records import Turn


class Forgets(HonestMemory):
    """Says that it forgets, and forgets by id."""

    capabilities = Capabilities(forgets=True)

    def forget(self, request: Forget, now: Position) -> None:
        self.delivered = [message for message in self.delivered if message.id not in request.message_ids]


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
