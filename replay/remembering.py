"""What is left of a query once it was answered, where a run remembers: the question and the assistant's words.

The rule: both stand at the cutoff's instant, behind everything that the timeline has there. Their numbers come after
those of any timeline and grow in the order in which queries are asked, so that they say nothing of how long this
timeline is, and are the same whichever queries failed.
"""

from memory.messages import Message
from memory.position import Position
from replay.scenario import TimedQuery
from scoring.records import Turn
from vehicle.commands import format_call

FIRST_NUMBER = 1_000_000_000
"""No timeline is as long, and no cutoff may say so."""
ASSISTANT = "assistant"


def remembered(timed: TimedQuery, place: int, words: str) -> tuple[Message, Message]:
    """The question and the answer, in this order; `place` is the query's among all of the scenario, from 0."""
    number = FIRST_NUMBER + 2 * place
    return (
        _message(timed, number, speaker="", role="user", text=timed.query.text),
        _message(timed, number + 1, speaker=ASSISTANT, role="assistant", text=words),
    )


def words_of(turn: Turn) -> str:
    """What the assistant said; its calls where it said nothing."""
    if turn.decisions and turn.decisions[-1]["step"] == "answer":
        return turn.decisions[-1]["choice"]
    return "; ".join(map(format_call, turn.predicted.commands)) or "Nothing was done."


def _message(timed: TimedQuery, number: int, *, speaker: str, role: str, text: str) -> Message:
    return Message(
        id=f"m{number}", position=Position(timed.cutoff.at_us, number), speaker=speaker, role=role, text=text
    )
