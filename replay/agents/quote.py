"""The agent that quotes: the floor under every answer in words, without a model and without thinking.

It searches once, with the question as it stands, and says the best hit's text, word for word.
"""

from memory.messages import Question
from replay.agents.agent import Decision, Toolbox

NOTHING_FOUND = "No information available."
"""What it says where the memory finds nothing."""


class QuoteAgent:
    """Says what the memory finds first; the car is left as it is."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """The text of the best hit; `NOTHING_FOUND` where there is none, or none with words."""
        hits = tools.search_memory(question.text, 1)
        text = hits[0].text.strip() if hits else ""
        if not text:
            return (Decision(step="answer", choice=NOTHING_FOUND, reason="the memory found nothing"),)
        return (Decision(step="answer", choice=text, reason="the best hit, word for word"),)
