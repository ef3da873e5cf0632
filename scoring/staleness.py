"""Whether a superseded value is served: by the answer, and by the first hits of the bare question.

A memory that holds the old value does no harm as long as it ranks the new one above it, and an agent as long as it
acts on the new one. So a hit is stale only where it names a superseded message and no current evidence, and an answer
only where the car ends up as the old value would have it, and not as it should.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.records import Turn
from scoring.state_metrics import score_states
from vehicle.fold import carry_out, fold
from vehicle.state import State

FIRST = 5
"""How many first hits the share of stale hits is taken over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staleness:
    """What one Turn serves of superseded values; None where it cannot be told."""

    answer: bool | None
    """Whether the car ended as a superseded value would have it."""
    first_hit: bool | None
    """Whether the first hit of the bare question is stale; where nothing is found, it is not."""
    first_hits: float | None
    """Share of stale hits among the first five, or as many as there are; 0 where there are none."""


def staleness(turn: Turn) -> Staleness:
    """What the Turn serves; all None after a Failure and where its source names nothing superseded."""
    if turn.failure is not None or not turn.gold.superseded:
        return Staleness(answer=None, first_hit=None, first_hits=None)
    stale = _stale_hits(turn)
    if stale is None:
        return Staleness(answer=_stale_answer(turn), first_hit=None, first_hits=None)
    return Staleness(
        answer=_stale_answer(turn),
        first_hit=stale[0] if stale else False,
        first_hits=sum(stale) / len(stale) if stale else 0.0,
    )


def stale_rates(turns: Sequence[Turn]) -> dict[str, Any]:
    """The rates over those Turns for which each can be told; None without any."""
    seen = [staleness(turn) for turn in turns]
    answers = [one.answer for one in seen if one.answer is not None]
    first = [one.first_hit for one in seen if one.first_hit is not None]
    shares = [one.first_hits for one in seen if one.first_hits is not None]
    return {
        "answers": len(answers),
        "stale_answers": sum(answers),
        "stale_answer_rate": sum(answers) / len(answers) if answers else None,
        "searches": len(first),
        "stale_first_hits": sum(first),
        "stale_first_hit_rate": sum(first) / len(first) if first else None,
        f"stale_share_at_{FIRST}": sum(shares) / len(shares) if shares else None,
    }


def serves_current(turn: Turn) -> bool | None:
    """Whether a hit of the bare question names current evidence and none above it a superseded message.

    A hit that names both counts as current. None where it cannot be told.
    """
    told = _named(turn)
    if turn.failure is not None or told is None:
        return None
    old, current = told
    for hit in turn.bare_search.hits if turn.bare_search is not None else ():
        if not current.isdisjoint(hit.message_ids):
            return True
        if not old.isdisjoint(hit.message_ids):
            return False
    return False


def _stale_answer(turn: Turn) -> bool | None:
    """Whether a superseded value was carried out; None where none of them has commands that tell it from the reference.

    Nothing called is no stale answer, even where the old value is how the car stood anyway.
    """
    base = State(turn.base)
    reference, predicted = fold(turn.reference.events, base), fold(turn.predicted.events, base)
    old_states = [carry_out(base, old.commands).state for old in turn.gold.superseded if old.commands]
    old_states = [old for old in old_states if not score_states(base, reference, old).exact_match]
    if not old_states:
        return None
    if not turn.predicted.commands:
        return False
    return any(score_states(base, old, predicted).exact_match for old in old_states)


def _stale_hits(turn: Turn) -> list[bool] | None:
    """For each of the first hits of the bare question, whether it is stale; None where hits name no messages."""
    search, told = turn.bare_search, _named(turn)
    if search is None or told is None:
        return None
    old, current = told
    return [not old.isdisjoint(hit.message_ids) and current.isdisjoint(hit.message_ids) for hit in search.hits[:FIRST]]


def _named(turn: Turn) -> tuple[set[str], set[str]] | None:
    """The superseded messages and the current evidence; None where the hits of the bare question tell of neither."""
    search = turn.bare_search
    gold = turn.gold
    old = {message_id for one in gold.superseded for message_id in one.message_ids}
    if search is None or not old or not turn.names_sources:
        return None
    if search.hits and not any(hit.message_ids for hit in search.hits):
        return None
    named = {*gold.evidence_ids, *(i for evidence in gold.fact_evidence for i in evidence.message_ids)}
    return old, named - old
