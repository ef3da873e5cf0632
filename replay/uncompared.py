"""The queries of a source that no figure is about, so that a table without numbers says why it has none."""

from collections.abc import Iterable

from replay.scenario import TimedScenario
from scoring.plain_text import counted
from scoring.records import MAIN, Gold


def nothing_to_compare(scenarios: Iterable[TimedScenario]) -> str:
    """How many queries have nothing that an answer is compared with, the first of them, and why; empty for none."""
    foreign: list[str] = []
    bare: list[str] = []
    n_queries = 0
    for scenario in scenarios:
        for timed in scenario.queries:
            if timed.point != MAIN:
                continue
            n_queries += 1
            name = f"{scenario.id}/{timed.query.origin.event_index}"
            gold = timed.query.gold
            if gold.expects_commands or gold.answer is not None:
                continue
            if gold.commands:
                foreign.append(name)
            elif not _has_evidence(gold):
                bare.append(name)
    reasons = []
    if foreign:
        reasons.append(
            f"{counted(len(foreign), 'holds', 'hold')} only calls that the car does not have (first {foreign[0]})"
        )
    if bare:
        reasons.append(
            f"{counted(len(bare), 'names', 'name')} neither commands nor an answer nor evidence (first {bare[0]})"
        )
    n = len(foreign) + len(bare)
    have = "has" if n == 1 else "have"
    of = f"{n} of {counted(n_queries, 'query', 'queries')} {have} nothing to be compared with"
    return f"{of}: {', '.join(reasons)}" if n else ""


def _has_evidence(gold: Gold) -> bool:
    return bool(gold.evidence_ids or gold.facts or gold.preference or gold.unwanted or gold.maintenance)
