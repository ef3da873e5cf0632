"""Which gold facts could not be aligned with messages, or only in doubt."""

from dataclasses import dataclass

from replay.alignment import align
from replay.evidence import DOUBTFUL
from replay.findings import Findings
from replay.scenario import Scenario
from scoring.plain_text import counted


@dataclass(slots=True, kw_only=True)
class EvidenceTally:
    """Counts gold facts and what became of them, over any number of scenarios."""

    n_facts: int = 0
    n_aligned: int = 0
    """Facts with at least one message, however doubtful."""
    n_doubtful: int = 0
    """Those of the aligned ones with a confidence below `DOUBTFUL`."""
    confidence: float = 0.0
    """The sum over all facts; 0 for those not aligned."""
    n_named: int = 0
    """Queries without gold facts whose messages the source names itself, so that there is nothing to align."""

    @property
    def mean_confidence(self) -> float:
        """Over all facts, those not aligned included; 0 where there are none."""
        return self.confidence / self.n_facts if self.n_facts else 0.0

    @property
    def line(self) -> str:
        """The counts as one line of text."""
        named = f"the source names the messages of {counted(self.n_named, 'query', 'queries')} without facts"
        if not self.n_facts:
            return f"no gold facts{f': {named}' if self.n_named else ''}"
        aligned = f"{self.n_aligned} of {counted(self.n_facts, 'gold fact')} aligned with messages"
        return f"{aligned}, {self.n_doubtful} of them doubtful; mean confidence {self.mean_confidence:.3f}" + (
            f"; {named}" if self.n_named else ""
        )

    def to_dict(self) -> dict[str, float | None]:
        """The counts for JSON."""
        return {
            "facts": self.n_facts,
            "aligned": self.n_aligned,
            "doubtful": self.n_doubtful,
            "mean_confidence": round(self.mean_confidence, 4) if self.n_facts else None,
            "named": self.n_named,
        }


def lint_evidence(scenario: Scenario, findings: Findings, tally: EvidenceTally) -> None:
    """Align the gold facts of one scenario: a finding for each that has no messages or doubtful ones."""
    for query, evidence in zip(scenario.queries, align(scenario), strict=True):
        item = f"{scenario.id}/{query.origin.event_index}"
        tally.n_named += bool(query.gold.evidence_ids) and not query.gold.facts
        for number, (fact, found) in enumerate(zip(query.gold.facts, evidence, strict=True)):
            tally.n_facts += 1
            tally.n_aligned += bool(found.message_ids)
            tally.confidence += found.confidence
            if not found.message_ids:
                message = f"no message states gold fact {number}: {fact[:60]!r}"
                findings.add("unaligned_evidence", "warning", query.origin.source_file, item, message)
            elif found.confidence < DOUBTFUL:
                tally.n_doubtful += 1
                message = f"gold fact {number} is aligned with confidence {found.confidence:.2f} only: {fact[:60]!r}"
                findings.add("doubtful_evidence", "note", query.origin.source_file, item, message)
