"""The retrieval section of `metric.json`: how well a memory finds the evidence, at every level and every k.

Three views: `question`, the search with the bare question, which is the same for every agent; `searches`, each search
of the agent's own; `pooled`, all searches of a query as one list. Every mean is over the lists to which the level
applies; queries with a Failure are left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memory.messages import Hit
from scoring.aggregate import ScoredTurn, retrieval
from scoring.diagnosis_places import wording_of
from scoring.ranking_metrics import CUTOFFS, DEEP_CUTOFFS
from scoring.records import MAIN, Turn
from scoring.retrieval_levels import (
    FactScore,
    HitsScore,
    RankingScore,
    context_coverage,
    evidence_of,
    pooled_hits,
    score_hits,
)
from scoring.shares import share

VIEWS = ("question", "searches", "pooled")
_RANKING = ("recall", "precision", "hit_rate", "all_found", "ndcg", "ndcg_longmemeval")
_FACTS = ("coverage", "hit_rate", "all_found", "noise")
FIGURES_OF_LEVELS = frozenset({*_RANKING, *_FACTS, "reciprocal_rank"})
"""What a level has beside `lists`, where any list applies to it."""


def retrieval_section(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """How well the evidence was found at the point `main`, as plain JSON; k as text.

    `queries`, `evidence_any_at_10` and `evidence_all_at_10` are those of `scoring.aggregate.retrieval`. A level to
    which no list applies has `lists` 0 and no figures. `context` tells of memories that put their text into the prompt,
    `wording` of those that reword messages and name them; the latter is over all searches, the replay's own included.
    """
    turns = [item.turn for item in scored if item.turn.point == MAIN and item.turn.failure is None]
    covered = [coverage for turn in turns if (coverage := context_coverage(turn)) is not None]
    return {
        **retrieval([item for item in scored if item.turn.point == MAIN]),
        **_views(turns),
        "context": {
            "lists": len(covered),
            "coverage": share(sum(covered), len(covered)),
            "all_found": share(covered.count(1.0), len(covered)),
        },
        "wording": _wording(turns),
    }


def turn_retrieval(turn: Turn) -> dict[str, Any] | None:
    """The same for one Turn of any point, for its entry in the results: by view, `searches` as a list.

    None for a Failure. A view without a search is None, as is a level that does not apply.
    """
    if turn.failure is not None:
        return None
    views = {name: list(_lists(turn, name)) for name in VIEWS}
    ks = _cutoffs(hits for lists in views.values() for hits in lists)
    evidence = evidence_of(turn)
    scores = {name: [_plain(score_hits(turn, hits, evidence, ks)) for hits in lists] for name, lists in views.items()}
    return {
        "question": next(iter(scores["question"]), None),
        "searches": scores["searches"],
        "pooled": next(iter(scores["pooled"]), None),
        "context_coverage": context_coverage(turn),
    }


def _wording(turns: Sequence[Turn]) -> dict[str, Any]:
    """Of the pieces of evidence whose message a hit names, those that the words of one still say."""
    told = [wording for turn in turns if (wording := wording_of(turn)) is not None]
    named, kept = (sum(counts) for counts in zip(*told, strict=True)) if told else (0, 0)
    return {"named": named, "kept": kept, "kept_rate": share(kept, named)}


def _views(turns: Sequence[Turn]) -> dict[str, Any]:
    known = [(turn, evidence_of(turn)) for turn in turns]
    section: dict[str, Any] = {}
    for name in VIEWS:
        lists = [(turn, evidence, hits) for turn, evidence in known for hits in _lists(turn, name)]
        ks = _cutoffs(hits for _, _, hits in lists)
        section[name] = _means([score_hits(turn, hits, evidence, ks) for turn, evidence, hits in lists], ks)
    return section


def _lists(turn: Turn, view: str) -> Iterable[Sequence[Hit]]:
    """The lists of hits that a view of a Turn consists of."""
    if view == "searches":
        return [search.hits for search in turn.searches]
    if view == "pooled":
        return [pooled_hits(turn.searches)] if turn.searches else []
    return [] if turn.bare_search is None else [turn.bare_search.hits]


def _cutoffs(lists: Iterable[Sequence[Hit]]) -> tuple[int, ...]:
    """The usual k, and the deep ones that the longest list reaches."""
    longest = max(map(len, lists), default=0)
    return CUTOFFS + tuple(k for k in DEEP_CUTOFFS if k <= longest)


def _means(scores: Sequence[HitsScore], ks: Sequence[int]) -> dict[str, Any]:
    return {
        "lists": len(scores),
        "hits": share(sum(score.n_hits for score in scores), len(scores)),
        "messages": _level([score.messages for score in scores], _RANKING, ks),
        "sessions": _level([score.sessions for score in scores], _RANKING, ks),
        "facts": _level([score.facts for score in scores], _FACTS, ks),
    }


def _level(scores: Sequence[Any], names: Sequence[str], ks: Sequence[int]) -> dict[str, Any]:
    """The means of each figure at each k, over the scores that have it; a figure that none has is left out."""
    kept = [score for score in scores if score is not None]
    level: dict[str, Any] = {"lists": len(kept)}
    if not kept:
        return level
    level["reciprocal_rank"] = sum(score.reciprocal_rank for score in kept) / len(kept)
    for name in names:
        have: list[Mapping[int, float]] = [at_k for score in kept if (at_k := getattr(score, name)) is not None]
        if have:
            level[name] = {str(k): sum(at_k[k] for at_k in have) / len(have) for k in ks}
    return level


def _plain(score: HitsScore) -> dict[str, Any]:
    return {
        "n_hits": score.n_hits,
        "messages": _figures(score.messages, _RANKING),
        "sessions": _figures(score.sessions, _RANKING),
        "facts": _figures(score.facts, _FACTS),
    }


def _figures(level: RankingScore | FactScore | None, names: Sequence[str]) -> dict[str, Any] | None:
    if level is None:
        return None
    at_ks: dict[str, Mapping[int, float] | None] = {name: getattr(level, name) for name in names}
    figures = {
        name: None if at_k is None else {str(k): value for k, value in at_k.items()} for name, at_k in at_ks.items()
    }
    return {**figures, "reciprocal_rank": level.reciprocal_rank}
