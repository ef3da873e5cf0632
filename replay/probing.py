"""Searches that the replay makes for its own scores once a query was answered; they cost the agent nothing.

The bare question, for the retrieval scores, where the agent did not ask it; and each piece of evidence that none of
the agent's searches brought back, by the gold fact's words and, where these do not find it either, by those of a
message that states it: to tell what a memory does not hold from what it only did not find.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory.backend import Capabilities
from memory.guard import Guard, SearchRecord
from memory.position import Position
from replay.evidence import DOUBTFUL
from replay.scenario import TimedQuery
from replay.toolbox import ToolRecorder
from scoring.diagnosis import covered_pieces
from scoring.records import MAIN, TOP, FactProbe, Gold, is_bare_search


@dataclass(frozen=True, slots=True, kw_only=True)
class Probes:
    """What the replay searched for by itself."""

    question: SearchRecord | None = None
    facts: tuple[FactProbe, ...] = ()


def probe(timed: TimedQuery, guard: Guard, tools: ToolRecorder, words: Mapping[str, str], *, depth: int) -> Probes:
    """The probes of a query that was answered; evidence is looked for at the point `main` alone.

    `words` are the texts of the messages that state the evidence, by id.

    Raises:
        BackendFailure: the memory broke.
    """
    own = words_to_hold_against(guard.capabilities, timed.query.gold, words)
    text, gold, now = timed.query.text, timed.query.gold, timed.cutoff
    searches = [call.search for call in tools.calls if call.search is not None]
    question: SearchRecord | None = None
    if not any(is_bare_search(search, text) for search in searches):
        question = guard.search(text, limit=max(depth, TOP), now=now)
    if timed.point != MAIN:
        return Probes(question=question)
    hits = [hit for search in (*searches, question) if search is not None for hit in search.hits]
    covered = covered_pieces(gold, hits, [tools.context] if tools.context else [], own)
    facts = tuple(
        FactProbe(fact=number, search=search)
        for number, is_covered in enumerate(covered)
        if not is_covered and (search := _search_for(gold, number, words, own, guard, now, depth)) is not None
    )
    return Probes(question=question, facts=facts)


def words_to_hold_against(able: Capabilities, gold: Gold, words: Mapping[str, str]) -> Mapping[str, str] | None:
    """What the messages said that state a query's evidence, by id, where a memory names its messages and rewords them.

    None of every other memory: the hits of one that is verbatim hold the words, and those of one that names no messages
    are read by their words in any case. `words` are those that the memory had been told.
    """
    if able.verbatim or not able.source_ids:
        return None
    return {message_id: words[message_id] for message_id in dict.fromkeys(evidence_of(gold)) if message_id in words}


def evidence_of(gold: Gold) -> Iterator[str]:
    """The ids of the messages that state a query's evidence, by the source or by alignment; some may come twice."""
    yield from gold.evidence_ids
    for evidence in gold.fact_evidence:
        yield from evidence.message_ids


def _search_for(
    gold: Gold,
    number: int,
    words: Mapping[str, str],
    own: Mapping[str, str] | None,
    guard: Guard,
    now: Position,
    depth: int,
) -> SearchRecord | None:
    """The first search that brings the piece back, or else the first; None where there are no words for it."""
    first: SearchRecord | None = None
    for text in _wordings(gold, number, words):
        search = guard.search(text, limit=max(depth, TOP), now=now)
        if covered_pieces(gold, search.hits, words=own)[number]:
            return search
        first = first or search
    return first


def _wordings(gold: Gold, number: int, words: Mapping[str, str]) -> Iterator[str]:
    """The fact, then the words of a message that states it; nothing where the memory was told no such message yet."""
    if gold.facts:
        sure = number < len(gold.fact_evidence) and gold.fact_evidence[number].confidence >= DOUBTFUL
        ids = gold.fact_evidence[number].message_ids if sure else ()
        if ids and not any(message_id in words for message_id in ids):
            return  # the fact would tell the memory what is still to come
        yield gold.facts[number]
    else:
        ids = gold.evidence_ids[number : number + 1]
    yield from (words[message_id] for message_id in ids[:1] if words.get(message_id, "").strip())
