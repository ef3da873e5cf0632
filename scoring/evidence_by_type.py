"""How much of the evidence the bare question brings back, by question type: as LoCoMo and LongMemEval publish it.

The figures are those of `scoring.retrieval_levels`, sliced; a question type without any evidence is left out, and so
is a question without (LongMemEval's abstentions, what LoCoMo does not resolve), or after a Failure.
"""

from collections.abc import Sequence
from typing import Any

from scoring.records import Turn
from scoring.retrieval_levels import RankingScore, evidence_of, score_hits

KS = (5, 10)


def evidence_by_type(turns: Sequence[Turn]) -> dict[str, Any]:
    """For each question type, in order of name, the means over its questions; at `messages` and `sessions`, k as text.

    `lists` is over how many questions a level's means are; a level to which none applies has only that. Recall is the
    share of the evidence among the first k, `all_found` whether all of it is, nDCG as in `scoring.ranking_metrics`.
    """
    kinds = sorted({turn.gold.reasoning_type for turn in turns})
    found = {kind: _levels([turn for turn in turns if turn.gold.reasoning_type == kind]) for kind in kinds}
    return {kind: levels for kind, levels in found.items() if any(level["lists"] for level in levels.values())}


def _levels(turns: Sequence[Turn]) -> dict[str, dict[str, Any]]:
    scores = [
        score_hits(turn, turn.bare_search.hits, evidence_of(turn), KS)
        for turn in turns
        if turn.failure is None and turn.bare_search is not None
    ]
    return {
        "messages": _means([score.messages for score in scores]),
        "sessions": _means([score.sessions for score in scores]),
    }


def _means(scores: Sequence[RankingScore | None]) -> dict[str, Any]:
    kept = [score for score in scores if score is not None]
    if not kept:
        return {"lists": 0}
    return {
        "lists": len(kept),
        "recall": {str(k): sum(score.recall[k] for score in kept) / len(kept) for k in KS},
        "all_found": {str(k): sum(score.all_found[k] for score in kept) / len(kept) for k in KS},
        "ndcg": {str(k): sum(score.ndcg[k] for score in kept) / len(kept) for k in KS},
        "ndcg_longmemeval": {str(k): sum(score.ndcg_longmemeval[k] for score in kept) / len(kept) for k in KS},
    }
