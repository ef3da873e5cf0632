"""Agents for runs on a cluster."""

import os
import time

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox
from tests.slow_agent import SlowAgent


class Slower(SlowAgent):
    """Does the same, and takes five times as long."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        time.sleep(0.12)
        return super().answer(question, tools)


class Deadly(SlowAgent):
    """Ends its process when it is asked of doom."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        if "doom" in question.text:
            os._exit(5)
        return super().answer(question, tools)
