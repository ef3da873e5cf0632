"""What one list of hits is worth against the evidence of its query, at the level of messages, of sessions, of facts.

Messages: the ranking has the messages that the hits name, each at its first place; a hit that names several takes as
many ranks, so that naming much wins nothing, and a hit that names none, or only what was there before, takes one.
Sessions: where the source names them, the sessions that the hits touch, each at its first place, as LongMemEval counts
them; a hit that touches no new one takes no rank. Elsewhere nobody knows which messages belong together that are no
evidence, so a hit that touches no new evidence session takes one. Of the messages that a hit names only the first
ones count here, as many as it can hold by its words (`scoring.coverage.n_held`). Facts: each hit is one rank, whatever
it covers.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memory.guard import SearchRecord
from memory.messages import Hit
from scoring.coverage import SURE, coverage_at, covered_by, covered_facts, n_held, noise_at
from scoring.ranking_metrics import found_ranks, ndcg, ndcg_longmemeval, session_depth
from scoring.records import Turn

_EARLY = ("before-", "after-")
"""How the names of points begin at which not all of the evidence is there."""

AtK = Mapping[int, float]
"""Values by k."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingScore:
    """What a ranking of messages or sessions is worth; everything is between 0 and 1."""

    recall: AtK
    precision: AtK
    hit_rate: AtK
    """1 where any is among the first k."""
    all_found: AtK
    """1 where all are."""
    ndcg: AtK
    ndcg_longmemeval: AtK
    reciprocal_rank: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FactScore:
    """Which gold facts the hits cover; everything is between 0 and 1."""

    coverage: AtK
    hit_rate: AtK
    all_found: AtK
    noise: AtK | None
    """The share of hits that cover no fact; None without hits."""
    reciprocal_rank: float
    """1 over the rank of the first hit that covers any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HitsScore:
    """What one list of hits is worth at each level; None where a level does not apply."""

    n_hits: int
    messages: RankingScore | None
    """None where no message is known for certain to be evidence, or the memory names none."""
    sessions: RankingScore | None
    """None where no evidence session is known, or the memory names no messages."""
    facts: FactScore | None
    """None where the query has no gold facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is to be found for one query."""

    messages: frozenset[str]
    sessions: Mapping[str, str]
    """The name of the evidence session by message."""
    others: Mapping[str, str] = field(default_factory=dict)
    """The name of the session by message, for messages found in others that the source names."""
    are_named: bool = False
    """Whether the source names sessions, as far as the hits tell."""


def evidence_of(turn: Turn) -> Evidence:
    """The messages that are evidence for certain and could be known at the cutoff, and the evidence sessions.

    The messages are those that the source names, or else those of each gold fact that are at least `SURE`. Where the
    source names them, and wherever not all of the evidence may be there, only those of them count that stand in the
    visible part of an evidence session.
    """
    gold = turn.gold
    aligned = (message for fact in gold.fact_evidence if fact.confidence >= SURE for message in fact.message_ids)
    messages = frozenset(gold.evidence_ids or aligned)
    sessions = {message: f"session {n}" for n, ids in enumerate(turn.evidence_sessions) for message in ids}
    if gold.evidence_ids or turn.point.startswith(_EARLY) or turn.cutoff_policy == "before-evidence":
        messages &= sessions.keys()
    others = {message: f"other {n}" for n, ids in enumerate(turn.found_sessions) for message in ids}
    return Evidence(messages=messages, sessions=sessions, others=others, are_named=bool(others))


def score_hits(turn: Turn, hits: Sequence[Hit], evidence: Evidence, ks: Sequence[int]) -> HitsScore:
    """The score of `hits`, best first, for the query of `turn`, at each of `ks`.

    No hits from a memory that names its messages are worth 0; hits of which none names a message have no score at the
    levels of messages and sessions.
    """
    is_named = turn.names_sources and (not hits or any(hit.message_ids for hit in hits))
    messages = sessions = None
    if is_named and evidence.messages:
        ranking = ranked([hit.message_ids for hit in hits])
        messages = _score(ranking, evidence.messages, ks, published=ranking)
    if is_named and evidence.sessions:
        held = [hit.message_ids[: n_held(hit)] for hit in hits]
        known = {**evidence.others, **evidence.sessions}
        names = [[known.get(message, message) for message in ids] for ids in held]
        relevant = frozenset(evidence.sessions.values())
        published = [name for rank, each in enumerate(names) for name in each or [f" {rank}"]]
        if evidence.are_named:
            ranking = list(dict.fromkeys(published))
        else:
            ranking = ranked([[name for name in each if name in relevant] for each in names])
        sessions = _score(ranking, relevant, ks, published=published, by_session=True)
    facts = _score_facts(turn, hits, ks) if turn.gold.facts else None
    return HitsScore(n_hits=len(hits), messages=messages, sessions=sessions, facts=facts)


def ranked(named: Iterable[Sequence[str]]) -> list[str]:
    """A ranking without repetitions from what each hit names; a hit that names nothing new takes one rank.

    Such a rank has a name that is no id: a space and its number.
    """
    ranking: dict[str, None] = {}
    for ids in named:
        length = len(ranking)
        ranking.update(dict.fromkeys(ids))
        if len(ranking) == length:
            ranking[f" {length}"] = None
    return list(ranking)


def pooled_hits(searches: Iterable[SearchRecord]) -> list[Hit]:
    """The hits of several searches as one list, in the order in which they are met; the same hit counts once.

    Hits are the same that name the same messages with the same text; scores are not looked at.
    """
    found: dict[tuple[tuple[str, ...], str], Hit] = {}
    for search in searches:
        for hit in search.hits:
            found.setdefault((hit.message_ids, hit.text), hit)
    return list(found.values())


def context_coverage(turn: Turn) -> float | None:
    """The share of the gold facts that the memory's text for the prompt states; None without text or facts."""
    if not turn.context or not turn.gold.facts:
        return None
    covered = covered_facts(turn.gold, (), [turn.context])
    return sum(covered) / len(covered)


