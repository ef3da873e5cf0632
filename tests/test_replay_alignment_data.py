"""The published benchmark, where it is at hand: how many facts are aligned, how rightly, what a confidence means."""

import json
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from replay.alignment import Aligner, align
from replay.dataset import Dataset, Selection
from replay.evidence import evidence_moment
from replay.findings import Findings
from replay.loaders.vehiclemembench import load_vehiclemembench
from scoring.records import FactEvidence

SAMPLE = Path(__file__).parent / "data" / "evidence_sample.jsonl"
_MOMENT = re.compile(r"\[[^\]]*\] '?[Aa]t \d{1,2}:\d{2} ?[AP]M")

Evidence = Mapping[tuple[str, int, int], FactEvidence]
"""By scenario, query and fact."""


@pytest.fixture(scope="module")
def dataset(vehiclemembench: Path) -> Dataset:
    findings = Findings(strict=False)
    loaded = load_vehiclemembench(vehiclemembench, Selection(), findings)
    moved = [finding for finding in findings if finding.kind in ("unsorted_line", "unreadable_line")]
    assert not moved, "message ids would not be line numbers"
    return loaded


@pytest.fixture(scope="module")
def evidence(dataset: Dataset) -> Evidence:
    return {
        (scenario.id, query.origin.event_index, number): found
        for scenario in dataset.scenarios
        for query, facts in zip(scenario.queries, align(scenario), strict=True)
        for number, found in enumerate(facts)
    }


def test_at_least_95_of_100_gold_facts_are_aligned(evidence: Evidence) -> None:
    assert len(evidence) == 515
    aligned = [found for found in evidence.values() if found.message_ids]
    assert len(aligned) / len(evidence) >= 0.95
    assert sum(found.confidence >= 0.8 for found in aligned) / len(evidence) >= 0.95


def test_at_least_9_of_10_messages_are_right_on_facts_judged_by_hand(evidence: Evidence) -> None:
    n_found = n_right = n_facts_right = 0
    judged = [json.loads(line) for line in SAMPLE.read_text("utf-8").splitlines()]
    assert len(judged) == 60
    for entry in judged:
        found = {int(i[1:]) for i in evidence[str(entry["scenario"]), entry["item"], entry["fact"]].message_ids}
        n_found += len(found)
        n_right += len(found.intersection(entry["lines"] + entry.get("also", [])))
        n_facts_right += not found.isdisjoint(entry["lines"])
    assert n_right / n_found >= 0.9
    assert n_facts_right / len(judged) >= 0.9


def test_a_confidence_is_the_share_that_is_right_where_as_many_facts_are_put_at_a_wrong_time(
    dataset: Dataset, evidence: Evidence
) -> None:
    chance = random.Random(7)
    own = [found.confidence for found in evidence.values()]
    wrong: list[float] = []
    for scenario in dataset.scenarios:
        aligner = Aligner(scenario)
        facts = [fact for query in scenario.queries for fact in query.gold.facts]
        for fact in facts:
            others = [other for other in facts if _day(other) != _day(fact)]
            moved = _MOMENT.sub(lambda _, others=others: _moment(chance.choice(others)), fact, count=1)
            wrong.append(aligner.fact(moved).confidence)

    def share_right(inside: Callable[[float], bool]) -> float:
        n_own, n_wrong = sum(map(inside, own)), sum(map(inside, wrong))
        return n_own / (n_own + n_wrong)

    assert len(own) == len(wrong)
    assert share_right(lambda confidence: 0 < confidence < 0.2) < 0.2
    assert 0.2 < share_right(lambda confidence: 0.2 <= confidence < 0.8) < 0.8
    assert share_right(lambda confidence: confidence >= 0.8) > 0.95


def _day(fact: str) -> object:
    moment = evidence_moment(fact)
    return moment and moment.date()


def _moment(fact: str) -> str:
    found = _MOMENT.search(fact)
    assert found is not None
    return found[0]
