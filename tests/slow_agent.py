"""An agent that takes its time, so that a run can be killed in the middle."""

import time

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox


class SlowAgent:
    """Searches for the question, waits a little, and switches the radio on when something was found."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        hits = tools.search_memory(question.text)
        time.sleep(0.03)
        if hits:
            tools.call("carcontrol_radio_switch", {"switch": True})
        return ()
