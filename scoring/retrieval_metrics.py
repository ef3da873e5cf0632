"""How much of the evidence a memory brings back for the bare question.

Gold names sessions, so a session counts as found when any of its messages is among the hits.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memory.messages import Hit
from scoring.records import TOP, Turn
from scoring.tokens import count_tokens

MAX_TOKENS = 1_000
"""The hits that count have at most so many o200k_base tokens together, so that no hit wins by carrying a whole day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalScore:
    """What the first hits for the bare question hold of the evidence sessions."""

    any_found: bool
    all_found: bool


def score_retrieval(turn: Turn) -> RetrievalScore | None:
    """The score at rank 10.

    None after a Failure, and where no session is known to hold the evidence, there was no such search, the memory names
    no sources, or none of the hits does.
    """
    search = turn.bare_search
    if turn.failure is not None:
        return None  # whether the bare question was searched for by then is chance
    if not turn.evidence_sessions or search is None or not turn.names_sources:
        return None
    if search.hits and not any(hit.message_ids for hit in search.hits):
        return None
    found = set(_counted_ids(search.hits))
    met = [not found.isdisjoint(session) for session in turn.evidence_sessions]
    return RetrievalScore(any_found=any(met), all_found=all(met))


def _counted_ids(hits: Sequence[Hit]) -> list[str]:
    """The first source message of each hit, as long as rank and tokens allow."""
    ids: list[str] = []
    n_tokens = 0
    for hit in hits[:TOP]:
        n_tokens += count_tokens(hit.text)
        if n_tokens > MAX_TOKENS:
            break
        ids.extend(hit.message_ids[:1])
    return ids
