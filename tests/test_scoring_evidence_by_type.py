import math
from typing import Any

import pytest

from memory.guard import SearchRecord
from memory.messages import Hit
from memory.position import Position
from scoring.aggregate import score_turns
from scoring.answers import answers_section
from scoring.evidence_by_type import evidence_by_type
from scoring.records import Failure, Gold, Turn
from scoring.render_answers import render_answers
from tests.test_scoring_runlog import turn


def found(index: int, kind: str, evidence: tuple[str, ...], *ids: str, **changes: Any) -> Turn:
    hits = tuple(Hit(text=name, score=1.0, message_ids=(name,)) for name in ids)
    probe = SearchRecord(query="What?", limit=20, now=Position(9, 0), hits=hits)
    gold = Gold(commands=(), expects_commands=False, reasoning_type=kind, evidence_ids=evidence, answer="x")
    given = {"gold": gold, "probe": probe, "tool_calls": (), "evidence_sessions": (("m1", "m2"), ("m7",)), **changes}
    return turn(index, **given)


def test_recall_and_ndcg_are_means_over_the_questions_of_a_type_at_both_levels() -> None:
    turns = [
        found(0, "temporal", ("m1", "m7"), "m9", "m1", "m8", "m6", "m5", "m7"),
        found(1, "temporal", ("m1",), "m9", "m8"),
        found(2, "multi-hop", ("m2",), "m2"),
    ]
    figures = evidence_by_type(turns)
    assert list(figures) == ["multi-hop", "temporal"]
    messages = figures["temporal"]["messages"]
    assert (messages["lists"], messages["recall"]) == (2, {"5": 1 / 4, "10": 1 / 2})
    assert messages["all_found"] == {"5": 0.0, "10": 1 / 2}
    ideal = 1 + 1 / math.log2(3)
    assert messages["ndcg"]["10"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(7)) / ideal / 2)
    # m1 and m2 are one session, m7 is the other; the second question finds neither.
    assert figures["temporal"]["sessions"]["recall"] == {"5": 1 / 4, "10": 1 / 2}
    assert figures["multi-hop"]["messages"]["recall"]["5"] == 1.0


def test_what_has_no_evidence_or_no_search_has_no_part() -> None:
    broken = Failure(stage="search", message="gone")
    assert evidence_by_type([]) == {}
    assert evidence_by_type([found(0, "temporal", (), "m1", evidence_sessions=())]) == {}
    assert evidence_by_type([found(0, "temporal", ("m1",), "m1", failure=broken)]) == {}
    assert evidence_by_type([found(0, "temporal", ("m1",), probe=None)]) == {}


def test_a_memory_that_names_no_messages_has_no_figures() -> None:
    assert evidence_by_type([found(0, "temporal", ("m1",), names_sources=False)]) == {}


def test_the_table_has_a_row_a_type() -> None:
    shown = render_answers(answers_section(score_turns([found(0, "temporal", ("m1", "m7"), "m1")])))
    rows = [line.split() for line in shown.splitlines()]
    assert ["temporal", "1", "50.0%", "50.0%", "0.0%", "61.3%", "50.0%", "50.0%"] in rows
    assert max(map(len, shown.splitlines())) <= 80
