from replay.dataset import Selection
from replay.findings import Findings
from replay.lint import lint_source
from replay.lint_evidence import EvidenceTally, lint_evidence
from tests.scenes import query_at, said, scenario_of, timeline_of

TALK = [said(f"2025-02-01 12:0{n}", text) for n, text in enumerate(("Rye bread", "Chess", "Roses", "Trains", "Novels"))]
CLEAR = "[March 1, 2025] At 8:00 AM, Ada said: 'Fold the mirrors and dim the headlights.'"
DIM = "[March 1, 2025] At 8:00 AM, Ada prefers a reclining massage, subwoofer bass and violet panels with mirrors."
NEVER = "[May 1, 2025] At 8:00 AM, Ada said: 'Fold the mirrors.'"


def test_every_fact_is_counted_and_only_doubtful_and_lost_ones_are_found() -> None:
    timeline = timeline_of(*TALK, said("2025-03-01 08:00", "Fold the mirrors and dim the headlights."))
    findings, tally = Findings(strict=False), EvidenceTally()
    lint_evidence(scenario_of(timeline, [query_at(4, None, facts=(CLEAR, NEVER))]), findings, tally)
    assert [(f.kind, f.level, f.file, f.item) for f in findings] == [
        ("unaligned_evidence", "warning", "scene.jsonl", "scene/4")
    ]
    assert 'gold fact 1: "[May 1, 2025] At 8:00 AM, Ada said' in next(iter(findings)).message
    assert (tally.n_facts, tally.n_aligned, tally.n_doubtful) == (2, 1, 0)


def test_an_alignment_below_one_half_is_a_note_and_counts_as_aligned() -> None:
    timeline = timeline_of(*TALK, said("2025-03-01 08:00", "Some violet massage"))
    findings, tally = Findings(strict=False), EvidenceTally()
    lint_evidence(scenario_of(timeline, [query_at(0, None, facts=(DIM,))]), findings, tally)
    assert [(f.kind, f.level) for f in findings] == [("doubtful_evidence", "note")]
    assert (tally.n_aligned, tally.n_doubtful) == (1, 1)
    assert 0 < tally.mean_confidence < 0.5


def test_the_closing_line_has_the_counts_and_no_facts_have_the_mean_0() -> None:
    tally = EvidenceTally(n_facts=4, n_aligned=3, n_doubtful=1, confidence=2.5)
    assert tally.line == "3 of 4 gold facts aligned with messages, 1 of them doubtful; mean confidence 0.625"
    assert tally.to_dict() == {"facts": 4, "aligned": 3, "doubtful": 1, "mean_confidence": 0.625, "named": 0}
    assert EvidenceTally().line == "no gold facts"
    assert EvidenceTally().to_dict()["mean_confidence"] is None


def test_queries_whose_messages_the_source_names_are_counted_and_need_no_aligning() -> None:
    scenario = scenario_of(timeline_of(said("2025-04-15 08:50")), [query_at(0, None, evidence_ids=("m000001",))])
    findings, tally = Findings(strict=False), EvidenceTally()
    lint_evidence(scenario, findings, tally)
    assert not list(findings)
    assert tally.line == "no gold facts: the source names the messages of 1 query without facts"


def test_evidence_is_looked_for_only_on_request() -> None:
    tally = EvidenceTally()
    without, with_it = lint_source("demo", Selection()), lint_source("demo", Selection(), tally)
    assert tally.n_facts > 0
    assert [f for f in with_it if f.kind not in ("unaligned_evidence", "doubtful_evidence")] == list(without)
