"""The agent that does nothing: the floor under every score."""

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox


class NoopAgent:
    """Leaves the car as it is."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """Call nothing."""
        return ()
