"""What answers in words are worth: the section `answers` of `metric.json`, over the queries that have a right answer.

Two denominators, as HaluMem publishes them: `all` counts a Failure as wrong, `valid` leaves it out. A question whose
right answer is that nobody knows is right where the answer says so; it has no part in exact, contains and F1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.answer_score import AnswerScore, said, score_answer
from scoring.answer_words import LOCOMO_CATEGORIES
from scoring.evidence_by_type import evidence_by_type
from scoring.memory_points import points_section
from scoring.records import MAIN, Turn, Verdict
from scoring.shares import share

ADVERSARIAL = "adversarial"
RATES_OF_ANSWERS = ("accuracy_all", "accuracy_valid", "exact", "contains", "f1")
"""The rates over all questions, under `answers` of the section."""
_PARTS = ("abstention", "locomo", "judge")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdicts of one judge on one run."""

    judge: str
    """The model's name."""
    prompt_digest: str
    """The hash of the prompt that it was asked with."""
    verdicts: Mapping[str, Verdict | None]
    """By entry id; None where the judge was asked and gave no verdict."""


def answers_section(scored: Sequence[ScoredTurn], judgement: Judgement | None = None) -> dict[str, Any]:
    """The answers at the point `main`: overall, by question type, abstention, LoCoMo's figures, the judge's.

    `evidence` is what the bare question brings back of the evidence, by question type (`scoring.evidence_by_type`);
    `points` is what is known of HaluMem's extraction and update tasks. Every part to which no query belongs is None.
    """
    turns = [item.turn for item in scored if item.turn.point == MAIN]
    asked = [(turn, score_answer(turn)) for turn in turns if turn.gold.answer is not None]
    section: dict[str, Any] = {"queries": len(asked), "points": points_section(turns)}
    if not asked:
        return {**section, "answers": None, "by_type": {}, "evidence": {}, **dict.fromkeys(_PARTS)}
    kinds = dict.fromkeys(sorted(turn.gold.reasoning_type for turn, _ in asked))
    return {
        **section,
        "answers": _rates(asked),
        "by_type": {kind: _rates([one for one in asked if one[0].gold.reasoning_type == kind]) for kind in kinds},
        "evidence": evidence_by_type([turn for turn, _ in asked]),
        "abstention": _abstention(asked),
        "locomo": _locomo(asked),
        "judge": None if judgement is None else judge_rates([turn for turn, _ in asked], judgement),
    }


def judge_rates(turns: Sequence[Turn], judgement: Judgement) -> dict[str, Any]:
    """The share of each verdict among `turns`, over all and over those with a verdict; with the judge and its prompt.

    What the judge was never asked about, a Failure, has no verdict, so that it counts as wrong among all.
    """
    verdicts = [judgement.verdicts.get(turn.entry_id) for turn in turns]
    n_valid = sum(verdict is not None for verdict in verdicts)
    rates: dict[str, Any] = {
        "judge": judgement.judge,
        "prompt_digest": judgement.prompt_digest,
        "queries": len(turns),
        "valid": n_valid,
    }
    for name in ("correct", "hallucination", "omission"):
        count = verdicts.count(name)
        rates[f"{name}_all"] = share(count, len(turns))
        rates[f"{name}_valid"] = share(count, n_valid)
    return rates


_Asked = Sequence[tuple[Turn, AnswerScore | None]]


def _rates(asked: _Asked) -> dict[str, Any]:
    """The means; those of exact, contains and F1 over the answerable questions without a Failure."""
    valid = [score for _, score in asked if score is not None]
    closed = [score for score in valid if not score.is_open]
    n_right = sum(score.right for score in valid)
    return {
        "queries": len(asked),
        "valid": len(valid),
        "unanswered": sum(score is not None and not said(turn) for turn, score in asked),
        "accuracy_all": share(n_right, len(asked)),
        "accuracy_valid": share(n_right, len(valid)),
        "exact": share(sum(score.exact for score in closed), len(closed)),
        "contains": share(sum(score.contains for score in closed), len(closed)),
        "f1": share(sum(score.f1 for score in closed), len(closed)),
    }


def _abstention(asked: _Asked) -> dict[str, Any] | None:
    """How often it was said that nobody knows, where that is right, and where it is not."""
    opened = [score for turn, score in asked if turn.gold.answer == ""]
    valid = [score for score in opened if score is not None]
    closed = [score for _, score in asked if score is not None and not score.is_open]
    if not opened:
        return None
    n_right = sum(score.right for score in valid)
    return {
        "queries": len(opened),
        "right_all": share(n_right, len(opened)),
        "right_valid": share(n_right, len(valid)),
        "needless": share(sum(score.abstained for score in closed), len(closed)),
    }


def _locomo(asked: _Asked) -> dict[str, Any] | None:
    """LoCoMo's own figures by category, and over the answerable ones; adversarial questions stand apart."""
    by_category: dict[str, Any] = {}
    answerable: list[float] = []
    for category in LOCOMO_CATEGORIES:
        own = [score for turn, score in asked if turn.gold.reasoning_type == category]
        values = [score.locomo for score in own if score is not None and score.locomo is not None]
        if own:
            by_category[category] = {
                "queries": len(own),
                "valid": len(values),
                "score": share(sum(values), len(values)),
            }
        if category != ADVERSARIAL:
            answerable.extend(values)
    if not by_category:
        return None
    adversarial = by_category.pop(ADVERSARIAL, None)
    return {
        "f1": share(sum(answerable), len(answerable)),
        "by_category": by_category,
        "adversarial": adversarial,
    }
