"""The agent that quotes: the floor under every answer in words, without a model and without thinking.

It searches once, with the question as it stands, and says the best hit's text, word for word; where the memory has
nothing to be found and puts its text into the prompt instead, the line there that matches best.
"""

from collections import Counter

from memory.embedded.words import stems
from memory.messages import Question
from replay.agents.agent import Decision, Toolbox

NOTHING_FOUND = "No information available."
"""What it says where the memory finds nothing."""


class QuoteAgent:
    """Says what the memory finds first; the car is left as it is."""

    def answer(self, question: Question, tools: Toolbox) -> tuple[Decision, ...]:
        """The text of the best hit, else the best line of the context; `NOTHING_FOUND` where there are no words."""
        hits = tools.search_memory(question.text, 1)
        text = hits[0].text.strip() if hits else ""
        if text:
            return (Decision(step="answer", choice=text, reason="the best hit, word for word"),)
        line = best_line(tools.context, question.text)
        if line:
            return (Decision(step="answer", choice=line, reason="the best line of the memory's text, word for word"),)
        return (Decision(step="answer", choice=NOTHING_FOUND, reason="the memory found nothing"),)


def best_line(context: str, question: str) -> str:
    """The line of `context` that shares most of the question's words; of equal ones the last; empty for no words.

    A word counts one over the number of lines that hold it, so that what is rare decides; words are compared by their
    stem. Where no line shares any word it is the last one with words.
    """
    lines = [(line.strip(), stems(line)) for line in context.splitlines()]
    kept = [(line, held) for line, held in lines if held]
    n_holding = Counter(word for _, held in kept for word in held)
    wanted = stems(question)
    best, best_score = "", 0.0
    for line, held in kept:
        score = sum(1 / n_holding[word] for word in sorted(held & wanted))
        if score >= best_score:
            best, best_score = line, score
    return best
