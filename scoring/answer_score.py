"""What one answer in words is worth: what was said, set against the right answer of its query.

The rule: who quotes a message says its words, and not the frame in which the memory shows it (`replay.quoted`).
"""

from dataclasses import dataclass

from scoring.answer_words import LOCOMO_CATEGORIES, abstains, contains, equals, locomo_score, token_f1
from scoring.frames import guessed_frames, without_frames
from scoring.records import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerScore:
    """What one answer is worth. Without words everything is 0."""

    is_open: bool
    """The right answer is that nobody knows; `exact`, `contains` and `f1` then mean nothing."""
    right: bool
    """It contains the right answer, or says that nobody knows where that is right."""
    abstained: bool
    exact: bool
    contains: bool
    f1: float
    locomo: float | None
    """LoCoMo's score; None where the question has none of its categories."""


def said(turn: Turn) -> str:
    """What the agent said in words: its last decision, where that is an answer; else empty."""
    last = turn.decisions[-1] if turn.decisions else {}
    return last["choice"] if last.get("step") == "answer" else ""


def compared_words(turn: Turn) -> str:
    """What was said as it is compared: each line that the agent was shown stands without its frame.

    Where the Turn does not tell what is frame, as in a log of an earlier version, it is guessed.
    """
    answer = said(turn)
    frames = guessed_frames(answer, turn.shown_texts) if turn.frames is None else turn.frames
    return without_frames(answer, frames)


def score_answer(turn: Turn) -> AnswerScore | None:
    """The score of one Turn's answer; None where its query has no right answer in words, and after a Failure."""
    reference, answer = turn.gold.answer, compared_words(turn)
    if reference is None or turn.failure is not None:
        return None
    is_open, abstained = not reference.strip(), abstains(answer)
    holds = contains(answer, reference)
    category = turn.gold.reasoning_type
    return AnswerScore(
        is_open=is_open,
        right=abstained if is_open else holds,
        abstained=abstained,
        exact=equals(answer, reference),
        contains=holds,
        f1=token_f1(answer, reference),
        locomo=locomo_score(category, answer, reference) if category in LOCOMO_CATEGORIES else None,
    )