def _score(
    ranking: Sequence[str],
    relevant: frozenset[str],
    ks: Sequence[int],
    *,
    published: Sequence[str],
    by_session: bool = False,
) -> RankingScore:
    """All measures of a ranking; LongMemEval's is taken over `published`, which has the repetitions.

    Recall, precision, hit rate and reciprocal rank as in Manning, Raghavan and Schütze, Introduction to Information
    Retrieval, chapter 8; precision counts ranks that are not there as not relevant.
    """
    n = len(relevant)
    ranks = found_ranks(ranking, relevant)
    n_found = {k: bisect_right(ranks, k) for k in ks}
    again = found_ranks(published, relevant, again=True)
    depths = {k: session_depth(published, k) if by_session and again else k for k in ks}
    return RankingScore(
        recall={k: n_found[k] / n for k in ks},
        precision={k: n_found[k] / k for k in ks},
        hit_rate={k: float(n_found[k] > 0) for k in ks},
        all_found={k: float(n_found[k] == n) for k in ks},
        ndcg={k: ndcg(ranks, n, k) for k in ks},
        ndcg_longmemeval={k: ndcg_longmemeval(again, depths[k]) for k in ks},
        reciprocal_rank=1.0 / ranks[0] if ranks else 0.0,
    )


def _score_facts(turn: Turn, hits: Sequence[Hit], ks: Sequence[int]) -> FactScore:
    covers = covered_by(turn.gold, hits, turn.evidence_words)
    n_facts = len(turn.gold.facts)
    coverage = {k: coverage_at(covers, n_facts, k) for k in ks}
    noise = {k: share for k in ks if (share := noise_at(covers, k)) is not None}
    first = next((rank for rank, facts in enumerate(covers, start=1) if facts), None)
    return FactScore(
        coverage=coverage,
        hit_rate={k: float(coverage[k] > 0) for k in ks},
        all_found={k: float(coverage[k] == 1.0) for k in ks},
        noise=noise or None,
        reciprocal_rank=0.0 if first is None else 1.0 / first,
    )
