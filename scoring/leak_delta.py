"""Leak delta: what offline evaluation flatters, or spoils.

Right answers to the same queries (an exact match where commands are expected, else the right words) asked when all is
known (`end`, the published protocol) minus those when their evidence is there. Paired by query; a Failure on either
side leaves the query out. So does a query that is asked at the end in any case, since its evidence could not be found:
its difference is 0 by construction and says nothing. So does one whose evidence another query says was replaced
(`superseded`): something else is right at the end. Where later talk changes what is right and no query says so, the
change counts against the end; nothing in the data tells. Queries that say in no way what is right have no part in it.
"""

from collections.abc import Sequence
from typing import Any

from scoring.aggregate import ScoredTurn
from scoring.figures import ByQuery, by_query, by_reasoning_type, difference_dict, paired_values, right
from scoring.records import MAIN, Turn

END = "end"
"""The point, and the cutoff policy, at which all is known."""


def leak_delta_section(scored: Sequence[ScoredTurn]) -> dict[str, Any]:
    """The section `leak_delta` of `metric.json`, of a run that has the points `main` and `end`; empty for others.

    `queries`, `left_out`, `at_evidence`, `at_end`, `difference` with `low` and `high` (None for fewer than two
    scenarios), and the same `by_reasoning_type`.
    """
    at_end = by_query(scored, END)
    return leak_delta_between(by_query(scored, MAIN), at_end) if at_end else {}


def leak_delta_between(at_evidence: ByQuery, at_end: ByQuery) -> dict[str, Any]:
    """The same of any two sets of answers, such as those of two runs with different cutoffs."""
    replaced = {
        (repeats[0].turn.scenario, message_id)
        for repeats in at_evidence.values()
        for old in repeats[0].turn.gold.superseded
        for message_id in old.message_ids
    }
    at_evidence = {query_id: repeats for query_id, repeats in at_evidence.items() if repeats[0].turn.gold.is_rated}
    holding = {
        query_id: repeats for query_id, repeats in at_end.items() if replaced.isdisjoint(_current(repeats[0].turn))
    }
    kinds = by_reasoning_type(at_evidence)
    return {
        **_delta(at_evidence, holding),
        "by_reasoning_type": {kind: _delta(queries, holding) for kind, queries in kinds.items()},
    }


def _current(turn: Turn) -> set[tuple[str, str]]:
    """The messages that the source names as evidence, by scenario, without those that it says were replaced already."""
    old = {message_id for one in turn.gold.superseded for message_id in one.message_ids}
    return {(turn.scenario, message_id) for message_id in turn.gold.evidence_ids if message_id not in old}


def _delta(at_evidence: ByQuery, at_end: ByQuery) -> dict[str, Any]:
    early = {query_id: repeats for query_id, repeats in at_evidence.items() if repeats[0].turn.cutoff_policy != END}
    found = difference_dict(paired_values(early, at_end, right))
    return {
        "queries": found["queries"],
        "left_out": len(at_evidence) - int(found["queries"] or 0),
        "at_evidence": found["a"],
        "at_end": found["b"],
        "difference": found["difference"],
        "low": found["low"],
        "high": found["high"],
    }
