"""Searches that the replay makes for its own scores once a query was answered; they cost the agent nothing.

The bare question, for the retrieval scores, where the agent did not ask it; and each gold fact that none of the agent's
searches brought back, to tell what a memory does not hold from what it only did not find.
"""

from dataclasses import dataclass

from memory.guard import Guard, SearchRecord
from replay.scenario import TimedQuery
from replay.toolbox import ToolRecorder
from scoring.coverage import covered_facts
from scoring.records import MAIN, TOP, FactProbe, is_bare_search


@dataclass(frozen=True, slots=True, kw_only=True)
class Probes:
    """What the replay searched for by itself."""

    question: SearchRecord | None = None
    facts: tuple[FactProbe, ...] = ()


def probe(timed: TimedQuery, guard: Guard, tools: ToolRecorder, *, depth: int) -> Probes:
    """The probes of a query that was answered; facts are looked for at the point `main` alone.

    Raises:
        BackendFailure: the memory broke.
    """
    text, gold, now = timed.query.text, timed.query.gold, timed.cutoff
    searches = [call.search for call in tools.calls if call.search is not None]
    question: SearchRecord | None = None
    if not any(is_bare_search(search, text) for search in searches):
        question = guard.search(text, limit=max(depth, TOP), now=now)
    if timed.point != MAIN:
        return Probes(question=question)
    hits = [hit for search in (*searches, question) if search is not None for hit in search.hits]
    covered = covered_facts(gold, hits, [tools.context] if tools.context else [])
    facts = tuple(
        FactProbe(fact=number, search=guard.search(fact, limit=max(depth, TOP), now=now))
        for number, (fact, is_covered) in enumerate(zip(gold.facts, covered, strict=True))
        if not is_covered
    )
    return Probes(question=question, facts=facts)
